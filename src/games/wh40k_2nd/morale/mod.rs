//! §13: break tests. A formation that lost a quarter of the models that it had at the beginning of the turn tests at
//! once: after the fire of each formation, after each round of close combat, and after anything else in a step
//! ([`crate::play`]).

pub mod compile;
pub mod play;
pub mod written;

use crate::forces::written::CountsAs;
use crate::forces::{BANNER_USED, BROKEN, FLED, FRIGHTENED, Forces, Group, OVERWATCH, SHAKEN, TESTED};
use crate::profile::Ability;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::sequence::one_by_one;
use battle_odds_plan::state::State;

/// How formations take their break tests.
#[derive(Debug, Default)]
pub struct Morale {
    /// The roll of each formation.
    pub rolls: Vec<Roll>,
    /// §14.1: the roll of each for fear.
    pub fear: Vec<Roll>,
    /// §14.2: the roll of each for terror.
    pub terror: Vec<Roll>,
}

/// What changes a test of Ld.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances {
    /// Added to Ld.
    pub modifier: i8,
    /// §14.4: whether it hates its adversaries, if the scenario says so. Left out: the program decides.
    pub hated: Option<bool>,
}

impl Morale {
    /// The tests of all formations.
    pub fn new(forces: &Forces) -> Morale {
        let rolls = |roll: fn(&str) -> Roll| forces.formations.iter().map(|of| roll(&of.name)).collect();
        Morale {
            rolls: rolls(|name| {
                Roll::named(format!("break test of {name}"), "13.1").in_words(text!("break test of {name}", name))
            }),
            fear: rolls(|name| {
                Roll::named(format!("fear test of {name}"), "14.1").in_words(text!("fear test of {name}", name))
            }),
            terror: rolls(|name| {
                Roll::named(format!("terror test of {name}"), "14.2").in_words(text!("terror test of {name}", name))
            }),
        }
    }

    /// §13.1: plays one piece: the next formation that just lost a quarter is tested. True when all have been.
    pub fn after_losses<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let count = self.rolls.len();
        loop {
            let mut rolled = false;
            let over = one_by_one(state, count, |formation, state| {
                rolled = self.after_step(forces, state, dice, formation);
            });
            if over || rolled {
                return over;
            }
        }
    }

    /// §13.1, §14.1: a formation is tested if it lost a quarter in the step, or was hit by what it fears. Whether it
    /// rolled.
    pub fn after_step<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) -> bool {
        let of = &forces.formations[formation];
        let frightened = of.is(state, FRIGHTENED);
        state[of.status] &= !FRIGHTENED;
        let quarter = state[of.ledger.hurt] > 0 && !of.is(state, TESTED) && forces.has_lost_a_quarter(state, formation);
        if !(frightened || quarter) || of.is(state, BROKEN) {
            return false;
        }
        self.test(forces, state, dice, formation, Circumstances::default()).is_some()
    }

    /// §13.1: a break test: whether it is passed; nothing if the formation never tests.
    pub fn test<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        formation: usize,
        with: Circumstances,
    ) -> Option<bool> {
        let of = &forces.formations[formation];
        let ld = forces.break_ld(state, formation, with)?;
        state[of.status] |= TESTED;
        state.set(of.ledger.tested, 1);
        let mut passed = dice.sum_of(&self.rolls[formation], 2, 6) <= ld;
        if !passed && of.banner && !of.is(state, BANNER_USED) {
            dice.note(|| text!("{formation}: the roll is made again (banner, §7.4.2)", formation = of.name));
            state[of.status] |= BANNER_USED;
            passed = dice.sum_of(&self.rolls[formation], 2, 6) <= ld;
        }
        match passed {
            true => {
                dice.note(|| text!("{formation}: break test passed (Ld {ld})", formation = of.name, ld));
                state.set(of.ledger.passed, 1);
            }
            false => forces.fail(state, dice, formation),
        }
        Some(passed)
    }
}

impl Forces {
    /// §13.1: whether a formation lost a quarter of the models that it had at the beginning of the turn.
    pub fn has_lost_a_quarter(&self, state: &State, formation: usize) -> bool {
        let lost = state.count(self.formations[formation].lost);
        lost * 4 >= lost + self.models(state, formation)
    }

    /// §7.4.1, §7.5: the Ld of a formation: the highest of its living models, or the commander's.
    pub fn ld(&self, state: &State, formation: usize) -> Option<u32> {
        let living = self.of(formation).iter().filter(|group| group.fewest(state).is_some());
        let own = living.filter_map(|group| group.profile.ld).max()?;
        Some(u32::from(own.max(self.formations[formation].commander.unwrap_or(0))).min(10))
    }

    /// Whether all living models of a formation have a special rule.
    pub fn all_have(&self, state: &State, formation: usize, ability: Ability) -> bool {
        self.of(formation).iter().filter(|group| group.fewest(state).is_some()).all(|group| group.profile.has(ability))
    }

    /// §13.1, §8.3, §8.4.1, §14.4: the Ld of a break test; nothing for formations that never test, and when no model is
    /// left.
    fn break_ld(&self, state: &State, formation: usize, with: Circumstances) -> Option<u32> {
        let of = &self.formations[formation];
        let own = self.ld(state, formation)?;
        if of.counts_as == CountsAs::Squadron || self.all_have(state, formation, Ability::Unbreakable) {
            return None;
        }
        let hated = with.hated.unwrap_or_else(|| self.meets_hated(state, formation));
        let ld = if hated { 10 } else { own };
        let crew = if of.counts_as == CountsAs::Battery { 2 } else { 0 };
        Some((ld as i32 + crew + i32::from(with.modifier)).clamp(0, 10) as u32)
    }

    /// §13.2, §13.4.1: a failed test breaks a formation; Space Marines are shaken first.
    pub fn fail<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) {
        let of = &self.formations[formation];
        if self.all_have(state, formation, Ability::SpaceMarine) && !of.is(state, SHAKEN) {
            dice.note(|| text!("{formation}: shaken (§13.4.1)", formation = of.name));
            state[of.status] |= SHAKEN;
            state.set(of.ledger.shook, 1);
            return;
        }
        self.break_it(state, dice, formation);
    }

    /// §13.2: breaks a formation.
    pub fn break_it<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) {
        let of = &self.formations[formation];
        dice.note(|| text!("{formation}: broken (§13.2)", formation = of.name));
        state.put(of.status, state[of.status] & !(SHAKEN | OVERWATCH) | BROKEN);
        state.set(of.ledger.broke, 1);
    }

    /// §14.1: a formation is hit by a weapon that it fears, unless it fears nothing (§14.2.1, §14.5, §14.6).
    pub fn frighten(&self, state: &mut State, formation: usize) {
        let fearless = |group: &Group| {
            let has = |ability| group.profile.has(ability);
            let immune = has(Ability::ImmunePsychology) || has(Ability::Fear) || has(Ability::Terror);
            immune || self.is_frenzied(state, group)
        };
        let mut living = self.of(formation).iter().filter(|group| group.fewest(state).is_some());
        if !living.all(fearless) {
            state[self.formations[formation].status] |= FRIGHTENED;
        }
    }

    /// §11.24.1: a formation goes on overwatch, unless it is broken or no model of it is left.
    pub fn go_on_overwatch<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) -> bool {
        let of = &self.formations[formation];
        match self.is_out_of_action(state, formation) {
            true => dice.note(|| text!("{formation}: not able to go on overwatch", formation = of.name)),
            false => state[of.status] |= OVERWATCH,
        }
        true
    }

    /// §9.1, §13.1: a player's turn ends: losses and tests of the turn are cleared.
    pub fn end_turn<D: Dice>(&self, state: &mut State, _dice: &mut D) -> bool {
        for of in &self.formations {
            state[of.status] &= !(TESTED | BANNER_USED | FLED);
            state.put(of.lost, 0);
        }
        true
    }
}
