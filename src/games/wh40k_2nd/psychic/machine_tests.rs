//! Powers at machines (§17.7.13) with given dice, and against chances computed by hand.

use crate::trial::{close as is, odds, play, refused, same_every_way};

const TABLES: &str = "
[units]
farseer = { ws = 5, bs = 5, s = 3, t = 4, w = 3, i = 6, a = 2, ld = 10, psychic = 4, abilities = ['character'] }
guard = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7, m = 10 }
hut = { type = 'building', av = 20 }
[units.tank]
type = 'vehicle'
crew = 2
locations.track = { roll = '1-2', front = 12, damage = { '1-6' = 'immobilised' } }
locations.hull = { roll = '3-6', front = 20, side = 14, damage = { '1-4' = 'crew 1', '5-6' = 'destroyed' } }
[units.bike]
type = 'vehicle'
crew = 1
locations.rider = { roll = '1-6', crew = 'guard' }
[units.walker]
type = 'walker'
ws = 3
s = 6
i = 4
a = 1
psychic = 1
locations.body = { roll = '1-6', front = 10, damage = { '1-6' = 'destroyed' } }
[powers]
arc = { name = 'Electric Arc', s = 6, damage = 'D3' }
fire = { s = 4, save = -1 }
storm = { s = 4, hits = 'D3' }
wild = { s = 'D6', save = 0 }
mind = { on = 'model' }
bolt = { s = 9, on = 'model', avoid = 'i' }
";

fn psychic(b: &str, keys: &str) -> String {
    format!(
        "{TABLES}[formations.a]\nunits = [{{ unit = 'farseer' }}]\n[formations.b]\nunits = [{b}]\n[formations.men]\nunits = [{{ unit = 'guard', count = 3 }}]\n[[steps]]\naction = 'psychic'\nby = 'a'\nat = 'b'\n{keys}\n"
    )
}

const TANK: &str = "{ unit = 'tank' }";

/// The chance that the sum of dice with these numbers of faces reaches a number.
fn reaches(dice: &[i32], need: i32) -> f64 {
    match dice {
        [] => f64::from(u8::from(need <= 0)),
        [faces, rest @ ..] => (1..=*faces).map(|face| reaches(rest, need - face)).sum::<f64>() / f64::from(*faces),
    }
}

#[test]
fn section_17_7_13_electric_arc() {
    let text = psychic(TANK, "power = 'arc'\nlocation = 'hull'");
    // 6 + D6 + D3 + D12: 6 + 4 + 2 (half of 4) + 8 are the 20 of the hull; one less is not enough.
    let at_20: &[(&str, &[u8])] = &[("penetration of a: Electric Arc", &[4, 4, 8]), ("damage of tank (hull)", &[5])];
    let told = play(&text, at_20);
    assert_eq!([told["1.b.hits"], told["1.b.penetrations"], told["1.b.destroyed"]], [1, 1, 1]);
    let told = play(&text, &[("penetration of a: Electric Arc", &[4, 3, 7])]);
    assert_eq!([told["1.b.hits"], told["1.b.penetrations"], told["1.a.cast"]], [1, 0, 1]);
    // From 9 to 27.
    let front = |armour: u8| odds(&text.replace("front = 20", &format!("front = {armour}")));
    is(front(9).mean("1.b.penetrations"), 1.0);
    is(front(27).mean("1.b.penetrations"), 1.0 / 216.0);
    // D6 + D3 + D12 of 14 or more: 81 ways of 216.
    let odds_of = odds(&text);
    is(odds_of.mean("1.b.penetrations"), 81.0 / 216.0);
    is(odds_of.chance("1.b.destroyed", 1), 81.0 / 216.0 / 3.0);
    is(odds_of.mean("1.b.crew_killed"), 81.0 / 216.0 * 2.0 / 3.0);
    // Neither range nor standing still matters, but the side does.
    is(
        odds(&text.replace("location = 'hull'", "location = 'hull'\nfacing = 'side'")).mean("1.b.penetrations"),
        reaches(&[6, 3, 12], 8),
    );
    same_every_way(&text);
}

#[test]
fn section_17_7_13_a_where_a_power_strikes() {
    // §17.7.2: rolled, for each hit.
    let (track, hull) = (reaches(&[6, 6], 8), reaches(&[6, 6], 16));
    is(hull, 0.0);
    let rolled = psychic(TANK, "power = 'storm'");
    is(odds(&rolled).mean("1.b.hits"), 2.0);
    is(odds(&rolled).mean("1.b.penetrations"), 2.0 / 3.0 * track);
    same_every_way(&rolled);
    // §17.7.3: a line: the first location, and others on 4+.
    let line = odds(&psychic(TANK, "power = 'arc'\nlocation = 'hull'\ntouched = 'track'"));
    is(line.mean("1.b.hits"), 1.5);
    let (track, hull) = (reaches(&[6, 3, 12], 6), 81.0 / 216.0);
    is(line.mean("1.b.penetrations"), hull + 0.5 * track * (1.0 - hull / 3.0));
    // §17.7.4: a template: each on 4+, and the men under it.
    let text = psychic(TANK, "power = 'arc'\ntouched = ['track', 'hull']\nunder = { men = 2 }");
    let under = odds(&text);
    is(under.mean("1.b.hits"), 1.0);
    is(under.mean("1.b.penetrations"), 0.5 * (track + hull));
    is(under.mean("1.men.hits"), 2.0);
    // S6 wounds T3 on 2+, and there is no save.
    is(under.mean("1.men.kills"), 2.0 * 5.0 / 6.0);
    same_every_way(&text);
    let script: &[(&str, &[u8])] = &[
        ("a location touched", &[4]),
        ("a location touched", &[3]),
        ("penetration", &[6, 3, 1]),
        ("damage of tank (track)", &[1]),
        ("to wound men", &[2, 1]),
        ("break test of men", &[1, 1]),
    ];
    let told = play(&text, script);
    assert_eq!([told["1.b.hits"], told["1.b.immobilised"], told["1.men.kills"]], [1, 1, 1]);
}

#[test]
fn section_17_7_13_b_strength_is_rolled_for_each_hit() {
    let text = psychic("{ unit = 'walker' }", "power = 'wild'");
    // S + D6, with a D6 more from S4 and a D12 more for S6, against 10.
    let ways: f64 = (1..=6)
        .map(|s| match s {
            1..=3 => reaches(&[6], 10 - s),
            4..=5 => reaches(&[6, 6], 10 - s),
            _ => reaches(&[6, 12], 10 - s),
        })
        .sum();
    is(odds(&text).chance("1.b.destroyed", 1), ways / 6.0);
    same_every_way(&text);
    // §15.4.3: a crewman at his post is wounded like a man.
    let rider = odds(&psychic("{ unit = 'bike' }", "power = 'fire'"));
    is(rider.mean("1.b.crew_killed"), 4.0 / 6.0);
}

#[test]
fn what_a_power_does_not_do_to_machines() {
    // Without strength it does nothing.
    let mind = odds(&psychic(TANK, "power = 'mind'"));
    is(mind.chance("1.a.cast", 1), 1.0);
    is(mind.chance("1.b.hits", 0), 1.0);
    // §17.7.7: a walker has an initiative, a tank has none.
    let walker = odds(&psychic("{ unit = 'walker' }", "power = 'bolt'"));
    is(walker.chance("1.b.avoided", 1), 4.0 / 6.0);
    is(walker.chance("1.b.destroyed", 1), 2.0 / 6.0);
    is(odds(&psychic(TANK, "power = 'bolt'")).chance("1.b.avoided", 0), 1.0);
    // §17.4.5: it rebounds on a walker that has cast it: 4D6 always reach 0 cm.
    let text = psychic("{ unit = 'walker' }", "power = 'arc'\ncounters = 'rebound'");
    let text = text.replace("by = 'a'\nat = 'b'", "by = 'b'\nat = 'a'");
    let back = odds(&text);
    is(back.chance("1.b.rebounded", 1), 1.0);
    is(back.chance("1.b.destroyed", 1), reaches(&[6, 3, 12], 4));
    same_every_way(&text);
}

#[test]
fn section_17_7_4_a_squad_of_men_and_machines() {
    // The nearest first. S4 kills T3 on 3+; of one to three hits those after that are on the tank.
    let text = psychic("{ unit = 'guard' }, { unit = 'tank' }", "power = 'storm'");
    let dies = 2.0 / 3.0;
    let second = dies;
    let third = 1.0 - (1.0 - dies) * (1.0 - dies);
    let at_tank = (second + second + third) / 3.0;
    let found = odds(&text);
    is(found.mean("1.b.hits"), 2.0);
    is(found.mean("1.b.penetrations"), at_tank / 3.0 * reaches(&[6, 6], 8));
    is(found.mean("1.b.kills"), (dies + third + 1.0 - (1.0f64 - dies).powi(3)) / 3.0);
    same_every_way(&text);
    // One model, as the caster chooses.
    let chosen = |model: &str| {
        odds(&psychic("{ unit = 'guard' }, { unit = 'walker' }", &format!("power = 'bolt'\nmodel = '{model}'")))
    };
    // S9 with a D20 always pierces 10; I4 avoids on 4 or less, I3 on 3 or less.
    is(chosen("walker").chance("1.b.destroyed", 1), 2.0 / 6.0);
    is(chosen("guard").mean("1.b.kills"), 3.0 / 6.0 * 5.0 / 6.0);
    // Without strength only men are hit.
    let killing = text.replace("[powers]\n", "[powers]\ndeath = { hits = 3 }\n").replace("'storm'\n", "'death'\n");
    let found = odds(&killing);
    is(found.mean("1.b.kills"), 1.0);
    is(found.mean("1.b.penetrations"), 0.0);
}

#[test]
fn mistakes_of_powers_at_machines() {
    let wrong = |b: &str, keys: &str, words: &str| {
        let told = refused(&psychic(b, keys));
        assert!(told.contains(words) && told.contains("test.toml"), "{told}\nnot: {words}");
    };
    wrong(TANK, "power = 'arc'\nlocation = 'hal'", "no location is called `hal`");
    wrong(TANK, "power = 'arc'\ntouched = ['track', 'hul']", "no location is called `hul`");
    wrong(TANK, "power = 'arc'\nlocation = 'hull'\ntouched = 'hull'", "the template strikes `hull` twice");
    wrong(TANK, "power = 'storm'\ntouched = 'hull'", "a power that covers models has no `hits`");
    wrong(TANK, "power = 'arc'\nunder = { men = 1 }", "touched = [");
    wrong(
        TANK,
        "power = 'arc'\ntouched = 'hull'\nunder = { tank = 1 }",
        "`b` has locations: a power covers it by them",
    );
    wrong("{ unit = 'hut' }", "power = 'arc'", "`b` is a building: no power harms it");
    wrong("{ unit = 'tank' }, { unit = 'guard' }", "power = 'bolt'", "`b` has men and machines");
    wrong(
        "{ unit = 'guard' }",
        "power = 'arc'\nunder = { b = 1, hut = 1 }",
        "no unit or formation here is called `hut`",
    );
}
