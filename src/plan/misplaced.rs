//! Keys in the wrong table: where they belong.

use serde_json::Value;

use battle_odds_scenario::{Problem, ProblemKind};
use battle_odds_words::shown;

/// More places than this are not told.
const MOST: usize = 4;

/// The problem of an unknown key, with all keys that may stand at the top of a file, or where else the key may stand.
pub fn told(problem: Problem, schema: &Value) -> Problem {
    let ProblemKind::UnknownKey { what, key, .. } = problem.kind() else { return problem };
    let (what, key) = (what.clone(), key.clone());
    let places = places(schema, &what, &key);
    let problem = match (what == FILE, schema["properties"].as_object()) {
        (true, Some(keys)) => problem.with_keys(keys.keys().cloned().collect()),
        _ => problem,
    };
    match places.split_last() {
        None => problem,
        Some((last, [])) => problem.help_first(text!("`{key}` belongs in {place}", key, place = last)),
        Some((last, others)) => {
            let place = text!("{others} or {last}", others = others.join(", "), last);
            problem.help_first(text!("`{key}` belongs in {place}", key, place))
        }
    }
}

/// What problems call the top of a scenario.
const FILE: &str = "a scenario";

/// The tables, in words, that have a key; none if these are too many.
fn places(schema: &Value, what: &str, key: &str) -> Vec<String> {
    let mut places = Vec::new();
    let has = |table: &Value| table["properties"].get(key).is_some();
    if has(schema) && what != FILE {
        places.push(text!("the head of the file, above the first line in [brackets]"));
    }
    let definitions = schema["$defs"].as_object();
    let kinds = schema["$defs"]["an action"]["oneOf"].as_array();
    if kinds.into_iter().flatten().any(has) && !what.starts_with("a step") {
        places.push(text!("a step (below [[steps]])"));
    }
    for (name, definition) in definitions.into_iter().flatten() {
        let is_table = name.starts_with("a ") || name.starts_with("an ");
        if is_table && !name.contains(" and ") && name != what && name != "a step" && has(definition) {
            places.push(shown(name).into_owned());
        }
    }
    if places.len() > MOST { Vec::new() } else { places }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_key_is_shown_its_place() {
        let schema = json!({
            "properties": { "goal": {}, "steps": {} },
            "$defs": {
                "a unit": { "properties": { "range": {}, "name": {} } },
                "a formation": { "properties": { "points": {} } },
                "an action": { "oneOf": [{ "properties": { "range": {} } }] },
            },
        });
        let told = |what: &str, key: &str| {
            let source = battle_odds_scenario::Source::new("a.toml", key);
            let span = battle_odds_scenario::Span::new(&source, 0..key.len());
            let unknown = ProblemKind::UnknownKey { what: what.into(), key: key.into(), known: vec!["x".into()] };
            super::told(unknown.at(&span), &schema).to_string()
        };
        let range = told("a scenario", "range");
        assert!(range.contains("`range` belongs in a step (below [[steps]]) or a unit"), "{range}");
        assert!(range.contains("known: goal, steps"), "{range}");
        let goal = told("a formation", "goal");
        assert!(goal.contains("`goal` belongs in the head of the file") && goal.contains("known: x"), "{goal}");
        let points = told("a unit", "points");
        assert!(points.contains("`points` belongs in a formation"), "{points}");
        assert!(told("a scenario", "gaol").contains("did you mean `goal`?"));
        assert!(!told("a scenario", "gaol").contains("belongs"));
    }
}
