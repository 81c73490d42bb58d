//! The exact walk: every way the dice can fall, with equal states merged.
//!
//! The walk keeps a map from state to chance, sorted by the states' clock. It takes all states of the lowest clock,
//! plays one piece of each with dice that fall every way, and adds up the states that come out equal. States are played in
//! portions of a fixed size, and sums are made portion by portion in the order in which states were first met: so the same
//! scenario gives the same bits everywhere, on any number of threads.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use rayon::prelude::*;

use super::exhaustive::{Enumerate, EveryWay};
use super::memory::{Memory, block, make_room, room_of};
use super::rules::{Progress, Rules};
use super::sampled::Stream;
use super::size_estimate;

/// The exact distribution of every measure.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// `chances[measure][value]`.
    pub chances: Vec<Vec<f64>>,
    /// The chance of all that was left out because it was too rare, shared among the values above in proportion: no chance
    /// is wrong by more than this.
    pub unexplored: f64,
    /// What it took.
    pub size: Size,
}

impl Exact {
    /// Shares what was left out among all values in proportion, so that what is certain has chance 1.
    fn normalise(&mut self) {
        for chances in &mut self.chances {
            let sum: f64 = chances.iter().sum();
            if sum > 0.0 {
                chances.iter_mut().for_each(|chance| *chance /= sum);
            }
        }
    }
}

/// How large a walk is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Different states.
    pub states: f64,
    /// Plays of a piece.
    pub plays: f64,
    /// The same, long plays counted by their rolls.
    pub work: f64,
    /// Bytes at one time.
    pub bytes: f64,
    /// How much of the work was done.
    pub done: f64,
}

impl Size {
    /// The larger of each.
    fn or_more(self, other: Size) -> Size {
        Size {
            states: self.states.max(other.states),
            plays: self.plays.max(other.plays),
            work: self.work.max(other.work),
            bytes: self.bytes.max(other.bytes),
            done: self.done.max(other.done),
        }
    }
}

/// How much an exact walk may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Bytes that it may take at one time.
    pub memory: u64,
    /// Plays of a piece in all, as far as they can be foreseen, long ones counted by their rolls; a walk that takes three
    /// times as many is given up.
    pub plays: u64,
    /// After so many plays it is estimated how many there will be; more than allowed are refused then.
    pub outlook: u64,
    /// States rarer than this are left out.
    pub rarest: f64,
    /// Leaves out such rare ways in the middle of a piece too, and supposes how many there are: for estimates.
    pub likely: bool,
}

/// Bytes where nobody asks for more.
pub const USUAL_MEMORY: u64 = 2_000_000_000;

/// Plays that are allowed with so much memory, and with less.
const USUAL_PLAYS: u64 = 120_000_000;

impl Default for Limit {
    fn default() -> Self {
        Limit { memory: USUAL_MEMORY, plays: USUAL_PLAYS, outlook: 500_000, rarest: 1e-15, likely: false }
    }
}

impl Limit {
    /// So many bytes; who gives more of them has more time, too.
    pub fn within(memory: u64) -> Limit {
        let plays = u128::from(USUAL_PLAYS) * u128::from(memory.max(USUAL_MEMORY)) / u128::from(USUAL_MEMORY);
        Limit { memory, plays: u64::try_from(plays).unwrap_or(u64::MAX), ..Limit::default() }
    }

    /// The memory that would allow a walk of this size.
    pub fn needed(size: Size) -> f64 {
        size.bytes.max(size.work / USUAL_PLAYS as f64 * USUAL_MEMORY as f64)
    }

    fn allows(&self, size: Size) -> bool {
        size.work <= self.plays as f64 && size.bytes <= self.memory as f64
    }
}

/// Why an exact walk gave no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenUp {
    /// More memory or plays than allowed: about so large.
    TooLarge(Size),
    /// The user stopped it.
    Cancelled,
}

/// States of one clock with their chances, in the order first met.
pub struct Bucket<S> {
    /// The states.
    pub states: IndexMap<S, f64, FixedState>,
}

impl<S> Default for Bucket<S> {
    fn default() -> Self {
        Bucket { states: IndexMap::default() }
    }
}

impl<S: Clone + Eq + Hash> Bucket<S> {
    /// Adds chance to a state; true when the state is new here.
    #[inline]
    pub fn add(&mut self, state: &S, chance: f64) -> bool {
        match self.states.get_mut(state) {
            Some(sum) => {
                *sum += chance;
                false
            }
            None => {
                self.states.insert(state.clone(), chance);
                true
            }
        }
    }

    /// The same of a state that is no longer needed.
    fn add_owned(&mut self, state: S, chance: f64) -> bool {
        let known = self.states.len();
        *self.states.entry(state).or_insert(0.0) += chance;
        self.states.len() > known
    }
}

/// States waiting to be played, by clock.
type Waiting<S> = BTreeMap<u128, Bucket<S>>;

/// Work done together before it is looked whether there is too much.
const TOGETHER: u64 = 200_000;

/// Fewer plays than this are not worth a thread of their own.
const ALONE: u64 = 512;

/// How many states are played together, given the plays of those before, and how many of them by one thread before it
/// looks for others. It hangs on counts alone, so that sums are made in the same order everywhere.
fn portions(plays: u64, done: usize) -> (usize, usize) {
    let each = plays / (done as u64).max(1) + 1;
    let together = (TOGETHER / each).clamp(2, 2048) as usize;
    (together, together.div_ceil(32).max((ALONE / each) as usize))
}

/// A play of so many rolls more counts as another one.
const ROLLS_A_PLAY: usize = 8;

/// What has come of the states played so far.
struct Walked<S> {
    /// How many states.
    done: usize,
    waiting: Waiting<S>,
    /// How many states are waiting.
    held: usize,
    chances: Vec<Vec<f64>>,
    unexplored: f64,
    plays: u64,
    work: u64,
    /// Plays and work supposed to have been left out.
    skipped: (f64, f64),
}

impl<S: Clone + Eq + Hash> Walked<S> {
    fn nothing(measures: usize) -> Self {
        Walked {
            done: 0,
            waiting: BTreeMap::new(),
            held: 0,
            chances: vec![Vec::new(); measures],
            unexplored: 0.0,
            plays: 0,
            work: 0,
            skipped: (0.0, 0.0),
        }
    }

    /// Adds chance to a state that waits to be played; false when there is not enough memory for it.
    #[inline]
    fn reach(&mut self, clock: u128, state: &S, chance: f64, memory: &Memory) -> bool {
        let bucket = self.waiting.entry(clock).or_default();
        let has_room = make_room(&mut bucket.states, memory);
        if has_room && bucket.add(state, chance) {
            self.held += 1;
        }
        has_room
    }

    fn size(&self, memory: &Memory) -> Size {
        let (plays, work) = self.skipped;
        Size {
            states: (self.done + self.held) as f64,
            plays: self.plays as f64 + plays,
            work: self.work as f64 + work,
            bytes: memory.most() as f64,
            done: self.work as f64,
        }
    }

    /// Adds what has come of others, whose states take so many bytes each on the heap; false when there is not enough memory.
    fn merge(&mut self, portion: Self, heap: u64, memory: &Memory) -> bool {
        self.done += portion.done;
        self.plays += portion.plays;
        self.work += portion.work;
        self.skipped.0 += portion.skipped.0;
        self.skipped.1 += portion.skipped.1;
        self.unexplored += portion.unexplored;
        for (sums, chances) in self.chances.iter_mut().zip(portion.chances) {
            for (value, chance) in chances.into_iter().enumerate() {
                add(sums, value, chance);
            }
        }
        for (clock, bucket) in portion.waiting {
            let sums = self.waiting.entry(clock).or_default();
            let room = room_of(&bucket.states);
            for (state, chance) in bucket.states {
                if !make_room(&mut sums.states, memory) {
                    return false;
                }
                if sums.add_owned(state, chance) {
                    self.held += 1;
                } else {
                    memory.give(heap);
                }
            }
            memory.give(room);
        }
        true
    }
}

/// Walks all states with dice that fall every way.
pub fn walk<R: Rules>(rules: &R, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
    walk_with::<R, EveryWay>(rules, limit, cancelled)
}

/// The same with exhaustive dice of the caller's own.
pub fn walk_with<R: Rules, D: Enumerate>(rules: &R, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
    match walk_once::<R, D>(rules, limit, cancelled)? {
        Some(exact) => Ok(exact),
        None => {
            let patient = Limit { plays: limit.plays.saturating_mul(PATIENCE), outlook: u64::MAX, ..limit };
            let exact = walk_once::<R, D>(rules, patient, cancelled)?;
            exact.ok_or(GivenUp::TooLarge(Size::default()))
        }
    }
}

/// A walk that takes so many times what was foreseen is given up.
const PATIENCE: u64 = 3;

/// Walks once; nothing when it has been stopped for an estimate, is not too large, and cannot go on from there.
fn walk_once<R: Rules, D: Enumerate>(
    rules: &R,
    limit: Limit,
    cancelled: &AtomicBool,
) -> Result<Option<Exact>, GivenUp> {
    let measures = rules.measures().len();
    let memory = Memory::new(limit.memory);
    let mut walked = Walked::nothing(measures);
    let start = rules.deploy();
    let heap = block(rules.heap(&start));
    walked.reach(rules.clock(&start), &start, 1.0, &memory);
    memory.take(heap);
    let mut allowed = limit.plays.min(limit.outlook);
    while let Some((_, bucket)) = walked.waiting.pop_first() {
        let states = &bucket.states;
        walked.held -= states.len();
        let mut from = 0;
        while from < states.len() {
            let (together, portion) = portions(walked.work, walked.done);
            let some = from..states.len().min(from + together);
            let (taken, work) = (memory.used(), AtomicU64::new(walked.work));
            let expansion = Expansion { rules, limit, heap, work: &work, allowed, memory: &memory, cancelled };
            let straight = some.len() <= portion;
            let finished = if straight {
                // What goes straight into the whole cannot be taken back, so it may go on for longer.
                let longer = allowed.saturating_add(limit.outlook.min(limit.plays));
                Expansion { allowed: longer, ..expansion }.play::<D>(states, some.clone(), &mut walked)
            } else {
                let in_one = |first| {
                    let mut walked = Walked::nothing(measures);
                    let states = expansion.play::<D>(states, first..some.end.min(first + portion), &mut walked);
                    states.then_some(walked)
                };
                let starts: Vec<usize> = some.clone().step_by(portion).collect();
                let portions: Option<Vec<Walked<R::State>>> = starts.into_par_iter().map(in_one).collect();
                match portions {
                    Some(portions) => portions.into_iter().all(|portion| walked.merge(portion, heap, &memory)),
                    None => {
                        memory.give(memory.used().saturating_sub(taken));
                        false
                    }
                }
            };
            if finished {
                from = some.end;
            }
            if !finished || walked.work > allowed {
                let is_refused = memory.is_refused();
                if cancelled.load(Ordering::Relaxed) {
                    return Err(GivenUp::Cancelled);
                }
                if limit.likely || (allowed >= limit.plays && !is_refused) {
                    return Err(GivenUp::TooLarge(walked.size(&memory)));
                }
                let size =
                    size_estimate::size::<R, D>(rules, limit.rarest, memory.left().max(LEAST_OUTLOOK), cancelled)?;
                if is_refused || !limit.allows(size) {
                    return Err(GivenUp::TooLarge(size.or_more(walked.size(&memory))));
                }
                if straight && !finished {
                    return Ok(None);
                }
                allowed = limit.plays.saturating_mul(PATIENCE);
            }
        }
        memory.give(room_of(states) + heap * states.len() as u64);
    }
    let mut exact = Exact { size: walked.size(&memory), chances: walked.chances, unexplored: walked.unexplored };
    exact.normalise();
    Ok(Some(exact))
}

/// Bytes that an estimate may take where nearly none are left.
const LEAST_OUTLOOK: u64 = 20_000_000;

/// Where states are played.
struct Expansion<'a, R> {
    rules: &'a R,
    limit: Limit,
    /// Bytes of a state on the heap.
    heap: u64,
    /// Work so far, of all threads together, and how much is allowed.
    work: &'a AtomicU64,
    allowed: u64,
    memory: &'a Memory,
    cancelled: &'a AtomicBool,
}

/// Work told to the other threads at one time.
const TELL: u64 = 4096;

/// Plays that probe how many ways lead on from a state that is sure to be reached; of a rarer one fewer, but one.
const PROBES: f64 = 64.0;

impl<R: Rules> Expansion<'_, R> {
    /// Plays one piece of each of some states, every way; false when there is more work than allowed, not enough memory, or
    /// it was cancelled.
    fn play<D: Enumerate>(
        &self,
        states: &IndexMap<R::State, f64, FixedState>,
        some: Range<usize>,
        walked: &mut Walked<R::State>,
    ) -> bool {
        let Some(some) = states.get_range(some) else { return true };
        let Some((first, _)) = some.first() else { return true };
        let mut state = first.clone();
        let mut dice = D::default();
        let (mut told, mut held) = (walked.work, walked.held);
        let mut tell = |walked: &Walked<R::State>| {
            let more = walked.work - told;
            let all = self.work.fetch_add(more, Ordering::Relaxed) + more;
            let has_room = self.memory.take(self.heap * (walked.held - held) as u64);
            (told, held) = (walked.work, walked.held);
            has_room && all <= self.allowed && !self.cancelled.load(Ordering::Relaxed)
        };
        let mut last = walked.work;
        for (from, &chance) in some {
            walked.done += 1;
            if chance < self.limit.rarest {
                walked.unexplored += chance;
                continue;
            }
            if self.limit.likely {
                dice.follow(self.limit.rarest / chance);
            }
            let before = (walked.plays, walked.work);
            loop {
                state.clone_from(from);
                dice.begin();
                let moment = self.rules.advance(&mut state, &mut dice);
                let reached = chance * dice.chance();
                if moment != Progress::Within {
                    let count = &mut |measure: usize, value| add(&mut walked.chances[measure], value as usize, reached);
                    self.rules.record(&state, count);
                }
                if moment == Progress::Settled {
                    self.rules.forget(&mut state);
                }
                if moment != Progress::Over && !walked.reach(self.rules.clock(&state), &state, reached, self.memory) {
                    return false;
                }
                walked.plays += 1;
                walked.work += 1 + (dice.rolls() / ROLLS_A_PLAY) as u64;
                if walked.work - last >= TELL {
                    last = walked.work;
                    if !tell(walked) {
                        return false;
                    }
                }
                if !dice.next() {
                    break;
                }
            }
            if self.limit.likely && dice.left_some_out() {
                let (plays, work) = self.probed(&mut dice, from, &mut state, chance);
                walked.skipped.0 += (plays - (walked.plays - before.0) as f64).max(0.0);
                walked.skipped.1 += (work - (walked.work - before.1) as f64).max(0.0);
            }
        }
        tell(walked)
    }

    /// About how many ways lead on from a state, and what work they are.
    fn probed<D: Enumerate>(&self, dice: &mut D, from: &R::State, state: &mut R::State, chance: f64) -> (f64, f64) {
        let probes = (PROBES * chance).ceil().max(1.0);
        let (mut plays, mut work) = (0.0, 0.0);
        for number in 0..probes as u64 {
            state.clone_from(from);
            dice.probe(Stream { seed: 1, scenario: "how many ways".into() }.batch(number));
            self.rules.advance(state, dice);
            plays += dice.ways() / probes;
            work += dice.ways() / probes * (1 + dice.rolls() / ROLLS_A_PLAY) as f64;
        }
        (plays, work)
    }
}

fn add(chances: &mut Vec<f64>, value: usize, chance: f64) {
    if value >= chances.len() {
        chances.resize(value + 1, 0.0);
    }
    chances[value] += chance;
}
