//! The toy rulebook is played like any other: sampled, narrated and exactly.

use super::toy::Toy;
use super::trial::{compiled, odds};

#[test]
fn a_rulebook_of_one_page_is_played_exactly() {
    let text = r#"
        goal = ["jets.survivors = 0"]
        units = { cool = { aim = "4+", luck = "5+" } }
        formations = { sharks = { unit = "cool", count = 1 }, jets = { unit = "cool", count = 1 } }
        [[steps]]
        action = "shoot"
        by = "sharks"
        at = "jets"
        [[steps]]
        when = "jets.survivors >= 1"
        action = "shoot"
        by = "jets"
        at = "sharks"
    "#;
    assert_eq!(compiled::<Toy>(text).steps, ["sharks shoot at jets", "if jets.survivors >= 1: jets shoot at sharks"]);
    // A half hits, and two thirds of them are not dodged: the jets are lost in a third of the battles.
    let odds = odds::<Toy>(text);
    odds.has("end.scenario.goal", &[2.0 / 3.0, 1.0 / 3.0]);
    assert!((odds.chance("end.sharks.survivors", 0) - 2.0 / 9.0).abs() < 1e-12);
}
