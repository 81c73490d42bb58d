//! NetEpic Gold: what the cells of its profiles mean.
//!
//! | file | what is in it |
//! |---|---|
//! | [`columns`] | the columns |
//! | [`slips`] | the result of reading a cell with a possible misprint |
//! | [`short_cells`] | the grammar of types, moves, saves, CAF, morale |
//! | [`cells`] | these cells, put into a profile or reported |
//! | [`shot`](mod@shot) | the grammar of `75cm, 2d 5+ (-2)` |
//! | [`notes`](mod@notes) | notes of weapons |
//! | [`weapon`](mod@weapon) | one weapon |
//! | [`weapon_lines`](mod@weapon_lines) | the cell of weapons |
//! | [`weapon_sheets`] | weapons with profiles of their own |
//! | [`arms`] | the weapons of a unit |
//! | [`abilities`] | rules of the entry, by name |
//! | [`beside`] | these, put into a profile or reported |
//! | [`prose`] | special rules in sentences |
//! | [`profile`] | a profile, put together |
//! | [`formation`] | formations of cards and rosters |

pub mod abilities;
pub mod arms;
pub mod beside;
pub mod cells;
pub mod columns;
pub mod formation;
pub mod notes;
pub mod profile;
pub mod prose;
pub mod short_cells;
pub mod shot;
pub mod slips;
pub mod weapon;
pub mod weapon_lines;
pub mod weapon_sheets;

#[cfg(test)]
mod shot_tests;
#[cfg(test)]
mod tests;

use super::diagnostics::Diagnostics;
use super::rulebook::{Rule, Rulebook};
use super::sheet::{Context, Sheet, Unit};
use crate::columns::{has, has_all};
use arms::Arms;
use columns::{Column, Columns};
use profile::Profile;

/// Whether a profile with these cells is a unit of this game. An empty one is not.
pub fn is_unit(sheet: &Sheet) -> bool {
    let says = sheet.cells.iter().any(|(_, text)| !text.trim().is_empty());
    let mind = has(sheet, Column::Mind) || has(sheet, Column::Morale);
    says && mind && has_all(sheet, &[Column::Type, Column::Save, Column::Caf, Column::Weapons])
}

/// Reads a unit.
pub fn unit(sheet: &Sheet, context: &Context) -> Unit {
    let mut told = Diagnostics::of(context.rules);
    let columns = Columns::of(sheet, &mut told);
    let mut profile = Profile::default();
    cells::kind(&columns, &mut profile, &mut told);
    cells::moves(&columns, &mut profile, &mut told);
    cells::save(&columns, context, &mut profile, &mut told);
    cells::caf(&columns, &mut profile, &mut told);
    cells::morale(&columns, &mut profile, &mut told);
    beside::rules(&mut profile, &columns, context, &mut told);
    beside::prose(&mut profile, &columns, &mut told);
    let arms = Arms::of(&columns, context, &mut profile, &mut told);
    let morale = profile.morale.clone();
    Unit {
        body: Some(profile.toml(arms.lines(), arms.comments(), &mut told)),
        complete: told.misunderstood == 0,
        problems: told.problems,
        repaired: told.repaired,
        morale,
        ..Unit::default()
    }
}

/// What rules make of a profile, in lines of an army file: rules that are not simulated do not make it another unit.
pub fn variant(sheet: &Sheet, rules: &[Rule]) -> String {
    let book = Rulebook::default();
    let body = unit(sheet, &Context { own_rules: rules, ..Context::of(&book) }).body.unwrap_or_default();
    let plays = |line: &&str| !line.starts_with("not-simulated") && !line.starts_with('#');
    body.lines().filter(plays).collect::<Vec<_>>().join("\n")
}
