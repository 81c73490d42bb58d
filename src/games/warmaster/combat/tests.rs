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

/// L1432: `true` supports with all infantry that does not fight, and catches all that fight in flank: as with numbers.
#[test]
fn all_that_there_are_need_no_number() {
    let forces = "
formations.guard.units = [{ unit = 'guard', count = 2 }]
formations.spears.units = [{ unit = 'spears', count = 2 }]
formations.reserve.units = [{ unit = 'spears' }]
formations.reserve.side = 'spears'
formations.spears.side = 'spears'
[[steps]]
action = 'combat'
by = 'guard'
at = 'spears'
";
    let fought = |places: &str| odds(&format!("{forces}rounds = 1\n{places}"));
    let counted = fought("fighting = { spears = 4 }\nsupport = { spears = 2, reserve = 3 }\nflanked = { guard = 6 }");
    let all =
        fought("fighting = { spears = 4 }\nsupport = { spears = true, reserve = true }\nflanked = { guard = true }");
    let none = fought("fighting = { spears = 4 }\nsupport = { spears = false }");
    for measure in ["1.guard.wounds", "1.spears.wounds", "1.guard.won"] {
        assert_eq!(counted[measure], all[measure], "{measure}");
        assert_ne!(counted[measure], none[measure], "{measure}");
    }
}
