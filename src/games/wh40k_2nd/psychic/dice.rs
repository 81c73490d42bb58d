//! §17.4–17.5: warp cards, nullifying, daemonic attacks, psychic squads.

use battle_odds_engine::need::Need;

/// §17.4.2: how many dice of warp flux are rolled: at most one for each active psyker.
pub fn flux_dice(flux: u32, psykers: u32) -> u32 {
    flux.min(psykers)
}

/// §17.4.3: cards dealt in turn: how many the active player gets, and the other.
pub fn deal(cards: u32) -> [u32; 2] {
    [cards.div_ceil(2), cards / 2]
}

/// §17.4.5: the number of Force cards that Ultimate Force is worth.
pub const ULTIMATE_FORCE: u32 = 3;

/// §17.4.5: what a Nullify card needs for a psyker of this level against a caster of that.
pub fn nullify(level: u8, caster: u8) -> Need {
    let bonus = i32::from(level > caster) - i32::from(level < caster);
    Need::at_least(4 - bonus)
}

/// §17.4.5–17.4.6: what it needs when all psykers have tried, or if there are none.
pub fn nullify_again() -> Need {
    Need::at_least(5)
}

/// How many psykers there are of each level, from 0 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels([u32; 5]);

impl Levels {
    /// Psykers of these levels.
    pub fn of(levels: impl IntoIterator<Item = u8>) -> Levels {
        levels.into_iter().fold(Levels::default(), |all, level| all.with(level, 1))
    }

    /// With `count` more of a level; level 0 is no psyker.
    #[must_use]
    pub fn with(mut self, level: u8, count: u32) -> Levels {
        if level > 0 {
            self.0[usize::from(level.min(4))] += count;
        }
        self
    }

    /// The level of the nth psyker (from 0 on), the highest first.
    pub fn nth(self, nth: usize) -> Option<u8> {
        let mut left = nth as u32;
        (1..=4).rev().find(|&level| {
            let here = self.0[usize::from(level)];
            let found = left < here;
            left = left.saturating_sub(here);
            found
        })
    }
}

/// §17.4.5: what the nth Nullify card (from 0 on) against one power needs: the highest level tries first, each once.
pub fn nth_nullify(psykers: Levels, caster: u8, nth: usize) -> Need {
    psykers.nth(nth).map_or_else(nullify_again, |level| nullify(level, caster))
}

/// §17.4.5: what a psyker of this level needs to survive a daemonic attack on a power of `force` Force cards.
pub fn withstands_daemon(level: u8, force: u8) -> Need {
    Need::at_least(4 - i32::from(level) + i32::from(force))
}

/// §17.4.5: Grey Knights and weirdboyz: the roll on which the attack takes hold of them; then they roll like others.
pub fn daemon_takes_hold() -> Need {
    Need::at_least(6)
}

/// §17.5.1: the level of a pack of this many minor daemons.
pub fn daemon_pack_level(models: u32) -> u8 {
    match models {
        0 => 0,
        1..=5 => 1,
        6..=10 => 2,
        11..=15 => 3,
        _ => 4,
    }
}

/// §17.5.2: the level of a squad of Grey Knights with this many models left.
pub fn squad_level(level: u8, models: u32) -> u8 {
    models.min(level.into()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_17_4_seven_cards() {
        assert_eq!([deal(7), deal(2), deal(0)], [[4, 3], [1, 1], [0, 0]]);
        assert_eq!([flux_dice(2, 3), flux_dice(2, 1), flux_dice(2, 0)], [2, 1, 0]);
    }

    #[test]
    fn section_17_4_the_example_of_the_eldar() {
        // The Farseer of level 4 against a Librarian of 4, who rolls a 3, then one of 2, who rolls a 5.
        let librarians = Levels::of([2, 4]);
        assert!(!nth_nullify(librarians, 4, 0).met_by(3));
        assert!(nth_nullify(librarians, 4, 1).met_by(5));
        assert!(!nth_nullify(librarians, 4, 1).met_by(4));
        // The Farseer against a Librarian of level 2: a 2 fails, then a 4 where he needs a 5.
        assert!(!nth_nullify(Levels::of([4]), 2, 0).met_by(2));
        assert!(nth_nullify(Levels::of([4]), 2, 0).met_by(3));
        assert!(!nth_nullify(Levels::of([4]), 2, 1).met_by(4));
        assert_eq!(nth_nullify(Levels::default(), 4, 0), Need::at_least(5));
    }

    #[test]
    fn section_17_4_5_daemonic_attacks() {
        assert_eq!(withstands_daemon(0, 0), Need::at_least(4));
        let withstands = |level, force| withstands_daemon(level, force).chance(6);
        assert_eq!([withstands(4, 1), withstands(1, 9)], [1.0, 0.0]);
        assert!((withstands(4, 2) - 5.0 / 6.0).abs() < 1e-15 && (withstands(1, 3) - 1.0 / 6.0).abs() < 1e-15);
        assert_eq!(daemon_takes_hold(), Need::at_least(6));
    }

    #[test]
    fn section_17_5_psychic_squads() {
        assert_eq!([1, 5, 6, 10, 11, 15, 16, 30].map(daemon_pack_level), [1, 1, 2, 2, 3, 3, 4, 4]);
        // §17.5.2: level 4 with two of five lost; level 2 until one is left.
        assert_eq!([(4, 3), (2, 5), (2, 2), (2, 1)].map(|(level, models)| squad_level(level, models)), [3, 2, 2, 1]);
    }
}
