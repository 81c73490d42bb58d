//! The lines of a unit's table, from its cells and the rules of its entry.

use super::super::army_file::commented;
use super::super::sheet::{Context, Rule, Sheet, list, quoted};
use super::super::told::Told;
use super::attacks::{Attacks, Count, attacks};
use super::columns::{Column, Columns, says_nothing};
use super::items::item;
use super::mounts::{Mount, mounts};
use super::prose::{self, named};
use super::values::{armour, commands, kind, misspelt_kind, within, yes};

/// How far all that flies goes, in cm.
const PACE_OF_FLYERS: u32 = 60;

/// What a table says.
#[derive(Debug)]
pub struct Lines {
    /// The type.
    pub kind: &'static str,
    /// Whether it is stands added to a unit of others.
    pub part: bool,
    lines: Vec<String>,
    comments: Vec<String>,
}

/// A unit as far as it is read.
struct Reading<'a, 'b> {
    columns: &'a Columns<'a>,
    context: &'a Context<'a>,
    told: &'a mut Told<'b>,
    kind: &'static str,
    part: bool,
    abilities: Vec<&'static str>,
    /// Ranges and paces that its rules tell.
    ranges: Vec<u32>,
    paces: Vec<u32>,
    comments: Vec<String>,
}

impl Lines {
    /// All lines of a unit; none if it cannot be written down.
    pub fn of(sheet: &Sheet, columns: &Columns, context: &Context, told: &mut Told) -> Option<Lines> {
        let kind = type_of(sheet, columns, context, told)?;
        let mut reading = Reading {
            columns,
            context,
            told,
            kind,
            part: false,
            abilities: Vec::new(),
            ranges: Vec::new(),
            paces: Vec::new(),
            comments: Vec::new(),
        };
        let lines = reading.lines()?;
        Some(Lines { kind, part: reading.part, lines, comments: reading.comments })
    }

    /// The table, without header and name.
    pub fn toml(self, told: &Told) -> String {
        let mut lines = self.lines;
        if !told.not_simulated.is_empty() {
            lines.push(format!("not-simulated = {}", list(&told.not_simulated)));
        }
        if !told.left.is_empty() {
            lines.push(commented(&format!("# Told by the scenario: {}", told.left.join(", "))));
        }
        lines.extend(self.comments.iter().map(|comment| commented(&format!("# {comment}"))));
        lines.join("\n") + "\n"
    }
}

/// The type; that of a commander agrees with the categories of his entry.
fn type_of(sheet: &Sheet, columns: &Columns, context: &Context, told: &mut Told) -> Option<&'static str> {
    let (cell, text) = columns.cell(Column::Type);
    let Some(said) = kind(text) else {
        match misspelt_kind(text) {
            Some(meant) => told.repaired(cell, text, meant),
            None => told.misunderstood(cell, text, "no type of troops or commanders"),
        }
        return misspelt_kind(text);
    };
    let categories: Vec<&str> = context.entry.categories.iter().filter_map(|category| kind(category)).collect();
    if said != "general" || context.entry.categories.is_empty() || categories.contains(&"general") {
        return Some(said);
    }
    let other = categories.iter().copied().find(|kind| commands(kind));
    let other = other.or_else(|| kind(&sheet.name).filter(|kind| commands(kind) && *kind != "general"));
    if let Some(other) = other {
        told.repaired(cell, text, format!("{other}: its entry is no general's"));
    }
    Some(other.unwrap_or(said))
}

impl Reading<'_, '_> {
    fn lines(&mut self) -> Option<Vec<String>> {
        let mut lines = vec![format!("type = {}", quoted(self.kind))];
        self.notes();
        self.rules();
        let commander = commands(self.kind);
        let mount = if commander { self.mount() } else { Mount::default() };
        if commander {
            let (cell, text) = self.columns.cell(Column::Command);
            lines.push(format!("command = {}", within(cell, text, 2..=10, self.told)?));
        }
        lines.extend(self.attacks(&mount));
        if !commander {
            for (column, key, most) in
                [(Column::Hits, "hits", 20), (Column::Armour, "armour", 6), (Column::Size, "stands", 10)]
            {
                lines.extend(self.number(column, key, most));
            }
        } else {
            for column in [Column::Hits, Column::Armour, Column::Size] {
                let (cell, text) = self.columns.cell(column);
                if !says_nothing(text) && !matches!(text.trim(), "0" | "1") {
                    self.told.misunderstood(cell, text, "commanders have none");
                }
            }
        }
        lines.extend(self.pace()?);
        lines.extend(self.points());
        if !self.abilities.is_empty() {
            let abilities: Vec<String> = self.abilities.iter().map(|&ability| ability.to_owned()).collect();
            lines.push(format!("abilities = {}", list(&abilities)));
        }
        lines.extend(self.items());
        Some(lines)
    }

    fn ability(&mut self, ability: &'static str) {
        if !self.abilities.contains(&ability) {
            self.abilities.push(ability);
        }
    }

    /// Terror and flight in cells of their own, and notes.
    fn notes(&mut self) {
        for (column, ability) in [(Column::Terror, "terrifying"), (Column::Flying, "flyer")] {
            let (cell, text) = self.columns.cell(column);
            match yes(text) {
                Some(true) => self.ability(ability),
                Some(false) => {}
                None => self.told.misunderstood(cell, text, "neither yes nor no"),
            }
        }
        let (cell, text) = self.columns.cell(Column::Notes);
        for note in text.split([',', ';', '\n', '•']).map(str::trim).filter(|note| !says_nothing(note) && *note != "*")
        {
            match named(note) {
                Some(ability) => self.ability(ability),
                None if self.context.own_rules.iter().any(|rule| Sheet::same(&rule.name, note)) => {}
                None if self.told.is_rule(note) => self.told.rule(cell, note, ""),
                None => self.told.misunderstood(cell, note, "neither an ability nor a rule of the list"),
            }
        }
    }

    /// The rules of the entry, and those of the whole army.
    fn rules(&mut self) {
        for rule in self.context.own_rules {
            let read = prose::read(rule);
            let (_, attacks) = self.columns.cell(Column::Attack);
            let shoots = attacks.contains('/') || self.columns.has(Column::Shots) || self.columns.has(Column::Range);
            let (machine, commander) = (self.kind == "machine", commands(self.kind));
            // Of a commander, only flight is his own.
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
            if !(read.whole && all && used) {
                self.by_name(rule, "a special rule of the list");
            }
        }
        for rule in self.context.army_rules {
            self.by_name(rule, "a rule of the whole army");
        }
    }

    fn by_name(&mut self, rule: &Rule, reason: &str) {
        self.told.not_simulated("rule", &format!("special rule {}", rule.name), reason);
    }

    /// The mount that he rides; in a catalogue, those that he may ride are told beside him.
    fn mount(&mut self) -> Mount {
        let mut known = mounts(&self.context.entry.extras, self.told);
        if !self.context.chosen {
            if !known.is_empty() {
                self.comments.push("The player may give him one of these; add what it says:".into());
                self.comments.extend(known.iter().map(|mount| format!("  {}", mount.words())));
            }
            return Mount::default();
        }
        let mount = if known.is_empty() { Mount::default() } else { known.remove(0) };
        for other in known {
            self.told.misunderstood("mount", &other.name, "a commander has one mount");
        }
        if mount.flies {
            self.ability("flyer");
        }
        if mount.terror {
            let text = format!("terror of {}", mount.name);
            self.told.not_simulated(
                "mount",
                &text,
                "the unit that he joins is terrifying: it needs the ability itself",
            );
        }
        for rule in &mount.rules {
            self.told.not_simulated("rule", &format!("special rule {rule}"), "a special rule of the list");
        }
        mount
    }

    /// `attacks`, `shots`, `range`.
    fn attacks(&mut self, mount: &Mount) -> Vec<String> {
        let (cell, text) = self.columns.cell(Column::Attack);
        let commander = commands(self.kind);
        let read = attacks(text).unwrap_or_else(|part| {
            self.told.misunderstood(cell, text, format!("`{part}` is no number of attacks"));
            Attacks { close: Count::Fixed(0), shots: None, range: None, star: false, notes: Vec::new() }
        });
        if read.star && self.context.own_rules.is_empty() {
            self.told.misunderstood(cell, text, "a star, and no rule of the entry that it could mean");
        }
        for note in &read.notes {
            self.told.not_simulated(cell, &format!("{cell}: {note}"), "told by the list's rules of artillery");
        }
        let close = self.count(cell, text, &read.close).unwrap_or(0) + mount.attacks;
        let most = if commander { 10 } else { 20 };
        if close > most {
            self.told.misunderstood(cell, text, format!("more than {most} attacks"));
        }
        let mut lines = vec![format!("attacks = {}", close.min(most))];
        let mut shots = read.shots.as_ref().and_then(|shots| self.count(cell, text, shots));
        let (own, own_text) = self.columns.cell(Column::Shots);
        if !says_nothing(own_text) {
            shots = within(own, own_text, 0..=20, self.told);
        }
        let told = self.range().or(read.range);
        let (shots, range) = match (shots, mount.shots) {
            (None | Some(0), Some((shots, range))) => (Some(shots), range),
            (Some(own), Some((more, _))) => (Some((own + more).min(20)), told),
            (own, None) => (own, told),
        };
        match (shots, range) {
            (Some(shots), _) if shots > 0 => lines.push(format!("shots = {shots}")),
            // As the book prints it: a range alone is one shot a stand.
            (None, Some(_)) if self.columns.has(Column::Range) && read.shots.is_none() => {}
            _ => return lines,
        }
        let range = range.or_else(|| self.range_of_rules());
        match range {
            Some(cm) => lines.push(format!("range = {cm}")),
            None => self.told.left("the range, which the list does not tell here"),
        }
        lines
    }

    fn count(&mut self, cell: &str, text: &str, count: &Count) -> Option<u32> {
        let reason = match count {
            Count::Fixed(number) => return Some(*number),
            Count::Rolled(_) => "a number that is rolled for",
            Count::Banded(_) => "a number that depends on the range",
            Count::ByRule => "a number that a rule tells",
        };
        self.told.not_simulated(cell, &format!("{cell}: {text}"), reason);
        None
    }

    fn range(&mut self) -> Option<u32> {
        let (cell, text) = self.columns.cell(Column::Range);
        if says_nothing(text) || text.trim() == "0" { None } else { within(cell, text, 1..=200, self.told) }
    }

    fn range_of_rules(&mut self) -> Option<u32> {
        self.ranges.sort_unstable();
        self.ranges.dedup();
        match self.ranges[..] {
            [cm] => Some(cm),
            _ => None,
        }
    }

    /// `hits`, `armour`, `stands`.
    fn number(&mut self, column: Column, key: &str, most: u32) -> Option<String> {
        let (cell, text) = self.columns.cell(column);
        if column == Column::Armour {
            return armour(cell, text, self.told).map(|face| format!("{key} = \"{face}+\""));
        }
        if column == Column::Size {
            if !self.columns.has(column) {
                return None;
            }
            self.part = text.trim().starts_with('+');
            if self.part {
                self.told.not_simulated(cell, &format!("{cell}: {text}"), "stands added to a unit of other stands");
            }
        }
        let text = text.trim().trim_start_matches('+');
        within(cell, text, 1..=most, self.told).map(|number| format!("{key} = {number}"))
    }

    /// `pace`, which machines need.
    fn pace(&mut self) -> Option<Option<String>> {
        let (cell, text) = self.columns.cell(Column::Pace);
        let line = |cm: u32| Some(Some(format!("pace = {cm}")));
        if !says_nothing(text)
            && let Some(cm) = within(cell, text, 1..=100, self.told)
        {
            return line(cm);
        }
        if self.kind != "machine" {
            return Some(None);
        }
        self.paces.sort_unstable();
        self.paces.dedup();
        match self.paces[..] {
            [cm] => line(cm),
            _ if self.abilities.contains(&"flyer") => line(PACE_OF_FLYERS),
            _ => {
                self.told.misunderstood("pace", "", "a machine has a pace, and no rule of the entry tells this one's");
                None
            }
        }
    }

    /// `points`.
    fn points(&mut self) -> Option<String> {
        let (cell, text) = self.columns.cell(Column::Points);
        let mut points = self.context.entry.points;
        if points.is_none() && !says_nothing(text) {
            points = within(cell, text, 0..=10_000, self.told);
        }
        points.filter(|points| *points <= 10_000).map(|points| format!("points = {points}"))
    }

    /// `items`: those that were taken; nobody carries two.
    fn items(&mut self) -> Option<String> {
        if !self.context.chosen {
            return None;
        }
        let mut carried = None;
        for (name, (key, bearer)) in
            self.context.entry.extras.iter().filter_map(|extra| Some((&extra.name, item(&extra.name)?)))
        {
            if !bearer.may_be(self.kind) {
                self.told.not_simulated("item", name, "the rulebook lets no unit of this type carry it");
            } else if carried.is_some() || self.context.entry.number > 1 {
                self.told.not_simulated(
                    "item",
                    name,
                    "one item for one unit: say in the scenario which of them has it",
                );
            } else {
                carried = Some(key);
            }
        }
        carried.map(|key| format!("items = {}", list(&[key.to_owned()])))
    }
}
