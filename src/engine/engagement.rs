//! A compiled engagement of any system behind one door: one virtual call a run, everything inside generic and flat.

use std::sync::atomic::AtomicBool;

use super::chain::{Chain, Tabled};
use super::exact::{self, Exact, GivenUp, Limit};
use super::measure::Measure;
use super::narrated::{Line, Narrator};
use super::rules::Rules;
use super::sampled::Stream;
use super::simulate::{BATCH, Plan, simulate};
use super::tally::Tally;

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
        let tabled = Tabled::pilot(self);
        let mut chain = Chain::new(self, &tabled);
        let mut dice = stream.batch(index / BATCH);
        // The trials before it in its batch are played unheard; what they used of the stream is gone afterwards.
        chain.play(&mut dice, index % BATCH, &mut Tally::new(Rules::measures(self).len()));
        let faces = Stream { seed: stream.seed, scenario: format!("{}, faces", stream.scenario) }.batch(index);
        let mut narrator = Narrator::new(faces);
        chain.tell(&mut dice, &mut narrator);
        narrator.story()
    }
}
