//! Who fires what, and what a shot needs to hit (§11.6–11.10, §11.23).

use crate::fire::spray::Spray;
use crate::fire::sustained::{Jamming, roll};
use crate::fire::volley::{Salvo, Volley};
use crate::forces::{BROKEN, Forces};
use crate::profile::{Kind, WeaponAbility};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;

impl Salvo {
    /// How many shots it has now.
    pub(super) fn shots(&self, volley: &Volley, forces: &Forces, state: &State) -> u32 {
        let group = &forces.groups[self.group];
        if !self.works(volley, forces, state) || forces.formations[volley.by].is(state, BROKEN) {
            return 0;
        }
        let first = self.before.iter().filter(|&&salvo| volley.salvos[salvo].works(volley, forces, state)).count();
        // §15.2: one weapon for each crew member; walkers fire all, and all other models one.
        let hands = match (group.profile.kind, &group.machine) {
            (Kind::Vehicle, Some(cells)) => state[cells.crew].into(),
            (Kind::Walker, _) => usize::MAX,
            _ => 1,
        };
        let armed = group.models(state).saturating_sub(state.count(group.weapons[self.weapon].lost));
        if first >= hands { 0 } else { armed.min(self.models.into()) * u32::from(self.each) }
    }

    /// Whether its weapon is there, neither jammed nor recharging.
    fn works(&self, volley: &Volley, forces: &Forces, state: &State) -> bool {
        let group = &forces.groups[self.group];
        let silent = volley.repairs.iter().find(|of| (of.group, of.weapon) == (self.group, self.weapon));
        silent.is_none_or(|of| state[of.silent] == 0)
            && group.models(state) > state.count(group.weapons[self.weapon].lost)
    }

    /// §11.7: the next shots of the salvo: all that need the same to hit; one after the other if cover may change or
    /// sustained fire dice follow.
    pub(super) fn fire<D: Dice>(&self, volley: &Volley, forces: &Forces, state: &mut State, dice: &mut D) {
        let ledger = &forces.formations[volley.by].ledger;
        let count = if self.sustained.is_some() { 1 } else { volley.steady(self, forces, state) };
        let pool = self.to_hit[usize::from(volley.cover(forces, state).unsigned_abs())].as_ref();
        state.take(volley.left, count);
        self.recharge(forces, state);
        let hits = match &self.sustained {
            Some(burst) if self.dice_first => {
                let burst = roll(dice, burst);
                self.jam(forces, state, volley, burst.jams);
                state.add(ledger.fired, burst.hits);
                pool.map_or(0, |pool| dice.successes(pool, burst.hits))
            }
            Some(burst) => {
                state.add(ledger.fired, 1);
                match pool.map_or(0, |pool| dice.successes(pool, 1)) {
                    0 => 0,
                    _ => {
                        let burst = roll(dice, burst);
                        self.jam(forces, state, volley, burst.jams);
                        burst.hits
                    }
                }
            }
            None => {
                state.add(ledger.fired, count);
                pool.map_or(0, |pool| dice.successes(pool, count))
            }
        };
        state.set(volley.fired, 1);
        state.set(volley.hits, hits);
        let scored = if self.pairs { hits * 2 } else { hits };
        // §11.16: shots into a combat are counted where they hit.
        if let [at] = volley.at[..] {
            state.add(forces.formations[at].ledger.hits, scored);
        }
    }

    /// §11.23: a burst at equal models of one wound, and what it does to them; false if the target has other models.
    pub(super) fn spray<D: Dice>(&self, volley: &Volley, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        // The effects of fire from overwatch may be counted twice: as suffered by those who charge, and as done by
        // those who fire.
        let is_plain = !volley.reacts && volley.hard.is_none() && !volley.covers_differ();
        let Some(burst) = self.sustained.as_ref().filter(|_| is_plain) else { return false };
        let cover = usize::from(volley.cover(forces, state).unsigned_abs());
        let (Some(to_hit), Some((place, group, harm, exposed))) =
            (&self.to_hit[cover], self.target.crowd(forces, state))
        else {
            return false;
        };
        let Some(ways) = self.sprays.get(place).and_then(|ways| ways[cover].get(exposed as usize)) else {
            return false;
        };
        let fired = forces.formations[volley.by].ledger.fired;
        let hits = forces.formations[volley.at[0]].ledger.hits;
        let counters = [hits, fired];
        let spray = Spray { to_hit, dice: burst, dice_first: self.dice_first, harm, exposed, counters, ways };
        state.take(volley.left, 1);
        self.recharge(forces, state);
        let (answer, numbers) = dice.answer_and_count(&spray);
        let of = spray.read(answer);
        self.jam(forces, state, volley, of.jams);
        counters.into_iter().zip(numbers).for_each(|(cell, number)| state.add(cell, number));
        state.set(volley.fired, 1);
        state.set(volley.hits, of.beyond);
        forces.kill(state, dice, group, 1, of.dead);
        true
    }

    /// §11.17: it may have to recharge.
    pub(super) fn recharge(&self, forces: &Forces, state: &mut State) {
        let carried = &forces.groups[self.group].weapons[self.weapon];
        if carried.weapon.has(WeaponAbility::Recharge) {
            state.set(carried.recharging, 1);
        }
    }

    /// §11.23.1: a token for each jam.
    fn jam(&self, forces: &Forces, state: &mut State, volley: &Volley, jams: u32) {
        let carried = &forces.groups[self.group].weapons[self.weapon];
        let tokens = self.jamming.tokens(jams, state[carried.had_jam] == 1);
        if self.jamming == Jamming::IgnoresFirstJam && jams > 0 {
            state.put(carried.had_jam, 1);
        }
        if tokens > 0 {
            state.add(carried.jams, tokens);
            state.add(forces.formations[volley.by].ledger.jams, tokens);
        }
    }
}
