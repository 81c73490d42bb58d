//! L1771: falling back, after a draw or a win, and units that are still in contact afterwards.

use crate::combat::fighter_set::FighterSet;
use crate::combat::{Combat, Fighter, OnWin, Part};
use crate::cover::Protection;
use crate::forces::{CHARGING, ENGAGED, Forces, RECEIVING};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::sequence::Flow;
use battle_odds_plan::state::State;

impl Combat {
    /// L1386: after a draw both sides fall back, from the `first` on; defended units only if they have to.
    pub(super) fn fall_back<D: Dice>(
        &self,
        first: usize,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> Flow<Part> {
        for side in first..2 {
            let engaged = self.engaged(forces, state);
            let falling = engaged[side].those(|index| !self.holds(&self.fighters[index], forces, state));
            let short = self.roll_back(side, falling, forces, state, dice);
            for index in falling.iter().filter(|&index| !short.has(index)) {
                state[forces.units[self.fighters[index].unit].status] &= !ENGAGED;
            }
            if side == 0 && self.is_rolled(falling) {
                return Flow::Again(1);
            }
        }
        let engaged = self.engaged(forces, state);
        let there = engaged[0].union(engaged[1]);
        let one_is_gone = engaged.iter().any(|side| side.is_empty());
        if one_is_gone || there.iter().all(|index| self.holds(&self.fighters[index], forces, state)) {
            return Flow::Over;
        }
        for index in there.iter() {
            self.stay_in_contact(index, forces, state);
        }
        self.go_on(forces, state)
    }

    /// L1402: winners that fall back are out of the combat, unless they still touch an enemy; if the losers are
    /// destroyed, there is none to touch. `goes_on` says whether others pursue or advance; returns whether it continues
    /// now.
    pub(super) fn winners_fall_back<D: Dice>(
        &self,
        [winners, losers]: [FighterSet; 2],
        goes_on: bool,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        let unit = |index: usize| &forces.units[self.fighters[index].unit];
        // Units that neither pursue nor advance.
        let leaves =
            |index: usize, state: &State| state[unit(index).stands] > 0 && !(goes_on && unit(index).is(state, ENGAGED));
        let out = winners.those(|index| leaves(index, state));
        let falling = out.those(|index| self.fighters[index].on_win == OnWin::FallBack);
        let Some(first) = falling.iter().next() else { return goes_on };
        let short = self.roll_back(self.fighters[first].side, falling, forces, state, dice);
        let touched = losers.those(|t| {
            let struck = |a: usize| self.fighters[a].at.is_none_or(|at| at == self.fighters[t].formation);
            state[unit(t).stands] > 0 && short.iter().any(struck)
        });
        if touched.is_empty() {
            return goes_on;
        }
        for index in out.iter() {
            state[unit(index).status] &= !ENGAGED;
        }
        for index in short.union(touched).iter() {
            if !unit(index).is(state, ENGAGED) {
                state[unit(index).status] |= ENGAGED;
                self.stay_in_contact(index, forces, state);
            }
        }
        true
    }

    /// L1386: defended and fortified units hold their ground after a draw, unless they want to fall back.
    fn holds(&self, fighter: &Fighter, forces: &Forces, state: &State) -> bool {
        let unit = &forces.units[fighter.unit];
        let sheltered = unit.profile.kind.takes_cover()
            && (fighter.cover.has(Protection::Defended) || fighter.cover.has(Protection::Fortified));
        unit.is(state, RECEIVING) && sheltered && fighter.on_win != OnWin::FallBack
    }

    /// L1771: friends of one combat fall back by up to 3D6 cm, one roll for all. A unit that does not get clear of all
    /// others is confused; the returned set holds those still in contact. It is only rolled if the scenario says how
    /// far they must go.
    fn roll_back<D: Dice>(
        &self,
        side: usize,
        falling: FighterSet,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> FighterSet {
        if !self.is_rolled(falling) {
            return FighterSet::default();
        }
        let distance: u16 = (0..3).map(|_| u16::from(dice.die(&self.falls[side], 6))).sum();
        for fighter in falling.iter().map(|index| &self.fighters[index]) {
            if fighter.clear.is_some_and(|clear| distance < clear) {
                forces.confuse(state, dice, fighter.unit);
            }
        }
        falling.those(|index| distance < self.fighters[index].contact)
    }

    fn is_rolled(&self, falling: FighterSet) -> bool {
        falling.iter().any(|index| self.fighters[index].clear.is_some())
    }

    /// L1771: enemies still in contact after all have fallen back fight the next round, without any bonus.
    fn stay_in_contact(&self, index: usize, forces: &Forces, state: &mut State) {
        let unit = &forces.units[self.fighters[index].unit];
        state[unit.status] &= !(CHARGING | RECEIVING);
        state.put(unit.bonus, 0);
    }
}
