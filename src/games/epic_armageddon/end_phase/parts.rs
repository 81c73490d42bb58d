//! The parts of the end phase, in order.

use crate::actions::in_order;
use crate::chapters::Stage;
use crate::turn::NextTurn;

/// §1.14 with its Q: the end phase; aircraft have left by then (§4.2.6).
pub struct EndPhase {
    /// Critical hits that go on.
    pub criticals: Vec<Stage>,
    /// Formations broken by them withdraw.
    pub withdrawals: Vec<Stage>,
    /// Shields are raised.
    pub shields: Vec<Stage>,
    /// All formations try to rally.
    pub rallies: Vec<Stage>,
}

impl EndPhase {
    /// The end phase in order, and the end of the turn.
    pub fn stages(self) -> Vec<Stage> {
        in_order([
            ("3.2.3", self.criticals),
            ("1.13.3", self.withdrawals),
            ("3.2.5", self.shields),
            ("1.14.1", self.rallies),
            ("1.4", vec![Stage::NextTurn(Box::new(NextTurn))]),
        ])
    }
}
