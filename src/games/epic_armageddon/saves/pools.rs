//! The saves of a group as dice, with the name used in scripts and narration.

use crate::forces::Forces;
use crate::profile::{Effect, Strength};
use crate::saves::{Circumstance, save};
use battle_odds_engine::dice::{Purpose, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_words::shown;

/// The saves of a group against a kind of hit; nothing if it has none.
pub fn save_pool(forces: &Forces, group: usize, effect: Effect, at: Circumstance) -> Option<Pool> {
    let of = &forces.groups[group];
    let against = match effect.strength {
        Strength::Normal if effect.lance => mark!(" from a lance"),
        Strength::Normal => "",
        Strength::Macro => mark!(" from macro-weapons"),
        Strength::TitanKiller => mark!(" from titan killers"),
    };
    let (formation, unit) = (&forces.formations[of.formation].name, &of.unit.name);
    let test = save(&of.unit, effect, at)?;
    let purpose = Purpose::new("save").of(formation).of(unit);
    let roll = Roll::named(format!("{formation}: save of {unit}{against}"), "1.9.6")
        .in_words(text!(
            "{formation}: save of {unit}{against}",
            formation,
            unit = of.unit.words,
            against = shown(against)
        ))
        .serving(purpose);
    Some(Pool::new(roll, test, of.start.into()))
}
