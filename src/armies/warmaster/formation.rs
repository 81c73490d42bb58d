//! Formations of rosters: units one after another, then commanders; a commander among units has joined the first.

use super::super::formation::{Formation, Table};
use super::super::sheet::quoted;

/// The most units of one group.
const MOST: u32 = 20;

/// Writes a formation.
pub fn table(formation: &Formation) -> Table {
    let mut text = String::new();
    text += &formation.price_line();
    text += "units = [\n";
    for (unit, count) in &formation.units {
        let mut left = *count;
        while left > 0 {
            let here = left.min(MOST);
            text += &format!("  {{ unit = {}, count = {here} }},\n", quoted(unit));
            left -= here;
        }
    }
    for commander in &formation.characters {
        text += &format!("  {{ unit = {} }},\n", quoted(commander));
    }
    text += "]\n";
    Table { body: Some(text), ..Table::default() }
}
