//! L906: units that have left the table, and whether they come back.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::{BY_ORDER, Forces, HALTED, OFF};
use crate::profile::Kind;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::one_by_one;
use battle_odds_plan::state::{Cell, State};

const OFF_TABLE: Roll = Roll::new(mark!("off the table"), "L906");

/// L906: units of a formation have left the table.
#[derive(Debug)]
pub struct OffTable {
    /// The formation.
    pub formation: usize,
    /// Whether all of it has just left; otherwise units that have not come back roll again.
    pub all: bool,
    /// Units that are back.
    pub back: Cell,
    /// Units that are back and may be ordered.
    pub ready: Cell,
}

impl Play<Battle> for OffTable {
    /// L906: a die for each unit, less one for each stand it has lost; true when all have rolled.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        let units = &forces.formations[self.formation].units;
        one_by_one(state, units.len(), |place, state| {
            let unit = units.start + place;
            let of = &forces.units[unit];
            if state[of.stands] == 0 || !(self.all || of.is(state, OFF)) {
                return;
            }
            let lost = of.profile.stands.saturating_sub(state[of.stands]);
            let result = u16::from(dice.die(&OFF_TABLE, 6)).saturating_sub(lost);
            state[of.status] &= !OFF;
            match result {
                0 => forces.lose(state, dice, unit, u32::MAX),
                1 | 2 => {
                    state[of.status] |= OFF;
                    forces.abandon(state, dice, unit);
                }
                _ => {
                    state.add(self.back, 1);
                    state.add(self.ready, u32::from(result > 4));
                    state[of.status] |= if result > 4 { BY_ORDER } else { HALTED };
                }
            }
        })
    }
}

impl OffTable {
    /// The units that roll.
    pub fn units(&self, forces: &Forces) -> Vec<usize> {
        forces.formations[self.formation].units.clone().collect()
    }
}

impl Forces {
    /// L906: a general that does not come back at once abandons his army, and is lost; other commanders stay with their
    /// unit.
    fn abandon<D: Dice>(&self, state: &mut State, dice: &mut D, unit: usize) {
        let general = self.commanders_with(state, unit).find(|commander| commander.profile.kind == Kind::General);
        if let Some(general) = general {
            dice.note(|| text!("{name} abandons the army (Units leaving the table)", name = general.profile.name));
            general.die(state);
        }
    }
}
