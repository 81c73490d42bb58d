//! What `sensitivity` offers can be played.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use battle_odds::scenario::{BASE, Loaded, Scenario};
use battle_odds::systems::{changes, compile, load};

use crate::shipped::scenarios;

/// Why a change cannot be played together with the rest of the scenario; the report says so. Whether the rest needs what a
/// change removes shows only when it is compiled.
const REASONS: &[&str] = &[
    // A step counts units, stands or dice, of which there are then fewer.
    "… stands of … are more than the … there are",
    "… of … are more than the … there are",
    "there are … of …",
    "… does not have that many stands of infantry that do not fight",
    "… shoots with … dice, not …",
    "… has 0 to … dice, found …",
    "`shields-down` is a whole number from 0 to …, found …",
    "a named contact is between one unit and another",
    "the layout has … places for … models",
    "the layout has … places for … bases",
    "… dice are aimed, and … has …",
    // There is no room for more.
    "… units do not fit into …",
    "… places are taken in a … that has …",
    "… is of class … and finds no room",
    "… has 5 units: a brigade has 1 to 4 (Brigade orders)",
    // A formation with this few units would be broken.
    "… cannot have … markers and not be broken",
    // A machine is struck, and does not strike.
    "… has no effect on a target that does not fight back",
    // A step needs the weapon or the ability that is removed.
    "… has no barrage weapon in range",
    "… has no weapon for that",
    "… has no templates",
    "… has no psychic powers",
    "… is no interceptor",
    "no weapon of these shooters is called …",
    "no weapon of this unit is called …",
    "no unit in … has the ability …",
    "… cannot teleport",
    "… cannot fly back",
    "… is no skimmer",
    // A step decides what becomes of something that the formation would no longer have.
    "… has no Elite bases",
    "no enemy has an anti-magic scroll",
    // A step needs the circumstance that is reversed.
    "… cannot charge the fortified",
    "… has the order …, and cannot charge",
    "… is not in the air: it cannot be intercepted (#13)",
    "… cannot reach …, which is in the air",
    "… is confused: it cannot charge (Confused units)",
    "fire at a charge needs a charge (Shooting at charging enemies)",
    "`reactions` are fire at a charge, and there is no charge",
    "… is broken: it is not on overwatch (§13.2)",
    "… is more than one vehicle or building",
    "… is no move and sets off no overwatch (§1.10)",
    // Fire at chargers confuses no unit, and the goal counts the confused.
    "no measure of this formation is called …",
];

/// Whether a message consists of these words, with anything for each `…`.
fn fits(message: &str, words: &str) -> bool {
    let (first, rest) = words.split_once('…').unwrap_or((words, ""));
    let Some(mut message) = message.strip_prefix(first) else { return false };
    for part in rest.split('…') {
        let Some(at) = message.find(part) else { return false };
        message = &message[at + part.len()..];
    }
    rest.is_empty() || rest.ends_with('…') || message.is_empty()
}

/// Every formation of every shipped scenario as written. A change that cannot be played is one that the scenario itself
/// forbids, for a reason in the list; and the list has no reason that does not occur.
#[test]
fn what_cannot_be_played_has_its_reason() {
    let (mut met, mut strange) = (BTreeSet::new(), BTreeMap::new());
    for scenario in scenarios().iter().filter(|scenario| scenario.variant == BASE) {
        let formations = scenario.root.child("formations").map(|node| node.entries("formations").expect("a table"));
        for (key, _) in formations.into_iter().flatten() {
            for change in changes(scenario, &key.name).unwrap_or_else(|problem| panic!("{problem}")) {
                let changed = Scenario { root: change.root, ..scenario.clone() };
                let Err(problem) = compile(&changed) else { continue };
                match REASONS.iter().find(|reason| fits(&problem.message(), reason)) {
                    Some(reason) => drop(met.insert(*reason)),
                    None => {
                        let what = format!("{}, {}: {}", scenario.name, change.subject, change.what);
                        strange.insert(problem.message().to_owned(), what);
                    }
                }
            }
        }
    }
    assert!(strange.is_empty(), "offered, and refused: {strange:#?}");
    assert_eq!(met, BTreeSet::from_iter(REASONS.iter().copied()), "a reason in the list no longer occurs");
}

#[test]
fn what_is_offered_of_a_formation() {
    let path = "scenarios/epic-armageddon/prepare-crossfire-then-storm.toml";
    let Ok(Loaded::Scenarios(scenarios, _)) = load(Path::new(path), &[]) else { panic!("a scenario") };
    let changes = changes(&scenarios[0], "tacticals").unwrap();
    let what: Vec<String> = changes.iter().map(|change| format!("{}: {}", change.subject, change.what)).collect();
    for expected in [
        "tacticals: initiative 1+ → 2+",
        "tactical: number 6 → 7",
        "tactical: armour 4+ → 3+",
        "tactical: Missile launcher AP5+/AT6+ → AP4+/AT5+",
        "tactical: without Missile launcher",
        "step 3: without support from devastators",
        "step 2: crossfire no",
    ] {
        assert!(what.contains(&expected.to_owned()), "no {expected} in {what:#?}");
    }
    assert!(!what.iter().any(|what| what.starts_with("step 1")), "{what:#?}");
}
