//! The columns of a profile, in four languages.

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
    Attack,
    Shots,
    Range,
    Hits,
    Armour,
    Command,
    Size,
    Pace,
    Points,
    Quota,
    Terror,
    Flying,
    Notes,
}

const COLUMNS: Vocabulary<Column> = Vocabulary(&[
    (Column::Type, "type|unit type|typ|tipo"),
    (Column::Attack, "attack|attacks|att|attaque|attaques|attacke|attacken|angriffe|ataque|ataques"),
    (Column::Shots, "shots|shooting|tir|tirs|schuss|schusse|disparos"),
    (Column::Range, "range|portee|reichweite|alcance"),
    (Column::Hits, "hits|pv|points de vie|lebenspunkte|lp|treffer|impactos|heridas"),
    (Column::Armour, "armour|armor|save|armure|sauvegarde|rustung|rustungswurf|armadura|salvacion"),
    (Column::Command, "command|cmd|commandement|befehl|befehlswert|kommando|mando|liderazgo"),
    (Column::Size, "unit size|size|stands|taille|taille d'unite|einheitengrosse|grosse|tamano|tamano de unidad"),
    (Column::Pace, "move|movement|pace|mouvement|vitesse|bewegung|movimiento"),
    (Column::Points, "points|pts|cost|punkte|puntos"),
    (Column::Quota, "min/max|min / max|min max"),
    (Column::Terror, "terror|terrifying|terreur|terrifiant|entsetzen"),
    (Column::Flying, "flying|flyer|fly|vol|volant|fliegen|flieger|vuelo|volador"),
    (Column::Notes, "notes|special|special rules|regles speciales|notizen|sonderregeln|notas|reglas especiales"),
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

    /// Whether there is such a column.
    pub fn has(&self, column: Column) -> bool {
        self.0.get(column).is_some()
    }
}

/// Whether a cell is marked as empty.
pub fn says_nothing(text: &str) -> bool {
    Words("|none|n/a|na|nil|aucun|aucune|keine|kein|ninguna|ninguno|.").has(&words(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names_in_four_languages() {
        for (name, expected) in [
            ("Attack", Column::Attack),
            ("Attaques :", Column::Attack),
            ("PV", Column::Hits),
            ("Rüstung", Column::Armour),
            ("Einheitengröße", Column::Size),
            ("Tamaño", Column::Size),
            ("Commandement", Column::Command),
        ] {
            assert_eq!(column(name), Some(expected), "{name}");
        }
        assert_eq!(column("Firepower"), None);
    }

    #[test]
    fn a_dash_says_nothing() {
        for text in ["-", "–", "", " N/A ", "Keine"] {
            assert!(says_nothing(text), "{text}");
        }
        assert!(!says_nothing("0") && !says_nothing("*"));
    }
}
