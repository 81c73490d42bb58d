//! Reaches every state that a trial can reach, whatever the players decide.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::graph::{Decision, Edge, Graph};
use crate::bucket::Bucket;
use crate::exact::alike::{Ahead, Alike};
use crate::exact::expansion::{Expansion, REPORTED};
use crate::exact::limit::{GivenUp, Limit, Size};
use crate::exact::size_estimate::{ENOUGH, grown};
use crate::exhaustive::EveryWay;
use crate::memory::{Memory, make_room};
use crate::rules::{Alternatives, Moment, Progress, Rules, counters_here, settle, take_counters};

/// States that one thread plays at a time.
const PORTION: usize = 512;

/// Every state that a trial can reach, and what each way is worth that leads from it, for the mean of this measure.
///
/// # Errors
/// If there are more than the limit allows, by an estimate once it takes long, or when cancelled.
pub fn explore<R: Rules>(rules: &R, measure: usize, limit: Limit, cancelled: &AtomicBool) -> Result<Graph, GivenUp> {
    explore_from(rules, &rules.deploy(), measure, limit, cancelled)
}

/// The same from a state on.
pub(super) fn explore_from<R: Rules>(
    rules: &R,
    start: &R::State,
    measure: usize,
    limit: Limit,
    cancelled: &AtomicBool,
) -> Result<Graph, GivenUp> {
    let limit = Limit { plays: limit.plays.saturating_mul(PLAYS), ..limit };
    let is_allowed = || match estimated((rules, start), measure, limit, cancelled)? {
        size if limit.allows(size) => Ok(()),
        size => Err(GivenUp::TooLarge(size)),
    };
    explored((rules, start), measure, limit, &is_allowed, cancelled).map(|(graph, _)| graph)
}

/// How many times as many plays as an exact walk this may take: each is made once, whichever way players decide.
const PLAYS: u64 = 4;

/// About how large it is: looked at as far as the likeliest states, ever deeper.
fn estimated<R: Rules>(
    from: (&R, &R::State),
    measure: usize,
    limit: Limit,
    cancelled: &AtomicBool,
) -> Result<Size, GivenUp> {
    let (mut walks, mut rarest): (Vec<(Size, f64)>, f64) = (Vec::new(), 1e-2);
    while rarest > limit.rarest {
        let likely = Limit { plays: limit.outlook, rarest, ..limit };
        match explored(from, measure, likely, &|| Ok(()), cancelled) {
            Ok((_, size)) => walks.push((size, rarest)),
            Err(GivenUp::Cancelled) => return Err(GivenUp::Cancelled),
            Err(GivenUp::TooLarge(size)) if walks.is_empty() => return Ok(size),
            Err(_) => break,
        }
        if walks.last().is_some_and(|(size, _)| size.work > ENOUGH) {
            break;
        }
        rarest /= 10.0;
    }
    Ok(grown(&walks, limit.rarest))
}

/// Explores within a limit; asks once whether it may go on when that takes long.
fn explored<R: Rules>(
    (rules, start): (&R, &R::State),
    measure: usize,
    limit: Limit,
    is_allowed: &dyn Fn() -> Result<(), GivenUp>,
    cancelled: &AtomicBool,
) -> Result<(Graph, Size), GivenUp> {
    let memory = Memory::new(limit.memory);
    let work = AtomicU64::new(0);
    let measures = rules.measures().len();
    let allowed = limit.plays;
    let expansion = Expansion { rules, limit, work: &work, allowed, memory: &memory, cancelled, measures, guard: None };
    let mut exploring = Exploring { expansion: &expansion, measure, waiting: BTreeMap::new(), graph: Graph::default() };
    let done = exploring.all(start, is_allowed)?;
    let work = work.load(Ordering::Relaxed) as f64;
    let (states, plays) = (exploring.graph.len() as f64, exploring.graph.ways() as f64);
    let bytes = memory.most() as f64;
    let size = Size { states, plays, work, bytes, done: work };
    match done {
        Some(()) => Ok((exploring.graph, size)),
        None if cancelled.load(Ordering::Relaxed) => Err(GivenUp::Cancelled),
        None => Err(GivenUp::TooLarge(size)),
    }
}

/// The states of one clock that wait: each with the sum of the chances with which it is reached if every alternative of
/// every decision is taken at once, which is at least its chance under any policy.
struct Waiting {
    group: u32,
    states: Bucket<f64>,
}

struct Exploring<'e, R: Rules> {
    expansion: &'e Expansion<'e, R>,
    measure: usize,
    waiting: BTreeMap<u128, Waiting>,
    graph: Graph,
}

/// What becomes of a portion of states: the groups reached, by clock; and for each state its edges, with groups and places
/// of this portion, and its gain.
#[derive(Default)]
struct Portion {
    clocks: Vec<(u128, Bucket<f64>)>,
    edges: Vec<Edge>,
    ends: Vec<usize>,
    gains: Vec<f64>,
    decisions: Vec<Decision>,
}

/// One way through a piece.
struct Way<'w> {
    chance: f64,
    progress: Progress,
    spread: &'w [(usize, Arc<[f64]>)],
}

impl<R: Rules> Exploring<'_, R> {
    /// Explores everything; `None` when there is not enough memory, too much work, or when cancelled.
    ///
    /// # Errors
    /// If it may not go on.
    fn all(&mut self, start: &R::State, is_allowed: &dyn Fn() -> Result<(), GivenUp>) -> Result<Option<()>, GivenUp> {
        let mut is_asked = false;
        let group = self.group(self.expansion.rules.clock(start));
        group.states.add(start.as_ref().numbers(), 1.0);
        while let Some((_, Waiting { group, states })) = self.waiting.pop_first() {
            self.graph.groups[group as usize] = self.graph.len();
            let mut alike = Alike::default();
            let listed: Vec<(usize, &[u16])> = states.states().enumerate().collect();
            let decides = listed.first().is_some_and(|(_, first)| self.may_decide(first));
            let ahead = match decides {
                true => None,
                false => match alike.look(self.expansion, &listed) {
                    Some(ahead) => Some(ahead),
                    None => return Ok(None),
                },
            };
            let portions: Vec<Range<usize>> =
                (0..listed.len()).step_by(PORTION).map(|from| from..listed.len().min(from + PORTION)).collect();
            for some in portions.chunks(rayon::current_num_threads() * 4) {
                let played: Vec<Option<Portion>> =
                    some.par_iter().map(|range| self.portion(&states, range.clone(), &alike, ahead.as_ref())).collect();
                for portion in played {
                    if portion.and_then(|portion| self.merge(portion)).is_none() {
                        return Ok(None);
                    }
                }
                if !is_asked && self.expansion.work.load(Ordering::Relaxed) > self.expansion.limit.outlook {
                    is_asked = true;
                    is_allowed()?;
                }
            }
            let bytes = states.bytes() + alike.bytes();
            self.expansion.memory.give(bytes);
        }
        Ok(Some(()))
    }

    fn group(&mut self, clock: u128) -> &mut Waiting {
        let groups = &mut self.graph.groups;
        self.waiting.entry(clock).or_insert_with(|| {
            groups.push(usize::MAX);
            Waiting { group: groups.len() as u32 - 1, states: Bucket::default() }
        })
    }

    /// Whether states of this clock may be ones in which something is decided.
    fn may_decide(&self, state: &[u16]) -> bool {
        let rules = self.expansion.rules;
        let mut played = rules.deploy();
        played.as_mut().become_like(state);
        matches!(rules.moment(&played), Moment::Before(_))
    }

    fn portion(
        &self,
        states: &Bucket<f64>,
        range: Range<usize>,
        alike: &Alike,
        ahead: Option<&Ahead>,
    ) -> Option<Portion> {
        let Expansion { rules, limit, .. } = *self.expansion;
        let (mut portion, mut state, mut dice) = (Portion::default(), rules.deploy(), limit.dice());
        dice.put_off();
        for place in range {
            let (from, chance) = (states.state(place), states.value(place));
            portion.gains.push(0.0);
            if chance >= limit.rarest {
                state.as_mut().become_like(from);
                let open = Some(rules).filter(|_| ahead.is_none()).map(|rules| rules.alternatives(&state));
                if let Some(alternatives) = open.filter(|alternatives| alternatives.ways > 1) {
                    self.decide(&mut portion, &mut state, chance, alternatives)?;
                } else if let Some(outcomes) = ahead.and_then(|ahead| alike.outcomes(ahead.like[place])) {
                    for outcome in &outcomes.all {
                        state.as_mut().become_like(from);
                        outcomes.changes_of(outcome).iter().for_each(|&change| state.as_mut().make(change));
                        let way = Way { chance: outcome.chance, progress: outcome.progress, spread: &outcome.spread };
                        self.arrive(&mut portion, &mut state, chance, &way)?;
                    }
                    self.expansion.report(outcomes.all.len() as u64).then_some(())?;
                } else {
                    self.play(&mut portion, &mut state, chance, &mut dice)?;
                }
            }
            portion.end_node();
        }
        Some(portion)
    }

    /// A state in which something is decided: each alternative leads on.
    fn decide(&self, portion: &mut Portion, state: &mut R::State, chance: f64, open: Alternatives) -> Option<()> {
        let (rules, from) = (self.expansion.rules, state.clone());
        let (step, seen, node) = (rules.moment(state).step(), rules.seen(state), portion.gains.len() - 1);
        portion.decisions.push(Decision { step, case: open.case, seen, alternatives: open.ways, node });
        for way in 0..open.ways {
            state.clone_from(&from);
            rules.take(state, open.case, way);
            portion.reach(rules.clock(state), state.as_ref().numbers(), (chance, 1.0), self.expansion.memory)?;
        }
        Some(())
    }

    /// Plays one piece of a state every way.
    fn play(&self, portion: &mut Portion, state: &mut R::State, chance: f64, dice: &mut EveryWay) -> Option<()> {
        let (rules, from, mut work) = (self.expansion.rules, state.clone(), 0);
        dice.follow(0.0);
        dice.spread_over(counters_here(rules, state));
        loop {
            state.clone_from(&from);
            dice.begin();
            let progress = rules.advance(state, dice);
            let way = Way { chance: dice.chance(), progress, spread: dice.spread() };
            self.arrive(portion, state, chance, &way)?;
            work += dice.work();
            if work >= REPORTED {
                self.expansion.report(std::mem::take(&mut work)).then_some(())?;
            }
            if !dice.go_on() {
                return self.expansion.report(work).then_some(());
            }
        }
    }

    /// A state is reached: what the measure counts on the way is added up, and the state waits to be played.
    fn arrive(&self, portion: &mut Portion, state: &mut R::State, chance: f64, way: &Way) -> Option<()> {
        let (rules, measure) = (self.expansion.rules, self.measure);
        let here = rules.counters().measures(rules.moment(state).step());
        let counter = here.iter().find(|(counted, _)| *counted == measure).map(|(_, counter)| *counter);
        let mut gain = 0.0;
        take_counters(rules, state, |taken, number| {
            if Some(taken) == counter {
                gain += number as f64;
            }
        });
        for (_, chances) in way.spread.iter().filter(|(spread, _)| Some(*spread) == counter) {
            gain += (0..).zip(chances.iter()).map(|(number, chance)| f64::from(number) * chance).sum::<f64>();
        }
        settle(rules, state, way.progress, |state| {
            rules.record(state, &mut |recorded, value| {
                if recorded == measure && counter.is_none() {
                    gain += value as f64;
                }
            });
        });
        let foregone = rules.foregone(state, measure).filter(|_| way.progress == Progress::Settled);
        *portion.gains.last_mut()? += way.chance * (gain + foregone.unwrap_or(0) as f64);
        if way.progress == Progress::Over || foregone.is_some() {
            return Some(());
        }
        let numbers = state.as_ref().numbers();
        portion.reach(rules.clock(state), numbers, (chance * way.chance, way.chance), self.expansion.memory)
    }

    /// Adds a portion to the whole.
    fn merge(&mut self, portion: Portion) -> Option<()> {
        let memory = self.expansion.memory;
        let Portion { clocks, edges, ends, gains, decisions } = portion;
        let mut homes: Vec<(u32, Vec<u32>)> = Vec::with_capacity(clocks.len());
        for (clock, others) in clocks {
            let Waiting { group, states } = self.group(clock);
            let mut places = Vec::with_capacity(others.len());
            for place in 0..others.len() {
                let state = others.state(place);
                make_room(states, state.len(), memory).then_some(())?;
                places.push(states.add_hashed(others.hash(place), state, others.value(place)).0 as u32);
            }
            homes.push((*group, places));
            memory.give(others.bytes());
        }
        let graph = &mut self.graph;
        let (nodes, before) = (graph.gains.len(), graph.edges.len());
        let bytes = size_of::<Edge>() * edges.len() + 2 * size_of::<f64>() * gains.len();
        memory.take(bytes as u64).then_some(())?;
        graph.gains.extend(gains);
        graph.ends.extend(ends.into_iter().map(|end| before + end));
        graph.edges.extend(edges.into_iter().map(|edge| {
            let (group, places) = &homes[edge.group as usize];
            Edge { group: *group, place: places[edge.place as usize], ..edge }
        }));
        graph
            .decisions
            .extend(decisions.into_iter().map(|decision| Decision { node: nodes + decision.node, ..decision }));
        Some(())
    }
}

impl Portion {
    /// All edges of a node are there: those to the same state become one.
    fn end_node(&mut self) {
        let from = self.ends.last().copied().unwrap_or(0);
        let edges = &mut self.edges[from..];
        // The alternatives of a decision lead to different clocks, in their order.
        edges.sort_by_key(|edge| (edge.group, edge.place));
        let mut last = from;
        for at in from + 1..self.edges.len() {
            let edge = self.edges[at];
            if (edge.group, edge.place) == (self.edges[last].group, self.edges[last].place) {
                self.edges[last].chance += edge.chance;
            } else {
                last += 1;
                self.edges[last] = edge;
            }
        }
        self.edges.truncate(last + 1);
        self.ends.push(self.edges.len());
    }

    /// An edge to a state, which is reached with the first chance in all; `None` when there is not enough memory.
    fn reach(&mut self, clock: u128, state: &[u16], (chance, way): (f64, f64), memory: &Memory) -> Option<()> {
        let group = self.clocks.iter().position(|(known, _)| *known == clock).unwrap_or(self.clocks.len());
        if group == self.clocks.len() {
            self.clocks.push((clock, Bucket::default()));
        }
        let states = &mut self.clocks[group].1;
        make_room(states, state.len(), memory).then_some(())?;
        let (place, _) = states.add(state, chance);
        self.edges.push(Edge { group: group as u32, place: place as u32, chance: way });
        Some(())
    }
}
