//! Templates at machines and from machines (§15.4.1, §15.4.3): chances computed by hand.

use crate::machine_arsenal::{TANK, odds, play, refused, same_every_way};
use crate::trial::close;

const GUNS: &str = "
weapons.shell = { short = 50, long = 300, s = 10, template = 5 }
weapons.pair = { short = 50, long = 300, s = 10, template = 5, linked = 2 }
weapons.flamer = { s = 10, template = 'flame' }
units.gunner = { bs = 4, t = 4, weapons = 'shell' }
formations.guns.units = [{ unit = 'gunner' }]
";

fn fire(target: &str, keys: &str) -> String {
    format!("{GUNS}{target}[[steps]]\naction = 'shoot'\nby = 'guns'\nat = 'tank'\nrange = 40\n{keys}\n")
}

/// 3+ to hit.
const HIT: f64 = 2.0 / 3.0;
/// A miss that moves 5 cm.
const FIVE: f64 = 1.0 / 18.0;
/// D6 + 10 against the hull's 16 and the track's 12; a penetrated hull destroys the whole tank on 5 and 6.
const HULL: f64 = 1.0 / 6.0;
const TRACK: f64 = 5.0 / 6.0;

#[test]
fn section_15_4_3_a_template_on_a_tank() {
    let text =
        fire(TANK, "hole = 'hull'\ntouched = 'track'\nscattered = { '5' = { hole = 'track', touched = 'hull' } }");
    let found = odds(&text);
    // The hole without a roll, the other location on 4+; both when on target and after scattering.
    close(found.mean("1.tank.hits"), (HIT + FIVE) * 1.5);
    // A tank that was destroyed through its hull is not hit again (§15.4.9).
    let on_target = HULL + 0.5 * TRACK * (1.0 - HULL / 3.0);
    close(found.mean("1.tank.penetrations"), HIT * on_target + FIVE * (TRACK + 0.5 * HULL));
    close(found.chance("1.tank.destroyed", 1), (HIT + FIVE * 0.5) * HULL / 3.0);
    close(found.mean("1.tank.immobilised"), HIT * 0.5 * TRACK * (1.0 - HULL / 3.0) / 2.0 + FIVE * TRACK / 2.0);
    same_every_way(&text);
    // The hull first, whatever the order of the table; if the tank is destroyed, it absorbs the rest.
    let script: &[(&str, &[u8])] =
        &[("to hit", &[3]), ("a location touched", &[4]), ("penetration", &[6]), ("damage of tank (hull)", &[5])];
    let told = play(&text, script);
    assert_eq!([told["1.tank.hits"], told["1.tank.penetrations"], told["1.tank.destroyed"]], [2, 1, 1]);
    let script: &[(&str, &[u8])] = &[
        ("to hit", &[1]),
        ("artillery", &[1]),
        ("a location touched", &[3]),
        ("penetration", &[2]),
        ("damage of tank (track)", &[4]),
    ];
    let told = play(&text, script);
    assert_eq!([told["1.tank.hits"], told["1.tank.penetrations"], told["1.tank.immobilised"]], [1, 1, 1]);
    // The side, the crew at their posts and the men next to it, as always.
    let side = odds(&fire(TANK, "hole = 'hull'\nfacing = 'side'"));
    close(side.mean("1.tank.penetrations"), HIT * 3.0 / 6.0);
    let men = "formations.men.units = [{ unit = 'man', count = 4 }]\n";
    let text = fire(&format!("{TANK}{men}"), "touched = 'track'\nunder = { men = 2 }\npartly = { men = 1 }");
    let found = odds(&text);
    close(found.mean("1.men.kills"), HIT * 2.5 * 5.0 / 6.0);
    close(found.mean("1.tank.hits"), HIT * 0.5);
    same_every_way(&text);
}

#[test]
fn the_hole_of_section_20_is_rolled() {
    let keys = "hole = 'hull'\ntouched = 'track'";
    let rolled = format!("readings.template-on-vehicle = 'rolled'\n{}", fire(TANK, keys));
    // The track is rolled on 1 and 2: then nothing else is touched; otherwise it is touched as written.
    let found = odds(&rolled);
    close(found.mean("1.tank.hits"), HIT * (1.0 / 3.0 + 2.0 / 3.0 * 1.5));
    let hull = HULL + 0.5 * TRACK * (1.0 - HULL / 3.0);
    close(found.mean("1.tank.penetrations"), HIT * (TRACK / 3.0 + 2.0 / 3.0 * hull));
    same_every_way(&rolled);
    // Then no location need be named; masked ones are rerolled.
    let bare = format!("readings.template-on-vehicle = 'rolled'\n{}", fire(TANK, "masked = 'hull'"));
    close(odds(&bare).mean("1.tank.penetrations"), HIT * TRACK);
}

#[test]
fn faq_1_36_a_pair_rolls_twice_for_each_location() {
    let text = fire(TANK, "hole = 'track'\ntouched = 'hull'").replace("weapons = 'shell'", "weapons = 'pair'");
    let found = odds(&text);
    close(found.mean("1.tank.hits"), HIT * 3.0);
    // Two on the track; two rolls of 4+ for the hull, where each hit penetrates with one sixth: the second is absorbed
    // if the first destroyed the hull or the tank, on 1, 2, 5 and 6.
    let second = 0.25 * HULL * HULL * 4.0 / 6.0;
    close(found.mean("1.tank.penetrations"), HIT * (2.0 * TRACK + HULL - second));
    same_every_way(&text);
}

#[test]
fn one_template_lies_on_one_machine_of_a_squadron() {
    let two = TANK.replace("{ unit = 'tank' }", "{ unit = 'tank', count = 2 }");
    let found = odds(&fire(&two, "hole = 'hull'\ntouched = 'track'"));
    // The wreck of the first tank absorbs the hits on it.
    close(found.mean("1.tank.penetrations"), HIT * (HULL + 0.5 * TRACK * (1.0 - HULL / 3.0)));
    // Two shots: the second is on the other tank, or on the damaged first one.
    let text = fire(&two, "hole = 'hull'").replace("{ unit = 'gunner' }", "{ unit = 'gunner', count = 2 }");
    let found = odds(&text);
    close(found.mean("1.tank.hits"), 2.0 * HIT);
    close(found.chance("end.tank.losses", 2), (HIT * HULL / 3.0) * (HIT * HULL / 3.0));
    same_every_way(&text);
}

#[test]
fn section_11_22_a_cone_of_flame_touches_locations() {
    let flames = |keys: &str| fire(TANK, keys).replace("range = 40", "range = 10").replace("'shell'", "'flamer'");
    let found = odds(&flames("touched = ['track', 'hull']"));
    close(found.mean("1.tank.hits"), 1.0);
    close(found.mean("1.tank.penetrations"), 0.5 * TRACK + 0.5 * HULL);
    assert!(refused(&flames("hole = 'hull'")).contains("touched = ["));
}

#[test]
fn section_16_11_a_template_at_a_building_is_a_shot() {
    let hut = "formations.hut.units = [{ unit = 'hut' }]\nformations.men.units = [{ unit = 'man', count = 2 }]\n";
    let at = |keys: &str| fire(hut, keys).replace("at = 'tank'", "at = 'hut'");
    let shed = |more: &str| {
        let text = at("").replace("unit = 'hut'", "unit = 'shed'");
        odds(&format!("units.shed = {{ type = 'building', av = 14{more} }}\n{text}"))
    };
    let found = shed("");
    close(found.mean("1.hut.hits"), 1.0);
    close(found.mean("1.hut.penetrations"), 3.0 / 6.0);
    assert!(refused(&at("under = { men = 2 }")).contains("covers no models around it"));
    assert!(refused(&at("hole = 'hull'")).contains("walls have no locations"));
    // A small building can be missed.
    let found = shed(", abilities = ['small']");
    close(found.mean("1.hut.penetrations"), HIT * 3.0 / 6.0);
    close(found.mean("1.guns.misfires"), (1.0 - HIT) / 6.0);
}

/// A tank with its cannon in the hull.
const CANNON: &str = "
weapons.cannon = { short = 50, long = 300, s = 4, template = 5, location = 'hull' }
units.tank.weapons = 'cannon'
units.tank.bs = 4
formations.men.units = [{ unit = 'man', count = 4 }]
formations.riders = { units = [{ unit = 'saved', count = 2 }], inside = 'tank' }
";

fn salvo(more: &str) -> String {
    let hull = TANK.replace("'5-6' = 'destroyed'", "'5-6' = ['destroyed', 'passengers 4+']");
    format!(
        "{CANNON}{hull}[[steps]]\naction = 'shoot'\nby = 'tank'\nat = 'men'\nrange = 40\nunder = {{ men = 1 }}\n{more}\n"
    )
}

#[test]
fn section_15_4_1_a_template_explodes_on_the_machine_that_fires_it() {
    let text = salvo("");
    let found = odds(&text);
    // A miss, a misfire and "Hit": the weapon is destroyed, and the hull takes a damage roll without being penetrated.
    let misfire = (1.0 - HIT) / 6.0;
    close(found.mean("1.tank.misfires"), misfire);
    close(found.mean("1.tank.weapons_lost"), misfire / 3.0);
    close(found.mean("1.tank.penetrations"), 0.0);
    close(found.mean("1.tank.locations_lost"), misfire / 3.0 / 3.0);
    close(found.chance("1.tank.destroyed", 1), misfire / 3.0 / 3.0);
    close(found.mean("1.tank.crew_killed"), misfire / 3.0 / 3.0 * 1.5);
    close(found.mean("1.riders.kills"), misfire / 3.0 / 3.0);
    close(found.mean("1.men.kills"), HIT * 4.0 / 6.0);
    same_every_way(&text);
    let script: &[(&str, &[u8])] =
        &[("to hit", &[1]), ("artillery", &[6]), ("scatter", &[5]), ("damage of tank (hull)", &[6]), ("fate", &[4, 2])];
    let told = play(&text, script);
    assert_eq!([told["1.tank.destroyed"], told["1.riders.kills"], told["1.tank.weapons_lost"]], [1, 1, 1]);
    // It can no longer fire; a destroyed location takes no roll.
    let twice =
        format!("{text}[[steps]]\naction = 'shoot'\nby = 'tank'\nat = 'men'\nrange = 40\nunder = {{ men = 1 }}\n");
    let found = odds(&twice);
    close(found.mean("2.tank.fired"), 1.0 - misfire / 3.0);
}

#[test]
fn mistakes_of_templates_and_machines() {
    let told = |keys: &str, words: &str| {
        let told = refused(&fire(TANK, keys));
        assert!(told.contains(words), "{told}\nnot: {words}");
    };
    told("", "the scenario does not say which locations its template hits");
    told("hole = []", "the scenario does not say which locations its template hits");
    told("hole = 'hal'", "no location is called `hal`");
    told("touched = ['track', 'hul']", "no location is called `hul`");
    told("hole = 'hull'\ntouched = 'hull'", "the template strikes `hull` twice");
    told("hole = 'hull'\nscattered = { '5' = { hole = 'trak' } }", "no location is called `trak`");
    told(
        "hole = 'hull'\nscattered = { '7' = { hole = 'track' } }",
        "it cannot scatter 7 cm: \"5\", \"10\", \"15\", \"20\" can come",
    );
    told("hole = 'hull'\nunder = { tank = 1 }", "`tank` has locations: a template covers it by them");
    let nowhere = salvo("").replace(", location = 'hull'", "");
    assert!(refused(&nowhere).contains("which has no `location`"));
    let wrong = salvo("").replace("location = 'hull'", "location = 'hall'");
    assert!(refused(&wrong).contains("did you mean `hull`?"));
}
