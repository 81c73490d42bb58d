//! What the player wants: conditions, each a measure and perhaps a number.

use maud::{Markup, html};

use crate::battle::{Battle, Played};
use crate::control::capital;
use battle_odds_engine::measure::{Kind, Measure, When};
use battle_odds_report::page::words::{condition, named};
use battle_odds_words::shown;

/// How a number may be compared, in words.
const SIGNS: [(&str, &str); 3] = [(">=", mark!("at least")), ("<=", mark!("at most")), ("=", mark!("exactly"))];

/// The conditions, each with its controls, and a place for another.
pub(crate) fn goal(battle: &Battle) -> Markup {
    let Ok(played) = &battle.played else { return html! {} };
    let measures = measures(played);
    let conditions = &played.compiled.goal;
    html! {
        h2 { (text!("What I want")) }
        div.goal data-goal="" {
            @for text in conditions { (one(text, &measures, &played.scenario.system.0)) }
            details.more data-more="goal" {
                summary { (text!("+ and also …")) }
                select data-and="" aria-label=(text!("Another condition")) {
                    option value="" { "–" }
                    (options(&measures, ""))
                }
            }
        }
    }
}

/// What can be wanted: everything that is measured and left to the dice or to a choice.
pub(crate) fn measures(played: &Played) -> Vec<Measure> {
    played.compiled.engagement.measures().into_iter().filter(|measure| !measure.is_goal()).collect()
}

fn one(text: &str, measures: &[Measure], book: &str) -> Markup {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (path, sign, number) = match words[..] {
        [path] => (path, ">=", "1"),
        [path, sign, number] => (path, sign, number),
        _ => return html! { p.condition data-raw=(text) { (capital(&condition(text, book))) } },
    };
    let Some(measure) = measures.iter().rev().find(|measure| is_it(measure, path)) else {
        return html! { p.condition data-raw=(text) { (capital(&condition(text, book))) (away()) } };
    };
    let is_event = measure.kind == Kind::Event;
    let is_not = is_event && (words.len() == 3 && (sign == "=" && number == "0" || sign == "<" && number == "1"));
    html! {
        p.condition {
            select.measure aria-label=(text!("What I want")) { (options(measures, &measure.name())) }
            @if is_event {
                select.sign aria-label=(text!("Whether it is so")) {
                    option value="" selected[!is_not] { (text!("yes")) }
                    option value="= 0" selected[is_not] { (text!("no")) }
                }
            } @else {
                select.sign aria-label=(text!("How many")) {
                    @for (known, words) in SIGNS { option value=(known) selected[known == sign] { (shown(words)) } }
                    @if !SIGNS.iter().any(|(known, _)| *known == sign) { option value=(sign) selected { (sign) } }
                }
                input.number type="number" inputmode="numeric" value=(number) aria-label=(text!("How many"));
            }
            (away())
        }
    }
}

fn away() -> Markup {
    html! { button.go type="button" data-do="drop-condition" aria-label=(text!("Take away")) { "×" } }
}

/// Whether a path of a goal means a measure; without a step it means that at the end, or of the last step that has it.
fn is_it(measure: &Measure, path: &str) -> bool {
    let name = measure.name();
    let without_step = match measure.when {
        When::Step(_) => name.split_once('.').map_or("", |(_, rest)| rest),
        When::End => &name,
    };
    name == path || without_step == path
}

/// The measures to choose from, those of the end first.
fn options(measures: &[Measure], now: &str) -> Markup {
    html! {
        @for (when, measures) in by_time(measures) {
            optgroup label=(when) {
                @for measure in measures {
                    option value=(measure.name()) data-event[measure.kind == Kind::Event] selected[measure.name() == now] { (capital(&named(measure))) }
                }
            }
        }
    }
}

/// Measures by when they are taken, in words: those of the end first.
pub(crate) fn by_time(measures: &[Measure]) -> Vec<(String, Vec<&Measure>)> {
    let mut whens: Vec<When> = measures.iter().map(|measure| measure.when).collect();
    whens.sort();
    whens.dedup();
    // The end comes last of all, and is what most players mean.
    let has_end = whens.last() == Some(&When::End);
    whens.rotate_right(usize::from(has_end));
    let of = |when: When| measures.iter().filter(move |measure| measure.when == when).collect();
    whens.into_iter().map(|when| (of_when(when), of(when))).collect()
}

fn of_when(when: When) -> String {
    match when {
        When::End => text!("At the end"),
        When::Step(number) => text!("Step {number}", number),
    }
}
