//! Formations of rosters: models in groups, in the order of the roster.

use super::super::formation::{Formation, Table};
use super::super::sheet::quoted;

/// Writes a formation.
pub fn table(formation: &Formation) -> Table {
    let mut text = String::new();
    text += &formation.price_line();
    text += "units = [\n";
    for (unit, count) in &formation.units {
        text += &format!("  {{ unit = {}, count = {count} }},\n", quoted(unit));
    }
    text += "]\n";
    Table { body: Some(text), ..Table::default() }
}
