//! L2328: which spells are the same: the same spell affects a unit once in a turn.

use crate::magic::written::Spell;
use battle_odds_plan::state::Cell;

/// L2328: what makes two spells the same: their name, or, without one, equal difficulty and dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Same {
    /// The name that the steps give them.
    Named(String),
    /// Their difficulty and their dice.
    Alike(u8, u16),
}

impl Same {
    /// The identity of the first (0) or second spell of a step.
    pub fn of(step: &Spell, nth: usize) -> Same {
        let named = step.spell.as_ref().and_then(|names| names.get(nth).or(names.last()));
        match named {
            Some(name) => Same::Named(name.value.clone()),
            None => Same::Alike(step.difficulty.0, step.shots.map_or(0, u16::from)),
        }
    }
}

/// L2328: a unit at which the same spell is cast in several steps: whether it has affected it in this turn.
#[derive(Clone, Debug)]
pub struct Affected {
    /// The spell.
    pub spell: Same,
    /// The unit.
    pub unit: usize,
    /// 1 if it has.
    pub cell: Cell,
}
