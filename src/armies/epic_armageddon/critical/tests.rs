//! Wordings of critical hits, as lists have them and as they might.

use super::effects::{Critical, critical};

fn read(text: &str) -> Critical {
    critical(text, "Reaver Titan", &["Phantom Lances"])
}

fn first(text: &str) -> String {
    let read = read(text);
    assert!(read.unknown.is_empty(), "{read:?}");
    read.first.join(", ")
}

#[test]
fn one_sentence() {
    for (text, harms) in [
        ("The unit is destroyed.", "\"destroyed\""),
        ("Destroyed", "\"destroyed\""),
        ("Takes 1 additional point of damage.", "\"damage 1\""),
        ("Destroyed, units within 5cm hit on D6 roll of 6.", "\"destroyed\", \"explosion 6+\""),
        ("Destroyed, units within 15cm hit on D6 roll of 5+.", "\"destroyed\", \"explosion 5+\""),
        (
            "The unit is destroyed. All units within 5cm are subject to an AP5+ attack.",
            "\"destroyed\", \"explosion AP5+\"",
        ),
        (
            "Destroyed. All units within 5cm suffer a macro-weapon hit on a roll of 4+.",
            "\"destroyed\", \"explosion MW4+\"",
        ),
        ("The unit is immobilised.", "\"slowed\""),
        ("Phantom Lances destroyed.", "{ weapon-lost = \"Phantom Lances\" }"),
    ] {
        assert_eq!(first(text), harms, "{text}");
    }
}

#[test]
fn fires_spread() {
    let fire = "Roll D6 for each fire. On a 1 a second fire starts. On a 5+ the fire is put out. Any fire not put out causes one point of damage.";
    let rows =
        "{ end-phase = { \"1\" = [\"spreads\", \"damage 1\"], \"2-4\" = [\"damage 1\"], \"5-6\" = [\"repaired\"] } }";
    assert_eq!(first(fire), rows);
}

#[test]
fn what_befalls_others_is_not_its_own() {
    let read_on =
        read("Takes an extra point of damage and kill D3 passengers. The player may choose which units are killed.");
    assert_eq!((read_on.first, read_on.unknown.len()), (vec!["\"damage 1\"".into()], 0));
    let alone = read("The Juggernaut is immobilised. If it is already immobilised, it loses a point of damage.");
    assert_eq!((alone.first, alone.not_simulated.len()), (vec!["\"slowed\"".into()], 1));
    let shared = read("The Juggernaut is immobilised. The Crawler loses a point of damage.");
    assert_eq!((shared.first.len(), shared.not_simulated.len()), (0, 2));
    let called = read("Destroyed. All units it has summoned within 10cm are lost on a roll of 5+.");
    assert_eq!((called.first, called.not_simulated.len()), (vec!["\"destroyed\"".into()], 1));
}

#[test]
fn later_hits_differ() {
    let read = read("Immobilised, subsequent critical hits cause an additional 1DC of damage.");
    assert_eq!((read.first, read.further), (vec!["\"slowed\"".into()], vec!["\"damage 1\"".into()]));
    let read = critical("Deflector Shield is destroyed; further critical hits cause a point of damage.", "x", &[]);
    assert_eq!((read.first, read.further), (vec!["\"shields-lost\"".into()], vec!["\"damage 1\"".into()]));
}

#[test]
fn tables_of_faces() {
    let reactor = "Roll a D6 in the end phase of each turn: \n1: the unit is destroyed \n2-3: the unit suffers one more point of damage \n4–6: the breach has been repaired \nIf the unit is destroyed, all units within 5cm suffer a hit on a roll of 5+ (Reaver) or 4+ (Warlord).";
    assert_eq!(
        first(reactor),
        "{ end-phase = { \"1\" = [\"destroyed\", \"explosion 5+\"], \"2-3\" = [\"damage 1\"], \"4-6\" = [\"repaired\"] } }"
    );
    let wounded = "Roll a D6:\n1- Any other unit in base contact suffers a MW6+ attack.\n2-5- The creature loses 1DC.\n6- The creature is instantly killed.";
    assert_eq!(
        first(wounded),
        "{ roll = { \"1\" = [\"explosion MW6+\"], \"2-5\" = [\"damage 1\"], \"6\" = [\"destroyed\"] } }"
    );
}

#[test]
fn what_is_beyond_the_dice_is_kept_and_what_is_strange_is_told() {
    let read_on = read("The unit and all units being carried are destroyed.");
    assert_eq!(read_on.first, ["\"destroyed\""]);
    let holofield = read("May no longer take holofield saves. Any further critical hits will destroy the Titan.");
    assert_eq!((holofield.first.len(), holofield.further.len(), holofield.not_simulated.len()), (0, 1, 1));
    assert_eq!(read("It begins to sing.").unknown.len(), 1);
}

#[test]
fn what_a_list_writer_may_write() {
    let none: &[&str] = &[];
    let mut wrong = Vec::new();
    for (text, first, further, told, strange) in [
        // What depends on where it staggers is decided on the table.
        (
            "Move it D6cm in a random direction. If this takes the Reaver into a wall, it stops and suffers another point of damage.",
            none,
            none,
            2,
            0,
        ),
        ("The unit lurches D6cm in a random direction. If it lands on anything it is destroyed.", none, none, 2, 0),
        (
            "The Titan loses a point of damage, and another if it staggers into a building.",
            &["\"damage 1\""],
            none,
            1,
            0,
        ),
        ("Takes an extra point of damage. When it next moves it is destroyed on a 6.", &["\"damage 1\""], none, 1, 0),
        // Remarks made in passing are not effects.
        ("The unit loses a point of damage. It stays as a ruin once it is destroyed.", &["\"damage 1\""], none, 1, 0),
        ("The unit is immobilised, and leaves a crater after it has been destroyed.", &["\"slowed\""], none, 1, 0),
        ("When a critical hit is scored, the Titan is destroyed.", &["\"destroyed\""], none, 0, 0),
        ("The unit is not destroyed.", none, none, 0, 1),
        // Whichever name is used, it is the unit.
        (
            "The Colossus reels 2D6cm in a random direction and is destroyed. Any units in its way suffer a hit.",
            &["\"destroyed\""],
            none,
            2,
            0,
        ),
        ("The Juggernaut suffers D3 extra points of damage.", &["\"damage D3\""], none, 0, 0),
        ("It loses 2 points of damage.", &["\"damage 2\""], none, 0, 0),
        ("The crew is killed outright.", none, none, 1, 0),
        ("Its main gun is destroyed.", none, none, 1, 0),
        (
            "Mind Engine Amplifier destroyed. Further Critical cause additional DC of damage.",
            none,
            &["\"damage 1\""],
            1,
            0,
        ),
        ("May no longer fire its Phantom Lances.", &["{ weapon-lost = \"Phantom Lances\" }"], none, 0, 0),
        ("Lances destroyed.", &["{ weapon-lost = \"Phantom Lances\" }"], none, 0, 0),
        ("One void shield generator is destroyed.", &["\"shield-lost\""], none, 0, 0),
        (
            "Loses all its void shields. If it suffers another critical hit it is destroyed.",
            &["\"shields-lost\""],
            &["\"destroyed\""],
            0,
            0,
        ),
        ("Loses 1DC. Further critical hits have no effect.", &["\"damage 1\""], &["\"slowed\""], 0, 0),
        // Nearby units.
        ("Destroyed. Any units struck by it suffer a macro-weapon hit.", &["\"destroyed\""], none, 1, 0),
        (
            "The unit explodes and is destroyed, each unit within 5cm taking a hit on a 5+.",
            &["\"destroyed\"", "\"explosion 5+\""],
            none,
            0,
            0,
        ),
        ("All units within 5cm are destroyed.", none, none, 1, 0),
        // A die of its own.
        (
            "Roll a D6. On a 1-3 the unit is destroyed, on a 4+ it loses a point of damage.",
            &["{ roll = { \"1-3\" = [\"destroyed\"], \"4-6\" = [\"damage 1\"] } }"],
            none,
            0,
            0,
        ),
        ("The unit is destroyed on a roll of 4+.", &["{ roll = { \"4-6\" = [\"destroyed\"] } }"], none, 0, 0),
        (
            "The unit is immobilised. Roll a D6: 1: it is destroyed. 2-6: no effect.",
            &["\"slowed\"", "{ roll = { \"1\" = [\"destroyed\"] } }"],
            none,
            0,
            0,
        ),
        (
            "On a roll of 5+, it takes 1DC damage when its guns fire. Subsequent critical hits destroy the unit.",
            none,
            &["\"destroyed\""],
            1,
            0,
        ),
        ("It hums a tune.", none, none, 0, 1),
    ] {
        let read = read(text);
        let counts = (read.not_simulated.len(), read.unknown.len());
        if read.first != first || read.further != further || counts != (told, strange) {
            wrong.push(format!("{text} {read:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

proptest::proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "([0-9]|–|-|:|\n|within|\\+|\\(|\\)|destroyed|D3|é|\\. | |6|Reaver|roll of ){0,20}") {
        read(&text);
    }
}
