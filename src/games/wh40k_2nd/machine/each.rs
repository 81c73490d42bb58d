//! Something that happens to models of a group, one by one: an explosion, a leap, a falling roof. Models are taken from
//! those with the fewest wounds left, and a piece of play does as many as can be rolled together.

use crate::damage::Harm;
use crate::forces::Forces;
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// What happens to a model.
#[derive(Debug)]
pub enum Toll {
    /// A hit.
    Hit(Harm),
    /// §15.3.5, §15.3.7: a hit, unless it dodges on this roll.
    Dodge(Pool, Harm),
    /// Death on this roll.
    Death(Pool),
    /// §16.11: death, unless it is saved.
    Buried(Harm),
    /// §16.4: this many hits on this roll.
    Fall(Pool, Amount, Roll, Harm),
    /// §20: on a 4+ this many wounds, each of which can be saved; otherwise it leaps, and may be hit.
    House(Box<House>),
}

/// §20: what happens to a passenger that a result kills.
#[derive(Debug)]
pub struct House {
    /// 4+.
    pub on: Pool,
    /// How many wounds.
    pub wounds: Amount,
    /// The roll for them.
    pub roll: Roll,
    /// Each wound.
    pub harm: Harm,
    /// What a leap does.
    pub leap: Option<Toll>,
}

/// Something that happens to models of a group.
#[derive(Debug)]
pub struct Each {
    /// The group.
    pub group: usize,
    /// What happens to each.
    pub toll: Toll,
    /// Models that it has not happened to yet, by wounds left.
    pub waiting: Vec<Cell>,
    /// Models that have dodged.
    pub dodged: Cell,
}

/// Models of a group with the same wounds left, to which something happens together.
#[derive(Clone, Copy)]
struct Men {
    group: usize,
    /// The wounds that each has left.
    level: usize,
    count: u32,
}

impl Each {
    /// Marks this many models of the group, or as many as it has, as waiting for it; returns how many.
    pub fn befalls(&self, forces: &Forces, state: &mut State, models: u32) -> u32 {
        let mut left = models;
        for (&waiting, &living) in self.waiting.iter().zip(&forces.groups[self.group].left) {
            let free = state.count(living).saturating_sub(state.count(waiting));
            let count = left.min(free);
            state.add(waiting, count);
            left -= count;
        }
        models - left
    }

    /// Whether any model is still waiting.
    pub fn waits(&self, state: &State) -> bool {
        self.waiting.iter().any(|&cell| state[cell] > 0)
    }

    /// Plays one piece: it happens to the next models; true when it has happened to all.
    pub fn next<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let Some(place) = self.waiting.iter().position(|&cell| state[cell] > 0) else { return true };
        let (level, waiting) = (place + 1, state.count(self.waiting[place]));
        let count = if self.together(level) { waiting } else { 1 };
        state.take(self.waiting[place], count);
        let living = state.count(forces.groups[self.group].left[place]);
        let men = Men { group: self.group, level, count: count.min(living) };
        self.happens(&self.toll, men, forces, state, dice);
        !self.waits(state)
    }

    /// It happens to one model, unless that is `spared`.
    pub fn one<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, spared: bool) {
        let Some(place) = self.waiting.iter().position(|&cell| state[cell] > 0) else { return };
        state.take(self.waiting[place], 1);
        if !spared {
            let man = Men { group: self.group, level: place + 1, count: 1 };
            self.happens(&self.toll, man, forces, state, dice);
        }
    }

    /// Whether it happens to all models with this many wounds in one roll.
    fn together(&self, level: usize) -> bool {
        match &self.toll {
            Toll::Hit(harm) | Toll::Dodge(_, harm) => level == 1 && harm.is_plain(),
            Toll::Death(_) | Toll::Buried(_) => true,
            Toll::Fall(..) | Toll::House(_) => false,
        }
    }

    fn happens<D: Dice>(&self, toll: &Toll, men: Men, forces: &Forces, state: &mut State, dice: &mut D) {
        let Men { group, level, count } = men;
        if count == 0 {
            return;
        }
        let ledger = &forces.formations[forces.groups[group].formation].ledger;
        match toll {
            Toll::Hit(harm) => {
                state.add(ledger.hits, count);
                men.hit(harm, forces, state, dice);
            }
            Toll::Dodge(pool, harm) => {
                let dodged = dice.successes(pool, count);
                if self.dodged != Cell::default() {
                    state.add(self.dodged, dodged);
                }
                state.add(ledger.hits, count - dodged);
                Men { count: count - dodged, ..men }.hit(harm, forces, state, dice);
            }
            Toll::Death(pool) => {
                let dead = dice.successes(pool, count);
                forces.kill(state, dice, group, level, dead);
            }
            Toll::Buried(harm) => {
                let dead = harm.unsaved(dice, count);
                forces.kill(state, dice, group, level, dead);
            }
            Toll::Fall(pool, hits, roll, harm) => {
                if dice.successes(pool, 1) > 0 {
                    let hits = hits.sum(dice, roll, 1);
                    state.add(ledger.hits, hits);
                    men.hits_on_one(harm, hits, forces, state, dice);
                }
            }
            Toll::House(house) => {
                if dice.successes(&house.on, 1) > 0 {
                    let wounds = house.wounds.sum(dice, &house.roll, 1);
                    let unsaved = house.harm.unsaved(dice, wounds);
                    let lost = (0..unsaved).map(|_| house.harm.wounds(state, dice)).sum();
                    forces.hurt(state, dice, group, level, lost);
                } else if let Some(leap) = &house.leap {
                    self.happens(leap, Men { count: 1, ..men }, forces, state, dice);
                }
            }
        }
    }
}

impl Men {
    /// A hit on each of them.
    fn hit<D: Dice>(self, harm: &Harm, forces: &Forces, state: &mut State, dice: &mut D) {
        let Men { group, level, count } = self;
        harm.scare(forces, state, forces.groups[group].formation, count);
        if level == 1 && harm.is_plain() {
            let dead = harm.kill_plain(state, dice, count);
            forces.kill(state, dice, group, 1, dead);
        } else if count > 0 && harm.unsaved(dice, 1) > 0 {
            let wounds = harm.wounds(state, dice);
            forces.hurt(state, dice, group, level, wounds);
        }
    }

    /// §16.4: several hits on one model, while it lives.
    fn hits_on_one<D: Dice>(self, harm: &Harm, hits: u32, forces: &Forces, state: &mut State, dice: &mut D) {
        let mut level = self.level;
        for _ in 0..hits {
            if harm.unsaved(dice, 1) > 0 {
                let wounds = harm.wounds(state, dice).min(level as u32);
                forces.hurt(state, dice, self.group, level, wounds);
                level -= wounds as usize;
            }
            if level == 0 {
                return;
            }
        }
    }
}
