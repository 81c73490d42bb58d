//! The parts of a landing, in order.

use crate::actions::in_order;
use crate::chapters::Stage;

/// §4.4: a formation comes down from orbit.
pub struct Landing {
    /// Each unit scatters and comes down.
    pub planetfall: Vec<Stage>,
    /// Aircraft are on the ground.
    pub landed: Vec<Stage>,
    /// Passengers leave at once.
    pub leaving: Vec<Stage>,
    /// Fire from overwatch at all of them.
    pub overwatch: Vec<Stage>,
}

impl Landing {
    /// The action in order.
    pub fn stages(self) -> Vec<Stage> {
        in_order([("4.4", self.planetfall), ("4.2.5", self.landed), ("4.4.1", self.leaving), ("1.10", self.overwatch)])
    }
}
