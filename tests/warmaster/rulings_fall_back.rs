//! Falling back after a win or a draw, and which units are still in contact, counted by hand. Lines 1402, 1771 to 1797.

use std::collections::HashMap;

use crate::support::close;
use crate::support::warmaster::Field;

/// Nine dice, of which `hits` hit.
fn nine(hits: usize) -> Vec<u8> {
    some(9, hits)
}

/// Dice, of which `hits` hit.
fn some(dice: usize, hits: usize) -> Vec<u8> {
    (0..dice).map(|die| if die < hits { 4 } else { 3 }).collect()
}

/// Two walls of three stands and sixty hits, neither of which charged.
fn walls(keys: &str) -> Field {
    Field::new()
        .force("us", "1 wall")
        .force("them", "1 wall")
        .step("combat", &format!("by = 'us'; at = 'them'; charge = false; {keys}"))
}

const BACK: &str = "on-win = { us = 'fall-back' }";

/// A round, us first, and the rolls of those that fall back.
#[track_caller]
fn round(scene: &Field, us: usize, them: usize, rolls: &[(&str, &[u8])]) -> HashMap<String, u64> {
    let (us, them) = (nine(us), nine(them));
    let fight: [(&str, &[u8]); 2] = [("attacks of them", &them), ("attacks of us", &us)];
    scene.play(&[&fight, rolls].concat())
}

#[test]
fn l1773_a_winner_who_falls_back_and_does_not_get_clear_is_confused() {
    let scene = walls(&format!("rounds = 2; {BACK}; fall-back = {{ us = 11 }}"));
    let short = round(&scene, 3, 1, &[("fall back of us", &[4, 3, 3])]);
    let clear = round(&scene, 3, 1, &[("fall back of us", &[4, 4, 3])]);
    assert_eq!((short["end.us.confused"], clear["end.us.confused"]), (1, 0));
    // The combat is over in either case, and there is no roll for a loser that retreats.
    for played in [short, clear] {
        assert_eq!((played["1.us.won"], played["1.combat.rounds"], played["1.combat.unresolved"]), (1, 1, 0));
    }
    assert_eq!(
        round(&walls(&format!("rounds = 1; {BACK}; fall-back = {{ us = 11 }}")), 1, 3, &[])["end.us.confused"],
        0
    );
    // A unit that stands, or pursues, does not fall back.
    let played = round(&walls("rounds = 1; on-win = { us = 'stand' }; fall-back = { us = 18 }"), 3, 1, &[]);
    assert_eq!((played["end.us.confused"], played["1.us.won"]), (0, 1));
}

#[test]
fn l1773_the_odds_that_a_winner_is_confused() {
    // One die each: us win in one of four, draw in two, and fall back either way. 3D6 are 10 or less in 108 of 216 ways.
    let odds = |on_win: &str| {
        Field::new()
            .unit("hare", "attacks = 1, hits = 20, stands = 1")
            .force("us", "1 hare")
            .force("them", "1 hare")
            .step(
                "combat",
                &format!(
                    "by = 'us'; at = 'them'; charge = false; rounds = 1; on-win = '{on_win}'; fall-back = {{ us = 11 }}"
                ),
            )
            .odds()
    };
    close(odds("fall-back").mean("end.us.confused"), 3.0 / 4.0 * 108.0 / 216.0);
    close(odds("stand").mean("end.us.confused"), 2.0 / 4.0 * 108.0 / 216.0);
}

#[test]
fn l1793_a_winner_who_still_touches_the_loser_fights_on_confused() {
    let scene = walls(&format!("rounds = 2; {BACK}; fall-back = {{ us = {{ contact = 6, clear = 12 }} }}"));
    // 5 cm: in contact. The second round is his six dice against nine, without a bonus for either side.
    let (first, second, six) = (nine(3), nine(4), some(6, 2));
    let played = scene.play(&[
        ("attacks of them", &nine(1)),
        ("attacks of us", &first),
        ("fall back of us", &[2, 2, 1]),
        ("attacks of them", &second),
        ("attacks of us", &six),
    ]);
    assert_eq!((played["1.combat.rounds"], played["1.them.won"], played["1.us.retreat"]), (2, 1, 2));
    assert_eq!((played["1.us.wounds"], played["1.them.wounds"], played["1.combat.unresolved"]), (5, 5, 1));
    // 6 cm: out of the combat, but not clear of all enemies. 12 cm: clear.
    let same = walls(&format!("rounds = 2; {BACK}; fall-back = {{ us = {{ clear = 12 }} }}"));
    assert_eq!(round(&same, 3, 1, &[("fall back of us", &[2, 2, 1])])["1.combat.rounds"], 1);
    for (dice, confused) in [([2, 2, 2], 1), ([5, 4, 3], 0)] {
        let played = round(&scene, 3, 1, &[("fall back of us", &dice)]);
        assert_eq!((played["1.combat.rounds"], played["end.us.confused"]), (1, confused));
    }
    // A loser that is destroyed is not in contact.
    let scene = Field::new().force("us", "1 wall").force("them", "1 mob, stands = 1");
    let scene = scene.step(
        "combat",
        &format!("by = 'us'; at = 'them'; charge = false; {BACK}; fall-back = {{ us = {{ contact = 18 }} }}"),
    );
    let played =
        scene.play(&[("attacks of them", &some(3, 0)), ("attacks of us", &nine(3)), ("fall back of us", &[2, 2, 1])]);
    assert_eq!((played["1.combat.unresolved"], played["end.us.confused"]), (0, 1));
}

#[test]
fn l1793_contact_after_the_last_round_is_fought_out_in_the_next_phase() {
    let keys = format!("{BACK}; fall-back = {{ us = {{ contact = 6 }} }}");
    let scene = walls(&format!("rounds = 1; {keys}"))
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1; when = '1.combat.unresolved'");
    let (first, none, six, one) = (nine(3), nine(0), some(6, 1), nine(1));
    let played = scene.play(&[
        ("attacks of them", &none),
        ("attacks of us", &first),
        ("fall back of us", &[1, 1, 1]),
        // It is the enemy's turn: the confusion lasts.
        ("attacks of them", &one),
        ("attacks of us", &six),
    ]);
    assert_eq!((played["1.combat.unresolved"], played["2.us.drew"], played["2.combat.unresolved"]), (1, 1, 0));
}

#[test]
fn l1793_a_draw_leaves_those_in_contact_who_cannot_part() {
    let both = "fall-back = { contact = 8 }";
    let scene = walls(&format!("rounds = 2; {both}"));
    // Both fall short: both are confused, and continue with six dice each.
    let (two, six) = (nine(2), some(6, 1));
    let played = scene.play(&[
        ("attacks of them", &two),
        ("attacks of us", &two),
        ("fall back of us", &[2, 2, 3]),
        ("fall back of them", &[1, 2, 3]),
        ("attacks of them", &some(6, 0)),
        ("attacks of us", &six),
    ]);
    assert_eq!((played["1.combat.rounds"], played["1.us.won"], played["1.combat.unresolved"]), (2, 1, 1));
    assert_eq!((played["end.us.confused"], played["end.them.confused"]), (1, 1));
    // One gets away: the combat is over, the other is confused.
    let rolls: [(&str, &[u8]); 2] = [("fall back of us", &[2, 2, 3]), ("fall back of them", &[4, 2, 3])];
    let played = round(&scene, 2, 2, &rolls);
    assert_eq!((played["1.combat.rounds"], played["end.us.confused"], played["end.them.confused"]), (1, 1, 0));
}

#[test]
fn l1386_who_cannot_part_from_the_defended_fights_on() {
    // Nine dice at 5+ against nine at 4+; they hold the wall, us stay in contact: six dice, now at 4+.
    let scene = walls("rounds = 2; cover = { them = 'defended' }; fall-back = { us = { contact = 8 } }");
    let (fives, two, six) = ([5, 5, 4, 4, 4, 4, 4, 4, 4], nine(2), some(6, 1));
    let played = scene.play(&[
        ("attacks of them", &two),
        ("attacks of us", &fives),
        ("fall back of us", &[2, 2, 3]),
        ("attacks of them", &nine(0)),
        ("attacks of us", &six),
    ]);
    assert_eq!((played["1.combat.rounds"], played["1.us.won"], played["1.them.retreat"]), (2, 1, 1));
    // They hold without a roll, and it is over, when us get away.
    let script: [(&str, &[u8]); 3] =
        [("attacks of them", &two), ("attacks of us", &fives), ("fall back of us", &[4, 2, 3])];
    assert_eq!(scene.play(&script)["1.combat.rounds"], 1);
}

#[test]
fn l1544_one_winner_pursues_while_another_falls_back() {
    let scene = Field::new()
        .force("a", "1 wall")
        .force("b", "1 wall")
        .force("them", "1 wall")
        .step("combat", "by = ['a', 'b']; at = 'them'; charge = false; rounds = 2; on-win = { b = 'fall-back' }; fall-back = { a = 18, b = 11 }");
    // Three stands of theirs are struck by six; they lose by 4 and retreat 4 cm. One follows with 3 + 1 + 1 per stand.
    let (four, fifteen) = (nine(4), some(15, 1));
    let played = scene.play(&[
        ("attacks of them on a", &some(6, 0)),
        ("attacks of them on b", &some(3, 0)),
        ("attacks of a", &four),
        ("attacks of b", &nine(0)),
        ("fall back of a and b", &[3, 3, 4]),
        ("attacks of them on a", &nine(0)),
        ("attacks of a", &fifteen),
    ]);
    assert_eq!((played["end.a.confused"], played["end.b.confused"], played["1.combat.rounds"]), (0, 1, 2));
}

#[test]
fn what_fall_back_says_must_agree_with_itself() {
    let said = walls("fall-back = { us = { contact = 8, clear = 5 } }").refusal();
    let words = "a unit that is clear of all others after 5 cm cannot touch an enemy up to 8 cm";
    assert!(said.contains(words), "{said}");
    let said = walls("fall-back = { us = { clear = 31 } }").refusal();
    assert!(
        said.contains("`clear` is a whole number of cm from 0 to 30, or inches such as \"12in\", found 31"),
        "{said}"
    );
}

#[test]
fn falling_back_comes_out_the_same_sampled_exact_and_die_by_die() {
    let tiny =
        || Field::new().unit("few", "attacks = 2, stands = 1, hits = 3").force("us", "1 few").force("them", "1 few");
    let keys = "by = 'us'; at = 'them'; charge = false; rounds = 2; on-win = 'fall-back'";
    tiny().step("combat", &format!("{keys}; fall-back = {{ us = 11 }}")).same_by_sampling_and_die_by_die();
    let contact = "fall-back = { us = { contact = 8, clear = 11 }, them = { contact = 6 } }";
    tiny().step("combat", &format!("{keys}; {contact}")).same_by_sampling_and_die_by_die();
}
