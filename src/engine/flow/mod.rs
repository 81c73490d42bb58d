//! Trials as counts: a block of trials flows through the states of an engagement, and trials in equal states are one
//! number.
//!
//! One piece of each state is played in all the ways that some of its trials take ([`Dealt`]), equal states are merged, and
//! the states least far on are played first, so that equal states meet. So the cost grows with the number of states
//! reached, not with the number of trials. The trials are independent, and each can be followed through the deals by its
//! place in the counts.
//!
//! Counters do not keep states apart: with many trials, they are kept in a table for each state (`counts`).
//!
//! Independent parts flow separately: when all trials stand between two steps, the cells in which they differ are set aside
//! as a strand (`strand`, `aside`) until a piece touches them, and the trials continue as if they were alike. Trials whose
//! piece touches a strand draw its values at that point, before anything that depends on them. At the end measures are read
//! off the strands (`ended`), so the costs of steps side by side add up instead of multiplying.

mod aside;
mod bundle;
mod counted;
mod counts;
mod ended;
mod queue;
mod strand;
mod told;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use self::counts::{Counts, Kept};
use self::queue::{Next, Queue};
use self::strand::Strand;
use self::told::{Piece, Place, Told, Way};
use super::bucket::Bucket;
use super::counters::Counters;
use super::dealt::Dealt;
use super::known::Known;
use super::narrated::Narrator;
use super::row::Guarded;
use super::rules::{Progress, Rules, play, settle};
use super::sampled::Sampled;
use super::tally::Tally;

/// At most this many trials of a state are played one by one until measures become final, if they would hardly meet others.
const ALONE: u64 = 2;

/// About how many bytes of states may wait. If there are more, the states farthest on are played first, which need no room.
const WAITING: usize = 128 << 20;

/// About how many bytes a state takes in addition to its numbers.
const A_STATE: usize = 32;

/// How many different outcomes are held before measures are read off them: reading one costs as much as counting dozens.
const OUTCOMES: usize = 1 << 14;

/// Progress is reported whenever this many more trials are over.
const TOLD: u64 = 1 << 20;

/// What one way through a piece costs before its dice are rolled, in rolls.
pub(crate) const A_WAY: u64 = 8;

/// At least this many values, of this many trials, are worth setting aside; from this many trials on, counters are kept in
/// separate tables.
const WORTH_IT: (usize, u64) = (16, 10_000);

/// Trials on their way. Its memory is allocated once and kept from block to block.
pub(crate) struct Flow<'r, R: Rules> {
    rules: &'r R,
    dice: Dealt,
    queue: Queue,
    /// How many values, of how many trials, are set aside; from how many trials on counters are kept in separate tables.
    worth_it: (usize, u64),
    /// The state being played, what becomes of it, and where trials that are played by themselves begin.
    from: R::State,
    state: R::State,
    start: R::State,
    counts: Counts,
    settled: Bucket<u64>,
    /// The strands set aside, and what watches that no play touches those that a state has.
    strands: Vec<Strand>,
    guard: Option<(u16, Arc<Guarded>)>,
    /// States in which trials are over that have strands set aside.
    over: Bucket<u64>,
    is_over: bool,
    tally: Tally,
    /// What playing the trials has cost.
    cost: u64,
    /// The only measure of the end to be counted; `None` for all measures.
    only: Option<usize>,
    /// Called with the number of trials over, when there are some more; and how many have not been reported yet.
    progress: &'r (dyn Fn(u64) + Sync),
    untold: u64,
    /// The trial to be narrated, and whether ways are recorded for it.
    told: Option<Told>,
    is_noted: bool,
}

impl<'r, R: Rules> Flow<'r, R> {
    /// No trials yet.
    pub(crate) fn new(rules: &'r R) -> Self {
        let state = rules.deploy();
        Flow {
            rules,
            dice: Dealt::default(),
            queue: Queue::new(WAITING, size_of_val(state.as_ref().numbers()) + A_STATE),
            worth_it: WORTH_IT,
            from: state.clone(),
            start: state.clone(),
            state,
            counts: Counts::new(rules),
            settled: Bucket::default(),
            strands: Vec::new(),
            guard: None,
            over: Bucket::default(),
            is_over: false,
            tally: Tally::new(rules.measures().len()),
            cost: 0,
            only: None,
            progress: &|_| {},
            untold: 0,
            told: None,
            is_noted: false,
        }
    }

    /// The same, counting only one of the measures that are final when a trial is over.
    #[must_use]
    pub(crate) fn only(self, measure: usize) -> Self {
        Flow { only: Some(measure), ..self }
    }

    /// The same, with trials dealt as evenly as their chances allow: they are not independent, but all means are right.
    #[must_use]
    pub(crate) fn evenly(mut self) -> Self {
        self.dice.fall_evenly();
        self
    }

    /// The same, reporting the number of trials over as it goes on.
    #[must_use]
    pub(crate) fn telling(self, progress: &'r (dyn Fn(u64) + Sync)) -> Self {
        Flow { progress, ..self }
    }

    /// Plays trials; false when cancelled, and then of no further use.
    pub(crate) fn flow(&mut self, dice: Sampled, trials: u64, cancelled: &AtomicBool) -> bool {
        self.begin(dice, trials);
        self.state = self.rules.deploy();
        self.counts.begin(trials);
        let (at, _) = self.reach(trials);
        self.told.iter_mut().for_each(|told| told.begin(0, at));
        self.flow_on(cancelled)
    }

    /// The same for trials that are already in some states, all between two steps.
    pub(crate) fn flow_from<'s>(
        &mut self,
        dice: Sampled,
        from: impl Iterator<Item = (&'s [u16], u64)> + Clone,
        cancelled: &AtomicBool,
    ) -> bool {
        self.begin(dice, from.clone().map(|(_, trials)| trials).sum());
        for (state, trials) in from {
            self.state.as_mut().become_like(state);
            self.counts.begin(trials);
            self.reach(trials);
        }
        self.flow_on(cancelled)
    }

    /// The strands of the last block are gone, so the outcomes held back are read off: that they do not read those strands
    /// says nothing of new ones. With few trials each keeps its own counters.
    fn begin(&mut self, dice: Sampled, trials: u64) {
        let kept = match self.only {
            Some(measure) if self.counts.counter_of(measure).is_some() => Kept::InStates,
            Some(_) => Kept::Nowhere,
            None if trials < self.worth_it.1 || u32::try_from(trials).is_err() => Kept::InStates,
            None => Kept::Beside,
        };
        if !self.strands.is_empty() || self.counts.kept().is_some_and(|before| before != kept) {
            self.read_off();
        }
        self.counts.keep(kept, &dice);
        self.dice.fall_as(dice);
        self.strands.clear();
        (self.guard, self.is_over) = (None, false);
    }

    fn flow_on(&mut self, cancelled: &AtomicBool) -> bool {
        loop {
            self.lay_aside();
            let Some(next) = self.queue.next(self.from.as_mut(), &mut self.counts) else { break };
            self.play(next, cancelled);
            if cancelled.load(Ordering::Relaxed) {
                return false;
            }
            if self.untold >= TOLD {
                (self.progress)(std::mem::take(&mut self.untold));
            }
        }
        self.read_over();
        (self.progress)(std::mem::take(&mut self.untold));
        true
    }

    /// All measures of all trials played.
    pub(crate) fn finish(mut self) -> Tally {
        self.take()
    }

    /// What the trials have cost so far: for each way that some of them went through a piece, [`A_WAY`] and its rolls. It is
    /// the same on every machine.
    pub(crate) fn cost(&self) -> u64 {
        self.cost
    }

    /// The same, and starts a new tally for trials played later.
    pub(crate) fn take(&mut self) -> Tally {
        self.read_off();
        let measures = self.tally.histograms.len();
        std::mem::replace(&mut self.tally, Tally::new(measures))
    }

    /// Narrates the trial at this place, from 0, among the `trials` that [`Flow::flow`] plays with the same dice: every
    /// measure as recorded.
    pub(crate) fn tell(mut self, dice: Sampled, trials: u64, place: u64, narrator: &mut Narrator) -> Vec<u64> {
        let (go, mut values) = (AtomicBool::new(false), vec![0; self.tally.histograms.len()]);
        if trials >= self.worth_it.1 {
            self.flow(dice.clone(), trials, &go);
        }
        self.told = Some(Told::new(self.strands.len(), place));
        self.flow(dice, trials, &go);
        let buckets: Vec<u64> = self.strands.iter().map(|strand| strand.bucket).collect();
        let pieces = self.told.map(|told| told.story(&buckets)).unwrap_or_default();
        let (rules, mut state) = (self.rules, self.rules.deploy());
        for piece in pieces.iter().filter(|piece| piece.is_played) {
            let (mut dice, mut standing) = (Dealt::again(&piece.partings), None);
            let mut known = Known::Dealt(&mut dice);
            play(rules, &mut state, &mut narrator.listen(&mut known), Counters::none(), |state| {
                rules.record(state, &mut |measure, value| values[measure] = value);
                standing = Some(rules.describe(state));
            });
            standing.into_iter().for_each(|words| narrator.describe(words));
        }
        values
    }

    /// Plays one piece of all trials of a state; if they are few, until measures have become final.
    fn play(&mut self, Next { at, trials, is_thin, levels }: Next, cancelled: &AtomicBool) {
        let place = self.told.as_ref().and_then(|told| told.place_at(at));
        self.is_noted = place.is_some() || self.told.as_ref().is_some_and(|told| self.strands.len() < told.last);
        if trials > ALONE || !is_thin || levels.is_some() {
            self.dice.deal(trials);
            loop {
                let progress = match levels {
                    Some(common) => self.level(common),
                    None => self.piece(),
                };
                self.cost += A_WAY + self.dice.rolls();
                let (to, before) = self.come_out(progress, self.dice.here());
                if self.is_noted {
                    let pieces = vec![Piece { is_played: levels.is_none(), partings: self.dice.partings() }];
                    let way = Way { from: at, alone: 0, to, before, trials: self.dice.here(), pieces };
                    self.note(way, place.map(|place| self.dice.place(place)));
                }
                if !self.dice.go_on() || cancelled.load(Ordering::Relaxed) {
                    return;
                }
            }
        }
        self.start.clone_from(&self.from);
        for alone in 0..trials {
            let mut pieces = Vec::new();
            self.from.clone_from(&self.start);
            self.counts.begin_alone();
            loop {
                self.dice.deal(1);
                let progress = self.piece();
                self.cost += A_WAY + self.dice.rolls();
                if self.is_noted {
                    pieces.push(Piece { is_played: true, partings: self.dice.partings() });
                }
                if progress == Progress::Within {
                    std::mem::swap(&mut self.from, &mut self.state);
                    self.counts.go_on_alone();
                    continue;
                }
                let (to, before) = self.come_out(progress, 1);
                if self.is_noted {
                    let way = Way { from: at, alone, to, before, trials: 1, pieces };
                    self.note(way, place.map(|place| (place == alone).then_some(0)));
                }
                self.counts.end_alone();
                break;
            }
        }
    }

    /// Records a way that trials went. If one trial is being followed, only the way it went.
    fn note(&mut self, way: Way, followed: Option<Option<u64>>) {
        let Some(told) = &mut self.told else { return };
        match followed {
            None => told.ways.push(way),
            Some(None) => {}
            Some(Some(place)) => told.follow(way, place),
        }
    }

    /// Plays one piece. If it touches a strand, the trials take it up and continue from there.
    fn piece(&mut self) -> Progress {
        loop {
            let aside = self.start();
            let Flow { rules, state, dice, counts, settled, tally, only, .. } = self;
            dice.keep(self.is_noted || aside != 0);
            if aside == 0 {
                dice.guard(None);
                dice.begin();
                let progress = rules.advance(state, dice);
                counts.strip(*rules, state);
                counts.take(dice.here());
                settle(*rules, state, progress, |state| match *only {
                    Some(measure) if progress == Progress::Over => {
                        tally.add(measure, rules.outcome(state, measure), dice.here());
                    }
                    Some(_) => {}
                    None => {
                        settled.add(state.as_ref().numbers(), dice.here());
                        counts.count(rules.counters().measures(rules.moment(state).step()), tally);
                    }
                });
                self.read_if_many();
                return progress;
            }
            let guard = self.guard_of(aside);
            let Flow { rules, state, dice, counts, settled, tally, only, .. } = self;
            dice.guard(Some(&guard));
            state.as_mut().guard(&guard);
            dice.begin();
            let progress = rules.advance(state, dice);
            counts.strip(*rules, state);
            let (mut reached, mut counted) = (None, &[][..]);
            settle(*rules, state, progress, |state| {
                counted = rules.counters().measures(rules.moment(state).step());
                if progress == Progress::Settled && only.is_none() {
                    let numbers = state.as_ref().seen_through();
                    if settled.get(numbers).is_none() {
                        rules.record(state, &mut |_, _| {});
                    }
                    reached = Some(numbers.to_vec());
                }
            });
            state.as_mut().unwatch();
            if let Some(place) = guard.touched() {
                self.take_up(place);
                continue;
            }
            counts.take(dice.here());
            reached.into_iter().for_each(|numbers| _ = settled.add(&numbers, dice.here()));
            counts.count(counted, tally);
            self.read_if_many();
            return progress;
        }
    }

    /// The state at the start of the piece, with the strands taken up; returns those it still has set aside.
    fn start(&mut self) -> u16 {
        self.state.clone_from(&self.from);
        let row = self.state.as_mut();
        let mut aside = row.aside();
        if aside == 0 {
            return 0;
        }
        for (strand, way) in self.dice.taken_up() {
            self.strands[usize::from(strand)].put(way, row);
            aside &= !(1 << strand);
        }
        row.set_aside(aside);
        aside
    }

    fn read_if_many(&mut self) {
        if self.settled.len() >= OUTCOMES {
            self.read_off();
        }
    }

    /// After a piece: trials that are not over wait for the next. Returns where they are, and how many were there before.
    fn come_out(&mut self, progress: Progress, trials: u64) -> (Place, u64) {
        if progress != Progress::Over {
            if progress == Progress::Settled {
                self.counts.begin(trials);
            }
            return self.reach(trials);
        }
        self.is_over = true;
        self.untold += trials;
        if self.state.as_ref().aside() == 0 {
            return ((told::OVER, 0), 0);
        }
        let (at, before) = self.over.add(self.state.as_ref().numbers(), trials);
        ((told::READ_LATER, at), before.unwrap_or(0))
    }

    /// Trials reach the state just played: where it waits, and how many were there before.
    fn reach(&mut self, trials: u64) -> (Place, u64) {
        self.queue.add(self.rules.clock(&self.state), self.state.as_ref().numbers(), trials, &self.counts)
    }

    /// Reads the measures off states in which some have become final, and drops the states.
    fn read_off(&mut self) {
        let Flow { rules, counts, settled, tally, .. } = self;
        let mut state = rules.deploy();
        for (numbers, times) in settled.iter() {
            state.as_mut().become_like(numbers);
            rules.record(&state, &mut |measure, value| {
                if !counts.is_beside(measure) {
                    tally.add(measure, value, times);
                }
            });
        }
        settled.clear();
    }
}

#[cfg(test)]
mod tests;
