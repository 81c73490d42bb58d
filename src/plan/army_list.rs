//! The formations of an army file, as listed in it: what a scenario can name.

use battle_odds_scenario::{Army, Node, Value};

/// One line for each formation: key, points, units.
pub fn formations(army: &Army) -> String {
    let Some(Value::Table(formations)) = army.root.child("formations").map(|node| &node.value) else {
        return String::new();
    };
    let line = |name: &str, formation: &Node| {
        let points = match formation.child("points").map(|points| &points.value) {
            Some(Value::Integer(points)) => text!(" ({points} points)", points),
            _ => String::new(),
        };
        let groups = formation.child("units").and_then(|units| units.list("units").ok()).unwrap_or_default();
        let groups: Vec<String> = groups.iter().filter_map(group).collect();
        format!("  {name}{points}: {}\n", groups.join(", "))
    };
    formations.iter().map(|(key, formation)| line(&key.name, formation)).collect()
}

fn group(group: &Node) -> Option<String> {
    let text = |key: &str| group.child(key).and_then(|node| node.text("a unit").ok());
    let count = group.child("count").and_then(|count| count.integer("a count", 1..=i64::MAX).ok()).unwrap_or(1);
    let character = text("character").map_or(String::new(), |character| text!(" with {character}", character));
    Some(format!("{count} {}{character}", text("unit")?))
}
