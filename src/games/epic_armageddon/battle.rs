//! A compiled engagement of Epic Armageddon.

use crate::activation::Side;
use crate::forces::{Forces, Magazine};

/// All formations, and what is remembered from step to step.
#[derive(Debug)]
pub struct Battle {
    /// All formations.
    pub forces: Forces,
    /// What each side remembers from step to step.
    pub sides: Vec<Side>,
    /// Weapons that cannot fire in every turn.
    pub magazines: Vec<Magazine>,
}
