//! §1.12.5, §1.12.6: attacks and their saves.

use smallvec::SmallVec;

use super::super::allocation::{Hits, MOST_CLASSES, strike};
use super::super::forces::{Cause, Forces, MARCHED};
use super::super::profile::{Amount, Effect, Strength};
use super::super::state::State;
use super::{Assault, Attacks, Class, Place};
use crate::engine::dice::{Dice, Roll};

const EXTRA_ATTACKS: Roll = Roll::new("extra attacks, D3", "2.2.2");

impl Assault {
    /// Units that make an attack.
    fn attackers(&self, forces: &Forces, state: &State, side: usize, place: Place) -> u32 {
        let fighter = |index: usize| &self.sides[side].fighters[index];
        let aloft = |index: usize| {
            fighter(index).aloft.map_or(0, |aloft| state.count(aloft).min(state.count(fighter(index).in_contact)))
        };
        match place {
            Place::Contact(index) => state.count(fighter(index).in_contact) - aloft(index),
            Place::Firefight(index) => state.count(fighter(index).in_firefight) + aloft(index),
            // §1.12.6: broken and marched formations give no support.
            Place::Support(group, most) => {
                let of = &forces.groups[group];
                let marched = state[forces.formations[of.formation].status] & MARCHED != 0;
                let able = forces.can_act(state, of.formation) && !marched;
                if able { of.present(state).min(most) } else { 0 }
            }
        }
    }

    /// §1.12.5: one pool of attacks.
    pub(super) fn attack<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, attacks: &Attacks) {
        let mut count = 0;
        for source in &attacks.from {
            let units = self.attackers(forces, state, attacks.side, source.place);
            count += match source.dice {
                Amount::Fixed(dice) => units * u32::from(dice),
                Amount::D3(each) => dice.sum_of_d3(&EXTRA_ATTACKS, units * u32::from(each)),
            };
        }
        let hits = dice.successes(&attacks.to_hit, count);
        state.add(self.sides[1 - attacks.side].classes[attacks.class].pending, hits);
    }

    /// §1.12.5, §1.9.6: hits fall on units within 15 cm, those in contact first; ordinary hits are saved before macro,
    /// macro before titan killers.
    pub(super) fn save<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, index: usize) {
        let side = &self.sides[index];
        for strength in [Strength::Normal, Strength::Macro, Strength::TitanKiller] {
            let due = |class: &&Class| class.effect.strength == strength && state[class.pending] > 0;
            if side.classes.iter().filter(due).count() == 0 {
                continue;
            }
            // Slots: every fighter's units in contact, then every fighter's units in the firefight.
            let fighters = side.fighters.len();
            let contact = side.fighters.iter().map(|fighter| state.count(fighter.in_contact));
            let firefight = side.fighters.iter().map(|fighter| state.count(fighter.in_firefight));
            let sizes: SmallVec<[u32; 16]> = contact.chain(firefight).collect();
            let order: SmallVec<[usize; 16]> = (0..sizes.len()).collect();
            let mut hits: SmallVec<[Hits; MOST_CLASSES]> = SmallVec::new();
            let mut effects: SmallVec<[Effect; MOST_CLASSES]> = SmallVec::new();
            let on_overwatch = |formation: usize| forces.formations[formation].is_on_overwatch(state);
            let waiting = side.waiting.iter().enumerate().filter(|(_, formation)| on_overwatch(**formation));
            let table: usize = waiting.map(|(bit, _)| 1 << bit).sum();
            for class in side.classes.iter().filter(|class| class.effect.strength == strength) {
                let saves = &class.saves[table];
                hits.push(Hits { count: state.count(class.pending), slots: u64::MAX, saves });
                effects.push(class.effect);
                state[class.pending] = 0;
            }
            strike(dice, &sizes, &order, &hits, |dice, slot, class, units| {
                let fighter = &side.fighters[slot % fighters];
                state.take(if slot < fighters { fighter.in_contact } else { fighter.in_firefight }, units);
                self.fall(forces, state, dice, index, fighter.group, units, effects[class]);
            });
        }
    }

    /// Units die in the fighting.
    #[allow(clippy::too_many_arguments)]
    fn fall<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        side: usize,
        group: usize,
        units: u32,
        effect: Effect,
    ) {
        let lost = forces.lose(state, dice, group, units, Cause::Hit(effect, false));
        let of = &forces.groups[group];
        let ledger = forces.formations[of.formation].ledger;
        let name = &forces.formations[of.formation].name;
        dice.note(|| format!("{} of {name} destroyed", lost.words(&of.unit.name)));
        state.add(ledger.fallen, lost.units());
        // §2.1.19: expendable units cost no marker, though they count as losses in the result.
        state.add(ledger.due, lost.costly_passengers + if of.expendable { 0 } else { lost.own });
        // §1.7.5: those who got out of a wreck stand beside the enemy.
        for fighter in self.sides[side].fighters.iter().filter(|fighter| of.carries.contains(&fighter.group)) {
            let out = forces.groups[fighter.group].present(state).saturating_sub(state.count(fighter.in_contact));
            state[fighter.in_firefight] = out as u8;
        }
    }
}
