//! Changes of the weapons that a formation carries (§6.3), for all groups that carry them.

use std::ops::RangeInclusive;

use crate::profile::WeaponAbility;
use battle_odds_plan::change::{Changes, list, whole, written};
use battle_odds_scenario::typed::word;
use battle_odds_scenario::{Node, Scenario, Value};
use battle_odds_words::keys::key_in_words;

/// Numbers that are raised and lowered by one: the key, its default, and its range.
const NUMBERS: [(&str, Option<i64>, RangeInclusive<i64>); 5] = [
    ("s", None, 0..=10),
    ("damage", Some(1), 1..=20),
    ("save", Some(0), -6..=0),
    ("sustained", None, 1..=6),
    ("linked", None, 1..=2),
];

/// Every change of every weapon of a formation.
pub fn each(changes: &mut Changes, formation: &str, of: &Node) {
    for key in carried(changes.scenario, formation, of) {
        let Some(weapon) = written_weapon(changes.scenario, &key) else { continue };
        for (what, changed) in ways(&weapon) {
            changes.put(&key, what, &["weapons", &key], Some(changed.value));
        }
    }
}

/// The weapons that a formation carries, by their keys.
fn carried(scenario: &Scenario, formation: &str, of: &Node) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for group in list(of, "units") {
        let own = list(&group, "weapons");
        let unit = group.child("unit").and_then(|unit| unit.text("a unit").ok());
        let profile = unit.and_then(|unit| scenario.profile(formation, unit)).cloned().filter(|_| own.is_empty());
        let all = profile.map_or(own, |profile| list(&profile, "weapons"));
        for weapon in all.iter().filter_map(|weapon| weapon.text("a weapon").ok()) {
            if !found.iter().any(|known| known == weapon) {
                found.push(weapon.to_owned());
            }
        }
    }
    found
}

/// A weapon as written: the scenario's own, otherwise that of an army.
fn written_weapon(scenario: &Scenario, key: &str) -> Option<Node> {
    let of = |root: &Node| root.child("weapons").and_then(|weapons| weapons.child(key)).cloned();
    of(&scenario.root).or_else(|| scenario.armies.iter().find_map(|army| of(&army.root)))
}

/// §11.9–11.13, §11.23: every number of a weapon one better and one worse, and every ability removed.
fn ways(weapon: &Node) -> Vec<(String, Node)> {
    let mut all = Vec::new();
    let mut put = |what: String, key: &str, value: Value| {
        let mut changed = weapon.clone();
        changed.put(&[key], written(value));
        all.push((what, changed));
    };
    for (key, usual, within) in NUMBERS {
        // A rolled amount stays as it is.
        let Some(now) = weapon.child(key).map_or(usual, whole) else { continue };
        for other in [now - 1, now + 1].into_iter().filter(|other| within.contains(other)) {
            put(format!("{} {now} → {other}", key_in_words(key)), key, Value::Integer(other));
        }
    }
    if weapon.child("short").is_some() {
        let now: Vec<i64> = list(weapon, "to-hit").iter().filter_map(whole).collect();
        let now = if now.is_empty() { vec![0, 0] } else { now };
        for by in [-1, 1] {
            let other: Vec<i64> = now.iter().map(|modifier| modifier + by).collect();
            let pair = other.iter().map(|&modifier| written(Value::Integer(modifier))).collect();
            put(format!("{} {now:?} → {other:?}", key_in_words("to-hit")), "to-hit", Value::List(pair));
        }
    }
    let abilities = list(weapon, "abilities");
    for (place, ability) in abilities.iter().enumerate() {
        let Some(name) = ability.text("an ability").ok().filter(|name| word::<WeaponAbility>(name).is_some()) else {
            continue;
        };
        let mut left = abilities.clone();
        left.remove(place);
        put(text!("without {name}", name), "abilities", Value::List(left));
    }
    all
}
