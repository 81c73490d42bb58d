//! What a step of a battle can do with its troops.

use super::combat::Combat;
use super::home_back::HomeBack;
use super::magic::Spell;
use super::make_way::MakeWay;
use super::off_table::OffTable;
use super::orders::Orders;
use super::volley::Volley;
use super::volley::drive_back::Closing;
use battle_odds_plan::state::Cell;

/// What happens in a step.
#[derive(Debug)]
pub struct TimedAction {
    /// Sides whose command phase has ended since the step before.
    pub command_phases: Vec<usize>,
    /// What is done.
    pub action: Action,
    /// L351: the shooting phase that it belongs to.
    pub fires_in: Option<FirePhase>,
    /// L1207: the end of a shooting phase that it is not part of.
    pub before: Option<Closing>,
    /// L1207: the end of the shooting phase of which it is the last part.
    pub after: Option<Closing>,
}

impl TimedAction {
    /// An action that is not part of a shooting phase.
    pub fn new(command_phases: Vec<usize>, action: Action) -> TimedAction {
        TimedAction { command_phases, action, fires_in: None, before: None, after: None }
    }

    /// The ends of shooting phases before and after it.
    pub fn closings(&self) -> impl Iterator<Item = &Closing> {
        self.before.iter().chain(&self.after)
    }
}

/// A shooting phase: its number, and its side.
pub type FirePhase = (usize, usize);

/// What can be done.
#[derive(Debug)]
pub enum Action {
    /// L469.
    Orders(Orders),
    /// L1088.
    Shoot(Box<Volley>),
    /// L1300.
    Combat(Box<Combat>),
    /// L2320.
    Spell(Box<Spell>),
    /// L2127.
    HomeBack(HomeBack),
    /// L906.
    OffTable(OffTable),
    /// L1906.
    MakeWay(MakeWay),
    /// L2230: the two sides.
    ArmyBreak([usize; 2]),
    /// L347.
    GameLength(Cell),
}
