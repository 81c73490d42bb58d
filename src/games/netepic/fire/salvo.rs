//! §3.4: equal dice: those of one group with one weapon, or its close defences.

use std::ops::Range;

use crate::abilities::Kind;
use crate::contact::{Fires, Way};
use crate::damage::Harm;
use crate::elite::Elite;
use crate::fire::to_hit;
use crate::fire::to_hit::{HIT, MISSED};
use crate::forces::Forces;
use crate::readings::ReactionRerolls;
use crate::values::Hits;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, NOTHING, State};

/// What a salvo is fired with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// A weapon of the profile, by its index.
    Weapon(usize),
    /// #4: close defences.
    CloseDefences,
    /// #19: a power of the profile, by its index among the weapons.
    Power(usize),
}

impl With {
    /// What kind of fire it is.
    pub fn way(self) -> Way {
        match self {
            With::Weapon(_) => Way::Weapon,
            With::CloseDefences => Way::CloseDefences,
            With::Power(_) => Way::Power,
        }
    }
}

/// Equal bases, and what they fire with.
#[derive(Clone, Debug)]
pub struct Crew {
    /// Groups that the scenario does not distinguish.
    pub groups: Range<usize>,
    /// The most of their bases that fire.
    pub bases: u16,
    /// What with.
    pub with: With,
}

/// Equal dice.
#[derive(Debug)]
pub struct Salvo {
    /// The bases that shoot: groups that the scenario does not distinguish.
    pub groups: Range<usize>,
    /// The weapon.
    pub with: With,
    /// The most of their bases that shoot.
    pub bases: u16,
    /// Dice of a base.
    pub each: u32,
    /// #5: whether they are Elite, so that misses may be rerolled.
    pub is_elite: bool,
    /// #4: close defences that the formation may still spend in this volley; [`NOTHING`] if all may be spent.
    pub defences: Cell,
    /// How it is fired in this volley, even if bases are lost during it: 0 not at all; otherwise 1, plus 2 for contact,
    /// plus 4 if ones are rerolled.
    pub permit: Cell,
    /// What its dice do, spot by spot; nothing if they may not be aimed there.
    pub shots: Vec<Option<Shot>>,
}

/// A kind of shot at the bases of a spot.
#[derive(Debug)]
pub struct Shot {
    /// What it needs: without and with ones rerolled, each by the contact penalty.
    pub to_hit: [[Option<ToHit>; 3]; 2],
    /// #1: hits of a die that hits, and the roll of a D3.
    pub hits: (Hits, Roll),
    /// What a hit does.
    pub harm: Harm,
}

/// §3.4: a roll to hit.
#[derive(Clone, Debug)]
pub enum ToHit {
    /// It always hits.
    Auto,
    /// It is rolled.
    On {
        /// Successive rolls, each with the dice that passed the one before.
        pools: Vec<Pool>,
        /// #5: one die whose ones are rerolled, and its result.
        one: Option<Box<Compound<to_hit::Shot>>>,
    },
}

/// How dice are rolled to hit.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// §3.3: whether ones are rerolled.
    pub ones: bool,
    /// §3.4: the penalty for contact, of the bases that shoot and of those that are shot at.
    pub contact: usize,
    /// #5: the announced Elite dice, if the bases that shoot are Elite.
    pub elite: Option<&'a Elite>,
}

impl Shot {
    /// What it needs; nothing if it cannot hit.
    fn to_hit(&self, ones: bool, contact: usize) -> Option<&ToHit> {
        self.to_hit[usize::from(ones)][contact].as_ref()
    }

    /// §3.4, #5: rolls dice to hit, those of Elite bases with the announced Elite dice: how many are rolled now, and
    /// how many of these hit. All at once, or one if it matters which were rerolled.
    pub fn roll<D: Dice>(
        &self,
        count: u32,
        circumstances: Circumstances,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> (u32, u32) {
        let Circumstances { ones, contact, elite } = circumstances;
        let elite = elite.filter(|elite| state[elite.left] > 0);
        match self.to_hit(ones, contact) {
            None => (count, 0),
            Some(ToHit::Auto) => (count, count),
            Some(ToHit::On { one: Some(one), .. }) if elite.is_some() => {
                let hit = match (dice.answer_to(one), self.to_hit(false, contact), elite) {
                    (HIT, ..) => 1,
                    (MISSED, Some(ToHit::On { pools, .. }), Some(elite)) => elite.again(forces, state, dice, pools, 1),
                    _ => 0,
                };
                (1, hit)
            }
            Some(ToHit::On { pools, .. }) => {
                let hit = pools.iter().fold(count, |left, pool| if left > 0 { dice.successes(pool, left) } else { 0 });
                (count, hit + elite.map_or(0, |elite| elite.again(forces, state, dice, pools, count - hit)))
            }
        }
    }
}

impl Salvo {
    /// §3.3, §3.4: the volley begins: whether and how it may be fired.
    pub fn begin(&self, reaction: Option<ReactionRerolls>, forces: &Forces, state: &mut State) {
        let group = self.groups.start;
        let fires = forces.may_fire(state, group, self.with.way(), reaction);
        let contact = forces.contact(state, group);
        state.put(self.permit, fires.map_or(0, |Fires { ones }| 1 + 2 * contact as u16 + 4 * u16::from(ones)));
    }

    /// Whether it may be fired.
    pub fn may_fire(&self, state: &State) -> bool {
        state[self.permit] > 0
    }

    /// §3.3, §3.4: whether its ones are rerolled, and its contact penalty.
    pub fn permitted(&self, state: &State) -> (bool, usize) {
        let permit = state[self.permit].saturating_sub(1);
        (permit & 4 > 0, usize::from(permit >> 1 & 1))
    }

    /// §3.4, #4: how many dice it has now.
    pub fn shots(&self, forces: &Forces, state: &State) -> u32 {
        if !self.may_fire(state) {
            return 0;
        }
        let of = |group: usize| {
            let of = &forces.groups[group];
            match self.with {
                With::Weapon(weapon) | With::Power(weapon) => {
                    of.bases(state).saturating_sub(state.count(of.used[weapon]))
                }
                With::CloseDefences => (of.bases(state) * self.each).saturating_sub(state.count(of.spent)),
            }
        };
        let most = u32::from(self.bases);
        if let With::Weapon(weapon) | With::Power(weapon) = self.with {
            let mut left = most;
            let dice = |group: usize| {
                let bases = of(group).min(left);
                left -= bases;
                (bases * self.each).saturating_sub(forces.groups[group].out_of_order(state, weapon, self.each))
            };
            return self.groups.clone().map(dice).sum();
        }
        let all = self.groups.clone().map(of).sum::<u32>().min(most * self.each);
        if self.defences == NOTHING { all } else { all.min(state.count(self.defences)) }
    }

    /// #4: marks weapons that fire once as fired, front to back.
    pub fn spend(&self, forces: &Forces, state: &mut State) {
        let mut left = self.shots(forces, state);
        match self.with {
            With::Weapon(weapon) | With::Power(weapon) => {
                left = if left > 0 { self.bases.into() } else { 0 };
                for group in self.groups.clone() {
                    let of = &forces.groups[group];
                    if of.used[weapon] == NOTHING || of.out_of_order(state, weapon, self.each) >= self.each {
                        continue;
                    }
                    let fired = left.min(of.bases(state).saturating_sub(state.count(of.used[weapon])));
                    state.add(of.used[weapon], fired);
                    left -= fired;
                }
            }
            With::CloseDefences => {
                if self.defences != NOTHING {
                    state.take(self.defences, left);
                }
                for group in self.groups.clone() {
                    let of = &forces.groups[group];
                    let each = u32::from(of.profile.value(Kind::CloseDefences));
                    let spent = left.min((of.bases(state) * each).saturating_sub(state.count(of.spent)));
                    state.add(of.spent, spent);
                    left -= spent;
                }
            }
        }
    }
}
