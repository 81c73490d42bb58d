//! §1.9: a formation shoots. The same procedure serves overwatch (§1.10), crossfire (§1.11) and, with
//! [`super::barrage`], artillery.
//!
//! 1. a marker for coming under fire, as soon as one unit may shoot (§1.9.4);
//! 2. dice to hit (§1.9.5), suppressed units silent (§1.9.2);
//! 3. hits allocated and saved: sniper shots, ordinary, macro, titan killers (§1.9.6);
//! 4. markers for losses, and only then the check whether the target breaks (§1.9.7).

mod fire;
mod hits;

use super::allocation::Slots;
use super::barrage::Barrage;
use super::forces::{Forces, Magazine};
use super::profile::{Amount, Effect, Strength};
use super::state::{CURSOR, Cell, PIECE, State};
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;
pub use fire::to_hit;

/// What a shot is aimed at (§1.1.3, §2.2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Infantry and light vehicles.
    Ap,
    /// Vehicles of all kinds.
    At,
    /// Anybody.
    Mw,
}

/// §1.8.2, §1.9.5: how one kind of shot treats a target of which some units are in cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// At all units; −1 as soon as one of them is in cover.
    All,
    /// At those in the open alone, without penalty.
    Open,
    /// Reading `covered-only-at-minus-one`: at those in cover alone, at −1.
    Covered,
}

/// A volley as compiled.
#[derive(Debug)]
pub struct Volley {
    /// The formation that shoots.
    pub by: usize,
    /// The formation aimed at.
    pub at: usize,
    /// §1.10: fires only from overwatch, and ends it.
    pub from_overwatch: bool,
    /// Firing groups, front to back.
    pub firers: Vec<Firer>,
    /// Dice with one test.
    pub shots: Vec<Shots>,
    /// Kinds of hits.
    pub classes: Vec<Class>,
    /// The target's slots, front to back.
    pub targets: Vec<Target>,
    /// Slots in the order snipers choose them (§2.1.20).
    pub sniper_order: Vec<usize>,
    /// Slots that the player has told the snipers to hit, again and again if need be (§2.1.20 Q); 0 for none.
    pub sniper_at: Slots,
    /// For AP, AT and MW: how they treat mixed cover.
    pub aims: [Aim; 3],
    /// Which slots each kind can hit.
    pub open_to: [Slots; 3],
    /// §1.11.
    pub crossfire: Option<Crossfire>,
    /// §1.9.8.
    pub barrage: Option<Barrage>,
    /// Bits of kinds whose targets were mixed when firing began, shot at in the open alone.
    pub aimed: Cell,
    /// 1: the first loss to crossfire has been paid for.
    pub crossed: Cell,
}

/// §1.11: who holds the other end of the line.
#[derive(Clone, Copy, Debug)]
pub struct Crossfire {
    /// A formation that must be neither broken nor marched, where the scenario names it.
    pub with: Option<usize>,
}

/// A group that fires.
#[derive(Debug)]
pub struct Firer {
    /// The group.
    pub group: usize,
    /// So many of its units at most are able to fire.
    pub able: u32,
    /// §1.9.2: slots in range of any of its weapons but those for close combat; with one of them there, it takes its turn
    /// at being suppressed.
    pub in_range: Slots,
    /// Units that fire: those able and not suppressed when fire is opened.
    pub active: Cell,
    /// §2.2.8, §2.2.10: its weapons that cannot fire in every turn.
    pub magazines: Vec<Magazine>,
}

/// Equal dice.
#[derive(Debug)]
pub struct Shots {
    /// What they are aimed at.
    pub kind: Kind,
    /// The class of their hits.
    pub class: usize,
    /// §2.2.4: −1 for cover never applies.
    pub ignore_cover: bool,
    /// To hit a target in the open, and one in cover; nothing when the value is 10+ or worse.
    pub to_hit: [Option<Pool>; 2],
    /// Where the dice come from.
    pub from: Vec<Source>,
}

/// One weapon line of one firer.
#[derive(Debug)]
pub struct Source {
    /// Index of the firer.
    pub firer: usize,
    /// Dice a unit.
    pub dice: Amount,
    /// Slots within its range.
    pub reach: Slots,
    /// Index in [`Firer::magazines`] for weapons that cannot fire in every turn.
    pub once: Option<usize>,
    /// §1.1.3: a weapon with two values uses this one while the other has nothing to hit.
    pub instead_of: Option<Kind>,
}

/// Hits of one kind with one effect.
#[derive(Debug)]
pub struct Class {
    /// What they can hit.
    pub kind: Kind,
    /// What they do.
    pub effect: Effect,
    /// Slots within range.
    pub reach: Slots,
    /// Hits waiting for their saves.
    pub pending: Cell,
    /// Saves by slot, for each [`Volley::variant`]; those that cannot come about are empty.
    pub saves: [Vec<Option<Pool>>; 4],
}

/// One slot of the target.
#[derive(Debug)]
pub struct Target {
    /// The group.
    pub group: usize,
    /// §1.8.2: in cover from these shooters.
    pub covered: bool,
    /// §1.8.4: in cover while on overwatch and not having fired.
    pub covered_on_overwatch: bool,
    /// So many of its units at most can be hit; the cell counts those left of them.
    pub exposed: Option<(u32, Cell)>,
}

/// Pieces of a volley in the order they are played.
const OPEN_FIRE: u8 = 0;
const TO_HIT: u8 = 1;
const SAVES: u8 = 2;
const BARRAGE: u8 = SAVES + SAVE_ROUNDS.len() as u8;
const BARRAGE_SAVES: u8 = BARRAGE + 1;
const RECKONING: u8 = BARRAGE + 2;

/// The rounds of saves (§1.9.6, §2.2.6): snipers roll separately and first, then ordinary hits, then macro, then
/// titan killers.
const SAVE_ROUNDS: [(Strength, bool); 6] = [
    (Strength::Normal, true),
    (Strength::Normal, false),
    (Strength::Macro, true),
    (Strength::Macro, false),
    (Strength::TitanKiller, true),
    (Strength::TitanKiller, false),
];

impl Volley {
    /// Plays one piece; true when the volley is over.
    pub fn advance<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        match state[PIECE] {
            OPEN_FIRE => {
                if !self.open_fire(forces, state, dice) {
                    return true;
                }
                state[PIECE] = TO_HIT;
            }
            TO_HIT => {
                if usize::from(state[CURSOR]) < self.shots.len() {
                    self.roll_to_hit(forces, state, dice);
                    state[CURSOR] += 1;
                }
                if usize::from(state[CURSOR]) == self.shots.len() {
                    state[CURSOR] = 0;
                    state[PIECE] = self.next_saves(state, SAVES);
                }
            }
            round @ SAVES..BARRAGE => {
                self.roll_saves(forces, state, dice, SAVE_ROUNDS[usize::from(round - SAVES)]);
                state[PIECE] = self.next_saves(state, round + 1);
            }
            BARRAGE => {
                let over = match &self.barrage {
                    Some(barrage) => barrage.roll_to_hit(self, forces, state, dice),
                    None => true,
                };
                if over {
                    state[PIECE] = if self.barrage.is_some() { BARRAGE_SAVES } else { RECKONING };
                }
            }
            BARRAGE_SAVES => {
                if let Some(barrage) = &self.barrage {
                    barrage.roll_saves(self, forces, state, dice);
                }
                state[PIECE] = RECKONING;
            }
            _ => {
                self.reckon(forces, state, dice);
                return true;
            }
        }
        false
    }

    fn next_saves(&self, state: &State, from: u8) -> u8 {
        (from..BARRAGE)
            .find(|round| {
                let (strength, sniper) = SAVE_ROUNDS[usize::from(round - SAVES)];
                let due = |class: &&Class| (class.effect.strength, class.effect.sniper) == (strength, sniper);
                self.classes.iter().filter(due).any(|class| state[class.pending] > 0)
            })
            .unwrap_or(if self.barrage.is_some() { BARRAGE } else { RECKONING })
    }
}
