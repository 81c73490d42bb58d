//! A compiled engagement.

use crate::alike::Alike;
use crate::forces::Forces;
use crate::morale::Morale;

/// All formations, and how they take break tests.
#[derive(Debug)]
pub struct Battle {
    /// All formations.
    pub forces: Forces,
    /// §13.
    pub morale: Morale,
    /// Models that may change places between steps.
    pub alike: Alike,
}
