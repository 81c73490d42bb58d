//! A compiled engagement.

use crate::forces::Forces;
use crate::morale::Morale;
use crate::wreck::Wreck;

/// All formations, how they take morale tests, and what destroyed titans do.
#[derive(Debug)]
pub struct Battle {
    /// All formations.
    pub forces: Forces,
    /// §3.8.
    pub morale: Morale,
    /// §3.9: titans, and the bases near them.
    pub wrecks: Vec<Wreck>,
}
