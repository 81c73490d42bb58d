//! The printed examples of chapter 3, each by its number in the companion list and its section, and the shield half of G38.
//!
//! G38, G39, G42, G43 and G48 print no dice: those here are ours. Of G50 the pushing is missing: where units are placed is
//! not simulated, how many can touch is.

use std::collections::HashMap;

use crate::support::{Scene, close, weapon};

/// Profiles of the chapter, unarmed, without armour and without critical effects unless an example says otherwise.
fn engines() -> Scene {
    Scene::new()
        .unit("warlord", "type = 'war-engine', dc = 8, shields = 6")
        .unit("warhound", "type = 'war-engine', dc = 3, shields = 2")
        .unit("baneblade", "type = 'war-engine', dc = 3, critical = ['destroyed']")
        .unit("battlefortress", "type = 'war-engine', dc = 3")
        .unit("boy", "armour = '6+'")
        .unit("volcano", &weapon("Volcano cannon", "MW2+", "'titan-killer D3'"))
}

/// Fire of `us` on `them`.
fn fire(scene: Scene, us: &str, them: &str, step: &str) -> Scene {
    scene.force("us 2+", us).force("them 3+", them).step("shoot", "us", "them", step)
}

/// What is left of them: engines and units, points of damage capacity, and the markers they have got.
fn left(played: &HashMap<String, u64>) -> (u64, u64, u64) {
    (played["end.them.survivors"], played["end.them.dc_left"], played["1.them.blast_markers"])
}

const CRITICAL: &str = "critical hit on a 6";

#[test]
fn g38_section_2_2_7_q_a_disrupting_hit_stopped_by_a_shield() {
    let disruptors = |us: &str| {
        let scene = engines().unit("manticore", &weapon("Rockets", "AT4+", "'disrupt'"));
        fire(scene, us, "1 warhound", "")
    };
    // Two hits, two shields: one marker for coming under fire, none for the hits; the shields are down.
    let played = disruptors("2 manticore").play(&[("AT4+", &[4, 4])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 3, 1), 0));
    // The third finds no shield: a marker for the hit, none for the point lost.
    let played = disruptors("3 manticore").play(&[("AT4+", &[4, 4, 4]), (CRITICAL, &[5])]);
    assert_eq!(left(&played), (1, 2, 2));
}

#[test]
fn g39_section_3_0_a_warlord_bites_the_dust_at_the_eighth_point() {
    let points = |points: usize| {
        let scene = engines()
            .force("us 2+", &format!("{points} cannon"))
            .force("them 1+", "1 warlord, shields-down = 6")
            .step("shoot", "us", "them", "");
        scene.play(&[("AT4+", &vec![4; points]), (CRITICAL, &vec![5; points])])
    };
    let played = points(7);
    assert_eq!((left(&played), played["1.them.damage"]), ((1, 1, 8), 7));
    // Eight markers are as many as it counts units: broken (§3.2.4).
    assert_eq!(played["1.them.broken"], 1);
    let played = points(8);
    assert_eq!((played["1.them.kills"], played["1.them.damage"], played["end.them.destroyed"]), (1, 8, 1));
}

#[test]
fn g40_section_3_2_1_a_baneblade_under_the_centre_of_a_template() {
    let scene = |points: u32| engines().unit("basilisk", &weapon("Earthshaker", &format!("{points}BP"), ""));
    let barrage = |points: u32, under: &str, dice: &[(&str, &[u8])]| {
        let scene = scene(points).force("us 2+", "1 basilisk").force("them 3+", "1 baneblade");
        scene.step("barrage", "us", "them", &format!("under = {under}")).play(dice)["1.them.hits"]
    };
    // Half of three, rounded up: two attacks; under the edge one.
    assert_eq!(barrage(1, "{ baneblade = 'centre' }", &[("AT6+", &[6, 6]), (CRITICAL, &[5, 5])]), 2);
    assert_eq!(barrage(1, "{ baneblade = 'edge' }", &[("AT6+", &[6]), (CRITICAL, &[5])]), 1);
    // Q: only one template counts, in the middle of one and at the edge of the other.
    for under in
        ["[{ baneblade = 'centre' }, { baneblade = 'edge' }]", "[{ baneblade = 'edge' }, { baneblade = 'centre' }]"]
    {
        assert_eq!(barrage(4, under, &[("AT5+", &[5, 5]), (CRITICAL, &[5, 5])]), 2);
    }
    // Another titan: DC 8, four attacks.
    let played = scene(1)
        .force("us 2+", "1 basilisk")
        .force("them 3+", "1 warlord")
        .step("barrage", "us", "them", "under = { warlord = 'centre' }")
        .play(&[("AT6+", &[6, 6, 6, 1])]);
    assert_eq!((played["1.them.hits"], played["end.them.shields_left"]), (3, 3));
}

#[test]
fn g41_section_3_2_1_q_a_baneblade_counts_as_three_when_a_template_is_placed() {
    // Boys together far from it: two count less than the Baneblade, four more.
    let scene = |boys: usize| {
        let places: Vec<String> = (0..boys).map(|boy| format!("[{}, 0]", 40 + boy)).collect();
        engines()
            .unit("basilisk", &weapon("Earthshaker", "1BP", ""))
            .force("us 2+", "1 basilisk")
            .force(&format!("them 3+; layout = [[0, 0], {}]", places.join(", ")), &format!("1 baneblade; {boys} boy"))
            .step("barrage", "us", "them", "")
    };
    let played = scene(2).play(&[("AT6+", &[6, 5]), (CRITICAL, &[5])]);
    assert_eq!(left(&played), (3, 2, 2));
    let played = scene(4).play(&[("AP6+", &[6, 5, 5, 5]), ("save of Boy", &[5])]);
    assert_eq!(left(&played), (4, 3, 2));
}

#[test]
fn g42_section_3_2_1_q_five_hits_on_two_warhounds() {
    let warhounds = |hits: usize, points: usize| {
        let dice: [(&str, &[u8]); 2] = [("AT4+", &[4; 9][..hits]), (CRITICAL, &[5; 9][..points])];
        let them = "2 warhound, shields-down = 2";
        left(&fire(engines(), &format!("{hits} cannon"), them, "").play(&dice))
    };
    // Three on the nearer, two on the other.
    assert_eq!(warhounds(5, 5), (1, 1, 6));
    // Two stay on the nearer, and so does the third.
    assert_eq!(warhounds(2, 2), (2, 4, 3));
    assert_eq!(warhounds(3, 3), (1, 3, 4));
    assert_eq!(warhounds(4, 4), (1, 2, 5));
}

#[test]
fn g43_section_3_2_1_q_battlefortresses_in_an_ork_warband() {
    let band = |step: &str, dice: &[(&str, &[u8])]| {
        let them = "1 boy; 1 battlefortress; 2 boy; 1 battlefortress";
        fire(engines(), "4 melta", them, step).play(dice)
    };
    // Declared against the engines: three on the first, one on the second, none on the Boyz between them.
    let played = band("at-war-engines = true", &[("MW4+", &[4; 4]), (CRITICAL, &[5; 4])]);
    assert_eq!(left(&played), (4, 2, 5));
    // Declared against the others: three Boyz, and the fourth hit is lost with the second it falls on.
    let played = band("at-war-engines = false", &[("MW4+", &[4; 4])]);
    assert_eq!(left(&played), (2, 6, 4));
}

#[test]
fn g44_section_3_2_4_an_intact_baneblade_destroyed_by_a_critical_hit() {
    let played = fire(engines(), "1 cannon", "3 baneblade", "")
        .play(&[("AT4+", &[4]), ("Baneblade: critical hit on a 6", &[6])]);
    // Three for it, one for coming under fire.
    assert_eq!(left(&played), (2, 6, 4));
    assert_eq!((played["1.them.kills"], played["1.them.damage"]), (1, 3));
}

#[test]
fn g45_section_3_2_4_q_a_shadowsword_explodes() {
    let scene = engines().unit("shadowsword", "type = 'war-engine', dc = 3, critical = ['destroyed', 'explosion 6+']");
    let played = fire(scene, "1 cannon", "3 shadowsword", "").play(&[("AT4+", &[4]), (CRITICAL, &[6])]);
    // 1 for coming under fire, 1 for the point, 2 for what it had left.
    assert_eq!(left(&played), (2, 6, 4));
}

#[test]
fn g46_section_3_2_4_six_boyz_and_a_battlefortress_break_at_nine() {
    let broken = |markers: u32| {
        let scene = engines()
            .force("us 2+", "1 rifle")
            .force(&format!("them 3+; blast-markers = {markers}"), "1 battlefortress; 6 boy")
            .step("shoot", "us", "them", "");
        let played = scene.play(&[("AP4+", &[1])]);
        (played["1.them.broken"], played["end.them.blast_markers"])
    };
    assert_eq!(broken(7), (0, 8));
    assert_eq!(broken(8), (1, 0));
}

#[test]
fn g47_section_3_2_5_a_two_takes_off_markers_or_raises_shields() {
    let marshal = |markers: u32, restore: &str| {
        let played = engines()
            .force(&format!("us 2+; blast-markers = {markers}"), "1 warlord, shields-down = 4")
            .step("marshal", "us", "", &format!("restore = '{restore}'"))
            .play(&[("regrouping", &[2, 1])]);
        (played["1.us.removed"], played["end.us.shields_left"] - 2)
    };
    assert_eq!(marshal(3, "markers"), (2, 0));
    assert_eq!(marshal(1, "markers"), (1, 1));
    assert_eq!(marshal(3, "shields"), (0, 2));
}

#[test]
fn g48_section_3_2_5_q_a_titan_killer_on_two_shields() {
    let scene = || fire(engines(), "1 volcano", "1 warhound", "");
    // A 5 is three points: two shields, one point of damage.
    let played =
        scene().play(&[("MW2+", &[2]), ("damage of a titan killer", &[5]), ("Warhound: critical hit on a 6", &[5])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 2, 2), 0));
    // Two points, or one.
    let played = scene().play(&[("MW2+", &[2]), ("damage of a titan killer", &[4])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 3, 1), 0));
    let played = scene().play(&[("MW2+", &[2]), ("damage of a titan killer", &[2])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 3, 1), 1));
    // A hit in 5 of 6 cases, the point in a third of these.
    let odds = scene().odds();
    close(odds.chance("end.them.dc_left", 2), 5.0 / 6.0 / 3.0);
    close(odds.chance("end.them.shields_left", 0), 5.0 / 6.0 * 2.0 / 3.0);
}

#[test]
fn g49_section_3_2_6_three_shadowswords_on_two_warhounds() {
    let played = fire(engines(), "3 volcano", "2 warhound, shields-down = 2", "").play(&[
        ("MW2+", &[2, 3, 4]),
        // Two points, and there is room for one more hit: two points again; the third goes to the second Warhound.
        ("damage of a titan killer", &[3, 4]),
        ("damage of a titan killer", &[1]),
        // Two points of the first hit, the last point for the second hit, whose other point is lost; one for the third.
        (CRITICAL, &[5, 5]),
        (CRITICAL, &[5]),
        (CRITICAL, &[5]),
    ]);
    // Three markers more for the first, one for the other, one for coming under fire.
    assert_eq!(left(&played), (1, 2, 5));
    assert_eq!((played["1.them.kills"], played["1.them.damage"]), (1, 4));
}

#[test]
fn g49_section_3_2_6_the_third_shot_follows_where_two_were_not_enough() {
    // The last sentence: one point and one are not enough, so the third shot falls on the first as well.
    let played = fire(engines(), "3 volcano", "2 warhound, shields-down = 2", "").play(&[
        ("MW2+", &[2, 3, 4]),
        ("damage of a titan killer", &[1, 2, 6]),
        (CRITICAL, &[5, 5, 5]),
    ]);
    assert_eq!(left(&played), (1, 3, 4));
}

#[test]
fn g50_section_3_3_1_six_may_touch_a_baneblade() {
    let scene = |us: &str, them: &str| {
        engines()
            .unit("fighter", "cc = '5+', ff = '6+'")
            .unit("tankette", "type = 'war-engine', dc = 3, cc = '3+'")
            .force("us 2+", us)
            .force("them 3+", them)
            .step("assault", "us", "them", "mode = 'contact'")
    };
    const END: [(&str, &[u8]); 2] = [("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])];
    // Of eight, six touch it and two fire; it has three dice.
    let attack: [(&str, &[u8]); 3] = [
        ("attacker: close combat 5+", &[4; 6]),
        ("attacker: firefight 6+", &[5; 2]),
        ("defender: close combat 3+", &[2; 3]),
    ];
    let beaten: [(&str, &[u8]); 1] = [(CRITICAL, &[5; 3])];
    scene("8 fighter", "1 tankette").play(&[&attack[..], &END[..], &beaten[..]].concat());
    // Five all touch it.
    let attack: [(&str, &[u8]); 2] = [("attacker: close combat 5+", &[4; 5]), ("defender: close combat 3+", &[2; 3])];
    scene("5 fighter", "1 tankette").play(&[&attack[..], &END[..], &beaten[..]].concat());
}
