//! Rulings on war engines (§3): shields, points and critical hits, the effects of fire and of markers on them. Engines in
//! assaults and as transports: `rulings_engines_assault.rs`.

use std::collections::HashMap;

use crate::support::{Scene, close, weapon};

/// Engines with and without shields and armour; most have no critical effects, so that a 6 is a point like any other.
fn engines() -> Scene {
    Scene::new()
        .unit("titan", "type = 'war-engine', dc = 4, shields = 2")
        .unit("plated", "type = 'war-engine', dc = 3, shields = 2, armour = '4+'")
        .unit("hull", "type = 'war-engine', dc = 3")
        .unit("beam", &weapon("Beam", "MW4+", "'titan-killer D3'"))
        .unit("lance", &weapon("Lance", "MW4+", "'titan-killer'"))
        .unit("ram", &weapon("Ram", "MW4+", "'titan-killer 2'"))
        .unit("maul", &weapon("Maul", "MW4+", "'titan-killer D3+1'"))
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
const TK: &str = "damage of a titan killer";

#[test]
fn section_3_2_6_points_with_a_number_added() {
    let played = fire(engines(), "1 maul", "1 titan, shields-down = 2", "").play(&[
        ("MW4+", &[4]),
        (TK, &[4]),
        (CRITICAL, &[5, 5, 5]),
    ]);
    // A 4 is 2 of a D3, and 1.
    assert_eq!(played["1.them.damage"], 3);
}

// Shields (§3.2.5).

#[test]
fn section_3_2_5_shields_stop_points_before_saves_and_cost_no_markers() {
    // Of three hits two are stopped without a save; the third is saved.
    let played = fire(engines(), "3 cannon", "1 plated", "").play(&[("AT4+", &[4; 3]), ("save of Plated", &[4])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 3, 1), 0));
    let played = fire(engines(), "3 cannon", "1 plated", "").play(&[
        ("AT4+", &[4; 3]),
        ("save of Plated", &[3]),
        (CRITICAL, &[6]),
    ]);
    assert_eq!((left(&played), played["1.them.damage"]), ((1, 2, 2), 1));
}

#[test]
fn section_3_2_5_odds_of_two_shots_at_one_shield() {
    let scene = Scene::new()
        .unit("knight", "type = 'war-engine', dc = 3, shields = 1, armour = '4+', critical = ['destroyed']")
        .force("us 2+", "2 cannon")
        .force("them 3+", "1 knight")
        .step("shoot", "us", "them", "");
    let odds = scene.odds();
    // No hit 1/4: the shield stays. Two 1/4: one gets through and is not saved 1/2: a point, 1/8; a critical hit 1/48.
    close(odds.chance("end.them.shields_left", 1), 1.0 / 4.0);
    close(odds.chance("end.them.dc_left", 3), 7.0 / 8.0);
    close(odds.chance("end.them.dc_left", 2), 1.0 / 8.0 * 5.0 / 6.0);
    close(odds.chance("end.them.dc_left", 0), 1.0 / 48.0);
    // Markers: 1; 2 with a point; 1 + 3 when it is destroyed.
    close(odds.chance("1.them.blast_markers", 1), 7.0 / 8.0);
    close(odds.chance("1.them.blast_markers", 2), 5.0 / 48.0);
    close(odds.chance("1.them.blast_markers", 4), 1.0 / 48.0);
}

#[test]
fn section_3_2_5_q_ap_fire_leaves_shields_alone_but_costs_the_marker() {
    let played = fire(engines(), "5 rifle", "1 titan", "").play(&[]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 4, 1), 2));
    // Macro-weapons and titan killers do not.
    let played = fire(engines(), "1 melta", "1 titan", "").play(&[("MW4+", &[4])]);
    assert_eq!(played["end.them.shields_left"], 1);
    let played = fire(engines(), "1 beam", "1 titan", "").play(&[("MW4+", &[4]), (TK, &[3])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 4, 1), 0));
}

#[test]
fn section_3_2_5_q_shields_do_not_count_as_damage_capacity_in_allocation() {
    // Four hits on two: three on the first, of which its shields stop two; one on the second.
    let played = fire(engines(), "4 cannon", "2 plated", "").play(&[
        ("AT4+", &[4; 4]),
        ("save of Plated", &[3]),
        (CRITICAL, &[5]),
    ]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((2, 5, 2), 1));
}

#[test]
fn section_3_2_5_every_engine_raises_one_shield_in_the_end_phase() {
    let shields = |phases: usize, them: &str, state: &str| {
        let mut scene = engines().force(&format!("them 3+{state}"), them);
        for _ in 0..phases {
            scene = scene.step("end-phase", "", "", "");
        }
        scene.odds().mean("end.them.shields_left")
    };
    close(shields(1, "1 titan, shields-down = 2", ""), 1.0);
    close(shields(2, "1 titan, shields-down = 2", ""), 2.0);
    close(shields(3, "1 titan, shields-down = 2", ""), 2.0);
    close(shields(1, "1 titan, shields-down = 2; 1 plated, shields-down = 1", ""), 1.0 + 2.0);
    close(shields(1, "2 titan, shields-down = 2", ""), 2.0);
    // Markers do not hinder it (Q), nor does being broken.
    close(shields(1, "1 titan, shields-down = 2", "; blast-markers = 3"), 1.0);
    close(shields(1, "1 titan, shields-down = 2", "; broken = true"), 1.0);
}

/// Regrouping of `us`: markers removed, shields up.
fn regroup(top: &str, groups: &str, restore: &str, dice: &[u8]) -> (u64, u64) {
    let scene = engines().unit("captain", "type = 'war-engine', dc = 4, shields = 4, abilities = ['leader']").top(top);
    let scene = scene.force("us 2+; blast-markers = 2", groups);
    let played = scene.step("marshal", "us", "", &format!("restore = '{restore}'")).play(&[("regrouping", dice)]);
    (played["1.us.removed"], played["end.us.shields_left"])
}

#[test]
fn section_3_2_5_q_several_engines_roll_one_die_each_and_keep_the_highest() {
    assert_eq!(regroup("", "3 titan, shields-down = 2", "shields", &[1, 4, 2]), (0, 4));
    assert_eq!(regroup("", "3 titan, shields-down = 2", "markers", &[3, 1, 2]), (2, 1));
    assert_eq!(regroup("", "2 titan, shields-down = 1", "shields", &[4, 2]), (2, 4));
    // Without shields they regroup like other formations (§1.13.1): two dice.
    assert_eq!(regroup("", "3 hull", "markers", &[1, 1]), (1, 0));
    // A leader is worth one marker more, and no shield.
    assert_eq!(regroup("", "1 captain, shields-down = 4", "shields", &[1, 1]), (1, 1));
}

#[test]
fn section_3_2_5_and_1_13_1_a_lone_engine_by_both_readings() {
    let one_die = "readings = { lone-engine-regroups = 'one-die' }";
    let two_dice = "readings = { lone-engine-regroups = 'two-dice' }";
    assert_eq!(regroup("", "1 titan, shields-down = 2", "shields", &[1, 2]), (0, 2));
    assert_eq!(regroup(two_dice, "1 titan, shields-down = 2", "shields", &[1, 2]), (0, 2));
    assert_eq!(regroup(one_die, "1 titan, shields-down = 2", "shields", &[1]), (0, 1));
    // §3.2.5 does not apply to engines without shields.
    assert_eq!(regroup(one_die, "1 hull", "markers", &[1, 2]), (2, 0));
    // Shields raised by a lone engine: the higher of two dice is k in 2k − 1 of 36 ways; a single die in 1 of 6.
    let shields = |top: &str| {
        let warlord = "type = 'war-engine', dc = 8, shields = 6";
        let scene = Scene::new().unit("warlord", warlord).top(top).force("us 1+", "1 warlord, shields-down = 6");
        scene.step("marshal", "us", "", "").odds()
    };
    for raised in 1..=6 {
        close(shields(two_dice).chance("end.us.shields_left", raised), (2 * raised - 1) as f64 / 36.0);
        close(shields(one_die).chance("end.us.shields_left", raised), 1.0 / 6.0);
    }
}

// Titan killers and macro-weapons (§3.2.6, §2.2.6).

#[test]
fn section_3_2_6_points_too_many_for_an_engine_are_lost() {
    let played = fire(engines(), "1 beam", "1 hull, damage = 2; 1 hull", "").play(&[
        ("MW4+", &[4]),
        (TK, &[6]),
        (CRITICAL, &[5]),
    ]);
    // Three points on one that has one left.
    assert_eq!(left(&played), (1, 3, 2));
}

#[test]
fn section_3_2_6_how_many_points_a_titan_killer_is_worth() {
    let odds = |weapon: &str| fire(engines(), &format!("1 {weapon}"), "1 hull", "").odds();
    // A D3.
    let beam = odds("beam");
    for (lost, chance) in [(0, 1.0 / 2.0), (1, 1.0 / 6.0), (2, 1.0 / 6.0), (3, 1.0 / 6.0)] {
        close(beam.chance("end.them.dc_left", 3 - lost), chance);
    }
    // Without a number 1.
    close(odds("lance").chance("end.them.dc_left", 2), 1.0 / 2.0);
    close(odds("ram").chance("end.them.dc_left", 1), 1.0 / 2.0);
    // On ordinary units a hit is a hit: no points are rolled.
    let played = fire(engines(), "1 beam", "3 tank", "").play(&[("MW4+", &[4])]);
    assert_eq!(played["1.them.kills"], 1);
}

#[test]
fn section_3_2_6_odds_of_two_titan_killers_on_two_engines() {
    let odds = fire(engines(), "2 beam", "2 hull", "").odds();
    // One hit, 1/2: dead on a 3, 1/3. Two, 1/4: a 3 first sends the second to the other engine, else both fall on one,
    // which survives only a 1 and a 1: 8 of 9 ways kill, 3 and 3 kills both.
    close(odds.chance("1.them.kills", 2), 1.0 / 4.0 * 1.0 / 9.0);
    close(odds.chance("1.them.kills", 1), 1.0 / 2.0 * 1.0 / 3.0 + 1.0 / 4.0 * 7.0 / 9.0);
    // Points: 1 + 1, on one engine; 3 and 1 or 3 and 2 on two; 3 and 3.
    close(odds.chance("1.them.damage", 2), 1.0 / 2.0 * 1.0 / 3.0 + 1.0 / 4.0 * 1.0 / 9.0);
    // 1 + 2, 1 + 3, 2 + 1, 2 + 2, 2 + 3 on one engine are three points, and so is a single 3.
    close(odds.chance("1.them.damage", 3), 1.0 / 2.0 * 1.0 / 3.0 + 1.0 / 4.0 * 5.0 / 9.0);
    close(odds.chance("1.them.damage", 4), 1.0 / 4.0 * 1.0 / 9.0);
    close(odds.chance("1.them.damage", 6), 1.0 / 4.0 * 1.0 / 9.0);
}

#[test]
fn sections_2_1_18_and_3_2_6_an_invulnerable_save_against_a_titan_killer() {
    let scene =
        || engines().unit("shrine", "type = 'war-engine', dc = 3, armour = '2+', abilities = ['invulnerable-save']");
    let odds = fire(scene(), "1 beam", "1 shrine", "").odds();
    // The armour does not help; one 6+ for the hit, whatever its points: 1/2 x 5/6 x 1/3 each.
    for left in 0..3 {
        close(odds.chance("end.them.dc_left", left), 5.0 / 36.0);
    }
    close(odds.chance("end.them.dc_left", 3), 1.0 / 2.0 + 1.0 / 12.0);
    // Behind a shield: what is left of the hit is saved, not what the shield has stopped.
    let shielded =
        || scene().unit("chapel", "type = 'war-engine', dc = 3, shields = 1, abilities = ['invulnerable-save']");
    let played =
        fire(shielded(), "1 beam", "1 chapel", "").play(&[("MW4+", &[4]), (TK, &[6]), ("save of Chapel", &[6])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 3, 1), 0));
    let dice: [(&str, &[u8]); 4] = [("MW4+", &[4]), (TK, &[6]), ("save of Chapel", &[5]), (CRITICAL, &[5, 5])];
    assert_eq!(left(&fire(shielded(), "1 beam", "1 chapel", "").play(&dice)), (1, 1, 3));
    // Stopped altogether, nothing is saved: one point by one shield, two by two.
    let played = fire(shielded(), "1 beam", "1 chapel", "").play(&[("MW4+", &[4]), (TK, &[1])]);
    assert_eq!(left(&played), (1, 3, 1));
    let scene = scene().unit("abbey", "type = 'war-engine', dc = 3, shields = 2, abilities = ['invulnerable-save']");
    let played = fire(scene, "1 beam", "1 abbey", "").play(&[("MW4+", &[4]), (TK, &[3])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((1, 3, 1), 0));
}

#[test]
fn sections_2_1_3_2_1_13_and_2_2_6_saves_of_engines_against_macro_weapons_and_titan_killers() {
    let lost = |profile: &str, weapon: &str| {
        let scene = engines().unit("hulk", &format!("type = 'war-engine', dc = 3, armour = '4+', {profile}"));
        fire(scene, &format!("1 {weapon}"), "1 hulk", "").odds().mean("1.them.damage")
    };
    close(lost("abilities = []", "cannon"), 1.0 / 4.0);
    close(lost("abilities = []", "melta"), 1.0 / 2.0);
    close(lost("abilities = ['reinforced-armour']", "cannon"), 1.0 / 8.0);
    close(lost("abilities = ['reinforced-armour']", "melta"), 1.0 / 4.0);
    // A titan killer's D3 is 2 on average; living metal takes it as one point and saves it once.
    close(lost("abilities = ['reinforced-armour']", "beam"), 1.0);
    close(lost("abilities = ['living-metal']", "beam"), 1.0 / 4.0);
}

// Allocation (§3.2.1).

#[test]
fn section_3_2_1_the_damage_capacity_at_the_start_counts_in_allocation() {
    // The first has one point left, but takes three hits; the others are lost with it.
    let played =
        fire(engines(), "3 cannon", "1 hull, damage = 2; 1 hull", "").play(&[("AT4+", &[4; 3]), (CRITICAL, &[5])]);
    assert_eq!(left(&played), (1, 3, 2));
    // When each has had its share, it begins again in front.
    let played = fire(engines(), "7 cannon", "2 plated, shields-down = 2", "").play(&[
        ("AT4+", &[4; 7]),
        // Four on the first, of which it saves two; three on the second.
        ("save of Plated", &[4, 4, 3, 3]),
        (CRITICAL, &[5, 5]),
        ("save of Plated", &[4, 4, 4]),
    ]);
    assert_eq!(left(&played), (2, 4, 3));
}

#[test]
fn sections_3_2_1_and_3_2_6_titan_killers_begin_again_in_front_when_each_has_had_its_share() {
    let scene = engines().unit("bulwark", "type = 'war-engine', dc = 3, shields = 6");
    // Two points each: two hits fill the first, two the second, and two more fall on the first, up to its capacity again.
    let played = fire(scene, "6 ram", "2 bulwark", "").play(&[("MW4+", &[4; 6]), (CRITICAL, &[5, 5])]);
    assert_eq!((left(&played), played["end.them.shields_left"]), ((2, 4, 3), 2));
}

#[test]
fn sections_1_9_6_and_3_2_1_macro_hits_fall_on_the_engines_that_ordinary_hits_have_left() {
    let played = fire(engines(), "3 cannon; 1 melta", "2 hull", "").play(&[
        ("AT4+", &[4; 3]),
        ("MW4+", &[4]),
        (CRITICAL, &[5; 3]),
        (CRITICAL, &[5]),
    ]);
    assert_eq!(left(&played), (1, 2, 5));
}

#[test]
fn section_3_2_1_attacks_declared_against_engines_fall_on_nobody_else() {
    // The shot of the cannon destroys the engine; the macro hit declared against it is lost with it.
    let scene = || fire(engines(), "1 cannon; 1 melta", "1 hull, damage = 2; 3 recruit", "at-war-engines = true");
    let played = scene().play(&[("AT4+", &[4]), ("MW4+", &[4]), (CRITICAL, &[5])]);
    assert_eq!(left(&played), (3, 0, 2));
    // Weapon by weapon: the melta at the men, the cannon at the engine.
    let played = fire(engines(), "1 cannon; 1 melta", "1 hull; 3 recruit", "at-war-engines = ['Cannon']").play(&[
        ("AT4+", &[4]),
        ("MW4+", &[4]),
        (CRITICAL, &[5]),
    ]);
    assert_eq!(left(&played), (3, 2, 3));
    // Those aimed at the others spare the engine, however many they are.
    let played = fire(engines(), "4 melta", "1 hull; 3 recruit", "at-war-engines = false").play(&[("MW4+", &[4; 4])]);
    assert_eq!(left(&played), (1, 3, 4));
}

#[test]
fn section_3_2_1_attacks_under_a_template_and_their_odds() {
    let scene = |them: &str, under: &str| {
        engines()
            .unit("mortar", &weapon("Mortar", "3BP", ""))
            .force("us 2+", "1 mortar")
            .force("them 3+", them)
            .step("barrage", "us", "them", &format!("under = {under}"))
            .odds()
    };
    // AT5+ for three points; half of three, rounded up, is two attacks; half of four is two; at the edge one.
    let odds = scene("1 hull", "{ hull = 'centre' }");
    close(odds.chance("end.them.dc_left", 3), 4.0 / 9.0);
    close(odds.chance("end.them.dc_left", 2), 4.0 / 9.0);
    close(odds.chance("end.them.dc_left", 1), 1.0 / 9.0);
    close(scene("1 hull", "{ hull = 'edge' }").mean("1.them.damage"), 1.0 / 3.0);
    close(scene("1 titan", "{ titan = 'centre' }").mean("1.them.hits"), 2.0 / 3.0);
    // Shields stop them, and saves are made: two hits, 1/9, one of them through, 1/2.
    close(scene("1 plated, shields-down = 1", "{ plated = 'centre' }").mean("1.them.damage"), 1.0 / 9.0 / 2.0);
    // Half of the capacity at the start, however much of it is left.
    close(scene("1 titan, damage = 3", "{ titan = 'centre' }").mean("1.them.hits"), 2.0 / 3.0);
    // Two engines, one in the middle and one at the edge, together with men on AP4+.
    let odds = scene("2 hull; 2 recruit", "{ hull = ['centre', 'edge'], recruit = 2 }");
    close(odds.mean("1.them.hits"), 3.0 / 3.0 + 2.0 / 2.0);
    close(odds.mean("1.them.damage"), 1.0);
    // The engines' attacks do not hit the men: at most two men can die.
    close(odds.mean("1.them.kills"), 1.0);
}

#[test]
fn section_1_11_crossfire_makes_saves_worse_and_costs_a_marker_for_an_engine_destroyed() {
    let played = |damage: u32| {
        let them = format!("1 plated, shields-down = 2, damage = {damage}; 1 plated");
        let scene = fire(engines(), "1 cannon", &them, "crossfire = true");
        scene.play(&[("AT4+", &[4]), ("save of Plated", &[4]), (CRITICAL, &[5])])
    };
    // A point of damage is not a unit destroyed.
    assert_eq!(left(&played(0)), (2, 5, 2));
    assert_eq!(left(&played(2)), (1, 3, 3));
}

// Critical hits (§3.2.3, §3.2.4).

#[test]
fn section_3_2_3_q_extra_damage_costs_markers_rolls_again_and_does_not_stop() {
    let scene = || engines().unit("brittle", "type = 'war-engine', dc = 3, critical = ['damage 1']");
    let played = fire(scene(), "1 cannon", "2 brittle", "").play(&[
        ("AT4+", &[4]),
        (CRITICAL, &[6]),
        (CRITICAL, &[6]),
        (CRITICAL, &[6]),
    ]);
    // The third takes its last point; there is nothing left to lose.
    assert_eq!(left(&played), (1, 3, 4));
    let odds = fire(scene(), "1 cannon", "1 brittle", "").odds();
    // A point more for each 6 in a row.
    close(odds.chance("end.them.dc_left", 2), 1.0 / 2.0 * 5.0 / 6.0);
    close(odds.chance("end.them.dc_left", 1), 1.0 / 2.0 * 5.0 / 36.0);
    close(odds.chance("end.them.dc_left", 0), 1.0 / 2.0 / 36.0);
    // A D3: 1/6, and no further critical hit for 2 points (25/36), or for 1 (5/6) and so on; here only the first D3.
    let scene = engines().unit("brittle", "type = 'war-engine', dc = 6, critical = ['damage D3']");
    let played = fire(scene, "1 cannon", "1 brittle", "").play(&[
        ("AT4+", &[4]),
        (CRITICAL, &[6]),
        ("damage of a critical hit, D3", &[4]),
        (CRITICAL, &[5, 5]),
    ]);
    assert_eq!(left(&played), (1, 3, 4));
}

#[test]
fn section_3_2_3_each_point_rolls_not_each_hit() {
    let scene = || engines().unit("brittle", "type = 'war-engine', dc = 4, shields = 1, critical = ['destroyed']");
    // Three points of one hit, one stopped by the shield: two rolls.
    let played =
        fire(scene(), "1 beam", "1 brittle; 1 hull", "").play(&[("MW4+", &[4]), (TK, &[5]), (CRITICAL, &[5, 6])]);
    // 1 + 2 + the 2 it had left.
    assert_eq!(left(&played), (1, 3, 5));
    // A hit that is saved or stopped rolls for nothing.
    fire(scene(), "1 cannon", "1 brittle", "").play(&[("AT4+", &[4])]);
}

#[test]
fn section_3_2_3_critical_hits_add_up_and_later_ones_may_differ() {
    let scene = engines().unit(
        "gargant",
        "type = 'war-engine', dc = 6, shields = 4, critical = ['shield-lost'], further-critical = ['destroyed']",
    );
    let script: [(&str, &[u8]); 2] = [("AT4+", &[4; 6]), (CRITICAL, &[6, 6])];
    let played = fire(scene, "6 cannon", "1 gargant", "").play(&script);
    assert_eq!((played["end.them.destroyed"], played["1.them.blast_markers"]), (1, 7));
    // Generators lost one by one: shields that are up are lost with them, and they are never raised again.
    let shields = |critical: &str, sixes: &[u8]| {
        let scene = engines()
            .unit("gargant", &format!("type = 'war-engine', dc = 6, shields = 4, critical = ['{critical}']"))
            .force("us 2+", &format!("{} cannon", sixes.len()))
            .force("them 3+", "1 gargant, shields-down = 4")
            .step("shoot", "us", "them", "")
            .step("marshal", "them", "", "restore = 'shields'");
        let hits = vec![4; sixes.len()];
        scene.play(&[("AT4+", &hits), (CRITICAL, sixes), ("regrouping", &[6, 6])])["end.them.shields_left"]
    };
    assert_eq!(shields("shield-lost", &[5, 5]), 4);
    assert_eq!(shields("shield-lost", &[6, 5]), 3);
    assert_eq!(shields("shield-lost", &[6, 6]), 2);
    assert_eq!(shields("shields-lost", &[6, 5]), 0);
}

#[test]
fn section_3_2_3_a_table_of_critical_hits() {
    let critical = "[{ roll = { '1' = 'destroyed', '2-3' = 'damage 1', '4-6' = 'immobilised' } }]";
    let scene = |face: u8, more: &[(&str, &[u8])]| {
        let scene = engines().unit("reaver", &format!("type = 'war-engine', dc = 6, critical = {critical}"));
        let script: [(&str, &[u8]); 3] = [("AT4+", &[4]), ("Reaver: critical hit", &[6]), ("critical hit", &[face])];
        fire(scene, "1 cannon", "1 reaver; 1 hull", "").play(&[&script[..], more].concat())["1.them.damage"]
    };
    assert_eq!(scene(1, &[]), 6);
    assert_eq!(scene(2, &[("Reaver: critical hit", &[5])]), 2);
    assert_eq!(scene(3, &[("Reaver: critical hit", &[5])]), 2);
    assert_eq!(scene(4, &[]), 1);
}

/// An engine that blows up at the first critical hit, with others near it.
fn magazine(effects: &str) -> Scene {
    engines().unit("magazine", &format!("type = 'war-engine', dc = 2, critical = ['destroyed', {effects}]"))
}

#[test]
fn section_3_2_3_an_explosion_hits_those_near_and_costs_their_formations_markers() {
    let near = "near = { 'ours.veteran' = 3, 'theirs.titan' = 1, recruit = 2 }";
    let played = magazine("'explosion 5+'")
        .force("us 2+", "1 cannon")
        .force("them 3+", &format!("1 magazine, {near}; 4 recruit"))
        .force("ours 2+; side = 'us'", "5 veteran")
        .force("theirs 3+; side = 'them'", "1 titan, shields-down = 1")
        .step("shoot", "us", "them", "")
        .play(&[
            ("AT4+", &[4]),
            ("Magazine: critical hit", &[6]),
            // Three of five veterans are near: two are hit, one saves.
            ("explodes: 5+", &[5, 6, 4]),
            ("save of Veteran", &[4, 3]),
            // The titan's last shield stops its hit.
            ("explodes: 5+", &[5]),
            // Two recruits of the engine's own formation.
            ("explodes: 5+", &[5, 1]),
        ]);
    // Under fire 1, the engine 2, the recruit 1.
    assert_eq!(left(&played), (3, 0, 4));
    assert_eq!((played["end.ours.survivors"], played["end.ours.blast_markers"]), (4, 1));
    assert_eq!((played["end.theirs.dc_left"], played["end.theirs.shields_left"]), (4, 0));
    assert_eq!(played["end.theirs.blast_markers"], 0);
}

#[test]
fn section_3_2_3_explosions_by_kind_and_their_odds() {
    let odds = |effect: &str, near: &str| {
        magazine(&format!("'explosion {effect}'"))
            .unit("armoured", "type = 'armoured-vehicle', armour = '4+', abilities = ['reinforced-armour']")
            .force("us 2+", "1 cannon")
            .force("them 3+", &format!("1 magazine, near = {{ 'ours.{near}' = 1 }}"))
            .force("ours 2+", &format!("2 {near}"))
            .step("shoot", "us", "them", "")
            .odds()
            .mean("end.ours.losses")
            * 12.0
    };
    // A hit, 1/2, and a critical one, 1/6: twelve times the chance of each to die.
    close(odds("5+", "recruit"), 1.0 / 3.0);
    close(odds("5+", "tank"), 1.0 / 6.0);
    close(odds("AP5+", "recruit"), 1.0 / 3.0);
    close(odds("AP5+", "truck"), 0.0);
    close(odds("AP5+", "buggy"), 1.0 / 3.0);
    close(odds("AT5+", "recruit"), 0.0);
    close(odds("AT5+", "truck"), 1.0 / 3.0);
    close(odds("MW5+", "tank"), 1.0 / 3.0);
    close(odds("MW5+", "armoured"), 1.0 / 6.0);
}

#[test]
fn sections_1_13_2_and_3_2_3_an_explosion_may_break_others_and_kill_the_broken() {
    let near = |state: &str, units: usize| {
        let played = magazine("'explosion 5+'")
            .force("us 2+", "1 cannon")
            .force("them 3+", "1 magazine, near = { 'others.recruit' = 1 }")
            .force(&format!("others 3+; {state}"), &format!("{units} recruit"))
            .step("shoot", "us", "them", "")
            .play(&[("AT4+", &[4]), ("Magazine: critical hit", &[6]), ("explodes: 5+", &[5])]);
        (played["end.others.survivors"], played["end.others.broken"])
    };
    assert_eq!(near("blast-markers = 1", 4), (3, 0));
    assert_eq!(near("blast-markers = 1", 3), (2, 1));
    // One killed, and one for the marker.
    assert_eq!(near("broken = true", 4), (2, 1));
}

#[test]
fn sections_1_7_5_and_3_2_3_passengers_who_die_with_a_transport_near_an_explosion_cost_markers_too() {
    let played = magazine("'explosion 5+'")
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
        .force("us 2+", "1 cannon")
        .force("them 3+", "1 magazine, near = { 'others.rhino' = 1 }")
        .force("others 3+", "3 rhino; 6 veteran, embarked-in = 'rhino'")
        .step("shoot", "us", "them", "")
        .play(&[
            ("AT4+", &[4]),
            ("Magazine: critical hit", &[6]),
            ("explodes: 5+", &[5]),
            ("save of Veteran thrown out", &[3, 3]),
        ]);
    assert_eq!((played["end.others.losses"], played["end.others.blast_markers"]), (3, 3));
}

#[test]
fn section_3_2_3_a_shock_is_a_marker_for_every_formation_near() {
    let played = magazine("'shock'")
        .force("us 2+", "1 cannon")
        .force("them 3+", "1 magazine, near = { 'others.recruit' = 1, 'others.tank' = 1, 'us.cannon' = 1 }")
        .force("others 3+", "4 recruit; 2 tank")
        .step("shoot", "us", "them", "")
        .play(&[("AT4+", &[4]), (CRITICAL, &[6])]);
    assert_eq!((played["end.others.blast_markers"], played["end.us.blast_markers"]), (1, 0));
    assert_eq!(played["end.us.broken"], 1);
}

#[test]
fn section_3_2_3_a_weapon_destroyed_is_silent() {
    let weapons = "weapons = [{ name = 'Gatling', range = 45, fire = '2 x AT4+' }, { name = 'Laser', range = 45, fire = 'AT3+' }]";
    let scene = |critical: &str, sixes: &[u8], dice: &[(&str, &[u8])]| {
        let scene = engines()
            .unit("warhound", &format!("type = 'war-engine', dc = 5, critical = [{critical}], {weapons}"))
            .force("us 2+", &format!("{} cannon", sixes.len()))
            .force("them 3+", "1 warhound")
            .force("prey 3+", "9 tank")
            .step("shoot", "us", "them", "")
            .step("shoot", "them", "prey", "");
        let hits = vec![4; sixes.len()];
        let first: [(&str, &[u8]); 2] = [("AT4+", &hits), (CRITICAL, sixes)];
        scene.play(&[&first[..], dice].concat())["2.prey.blast_markers"]
    };
    let gatling = "{ weapon-lost = 'Gatling' }";
    assert_eq!(scene(gatling, &[5], &[("Gatling AT4+", &[1, 1]), ("Laser AT3+", &[1])]), 1);
    assert_eq!(scene(gatling, &[6], &[("Laser AT3+", &[1])]), 1);
    // Another critical hit of the same kind has nothing more to destroy.
    assert_eq!(scene(gatling, &[6, 6], &[("Laser AT3+", &[1])]), 1);
    // Both lost: no formation comes under fire (§1.9.4).
    assert_eq!(scene(&format!("{gatling}, {{ weapon-lost = 'Laser' }}"), &[6], &[]), 0);
    // A barrage is silent too.
    let scene = engines()
        .unit(
            "ordinatus",
            &format!(
                "type = 'war-engine', dc = 3, critical = [{{ weapon-lost = 'Mortar' }}], {}",
                weapon("Mortar", "3BP", "")
            ),
        )
        .force("us 2+", "1 cannon")
        .force("them 3+", "1 ordinatus")
        .force("prey 3+", "9 recruit")
        .step("shoot", "us", "them", "")
        .step("barrage", "them", "prey", "under = { recruit = 4 }");
    assert_eq!(scene.play(&[("AT4+", &[4]), (CRITICAL, &[6])])["2.prey.blast_markers"], 0);
}

// The end phase (§1.14 Q).

const FIRE: &str = "critical = [{ end-phase = { '1' = 'destroyed', '2-3' = 'damage 1', '4-6' = 'repaired' } }]";

/// Sets an engine on fire by a point lost in dangerous terrain, and continues through end phases.
fn burning(state: &str, engine: &str, others: &str, phases: usize) -> Scene {
    let mut scene = engines()
        .unit("gargant", &format!("type = 'war-engine', dc = 3, shields = 1, {FIRE}"))
        .force(&format!("them 2+{state}"), &format!("1 gargant{engine}{others}"))
        .step("dangerous-terrain", "them", "", "units = { gargant = 1 }");
    for _ in 0..phases {
        scene = scene.step("end-phase", "", "", "");
    }
    scene
}

const CATCHES: [(&str, &[u8]); 2] = [("Gargant: dangerous terrain", &[1]), ("Gargant: critical hit", &[6])];
const BURNS: &str = "critical hit in the end phase";

#[test]
fn section_1_14_q_damage_of_the_end_phase_comes_before_the_rally() {
    // Two markers and one for the point: broken before it rallies, at −2.
    let played = |test: u8| {
        let more: [(&str, &[u8]); 3] = [(BURNS, &[2]), ("Gargant: critical hit", &[5]), ("rally test", &[test])];
        let played = burning("; blast-markers = 2", "", "", 1).play(&[&CATCHES[..], &more[..]].concat());
        assert_eq!((played["2.them.damage"], played["end.them.dc_left"]), (1, 1));
        (played["2.them.rallied"], played["end.them.broken"], played["end.them.blast_markers"])
    };
    assert_eq!(played(3), (0, 1, 0));
    // Its damage capacity at the start counts as its markers: three, halved and rounded up (§1.14.1, §3.2.4).
    assert_eq!(played(4), (1, 0, 1));
}

#[test]
fn sections_3_2_4_and_1_14_q_an_engine_that_burns_down_costs_what_it_had_left() {
    let more: [(&str, &[u8]); 2] = [(BURNS, &[1]), ("rally test", &[1])];
    let played = burning("", "", "; 5 recruit", 1).play(&[&CATCHES[..], &more[..]].concat());
    // Dangerous terrain costs no marker (§1.8.1); the two points left do.
    assert_eq!((played["end.them.survivors"], played["2.them.blast_markers"]), (5, 2));
    assert_eq!(played["2.them.damage"], 2);
}

#[test]
fn section_3_2_3_fires_burn_until_they_are_out_and_spread() {
    // Put out, it burns no more.
    let more: [(&str, &[u8]); 1] = [(BURNS, &[4])];
    burning("", "", "", 3).play(&[&CATCHES[..], &more[..]].concat());
    // A critical hit from the fire's own point is a second fire: two dice in the next end phase.
    let more: [(&str, &[u8]); 5] =
        [(BURNS, &[2]), ("Gargant: critical hit", &[6]), ("rally test", &[6]), (BURNS, &[4, 4]), (BURNS, &[])];
    let played = burning("", "", "; 5 recruit", 3).play(&[&CATCHES[..], &more[..4]].concat());
    assert_eq!(played["end.them.dc_left"], 1);
    // `spreads` is one more of them.
    let scene = engines()
        .unit(
            "gargant",
            "type = 'war-engine', dc = 3, critical = [{ end-phase = { '1' = 'spreads', '6' = 'repaired' } }]",
        )
        .force("them 2+", "1 gargant")
        .step("dangerous-terrain", "them", "", "")
        .step("end-phase", "", "", "")
        .step("end-phase", "", "", "")
        .step("end-phase", "", "", "");
    scene.play(&[&CATCHES[..], &[(BURNS, &[1]), (BURNS, &[6, 3]), (BURNS, &[6])]].concat());
}

#[test]
fn section_3_2_3_odds_of_a_burning_engine() {
    let destroyed = |phases: usize| burning("", "", "", phases).odds().mean("end.them.destroyed");
    // It catches fire in 1 of 36 cases and has two points left.
    close(destroyed(1), 1.0 / 36.0 * 1.0 / 6.0);
    // Burning on with one point left, 1/3, a 1 to 3 destroys it, 1/2; the point may have been a second fire, 1/6: then
    // 3/4. Broken or not, fires burn.
    close(destroyed(2), 1.0 / 36.0 * (1.0 / 6.0 + 1.0 / 3.0 * (5.0 / 6.0 * 1.0 / 2.0 + 1.0 / 6.0 * 3.0 / 4.0)));
}

#[test]
fn section_1_14_q_critical_hits_come_before_shields() {
    let near = "critical = [{ end-phase = { '1' = ['destroyed', 'explosion 2+'] } }]";
    let played = engines()
        .unit("gargant", &format!("type = 'war-engine', dc = 3, {near}"))
        .force("them 2+", "1 gargant, near = { 'titans.titan' = 1 }")
        .force("titans 1+", "1 titan, shields-down = 2")
        .step("dangerous-terrain", "them", "", "")
        .step("end-phase", "", "", "")
        .play(&[
            CATCHES[0],
            CATCHES[1],
            (BURNS, &[1]),
            ("explodes: 2+", &[2]),
            ("Titan: critical hit", &[5]),
            ("rally test of titans", &[6]),
        ]);
    // The shield comes too late to stop the hit, and the marker it cost is rallied away.
    assert_eq!((played["end.titans.dc_left"], played["end.titans.shields_left"]), (3, 1));
    assert_eq!(played["end.titans.blast_markers"], 0);
}

#[test]
fn sections_1_7_5_and_3_2_4_passengers_lost_with_an_engine_that_burns_down_cost_markers_too() {
    let scene = engines()
        .unit("fortress", &format!("type = 'war-engine', dc = 3, transport = 2, {FIRE}"))
        .force("them 2+", "1 fortress; 2 veteran, embarked-in = 'fortress'; 7 recruit")
        .step("dangerous-terrain", "them", "", "units = { fortress = 1 }")
        .step("end-phase", "", "", "");
    let played = scene.play(&[
        ("Fortress: dangerous terrain", &[1]),
        ("Fortress: critical hit", &[6]),
        (BURNS, &[1]),
        ("save of Veteran thrown out", &[3, 3]),
        ("rally test", &[1]),
    ]);
    // Two points left, two passengers.
    assert_eq!((played["end.them.survivors"], played["2.them.blast_markers"]), (7, 4));
}

// Markers (§3.2.4).

#[test]
fn section_3_2_4_as_many_markers_as_its_damage_capacity_suppress_an_engine() {
    let fires = |markers: u32, us: &str, dice: &[(&str, &[u8])]| {
        let played = engines()
            .unit("gunship", &format!("type = 'war-engine', dc = 3, {}", weapon("Kannon", "AT4+", "")))
            .force(&format!("us 2+; blast-markers = {markers}"), us)
            .force("them 3+", "9 tank")
            .step("shoot", "us", "them", "")
            .play(dice);
        played["1.us.suppressed"]
    };
    assert_eq!(fires(2, "1 gunship", &[("Kannon", &[1])]), 0);
    assert_eq!(fires(2, "2 gunship", &[("Kannon", &[1, 1])]), 0);
    assert_eq!(fires(3, "2 gunship", &[("Kannon", &[1])]), 1);
    assert_eq!(fires(5, "2 gunship", &[("Kannon", &[1])]), 1);
    // Rear to front: two cannons, then two markers that suppress nothing.
    assert_eq!(fires(4, "1 gunship; 2 cannon", &[("Kannon", &[1])]), 2);
    // An engine at the rear uses up markers that would not suppress it.
    assert_eq!(fires(2, "2 cannon; 1 gunship", &[("Cannon", &[1, 1]), ("Kannon", &[1])]), 0);
    assert_eq!(fires(4, "2 cannon; 1 gunship", &[("Cannon", &[1])]), 2);
    // Its damage capacity at the start.
    assert_eq!(fires(2, "1 gunship, damage = 2; 1 gunship", &[("Kannon", &[1, 1])]), 0);
}

#[test]
fn section_3_2_4_as_many_markers_as_its_damage_capacity_at_the_start_break_it() {
    let broken = |markers: u32, them: &str| {
        let scene = engines().force("us 2+", "1 rifle").force(&format!("them 3+; blast-markers = {markers}"), them);
        let played = scene.step("shoot", "us", "them", "").odds();
        played.mean("1.them.broken")
    };
    close(broken(2, "1 titan"), 0.0);
    close(broken(3, "1 titan"), 1.0);
    // How much of it is left does not matter.
    close(broken(2, "1 titan, damage = 3"), 0.0);
    close(broken(6, "1 titan; 1 titan, damage = 3"), 0.0);
    close(broken(7, "1 titan; 1 titan, damage = 3"), 1.0);
    // Engines destroyed do not count any more: three points cost three markers, and the remaining tanks break at four.
    let scene = |tanks: usize| fire(engines(), "3 cannon", &format!("1 hull; {tanks} recruit"), "");
    let script: [(&str, &[u8]); 2] = [("AT4+", &[4; 3]), (CRITICAL, &[5; 3])];
    assert_eq!(scene(4).play(&script)["1.them.broken"], 1);
    assert_eq!(scene(5).play(&script)["1.them.broken"], 0);
}

#[test]
fn section_3_2_4_markers_on_a_broken_engine_are_points_without_save_or_shield() {
    let scene = |us: &str, them: &str| {
        engines()
            .unit("brittle", "type = 'war-engine', dc = 5, shields = 2, armour = '2+', critical = ['damage 1']")
            .unit("zealot", "type = 'war-engine', dc = 5, abilities = ['fearless']")
            .force("us 2+", us)
            .force("them 3+; broken = true", them)
            .step("shoot", "us", "them", "")
    };
    // Under fire: a point, its critical hit and the point that results; these cost no markers in turn (§1.13.4 Q).
    let played = scene("1 rifle", "1 brittle").play(&[(CRITICAL, &[6]), (CRITICAL, &[5])]);
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (3, 2));
    // A shot that does a point costs the point, and another for its marker.
    let played = scene("1 cannon", "1 brittle, shields-down = 2").play(&[
        (CRITICAL, &[5]),
        ("AT4+", &[4]),
        ("save of Brittle", &[1]),
        (CRITICAL, &[5]),
        (CRITICAL, &[5]),
    ]);
    assert_eq!(played["end.them.dc_left"], 2);
    // §2.1.17: the fearless are immune.
    let played = scene("1 cannon", "1 zealot").play(&[("AT4+", &[4]), (CRITICAL, &[5])]);
    assert_eq!(played["end.them.dc_left"], 4);
    // Front to back: a recruit for coming under fire, one shot, and for him a point of the engine.
    let played = scene("1 rifle", "2 recruit; 1 brittle").play(&[("AP4+", &[4]), (CRITICAL, &[5])]);
    assert_eq!((played["end.them.survivors"], played["end.them.dc_left"]), (1, 4));
}

#[test]
fn section_3_1_dangerous_terrain_is_a_point_for_an_engine_without_save_shield_or_marker() {
    let scene = engines()
        .unit("walker", "type = 'war-engine', dc = 3, abilities = ['walker']")
        .force("us 2+; blast-markers = 1", "1 plated")
        .force("walkers 2+", "1 walker")
        .step("dangerous-terrain", "us", "", "")
        .step("dangerous-terrain", "walkers", "", "");
    let odds = scene.odds();
    close(odds.chance("end.us.dc_left", 2), 1.0 / 6.0);
    close(odds.chance("end.us.shields_left", 2), 1.0);
    close(odds.chance("end.us.blast_markers", 1), 1.0);
    close(odds.chance("end.walkers.dc_left", 2), 1.0 / 36.0);
}

#[test]
fn section_5_1_7_what_is_left_of_an_engine_counts_for_its_points() {
    let lost = |state: &str, them: &str| {
        let scene =
            engines().force("us 2+; points = 100", "1 recruit").force(&format!("them 2+; points = 250{state}"), them);
        scene.step("end-phase", "", "", "").odds().mean("end.them.points_lost")
    };
    close(lost("", "1 titan, damage = 1"), 0.0);
    close(lost("", "1 titan, damage = 2"), 125.0);
    close(lost("", "2 hull, damage = 1; 2 recruit"), 0.0);
    close(lost("", "2 hull, damage = 2; 2 recruit"), 125.0);
}
