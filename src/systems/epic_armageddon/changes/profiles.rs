//! Changes of the profiles of a formation's units; other formations with the same units keep theirs.

use super::super::profile::ABILITIES;
use super::fire::{harder, improved};
use super::{face, whole};
use crate::scenario::{Node, Value};
use crate::systems::change::Changes;

/// §1.1.3: every value one better and one worse, every weapon likewise and removed, every ability removed.
pub fn profiles(changes: &mut Changes, formation: &str, of: &Node) {
    let Some(Value::List(groups)) = of.child("units").map(|units| &units.value) else { return };
    let mut seen: Vec<&str> = Vec::new();
    for node in groups.iter().flat_map(|group| [group.child("unit"), group.child("character")]).flatten() {
        let Ok(unit) = node.text("a unit") else { continue };
        if seen.contains(&unit) {
            continue;
        }
        seen.push(unit);
        let own = format!("{formation}.{unit}");
        if let Some(profile) = profile(changes, formation, unit) {
            of_profile(&mut Profile { changes, unit, own, profile });
        }
    }
}

/// The profile that this formation's units of that name have, as written.
fn profile(changes: &Changes, formation: &str, unit: &str) -> Option<Node> {
    let scenario = changes.scenario;
    let own = scenario.root.child("units");
    let armies = || scenario.armies.iter().rev().filter_map(|army| army.root.child("units")?.child(unit));
    own.and_then(|own| own.child(&format!("{formation}.{unit}")).or_else(|| own.child(unit)))
        .or_else(|| armies().next())
        .cloned()
}

/// A profile, and the key of the copy that is this formation's alone.
struct Profile<'a, 'b> {
    changes: &'a mut Changes<'b>,
    unit: &'a str,
    own: String,
    profile: Node,
}

impl Profile<'_, '_> {
    /// The same profile with one thing different.
    fn change(&mut self, what: String, change: impl FnOnce(&mut Node)) {
        let mut profile = self.profile.clone();
        change(&mut profile);
        let mut root = self.changes.scenario.root.clone();
        root.put(&["units", &self.own], profile);
        self.changes.add(self.unit, what, root);
    }

    fn put(&mut self, what: String, key: &str, value: Value) {
        self.change(what, |profile| profile.put(&[key], crate::systems::change::written(value)));
    }
}

fn of_profile(of: &mut Profile) {
    for key in ["armour", "cc", "ff"] {
        match of.profile.child(key).and_then(face) {
            Some(value) => {
                for other in [value - 1, value + 1] {
                    match other {
                        2..=6 => of.put(format!("{key} {value}+ → {other}+"), key, Value::Text(format!("{other}+"))),
                        7 => of.change(format!("{key} {value}+ → none"), |profile| drop(profile.remove(key))),
                        _ => {}
                    }
                }
            }
            // A character adds to the unit it joins, and has no values of its own.
            None if of.profile.child("type").and_then(|kind| kind.text("a type").ok()) == Some("character") => {}
            None => of.put(format!("{key} none → 6+"), key, Value::Text("6+".to_owned())),
        }
    }
    for key in ["dc", "shields"] {
        if let Some(value) = of.profile.child(key).and_then(whole) {
            for other in [value - 1, value + 1].into_iter().filter(|&other| other >= i64::from(key == "dc")) {
                of.put(format!("{key} {value} → {other}"), key, Value::Integer(other));
            }
        }
    }
    let abilities = list(&of.profile, "abilities");
    for (place, ability) in abilities.iter().enumerate() {
        let Ok(name) = ability.text("an ability") else { continue };
        if ABILITIES.iter().any(|(known, _)| *known == name) {
            let mut left = abilities.clone();
            left.remove(place);
            of.put(format!("without {name}"), "abilities", Value::List(left));
        }
    }
    for place in 0..list(&of.profile, "weapons").len() {
        weapon(of, place);
    }
}

/// §1.9, §2.2: one weapon's fire, and each of its abilities, and all of it.
fn weapon(of: &mut Profile, place: usize) {
    let weapons = list(&of.profile, "weapons");
    let text = |key: &str| weapons[place].child(key).and_then(|node| node.text("a text").ok());
    let (Some(name), Some(fire)) = (text("name"), text("fire")) else { return };
    for other in [improved(fire), harder(fire)].into_iter().flatten() {
        let mut changed = weapons.clone();
        changed[place].put(&["fire"], crate::systems::change::written(Value::Text(other.clone())));
        of.put(format!("{name} {fire} → {other}"), "weapons", Value::List(changed));
    }
    let abilities = list(&weapons[place], "abilities");
    for (number, ability) in abilities.iter().enumerate() {
        let Ok(ability) = ability.text("an ability") else { continue };
        let (mut changed, mut left) = (weapons.clone(), abilities.clone());
        left.remove(number);
        changed[place].put(&["abilities"], crate::systems::change::written(Value::List(left)));
        of.put(format!("{name} without {ability}"), "weapons", Value::List(changed));
    }
    let mut left = weapons.clone();
    left.remove(place);
    of.put(format!("without {name}"), "weapons", Value::List(left));
}

fn list(node: &Node, key: &str) -> Vec<Node> {
    match node.child(key).map(|list| &list.value) {
        Some(Value::List(list)) => list.clone(),
        _ => Vec::new(),
    }
}
