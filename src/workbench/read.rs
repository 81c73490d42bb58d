//! What was read of a list that a player dropped.

use maud::{Markup, html};

use crate::control::capital;
use battle_odds_scenario::card;
use battle_odds_scenario::{Army, Key, Node, Value};

/// The most formations and remarks that are told.
const MOST: usize = 60;

/// Its formations with their units and points, and what of its units no rule here plays.
pub(crate) fn read(name: &str, army: &Army, left_out: &[String]) -> Markup {
    let formations = table(&army.root, "formations");
    let units = table(&army.root, "units");
    let open: Vec<(&str, Vec<&str>)> = units.iter().filter_map(|(key, unit)| unplayed(key, unit)).collect();
    html! {
        details.panel open data-more="read" {
            summary { strong { (name) } ": " (of_formations(formations.len())) ", " (of_units(units.len())) }
            ul.small {
                @for (key, formation) in formations.iter().take(MOST) {
                    li { strong { (capital(&key.name.replace('-', " "))) } " " span.soft { (told(formation, army)) } }
                }
            }
            @if !left_out.is_empty() {
                p.small.wrong { (text!("What is not in these formations:")) }
                ul.small { @for line in left_out.iter().take(MOST) { li { (line) } } }
            }
            @if units.is_empty() {
                p.small { (text!("It has no units of its own.")) }
            } @else if open.is_empty() {
                p.small { (text!("All rules of these units are played.")) }
            } @else {
                details.more data-more="unplayed" {
                    summary { (text!("Rules that are not played")) " (" (open.len()) ")" }
                    ul.small { @for (unit, rules) in open.iter().take(MOST) { li { (capital(unit)) ": " (rules.join(", ")) } } }
                }
            }
        }
    }
}

fn of_formations(count: usize) -> String {
    text!(count => "{count} formation" | "{count} formations", count)
}

fn of_units(units: usize) -> String {
    text!(units => "{units} kind of unit" | "{units} kinds of units", units)
}

fn table<'a>(root: &'a Node, key: &str) -> &'a [(Key, Node)] {
    match root.child(key).map(|table| &table.value) {
        Some(Value::Table(entries)) => entries,
        _ => &[],
    }
}

/// What a formation has, and what it costs.
fn told(formation: &Node, army: &Army) -> String {
    let groups = formation.child("units").and_then(|units| units.list("").ok()).unwrap_or_default();
    let group = |group: &Node| {
        let (count, unit) = card::group(group)?;
        let name = army.root.child("units").and_then(|units| units.child(&unit)?.child("name")?.text("").ok());
        Some(format!("{count} {}", name.map_or_else(|| unit.replace('-', " "), str::to_owned)))
    };
    let units: Vec<String> = groups.iter().filter_map(group).collect();
    let points = formation.child("points").and_then(|points| points.integer("", 0..=i64::MAX).ok());
    let points = points.map(|points| text!(points => "{points} point" | "{points} points", points));
    [Some(units.join(", ")), points]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}

/// What of a unit is understood and not played.
fn unplayed<'a>(key: &'a Key, unit: &'a Node) -> Option<(&'a str, Vec<&'a str>)> {
    let rules = unit.child("not-simulated")?.texts("").ok()?;
    let rules: Vec<&str> = rules.into_iter().map(|(rule, _)| rule).collect();
    (!rules.is_empty()).then_some((key.name.as_str(), rules))
}
