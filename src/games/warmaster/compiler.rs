//! The rulebook's own compile-time data.

use crate::calendar::{Acted, Calendar, FirePhase};
use crate::forces::{Commander, Forces};
use crate::items::Item;
use crate::magic::same_spell::{Affected, Same};
use battle_odds_plan as plan;
use battle_odds_plan::state::Cell;
use battle_odds_scenario::Span;

/// What has been compiled so far.
pub type Compiler = plan::rulebook::CompilerOf<Warmaster>;

/// The rulebook's own compile-time data.
#[derive(Default)]
pub struct Warmaster {
    /// 1 once an army has broken.
    pub over: Cell,
    /// The calendar so far.
    pub calendar: Calendar,
    /// The calendar before the step just read.
    pub calendar_before: Calendar,
    /// The orders, shots and spells of the step that another is played instead of.
    pub instead: (Vec<(usize, String)>, Vec<Acted>),
    /// The conditions of the step being read.
    pub conditions: Vec<String>,
    /// Units that have fought each other.
    pub met: Vec<(usize, usize)>,
    /// L2328: units at which the same spell is cast more than once.
    pub affected: Vec<Affected>,
    /// Spells cast at formations, each with its shooting phase.
    pub cast: Vec<(FirePhase, Same, usize)>,
    /// Formations that have left the table.
    pub left_table: Vec<usize>,
    /// Units that are confused when the trial begins.
    pub confused: Vec<usize>,
    /// Formations that have fired at a charge in a step of their own.
    pub fired_at_charge: Vec<usize>,
    /// The turn being read.
    pub turn: usize,
    /// Magic items, each with its formation and where it is written.
    pub items: Vec<(Item, usize, Span)>,
}

/// Whether a side may spend an item of such a commander in the step being read, if it has one.
pub fn may_spend(compiler: &mut Compiler, item: Item, bearer: impl Fn(&Forces, &Commander) -> bool) -> bool {
    let forces = &compiler.forces;
    let has = |commander: &&Commander| commander.profile.item == Some(item) && bearer(forces, commander);
    match forces.commanders.iter().find(has).map(|commander| commander.formation) {
        Some(formation) => compiler.spending.may(formation, item.name()),
        None => false,
    }
}

/// The name of a unit in its rolls.
pub fn label(compiler: &Compiler, unit: usize) -> String {
    let of = &compiler.forces.units[unit];
    let formation = &compiler.forces.formations[of.formation];
    match formation.units.len() {
        1 => formation.name.clone(),
        _ => format!("{}.{}", formation.name, of.profile.key),
    }
}

/// The units of formations, in order.
pub fn units_of(compiler: &Compiler, formations: &[usize]) -> Vec<usize> {
    formations.iter().flat_map(|&formation| compiler.forces.formations[formation].units.clone()).collect()
}
