//! §13: break tests after fire and on demand.

use crate::arsenal::{odds, play};

const TWO_SQUADS: &str = "[formations]
marines = { units = [{ unit = 'marine', count = 5 }], side = 'a' }
orks = { units = [{ unit = 'ork', count = 5 }], side = 'b' }
";

/// §13.1: five Marines: no test for one loss; with the second in the turn they roll 7, with Ld 8.
#[test]
fn section_13_1_two_of_five() {
    let shot = "[[steps]]\naction = 'shoot'\nby = 'orks'\nat = 'marines'\nrange = 45\nshooters = { orks = 1 }\n";
    let text = format!("{TWO_SQUADS}{shot}{shot}");
    let kill: [(&str, &[u8]); 3] = [("to hit", &[4]), ("to wound", &[4]), ("save", &[1])];
    let script = [&kill[..], &kill[..], &[("break test of marines", &[3, 4])]].concat();
    let after = play(&text, &script);
    assert_eq!((after["1.marines.tested"], after["2.marines.tested"], after["2.marines.passed"]), (0, 1, 1));
    assert_eq!((after["end.marines.shaken"], after["end.marines.broken"]), (0, 0));
    // In another turn one loss is less than a quarter again.
    let apart = format!("{TWO_SQUADS}{shot}[[steps]]\naction = 'end-turn'\n{shot}");
    let after = play(&apart, &[&kill[..], &kill[..], &[("break test of marines", &[6, 6])]].concat());
    assert_eq!((after["3.marines.tested"], after["3.marines.shaken"], after["end.marines.shaken"]), (1, 1, 1));
}

/// §13.4.1: Space Marines are shaken first, then broken.
#[test]
fn section_13_4_1_shaken_then_broken() {
    let test = "[[steps]]\naction = 'break-test'\nby = 'marines'\n";
    let found = odds(&format!("{TWO_SQUADS}{test}{test}"));
    let fails = 10.0 / 36.0;
    found.has("1.marines.shaken", &[1.0 - fails, fails]);
    found.has("end.marines.broken", &[1.0 - fails * fails, fails * fails]);
    found.has("end.marines.shaken", &[1.0 - 2.0 * fails * (1.0 - fails), 2.0 * fails * (1.0 - fails)]);
}

#[test]
fn section_7_4_commander_banner_and_hatred() {
    let orks = |keys: &str, step: &str| {
        let text = format!("{TWO_SQUADS}[[steps]]\naction = 'break-test'\nby = 'orks'\n{step}\n");
        odds(&text.replace("side = 'b'", &format!("side = 'b', {keys}"))).mean("1.orks.broken")
    };
    let fails = |over: f64| over / 36.0;
    let cases = [
        (orks("points = 1", ""), fails(15.0)),
        (orks("commander = 9", ""), fails(6.0)),
        (orks("banner = true", ""), fails(15.0) * fails(15.0)),
        (orks("points = 1", "modifier = -1"), fails(21.0)),
        (orks("points = 1", "hated = true"), fails(3.0)),
        (orks("counts-as = 'battery'", ""), fails(6.0)),
        (orks("counts-as = 'squadron'", ""), 0.0),
    ];
    for (place, (found, counted)) in cases.iter().enumerate() {
        assert!((found - counted).abs() < 1e-12, "{place}: {found}, not {counted}");
    }
}

/// §14.1: a hit by a feared weapon is a break test, whatever it does.
#[test]
fn section_14_1_a_feared_weapon() {
    let text = format!(
        "{}[[steps]]\naction = 'shoot'\nby = 'marines'\nat = 'orks'\nrange = 60\nshooters = {{ marines = 1 }}\n",
        TWO_SQUADS.replace("unit = 'marine'", "unit = 'marine', weapons = 'terror-gun'")
    );
    let found = odds(&text);
    found.has("1.orks.kills", &[8.0 / 9.0, 1.0 / 9.0]);
    found.has("1.orks.tested", &[1.0 / 3.0, 2.0 / 3.0]);
}
