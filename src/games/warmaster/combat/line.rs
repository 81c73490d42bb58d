//! L1308, L1322: where the stands of each are along the line.

use crate::combat::{Combat, Fighter, Places};
use crate::forces::{ARRIVED, CHARGING, Forces, RECEIVING};
use battle_odds_plan::state::State;

impl Combat {
    /// Where the stands of a fighter are now. L1308, L1322: when the first line is gone, all units left of the side are
    /// in contact and fight.
    pub(super) fn places(&self, index: usize, forces: &Forces, state: &State) -> Places {
        let fighter = &self.fighters[index];
        let places = self.in_line(fighter, forces, state);
        if places.fighting > 0 || self.has_line(fighter.side, forces, state) {
            return places;
        }
        let unit = &forces.units[fighter.unit];
        let fighting = unit.in_the_round(state);
        Places { fighting, support: 0, flanked: state[unit.flanked].min(fighting) }
    }

    /// Whether any unit of a side is in its first line.
    pub(super) fn has_line(&self, side: usize, forces: &Forces, state: &State) -> bool {
        let fights = |friend: usize| self.in_line(&self.fighters[friend], forces, state).fighting > 0;
        self.engaged(forces, state)[side].iter().any(fights)
    }

    /// Where its stands are while the line holds. After the first round all that are left fight, but a second rank
    /// still only supports, and a unit caught in the flank does not turn (L1478).
    pub(super) fn in_line(&self, fighter: &Fighter, forces: &Forces, state: &State) -> Places {
        let unit = &forces.units[fighter.unit];
        let stands = unit.in_the_round(state);
        let flanked = state[unit.flanked];
        let first = unit.is(state, CHARGING | RECEIVING | ARRIVED);
        let asked = match (first, fighter.later) {
            (true, _) => fighter.places,
            (false, Some(later)) => later,
            (false, None) if fighter.places.fighting == 0 || flanked > 0 => fighter.places,
            (false, None) => Places { fighting: stands, support: 0, flanked: 0 },
        };
        let fighting = asked.fighting.min(stands);
        let support = asked.support.min(stands - fighting);
        let flanked = if first || fighter.later.is_none() { flanked } else { asked.flanked };
        Places { fighting, support, flanked: flanked.min(fighting) }
    }
}
