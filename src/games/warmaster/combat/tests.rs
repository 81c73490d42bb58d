//! L1300: a round with given dice, and combats that continue.

use crate::trial::{odds, play};

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
