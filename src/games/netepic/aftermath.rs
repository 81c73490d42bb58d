//! What ends every action: bases that die in place of HQ bases (#20), titans that explode and fall (§3.9), passengers
//! of lost transports (§3.11), then the morale tests of formations that lost enough (§3.8).

use crate::abilities::Kind;
use crate::battle::Battle;
use crate::forces::Forces;
use crate::morale::Nerve;
use crate::wreck;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::{NOTHING, State};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Spare,
    Titans,
    Exits,
    Tests,
}

/// #20, §3.9, §3.11, §3.8: HQ bases, titans, passengers of lost transports, then morale tests.
const AFTERMATH: Sequence<Part> =
    Sequence(&[("#20", Part::Spare), ("3.9", Part::Titans), ("3.11", Part::Exits), ("3.8", Part::Tests)]);

/// Plays one piece; true when it is over.
pub fn advance<D: Dice>(battle: &Battle, state: &mut State, dice: &mut D, nerve: &Nerve) -> bool {
    let forces = &battle.forces;
    AFTERMATH.play(state, |now, state| match now.part {
        Part::Spare => {
            spare(forces, state, dice);
            Flow::Pass(To::Next)
        }
        Part::Titans => match wreck::advance(&battle.wrecks, forces, state, dice) {
            true => Flow::Again(now.nth + 1),
            // HQ bases may have fallen to an explosion.
            false if forces.groups.iter().any(|of| state[of.guarded] > 0) => Flow::Pass(To::Round(Part::Spare)),
            false => Flow::Pass(To::Next),
        },
        Part::Exits => match forces.get_out(state, dice) {
            true => Flow::Again(now.nth + 1),
            false => Flow::Pass(To::Next),
        },
        Part::Tests => match battle.morale.after_losses(forces, state, dice, now.nth, nerve) {
            Some(next) => Flow::Again(next),
            None => Flow::Over,
        },
    })
}

/// #20, A-17: for each HQ base that was lost to shots, the front base of the same class and formation that is not an HQ
/// dies instead.
fn spare<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D) {
    for (hq, of) in forces.groups.iter().enumerate().filter(|(_, of)| of.guarded != NOTHING) {
        while state[of.guarded] > 0 {
            state.take(of.guarded, 1);
            let stands_in = |&other: &usize| {
                let other_one = &forces.groups[other];
                forces.class(other) == forces.class(hq) && !other_one.profile.has(Kind::Hq) && other_one.is_out(state)
            };
            let Some(body) = forces.formations[of.formation].groups.clone().find(stands_in) else { continue };
            let Some(level) = forces.groups[body].front(state) else { continue };
            forces.restore(state, dice, hq);
            forces.kill(state, dice, body, level, 1);
        }
    }
}
