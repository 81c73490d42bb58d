//! §1.6.1: what an action consists of, stage by stage in the order of the book. Stages for which a plan has nothing are
//! empty.

use super::activation::ActionTest;
use super::battle::{Deed, Phase};

/// Stages of an action, each with the section that puts it there.
fn in_order<const N: usize>(stages: [(&'static str, Vec<Phase>); N]) -> Vec<Phase> {
    stages.into_iter().flat_map(|(_, phases)| phases).collect()
}

/// §1.6.1: a formation moves, shoots, regroups.
#[derive(Default)]
pub struct Shooting {
    /// Fire from overwatch at those who move.
    pub overwatch: Vec<Phase>,
    /// Formations leave the transport that shoots with them.
    pub leaving: Vec<Phase>,
    /// The formation's fire.
    pub fire: Vec<Phase>,
    /// Marshal orders.
    pub regroup: Vec<Phase>,
    /// Formations that act together with it.
    pub partners: Vec<Phase>,
}

impl Shooting {
    /// The action in order.
    pub fn phases(self) -> Vec<Phase> {
        in_order([
            ("1.10", self.overwatch),
            ("3.1.3", self.leaving),
            ("1.9", self.fire),
            ("1.13.1", self.regroup),
            ("2.1.1", self.partners),
        ])
    }
}

/// §1.6.1, Hold: what a formation does instead that fails its test.
#[derive(Default)]
pub struct Holding {
    /// It shoots or regroups.
    pub hold: Vec<Phase>,
    /// Fire from overwatch at one that moves.
    pub overwatch: Vec<Phase>,
}

impl Holding {
    /// The action in order.
    pub fn phases(self) -> Vec<Phase> {
        in_order([("1.6.1", self.hold), ("1.10", self.overwatch)])
    }
}

/// §1.12: a formation charges.
#[derive(Default)]
pub struct Charging {
    /// Aircraft come and land (§4.2.5), or troops leave the transport they charge with.
    pub arrival: Vec<Phase>,
    /// Fire from overwatch at those who charge.
    pub overwatch: Vec<Phase>,
    /// Units of those who fight leave their transports.
    pub dismounting: Vec<Phase>,
    /// The assault.
    pub assault: Vec<Phase>,
}

impl Charging {
    /// The action in order. §4.2.5: aircraft come, land and let their troops out before anybody can fire at those.
    pub fn phases(self) -> Vec<Phase> {
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
    pub approach: Vec<Phase>,
    /// One formation on patrol leaves it to intercept them.
    pub scramble: Vec<Phase>,
    /// Flak of their side fires at the interceptors.
    pub escort_flak: Vec<Phase>,
    /// They themselves do.
    pub return_fire: Vec<Phase>,
    /// Flak fires at them.
    pub flak: Vec<Phase>,
    /// The interceptors do.
    pub interception: Vec<Phase>,
    /// What is left of them lands, and troops leave them.
    pub landing: Vec<Phase>,
    /// Fire from overwatch at those who have landed.
    pub overwatch: Vec<Phase>,
    /// They attack.
    pub attack: Vec<Phase>,
}

impl Sortie {
    /// The action in order.
    pub fn phases(self) -> Vec<Phase> {
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
    pub take_off: Vec<Phase>,
    /// Flak that has not fired at them yet.
    pub flak: Vec<Phase>,
    /// They are gone.
    pub leave: Vec<Phase>,
}

impl Departure {
    /// The action in order.
    pub fn phases(self) -> Vec<Phase> {
        in_order([("4.2.6", self.take_off), ("4.2.4", self.flak), ("4.2.6", self.leave)])
    }
}

/// §4.4: a formation comes down from orbit.
pub struct Landing {
    /// Each unit scatters and comes down.
    pub planetfall: Vec<Phase>,
    /// Aircraft are on the ground.
    pub landed: Vec<Phase>,
    /// Those aboard leave at once.
    pub leaving: Vec<Phase>,
    /// Fire from overwatch at all of them.
    pub overwatch: Vec<Phase>,
}

impl Landing {
    /// The action in order.
    pub fn phases(self) -> Vec<Phase> {
        in_order([("4.4", self.planetfall), ("4.2.5", self.landed), ("4.4.1", self.leaving), ("1.10", self.overwatch)])
    }
}

/// §1.14 with its Q: the end phase; aircraft have left by then (§4.2.6).
pub struct EndPhase {
    /// Critical hits that go on.
    pub criticals: Vec<Phase>,
    /// Formations broken by them withdraw.
    pub withdrawals: Vec<Phase>,
    /// Shields are raised.
    pub shields: Vec<Phase>,
    /// Everybody's test.
    pub rallies: Vec<Phase>,
}

impl EndPhase {
    /// The phase in order, and the end of the turn.
    pub fn phases(self) -> Vec<Phase> {
        in_order([
            ("3.2.3", self.criticals),
            ("1.13.3", self.withdrawals),
            ("3.2.5", self.shields),
            ("1.14.1", self.rallies),
            ("1.4", vec![Phase::NextTurn]),
        ])
    }
}

impl Deed {
    /// An action: what is done if its test is passed, and what instead if it fails.
    pub fn tested(test: ActionTest, ordered: Vec<Phase>, failed: Vec<Phase>) -> Deed {
        let hold = ordered.len();
        Deed { test: Some(test), phases: [ordered, failed].into_iter().flatten().collect(), hold }
    }

    /// What happens without anybody's test.
    pub fn untested(phases: Vec<Phase>) -> Deed {
        Deed { test: None, hold: phases.len(), phases }
    }
}
