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
use super::readings::{CrossfireDisrupt, CrossfirePassengers};
use super::state::{CURSOR, Cell, PIECE, State};
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;
pub use fire::to_hit;
pub use hits::Hit;

/// What a shot is aimed at (§1.1.3, §2.2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Infantry and light vehicles.
    Ap,
    /// Vehicles of all kinds.
    At,
    /// Anybody.
    Mw,
    /// §2.2.1: aircraft in flight, and they by nothing else.
    Aa,
}

/// All of them, in the order of the arrays below.
pub const KINDS: [Kind; 4] = [Kind::Ap, Kind::At, Kind::Mw, Kind::Aa];

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
    /// §3.1.3: formations that shoot as one with it.
    pub with: Vec<usize>,
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
    /// For each kind: how it treats mixed cover.
    pub aims: [Aim; 4],
    /// Which slots each kind can hit.
    pub open_to: [Slots; 4],
    /// For each slot the damage capacity of a war engine, 0 for ordinary units.
    pub engines: Vec<u8>,
    /// §4.2: fire at aircraft in flight.
    pub air: Option<AirFire>,
    /// §2.1.2: groups of the target that have popped up: who is aboard does not survive.
    pub aloft: Vec<usize>,
    /// §1.11.
    pub crossfire: Option<Crossfire>,
    /// §1.9.8, §6.1: the barrage, and then the flame templates.
    pub templates: Vec<Barrage>,
    /// In a step with an assault: where its kills and damage are kept, for they are none of the fighting's.
    pub aside: Vec<Aside>,
    /// Bits of kinds whose targets were mixed when firing began, shot at in the open alone.
    pub aimed: Cell,
    /// 1: the first loss to crossfire has been paid for.
    pub crossed: Cell,
    /// Bits of classes that nobody they are declared against was there for (§3.2.1).
    pub adrift: Cell,
}

/// What fire has done to a formation in a step with an assault: reaction fire, flak, or fire instead of a charge that failed.
#[derive(Clone, Copy, Debug)]
pub struct Aside {
    /// The formation.
    pub formation: usize,
    /// Its units destroyed.
    pub fallen: Cell,
    /// Points of damage that its war engines lost.
    pub damage: Option<Cell>,
}

impl Aside {
    /// §1.12.7: kills in an assault are those of the fighting, whether it comes to a fight or not.
    pub fn put(&self, forces: &Forces, state: &mut State) {
        let ledger = forces.formations[self.formation].ledger;
        let (fallen, damage) = (state.count(ledger.fallen), state.count(ledger.damage));
        state.add(self.fallen, fallen);
        if let Some(cell) = self.damage {
            state.add(cell, damage);
        }
        for cell in [ledger.fallen, ledger.damage, ledger.engines] {
            state[cell] = 0;
        }
    }
}

/// §4.2.3, §4.2.4: fire at aircraft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AirFire {
    /// It comes from the ground: it spends no overwatch and is nobody's action, but broken and marched formations give none.
    pub flak: bool,
    /// When the aircraft fired at jink.
    pub jink: Jink,
    /// §4.2: part of an interception: those who intercept must have left their patrol in this step.
    pub interceptors: Option<usize>,
}

/// §4.2.3: when aircraft jink, if they have to save at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jink {
    /// They do.
    Always,
    /// They do not.
    Never,
}

/// §1.11: who holds the other end of the line.
#[derive(Clone, Copy, Debug)]
pub struct Crossfire {
    /// A formation that must be neither broken nor marched, where the scenario names it.
    pub with: Option<usize>,
    /// The saves of those aboard what it destroys.
    pub passengers: CrossfirePassengers,
    /// The extra marker of those lost to disrupting hits.
    pub disrupt: CrossfireDisrupt,
}

/// A group that fires.
#[derive(Debug)]
pub struct Firer {
    /// The group.
    pub group: usize,
    /// So many of its units at most are able to fire.
    pub able: u32,
    /// §3.2.4: markers that suppress one of its units.
    pub weight: u32,
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
    /// One unit in so many has the weapon.
    pub one_in: u8,
    /// Slots within its range.
    pub reach: Slots,
    /// Index in [`Firer::magazines`] for weapons that cannot fire in every turn.
    pub once: Option<usize>,
    /// §1.1.3: a weapon with two values uses this one while the other has nothing to hit.
    pub instead_of: Option<Kind>,
    /// §3.2.3: the bit that is set when a critical hit has destroyed the weapon.
    pub lost: Option<(Cell, u16)>,
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
    /// §3.2.1: the slots among them it is declared against, while somebody is left there; 0 where nothing is declared.
    pub declared: Slots,
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

/// Pieces of a volley in the order they are played; two for each barrage follow.
const OPEN_FIRE: u16 = 0;
const TO_HIT: u16 = 1;
const SAVES: u16 = 2;
const TEMPLATES: u16 = SAVES + SAVE_ROUNDS.len() as u16;

/// The rounds of saves (§1.9.6, §2.2.6): snipers roll separately and first, then ordinary hits, then macro, then
/// titan killers.
pub const SAVE_ROUNDS: [(Strength, bool); 6] = [
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
            round @ SAVES..TEMPLATES => {
                self.roll_saves(forces, state, dice, SAVE_ROUNDS[usize::from(round - SAVES)]);
                state[PIECE] = self.next_saves(state, round + 1);
            }
            piece => match self.templates.get(usize::from((piece - TEMPLATES) / 2)) {
                Some(barrage) if (piece - TEMPLATES).is_multiple_of(2) => {
                    if barrage.roll_to_hit(self, forces, state, dice) {
                        state[PIECE] += 1;
                    }
                }
                Some(barrage) => {
                    barrage.roll_saves(self, forces, state, dice);
                    state[PIECE] += 1;
                }
                None => {
                    self.reckon(forces, state, dice);
                    return true;
                }
            },
        }
        false
    }

    fn next_saves(&self, state: &State, from: u16) -> u16 {
        (from..TEMPLATES)
            .find(|round| {
                let (strength, sniper) = SAVE_ROUNDS[usize::from(round - SAVES)];
                let due = |class: &&Class| (class.effect.strength, class.effect.sniper) == (strength, sniper);
                self.classes.iter().filter(due).any(|class| state[class.pending] > 0)
            })
            .unwrap_or(TEMPLATES)
    }
}
