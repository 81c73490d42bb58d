//! The overview of a run of several scenarios: by game and tag, a row for each battle and each of its variants, with the
//! goal and its chance.

use maud::{Markup, html};

use super::battle::{Battle, figure, goal_in_words};
use crate::figures::Figure;
use crate::heading::BASE;
use crate::recorded::Recorded;
use battle_odds_words::shown;

/// One battle of the overview.
pub struct Listed<'a> {
    pub battle: Battle<'a>,
    /// The name of its game.
    pub game: &'static str,
    /// Its page.
    pub page: String,
}

/// The overview; `found` says how the run was made.
pub fn overview(listed: &[Listed], found: &Markup) -> Markup {
    let mut groups: Vec<(&str, &str)> = listed.iter().map(group).collect();
    groups.sort_unstable();
    groups.dedup();
    let games: Vec<&str> = groups.iter().map(|(game, _)| *game).collect();
    let title = |(game, tag): &(&str, &str)| match (shown(game), *tag) {
        (game, "") => game.into_owned(),
        (game, tag) => format!("{game} · {tag}"),
    };
    html! {
        header {
            h1 { (text!("How likely each goal is")) }
            p.soft { (text!(listed.len() => "1 battle" | "{count} battles", count = listed.len())) }
            // It is of use only where scripts run, and shown by one.
            p.find hidden { label { (text!("Search:")) " " input type="search" autocomplete="off"; } }
            @if games.len() > 1 {
                nav.small { @for (place, group) in groups.iter().enumerate() {
                    @if place > 0 { " · " }
                    a href={ "#group-" (place + 1) } { (title(group)) }
                } }
            }
        }
        @for (place, group_of) in groups.iter().enumerate() {
            section.result.listed id={ "group-" (place + 1) } {
                h2 { (title(group_of)) }
                div.wide {
                    table.battles {
                        thead { tr {
                            th { (text!("Battle")) } th.number { (text!("Chance")) } th { (text!("95 % interval")) } th { (text!("Goal")) }
                        } }
                        @for of in listed.iter().filter(|of| group(of) == *group_of) { (rows(of)) }
                    }
                }
            }
        }
        footer { (found) }
    }
}

/// The game and the first tag of a battle.
fn group<'a>(of: &Listed<'a>) -> (&'static str, &'a str) {
    (of.game, of.battle.first().head.tags.first().map_or("", String::as_str))
}

/// A battle and its variants, which are found and hidden together.
fn rows(of: &Listed) -> Markup {
    let first = of.battle.first();
    let more = first.head.tags.get(1..).unwrap_or_default();
    html! {
        tbody {
            @for (place, result) in of.battle.results.iter().enumerate() {
                tr {
                    td {
                        @if place == 0 {
                            a href=(of.page) { (first.title()) }
                            @if result.head.variant != BASE { " · " (of.battle.name(result)) }
                            @if !more.is_empty() { span.small.soft { " " (more.join(", ")) } }
                        } @else {
                            span.variant { (of.battle.name(result)) }
                        }
                    }
                    (chance_of(result))
                    td.small.soft { @if place == 0 || result.head.goal != first.head.goal { (goal_in_words(result)) } }
                }
            }
        }
    }
}

fn chance_of(result: &Recorded) -> Markup {
    let Some(goal) = result.goal() else { return html! { td.number { "–" } td {} } };
    let Figure { value, spread } = figure(goal);
    let share = format!("{:.1}", 100.0 * goal.estimate.mean);
    html! {
        td.number data-value=(goal.estimate.mean) { (value) span.gauge { span style={ "width:" (share) "%" } {} } }
        td.small { (spread) }
    }
}
