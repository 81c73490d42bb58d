//! The cells of a sheet, by the columns that a game knows.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::diagnostics::Diagnostics;
use super::sheet::Sheet;

/// No game has more columns than this; the meanings of further names are not kept.
const MOST_KEPT: usize = 1000;

/// The meanings of cell names. Files repeat a few names many thousands of times, so each meaning is looked up once.
pub struct Names<C: 'static> {
    find: fn(&str) -> Option<C>,
    found: RwLock<BTreeMap<String, Option<C>>>,
}

impl<C: Copy> Names<C> {
    /// The meanings that a game finds for names.
    pub const fn new(find: fn(&str) -> Option<C>) -> Names<C> {
        Names { find, found: RwLock::new(BTreeMap::new()) }
    }

    /// The column that a name means.
    pub fn column(&self, name: &str) -> Option<C> {
        if let Some(column) = self.found.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return *column;
        }
        let column = (self.find)(name);
        let mut found = self.found.write().unwrap_or_else(PoisonError::into_inner);
        if found.len() < MOST_KEPT {
            found.insert(name.to_owned(), column);
        }
        column
    }
}

/// Cells by column: (column, its name in the catalogue, its text).
pub struct Columns<'a, C>(Vec<(C, &'a str, &'a str)>);

impl<'a, C: Copy + PartialEq> Columns<'a, C> {
    /// Finds the columns; a cell that the game does not have, and that is not empty, is reported.
    pub fn find(
        sheet: &'a Sheet,
        column: fn(&str) -> Option<C>,
        says_nothing: fn(&str) -> bool,
        told: &mut Diagnostics,
    ) -> Columns<'a, C> {
        let mut columns = Vec::new();
        for (name, text) in &sheet.cells {
            match column(name) {
                Some(column) => columns.push((column, name.as_str(), text.trim())),
                None if says_nothing(text) => {}
                None => told.misunderstood(name, text, mark!("profiles of this game have no such column")),
            }
        }
        Columns(columns)
    }

    /// The name of a column and its text, if there is such a column.
    pub fn get(&self, column: C) -> Option<(&'a str, &'a str)> {
        self.0.iter().find(|(known, ..)| *known == column).map(|(_, name, text)| (*name, *text))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static ASKED: AtomicUsize = AtomicUsize::new(0);

    fn find(name: &str) -> Option<u8> {
        ASKED.fetch_add(1, Ordering::Relaxed);
        (name == "Range").then_some(1)
    }

    #[test]
    fn what_a_name_means_is_found_out_once() {
        static NAMES: Names<u8> = Names::new(find);
        for _ in 0..5 {
            assert_eq!((NAMES.column("Range"), NAMES.column("Rang")), (Some(1), None));
        }
        assert_eq!(ASKED.load(Ordering::Relaxed), 2);
        // More names than any game has columns are still looked up, but not kept.
        for number in 0..2 * MOST_KEPT {
            assert_eq!(NAMES.column(&number.to_string()), None);
        }
        assert_eq!((NAMES.found.read().unwrap().len(), NAMES.column("Range")), (MOST_KEPT, Some(1)));
    }
}
