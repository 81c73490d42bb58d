//! L1542: what the winner does, and how a combat ends or is put off.

use crate::combat::fighter_set::FighterSet;
use crate::combat::{Combat, Fighter, OnWin};
use crate::cover::Protection;
use crate::forces::{ADVANCES, ARRIVED, CHARGING, ENGAGED, Forces, RECEIVING};
use crate::items::Item;
use crate::profile::{Ability, Kind};
use crate::readings::SwordOfDestiny;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::{Cell, State};

impl Combat {
    /// L1550: the winners pursue; false if none do. Units that do not take part in the pursuit leave the combat.
    pub(super) fn pursue<D: Dice>(
        &self,
        winners: FighterSet,
        losers: FighterSet,
        distance: u32,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        let (winners, losers) = (self.left_of(winners, forces, state), self.left_of(losers, forces, state));
        let catches =
            |a: usize, t: usize| self.may_pursue(&self.fighters[a], &self.fighters[t], distance, forces, state);
        let wants = |index: usize| self.wants_to_pursue(&self.fighters[index], forces, state);
        let in_line = |index: usize| self.places(index, forces, state).fighting > 0;
        let infantry = |index: usize| forces.units[self.fighters[index].unit].is_a(Kind::Infantry);
        let first = winners.those(|a| in_line(a) && wants(a) && losers.iter().any(|t| catches(a, t)));
        let mut pursuers = first;
        if first.iter().any(infantry) {
            // L1639: a second rank of infantry follows in support.
            pursuers = first.union(winners.those(|index| !in_line(index) && infantry(index) && wants(index)));
        }
        let caught = losers.those(|t| pursuers.iter().any(|a| catches(a, t)));
        if caught.is_empty() {
            return false;
        }
        for index in winners.union(losers).iter() {
            let unit = &forces.units[self.fighters[index].unit];
            if pursuers.has(index) {
                dice.note(|| text!("{name} pursues", name = forces.name_of(self.fighters[index].unit)));
                state.set(unit.bonus, 1 + distance / 3);
                state.put(unit.flanked, 0);
            } else if !caught.has(index) {
                state[unit.status] &= !ENGAGED;
                state.put(unit.bonus, 0);
                state.put(unit.flanked, 0);
            }
        }
        true
    }

    /// L1554: artillery and fortified infantry never pursue, fanatics always do.
    fn wants_to_pursue(&self, fighter: &Fighter, forces: &Forces, state: &State) -> bool {
        let unit = &forces.units[fighter.unit];
        let walled = unit.is(state, RECEIVING) && unit.is_a(Kind::Infantry) && fighter.cover.has(Protection::Fortified);
        let wants = fighter.on_win == OnWin::Pursue || unit.profile.has(Ability::Fanatic);
        wants && !unit.is_a(Kind::Artillery) && !walled
    }

    /// L1554: infantry does not pursue the front of cavalry and chariots, only flyers pursue flyers, and no unit goes
    /// farther than its pace.
    fn may_pursue(&self, by: &Fighter, at: &Fighter, distance: u32, forces: &Forces, state: &State) -> bool {
        let (by, at) = (&forces.units[by.unit], &forces.units[at.unit]);
        let faster = matches!(at.profile.kind, Kind::Cavalry | Kind::Chariot) && state[at.flanked] == 0;
        (by.flies() || !at.flies()) && !(by.is_a(Kind::Infantry) && faster) && distance <= by.profile.pace.into()
    }

    /// L1739: when all enemies are gone the winner, on either side, may advance into fresh ones, once in a phase,
    /// without the bonus of a charge. Returns whether it fights on in this phase: in an engagement that is put off it
    /// fights when that continues.
    pub(super) fn advance_into_fresh<D: Dice>(
        &self,
        winner: usize,
        winners: FighterSet,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        let present = |fighter: &Fighter| forces.is_present(state, fighter.unit);
        let fresh = self.those(|fighter| fighter.wave == 1 && fighter.side != winner && present(fighter));
        let going = winners.those(|index| {
            let fighter = &self.fighters[index];
            // Once in a phase.
            let wants = fighter.advancing.is_none() && self.wants_to_pursue(fighter, forces, state);
            wants && self.fights(fighter, forces, state)
        });
        if self.has_advanced(winner, state) || going.is_empty() {
            return false;
        }
        if fresh.is_empty() {
            let units = going.iter().map(|index| &forces.units[self.fighters[index].unit]);
            units.filter(|unit| unit.advances).for_each(|unit| state[unit.status] |= ADVANCES);
            return false;
        }
        for index in winners.iter() {
            let unit = &forces.units[self.fighters[index].unit];
            state.put(unit.bonus, 0);
            state.put(unit.flanked, 0);
            if going.has(index) {
                dice.note(|| text!("{name} advances", name = forces.name_of(self.fighters[index].unit)));
                if self.readings.sword_of_destiny == SwordOfDestiny::Engagement {
                    forces.sheathe(state, self.fighters[index].unit);
                }
            } else {
                state[unit.status] &= !ENGAGED;
            }
        }
        let fresh = || fresh.iter().map(|index| &self.fighters[index]);
        if fresh().any(|fighter| forces.units[fighter.unit].is(state, ENGAGED)) {
            for index in going.iter() {
                state[forces.units[self.fighters[index].unit].status] |= ARRIVED;
            }
            state.put(self.cells.unresolved, 1);
            return false;
        }
        state[self.cells.wave] |= 1 << winner;
        for fighter in fresh() {
            let unit = &forces.units[fighter.unit];
            state[unit.status] |= ENGAGED | RECEIVING;
            state.put(unit.flanked, fighter.places.flanked);
        }
        true
    }

    /// Whether the winner has advanced in this phase.
    pub(super) fn has_advanced(&self, side: usize, state: &State) -> bool {
        state[self.cells.wave] >> side & 1 == 1
    }

    /// L1799: between two phases of a combat that continues: the other side's command phase passes, and the banners of
    /// the first combat phase end.
    pub(super) fn end_phase(&self, forces: &Forces, state: &mut State) {
        state.put(self.cells.phases, (state[self.cells.phases] + 1) % 2);
        let whose = usize::from(state[self.cells.phases]);
        if let Some(fighter) = self.fighters.iter().find(|fighter| fighter.side == whose) {
            forces.end_command_phase(state, forces.side_of(fighter.unit));
        }
        for fighter in &self.fighters {
            forces.furl(state, fighter.unit);
            if self.readings.sword_of_destiny == SwordOfDestiny::Phase {
                forces.sheathe(state, fighter.unit);
            }
        }
    }

    /// L1807: at the end of the step: units that are out of the combat lose the wounds that cost no stand.
    pub(super) fn leave(&self, forces: &Forces, state: &mut State) {
        for fighter in &self.fighters {
            if fighter.wave == 1 && !self.has_advanced(1 - fighter.side, state) || !self.is_here(fighter, state) {
                continue;
            }
            let unit = &forces.units[fighter.unit];
            let goes_on = state[self.cells.unresolved] == 1 && unit.is(state, ENGAGED);
            forces.furl(state, fighter.unit);
            if self.readings.sword_of_destiny == SwordOfDestiny::Phase || !goes_on {
                forces.sheathe(state, fighter.unit);
            }
            forces.hoist_again(state, fighter.unit);
            state[unit.status] &= !(CHARGING | RECEIVING);
            state.put(unit.shot, 0);
            if state[self.cells.unresolved] == 0 {
                state[unit.status] &= !ENGAGED;
            }
            if !unit.is(state, ENGAGED | ADVANCES) {
                state.put(unit.wounds, 0);
            }
            if !unit.is(state, ENGAGED) {
                state.put(unit.bonus, 0);
                state.put(unit.flanked, 0);
            }
        }
    }
}

/// Items of the first combat phase.
const OF_THE_FIRST_COMBAT: [Item; 3] = [Item::BannerOfBattle, Item::BannerOfRobustness, Item::SwordOfDestiny];

impl Forces {
    /// L2360, L2372, L2402: items that work in the first combat phase start working.
    pub(super) fn unfurl(&self, state: &mut State, unit: usize) {
        self.of_the_first_combat(unit, |_, used| {
            if state[used] == 0 {
                state.put(used, 1);
            }
        });
    }

    /// And they stop working with it; L2372: leftover wounds are removed first.
    pub(super) fn furl(&self, state: &mut State, unit: usize) {
        let of = &self.units[unit];
        if of.item == Some(Item::BannerOfRobustness) && state[of.used] == 1 {
            state.put(of.wounds, 0);
        }
        self.spend(state, unit, |item| item != Item::SwordOfDestiny);
    }

    /// L2402: the first combat of the Sword of Destiny is over.
    pub(super) fn sheathe(&self, state: &mut State, unit: usize) {
        self.spend(state, unit, |item| item == Item::SwordOfDestiny);
    }

    fn spend(&self, state: &mut State, unit: usize, which: impl Fn(Item) -> bool) {
        self.of_the_first_combat(unit, |item, used| {
            if state[used] == 1 && which(item) {
                state.put(used, 2);
            }
        });
    }

    fn of_the_first_combat(&self, unit: usize, mut each: impl FnMut(Item, Cell)) {
        let of = &self.units[unit];
        let theirs = of.commanders.iter().map(|&commander| &self.commanders[commander]);
        let theirs = theirs.map(|commander| (commander.profile.item, commander.used));
        for (item, used) in std::iter::once((of.item, of.used)).chain(theirs) {
            if let Some(item) = item.filter(|item| OF_THE_FIRST_COMBAT.contains(item)) {
                each(item, used);
            }
        }
    }
}
