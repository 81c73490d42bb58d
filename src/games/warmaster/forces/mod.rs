//! All formations on the table: units of stands, the commanders that joined them or stand alone, and formations
//! (brigades).

pub mod compile;
pub mod written;

use std::ops::Range;

use crate::items::Item;
use crate::profile::{Ability, Kind, Profile};
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan as plan;
use battle_odds_plan::state::{Cell, State};

/// L1895: −1 attack for each stand, and no orders.
pub const CONFUSED: u16 = 1;
/// L1308: in a combat that is not over.
pub const ENGAGED: u16 = 2;
/// L1895, L906: was confused in its last command phase, or has just come back on the table, so that it has not moved in
/// it.
pub const HELD: u16 = 4;
/// L1348: has charged, and the first round is not over.
pub const CHARGING: u16 = 8;
/// L1360: is charged or advanced upon, and the first round is not over.
pub const RECEIVING: u16 = 16;

/// L1739: has advanced into a combat of others, and has not fought there yet.
pub const ARRIVED: u16 = 2048;
/// L1739: has destroyed all its enemies, and may advance into a combat of a later step in this phase.
pub const ADVANCES: u16 = 4096;
/// L477: has received an order in this turn; kept while a step of the turn depends on it.
pub const SENT: u16 = 32;

/// L1092: has shot in this phase; kept if several steps of it let the unit shoot.
pub const FIRED: u16 = 64;

/// L2328: a wizard has cast in this shooting phase; kept if several steps of it let him cast; of [`Commander::giving`].
pub const CAST: u16 = 4;

/// L906: is off the table.
pub const OFF: u16 = 128;
/// L906: is back on the table and cannot move again in this command phase.
pub const HALTED: u16 = 256;
/// L906: is back on the table and moves in this command phase only by an order.
pub const BY_ORDER: u16 = 512;
/// L2127: flies, and is too far from every commander to be ordered in this command phase.
pub const FAR: u16 = 1024;

/// Each of these has a bit of its own.
const STATUSES: [u16; 13] =
    [CONFUSED, ENGAGED, HELD, CHARGING, RECEIVING, ARRIVED, ADVANCES, SENT, FIRED, OFF, HALTED, BY_ORDER, FAR];
const _: () = {
    let (mut all, mut place) = (0, 0);
    while place < STATUSES.len() {
        assert!(STATUSES[place].is_power_of_two() && all & STATUSES[place] == 0);
        all |= STATUSES[place];
        place += 1;
    }
};

/// A unit: stands of one profile that take wounds together.
#[derive(Debug)]
pub struct Unit {
    /// Its profile.
    pub profile: Profile,
    /// Its formation.
    pub formation: usize,
    /// Stands when the trial begins.
    pub start: u16,
    /// Stands on the table.
    pub stands: Cell,
    /// Wounds that have cost no stand yet.
    pub wounds: Cell,
    /// [`CONFUSED`] and the other flags.
    pub status: Cell,
    /// Stands that an enemy front touches on flank or rear.
    pub flanked: Cell,
    /// L1348: attacks added to each stand for pursuit.
    pub bonus: Cell,
    /// Wounds by fire in the phase: they drive it back, or count in the first round of the combat it charges into.
    pub shot: Cell,
    /// Its magic item.
    pub item: Option<Item>,
    /// The state of the item: 0 new, 1 in use, 2 spent.
    pub used: Cell,
    /// Whether it comes in by an advance in a later step.
    pub advances: bool,
    /// L2328: for each spell cast more than once, 1 if it has affected it in this turn.
    pub affected: Vec<Cell>,
    /// Commanders that joined it.
    pub commanders: Vec<usize>,
    /// Its points.
    pub points: u32,
    /// L2230: whether it counts for the break of the army.
    pub counts: bool,
    /// Saves, without and with the banner of protection.
    pub saves: [Option<Pool>; 2],
    /// Its stands when the round of combat began; 0 between rounds.
    pub fighting: Cell,
}

/// A general, a hero or a wizard.
#[derive(Debug)]
pub struct Commander {
    /// His profile.
    pub profile: Profile,
    /// His formation.
    pub formation: usize,
    /// The unit he joined.
    pub joined: Option<usize>,
    /// 1 while he lives.
    pub alive: Cell,
    /// The state of his item: 0 new, 1 in use, 2 spent.
    pub used: Cell,
    /// 1: gives orders in this command phase; 2: has failed; 3: has stopped so that another can begin.
    pub giving: Cell,
    /// L2452: 1 if he is bound.
    pub bound: Cell,
    /// His points.
    pub points: u32,
    /// Orders given in the step.
    pub orders: Cell,
    /// The result of his blunder in the step; 0 means none.
    pub blunder: Cell,
    /// Spells cast in the step.
    pub cast: Cell,
    /// His spells dispelled in the step.
    pub dispelled: Cell,
}

/// What is counted of a formation in a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ledger {
    /// Hits by fire, or by magic.
    pub hits: Cell,
    /// Wounds taken.
    pub wounds: Cell,
    /// Stands lost.
    pub lost: Cell,
    /// cm driven back.
    pub driven: Cell,
    /// Units that fled from fire.
    pub routed: Cell,
    /// cm retreated.
    pub retreat: Cell,
    /// 1 won, 2 drew, 3 lost its last round.
    pub result: Cell,
    /// Orders received.
    pub orders: Cell,
}

/// A unit, a brigade of them, or a commander alone.
#[derive(Debug)]
pub struct Formation {
    /// Its key.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// The points that its player pays for it: its units and their items; none if a unit has no points.
    pub price: Option<u32>,
    /// Its units.
    pub units: Range<usize>,
    /// Its commanders.
    pub commanders: Vec<usize>,
    /// 1: has had its orders in this command phase.
    pub ordered: Cell,
    /// L2009: for blunders.
    pub penalty: Cell,
    /// What is counted of it in a step.
    pub ledger: Ledger,
}

/// All formations.
#[derive(Debug, Default)]
pub struct Forces {
    /// Formations.
    pub formations: Vec<Formation>,
    /// Their units.
    pub units: Vec<Unit>,
    /// Their commanders.
    pub commanders: Vec<Commander>,
}

impl plan::formations::Formations for Forces {
    type Profile = Profile;

    battle_odds_plan::listed!(formations);

    fn is_priced(&self, formation: usize) -> bool {
        self.worth(formation) > 0
    }

    fn called(&self, formation: usize) -> Vec<&str> {
        let of = &self.formations[formation];
        let units = of.units.clone().map(|unit| self.units[unit].profile.key.as_str());
        units.chain(of.commanders.iter().map(|&commander| self.commanders[commander].profile.key.as_str())).collect()
    }

    fn profiles(&self) -> impl Iterator<Item = &Profile> {
        let units = self.units.iter().map(|unit| &unit.profile);
        units.chain(self.commanders.iter().map(|commander| &commander.profile))
    }
}

impl Unit {
    /// Whether it has a status.
    pub fn is(&self, state: &State, status: u16) -> bool {
        state[self.status] & status != 0
    }

    /// L1418: its stands; in a round of combat also those that it has lost to its attacks: they are removed after them.
    #[inline]
    pub fn in_the_round(&self, state: &State) -> u16 {
        match state[self.fighting] {
            0 => state[self.stands],
            fighting => fighting,
        }
    }

    /// Whether it has all its stands: some banners work only while it does.
    pub fn is_whole(&self, state: &State) -> bool {
        state[self.stands] == self.profile.stands
    }

    /// Whether it flies.
    pub fn flies(&self) -> bool {
        self.profile.has(Ability::Flyer)
    }

    /// Whether it is of this type.
    pub fn is_a(&self, kind: Kind) -> bool {
        self.profile.kind == kind
    }
}

impl Commander {
    /// The commander is lost.
    pub fn die(&self, state: &mut State) {
        for cell in [self.used, self.giving, self.bound, self.alive] {
            state.put(cell, 0);
        }
    }
}

impl Forces {
    /// The name of a unit's formation.
    pub fn name_of(&self, unit: usize) -> &str {
        &self.formations[self.units[unit].formation].name
    }

    /// The side of a unit.
    pub fn side_of(&self, unit: usize) -> usize {
        self.formations[self.units[unit].formation].side
    }

    /// Stands of a formation.
    pub fn stands(&self, state: &State, formation: usize) -> u32 {
        self.formations[formation].units.clone().map(|unit| state.count(self.units[unit].stands)).sum()
    }

    /// Whether a unit is on the table.
    pub fn is_present(&self, state: &State, unit: usize) -> bool {
        let of = &self.units[unit];
        state[of.stands] > 0 && !of.is(state, OFF)
    }

    /// Whether a formation of commanders has lost all of them, or one of units its last stand.
    pub fn is_destroyed(&self, state: &State, formation: usize) -> bool {
        let of = &self.formations[formation];
        match of.units.is_empty() {
            true => of.commanders.iter().all(|&commander| state[self.commanders[commander].alive] == 0),
            false => self.stands(state, formation) == 0,
        }
    }

    /// A unit becomes confused.
    pub fn confuse<D: Dice>(&self, state: &mut State, dice: &mut D, unit: usize) {
        if state[self.units[unit].stands] > 0 {
            dice.note(|| text!("{name} becomes confused", name = self.name_of(unit)));
            state[self.units[unit].status] |= CONFUSED;
        }
    }

    /// L1895: a side's command phase is over: its units are no longer confused, and new orders can be given in the
    /// next. The turn in which their enemies were ordered is over, too.
    pub fn end_command_phase(&self, state: &mut State, side: usize) {
        for unit in self.units.iter().filter(|unit| self.formations[unit.formation].side == side ^ 1) {
            state[unit.status] &= !SENT;
        }
        for formation in self.formations.iter().filter(|formation| formation.side == side) {
            state.put(formation.ordered, 0);
            for unit in &self.units[formation.units.clone()] {
                let held = if unit.is(state, CONFUSED | HALTED | BY_ORDER) { HELD } else { 0 };
                state.put(unit.status, state[unit.status] & !(CONFUSED | HELD | HALTED | BY_ORDER | FAR) | held);
            }
            for &commander in &formation.commanders {
                let commander = &self.commanders[commander];
                state.put(commander.giving, 0);
                // L2434: the helm works in one turn.
                if commander.profile.item == Some(Item::HelmOfDominion) && state[commander.used] == 1 {
                    state.put(commander.used, 2);
                }
            }
        }
    }

    /// L1739: a combat phase is over: no unit advances any more, and leftover wounds are removed.
    pub fn end_combat_phase(&self, state: &mut State) {
        for unit in self.units.iter().filter(|unit| unit.advances) {
            state[unit.status] &= !ADVANCES;
            if !unit.is(state, ENGAGED) {
                state.put(unit.wounds, 0);
            }
        }
    }

    /// The living commanders with a unit.
    pub fn commanders_with(&self, state: &State, unit: usize) -> impl Iterator<Item = &Commander> {
        let joined = self.units[unit].commanders.iter().map(|&commander| &self.commanders[commander]);
        joined.filter(|commander| state[commander.alive] == 1)
    }

    /// Whether a commander lives and is on the table.
    pub fn is_there(&self, state: &State, commander: &Commander) -> bool {
        let away = commander.joined.is_some_and(|unit| self.units[unit].is(state, OFF));
        state[commander.alive] == 1 && !away
    }

    /// The commander of a side on the table with an item that is not spent.
    pub fn with_item(&self, state: &State, side: usize, item: Item) -> Option<&Commander> {
        self.commanders.iter().find(|commander| {
            commander.profile.item == Some(item)
                && self.formations[commander.formation].side == side
                && self.is_there(state, commander)
                && state[commander.used] == 0
        })
    }
}
