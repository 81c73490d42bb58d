//! The page of a run: for every scenario first the answer, then the situation, then the expected results and their
//! distributions.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::bars::bars;
use super::dots::{Dot, dots};
use super::forces::{Formation, formations};
use super::situation::{Situation, with_keys};
use super::trial::{Told, told};
use super::{page, words};
use crate::bystanders::{bystanders, is_of};
use crate::figures::{Figure, amount, chance};
use crate::heading::{BASE, in_full};
use crate::json::Head;
use crate::recorded::{Recorded, RecordedMeasure, RecordedRun};
use crate::subject::called;
use crate::table::is_worth_showing;
use battle_odds_engine::measure::{Kind, Measure, Shown, When};
use battle_odds_words::shown;

/// Above this number results are folded.
const OPEN: usize = 4;

/// The page of a run; `trials` are the narrated trials of each result, if there are any.
pub fn run_page(run: &RecordedRun, trials: &[Told]) -> String {
    let titles: BTreeSet<&str> = run.results.iter().map(Recorded::title).collect();
    let title = match titles.first() {
        Some(title) if titles.len() == 1 => (*title).to_owned(),
        _ => text!("How likely each goal is"),
    };
    let fold = run.results.len() > OPEN;
    let nobody = Told::default();
    page(
        &title,
        &html! {
            header { h1 { (title) } }
            @if run.results.len() > 1 { (overview(run)) }
            @for (place, result) in run.results.iter().enumerate() {
                @let told = trials.get(place).unwrap_or(&nobody);
                @let situation = situation(&result.head);
                section.result id={ "result-" (place + 1) } {
                    @if run.results.len() > 1 || result.head.variant != BASE { h2 { (name(run, result)) } }
                    (answer(result))
                    (situation.warnings())
                    @if fold {
                        details.prints { summary { (text!("The situation")) ", " (text!("How it may turn out").to_lowercase()) } (body(result, &situation, told)) }
                    } @else {
                        (body(result, &situation, told))
                    }
                }
            }
            (found(run))
        },
    )
}

/// The name of a result on the page: its variant, if all have the same title.
fn name(run: &RecordedRun, result: &Recorded) -> String {
    let variant = &result.head.variant;
    match run.results.iter().all(|other| other.title() == result.title()) {
        true if variant == BASE => text!("As written (base)"),
        true => words::capital(variant),
        false => in_full(result.title(), variant),
    }
}

fn overview(run: &RecordedRun) -> Markup {
    let rows: Vec<Dot> =
        run.results.iter().enumerate().filter_map(|(place, result)| overview_row(run, place, result)).collect();
    let goals: BTreeSet<&[String]> = run.results.iter().map(|result| result.head.goal.as_slice()).collect();
    html! {
        section.result {
            @if goals.len() == 1 { (goal(&run.results[0])) } @else { h2 { (text!("How likely each goal is")) } }
            (dots(&[mark!("Scenario"), mark!("Chance"), mark!("95 % interval")], &rows, (0.0, 1.0)))
            p.small.soft { (with_keys(&words::together())) }
        }
    }
}

fn overview_row(run: &RecordedRun, place: usize, result: &Recorded) -> Option<Dot> {
    let goal = result.goal()?;
    let figure = figure(goal);
    Some(Dot {
        label: html! { a href={ "#result-" (place + 1) } { (name(run, result)) } },
        value: goal.estimate.mean,
        interval: goal.estimate.interval,
        said: (figure.value, figure.spread),
        more: Vec::new(),
    })
}

/// The goal in words.
fn goal(result: &Recorded) -> Markup {
    let head = &result.head;
    let conditions: Vec<String> = head.goal.iter().map(|text| words::condition(text, &head.system)).collect();
    html! {
        p.soft {
            (text!("Goal: {conditions}", conditions = words::in_a_row(&conditions)))
        }
    }
}

fn answer(result: &Recorded) -> Markup {
    let Some(reached) = result.goal() else {
        return html! { p { (text!("No goal is set: what to expect stands below.")) } };
    };
    let Figure { value, spread } = figure(reached);
    html! {
        div.answer {
            p.big data-value=(reached.estimate.mean) { (value) }
            div {
                p.said { (words::goal_reached(&value, &spread)) }
                (goal(result))
            }
        }
    }
}

fn body(result: &Recorded, situation: &Situation, trials: &Told) -> Markup {
    let formations = formations(&situation.forces, &situation.book);
    let measured = result.measures.iter().map(|of| (&of.measure, &of.distribution));
    let bystanders = bystanders(&situation.forces, &situation.steps, measured);
    html! {
        (situation.drawn())
        (spread(result, &formations))
        h3 { (text!("What to expect")) }
        (expected(result, &bystanders))
        (told(trials))
        (situation.understood(&bystanders))
        p.small.soft {
            (text!("Played: {how}.", how = words::method(result.method, result.trials))) " "
            (text!("Scenario's text (SHA-256):")) " " code { (result.head.hash) }
        }
    }
}

/// The situation as given in the files of the run.
fn situation(head: &Head) -> Situation {
    Situation {
        book: head.system.clone(),
        forces: head.forces.clone(),
        steps: head.steps.clone(),
        choices: head.choices.clone(),
        placements: head.placements.clone(),
        remarks: head.remarks.clone(),
    }
}

fn figure(of: &RecordedMeasure) -> Figure {
    match of.measure.kind {
        Kind::Event => chance(&of.distribution, of.estimate.interval),
        Kind::Count => amount(&of.distribution, of.estimate.interval),
    }
}

/// Distributions of everything that is left to the dice: first those that a rulebook wants drawn and the survivors of whole
/// formations, the others folded.
fn spread(result: &Recorded, formations: &[Formation]) -> Markup {
    let counted = result.measures.iter().filter(|of| of.measure.kind == Kind::Count && !of.distribution.is_constant());
    let counted = counted.filter(|of| is_worth_showing(&of.measure, &of.distribution));
    let is_whole = |measure: &Measure| formations.iter().any(|formation| formation.name == measure.subject);
    let is_first = |of: &&RecordedMeasure| {
        let Measure { metric, when, .. } = of.measure;
        metric.bars.is_some() && when != When::End
            || is_whole(&of.measure)
                && (metric.shown == Shown::Always || is_breaking(formations, &of.measure).is_some())
    };
    let (first, more): (Vec<_>, Vec<_>) = counted.partition(is_first);
    let (first, more) = if first.is_empty() { (more, first) } else { (first, more) };
    let chart = |of: &RecordedMeasure| {
        let (what, when) = words::counted(&of.measure);
        bars(&what, &when, &of.distribution, of.estimate.interval, is_breaking(formations, &of.measure))
    };
    if first.is_empty() {
        return html! {};
    }
    html! {
        h3 { (text!("How it may turn out")) }
        div.charts { @for of in first { (chart(of)) } }
        @if !more.is_empty() {
            details {
                summary { (text!("More of what was counted")) " (" (more.len()) ")" }
                div.charts { @for of in more { (chart(of)) } }
            }
        }
    }
}

/// The value from which on a formation is broken, if its breaking depends on this measure.
fn is_breaking(formations: &[Formation], measure: &Measure) -> Option<i64> {
    let formation = formations.iter().find(|formation| formation.name == measure.subject)?;
    formation.breaks.filter(|(metric, _)| *metric == measure.metric.name).map(|(_, value)| value)
}

/// The expected results of each step and at the end, as on the terminal; those of formations that take no part are folded.
fn expected(result: &Recorded, bystanders: &[&str]) -> Markup {
    let stands_by = |of: &&RecordedMeasure| bystanders.iter().any(|name| is_of(&of.measure.subject, name));
    let is_shown = |of: &&RecordedMeasure| is_worth_showing(&of.measure, &of.distribution);
    let aside: Vec<_> = result.measures.iter().filter(stands_by).filter(is_shown).collect();
    let mut whens: Vec<When> = Vec::new();
    for of in &result.measures {
        if !whens.contains(&of.measure.when) {
            whens.push(of.measure.when);
        }
    }
    let title = |when: When| match when {
        When::Step(number) => {
            let title = result.head.steps.get(usize::from(number) - 1);
            title.map_or_else(
                || text!("Step {number}", number),
                |title| text!("Step {number}: {title}", number, title = shown(title)),
            )
        }
        When::End => text!("At the end"),
    };
    html! {
        @for when in whens {
            @let shown: Vec<_> = result.measures.iter().filter(|of| of.measure.when == when && !stands_by(of)).filter(is_shown).collect();
            @if !shown.is_empty() {
                h4 { (title(when)) }
                (amounts(&shown))
            }
        }
        @if !aside.is_empty() {
            details {
                summary { (text!("Took no part, and are as they were: {names}", names = bystanders.join(", "))) }
                (amounts(&aside))
            }
        }
    }
}

/// The table of these measures.
fn amounts(measures: &[&RecordedMeasure]) -> Markup {
    html! {
        div.wide {
            table.tight.sorts.expected {
                thead { tr { th { (text!("Who")) } th { (text!("What")) } th.number { (text!("Chance, or number on average")) } th { (text!("95 % interval, or nine battles in ten")) } } }
                tbody {
                    @for of in measures {
                        @let Figure { value, spread } = figure(of);
                        tr data-step=(of.measure.when) data-subject=(of.measure.subject) data-metric=(of.measure.metric) {
                            td { (called(&of.measure.subject)) }
                            td { (of.measure.metric.words()) }
                            td.number data-value=(of.estimate.mean) { (value) }
                            td { (spread) }
                        }
                    }
                }
            }
        }
    }
}

fn found(run: &RecordedRun) -> Markup {
    html! {
        footer {
            h3 { (text!("How this was found")) }
            dl {
                dt { (text!("Command")) } dd { code { (run.request.command) } }
                dt { (text!("Seed of the dice")) } dd { (run.request.seed) }
                dt { (text!("Played")) } dd { (words::method(run.request.method, run.request.trials)) }
                dt { (text!("Program")) } dd { "battle-odds " (run.version) }
            }
            p { (words::how_to_read()) }
        }
    }
}
