//! Changes of the weapons of a profile (§3.4).

use std::ops::RangeInclusive;

use battle_odds_plan::change::profile::Profile;
use battle_odds_plan::change::{face, list, whole, written};
use battle_odds_scenario::{Node, Value};
use battle_odds_words::keys::key_in_words;

/// Numbers that are raised and lowered by one: the key, its default, and its range.
const NUMBERS: [(&str, Option<i64>, RangeInclusive<i64>); 4] =
    [("dice", Some(1), 1..=50), ("count", None, 1..=50), ("ap", Some(0), 0..=6), ("barrage-points", None, 1..=50)];

/// §3.4, §3.5: every weapon removed, every number of it one better and one worse, and every ability of it removed.
pub fn each(of: &mut Profile) {
    let all = list(&of.profile, "weapons");
    for (place, weapon) in all.iter().enumerate() {
        let called =
            weapon.child("name").and_then(|name| name.text(mark!("a name")).ok()).unwrap_or("weapon").to_owned();
        let mut left = all.clone();
        left.remove(place);
        of.put(text!("without {name}", name = called), "weapons", Value::List(left));
        for (what, changed) in ways(weapon) {
            let mut list = all.clone();
            list[place] = changed;
            of.put(text!("{name}: {what}", name = called, what), "weapons", Value::List(list));
        }
    }
}

/// Copies of a weapon with one thing changed.
fn ways(weapon: &Node) -> Vec<(String, Node)> {
    let mut all = Vec::new();
    let mut put = |what: String, key: &str, value: Value| {
        let mut changed = weapon.clone();
        changed.put(&[key], written(value));
        all.push((what, changed));
    };
    for (key, usual, within) in NUMBERS {
        // Templates have no dice.
        let usual = usual.filter(|_| key != "dice" || weapon.child("template").is_none());
        let Some(now) = weapon.child(key).map_or(usual, whole) else { continue };
        let now = if key == "ap" { now.abs() } else { now };
        for other in [now - 1, now + 1].into_iter().filter(|other| within.contains(other)) {
            put(format!("{} {now} → {other}", key_in_words(key)), key, Value::Integer(other));
        }
    }
    if let Some(now) = weapon.child("to-hit").and_then(face) {
        for other in [now - 1, now + 1].into_iter().filter(|other| (2..=6).contains(other)) {
            put(format!("{} {now}+ → {other}+", key_in_words("to-hit")), "to-hit", Value::Text(format!("{other}+")));
        }
    }
    let abilities = list(weapon, "abilities");
    for (place, ability) in abilities.iter().enumerate() {
        let Ok(name) = ability.text(mark!("an ability")) else { continue };
        if name == "turret" {
            continue;
        }
        let mut left = abilities.clone();
        left.remove(place);
        put(text!("without {name}", name), "abilities", Value::List(left));
    }
    all
}
