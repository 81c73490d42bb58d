//! §17: the psychic phase.
//!
//! | file | what is in it |
//! |---|---|
//! | [`psyker`] | §7.2, §17.5: which models are psykers, and of which level |
//! | [`effect`], [`ward`] | §17.7, §17.8: what a power does, and what stops it |
//! | [`shield`] | §17.8: Psychic Shield |
//! | [`cards`] | §17.4: warp cards, psychic duels |
//! | [`dice`] | §17.4–17.5: formulas and dice, without state |
//! | [`power`] | `[powers.NAME]`: the powers |
//! | [`written`], [`compile`] | what a step `psychic` may hold, and what is played of it |
//! | [`powers`], [`power_effects`], [`at_machines`] | compiling what a power does: a hit, targets of any kind, machines |
//!
//! Here: a psyker uses a power, and the enemy plays cards against it (§17.4.4–17.4.5).

pub mod at_machines;
pub mod cards;
pub mod compile;
pub mod dice;
pub mod effect;
pub mod power;
pub mod power_effects;
pub mod powers;
pub mod psyker;
pub mod shield;
pub mod ward;
pub mod written;

use crate::battle::Battle;
use crate::forces::Forces;
use crate::psychic::dice::{Levels, nth_nullify};
use crate::psychic::effect::Effect;
use crate::psychic::psyker::{Caster, Psykers};
use crate::roll_offs::dice::{Higher, RollOff};
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::{Cell, State};

/// A psyker uses a power.
#[derive(Debug)]
pub struct Psychic {
    /// The psyker's formation.
    pub by: usize,
    /// The target.
    pub at: usize,
    /// Its psykers; the one of the highest level casts.
    pub psykers: Psykers,
    /// §17.4.5: with Ultimate Force only the psyker can be harmed.
    pub ultimate: bool,
    /// The enemy's cards, in order.
    pub cards: Vec<Card>,
    /// The psykers that try to nullify it.
    pub nullifiers: Nullifiers,
    /// What the power does to its target.
    pub effect: Effect,
    /// What it does to the caster's formation when it rebounds.
    pub back: Option<Effect>,
    /// What is counted of it.
    pub counts: Counts,
}

/// §17.4.5–17.4.6: the psykers of the other side.
#[derive(Debug)]
pub enum Nullifiers {
    /// As written in the scenario.
    Told(Levels),
    /// Those of the target.
    Target(Psykers),
}

/// §17.4.5: a card played against a power.
#[derive(Debug)]
pub enum Card {
    /// It works on 3+, 4+ or 5+, depending on the levels and on how many were played before; the pools from 3+ on.
    Nullify(usize, Box<[Pool; 3]>),
    /// It always works; then a roll-off decides whether it destroys the power.
    Destroy(Compound<RollOff>),
    /// It always works; the roll is whether 4D6 × 2.5 cm reach the caster.
    Rebound(Pool),
    /// Whether it takes hold of psykers that resist it except on a 6, and whether the psyker survives, by its level.
    DaemonicAttack(Option<Pool>, Vec<Pool>),
}

/// What is counted of a power, named like the metrics.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Counts {
    pub cast: Cell,
    pub nullified: Cell,
    pub psyker_lost: Cell,
    pub power_lost: Cell,
    pub rebounded: Cell,
}

/// The result of a card.
enum Played {
    /// No effect: the next is played.
    Fails,
    /// The power is nullified.
    Nullifies,
    /// The power rebounds; whether it reaches the caster.
    Rebounds(bool),
}

/// The parts of a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Cards,
    Hits,
    Strike,
    BackHits,
    BackStrike,
}

const POWER: Sequence<Part> = Sequence(&[
    ("17.4.5", Part::Cards),
    ("17.7", Part::Hits),
    ("17.7", Part::Strike),
    ("17.4.5", Part::BackHits),
    ("17.4.5", Part::BackStrike),
]);

impl Play<Battle> for Psychic {
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        POWER.play(state, |now, state| match now.part {
            Part::Cards => self.play_card(forces, state, dice, now.nth),
            Part::Hits => {
                self.effect.begin(forces, state, dice);
                Flow::Done(To::Next)
            }
            Part::Strike => match self.effect.strike(forces, state, dice) {
                true => Flow::Over,
                false => Flow::Again(now.nth + 1),
            },
            Part::BackHits => {
                self.back.iter().for_each(|back| back.begin(forces, state, dice));
                Flow::Done(To::Next)
            }
            Part::BackStrike => match self.back.as_ref().is_none_or(|back| back.strike(forces, state, dice)) {
                true => Flow::Over,
                false => Flow::Again(now.nth + 1),
            },
        })
    }
}

impl Psychic {
    /// §17.4.5: plays the next card against the power; when there are none left, the power works.
    fn play_card<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, nth: usize) -> Flow<Part> {
        let taken = state[self.counts.psyker_lost] == 1;
        if nth == 0 && (self.psykers.highest(forces, state).is_none() || forces.is_destroyed(state, self.at)) {
            return Flow::Over;
        }
        let Some(card) = self.cards.get(nth) else {
            dice.note(|| text!("the power works (§17.4.4)"));
            state.set(self.counts.cast, 1);
            return Flow::Pass(To::Part(Part::Hits));
        };
        let played = match self.psykers.highest(forces, state).filter(|_| !taken) {
            Some(caster) => self.play(card, caster, forces, state, dice),
            // A daemon has taken the psyker in spite of Ultimate Force: no further card matters.
            None => Played::Fails,
        };
        match played {
            Played::Fails => Flow::Again(nth + 1),
            Played::Nullifies => {
                dice.note(|| text!("the power is nullified (§17.4.5)"));
                state.set(self.counts.nullified, 1);
                Flow::Over
            }
            Played::Rebounds(reaches) => {
                dice.note(|| text!("the power rebounds (§17.4.5)"));
                state.set(self.counts.rebounded, 1);
                if reaches { Flow::Done(To::Part(Part::BackHits)) } else { Flow::Over }
            }
        }
    }

    /// Plays a card against the power of a caster.
    fn play<D: Dice>(&self, card: &Card, caster: Caster, forces: &Forces, state: &mut State, dice: &mut D) -> Played {
        match card {
            Card::DaemonicAttack(hold, lives) => {
                if hold.as_ref().is_some_and(|hold| dice.successes(hold, 1) == 0) {
                    return Played::Fails;
                }
                if dice.successes(&lives[usize::from(caster.level)], 1) == 0 {
                    state.set(self.counts.psyker_lost, 1);
                    let wounds = forces.groups[caster.group].fewest(state).unwrap_or(1);
                    forces.kill(state, dice, caster.group, wounds, 1);
                }
                if self.ultimate { Played::Fails } else { Played::Nullifies }
            }
            _ if self.ultimate => Played::Fails,
            Card::Nullify(nth, pools) => {
                let psykers = match &self.nullifiers {
                    Nullifiers::Told(levels) => *levels,
                    Nullifiers::Target(psykers) => psykers.levels(forces, state),
                };
                let face = nth_nullify(psykers, caster.level, *nth).face();
                match dice.successes(&pools[usize::from(face) - 3], 1) {
                    0 => Played::Fails,
                    _ => Played::Nullifies,
                }
            }
            Card::Destroy(roll) => {
                if Higher::roll(dice, roll) == Higher::First {
                    state.set(self.counts.power_lost, 1);
                }
                Played::Nullifies
            }
            Card::Rebound(reaches) => Played::Rebounds(dice.successes(reaches, 1) > 0),
        }
    }
}
