//! Where the units of a formation stand, written unit by unit or as a shape.

use crate::placement::plane::Point;

/// The usual base of a unit: a disc 25 mm across, its radius in cm.
pub const BASE: f64 = 1.25;

/// Where the units of a formation stand and how large they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Where they stand.
    pub arrangement: Arrangement,
    /// The radius of each unit's base, in cm.
    pub base: f64,
}

/// Where units stand.
#[derive(Clone, Debug, PartialEq)]
pub enum Arrangement {
    /// As written, one point for each unit.
    Points(Vec<Point>),
    /// In ranks.
    Ranks {
        /// The form of the ranks.
        shape: Shape,
        /// From the centre of a unit to the centre of its neighbours, in cm.
        spacing: f64,
        /// Every unit stands up to this far from its place, in cm, anywhere in the disc with equal chance.
        jitter: f64,
        /// The middle of the front rank: the first unit of a column, the tip of a wedge.
        at: Point,
        /// Where the formation looks, in degrees as on a compass: 0 is up (+y), 90 is right (+x).
        facing: f64,
    },
}

/// The form of ranks. Within a rank units stand from left to right, as they see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All abreast.
    Line,
    /// One behind the other.
    Column,
    /// One in front, then two by two behind it, on two arms at a right angle.
    Wedge,
    /// Ranks of equal length, the last one perhaps shorter and then in the middle.
    Block {
        /// Units in a rank; 0 counts as 1.
        columns: usize,
    },
}

impl Layout {
    /// The positions of the units, front to back; if points are written, as many as there are points.
    ///
    /// The jitter depends on `name`: the same name gives the same places on every machine.
    pub fn positions(&self, name: &str, units: usize) -> Vec<Point> {
        match &self.arrangement {
            Arrangement::Points(points) => points.iter().take(units).copied().collect(),
            &Arrangement::Ranks { shape, spacing, jitter, at, facing } => {
                let (sin, cos) = facing.to_radians().sin_cos();
                let stand = |unit: usize| {
                    let (right, back) = shape.place(unit, units);
                    let off = displacement(name, unit);
                    Point {
                        x: round(at.x + spacing * (right * cos - back * sin) + jitter * off.x),
                        y: round(at.y - spacing * (right * sin + back * cos) + jitter * off.y),
                    }
                };
                (0..units).map(stand).collect()
            }
        }
    }
}

impl Shape {
    /// The place of one of the units, in spacings to the right of the middle and behind the front rank.
    fn place(self, unit: usize, units: usize) -> (f64, f64) {
        let columns = match self {
            Shape::Line => units,
            Shape::Column => 1,
            Shape::Block { columns } => columns.max(1),
            Shape::Wedge => {
                let step = unit.div_ceil(2) as f64 * std::f64::consts::FRAC_1_SQRT_2;
                return (if unit % 2 == 1 { -step } else { step }, step);
            }
        };
        let (rank, column) = (unit / columns, unit % columns);
        let abreast = columns.min(units - rank * columns);
        (column as f64 - (abreast - 1) as f64 / 2.0, rank as f64)
    }
}

/// Cuts off digits that a sine may compute differently on another machine.
fn round(length: f64) -> f64 {
    (length * 1e10).round() / 1e10
}

/// A point of the disc of radius 1, determined by a name and a number: points of the square around the disc are drawn
/// until one is in it.
fn displacement(name: &str, unit: usize) -> Point {
    let mut state = name.bytes().fold(mix(unit as u64), |state, byte| mix(state ^ u64::from(byte)));
    let mut draw = || {
        state = mix(state);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    loop {
        let point = Point { x: draw(), y: draw() };
        if point.distance(Point::default()) <= 1.0 {
            return point;
        }
    }
}

/// One step of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood 2014).
fn mix(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(shape: Shape, jitter: f64, facing: f64) -> Layout {
        let at = Point { x: 10.0, y: 20.0 };
        Layout { arrangement: Arrangement::Ranks { shape, spacing: 4.0, jitter, at, facing }, base: BASE }
    }

    fn places(shape: Shape, facing: f64, units: usize) -> Vec<(f64, f64)> {
        ranks(shape, 0.0, facing).positions("", units).into_iter().map(|at| (at.x, at.y)).collect()
    }

    #[test]
    fn shapes_stand_behind_the_middle_of_their_front_rank() {
        assert_eq!(places(Shape::Line, 0.0, 3), [(6.0, 20.0), (10.0, 20.0), (14.0, 20.0)]);
        assert_eq!(places(Shape::Column, 0.0, 3), [(10.0, 20.0), (10.0, 16.0), (10.0, 12.0)]);
        let block = places(Shape::Block { columns: 2 }, 0.0, 5);
        assert_eq!(block, [(8.0, 20.0), (12.0, 20.0), (8.0, 16.0), (12.0, 16.0), (10.0, 12.0)]);
        assert_eq!(places(Shape::Block { columns: 9 }, 0.0, 3), places(Shape::Line, 0.0, 3));
        let wedge = ranks(Shape::Wedge, 0.0, 0.0).positions("", 5);
        assert_eq!(wedge[0], Point { x: 10.0, y: 20.0 });
        assert!(wedge[1].x < 10.0 && wedge[2].x > 10.0 && wedge[1].y == wedge[2].y);
        for (one, two) in [(0, 1), (0, 2), (1, 3), (2, 4)] {
            assert!((wedge[one].distance(wedge[two]) - 4.0).abs() < 1e-9);
        }
        assert_eq!(places(Shape::Line, 0.0, 0), []);
    }

    #[test]
    fn facing_turns_like_a_compass() {
        // Looking right, the left hand is up and the back is left.
        assert_eq!(places(Shape::Line, 90.0, 2), [(10.0, 22.0), (10.0, 18.0)]);
        assert_eq!(places(Shape::Column, 90.0, 2), [(10.0, 20.0), (6.0, 20.0)]);
        assert_eq!(places(Shape::Column, 180.0, 2), [(10.0, 20.0), (10.0, 24.0)]);
    }

    #[test]
    fn jitter_hangs_on_the_name_and_stays_in_its_disc() {
        let (loose, strict) = (ranks(Shape::Line, 1.5, 30.0), ranks(Shape::Line, 0.0, 30.0));
        let places = loose.positions("boyz", 100);
        assert_eq!(places, loose.positions("boyz", 100));
        assert_ne!(places, loose.positions("nobz", 100));
        let off: Vec<f64> = places.iter().zip(strict.positions("", 100)).map(|(a, b)| a.distance(b)).collect();
        assert!(off.iter().all(|&off| off <= 1.5 + 1e-9));
        // Uniform in a disc: half of them further out than the radius over the root of 2.
        let far = off.iter().filter(|&&off| off > 1.5 / 2f64.sqrt()).count();
        assert!((35..=65).contains(&far), "{far}");
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        let first = displacement("boyz", 0);
        assert_eq!(first, displacement("boyz", 0));
        assert_ne!(first, displacement("boyz", 1));
    }

    #[test]
    fn points_are_taken_as_written() {
        let points = vec![Point { x: 1.0, y: 2.0 }, Point { x: 3.0, y: 4.0 }];
        let layout = Layout { arrangement: Arrangement::Points(points.clone()), base: 0.0 };
        assert_eq!(layout.positions("", 2), points);
        assert_eq!(layout.positions("", 1), points[..1]);
    }
}
