//! §3.4: shots.

use crate::trial::{Found, odds, play, same_every_way};

/// Shooters with one weapon at some targets; the keys of each as written.
fn shots(weapon: &str, order: &str, target: &str, groups: &str, step: &str) -> String {
    format!(
        "[units.shooter]\nabilities = ['elite 2']\nweapons = [{{ {weapon} }}]\n\
         [units.target]\n{target}\n[units.boss]\nclass = 1\n\
         [formations.reapers]\nmorale = 4\norder = '{order}'\nunits = [{{ unit = 'shooter', count = 4 }}]\n\
         [formations.brood]\nmorale = 6\nunits = [{groups}]\n\
         [[steps]]\naction = 'shoot'\nby = 'reapers'\nat = 'brood'\n{step}\n"
    )
}

/// The chance that one die hits.
fn one_die(need: &str, order: &str, rest: &str) -> Found<Vec<f64>> {
    let text = shots(&format!("to-hit = '{need}'"), order, "class = 3", "{ unit = 'target' }", rest);
    odds(&text.replace("count = 4", "count = 1"))
}

/// §8: to-hit, plain and with ones rerolled; 7+ to 9+ are a 6 and then another roll.
#[test]
fn to_hit() {
    let cases = [
        ("3+", 0, 2.0 / 3.0, 0.777_778),
        ("4+", 0, 0.5, 0.583_333),
        ("5+", 0, 1.0 / 3.0, 0.388_889),
        ("6+", 0, 0.166_667, 0.194_444),
        ("6+", 1, 0.083_333, 0.097_222),
        ("6+", 2, 0.055_556, 0.064_815),
        ("6+", 3, 0.027_778, 0.032_407),
        ("6+", 4, 0.0, 0.0),
    ];
    for (need, penalty, plain, again) in cases {
        let step = format!("penalty = {penalty}");
        one_die(need, "advance", &step).has_printed("1.brood.hits", &[1.0 - plain, plain]);
        one_die(need, "first-fire", &step).has_printed("1.brood.hits", &[1.0 - again, again]);
    }
}

/// §8: eight dice of 4+ with ones rerolled at six bases without a save; half of them lost, morale 6.
#[test]
fn eight_dice_at_six_bases() {
    let found = odds(&shots(
        "dice = 2, to-hit = '4+', ap = 1",
        "first-fire",
        "",
        "{ unit = 'target', count = 6 }",
        "range = 20",
    ));
    let kills = [0.000_908, 0.010_175, 0.049_857, 0.139_599, 0.244_298, 0.273_614, 0.281_549];
    found.has_printed("1.brood.kills", &kills);
    assert!((found.mean("1.brood.kills") - 4.563_241).abs() < 1e-6);
    assert!((found.at_least("1.brood.kills", 3) - 0.939_060).abs() < 1e-6);
    found.happens("1.brood.fall_back", 0.182_642);
}

/// #1, A-02: D3 hits for each success; or for every die.
#[test]
fn d3_hits() {
    let text = shots("dice = 1, to-hit = '4+', hits = 'D3'", "advance", "", "{ unit = 'target', count = 3 }", "");
    let text = text.replace("count = 4", "count = 1");
    odds(&text).has_printed("1.brood.hits", &[0.5, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
    let third = 1.0 / 3.0;
    let automatic = format!("readings = {{ d3-hits = 'automatic' }}\n{text}");
    odds(&automatic).has_printed("1.brood.hits", &[0.0, third, third, third]);
}

/// a six always hits, or not if more is needed.
#[test]
fn readings_of_seven_plus() {
    let text = |reading: &str| {
        let text = shots("to-hit = '6+'", "advance", "", "{ unit = 'target' }", "cover = 'ruins'");
        format!("readings = {{ over-six = '{reading}' }}\n{}", text.replace("count = 4", "count = 1"))
    };
    odds(&text("natural-six")).has_printed("1.brood.hits", &[5.0 / 6.0, 1.0 / 6.0]);
    odds(&text("impossible")).has_printed("1.brood.hits", &[1.0]);
}

/// #11, #22: cover, and weapons that ignore it.
#[test]
fn cover() {
    let of = |weapon: &str| {
        let weapon = format!("to-hit = '3+', abilities = [{weapon}]");
        let text = shots(&weapon, "advance", "", "{ unit = 'target', cover = 'bunker' }", "");
        odds(&text.replace("count = 4", "count = 1")).mean("1.brood.hits")
    };
    for (weapon, chance) in [
        ("", 2.0),
        ("'reduces-cover'", 3.0),
        ("'reduces-cover 2'", 4.0),
        ("'reduces-cover 5'", 4.0),
        ("'ignores-cover'", 4.0),
    ] {
        assert!((of(weapon) - chance / 6.0).abs() < 1e-12, "{weapon}");
    }
}

/// The chance that one automatic hit kills.
fn killed(target: &str, ap: u8, facing: &str, readings: &str) -> f64 {
    let step = format!("facing = '{facing}'");
    let text = shots(&format!("to-hit = 'auto', ap = {ap}"), "advance", target, "{ unit = 'target' }", &step);
    odds(&format!("{readings}\n{}", text.replace("count = 4", "count = 1"))).mean("1.brood.kills")
}

/// §3.4, #3, A-03, A-20: saves, penetration, fixed saves, facings.
#[test]
fn saves() {
    let sixths = |target: &str, ap, facing: &str, readings: &str| (killed(target, ap, facing, readings) * 6.0).round();
    assert_eq!(sixths("save = '4+'", 0, "front", ""), 3.0);
    assert_eq!(sixths("save = '4+'", 2, "front", ""), 5.0);
    assert_eq!(sixths("save = '4+'", 3, "front", ""), 6.0);
    assert_eq!(sixths("save = '1+'", 0, "front", ""), 0.0);
    assert_eq!(sixths("save = '1+'", 0, "front", "readings = { natural-one-saves = 'fails' }"), 1.0);
    assert_eq!(sixths("save = '6+f'", 4, "front", ""), 5.0);
    assert_eq!(sixths("save = '4+/6+f'", 1, "front", ""), 4.0);
    assert_eq!(sixths("save = '4+/6+f'", 4, "front", ""), 5.0);
    for (class, flank) in [(1, 3.0), (2, 3.0), (3, 4.0), (5, 4.0)] {
        let target = format!("class = {class}\nsave = '4+'");
        assert_eq!(sixths(&target, 0, "flank", ""), flank);
        assert_eq!(sixths(&target, 0, "rear", ""), flank);
        assert_eq!(sixths(&target, 0, "flank", "readings = { flank = 'rear-only' }"), 3.0);
    }
    let armour = |ability: &str| format!("class = 3\nsave = '4+'\nabilities = ['{ability}']");
    assert_eq!(["flank", "rear"].map(|facing| sixths(&armour("all-round-armour"), 0, facing, "")), [3.0, 3.0]);
    assert_eq!(["flank", "rear"].map(|facing| sixths(&armour("side-armour"), 0, facing, "")), [3.0, 4.0]);
}

/// #15, #23: wounds, Regeneration, and weapons that remove.
#[test]
fn wounds_and_regeneration() {
    let of = |target: &str, weapon: &str| {
        let text = shots(&format!("to-hit = 'auto'{weapon}"), "advance", target, "{ unit = 'target', count = 2 }", "");
        odds(&text)
    };
    // Four hits on two bases of three wounds: the first is lost, the second wounded.
    let found = of("wounds = 3", "");
    found.has_printed("1.brood.kills", &[0.0, 1.0]);
    found.has_printed("end.brood.wounds_left", &[0.0, 0.0, 1.0]);
    // Each wound is kept with a chance of a half.
    let found = of("wounds = 3\nabilities = ['regeneration 4+']", "");
    found.has_printed("1.brood.wounds", &[1.0, 4.0, 6.0, 4.0, 1.0].map(|ways| ways / 16.0));
    found.has_printed("1.brood.kills", &[11.0 / 16.0, 5.0 / 16.0]);
    let removed = of("wounds = 3\nabilities = ['regeneration 4+']", ", abilities = ['removes']");
    removed.has_printed("1.brood.wounds", &[0.0, 0.0, 0.0, 0.0, 1.0]);
}

/// §3.4: a shield stops a hit; penetration strips it, and attacks that ignore shields pass.
#[test]
fn shields() {
    let of = |weapon: &str| {
        let weapon = format!("to-hit = 'auto', {weapon}");
        odds(&shots(&weapon, "advance", "class = 5\nshields = 2\nwounds = 3", "{ unit = 'target' }", ""))
    };
    let stripped = of("ap = 1");
    stripped.has_printed("1.brood.shields_lost", &[0.0, 0.0, 1.0]);
    stripped.has_printed("1.brood.wounds", &[0.0, 0.0, 1.0]);
    let stopped = of("ap = 0");
    stopped.has_printed("1.brood.shields_lost", &[1.0]);
    stopped.has_printed("1.brood.wounds", &[1.0]);
    stopped.has_printed("1.brood.hits", &[0.0, 0.0, 0.0, 0.0, 1.0]);
    let passed = of("ap = 1, abilities = ['ignores-shields']");
    passed.has_printed("1.brood.shields_lost", &[1.0]);
    passed.has_printed("1.brood.kills", &[0.0, 1.0]);
}

/// §3.4: dice are dealt base by base, one each in turn, before any is rolled.
#[test]
fn dice_are_dealt() {
    let groups = "{ unit = 'target', count = 3 }, { unit = 'boss' }";
    let text = |step: &str| shots("dice = 1, to-hit = 'auto'", "advance", "", groups, step);
    let found = odds(&text(""));
    found.has_printed("end.brood.target.losses", &[0.0, 0.0, 0.0, 1.0]);
    found.has_printed("end.brood.boss.losses", &[0.0, 1.0]);
    // Three dice: none for the boss. Five: one more for the front base.
    odds(&text("shooters = 3")).has_printed("end.brood.boss.losses", &[1.0]);
    odds(&text("aim = { boss = 4 }")).has_printed("end.brood.target.losses", &[1.0]);
    let aimed = odds(&text("aim = { boss = 1 }"));
    aimed.has_printed("end.brood.target.losses", &[0.0, 0.0, 0.0, 1.0]);
    aimed.has_printed("end.brood.boss.losses", &[0.0, 1.0]);
}

/// dice aimed at single bases: two at one base kill it once.
#[test]
fn single_bases() {
    let text = |readings: &str| {
        let text = shots("to-hit = '4+'", "advance", "", "{ unit = 'target', count = 2 }", "");
        format!("{readings}\n{text}")
    };
    // Aimed at the group: two hits of four kill both. Spread: each base dies with 3/4.
    odds(&text("")).has_printed("1.brood.kills", &[1.0 / 16.0, 4.0 / 16.0, 11.0 / 16.0]);
    let spread = odds(&text("readings = { allocation = 'spread' }"));
    spread.has_printed("1.brood.kills", &[1.0 / 16.0, 6.0 / 16.0, 9.0 / 16.0]);
}

/// #5: misses and failed saves are rerolled, no more than are announced, than the pool has, and than there are bases.
#[test]
fn elite_dice() {
    let of = |step: &str, top: &str| {
        let text = shots("to-hit = '4+'", "advance", "", "{ unit = 'target', count = 9 }", step);
        odds(&format!("{top}\n{}", text.replace("count = 4", "count = 2")))
    };
    let plain = of("", "");
    plain.has_printed("1.brood.hits", &[0.25, 0.5, 0.25]);
    plain.has_printed("1.reapers.rerolls", &[1.0]);
    let one = of("elite = { reapers = 1 }", "");
    one.has_printed("1.brood.hits", &[1.0 / 8.0, 3.0 / 8.0, 4.0 / 8.0]);
    one.has_printed("1.reapers.rerolls", &[0.25, 0.75]);
    let both = of("elite = { reapers = 5 }", "");
    both.has_printed("1.brood.hits", &[1.0 / 16.0, 6.0 / 16.0, 9.0 / 16.0]);
    let none = of("elite = { reapers = 5 }", "elite-rerolls = { reapers = 0 }");
    none.has_printed("1.brood.hits", &[0.25, 0.5, 0.25]);
}

/// #5, §3.3: no die is rolled a third time: a one rerolled by First Fire is not rerolled by Elite.
#[test]
fn no_die_a_third_time() {
    let text = shots("to-hit = '4+'", "first-fire", "", "{ unit = 'target' }", "elite = { reapers = 1 }");
    let text = text.replace("count = 4", "count = 1");
    // 1/6 a one, then a half; 2/6 a miss, then a half; 3/6 a hit.
    odds(&text).happens("1.brood.hits", 0.5 + 1.0 / 12.0 + 1.0 / 6.0);
    let found = play(&text, &[("reapers: weapon to hit brood", &[1, 3])]);
    assert_eq!((found["1.brood.hits"], found["1.reapers.rerolls"]), (0, 0));
    let found = play(&text, &[("reapers: weapon to hit brood", &[2, 4])]);
    assert_eq!((found["1.brood.hits"], found["1.reapers.rerolls"]), (1, 1));
}

/// #5: bases that are not Elite keep their misses: of one Elite and one ordinary base, only one die is rerolled.
#[test]
fn ordinary_misses_stay() {
    let text = shots("to-hit = '4+'", "advance", "", "{ unit = 'target', count = 9 }", "elite = { reapers = 2 }");
    let mixed = "units = [{ unit = 'shooter' }, { unit = 'plain' }]";
    let text = text.replace("units = [{ unit = 'shooter', count = 4 }]", mixed);
    let found = odds(&format!("{text}[units.plain]\nweapons = [{{ to-hit = '4+' }}]\n"));
    // The Elite base hits with 3/4, the other with 1/2.
    found.has_printed("1.brood.hits", &[1.0 / 8.0, 4.0 / 8.0, 3.0 / 8.0]);
    found.has_printed("1.reapers.rerolls", &[0.5, 0.5]);
}

/// #5: Elite bases that are shot at reroll failed saves.
#[test]
fn elite_saves() {
    let text = "[units.shooter]\nweapons = [{ to-hit = 'auto' }]\n[units.target]\nsave = '4+'\nabilities = ['elite 1']\n\
        [formations.a]\nunits = [{ unit = 'shooter' }]\n[formations.b]\nunits = [{ unit = 'target', count = 2 }]\n\
        [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\nelite = { b = 1 }\n";
    let found = odds(text);
    found.has_printed("1.b.kills", &[0.75, 0.25]);
    found.has_printed("1.b.rerolls", &[0.5, 0.5]);
    // The pool belongs to the side, for the whole battle.
    let again = odds(&format!("{text}{}", &text[text.find("[[steps]]").unwrap()..]));
    again.has_printed("2.b.rerolls", &[0.75, 0.25]);
}

/// #20: another base of its class dies for an HQ base, after the volley; `lose` says otherwise.
#[test]
fn hq_bases() {
    let of = |hits: u8, step: &str| {
        let text = format!(
            "[units.shooter]\nweapons = [{{ dice = {hits}, to-hit = 'auto' }}]\n[units.lord]\nabilities = ['hq']\n[units.man]\n\
             [units.tank]\nclass = 3\n[formations.a]\nunits = [{{ unit = 'shooter' }}]\n[formations.b]\n\
             units = [{{ unit = 'lord' }}, {{ unit = 'man', count = 2 }}, {{ unit = 'tank' }}]\n\
             [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\n{step}\n"
        );
        odds(&text)
    };
    let saved = of(1, "aim = { lord = 1 }");
    saved.has_printed("1.b.hq_lost", &[1.0]);
    saved.has_printed("end.b.man.losses", &[0.0, 1.0]);
    saved.has_printed("1.b.kills", &[0.0, 1.0]);
    // Both men die themselves: no base of their class is left.
    let alone = of(3, "");
    alone.has_printed("1.b.hq_lost", &[0.0, 1.0]);
    alone.has_printed("1.b.kills", &[0.0, 0.0, 0.0, 1.0]);
    let lost = of(1, "aim = { lord = 1 }\nhq = { b = 'lose' }");
    lost.has_printed("1.b.hq_lost", &[0.0, 1.0]);
    lost.has_printed("end.b.man.losses", &[1.0]);
}

/// #4: close defences: 6+, no penetration, up to class 2, 15 cm, each once a turn.
#[test]
fn close_defences() {
    let of = |class: u8, step: &str| {
        let text = format!(
            "[units.guard]\nabilities = ['close-defences 2']\n[units.target]\nclass = {class}\n\
             [formations.a]\nunits = [{{ unit = 'guard' }}]\n[formations.b]\nunits = [{{ unit = 'target', count = 3 }}]\n\
             [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\n{step}\n[[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\n{step}\n"
        );
        odds(&text)
    };
    let two = [25.0, 10.0, 1.0].map(|ways| ways / 36.0);
    let found = of(2, "range = 10");
    found.has_printed("1.b.hits", &two);
    found.has_printed("2.b.hits", &[1.0]);
    found.happens("2.a.activated", 0.0);
    of(3, "range = 10").has_printed("1.b.hits", &[1.0]);
    of(2, "range = 16").happens("1.a.activated", 0.0);
    of(2, "weapons = 'close-defences'").has_printed("1.b.hits", &two);
    let one = of(2, "close-defences = 1");
    one.has_printed("1.b.hits", &[5.0 / 6.0, 1.0 / 6.0]);
    one.has_printed("2.b.hits", &[5.0 / 6.0, 1.0 / 6.0]);
}

/// §3.3, #6, #7, #32: orders and instinct.
#[test]
fn orders() {
    let of = |abilities: &str, formation: &str| {
        let text = format!(
            "[units.shooter]\nabilities = [{abilities}]\nweapons = [{{ to-hit = '4+' }}]\n[units.target]\n\
             [formations.a]\nmorale = 5\nunits = [{{ unit = 'shooter' }}]\n{formation}\n\
             [formations.b]\nunits = [{{ unit = 'target' }}]\n[[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\n"
        );
        (odds(&text).mean("1.b.hits") * 12.0).round()
    };
    let orders = ["first-fire", "advance", "charge", "fall-back", "none"];
    let by_order = |abilities: &str| orders.map(|order| of(abilities, &format!("order = '{order}'")));
    assert_eq!(by_order(""), [7.0, 6.0, 0.0, 0.0, 0.0]);
    assert_eq!(by_order("'command-unit'"), [7.0, 6.0, 6.0, 0.0, 0.0]);
    assert_eq!(of("'slave-hunt'", "instinct = true"), 6.0);
    assert_eq!(of("'slave-nest'", "instinct = true"), 6.0);
    assert_eq!(of("'slave-devastation'", "instinct = true"), 0.0);
    assert_eq!(of("'slave-devastation'", "order = 'first-fire'"), 7.0);
}

/// §3.7, #2, #8, #21: pinned bases do not fire; those in contact but not pinned fire at a penalty of 1, and so do shots
/// at them.
#[test]
fn contact() {
    let of = |shooter: &str, foe: &str| {
        let text = format!(
            "[units.shooter]\n{shooter}\nweapons = [{{ to-hit = '4+' }}]\n[units.foe]\n{foe}\n[units.target]\n\
             [formations.a]\nunits = [{{ unit = 'shooter' }}]\nengaged-by = 'c'\n\
             [formations.b]\nside = 'them'\nunits = [{{ unit = 'target' }}]\n[formations.c]\nside = 'them'\nunits = [{{ unit = 'foe' }}]\n\
             [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\n"
        );
        (odds(&text).mean("1.b.hits") * 6.0).round()
    };
    assert_eq!(of("class = 1", "class = 1"), 0.0);
    assert_eq!(of("class = 2", "class = 1"), 2.0);
    assert_eq!(of("class = 4", "class = 1"), 3.0);
    assert_eq!(of("abilities = ['antigrav']", "class = 1"), 2.0);
    assert_eq!(of("abilities = ['antigrav']", "abilities = ['jump-packs']"), 0.0);
    assert_eq!(of("class = 2\nabilities = ['antigrav']", "abilities = ['antigrav']"), 2.0);
    assert_eq!(of("abilities = ['floater']", "class = 7"), 2.0);
    let into = |class: u8| {
        let text = format!(
            "[units.shooter]\nweapons = [{{ to-hit = '4+' }}]\n[units.target]\nclass = {class}\n[units.friend]\n\
             [formations.a]\nside = 'us'\nunits = [{{ unit = 'shooter' }}]\n[formations.b]\nengaged-by = 'c'\nunits = [{{ unit = 'target' }}]\n\
             [formations.c]\nside = 'us'\nunits = [{{ unit = 'friend' }}]\n[[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\n"
        );
        (odds(&text).mean("1.b.hits") * 6.0).round()
    };
    assert_eq!([1, 3, 4].map(into), [2.0, 2.0, 3.0]);
}

/// #8: 25 cm more if one of the two is high.
#[test]
fn altitude() {
    let of = |altitude: &str, range: u8| {
        let text = format!(
            "[units.shooter]\nweapons = [{{ range = 50, to-hit = 'auto' }}]\n[units.floater]\nabilities = ['floater']\n\
             [formations.a]\nunits = [{{ unit = 'shooter' }}]\n[formations.b]\naltitude = '{altitude}'\nunits = [{{ unit = 'floater' }}]\n\
             [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\nrange = {range}\n"
        );
        odds(&text).mean("1.a.activated")
    };
    assert_eq!([of("low", 50), of("low", 51), of("high", 25), of("high", 26)], [1.0, 0.0, 1.0, 0.0]);
}

/// Weapons that fire once fire once.
#[test]
fn one_shot() {
    let text = shots("to-hit = 'auto', abilities = ['one-shot']", "advance", "wounds = 9", "{ unit = 'target' }", "");
    let steps = &text[text.find("[[steps]]").unwrap()..];
    let found = odds(&format!("{text}{}{steps}", steps.replace("at = 'brood'", "at = 'brood'\nshooters = 1")));
    found.has_printed("1.brood.hits", &[0.0, 0.0, 0.0, 0.0, 1.0]);
    found.has_printed("2.brood.hits", &[1.0]);
}

/// Exact odds, die by die and sampled, agree: two groups with cover, saves, Regeneration, HQ, Elite dice on both sides.
#[test]
fn every_way_gives_the_same() {
    let text = |weapon: &str, count: u8| {
        format!(
            "[units.shooter]\nabilities = ['elite 1']\nweapons = [{{ {weapon} }}]\n\
             [units.man]\nsave = '5+'\nabilities = ['elite 1']\n\
             [units.beast]\nclass = 3\nwounds = 2\nsave = '4+'\nabilities = ['regeneration 5+', 'hq']\n\
             [formations.a]\norder = 'first-fire'\nmorale = 5\nunits = [{{ unit = 'shooter', count = {count} }}]\n\
             [formations.b]\nmorale = 7\nunits = [{{ unit = 'man', cover = 1 }}, {{ unit = 'beast' }}]\n\
             [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\nfacing = 'rear'\nelite = {{ a = 1, b = 1 }}\n"
        )
    };
    same_every_way(&text("to-hit = '4+', ap = 1", 2));
    same_every_way(&text("to-hit = '6+', hits = 'D3'", 1));
}

/// Shields one by one, and single bases.
#[test]
fn every_way_with_shields() {
    same_every_way(
        "readings = { allocation = 'spread' }\n[units.shooter]\nweapons = [{ dice = 2, to-hit = '3+', ap = 1 }]\n\
         [units.knight]\nclass = 4\nshields = 1\nwounds = 2\nsave = '3+'\n\
         [formations.a]\nunits = [{ unit = 'shooter', count = 2 }]\n[formations.b]\nmorale = '4+'\nunits = [{ unit = 'knight', count = 2, shields-down = 1 }]\n\
         [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\n[[steps]]\naction = 'rally'\nby = 'b'\n",
    );
}
