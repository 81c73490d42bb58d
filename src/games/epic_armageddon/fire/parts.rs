//! The parts of an action with fire, in order. Parts for which a plan has nothing are empty.

use crate::actions::in_order;
use crate::chapters::Stage;

/// §1.6.1: a formation moves, shoots, regroups.
#[derive(Default)]
pub struct Shooting {
    /// Fire from overwatch at the formation as it moves.
    pub overwatch: Vec<Stage>,
    /// Formations leave the transport that they shoot with.
    pub leaving: Vec<Stage>,
    /// The formation's fire.
    pub fire: Vec<Stage>,
    /// Marshal orders.
    pub regroup: Vec<Stage>,
    /// Formations that act together with it.
    pub partners: Vec<Stage>,
}

impl Shooting {
    /// The action in order.
    pub fn stages(self) -> Vec<Stage> {
        in_order([
            ("1.10", self.overwatch),
            ("3.1.3", self.leaving),
            ("1.9", self.fire),
            ("1.13.1", self.regroup),
            ("2.1.1", self.partners),
        ])
    }
}
