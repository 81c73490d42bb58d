//! §1.9: a formation shoots. The same procedure is used for overwatch (§1.10), crossfire (§1.11) and, with
//! [`crate::barrage`], artillery.

pub mod compile;
pub mod coordinated;
pub mod draft;
mod hits;
pub mod keys;
pub mod orders;
pub mod parts;
pub mod reactions;
pub mod shooters;
mod shots;
mod to_hit;
pub mod under_fire;
pub mod written;

use crate::allocation::{Begun, Slots};
use crate::barrage::Barrage;
use crate::battle::Battle;
use crate::forces::Forces;
use crate::profile::{Effect, Strength};
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::{Cell, State};
use schemars::JsonSchema;
use serde::Deserialize;

pub use crate::fire::shooters::{Firer, KINDS, Kind, Source};
pub use crate::fire::to_hit::Order;
pub use crate::fire::under_fire::{AirFire, Crossfire, Hit, Jink, UnderFire};

/// §1.8.2, §1.9.5: how one kind of shot treats a target of which some units are in cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "an aim", rename_all = "kebab-case")]
pub enum Aim {
    /// At all units; −1 as soon as one of them is in cover.
    All,
    /// Only at those in the open, without penalty.
    Open,
    /// Reading `covered-only-at-minus-one`: only at those in cover, at −1.
    #[serde(skip)]
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
    pub at: UnderFire,
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
    /// Slots that the scenario makes the snipers hit, repeatedly if need be (§2.1.20 Q); 0 for none.
    pub sniper_at: Slots,
    /// For each kind: how it treats mixed cover.
    pub aims: [Aim; 4],
    /// Which slots each kind can hit.
    pub open_to: [Slots; 4],
    /// For each slot the damage capacity of a war engine, 0 for ordinary units.
    pub engines: Vec<u8>,
    /// What a round of saves began with.
    pub begun: Begun,
    /// §1.9.8, §6.1: the barrage, and then the flame templates.
    pub templates: Vec<Barrage>,
    /// §1.13.3: groups of the target within 15 cm of the shooters; nothing if the scenario does not give their range.
    pub near: Option<Vec<usize>>,
    /// In a step with an assault: where its kills and damage are kept, because they are not part of the fighting.
    pub aside: Vec<Aside>,
    /// Bits of the kinds whose targets were mixed when firing began, and which are aimed only at those in the open.
    pub aimed: Cell,
    /// Bits of the classes whose declared targets were all gone when firing began (§3.2.1).
    pub adrift: Cell,
}

/// What fire has done to a formation in a step with an assault: reaction fire, flak, or fire instead of a charge that
/// failed.
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
    /// §1.12.7: kills of an assault are those of the fighting, whether there is a fight or not.
    pub fn put(&self, forces: &Forces, state: &mut State) {
        let ledger = forces.formations[self.formation].ledger;
        let (fallen, damage) = (state.count(ledger.fallen), state.count(ledger.damage));
        state.add(self.fallen, fallen);
        if let Some(cell) = self.damage {
            state.add(cell, damage);
        }
        for cell in [ledger.fallen, ledger.damage, ledger.engines] {
            state.put(cell, 0);
        }
    }
}

/// Equal dice.
#[derive(Debug)]
pub struct Shots {
    /// What they are aimed at.
    pub kind: Kind,
    /// The class of their hits.
    pub class: usize,
    /// §2.2.4: whether the −1 for cover never applies.
    pub ignore_cover: bool,
    /// To hit a target in the open, and one in cover; nothing if the value is 10+ or worse.
    pub to_hit: [Option<Pool>; 2],
    /// Where the dice come from.
    pub from: Vec<Source>,
}

/// Hits of one kind with one effect.
#[derive(Debug)]
pub struct Class {
    /// What they can hit.
    pub kind: Kind,
    /// What they do.
    pub effect: Effect,
    /// The round in which they are saved, of [`SAVE_ROUNDS`].
    pub round: (Strength, bool),
    /// Slots within range.
    pub reach: Slots,
    /// §3.2.1: the slots among them that it is declared against, while any unit is left there; 0 if nothing is
    /// declared.
    pub declared: Slots,
    /// Hits waiting for their saves.
    pub pending: Cell,
    /// Saves by slot, for each variant; those that cannot come about are empty.
    pub saves: [Vec<Option<Pool>>; 4],
}

/// One slot of the target.
#[derive(Debug)]
pub struct Target {
    /// The group.
    pub group: usize,
    /// §1.8.2: whether it is in cover from these shooters.
    pub covered: bool,
    /// §1.8.4: whether it is in cover while on overwatch and not having fired.
    pub covered_on_overwatch: bool,
    /// The most of its units that can be hit; the cell counts those still left.
    pub exposed: Option<(u32, Cell)>,
}

/// The rounds of saves (§1.9.6, §2.2.6): ordinary hits, then those of macro-weapons, then those of titan killers if
/// they are allocated separately ([`TitanKillerAllocation`]); in each, those of snipers separately and first.
///
/// [`TitanKillerAllocation`]: crate::readings::TitanKillerAllocation
pub const SAVE_ROUNDS: [(Strength, bool); 6] = [
    (Strength::Normal, true),
    (Strength::Normal, false),
    (Strength::Macro, true),
    (Strength::Macro, false),
    (Strength::TitanKiller, true),
    (Strength::TitanKiller, false),
];

/// The parts of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A marker for coming under fire, as soon as one unit may shoot; suppressed units do not fire.
    OpenFire,
    /// Dice to hit.
    ToHit,
    /// Hits allocated and saved, one of [`SAVE_ROUNDS`].
    Saves(usize),
    /// Attacks on the units under one of [`Volley::templates`].
    TemplateHits(usize),
    /// The saves of these units.
    TemplateSaves(usize),
    /// Markers for losses, and only then the check whether a formation breaks.
    Reckon,
}

/// §1.9.3: a volley in the order of the book.
const VOLLEY: Sequence<Part> = Sequence(&[
    ("1.9.4", Part::OpenFire),
    ("1.9.5", Part::ToHit),
    ("1.9.6", Part::Saves(0)),
    ("1.9.6", Part::Saves(1)),
    ("2.2.6", Part::Saves(2)),
    ("2.2.6", Part::Saves(3)),
    ("2.2.11", Part::Saves(4)),
    ("2.2.11", Part::Saves(5)),
    ("1.9.8", Part::TemplateHits(0)),
    ("1.9.8", Part::TemplateSaves(0)),
    ("6.1", Part::TemplateHits(1)),
    ("6.1", Part::TemplateSaves(1)),
    ("1.9.7", Part::Reckon),
]);

impl Play<Battle> for Volley {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        VOLLEY.play(state, |now, state| match now.part {
            Part::OpenFire => match self.open_fire(forces, state, dice) {
                true => Flow::Done(To::Next),
                false => Flow::Over,
            },
            Part::ToHit => {
                if let Some(shots) = self.shots.get(now.nth) {
                    self.roll_to_hit(forces, state, dice, shots);
                }
                match now.nth + 1 < self.shots.len() {
                    true => Flow::Again(now.nth + 1),
                    false => self.next_saves(state, 0),
                }
            }
            Part::Saves(round) => match self.roll_saves(forces, state, dice, (SAVE_ROUNDS[round], now.nth)) {
                Some(next) => Flow::Again(next),
                None => self.next_saves(state, round + 1),
            },
            Part::TemplateHits(number) => match self.templates.get(number) {
                Some(barrage) => match barrage.roll_to_hit(now.nth, &self.firers, &self.at, forces, state, dice) {
                    Some(next) => Flow::Again(next),
                    None => Flow::Done(To::Next),
                },
                None => Flow::Pass(To::Part(Part::Reckon)),
            },
            Part::TemplateSaves(number) => {
                self.templates[number].roll_saves(&self.firers, &self.at, forces, state, dice);
                Flow::Done(To::Next)
            }
            Part::Reckon => {
                self.reckon(forces, state, dice);
                Flow::Over
            }
        })
    }
}

impl Volley {
    /// Whether it may hit a formation: the one it is aimed at, or one under its templates.
    pub fn may_hit(&self, formation: usize) -> bool {
        let blasts = || self.templates.iter().flat_map(|barrage| &barrage.blasts);
        self.at.formation == formation || blasts().any(|blast| blast.formation == formation)
    }

    /// Whether all its dice to hit have been rolled.
    pub fn has_rolled_to_hit(&self, state: &State) -> bool {
        let last = self.templates.len().checked_sub(1).map_or(Part::ToHit, Part::TemplateHits);
        VOLLEY.is_past(state, last)
    }

    /// The next round of saves for which hits are waiting, or the templates.
    fn next_saves(&self, state: &State, from: usize) -> Flow<Part> {
        let due = |round: &usize| {
            let of_round = |class: &&Class| class.round == SAVE_ROUNDS[*round];
            self.classes.iter().filter(of_round).any(|class| state[class.pending] > 0)
        };
        let next = (from..SAVE_ROUNDS.len()).find(due);
        Flow::Done(To::Part(next.map_or(Part::TemplateHits(0), Part::Saves)))
    }
}
