//! Rules of combat that the book leaves open, read either way and counted by hand.

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

// What a commander's attacks are added to, lines 1372 to 1374 and 2071.

/// Dice of a unit of three stands against a horror, of twenty hits per stand.
fn dice(reading: &str, attacks: u32, group: &str, keys: &str) -> f64 {
    let odds = Field::new()
        .top(reading)
        .unit("feeble", &format!("attacks = {attacks}, hits = 20"))
        .unit("horror", "attacks = 3, hits = 20, abilities = ['terrifying']")
        .force("us", &format!("1 feeble{group}"))
        .force("them", "1 horror")
        .step("combat", &format!("by = 'us'; at = 'them'; rounds = 1; charge = false; {keys}"))
        .odds();
    odds.mean("1.us.wounds") * 2.0
}

const IN_TOTAL: &str = "readings = { commander-attacks = 'in-total' }";

#[test]
fn l1374_a_commanders_attacks_on_top_of_a_stand_that_is_below_nothing_or_in_total() {
    // One attack, confused and terrified: a stand at -1. A commander of 2: two dice on top, one in total.
    let bonus = "commander = { us = 2 }";
    close(dice("", 1, ", confused = true", bonus), 2.0);
    close(dice(IN_TOTAL, 1, ", confused = true", bonus), 1.0);
    // Caught in the flank as well: -2, and the last effort.
    close(dice("", 1, ", confused = true", "commander = { us = 2 }; flanked = { us = 3 }"), 2.0);
    close(dice(IN_TOTAL, 1, ", confused = true", "commander = { us = 2 }; flanked = { us = 3 }"), 1.0);
    // The stand that is not caught is at -1: he fights with it, wherever it stands.
    close(dice(IN_TOTAL, 1, ", confused = true", "commander = { us = 3 }; flanked = { us = 2 }"), 2.0);
    // The readings are the same while a stand has its attacks.
    for reading in ["", IN_TOTAL] {
        close(dice(reading, 1, "", bonus), 2.0);
        close(dice(reading, 2, "", bonus), 5.0);
        close(dice(reading, 2, ", confused = true", "commander = { us = 1 }"), 1.0);
    }
}

#[test]
fn l1374_in_total_he_fights_with_the_stand_that_has_most_left() {
    // Six stands in a row: of three feeble ones the first faces the horror, the others the wall.
    let odds = |reading: &str| {
        Field::new()
            .top(reading)
            .unit("feeble", "attacks = 1, hits = 20")
            .unit("horror", "attacks = 3, stands = 1, hits = 20, abilities = ['terrifying']")
            .unit("two", "attacks = 3, stands = 2, hits = 20")
            .force("us", "1 feeble, confused = true")
            .force("them", "1 horror; 1 two")
            .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false; commander = { us = 2 }")
            .odds()
            .mean("1.us.wounds")
    };
    // Stands at -1, 0 and 0: two dice either way.
    close(odds(""), 1.0);
    close(odds(IN_TOTAL), 1.0);
}

// How long the Sword of Destiny works, lines 2402 to 2408.

/// A wall with the sword against an imp, and then a fresh wall.
fn destiny(reading: &str, keys: &str) -> Field {
    Field::new()
        .top(reading)
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("us; side = 'us'", "1 wall, items = ['sword-of-destiny']")
        .force("them; side = 'them'", "1 imp")
        .force("fresh; side = 'them'", "1 wall")
        .step("combat", &format!("by = 'us'; at = 'them'; charge = false; {keys}"))
}

const ENGAGEMENT: &str = "readings = { sword-of-destiny = 'engagement' }";

#[test]
fn l2402_an_advance_begins_a_second_combat_or_not() {
    for (reading, second) in [("", 10), (ENGAGEMENT, 9)] {
        let played = destiny(reading, "rounds = 1; advance = 'fresh'").play(&[
            ("attacks of them", &[3]),
            ("attacks of us on them", &some(10, 1)),
            ("attacks of fresh", &nine(0)),
            ("attacks of us on fresh", &some(second, 0)),
        ]);
        assert_eq!(played["1.combat.rounds"], 2, "{reading}");
    }
}

#[test]
fn l2402_a_combat_that_is_put_off_is_the_first_or_not() {
    // Won by 1: 3 + 1 per stand, twelve dice, and the sword's.
    for (reading, later) in [("", 12), (ENGAGEMENT, 13)] {
        let scene =
            Field::new().top(reading).force("us", "1 wall, items = ['sword-of-destiny']").force("them", "1 wall");
        let (ten, none, more) = (some(10, 1), nine(0), some(later, 0));
        let script: [(&[u8], &[u8]); 2] = [(&ten, &none), (&more, &none)];
        let steps = scene
            .clone()
            .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1")
            .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1");
        assert_eq!(steps.fight(&script)["2.combat.rounds"], 1, "{reading}");
        // And phase after phase in one step: the third round is of the second phase.
        let whole = scene.step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 'to-end'");
        let again = some(13, 1);
        let script: [(&[u8], &[u8]); 3] = [(&ten, &none), (&again, &none), (&more, &none)];
        assert_eq!(whole.fight(&script)["1.combat.rounds"], 3, "{reading}");
    }
}

#[test]
fn l2402_a_second_combat_of_the_next_turn_is_never_the_first() {
    for reading in ["", ENGAGEMENT] {
        let scene = Field::new()
            .top(reading)
            .force("us", "1 wall, items = ['sword-of-destiny']")
            .force("them", "1 wall")
            .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1")
            .step("combat", "by = 'us'; at = 'them'; rounds = 1");
        let (ten, none, twelve) = (some(10, 0), nine(0), some(12, 0));
        let script: [(&[u8], &[u8]); 2] = [(&ten, &none), (&twelve, &none)];
        assert_eq!(scene.fight(&script)["2.combat.rounds"], 1, "{reading}");
    }
}

#[test]
fn readings_are_told_where_they_matter() {
    let choices = |scene: &Field| crate::support::compiled(&scene.text()).choices.join("\n");
    let said = choices(&destiny("", "rounds = 1"));
    assert!(said.contains("sword-of-destiny") && !said.contains("commander-attacks"), "{said}");
    let feeble = Field::new().unit("feeble", "attacks = 0").force("us", "1 feeble; 1 hero").force("them", "1 mob");
    let said = choices(&feeble.step("combat", "by = 'us'; at = 'them'; rounds = 1"));
    assert!(said.contains("commander-attacks") && !said.contains("sword-of-destiny"), "{said}");
}

#[test]
fn readings_come_out_the_same_sampled_exact_and_die_by_die() {
    let scene = Field::new()
        .top("readings = { sword-of-destiny = 'engagement', commander-attacks = 'in-total' }")
        .unit("one", "attacks = 1, stands = 1, hits = 2")
        .unit("horror", "attacks = 1, stands = 1, hits = 2, abilities = ['terrifying']")
        .force("us", "1 one, items = ['sword-of-destiny']")
        .force("them", "1 horror");
    let keys = "by = 'us'; at = 'them'; charge = false; rounds = 1";
    scene.step("combat", keys).step("combat", keys).same_by_sampling_and_die_by_die();
}
