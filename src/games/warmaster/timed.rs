//! An action with what happens around it: the ends of phases before and after it.

use crate::calendar::FirePhase;
use crate::chapters::Action;
use crate::fire::drive_back::Closing;
use crate::forces::Forces;
use crate::liveness::Use;

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

    /// What it needs to know of the units, in this step.
    pub fn used(&self, step: usize, forces: &Forces) -> Use {
        let driven = self.closings().flat_map(|closing| &closing.driven);
        let driven = driven.flat_map(|driven| driven.way.iter().map(|friend| friend.unit).chain([driven.unit]));
        Use {
            step,
            units: units(&self.action, forces).into_iter().chain(driven).collect(),
            waiting: waiting(&self.action),
            orders: matches!(self.action, Action::Orders(_)),
        }
    }
}

/// The units whose wounds, status and the like an action reads.
fn units(action: &Action, forces: &Forces) -> Vec<usize> {
    match action {
        Action::Orders(orders) => orders.units(forces),
        Action::Shoot(volley) => volley.units(),
        Action::Combat(combat) => combat.units(),
        Action::Spell(spell) => spell.units(),
        Action::HomeBack(flyers) => flyers.units(forces),
        Action::OffTable(gone) => gone.units(forces),
        Action::MakeWay(way) => way.units(),
        Action::ArmyBreak(_) | Action::GameLength(_) => Vec::new(),
    }
}

/// The units that act only if they have received an order.
fn waiting(action: &Action) -> Vec<usize> {
    match action {
        Action::Combat(combat) => combat.waiting(),
        Action::Shoot(volley) => volley.waiting(),
        _ => Vec::new(),
    }
}
