//! What the player whose goal it is has spent: the points of the formations that his side brings into the steps.

use serde_json::Value;

use crate::scenario::{Node, Scenario, Value as Written};
use crate::systems::Compiled;
use crate::systems::plan::steps::played_steps;

/// Measures that a player wants for his own.
const OWN: [&str; 4] = ["won", "points_swing", "points_won", "activated"];

/// The points of all formations of the player's side that the steps name; `None` where none of them has a price. The player
/// is the one of whose own the goal speaks (`tacticals.won`, `eldar.points_swing`), else the one who acts first.
pub fn spent(scenario: &Scenario, compiled: &Compiled) -> Option<u64> {
    let steps = played_steps(scenario.root.child("steps")?.list("steps").ok()?);
    let formations = compiled.forces.as_array()?;
    let named = |name: &str| formations.iter().find(|formation| formation["formation"] == name);
    let own = compiled.goal.iter().flat_map(|text| text.split(" or ")).find_map(|condition| own(scenario, condition));
    let by = || steps.iter().find_map(|step| first(step, "by"));
    let player = own.as_deref().and_then(named).or_else(|| named(by()?));
    let side = &player?["side"];
    let mut texts = Vec::new();
    steps.iter().for_each(|step| collect(step, &mut texts));
    let acts = |formation: &&Value| {
        let name = formation["formation"].as_str().unwrap_or_default();
        texts.iter().any(|text| *text == name || text.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
    };
    let friends = formations.iter().filter(|formation| formation["side"] == *side).filter(acts);
    friends.filter_map(|formation| formation["points"].as_u64()).reduce(|sum, points| sum + points)
}

/// The formation, or the first of the side, that a condition wants something for.
fn own(scenario: &Scenario, condition: &str) -> Option<String> {
    let condition = condition.split(['<', '>', '=']).next()?.trim();
    let (subject, metric) = condition.rsplit_once('.')?;
    let subject = subject.rsplit('.').next()?;
    if !OWN.contains(&metric) {
        return None;
    }
    let of_side = |formation: &Node| formation.child("side").and_then(|side| side.text("a side").ok()) == Some(subject);
    let formations = scenario.root.child("formations")?.entries("formations").ok()?;
    let first = formations.iter().find(|(_, formation)| of_side(formation)).map(|(key, _)| key.name.clone());
    let called = subject.strip_prefix("side of ").unwrap_or(subject);
    Some(first.unwrap_or_else(|| called.to_owned()))
}

/// The first text below a key, in the order written.
fn first<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    match &node.value {
        Written::List(list) => list.iter().find_map(|node| first(node, key)),
        Written::Table(entries) => entries.iter().find_map(|(name, node)| {
            let here = || node.texts("`by`").ok()?.first().map(|(text, _)| *text);
            if name.name == key { here() } else { first(node, key) }
        }),
        _ => None,
    }
}

/// All texts and all keys below a node.
fn collect<'a>(node: &'a Node, texts: &mut Vec<&'a str>) {
    match &node.value {
        Written::Text(text) => texts.push(text),
        Written::List(list) => list.iter().for_each(|node| collect(node, texts)),
        Written::Table(entries) => entries.iter().for_each(|(key, node)| {
            texts.push(&key.name);
            collect(node, texts);
        }),
        _ => {}
    }
}
