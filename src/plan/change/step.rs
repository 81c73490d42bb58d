//! The circumstances of the steps in which a formation takes part.

use super::{Changes, written};
use crate::decision::{Choice, Decision};
use battle_odds_scenario::{Node, Scenario, Value};
use battle_odds_words::keys::key_in_words;

/// `skip = true`: the step is not played, and time passes as if it were not written.
fn is_left_out(step: &Node) -> bool {
    step.child("skip").is_some_and(|node| matches!(node.value, Value::Boolean(true)))
}

/// All steps as written that are played, including those in `otherwise`.
pub fn played_steps(list: &[Node]) -> Vec<&Node> {
    let played = |node: &&Node| !is_left_out(node);
    let both = |step| std::iter::once(step).chain(Node::child(step, "otherwise").filter(played));
    list.iter().filter(played).flat_map(both).collect()
}

/// Whether a step that is played names a formation.
pub fn takes_part(scenario: &Scenario, formation: &str) -> bool {
    let steps = scenario.root.child("steps").and_then(|steps| steps.list("steps").ok());
    steps.is_some_and(|steps| steps.iter().any(|step| !is_left_out(step) && names(step, formation)))
}

/// Every step that names a formation.
pub fn each(changes: &mut Changes, formation: &str, mut change: impl FnMut(&mut Step<'_, '_>, &Node)) {
    let scenario = changes.scenario;
    let Some(Value::List(steps)) = scenario.root.child("steps").map(|steps| &steps.value) else { return };
    let played = |step: &Node| !is_left_out(step);
    let involved = steps.iter().enumerate().filter(|(_, step)| played(step) && names(step, formation));
    for (place, step) in involved {
        change(&mut Step { changes: &mut *changes, steps, place }, step);
    }
}

/// Every decision of the steps that name a formation, with each other option.
pub fn decisions(changes: &mut Changes, formation: &str, all: &[Decision]) {
    each(changes, formation, |turn, step| {
        for decision in all {
            for option in decision.others() {
                let mut changed = step.clone();
                if decision.write(&mut changed, option) {
                    turn.become_other(changed, decided(decision, option, step));
                }
            }
        }
    });
}

/// The changed decision in words; for a step within the step, with the formation that decides.
fn decided(decision: &Decision, option: &Choice, step: &Node) -> String {
    let what = match option.value {
        Value::Boolean(is) => with_yes_or_no(&decision.called(), is),
        _ => format!("{} {} → {}", decision.called(), decision.chosen, option.word),
    };
    let within = decision.at.as_ref().is_some_and(|at| !at.is(&step.span));
    if within { text!("{name}: {what}", name = decision.whose, what) } else { what }
}

/// A key that is now true, or false.
pub fn flipped(key: &str, is: bool) -> String {
    with_yes_or_no(&key_in_words(key), is)
}

fn with_yes_or_no(what: &str, is: bool) -> String {
    if is { text!("{key} yes", key = what) } else { text!("{key} no", key = what) }
}

/// Whether a step names a formation, in any of its keys.
fn names(node: &Node, formation: &str) -> bool {
    match &node.value {
        Value::Text(text) => text == formation,
        Value::List(list) => list.iter().any(|node| names(node, formation)),
        Value::Table(entries) => {
            entries.iter().any(|(key, node)| key.name.split('.').next() == Some(formation) || names(node, formation))
        }
        _ => false,
    }
}

/// A step that is being changed.
pub struct Step<'a, 'b> {
    changes: &'a mut Changes<'b>,
    steps: &'a [Node],
    place: usize,
}

impl Step<'_, '_> {
    /// The step with another value of a key, or without it.
    pub fn put(&mut self, what: String, key: &str, value: Option<Value>) {
        let mut step = self.steps[self.place].clone();
        match value {
            Some(value) => step.put(&[key], written(value)),
            None => drop(step.remove(key)),
        }
        self.become_other(step, what);
    }

    /// Replaces the step by another.
    fn become_other(&mut self, step: Node, what: String) {
        let mut steps = self.steps.to_vec();
        steps[self.place] = step;
        let subject = text!("step {step}", step = self.place + 1);
        self.changes.put(&subject, what, &["steps"], Some(Value::List(steps)));
    }

    /// Each other value that a key can have.
    pub fn others(&mut self, step: &Node, key: &str, usual: &str, values: &[&str]) {
        let now = step.child(key).and_then(|node| node.text(key).ok()).unwrap_or(usual);
        for value in values.iter().filter(|value| **value != now) {
            self.put(format!("{} {now} → {value}", key_in_words(key)), key, Some(Value::Text((*value).to_owned())));
        }
    }

    /// True instead of false; a value other than true is removed.
    pub fn flipped(&mut self, step: &Node, key: &str) {
        match step.child(key).map(|node| &node.value) {
            None | Some(Value::Boolean(false)) => self.put(flipped(key, true), key, Some(Value::Boolean(true))),
            Some(_) => self.put(flipped(key, false), key, Some(Value::Boolean(false))),
        }
    }

    /// Each of several names removed, from a list or a table of counts: `without` it, in words.
    pub fn each_left_out(&mut self, step: &Node, key: &str, without: impl Fn(&str) -> String) {
        if let Some(Value::Table(entries)) = step.child(key).map(|node| &node.value) {
            for (left_out, (name, _)) in entries.iter().enumerate() {
                let mut others = entries.clone();
                others.remove(left_out);
                self.put(without(&name.name), key, Some(Value::Table(others)));
            }
            return;
        }
        let Some(list) = step.child(key).and_then(|node| node.texts(key).ok()) else { return };
        for (left_out, (name, _)) in list.iter().enumerate() {
            let others = list.iter().enumerate().filter(|(place, _)| *place != left_out);
            let others = others.map(|(_, (name, _))| written(Value::Text((*name).to_owned()))).collect();
            self.put(without(name), key, Some(Value::List(others)));
        }
    }
}
