//! A compiled engagement of any system behind one trait: one virtual call for a run, everything inside generic and flat.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::block::Blocks;
use super::exact::deciding::{self, Choose, Decided, Graph, Met, Tell};
use super::exact::{self, Exact, GivenUp, Limit};
use super::flow::Flow;
use super::known::Known;
use super::likely::{self, Likely};
use super::measure::Measure;
use super::mixed::{self, Mixed};
use super::narrated::{Narrator, Story};
use super::paired::Luck;
use super::rules::{Rules, play_out};
use super::sampled::Stream;
use super::scripted::Scripted;
use super::simulate::{Sampling, Stopped, cost, simulate, simulate_at_once, simulate_until};
use super::splitting::{self, Effort, Repetitions, Watched};
use super::tally::Tally;

/// What can be done with a compiled scenario.
pub trait Engagement: Send + Sync {
    /// The measures of a run.
    fn measures(&self) -> Vec<Measure>;
    /// Plays trials.
    ///
    /// # Errors
    /// The tally of the first trials, when cancelled.
    fn sample(&self, plan: &Sampling) -> Result<Tally, Stopped>;
    /// Plays trials as one block, on one thread: quicker if no single one of them is asked for later, and quicker still if
    /// `only` one measure of the end is counted. `None` when cancelled.
    fn sample_at_once(
        &self,
        only: Option<usize>,
        stream: &Stream,
        trials: u64,
        cancelled: &AtomicBool,
    ) -> Option<Tally>;
    /// What trials cost that are played as one block, in plays of the exact walk: the same on every machine.
    fn cost(&self, stream: &Stream, trials: u64, cancelled: &AtomicBool) -> u64;
    /// Plays trials until `next`, given the tally and the number of trials so far, asks for no more.
    ///
    /// # Errors
    /// The tally of the first trials, when cancelled.
    fn sample_until(&self, plan: &Sampling, next: &mut dyn FnMut(&Tally, u64) -> Option<u64>)
    -> Result<Tally, Stopped>;
    /// Walks every way the dice can fall.
    fn exact(&self, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp>;
    /// The same with every single die branching on its faces: slow, for proofs on tiny cases.
    fn exact_die_by_die(&self, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp>;
    /// Walks the first steps within the limit, and samples the rest; `None` if not even the first step could be walked, or
    /// when cancelled.
    fn mixed(&self, limit: Limit, stream: &Stream, trials: u64, cancelled: &AtomicBool) -> Option<Mixed>;
    /// Walks the likely ways of a trial within the limit, for one measure of the end; `None` if that is not possible, or
    /// when cancelled.
    fn likely(&self, measure: usize, limit: Limit, cancelled: &AtomicBool) -> Option<Likely>;
    /// The histogram of that measure over `trials` trials of the part not walked; `None` when cancelled.
    fn sample_left(&self, likely: &Likely, stream: &Stream, trials: u64, cancelled: &AtomicBool) -> Option<Vec<u64>>;
    /// Estimates the chance of the watched event, however rare, by splitting; `None` when cancelled.
    fn rare(&self, watched: Watched, effort: &Effort) -> Option<Repetitions>;
    /// Plays trials with shared luck, and marks those in which a measure of the end is not 0: one bit each, from the lowest
    /// of the first word on. `marks` has as many words as that takes.
    fn mark(&self, measure: usize, luck: Luck, trials: Range<u64>, marks: &mut [u64]);
    /// Plays trials with shared luck, and hands over every measure of each as recorded.
    fn each(&self, luck: Luck, trials: Range<u64>, seen: &mut dyn FnMut(&[u64]));
    /// Every state that trials can reach, whatever the players decide, and the value of each way for the mean of a measure.
    ///
    /// # Errors
    /// If there are more than the limit allows, or when cancelled.
    fn graph(&self, measure: usize, limit: Limit, cancelled: &AtomicBool) -> Result<Graph, GivenUp>;
    /// Plays trials in which players decide like this, for one measure; what is met in the watched step is kept. `None` when
    /// cancelled.
    fn decided(
        &self,
        measure: usize,
        plan: (&Stream, u64),
        choose: &Choose<'_>,
        watched: Option<usize>,
        cancelled: &AtomicBool,
    ) -> Option<Vec<Decided>>;
    /// For so many trials what a player would get who knows how the dice will fall, less what that is worth to him if `value`
    /// is what decisions are worth: on average at least what best play is worth. `None` when cancelled.
    fn at_most(
        &self,
        measure: usize,
        plan: (&Stream, u64),
        inner: usize,
        value: &(dyn Fn(&Met) -> f64 + Sync),
        cancelled: &AtomicBool,
    ) -> Option<Vec<f64>>;
    /// Narrates trial `number` of those in which players decide like this, for the mean of a measure.
    ///
    /// # Errors
    /// If there is more to come after a decision than the limit allows, or when cancelled.
    fn tell_decided(
        &self,
        measure: usize,
        trial: (&Stream, u64),
        decide: &mut Tell<'_>,
        limit: Limit,
        cancelled: &AtomicBool,
    ) -> Result<Story, GivenUp>;
    /// Plays one trial with scripted dice: every measure as recorded.
    fn scripted(&self, dice: &mut Scripted) -> Vec<u64>;
    /// Narrates trial `number` (from 1) of a run of `trials` trials in these blocks: the same trial that
    /// [`Engagement::sample`] or [`Engagement::sample_until`] counts. The number of trials matters only to the trials of
    /// the last block.
    fn tell(&self, stream: &Stream, blocks: Blocks, trials: u64, number: u64) -> Story;
}

impl<R: Rules> Engagement for R {
    fn measures(&self) -> Vec<Measure> {
        Rules::measures(self)
    }

    fn sample(&self, plan: &Sampling) -> Result<Tally, Stopped> {
        simulate(self, plan)
    }

    fn sample_at_once(
        &self,
        only: Option<usize>,
        stream: &Stream,
        trials: u64,
        cancelled: &AtomicBool,
    ) -> Option<Tally> {
        simulate_at_once(self, only, stream, trials, cancelled)
    }

    fn cost(&self, stream: &Stream, trials: u64, cancelled: &AtomicBool) -> u64 {
        cost(self, stream, trials, cancelled)
    }

    fn sample_until(
        &self,
        plan: &Sampling,
        next: &mut dyn FnMut(&Tally, u64) -> Option<u64>,
    ) -> Result<Tally, Stopped> {
        simulate_until(self, plan, next)
    }

    fn exact(&self, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
        exact::walk(self, limit, cancelled)
    }

    fn exact_die_by_die(&self, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
        exact::walk(self, Limit { plays: 1 << 40, outlook: u64::MAX, die_by_die: true, ..limit }, cancelled)
    }

    fn mixed(&self, limit: Limit, stream: &Stream, trials: u64, cancelled: &AtomicBool) -> Option<Mixed> {
        mixed::estimate(self, limit, stream, trials, cancelled)
    }

    fn likely(&self, measure: usize, limit: Limit, cancelled: &AtomicBool) -> Option<Likely> {
        likely::walk(self, measure, limit, cancelled)
    }

    fn sample_left(&self, likely: &Likely, stream: &Stream, trials: u64, cancelled: &AtomicBool) -> Option<Vec<u64>> {
        likely.sample(self, stream, trials, cancelled)
    }

    fn rare(&self, watched: Watched, effort: &Effort) -> Option<Repetitions> {
        splitting::estimate(self, watched, effort)
    }

    fn mark(&self, measure: usize, luck: Luck, trials: Range<u64>, marks: &mut [u64]) {
        let (start, mut dice) = (self.deploy(), luck.dice());
        let mut state = start.clone();
        marks.fill(0);
        for (place, trial) in trials.enumerate() {
            state.clone_from(&start);
            dice.begin(trial);
            play_out(self, &mut state, &mut dice, |_, dice| dice.next_stage());
            if self.outcome(&state, measure) > 0 {
                marks[place / 64] |= 1 << (place % 64);
            }
        }
    }

    fn each(&self, luck: Luck, trials: Range<u64>, seen: &mut dyn FnMut(&[u64])) {
        let (start, mut dice) = (self.deploy(), luck.dice());
        let (mut state, mut values) = (start.clone(), vec![0; Rules::measures(self).len()]);
        for trial in trials {
            state.clone_from(&start);
            dice.begin(trial);
            play_out(self, &mut state, &mut dice, |state, dice| {
                self.record(state, &mut |measure, value| values[measure] = value);
                dice.next_stage();
            });
            seen(&values);
        }
    }

    fn graph(&self, measure: usize, limit: Limit, cancelled: &AtomicBool) -> Result<Graph, GivenUp> {
        deciding::explore(self, measure, limit, cancelled)
    }

    fn decided(
        &self,
        measure: usize,
        plan: (&Stream, u64),
        choose: &Choose<'_>,
        watched: Option<usize>,
        cancelled: &AtomicBool,
    ) -> Option<Vec<Decided>> {
        deciding::decided((self, measure), plan, choose, watched, cancelled)
    }

    fn at_most(
        &self,
        measure: usize,
        plan: (&Stream, u64),
        inner: usize,
        value: &(dyn Fn(&Met) -> f64 + Sync),
        cancelled: &AtomicBool,
    ) -> Option<Vec<f64>> {
        deciding::at_most((self, measure), plan, inner, value, cancelled)
    }

    fn tell_decided(
        &self,
        measure: usize,
        trial: (&Stream, u64),
        decide: &mut Tell<'_>,
        limit: Limit,
        cancelled: &AtomicBool,
    ) -> Result<Story, GivenUp> {
        deciding::told((self, measure), trial, decide, limit, cancelled)
    }

    fn scripted(&self, dice: &mut Scripted) -> Vec<u64> {
        let mut values = vec![0; Rules::measures(self).len()];
        let mut state = self.deploy();
        // With dice of the type that narration has, so that the rules are not compiled once more.
        let (mut narrator, mut known) = (Narrator::silent(), Known::Scripted(dice));
        play_out(self, &mut state, &mut narrator.listen(&mut known), |state, _| {
            self.record(state, &mut |measure, value| values[measure] = value);
        });
        values
    }

    fn tell(&self, stream: &Stream, blocks: Blocks, trials: u64, number: u64) -> Story {
        let index = number.saturating_sub(1);
        let block = blocks.of(index).within(trials.max(number));
        let faces = Stream { seed: stream.seed, scenario: format!("{}, faces", stream.scenario) }.batch(index);
        let mut narrator = Narrator::new(faces);
        let values = Flow::new(self).tell(block.dice(blocks, stream), block.trials, index - block.first, &mut narrator);
        Story { lines: narrator.story(), values }
    }
}
