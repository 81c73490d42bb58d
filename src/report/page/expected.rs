//! The expected results of each step and at the end, as on the terminal: a table for each, with a column for each variant.

use maud::{Markup, html};

use super::battle::{Battle, figure};
use crate::bystanders::is_of;
use crate::figures::Figure;
use crate::recorded::{Recorded, RecordedMeasure};
use crate::subject::called;
use crate::table::is_worth_showing;
use battle_odds_engine::measure::{Measure, When};
use battle_odds_words::shown;

/// The tables; formations that take no part are left out.
pub fn expected(battle: &Battle, bystanders: &[&str]) -> Markup {
    let stands_by = |of: &RecordedMeasure| bystanders.iter().any(|name| is_of(&of.measure.subject, name));
    let measures = battle.measures(|of| is_worth_showing(&of.measure, &of.distribution) && !stands_by(of));
    html! {
        @for of_step in measures.chunk_by(|one, other| one.when == other.when) {
            h4 { (title(battle.first(), of_step[0].when)) }
            (table(battle, of_step))
        }
    }
}

fn title(result: &Recorded, when: When) -> String {
    match when {
        When::End => text!("At the end"),
        When::Step(number) => match result.head.steps.get(usize::from(number) - 1) {
            Some(title) => text!("Step {number}: {title}", number, title = shown(title)),
            None => text!("Step {number}", number),
        },
    }
}

/// The table of these measures: below each subject what was counted of it.
fn table(battle: &Battle, measures: &[&Measure]) -> Markup {
    let mut subjects: Vec<&str> = Vec::new();
    for measure in measures {
        if !subjects.contains(&measure.subject.as_str()) {
            subjects.push(&measure.subject);
        }
    }
    let is_one = battle.results.len() == 1;
    let columns = if is_one { 3 } else { 1 + battle.results.len() };
    html! {
        div.wide {
            table.tight.expected {
                thead { tr {
                    th { (text!("What")) }
                    @if is_one {
                        th.number { (text!("Chance, or number on average")) }
                        th { (text!("95 % interval, or nine battles in ten")) }
                    } @else {
                        @for result in battle.results { th.number { (battle.name(result)) } }
                    }
                } }
                @for subject in subjects {
                    tbody {
                        tr.group { th colspan=(columns) { span { (called(subject)) } } }
                        @for measure in measures.iter().filter(|measure| measure.subject == subject) {
                            tr data-step=(measure.when) data-subject=(subject) data-metric=(measure.metric) {
                                td { (measure.metric.words()) }
                                @for result in battle.results { (cells(result, measure, is_one)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The figure of a variant: beside it how sure it is, or below it if there are several.
fn cells(result: &Recorded, measure: &Measure, is_one: bool) -> Markup {
    let Some(of) = result.measures.iter().find(|of| of.measure == *measure) else {
        return html! { td.number { "–" } };
    };
    let Figure { value, spread } = figure(of);
    html! {
        td.number data-value=(of.estimate.mean) { (value) @if !is_one && !spread.is_empty() { br; small.soft { (spread) } } }
        @if is_one { td { (spread) } }
    }
}
