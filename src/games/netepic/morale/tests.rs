//! §3.8: morale, falling back, instinct, rout, rally.

use crate::trial::{odds, play, same_every_way};

/// A formation that takes tests, with steps.
fn tests(unit: &str, formation: &str, steps: &str) -> String {
    format!(
        "[units.man]\n{unit}\n[units.gun]\nweapons = [{{ to-hit = 'auto' }}]\n\
         [formations.men]\nunits = [{{ unit = 'man', count = 4 }}]\n{formation}\n\
         [formations.guns]\nunits = [{{ unit = 'gun', count = 2 }}]\n{steps}\n"
    )
}

const TEST: &str = "[[steps]]\naction = 'morale'\nby = 'men'\n";
const SHOT: &str = "[[steps]]\naction = 'shoot'\nby = 'guns'\nat = 'men'\n";

/// §8: 2D6 for every morale; a modifier; one die, as Gold prints it.
#[test]
fn the_test_itself() {
    let values = [0.972_222, 0.916_667, 0.833_333, 0.722_222, 0.583_333, 0.416_667, 0.277_778, 0.166_667];
    for (morale, chance) in (3..).zip(values) {
        let found = odds(&tests("", &format!("morale = {morale}"), TEST));
        found.happens("1.men.passed", chance);
        found.happens("1.men.fall_back", 1.0 - chance);
    }
    let terror = odds(&tests("", "morale = 6", &format!("{TEST}modifier = -1")));
    terror.happens("1.men.passed", 0.583_333);
    odds(&tests("", "morale = '4+'", TEST)).happens("1.men.passed", 0.5);
    odds(&tests("", "morale = '1+'", TEST)).happens("1.men.passed", 1.0);
}

/// §3.8, #14, #27, #32: formations that pass every test, and the morale of command units.
#[test]
fn who_passes() {
    let passed = |unit: &str, formation: &str| odds(&tests(unit, formation, TEST)).mean("1.men.passed");
    assert_eq!(passed("", ""), 1.0);
    assert_eq!(passed("", "morale = 12\nauto-morale = true"), 1.0);
    assert_eq!(passed("abilities = ['synapse']", "morale = 12"), 1.0);
    assert_eq!(passed("abilities = ['morale-aura 25']", "morale = 12"), 1.0);
    assert!((passed("abilities = ['command-unit']", "") - 35.0 / 36.0).abs() < 1e-12);
    assert!((passed("abilities = ['command-unit']", "morale = 12") - 1.0 / 36.0).abs() < 1e-12);
}

/// #14, A-16: the aura counts as it was when the action began, and no longer once its bearer is lost.
#[test]
fn an_aura_dies_with_its_bearer() {
    let text = |steps: &str| {
        let queen = "[units.queen]\nabilities = ['morale-aura 25']\n[formations.queen]\nside = 'men'\nunits = [{ unit = 'queen' }]\n";
        tests("", "side = 'men'\nmorale = 12\nnear = 'queen'", &format!("{queen}{steps}"))
    };
    assert_eq!(odds(&text(SHOT)).mean("1.men.fall_back"), 0.0);
    let killed = format!("{}{SHOT}", SHOT.replace("'men'", "'queen'"));
    assert!((odds(&text(&killed)).mean("2.men.fall_back") - 35.0 / 36.0).abs() < 1e-12);
}

/// §3.8, A-07, A-36: half lost in one action; or each loss from the break point on. No base left: no test.
#[test]
fn when_losses_are_tested() {
    let of = |shooters: u8, formation: &str, readings: &str| {
        let shot = format!("{SHOT}shooters = {shooters}");
        odds(&format!("{readings}\n{}", tests("", &format!("morale = 12\n{formation}"), &shot))).mean("1.men.fall_back")
    };
    let fails = 35.0 / 36.0;
    assert_eq!(of(1, "", ""), 0.0);
    assert!((of(2, "", "") - fails).abs() < 1e-12);
    let reading = "readings = { morale-trigger = 'break-point' }";
    assert_eq!(of(1, "break-point = 2", reading), 0.0);
    assert!((of(1, "break-point = 1", reading) - fails).abs() < 1e-12);
    assert!((of(1, "lost = 2", reading) - fails).abs() < 1e-12);
    let text = tests("", "morale = 12", SHOT).replace("count = 4", "count = 2");
    assert_eq!(odds(&text).mean("1.men.fall_back"), 0.0);
}

/// +1 without losses.
#[test]
fn fresh_morale() {
    let text = |formation: &str| format!("readings = {{ fresh-morale = 'plus-one' }}\n{}", tests("", formation, TEST));
    odds(&text("morale = 7")).happens("1.men.passed", 0.722_222);
    odds(&text("morale = 7\nlost = 1")).happens("1.men.passed", 0.583_333);
}

/// A-08, #6: a formation that fails while falling back is routed, or not; slaves come under instinct, and are never
/// routed.
#[test]
fn failing_twice() {
    let twice = format!("{TEST}{TEST}");
    let script: &[(&str, &[u8])] = &[("morale of men", &[1, 1, 1, 1])];
    let routed = play(&tests("", "morale = 7\npoints = 50", &twice), script);
    assert_eq!(["2.men.routed", "end.men.routed", "end.men.destroyed"].map(|name| routed[name]), [1, 1, 1]);
    assert_eq!((routed["end.men.losses"], routed["end.men.points_lost"]), (4, 50));
    assert_eq!((routed["end.men.fall_back"], routed["end.men.out_of_action"]), (0, 1));
    let never = format!("readings = {{ rout = 'never' }}\n{}", tests("", "morale = 7", &twice));
    let never = play(&never, script);
    assert_eq!((never["2.men.routed"], never["end.men.fall_back"]), (0, 1));
    let slaves = play(&tests("abilities = ['slave-hunt']", "morale = 7", &twice), script);
    let names = ["1.men.instinct", "2.men.instinct", "end.men.instinct", "end.men.routed", "end.men.fall_back"];
    assert_eq!(names.map(|name| slaves[name]), [1, 0, 1, 0, 0]);
    let attached = tests("abilities = ['slave-hunt']", "morale = 7", &twice)
        .replace("{ unit = 'man', count = 4 }", "{ unit = 'man', count = 4 }, { unit = 'lord' }");
    let attached = format!("{attached}[units.lord]\nabilities = ['attached-character']\n");
    assert_eq!(play(&attached, script)["end.men.instinct"], 1);
}

/// §3.8, A-35: a rally, and a failed one, which changes nothing.
#[test]
fn rallies() {
    let rally = "[[steps]]\naction = 'rally'\nby = 'men'\n";
    let found = odds(&tests("", "morale = 7\norder = 'fall-back'", &format!("{rally}{rally}")));
    found.happens("1.men.rallied", 0.583_333);
    found.happens("2.men.rallied", (1.0 - 0.583_333) * 0.583_333);
    found.happens("end.men.fall_back", (1.0 - 0.583_333) * (1.0 - 0.583_333));
    found.happens("end.men.routed", 0.0);
    odds(&tests("", "morale = 7", rally)).happens("1.men.rallied", 0.0);
}

/// §3.8: a living formation is broken that has lost half, or as many as the scenario says.
#[test]
fn broken() {
    let of = |formation: &str, count: u8| {
        let text = tests("", formation, SHOT).replace("count = 4", &format!("count = {count}"));
        let found = odds(&text);
        [found.mean("end.men.broken"), found.mean("end.men.points_lost")]
    };
    assert_eq!(of("points = 40", 4), [1.0, 40.0]);
    assert_eq!(of("points = 40", 5), [0.0, 0.0]);
    assert_eq!(of("points = 40\nlost = 1", 5), [1.0, 40.0]);
    assert_eq!(of("points = 40\nbreak-point = 2", 5), [1.0, 40.0]);
    assert_eq!(of("points = 40", 2), [0.0, 40.0]);
}

/// Exactly, die by die and sampled: fire, a test, a rally, more fire.
#[test]
fn every_way_gives_the_same() {
    let steps = format!("{SHOT}[[steps]]\naction = 'rally'\nby = 'men'\nmodifier = 1\n{TEST}{SHOT}shooters = 1\n");
    same_every_way(&tests("save = '6+'", "morale = 8", &steps).replace("'auto'", "'4+'"));
}
