//! The book's printed examples, with given dice, and chances that can be computed by hand.

use crate::compile::compiler::Warmaster;
use battle_odds_plan::Compiled;
use battle_odds_plan::trial::{self, Found, Odds};

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
fn compiled(text: &str) -> Compiled {
    trial::compiled::<Warmaster>(&format!("{UNITS}{text}"))
}

#[track_caller]
fn play(text: &str, script: &[(&str, &[u8])]) -> Found<u64> {
    trial::play::<Warmaster>(&format!("{UNITS}{text}"), script)
}

fn odds(text: &str) -> Odds {
    trial::odds::<Warmaster>(&format!("{UNITS}{text}"))
}

/// L527: 9 − 3 for 65 cm − 1 for the second order: 4 passes against 5. Then 10 fails against 9, and it is the general.
#[test]
fn orders_of_the_example() {
    let text = "
formations.riders.units = [{ unit = 'riders' }]
formations.spears.units = [{ unit = 'spears' }]
formations.guard.units = [{ unit = 'guard' }]
[[steps]]
action = 'orders'
by = 'lord'
to = ['riders', 'spears']
distance = { riders = [10, 65], spears = 10 }
orders = { riders = 2 }
[[steps]]
action = 'orders'
by = 'captain'
to = 'guard'
[[steps]]
action = 'orders'
by = 'captain'
to = 'spears'
";
    let values = play(text, &[("to riders", &[4, 5]), ("to riders", &[2, 2]), ("to spears", &[4, 6])]);
    assert_eq!((values["1.riders.orders"], values["1.spears.orders"], values["2.guard.orders"]), (2, 0, 0));
    assert_eq!(values["1.lord.blunder"], 0);
}

/// L1155: the first three shots kill the stand in the open, the other three need 5+. L1207: one die for each wound, one
/// fewer for defended units.
#[test]
fn mixed_cover_is_shot_at_shot_by_shot() {
    let text = "
formations.bows.units = [{ unit = 'bows', count = 2 }]
formations.spears.units = [{ unit = 'spears' }]
[[steps]]
action = 'shoot'
by = 'bows'
at = 'spears'
cover = { open = 1, defended = 2 }
";
    let script: &[(&str, &[u8])] = &[("shots", &[4, 5, 6]), ("shots", &[4, 4, 5]), ("drive back", &[3, 6, 2])];
    let values = play(text, script);
    assert_eq!((values["1.spears.wounds"], values["1.spears.stands_lost"]), (4, 1));
    assert_eq!((values["1.spears.drive_back"], values["1.spears.confused"]), (11, 1));
}

/// L1380: of 12 wounds on 9 hits only 9 count; a side without stands has lost. L1187: 2, 4, 5, 6 against 5+: two saved.
#[test]
fn a_round_of_combat() {
    let text = "
formations.guard.units = [{ unit = 'guard' }]
formations.spears.units = [{ unit = 'spears' }]
[[steps]]
action = 'combat'
by = 'guard'
at = 'spears'
rounds = 1
";
    let script: &[(&str, &[u8])] =
        &[("on guard", &[4, 4, 4, 4, 1, 1, 1, 1, 1]), ("saves of guard", &[2, 4, 5, 6]), ("on spears", &[6; 12])];
    let values = play(text, script);
    assert_eq!((values["1.guard.wounds"], values["1.spears.wounds"]), (9, 2));
    assert_eq!((values["1.guard.won"], values["1.spears.destroyed"], values["1.spears.lost"]), (1, 1, 1));
}

/// L469: 30, 26, 15 of 36 for 10, 8, 7 less two: command 9 in a row of three.
#[test]
fn chains_of_orders() {
    let text = "
formations.spears.units = [{ unit = 'spears' }]
[[steps]]
action = 'orders'
by = 'lord'
to = 'spears'
";
    let odds = odds(text);
    for (orders, chance) in [6.0 / 36.0, 300.0 / 1296.0, 0.250_771_604_938, 455.0 / 1296.0].iter().enumerate() {
        assert!((odds["1.spears.orders"][orders] - chance).abs() < 1e-9, "{orders}");
    }
}

/// A reader that goes step by step gets the same as one long step: a combat that continues from phase to phase.
#[test]
fn a_combat_goes_on_in_the_next_step() {
    let step = |more: &str| format!("[[steps]]\naction = 'combat'\nby = 'guard'\nat = 'spears'\n{more}\n");
    let forces = "formations.guard.units = [{ unit = 'guard' }]\nformations.spears.units = [{ unit = 'spears' }]\n";
    let at_once = odds(&format!("{forces}{}", step("rounds = 'to-end'")));
    let on = "rounds = 1\ncharge = false";
    let one_by_one: String = std::iter::once("rounds = 1").chain([on; 11]).map(step).collect();
    let one_by_one = odds(&format!("{forces}{one_by_one}"));
    for measure in ["end.guard.stands", "end.spears.stands"] {
        for (one, other) in at_once[measure].iter().zip(&one_by_one[measure]) {
            assert!((one - other).abs() < 1e-9, "{measure}");
        }
    }
}

/// L2344: an item costs points in addition to the unit (a banner 50, a sword of power 10); written points count as they
/// are; if a unit has none, the formation has none.
#[test]
fn a_formation_costs_its_units_and_their_items() {
    let compiled = compiled(
        "units.pikes = { type = 'infantry', attacks = 3, points = 45 }\n\
         units.marshal = { type = 'general', command = 9, points = 100 }\n\
         formations.host.units = [{ unit = 'pikes', count = 3 }, \
         { unit = 'pikes', items = ['banner-of-luck'] }, { unit = 'marshal', items = ['sword-of-power'] }]\n\
         formations.priced = { points = 77, units = [{ unit = 'pikes' }] }\n\
         formations.unpriced.units = [{ unit = 'pikes' }, { unit = 'guard' }]\n\
         [[steps]]\naction = 'combat'\nby = 'host'\nat = ['priced', 'unpriced']\n",
    );
    let of = |name: &str| compiled.formations.iter().find(|formation| formation.name == name).unwrap();
    assert_eq!(of("host").points, Some(4 * 45 + 50 + 100 + 10));
    assert_eq!((of("priced").points, of("unpriced").points), (Some(77), None));
    assert_eq!(of("host").groups, ["3 Pikes", "1 Pikes with banner-of-luck", "1 Marshal with sword-of-power"]);
}
