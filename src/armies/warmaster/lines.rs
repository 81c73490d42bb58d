//! The lines of a unit's table, from its cells and the rules of its entry.

use super::super::diagnostics::Diagnostics;
use super::super::sheet::{Context, Sheet, commented, list, quoted};
use super::columns::{Column, Columns, says_nothing};
use super::mounts::Mount;
use super::values::{armour, commands, kind, misspelt_kind, within};

/// The pace of everything that flies, in cm.
const PACE_OF_FLYERS: u32 = 60;

/// The content of a table.
#[derive(Debug)]
pub struct Lines {
    /// The type.
    pub kind: &'static str,
    /// Whether it is stands added to a unit of others.
    pub part: bool,
    lines: Vec<String>,
    comments: Vec<String>,
}

/// A unit being read.
pub(super) struct Reading<'a, 'b> {
    pub(super) columns: &'a Columns<'a>,
    pub(super) context: &'a Context<'a>,
    pub(super) told: &'a mut Diagnostics<'b>,
    pub(super) kind: &'static str,
    pub(super) part: bool,
    pub(super) abilities: Vec<&'static str>,
    /// Ranges and paces given by its rules.
    pub(super) ranges: Vec<u32>,
    pub(super) paces: Vec<u32>,
    /// Command values given by notes and rules.
    pub(super) command: Vec<u32>,
    pub(super) comments: Vec<String>,
}

impl Lines {
    /// All lines of a unit; `None` if it cannot be written down.
    pub fn of(sheet: &Sheet, columns: &Columns, context: &Context, told: &mut Diagnostics) -> Option<Lines> {
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
            command: Vec::new(),
            comments: Vec::new(),
        };
        let lines = reading.lines()?;
        Some(Lines { kind, part: reading.part, lines, comments: reading.comments })
    }

    /// The table, without header and name.
    pub fn toml(self, told: &Diagnostics) -> String {
        let mut lines = self.lines;
        if !told.not_simulated.is_empty() {
            lines.push(format!("not-simulated = {}", list(&told.not_simulated)));
        }
        if !told.left.is_empty() {
            lines.push(commented(&text!("# Left to the scenario: {notes}", notes = told.left.join(", "))));
        }
        lines.extend(self.comments.iter().map(|comment| commented(&format!("# {comment}"))));
        lines.join("\n") + "\n"
    }
}

/// The type; for a commander it agrees with the categories of the entry.
fn type_of(sheet: &Sheet, columns: &Columns, context: &Context, told: &mut Diagnostics) -> Option<&'static str> {
    if !columns.has(Column::Type) {
        return untyped(sheet, context, told);
    }
    let (cell, text) = columns.cell(Column::Type);
    let Some(said) = kind(text) else {
        match misspelt_kind(text) {
            Some(meant) => told.repaired(cell, text, meant),
            None => told.misunderstood(cell, text, mark!("no type of troops or commanders")),
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
        told.repaired(cell, text, text!("{other}: its entry is no general's", other));
    }
    Some(other.unwrap_or(said))
}

/// The type of a unit without such a cell: the only one among its categories, or its name: `General`.
fn untyped(sheet: &Sheet, context: &Context, told: &mut Diagnostics) -> Option<&'static str> {
    let mut kinds: Vec<&str> = context.entry.categories.iter().filter_map(|category| kind(category)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let found = match kinds[..] {
        [only] => Some(only),
        [] => kind(&sheet.name),
        _ => None,
    };
    if found.is_none() {
        let categories = context.entry.categories.join(", ");
        told.misunderstood("type", &categories, mark!("no cell, category or name says what type it is"));
    }
    found
}

impl Reading<'_, '_> {
    fn lines(&mut self) -> Option<Vec<String>> {
        let mut lines = vec![format!("type = {}", quoted(self.kind))];
        self.notes();
        self.rules();
        let commander = commands(self.kind);
        let mount = if commander { self.mount() } else { Mount::default() };
        if commander {
            lines.push(format!("command = {}", self.command()?));
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
                    self.told.misunderstood(cell, text, mark!("commanders have none"));
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

    /// The command value, from its cell, or else from notes and rules.
    fn command(&mut self) -> Option<u32> {
        let (cell, text) = self.columns.expected(Column::Command, "command");
        if self.columns.has(Column::Command) {
            return within(cell, text, 2..=10, self.told);
        }
        self.command.dedup();
        match self.command[..] {
            [value] => within(cell, &value.to_string(), 2..=10, self.told),
            _ => {
                let said: Vec<String> = self.command.iter().map(u32::to_string).collect();
                let reason = mark!("no cell, note or rule gives a commander's one command value");
                self.told.misunderstood(cell, &said.join(" / "), reason);
                None
            }
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
                self.told.not_simulated(
                    cell,
                    &format!("{cell}: {text}"),
                    mark!("stands added to a unit of other stands"),
                );
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
                self.told.misunderstood("pace", "", mark!("a machine needs a pace, and no rule of the entry gives it"));
                None
            }
        }
    }

    /// `points`.
    fn points(&mut self) -> Option<String> {
        let (cell, text) = self.columns.cell(Column::Points);
        let points = match self.context.entry.points {
            Some(points) => within("points", &points.to_string(), 0..=10_000, self.told),
            None if says_nothing(text) => None,
            None => within(cell, text, 0..=10_000, self.told),
        };
        points.map(|points| format!("points = {points}"))
    }
}
