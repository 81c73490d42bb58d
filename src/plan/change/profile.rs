//! Changes of the profiles of a formation's units; other formations with the same units keep theirs.

use std::ops::RangeInclusive;

use super::{Changes, face, list, whole, written};
use battle_odds_scenario::{Node, Value};
use battle_odds_words::keys::key_in_words;

/// A profile, and the key of the copy that is for one formation only.
pub struct Profile<'a, 'b> {
    /// The list to which changes are added.
    pub changes: &'a mut Changes<'b>,
    /// The unit.
    pub unit: &'a str,
    /// Its profile as written.
    pub profile: Node,
    own: String,
}

/// Every profile of a formation once: those that its groups name with these keys.
pub fn each(
    changes: &mut Changes,
    formation: &str,
    of: &Node,
    keys: &[&str],
    mut change: impl FnMut(&mut Profile<'_, '_>),
) {
    let groups = list(of, "units");
    let mut seen: Vec<&str> = Vec::new();
    for node in groups.iter().flat_map(|group| keys.iter().filter_map(|key| group.child(key))) {
        let Ok(unit) = node.text(mark!("a unit")) else { continue };
        if seen.contains(&unit) {
            continue;
        }
        seen.push(unit);
        if let Some(profile) = changes.scenario.profile(formation, unit).cloned() {
            change(&mut Profile { changes: &mut *changes, unit, profile, own: format!("{formation}.{unit}") });
        }
    }
}

impl Profile<'_, '_> {
    /// Adds the profile with one thing changed.
    pub fn change(&mut self, what: String, change: impl FnOnce(&mut Node)) {
        let mut profile = self.profile.clone();
        change(&mut profile);
        let mut root = self.changes.scenario.root.clone();
        root.put(&["units", &self.own], profile);
        self.changes.add(self.unit, what, root);
    }

    /// Adds the profile with another value of a key.
    pub fn put(&mut self, what: String, key: &str, value: Value) {
        self.change(what, |profile| profile.put(&[key], written(value)));
    }

    /// A face that a die must show, one better and one worse: `best` is the lowest possible; after 6+ there is none.
    pub fn face(&mut self, key: &str, best: i64) {
        let Some(value) = self.profile.child(key).and_then(face) else {
            return self.put(text!("{key} none → 6+", key = key_in_words(key)), key, Value::Text("6+".to_owned()));
        };
        for other in [value - 1, value + 1] {
            match other {
                7 => self.change(
                    text!("{key} {now} → none", key = key_in_words(key), now = format!("{value}+")),
                    |profile| drop(profile.remove(key)),
                ),
                other if other >= best => {
                    self.put(
                        format!("{} {value}+ → {other}+", key_in_words(key)),
                        key,
                        Value::Text(format!("{other}+")),
                    );
                }
                _ => {}
            }
        }
    }

    /// A number one higher and one lower, within its range.
    pub fn number(&mut self, key: &str, usual: Option<i64>, within: RangeInclusive<i64>) {
        let Some(value) = self.profile.child(key).and_then(whole).or(usual) else { return };
        for other in [value - 1, value + 1].into_iter().filter(|other| within.contains(other)) {
            self.put(format!("{} {value} → {other}", key_in_words(key)), key, Value::Integer(other));
        }
    }

    /// Each of the abilities that matter, removed.
    pub fn abilities(&mut self, matters: impl Fn(&str) -> bool) {
        let abilities = list(&self.profile, "abilities");
        for (place, ability) in abilities.iter().enumerate() {
            let Ok(name) = ability.text(mark!("an ability")) else { continue };
            if matters(name) {
                let mut left = abilities.clone();
                left.remove(place);
                self.put(text!("without {name}", name), "abilities", Value::List(left));
            }
        }
    }
}
