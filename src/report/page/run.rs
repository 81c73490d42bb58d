//! The pages of a run. Of one scenario: its page. Of several: an overview, and beside it a page for each.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::battle::{Battle, figure, goal_in_words};
use super::breaking::Breaking;
use super::charts::charts;
use super::dots::{Dot, dots};
use super::expected::expected;
use super::forces::Card;
use super::listed::{Listed, overview};
use super::side::side_of_goal;
use super::situation::{Situation, with_keys};
use super::trial::{Told, told};
use super::{page, words};
use crate::bystanders::bystanders;
use crate::figures::Figure;
use crate::heading::BASE;
use crate::recorded::{Recorded, RecordedRun};
use crate::result::{Method, NEGLIGIBLE};

/// What a page says of a battle beyond the files of its run.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Battles narrated.
    pub told: Told,
    /// When formations broke.
    pub breaking: Breaking,
    /// The scenario's file as typed in a command, of a matrix with its battles; its name if it is not at hand.
    pub file: String,
    /// The text of that file; empty if it is not at hand.
    pub toml: String,
    /// What its armies say of its units, by their keys.
    pub units: BTreeMap<String, Map<String, Value>>,
}

/// What a page says of a rules system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Book {
    /// Its name.
    pub title: &'static str,
    /// See [`Card::columns`] and [`Card::rolls`].
    pub columns: &'static [&'static str],
    /// See there.
    pub rolls: &'static [&'static str],
}

/// The results of a run by scenario.
pub fn battles(run: &RecordedRun) -> Vec<Vec<&Recorded>> {
    let results: Vec<&Recorded> = run.results.iter().collect();
    results.chunk_by(|one, other| one.head.scenario == other.head.scenario).map(<[_]>::to_vec).collect()
}

/// The pages of a run with their names: first the one to open, `name`, then those of the battles, in the folder
/// `folder` beside it. `beside` belongs to the [`battles`].
pub fn pages(
    run: &RecordedRun,
    beside: &[Beside],
    book: impl Fn(&str) -> Book,
    (name, folder): (&str, &str),
) -> Vec<(String, String)> {
    let battles = battles(run);
    let nothing = Beside::default();
    let beside = |place: usize| beside.get(place).unwrap_or(&nothing);
    let of = |place: usize, back: Option<&str>| battle_page(run, &battles[place], beside(place), &book, back);
    if battles.len() == 1 {
        return vec![(name.to_owned(), of(0, None))];
    }
    let mut names = BTreeSet::new();
    let listed: Vec<Listed> = battles
        .iter()
        .map(|results| Listed {
            battle: Battle { results },
            game: book(&results[0].head.system).title,
            page: format!("{folder}/{}.html", free(&results[0].head.scenario, &mut names)),
        })
        .collect();
    let found = found(run, None);
    let first = (name.to_owned(), page(&text!("How likely each goal is"), &overview(&listed, &found)));
    let back = format!("../{name}");
    let others = listed.iter().enumerate().map(|(place, listed)| (listed.page.clone(), of(place, Some(&back))));
    std::iter::once(first).chain(others).collect()
}

/// The page of a scenario with its variants, of which there is at least one; `back` is the page of all.
pub fn battle_page(
    run: &RecordedRun,
    results: &[&Recorded],
    beside: &Beside,
    book: impl Fn(&str) -> Book,
    back: Option<&str>,
) -> String {
    let battle = Battle { results };
    let book = book(&results[0].head.system);
    page(battle.first().title(), &body(run, &battle, beside, book, back))
}

/// A name for a file that every system takes, and that none has yet.
pub fn free(scenario: &str, names: &mut BTreeSet<String>) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || matches!(letter, '-' | '_') { letter } else { '-' };
    let name: String = scenario.chars().map(plain).take(100).collect();
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(&name.to_lowercase()));
    let free = free.unwrap_or(name);
    names.insert(free.to_lowercase());
    free
}

/// Whether several of these variants were played with the same dice.
fn share_dice(results: &[&Recorded]) -> bool {
    results.iter().filter(|result| result.method != Method::Exact && !result.head.has_own_dice).count() > 1
}

/// The page of a battle: the answer, the situation and one picture; three battles; the rest to unfold.
fn body(run: &RecordedRun, battle: &Battle, beside: &Beside, book: Book, back: Option<&str>) -> Markup {
    let first = battle.first();
    let situation = situation(first, beside, book);
    let formations = situation.formations();
    let measured = battle.results.iter().flat_map(|result| &result.measures).map(|of| (&of.measure, &of.distribution));
    let steps: Vec<String> = battle.results.iter().flat_map(|result| result.head.steps.clone()).collect();
    let bystanders = bystanders(&situation.forces, &steps, measured);
    let (chart, more) = charts(battle, &formations, &beside.breaking);
    let is_together = share_dice(battle.results);
    html! {
        header {
            @if let Some(back) = back { p.small { a href=(back) { "← " (text!("All battles of this run")) } } }
            h1 { (first.title()) }
            @if first.head.variant != BASE && battle.name(first) != first.title() { p.soft { (battle.name(first)) } }
        }
        section.result {
            (answer(battle))
            @if battle.results.len() > 1 { (variants(battle, is_together)) }
            (situation.warnings())
            div.two-columns {
                div { (situation.drawn(&bystanders)) }
                div.charts { h3 { (text!("How it may turn out")) } (chart) }
            }
            (told(&beside.told))
            details.part.prints {
                summary { (text!("Everything that was counted, step by step")) }
                (expected(battle, &bystanders))
            }
            @if !more.is_empty() {
                details.part {
                    summary { (text!("More of what was counted")) " (" (more.len()) ")" }
                    div.charts.grid { @for chart in more { (chart) } }
                }
            }
            (situation.understood())
            (others(battle, beside, book))
            (found(run, Some((battle, beside))))
        }
    }
}

/// The situation as given in the files of the run.
fn situation(result: &Recorded, beside: &Beside, Book { columns, rolls, .. }: Book) -> Situation {
    let head = &result.head;
    let measures = result.measures.iter().map(|of| &of.measure);
    Situation {
        book: head.system.clone(),
        forces: head.forces.clone(),
        steps: head.steps.clone(),
        choices: head.choices.clone(),
        placements: head.placements.clone(),
        remarks: head.remarks.clone(),
        events: words::events(measures.clone()),
        left: side_of_goal(&head.goal, &head.forces, &head.steps, measures),
        card: Card { columns, rolls, units: beside.units.clone() },
        varied: Vec::new(),
    }
}

/// What variants have otherwise than the first: their steps and their remarks.
fn others(battle: &Battle, beside: &Beside, book: Book) -> Markup {
    let first = battle.first();
    let differs = |result: &&&Recorded| {
        let of =
            |result: &Recorded| (result.head.steps.clone(), result.head.remarks.clone(), result.head.forces.clone());
        of(result) != of(first)
    };
    let others: Vec<&Recorded> = battle.results.iter().skip(1).filter(differs).copied().collect();
    html! {
        @if !others.is_empty() {
            details.part {
                summary { (text!("What is different in the variants")) }
                @for result in others {
                    @let situation = situation(result, beside, book);
                    h4 { (battle.name(result)) }
                    (situation.warnings())
                    (changed(first, &situation))
                }
            }
        }
    }
}

/// Steps, remarks and formations that the first variant does not have.
fn changed(first: &Recorded, other: &Situation) -> Markup {
    let is_new = |formation: &Value| !first.head.forces.as_array().is_some_and(|known| known.contains(formation));
    let forces = other.forces.as_array().into_iter().flatten().filter(|formation| is_new(formation)).cloned().collect();
    let only = Situation { forces: Value::Array(forces), ..other.clone() };
    html! {
        ul {
            @for (number, step) in (1..).zip(&other.steps).filter(|(_, step)| !first.head.steps.contains(step)) {
                li { (text!("Step {number}: {title}", number, title = battle_odds_words::shown(step))) }
            }
        }
        (super::forces::forces(&only.formations(), &only.card))
    }
}

/// The goal in words.
fn goal(result: &Recorded) -> Markup {
    html! { p.soft { (text!("Goal: {conditions}", conditions = goal_in_words(result))) } }
}

fn answer(battle: &Battle) -> Markup {
    let first = battle.first();
    let Some(reached) = first.goal() else {
        return html! { p { (text!("No goal is set: what to expect stands below.")) } };
    };
    let Figure { value, spread } = figure(reached);
    html! {
        div.answer {
            p.big data-value=(reached.estimate.mean) { (value) }
            div {
                p.said { (words::goal_reached(&value, &spread)) }
                (goal(first))
            }
        }
    }
}

/// The goal's chance in each variant, side by side.
fn variants(battle: &Battle, is_together: bool) -> Markup {
    let row = |result: &&Recorded| {
        let goal = result.goal()?;
        let figure = figure(goal);
        Some(Dot {
            label: html! { (battle.name(result)) },
            value: goal.estimate.mean,
            interval: goal.estimate.interval,
            said: (figure.value, figure.spread),
            more: Vec::new(),
        })
    };
    let rows: Vec<Dot> = battle.results.iter().filter_map(row).collect();
    html! {
        @if !rows.is_empty() {
            div.variants { (dots(&[mark!("Variant"), mark!("Chance"), mark!("95 % interval")], &rows, (0.0, 1.0))) }
            @if is_together { p.small.soft { (with_keys(&words::together())) } }
        }
    }
}

/// How it was found, with a command to find it again.
fn found(run: &RecordedRun, of: Option<(&Battle, &Beside)>) -> Markup {
    let command = match of {
        None => run.request.command.clone(),
        Some((battle, beside)) => {
            let head = &battle.first().head;
            let file = if beside.file.is_empty() { format!("{}.toml", head.scenario) } else { beside.file.clone() };
            let (program, options) = run.request.command.split_once(" run").unwrap_or((&run.request.command, ""));
            format!("{program} run {file}{options} --html")
        }
    };
    html! {
        details.part {
            summary { (text!("How this was found")) }
            dl {
                dt { (text!("Command")) } dd { code { (command) } }
                dt { (text!("Seed of the dice")) } dd { (run.request.seed) }
                @if let Some((battle, beside)) = of {
                    @let first = battle.first();
                    dt { (text!("Played")) }
                    @if first.head.unexplored < NEGLIGIBLE {
                        dd { (words::method(first.method, first.trials)) }
                    } @else {
                        dd { (words::nearly_exact()) }
                    }
                    dt { (text!("Scenario's text (SHA-256):")) } dd { code { (first.head.hash) } }
                    @if !beside.toml.is_empty() {
                        dt { (text!("The scenario, to copy")) } dd { pre { code { (beside.toml) } } }
                    }
                } @else {
                    dt { (text!("Played")) } dd { (words::method(run.request.method, run.request.trials)) }
                }
                dt { (text!("Program")) } dd { "battle-odds " (run.version) }
            }
            p { (words::how_to_read()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::{RunResult, samples};

    #[test]
    fn an_exact_variant_shares_no_dice_with_a_sampled_one() {
        let sampled = Recorded::from(&samples::sampled());
        let exact = Recorded::from(&samples::exact());
        let own = Recorded::from(&RunResult { has_own_dice: true, ..samples::sampled() });
        assert!(share_dice(&[&sampled, &exact, &sampled]));
        assert!(![[&sampled, &exact], [&sampled, &own], [&own, &own]].iter().any(|results| share_dice(results)));
    }

    #[test]
    fn files_of_pages_have_names_of_their_own() {
        let mut names = BTreeSet::new();
        let given = ["Storm", "storm", "a b/../c", "été"].map(|name| free(name, &mut names));
        assert_eq!(given, ["Storm", "storm-2", "a-b----c", "été"]);
    }
}
