//! A compiled engagement of any system behind one door: one virtual call a run, everything inside generic and flat.

use std::sync::atomic::AtomicBool;

use super::exact::{self, Exact, GivenUp, Limit};
use super::measure::Measure;
use super::narrated::{Line, Narrated};
use super::rules::{Moment, Rules};
use super::sampled::Stream;
use super::simulate::{BATCH, Plan, play_batch, simulate};
use super::tally::{Counter, Tally};

/// What can be done with a compiled scenario.
pub trait Engagement: Send + Sync {
    /// What is counted.
    fn measures(&self) -> Vec<Measure>;
    /// Plays trials; nothing when cancelled.
    fn sample(&self, plan: &Plan) -> Option<Tally>;
    /// Walks every way the dice can fall.
    fn exact(&self, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp>;
    /// Tells trial `number` (from 1) of a stream: the very trial that [`Engagement::sample`] counts.
    fn tell(&self, stream: &Stream, number: u64) -> Vec<Line>;
}

impl<R: Rules> Engagement for R {
    fn measures(&self) -> Vec<Measure> {
        Rules::measures(self)
    }

    fn sample(&self, plan: &Plan) -> Option<Tally> {
        simulate(self, plan)
    }

    fn exact(&self, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
        exact::walk(self, limit, cancelled)
    }

    fn tell(&self, stream: &Stream, number: u64) -> Vec<Line> {
        let index = number.saturating_sub(1);
        let mut dice = stream.batch(index / BATCH);
        let mut unread = Tally::new(Rules::measures(self).len());
        // The trials before it in its batch are played unheard; what they used of the stream is gone afterwards.
        play_batch(self, &mut dice, index % BATCH, &mut Counter::new(), &mut unread);
        let faces = Stream { seed: stream.seed, scenario: format!("{}, faces", stream.scenario) }.batch(index);
        let mut dice = Narrated::new(dice, faces);
        let mut state = self.deploy();
        loop {
            let moment = self.advance(&mut state, &mut dice);
            if moment == Moment::Within {
                continue;
            }
            dice.describe(self.describe(&state));
            if moment == Moment::Over {
                return dice.story();
            }
            self.forget(&mut state);
        }
    }
}
