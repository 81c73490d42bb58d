//! The tests' harness of `plan` for this system, with the units of all tests.

use battle_odds_plan::Compiled;
use battle_odds_plan::trial;
pub use battle_odds_plan::trial::{Found, Odds};
use battle_odds_warmaster::compiler::Warmaster;

const UNITS: &str = "
units.spears = { type = 'infantry', attacks = 3 }
units.guard = { type = 'infantry', attacks = 3, armour = '5+' }
units.riders = { type = 'cavalry', attacks = 3, armour = '4+' }
units.bows = { type = 'infantry', attacks = 3, range = 30 }
units.general = { type = 'general', command = 9 }
units.hero = { type = 'hero', command = 8 }
formations.lord.units = [{ unit = 'general' }]
formations.captain.units = [{ unit = 'hero' }]
";

#[track_caller]
pub fn compiled(text: &str) -> Compiled {
    trial::compiled::<Warmaster>(&format!("{UNITS}{text}"))
}

#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> Found<u64> {
    trial::play::<Warmaster>(&format!("{UNITS}{text}"), script)
}

#[track_caller]
pub fn refused(text: &str) -> String {
    trial::refused::<Warmaster>(&format!("{UNITS}{text}"))
}

#[track_caller]
pub fn odds(text: &str) -> Odds {
    trial::odds::<Warmaster>(&format!("{UNITS}{text}"))
}
