//! The columns of units and of the weapons that titans choose.

use super::super::columns;
use super::super::diagnostics::Diagnostics;
use super::super::normalise::words;
use super::super::sheet::Sheet;
use super::super::words::{Vocabulary, Words};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // As the catalogues name them.
pub enum Column {
    Type,
    Move,
    Save,
    Caf,
    Weapons,
    Morale,
    Mind,
    Instinct,
    SpecialRules,
    Range,
    Profile,
    Dice,
    ToHit,
    Modifier,
    Name,
}

const COLUMNS: Vocabulary<Column> = Vocabulary(&[
    (Column::Type, "type|unit type|class"),
    (Column::Move, "move|movement"),
    (Column::Save, "save|armour|armor|armour save"),
    (Column::Caf, "caf"),
    (Column::Weapons, "weapons|weapon(s)"),
    (Column::Morale, "morale"),
    (Column::Mind, "mind"),
    (Column::Instinct, "instinctive behaviour|instinctive behavior|instinct"),
    (Column::SpecialRules, "special rules|special rule|abilities|notes|special"),
    (Column::Range, "range"),
    (Column::Profile, "shooting profile|profile|firepower"),
    (Column::Dice, "attack dice|attacks|dice"),
    (Column::ToHit, "to hit"),
    (Column::Modifier, "tsm|save modifier|target save modifier"),
    (Column::Name, "weapon|name"),
]);

/// The column of a cell; `None` if this game does not have it.
pub fn column(name: &str) -> Option<Column> {
    static NAMES: columns::Names<Column> = columns::Names::new(find);
    NAMES.column(name)
}

fn find(name: &str) -> Option<Column> {
    COLUMNS.meaning(&words(name))
}

/// Whether a sheet has a column.
pub fn has(sheet: &Sheet, wanted: Column) -> bool {
    sheet.cells.iter().any(|(name, _)| column(name) == Some(wanted))
}

/// The cells of a sheet, by column.
pub struct Columns<'a>(columns::Columns<'a, Column>);

impl<'a> Columns<'a> {
    /// Finds the columns; a cell that the game does not have, and that is not empty, is reported.
    pub fn of(sheet: &'a Sheet, told: &mut Diagnostics) -> Columns<'a> {
        Columns(columns::Columns::find(sheet, column, says_nothing, told))
    }

    /// The name of a column here, and the text of its cell; empty if there is no such column.
    pub fn cell(&self, column: Column) -> (&'a str, &'a str) {
        self.0.get(column).unwrap_or_default()
    }

    /// The text of a column's cell.
    pub fn text(&self, column: Column) -> &'a str {
        self.cell(column).1
    }

    /// Whether there is such a column.
    pub fn has(&self, column: Column) -> bool {
        self.0.get(column).is_some()
    }
}

/// Whether a cell is marked as empty.
pub fn says_nothing(text: &str) -> bool {
    Words("|none|n/a|na|n / a|nil|.|no").has(&words(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_by_their_names() {
        for (name, expected) in [
            ("CAF", Some(Column::Caf)),
            ("Special Rules", Some(Column::SpecialRules)),
            ("Instinctive Behaviour", Some(Column::Instinct)),
            ("Shooting Profile", Some(Column::Profile)),
            ("To-Hit", Some(Column::ToHit)),
            ("Firefight", None),
        ] {
            assert_eq!(column(name), expected, "{name}");
        }
        assert!(says_nothing("N/A") && says_nothing("-") && !says_nothing("0"));
    }
}
