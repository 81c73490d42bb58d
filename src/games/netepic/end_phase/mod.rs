//! §3.2: the end phase: shields, repairs, rallies; then the turn is over. A formation that has rallied has no order
//! until the next of several `turns` begins, or until a step gives it one; one that steps give orders has its own again.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::{Forces, Group};
use crate::locations::sheet::Sheet;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::{Cell, State};

/// The end phase.
#[derive(Debug)]
pub struct EndPhase {
    /// Whether formations that fall back try to rally.
    pub rallies: bool,
    /// What is counted of each formation.
    pub counts: Vec<Back>,
    /// Whether further steps (of another turn) follow it.
    pub is_followed: bool,
}

/// What a formation regains.
#[derive(Debug)]
pub struct Back {
    /// Shields that are up again.
    pub shields: Cell,
    /// Damages repaired.
    pub repaired: Cell,
    /// §3.4: its shields, 4+ each.
    pub shield: Pool,
    /// §3.9: its repairs, 4+ each.
    pub repair: Pool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Shields,
    Repairs,
    Rallies,
}

/// §3.4, §3.9, §3.8: shields, repairs, rallies.
const END: Sequence<Part> = Sequence(&[("3.4", Part::Shields), ("3.9", Part::Repairs), ("3.8", Part::Rallies)]);

impl Play<Battle> for EndPhase {
    /// Plays one piece; true when it is over.
    fn advance<D: Dice>(
        &self,
        _: usize,
        Battle { forces, morale, .. }: &Battle,
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        END.play(state, |now, state| {
            let next = match now.part {
                Part::Shields => (now.nth..forces.groups.len()).find(|&group| forces.groups[group].down(state) > 0),
                Part::Repairs => {
                    (now.nth..forces.groups.len()).find(|&group| forces.groups[group].repairs(state).is_some())
                }
                Part::Rallies => Some(now.nth).filter(|&of| self.rallies && of < forces.formations.len()),
            };
            match (next, now.part) {
                (None, Part::Rallies) => {
                    forces.end_turn(state);
                    if self.is_followed {
                        forces.take_orders_back(state, dice);
                        forces.give_orders_again(state, dice);
                    }
                    return Flow::Over;
                }
                (None, _) => return Flow::Pass(To::Next),
                (Some(group), Part::Shields) => self.shields(forces, state, dice, group),
                (Some(group), Part::Repairs) => self.repair(forces, state, dice, group),
                (Some(formation), Part::Rallies) => {
                    morale.rally(forces, state, dice, formation, 0);
                }
            }
            Flow::Again(next.unwrap_or(now.nth) + 1)
        })
    }
}

impl EndPhase {
    /// Whether a cell is only reported, and no play depends on it.
    pub fn only_counts(&self, cell: Cell) -> bool {
        self.counts.iter().any(|of| [of.shields, of.repaired].contains(&cell))
    }

    /// §3.4: the shields of a base that are down come back on 4+ each.
    fn shields<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, group: usize) {
        let of = &forces.groups[group];
        let counts = &self.counts[of.formation];
        let back = dice.successes(&counts.shield, of.down(state));
        state.add(of.shields, back);
        state.add(counts.shields, back);
    }

    /// §3.9: the most recent damage of a titan is repaired on a 4+.
    fn repair<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, group: usize) {
        let of = &forces.groups[group];
        let counts = &self.counts[of.formation];
        if let Some(sheet) = of.repairs(state)
            && dice.successes(&counts.repair, 1) > 0
        {
            sheet.repair(state);
            state.add(counts.repaired, 1);
            dice.note(|| text!("{name}: damage repaired (§3.9)", name = forces.formation_of(group).name));
        }
    }
}

impl Group {
    /// §3.4, §3.9: shields of a base that may come back.
    fn down(&self, state: &State) -> u32 {
        let stay_down = || self.sheet.as_ref().is_some_and(|sheet| sheet.shields_stay_down(state));
        match self.is_out(state) && !stay_down() {
            true => u32::from(self.profile.shields) - state.count(self.shields),
            false => 0,
        }
    }

    /// §3.9: the chart of a titan that has damage to repair.
    fn repairs(&self, state: &State) -> Option<&Sheet> {
        self.sheet.as_ref().filter(|sheet| state[sheet.last] > 0 && self.is_alive(state))
    }
}
