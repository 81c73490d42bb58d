//! The situation in words and drawn, its remarks, and the forces with the choices made for them.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use super::forces::{self, Card, Formation, formations, vary};
use super::placed::placed;
use super::scene::scene;
use super::words::capital;
use crate::bystanders::bystanders;
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
    /// The names of what is counted as an event: it happens or not.
    pub events: Vec<String>,
    /// The side of the goal, which stands left.
    pub left: usize,
    /// What the players' cards say.
    pub card: Card,
    /// What is varied: its key, from what to what, and both in words.
    pub varied: Vec<[String; 3]>,
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

    /// The formations, those of the goal's side first.
    pub(super) fn formations(&self) -> Vec<Formation<'_>> {
        formations(&self.forces, &self.book, self.left)
    }

    /// Formations that no step names, where nothing else is known of what happens to them.
    pub(super) fn bystanders(&self) -> Vec<&str> {
        bystanders(&self.forces, &self.steps, std::iter::empty())
    }

    /// Who stands on the table, and what each step does; formations that take no part in one line.
    pub fn drawn(&self, bystanders: &[&str]) -> Markup {
        let remarks: Vec<&String> = self.remarks.iter().filter(|remark| warning(remark).is_none()).collect();
        let mut formations = self.formations();
        let is_drawn = |[key, values, _]: &&[String; 3]| vary(&mut formations, key, values);
        let (_, told): (Vec<_>, Vec<_>) = self.varied.iter().partition(is_drawn);
        html! {
            @if !self.steps.is_empty() {
                h3 { (text!("The situation")) }
                (scene(&formations, &self.steps, bystanders))
                @for [.., words] in told { p.small.soft { (capital(words)) } }
                @for placement in &self.placements { (placed(placement)) }
            }
            @if !remarks.is_empty() {
                h3 { (text!("Worth knowing")) }
                ul.small { @for remark in remarks { li { (with_keys(&shown(remark))) } } }
            }
        }
    }

    /// The forces and what was decided for the players, to unfold.
    pub fn understood(&self) -> Markup {
        let formations = self.formations();
        html! {
            @if !formations.is_empty() {
                details.part.prints {
                    summary { (text!("The forces as understood")) }
                    (forces::forces(&formations, &self.card))
                }
            }
            @if !self.choices.is_empty() {
                details.part.prints {
                    summary { (text!("Decided for the players, where the scenario does not say")) " (" (self.choices.len()) ")" }
                    ul { @for choice in in_order(&self.choices) { li { (with_keys(&shown(choice))) } } }
                }
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
        let [warnings, drawn] = [situation.warnings(), situation.drawn(&[])].map(Markup::into_string);
        assert_eq!(warnings, "<p class=\"warning\" role=\"note\">guns: no unit fires at orks: no weapon reaches</p>");
        assert!(drawn.contains("<li>rallies come last (key <code>rally</code>) &amp; late</li>"), "{drawn}");
        assert!(!drawn.contains("no unit fires"), "{drawn}");
    }
}
