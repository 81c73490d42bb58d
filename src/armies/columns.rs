//! The cells of a sheet, by the columns that a game knows.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::diagnostics::Diagnostics;
use super::normalise::words;
use super::sheet::Sheet;
use super::words::Vocabulary;

/// No game has more columns than this; the meanings of further names are not kept.
const MOST_KEPT: usize = 1000;

/// A column that a game knows; the macro below makes the type.
pub trait Column: Copy + PartialEq + 'static {
    /// The columns, each with its names in catalogues.
    const NAMES: Vocabulary<Self>;

    /// The meanings of names that were looked up.
    fn known() -> &'static Known<Self>;

    /// Whether a cell's text is marked as empty.
    fn says_nothing(text: &str) -> bool;
}

/// Makes the type of a game's columns, a line each: its name here, and those in catalogues.
macro_rules! columns {
    (empty = $says_nothing:expr; $($column:ident = $names:literal,)+) => {
        /// A column.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // As the catalogues name them.
        pub enum Column {
            $($column,)+
        }

        impl $crate::columns::Column for Column {
            const NAMES: $crate::words::Vocabulary<Column> =
                $crate::words::Vocabulary(&[$((Column::$column, $names),)+]);

            fn known() -> &'static $crate::columns::Known<Column> {
                static KNOWN: $crate::columns::Known<Column> = $crate::columns::Known::new();
                &KNOWN
            }

            fn says_nothing(text: &str) -> bool {
                $says_nothing(text)
            }
        }

        /// The cells of a sheet, by column.
        pub type Columns<'a> = $crate::columns::Columns<'a, Column>;
    };
}

/// The meanings of cell names. Files repeat a few names many thousands of times, so each meaning is looked up once.
pub struct Known<C: 'static>(RwLock<BTreeMap<String, Option<C>>>);

impl<C: Copy> Known<C> {
    /// Nothing was looked up yet.
    pub(crate) const fn new() -> Known<C> {
        Known(RwLock::new(BTreeMap::new()))
    }

    /// The column that a name means, looked up if it is not known.
    fn column(&self, name: &str, look_up: impl FnOnce(&str) -> Option<C>) -> Option<C> {
        if let Some(column) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return *column;
        }
        let column = look_up(name);
        let mut found = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if found.len() < MOST_KEPT {
            found.insert(name.to_owned(), column);
        }
        column
    }
}

/// The column of a cell with this name, however it is quoted; `None` if the game does not have it.
pub fn column<C: Column>(name: &str) -> Option<C> {
    C::known().column(name, |name| {
        let name = words(name);
        let bare = words(&name.replace(['\'', '"', '”', '“', '.', ':'], ""));
        C::NAMES.meaning(name.trim_end_matches([':', '.', ' '])).or_else(|| C::NAMES.meaning(&bare))
    })
}

/// Whether a sheet has a column.
pub fn has<C: Column>(sheet: &Sheet, wanted: C) -> bool {
    sheet.cells.iter().any(|(name, _)| column(name) == Some(wanted))
}

/// Whether a sheet has all of these columns.
pub fn has_all<C: Column>(sheet: &Sheet, wanted: &[C]) -> bool {
    // Each name is looked up once: most sheets are asked for several columns that they do not have.
    let columns: Vec<Option<C>> = sheet.cells.iter().map(|(name, _)| column(name)).collect();
    wanted.iter().all(|wanted| columns.contains(&Some(*wanted)))
}

/// Cells by column: (column, its name in the catalogue, its text).
pub struct Columns<'a, C>(Vec<(C, &'a str, &'a str)>);

impl<'a, C: Column> Columns<'a, C> {
    /// Finds the columns; a cell that the game does not have, and that is not empty, is reported.
    pub fn of(sheet: &'a Sheet, told: &mut Diagnostics) -> Columns<'a, C> {
        let mut columns = Vec::new();
        for (name, text) in &sheet.cells {
            match column(name) {
                Some(column) => columns.push((column, name.as_str(), text.trim())),
                None if C::says_nothing(text) => {}
                None => told.misunderstood(name, text, mark!("profiles of this game have no such column")),
            }
        }
        Columns(columns)
    }

    /// The name of a column in the catalogue, and its text; empty if there is no such column.
    pub fn cell(&self, column: C) -> (&'a str, &'a str) {
        let cell = self.0.iter().find(|(known, ..)| *known == column);
        cell.map(|(_, name, text)| (*name, *text)).unwrap_or_default()
    }

    /// The same for a column that should be there: without it, the name is the usual one.
    pub fn expected(&self, column: C, usual: &'static str) -> (&'a str, &'a str) {
        if self.has(column) { self.cell(column) } else { (usual, "") }
    }

    /// The text of a column.
    pub fn text(&self, column: C) -> &'a str {
        self.cell(column).1
    }

    /// Whether there is such a column.
    pub fn has(&self, column: C) -> bool {
        self.0.iter().any(|(known, ..)| *known == column)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn what_a_name_means_is_looked_up_once() {
        let known = Known::new();
        let looked = Cell::new(0);
        let column = |name: &str| {
            known.column(name, |name| {
                looked.set(looked.get() + 1);
                (name == "Range").then_some(1)
            })
        };
        for _ in 0..5 {
            assert_eq!((column("Range"), column("Rang")), (Some(1), None));
        }
        assert_eq!(looked.get(), 2);
        // More names than any game has columns are still looked up, but not kept.
        for number in 0..2 * MOST_KEPT {
            assert_eq!(column(&number.to_string()), None);
        }
        assert_eq!((known.0.read().unwrap().len(), column("Range")), (MOST_KEPT, Some(1)));
    }
}
