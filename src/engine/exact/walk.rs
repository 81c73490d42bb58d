//! A walk over all states of an engagement, which can be stopped and continued.

mod together;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::alike::{Ahead, Alike};
use super::early;
use super::expansion::Expansion;
use super::limit::{Limit, Size};
use super::outcome::Outcomes;
use super::remembered::Remembered;
use super::sheets::Room;
use super::strands::{Guard, Readable, Strand, read};
use super::walked::{Waiting, Walked};
use crate::alone::leaves_alone;
use crate::bucket::Bucket;
use crate::memory::Memory;
use crate::rules::{Moment, Rules};

/// Work done between two checks whether it is too much.
const TOGETHER: u64 = 200_000;

/// Fewer plays than this are not worth a thread of their own.
const ALONE: u64 = 512;

/// How many outcomes of a piece are tried to see whether it ignores a cell.
const WAYS_TRIED: usize = 64;

/// How many states are played together, given the number of plays of the `done` states before, and how many of them one
/// thread plays at a time. It depends on counts alone, so that sums are made in the same order everywhere.
fn portions(plays: u64, done: usize) -> (usize, usize) {
    let each = plays / (done as u64).max(1) + 1;
    let together = (TOGETHER / each).clamp(2, 2048) as usize;
    (together, together.div_ceil(32).max((ALONE / each) as usize))
}

/// Why a walk stopped.
pub(super) enum Stop {
    /// Every state has been played.
    Finished,
    /// The user stopped it.
    Cancelled,
    /// All has been played, but a measure depends on too many of the cells kept apart: the trial has to be walked as a whole.
    Tangled,
    /// There was more work than allowed, or not enough memory.
    TooMuch {
        /// Whether it can continue from there; otherwise some states are only half counted.
        can_go_on: bool,
    },
}

/// The first steps of an engagement, walked to their end: the states of all trials between two steps, and all measures that
/// are final by then.
#[derive(Clone, Debug)]
pub(crate) struct Prefix {
    /// The states with their chances.
    pub states: Bucket<f64>,
    /// `chances[measure][value]`; empty for measures that are not final.
    pub chances: Vec<Vec<f64>>,
    /// The chance of all that was left out as too rare.
    pub unexplored: f64,
}

/// A walk: plays the states of one clock, then those of the next.
pub(super) struct Walk<'a, R: Rules> {
    rules: &'a R,
    limit: Limit,
    cancelled: &'a AtomicBool,
    /// The memory it takes.
    pub memory: Memory,
    /// After more work than this, with what it takes to carry rows, it pauses before the next clock.
    pub pause: u64,
    /// States of this clock that are rarer are left out: there was not enough memory to play them, too.
    raised: f64,
    /// The results so far.
    pub walked: Walked,
    /// The states of the clock being played, and how many of them have been played.
    now: Waiting,
    played: usize,
    /// The clocks that have been reached so far.
    pub course: Vec<Stage>,
    /// What is known of states alike among them.
    alike: Alike,
    /// What is known of the pieces played last.
    remembered: Remembered,
    /// The results of the states played last, which are merged while the next are played.
    played_last: Vec<Walked>,
    /// Room to play states together.
    rooms: Vec<Room<R::State>>,
    /// The strands set aside, and what watches that no play touches them.
    strands: Vec<Strand>,
    guard: Option<Guard>,
    /// The part of the walk since strands were last set aside.
    stretch: Stretch,
    /// The last point between two steps that was reached, if it is kept.
    prefix: Option<Prefix>,
    keeps: bool,
}

/// A clock that a walk has reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    /// The clock.
    pub clock: u128,
    /// Its states.
    pub states: usize,
    /// The work done before they were played.
    pub before: u64,
}

/// The part of a walk since strands were last set aside: it can be walked again.
struct Stretch {
    /// The states at its start.
    from: Bucket<f64>,
    /// The results for measures at its start.
    chances: Vec<Vec<f64>>,
    unexplored: f64,
    /// The bytes it takes, including all strands.
    bytes: u64,
}

impl<'a, R: Rules> Walk<'a, R> {
    /// A walk at the start of all trials.
    pub(super) fn new(rules: &'a R, limit: Limit, cancelled: &'a AtomicBool) -> Self {
        let (start, memory) = (rules.deploy(), Memory::new(limit.memory));
        let mut walked = Walked::nothing(rules.measures().len(), rules.counters().count());
        let from: Bucket<f64> = std::iter::once((start.as_ref().numbers(), 1.0)).collect();
        walked.reach(rules.clock(&start), from.state(0), 1.0, None, &memory);
        Walk {
            rules,
            limit,
            cancelled,
            memory,
            pause: u64::MAX,
            raised: 0.0,
            walked,
            now: Waiting::nothing(0),
            played: 0,
            course: Vec::new(),
            alike: Alike::default(),
            remembered: Remembered::default(),
            played_last: Vec::new(),
            rooms: Vec::new(),
            strands: Vec::new(),
            guard: None,
            stretch: Stretch { from, chances: Vec::new(), unexplored: 0.0, bytes: 0 },
            prefix: None,
            keeps: false,
        }
    }

    /// The same, keeping the last point between two steps.
    #[must_use]
    pub(super) fn keeping(self) -> Self {
        Walk { keeps: true, ..self }
    }

    /// The last point between two steps that was reached.
    pub(super) fn prefix(self) -> Option<Prefix> {
        self.prefix
    }

    /// The size so far.
    pub(super) fn size(&self) -> Size {
        self.walked.size(&self.memory)
    }

    /// Walks to the end, or until there has been more work than allowed.
    pub(super) fn go_on(&mut self, allowed: u64) -> Stop {
        loop {
            while self.played < self.now.len() {
                if self.is_next_too_much(allowed) {
                    return Stop::TooMuch { can_go_on: true };
                }
                let (end, is_straight, is_finished) = match self.played == 0 && self.can_play_all() {
                    true => self.play_all(allowed).unwrap_or_else(|| self.play_some(allowed)),
                    false => self.play_some(allowed),
                };
                if is_finished {
                    self.played = end;
                }
                if let Some(place) = self.guard.as_ref().and_then(Guard::touched) {
                    if self.walked.work > allowed || !self.take_up(place) {
                        return Stop::TooMuch { can_go_on: false };
                    }
                    continue;
                }
                if !is_finished && !is_straight && self.leave_out_more() {
                    continue;
                }
                if !is_finished || self.walked.work > allowed {
                    return match self.cancelled.load(Ordering::Relaxed) {
                        true => Stop::Cancelled,
                        false => Stop::TooMuch { can_go_on: is_finished || !is_straight },
                    };
                }
            }
            if !self.merge() {
                return Stop::TooMuch { can_go_on: false };
            }
            self.memory.give(self.now.bytes() + self.alike.bytes());
            self.memory.keep(std::mem::take(&mut self.now.states));
            let Some((clock, mut next)) = self.walked.waiting.pop_first() else {
                self.remembered.forget(&self.memory);
                return if self.read_strands() { Stop::Finished } else { Stop::Tangled };
            };
            self.walked.held -= next.len();
            self.course.push(Stage { clock, states: next.len(), before: self.walked.work });
            let is_all = self.walked.done > 0 && self.walked.waiting.is_empty();
            let moment = |first: &[u16]| self.rules.moment(&state_of(self.rules, first));
            let is_kept = self.keeps && is_all && matches!(moment(&next.first()), Moment::Before(_));
            if !self.prepare(&mut next, is_kept) {
                return Stop::TooMuch { can_go_on: false };
            }
            if let Some(place) = self.record_early(&next) {
                if !self.take_up(place) {
                    return Stop::TooMuch { can_go_on: false };
                }
                continue;
            }
            if is_kept {
                self.prefix = Some(Prefix {
                    states: next.states.clone(),
                    chances: self.walked.chances.clone(),
                    unexplored: self.walked.unexplored,
                });
            }
            let is_laid_aside = !self.keeps && !self.limit.whole && is_all && self.leaves_alone(&next);
            self.alike = Alike::default();
            (self.now, self.played, self.raised) = (next, 0, 0.0);
            if is_laid_aside && !self.lay_aside() {
                return Stop::TooMuch { can_go_on: false };
            }
        }
    }

    /// Records the measures that are final though the step of these states is not over; the first cell on a strand that they
    /// read, if they read any.
    fn record_early(&mut self, next: &Waiting) -> Option<u16> {
        let mut measures = Vec::new();
        self.rules.early(&state_of(self.rules, &next.first()), &mut |measure| measures.push(measure));
        match measures.is_empty() {
            true => None,
            false => early::record(self.rules, next, &measures, self.guard.as_ref(), &mut self.walked.chances),
        }
    }

    /// Whether the next piece ignores the cells in which these states differ, which are the states of all trials: tried on
    /// the first state with some outcomes.
    fn leaves_alone(&self, all: &Waiting) -> bool {
        if all.len() < 2 || self.walked.is_over || !all.is_at_zero() {
            return false;
        }
        let (places, first) = (all.differing(), all.first());
        leaves_alone(self.rules, (&first, &places), self.limit.dice(), WAYS_TRIED)
    }

    /// Sets aside the cells in which the states to be played next differ, and continues from the first state; false when
    /// there is not enough memory.
    fn lay_aside(&mut self) -> bool {
        if !self.now.build(&self.memory) {
            return false;
        }
        let from = std::iter::once((self.now.states.state(0), 1.0)).collect();
        self.strands.extend(Strand::of(&self.now.states));
        let Walked { chances, unexplored, .. } = &self.walked;
        self.stretch = Stretch { from, chances: chances.clone(), unexplored: *unexplored, bytes: 0 };
        self.begin()
    }

    /// Takes up the strand of a cell that was touched, and restarts this part of the walk with it; false when there is not
    /// enough memory.
    fn take_up(&mut self, place: u16) -> bool {
        let Some(found) = self.strands.iter().position(|strand| strand.places().contains(&place)) else { return false };
        let strand = self.strands.swap_remove(found);
        if self.stretch.from.bytes() * strand.len() as u64 > self.memory.left() {
            return false;
        }
        self.stretch.from = strand.with(&self.stretch.from);
        self.begin()
    }

    /// Starts this part of the walk; false when there is not enough memory.
    fn begin(&mut self) -> bool {
        let Walk { rules, memory, walked, stretch, strands, remembered, .. } = self;
        remembered.forget(memory);
        memory.give(memory.used());
        let aside: u64 = strands.iter().map(Strand::bytes).sum();
        stretch.bytes = aside + stretch.from.bytes();
        let has_room = memory.take(stretch.bytes);
        self.played_last.clear();
        (walked.waiting, walked.held, walked.over) = Default::default();
        walked.is_over = false;
        self.course.clear();
        walked.chances.clone_from(&stretch.chances);
        walked.unexplored = stretch.unexplored;
        self.guard = Guard::of(strands);
        let clock = rules.clock(&state_of(*rules, stretch.from.state(0)));
        let reached =
            has_room && stretch.from.iter().all(|(state, chance)| walked.reach(clock, state, chance, None, memory));
        let Some(now) = walked.waiting.remove(&clock) else { return false };
        walked.held = 0;
        (self.now, self.played, self.alike) = (now, 0, Alike::default());
        reached
    }

    /// Reads the last measures off the strands, if there are any; false if that would take too long.
    fn read_strands(&mut self) -> bool {
        let Walk { rules, walked, strands, stretch, memory, .. } = self;
        memory.give(std::mem::take(&mut stretch.bytes));
        if strands.is_empty() || walked.over.is_empty() {
            return true;
        }
        let (base, mut last) = (state_of(*rules, walked.over.state(0)), Vec::new());
        rules.record(&base, &mut |measure, _| last.push(measure));
        strands.extend(Strand::of(&walked.over));
        memory.give(walked.over.bytes());
        let mut readable = Readable::new(strands);
        last.into_iter().filter(|&measure| rules.counters().of_measure(measure).is_none()).all(|measure| {
            let chances = read(*rules, &base, &mut readable, measure);
            let is_read = chances.is_some();
            for (value, chance) in chances.into_iter().flatten().enumerate() {
                walked.count(measure, value as u64, chance);
            }
            is_read
        })
    }

    /// Merges what has been played; false when there is not enough memory.
    fn merge(&mut self) -> bool {
        let Walk { walked, played_last, memory, .. } = self;
        std::mem::take(played_last).into_iter().all(|portion| walked.merge(portion, memory))
    }

    /// Counts the memory anew after something was dropped half done.
    fn recount(&self) {
        let held = self.now.bytes() + self.alike.bytes() + self.stretch.bytes + self.walked.bytes();
        self.memory.recount(held + self.remembered.bytes());
    }

    /// Plays the next states of the clock together: up to which one, whether straight into the total, and whether to the
    /// end. Meanwhile what was played last is merged.
    fn play_some(&mut self, allowed: u64) -> (usize, bool, bool) {
        if !self.now.pairs.is_empty() && !self.now.build(&self.memory) {
            return (0, false, false);
        }
        let (together, portion) = portions(self.walked.work, self.walked.done);
        let (start, end) = (self.played, self.now.states.len().min(self.played + together));
        let is_straight = end - start <= portion;
        if is_straight && !self.merge() {
            return (end, false, false);
        }
        let Walk { rules, limit, cancelled, memory, walked, now, alike, guard, played_last, .. } = self;
        let work = AtomicU64::new(walked.work);
        let (measures, counters) = (walked.chances.len(), rules.counters().count());
        let (rules, guard) = (*rules, guard.as_ref());
        let limit = Limit { rarest: walked.rarest(limit, memory), ..*limit };
        let expansion = Expansion { rules, limit, work: &work, allowed, memory, cancelled, measures, guard };
        if is_straight {
            let Some((ahead, outcomes)) = look(&expansion, alike, now, start..end) else { return (end, false, false) };
            walked.note_plays(ahead.plays, ahead.work);
            // What goes straight into the total cannot be taken back, so it may go on for longer.
            let longer = allowed.saturating_add(limit.outlook.min(limit.plays));
            let expansion = Expansion { allowed: longer, ..expansion };
            return (end, true, expansion.play(now, start..end, &outcomes, walked));
        }
        let in_one = |outcomes: &[Option<&Outcomes>], first: usize| {
            let mut walked = Walked::nothing(measures, counters);
            let last = end.min(first + portion);
            let outcomes = &outcomes[first - start..last - start];
            expansion.play(now, first..last, outcomes, &mut walked).then_some(walked)
        };
        let play = || {
            let (ahead, outcomes) = look(&expansion, alike, now, start..end)?;
            let starts: Vec<usize> = (start..end).step_by(portion).collect();
            // If a guarded cell may be touched all portions are played: the first state that touches one counts.
            let portions: Vec<Option<Walked>> = starts.into_par_iter().map(|first| in_one(&outcomes, first)).collect();
            Some((ahead.plays, ahead.work, portions.into_iter().collect::<Option<Vec<_>>>()?))
        };
        let last = std::mem::take(played_last);
        let (is_merged, played) = rayon::join(|| last.into_iter().all(|portion| walked.merge(portion, memory)), play);
        match played {
            Some((plays, work, portions)) => {
                walked.plays += plays;
                walked.work += work;
                portions.iter().for_each(|portion| walked.note(portion));
                *played_last = portions;
                (end, false, is_merged)
            }
            None => {
                self.recount();
                (end, false, false)
            }
        }
    }
}

/// Some states of a clock, each with its place, but for those that are too rare.
fn likely_enough(waiting: &Waiting, some: Range<usize>, limit: Limit) -> Vec<(usize, &[u16])> {
    let likely = some.filter(|&place| waiting.states.value(place) >= limit.rarest);
    likely.map(|place| (place, waiting.states.state(place))).collect()
}

/// The outcomes of some states of a clock; `None` for those that have to be played by themselves.
fn look<'a, R: Rules>(
    expansion: &Expansion<R>,
    alike: &'a mut Alike,
    waiting: &Waiting,
    some: Range<usize>,
) -> Option<(Ahead, Vec<Option<&'a Outcomes>>)> {
    let states = likely_enough(waiting, some.clone(), expansion.limit);
    let ahead = alike.look(expansion, &states)?;
    let mut outcomes = vec![None; some.len()];
    for (&(place, _), &like) in states.iter().zip(&ahead.like) {
        outcomes[place - some.start] = alike.outcomes(like);
    }
    Some((ahead, outcomes))
}

/// The state of these numbers.
fn state_of<R: Rules>(rules: &R, numbers: &[u16]) -> R::State {
    let mut state = rules.deploy();
    state.as_mut().become_like(numbers);
    state
}
