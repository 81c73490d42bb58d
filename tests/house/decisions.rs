//! What players decide is a value: it can be written as decided, and differently.

use std::collections::BTreeSet;

use battle_odds::scenario::{Scenario, Span, Value};
use battle_odds::systems::compile;
use battle_odds::systems::plan::decision::Decision;

use crate::shipped::scenarios;

/// Every decision that the program makes in a shipped scenario, written out as made: the scenario still compiles, the steps
/// are the same, and what was decided is now what is written.
#[test]
fn what_is_decided_can_be_written() {
    let (mut keys, mut nested) = (BTreeSet::new(), false);
    for scenario in scenarios() {
        let compiled = compile(&scenario).unwrap_or_else(|problem| panic!("{problem}"));
        for decision in compiled.decisions.iter().filter(|decision| decision.default) {
            let Some(option) = decision.options.iter().find(|option| option.word == decision.chosen) else { continue };
            let what = format!("{}, step {}: {} = {}", scenario.name, decision.step, decision.key(), option.word);
            let mut root = scenario.root.clone();
            assert!(decision.write(&mut root, option), "{what}: nowhere to write it");
            let written = compile(&Scenario { root, ..scenario.clone() });
            let written = written.unwrap_or_else(|problem| panic!("{what}: {problem}"));
            assert_eq!(written.steps, compiled.steps, "{what}");
            let now = |other: &&Decision| other.is_same(decision);
            let now = written.decisions.iter().find(now).unwrap_or_else(|| panic!("{what}: not decided any more"));
            assert!(!now.default && now.chosen == decision.chosen, "{what}: {now:?}");
            keys.insert(decision.keys[0].clone());
            nested |= decision.at.as_ref().is_some_and(|at| !steps(&scenario).any(|step| step.is(at)));
        }
    }
    let known = [
        "activation",
        "charge",
        "countercharge",
        "fire",
        "if-failed",
        "interception",
        "jink",
        "luck",
        "on-win",
        "order",
        "share-hits",
    ];
    for key in known {
        assert!(keys.contains(key), "no shipped scenario leaves `{key}` to the program: {keys:?}");
    }
    assert!(nested, "no decision of a reaction, or of what is done otherwise");
}

/// Where the steps of a scenario are written.
fn steps(scenario: &Scenario) -> impl Iterator<Item = &Span> {
    let Some(Value::List(steps)) = scenario.root.child("steps").map(|steps| &steps.value) else { panic!("no steps") };
    steps.iter().map(|step| &step.span)
}

/// Whatever is reported as open to the player, with options, is one of the lines of choices if the program decided it.
#[test]
fn what_is_told_stands_among_the_choices() {
    for scenario in scenarios() {
        let compiled = compile(&scenario).unwrap_or_else(|problem| panic!("{problem}"));
        for line in compiled.decisions.iter().filter_map(|decision| decision.told.as_ref()) {
            assert!(compiled.choices.contains(line), "{}: {line}", scenario.name);
        }
    }
}
