//! §1.12.6: support fire by numbers: how many units of which formations are within 15 cm, round by round.

use crate::support::{Scene, close};

/// One recruit charges another; his friends with a firefight value of 4+ are near. No other unit has dice.
fn charge(friends: &str, keys: &str) -> Scene {
    Scene::new()
        .unit("boss", "type = 'character', weapons = [{ name = 'Gun', range = 15, fire = 'small arms', abilities = ['extra-attack 1'] }]")
        .force("us 1+", "1 recruit")
        .force("them 1+", "1 recruit")
        .force("friends 1+", friends)
        .step("assault", "us", "them", keys)
}

/// The chance to win with this many dice of support fire, given the chance of the next round after a tie: in all but one of
/// 2^n ways a hit kills the defender; else 2D6 with no lead, won in 505 of 1296 ways and tied in 286.
fn won(dice: i32, after_a_tie: f64) -> f64 {
    let missed = 0.5_f64.powi(dice);
    (1.0 - missed) + missed * (505.0 + 286.0 * after_a_tie) / 1296.0
}

/// The same when every round is alike.
fn won_with(dice: i32) -> f64 {
    let missed = 0.5_f64.powi(dice);
    ((1.0 - missed) + missed * 505.0 / 1296.0) / (1.0 - missed * 286.0 / 1296.0)
}

#[track_caller]
fn wins(friends: &str, support: &str, expected: f64) {
    close(charge(friends, &format!("support = {support}")).odds().chance("1.us.won", 1), expected);
}

#[test]
fn section_1_12_6_so_many_of_a_formation_support() {
    wins("4 trooper", "['friends']", won_with(4));
    wins("4 trooper", "{ friends = 4 }", won_with(4));
    wins("4 trooper", "{ friends = 2 }", won_with(2));
    wins("4 trooper", "{ friends = 0 }", won_with(0));
}

#[test]
fn section_1_12_6_units_are_counted_by_kind() {
    // Recruits have no firefight value: of three from front to back only the last is a trooper.
    wins("2 recruit; 4 trooper", "{ friends = 3 }", won_with(1));
    wins("2 recruit; 4 trooper", "{ 'friends.trooper' = 3 }", won_with(3));
    wins("1 trooper; 2 recruit; 1 trooper", "{ 'friends.trooper' = 2, 'friends.recruit' = 1 }", won_with(2));
    // A character is counted by his own name: he shoots with the unit he joined, and has a second die (§2.2.2).
    wins("4 trooper, character = 'boss'", "{ 'friends.boss' = 1 }", won_with(2));
    wins("4 trooper, character = 'boss'", "{ 'friends.trooper' = 1, 'friends.boss' = 1 }", won_with(3));
    wins("4 trooper, character = 'boss'", "{ 'friends.trooper' = 4 }", won_with(5));
}

#[test]
fn section_1_12_7_in_later_rounds_others_may_be_near() {
    wins("4 trooper", "{ friends = [1, 3] }", won(1, won_with(3)));
    wins("4 trooper", "{ friends = [2, 0] }", won(2, won_with(0)));
}

#[test]
fn section_1_12_6_the_defender_counts_his_too() {
    let scene = |keys: &str| {
        Scene::new()
            .force("us 1+", "1 recruit")
            .force("them 1+", "1 recruit")
            .force("friends 1+", "4 trooper")
            .step("assault", "us", "them", keys)
    };
    // With no attacker left the defender has won; a tie of the two wins nothing.
    let odds = scene("defender-support = { friends = 2 }").odds();
    close(odds.chance("1.them.won", 1), won_with(2));
}

#[test]
fn section_1_12_8_who_has_nobody_near_takes_no_marker() {
    let markers = |support: &str| {
        let scene = charge("4 trooper", &format!("support = {support}"));
        scene.odds().chances("end.friends.blast_markers").get(1).copied().unwrap_or(0.0)
    };
    assert_eq!(markers("{ friends = 0 }"), 0.0);
    close(markers("{ friends = 1 }"), 1.0 - won_with(1));
}

#[test]
fn section_1_12_8_who_comes_near_in_the_second_round_takes_no_marker_for_the_first() {
    let markers = |keys: &str| charge("4 trooper", keys).odds().chance("1.friends.blast_markers", 1);
    let [tie, lost] = [286.0 / 1296.0, 505.0 / 1296.0];
    // None of theirs is near in the first round: they take markers from what is lost after a tie.
    close(markers("support = { friends = [0, 3] }"), tie * (1.0 - won_with(3)));
    // Three dice in the first round, all of which miss with 1/8; then they are away.
    close(markers("support = { friends = [3, 0] }"), lost / 8.0);
    // Near all the time: some support in each round, or others that do not support.
    close(markers("support = { friends = [0, 3] }; in-support-range = ['friends']"), lost + tie * (1.0 - won_with(3)));
    close(markers("support = { friends = [1, 3] }"), 1.0 - won(1, won_with(3)));
}

#[test]
fn section_1_12_6_every_unit_supports_once() {
    for twice in ["['friends', 'friends']", "['friends', 'friends.trooper']", "['friends.trooper', 'friends.trooper']"]
    {
        let said = charge("4 trooper", &format!("support = {twice}")).refusal();
        assert!(said.contains("is named twice: Trooper supports already"), "{said}");
    }
    for (many, more) in
        [("{ friends = 5 }", "5 of `friends`"), ("{ friends = 3, 'friends.trooper' = 2 }", "2 of `friends.trooper`")]
    {
        let said = charge("4 trooper", &format!("support = {many}")).refusal();
        assert!(said.contains(&format!("{more} are more than")), "{said}");
    }
    let said = charge("4 trooper", "support = { friends = [1, 2, 3] }").refusal();
    assert!(said.contains("a count, or two"), "{said}");
    let said = charge("4 trooper", "support = { us = 1 }").refusal();
    assert!(said.contains("`us` fights in the assault itself"), "{said}");
}
