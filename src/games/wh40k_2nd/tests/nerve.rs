//! §11.24, §13: overwatch and break tests.

use super::{odds, play, same_every_way};

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

/// §11.24.2–3: fire from overwatch at −1; it ends the overwatch; and a formation that is shot at may lose its own.
#[test]
fn section_11_24_overwatch() {
    let text = format!(
        "{TWO_SQUADS}[[steps]]\naction = 'overwatch'\nby = 'orks'\n[[steps]]\naction = 'move'\nby = 'marines'\nreactions = [{{ by = 'orks', range = 45, snap = true }}]\n"
    );
    let after = play(&text, &[("orks: boltgun to hit marines", &[4, 4, 4, 4, 4])]);
    assert_eq!((after["2.orks.fired"], after["2.marines.hits"], after["end.orks.overwatch"]), (5, 0, 0));
    let shot = "[[steps]]\naction = 'shoot'\nby = 'marines'\nat = 'orks'\nrange = 100\n[[steps]]\naction = 'shoot'\nby = 'marines'\nat = 'orks'\nrange = 60\ncover = 'hard'\nmodifier = -9\n";
    let text = format!("{TWO_SQUADS}{shot}").replace("side = 'b'", "side = 'b', state = 'overwatch'");
    // Out of range there is no fire; even a hopeless shot makes them test.
    let found = odds(&text);
    assert_eq!((found.mean("1.orks.overwatch_lost"), found.mean("1.marines.fired")), (0.0, 0.0));
    found.has("2.orks.overwatch_lost", &[21.0 / 36.0, 15.0 / 36.0]);
    found.has("end.orks.overwatch", &[15.0 / 36.0, 21.0 / 36.0]);
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

/// §11.23.1: broken formations repair nothing, and none do on overwatch.
#[test]
fn section_11_23_1_who_mends() {
    let at = "[formations]
gun = { units = [{ unit = 'human', weapons = 'heavy-bolter', jams = { heavy-bolter = 2 } }], side = 'a' }
orks = { units = [{ unit = 'ork', count = 5 }], side = 'b' }
";
    let shoot = "[[steps]]\naction = 'shoot'\nby = 'gun'\nat = 'orks'\n";
    let move_ = "[[steps]]\naction = 'move'\nby = 'orks'\nreactions = { by = 'gun' }\n"
        .replace("{ by = 'gun' }", "[{ by = 'gun' }]");
    let jams = |text: &str| odds(text).mean("end.gun.jams");
    assert_eq!(jams(&format!("{at}{shoot}")), 1.0);
    let broken = at.replace("side = 'a'", "side = 'a', broken = true");
    assert_eq!(jams(&format!("{broken}{shoot}")), 2.0);
    let watching = at.replace("side = 'a'", "side = 'a', state = 'overwatch'");
    assert_eq!(jams(&format!("{watching}{move_}")), 2.0);
}

#[test]
fn a_turn_of_both_sides_every_way() {
    same_every_way(
        "[formations]
marines = { units = [{ unit = 'marine', count = 2 }, { unit = 'gunner' }], side = 'a', points = 120 }
orks = { units = [{ unit = 'ork', count = 3 }], side = 'b', state = 'overwatch' }
[[steps]]
action = 'move'
by = 'marines'
reactions = [{ by = 'orks', range = 40, shooters = { orks = 1 } }]
[[steps]]
action = 'shoot'
by = 'marines'
at = 'orks'
range = 40
moved = true
[[steps]]
action = 'end-turn'
[[steps]]
when = 'orks.survivors >= 2'
action = 'shoot'
by = 'orks'
at = 'marines'
range = 40
",
    );
}
