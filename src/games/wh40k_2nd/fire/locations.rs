//! Templates and machines: which locations of a target they hit (§15.4.3), and what happens to a machine on which its
//! own weapon explodes (§15.4.1).

use crate::fire::volley::{Backfire, OnMachines, Volley};
use crate::forces::Forces;
use crate::machine::card::Part;
use crate::machine::lie::Lie;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;

impl OnMachines {
    /// It comes down on the nearest machine.
    pub(super) fn come_down<D: Dice>(
        &self,
        lies: &[Lie],
        volley: &Volley,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) {
        let Some(hard) = &volley.hard else { return };
        let hits = self.struck.come_down(lies, hard, forces, state, dice);
        state.add(forces.formations[volley.at[0]].ledger.hits, hits);
    }
}

impl Backfire {
    /// The weapon is destroyed, and its location takes a roll on the damage table, unless it is destroyed already.
    pub(super) fn goes_off<D: Dice>(&self, weapon: usize, forces: &Forces, state: &mut State, dice: &mut D) {
        let group = self.scene.group;
        forces.destroy_weapon(state, group, &[weapon]);
        let of = &forces.groups[group];
        let (Some(card), Some(cells)) = (&of.card, &of.machine) else { return };
        if let Part::Armour { damage, .. } = &card.locations[self.place].part
            && !cells.has_lost(state, self.place)
        {
            self.scene.damage(forces, state, dice, self.place, damage);
        }
    }

    /// Plays one piece of what this has set off in and around the machine; false when nothing more is left.
    pub(super) fn settle<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let waits = !self.scene.is_settled(state);
        if waits {
            self.scene.settle(forces, state, dice);
        }
        waits
    }
}
