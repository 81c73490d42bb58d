//! A compiled engagement of Epic Armageddon: all formations, and what a step can do with them.

use super::activation::{ActionTest, Side};
use super::arrival::{DangerousTerrain, Planetfall, Stragglers, Teleport};
use super::assault::Assault;
use super::forces::{Forces, Group, MARCHED, Magazine, OVERWATCH};
use super::measures::Reading;
use super::rally::{Rally, Regroup};
use super::sky::Mission;
use super::turn::{self, GameEnd, StrategyRoll};
use super::volley::Volley;
use super::withdrawal::Caught;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::play::{Game, Term};
use battle_odds_plan::sequence::{self, stages};
use battle_odds_plan::state::State;

/// All formations, and what is remembered from step to step.
#[derive(Debug)]
pub struct Battle {
    /// All formations.
    pub forces: Forces,
    /// What each side remembers from step to step.
    pub sides: Vec<Side>,
    /// Weapons that cannot fire in every turn.
    pub magazines: Vec<Magazine>,
}

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

/// A stage of an action.
#[derive(Debug)]
pub enum Stage {
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
    /// §4.2: aircraft come, stop jinking, land, leave.
    Sky(Mission),
    /// §1.13.3: broken formations withdraw; the last stage of an action, played even if the action is cut short.
    Withdraw(Caught),
    /// §1.5.
    Strategy(StrategyRoll),
    /// §5.1.7.
    GameEnd(GameEnd),
    /// §3.2.3: critical hits of this group that continue in the end phase.
    Smoulder(usize),
    /// §3.2.5: every engine raises one shield.
    Shields,
    /// §1.4: the turn is over: marches end, slow weapons reload, supreme commanders have their re-rolls again, and no
    /// side has lost the initiative.
    NextTurn,
}

impl Action {
    /// Where the action ends: after all stages, or before the last, in which broken formations withdraw.
    fn end(&self) -> usize {
        self.stages.len() - usize::from(matches!(self.stages.last(), Some(Stage::Withdraw(_))))
    }
}

impl Battle {
    /// Plays one piece of a stage; true when the stage is over.
    fn play<D: Dice>(&self, stage: &Stage, state: &mut State, dice: &mut D) -> bool {
        let forces = &self.forces;
        match stage {
            Stage::Volley(volley) => return volley.advance(forces, state, dice),
            Stage::Assault(assault) => return assault.advance(forces, state, dice),
            Stage::Regroup(regroup) => regroup.regroup(forces, state, dice),
            Stage::March(formation) => {
                if forces.can_act(state, *formation) {
                    state[forces.formations[*formation].status] |= MARCHED;
                }
            }
            Stage::Overwatch(formation) => {
                if forces.can_act(state, *formation) {
                    state[forces.formations[*formation].status] |= OVERWATCH;
                }
            }
            Stage::Rally(rally) => rally.attempt(forces, &self.sides, state, dice),
            Stage::DangerousTerrain(terrain) => terrain.cross(forces, state, dice),
            Stage::Teleport(teleport) => teleport.arrive(forces, state, dice),
            Stage::Planetfall(planetfall) => return planetfall.land(forces, state, dice),
            Stage::Stragglers(stragglers) => stragglers.fall_behind(forces, state, dice),
            Stage::Disembark(groups) => {
                for &group in groups {
                    forces.disembark(state, group);
                }
            }
            Stage::Withdraw(caught) => caught.withdraw_all(forces, state, dice),
            Stage::Sky(mission) => mission.fly(forces, state, dice),
            Stage::Strategy(roll) => roll.roll(state, dice),
            Stage::GameEnd(end) => end.roll(state, dice),
            Stage::Smoulder(group) => return forces.smoulder(state, dice, *group),
            Stage::Shields => forces.repair_shields(state, dice),
            Stage::NextTurn => turn::next(forces, &self.sides, &self.magazines, state),
        }
        true
    }

    /// Whether the acting formation, if there is one, still can act; in a combined assault, any of them (§1.13.3).
    fn can_go_on(&self, action: &Action, state: &State, ordered: bool) -> bool {
        let Some(test) = &action.test else { return true };
        let partners = if ordered { &test.with[..] } else { &[] };
        std::iter::once(&test.by).chain(partners).any(|&formation| self.forces.can_act(state, formation))
    }

    /// The action test: passed, failed, or no formation there to take it.
    fn begin<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> Option<bool> {
        let Some(test) = &action.test else { return Some(true) };
        self.can_go_on(action, state, false).then(|| test.pass(&self.forces, &self.sides, state, dice))
    }
}

impl Game for Battle {
    type Action = Action;
    type Reading = Reading;

    /// First the test, then the stages of the action ordered, or those of a formation that failed.
    fn act<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> bool {
        let over = stages(state, |number, state| {
            let end = action.end();
            let (next, last) = match number.checked_sub(1) {
                None => match self.begin(action, state, dice) {
                    Some(true) => (0, action.hold),
                    Some(false) => (action.hold, end),
                    None => (end, end),
                },
                Some(stage) => {
                    if !self.play(&action.stages[stage], state, dice) {
                        return sequence::StageFlow::Within;
                    }
                    (stage + 1, if stage < action.hold { action.hold } else { end })
                }
            };
            self.forces.settle(state, dice);
            // §1.13.3: a formation broken in the middle of its action loses the rest of it.
            let ordered = last == action.hold;
            let next = if self.can_go_on(action, state, ordered) && next < last { next } else { end.max(next) };
            if next == action.stages.len() { sequence::StageFlow::Over } else { sequence::StageFlow::Done(next + 1) }
        });
        if over {
            sequence::end(state);
        }
        over
    }

    fn read(&self, reading: &Reading, state: &State) -> u64 {
        reading.value(&self.forces, state)
    }

    /// §5.1.7: the losses of a side are the sum of those of its formations.
    fn term(&self, reading: &Reading, number: usize) -> Option<Term<Reading>> {
        let lost = |side| self.forces.of_side(side).map(Reading::PointsLost);
        match *reading {
            Reading::SidePointsLost(side) => lost(side).map(Term::Plus).nth(number),
            Reading::Swing(side, most) => {
                let won = lost(side ^ 1).map(Term::Plus);
                std::iter::once(Term::Fixed(most as i64)).chain(won).chain(lost(side).map(Term::Minus)).nth(number)
            }
            _ => None,
        }
    }

    fn most(&self, reading: &Reading) -> Option<u64> {
        self.forces.most(reading)
    }

    fn describe(&self, state: &State) -> Vec<String> {
        let describe = |index: usize| {
            let of = &self.forces.formations[index];
            let alive = self.forces.groups_of(index).iter().filter(|group| state[group.alive] > 0);
            let words = |group: &Group| match &group.engine {
                None => format!("{} {}", state[group.alive], group.unit.words),
                Some(engine) => match engine.shields_up(state) {
                    0 => text!("{name} with DC {left}", name = group.unit.words, left = state[engine.left]),
                    up => text!(
                        "{name} with DC {left} and {up} shield(s)",
                        name = group.unit.words,
                        left = state[engine.left],
                        up
                    ),
                },
            };
            let alive: Vec<String> = alive.map(words).collect();
            let units = self.forces.heads(state, index);
            match units {
                0 => text!("{name}: destroyed", name = of.name),
                _ if of.is_broken(state) => {
                    text!(
                        "{name}: broken, {units} of {start} units ({alive})",
                        name = of.name,
                        units,
                        start = of.start,
                        alive = alive.join(", ")
                    )
                }
                _ => {
                    let (name, start, alive, markers) = (&of.name, of.start, alive.join(", "), state[of.markers]);
                    match of.is_on_overwatch(state) {
                        true => text!(
                            "{name}: {units} of {start} units ({alive}), {markers} blast marker(s), on overwatch",
                            name,
                            units,
                            start,
                            alive,
                            markers
                        ),
                        false => text!(
                            "{name}: {units} of {start} units ({alive}), {markers} blast marker(s)",
                            name,
                            units,
                            start,
                            alive,
                            markers
                        ),
                    }
                }
            }
        };
        (0..self.forces.formations.len()).map(describe).collect()
    }
}
