//! The columns of a profile, in four languages.

use super::super::normalise::words;
use super::super::sheet::Sheet;
use super::diagnostics::Diagnostics;
use super::read::says_nothing;
use crate::armies::columns;

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

const NAMES: &[(&str, Column)] = &[
    ("type", Column::Type),
    ("unit type", Column::Type),
    ("typ", Column::Type),
    ("tipo", Column::Type),
    ("speed", Column::Speed),
    ("move", Column::Speed),
    ("vitesse", Column::Speed),
    ("geschwindigkeit", Column::Speed),
    ("bewegung", Column::Speed),
    ("velocidad", Column::Speed),
    ("movimiento", Column::Speed),
    ("armour", Column::Armour),
    ("armor", Column::Armour),
    ("blindage", Column::Armour),
    ("panzerung", Column::Armour),
    ("blindaje", Column::Armour),
    ("armadura", Column::Armour),
    ("cc", Column::CloseCombat),
    ("close combat", Column::CloseCombat),
    ("corps a corps", Column::CloseCombat),
    ("nk", Column::CloseCombat),
    ("nahkampf", Column::CloseCombat),
    ("ff", Column::Firefight),
    ("firefight", Column::Firefight),
    ("fusillade", Column::Firefight),
    ("fk", Column::Firefight),
    ("feuergefecht", Column::Firefight),
    ("tiroteo", Column::Firefight),
    ("weapons", Column::Weapons),
    ("weapon", Column::Weapons),
    ("armes", Column::Weapons),
    ("armement", Column::Weapons),
    ("waffen", Column::Weapons),
    ("bewaffnung", Column::Weapons),
    ("armas", Column::Weapons),
    ("armamento", Column::Weapons),
    ("range", Column::Range),
    ("portee", Column::Range),
    ("reichweite", Column::Range),
    ("alcance", Column::Range),
    ("firepower", Column::Firepower),
    ("puissance de feu", Column::Firepower),
    ("feuerkraft", Column::Firepower),
    ("potencia de fuego", Column::Firepower),
    ("notes", Column::Notes),
    ("weapon notes", Column::Notes),
    ("notizen", Column::Notes),
    ("notas", Column::Notes),
    ("unit notes", Column::UnitNotes),
    ("special rules", Column::UnitNotes),
    ("abilities", Column::UnitNotes),
    ("notes d'unite", Column::UnitNotes),
    ("notes de l'unite", Column::UnitNotes),
    ("einheitennotizen", Column::UnitNotes),
    ("notas de unidad", Column::UnitNotes),
    ("notas de la unidad", Column::UnitNotes),
    ("dc", Column::DamageCapacity),
    ("damage capacity", Column::DamageCapacity),
    ("capacite de dommages", Column::DamageCapacity),
    ("cd", Column::DamageCapacity),
    ("schadenskapazitat", Column::DamageCapacity),
    ("capacidad de dano", Column::DamageCapacity),
    ("crit", Column::Critical),
    ("critical", Column::Critical),
    ("critical hit", Column::Critical),
    ("critical hit effect", Column::Critical),
    ("critique", Column::Critical),
    ("coup critique", Column::Critical),
    ("kritisch", Column::Critical),
    ("kritischer treffer", Column::Critical),
    ("critico", Column::Critical),
    ("impacto critico", Column::Critical),
    ("shields", Column::Shields),
    ("void shields", Column::Shields),
    ("boucliers", Column::Shields),
    ("schilde", Column::Shields),
    ("escudos", Column::Shields),
];

/// The column of a cell; none of a cell that this game does not have.
pub fn column(name: &str) -> Option<Column> {
    let name = words(name);
    let name = name.trim_end_matches([':', '.', ' ']);
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, column)| *column)
}

/// The cells of a sheet, by column.
pub struct Columns<'a>(columns::Columns<'a, Column>);

impl<'a> Columns<'a> {
    /// Finds the columns; a cell that the game does not have, and that says something, is told.
    pub fn of(sheet: &'a Sheet, told: &mut Diagnostics) -> Columns<'a> {
        Columns(columns::Columns::find(sheet, column, says_nothing, told))
    }

    /// The name of a column as the catalogue has it, and its text; empty if there is none.
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
