//! The circumstances of the steps in which a formation takes part, each turned into its opposite.

use crate::scenario::Node;
use crate::systems::change::step::{self, Step};
use crate::systems::change::{Changes, is_true};

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
        // Indirect fire needs sustained fire.
        "barrage" if !is_true(step, "indirect") => {
            turn.others(step, "order", "advance", &["advance", "double", "sustained"]);
        }
        "assault" => {
            // Units counted out one by one are neither, and a countercharge brings into contact.
            let counted = step.child("contact").is_some() || step.child("firefight").is_some();
            if !counted && !is_true(step, "countercharge") {
                turn.others(step, "mode", "contact", &["contact", "firefight"]);
            }
            if !step.child("mode").is_some_and(|mode| mode.text("a mode").is_ok_and(|mode| mode == "firefight")) {
                turn.flipped(step, "countercharge");
            }
            turn.each_left_out(step, "support", "support from");
            turn.each_left_out(step, "defender-support", "the defender's support from");
        }
        _ => {}
    }
    if matches!(action, "shoot" | "barrage" | "assault") {
        // What modifies a test, or follows from it, needs one.
        let tested = step.child("if-failed").is_some() || step.child("initiative-modifier").is_some();
        turn.others(step, "activation", "none", &["none", "test", "retain"][usize::from(tested)..]);
    }
    if step.child("cover").is_some() {
        turn.put("without the step's cover".to_owned(), "cover", None);
    }
    if step.child("reactions").is_some() {
        turn.put("without overwatch fire".to_owned(), "reactions", None);
    }
}
