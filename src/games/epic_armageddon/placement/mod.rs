//! §1.9.8, §3.2.1: where units stand, where a barrage's templates lie, and which units are under them.
//!
//! All of it is plain geometry in cm, without dice: [`layout`] says where units stand, [`templates`] places the
//! templates, [`picture`](picture()) draws both. Range and line of sight are not checked: they are as the scenario
//! says.

pub mod compile;
pub mod layout;
pub mod picture;
pub mod plane;
pub mod templates;

pub use crate::placement::layout::{Arrangement, BASE, Layout, Shape};
pub use crate::placement::picture::picture;
pub use crate::placement::plane::Point;
pub use crate::placement::templates::{MOST_TEMPLATES, Standing, Template, place};

/// The positions of a formation's units that are not in transports.
pub struct Ground {
    /// Their groups and places, front to back.
    pub units: Vec<(usize, Point)>,
    /// The radius of each unit's base, in cm.
    pub base: f64,
}

/// §1.0.1: the radius of a barrage's template.
pub const BARRAGE_RADIUS: f64 = 3.75;

/// §1.0.1: the radius of the template of an orbital bombardment.
pub const ORBITAL_RADIUS: f64 = 6.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// The whole process: two ranks of four stands, one template, drawn.
    #[test]
    fn from_a_layout_to_a_picture() {
        let layout = Layout {
            arrangement: Arrangement::Ranks {
                shape: Shape::Block { columns: 4 },
                spacing: 5.0,
                jitter: 0.0,
                at: Point::default(),
                facing: 180.0,
            },
            base: BASE,
        };
        let stands = layout.positions("grots", 8);
        let units: Vec<Standing> = stands
            .iter()
            .map(|&at| Standing { at, base: layout.base, weight: 1, engine: false, friend: false })
            .collect();
        let templates = place(&units, BARRAGE_RADIUS, 1);
        // A square of four, 5 cm by 5: its corners are 3.54 cm from its middle.
        assert_eq!(templates[0].covered.len(), 4);
        let letters: Vec<(Point, char)> = stands.into_iter().map(|at| (at, 'g')).collect();
        let circles: Vec<(Point, f64)> = templates.iter().map(|it| (it.centre, BARRAGE_RADIUS)).collect();
        let text = picture(&letters, &circles).join("\n");
        assert_eq!(text.matches('g').count(), 8, "{text}");
        assert_eq!(text.matches('+').count(), 1, "{text}");
    }
}
