//! L469: orders: command tests, their modifiers, blunders.

pub mod compile;
pub mod waits;
pub mod written;

use crate::battle::Battle;
use crate::forces::{BY_ORDER, CONFUSED, Commander, ENGAGED, FAR, Forces, HALTED, SENT, Unit};
use crate::items::Item;
use crate::profile::{Ability, Kind};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To, round};
use battle_odds_plan::state::State;

/// He is giving orders in this command phase.
const GIVING: u16 = 1;
/// He has failed in it.
const FAILED: u16 = 2;
/// He has stopped by choice: another has begun.
const ENDED: u16 = 3;

/// One commander gives orders to formations, one after the other.
#[derive(Debug)]
pub struct Orders {
    /// The commander.
    pub by: usize,
    /// The formations that he orders, one after the other.
    pub to: Vec<Recipient>,
    /// The roll of his blunders.
    pub blunder: Roll,
    /// L2434: whether the helm is used.
    pub helm: bool,
    /// L2446, L2458: whether he may spend the orb, and his general the sceptre.
    pub spends: [bool; 2],
}

/// A unit or a brigade that is ordered.
#[derive(Debug)]
pub struct Recipient {
    /// The formation.
    pub formation: usize,
    /// L527: the modifiers of each order of this step, without those for losses; as many orders at most.
    pub modifiers: Vec<i8>,
    /// "order from … to …".
    pub roll: Roll,
}

/// The parts of giving orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Recipient,
    Order,
}

/// L469: orders, a round for each formation that is ordered.
const ORDERS: Sequence<Part> = Sequence(&[("L469", Part::Recipient), ("L477", Part::Order)]);

/// L511: the most orders to one formation in a command phase.
pub const MOST_ORDERS: i64 = 3;

/// L555: the number of units in a brigade.
pub const BRIGADE: std::ops::RangeInclusive<usize> = 1..=4;

/// L527: what makes an order easier or harder, apart from losses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances {
    /// cm from the commander.
    pub distance: i64,
    /// How many of these apply: an enemy near, a flank exposed, terrain.
    pub hindrances: i64,
    /// Orders received earlier in the phase.
    pub earlier: i64,
    /// Any other modifier in the scenario.
    pub other: i64,
}

impl Circumstances {
    /// L527: the modifier of an order to these units.
    pub fn modifier(self, to: &[Unit]) -> i8 {
        let has = |ability: Ability| i64::from(to.iter().any(|unit| unit.profile.has(ability)));
        // At exactly 20 or 40 cm the nearer band counts, as printed.
        let far = ((self.distance + 19) / 20 - 1).max(0);
        let slow = if self.earlier > 0 { has(Ability::Slow) } else { 0 };
        (self.other - far - self.hindrances - self.earlier - slow - has(Ability::Unreliable)) as i8
    }
}

/// L1993, L2123: the range of a commander's orders, in cm; flyers take none from farther than 20.
pub fn reach(by: Kind, to: &[Unit]) -> i64 {
    if to.iter().any(Unit::flies) { 20 } else { by.order_range().into() }
}

impl Play<Battle> for Orders {
    /// Plays one order; true when all are given.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        let commander = &forces.commanders[self.by];
        let next_recipient = Flow::Pass(To::Round(Part::Recipient));
        ORDERS.play(state, |now, state| {
            let Some(recipient) = self.to.get(round(state)) else { return Flow::Over };
            // L501: a commander that has failed gives no more orders.
            if !forces.is_there(state, commander)
                || state[commander.giving] >= FAILED
                || self.is_silenced(forces, state)
            {
                return Flow::Over;
            }
            match now.part {
                Part::Recipient if !self.begin(recipient, forces, state) => next_recipient,
                Part::Recipient => Flow::Pass(To::Next),
                Part::Order if now.nth == recipient.modifiers.len() => next_recipient,
                Part::Order => {
                    self.order(recipient, now.nth, forces, state, dice);
                    Flow::Again(now.nth + 1)
                }
            }
        })
    }
}

impl Orders {
    /// The units that are ordered.
    pub fn units(&self, forces: &Forces) -> Vec<usize> {
        self.to.iter().flat_map(|recipient| forces.formations[recipient.formation].units.clone()).collect()
    }

    /// Whether a formation is ordered at all: once in a command phase, and only if it can move.
    fn begin(&self, to: &Recipient, forces: &Forces, state: &mut State) -> bool {
        let ordered = forces.formations[to.formation].ordered;
        let begins = !to.modifiers.is_empty() && state[ordered] == 0 && can_move(forces, state, to.formation);
        if begins {
            state.put(ordered, 1);
        }
        begins
    }

    /// L477: the nth order to a formation.
    fn order<D: Dice>(&self, to: &Recipient, nth: usize, forces: &Forces, state: &mut State, dice: &mut D) {
        let commander = &forces.commanders[self.by];
        self.silence_others(forces, state);
        if self.pass(to, nth, forces, state, dice) {
            state.add(forces.formations[to.formation].ledger.orders, 1);
            state.add(commander.orders, 1);
            send(forces, state, to.formation);
        } else {
            state.put(commander.giving, FAILED);
        }
    }

    /// L507: whether the general has failed, so that no commander of the side gives orders any more in this phase.
    fn is_silenced(&self, forces: &Forces, state: &State) -> bool {
        let side = forces.formations[forces.commanders[self.by].formation].side;
        let failed = |other: &Commander| {
            other.profile.kind == Kind::General
                && forces.formations[other.formation].side == side
                && state[other.giving] == FAILED
        };
        forces.commanders.iter().any(failed)
    }

    /// L495, L1993: commanders of his side that gave orders before have stopped now that he begins.
    fn silence_others(&self, forces: &Forces, state: &mut State) {
        let side_of = |commander: &Commander| forces.formations[commander.formation].side;
        let side = side_of(&forces.commanders[self.by]);
        for (index, other) in forces.commanders.iter().enumerate() {
            if index != self.by && side_of(other) == side && state[other.giving] == GIVING {
                state.put(other.giving, ENDED);
            }
        }
    }

    /// L477: 2D6, at most the command with its modifiers.
    fn pass<D: Dice>(&self, to: &Recipient, nth: usize, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let commander = &forces.commanders[self.by];
        let of = &forces.formations[to.formation];
        let item = commander.profile.item;
        let first = state[commander.giving] == 0;
        state.put(commander.giving, GIVING);
        // L527, L555: each stand lost costs 1; in a brigade the unit that lost most counts.
        let units = forces.units[of.units.clone()].iter().filter(|unit| state[unit.stands] > 0);
        let lost = units.map(|unit| i32::from(unit.profile.stands) - i32::from(state[unit.stands])).max().unwrap_or(0);
        let modifier = i32::from(to.modifiers[nth]) - lost - i32::from(state[of.penalty]);
        let mut command = i32::from(commander.profile.command);
        if self.helm && item == Some(Item::HelmOfDominion) && state[commander.used] < 2 {
            state.put(commander.used, 1);
            command = (command + 1).min(10);
        }
        let crowned = first && item == Some(Item::CrownOfCommand) && state[commander.used] == 0;
        let mut need = if crowned { 10 } else { command + modifier };
        if commander.profile.kind != Kind::General {
            // L2009: a natural 12 of a hero or a wizard fails, whatever is needed.
            need = need.min(11);
        }
        let rolled = two_dice(&to.roll, need, dice);
        if rolled <= need {
            return true;
        }
        if crowned {
            dice.note(|| text!("the crown of command fails for good"));
            state.put(commander.used, 2);
        }
        if item == Some(Item::OrbOfMajesty) && state[commander.used] == 0 && self.spends[0] {
            state.put(commander.used, 2);
            dice.note(|| text!("rolled again at command 8 (orb of majesty)"));
            let need = 8 + modifier;
            return two_dice(&to.roll, need, dice) <= need;
        }
        rolled == 12 && commander.profile.kind != Kind::General && self.blunder(to, forces, state, dice)
    }

    /// L2009: a natural 12 of a hero or a wizard; true if the general's sceptre turns it into a success (L2458).
    fn blunder<D: Dice>(&self, to: &Recipient, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let commander = &forces.commanders[self.by];
        let of = &forces.formations[to.formation];
        let result = u16::from(dice.die(&self.blunder, 6)) + u16::from(commander.profile.kind == Kind::Wizard);
        let sceptre = forces.with_item(state, of.side, Item::SceptreOfSovereignty);
        if let Some(general) = sceptre.filter(|_| self.spends[1]) {
            dice.note(|| text!("the sceptre of sovereignty makes a success of the blunder"));
            state.put(general.used, 2);
            return true;
        }
        state.put(commander.blunder, result.min(6));
        let name = &of.name;
        dice.note(|| match result {
            1 => text!("blunder: {name} moves no more and takes orders at -1 from now on (Table of blunders)", name),
            2 | 3 => text!("blunder: {name} keeps out of the enemy's reach (Table of blunders)", name),
            4 | 5 => text!("blunder: {name} moves at half pace and does not charge (Table of blunders)", name),
            _ => text!("blunder: {name} moves at full pace at the nearest enemy (Table of blunders)", name),
        });
        if result == 1 {
            state.add(of.penalty, 1);
        }
        false
    }
}

/// 2D6, with what was needed.
fn two_dice<D: Dice>(roll: &Roll, need: i32, dice: &mut D) -> i32 {
    let rolled = i32::from(dice.die(roll, 6)) + i32::from(dice.die(roll, 6));
    dice.note(|| match rolled <= need {
        true => text!("{rolled}, needed {need} or less: given", rolled, need),
        false => text!("{rolled}, needed {need} or less: failed", rolled, need),
    });
    rolled
}

/// L421: units that are confused or in combat take no orders, nor do those just back on the table (L906) or too far
/// away (L2123); a brigade moves if any of its units can.
fn can_move(forces: &Forces, state: &State, formation: usize) -> bool {
    forces.formations[formation].units.clone().any(|unit| unit_can_move(forces, state, unit))
}

/// L477: in a formation that has received an order, all units that can move do.
fn send(forces: &Forces, state: &mut State, formation: usize) {
    for unit in forces.formations[formation].units.clone() {
        if unit_can_move(forces, state, unit) {
            let status = forces.units[unit].status;
            state.put(status, state[status] & !BY_ORDER | SENT);
        }
    }
}

fn unit_can_move(forces: &Forces, state: &State, unit: usize) -> bool {
    forces.is_present(state, unit) && !forces.units[unit].is(state, CONFUSED | ENGAGED | HALTED | FAR)
}
