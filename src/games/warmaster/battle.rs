//! A compiled engagement.

use crate::forces::Forces;
use crate::liveness::Needed;
use battle_odds_plan::state::Cell;

/// All formations, and whether the battle is over.
#[derive(Debug)]
pub struct Battle {
    /// All formations.
    pub forces: Forces,
    /// 1 once an army has broken.
    pub over: Cell,
    /// What later steps need.
    pub needed: Needed,
}
