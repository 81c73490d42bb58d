//! §1.12: assaults, from the charge to the winner's markers, in the order of `ASSAULT`.

mod aftermath;
mod attacks;
mod charge;
pub mod choices;
pub mod compile;
pub mod draft;
mod exchange;
mod extra_hits;
pub mod parts;
mod result;
mod result_dice;
pub mod share_hits;
mod sharing;
mod strikes;
pub mod support;
pub mod written;

use crate::allocation::{Begun, Slots};
pub use crate::assault::attacks::{Place, Reach, circumstance};
pub use crate::assault::result_dice::ResultDice;
pub use crate::assault::sharing::{Near, Sharing};
pub use crate::assault::strikes::{Strike, close_dice, in_contact, in_firefight};
use crate::battle::Battle;
use crate::fire::Aside;
use crate::profile::{Amount, Effect, Strength};
use crate::readings::ExtraHitsOnEngines;
use crate::withdrawal::Caught;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To, round};
use battle_odds_plan::state::{Cell, State};

/// An assault as compiled.
#[derive(Debug)]
pub struct Assault {
    /// Attacker and defender.
    pub sides: [Side; 2],
    /// The attacks of each [`Exchange`]: the dice of the attacker, then of the defender.
    pub exchanges: [Vec<Attacks>; 4],
    /// How units come into contact.
    pub contact: Contact,
    /// §1.13.3: what the losers lose when they withdraw.
    pub caught: Caught,
    /// Whether enemies near the losers are counted (§1.13.3): not if all units can withdraw.
    pub counts_enemies_near: bool,
    /// Extra hits of the loser that a war engine takes (§1.12.7).
    pub extra_hits: ExtraHitsOnEngines,
    /// Losses of the fighting formations through fire before the assault.
    pub aside: Vec<Aside>,
    /// The dice for its result.
    pub result: Compound<ResultDice>,
    /// 0 while neither side has won, then 1 for the attacker, 2 for the defender.
    pub winner: Cell,
    /// The winner's lead; 0 after an outright win.
    pub margin: Cell,
    /// Rounds fought.
    pub rounds: Cell,
    /// Where all ways are followed, what counts for the result on the defender's side, once it has saved.
    pub defender: [Cell; 4],
}

/// Index of the attacker in [`Assault::sides`].
pub const ATTACKER: usize = 0;
/// Index of the defender.
pub const DEFENDER: usize = 1;

/// One side of an assault: all its formations together (§1.12.10, §2.1.7).
#[derive(Debug)]
pub struct Side {
    /// Its formations; the first is the one that acts or is attacked.
    pub formations: Vec<usize>,
    /// Its groups, front to back, formation by formation.
    pub fighters: Vec<Fighter>,
    /// §2.1.7: the other formations follow a commander's order, so broken ones stay out; formations drawn in by a
    /// countercharge (§1.12.4), and those charged, always fight.
    pub commanded: bool,
    /// Whether the scenario counts its units in contact and in the firefight.
    pub counted: bool,
    /// §1.8.4: its formations that may be on overwatch; [`Class::saves`] has a table for each combination.
    pub waiting: Vec<usize>,
    /// Kinds of hits its units suffer.
    pub classes: Vec<Class>,
    /// §1.12.6: groups that support it, with their units in range in the first round and in every later one.
    pub supporters: Vec<(usize, [u32; 2])>,
    /// §1.12.8: other formations within 15 cm of an enemy, whatever the round.
    pub neighbours: Vec<usize>,
    /// For every slot of [`Class::saves`] the damage capacity of a war engine, 0 for ordinary units.
    pub engines: Vec<u8>,
    /// What a round of saves began with.
    pub begun: Begun,
    /// Where its fighters stand, from the first to be hit to the last.
    pub places: Vec<(usize, Near)>,
    /// The same as slots of [`Class::saves`], those out of reach left out.
    pub order: Vec<usize>,
    /// The slots of units that carry nobody: they die the same of any hit.
    pub alike: Slots,
    /// §1.12.10: for every slot its formation, if hits are shared evenly among formations; otherwise empty.
    pub in_turn: Vec<usize>,
    /// The slots in the order in which snipers choose them: the best armoured first (§2.1.20).
    pub sniper_order: Vec<usize>,
}

/// A group in an assault.
#[derive(Debug)]
pub struct Fighter {
    /// The group.
    pub group: usize,
    /// §3.3.1: twice as many enemies can touch one of its units.
    pub weight: u32,
    /// The most units in contact, if counted.
    pub most_in_contact: u32,
    /// The most units in the firefight, if counted.
    pub most_in_firefight: u32,
    /// §2.1.2: whether its units in contact use their firefight value, and units that touch them must too.
    pub forces_firefight: bool,
    /// Its units touching an enemy.
    pub in_contact: Cell,
    /// Its units within 15 cm of an enemy, touching none.
    pub in_firefight: Cell,
    /// Those of its units in contact that must use their firefight value (§2.1.2).
    pub aloft: Option<Cell>,
}

impl Fighter {
    /// The cell that counts its units at this distance.
    fn units(&self, near: Near) -> Option<Cell> {
        match near {
            Near::Contact => Some(self.in_contact),
            Near::Firefight => Some(self.in_firefight),
            Near::Anywhere => None,
        }
    }
}

/// How units come into contact if the scenario does not count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// Attackers and defenders pair off in list order; the remaining attackers double up, and with a countercharge
    /// defenders do (§1.12.4).
    PairedOff {
        /// Whether the defender countercharges.
        countercharge: bool,
    },
    /// No unit is in contact.
    None,
}

/// Attacks made at the same time, and saved before the next are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// §2.2.3: first strikes of the fighting units.
    FirstStrikes,
    /// §1.12.5: all their other attacks.
    Attacks,
    /// §2.2.3: first strikes of the supporting units.
    FirstSupport,
    /// §1.12.6: all their other attacks.
    Support,
}

impl Exchange {
    /// In the order in which they are fought.
    pub const ALL: [Exchange; 4] =
        [Exchange::FirstStrikes, Exchange::Attacks, Exchange::FirstSupport, Exchange::Support];
}

/// Equal attack dice.
#[derive(Debug)]
pub struct Attacks {
    /// The side that attacks.
    pub side: usize,
    /// The class of hits on the other side, in its [`Side::classes`].
    pub class: usize,
    /// To hit: no modifiers at all (§1.12.5).
    pub to_hit: Pool,
    /// Where the dice come from.
    pub from: Vec<Source>,
    /// Dice of it that are rolled only when the enemy saves, if that makes no difference.
    pub put_off: Cell,
}

/// Dice of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Which units make them.
    pub place: Place,
    /// Dice for each unit.
    pub dice: Amount,
    /// §3.3.2: dice of a war engine that are added when no unit is left that its other dice could hit.
    pub over: u32,
    /// §3.2.3: the bit that is set when a critical hit has destroyed the weapon.
    pub lost: Option<(Cell, u16)>,
}

/// Hits of one effect on one side.
#[derive(Debug)]
pub struct Class {
    /// What they do.
    pub effect: Effect,
    /// The round in which they are saved, of [`SAVE_ROUNDS`](crate::fire::SAVE_ROUNDS).
    pub round: (Strength, bool),
    /// §3.2.5: shields do not stop them: close combat.
    pub close: bool,
    /// Which enemies they can hit.
    pub reach: Reach,
    /// Hits waiting for their saves.
    pub pending: Cell,
    /// Saves by slot, one table for each subset of [`Side::waiting`] that is on overwatch (one bit each).
    pub saves: Vec<Vec<Option<Pool>>>,
}

/// The parts of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The charge, or the countercharges of a further round: which units are in contact, which within 15 cm.
    Engage,
    /// Attack dice of both sides.
    Attacks(Exchange),
    /// Saves of a side.
    Saves(Exchange, usize),
    /// The defender is counted, before the attacker saves.
    CountDefender(Exchange),
    /// Whether one side has won outright.
    OutrightWin,
    /// 2D6 each; after a tie another round with the survivors.
    Result,
    /// The loser's extra hits.
    ExtraHits,
    /// Its flight.
    Flight,
    /// The markers of its friends near by.
    NearTheLoser,
    /// The winner's markers.
    Markers,
}

/// §1.12.1: an assault in the order of the book.
const ASSAULT: Sequence<Part> = Sequence(&[
    ("1.12.3", Part::Engage),
    ("2.2.3", Part::Attacks(Exchange::FirstStrikes)),
    ("2.2.3", Part::Saves(Exchange::FirstStrikes, DEFENDER)),
    ("2.2.3", Part::Saves(Exchange::FirstStrikes, ATTACKER)),
    ("1.12.5", Part::Attacks(Exchange::Attacks)),
    ("1.12.5", Part::Saves(Exchange::Attacks, DEFENDER)),
    ("1.12.7", Part::CountDefender(Exchange::Attacks)),
    ("1.12.5", Part::Saves(Exchange::Attacks, ATTACKER)),
    ("1.12.5", Part::OutrightWin),
    ("2.2.3", Part::Attacks(Exchange::FirstSupport)),
    ("2.2.3", Part::Saves(Exchange::FirstSupport, DEFENDER)),
    ("2.2.3", Part::Saves(Exchange::FirstSupport, ATTACKER)),
    ("1.12.6", Part::Attacks(Exchange::Support)),
    ("1.12.6", Part::Saves(Exchange::Support, DEFENDER)),
    ("1.12.7", Part::CountDefender(Exchange::Support)),
    ("1.12.6", Part::Saves(Exchange::Support, ATTACKER)),
    ("1.12.7", Part::Result),
    ("1.12.7", Part::ExtraHits),
    ("1.12.8", Part::Flight),
    ("1.12.8", Part::NearTheLoser),
    ("1.12.9", Part::Markers),
]);

impl Assault {
    /// What only measures need once somebody has won: in how many rounds, if neither side may have friends near by; and by how
    /// much, once the extra hits have been taken.
    pub fn known_of_the_result(&self, state: &State, found: &mut dyn FnMut(Cell)) {
        let is_alone = |side: &Side| side.supporters.is_empty() && side.neighbours.is_empty();
        if ASSAULT.is_past(state, Part::Result) && self.sides.iter().all(is_alone) {
            found(self.rounds);
        }
        if ASSAULT.is_past(state, Part::ExtraHits) {
            found(self.margin);
        }
    }

    fn has_support_fire(&self) -> bool {
        let [_, _, first, others] = &self.exchanges;
        !(first.is_empty() && others.is_empty())
    }

    /// A side has won by this lead: from now on it does not matter where its units stand. Where all ways are followed, assaults
    /// of any number of rounds meet here.
    fn win<D: Dice>(&self, state: &mut State, dice: &D, (winner, margin): (usize, u32)) -> Flow<Part> {
        state.set(self.winner, winner as u32 + 1);
        state.set(self.margin, margin);
        self.forget_defender(state, dice);
        self.done_with_places(state, dice, winner);
        match dice.puts_off() {
            true => Flow::Done(To::Last(Part::ExtraHits)),
            false => Flow::Pass(To::Part(Part::ExtraHits)),
        }
    }
}

impl Play<Battle> for Assault {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        ASSAULT.play(state, |now, state| match now.part {
            Part::Engage => {
                if round(state) == 0 && !self.begin(forces, state) {
                    return Flow::Over;
                }
                self.engage(forces, state);
                state.add(self.rounds, 1);
                let round = state[self.rounds];
                dice.note(|| text!("round {round} of the assault", round));
                Flow::along(dice, To::Next)
            }
            // There are no such attacks.
            Part::Attacks(exchange) | Part::Saves(exchange, _) if self.exchanges[exchange as usize].is_empty() => {
                Flow::Pass(To::Next)
            }
            Part::Attacks(exchange) => match self.attack(forces, state, dice, (exchange, now.nth)) {
                Some(next) => Flow::Again(next),
                None => Flow::Done(To::Next),
            },
            // There are none on this side.
            Part::Saves(exchange, side) if self.exchanges[exchange as usize].iter().all(|of| of.side == side) => {
                Flow::along(dice, To::Next)
            }
            Part::Saves(exchange, side) => match self.save(forces, state, dice, (exchange, side), now.nth) {
                Some(next) => Flow::Again(next),
                None => Flow::Done(To::Next),
            },
            Part::CountDefender(exchange) => self.count_defender(exchange, forces, state, dice),
            Part::OutrightWin => self.win_outright(forces, state, dice),
            Part::Result if now.nth == 0 => self.before_the_dice(forces, state, dice),
            Part::Result => match self.roll_result(forces, state, dice) {
                Some(lead) => self.win(state, dice, lead),
                None => {
                    self.disengage(state);
                    Flow::Done(To::Round(Part::Engage))
                }
            },
            Part::ExtraHits => {
                self.extra_hits(forces, state, dice);
                let loser = self.winner_and_loser(state).1;
                self.done_with_places(state, dice, loser);
                match self.sides[loser].engines.iter().any(|&dc| dc > 0) {
                    true => Flow::apart(dice, To::Next),
                    false => Flow::Pass(To::Next),
                }
            }
            Part::Flight => {
                self.flight(forces, state, dice);
                match self.has_neighbours(state) {
                    true => Flow::apart(dice, To::Next),
                    false => Flow::Pass(To::Next),
                }
            }
            Part::NearTheLoser => {
                self.mark_near_the_loser(forces, state, dice);
                self.disengage(state);
                Flow::apart(dice, To::Next)
            }
            Part::Markers => {
                self.mark_the_winner(forces, state, dice);
                self.clear_markers(forces, state);
                Flow::Over
            }
        })
    }
}
