//! The circumstances of the steps in which a formation takes part, each turned into its opposite.

use battle_odds_plan::change::step::Step;
use battle_odds_plan::change::{Changes, step};
use battle_odds_scenario::Node;

/// §1.8.4, §1.10, §1.11, §1.12.6: crossfire, support, cover, overwatch. What players decide is a decision of the step.
pub fn steps(changes: &mut Changes, formation: &str) {
    step::each(changes, formation, of);
}

fn of(turn: &mut Step, step: &Node) {
    let action = step.child("action").and_then(|node| node.text("an action").ok()).unwrap_or_default();
    match action {
        "shoot" => turn.flipped(step, "crossfire"),
        "assault" => {
            turn.each_left_out(step, "support", |name| text!("without support from {name}", name));
            let without = |name: &str| text!("without the defender's support from {name}", name);
            turn.each_left_out(step, "defender-support", without);
        }
        _ => {}
    }
    if step.child("cover").is_some() {
        turn.put(text!("without the step's cover"), "cover", None);
    }
    if step.child("reactions").is_some() {
        turn.put(text!("without overwatch fire"), "reactions", None);
    }
}
