//! What can be changed about a formation, one thing at a time: its own values, its units' profiles and how it is
//! placed, and the circumstances of the steps. Whether a change is possible is known when the scenario is compiled with
//! it.

mod circumstances;
mod fire;
mod profiles;

use battle_odds_plan::change::{Change, Changes, face, formation, is_true, whole, written};
use battle_odds_scenario::{Node, Problem, Scenario, Value};
use battle_odds_words::keys::key_in_words;

/// All changes of a formation.
///
/// # Errors
/// If there is no such formation.
pub fn changes(scenario: &Scenario, name: &str) -> Result<Vec<Change>, Problem> {
    let of = formation(scenario, name)?;
    let mut changes = Changes::new(scenario);
    itself(&mut changes, name, of);
    groups(&mut changes, name, of);
    profiles::profiles(&mut changes, name, of);
    circumstances::steps(&mut changes, name);
    Ok(changes.found)
}

/// §1.2: initiative and blast markers at the start.
fn itself(changes: &mut Changes, name: &str, of: &Node) {
    if let Some(initiative) = of.child("initiative").and_then(face) {
        for other in [initiative - 1, initiative + 1].into_iter().filter(|face| (1..=6).contains(face)) {
            let value = Value::Text(format!("{other}+"));
            let what = format!("{} {initiative}+ → {other}+", key_in_words("initiative"));
            changes.put(name, what, &["formations", name, "initiative"], Some(value));
        }
    }
    // A broken formation has no markers.
    if is_true(of, "broken") {
        return;
    }
    let markers = of.child("blast-markers").and_then(whole).unwrap_or(0);
    for other in [markers - 1, markers + 1].into_iter().filter(|&markers| markers >= 0) {
        let what = text!("blast markers {markers} → {other}", markers, other);
        changes.put(name, what, &["formations", name, "blast-markers"], Some(Value::Integer(other)));
    }
}

/// §1.2, §1.8.4: one unit more or less in each group, and its cover.
fn groups(changes: &mut Changes, name: &str, of: &Node) {
    let Some(Value::List(groups)) = of.child("units").map(|units| &units.value) else { return };
    let mut put = |subject: &str, what: String, list: Vec<Node>| {
        changes.put(subject, what, &["formations", name, "units"], Some(Value::List(list)));
    };
    for (place, group) in groups.iter().enumerate() {
        let Some(unit) = group.child("unit").and_then(|unit| unit.text("a unit").ok()) else { continue };
        let with = |key: &str, value: Option<Value>| {
            let mut list = groups.clone();
            match value {
                Some(value) => list[place].put(&[key], written(value)),
                None => drop(list[place].remove(key)),
            }
            list
        };
        let count = group.child("count").and_then(whole).unwrap_or(1);
        if count > 1 {
            put(
                unit,
                format!("{} {count} → {}", key_in_words("count"), count - 1),
                with("count", Some(Value::Integer(count - 1))),
            );
        } else if groups.len() > 1 {
            let mut list = groups.clone();
            list.remove(place);
            put(unit, format!("{} 1 → 0", key_in_words("count")), list);
        }
        put(
            unit,
            format!("{} {count} → {}", key_in_words("count"), count + 1),
            with("count", Some(Value::Integer(count + 1))),
        );
        match group.child("cover").and_then(|cover| cover.text("a cover").ok()) {
            Some(cover) => put(unit, text!("out of cover ({cover})", cover), with("cover", None)),
            None => put(unit, text!("in cover (ruins)"), with("cover", Some(Value::Text("ruins".to_owned())))),
        }
        if group.child("character").is_some() {
            put(unit, text!("without its character"), with("character", None));
        }
    }
}
