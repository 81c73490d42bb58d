//! The circumstances of the steps in which a formation takes part, each turned into its opposite.

use crate::scenario::{Node, Value};
use crate::systems::change::{Changes, written};

/// §1.6, §1.11, §1.12: crossfire, order, tests, countercharge, contact, support, cover.
pub fn steps(changes: &mut Changes, formation: &str) {
    let Some(Value::List(steps)) = changes.scenario.root.child("steps").map(|steps| &steps.value) else { return };
    let involved = steps.iter().enumerate().filter(|(_, step)| names(step, formation));
    for (place, step) in involved {
        let mut turn = Step { changes, steps, place };
        turn.of(step);
    }
}

/// Whether a step names a formation, in any of its keys.
fn names(node: &Node, formation: &str) -> bool {
    match &node.value {
        Value::Text(text) => text == formation,
        Value::List(list) => list.iter().any(|node| names(node, formation)),
        Value::Table(entries) => entries.iter().any(|(_, node)| names(node, formation)),
        _ => false,
    }
}

/// One step to be changed.
struct Step<'a, 'b> {
    changes: &'a mut Changes<'b>,
    steps: &'a [Node],
    place: usize,
}

impl Step<'_, '_> {
    fn put(&mut self, what: String, key: &str, value: Option<Value>) {
        let mut steps = self.steps.to_vec();
        match value {
            Some(value) => steps[self.place].put(&[key], written(value)),
            None => drop(steps[self.place].remove(key)),
        }
        let subject = format!("step {}", self.place + 1);
        self.changes.put(&subject, what, &["steps"], Some(Value::List(steps)));
    }

    /// Each other of the values that a key can have.
    fn others(&mut self, step: &Node, key: &str, usual: &str, values: &[&str]) {
        let now = step.child(key).and_then(|node| node.text(key).ok()).unwrap_or(usual);
        for value in values.iter().filter(|value| **value != now) {
            self.put(format!("{key} {now} → {value}"), key, Some(Value::Text((*value).to_owned())));
        }
    }

    /// Yes instead of no; what is more than yes is taken out.
    fn flipped(&mut self, step: &Node, key: &str) {
        match step.child(key).map(|node| &node.value) {
            None | Some(Value::Boolean(false)) => self.put(format!("{key} yes"), key, Some(Value::Boolean(true))),
            Some(_) => self.put(format!("{key} no"), key, Some(Value::Boolean(false))),
        }
    }

    /// One of several names left out.
    fn each_left_out(&mut self, step: &Node, key: &str, what: &str) {
        let Some(list) = step.child(key).and_then(|node| node.texts(key).ok()) else { return };
        for (left_out, (name, _)) in list.iter().enumerate() {
            let others = list.iter().enumerate().filter(|(place, _)| *place != left_out);
            let others = others.map(|(_, (name, _))| written(Value::Text((*name).to_owned()))).collect();
            self.put(format!("without {what} {name}"), key, Some(Value::List(others)));
        }
    }

    fn of(&mut self, step: &Node) {
        let action = step.child("action").and_then(|node| node.text("an action").ok()).unwrap_or_default();
        match action {
            "shoot" => {
                self.others(step, "order", "advance", &["advance", "double", "sustained"]);
                self.flipped(step, "crossfire");
            }
            "barrage" => {
                let indirect = step.child("indirect").is_some_and(|node| matches!(node.value, Value::Boolean(true)));
                // Indirect fire needs sustained fire.
                if !indirect {
                    self.others(step, "order", "advance", &["advance", "double", "sustained"]);
                }
            }
            "assault" => {
                // Units counted out one by one are neither.
                if step.child("contact").is_none() && step.child("firefight").is_none() {
                    self.others(step, "mode", "contact", &["contact", "firefight"]);
                }
                self.flipped(step, "countercharge");
                self.each_left_out(step, "support", "support from");
                self.each_left_out(step, "defender-support", "the defender's support from");
            }
            _ => {}
        }
        if matches!(action, "shoot" | "barrage" | "assault") {
            self.others(step, "activation", "none", &["none", "test", "retain"]);
        }
        if step.child("cover").is_some() {
            self.put("without the step's cover".to_owned(), "cover", None);
        }
        if step.child("reactions").is_some() {
            self.put("without overwatch fire".to_owned(), "reactions", None);
        }
    }
}
