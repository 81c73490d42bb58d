//! Warmaster: what the cells of its profiles mean.
//!
//! | file | what is in it |
//! |---|---|
//! | [`columns`] | the columns |
//! | [`mod@attacks`] | close combat and shots |
//! | [`values`] | types, armour, numbers, yes and no |
//! | [`prose`] | special rules, by name or sentence by sentence |
//! | [`mounts`] | what a mount adds to its rider |
//! | [`items`] | magic items |
//! | [`lines`] | the lines of a table |
//! | [`armament`] | those of attacks and shots |
//! | [`special`] | special rules, mount, item |
//! | [`formation`] | formations of rosters |

pub mod armament;
pub mod attacks;
pub mod columns;
pub mod formation;
pub mod items;
pub mod lines;
pub mod mounts;
pub mod prose;
pub mod special;
pub mod values;

#[cfg(test)]
mod tests;

use super::diagnostics::Diagnostics;
use super::sheet::{Context, Sheet, Unit};
use crate::columns::{has, has_all};
use columns::{Column, Columns};
use lines::Lines;
use values::commands;

/// Whether a profile with these cells is a unit or a commander of this game. Mounts are read with their riders. Some lists
/// have types as categories, and commanders in the same columns as units.
pub fn is_unit(sheet: &Sheet) -> bool {
    let fights = has_all(sheet, &[Column::Attack, Column::Hits, Column::Armour]);
    fights && (has(sheet, Column::Type) || has(sheet, Column::Size))
        || has_all(sheet, &[Column::Type, Column::Attack, Column::Command])
}

/// Reads a unit or a commander.
pub fn unit(sheet: &Sheet, context: &Context) -> Unit {
    let mut told = Diagnostics::of(context.rules);
    let columns = Columns::of(sheet, &mut told);
    let lines = Lines::of(sheet, &columns, context, &mut told);
    Unit {
        joins: lines.as_ref().is_some_and(|lines| commands(lines.kind)),
        part: lines.as_ref().is_some_and(|lines| lines.part),
        priced: true,
        complete: lines.is_some() && told.misunderstood == 0,
        body: lines.map(|lines| lines.toml(&told)),
        problems: told.problems,
        repaired: told.repaired,
        ..Unit::default()
    }
}
