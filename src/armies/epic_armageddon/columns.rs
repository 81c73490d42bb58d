//! The columns of a profile, in four languages.

use super::super::normalise::words;
use super::super::sheet::Sheet;
use super::read::says_nothing;
use crate::columns;
use crate::diagnostics::Diagnostics;
use crate::words::Vocabulary;

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // As the catalogues name them.
pub enum Column {
    Type,
    Speed,
    Armour,
    CloseCombat,
    Firefight,
    Weapons,
    Range,
    Firepower,
    Notes,
    UnitNotes,
    DamageCapacity,
    Critical,
    Shields,
}

/// Their names.
const COLUMNS: Vocabulary<Column> = Vocabulary(&[
    (Column::Type, "type|unit type|typ|tipo"),
    (Column::Speed, "speed|move|vitesse|geschwindigkeit|bewegung|velocidad|movimiento"),
    (Column::Armour, "armour|armor|blindage|panzerung|blindaje|armadura"),
    (Column::CloseCombat, "cc|close combat|corps a corps|nk|nahkampf"),
    (Column::Firefight, "ff|firefight|fusillade|fk|feuergefecht|tiroteo"),
    (Column::Weapons, "weapons|weapon|armes|armement|waffen|bewaffnung|armas|armamento"),
    (Column::Range, "range|portee|reichweite|alcance"),
    (Column::Firepower, "firepower|puissance de feu|feuerkraft|potencia de fuego"),
    (Column::Notes, "notes|weapon notes|notizen|notas"),
    (
        Column::UnitNotes,
        "unit notes|special rules|abilities|notes d'unite|notes de l'unite|einheitennotizen|\
        notas de unidad|notas de la unidad",
    ),
    (Column::DamageCapacity, "dc|damage capacity|capacite de dommages|cd|schadenskapazitat|capacidad de dano"),
    (
        Column::Critical,
        "crit|critical|critical hit|critical hit effect|critique|coup critique|kritisch|\
        kritischer treffer|critico|impacto critico",
    ),
    (Column::Shields, "shields|void shields|boucliers|schilde|escudos"),
]);

/// The column of a cell; `None` if this game does not have it.
pub fn column(name: &str) -> Option<Column> {
    static NAMES: columns::Names<Column> = columns::Names::new(find);
    NAMES.column(name)
}

fn find(name: &str) -> Option<Column> {
    let name = words(name);
    let name = name.trim_end_matches([':', '.', ' ']);
    COLUMNS.meaning(name)
}

/// The cells of a sheet, by column.
pub struct Columns<'a>(columns::Columns<'a, Column>);

impl<'a> Columns<'a> {
    /// Finds the columns; a cell that the game does not have, and that is not empty, is reported.
    pub fn of(sheet: &'a Sheet, told: &mut Diagnostics) -> Columns<'a> {
        Columns(columns::Columns::find(sheet, column, says_nothing, told))
    }

    /// The name of a column in the catalogue, and its text; empty if there is no such column.
    pub fn cell(&self, column: Column) -> (&'a str, &'a str) {
        self.0.get(column).unwrap_or_else(|| {
            let name = match column {
                Column::Type => "Type",
                Column::DamageCapacity => "DC",
                Column::Critical => "Crit",
                Column::Range => "Range",
                Column::Firepower => "Firepower",
                _ => "",
            };
            (name, "")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_four_languages() {
        for name in ["Armour", "Blindage", "Panzerung", "Blindaje"] {
            assert_eq!(column(name), Some(Column::Armour), "{name}");
        }
        for name in ["Firepower", "Puissance de feu", "Feuerkraft", "Potencia de fuego"] {
            assert_eq!(column(name), Some(Column::Firepower), "{name}");
        }
        assert_eq!(column("Toughness"), None);
    }
}
