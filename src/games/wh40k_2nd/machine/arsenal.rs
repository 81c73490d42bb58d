//! Men, machines and walls, for the tests of several chapters.

use crate::trial::{self, Odds};

const UNITS: &str = "
units.man = { s = 3, t = 3, i = 3, a = 1, ws = 3, bs = 3, ld = 10 }
units.ogryn = { s = 5, t = 5, w = 3, i = 3, a = 2, ws = 4, bs = 3, armour = '5+' }
units.saved = { s = 3, t = 3, i = 4, armour = '4+' }
units.tank.type = 'vehicle'
units.tank.crew = 3
units.tank.speed = [15, 30, 50]
units.tank.ram = { s = 7, damage = 'D12', save = -5 }
units.hut = { type = 'building', av = 20 }
units.gate = { type = 'door', av = 10 }
";

/// A tank of two locations.
pub const TANK: &str = "
units.tank.locations.track = { roll = '1-2', front = 12, damage = { '1-3' = 'nothing', '4-6' = 'immobilised' } }
units.tank.locations.hull = { roll = '3-6', front = 16, side = 14, damage = { '1-2' = 'location-destroyed', '3-4' = 'crew 4+', '5-6' = 'destroyed' } }
formations.tank.units = [{ unit = 'tank' }]
";

/// A scenario with these units.
fn with_units(text: &str) -> String {
    format!("{UNITS}{text}")
}

/// The message for an invalid scenario.
#[track_caller]
pub fn refused(text: &str) -> String {
    trial::refused(&with_units(text))
}

/// The values with given dice.
#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> trial::Found<u64> {
    trial::play(&with_units(text), script)
}

/// The exact chances of all values.
#[track_caller]
pub fn odds(text: &str) -> Odds {
    trial::odds(&with_units(text))
}

/// Checks that all ways of rolling agree.
#[track_caller]
pub fn same_every_way(text: &str) {
    trial::same_every_way(&with_units(text));
}
