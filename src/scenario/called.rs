//! What a path leads to, and a value there, as a player says it: `formations.boyz.units[0].count` is “Boyz in boyz”.

use super::node::{Node, Value};
use super::patched::Scenario;
use super::path::{Path, Step, To};
use battle_odds_words::keys::key_in_words;

/// Keys whose numbers are distances.
const DISTANCES: [&str; 5] = ["distance", "move", "range", "speed", "target-moved"];

/// The key that a path ends with.
fn last(path: &Path) -> &str {
    let mut keys = path.0.iter().rev().filter_map(|step| match &step.to {
        To::Key(key) => Some(key.as_str()),
        To::Entry(_) => None,
    });
    keys.next().unwrap_or_default()
}

/// Whether what a path leads to is a distance in cm.
pub(super) fn is_distance(path: &Path) -> bool {
    DISTANCES.contains(&last(path))
}

impl Scenario {
    /// What a path leads to, in words: `steps[0].range` is “range of step 1”.
    pub fn called(&self, path: &Path) -> String {
        let (keys, entries): (Vec<_>, Vec<_>) = path.0.iter().map(|step| (key(step), entry(step))).unzip();
        match (&keys[..], &entries[..]) {
            ([Some("formations"), Some(formation), Some("units"), None, rest @ ..], [_, _, _, Some(group), ..]) => {
                let unit = self.unit_of(formation, *group);
                match rest {
                    [Some("count")] if is_named_after(formation, &unit) => {
                        text!("{units} in the formation", units = unit)
                    }
                    [Some("count")] => text!("{units} in {formation}", units = unit, formation),
                    [] => unit,
                    rest => text!("{unit} of {formation}: {what}", unit, formation, what = nested(names(rest))),
                }
            }
            ([Some("formations"), Some(formation), rest @ ..], _) if !rest.is_empty() => {
                text!("{what} of {name}", what = nested(names(rest)), name = formation)
            }
            ([Some("units"), Some(unit), rest @ ..], _) if !rest.is_empty() => {
                let profile = self.profile("", unit);
                let name = name_of(profile, unit);
                match (rest, entries.get(3)) {
                    ([Some(list), None, rest @ ..], Some(Some(entry))) => {
                        let entries = profile.and_then(|profile| profile.child(list)?.list(list).ok());
                        let part = name_of(entries.and_then(|entries| entries.get(*entry)), list);
                        text!("{part} of {unit}: {what}", part, unit = name, what = nested(names(rest)))
                    }
                    _ => text!("{what} of {name}", what = nested(names(rest)), name),
                }
            }
            ([Some("steps"), None, rest @ ..], [_, Some(step), ..]) if !rest.is_empty() => {
                text!("{what} of step {step}", what = nested(names(rest)), step = step + 1)
            }
            (keys, _) => nested(names(keys)),
        }
    }

    /// The name of the units in a group of a formation.
    fn unit_of(&self, formation: &str, group: usize) -> String {
        let formations = || {
            self.root
                .child("formations")
                .into_iter()
                .chain(self.armies.iter().filter_map(|army| army.root.child("formations")))
        };
        let of = formations().find_map(|formations| formations.child(formation));
        let groups = of.and_then(|of| of.child("units")?.list("units").ok());
        let unit = groups.and_then(|groups| groups.get(group)?.child("unit")?.text("unit").ok());
        unit.map_or_else(
            || text!("units of group {number}", number = group + 1),
            |unit| name_of(self.profile(formation, unit), unit),
        )
    }

    /// The profile of a formation's units with this name, as written.
    pub fn profile(&self, formation: &str, unit: &str) -> Option<&Node> {
        let own = self.root.child("units");
        let armies = || self.armies.iter().rev().filter_map(|army| army.root.child("units")?.child(unit));
        own.and_then(|own| own.child(&format!("{formation}.{unit}")).or_else(|| own.child(unit)))
            .or_else(|| armies().next())
    }
}

fn key(step: &Step) -> Option<&str> {
    match &step.to {
        To::Key(key) => Some(key),
        To::Entry(_) => None,
    }
}

fn entry(step: &Step) -> Option<usize> {
    match step.to {
        To::Entry(entry) => Some(entry),
        To::Key(_) => None,
    }
}

fn names<'a>(keys: &'a [Option<&str>]) -> impl Iterator<Item = &'a str> {
    keys.iter().copied().flatten()
}

/// Keys one inside the other: the first in words, and the rest of them in brackets, which may be names.
pub fn nested<'a>(mut keys: impl Iterator<Item = &'a str>) -> String {
    let first = keys.next().map(key_in_words).unwrap_or_default();
    let rest: Vec<&str> = keys.collect();
    if rest.is_empty() { first } else { format!("{first} ({})", rest.join(", ")) }
}

/// The name written in a profile or a weapon, otherwise its key.
fn name_of(of: Option<&Node>, key: &str) -> String {
    match of.and_then(|of| of.child("name")).map(|name| &name.value) {
        Some(Value::Text(name)) => name.clone(),
        _ => key.replace('-', " "),
    }
}

/// Whether a formation has the name of its units, so that nobody needs to hear it twice.
fn is_named_after(formation: &str, unit: &str) -> bool {
    let [formation, unit] = [formation, unit].map(|name| name.to_lowercase().replace('-', " "));
    formation.trim_end_matches(['s', 'z']) == unit.trim_end_matches(['s', 'z'])
}

#[cfg(test)]
mod tests {
    use std::path::Path as File;

    use super::super::source::{Source, Span};
    use super::*;
    use crate::{Loaded, load_source};

    #[test]
    fn paths_are_what_players_say() {
        let text = "system = 'x'\n[units.boy]\nname = 'Boyz'\narms = [{ name = 'Shootas' }]\n[formations.boyz]\n\
            units = [{ unit = 'boy' }]\n[formations.mob]\nunits = [{ unit = 'leman-russ' }, { unit = 'boy' }]";
        let loaded = load_source(File::new("a.toml"), Source::new("a.toml", text), |_| None);
        let Ok(Loaded::Scenarios(scenarios, _)) = loaded else { panic!("a scenario") };
        for (path, words) in [
            ("formations.boyz.units[0].count", "Boyz in the formation"),
            ("formations.mob.units[1].count", "Boyz in mob"),
            ("formations.mob.units[0].cover", "leman russ of mob: cover"),
            ("formations.mob.blast-markers", "blast markers of mob"),
            ("units.boy.cc", "close combat of Boyz"),
            ("units.boy.arms[0].range", "Shootas of Boyz: range"),
            ("steps[2].range", "range of step 3"),
            ("steps[0].on-win.mob", "after a win (mob) of step 1"),
            ("turns", "turns"),
        ] {
            let source = Source::new("a path", path);
            let path = Path::parse(path, &Span::new(&source, 0..path.len())).unwrap();
            assert_eq!(scenarios[0].called(&path), words);
        }
    }
}
