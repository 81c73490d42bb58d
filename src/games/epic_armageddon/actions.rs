//! §1.6.1: an action: its test, its stages in order, and what a formation does that fails the test. The parts of each
//! kind of action are in its chapter (`parts.rs`).

use crate::activation::ActionTest;
use crate::chapters::Stage;
use crate::fire::Volley;
use battle_odds_plan::sequence;
use battle_odds_plan::state::State;

/// An action: its test, what follows if it is passed, and what if not.
#[derive(Debug)]
pub struct Action {
    /// The action test; none if no formation acts (the end phase, arrivals, overwatch fire).
    pub test: Option<ActionTest>,
    /// The stages if it passes, then those of a formation that may only hold.
    pub stages: Vec<Stage>,
    /// The index of the first stage of the latter.
    pub hold: usize,
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

    /// The stage that a state is in.
    pub fn stage_of(&self, state: &State) -> Option<usize> {
        // The action test comes before its stages.
        sequence::stage(state)?.checked_sub(1).filter(|&stage| stage < self.stages.len())
    }

    /// All fire in it, with the stages.
    pub fn volleys(&self) -> impl Iterator<Item = (usize, &Volley)> {
        let stages = self.stages.iter().enumerate();
        stages.filter_map(|(stage, of)| if let Stage::Shoot(volley) = of { Some((stage, &**volley)) } else { None })
    }

    /// All fire that may come after a stage.
    pub fn volleys_after(&self, stage: usize) -> impl Iterator<Item = &Volley> {
        // Who passes the test does not do what is done by those who fail it.
        let others = self.hold..self.end();
        let may_follow = move |later: usize| later > stage && (stage >= others.start || !others.contains(&later));
        self.volleys().filter(move |(later, _)| may_follow(*later)).map(|(_, volley)| volley)
    }

    /// Where the action ends: after all stages, or before the last, in which broken formations withdraw.
    pub fn end(&self) -> usize {
        self.stages.len() - usize::from(matches!(self.stages.last(), Some(Stage::Withdraw(_))))
    }
}

/// §1.6.1: parts of an action, in the order of the book, each with the section that it comes from.
pub fn in_order<const N: usize>(parts: [(&'static str, Vec<Stage>); N]) -> Vec<Stage> {
    parts.into_iter().flat_map(|(_, stages)| stages).collect()
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
