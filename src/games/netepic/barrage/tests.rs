//! §3.5, #9, #10: templates, barrages, scatter, deep strike.

use crate::trial::{Found, compiled, odds, play, refused, same_every_way};

/// Some guns with one template at some targets; the keys of each as written.
fn barrage(guns: (u8, &str, &str), target: &str, foe: &str, step: &str) -> String {
    let (count, weapon, order) = guns;
    format!(
        "[units.gun]\nclass = 3\nabilities = ['elite 2']\nweapons = [{{ name = 'Mortar', range = 100, {weapon} }}]\n\
         [units.t]\n{target}\n[units.man]\nsave = '5+'\n\
         [formations.us]\nside = 'us'\norder = '{order}'\nmorale = 6\nunits = [{{ unit = 'gun', count = {count} }}]\n\
         [formations.foe]\nside = 'foe'\nmorale = 6\n{foe}\n\
         [formations.friends]\nside = 'us'\nunits = [{{ unit = 'man', count = 2 }}]\n\
         [[steps]]\naction = 'barrage'\nby = 'us'\nat = 'foe'\n{step}\n"
    )
}

const TEMPLATE: &str = "template = 12, to-hit = '5+', ap = 1";
const FOUR: &str = "units = [{ unit = 't', count = 4 }]";
const PLACES: &str = "layout = [[0, 0], [5, 0], [0, 7]]\nunits = [{ unit = 't', count = 3 }]";

fn direct(weapon: &str, target: &str, under: &str) -> Found<Vec<f64>> {
    odds(&barrage((1, weapon, "advance"), target, FOUR, under))
}

/// The binomial distribution of this many dice.
fn binomial(dice: i32, chance: f64) -> Vec<f64> {
    let choose =
        |passed: i32| (0..passed).fold(1.0, |product, nth| product * f64::from(dice - nth) / f64::from(nth + 1));
    (0..=dice).map(|passed| choose(passed) * chance.powi(passed) * (1.0 - chance).powi(dice - passed)).collect()
}

/// §8: a lone base under a scattered template: it stays on 1 or 2, otherwise it still covers it if 2D6 are within its
/// radius.
#[test]
fn scatter_golden() {
    for (size, chance) in [("6", 0.388_889), ("7.5", 0.388_889), ("12", 0.611_111)] {
        let weapon = format!("template = {size}, to-hit = 'auto'");
        let lone = "units = [{ unit = 't' }]";
        let text = barrage((1, &weapon, "first-fire"), "", lone, "point = [3, 4]\nindirect = true");
        odds(&text).happens("1.foe.hits", chance);
        same_every_way(&text);
    }
}

/// §3.5: a lone target without a place stands at the point, wherever that is: the same odds as with both written.
#[test]
fn section_3_5_a_lone_target_stands_at_the_point() {
    let weapon = "template = 12, to-hit = 'auto'";
    let lone = "units = [{ unit = 't' }]";
    let text = barrage((1, weapon, "first-fire"), "", lone, "indirect = true");
    // 1/3 stays; else 2D6 of at most 6, 15 ways of 36: 1/3 + 2/3 * 15/36 = 0.611111.
    odds(&text).happens("1.foe.hits", 0.611_111);
    same_every_way(&text);
    // Bases with a place are not near a target without one.
    let places = text.replace("units = [{ unit = 'man'", "layout = [[0, 0], [5, 0]]\nunits = [{ unit = 'man'");
    odds(&places).happens("1.foe.hits", 0.611_111);
    let told = compiled(&places).choices.join("\n");
    assert!(told.contains("foe stands where templates at it are aimed, and no other bases are near"), "{told}");
    // It needs First Fire.
    let told = compiled(&text.replace("first-fire", "advance")).remarks.join("\n");
    assert!(told.contains("no indirect fire under the order `advance`"), "{told}");
}

/// §8: two deviations: within 6 cm, edge included; the drift in whole cm, rounded to the nearest.
#[test]
fn deep_strike_golden() {
    let text = |radius: &str| {
        format!(
            "[units.u]\nabilities = ['deep-strike']\n[formations.us]\nunits = [{{ unit = 'u', count = 2 }}]\n\
             [[steps]]\naction = 'deep-strike'\nby = 'us'\n{radius}\n"
        )
    };
    let found = odds(&text(""));
    found.happens("1.us.on_target", 0.407_981);
    assert!((found.mean("1.us.drift") - 7.320_555).abs() < 1e-6);
    for (radius, chance) in [(0, 1.0 / 9.0), (3, 0.179_084), (10, 0.765_106), (24, 1.0)] {
        odds(&text(&format!("radius = {radius}"))).happens("1.us.on_target", chance);
    }
    same_every_way(&text("radius = 6"));
    let script: &[(&str, &[u8])] = &[
        ("scatter die of us, first", &[2]),
        ("scatter die of us, second", &[3]),
        ("how far us, second scatters", &[3, 4]),
    ];
    let found = play(&text(""), script);
    assert_eq!((found["1.us.on_target"], found["1.us.drift"]), (0, 7));
    assert!(refused(&text("").replace("['deep-strike']", "[]")).contains("drops from the sky"));
}

/// §3.5: the table of barrage points, those of the living bases together.
#[test]
fn barrage_points() {
    let needs = [(1, 6), (2, 6), (3, 5), (4, 5), (5, 4), (6, 4), (7, 3), (8, 3), (9, 2), (20, 2)];
    for (points, face) in needs {
        let found = direct(&format!("template = 12, barrage-points = {points}"), "", "under = { t = 3 }");
        found.has_printed("1.foe.hits", &binomial(3, f64::from(7 - face) / 6.0));
    }
    let three = barrage((3, "template = 12, barrage-points = 2", "advance"), "", FOUR, "under = { t = 4 }");
    odds(&three).has_printed("1.foe.hits", &binomial(4, 0.5));
    let count = "template = 12, count = 2, barrage-points = 2";
    direct(count, "", "under = { t = 2 }").has_printed("1.foe.hits", &binomial(2, 1.0 / 3.0));
    // One of two mortars is shot first: 2 points instead of 4.
    let rifle = "weapons = [{ name = 'Rifle', to-hit = 'auto' }]";
    let two = barrage((2, "template = 12, barrage-points = 2", "advance"), rifle, FOUR, "under = { t = 2 }");
    let shot = "[[steps]]\naction = 'shoot'\nby = 'foe'\nat = 'us'\nshooters = 1\n[[steps]]\naction = 'barrage'";
    let two = two.replace("[[steps]]\naction = 'barrage'", shot).replacen("morale = 6", "auto-morale = true", 1);
    odds(&two).has_printed("2.foe.hits", &binomial(2, 1.0 / 6.0));
    same_every_way(&three);
}

/// #10, #11, #22: each base under it is rolled for, ones rerolled in First Fire, with its own cover.
#[test]
fn each_base_rolls() {
    let third = 1.0 / 3.0;
    direct(TEMPLATE, "", "under = { t = 3 }").has_printed("1.foe.kills", &binomial(3, third));
    let first_fire = barrage((1, TEMPLATE, "first-fire"), "", FOUR, "under = { t = 3 }");
    odds(&first_fire).has_printed("1.foe.hits", &binomial(3, 0.388_888_889));
    let covered = |abilities: &str| {
        let weapon = format!("{TEMPLATE}, abilities = [{abilities}]");
        let foe = "units = [{ unit = 't', count = 4, cover = 'ruins' }]";
        odds(&barrage((1, &weapon, "advance"), "", foe, "under = { t = 3 }"))
    };
    covered("").has_printed("1.foe.hits", &binomial(3, 1.0 / 6.0));
    covered("'ignores-cover'").has_printed("1.foe.hits", &binomial(3, third));
    covered("'reduces-cover'").has_printed("1.foe.hits", &binomial(3, third));
    odds(&barrage((1, TEMPLATE, "charge"), "", FOUR, "under = { t = 3 }")).happens("1.us.activated", 0.0);
    same_every_way(&first_fire);
}

/// §3.5: a base takes its own hits: those beyond its wounds are lost.
#[test]
fn own_hits() {
    let twice = direct("template = 6, to-hit = '4+', hits = 2", "", "under = { t = 2 }");
    twice.has_printed("1.foe.hits", &[0.25, 0.0, 0.5, 0.0, 0.25]);
    twice.has_printed("1.foe.kills", &[0.25, 0.5, 0.25]);
    let d3 = direct("template = 6, to-hit = 'auto', hits = 'D3'", "wounds = 2\nclass = 4", "under = { t = 1 }");
    d3.has_printed("1.foe.wounds", &[0.0, 1.0 / 3.0, 2.0 / 3.0]);
    // Two templates cover the same two of three bases.
    let two = barrage((2, "template = 6, to-hit = 'auto'", "advance"), "", FOUR, "under = { t = 2 }");
    odds(&two).has_printed("1.foe.hits", &[0.0, 0.0, 0.0, 0.0, 1.0]);
    odds(&two).has_printed("1.foe.kills", &[0.0, 0.0, 1.0]);
    let wounded = barrage((2, TEMPLATE, "advance"), "wounds = 2\nclass = 4", FOUR, "under = { t = 3 }");
    odds(&wounded).has_printed("1.foe.kills", &binomial(3, 1.0 / 9.0));
    same_every_way(&wounded);
}

/// #4, #20, #23: shields, Regeneration, HQ bases.
#[test]
fn what_stops_a_hit() {
    let auto = "template = 6, to-hit = 'auto', ap = 1";
    let shielded = odds(&barrage((2, auto, "advance"), "shields = 1\nclass = 5", FOUR, "under = { t = 2 }"));
    shielded.has_printed("1.foe.shields_lost", &[0.0, 0.0, 1.0]);
    shielded.has_printed("1.foe.kills", &[0.0, 0.0, 1.0]);
    let again = direct(auto, "abilities = ['regeneration 4+']", "under = { t = 3 }");
    again.has_printed("1.foe.kills", &binomial(3, 0.5));
    let hq = "units = [{ unit = 't' }, { unit = 'man', count = 2 }]";
    let found = odds(&barrage((1, auto, "advance"), "abilities = ['hq']", hq, "under = { t = 1 }"));
    found.has_printed("1.foe.kills", &[0.0, 1.0]);
    found.has_printed("1.foe.hq_lost", &[1.0]);
    found.has_printed("end.foe.t.survivors", &[0.0, 1.0]);
    let lost = "under = { t = 1 }\nhq = { foe = 'lose' }";
    odds(&barrage((1, auto, "advance"), "abilities = ['hq']", hq, lost)).has_printed("1.foe.hq_lost", &[0.0, 1.0]);
}

/// §3.5: friend and foe alike, by unit, by formation, or both.
#[test]
fn who_is_under() {
    let auto = "template = 12, to-hit = 'auto', ap = 2";
    for friends in ["'friends.man'", "friends", "man"] {
        let found = direct(auto, "", &format!("under = {{ t = 2, {friends} = 1 }}"));
        found.has_printed("1.friends.kills", &[0.0, 1.0]);
        found.has_printed("1.foe.kills", &[0.0, 0.0, 1.0]);
    }
    // The first living ones, also in the next step.
    let step = "under = { foe = 3 }\n[[steps]]\naction = 'barrage'\nby = 'us'\nat = 'foe'\nunder = { t = 3 }";
    let found = odds(&barrage((1, auto, "advance"), "", FOUR, step));
    found.has_printed("2.foe.hits", &[0.0, 1.0]);
}

/// #5: Elite dice of the shooters: the dice dealt first are rerolled first.
#[test]
fn elite() {
    let text =
        barrage((1, "template = 12, to-hit = '4+'", "advance"), "", FOUR, "under = { t = 2 }\nelite = { us = 1 }");
    // One of two misses is rerolled.
    odds(&text).has_printed("1.foe.hits", &[1.0 / 8.0, 3.0 / 8.0, 4.0 / 8.0]);
    let two = barrage((2, TEMPLATE, "advance"), "save = '4+'", FOUR, "under = { t = 3 }\nelite = { us = 2 }");
    assert!((odds(&two).mean("1.foe.kills") - 1.507_222_815).abs() < 1e-9);
    for text in [text, two.replace("advance", "first-fire")] {
        same_every_way(&text);
    }
}

/// §3.5: a base is covered if its centre is within the radius, edge included.
#[test]
fn places() {
    let foe = "layout = [[0, 0], [5, 0], [6, 0], [6.01, 0]]\nunits = [{ unit = 't', count = 4 }]";
    let auto = (1, "template = 12, to-hit = 'auto'", "advance");
    odds(&barrage(auto, "", foe, "point = [0, 0]")).has_printed("1.foe.hits", &[0.0, 0.0, 0.0, 1.0]);
    odds(&barrage(auto, "", foe, "point = [0.01, 0]")).has_printed("1.foe.hits", &[0.0, 0.0, 0.0, 0.0, 1.0]);
    // Without a point, at the first living base: the second, once the first is lost.
    let step = "weapons = 'Mortar'\n[[steps]]\naction = 'barrage'\nby = 'us'\nat = 'foe'";
    let one = (1, "template = 4, to-hit = 'auto'", "advance");
    let found = odds(&barrage(one, "", foe, step));
    found.has_printed("1.foe.hits", &[0.0, 1.0]);
    found.has_printed("2.foe.hits", &[0.0, 0.0, 0.0, 1.0]);
}

/// §3.5, A-34: indirect fire scatters, and only in First Fire; or needs more.
#[test]
fn indirect() {
    let step = "point = [0, 0]\nindirect = true";
    let scattered = barrage((1, TEMPLATE, "first-fire"), "save = '4+'", PLACES, step);
    assert!(
        (odds(&scattered).mean("1.foe.hits") - odds(&scattered.replace("true", "'unobserved'")).mean("1.foe.hits"))
            .abs()
            < 1e-12
    );
    let found = odds(&scattered.replace("'first-fire'", "'advance'"));
    found.happens("1.us.activated", 0.0);
    found.has_printed("1.foe.hits", &[1.0]);
    let penalty = |indirect: &str| {
        let step = format!("under = {{ t = 2 }}\nindirect = {indirect}");
        odds(&format!(
            "readings = {{ indirect = 'penalty' }}\n{}",
            barrage((1, "template = 12, to-hit = '4+'", "first-fire"), "", PLACES, &step)
        ))
    };
    penalty("true").has_printed("1.foe.hits", &binomial(2, 0.388_888_889));
    penalty("'unobserved'").has_printed("1.foe.hits", &binomial(2, 0.194_444_444));
}

/// Scattered templates one after the other, exactly, die by die and sampled; one with its dice as written.
#[test]
fn scattered_templates() {
    let step = "point = [0, 0]\nindirect = true";
    same_every_way(&barrage((2, TEMPLATE, "first-fire"), "wounds = 2\nclass = 4", PLACES, step));
    same_every_way(&barrage((2, "template = 12, barrage-points = 3", "first-fire"), "", PLACES, step));
    let friends = "side = 'us'\nlayout = [[9, 0], [10, 3]]\nunits = [{ unit = 'man'";
    let text = barrage((1, TEMPLATE, "first-fire"), "save = '4+'", PLACES, step);
    let text = text.replace("side = 'us'\nunits = [{ unit = 'man'", friends);
    // Computed independently of this program.
    assert!((odds(&text).mean("1.friends.kills") - 0.073_802_434_266_431_5).abs() < 1e-9);
    assert!((odds(&text).mean("1.foe.kills") - 0.344_334_853_452_231_3).abs() < 1e-3);
    let script: &[(&str, &[u8])] = &[("scatter die of us: Mortar", &[1]), ("to hit", &[5, 4]), ("save of foe", &[4])];
    let found = play(&text, script);
    assert_eq!((found["1.foe.hits"], found["1.foe.kills"]), (1, 1));
}

/// Forgetting positions after the last template changes nothing.
#[test]
fn forgotten_places() {
    let step = "point = [1, 1]\nindirect = true";
    let shot = "[[steps]]\naction = 'shoot'\nby = 'friends'\nat = 'foe'\n";
    let text = barrage((2, TEMPLATE, "first-fire"), "wounds = 2\nclass = 4", PLACES, &format!("{step}\n{shot}"));
    let text = text.replace("[units.man]", "[units.man]\nweapons = [{ to-hit = '4+' }]");
    // A second barrage that never comes: its formation does not fire indirectly in an advance.
    let idle = format!("{text}[[steps]]\naction = 'barrage'\nby = 'idle'\nat = 'foe'\n{step}\n");
    let more = "[formations.idle]\nside = 'us'\nunits = [{ unit = 'gun' }]\n[[steps]]";
    let idle = idle.replacen("[[steps]]", more, 1);
    let (with, without) = (odds(&text), odds(&idle));
    for measure in ["1.foe.hits", "1.foe.wounds", "1.foe.kills", "2.foe.wounds", "1.foe.fall_back"] {
        with.has(measure, &without[measure]);
    }
}

/// #8, #19: a template in the air does not reach the ground; a power may have one.
#[test]
fn air_and_powers() {
    let step = "under = { t = 2, friends = 1 }";
    let said = refused(&barrage((1, TEMPLATE, "advance"), "class = 3\nabilities = ['floater']", FOUR, step));
    assert!(said.contains("`friends` is in the air or on the ground, and the target is not"), "{said}");
    let power = format!("{TEMPLATE}, psychic = 'physical'");
    direct(&power, "shields = 1\nclass = 5", "under = { t = 1 }")
        .has_printed("1.foe.shields_lost", &[2.0 / 3.0, 1.0 / 3.0]);
    let ethereal = "template = 12, to-hit = 'auto', psychic = 'ethereal'";
    direct(ethereal, "save = '1+'\nabilities = ['psychic-save 4+']", "under = { t = 2 }")
        .has_printed("1.foe.kills", &binomial(2, 0.5));
}

/// What is refused.
#[test]
fn what_cannot_be() {
    let says = |text: &str, parts: &[&str]| {
        let said = refused(text);
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    };
    let of = |foe: &str, step: &str| barrage((1, TEMPLATE, "first-fire"), "", foe, step);
    says(&of(FOUR, "under = { t = 3 }\nindirect = true"), &["scatters", "`layout`"]);
    says(
        &of(FOUR, "indirect = true"),
        &["the scenario does not say which bases the templates on `foe` cover", "`layout` of the formation"],
    );
    says(
        &of(FOUR, ""),
        &["the scenario does not say which bases the templates on `foe` cover", "`under` counts bases"],
    );
    says(&of(FOUR, "point = [0, 0]"), &["a point, but `foe` has no `layout`"]);
    says(&of(FOUR, "under = { t = 5 }"), &["a template covers 5 of 4 bases"]);
    says(&of(FOUR, "under = { t = 3, foe = 2 }"), &["a template covers 2 of 1 bases"]);
    says(
        &of(FOUR, "under = { tt = 1 }"),
        &["no unit or formation here is called `tt`", "known: foe, friends, gun, man, t, us"],
    );
    says(
        &of(PLACES, "under = { t = 1 }\npoint = [0, 0]"),
        &["`under` counts the bases a template covers, and `point` says where it falls"],
    );
    says(&of(FOUR, "under = { t = 1 }\naim = { t = 1 }"), &["templates have none"]);
    says(
        &of(FOUR, "under = { t = 1 }\nweapons = 'Morter'"),
        &["no template of these shooters is called `Morter`", "did you mean `Mortar`?"],
    );
    says(&of(FOUR, "under = { t = 1 }").replace(TEMPLATE, "to-hit = '4+'"), &["`us` has no templates"]);
    says(&of(FOUR, "under = { t = 1 }").replace("ap = 1", "dice = 2"), &["`Mortar` has a template and dice"]);
    says(&of(PLACES, "point = [0, 0]").replace(TEMPLATE, "barrage-points = 2"), &["`Mortar` has no `template`"]);
    says(
        &of(FOUR, "under = { t = 1 }").replace(TEMPLATE, "barrage-points = 2, dice = 2"),
        &["`Mortar` has barrage points and dice"],
    );
}
