//! Lines 355 and 1209: fire and spells of a side in its turn are one phase, with one drive back at its end. Lines 1094 and
//! 2330: a unit shoots and a wizard casts once in it.

use crate::support::warmaster::Field;
use crate::support::{close, compiled};

/// Two archers of one shot and a wizard, and a target that no volley here destroys.
fn field() -> Field {
    Field::new()
        .unit("archer", "attacks = 1, stands = 1, range = 30")
        .unit("tough", "attacks = 3, stands = 2, hits = 2, range = 30")
        .unit("frail", "attacks = 1, stands = 1, hits = 1")
        .force("a; side = 'us'", "1 archer")
        .force("b; side = 'us'", "1 archer")
        .force("mage; side = 'us'", "1 wizard")
        .force("them; side = 'them'", "1 tough")
        .force("others; side = 'them'", "1 tough")
        .force("last; side = 'them'", "1 frail")
}

const A: &str = "by = 'a'; at = 'them'; range = 20";
const B: &str = "by = 'b'; at = 'them'; range = 20";
const SPELL: &str = "by = 'mage'; at = 'them'; difficulty = '4+'; shots = 1";

#[test]
fn fire_and_spells_of_a_turn_are_one_phase() {
    // Three wounds of three steps: a stand falls to the second of them, and three dice are added up.
    let scene = field().step("shoot", A).step("spell", SPELL).step("shoot", B);
    let played = scene.play(&[
        ("shots of a", &[4]),
        ("spell of mage", &[4]),
        ("spell of mage on them: shots", &[4]),
        ("shots of b", &[4]),
        ("drive", &[2, 3, 4]),
    ]);
    assert_eq!((played["end.them.stands"], played["3.them.drive_back"], played["3.them.routed"]), (1, 9, 0));
    // A drive back at the end of the phase is counted only there.
    assert!(!played.contains_key("1.them.drive_back") && played.contains_key("1.them.wounds"));
}

#[test]
fn the_chances_of_two_volleys_in_one_phase_and_in_two() {
    // One shot each, one in two hits: both in one way of four. A stand of two hits then falls; two dice drive it back, one
    // of them a 6 in 11 ways of 36; one die in two ways of four, a 6 in one way of six.
    let odds = field().step("shoot", A).step("shoot", B).odds();
    close(odds.chance("end.them.stands", 1), 1.0 / 4.0);
    close(odds.mean("2.them.confused"), 1.0 / 4.0 * 11.0 / 36.0 + 2.0 / 4.0 / 6.0);
    // In two phases no stand falls, and each wound drives it back by itself: confused in the second volley, and not before.
    for odds in [
        field().step("shoot", A).step("shoot", &format!("{B}; new-phase = true")).odds(),
        field().step("shoot", &format!("{A}; phase-goes-on = false")).step("shoot", B).odds(),
    ] {
        close(odds.chance("end.them.stands", 2), 1.0);
        close(odds.mean("1.them.confused"), 1.0 / 12.0);
    }
    // As it was written before.
    let told = field().step("shoot", &format!("{A}; phase-goes-on = true")).step("shoot", B).odds();
    close(told.chance("end.them.stands", 1), 1.0 / 4.0);
}

#[test]
fn all_who_were_shot_at_are_driven_back_each_with_its_own_room() {
    // A 5 each: 3 cm are too few for the first, the other has 10.
    let scene = field()
        .step("shoot", &format!("{A}; room = 3"))
        .step("shoot", "by = 'b'; at = 'others'; range = 20; room = 10");
    let played = scene.play(&[("shots of a", &[4]), ("shots of b", &[4]), ("drive", &[5]), ("drive", &[5])]);
    assert_eq!((played["2.them.drive_back"], played["2.them.confused"]), (3, 1));
    assert_eq!((played["2.others.drive_back"], played["2.others.confused"]), (5, 0));
}

#[test]
fn the_phase_ends_even_if_its_last_step_is_not_played() {
    // The second volley comes only if the first has missed: then one wound in two drives back, and otherwise that of the
    // first.
    let scene = field().step("shoot", A).step("shoot", &format!("{B}; when = '1.them.wounds = 0'"));
    let odds = scene.odds();
    close(odds.mean("2.them.confused"), 3.0 / 4.0 / 6.0);
    close(odds.mean("end.them.confused"), 3.0 / 4.0 / 6.0);
    // A spell that fails ends it as well.
    let odds = field().step("shoot", A).step("spell", SPELL).odds();
    close(
        odds.mean("2.them.confused"),
        (1.0 / 2.0 * 3.0 / 4.0 + 1.0 / 2.0 / 4.0) / 6.0 + 1.0 / 2.0 / 4.0 * 11.0 / 36.0,
    );
}

#[test]
fn the_phase_ends_before_what_is_done_instead() {
    // Shoot again if the first volley missed, otherwise charge: the target is confused by then if a 6 was rolled, and strikes
    // with 2 attacks a stand, not 3.
    let scene = field().step("shoot", A).step(
        "shoot",
        &format!(
            "{B}; when = '1.them.wounds = 0'; otherwise = {{ action = 'combat', by = 'b', at = 'them', rounds = 1 }}"
        ),
    );
    let played =
        scene.play(&[("shots of a", &[4]), ("drive", &[6]), ("attacks of them", &[3; 4]), ("attacks of b", &[3; 2])]);
    assert_eq!((played["2.them.drive_back"], played["2.b.drew"]), (6, 1));
    let played = scene.play(&[("shots of a", &[3]), ("shots of b", &[4]), ("drive", &[2])]);
    assert_eq!(played["2.them.drive_back"], 2);
}

#[test]
fn steps_that_are_no_fire_end_it_and_so_do_the_enemy_and_the_next_turn() {
    // Each time two volleys in two phases: no stand falls.
    let apart = [
        field().step("shoot", A).step("army-break", "by = 'a'").step("shoot", B),
        field()
            .step("shoot", A)
            .step("orders", "by = 'mage'; to = 'b'")
            .step("shoot", &format!("{B}; needs-order = false")),
        field().top("turns = 2").step("shoot", A),
    ];
    for scene in apart {
        close(scene.odds().chance("end.them.stands", 2), 1.0);
    }
    // Fire at a charge is not part of it.
    let said = field().step("shoot", "by = 'them'; at = 'a'; charging = true; new-phase = true").refusal();
    assert!(said.contains("no shooting phase"), "{said}");
}

#[test]
fn a_unit_shoots_once_a_phase() {
    // A second time is in its next turn, and that is reported.
    for again in ["", "; new-phase = true"] {
        let scene = field().step("shoot", A).step("shoot", &format!("{A}{again}"));
        close(scene.odds().chance("end.them.stands", 2), 1.0);
        let told = compiled(&scene.text()).choices.join("\n");
        assert_eq!(told.contains("a shoots again: that is the next turn"), again.is_empty(), "{told}");
    }
    let with_another = field().step("shoot", A).step("shoot", "by = ['b', 'a']; at = 'them'").odds();
    close(with_another.mean("1.them.confused"), 1.0 / 12.0);
    // Saying that it is one phase is wrong.
    let said = field().step("shoot", A).step("shoot", &format!("{A}; new-phase = false")).refusal();
    assert!(said.contains("shoots twice in one shooting phase") && said.contains("new-phase = true"), "{said}");
    let said = field().step("shoot", &format!("{A}; phase-goes-on = true")).step("shoot", A).refusal();
    assert!(said.contains("shoots twice in one shooting phase"), "{said}");
}

#[test]
fn stands_of_a_unit_share_their_targets() {
    let scene = |second: u32| {
        let scene = Field::new().force("us", "1 bows, stands = 3").force("them", "1 wall").force("others", "1 wall");
        scene
            .step("shoot", "by = 'us'; at = 'them'; shooters = { us = 1 }")
            .step("shoot", &format!("by = 'us'; at = 'others'; shooters = {{ us = {second} }}"))
    };
    let odds = scene(2).odds();
    close(odds.mean("1.them.hits"), 1.0 / 2.0);
    close(odds.mean("2.others.hits"), 1.0);
    // All three again are those of the next turn.
    close(scene(3).odds().mean("2.others.hits"), 3.0 / 2.0);
    assert!(compiled(&scene(3).text()).choices.join("\n").contains("us shoots again"));
    assert!(!compiled(&scene(2).text()).choices.join("\n").contains("us shoots again"));
}

#[test]
fn a_wizard_casts_once_a_phase() {
    let told = compiled(&field().step("spell", SPELL).step("spell", SPELL).text()).choices.join("\n");
    assert!(told.contains("Wizard casts again: that is the next turn"), "{told}");
    let said = field().step("spell", SPELL).step("spell", &format!("{SPELL}; new-phase = false")).refusal();
    assert!(said.contains("casts twice in one shooting phase"), "{said}");
    let odds = field().step("spell", SPELL).step("spell", &format!("{SPELL}; new-phase = true")).odds();
    close(odds.mean("1.mage.cast") + odds.mean("2.mage.cast"), 1.0);
}

#[test]
fn of_steps_with_conditions_the_first_that_is_played_is_his_shot() {
    // At the others if the frail one is gone, otherwise at it: never at both.
    let scene = field()
        .step("shoot", "by = 'b'; at = 'last'; range = 20")
        .step("shoot", "by = 'a'; at = 'others'; range = 20; when = 'last.destroyed'")
        .step("shoot", A);
    let odds = scene.odds();
    close(odds.mean("2.others.hits"), 1.0 / 2.0 / 2.0);
    close(odds.mean("3.them.hits"), 1.0 / 2.0 / 2.0);
    let scene = field()
        .step("shoot", "by = 'b'; at = 'last'; range = 20")
        .step("spell", &format!("{SPELL}; when = 'last.destroyed'"))
        .step("spell", SPELL);
    let odds = scene.odds();
    close(odds.mean("2.mage.cast") + odds.mean("3.mage.cast"), 1.0 / 2.0);
    // In the next turn he may cast again.
    let again = scene.step("spell", &format!("{SPELL}; new-phase = true")).odds();
    close(again.mean("4.mage.cast"), 1.0 / 2.0);
    // What is done in the other case is not a second time.
    let scene = field().step("shoot", A).step(
        "shoot",
        "by = 'b'; at = 'others'; when = '1.them.hits'; otherwise = { action = 'shoot', by = 'b', at = 'last' }",
    );
    close(scene.odds().mean("2.last.hits"), 1.0 / 4.0);
}
