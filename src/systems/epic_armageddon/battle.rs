//! A compiled engagement of Epic Armageddon: everybody, and what a step can have them do.

use super::activation::{ActionTest, Side};
use super::arrival::{DangerousTerrain, Planetfall, Stragglers, Teleport};
use super::assault::Assault;
use super::forces::{Forces, Group, MARCHED, Magazine, OVERWATCH};
use super::measures::Reading;
use super::rally::{Rally, Regroup};
use super::sky::Mission;
use super::state::State;
use super::turn::{self, GameEnd, StrategyRoll};
use super::volley::Volley;
use super::withdrawal::Caught;
use crate::engine::dice::Dice;
use crate::systems::plan::course::Game;
use crate::systems::plan::sequence::{self, phases};

/// Everybody, and what they keep from step to step.
#[derive(Debug)]
pub struct Battle {
    /// Everybody.
    pub forces: Forces,
    /// What each side keeps from step to step.
    pub sides: Vec<Side>,
    /// Weapons that cannot fire in every turn.
    pub magazines: Vec<Magazine>,
}

/// An action: its test, what follows if it is passed, and what if not.
#[derive(Debug)]
pub struct Deed {
    /// The action test; none where nobody acts (the end phase, arrivals, overwatch fire).
    pub test: Option<ActionTest>,
    /// Phases if it passes, then those of a formation that may only hold.
    pub phases: Vec<Phase>,
    /// The first of the latter.
    pub hold: usize,
}

/// Something an action consists of.
#[derive(Debug)]
pub enum Phase {
    /// §1.9, §1.10.
    Volley(Box<Volley>),
    /// §1.12.
    Assault(Box<Assault>),
    /// §1.13.1.
    Regroup(Regroup),
    /// §1.10: goes on overwatch.
    Overwatch(usize),
    /// §1.6.1: marches.
    March(usize),
    /// §1.14.1.
    Rally(Rally),
    /// §1.8.1.
    DangerousTerrain(DangerousTerrain),
    /// §2.1.21.
    Teleport(Teleport),
    /// §4.4.
    Planetfall(Planetfall),
    /// §1.7.4.
    Stragglers(Stragglers),
    /// §1.7.5: these groups leave their transports.
    Disembark(Vec<usize>),
    /// §4.2: aircraft come, jink no more, land, leave.
    Sky(Mission),
    /// §1.13.3: who broke withdraws; the last phase of an action, played whatever cuts it short.
    Withdraw(Caught),
    /// §1.5.
    Strategy(StrategyRoll),
    /// §5.1.7.
    GameEnd(GameEnd),
    /// §3.2.3: critical hits of this group that go on in the end phase.
    Smoulder(usize),
    /// §3.2.5: every engine raises one shield.
    Shields,
    /// §1.4: the turn is over: marches end, slow weapons reload, supreme commanders have their re-rolls again, and the
    /// initiative is free.
    NextTurn,
}

impl Deed {
    /// Where the action ends: behind all phases, or before the last in which those who broke withdraw.
    fn end(&self) -> usize {
        self.phases.len() - usize::from(matches!(self.phases.last(), Some(Phase::Withdraw(_))))
    }
}

impl Battle {
    /// Plays one piece of a phase; true when the phase is over.
    fn play<D: Dice>(&self, phase: &Phase, state: &mut State, dice: &mut D) -> bool {
        let forces = &self.forces;
        match phase {
            Phase::Volley(volley) => return volley.advance(forces, state, dice),
            Phase::Assault(assault) => return assault.advance(forces, state, dice),
            Phase::Regroup(regroup) => regroup.regroup(forces, state, dice),
            Phase::March(formation) => {
                if forces.can_act(state, *formation) {
                    state[forces.formations[*formation].status] |= MARCHED;
                }
            }
            Phase::Overwatch(formation) => {
                if forces.can_act(state, *formation) {
                    state[forces.formations[*formation].status] |= OVERWATCH;
                }
            }
            Phase::Rally(rally) => rally.attempt(forces, &self.sides, state, dice),
            Phase::DangerousTerrain(terrain) => terrain.cross(forces, state, dice),
            Phase::Teleport(teleport) => teleport.arrive(forces, state, dice),
            Phase::Planetfall(planetfall) => return planetfall.land(forces, state, dice),
            Phase::Stragglers(stragglers) => stragglers.fall_behind(forces, state, dice),
            Phase::Disembark(groups) => {
                for &group in groups {
                    forces.disembark(state, group);
                }
            }
            Phase::Withdraw(caught) => caught.withdraw_all(forces, state, dice),
            Phase::Sky(mission) => mission.fly(forces, state, dice),
            Phase::Strategy(roll) => roll.roll(state, dice),
            Phase::GameEnd(end) => end.roll(state, dice),
            Phase::Smoulder(group) => forces.smoulder(state, dice, *group),
            Phase::Shields => forces.repair_shields(state, dice),
            Phase::NextTurn => turn::next(forces, &self.sides, &self.magazines, state),
        }
        true
    }

    /// Whether the formation that acts, where one does, still can; in a combined assault, any of them (§1.13.3).
    fn can_go_on(&self, deed: &Deed, state: &State, ordered: bool) -> bool {
        let Some(test) = &deed.test else { return true };
        let partners = if ordered { &test.with[..] } else { &[] };
        std::iter::once(&test.by).chain(partners).any(|&formation| self.forces.can_act(state, formation))
    }

    /// The action test: passed, failed, or nobody there to take it.
    fn begin<D: Dice>(&self, deed: &Deed, state: &mut State, dice: &mut D) -> Option<bool> {
        let Some(test) = &deed.test else { return Some(true) };
        self.can_go_on(deed, state, false).then(|| test.pass(&self.forces, &self.sides, state, dice))
    }
}

impl Game for Battle {
    type Deed = Deed;
    type Reading = Reading;

    /// First the test, then the phases of what was ordered, or of what a formation does that failed.
    fn act<D: Dice>(&self, deed: &Deed, state: &mut State, dice: &mut D) -> bool {
        let over = phases(state, |number, state| {
            let end = deed.end();
            let (next, last) = match number.checked_sub(1) {
                None => match self.begin(deed, state, dice) {
                    Some(true) => (0, deed.hold),
                    Some(false) => (deed.hold, end),
                    None => (end, end),
                },
                Some(phase) => {
                    if !self.play(&deed.phases[phase], state, dice) {
                        return sequence::Phase::Within;
                    }
                    (phase + 1, if phase < deed.hold { deed.hold } else { end })
                }
            };
            self.forces.settle(state, dice);
            // §1.13.3: a formation broken in the middle of its action loses the rest of it.
            let ordered = last == deed.hold;
            let next = if self.can_go_on(deed, state, ordered) && next < last { next } else { end.max(next) };
            if next == deed.phases.len() { sequence::Phase::Over } else { sequence::Phase::Done(next + 1) }
        });
        if over {
            sequence::end(state);
        }
        over
    }

    fn read(&self, reading: &Reading, state: &State) -> u64 {
        reading.value(&self.forces, state)
    }

    fn most(&self, reading: &Reading) -> Option<u64> {
        self.forces.most(reading)
    }

    fn describe(&self, state: &State) -> Vec<String> {
        let describe = |index: usize| {
            let of = &self.forces.formations[index];
            let alive = self.forces.groups_of(index).iter().filter(|group| state[group.alive] > 0);
            let words = |group: &Group| match &group.engine {
                None => format!("{} {}", state[group.alive], group.unit.name),
                Some(engine) => match engine.shields_up(state) {
                    0 => format!("{} with DC {}", group.unit.name, state[engine.left]),
                    up => format!("{} with DC {} and {up} shield(s)", group.unit.name, state[engine.left]),
                },
            };
            let alive: Vec<String> = alive.map(words).collect();
            let units = self.forces.heads(state, index);
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
