//! Readings of rules that the book of Epic Armageddon leaves open: each value of each with odds counted by hand, and
//! reported where it matters and nowhere else.

use crate::support::{Scene, close, compiled, weapon};

/// A scene with a reading in force; none for the default.
fn read(scene: &Scene, key: &str, value: &str) -> Scene {
    match value {
        "" => scene.clone(),
        _ => scene.clone().top(&format!("readings = {{ {key} = '{value}' }}")),
    }
}

/// The readings reported for a scene.
fn told(scene: &Scene) -> Vec<String> {
    let choices = compiled(&scene.text()).choices.into_iter();
    choices.filter(|line| line.starts_with("reading of")).collect()
}

/// Asserts that a reading is reported for the first scene, with each value, and for none of the others.
#[track_caller]
fn told_where_it_matters(key: &str, values: [&str; 2], matters: &Scene, others: &[Scene]) {
    let line = |value: &str| told(&read(matters, key, value)).join(" ");
    assert!(values.iter().all(|value| line(value).contains(&format!("({key})"))), "{}", line(values[0]));
    assert_eq!(line(""), line(values[0]), "the first is the default");
    assert_ne!(line(values[0]), line(values[1]));
    for (number, scene) in others.iter().enumerate() {
        let said = told(&read(scene, key, values[1]));
        assert!(!said.iter().any(|line| line.contains(key)), "scene {number}: {said:?}");
    }
}

#[test]
fn what_is_no_reading_is_refused() {
    let scene = Scene::new().force("us 1+", "1 rifle").force("them 3+", "5 recruit").step("shoot", "us", "them", "");
    let refused = read(&scene, "barrage-hits", "pool").refusal();
    assert!(
        refused.contains("`pool` is not a reading of the hits of templates")
            && refused.contains("did you mean `pooled`?"),
        "{refused}"
    );
    let refused = read(&scene, "barrage-hit", "pooled").refusal();
    assert!(refused.contains("did you mean `barrage-hits`?"), "{refused}");
}

#[test]
fn section_1_9_5_mixed_cover_is_told_where_cover_is_mixed() {
    let at = |them: &str, step: &str| {
        Scene::new().force("us 1+", "1 rifle").force("them 3+", them).step("shoot", "us", "them", step)
    };
    let mixed = "3 recruit; 5 veteran, cover = 'ruins'";
    let others = [
        at("3 recruit; 5 veteran", ""),
        at("5 veteran, cover = 'ruins'", ""),
        at(mixed, "aim = { ap = 'open' }"),
        at("3 truck; 5 veteran, cover = 'ruins'", ""),
    ];
    let values = ["all-at-minus-one", "covered-only-at-minus-one"];
    told_where_it_matters("mixed-cover", values, &at(mixed, "aim = { ap = 'all' }"), &others);
}

#[test]
fn section_3_2_5_lone_engines_are_told_where_one_with_shields_regroups() {
    let regroup = |engine: &str| {
        let scene = Scene::new().unit("titan", "type = 'war-engine', dc = 4, shields = 2");
        let scene = scene.unit("hull", "type = 'war-engine', dc = 3");
        scene.force("us 1+; blast-markers = 1", &format!("1 {engine}")).step("marshal", "us", "", "")
    };
    told_where_it_matters("lone-engine-regroups", ["two-dice", "one-die"], &regroup("titan"), &[regroup("hull")]);
}

#[test]
fn section_1_11_passengers_in_crossfire() {
    let scene = |rider: &str, step: &str| {
        Scene::new()
            .unit("rhino", "type = 'armoured-vehicle', transport = 1")
            .unit("guard", "armour = '4+', abilities = ['thick-rear-armour']")
            .force("us 1+", "1 cannon")
            .force("them 3+", &format!("1 rhino; 1 {rider}, embarked-in = 'rhino'; 5 recruit"))
            .step("shoot", "us", "them", step)
    };
    let key = "crossfire-passengers";
    let aboard = scene("veteran", "crossfire = true");
    // A hit on 4+ destroys the transport; a veteran aboard saves on 4+, at −1 on 5+.
    for (value, dies) in [("", 2.0 / 3.0), ("minus-one", 2.0 / 3.0), ("unmodified", 1.0 / 2.0)] {
        close(read(&aboard, key, value).odds().chance("end.them.losses", 2), 1.0 / 2.0 * dies);
    }
    let nobody = Scene::new().force("us 1+", "1 cannon").force("them 3+", "5 tank");
    let others = [
        scene("veteran", ""),
        // A thick rear is not made worse.
        scene("guard", "crossfire = true"),
        nobody.step("shoot", "us", "them", "crossfire = true"),
    ];
    told_where_it_matters(key, ["minus-one", "unmodified"], &aboard, &others);
}

/// Weapons that disrupt fire at units of all kinds.
fn disrupting() -> Scene {
    Scene::new()
        .unit("scrambler", &weapon("Scrambler", "AP4+", "'disrupt'"))
        .unit("mortar", &weapon("Mortar", "3BP", "'disrupt'"))
        .unit("jammer", &weapon("Jammer", "AT4+", "'disrupt'"))
        .unit("sled", "type = 'war-engine', dc = 1")
        .unit("rhino", "type = 'armoured-vehicle', transport = 1")
}

#[test]
fn sections_1_11_and_2_2_7_the_extra_marker_of_crossfire_with_disrupt() {
    let scene = |us: &str, them: &str, step: &str| {
        disrupting().force("us 1+", us).force("them 3+", them).step("shoot", "us", "them", step)
    };
    let key = "crossfire-disrupt";
    let one = scene("1 scrambler", "9 recruit", "crossfire = true");
    let gained = |scene: &Scene, value: &str, script: &[(&str, &[u8])]| read(scene, key, value).play(script)["1.them.blast_markers"];
    // 1 for coming under fire, 1 for the hit, and 1 more for the first unit lost.
    let hit: [(&str, &[u8]); 1] = [("to hit", &[4])];
    assert_eq!(gained(&one, "", &hit), 3);
    assert_eq!(gained(&one, "extra-marker", &hit), 3);
    assert_eq!(gained(&one, "no-extra-marker", &hit), 2);
    // A war engine lost to a hit: the same.
    let engine = scene("1 jammer", "1 sled; 9 recruit", "crossfire = true");
    let destroyed: [(&str, &[u8]); 2] = [("to hit", &[4]), ("critical hit on a 6", &[5])];
    assert_eq!(gained(&engine, "extra-marker", &destroyed), 3);
    assert_eq!(gained(&engine, "no-extra-marker", &destroyed), 2);
    // Another lost to a rifle is the first that counts: 1 + 1 for the hit, 1 for the loss, 1 more by either reading.
    let both = scene("1 scrambler; 1 rifle", "9 recruit", "crossfire = true");
    let hits: [(&str, &[u8]); 2] = [("Scrambler", &[4]), ("Rifle", &[4])];
    assert_eq!(gained(&both, "extra-marker", &hits), 4);
    assert_eq!(gained(&both, "no-extra-marker", &hits), 4);
    // Units aboard are not disrupted (§2.2.7 Q): their loss, without a save at 6+ and −1, costs 1 and the extra one.
    let carried = scene("1 jammer", "1 rhino; 1 recruit, embarked-in = 'rhino'; 9 truck", "crossfire = true");
    assert_eq!(gained(&carried, "extra-marker", &hit), 4);
    assert_eq!(gained(&carried, "no-extra-marker", &hit), 4);
    let others = [scene("1 scrambler", "9 recruit", ""), scene("1 rifle", "9 recruit", "crossfire = true")];
    told_where_it_matters(key, ["extra-marker", "no-extra-marker"], &one, &others);
    let barrage = disrupting().force("us 1+", "1 mortar").force("them 3+", "9 recruit");
    let barrage = barrage.step("barrage", "us", "them", "crossfire = true; under = { recruit = 1 }");
    assert_eq!(gained(&barrage, "extra-marker", &hit), 3);
    assert_eq!(gained(&barrage, "no-extra-marker", &hit), 2);
    told_where_it_matters(key, ["extra-marker", "no-extra-marker"], &barrage, &[]);
}

#[test]
fn sections_1_8_4_and_1_12_5_overwatch_in_an_assault() {
    let scene = |them: &str, unit: &str| {
        Scene::new()
            .force("us 1+", "1 brawler")
            .force(&format!("them 3+; {them}"), &format!("1 {unit}"))
            .step("assault", "us", "them", "")
    };
    let key = "overwatch-in-assault";
    let waiting = scene("state = 'overwatch'", "recruit");
    // The brawler kills in a round with 1/2 · 2/3, or 1/2; the recruit has no attack. Otherwise one against one without
    // markers: a tie, and another round, in 286 of 1296.
    for (value, kills) in [("", 1.0 / 3.0), ("cover-save", 1.0 / 3.0), ("no-cover-save", 1.0 / 2.0)] {
        let tie = 286.0 / 1296.0;
        close(read(&waiting, key, value).odds().mean("1.us.kills"), kills / (1.0 - (1.0 - kills) * tie));
    }
    let others = [
        scene("", "recruit"),
        scene("state = 'overwatch'", "veteran"),
        scene("state = 'overwatch'", "truck"),
        scene("state = 'overwatch'", "recruit, cover = 'ruins'"),
    ];
    told_where_it_matters(key, ["cover-save", "no-cover-save"], &waiting, &others);
}

#[test]
fn section_1_9_8_hits_of_a_barrage_pooled_or_unit_by_unit() {
    let scene = |them: &str, under: &str| {
        Scene::new()
            .unit("mortar", &weapon("Mortar", "3BP", ""))
            .force("us 1+", "1 mortar")
            .force("them 3+", them)
            .step("barrage", "us", "them", &format!("under = {{ {under} }}"))
    };
    let key = "barrage-hits";
    let both = scene("1 recruit; 1 veteran", "recruit = 1, veteran = 1");
    // AP4+ at each. Pooled, the recruit in front dies of the first hit of two dice, the veteran saves the second on 4+:
    // none of 4, one of 2 · 1/4 + 1/4 · 1/2, both of 1/4 · 1/2.
    for value in ["", "pooled"] {
        let odds = read(&both, key, value).odds();
        for (kills, chance) in [(0, 2.0 / 8.0), (1, 5.0 / 8.0), (2, 1.0 / 8.0)] {
            close(odds.chance("1.them.kills", kills), chance);
        }
    }
    // Unit by unit: the recruit dies on 1/2, the veteran on 1/2 · 1/2, independently.
    let odds = read(&both, key, "unit-by-unit").odds();
    for (kills, chance) in [(0, 3.0 / 8.0), (1, 4.0 / 8.0), (2, 1.0 / 8.0)] {
        close(odds.chance("1.them.kills", kills), chance);
    }
    let others = [
        scene("2 veteran", "veteran = 2"),
        scene("1 recruit; 1 veteran", "recruit = 1"),
        scene("1 recruit; 1 truck", "recruit = 1, truck = 1"),
        scene("1 recruit; 1 veteran, cover = 'ruins'", "recruit = 1, veteran = 1"),
    ];
    told_where_it_matters(key, ["pooled", "unit-by-unit"], &both, &others);
}

#[test]
fn sections_1_12_7_and_3_2_1_extra_hits_on_a_damaged_engine() {
    let scene = |them: &str| {
        Scene::new()
            .unit("hull", "type = 'war-engine', dc = 3")
            .force("us 2+", "9 recruit")
            .force("them 3+", them)
            .step("assault", "us", "them", "mode = 'firefight'")
    };
    let key = "extra-hits-on-engines";
    let damaged = scene("1 hull, damage = 2; 2 recruit");
    // Nine units against five are one ahead, and the dice add two: three extra hits; the engine in front has its last
    // point.
    let left = |value: &str| {
        let played = read(&damaged, key, value).play(&[
            ("assault result, attacker", &[3, 1]),
            ("assault result, defender", &[1, 1]),
            ("critical hit on a 6", &[5]),
        ]);
        assert_eq!(played["1.assault.margin"], 3);
        (played["end.them.dc_left"], played["end.them.survivors"])
    };
    // One point, and both recruits; or all three on the engine, two of them too many.
    assert_eq!(left(""), (0, 0));
    assert_eq!(left("dc-left"), (0, 0));
    assert_eq!(left("dc-at-start"), (0, 2));
    told_where_it_matters(key, ["dc-left", "dc-at-start"], &damaged, &[scene("1 hull"), scene("3 recruit")]);
}
