//! What tests of a turn need to know from earlier ones: whether the side has lost the initiative (§1.6.3), and how many
//! re-rolls its supreme commanders have used (§2.1.6). After the last test that needs it, it is cleared.

use crate::activation::{Activation, AskedLater};
use crate::battle::Battle;
use crate::chapters::Stage;
use crate::forces::Forces;
use crate::profile::Ability;
use battle_odds_plan::play::Step;

/// Finds for each action test what later tests of its turn need.
pub fn find(forces: &Forces, sides: usize, steps: &mut [Step<Battle>]) {
    let is_of = |formation: usize, side: usize| forces.formations[formation].side == side;
    let commands = |side: usize| {
        forces.groups.iter().any(|group| is_of(group.formation, side) && group.unit.has(Ability::SupremeCommander))
    };
    for side in 0..sides {
        let commands = commands(side);
        let mut later = AskedLater::default();
        for step in steps.iter_mut().rev() {
            // If a step may be left out, the tests after it need what those before it settled.
            let is_certain = step.is_certain();
            let mut before = if is_certain { AskedLater::default() } else { later };
            for action in step.actions_mut() {
                let mut asked = later;
                for stage in action.stages.iter().rev() {
                    match stage {
                        Stage::NextTurn(_) => asked = AskedLater::default(),
                        Stage::Rally(rally) if is_of(rally.formation, side) => asked.rerolls |= commands,
                        _ => {}
                    }
                }
                if let Some(test) = action.test.as_mut().filter(|test| is_of(test.by, side)) {
                    test.later = asked;
                    asked.rerolls |= commands && test.kind != Activation::None;
                    asked.initiative |= test.kind == Activation::Retain;
                }
                before = before.or(asked);
            }
            later = before;
        }
    }
}
