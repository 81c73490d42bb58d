//! The step `hazard`: leaps, falls, skids, marshes, vehicles out of control (§15.3.4–15.3.6, §15.6, §16.4).

pub mod compile;
pub mod written;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::battle::Battle;
use crate::forces::{Forces, IMMOBILISED};
use crate::machine::each::Each;
use crate::machine::hazards::{Altitude, Results, Skid, Turn, careers};
use crate::machine::scene::befall;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To, round};
use battle_odds_plan::state::{Cell, State};

/// A hazard for a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a hazard", rename_all = "kebab-case")]
pub enum HazardKind {
    /// §15.3.5: out of a moving vehicle.
    Disembark,
    /// §16.4.
    Fall,
    /// §15.6.1.
    Skid,
    /// §15.3.4: in a marsh.
    Bog,
    /// §15.3.6.
    OutOfControl,
}

/// Something dangerous that happens to a formation.
#[derive(Debug)]
pub struct Danger {
    /// The formation.
    pub by: usize,
    /// What happens.
    pub what: What,
    /// The models that it may hurt: that many of each list of groups.
    pub befalls: Vec<(u32, Vec<Each>)>,
}

/// What happens.
#[derive(Debug)]
pub enum What {
    /// §15.3.5, §16.4: it hurts those in [`Danger::befalls`].
    Hurts,
    /// §15.6.1: bikes of these groups skid, one by one; a wreck hurts those in [`Danger::befalls`].
    Skid(Skids),
    /// §15.3.4: each of these machines may be stuck.
    Bog(Vec<(usize, Pool)>),
    /// §15.3.6.
    OutOfControl(Box<Runaway>),
}

/// Bikes that skid.
#[derive(Debug)]
pub struct Skids {
    /// The roll.
    pub results: Results<Skid>,
    /// The groups, with the bikes that have not rolled yet.
    pub groups: Vec<(usize, Cell)>,
    /// How many skids had each result, in the order of [`Skid`].
    pub ends: [Cell; 4],
}

/// A vehicle out of control.
#[derive(Debug)]
pub struct Runaway {
    /// Its group.
    pub group: usize,
    /// How it goes.
    pub way: Way,
    /// 3D6.
    pub roll: Roll,
    /// Its top speed in mm.
    pub top_speed: u32,
    /// How far it goes, in mm.
    pub distance: Cell,
}

/// How a vehicle out of control goes.
#[derive(Debug)]
pub enum Way {
    /// §15.3.6: where it turns; how often to the left, and to the right.
    Ground(Results<Turn>, [Cell; 2]),
    /// §15.6.3: a skimmer; the cell counts crashes.
    Air(Results<Altitude>, Cell),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Begin,
    Rolls,
}

const SEQUENCE: Sequence<Part> = Sequence(&[("15.3", Part::Begin), ("15.3", Part::Rolls)]);

impl Play<Battle> for Danger {
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        SEQUENCE.play(state, |now, state| match now.part {
            Part::Begin => {
                self.begin(forces, state);
                Flow::Pass(To::Next)
            }
            Part::Rolls => match self.rolls(forces, state, dice, round(state)) {
                true => Flow::Over,
                false => Flow::Done(To::Round(Part::Rolls)),
            },
        })
    }
}

impl Danger {
    fn begin(&self, forces: &Forces, state: &mut State) {
        match &self.what {
            What::Hurts => self.hurt(forces, state),
            What::Skid(skids) => {
                for &(group, left) in &skids.groups {
                    state.set(left, forces.groups[group].models(state));
                }
            }
            What::Bog(_) | What::OutOfControl(_) => (),
        }
    }

    fn hurt(&self, forces: &Forces, state: &mut State) {
        for (models, groups) in &self.befalls {
            befall(groups, forces, state, *models);
        }
    }

    /// The next roll; true when there is none left.
    fn rolls<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, round: usize) -> bool {
        let mut all = self.befalls.iter().flat_map(|(_, groups)| groups);
        if let Some(each) = all.find(|each| each.waits(state)) {
            each.next(forces, state, dice);
            return false;
        }
        match &self.what {
            What::Hurts => true,
            What::Skid(skids) => match skids.next(forces, state, dice) {
                None => true,
                Some(end) => {
                    if end == Skid::Crash {
                        self.hurt(forces, state);
                    }
                    false
                }
            },
            What::Bog(machines) => {
                let Some((group, pool)) = machines.get(round) else { return true };
                bog(forces, state, dice, *group, pool);
                false
            }
            What::OutOfControl(runaway) => {
                runaway.careers(forces, state, dice);
                true
            }
        }
    }
}

/// §15.3.4: a machine may be stuck for the rest of the game.
fn bog<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D, group: usize, pool: &Pool) {
    let of = &forces.groups[group];
    let Some(cells) = of.machine.as_ref().filter(|_| forces.stands(state, group)) else { return };
    if !cells.is_immobilised(state) && dice.successes(pool, 1) > 0 {
        state[cells.status] |= IMMOBILISED;
        state.add(forces.formations[of.formation].ledger.immobilised, 1);
    }
}

impl Skids {
    /// The next bike skids: how it ends; nothing when all have.
    fn next<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> Option<Skid> {
        let &(group, left) = self.groups.iter().find(|(_, left)| state[*left] > 0)?;
        state.take(left, 1);
        // A wreck may have killed the bike that was to skid (§15.6.1).
        let level = forces.groups[group].fewest(state)?;
        let end = self.results.roll(dice);
        state.add(self.ends[end as usize], 1);
        if end == Skid::Crash {
            match forces.groups[group].profile.is_machine() {
                true => forces.wreck(state, dice, group),
                false => forces.kill(state, dice, group, level, 1),
            }
        }
        Some(end)
    }
}

impl Runaway {
    fn careers<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        if !forces.stands(state, self.group) {
            return;
        }
        let crashes = match &self.way {
            Way::Ground(turns, [left, right]) => {
                match turns.roll(dice) {
                    Turn::Left => state.add(*left, 1),
                    Turn::Straight => (),
                    Turn::Right => state.add(*right, 1),
                }
                false
            }
            Way::Air(altitudes, crashed) => {
                let crashes = altitudes.roll(dice) != Altitude::Stays;
                state.add(*crashed, crashes.into());
                crashes
            }
        };
        let distance = careers(dice.sum_of(&self.roll, 3, 6), self.top_speed);
        state.set(self.distance, distance);
        if crashes {
            forces.wreck(state, dice, self.group);
        }
    }
}
