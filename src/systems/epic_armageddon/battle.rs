//! A compiled engagement of Epic Armageddon: its steps, played in order, and what is read off them.

use super::activation::{ActionTest, Side};
use super::arrival::{DangerousTerrain, Teleport};
use super::assault::Assault;
use super::forces::{Forces, MARCHED, Magazine, OVERWATCH};
use super::measures::{Goal, Reading};
use super::rally::{Rally, regroup};
use super::state::{CURSOR, Cell, GOAL, PHASE, PIECE, ROUND, STEP, State};
use super::volley::Volley;
use crate::engine::dice::Dice;
use crate::engine::measure::Measure;
use crate::engine::rules::{Moment, Rules};

/// One scenario, ready to be played.
#[derive(Debug)]
pub struct Battle {
    /// Everybody.
    pub forces: Forces,
    /// What each side keeps from step to step.
    pub sides: Vec<Side>,
    /// What happens.
    pub steps: Vec<Step>,
    /// What is counted, step by step, then at the end.
    pub measures: Vec<(Measure, Reading)>,
    /// What the player wants.
    pub goal: Goal,
    /// Weapons that cannot fire in every turn.
    pub magazines: Vec<Magazine>,
    /// The state in which every trial begins.
    pub start: State,
    /// The cells that serve one step alone.
    pub work: (Cell, Cell),
}

/// A step: its test, what follows if it is passed, and what if not.
#[derive(Debug)]
pub struct Step {
    /// The action test; none where nobody acts (the end phase, arrivals, overwatch fire).
    pub test: Option<ActionTest>,
    /// Phases if it passes, then those of a formation that may only hold.
    pub phases: Vec<Phase>,
    /// The first of the latter.
    pub hold: usize,
    /// The measures that become final when it is over.
    pub measures: std::ops::Range<usize>,
}

/// Something a step consists of.
#[derive(Debug)]
pub enum Phase {
    /// §1.9, §1.10.
    Volley(Volley),
    /// §1.12.
    Assault(Box<Assault>),
    /// §1.13.1.
    Regroup(usize),
    /// §1.10: goes on overwatch.
    Overwatch(usize),
    /// §1.14.1.
    Rally(Rally),
    /// §1.8.1.
    DangerousTerrain(DangerousTerrain),
    /// §2.1.21.
    Teleport(Teleport),
    /// §1.7.5: these groups leave their transports.
    Disembark(Vec<usize>),
    /// §1.4: the turn is over: marches end, slow weapons reload, supreme commanders have their re-rolls again, and the
    /// initiative is free.
    NextTurn,
}

impl Battle {
    /// Plays one piece of a phase; true when the phase is over.
    fn play<D: Dice>(&self, phase: &Phase, state: &mut State, dice: &mut D) -> bool {
        let forces = &self.forces;
        match phase {
            Phase::Volley(volley) => return volley.advance(forces, state, dice),
            Phase::Assault(assault) => return assault.advance(forces, state, dice),
            Phase::Regroup(formation) => regroup(forces, state, dice, *formation),
            Phase::Overwatch(formation) => {
                if forces.can_act(state, *formation) {
                    state[forces.formations[*formation].status] |= OVERWATCH;
                }
            }
            Phase::Rally(rally) => rally.attempt(forces, &self.sides, state, dice),
            Phase::DangerousTerrain(terrain) => terrain.cross(forces, state, dice),
            Phase::Teleport(teleport) => teleport.arrive(forces, state, dice),
            Phase::Disembark(groups) => {
                for &group in groups {
                    forces.disembark(state, group);
                }
            }
            Phase::NextTurn => {
                for formation in &forces.formations {
                    state[formation.status] &= !MARCHED;
                }
                for magazine in &self.magazines {
                    magazine.next_turn(state);
                }
                for side in &self.sides {
                    state[side.rerolls] = 0;
                    state[side.lost_initiative] = 0;
                }
            }
        }
        true
    }

    /// Whether the formation that acts, where one does, still can; in a combined assault, any of them (§1.13.3).
    fn can_go_on(&self, step: &Step, state: &State, ordered: bool) -> bool {
        let Some(test) = &step.test else { return true };
        let partners = if ordered { &test.with[..] } else { &[] };
        std::iter::once(&test.by).chain(partners).any(|&formation| self.forces.can_act(state, formation))
    }

    /// The action test: passed, failed, or nobody there to take it.
    fn begin<D: Dice>(&self, step: &Step, state: &mut State, dice: &mut D) -> Option<bool> {
        let Some(test) = &step.test else { return Some(true) };
        self.can_go_on(step, state, false).then(|| test.pass(&self.forces, &self.sides, state, dice))
    }
}

impl Rules for Battle {
    type State = State;

    fn measures(&self) -> Vec<Measure> {
        self.measures.iter().map(|(measure, _)| measure.clone()).collect()
    }

    fn deploy(&self) -> State {
        self.start.clone()
    }

    fn clock(&self, state: &State) -> u64 {
        state.clock()
    }

    fn advance<D: Dice>(&self, state: &mut State, dice: &mut D) -> Moment {
        let step = &self.steps[usize::from(state[STEP])];
        // Phase 0 is the test; phase n + 1 is the nth of the step.
        let end = step.phases.len();
        let (over, next, last) = match usize::from(state[PHASE]) {
            0 => match self.begin(step, state, dice) {
                Some(true) => (true, 0, step.hold),
                Some(false) => (true, step.hold, end),
                None => (true, end, end),
            },
            number => {
                let phase = number - 1;
                let over = self.play(&step.phases[phase], state, dice);
                (over, number, if phase < step.hold { step.hold } else { end })
            }
        };
        if !over {
            return Moment::Within;
        }
        for cell in [PIECE, ROUND, CURSOR] {
            state[cell] = 0;
        }
        // §1.13.3: a formation broken in the middle of its action loses the rest of it.
        let ordered = last == step.hold;
        let next = if self.can_go_on(step, state, ordered) && next < last { next } else { end };
        state[PHASE] = next as u8 + 1;
        if next < end {
            return Moment::Within;
        }
        if usize::from(state[STEP]) + 1 < self.steps.len() { Moment::Settled } else { Moment::Over }
    }

    fn record(&self, state: &State, write: &mut dyn FnMut(usize, u64)) {
        let step = &self.steps[usize::from(state[STEP])];
        let over = usize::from(state[STEP]) + 1 == self.steps.len();
        let end = if over { self.measures.len() } else { step.measures.end };
        for index in step.measures.start..end {
            write(index, self.measures[index].1.value(self, state));
        }
    }

    fn forget(&self, state: &mut State) {
        let step = usize::from(state[STEP]);
        state[GOAL] &= u8::from(self.goal.holds_after(step, self, state));
        let (from, to) = self.work;
        state.clear(from, to);
        state[STEP] += 1;
        state[PHASE] = 0;
    }

    fn describe(&self, state: &State) -> Vec<String> {
        let describe = |index: usize| {
            let of = &self.forces.formations[index];
            let units = self.forces.units(state, index);
            let alive = self.forces.groups_of(index).iter().filter(|group| state[group.alive] > 0);
            let alive: Vec<String> = alive.map(|group| format!("{} {}", state[group.alive], group.unit.name)).collect();
            match units {
                0 => format!("{}: destroyed", of.name),
                _ if of.is_broken(state) => {
                    format!("{}: broken, {units} of {} units ({})", of.name, of.start, alive.join(", "))
                }
                _ => format!(
                    "{}: {units} of {} units ({}), {} blast marker(s){}",
                    of.name,
                    of.start,
                    alive.join(", "),
                    state[of.markers],
                    if of.is_on_overwatch(state) { ", on overwatch" } else { "" },
                ),
            }
        };
        (0..self.forces.formations.len()).map(describe).collect()
    }
}
