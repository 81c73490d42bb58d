//! What is special about a unit: the rules of its entry, notes, its mount and its item.

use super::super::rulebook::Rule;
use super::super::sheet::Sheet;
use super::super::sheet::list;
use super::columns::{Column, says_nothing};
use super::items::item;
use super::lines::Reading;
use super::mounts::{Mount, mounts};
use super::prose::{self, named};
use super::values::{commands, yes};

/// The most words of a note that is no sentence.
const LONGEST_NOTE: usize = 5;

/// Whether notes are sentences.
fn is_prose(text: &str) -> bool {
    text.split(',').any(|note| note.split_whitespace().count() > LONGEST_NOTE)
}

impl Reading<'_, '_> {
    fn ability(&mut self, ability: &'static str) {
        if !self.abilities.contains(&ability) {
            self.abilities.push(ability);
        }
    }

    /// Terror and flight in cells of their own, and notes.
    pub(super) fn notes(&mut self) {
        for (column, ability) in [(Column::Terror, "terrifying"), (Column::Flying, "flyer")] {
            let (cell, text) = self.columns.cell(column);
            match yes(text) {
                Some(true) => self.ability(ability),
                Some(false) => {}
                None => self.told.misunderstood(cell, text, mark!("neither yes nor no")),
            }
        }
        let (cell, text) = self.columns.cell(Column::Notes);
        let (command, text) = prose::commands(text);
        self.command.extend(command);
        for piece in text.split([';', '\n', '•']).map(str::trim) {
            if !is_prose(piece) {
                piece.split(',').map(str::trim).for_each(|note| self.note(cell, note));
            } else if !self.told_by(&Rule { name: String::new(), text: piece.to_owned() }) {
                self.told.not_simulated(cell, piece, mark!("a special rule of the unit"));
            }
        }
    }

    fn note(&mut self, cell: &str, note: &str) {
        match named(note) {
            _ if says_nothing(note) || note == "*" => {}
            Some(ability) => self.ability(ability),
            None if self.context.own_rules.iter().any(|rule| Sheet::same(&rule.name, note)) => {}
            None if self.told.is_rule(note) => self.told.rule(cell, note, ""),
            None => self.told.misunderstood(cell, note, mark!("neither an ability nor a rule of the list")),
        }
    }

    /// The rules of the entry, and those of the whole army.
    pub(super) fn rules(&mut self) {
        for rule in self.context.own_rules {
            let ((mut command, text), (named, _)) = (prose::commands(&rule.text), prose::commands(&rule.name));
            command.extend(named);
            let is_all = !command.is_empty() && text.is_empty();
            self.command.extend(command);
            if !is_all && !self.told_by(&Rule { name: rule.name.clone(), text }) {
                self.by_name(rule, mark!("a special rule of the list"));
            }
        }
        for rule in self.context.army_rules {
            self.by_name(rule, mark!("a rule of the whole army"));
        }
    }

    /// Takes over what a rule says; whether that is all it says.
    fn told_by(&mut self, rule: &Rule) -> bool {
        let read = prose::read(rule);
        let (_, attacks) = self.columns.cell(Column::Attack);
        let shoots = attacks.contains('/') || self.columns.has(Column::Shots) || self.columns.has(Column::Range);
        let (machine, commander) = (self.kind == "machine", commands(self.kind));
        // Of a commander's abilities, only flight is his own.
        let abilities = read.abilities.iter().copied().filter(|ability| !commander || *ability == "flyer");
        abilities.for_each(|ability| self.ability(ability));
        let all = !commander || read.abilities.iter().all(|ability| *ability == "flyer");
        if shoots {
            self.ranges.extend(&read.ranges);
        }
        if machine {
            self.paces.extend(&read.paces);
        }
        let used = (shoots || read.ranges.is_empty()) && (machine || read.paces.is_empty());
        read.whole && all && used
    }

    fn by_name(&mut self, rule: &Rule, reason: &str) {
        self.told.not_simulated("rule", &format!("special rule {}", rule.name), reason);
    }

    /// The mount that he rides; in a catalogue, the mounts that he may ride are listed with him.
    pub(super) fn mount(&mut self) -> Mount {
        let mut known = mounts(&self.context.entry.extras, self.told);
        if !self.context.chosen {
            if !known.is_empty() {
                self.comments.push(text!("The player may give him one of these; add what it says:"));
                self.comments.extend(known.iter().map(|mount| format!("  {}", mount.words())));
            }
            return Mount::default();
        }
        let mount = if known.is_empty() { Mount::default() } else { known.remove(0) };
        for other in known {
            self.told.misunderstood("mount", &other.name, mark!("a commander has one mount"));
        }
        if mount.flies {
            self.ability("flyer");
        }
        if mount.terror {
            let text = format!("terror of {}", mount.name);
            self.told.not_simulated(
                "mount",
                &text,
                mark!("the unit that he joins is terrifying: it needs the ability itself"),
            );
        }
        for rule in &mount.rules {
            self.told.not_simulated("rule", &format!("special rule {rule}"), mark!("a special rule of the list"));
        }
        mount
    }

    /// `items`: those that were taken; no unit carries two.
    pub(super) fn items(&mut self) -> Option<String> {
        if !self.context.chosen {
            return None;
        }
        let mut carried = None;
        for (name, (key, bearer)) in
            self.context.entry.extras.iter().filter_map(|extra| Some((&extra.name, item(&extra.name)?)))
        {
            if !bearer.may_be(self.kind) {
                self.told.not_simulated("item", name, mark!("the rulebook lets no unit of this type carry it"));
            } else if carried.is_some() || self.context.entry.number > 1 {
                self.told.not_simulated(
                    "item",
                    name,
                    mark!("one item for one unit: say in the scenario which of them has it"),
                );
            } else {
                carried = Some(key);
            }
        }
        carried.map(|key| format!("items = {}", list(&[key.to_owned()])))
    }
}
