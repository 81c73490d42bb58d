//! The formations of an army file, as listed in it: what a scenario can name.

use battle_odds_scenario::card::{Card, Offer, cards};
use battle_odds_scenario::{Army, Node, Problem, Value};

/// One line for each formation: key, name, points, units, and what may be added.
///
/// # Errors
/// What an army list says wrongly.
pub fn formations(army: &Army) -> Result<String, Problem> {
    if army.is_list() {
        return Ok(cards(&army.root)?.iter().map(|card| format!("  {}\n", of_list(card))).collect());
    }
    let Some(Value::Table(formations)) = army.root.child("formations").map(|node| &node.value) else {
        return Ok(String::new());
    };
    let line = |name: &str, formation: &Node| {
        let points = match formation.child("points").map(|points| &points.value) {
            Some(Value::Integer(points)) => in_points(*points),
            _ => String::new(),
        };
        let groups = formation.child("units").and_then(|units| units.list("units").ok()).unwrap_or_default();
        let groups: Vec<String> = groups.iter().filter_map(group).collect();
        format!("  {name}{points}: {}\n", groups.join(", "))
    };
    Ok(formations.iter().map(|(key, formation)| line(&key.name, formation)).collect())
}

fn in_points(points: i64) -> String {
    text!(" ({points} points)", points)
}

fn group(group: &Node) -> Option<String> {
    let text = |key: &str| group.child(key).and_then(|node| node.text("a unit").ok());
    let count = group.child("count").and_then(|count| count.integer("a count", 1..=i64::MAX).ok()).unwrap_or(1);
    let character = text("character").map_or(String::new(), |character| text!(" with {character}", character));
    Some(format!("{count} {}{character}", text("unit")?))
}

/// A formation of an army list.
fn of_list(card: &Card) -> String {
    let units: Vec<String> = card.units.iter().map(|(count, unit)| format!("{count} {unit}")).collect();
    let points = card.points.map_or(String::new(), in_points);
    let line = format!("{} – {}{points}: {}", card.key, card.name(), units.join(", "));
    let offers: Vec<String> = card.offers.iter().map(offer).collect();
    if offers.is_empty() { line } else { line + &text!("; may add {upgrades}", upgrades = offers.join(", ")) }
}

/// More of an upgrade than this is any number.
const ANY: i64 = 100;

/// An upgrade by its key, with its price and how many there may be.
pub fn offer(Offer { key, points, most, .. }: &Offer) -> String {
    match *most {
        2..ANY => text!("{key} ({points}, up to {most})", key, points = format!("{points:+}"), most),
        _ => format!("{key} ({points:+})"),
    }
}
