//! §11: fire of a formation, in its shooting phase or from overwatch. Shots go one after the other, by group; equal shots at
//! equal models are rolled together.
//!
//! | file | what is in it |
//! |---|---|
//! | this one | a volley, part by part |
//! | [`salvo`] | who fires what, and what a shot needs |
//! | [`spray`] | a burst of sustained fire, as far as it matters |
//! | [`template`] | blasts, thrown grenades and cones of flame |
//! | [`locations`] | templates on machines |
//! | [`mob`] | a target whose models stand where a layout says |

pub mod locations;
pub mod mob;
pub mod salvo;
pub mod spray;
pub mod template;

use super::forces::{BROKEN, Forces, OVERWATCH};
use super::machine::hard::Hard;
use super::morale::Morale;
use super::target::Target;
use super::to_hit::{Cover, MixedCover};
use crate::engine::dice::{Dice, Roll};
use crate::systems::plan::sequence::{Flow, Sequence, To};
use crate::systems::plan::state::{Cell, State};
use salvo::Salvo;

/// Fire of one formation at another.
#[derive(Debug)]
pub struct Volley {
    /// Who shoots.
    pub by: usize,
    /// §11.24.2: whether it shoots from overwatch, which it must be on.
    pub reacts: bool,
    /// The formations fired at; two: into their combat (§11.16).
    pub at: Vec<usize>,
    /// Group by group of them: its cover, and how many of its models can be hit at most.
    pub groups: Vec<Aimed>,
    /// §11.14.
    pub mixed_cover: MixedCover,
    /// §15.4.3, §16.11: the machines and walls of the target.
    pub hard: Option<Hard>,
    /// What is fired, in order.
    pub salvos: Vec<Salvo>,
    /// What begins the volley jammed or recharging is silent in it: the places of such weapons.
    pub repairs: Vec<Repair>,
    /// §11.24.3: the tests of those on overwatch who are shot at, one for each of `at`.
    pub nerve: Vec<Roll>,
    /// Shots left of the salvo.
    pub left: Cell,
    /// Hits that have not fallen yet.
    pub hits: Cell,
    /// 1 once somebody has fired.
    pub fired: Cell,
    /// §11.18: 1 while a template has exploded on a firer who has not been struck by it yet.
    pub blown: Cell,
    /// §11.23: how heavy the cover may be of those on whom the hits of a burst fall, and 1 more.
    pub heaviest: Cell,
}

/// A group that is shot at.
#[derive(Clone, Copy, Debug)]
pub struct Aimed {
    /// The group.
    pub group: usize,
    /// Its cover.
    pub cover: Cover,
    /// Its models that can be hit at most.
    pub exposed: Option<u16>,
    /// How many of its models cannot be hit.
    pub sheltered: Cell,
}

/// A weapon that may jam or must recharge.
#[derive(Clone, Copy, Debug)]
pub struct Repair {
    /// The group that carries it.
    pub group: usize,
    /// Its place among the weapons of the group.
    pub weapon: usize,
    /// 1 if it is silent in this volley.
    pub silent: Cell,
}

/// The parts of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Ready,
    Load,
    Shots,
    Repairs,
    Nerve,
}

/// §11: a round for each salvo, then repairs and the nerve of those on overwatch.
const VOLLEY: Sequence<Part> = Sequence(&[
    ("11.5", Part::Ready),
    ("11.6", Part::Load),
    ("11.7", Part::Shots),
    ("11.23.1", Part::Repairs),
    ("11.24.3", Part::Nerve),
]);

impl Volley {
    /// One piece; true when it is over.
    pub fn advance<D: Dice>(&self, forces: &Forces, morale: &Morale, state: &mut State, dice: &mut D) -> bool {
        VOLLEY.play(state, |now, state| match now.part {
            Part::Ready => match self.make_ready(forces, state, dice) {
                true => Flow::Pass(To::Next),
                false => Flow::Over,
            },
            Part::Load => match self.salvos.get(now.round) {
                Some(salvo) => {
                    state.set(self.left, salvo.shots(self, forces, state));
                    Flow::Pass(To::Next)
                }
                None => Flow::Pass(To::Part(Part::Repairs)),
            },
            Part::Shots => match self.shoot(&self.salvos[now.round], (forces, morale), state, dice) {
                true => Flow::Again(now.nth + 1),
                false => Flow::Pass(To::Round(Part::Load)),
            },
            Part::Repairs => {
                self.repair(forces, state);
                Flow::Pass(To::Next)
            }
            Part::Nerve => match self.nerve.len() > now.nth && state[self.fired] == 1 {
                true => {
                    self.test_nerve(forces, state, dice, now.nth);
                    Flow::Again(now.nth + 1)
                }
                false => {
                    self.forget(state);
                    Flow::Over
                }
            },
        })
    }

    /// §14.4: whether a formation shoots, or is shot at.
    pub fn meets(&self, formation: usize) -> bool {
        self.by == formation || self.at.contains(&formation)
    }

    /// §11.5, §13.2: whether there is anybody to shoot, and anybody to shoot at. From overwatch there must be one to lose.
    fn make_ready<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let by = &forces.formations[self.by];
        for cell in [self.left, self.hits, self.fired, self.blown, self.heaviest] {
            state[cell] = 0;
        }
        if self.reacts && !by.is(state, OVERWATCH) {
            dice.note(|| text!("{name}: not on overwatch", name = by.name));
            return false;
        }
        if forces.is_destroyed(state, self.by) || by.is(state, BROKEN) {
            dice.note(|| text!("{name}: not able to shoot", name = by.name));
            return false;
        }
        if self.at.iter().all(|&at| forces.is_destroyed(state, at)) && self.reacts {
            return false;
        }
        // §11.24.3: who shoots is on overwatch no more, nor who comes to his own shooting phase.
        state[by.status] &= !OVERWATCH;
        for repair in &self.repairs {
            let carried = &forces.groups[repair.group].weapons[repair.weapon];
            state[repair.silent] = u16::from(state[carried.jams] + state[carried.recharging] > 0);
        }
        for aimed in &self.groups {
            if let Some(exposed) = aimed.exposed {
                let models = forces.groups[aimed.group].models(state);
                state.set(aimed.sheltered, models.saturating_sub(exposed.into()));
            }
        }
        true
    }

    /// One roll to hit, or the fall of hits; false when the salvo is over.
    fn shoot<D: Dice>(
        &self,
        salvo: &Salvo,
        (forces, morale): (&Forces, &Morale),
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        if state[self.hits] > 0 || self.hard.as_ref().is_some_and(|hard| !hard.is_settled(state)) {
            self.fall(salvo, forces, state, dice);
            return true;
        }
        if let Some(blast) = &salvo.blast
            && blast.go_off(self, salvo, forces, state, dice)
        {
            return true;
        }
        // §13.1: a template may have cost the firers a quarter; who is broken shoots no more (§13.2).
        if morale.after_step(forces, state, dice, self.by) {
            if forces.formations[self.by].is(state, BROKEN) {
                state[self.left] = 0;
            }
            return true;
        }
        if state[self.left] == 0 {
            state[self.heaviest] = 0;
            return false;
        }
        match &salvo.blast {
            Some(blast) => blast.shoot(self, salvo, forces, state, dice),
            None if salvo.spray(self, forces, state, dice) => return true,
            None => salvo.fire(self, forces, state, dice),
        }
        if state[self.hits] > 0 {
            self.fall(salvo, forces, state, dice);
        }
        true
    }

    /// §11.15: the next hits fall; those beyond the first of a burst on nobody in heavier cover (§11.23).
    fn fall<D: Dice>(&self, salvo: &Salvo, forces: &Forces, state: &mut State, dice: &mut D) {
        if let Some(hard) = self.hard.as_ref().filter(|hard| hard.places.len() == self.groups.len()) {
            hard.fall(&salvo.strokes, forces, state, dice, self.hits);
            return;
        }
        if let Some(hard) = self.hard.as_ref().filter(|hard| !hard.is_settled(state)) {
            hard.settle(forces, state, dice);
            return;
        }
        let target: &Target = &salvo.target;
        if salvo.sustained.is_some() && self.covers_differ() {
            if state[self.heaviest] == 0 {
                let first = target.next_place(forces, state);
                let cover = first.map_or(2, |place| -self.groups[place].cover.modifier());
                state.set(self.heaviest, cover as u32 + 1);
            }
            let most = state[self.heaviest] as i8 - 1;
            let open = |place: usize| -self.groups[place].cover.modifier() <= most;
            let on = target.fall(forces, state, dice, self.hits, &open, salvo.pairs);
            self.strike(on, salvo, forces, state, dice);
            if state[self.hits] == 0 {
                state[self.heaviest] = 0;
            }
            return;
        }
        let on = target.fall(forces, state, dice, self.hits, &|_| true, salvo.pairs);
        self.strike(on, salvo, forces, state, dice);
    }

    /// §11.16, §8.5.1: the next hit falls on a machine that is among men.
    fn strike<D: Dice>(&self, on: Option<usize>, salvo: &Salvo, forces: &Forces, state: &mut State, dice: &mut D) {
        let (Some(group), Some(hard)) = (on, &self.hard) else { return };
        state.take(self.hits, 1);
        if self.at.len() > 1 {
            let formation = forces.groups[group].formation;
            state.add(forces.formations[formation].ledger.hits, if salvo.pairs { 2 } else { 1 });
        }
        hard.strike_group(group, &salvo.strokes, forces, state, dice);
    }

    /// Whether the groups fired at have not all the same cover.
    pub fn covers_differ(&self) -> bool {
        self.groups.iter().any(|aimed| aimed.cover.modifier() != self.groups[0].cover.modifier())
    }

    /// §11.14: what is added for cover now; when nobody is left, as the last of them had it.
    pub fn cover(&self, forces: &Forces, state: &State) -> i8 {
        let models = |aimed: &Aimed| {
            let sheltered = if aimed.exposed.is_some() { state.count(aimed.sheltered) } else { 0 };
            forces.groups[aimed.group].models(state).saturating_sub(sheltered)
        };
        if !self.covers_differ() || self.groups.iter().all(|aimed| models(aimed) == 0) {
            return self.groups.last().map_or(0, |aimed| aimed.cover.modifier());
        }
        self.mixed_cover.modifier(self.groups.iter().map(|aimed| (models(aimed), aimed.cover)))
    }

    /// §11.14: how many shots need the same, whatever the earlier ones kill: those at groups that fall in order.
    pub fn steady(&self, salvo: &Salvo, forces: &Forces, state: &State) -> u32 {
        let left = state.count(self.left);
        if !self.covers_differ() {
            return left;
        }
        if salvo.sustained.is_some() || self.at.len() > 1 || salvo.target.falls_at_random(forces, state) {
            return 1;
        }
        let models = |aimed: &Aimed| {
            let sheltered = if aimed.exposed.is_some() { state.count(aimed.sheltered) } else { 0 };
            forces.groups[aimed.group].models(state).saturating_sub(sheltered)
        };
        // Whoever is nearest falls first: what is left of the groups after so many kills.
        let after = |kills: u32| {
            let mut kills = kills;
            self.groups.iter().map(move |aimed| {
                let here = models(aimed);
                let dead = here.min(kills);
                kills -= dead;
                (here - dead, aimed.cover)
            })
        };
        let now = self.cover(forces, state);
        let all: u32 = self.groups.iter().map(models).sum();
        let same = |kills: &u32| self.mixed_cover.modifier(after(*kills)) == now;
        (1..left).take_while(|kills| *kills < all && same(kills)).count() as u32 + 1
    }

    /// §11.23.1: what was silent loses a token; nobody mends from overwatch.
    fn repair(&self, forces: &Forces, state: &mut State) {
        for repair in &self.repairs {
            let carried = &forces.groups[repair.group].weapons[repair.weapon];
            if state[repair.silent] == 1 && !self.reacts {
                let token = if state[carried.jams] > 0 { carried.jams } else { carried.recharging };
                state.take(token, 1);
            }
            state[repair.silent] = 0;
        }
    }

    /// §11.24.3: who is on overwatch and shot at may lose it.
    fn test_nerve<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, nth: usize) {
        let formation = self.at[nth];
        let of = &forces.formations[formation];
        let Some(ld) = forces.ld(state, formation).filter(|_| of.is(state, OVERWATCH)) else { return };
        if dice.sum_of(&self.nerve[nth], 2, 6) > ld {
            dice.note(|| text!("{name}: overwatch lost (§11.24.3)", name = of.name));
            state[of.status] &= !OVERWATCH;
            state.set(of.ledger.overwatch_lost, 1);
        }
    }

    /// Nothing of it is needed any more.
    fn forget(&self, state: &mut State) {
        for aimed in self.groups.iter().filter(|aimed| aimed.exposed.is_some()) {
            state[aimed.sheltered] = 0;
        }
        for cell in [self.left, self.hits, self.fired, self.blown, self.heaviest] {
            state[cell] = 0;
        }
    }
}
