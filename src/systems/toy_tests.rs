//! The toy rulebook is played like any other: sampled, narrated and exactly.

use std::sync::atomic::AtomicBool;

use super::plan::compile::compile;
use super::toy::Toy;
use battle_odds_engine::exact::Limit;
use battle_odds_scenario::{Loaded, load};

#[test]
fn a_rulebook_of_one_page_is_played_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.toml");
    let text = r#"
        system = "toy"
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
    std::fs::write(&path, text).unwrap();
    let Ok(Loaded::Scenarios(scenarios, _)) = load(&path, &[], |_| None) else { panic!("a scenario") };
    let compiled = compile::<Toy>(&scenarios[0]).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(compiled.steps, ["sharks shoot at jets", "if jets.survivors >= 1: jets shoot at sharks"]);
    let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).unwrap();
    // A half hits, and two thirds of them are not dodged: the jets are lost in a third of the battles.
    let chance = |name: &str| {
        let names = compiled.engagement.measures();
        let place = names.iter().position(|of| format!("{}.{}.{}", of.when, of.subject, of.metric) == name);
        exact.chances[place.unwrap()].clone()
    };
    assert!((chance("end.scenario.goal")[1] - 1.0 / 3.0).abs() < 1e-12);
    assert!((chance("end.sharks.survivors")[0] - 2.0 / 9.0).abs() < 1e-12);
}
