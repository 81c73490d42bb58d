//! L1300: combat: rounds of attacks of both sides at once, their result, retreat and pursuit, until it is over or put off
//! to the next phase.
//!
//! | file | part |
//! |---|---|
//! | [`charge`] | L1308, L1233: which units come into it, and fire at the chargers |
//! | [`mod@line`] | L1308, L1322: where the stands are along the line |
//! | [`blows`] | L1322 to L1372: which stands fight which, with how many dice; hits and saves |
//! | [`at_once`] | all attacks on one target in one roll, where all ways are followed |
//! | [`outcome`] | L1380 to L1538: the score, losses, retreat |
//! | [`aftermath`] | L1542 to L1807: pursuit, advance, and combats that continue later |
//! | [`fall_back`] | L1771: falling back |
//! | [`fighter_set`] | a set of fighters |
//! | [`written`] | what a step `combat` may hold |
//! | [`compile`] | reading it |
//! | [`places`], [`contact`] | reading where the stands are, by numbers or by a named contact |
//! | [`counter_fire`] | reading fire at a charge |
//! | [`choices`] | reporting what the scenario leaves open |

pub mod aftermath;
pub mod at_once;
pub mod blows;
pub mod charge;
pub mod choices;
pub mod compile;
pub mod contact;
pub mod counter_fire;
pub mod fall_back;
pub mod fighter_set;
pub mod line;
pub mod outcome;
pub mod places;
pub mod written;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::battle::Battle;
use crate::combat::fighter_set::FighterSet;
use crate::cover::Cover;
use crate::fire::Luck;
use crate::forces::{ENGAGED, Forces};
use crate::readings::Readings;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::{Cell, State};

/// L1542: what the winner of a round does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "what a winner does", rename_all = "kebab-case")]
pub enum OnWin {
    /// Pursues where the book lets it; advances when all enemies are gone.
    Pursue,
    /// Stands where it is.
    Stand,
    /// Falls back.
    FallBack,
}

/// The stands of a unit in a combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Stands that touch an enemy.
    pub fighting: u16,
    /// Stands next to or behind those that fight, and in contact with none.
    pub support: u16,
    /// Of the stands that fight, those that an enemy front touches on flank or rear.
    pub flanked: u16,
}

/// A unit that takes part in a combat.
#[derive(Clone, Debug, PartialEq)]
pub struct Fighter {
    /// The unit.
    pub unit: usize,
    /// 0 for the chargers (`by`), 1 for their enemies.
    pub side: usize,
    /// Its formation, by index in the table of results.
    pub formation: usize,
    /// 1: a fresh enemy that the winner may advance into.
    pub wave: u16,
    /// L1739: it comes in only by an advance, from an earlier step of the phase: its bit in [`Cells::came`].
    pub advancing: Option<u16>,
    /// Where its stands are in the first round.
    pub places: Places,
    /// And in later rounds; left out, all that are left fight.
    pub later: Option<Places>,
    /// L477: whether it charges only if it has received an order in this turn.
    pub waits: bool,
    /// How its stands are protected when they are charged or advanced upon.
    pub cover: Cover,
    /// What it does when it wins.
    pub on_win: OnWin,
    /// L2071: attacks that a commander adds to one stand, in addition to those of his profile.
    pub commander: u16,
    /// L1504: cm it can retreat, and the stands that are lost if it must go farther.
    pub room: Option<(u16, u16)>,
    /// L1771: cm it must fall back to be clear of all units.
    pub clear: Option<u16>,
    /// L1771: cm it must fall back to touch no enemy.
    pub contact: u16,
    /// L2386.
    pub luck: Luck,
    /// L1326: the enemy formation that its stands attack, if the scenario names one.
    pub at: Option<usize>,
}

/// What attacks roll, by attacker, target and protection; none between friends, nor for a protection that no stand has.
pub type Pools = Vec<Vec<[Option<Pool>; 3]>>;

/// L1233: fire of one unit at one that charges it.
#[derive(Debug)]
pub struct ChargeFire {
    /// The fighter that fires.
    pub by: usize,
    /// The fighter that charges.
    pub at: usize,
    /// Its dice.
    pub dice: u16,
    /// To hit.
    pub pool: Pool,
}

/// All attacks on each fighter in one roll.
#[derive(Debug)]
pub struct AtOnce(Vec<Target>);

/// A fighter that is attacked.
#[derive(Debug)]
struct Target {
    /// The attacks on it by its protection; none for one that no stand has.
    attacks: [Option<Attacks>; 3],
    /// The fighters before it that are like it: once all of them have been attacked for the last time, it does not matter
    /// which of them has lost what.
    alike: Vec<usize>,
}

/// The attacks of all enemies on the stands of one fighter with one protection.
#[derive(Debug)]
struct Attacks {
    /// How many dice, from the beginning of the round until they are rolled.
    dice: Cell,
    /// To hit and not to be saved.
    wounds: Pool,
}

/// A combat as compiled.
#[derive(Debug)]
pub struct Combat {
    /// All fighters, the chargers first.
    pub fighters: Vec<Fighter>,
    /// L1233: fire at units that charge or advance, charger by charger in the order in which they move.
    pub fires: Vec<ChargeFire>,
    /// Whether it begins with a charge, or they have been in contact before.
    pub charge: bool,
    /// Whether units of both sides have fought in an earlier step: without a charge they then fight only if that combat
    /// continues.
    pub met_before: bool,
    /// Rounds in a phase and an engagement: 1 or 2.
    pub rounds: u16,
    /// L1799: phase after phase until it is over.
    pub to_end: bool,
    /// Readings.
    pub readings: Readings,
    /// To hit.
    pub pools: Pools,
    /// All attacks on one target in one roll, where all ways are followed; `None` if hits and saves have to be rolled apart.
    pub at_once: Option<AtOnce>,
    /// "fall back of …" of each side.
    pub falls: [Roll; 2],
    /// The cells that it uses.
    pub cells: Cells,
}

/// The cells of a combat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cells {
    /// Hits to be saved.
    pub hits: Cell,
    /// L1380: the score of each side in the round, counted from `NO_SCORE`.
    pub scores: [Cell; 2],
    /// The round of this engagement in this phase: 1 or 2.
    pub nth: Cell,
    /// 1 when the chargers have advanced into fresh enemies, 2 when their enemies have.
    pub wave: Cell,
    /// Rounds fought.
    pub rounds: Cell,
    /// 1 if it continues in the next phase.
    pub unresolved: Cell,
    /// Phases that are over.
    pub phases: Cell,
    /// L1739: bits of the units that have come in by an advance; the others may be in a combat of their own.
    pub came: Cell,
}

/// A score of 0 in its cell: where all ways are followed only the difference of the scores is kept, and it may be negative.
const NO_SCORE: u16 = 1 << 15;

/// The parts of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Charge,
    CounterFire,
    Attacks,
    AtOnce,
    Result,
    FallBack,
}

/// L1300, L1304: a combat: a round begins with the fire at those that come, and pursuers fight another.
const COMBAT: Sequence<Part> = Sequence(&[
    ("L1308", Part::Charge),
    ("L1233", Part::CounterFire),
    ("L1322", Part::Attacks),
    ("L1326", Part::AtOnce),
    ("L1380", Part::Result),
    ("L1771", Part::FallBack),
]);

/// An upper bound for the rounds of a combat.
const MOST_ROUNDS: usize = 250;

impl Play<Battle> for Combat {
    /// Plays one piece; true when it is over for this step.
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        COMBAT.play(state, |now, state| match now.part {
            Part::Charge => match self.join(forces, state, dice) {
                true => self.next_round(state, 1),
                false => Flow::Over,
            },
            Part::CounterFire => match self.counter_fire(now.nth, forces, state, dice) {
                Some(next) => Flow::Again(next),
                None if !self.meet(forces, state, dice) => self.end(Flow::Over, forces, state),
                None => {
                    self.begin_round(forces, state);
                    match self.at_once.as_ref().filter(|_| dice.puts_off()) {
                        Some(at_once) => {
                            self.count_dice(at_once, battle, state);
                            Flow::Done(To::Part(Part::AtOnce))
                        }
                        None => Flow::Pass(To::Next),
                    }
                }
            },
            Part::Attacks => match self.attack(now.nth, battle, state, dice) {
                Some(next) => Flow::Again(next),
                None => {
                    if dice.puts_off() {
                        self.forget_the_attacks(forces, state);
                    }
                    Flow::apart(dice, To::Part(Part::Result))
                }
            },
            Part::AtOnce => {
                if let Some(at_once) = &self.at_once {
                    self.attack_at_once(at_once, now.nth, battle, state, dice);
                }
                match now.nth + 1 {
                    next if next < self.fighters.len() => Flow::Again(next),
                    _ => Flow::Done(To::Next),
                }
            }
            Part::Result => self.end(self.resolve(forces, state, dice), forces, state),
            Part::FallBack => self.end(self.fall_back(now.nth, forces, state, dice), forces, state),
        })
    }
}

impl Combat {
    /// The units that take part.
    pub fn units(&self) -> Vec<usize> {
        self.fighters.iter().map(|fighter| fighter.unit).collect()
    }

    /// L477: the units that charge only if they have received an order.
    pub fn waiting(&self) -> Vec<usize> {
        self.fighters.iter().filter(|fighter| fighter.waits).map(|fighter| fighter.unit).collect()
    }

    /// The units that take part now, by side: on the table, engaged, in this wave.
    fn engaged(&self, forces: &Forces, state: &State) -> [FighterSet; 2] {
        let mut engaged = [FighterSet::default(); 2];
        for (index, fighter) in self.fighters.iter().enumerate() {
            if self.fights(fighter, forces, state) {
                engaged[fighter.side].add(index);
            }
        }
        engaged
    }

    /// All fighters for which `wish` holds.
    fn those(&self, wish: impl Fn(&Fighter) -> bool) -> FighterSet {
        (0..self.fighters.len()).filter(|&index| wish(&self.fighters[index])).collect()
    }

    #[inline(always)] // called most often of all
    fn fights(&self, fighter: &Fighter, forces: &Forces, state: &State) -> bool {
        let unit = &forces.units[fighter.unit];
        // L1739: a fresh enemy that has not been advanced upon yet may be in a combat of its own.
        let fresh = fighter.wave == 1 && !self.has_advanced(1 - fighter.side, state);
        unit.in_the_round(state) > 0 && unit.is(state, ENGAGED) && !fresh && self.is_here(fighter, state)
    }

    /// L1739: whether it is here: a unit that comes in by an advance only once it has come.
    fn is_here(&self, fighter: &Fighter, state: &State) -> bool {
        fighter.advancing.is_none_or(|bit| state[self.cells.came] & bit != 0)
    }

    /// The next round, the `nth` of the engagement in this phase.
    fn next_round(&self, state: &mut State, nth: u16) -> Flow<Part> {
        state.put(self.cells.nth, nth);
        Flow::Done(To::Round(Part::CounterFire))
    }

    /// Whether nothing depends on a cell but its measure: wounds of a formation, and how far it has retreated if no unit
    /// needs room for that.
    pub fn only_counts(&self, cell: Cell, forces: &Forces) -> bool {
        let ledger = |fighter: &Fighter| forces.formations[fighter.formation].ledger;
        let has_room = self.fighters.iter().all(|fighter| fighter.room.is_none());
        self.fighters.iter().map(ledger).any(|of| cell == of.wounds || has_room && cell == of.retreat)
    }

    /// Whether this round is the last, however it ends.
    fn is_last_round(&self, state: &State) -> bool {
        let may_advance = || self.fighters.iter().any(|fighter| fighter.wave == 1 || fighter.advancing.is_some());
        !self.to_end && state[self.cells.nth] >= self.rounds && !may_advance()
    }

    /// When it is over, units that are out of it leave.
    fn end(&self, flow: Flow<Part>, forces: &Forces, state: &mut State) -> Flow<Part> {
        if flow == Flow::Over {
            self.leave(forces, state);
        }
        flow
    }

    /// What happens before the attacks of a round: banners of the first combat start working, stands are counted, and what
    /// counts for the result besides the attacks.
    fn begin_round(&self, forces: &Forces, state: &mut State) {
        let engaged = self.engaged(forces, state);
        if !engaged.iter().any(|side| side.is_empty()) {
            state.add(self.cells.rounds, 1);
        }
        for index in engaged[0].union(engaged[1]).iter() {
            let unit = &forces.units[self.fighters[index].unit];
            state.put(unit.fighting, state[unit.stands]);
            forces.unfurl(state, self.fighters[index].unit);
        }
        let sides = self.sides_of_the_round(forces, state);
        for (side, &score) in self.cells.scores.iter().enumerate() {
            state.set(score, u32::from(NO_SCORE) + self.besides(sides, side, forces, state));
        }
    }
}
