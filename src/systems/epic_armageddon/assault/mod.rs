//! §1.12: assaults, from the charge to the winner's markers.
//!
//! 1. who touches whom, who is within 15 cm (§1.12.3, §1.12.4);
//! 2. first strikes, then all other attacks, each side's at the same time (§1.12.5, §2.2.3);
//! 3. an outright win ends it; otherwise support fire (§1.12.6) and the roll for the result (§1.12.7);
//! 4. a tie starts another round with the survivors;
//! 5. the loser's extra hits and flight (§1.12.8), the winner's markers (§1.12.9, §1.12.10).

mod aftermath;
mod charge;
mod exchange;
mod extra_hits;
mod result;
mod sharing;

use super::forces::Forces;
use super::profile::{Amount, Effect};
use super::readings::ExtraHitsOnEngines;
use super::state::{CURSOR, Cell, PIECE, ROUND, State};
use super::volley::Aside;
use super::withdrawal::Caught;
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;
pub use sharing::{Near, Sharing};

/// An assault as compiled.
#[derive(Debug)]
pub struct Assault {
    /// Attacker and defender.
    pub sides: [Side; 2],
    /// Exchanges of attacks in the order they are fought; those without dice are left out.
    pub exchanges: Vec<Exchange>,
    /// The pieces of a round and of what follows.
    pub pieces: Vec<Piece>,
    /// How contact comes about.
    pub contact: Contact,
    /// §1.13.3: what the losers lose when they withdraw.
    pub caught: Caught,
    /// Extra hits of the loser that a war engine takes (§1.12.7).
    pub extra_hits: ExtraHitsOnEngines,
    /// What fire before it has done to those who fight.
    pub aside: Vec<Aside>,
    /// 0 while nobody has won, then 1 for the attacker, 2 for the defender.
    pub winner: Cell,
    /// The winner's lead; 0 after an outright win.
    pub margin: Cell,
    /// Rounds fought.
    pub rounds: Cell,
}

/// Index of the attacker in [`Assault::sides`].
pub const ATTACKER: usize = 0;
/// Index of the defender.
pub const DEFENDER: usize = 1;

/// One side of an assault: all its formations together (§1.12.10, §2.1.7).
#[derive(Debug)]
pub struct Side {
    /// Its formations, the first of them the one that acts or is attacked.
    pub formations: Vec<usize>,
    /// Its groups, front to back, formation by formation.
    pub fighters: Vec<Fighter>,
    /// §2.1.7: the others follow a commander's order, so broken ones stay out; formations that a countercharge draws in
    /// (§1.12.4) and those charged fight whether they would or not.
    pub commanded: bool,
    /// Whether the scenario counts its units in contact and in the firefight.
    pub counted: bool,
    /// §1.8.4: its formations that may lie in wait; [`Class::saves`] has a table for each way they can.
    pub waiting: Vec<usize>,
    /// Kinds of hits its units suffer.
    pub classes: Vec<Class>,
    /// Formations within 15 cm that take a marker if it loses (§1.12.8).
    pub neighbours: Vec<usize>,
    /// For every slot of [`Class::saves`] the damage capacity of a war engine, 0 for ordinary units.
    pub engines: Vec<u8>,
    /// Where its fighters stand, from the first to be hit to the last.
    pub places: Vec<(usize, Near)>,
    /// The same as slots of [`Class::saves`], those out of reach left out.
    pub order: Vec<usize>,
    /// §1.12.10: for every slot its formation, where hits are shared evenly among formations; empty where they are not.
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
    /// The most units in contact, where counted.
    pub most_in_contact: u32,
    /// The most units in the firefight, where counted.
    pub most_in_firefight: u32,
    /// §2.1.2: its units in contact fight with their firefight value, and those who touch them must too.
    pub forces_firefight: bool,
    /// Its units touching an enemy.
    pub in_contact: Cell,
    /// Its units within 15 cm of an enemy, touching none.
    pub in_firefight: Cell,
    /// Those of its units in contact that must use their firefight value (§2.1.2).
    pub aloft: Option<Cell>,
}

impl Fighter {
    /// Where its units that are so near are counted.
    fn units(&self, near: Near) -> Option<Cell> {
        match near {
            Near::Contact => Some(self.in_contact),
            Near::Firefight => Some(self.in_firefight),
            Near::Anywhere => None,
        }
    }
}

/// How units come into contact where the scenario does not count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// Attackers and defenders pair off in list order; attackers left over double up, and with a countercharge
    /// defenders do (§1.12.4).
    PairedOff {
        /// Whether the defender countercharges.
        countercharge: bool,
    },
    /// Nobody touches anybody.
    None,
}

/// Attacks made at the same time.
#[derive(Debug)]
pub struct Exchange {
    /// The dice of the attacker, then of the defender.
    pub attacks: Vec<Attacks>,
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
}

/// Who attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Units of a fighter in contact.
    Contact(usize),
    /// Units of a fighter in the firefight.
    Firefight(usize),
    /// §1.12.6: units of a group of a supporting formation, so many at most in the first round, and in every later one.
    Support(usize, [u32; 2]),
}

/// Dice of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Whose.
    pub place: Place,
    /// Dice a unit.
    pub dice: Amount,
    /// §3.3.2: dice of a war engine that come over when nobody is left whom its other dice could hit.
    pub over: u32,
    /// §3.2.3: the bit that is set when a critical hit has destroyed the weapon.
    pub lost: Option<(Cell, u16)>,
}

/// §3.3.2: whom attacks can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Anybody within 15 cm.
    All,
    /// A war engine's close combat: those in contact.
    Touching,
    /// A war engine's firefight while it is in contact: those who are not.
    Apart,
}

/// Hits of one effect on one side.
#[derive(Debug)]
pub struct Class {
    /// What they do.
    pub effect: Effect,
    /// §3.2.5: shields do not stop them: close combat.
    pub close: bool,
    /// Whom they can hit.
    pub reach: Reach,
    /// Hits waiting for their saves.
    pub pending: Cell,
    /// Saves by slot, one table for each subset of [`Side::waiting`] that is on overwatch (one bit each).
    pub saves: Vec<Vec<Option<Pool>>>,
}

/// One piece of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The charge, or the countercharges of a further round.
    Engage,
    /// Attack dice of an exchange.
    Attack(usize),
    /// Saves of a side.
    Save(usize),
    /// Whether one side has won outright.
    OutrightWin,
    /// 2D6 each.
    Result,
    /// Extra hits, flight, markers.
    Aftermath,
}

impl Assault {
    /// Plays one piece; true when the assault is over.
    pub fn advance<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let mut next = usize::from(state[PIECE]) + 1;
        match self.pieces[usize::from(state[PIECE])] {
            Piece::Engage => {
                if state[ROUND] == 0 && !self.begin(forces, state) {
                    return true;
                }
                self.engage(forces, state);
                state.add(self.rounds, 1);
                let round = state[self.rounds];
                dice.note(|| format!("round {round} of the assault"));
            }
            Piece::Attack(exchange) => {
                let attacks = &self.exchanges[exchange].attacks;
                self.attack(forces, state, dice, &attacks[usize::from(state[CURSOR])]);
                state[CURSOR] += 1;
                if usize::from(state[CURSOR]) < attacks.len() {
                    next -= 1;
                } else {
                    state[CURSOR] = 0;
                }
            }
            Piece::Save(side) => self.save(forces, state, dice, side),
            Piece::OutrightWin => {
                if let Some(winner) = self.outright_winner(forces, state) {
                    let loser = ["no defender is left", "no attacker within reach is left"][winner];
                    dice.note(|| format!("{loser}: an outright win (§1.12.5)"));
                    self.win(state, winner, 0);
                    next = self.pieces.len() - 1;
                }
            }
            Piece::Result => {
                if !self.roll_result(forces, state, dice) {
                    next = 0;
                    state.add(ROUND, 1);
                    self.disengage(state);
                }
            }
            Piece::Aftermath => {
                self.aftermath(forces, state, dice);
                self.disengage(state);
                return true;
            }
        }
        state[PIECE] = next as u16;
        false
    }
}
