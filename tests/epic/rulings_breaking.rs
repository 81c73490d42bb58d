//! Rulings on breaking, on broken formations, on regrouping and rallying (§1.3, §1.13, §1.14), and on how leaders,
//! stubborn, fearless and expendable units change them (§2.1).

use crate::support::{Scene, close};

fn people() -> Scene {
    Scene::new()
        .unit("nob", "abilities = ['leader']")
        .unit("warlord", "abilities = ['supreme-commander', 'leader']")
        .unit("boss", "type = 'character', abilities = ['leader']")
        .unit("mule", "abilities = ['stubborn']")
        .unit("zealot", "abilities = ['fearless']")
        .unit("grot", "abilities = ['expendable']")
        .unit("blessed", "armour = '2+', abilities = ['invulnerable-save']")
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
}

/// Fire that cannot hurt them: units left, and whether they are broken.
fn under_fire(them: &str, groups: &str) -> (u64, u64) {
    let scene = people().force("us 1+", "1 cannon").force(them, groups).step("shoot", "us", "them", "");
    let played = scene.play(&[]);
    (played["end.them.survivors"], played["end.them.broken"])
}

#[test]
fn section_1_13_2_as_many_markers_as_units_break() {
    assert_eq!(under_fire("them 3+; blast-markers = 3", "5 recruit"), (5, 0));
    assert_eq!(under_fire("them 3+; blast-markers = 4", "5 recruit"), (5, 1));
    assert_eq!(under_fire("them 3+", "1 recruit"), (1, 1));
}

#[test]
fn section_2_1_14_the_stubborn_bear_one_more_if_all_are_stubborn() {
    assert_eq!(under_fire("them 3+; blast-markers = 4", "5 mule"), (5, 0));
    assert_eq!(under_fire("them 3+; blast-markers = 5", "5 mule"), (5, 1));
    assert_eq!(under_fire("them 3+; blast-markers = 4", "4 mule; 1 recruit"), (5, 1));
}

#[test]
fn section_1_13_2_breaking_takes_all_markers_off() {
    let played = people()
        .force("us 1+", "1 cannon")
        .force("them 3+; blast-markers = 4", "5 recruit")
        .step("shoot", "us", "them", "")
        .play(&[]);
    assert_eq!((played["1.them.blast_markers"], played["end.them.blast_markers"]), (1, 0));
}

#[test]
fn section_1_13_2_losses_without_markers_may_break_too() {
    let played = people()
        .force("us 1+", "2 rifle")
        .force("them 3+; blast-markers = 1", "4 grot")
        .step("shoot", "us", "them", "")
        .play(&[("to hit", &[4, 4])]);
    // Under fire: two markers on the two grots left.
    assert_eq!((played["1.them.blast_markers"], played["1.them.broken"]), (1, 1));
    // §1.3: as soon as there are as many, so in dangerous terrain as well: one of two trucks lost, 10 ways of 36.
    let odds = people().force("us 1+; blast-markers = 1", "2 truck").step("dangerous-terrain", "us", "", "").odds();
    close(odds.mean("end.us.broken"), 10.0 / 36.0);
}

#[test]
fn section_1_13_4_each_marker_kills_one_of_the_broken_and_there_is_no_chain() {
    assert_eq!(under_fire("them 3+; broken = true", "6 recruit"), (5, 1));
    // No save of any kind.
    assert_eq!(under_fire("them 3+; broken = true", "6 blessed"), (5, 1));
    // §2.1.17: never a fearless unit, whether in front or the only one.
    assert_eq!(under_fire("them 3+; broken = true", "6 zealot"), (6, 1));
    assert_eq!(under_fire("them 3+; broken = true", "2 zealot; 4 recruit"), (5, 1));
    // Two dead of two shots cost two markers: 1 + 2 + 2 of nine.
    let shot = |groups: &str| {
        let scene = people().force("us 1+", "2 rifle").force("them 3+; broken = true", groups);
        scene.step("shoot", "us", "them", "").play(&[("to hit", &[4, 4])])["end.them.survivors"]
    };
    assert_eq!(shot("9 recruit"), 4);
    // Expendable dead cost none: 1 + 2. Shots kill the fearless, markers do not: 2.
    assert_eq!(shot("9 grot"), 6);
    assert_eq!(shot("9 zealot"), 7);
    let crossfire = people()
        .force("us 1+", "1 rifle")
        .force("them 3+; broken = true", "9 recruit")
        .step("shoot", "us", "them", "crossfire = true")
        .play(&[("to hit", &[4])]);
    // Under fire, the one shot, two markers for it.
    assert_eq!(crossfire["end.them.survivors"], 5);
}

#[test]
fn section_1_13_4_q_markers_kill_from_front_to_back_and_passengers_save() {
    let played = people()
        .force("us 1+", "1 cannon")
        .force("them 3+; broken = true", "1 rhino; 6 recruit; 2 veteran, embarked-in = 'rhino'")
        .step("shoot", "us", "them", "")
        // The Rhino in front dies of the marker, before the shots; the loss of the passenger costs no further marker.
        .play(&[("save of Veteran thrown out", &[4, 3])]);
    assert_eq!(played["end.them.losses"], 2);
}

#[test]
fn section_1_6_the_broken_do_nothing() {
    let broken = "us 1+; broken = true";
    let shot = people().force(broken, "3 rifle").force("them 3+", "9 truck").step("shoot", "us", "them", "").odds();
    close(shot.mean("1.us.activated"), 0.0);
    close(shot.mean("1.them.blast_markers"), 0.0);
    let charged = people().force(broken, "3 trooper").force("them 3+", "9 recruit").step("assault", "us", "them", "");
    assert_eq!(charged.play(&[])["1.assault.rounds"], 0);
    let regrouped = people().force(broken, "3 recruit").step("marshal", "us", "", "activation = 'test'").play(&[]);
    assert_eq!((regrouped["1.us.activated"], regrouped["end.us.broken"]), (0, 1));
}

/// The chance that a formation of this initiative rallies.
fn rallies(us: &str, step: &str) -> f64 {
    people().force(us, "6 recruit").step("rally", "us", "", step).odds().mean("1.us.rallied")
}

#[test]
fn section_1_14_1_tests_to_rally() {
    close(rallies("us 3+; blast-markers = 2", ""), 4.0 / 6.0);
    close(rallies("us 3+; blast-markers = 2", "enemy-within-30 = true"), 3.0 / 6.0);
    close(rallies("us 3+; broken = true", ""), 2.0 / 6.0);
    close(rallies("us 3+; broken = true", "enemy-within-30 = true"), 1.0 / 6.0);
    close(rallies("us 3+; broken = true", "enemy-within-30 = ['us']; initiative-modifier = 2"), 3.0 / 6.0);
    close(rallies("us 1+; blast-markers = 2", ""), 1.0);
    close(rallies("us 1+; blast-markers = 2", "enemy-within-30 = true"), 5.0 / 6.0);
}

/// Markers left of this number after a test passed by a 6.
fn left(markers: u32, groups: &str) -> u64 {
    let us = format!("us 3+; blast-markers = {markers}");
    let scene = people().force(&us, groups).step("rally", "us", "", "");
    scene.play(&[("rally test", &[6])])["end.us.blast_markers"]
}

#[test]
fn section_1_14_1_half_the_markers_go_rounded_up_and_one_a_leader() {
    for (markers, rest) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)] {
        assert_eq!(left(markers, "9 recruit"), rest, "{markers} markers");
    }
    assert_eq!(left(5, "1 nob; 8 recruit"), 1);
    assert_eq!(left(5, "2 nob; 7 recruit"), 0);
    assert_eq!(left(5, "3 nob; 6 recruit"), 0);
    // §2.1 Q: a supreme commander is a leader, and being one twice counts once; so does a leader joined by another.
    assert_eq!(left(5, "1 warlord; 8 recruit"), 1);
    assert_eq!(left(5, "1 nob, character = 'boss'; 8 recruit"), 1);
    assert_eq!(left(5, "9 recruit, character = 'boss'"), 1);
    // §2.1 Q: leaders lead from inside their transport.
    assert_eq!(left(5, "1 rhino; 1 nob, embarked-in = 'rhino'; 7 recruit"), 1);
}

#[test]
fn section_1_14_1_a_failed_test_changes_nothing() {
    let scene = |us: &str| people().force(us, "6 recruit").step("rally", "us", "", "");
    let kept = scene("us 3+; blast-markers = 3").play(&[("rally test", &[2])]);
    assert_eq!((kept["1.us.rallied"], kept["end.us.blast_markers"]), (0, 3));
    let broken = scene("us 3+; broken = true").play(&[("rally test", &[4])]);
    assert_eq!((broken["end.us.broken"], broken["end.us.survivors"], broken["end.us.blast_markers"]), (1, 6, 0));
    // A formation without markers does not test.
    scene("us 3+").play(&[]);
}

#[test]
fn section_1_14_1_a_broken_formation_rallies_with_half_its_units_in_markers_less_one_a_leader() {
    let played = people()
        .force("us 3+; broken = true", "1 nob; 6 recruit")
        .step("rally", "us", "", "")
        .play(&[("rally test", &[5])]);
    assert_eq!((played["end.us.blast_markers"], played["end.us.broken"]), (2, 0));
}

#[test]
fn section_1_14_in_the_end_phase_both_sides_rally() {
    let played = people()
        .force("us 3+; blast-markers = 2", "6 recruit")
        .force("them 3+; broken = true", "6 recruit")
        .force("fresh 3+", "6 recruit")
        .step("end-phase", "", "", "enemy-within-30 = ['us']")
        .play(&[("rally test of us", &[3]), ("rally test of them", &[5])]);
    // A 3 − 1 fails, a 5 − 2 passes.
    assert_eq!((played["1.us.rallied"], played["end.us.blast_markers"]), (0, 2));
    assert_eq!((played["1.them.rallied"], played["end.them.blast_markers"]), (1, 3));
}

#[test]
fn section_1_13_1_regrouping_takes_the_higher_of_2d6_and_one_a_leader() {
    let left = |groups: &str, dice: &[u8]| {
        let scene = people().force("us 1+; blast-markers = 6", groups).step("marshal", "us", "", "");
        let played = scene.play(&[("regrouping", dice)]);
        assert_eq!(played["1.us.removed"] + played["end.us.blast_markers"], 6);
        played["end.us.blast_markers"]
    };
    assert_eq!(left("9 recruit", &[2, 3]), 3);
    assert_eq!(left("9 recruit", &[5, 1]), 1);
    assert_eq!(left("2 nob; 7 recruit", &[2, 3]), 1);
    assert_eq!(left("2 nob; 7 recruit", &[6, 6]), 0);
    assert_eq!(left("1 warlord; 8 recruit", &[2, 3]), 2);
    // No markers to remove, no dice to roll.
    people().force("us 1+", "9 recruit").step("marshal", "us", "", "").play(&[]);
}

#[test]
fn section_2_1_21_formations_wholly_of_teleporters_teleport() {
    let mixed = people()
        .unit("warp", "abilities = ['teleport']")
        .force("us 1+", "3 warp; 1 recruit")
        .step("teleport", "us", "", "")
        .refusal();
    assert!(mixed.contains("Recruit cannot teleport"), "{mixed}");
}
