//! The columns of units, machines, weapons, ammunition and armour.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::words;
use super::super::sheet::Sheet;
use super::super::words::{Vocabulary, Words};
use crate::columns;

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // As the catalogues name them.
pub enum Column {
    Type,
    M,
    Ws,
    Bs,
    S,
    T,
    W,
    I,
    A,
    Ld,
    Slow,
    Combat,
    Fast,
    MachineType,
    Crew,
    RamStrength,
    RamDamage,
    RamSave,
    Ram,
    Locations,
    Front,
    Side,
    Short,
    Long,
    ShortToHit,
    LongToHit,
    Strength,
    Damage,
    Save,
    Penetration,
    Special,
    Blast,
    SavingThrow,
    PsychicLevel,
}

const COLUMNS: Vocabulary<Column> = Vocabulary(&[
    (Column::Type, "unit type"),
    (Column::M, "m|move|movement"),
    (Column::Ws, "ws|weapon skill"),
    (Column::Bs, "bs|ballistic skill"),
    (Column::S, "s"),
    (Column::T, "t|toughness"),
    (Column::W, "w|wounds"),
    (Column::I, "i|initiative"),
    (Column::A, "a|attacks"),
    (Column::Ld, "ld|leadership"),
    (Column::Slow, "slow speed|slow"),
    (Column::Combat, "combat speed|combat"),
    (Column::Fast, "fast speed|fast"),
    (Column::MachineType, "type"),
    (Column::Crew, "crew"),
    (Column::RamStrength, "ram strength"),
    (Column::RamDamage, "ram damage"),
    (Column::RamSave, "ram save modfier|ram save modifier|ram save"),
    (Column::Ram, "ram value|ram"),
    (Column::Locations, "armour location|armor location|location|hit location"),
    (Column::Front, "front armour|front armor|front"),
    (Column::Side, "side/rear armour|side/rear armor|side / rear armour|side/rear|side armour"),
    (Column::Short, "short range"),
    (Column::Long, "long range"),
    (Column::ShortToHit, "short to hit"),
    (Column::LongToHit, "long to hit"),
    (Column::Strength, "strength"),
    (Column::Damage, "damage"),
    (Column::Save, "save modifier|save modfier|save mod"),
    (Column::Penetration, "armour penetration|armor penetration|penetration"),
    (Column::Special, "special|special rules|notes"),
    (Column::Blast, "blast area|blast|blast radius"),
    (Column::SavingThrow, "saving throw|save"),
    (Column::PsychicLevel, "psychic level|psyker level|mastery level"),
]);

/// The column of a cell; `None` if this game does not have it.
pub fn column(name: &str) -> Option<Column> {
    static NAMES: columns::Names<Column> = columns::Names::new(find);
    NAMES.column(name)
}

fn find(name: &str) -> Option<Column> {
    let name = words(&words(name).replace(['\'', '"', '”', '“', '.', ':'], ""));
    COLUMNS.meaning(&name)
}

/// Whether a sheet has a column.
pub fn has(sheet: &Sheet, wanted: Column) -> bool {
    sheet.cells.iter().any(|(name, _)| column(name) == Some(wanted))
}

/// Whether a sheet has all of these columns.
pub fn has_all(sheet: &Sheet, wanted: &[Column]) -> bool {
    let columns: Vec<Column> = sheet.cells.iter().filter_map(|(name, _)| column(name)).collect();
    wanted.iter().all(|wanted| columns.contains(wanted))
}

/// Whether a profile is that of a machine.
pub fn is_machine(sheet: &Sheet) -> bool {
    has_all(sheet, &[Column::Locations, Column::Front, Column::Side])
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
}

/// Whether a cell is marked as empty.
pub fn says_nothing(text: &str) -> bool {
    Words("|none|n/a|na|nil|.").has(&words(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_however_their_names_are_quoted() {
        for (name, expected) in [
            ("Short 'To Hit’", Column::ShortToHit),
            ("Long \"To Hit\"", Column::LongToHit),
            ("Ram Save Modfier", Column::RamSave),
            ("Side/Rear Armour", Column::Side),
            ("LD", Column::Ld),
        ] {
            assert_eq!(column(name), Some(expected), "{name}");
        }
        assert_eq!(column("Firepower"), None);
    }
}
