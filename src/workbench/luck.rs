//! What happened at the table: how likely that is, or worse.

use maud::{Markup, html};

use crate::battle::Played;
use crate::control::capital;
use crate::goal::{by_time, measures};
use crate::odds::{Chance, Effort, large, simulator};
use crate::shelf::Table;
use battle_odds_engine::measure::{Kind, Measure, Wanted, When};
use battle_odds_report::luck::Seen;
use battle_odds_report::page::beside::seen;
use battle_odds_report::page::words::named;
use battle_odds_scenario::Problem;
use battle_odds_stats::rarity::Direction;
use battle_odds_studies::luck::lucky;
use battle_odds_studies::situation::situation;

/// Where the player says what he saw.
pub(crate) fn seeing(played: &Played) -> Markup {
    let measures = measures(played);
    let usual = lost(played, &measures).map(Measure::name);
    let counted = text!("How many");
    html! {
        h2 { (text!("What happened at the table")) }
        p.condition data-seen="" {
            select.measure #seen-what data-keep="" aria-label=(text!("What happened at the table")) {
                @for (when, measures) in by_time(&measures) {
                    optgroup label=(when) {
                        @for measure in measures {
                            @let (name, said) = (measure.name(), capital(&named(measure)));
                            @if measure.kind == Kind::Event {
                                option value=(name) data-event { (said) }
                                option value={ (name) "=0" } data-event { (text!("{what}: no", what = said)) }
                            } @else {
                                option value=(name) selected[usual.as_ref() == Some(&name)] { (said) }
                            }
                        }
                    }
                }
            }
            input.number #seen-count data-keep="" type="number" inputmode="numeric" placeholder="7" aria-label=(counted);
        }
    }
}

/// What is usually complained of: what the player's first formation that is hit in a step has lost at the end; else what the
/// enemy's has.
fn lost<'m>(played: &Played, measures: &'m [Measure]) -> Option<&'m Measure> {
    let left = situation(&played.scenario).left;
    let is_hit = |name: &str| {
        let mut in_steps = measures.iter().filter(|measure| measure.when != When::End && measure.subject == name);
        in_steps.any(|measure| HIT.contains(&measure.metric.name))
    };
    let is_lost = |measure: &&Measure| measure.kind == Kind::Count && LOST.contains(&measure.metric.name);
    let rank = |measure: &&Measure| {
        (!is_hit(&measure.subject), side(played, measure) != Some(left), measure.when != When::End)
    };
    measures.iter().filter(is_lost).min_by_key(rank)
}

/// What is lost, and what is counted in a step of a formation that is hit there.
const LOST: [&str; 2] = ["losses", "stands_lost"];
const HIT: [&str; 3] = ["kills", "losses", "stands_lost"];

/// The side of the formation that a measure is about.
fn side(played: &Played, measure: &Measure) -> Option<usize> {
    let name = measure.subject.split('.').next()?;
    played.compiled.formations.iter().find(|formation| formation.name == name).map(|formation| formation.side)
}

/// How likely what was seen is, or worse, in words and drawn; nothing if it was stopped.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn luck(saw: &str, played: &Played, effort: Effort, table: &Table) -> Result<Markup, Problem> {
    let found = lucky(&[saw.to_owned()], &played.scenario, &simulator(effort, table)?)?;
    Ok(html! {
        @if let Some(found) = found {
            // What no trial had is told in words alone.
            @for seen in found.seen.iter().filter(|seen| found.trials.is_none() || seen.rarity.tail() > 0.0) {
                p.here data-value=(seen.rarity.tail()) { (how_likely(played, seen)) }
            }
            @for words in found.words() { p { (capital(&words)) } }
            details.more data-more="seen" {
                summary { (text!("How often each number comes up")) }
                (seen(&found))
            }
        }
    })
}

/// How likely that is, or worse; or better, if it was good for the player.
fn how_likely(played: &Played, seen: &Seen) -> String {
    // A sum of nothing may be -0.
    let (mean, interval) = (seen.rarity.tail().abs(), seen.interval);
    let share = large(Chance { mean, interval, is_exact: interval.half_width() == 0.0 });
    let is_mine = side(played, &seen.measure) == Some(situation(&played.scenario).left);
    let is_more = seen.rarity.direction() == Direction::AtLeast;
    match seen.measure.metric.wanted {
        Wanted::Neither => text!("That, or further out: {share}", share),
        wanted if (wanted == Wanted::More) == (is_mine == is_more) => text!("As good or better: {share}", share),
        _ => text!("As bad or worse: {share}", share),
    }
}
