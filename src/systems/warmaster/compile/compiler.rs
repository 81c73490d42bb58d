//! The compiler: what it has read so far.

use super::super::forces::{Commander, Forces};
use super::super::items::Item;
use super::super::volley::Readings;
use super::calendar::{Acted, Calendar};
use crate::scenario::{Problem, Span};
use crate::systems::plan::spending::Spending;
use crate::systems::plan::state::{Cell, Layout};

/// What has been compiled so far: the forces, free cells, and the list of choices the scenario left open.
pub struct Compiler {
    /// Everybody.
    pub forces: Forces,
    /// Cells still free.
    pub layout: Layout,
    /// Choices and readings, one a line.
    pub choices: Vec<String>,
    /// Readings of the rules.
    pub readings: Readings,
    /// The time.
    pub calendar: Calendar,
    /// The time before the step just read.
    pub calendar_before: Calendar,
    /// Who is ordered, shoots and casts in the step that another is played instead of.
    pub instead: (Vec<(usize, String)>, Vec<Acted>),
    /// The conditions of the step being read.
    pub conditions: Vec<String>,
    /// Units that have met in combat.
    pub met: Vec<(usize, usize)>,
    /// When items that work once are spent.
    pub spending: Spending,
    /// Formations that have left the table.
    pub left_table: Vec<usize>,
    /// Units that are confused when the trial begins.
    pub confused: Vec<usize>,
    /// Whether commanders can blunder, and so on: the turn being read.
    pub turn: usize,
}

impl Compiler {
    /// A free cell.
    pub fn cell(&mut self, span: &Span) -> Result<Cell, Problem> {
        self.layout.need(span)
    }

    /// Tells a choice the scenario left open; each once.
    pub fn choose(&mut self, line: String) {
        if !self.choices.contains(&line) {
            self.choices.push(line);
        }
    }

    /// Whether a side may spend an item of such a commander in the step being read, if it has one.
    pub fn may_spend(&mut self, item: Item, bearer: impl Fn(&Forces, &Commander) -> bool) -> bool {
        let forces = &self.forces;
        let has = |commander: &&Commander| commander.profile.item == Some(item) && bearer(forces, commander);
        match forces.commanders.iter().find(has).map(|commander| commander.formation) {
            Some(formation) => self.spending.may(formation, item.name()),
            None => false,
        }
    }

    /// The name of a formation.
    pub fn name(&self, formation: usize) -> &str {
        &self.forces.formations[formation].name
    }

    /// The names of formations, in words.
    pub fn list(&self, formations: &[usize]) -> String {
        formations.iter().map(|&formation| self.name(formation)).collect::<Vec<_>>().join(" and ")
    }

    /// What a unit is called where it rolls dice.
    pub fn label(&self, unit: usize) -> String {
        let of = &self.forces.units[unit];
        let formation = &self.forces.formations[of.formation];
        match formation.units.len() {
            1 => formation.name.clone(),
            _ => format!("{}.{}", formation.name, of.profile.key),
        }
    }

    /// The units of formations, in order.
    pub fn units_of(&self, formations: &[usize]) -> Vec<usize> {
        formations.iter().flat_map(|&formation| self.forces.formations[formation].units.clone()).collect()
    }
}
