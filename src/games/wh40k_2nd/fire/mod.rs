//! §11: fire of a formation, in its shooting phase or from overwatch. Shots are fired one after the other, by group;
//! equal shots at equal models are rolled together.
//!
//! | file | what is in it |
//! |---|---|
//! | this one | a volley, part by part |
//! | [`volley`] | what it is made of |
//! | [`salvo`] | who fires what, and what a shot needs to hit |
//! | [`spray`] | a burst of sustained fire, reduced to what matters |
//! | [`template`] | blasts, thrown grenades and cones of flame |
//! | [`locations`] | templates on machines |
//! | [`mob`] | a target whose models stand where a layout says |
//! | [`to_hit`], [`sustained`], [`scatter`], [`layout`] | formulas and dice, without state |
//! | [`written`] | what a step `shoot` and reactions may hold |
//! | [`compile`], [`reactions`] | from these to volleys |
//! | [`firing`] | fire as a step has it, and a weapon fired in it |
//! | [`reach`], [`choices`] | which weapons may be fired, and what the player decides |
//! | [`blast`], [`covered`] | compiling templates |
//! | [`at_machines`], [`lies`] | compiling fire and templates at machines and walls |

pub mod at_machines;
pub mod blast;
pub mod choices;
pub mod compile;
pub mod covered;
pub mod firing;
pub mod layout;
pub mod lies;
pub mod locations;
pub mod mob;
pub mod reach;
pub mod reactions;
pub mod salvo;
pub mod scatter;
pub mod spray;
pub mod sustained;
pub mod template;
pub mod to_hit;
pub mod volley;
pub mod written;

use crate::battle::Battle;
use crate::fire::volley::{Salvo, Volley};
use crate::forces::{BROKEN, Forces, OVERWATCH};
use crate::target::Target;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To, round};
use battle_odds_plan::state::State;

/// The parts of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Ready,
    Load,
    Shots,
    Repairs,
    Nerve,
}

/// §11: a round for each salvo, then repairs and the nerve of formations on overwatch.
const VOLLEY: Sequence<Part> = Sequence(&[
    ("11.5", Part::Ready),
    ("11.6", Part::Load),
    ("11.7", Part::Shots),
    ("11.23.1", Part::Repairs),
    ("11.24.3", Part::Nerve),
]);

impl Play<Battle> for Volley {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        VOLLEY.play(state, |now, state| match now.part {
            Part::Ready => match self.make_ready(forces, state, dice) {
                true => Flow::Pass(To::Next),
                false => Flow::Over,
            },
            Part::Load => match self.salvos.get(round(state)) {
                Some(salvo) => {
                    state.set(self.left, salvo.shots(self, forces, state));
                    Flow::Pass(To::Next)
                }
                None => Flow::Pass(To::Part(Part::Repairs)),
            },
            Part::Shots => match self.shoot(&self.salvos[round(state)], battle, state, dice) {
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
}

impl Volley {
    /// §11.5, §13.2: whether there are models to shoot, and models to shoot at. To fire from overwatch it must be on
    /// overwatch.
    fn make_ready<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let by = &forces.formations[self.by];
        for cell in [self.left, self.hits, self.fired, self.blown, self.heaviest] {
            state.put(cell, 0);
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
        // §11.24.3: a formation that shoots is no longer on overwatch, nor one that comes to its own shooting phase.
        state[by.status] &= !OVERWATCH;
        for repair in &self.repairs {
            let carried = &forces.groups[repair.group].weapons[repair.weapon];
            state.put(repair.silent, u16::from(state[carried.jams] + state[carried.recharging] > 0));
        }
        for aimed in &self.groups {
            if let Some(exposed) = aimed.exposed {
                let models = forces.groups[aimed.group].models(state);
                state.set(aimed.sheltered, models.saturating_sub(exposed.into()));
            }
        }
        true
    }

    /// One roll to hit, or the resolution of hits; false when the salvo is over.
    fn shoot<D: Dice>(&self, salvo: &Salvo, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let Battle { forces, morale, .. } = battle;
        if state[self.hits] > 0 || self.hard.as_ref().is_some_and(|hard| !hard.is_settled(state)) {
            self.fall(salvo, forces, state, dice);
            return true;
        }
        if let Some(blast) = &salvo.blast
            && blast.go_off(self, salvo, forces, state, dice)
        {
            return true;
        }
        // §13.1: a template may have cost the firers a quarter; a broken formation shoots no more (§13.2).
        if morale.after_step(forces, state, dice, self.by) {
            if forces.formations[self.by].is(state, BROKEN) {
                state.put(self.left, 0);
            }
            return true;
        }
        if state[self.left] == 0 {
            state.put(self.heaviest, 0);
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

    /// §11.15: resolves the next hits; those of a burst after the first cannot hit models in heavier cover (§11.23).
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
                state.put(self.heaviest, 0);
            }
            return;
        }
        let on = target.fall(forces, state, dice, self.hits, &|_| true, salvo.pairs);
        self.strike(on, salvo, forces, state, dice);
    }

    /// §11.16, §8.5.1: the next hit is on a machine that is among men.
    fn strike<D: Dice>(&self, on: Option<usize>, salvo: &Salvo, forces: &Forces, state: &mut State, dice: &mut D) {
        let (Some(group), Some(hard)) = (on, &self.hard) else { return };
        state.take(self.hits, 1);
        if self.at.len() > 1 {
            let formation = forces.groups[group].formation;
            state.add(forces.formations[formation].ledger.hits, if salvo.pairs { 2 } else { 1 });
        }
        hard.strike_group(group, &salvo.strokes, forces, state, dice);
    }

    /// §11.23.1: weapons that did not fire lose a jam token; nothing is repaired on overwatch.
    fn repair(&self, forces: &Forces, state: &mut State) {
        for repair in &self.repairs {
            let carried = &forces.groups[repair.group].weapons[repair.weapon];
            if state[repair.silent] == 1 && !self.reacts {
                let token = if state[carried.jams] > 0 { carried.jams } else { carried.recharging };
                state.take(token, 1);
            }
            state.put(repair.silent, 0);
        }
    }

    /// §11.24.3: a formation on overwatch that is shot at may lose it.
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

    /// Clears the cells of the volley.
    fn forget(&self, state: &mut State) {
        for aimed in self.groups.iter().filter(|aimed| aimed.exposed.is_some()) {
            state.put(aimed.sheltered, 0);
        }
        for cell in [self.left, self.hits, self.fired, self.blown, self.heaviest] {
            state.put(cell, 0);
        }
    }
}
