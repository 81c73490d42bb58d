//! Lines 2328 to 2340 and 2488: a spell affects a unit once a turn, a wizard names his target first, and only some spells
//! are barred from units in combat.

use crate::support::warmaster::Field;
use crate::support::{close, compiled};

const SPELL: &str = "difficulty = '5+'; shots = 3";

/// A wizard with the rod casts twice at the same target: 1/3 to cast, and then three shots hit 3/2 times.
fn rod(keys: &str) -> Field {
    Field::new()
        .unit("mage", "type = 'wizard', command = 7, items = ['rod-of-repetition']")
        .force("mage", "1 mage")
        .force("them", "1 wall")
        .step("spell", &format!("by = 'mage'; at = 'them'; second-at = 'them'; {SPELL}; {keys}"))
}

#[test]
fn l2336_the_rod_does_not_affect_the_same_target_twice() {
    let odds = rod("").odds();
    close(odds.mean("1.them.hits"), 1.0 / 3.0 * 1.5);
    // There is no second attempt: the rod is kept.
    close(odds.mean("1.mage.cast"), 1.0 / 3.0);
    // Undone in one way of two, the first has affected no unit: then the second may.
    let odds = rod("dispel = '4+'").odds();
    close(odds.mean("1.them.hits"), 1.0 / 3.0 * (0.5 * 1.5 + 0.5 * 1.0 / 3.0 * 0.5 * 1.5));
    // Another spell.
    let odds = rod("spell = ['fire', 'bolt']").odds();
    close(odds.mean("1.them.hits"), 1.0 / 3.0 * (1.5 + 1.0 / 3.0 * 1.5));
    let odds = rod("spell = 'fire'").odds();
    close(odds.mean("1.them.hits"), 1.0 / 3.0 * 1.5);
    let said = rod("spell = ['fire', 'bolt', 'storm']").refusal();
    assert!(said.contains("a spell has one name"), "{said}");
}

/// Two wizards in one shooting phase, one after the other.
fn two(them: &str, first: &str, second: &str) -> Field {
    Field::new()
        .unit("mage", "type = 'wizard', command = 7")
        .unit("seer", "type = 'wizard', command = 7")
        .force("mage; side = 'us'", "1 mage")
        .force("seer; side = 'us'", "1 seer")
        .force("them; side = 'them'", them)
        .step("spell", &format!("by = 'mage'; at = 'them'; {first}"))
        .step("spell", &format!("by = 'seer'; at = 'them'; {second}"))
}

#[test]
fn l2336_the_same_spell_of_two_wizards_affects_a_unit_once_a_turn() {
    let odds = two("1 wall", SPELL, SPELL).odds();
    close(odds.mean("1.them.hits"), 0.5);
    // The second casts if the first has failed, 2/3.
    close(odds.mean("2.seer.cast"), 2.0 / 3.0 / 3.0);
    close(odds.mean("2.them.hits"), 2.0 / 3.0 * 0.5);
    // Or if the first was undone.
    let odds = two("1 wall", &format!("{SPELL}; dispel = '4+'"), SPELL).odds();
    close(odds.mean("2.them.hits"), (2.0 / 3.0 + 1.0 / 6.0) * 0.5);
    // Different spells: by name, by difficulty, by dice; the same one, whatever helps to cast it.
    let second = |first: &str, second: &str| two("1 wall", first, second).odds().mean("2.them.hits");
    close(second(&format!("{SPELL}; spell = 'fire'"), &format!("{SPELL}; spell = 'bolt'")), 0.5);
    close(second("difficulty = '4+'; shots = 3", SPELL), 0.5);
    close(second("difficulty = '5+'; shots = 2", SPELL), 0.5);
    close(second(&format!("{SPELL}; modifier = 1"), SPELL), 1.0 / 2.0 * 0.5);
    close(second("difficulty = '4+'; shots = 9; spell = 'fire'", &format!("{SPELL}; spell = 'fire'")), 0.25);
}

#[test]
fn l2336_another_unit_and_another_turn_are_affected_again() {
    // Of two units the second spell affects the one that the first did not.
    let odds = two("2 wall", SPELL, SPELL).odds();
    close(odds.mean("2.them.hits"), 0.5);
    let odds = two("1 wall", SPELL, &format!("{SPELL}; new-phase = true")).odds();
    close(odds.mean("2.them.hits"), 0.5);
    let told = compiled(&two("1 wall", SPELL, SPELL).text()).choices.join("\n");
    assert!(told.contains("the same spell affects them once a turn"), "{told}");
    let told = compiled(&two("1 wall", SPELL, &format!("{SPELL}; new-phase = true")).text()).choices.join("\n");
    assert!(!told.contains("once a turn"), "{told}");
}

#[test]
fn l2332_a_spell_at_nobody_is_not_cast_and_spends_nothing() {
    // One shot kills the imp in one way of two. The ring is spent on it if it is there; else on the wall.
    let odds = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .unit("bow", "attacks = 1, stands = 1, range = 30")
        .unit("mage", "type = 'wizard', command = 7, items = ['ring-of-sorcery']")
        .force("bow; side = 'us'", "1 bow")
        .force("mage; side = 'us'", "1 mage")
        .force("imp; side = 'them'", "1 imp")
        .force("wall; side = 'them'", "1 wall")
        .step("shoot", "by = 'bow'; at = 'imp'; room = 0")
        .step("spell", &format!("by = 'mage'; at = 'imp'; {SPELL}; room = 0"))
        .step("spell", &format!("by = 'mage'; at = 'wall'; {SPELL}; new-phase = true"))
        .odds();
    close(odds.mean("2.mage.cast"), 0.5);
    close(odds.mean("3.mage.cast"), 0.5 + 0.5 / 3.0);
}

#[test]
fn l2340_only_some_spells_are_barred_from_units_in_combat() {
    let scene = |keys: &str| {
        Field::new()
            .unit("mage", "type = 'wizard', command = 7")
            .force("us; side = 'us'", "1 wall")
            .force("mage; side = 'us'", "1 mage")
            .force("them; side = 'them'", "1 wall")
            .force("back; side = 'them'", "1 mob")
            .step(
                "combat",
                "by = 'us'; at = ['them', 'back']; rounds = 1; charge = false; support = { back = 3 }; \
                 later = { support = { back = 3 } }",
            )
            .step("spell", &format!("by = 'mage'; at = 'them'; {SPELL}{keys}"))
            .step("spell", &format!("by = 'mage'; at = 'back'; {SPELL}{keys}; new-phase = true"))
    };
    // 5 to 3 with the support: we pursue, and the combat continues.
    let round: [(&str, &[u8]); 2] = [("attacks of them", &[1; 9]), ("attacks of us", &[4, 4, 4, 4, 4, 1, 1, 1, 1])];
    let spell: [(&str, &[u8]); 4] = [
        ("spell of mage", &[5]),
        ("spell of mage on them: shots", &[4, 1, 1]),
        ("spell of mage", &[5]),
        ("spell of mage on back: shots", &[4, 4, 1]),
    ];
    let played = scene("").play(&[round.as_slice(), &spell].concat());
    assert_eq!((played["2.them.hits"], played["3.back.hits"]), (1, 2));
    // Units in combat are not driven back.
    assert_eq!(played["3.back.drive_back"], 0);
    // A barred spell is not cast at them, nor at those in support.
    let played = scene("; in-combat = false").play(&round);
    assert_eq!((played["2.mage.cast"], played["3.mage.cast"]), (0, 0));
    let told = compiled(&scene("").text()).choices.join("\n");
    assert!(told.contains("the spell reaches them in combat too (key `in-combat`, Casting spells)"), "{told}");
}

#[test]
fn spells_cast_twice_come_out_the_same_sampled_exact_and_die_by_die() {
    rod("dispel = '4+'").same_by_sampling_and_die_by_die();
    two("2 mob, stands = 1", SPELL, SPELL).same_by_sampling_and_die_by_die();
}
