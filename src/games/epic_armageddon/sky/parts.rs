//! The parts of what aircraft do, in order.

use crate::actions::in_order;
use crate::chapters::Stage;

/// §4.2.4: aircraft come to the table and attack.
#[derive(Default)]
pub struct Sortie {
    /// The aircraft come.
    pub approach: Vec<Stage>,
    /// One formation on patrol leaves it to intercept them.
    pub scramble: Vec<Stage>,
    /// Flak of their side fires at the interceptors.
    pub escort_flak: Vec<Stage>,
    /// The aircraft fire at the interceptors.
    pub return_fire: Vec<Stage>,
    /// Flak fires at them.
    pub flak: Vec<Stage>,
    /// The interceptors fire at them.
    pub interception: Vec<Stage>,
    /// The aircraft that are left land, and troops leave them.
    pub landing: Vec<Stage>,
    /// Fire from overwatch at those that have landed.
    pub overwatch: Vec<Stage>,
    /// They attack.
    pub attack: Vec<Stage>,
}

impl Sortie {
    /// The action in order.
    pub fn stages(self) -> Vec<Stage> {
        in_order([
            ("4.2.1", self.approach),
            ("4.2", self.scramble),
            ("4.2.4", self.escort_flak),
            ("4.2.4", self.return_fire),
            ("4.2.4", self.flak),
            ("4.2.3", self.interception),
            ("4.2.5", self.landing),
            ("1.10", self.overwatch),
            ("4.2.2", self.attack),
        ])
    }
}

/// §4.2.6: aircraft leave the table.
pub struct Departure {
    /// They take off or turn.
    pub take_off: Vec<Stage>,
    /// Flak that has not fired at them yet.
    pub flak: Vec<Stage>,
    /// They are gone.
    pub leave: Vec<Stage>,
}

impl Departure {
    /// The action in order.
    pub fn stages(self) -> Vec<Stage> {
        in_order([("4.2.6", self.take_off), ("4.2.4", self.flak), ("4.2.6", self.leave)])
    }
}
