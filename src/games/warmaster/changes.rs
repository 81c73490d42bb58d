//! What can be changed about a formation, one thing at a time: its stands, its units' profiles, and the circumstances
//! of the steps. Whether a change is possible is known when the scenario is compiled with it.

use crate::cover::Protection;
use crate::profile::Ability;
use battle_odds_plan::change::profile::{self, Profile};
use battle_odds_plan::change::step::{self, Step};
use battle_odds_plan::change::{Change, Changes, formation, is_true, list, whole, written};
use battle_odds_scenario::typed::{word, words};
use battle_odds_scenario::{Node, Problem, Scenario, Value};
use battle_odds_words::keys::key_in_words;
use battle_odds_words::shown;

/// All changes of a formation.
///
/// # Errors
/// If there is no such formation.
pub fn changes(scenario: &Scenario, name: &str) -> Result<Vec<Change>, Problem> {
    let of = formation(scenario, name)?;
    let mut changes = Changes::new(scenario);
    groups(&mut changes, name, of);
    profile::each(&mut changes, name, of, &["unit"], of_profile);
    step::each(&mut changes, name, of_step);
    Ok(changes.found)
}

/// One unit more or less in each group, confusion, and its magic item.
fn groups(changes: &mut Changes, name: &str, of: &Node) {
    let scenario = changes.scenario;
    let groups = list(of, "units");
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
        let has_items = group.child("items").is_some();
        if has_items {
            put(unit, text!("without its magic item"), with("items", None));
        }
        // Commanders come one by one and are never confused, and a magic item is in an army once.
        if scenario.profile(name, unit).is_some_and(|profile| profile.child("command").is_some()) {
            continue;
        }
        let count = group.child("count").and_then(whole).unwrap_or(1);
        for other in [count - 1, count + 1].into_iter().filter(|&other| other > 0 && !has_items) {
            put(
                unit,
                format!("{} {count} → {other}", key_in_words("count")),
                with("count", Some(Value::Integer(other))),
            );
        }
        let confused = is_true(group, "confused");
        let word = if confused { text!("not confused") } else { text!("confused") };
        put(unit, word, with("confused", Some(Value::Boolean(!confused))));
    }
}

/// L261: every value one better and one worse, every ability removed.
fn of_profile(of: &mut Profile) {
    let commander = of.profile.child("command").is_some();
    of.number("attacks", commander.then_some(0), 0..=20);
    of.number("command", None, 2..=10);
    if !commander {
        of.number("hits", Some(3), 1..=20);
        of.number("stands", Some(3), 1..=10);
        of.face("armour", 3);
    }
    if of.profile.child("range").is_some() {
        of.number("shots", Some(1), 0..=20);
    }
    of.abilities(|name| word::<Ability>(name).is_some());
}

/// L527, L1147, L1348, L1432: what affects orders, fire and combat.
fn of_step(turn: &mut Step, step: &Node) {
    match step.child("action").and_then(|node| node.text("an action").ok()).unwrap_or_default() {
        "orders" => ["enemy-near", "flank-exposed", "terrain"].iter().for_each(|key| turn.flipped(step, key)),
        "shoot" => {
            turn.others(step, "cover", "open", words::<Protection>());
            turn.flipped(step, "charging");
        }
        "combat" => {
            turn.others(step, "cover", "open", words::<Protection>());
            for (key, what) in [
                ("support", mark!("without support")),
                ("flanked", mark!("no unit flanked")),
                ("counter-fire", mark!("without fire at the charge")),
                ("commander", mark!("without the commander's bonus")),
            ] {
                if step.child(key).is_some() {
                    turn.put(shown(what).into_owned(), key, None);
                }
            }
        }
        _ => {}
    }
}
