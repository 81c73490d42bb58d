//! §1.6.1: what an action consists of, part by part in the order of the book. Parts for which a plan has nothing are
//! empty.

use super::activation::ActionTest;
use super::battle::{Action, Stage};

/// Parts of an action, each with the section that it comes from.
fn in_order<const N: usize>(parts: [(&'static str, Vec<Stage>); N]) -> Vec<Stage> {
    parts.into_iter().flat_map(|(_, stages)| stages).collect()
}

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

/// §1.6.1, Hold: what a formation does if it fails its test.
#[derive(Default)]
pub struct Holding {
    /// It shoots or regroups.
    pub hold: Vec<Stage>,
    /// Fire from overwatch at it if it moves.
    pub overwatch: Vec<Stage>,
}

impl Holding {
    /// The action in order.
    pub fn stages(self) -> Vec<Stage> {
        in_order([("1.6.1", self.hold), ("1.10", self.overwatch)])
    }
}

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
            ("1.4", vec![Stage::NextTurn]),
        ])
    }
}

impl Action {
    /// An action: what is done if its test is passed, and what if it fails.
    pub fn tested(test: ActionTest, ordered: Vec<Stage>, failed: Vec<Stage>) -> Action {
        let hold = ordered.len();
        Action { test: Some(test), stages: [ordered, failed].into_iter().flatten().collect(), hold }
    }

    /// An action without a test.
    pub fn untested(stages: Vec<Stage>) -> Action {
        Action { test: None, hold: stages.len(), stages }
    }
}
