//! What later steps need: a unit that takes part in none of them only keeps its stands, and no wounds, bonuses or
//! banners. Trials that differ in nothing else become one, which is what makes exact odds of several combats possible.

use super::action::{Action, TimedAction};
use super::forces::{CONFUSED, Forces, OFF, SENT};
use super::orders::{CAST, Orders};
use super::volley::Volley;
use battle_odds_plan::state::State;

/// The last step in which something counts.
#[derive(Debug, Default)]
pub struct Needed {
    /// By unit; nothing means no step.
    units: Vec<Option<usize>>,
    /// By unit: the last step in which it acts only if it has received an order.
    sent: Vec<Option<usize>>,
    /// The last step with orders.
    orders: Option<usize>,
}

impl Needed {
    /// From these actions, in order, each with its step.
    pub fn of<'a>(forces: &Forces, actions: impl Iterator<Item = (usize, &'a TimedAction)>) -> Needed {
        let nowhere = vec![None; forces.units.len()];
        let mut needed = Needed { units: nowhere.clone(), sent: nowhere, orders: None };
        for (step, timed) in actions {
            for unit in timed.units(forces) {
                needed.units[unit] = Some(step);
            }
            for unit in timed.action.waiting() {
                needed.sent[unit] = Some(step);
            }
            if matches!(timed.action, Action::Orders(_)) {
                needed.orders = Some(step);
            }
        }
        needed
    }

    /// Clears what no step after this one needs.
    pub fn forget(&self, step: usize, forces: &Forces, state: &mut State) {
        for (unit, _) in forces.units.iter().zip(&self.units).filter(|(_, last)| last.is_none_or(|last| last <= step)) {
            let own = [unit.wounds, unit.flanked, unit.bonus, unit.shot, unit.used];
            own.iter().chain(&unit.affected).for_each(|&cell| state[cell] = 0);
            // Confusion is read off at the end, and so are units off the table.
            state[unit.status] &= CONFUSED | OFF;
        }
        for (unit, _) in forces.units.iter().zip(&self.sent).filter(|(_, last)| last.is_none_or(|last| last <= step)) {
            state[unit.status] &= !SENT;
        }
        if self.orders.is_none_or(|last| last <= step) {
            for formation in &forces.formations {
                state[formation.ordered] = 0;
                state[formation.penalty] = 0;
            }
            for commander in &forces.commanders {
                state[commander.giving] &= CAST;
            }
        }
    }
}

impl TimedAction {
    /// The units whose wounds, status and the like it reads.
    fn units(&self, forces: &Forces) -> Vec<usize> {
        let driven = self.closings().flat_map(|closing| &closing.driven);
        let driven = driven.flat_map(|driven| driven.way.iter().map(|friend| friend.unit).chain([driven.unit]));
        self.action.units(forces).into_iter().chain(driven).collect()
    }
}

impl Action {
    /// The units whose wounds, status and the like it reads.
    fn units(&self, forces: &Forces) -> Vec<usize> {
        let of_formation = |formation: usize| forces.formations[formation].units.clone();
        match self {
            Action::Orders(Orders { to, .. }) => {
                to.iter().flat_map(|recipient| of_formation(recipient.formation)).collect()
            }
            Action::Shoot(volley) => volley.units(),
            Action::Combat(combat) => combat.fighters.iter().map(|fighter| fighter.unit).collect(),
            Action::Spell(spell) => spell.second.iter().fold(spell.effect.units(), |mut units, second| {
                units.extend(second.units());
                units
            }),
            Action::HomeBack(flyers) => of_formation(flyers.formation).collect(),
            Action::OffTable(gone) => of_formation(gone.formation).collect(),
            Action::MakeWay(way) => way.friends.iter().copied().chain([way.unit]).collect(),
            Action::ArmyBreak(_) | Action::GameLength(_) => Vec::new(),
        }
    }
}

impl Action {
    /// The units that do it only if they have received an order.
    fn waiting(&self) -> Vec<usize> {
        match self {
            Action::Combat(combat) => {
                combat.fighters.iter().filter(|fighter| fighter.waits).map(|fighter| fighter.unit).collect()
            }
            Action::Shoot(volley) if volley.waits => volley.targets.iter().map(|target| target.unit).collect(),
            Action::Shoot(volley) => {
                let shooters = volley.salvos.iter().flat_map(|salvo| &salvo.shooters);
                shooters.filter(|shooter| shooter.waits).map(|shooter| shooter.unit).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Volley {
    /// The units that shoot, and those that are shot at.
    fn units(&self) -> Vec<usize> {
        let shooters = self.salvos.iter().flat_map(|salvo| salvo.shooters.iter().map(|shooter| shooter.unit));
        shooters.chain(self.targets.iter().map(|target| target.unit)).collect()
    }
}
