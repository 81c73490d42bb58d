//! Which formations a scenario names. Those of an army take part only if they are named where formations can be, not if the
//! same word merely appears somewhere.

use std::collections::HashSet;

use super::node::{Node, Value};
use super::patch::Patch;
use super::path::{Path, To};

/// The keys with which a rulebook's scenarios name formations and units, in addition to those of all scenarios.
#[derive(Debug)]
pub struct NamingKeys {
    /// Keys whose texts name formations; if the value is a table, its keys do.
    pub formations: &'static [&'static str],
    /// Keys of groups whose texts name units.
    pub units: &'static [&'static str],
    /// Keys whose texts name neither, although they may contain dots.
    pub others: &'static [&'static str],
}

/// The naming keys of a rules system, by its key in scenarios.
pub type FindNaming = fn(&str) -> Option<&'static NamingKeys>;

/// The naming keys of all systems' scenarios.
static OF_ALL: NamingKeys = NamingKeys {
    formations: &["by", "at", "to", "with", "side", "goal", "when"],
    units: &["unit"],
    others: &["title", "base", "armies", "name", "system", "remarks"],
};

impl NamingKeys {
    /// Those of an unknown system: none.
    pub const NONE: NamingKeys = NamingKeys { formations: &[], units: &[], others: &[] };

    fn is_in(&self, list: fn(&NamingKeys) -> &'static [&'static str], key: &str) -> bool {
        list(&OF_ALL).contains(&key) || list(self).contains(&key)
    }

    /// Whether the texts of a key name formations.
    fn names_formations(&self, key: &str) -> bool {
        self.is_in(|keys| keys.formations, key)
    }

    /// Whether the texts of a key of a group name units.
    pub(super) fn names_units(&self, key: &str) -> bool {
        self.is_in(|keys| keys.units, key)
    }
}

/// The formations named in a scenario.
#[derive(Debug)]
pub(super) struct Named {
    pub names: HashSet<String>,
    keys: &'static NamingKeys,
}

impl Named {
    pub fn new(keys: &'static NamingKeys) -> Named {
        Named { names: HashSet::new(), keys }
    }

    /// Adds those of a whole file.
    pub fn file(&mut self, root: &Node) {
        let Value::Table(entries) = &root.value else { return };
        for (key, node) in entries {
            match (key.name.as_str(), &node.value) {
                // Unit profiles.
                ("units", Value::Table(_)) => {}
                ("formations", Value::Table(formations)) => {
                    for (key, formation) in formations {
                        self.names.insert(key.name.clone());
                        self.formation(formation);
                    }
                }
                (key, _) => self.below(key, node),
            }
        }
    }

    /// Adds those of a change.
    pub fn patch(&mut self, patch: &Patch) {
        self.change(&patch.path, [&patch.value]);
    }

    /// Adds those of a change to one of several values.
    pub fn change<'a>(&mut self, path: &Path, values: impl IntoIterator<Item = &'a Node>) {
        let mut keys = path.0.iter().filter_map(|step| match &step.to {
            To::Key(key) => Some(key.as_str()),
            To::Entry(_) => None,
        });
        let mut last = keys.next().unwrap_or_default();
        if last == "units" {
            return;
        }
        if last == "formations" {
            self.names.extend(keys.next().map(str::to_owned));
            match keys.next() {
                None => return values.into_iter().for_each(|value| self.formation(value)),
                Some("side") => return,
                Some(key) => last = key,
            }
        }
        for key in keys {
            self.key(last, key);
            last = self.below_key(last, key);
        }
        values.into_iter().for_each(|value| self.below(last, value));
    }

    /// What a formation says of others: which one carries it, which ones are near it. Its side is none of them.
    fn formation(&mut self, formation: &Node) {
        let Value::Table(entries) = &formation.value else { return };
        for (key, node) in entries.iter().filter(|(key, _)| key.name != "side") {
            self.below(&key.name, node);
        }
    }

    fn below(&mut self, key: &str, node: &Node) {
        match &node.value {
            _ if self.keys.names_units(key) || self.keys.is_in(|keys| keys.others, key) => {}
            Value::Text(text) => self.text(key, text),
            Value::List(list) => list.iter().for_each(|node| self.below(key, node)),
            Value::Table(entries) => {
                for (inner, node) in entries {
                    self.key(key, &inner.name);
                    self.below(self.below_key(key, &inner.name), node);
                }
            }
            _ => {}
        }
    }

    /// A key of a table: `warband` in `support = { warband = 3 }`, `"warband.boyz"` anywhere.
    fn key(&mut self, table: &str, key: &str) {
        match key.contains('.') {
            true => self.names.extend(names(key)),
            false if self.keys.names_formations(table) => drop(self.names.insert(key.to_owned())),
            false => {}
        }
    }

    /// A condition gives the name of its subject before a dot; elsewhere a name stands by itself, or before that of a unit.
    fn text(&mut self, key: &str, text: &str) {
        match key {
            "goal" | "when" => self.names.extend(names(text)),
            _ if self.keys.names_formations(key) && !text.contains('.') => drop(self.names.insert(text.to_owned())),
            _ if !text.contains(char::is_whitespace) => self.names.extend(names(text)),
            _ => {}
        }
    }

    /// The key that decides what a value below `inner` means: everything below a key that names formations names
    /// formations.
    fn below_key<'a>(&self, outer: &'a str, inner: &'a str) -> &'a str {
        if self.keys.names_formations(outer) { outer } else { inner }
    }
}

/// The names before dots: `warband` in `2.warband.losses <= 2` and in `warband.boyz`.
fn names(text: &str) -> impl Iterator<Item = String> {
    let tokens = text.split(|letter: char| !(letter.is_alphanumeric() || "-_.".contains(letter)));
    tokens.filter_map(|token| {
        let mut parts = token.split('.');
        let first = parts.next()?;
        let second = parts.next()?;
        let is_step = first.bytes().all(|byte| byte.is_ascii_digit());
        Some(if is_step { second } else { first }.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::super::node::parse;
    use super::super::source::Source;
    use super::*;

    static KEYS: NamingKeys = NamingKeys {
        formations: &["support", "targets", "make-way", "embarked-in"],
        units: &["joins"],
        others: &["items"],
    };

    fn named(text: &str) -> Vec<String> {
        let mut named = Named::new(&KEYS);
        named.file(&parse(Source::new("a.toml", text)).unwrap());
        let mut names: Vec<String> = named.names.into_iter().collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn formations_are_named_where_a_step_or_a_goal_speaks_of_them() {
        for (text, names) in [
            ("steps = [{ action = 'shoot', by = 'a', at = 'b', order = 'sustained' }]", &["a", "b"][..]),
            ("steps = [{ by = ['a', 'b'], support = { c = 3, 'd.nob' = 1 } }]", &["a", "b", "c", "d"]),
            ("steps = [{ by = 'a', otherwise = { at = 'b' }, reactions = [{ by = 'c' }] }]", &["a", "b", "c"]),
            ("steps = [{ targets = { a = 'b' }, make-way = { c = 10 }, on-win = { d = 'pursue' } }]", &["a", "b", "c"]),
            ("steps = [{ contact = { boy = 3, 'a.nob' = 1 }, disembark = ['b.boy'], crossfire = true }]", &["a", "b"]),
            ("steps = [{ action = 'army-break', side = 'a' }]", &["a"]),
            ("steps = [{ when = 'a.broken or 2.b.kills >= 2' }]", &["a", "b"]),
            ("goal = ['a.broken', 'side of b.points_won >= 3']", &["a", "b"]),
            ("formations = { a = { side = 'red', units = [{ unit = 'boy', embarked-in = 'b.truck' }] } }", &["a", "b"]),
            ("formations.a = { layout = { shape = 'line', at = [1, 2] }, rules = ['mob'] }", &["a"]),
            ("title = 'a.b'\narmies = ['a.ros']\nunits = { a = { weapons = [{ name = 'by' }] } }", &[]),
            ("steps = [{ rounds = 'to-end', mode = 'contact', luck = 'never' }]", &[]),
        ] {
            assert_eq!(named(text), names, "{text}");
        }
    }

    #[test]
    fn changes_name_them_as_what_they_change_does() {
        for (change, names) in [
            ("steps[0].at=b", &["b"][..]),
            ("steps[0].order=sustained", &[]),
            ("steps[0].by[1]=b", &["b"]),
            ("steps[0].support.b=3", &["b"]),
            ("steps[0].under.\"b.nob\"=3", &["b"]),
            ("steps[0]={ action = \"shoot\", by = \"a\", at = \"b\" }", &["a", "b"]),
            ("formations.b.points=100", &["b"]),
            ("formations.b.side=red", &["b"]),
            ("goal=b.broken", &["b"]),
            ("units.b.armour=3+", &[]),
        ] {
            let mut named = Named::new(&KEYS);
            named.patch(&Patch::parse(change).unwrap());
            let mut found: Vec<String> = named.names.into_iter().collect();
            found.sort_unstable();
            assert_eq!(found, names, "{change}");
        }
    }
}
