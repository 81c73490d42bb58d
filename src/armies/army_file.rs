//! The army file that an import produces.

use std::collections::HashMap;

use super::formation::Formation;
use super::normalise::key;
use super::points::Points;
use super::sheet::{Named, Part, Remark, Unit, commented, list, quoted};

/// A unit with its name and key.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its key in the army file.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What it costs, if its entry has one cost.
    pub points: Option<Points>,
    /// Upgrades that change its cells, in words.
    pub options: Vec<String>,
    /// What the game read from it.
    pub unit: Unit,
}

/// A catalogue or roster that has been read.
#[derive(Clone, Debug)]
pub struct Import {
    /// The key of the game.
    pub system: &'static str,
    /// The name of the army.
    pub title: String,
    /// Its origin: one or more lines of a comment.
    pub provenance: Vec<String>,
    /// Its units.
    pub units: Vec<Entry>,
    /// Its formations, if it is a roster.
    pub formations: Vec<Formation>,
    /// If it is a roster: its own total in points, where it says one.
    pub total: Option<Option<Points>>,
    /// The name of the tables other than units; empty if there are none.
    pub list: &'static str,
    /// Those tables, except for the ones that units name.
    pub parts: Vec<Part>,
    /// Remarks that are about no unit.
    pub remarks: Vec<Remark>,
    /// Files that it names and that were not found.
    pub missing: Vec<String>,
}

/// Gives out keys, each once.
#[derive(Default)]
pub struct Keys(HashMap<String, usize>);

impl Keys {
    /// The key of a name: numbered if it was given out before.
    pub fn give(&mut self, name: &str) -> String {
        let wanted = key(name);
        loop {
            let number = self.0.entry(wanted.clone()).or_insert(0);
            *number += 1;
            let key = if *number == 1 { wanted.clone() } else { format!("{wanted}-{number}") };
            if key == wanted || !self.0.contains_key(&key) {
                self.0.entry(key.clone()).or_insert(1);
                return key;
            }
        }
    }
}

/// The tables other than units, each once, by key: those that units name come first.
struct Tables<'a> {
    list: &'a str,
    keys: Keys,
    parts: Vec<(String, &'a Part)>,
    known: HashMap<&'a Part, String>,
}

impl<'a> Tables<'a> {
    fn of(import: &'a Import) -> Tables<'a> {
        let (keys, parts, known) = (Keys::default(), Vec::new(), HashMap::new());
        let mut tables = Tables { list: import.list, keys, parts, known };
        let named = import.units.iter().map(|entry| &entry.unit.named);
        let named = named.flat_map(|named| named.own.iter().chain(named.others.iter().flat_map(|(_, parts)| parts)));
        named.chain(&import.parts).for_each(|part| tables.add(part));
        tables
    }

    fn add(&mut self, part: &'a Part) {
        if !self.known.contains_key(part) {
            let key = self.keys.give(&part.name);
            self.known.insert(part, key.clone());
            self.parts.push((key, part));
        }
    }

    /// Keys as a list of an army file.
    fn listed(&self, parts: &[Part]) -> String {
        let mut keys: Vec<String> = Vec::new();
        for key in parts.iter().filter_map(|part| self.known.get(part)) {
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        format!("{} = {}", self.list, list(&keys))
    }

    /// The lines of a unit that name its tables.
    fn named(&self, named: &Named) -> String {
        let mut text = String::new();
        if !named.own.is_empty() {
            text += &(self.listed(&named.own) + "\n");
        }
        for (begin, parts) in named.others.iter().filter(|(_, parts)| !parts.is_empty()) {
            text += &commented(&format!("# {begin}: {}", self.listed(parts)));
            text.push('\n');
        }
        text
    }
}

impl Import {
    /// How many units are complete.
    pub fn complete(&self) -> usize {
        self.units.iter().filter(|entry| entry.unit.complete).count()
    }

    /// The number of tables other than units.
    pub fn tables(&self) -> usize {
        Tables::of(self).parts.len()
    }

    /// Everything that was not understood or is not simulated, unit by unit.
    pub fn problems(&self) -> Vec<Remark> {
        self.named(|unit| &unit.problems).chain(self.remarks.iter().cloned()).collect()
    }

    /// Misprints, and how they were read.
    pub fn repaired(&self) -> Vec<Remark> {
        self.named(|unit| &unit.repaired).collect()
    }

    fn named(&self, remarks: impl Fn(&Unit) -> &Vec<Remark>) -> impl Iterator<Item = Remark> {
        self.units.iter().flat_map(move |entry| {
            remarks(&entry.unit)
                .iter()
                .map(|remark| Remark { unit: entry.name.clone(), ..remark.clone() })
                .collect::<Vec<_>>()
        })
    }

    /// Keeps only the units with these names or keys.
    ///
    /// # Errors
    /// The first name that no unit has.
    pub fn keep(&mut self, names: &[String]) -> Result<(), String> {
        let is = |entry: &Entry, name: &String| entry.key == *name || key(&entry.name) == key(name);
        if let Some(unknown) = names.iter().find(|name| !self.units.iter().any(|entry| is(entry, name))) {
            return Err(unknown.clone());
        }
        if !names.is_empty() {
            self.parts.clear();
            self.units.retain(|entry| names.iter().any(|name| is(entry, name)));
            self.formations.retain(|formation| formation.uses(|key| self.units.iter().any(|entry| entry.key == key)));
        }
        Ok(())
    }

    /// The army file.
    pub fn toml(&self) -> String {
        let mut text = String::new();
        for line in &self.provenance {
            text += &format!("# {}\n", commented(line));
        }
        text += &format!("system = {}\narmy = {}\n", quoted(self.system), quoted(&self.title));
        let tables = Tables::of(self);
        for entry in &self.units {
            text.push('\n');
            for remark in &entry.unit.repaired {
                text += &commented(&text!(
                    "# Repaired: {cell} `{text}`, read as {read}",
                    cell = remark.cell,
                    text = remark.text,
                    read = remark.reason
                ));
                text.push('\n');
            }
            if let Some(points) = entry.points {
                text += &format!("# {}\n", text!("{points} points.", points));
            }
            if !entry.options.is_empty() {
                text += &commented(&text!("# Options that change it: {options}", options = entry.options.join("; ")));
                text.push('\n');
            }
            match &entry.unit.body {
                Some(body) => {
                    text += &format!("[units.{}]\nname = {}\n{body}", entry.key, quoted(&entry.name));
                    text += &tables.named(&entry.unit.named);
                }
                None => {
                    text += &format!("# {}\n", text!("{name} could not be imported:", name = commented(&entry.name)));
                    for problem in &entry.unit.problems {
                        text += &format!(
                            "#   {}\n",
                            commented(&format!("{} `{}`: {}", problem.cell, problem.text, problem.reason))
                        );
                    }
                }
            }
        }
        for (key, part) in &tables.parts {
            text += &format!("\n[{}.{key}]\n{}", self.list, part.body);
        }
        for formation in &self.formations {
            text.push('\n');
            text += &formation.toml();
        }
        text
    }
}
