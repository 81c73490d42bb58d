//! #31, §3.12: tunnellers attack a building, and the bases inside get out of it.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::Forces;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::{Cell, State};

/// Tunnellers attack a building.
#[derive(Debug)]
pub struct Structure {
    /// Wounds of the building.
    pub wounds: u32,
    /// The attacking tunnellers.
    pub diggers: Vec<Digger>,
    /// The bases inside: groups, each with the roll to get out; nothing if none can.
    pub garrison: Vec<(usize, Option<Pool>)>,
    /// Wounds that the building has lost.
    pub damage: Cell,
    /// 1 once it is destroyed.
    pub destroyed: Cell,
}

/// Equal tunnellers.
#[derive(Debug)]
pub struct Digger {
    /// Their group.
    pub group: usize,
    /// The building's save against one of their hits.
    pub save: Pool,
    /// Wounds that a failed save costs.
    pub wounds: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Attack,
    Exits,
}

/// #31, §3.12: one hit for each tunneller, then the bases inside.
const ATTACK: Sequence<Part> = Sequence(&[("#31", Part::Attack), ("3.12", Part::Exits)]);

impl Play<Battle> for Structure {
    /// Plays one piece; true when it is over.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        ATTACK.play(state, |now, state| match now.part {
            Part::Attack => match self.diggers.get(now.nth).filter(|_| state[self.destroyed] == 0) {
                Some(digger) => {
                    self.attack(digger, forces, state, dice);
                    Flow::Again(now.nth + 1)
                }
                None => Flow::Pass(To::Next),
            },
            Part::Exits => match self.garrison.get(now.nth).filter(|_| state[self.destroyed] > 0) {
                Some((group, exit)) => {
                    forces.leave(state, dice, *group, exit.as_ref());
                    Flow::Again(now.nth + 1)
                }
                None => Flow::Over,
            },
        })
    }
}

impl Structure {
    /// #31, A-13: each tunneller hits; the building saves on 2D6 for each hit.
    fn attack<D: Dice>(&self, digger: &Digger, forces: &Forces, state: &mut State, dice: &mut D) {
        let of = forces.formation_of(digger.group);
        let may = of.ordered.is_empty() || of.may_charge(state);
        let hits = if may { forces.groups[digger.group].bases(state) } else { 0 };
        let failed = if hits > 0 { hits - dice.successes(&digger.save, hits) } else { 0 };
        let left = self.wounds - state.count(self.damage);
        state.add(self.damage, left.min(failed * digger.wounds));
        if state.count(self.damage) == self.wounds {
            dice.note(|| text!("the building is destroyed (§3.12)"));
            state.set(self.destroyed, 1);
        }
    }
}

impl Forces {
    /// §3.12: the bases of a group get out of a collapsing building, or are lost.
    fn leave<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, exit: Option<&Pool>) {
        let levels = &self.groups[group].left;
        for (level, &cell) in (1..).zip(levels) {
            let bases = state.count(cell);
            if bases > 0 {
                let out = exit.map_or(0, |exit| dice.successes(exit, bases));
                self.kill(state, dice, group, level, bases - out);
            }
        }
    }
}
