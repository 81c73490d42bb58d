//! What happens: a card for each step, in order.

use maud::{Markup, html};

use crate::battle::Battle;
use crate::control::{Bench, Control, capital};
use crate::keys::{Action, Keys};
use crate::place::Place;
use battle_odds_scenario::Node;
use battle_odds_words::{shown, shown_only_of};

/// Keys that come first on a card.
const FIRST: [&str; 5] = ["by", "at", "to", "order", "range"];

/// What a kind of step is called.
pub(crate) fn called(action: &str) -> String {
    let said = shown_only_of("value", action);
    if said == action { capital(&action.replace('-', " ")) } else { capital(&said) }
}

/// The cards, and what may come after them.
pub(crate) fn happens(battle: &Battle, keys: &Keys, bench: &Bench) -> Markup {
    let steps = battle.steps();
    let titles = battle.played.as_ref().map(|played| &played.compiled.steps[..]).unwrap_or_default();
    html! {
        h2 { (text!("What happens")) }
        ol.steps {
            @for (number, step) in steps.iter().enumerate() {
                (card(step, (number, steps.len()), titles.get(number).map(String::as_str), keys, bench))
            }
        }
        details.then data-draws="then" {
            summary { (text!("+ then …")) }
            div #then {}
        }
    }
}

fn card(step: &Node, (number, count): (usize, usize), title: Option<&str>, keys: &Keys, bench: &Bench) -> Markup {
    let place = Place::of_step(number);
    let name = step.child("action").and_then(|action| action.text("").ok()).unwrap_or_default();
    let action = keys.action(name);
    html! {
        li.step data-step-number=(number) draggable="true" {
            header {
                h3 { (called(name)) }
                span.moves {
                    @if number > 0 { button type="button" data-do="move-step" data-from=(number) data-to=(number - 1) aria-label=(text!("Step {number}: earlier", number = number + 1)) title=(text!("Earlier")) { "↑" } }
                    @if number + 1 < count { button type="button" data-do="move-step" data-from=(number) data-to=(number + 1) aria-label=(text!("Step {number}: later", number = number + 1)) title=(text!("Later")) { "↓" } }
                    @if count > 1 { button.go type="button" data-put=(place.written()) data-value="null" aria-label=(text!("Step {number}: take away", number = number + 1)) title=(text!("Take away")) { "×" } }
                }
            }
            @if let Some(title) = title { p.small.soft { (shown(title)) } }
            @if let Some(action) = action { (of_action(step, &place, &action, bench)) }
            (bench.wrong_at(&place))
        }
    }
}

/// The keys of a step: those that are written, and the others to unfold.
fn of_action(step: &Node, place: &Place, action: &Action, bench: &Bench) -> Markup {
    let of = |key: &str| {
        let schema = action.keys.get(key)?;
        let may_go = !action.needed.contains(&key);
        Some(Control { place: place.then(key), kind: bench.kind(key, schema), schema, value: step.child(key), may_go })
    };
    let written = |key: &str| step.child(key).is_some() || action.needed.contains(&key);
    let mut shown: Vec<&str> = action.keys.keys().map(String::as_str).filter(|key| *key != "action").collect();
    shown.sort_by_key(|key| FIRST.iter().position(|first| first == key).unwrap_or(FIRST.len()));
    let (shown, others): (Vec<&str>, Vec<&str>) = shown.into_iter().partition(|key| written(key));
    html! {
        @for control in shown.into_iter().filter_map(of) { (bench.labelled(&control)) }
        @if !others.is_empty() {
            details.more data-more=(place.written()) {
                summary { (text!("More of this step")) }
                @for key in others {
                    @if let Some(control) = of(key) {
                        (bench.labelled(&Control { may_go: false, ..control }))
                    }
                }
            }
        }
    }
}
