//! §11.11–11.13, §12.8: wounds and saves.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_engine::need::{Need, Test};

/// §11.11: what a hit of this strength needs to wound this toughness; nothing if it cannot ("N" in the table).
pub fn need(strength: u8, toughness: u8) -> Option<i32> {
    let harder = i32::from(toughness.clamp(1, 10)) - i32::from(strength.clamp(1, 10));
    (harder < 4).then(|| (4 + harder).clamp(2, 6))
}

/// §12.8: the save modifier of a fighter's own strength, and of psychic attacks.
pub fn save_modifier(strength: u8) -> i8 {
    -(strength.saturating_sub(3).min(6) as i8)
}

/// §11.12: whether a 1 can save (the text names no automatic failure; an unmodified save of 1+ needs only a 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of whether a 1 fails to save", rename_all = "kebab-case")]
pub enum NaturalOne {
    /// As rolled: a 1 saves if a 1 is enough.
    #[default]
    AsRolled,
    /// A 1 on a save with one die fails.
    Fails,
}

/// §11.12: a save, on one die or the total of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Save {
    /// How many D6 are added up: 1 or 2.
    pub dice: u8,
    /// The least total that saves.
    pub need: u8,
}

impl Save {
    /// Reads `"3+"`, `"3+ on 2D6"`: from 1+ up to the most that the dice can show.
    pub fn parse(text: &str) -> Option<Save> {
        let (need, dice) = match text.strip_suffix(" on 2D6") {
            Some(need) => (need, 2),
            None => (text, 1),
        };
        let need = need.strip_suffix('+')?;
        let digits = need.bytes().all(|byte| byte.is_ascii_digit());
        let need: u8 = need.parse().ok().filter(|need| digits && (1..=dice * 6).contains(need))?;
        Some(Save { dice, need })
    }

    /// §6.4, §6.5: a save better by this many points, but at best 1+.
    #[must_use]
    pub fn improved(self, by: u8) -> Save {
        Save { need: self.need.saturating_sub(by).max(1), ..self }
    }

    /// §11.13: the roll against a save modifier (0 or less); nothing if no roll is enough.
    pub fn test(self, modifier: i8, reading: NaturalOne) -> Option<Test> {
        let least = i32::from(self.need.max(1)) - i32::from(modifier);
        if least > i32::from(self.dice) * 6 {
            return None;
        }
        let least = if reading == NaturalOne::Fails && self.dice == 1 { least.max(2) } else { least };
        Some(match self.dice {
            1 => Test::once(Need::at_least(least)),
            dice => Test::Total { dice, least: least.max(0) as u32 },
        })
    }

    /// A field or a dodge: no modifier applies (faq 1.12, 6.14).
    pub fn unmodified(self, reading: NaturalOne) -> Option<Test> {
        self.test(0, reading)
    }

    /// The chance of a save against a modifier.
    #[cfg(test)]
    pub fn chance(self, modifier: i8, reading: NaturalOne) -> f64 {
        self.test(modifier, reading).map_or(0.0, |test| test.chance(6))
    }
}

impl fmt::Display for Save {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}+{}", self.need, if self.dice == 2 { " on 2D6" } else { "" })
    }
}

/// §17.6.1: Psychic Shield, unmodified, for every wound that gets through all saves; Doom doubles what is left (§17.8).
pub const PSYCHIC_SHIELD: Save = Save { dice: 1, need: 3 };

/// §17.8: Psychic Shield against a psychic attack.
pub const PSYCHIC_SHIELD_AGAINST_POWERS: Save = Save { dice: 1, need: 4 };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fire::to_hit;
    use battle_odds_engine::dice::Dice;
    use battle_odds_engine::pool::Pool;
    use battle_odds_engine::roll::Roll;
    use battle_odds_engine::scripted::Scripted;

    /// L1175–1185, one row for each strength; 0 for "N".
    const PRINTED: [[i32; 10]; 10] = [
        [4, 5, 6, 6, 0, 0, 0, 0, 0, 0],
        [3, 4, 5, 6, 6, 0, 0, 0, 0, 0],
        [2, 3, 4, 5, 6, 6, 0, 0, 0, 0],
        [2, 2, 3, 4, 5, 6, 6, 0, 0, 0],
        [2, 2, 2, 3, 4, 5, 6, 6, 0, 0],
        [2, 2, 2, 2, 3, 4, 5, 6, 6, 0],
        [2, 2, 2, 2, 2, 3, 4, 5, 6, 6],
        [2, 2, 2, 2, 2, 2, 3, 4, 5, 6],
        [2, 2, 2, 2, 2, 2, 2, 3, 4, 5],
        [2, 2, 2, 2, 2, 2, 2, 2, 3, 4],
    ];

    #[test]
    fn section_11_11_every_cell_of_the_table() {
        for (strength, row) in (1..).zip(PRINTED) {
            for (toughness, printed) in (1..).zip(row) {
                assert_eq!(need(strength, toughness).unwrap_or(0), printed, "S{strength} T{toughness}");
            }
        }
        assert_eq!([need(4, 3), need(4, 4)], [Some(3), Some(4)]);
        assert_eq!([need(12, 10), need(0, 1)], [Some(4), Some(4)]);
    }

    #[test]
    fn section_12_8_save_modifiers_of_strength() {
        assert_eq!([1, 3, 4, 5, 6, 7, 8, 9, 10].map(save_modifier), [0, 0, -1, -2, -3, -4, -5, -6, -6]);
    }

    #[test]
    fn section_11_12_power_armour_saves_on_a_five() {
        let test = Save::parse("3+").unwrap().test(0, NaturalOne::AsRolled).unwrap();
        assert_eq!(test, Test::once(Need::at_least(3)));
        assert_eq!(test.judge(0, 5), Some(true));
    }

    #[test]
    fn section_11_13_mesh_armour() {
        let mesh = Save::parse("5+").unwrap();
        let test = |modifier| mesh.test(modifier, NaturalOne::AsRolled);
        assert_eq!(test(-1), Some(Test::once(Need::at_least(6))));
        assert_eq!([test(-2), test(-4)], [None, None]);
        // §11.14: a flak jacket gives no save against a boltgun.
        assert_eq!(Save::parse("6+").unwrap().test(-1, NaturalOne::AsRolled), None);
    }

    #[test]
    fn section_11_14_four_marines_and_six_orks() {
        let pool = |key, test| Pool::new(Roll::new(key, "11.14"), test, 4);
        let fire = |weapon, dice: &mut Scripted| {
            let shot = to_hit::Shot { weapon, ..to_hit::Shot::default() };
            let hits = dice.successes(&pool("to hit", shot.test(4).unwrap()), 4);
            (hits, dice.successes(&pool("to wound", Test::once(Need::at_least(need(4, 4).unwrap()))), hits))
        };
        let mut dice = Scripted::new(&[("to hit", &[4, 4, 5, 6]), ("to wound", &[4, 3, 6, 5])]);
        assert_eq!((fire(0, &mut dice), dice.finish()), ((4, 3), Ok(())));
        // Their flak gives no save against a boltgun: each shot kills one time in three, at short range five times in
        // twelve.
        let kills = |weapon| {
            let shot = to_hit::Shot { weapon, ..to_hit::Shot::default() };
            shot.test(4).unwrap().chance(6) * Test::once(Need::at_least(need(4, 4).unwrap())).chance(6)
        };
        assert!((kills(0) - 1.0 / 3.0).abs() < 1e-15);
        assert!((4.0 * kills(1) - 5.0 / 3.0).abs() < 1e-14);
    }

    #[test]
    fn saves_on_two_dice() {
        let of_36 = [35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
        for (need, ways) in (3..).zip(of_36) {
            let chance = Save { dice: 2, need }.chance(0, NaturalOne::Fails);
            assert!((chance - f64::from(ways) / 36.0).abs() < 1e-15, "{need}+");
        }
        let terminator = Save::parse("3+ on 2D6").unwrap();
        assert!((terminator.chance(-6, NaturalOne::AsRolled) - 10.0 / 36.0).abs() < 1e-15);
        assert_eq!(terminator.test(-10, NaturalOne::AsRolled), None);
        assert!((Save::parse("2+ on 2D6").unwrap().chance(0, NaturalOne::AsRolled) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn a_one_saves_where_it_is_enough_or_never() {
        let best = Save { dice: 1, need: 2 }.improved(3);
        assert_eq!(best, Save { dice: 1, need: 1 });
        assert_eq!(best.chance(0, NaturalOne::AsRolled), 1.0);
        assert_eq!(best.unmodified(NaturalOne::Fails), Some(Test::once(Need::at_least(2))));
        assert!((best.chance(-1, NaturalOne::AsRolled) - 5.0 / 6.0).abs() < 1e-15);
    }

    #[test]
    fn saves_are_read_as_they_are_written() {
        for text in ["1+", "6+", "3+ on 2D6", "12+ on 2D6"] {
            assert_eq!(Save::parse(text).unwrap().to_string(), text);
        }
        for wrong in ["7+", "0+", "3", "+3+", "13+ on 2D6", "3+ on 3D6", "", "+", "3+ "] {
            assert_eq!(Save::parse(wrong), None, "{wrong}");
        }
    }
}
