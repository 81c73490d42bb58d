//! The situation in words and drawn, its remarks, and the forces with the choices made for them.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use super::forces::{self, formations};
use super::placed::placed;
use super::scene::scene;
use crate::decided::in_order;
use crate::svg::escaped;
use battle_odds_words::shown;

/// What a page says of a scenario in addition to its odds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Situation {
    /// The key of the rulebook.
    pub book: String,
    /// The forces as understood.
    pub forces: Value,
    /// What each step does.
    pub steps: Vec<String>,
    /// What was decided for the players.
    pub choices: Vec<String>,
    /// Templates as placed.
    pub placements: Vec<Value>,
    /// Further remarks.
    pub remarks: Vec<String>,
}

impl Situation {
    /// Warnings that something has no effect and the odds are not the intended ones, shown where they cannot be missed.
    pub fn warnings(&self) -> Markup {
        html! {
            @for warning in self.remarks.iter().filter_map(|remark| warning(remark)) {
                p.warning role="note" { (with_keys(&shown(warning))) }
            }
        }
    }

    /// Which formation acts on which, drawn and step by step.
    pub fn drawn(&self) -> Markup {
        let remarks: Vec<&String> = self.remarks.iter().filter(|remark| warning(remark).is_none()).collect();
        html! {
            @if !remarks.is_empty() {
                h3 { (text!("Worth knowing")) }
                ul { @for remark in remarks { li { (with_keys(&shown(remark))) } } }
            }
            @if !self.steps.is_empty() {
                h3 { (text!("The situation")) }
                (scene(&formations(&self.forces, &self.book), &self.steps))
                ol { @for step in &self.steps { li { (shown(step)) } } }
                @for placement in &self.placements { (placed(placement)) }
            }
        }
    }

    /// The forces, with formations that take no part folded, and what was decided for the players.
    pub fn understood(&self, bystanders: &[&str]) -> Markup {
        let formations = formations(&self.forces, &self.book);
        html! {
            @if !formations.is_empty() {
                h3 { (text!("The forces as understood")) }
                (forces::forces(&formations, bystanders))
            }
            @if !self.choices.is_empty() {
                h3 { (text!("Decided for the players, where the scenario does not say")) }
                ul { @for choice in in_order(&self.choices) { li { (with_keys(&shown(choice))) } } }
            }
        }
    }
}

/// The text of a remark that is a warning: such remarks begin with a sign.
fn warning(remark: &str) -> Option<&str> {
    remark.strip_prefix("! ")
}

/// A text with its keys between backticks.
pub fn with_keys(text: &str) -> Markup {
    let parts = text.split('`').map(escaped).enumerate();
    PreEscaped(parts.map(|(place, part)| if place % 2 == 1 { format!("<code>{part}</code>") } else { part }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_stand_out_and_other_remarks_do_not() {
        let remarks = ["! guns: no unit fires at orks: no weapon reaches", "rallies come last (key `rally`) & late"];
        let situation = Situation { remarks: remarks.map(str::to_owned).to_vec(), ..Situation::default() };
        let [warnings, drawn] = [situation.warnings(), situation.drawn()].map(Markup::into_string);
        assert_eq!(warnings, "<p class=\"warning\" role=\"note\">guns: no unit fires at orks: no weapon reaches</p>");
        assert!(drawn.contains("<li>rallies come last (key <code>rally</code>) &amp; late</li>"), "{drawn}");
        assert!(!drawn.contains("no unit fires"), "{drawn}");
    }
}
