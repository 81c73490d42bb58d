//! Hazards: the book's examples, and chances computed by hand.

use crate::machine_arsenal::{TANK, odds, play, refused, same_every_way};
use crate::trial::{Odds, close};

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
    // 75 mm on three ones, otherwise 100.
    close(slow.mean("1.slow.distance"), 100.0 - 25.0 / 216.0);
    let speeder = "units.speeder = { type = 'vehicle', speed = [5, 10, 60], abilities = ['skimmer'] }\nformations.tank.units = [{ unit = 'speeder' }]\n";
    let skimmer = odds(&step("out-of-control").replace(TANK, speeder));
    close(skimmer.chance("1.tank.crashed", 1), 1.0 / 3.0);
    close(skimmer.mean("1.tank.distance"), 262.5);
    close(skimmer.chance("end.tank.destroyed", 1), 1.0 / 3.0);
}

#[test]
fn every_way_of_rolling_agrees() {
    let near = "formations.near.units = [{ unit = 'man', count = 4 }]\n";
    let skid = "[[steps]]\naction = 'hazard'\nby = 'men'\nkind = 'skid'\nspeed = 'fast'\nnear = { near = 2 }";
    same_every_way(&format!("{BIKES}{near}{skid}").replace("'bike' }]", "'bike', count = 2 }]"));
}

#[test]
fn mistakes_of_hazards() {
    for (text, words) in [
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
