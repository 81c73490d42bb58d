//! §1.13.3: a formation that breaks withdraws, and units that end that within 15 cm of an enemy are lost (key `caught`):
//! after fire, after a failed test, after a failed rally; §3.2.4 for war engines.

use crate::support::{Scene, close, wins_with_lead};

fn people() -> Scene {
    Scene::new()
        .unit("zealot", "abilities = ['fearless']")
        .unit("hull", "type = 'war-engine', dc = 3")
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
        .unit("marker", "abilities = ['coordinated-action'], weapons = [{ name = 'Rail', range = 45, fire = 'AP4+' }]")
}

/// Units lost by four recruits, of which `caught` are caught, when `hits` of four rifles hit.
fn under_fire(hits: usize, caught: u32) -> (u64, u64, u64) {
    let dice: Vec<u8> = (0..4).map(|die| if die < hits { 4 } else { 3 }).collect();
    let played = people()
        .force("us 1+", "4 rifle")
        .force("them 1+", "4 recruit")
        .step("shoot", "us", "them", &format!("caught = {{ recruit = {caught} }}"))
        .play(&[("to hit", &dice)]);
    (played["1.them.broken"], played["1.them.kills"], played["1.them.losses"])
}

#[test]
fn section_1_13_3_who_breaks_under_fire_withdraws() {
    // One marker for coming under fire and one for the unit lost do not break three units: they do not withdraw.
    assert_eq!(under_fire(1, 2), (0, 1, 1));
    // Two lost: three markers break the two that are left, and one of them is caught. Kills are those of the fire.
    assert_eq!(under_fire(2, 1), (1, 2, 3));
    // No more are caught than are left, and then no unit is left to be broken.
    assert_eq!(under_fire(2, 4), (0, 2, 4));
}

#[test]
fn section_1_13_3_the_odds_of_the_flight() {
    let odds = people()
        .force("us 1+", "4 rifle")
        .force("them 1+", "4 recruit")
        .step("shoot", "us", "them", "caught = { recruit = 1 }")
        .odds();
    // They break at two hits of four (6 of 16 ways) and at three (4), and lose one more; after four hits (1) no unit is
    // left.
    let ways = [1.0, 4.0, 0.0, 6.0, 4.0 + 1.0].map(|ways| ways / 16.0);
    for (lost, chance) in ways.into_iter().enumerate() {
        close(odds.chance("end.them.losses", lost), chance);
    }
}

#[test]
fn section_1_13_4_who_is_broken_already_does_not_withdraw() {
    let played = people()
        .force("us 1+", "1 cannon")
        .force("them 1+; broken = true", "4 recruit")
        .step("shoot", "us", "them", "caught = { recruit = 2 }")
        .play(&[]);
    // One is lost to the marker for coming under fire.
    assert_eq!(played["end.them.survivors"], 3);
}

#[test]
fn section_2_1_17_the_fearless_stay_and_those_aboard_die_with_their_transport() {
    let played = people()
        .force("us 1+", "1 cannon")
        .force("them 1+; blast-markers = 5", "3 zealot; 1 rhino; 2 recruit, embarked-in = 'rhino'")
        .step("shoot", "us", "them", "caught = { zealot = 3, rhino = 1 }")
        .play(&[("to hit", &[1])]);
    assert_eq!((played["end.them.zealot.survivors"], played["end.them.rhino.survivors"]), (3, 0));
    assert_eq!(played["end.them.recruit.survivors"], 0);
}

#[test]
fn section_3_2_4_a_broken_engine_loses_a_point_for_each_enemy_near() {
    let played = people()
        .force("us 1+", "1 rifle")
        .force("them 1+; blast-markers = 2", "1 hull")
        .step("shoot", "us", "them", "caught = { hull = 2 }")
        .play(&[("critical", &[1, 1])]);
    assert_eq!((played["1.them.broken"], played["end.them.dc_left"], played["1.them.damage"]), (1, 1, 2));
}

#[test]
fn section_1_13_3_a_charge_broken_by_overwatch_withdraws_and_does_not_fight() {
    let played = people()
        .force("us 1+", "3 recruit")
        .force("them 1+; state = 'overwatch'", "2 rifle")
        .step("assault", "us", "them", "reactions = [{ by = 'them' }]; caught = { 'us.recruit' = 1, 'them.rifle' = 2 }")
        // One is shot: two markers break the two left, and one of them is caught.
        .play(&[("to hit", &[4, 3])]);
    assert_eq!((played["1.us.broken"], played["1.us.losses"], played["1.them.losses"]), (1, 2, 0));
    assert_eq!(played["1.assault.rounds"], 0);
}

#[test]
fn section_1_13_3_who_breaks_by_a_failed_test_withdraws() {
    let scene = people().force("us 3+; blast-markers = 1", "2 rifle").force("them 1+", "4 recruit").step(
        "shoot",
        "us",
        "them",
        "activation = 'test'; if-failed = 'shoot'; caught = { rifle = 1 }",
    );
    // −1 for the marker: 4+. The second marker breaks the two.
    let played = scene.play(&[("action test", &[3])]);
    assert_eq!((played["1.us.losses"], played["end.us.broken"], played["1.them.blast_markers"]), (1, 1, 0));
    let played = scene.play(&[("action test", &[4]), ("to hit", &[1])]);
    assert_eq!(played["1.us.losses"], 0);
}

#[test]
fn section_2_1_1_a_coordinated_action_is_resolved_as_a_whole_before_its_target_withdraws() {
    let played = people()
        .force("us 1+", "1 marker")
        .force("more 1+", "1 rifle")
        .force("them 1+; blast-markers = 1", "4 recruit")
        .step(
            "shoot",
            "us",
            "them",
            "activation = 'test'; coordinated = [{ by = 'more', at = 'them' }]; caught = { 'them.recruit' = 2 }",
        )
        // One of four is shot: three markers break the three left. The second shot loses one to the marker for coming under
        // fire and one to the hit; only the last is left to be caught. Had they fled before, none could have been shot.
        .play(&[("action test", &[2]), ("to hit", &[4]), ("to hit", &[4])]);
    assert_eq!((played["1.them.kills"], played["end.them.destroyed"]), (2, 1));
}

#[test]
fn section_4_2_2_who_breaks_under_fire_from_the_air_withdraws() {
    let played = people()
        .unit(
            "plane",
            "type = 'armoured-vehicle', aircraft = 'fighter', weapons = [{ name = 'Guns', range = 30, fire = 'AP4+' }]",
        )
        .force("us 1+", "1 plane")
        .force("them 1+; blast-markers = 2", "3 recruit")
        .step("ground-attack", "us", "them", "caught = { recruit = 1 }")
        .play(&[("to hit", &[3])]);
    assert_eq!((played["1.them.broken"], played["end.them.survivors"]), (1, 2));
}

#[test]
fn section_1_12_8_friends_whom_the_marker_of_a_defeat_breaks_withdraw_too() {
    let odds = people()
        .force("us 1+; side = 'us'", "6 recruit")
        .force("them 1+; side = 'them'", "1 recruit")
        .force("friends 1+; blast-markers = 1; side = 'them'", "2 recruit")
        .step("assault", "us", "them", "in-support-range = ['friends']; caught = { 'friends.recruit' = 1 }");
    let odds = odds.odds();
    // They are lost to one marker whenever the defender loses, and not otherwise.
    close(odds.chance("1.friends.losses", 1), odds.chance("1.us.won", 1));
    // Six against one are 2 ahead, +1 and +1 for more than twice as many.
    close(odds.chance("1.us.won", 1), wins_with_lead(2));
}

#[test]
fn section_1_14_1_a_broken_formation_that_fails_to_rally_withdraws_again() {
    for step in ["rally", "end-phase"] {
        let scene = people().force("them 3+; broken = true", "4 recruit").force("us 1+", "2 recruit");
        let by = if step == "rally" { "them" } else { "" };
        let odds = scene.step(step, by, "", "caught = { 'them.recruit' = 3 }").odds();
        // 5+ to rally: in 2 of 6 ways; otherwise three of four are caught.
        close(odds.chance("end.them.losses", 0), 2.0 / 6.0);
        close(odds.chance("end.them.losses", 3), 4.0 / 6.0);
        close(odds.chance("end.them.broken", 1), 4.0 / 6.0);
    }
    // A formation that is not broken keeps its markers, and stays.
    let odds = people()
        .force("them 3+; blast-markers = 2", "4 recruit")
        .step("rally", "them", "", "caught = { recruit = 3 }")
        .odds();
    close(odds.chance("end.them.losses", 0), 1.0);
}

#[test]
fn section_1_14_1_who_fails_to_rally_has_not_broken_in_the_end_phase() {
    let odds = people()
        .unit("burner", "type = 'war-engine', dc = 3, critical = [{ end-phase = { '1' = 'damage 1' } }]")
        .force("them 3+; broken = true", "1 burner")
        .force("us 1+", "2 recruit")
        .step("end-phase", "", "", "")
        .odds();
    // It was broken before: 5+ to rally, and it is broken still in 4 of 6 ways.
    close(odds.chance("1.them.broken", 1), 0.0);
    close(odds.chance("end.them.broken", 1), 4.0 / 6.0);
}

#[test]
fn section_3_2_4_an_engine_that_fails_to_rally_loses_points_again() {
    let played = people()
        .force("them 3+; broken = true", "1 hull")
        .step("rally", "them", "", "caught = { hull = 2 }")
        .play(&[("rally", &[4]), ("critical", &[1, 1])]);
    assert_eq!((played["end.them.dc_left"], played["1.them.losses"]), (1, 0));
}

#[test]
fn units_that_have_no_part_in_a_step_are_pointed_at() {
    let scene = people().force("us 1+", "4 rifle").force("them 1+", "4 recruit").force("others 1+", "4 recruit");
    let said = scene.clone().step("shoot", "us", "them", "caught = { 'others.recruit' = 1 }").refusal();
    assert!(said.contains("`others` has no part in this"), "{said}");
    let said = scene.clone().step("shoot", "us", "them", "caught = { recruit = 5 }").refusal();
    assert!(said.contains("5 of `recruit` are more than the 4 there are"), "{said}");
    let said = scene.step("rally", "us", "", "caught = { 'them.recruit' = 1 }").refusal();
    assert!(said.contains("`them` has no part in this"), "{said}");
}
