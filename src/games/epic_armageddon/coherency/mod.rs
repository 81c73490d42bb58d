//! §1.7.4: units that a move leaves behind.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::Forces;
use crate::losses::Cause;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// §1.7.4: units that are out of coherency after a move.
#[derive(Debug)]
pub struct Stragglers {
    /// The formation.
    pub formation: usize,
    /// (group, units).
    pub units: Vec<(usize, u32)>,
}

impl Stragglers {
    /// They are destroyed, and each costs a marker.
    pub fn fall_behind<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let mut markers = 0;
        for &(group, most) in &self.units {
            let of = &forces.groups[group];
            let units = of.present(state).min(most);
            let lost = forces.lose(state, dice, group, units, Cause::Ordinary);
            markers += lost.costly_passengers + of.costly(lost.own);
        }
        forces.place_markers(state, dice, self.formation, markers);
        forces.check_broken(state, dice, self.formation);
    }
}

impl Play<Battle> for Stragglers {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.fall_behind(&battle.forces, state, dice);
        true
    }
}
