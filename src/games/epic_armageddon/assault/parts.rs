//! The parts of a charge, in order.

use crate::actions::in_order;
use crate::chapters::Stage;

/// §1.12: a formation charges.
#[derive(Default)]
pub struct Charging {
    /// Aircraft come and land (§4.2.5), or troops leave the transport that they charge with.
    pub arrival: Vec<Stage>,
    /// Fire from overwatch at the charging formations.
    pub overwatch: Vec<Stage>,
    /// Units that fight leave their transports.
    pub dismounting: Vec<Stage>,
    /// The assault.
    pub assault: Vec<Stage>,
}

impl Charging {
    /// The action in order. §4.2.5: aircraft come, land and let their troops out before anything can fire at the
    /// troops.
    pub fn stages(self) -> Vec<Stage> {
        in_order([
            ("4.2.5", self.arrival),
            ("1.10", self.overwatch),
            ("1.7.5", self.dismounting),
            ("1.12", self.assault),
        ])
    }
}
