//! §1.9.8, §2.0, §3.2.1, §4.3.3: the table of barrages, what a barrage of several weapons does, and how its attacks are pooled.

use crate::fire::shooters::Kind;
use crate::forces::Group;
use crate::profile::{Amount, Effect, Strength, UnitType};
use crate::readings::BarrageHits;

/// A line of the table of barrages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Templates in all.
    pub templates: u32,
    /// Markers on each formation under the templates, in addition to the one for coming under fire.
    pub extra_markers: u32,
    /// To hit infantry.
    pub ap: u8,
    /// To hit vehicles.
    pub at: u8,
}

/// Points beyond which the book's table ends.
pub const MOST_POINTS: u32 = 18;

/// The table of barrages; nothing for 0 points and above 18.
pub fn row(points: u32) -> Option<Row> {
    let row = |templates, extra_markers, ap, at| Some(Row { templates, extra_markers, ap, at });
    match points {
        1 => row(1, 0, 6, 6),
        2 => row(1, 0, 5, 6),
        3 => row(1, 0, 4, 5),
        4..=5 => row(2, 0, 4, 5),
        6..=7 => row(2, 1, 4, 5),
        8..=9 => row(3, 1, 4, 5),
        10..=12 => row(3, 2, 4, 5),
        13..=15 => row(3, 3, 4, 5),
        16..=18 => row(3, 4, 4, 5),
        _ => None,
    }
}

/// §4.3.3: an orbital bombardment has one template, whatever its points.
pub const ORBITAL_TEMPLATES: u32 = 1;

/// Units of a group under one, two and three templates. One number counts the units under all templates of a barrage at
/// full strength: with fewer templates proportionally fewer units are under them, rounded up. Several numbers count
/// them template by template. §3.2.1: a war engine is attacked from one template only.
pub fn under_templates(told: &[u32], engine: bool, full: u32) -> [u32; 3] {
    let templates = [1, 2, 3];
    match *told {
        [all] if engine => [all; 3],
        [all] => templates.map(|templates| (all * templates.min(full)).div_ceil(full)),
        _ => templates.map(|templates| {
            let under = told.iter().take(templates as usize).copied();
            if engine { under.max().unwrap_or(0) } else { under.sum() }
        }),
    }
}

/// §1.9.8: the value used against a type of unit. Light vehicles suffer the better of the two, which is AP; hits stay
/// with the units they were rolled for.
pub fn value_against(target: UnitType) -> Kind {
    match target {
        UnitType::Infantry | UnitType::LightVehicle => Kind::Ap,
        _ => Kind::At,
    }
}

/// Whether two groups are of one type, so that they may share a pool of attacks; a war engine is attacked separately
/// (§3.2.1).
pub fn of_one_type(one: &Group, other: &Group) -> bool {
    match one.engine {
        Some(_) => std::ptr::eq(one, other),
        None => one.unit.kind == other.unit.kind && other.engine.is_none(),
    }
}

impl BarrageHits {
    /// Whether two groups share a pool of attacks.
    pub fn pools(self, one: &Group, other: &Group) -> bool {
        match self {
            BarrageHits::Pooled => of_one_type(one, other),
            BarrageHits::UnitByUnit => std::ptr::eq(one, other),
        }
    }
}

/// §2.0: the abilities that all weapons of a barrage have.
pub fn shared<'a>(weapons: impl Iterator<Item = &'a Effect> + Clone) -> Effect {
    let all = |has: fn(&Effect) -> bool| weapons.clone().all(has);
    Effect {
        strength: weapons.clone().map(|effect| effect.strength).min().unwrap_or(Strength::Normal),
        ignore_cover: all(|effect| effect.ignore_cover),
        lance: all(|effect| effect.lance),
        disrupt: all(|effect| effect.disrupt),
        sniper: false,
        damage: weapons.clone().map(|effect| effect.damage).reduce(Amount::smaller).unwrap_or(Amount::fixed(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g18_section_1_9_8_the_table() {
        let points = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 16, 18];
        let rows: Vec<Row> = points.iter().filter_map(|&points| row(points)).collect();
        let column = |of: fn(&Row) -> u32| rows.iter().map(of).collect::<Vec<_>>();
        assert_eq!(column(|row| row.templates), [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
        assert_eq!(column(|row| row.extra_markers), [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(column(|row| row.ap.into()), [6, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
        assert_eq!(column(|row| row.at.into()), [6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
        assert_eq!((row(0), row(19)), (None, None));
    }
}
