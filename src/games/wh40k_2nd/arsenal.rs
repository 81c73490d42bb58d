//! Weapons and profiles that the book prints, for the tests of several chapters.

use crate::trial::{self, Found, Odds};
use battle_odds_plan::Compiled;

/// Weapons and profiles that the book prints.
const ARSENAL: &str = r#"
weapons.boltgun = { short = 30, long = 60, to-hit = [1, 0], s = 4, save = -1, abilities = ["rapid"] }
weapons.plasma-pistol = { short = 15, long = 45, to-hit = [2, -1], s = 6, save = -1, abilities = ["pistol", "recharge"] }
weapons.lasgun = { short = 30, long = 60, to-hit = [1, 0], s = 3, save = -1 }
weapons.heavy-bolter = { short = 50, long = 100, s = 5, damage = "D4", save = -2, sustained = 2, abilities = ["move-or-fire"] }
weapons.linked-heavy-bolters = { short = 50, long = 100, s = 5, damage = "D4", save = -2, sustained = 2, linked = 2 }
weapons.assault-cannon = { short = 30, long = 80, s = 8, damage = "D10", save = -3, sustained = 3 }
weapons.lascannon = { short = 50, long = 150, s = 9, damage = "2D6", save = -6, abilities = ["heavy", "move-or-fire"] }
weapons.terror-gun = { short = 30, long = 60, s = 1, abilities = ["fear"] }
units.marine = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, armour = "3+", weapons = "boltgun", abilities = ["space-marine"] }
units.human = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7, armour = "6+", weapons = "lasgun" }
units.ork = { ws = 3, bs = 3, s = 3, t = 4, i = 2, a = 1, ld = 7, weapons = "boltgun" }
units.gretchin = { ws = 2, bs = 3, s = 3, t = 3, i = 2, a = 1, ld = 5, weapons = "lasgun" }
units.nob = { ws = 5, bs = 4, s = 4, t = 5, w = 2, i = 4, a = 2, ld = 8, armour = "4+", weapons = "boltgun", abilities = ["character"] }
units.gunner = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, armour = "3+", weapons = ["heavy-bolter", "boltgun"], abilities = ["space-marine"] }
"#;

/// A scenario with this arsenal.
fn armed(text: &str) -> String {
    format!("{ARSENAL}{text}")
}

#[track_caller]
pub fn compiled(text: &str) -> Compiled {
    trial::compiled(&armed(text))
}

/// The message for an invalid scenario.
#[track_caller]
pub fn refusal(text: &str) -> String {
    trial::refused(&armed(text))
}

/// The values with given dice.
#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> Found<u64> {
    trial::play(&armed(text), script)
}

/// The exact chances of all values.
#[track_caller]
pub fn odds(text: &str) -> Odds {
    trial::odds(&armed(text))
}

#[track_caller]
pub fn same_every_way(text: &str) {
    trial::same_every_way(&armed(text));
}
