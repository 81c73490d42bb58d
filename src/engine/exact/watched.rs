//! A trial of which one counter is watched and all others are forgotten: who asks how many hits there were need not know
//! how many of the enemy's there were.

use crate::engine::dice::Dice;
use crate::engine::measure::Measure;
use crate::engine::rules::{Progress, Rules};

/// Rules that keep one of their counters, or none.
pub struct Watched<'a, R> {
    rules: &'a R,
    counter: Option<usize>,
    /// The measures that are read off it; where it is none, those that are read off no counter.
    measures: Vec<bool>,
}

impl<'a, R: Rules> Watched<'a, R> {
    /// Rules of which this counter is kept.
    pub fn new(rules: &'a R, counter: Option<usize>) -> Self {
        let measures = (0..rules.measures().len()).map(|measure| rules.counter_of(measure) == counter).collect();
        Watched { rules, counter, measures }
    }

    /// Whether a measure is read off it.
    pub fn has(&self, measure: usize) -> bool {
        self.measures[measure]
    }
}

impl<R: Rules> Rules for Watched<'_, R> {
    type State = R::State;

    fn measures(&self) -> Vec<Measure> {
        self.rules.measures()
    }

    fn deploy(&self) -> R::State {
        self.rules.deploy()
    }

    fn clock(&self, state: &R::State) -> u128 {
        self.rules.clock(state)
    }

    fn advance<D: Dice>(&self, state: &mut R::State, dice: &mut D) -> Progress {
        let progress = self.rules.advance(state, dice);
        self.rules.blind(state, self.counter);
        progress
    }

    fn record(&self, state: &R::State, write: &mut dyn FnMut(usize, u64)) {
        self.rules.record(state, &mut |measure, value| {
            if self.has(measure) {
                write(measure, value);
            }
        });
    }

    fn forget(&self, state: &mut R::State) {
        self.rules.forget(state);
    }

    fn heap(&self, state: &R::State) -> usize {
        self.rules.heap(state)
    }

    fn describe(&self, state: &R::State) -> Vec<String> {
        self.rules.describe(state)
    }
}
