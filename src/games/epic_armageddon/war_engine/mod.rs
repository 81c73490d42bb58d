//! §3: war engines — points of damage, shields, critical hits, and explosions.
//!
//! A war engine is a group by itself, with its own damage and shields. Hits on it arrive here as points.

pub mod compile;

use crate::critical::{Critical, EndPhase, Explosion};
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// The parts of a group that only a war engine has.
#[derive(Debug)]
pub struct WarEngine {
    /// §3.0: damage capacity at the start of the battle; it counts as this many units.
    pub dc: u8,
    /// Points it has left.
    pub left: Cell,
    /// §3.2.5.
    pub shields: Option<Shields>,
    /// What its critical hits do.
    pub critical: Critical,
    /// Whether these destroy it and do nothing else.
    pub only_destroys: bool,
    /// A 6 for every point of damage (§3.2.3).
    pub is_critical: Pool,
    /// Critical hits that continue in the end phases, if it can have such.
    pub smouldering: Option<Cell>,
    /// What each of them rolls.
    pub end_phase: Option<EndPhase>,
    /// Those of them that have not rolled yet in this end phase.
    pub to_roll: Cell,
    /// 1 after the first critical hit, if later ones differ.
    pub had: Option<Cell>,
    /// The weapons that critical hits can destroy, and one bit for each that is destroyed.
    pub losable: Option<(Vec<String>, Cell)>,
    /// 1 when a critical hit has immobilised it, if one can.
    pub immobilised: Option<Cell>,
    /// Its explosions.
    pub blasts: Vec<Blast>,
    /// Units near enough to suffer from them.
    pub near: Vec<Near>,
}

/// Units that stand near an engine.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// Their group.
    pub group: usize,
    /// How many of them.
    pub units: u32,
    /// Those of them that its explosions have destroyed, if it can explode again.
    pub gone: Option<Cell>,
}

/// §3.2.5: shields of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Shields {
    /// Those that work.
    pub up: Cell,
    /// Those that can be raised again: all of them, until critical hits destroy generators.
    pub generators: Cell,
}

/// An explosion as compiled.
#[derive(Debug)]
pub struct Blast {
    /// What the profile says.
    pub explosion: Explosion,
    /// The roll for each unit near.
    pub to_hit: Pool,
    /// The saves of the units in [`WarEngine::near`].
    pub saves: Vec<Option<Pool>>,
}

impl WarEngine {
    /// §3.2.5: shields that work.
    pub fn shields_up(&self, state: &State) -> u32 {
        self.shields.map_or(0, |shields| state.count(shields.up))
    }

    /// §3.2.5: shields each stop one point; returns the points that get through.
    pub fn through_shields<D: Dice>(&self, state: &mut State, dice: &mut D, points: u32) -> u32 {
        let Some(shields) = self.shields else { return points };
        let stopped = points.min(state.count(shields.up));
        if stopped > 0 {
            state.take(shields.up, stopped);
            dice.note(|| text!("{stopped} shield(s) go down (§3.2.5)", stopped));
        }
        points - stopped
    }

    /// §3.2.5: shields that could be raised.
    pub fn shields_down(&self, state: &State) -> u32 {
        self.shields.map_or(0, |shields| state.count(shields.generators).saturating_sub(state.count(shields.up)))
    }

    /// §3.2.5: raises shields, at most `most`; returns how many.
    pub fn raise_shields(&self, state: &mut State, most: u32) -> u32 {
        let Some(shields) = self.shields else { return 0 };
        let raised = most.min(self.shields_down(state));
        state.add(shields.up, raised);
        raised
    }

    /// The bit of a weapon that critical hits can destroy.
    pub fn losable_weapon(&self, name: &str) -> Option<(Cell, u16)> {
        let (names, cell) = self.losable.as_ref()?;
        names.iter().position(|losable| losable == name).map(|bit| (*cell, 1 << bit))
    }

    /// Clears which of the units near have died, which no longer matters.
    pub fn forget_those_gone(&self, state: &mut State) {
        for gone in self.near.iter().filter_map(|near| near.gone) {
            state.put(gone, 0);
        }
    }

    /// Clears the cells of a destroyed engine; it may still explode.
    pub fn wreck(&self, state: &mut State) {
        let shields = self.shields.iter().flat_map(|shields| [shields.up, shields.generators]);
        let lost = self.losable.iter().map(|(_, cell)| *cell);
        let cells = [self.left, self.to_roll].into_iter().chain(shields).chain(self.smouldering);
        for cell in cells.chain(self.had).chain(lost).chain(self.immobilised) {
            state.put(cell, 0);
        }
    }
}
