//! Rams and hazards: the book's examples, and chances computed by hand.

use crate::trial::{self, Odds, close};

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

#[track_caller]
pub fn refused(text: &str) -> String {
    trial::refused(&with_units(text))
}

#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> trial::Found<u64> {
    trial::play(&with_units(text), script)
}

#[track_caller]
pub fn odds(text: &str) -> Odds {
    trial::odds(&with_units(text))
}

#[track_caller]
pub fn same_every_way(text: &str) {
    trial::same_every_way(&with_units(text));
}

fn hazard(force: &str, keys: &str) -> String {
    format!("formations.men.units = [{force}]\n[[steps]]\naction = 'hazard'\nby = 'men'\n{keys}")
}

#[test]
fn section_15_3_5_leaps() {
    // S1, no modifier; S4, -1; S10, -4: T3 is wounded on 6 (N for S1 against T5), 3+, 2+.
    let mean = |speed: &str, more: &str| {
        let text = hazard("{ unit = 'saved', count = 4 }", &format!("kind = 'disembark'\nspeed = {speed}\n{more}"));
        let found = odds(&text);
        (found.mean("1.men.hits"), found.mean("1.men.kills"))
    };
    let check = |(hits, kills): (f64, f64), (hit, dead): (f64, f64)| {
        close(hits, hit);
        close(kills, dead);
    };
    check(mean("25", ""), (0.0, 0.0));
    check(mean("27.5", ""), (4.0, 4.0 / 6.0 / 2.0));
    check(mean("35", ""), (4.0, 4.0 * 4.0 / 6.0 * 4.0 / 6.0));
    check(mean("50", ""), (4.0, 4.0 * 5.0 / 6.0));
    check(mean("50", "models = 3"), (3.0, 3.0 * 5.0 / 6.0));
    // §20: I4 gets off unhurt on 1 to 4.
    let text = hazard("{ unit = 'saved', count = 4 }", "kind = 'disembark'\nspeed = 50");
    let found = odds(&format!("readings.leaping = 'initiative'\n{text}"));
    close(found.mean("1.men.dodged"), 4.0 * 4.0 / 6.0);
    close(found.mean("1.men.kills"), 4.0 * 2.0 / 6.0 * 5.0 / 6.0);
}

#[test]
fn section_16_4_falls() {
    // 10 cm: S4, save -1, D6 wounds. T3 is wounded on 3+, and a 4+ becomes a 5+.
    let fall = |height: &str, more: &str| {
        hazard("{ unit = 'saved', count = 2 }", &format!("kind = 'fall'\nheight = {height}\n{more}"))
    };
    let low = odds(&fall("10", ""));
    close(low.chance("1.men.kills", 1), 4.0 / 6.0 * 4.0 / 6.0);
    close(low.mean("1.men.hits"), 1.0);
    close(odds(&fall("30.5", "models = 2")).chance("1.men.kills", 2), 1.0);
    // A model that is fallen on is hit on 4+, D6 times, each hit of one wound: it survives k hits with (5/9)^k.
    let below =
        format!("formations.below.units = [{{ unit = 'saved', count = 3 }}]\n{}", fall("10", "below = { below = 1 }"));
    let found = odds(&below);
    let lives: f64 = (1..=6).map(|hits| (5.0f64 / 9.0).powi(hits) / 6.0).sum();
    close(found.mean("1.below.kills"), 0.5 * (1.0 - lives));
    close(found.mean("1.below.hits"), 0.5 * 3.5);
    let script: &[(&str, &[u8])] = &[
        ("fall of men to wound", &[1]),
        ("under the fall", &[4]),
        ("hits of the fall", &[3]),
        ("fall on below to wound", &[3]),
        ("save of below", &[5]),
        ("fall on below to wound", &[2]),
        ("fall on below to wound", &[6]),
        ("save of below", &[4]),
    ];
    assert_eq!(play(&below, script)["1.below.kills"], 1);
    // 25-30 cm: S10, save -7, D6 wounds against three: dead on 3 or more of them.
    let ogryn = odds(&hazard("{ unit = 'ogryn' }", "kind = 'fall'\nheight = 27.5"));
    close(ogryn.chance("1.men.kills", 1), 5.0 / 6.0 * 4.0 / 6.0);
    close(ogryn.mean("1.men.wounds"), 5.0 / 6.0 * (1.0 + 2.0 + 4.0 * 3.0) / 6.0);
}

const BIKES: &str = "units.bike = { type = 'bike', t = 4, i = 4 }\nformations.men.units = [{ unit = 'bike' }]\n";

#[test]
fn section_15_6_1_skids() {
    let step = |speed: &str| {
        format!(
            "{BIKES}formations.near.units = [{{ unit = 'man', count = 4 }}]\n[[steps]]\naction = 'hazard'\nby = 'men'\nkind = 'skid'\nspeed = '{speed}'\nnear = {{ near = 3 }}"
        )
    };
    let fast = odds(&step("fast"));
    let ends = ["crashed", "no_fire", "passenger_only", "perfect"];
    let chances = |odds: &Odds| ends.map(|end| odds.chance(&format!("1.men.{end}"), 1));
    let sixths = |counts: [f64; 4]| counts.map(|count| count / 6.0);
    for (speed, counts) in [("fast", [1.0, 1.0, 2.0, 2.0]), ("combat", [0.0, 1.0, 2.0, 3.0])] {
        for (found, expected) in chances(&odds(&step(speed))).into_iter().zip(sixths(counts)) {
            close(found, expected);
        }
    }
    // The wreck: S4 against T3, no save.
    close(fast.mean("1.near.kills"), 3.0 / 6.0 * 4.0 / 6.0);
    close(fast.chance("end.men.destroyed", 1), 1.0 / 6.0);
}

#[test]
fn section_15_3_4_marsh_and_15_3_6_out_of_control() {
    let step = |kind: &str| format!("{TANK}[[steps]]\naction = 'hazard'\nby = 'tank'\nkind = '{kind}'");
    close(odds(&step("bog")).chance("1.tank.immobilised", 1), 1.0 / 6.0);
    // 3D6 x 2.5 cm: 26.25 on average, but at most 50 cm; only 18 would exceed that.
    let run = odds(&step("out-of-control"));
    close(run.mean("1.tank.distance"), 262.5);
    close(run.chance("1.tank.left", 1), 1.0 / 3.0);
    close(run.chance("1.tank.right", 1), 1.0 / 3.0);
    let slow = step("out-of-control").replace(TANK, &format!("{TANK}units.slow = {{ type = 'vehicle', speed = [5, 10, 10] }}\nformations.slow.units = [{{ unit = 'slow' }}]\n"));
    let slow = odds(&slow.replace("by = 'tank'", "by = 'slow'"));
    // 75 mm on three ones, else 100.
    close(slow.mean("1.slow.distance"), 100.0 - 25.0 / 216.0);
    let speeder = "units.speeder = { type = 'vehicle', speed = [5, 10, 60], abilities = ['skimmer'] }\nformations.tank.units = [{ unit = 'speeder' }]\n";
    let skimmer = odds(&step("out-of-control").replace(TANK, speeder));
    close(skimmer.chance("1.tank.crashed", 1), 1.0 / 3.0);
    close(skimmer.mean("1.tank.distance"), 262.5);
    close(skimmer.chance("end.tank.destroyed", 1), 1.0 / 3.0);
}

fn ram(keys: &str) -> String {
    format!("[[steps]]\naction = 'ram'\nby = 'tank'\n{keys}")
}

#[test]
fn section_15_3_7_over_men() {
    let men = "formations.men.units = [{ unit = 'man', count = 4 }]\n";
    let found = odds(&format!("{TANK}{men}{}", ram("at = 'men'")));
    // I3: 3, 4, 5, 5 of six dodge. S7 against T3 wounds on 2+.
    let struck = (3.0 + 2.0 + 1.0 + 1.0) / 6.0;
    close(found.mean("1.men.dodged"), 4.0 - struck);
    close(found.mean("1.men.hits"), struck);
    close(found.mean("1.men.kills"), struck * 5.0 / 6.0);
    // Each model that is run over hits the tank with D6 + 3: never 12.
    close(found.mean("1.tank.hits"), struck);
    close(found.mean("1.tank.penetrations"), 0.0);
    let once = odds(&format!("readings.creatures-struck = 'once'\n{TANK}{men}{}", ram("at = 'men'\npath = 2")));
    close(once.mean("1.men.hits"), 5.0 / 6.0);
    close(once.mean("1.tank.hits"), 1.0 - 0.5 * 4.0 / 6.0);
    // As printed the fourth has a bonus of four, which for I3 is no better than three: so I1.
    let weak = "units.weak = { t = 3, i = 1 }\nformations.men.units = [{ unit = 'weak', count = 4 }]\n";
    let dodged = |reading: &str| odds(&format!("{reading}{TANK}{weak}{}", ram("at = 'men'"))).mean("1.men.dodged");
    close(dodged(""), (1.0 + 2.0 + 3.0 + 4.0) / 6.0);
    close(dodged("readings.dodge-bonus = 'printed'\n"), (1.0 + 2.0 + 3.0 + 5.0) / 6.0);
    let script: &[(&str, &[u8])] = &[
        ("dodge of men", &[4]),
        ("to wound men", &[2]),
        ("dodge of men", &[4]),
        ("dodge of men", &[6]),
        ("to wound men", &[1]),
        ("location of tank", &[2]),
        ("penetration of men underfoot", &[6]),
        ("location of tank", &[3]),
        ("penetration of men underfoot", &[6]),
        ("break test of men", &[1, 1]),
    ];
    let told = play(&format!("{TANK}{men}{}", ram("at = 'men'\npath = 3")), script);
    assert_eq!([told["1.men.dodged"], told["1.men.hits"], told["1.men.kills"], told["1.tank.hits"]], [1, 2, 1, 2]);
}

/// The chance that D6 and a die with this many faces reach this armour.
fn reach(fixed: i32, faces: i32, armour: i32) -> f64 {
    let ways = (1..=6).flat_map(|one| (1..=faces).map(move |other| fixed + one + other));
    ways.filter(|&total| total >= armour).count() as f64 / f64::from(6 * faces)
}

#[test]
fn section_15_3_7_collisions() {
    let other = "
units.buggy.type = 'vehicle'
units.buggy.ram = { s = 6, damage = 'D6', save = -3 }
units.buggy.locations.body = { roll = '1-4', front = 10, side = 9, damage = { '1-6' = 'destroyed' } }
units.buggy.locations.wheel = { roll = '5-6', front = 12, side = 11, damage = { '1-6' = ['immobilised', 'location-destroyed'] } }
formations.buggy.units = [{ unit = 'buggy' }]
";
    let found = odds(&format!("{TANK}{other}{}", ram("at = 'buggy'\ncontact = 'body'\nown = 'hull'")));
    // The body is hit, the wheel on 4+; the same roll of 7 + D6 + D12 counts against both.
    close(found.mean("1.buggy.hits"), 1.5);
    close(found.chance("1.buggy.destroyed", 1), reach(7, 12, 9));
    // After the body is destroyed, later hits are absorbed.
    close(found.mean("1.buggy.immobilised"), 0.0);
    // The buggy's 6 + D6 + D6 against the hull in front, 16, and on 4+ against the track, 12, unless the tank is
    // destroyed.
    let hull = reach(6, 6, 16);
    close(found.chance("1.tank.destroyed", 1), hull / 3.0);
    close(found.mean("1.tank.hits"), 1.5);
    close(found.mean("1.tank.immobilised"), 0.5 * 0.5 * reach(6, 6, 12));
    let light = odds(&format!("{TANK}{other}{}", ram("at = 'buggy'\ncontact = 'wheel'\nlight = true")));
    close(light.mean("1.buggy.hits"), 1.0);
    close(light.mean("1.buggy.immobilised"), reach(7, 12, 11));
    close(light.mean("1.tank.hits"), 1.0);
}

#[test]
fn section_16_12_a_rhino_with_a_bulldozer() {
    let rhino = "units.tank.abilities = ['bulldozer']\nformations.hut.units = [{ unit = 'hut' }]\n";
    // The example: 17 and 4: the wall takes 21, the Rhino 13: the track of 12 is penetrated, a hull of 16 is not.
    let text = format!("{TANK}{rhino}{}", ram("at = 'hut'\nown = 'track'"));
    let script: &[(&str, &[u8])] =
        &[("penetration", &[4, 6]), ("bulldozer", &[4]), ("damage of tank (track)", &[4]), ("hull", &[6])];
    let told = play(&text, script);
    assert_eq!([told["1.hut.breaches"], told["1.tank.penetrations"], told["1.tank.immobilised"]], [1, 1, 1]);
    let found = odds(&text);
    let mut breach = 0.0;
    let mut track = 0.0;
    for (one, two, die) in (1..=6).flat_map(|one| (1..=12).flat_map(move |two| (1..=6).map(move |die| (one, two, die))))
    {
        let roll = 7 + one + two;
        breach += f64::from(u8::from(roll + die >= 20)) / 432.0;
        track += f64::from(u8::from(roll.min(20) - die >= 12)) / 432.0;
    }
    close(found.mean("1.hut.breaches"), breach);
    close(found.mean("1.tank.immobilised"), track / 2.0);
}

#[test]
fn every_way_of_rolling_agrees() {
    let men = "formations.men.units = [{ unit = 'man', count = 3 }]\n";
    same_every_way(&format!("{TANK}{men}{}", ram("at = 'men'")));
    let near = "formations.near.units = [{ unit = 'man', count = 4 }]\n";
    let skid = "[[steps]]\naction = 'hazard'\nby = 'men'\nkind = 'skid'\nspeed = 'fast'\nnear = { near = 2 }";
    same_every_way(&format!("{BIKES}{near}{skid}").replace("'bike' }]", "'bike', count = 2 }]"));
    let hut = "formations.hut.units = [{ unit = 'hut' }]\n";
    same_every_way(&format!("{TANK}{hut}{}", ram("at = 'hut'\nown = 'track'")));
}

#[test]
fn mistakes_are_pointed_at() {
    let tank = |card: &str| {
        format!(
            "{card}\nformations.tank.units = [{{ unit = 'tank' }}]\nformations.men.units = [{{ unit = 'man' }}]\n{}",
            ram("at = 'men'")
        )
    };
    let location = |roll: &str, damage: &str| {
        tank(&format!("units.tank.locations.hull = {{ roll = '{roll}', front = 12, damage = {damage} }}"))
    };
    let all = "{ '1-6' = 'nothing' }";
    for (text, words) in [
        (tank(""), "`tank` needs its `locations` to be hit"),
        (location("1-5", all), "no location for a roll of 6"),
        (location("1-6", "{ '1-3' = 'nothing', '3-6' = 'destroyed' }"), "a roll of 3 is `1-3` and `3-6`"),
        (location("1-6", "{ '1-3' = 'nothing', '5-6' = 'destroyed' }"), "no result for a roll of 4"),
        (location("1-6", "{ '1-7' = 'nothing' }"), "`1-7` are no faces of a D6"),
        (location("1-6", "{ '1-6' = 'weapon lascanon' }"), "no weapon of this unit is called `lascanon`"),
        (location("1-6", "{ '1-6' = 'exploded' }"), "`exploded` is not a result of damage"),
        (location("1-6", "{ '1-6' = {} }"), "has `roll` or `explosion`"),
        (tank("units.tank.locations.hull = { roll = '1-6', front = 12 }"), "the location `hull` needs its `damage`"),
        (
            tank("units.tank.locations.hull = { roll = '1-6', crew = 'man', front = 3 }"),
            "at `hull` a crewman is hit: it has no armour",
        ),
        (
            format!("{TANK}formations.men.units = [{{ unit = 'man' }}]\n{}", ram("at = 'men'\ncontact = 'hull'")),
            "`contact` is for what is rammed that has locations or walls",
        ),
        (
            format!("{TANK}formations.tonk.units = [{{ unit = 'tank' }}]\n{}", ram("at = 'tonk'\ncontact = 'hul'")),
            "no location is called `hul`",
        ),
        (hazard("{ unit = 'man' }", "kind = 'skid'\nspeed = 'fast'"), "men are no bikes: they do not skid"),
        (
            hazard("{ unit = 'man' }", "kind = 'bog'"),
            "`men` has models that are no machines: a marsh does not hold them",
        ),
        (hazard("{ unit = 'man' }", "kind = 'disembark'"), "a hazard `disembark` needs its `speed`"),
        (hazard("{ unit = 'man' }", "kind = 'fall'\nheight = 3\nspeed = 5"), "`speed` says nothing of a hazard `fall`"),
        (hazard("{ unit = 'man' }", "kind = 'trip'"), "`trip` is not a hazard"),
    ] {
        let told = refused(&text);
        assert!(told.contains(words), "{told}\nnot: {words}");
    }
}
