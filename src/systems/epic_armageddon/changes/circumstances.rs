//! The circumstances of the steps in which a formation takes part, each turned into its opposite.

use crate::scenario::{Node, Value};
use crate::systems::change::Changes;
use crate::systems::change::step::{self, Step};

/// §1.6, §1.11, §1.12: crossfire, order, tests, countercharge, contact, support, cover.
pub fn steps(changes: &mut Changes, formation: &str) {
    step::each(changes, formation, of);
}

fn of(turn: &mut Step, step: &Node) {
    let action = step.child("action").and_then(|node| node.text("an action").ok()).unwrap_or_default();
    match action {
        "shoot" => {
            turn.others(step, "order", "advance", &["advance", "double", "sustained"]);
            turn.flipped(step, "crossfire");
        }
        "barrage" => {
            let indirect = step.child("indirect").is_some_and(|node| matches!(node.value, Value::Boolean(true)));
            // Indirect fire needs sustained fire.
            if !indirect {
                turn.others(step, "order", "advance", &["advance", "double", "sustained"]);
            }
        }
        "assault" => {
            // Units counted out one by one are neither.
            if step.child("contact").is_none() && step.child("firefight").is_none() {
                turn.others(step, "mode", "contact", &["contact", "firefight"]);
            }
            turn.flipped(step, "countercharge");
            turn.each_left_out(step, "support", "support from");
            turn.each_left_out(step, "defender-support", "the defender's support from");
        }
        _ => {}
    }
    if matches!(action, "shoot" | "barrage" | "assault") {
        turn.others(step, "activation", "none", &["none", "test", "retain"]);
    }
    if step.child("cover").is_some() {
        turn.put("without the step's cover".to_owned(), "cover", None);
    }
    if step.child("reactions").is_some() {
        turn.put("without overwatch fire".to_owned(), "reactions", None);
    }
}
