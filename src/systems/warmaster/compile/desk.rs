//! What the compiler works at, and how time passes between the steps it reads.

use super::super::forces::{Commander, Forces};
use super::super::items::Item;
use super::super::volley::{Readings, Target};
use crate::scenario::{Problem, Span};
use crate::systems::plan::cells::{Cell, Layout};
use crate::systems::plan::spending::Spending;

/// L351: the phases of a player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// L421.
    Command,
    /// L1088.
    Shooting,
    /// L1300.
    Combat,
}

/// The step before, as far as time is concerned.
#[derive(Clone, Debug)]
struct Before {
    side: usize,
    phase: Phase,
    turn: usize,
    who: Vec<usize>,
    goes_on: bool,
}

/// Whose turn it is when a step is played.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    before: Option<Before>,
    /// L469: formations that are ordered in this turn, each with the name of its commander.
    ordered: Vec<(usize, String)>,
}

impl Calendar {
    /// A step of a side: the sides whose command phases have ended since the step before, the first at once. Steps follow
    /// one another in a player's turn as long as its phases do; what does not belongs to the next turn.
    pub fn enter(&mut self, side: usize, phase: Phase, turn: usize, who: &[usize], goes_on: bool) -> Vec<usize> {
        let mut ended = Vec::new();
        if let Some(before) = &self.before {
            let apart = !who.iter().any(|formation| before.who.contains(formation));
            let same_phase = phase == before.phase
                && (phase == Phase::Command || before.goes_on || (phase == Phase::Combat && apart));
            if before.side == side && before.turn == turn && (phase > before.phase || same_phase) {
                if before.phase == Phase::Command && phase > Phase::Command {
                    ended.push(side);
                }
            } else {
                self.ordered.clear();
                if before.phase == Phase::Command {
                    ended.push(before.side);
                }
                if before.side == side {
                    ended.push(side ^ 1);
                }
                if phase > Phase::Command {
                    ended.push(side);
                }
            }
        }
        self.before = Some(Before { side, phase, turn, who: who.to_vec(), goes_on });
        ended
    }

    /// L469: formations ordered in this turn, each with the name of its commander.
    pub fn ordered(&mut self) -> &mut Vec<(usize, String)> {
        &mut self.ordered
    }

    /// The commanders who order a formation in this turn.
    pub fn commanders_of(&self, formation: usize) -> impl Iterator<Item = &str> {
        self.ordered.iter().filter(move |(known, _)| *known == formation).map(|(_, commander)| commander.as_str())
    }

    /// Others who have a part in the last step.
    pub fn also(&mut self, who: &[usize]) {
        self.before.iter_mut().for_each(|before| before.who.extend(who));
    }

    /// Who acted last.
    pub fn last_side(&self) -> Option<usize> {
        self.before.as_ref().map(|before| before.side)
    }

    /// Whether nothing has been played yet.
    pub fn is_fresh(&self) -> bool {
        self.before.is_none()
    }
}

/// What the compiler works at: the forces, free cells, and the list of choices it was left to make.
pub struct Desk {
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
    /// What is ordered in the step that another is played instead of.
    pub instead: Vec<(usize, String)>,
    /// The conditions of the step being read.
    pub conditions: Vec<String>,
    /// Targets of fire in a phase that goes on, to be driven back when it ends.
    pub driven: Vec<Target>,
    /// Units that have met in combat.
    pub met: Vec<(usize, usize)>,
    /// When items that work once are spent.
    pub spending: Spending,
    /// Units that are confused when the trial begins.
    pub confused: Vec<usize>,
    /// Whether commanders can blunder, and so on: the turn being read.
    pub turn: usize,
}

impl Desk {
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
