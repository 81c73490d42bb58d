//! The odds of the battle: the headline in per cent and words, and everything that was counted.

use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use crate::battle::Played;
use crate::control::capital;
use crate::shelf::Table;
use battle_odds_engine::measure::{Kind, Measure, Quantity, When};
use battle_odds_report::figures::{self, share};
use battle_odds_report::page::beside::{counted, pictures};
use battle_odds_report::page::words::{condition, counted as named};
use battle_odds_report::result::{Method, RunResult};
use battle_odds_scenario::{Problem, Scenario};
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::interval::Interval;
use battle_odds_studies::broken::broken;
use battle_odds_studies::simulator::Simulator;
use battle_odds_studies::situation::situation;
use battle_odds_studies::{Failed, Settings, Way};

/// The chance of a goal, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chance {
    pub mean: f64,
    pub interval: Interval,
    pub is_exact: bool,
}

/// How much work an answer may take: an exact one so many plays, else so many trials.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(crate) struct Effort {
    pub plays: u64,
    pub trials: u64,
}

/// Bytes that an exact answer may take, also in a browser.
const MEMORY: u64 = 400_000_000;

/// The battles in which is counted what colours bars: few, as they are counted anew with each answer.
const COLOURED: u64 = 5_000;

/// Everything that is known of a battle after so much work; nothing if it was stopped.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn odds(scenario: &Scenario, effort: Effort, table: &Table) -> Result<Option<RunResult>, Problem> {
    simulator(effort, table)?.odds(scenario)
}

/// What finds odds with so much work.
///
/// # Errors
/// That there are no threads.
pub(crate) fn simulator<'t>(effort: Effort, table: &'t Table) -> Result<Simulator<'t>, Problem> {
    let Effort { plays, .. } = effort;
    Ok(Simulator::new(effort.settings(Way::Cheaper), table).map_err(in_words)?.at_most(plays))
}

/// Why a study has no answer.
pub(crate) fn in_words(failed: Failed) -> Problem {
    match failed {
        Failed::Problem(problem) => problem,
        Failed::Threads(error) => Problem::new(error.to_string()),
    }
}

impl Effort {
    /// How a study finds chances with so much work.
    pub fn settings(self, way: Way) -> Settings {
        Settings { way, trials: self.trials, memory: MEMORY, ..Settings::default() }
    }
}

/// The chance that the goal is reached.
pub(crate) fn chance(result: &RunResult) -> Option<Chance> {
    let (measure, distribution) = result.goal_reached()?;
    let estimate = result.estimate(measure, distribution);
    Some(Chance { mean: estimate.mean, interval: estimate.interval, is_exact: result.method == Method::Exact })
}

/// The headline: a large per cent and words.
pub(crate) fn headline(result: &RunResult) -> Markup {
    let Some(chance) = chance(result) else {
        return html! { p { (text!("Say what you want: then there is a chance of it.")) } };
    };
    let goal: Vec<String> = result.goal.iter().map(|goal| capital(&condition(goal, &result.system))).collect();
    html! {
        p.big data-value=(chance.mean) data-exact[chance.is_exact] { (large(chance)) }
        div.said {
            @for goal in goal { p { (goal) } }
            p.small.soft { (how_sure(chance)) }
        }
    }
}

/// A chance with as many digits as one reads at a glance.
pub(crate) fn large(chance: Chance) -> String {
    let digits = if chance.is_exact || chance.interval.half_width() < 0.004 { 1 } else { 0 };
    match chance.mean {
        0.0 | 1.0 => figures::of_hundred(&format!("{:.0}", chance.mean * 100.0)),
        mean if (0.0005..0.9995).contains(&mean) => {
            figures::of_hundred(&figures::in_decimals(format!("{:.digits$}", mean * 100.0)))
        }
        mean => share(mean, chance.interval).0,
    }
}

/// How sure it is, in a few words.
pub(crate) fn how_sure(chance: Chance) -> String {
    if chance.is_exact {
        return text!("exact");
    }
    let half = 100.0 * chance.interval.half_width();
    let digits = if half < 1.0 { 2 } else { 1 };
    text!("of a chance": "± {half}", half = figures::in_decimals(format!("{half:.digits$}")))
}

/// The pictures and figures below the headline.
pub(crate) fn details(played: &Played, result: &RunResult) -> Markup {
    let situation = situation(&played.scenario);
    let breaking = broken(Settings::default().seed, &played.scenario, &played.compiled, COLOURED);
    let (chart, more) = pictures(result, &situation, &breaking);
    html! {
        (tiles(played, result, situation.left.min(1)))
        div.charts { (chart) }
        @if !more.is_empty() {
            details.more data-more="pictures" {
                summary { (text!("More pictures")) " (" (more.len()) ")" }
                div.charts.grid { @for chart in more { (chart) } }
            }
        }
        details.more data-more="counted" {
            summary { (text!("Everything that was counted, step by step")) }
            (counted(result))
        }
    }
}

/// What each formation of a side is left with at the end, at a glance: of all that is counted, what changes with the dice.
fn tiles(played: &Played, result: &RunResult, left: usize) -> Markup {
    let of_side = |side: usize| {
        let forces = played.compiled.formations.iter().filter(move |force| force.side == side);
        let names: Vec<&str> = forces.map(|force| force.name.as_str()).collect();
        let at_end = result.measures.iter().filter(|(measure, _)| measure.when == When::End);
        let is_wanted = |(measure, distribution): &&(Measure, Distribution)| {
            // Points say nothing of a side that has no price.
            let is_priced = measure.metric.counts != Quantity::Points || distribution.max() > 0;
            let is_likely = measure.kind == Kind::Count || (0.0005..0.9995).contains(&distribution.mean());
            AT_A_GLANCE.contains(&measure.metric.name) && !distribution.is_constant() && is_priced && is_likely
        };
        at_end
            .filter(move |(measure, _)| names.contains(&measure.subject.as_str()))
            .filter(is_wanted)
            .collect::<Vec<_>>()
    };
    let tile = |(measure, distribution): &(Measure, Distribution)| {
        let estimate = result.estimate(measure, distribution);
        let figure = match measure.kind {
            Kind::Event => large(Chance {
                mean: estimate.mean,
                interval: estimate.interval,
                is_exact: distribution.trials().is_none(),
            }),
            Kind::Count => figures::in_decimals(format!("{:.1}", distribution.mean())),
        };
        html! { div.tile { span.small.soft { (named(measure).0) } strong { (figure) } } }
    };
    html! {
        @for (class, title, side) in [("mine", text!("of losses": "Mine"), left), ("enemy", text!("of losses": "The enemy’s"), 1 - left)] {
            @let measured = of_side(side);
            @if !measured.is_empty() {
                section class=(class) {
                    h2 { (title) }
                    div.tiles { @for of in measured { (tile(of)) } }
                }
            }
        }
    }
}

/// What is told of each formation at a glance.
const AT_A_GLANCE: [&str; 6] = ["losses", "blast_markers", "points_lost", "destroyed", "broken", "out_of_action"];
