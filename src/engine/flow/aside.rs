//! Laid aside between two steps is what trials differ in and the next piece leaves alone; which of them stands how is drawn when
//! something asks for it.

use std::sync::Arc;

use super::Flow;
use super::queue::Waiting;
use super::strand::Strand;
use crate::alone::leaves_alone;
use crate::exhaustive::EveryWay;
use crate::row::Guarded;
use crate::rules::{Progress, Rules};

/// More strands than this are not laid aside: a bit of a number says of each whether it is.
const MOST_STRANDS: usize = 16;

/// In so many ways a piece is played to see whether it leaves something alone.
const WAYS_TRIED: usize = 32;

impl<R: Rules> Flow<'_, R> {
    /// Where all trials stand between two steps: lays aside what they differ in, if the next piece may leave it alone. Where some
    /// have taken up what others have not, all do so first.
    pub(super) fn lay_aside(&mut self) {
        let Some(Waiting { states, levels, .. }) = self.queue.sole(&self.counts) else { return };
        let is_worth_it = states.len() >= self.worth_it.0
            && states.values().iter().sum::<u64>() >= self.worth_it.1
            && self.strands.len() < MOST_STRANDS
            && levels.is_none()
            && !self.is_over;
        self.state.as_mut().become_like(states.state(0));
        if !is_worth_it || !self.rules.is_between(&self.state) {
            return;
        }
        let asides = || states.states().filter_map(|state| state.last().copied());
        let (all, common) = asides().fold((0, u16::MAX), |(all, common), aside| (all | aside, common & aside));
        if all != common {
            *levels = Some(common);
            return;
        }
        if !leaves_alone(self.rules, states, EveryWay::new(false), WAYS_TRIED) {
            return;
        }
        let Some(Waiting { number, states, .. }) = self.queue.take_sole(&self.counts) else { return };
        self.state.as_mut().set_aside(common | 1 << self.strands.len());
        self.strands.push(Strand::of(number, &states));
        let trials = states.values().iter().sum();
        self.counts.begin(trials);
        let (at, _) = self.reach(trials);
        if let Some(told) = &mut self.told {
            told.before.push(std::mem::take(&mut told.ways));
            told.begin(self.strands.len(), at);
        }
    }

    /// Takes up what others have taken up that stand at the same clock: all but the strands in common.
    pub(super) fn level(&mut self, common: u16) -> Progress {
        loop {
            let aside = self.start();
            self.dice.begin();
            let Some(strand) = (0..self.strands.len()).find(|strand| aside & !common & 1 << strand != 0) else {
                self.counts.begin(self.dice.here());
                return Progress::Within;
            };
            self.draw(strand, self.dice.here());
        }
    }

    /// What watches the strands that a state has laid aside.
    pub(super) fn guard_of(&mut self, aside: u16) -> Arc<Guarded> {
        if let Some((of, guard)) = &self.guard
            && *of == aside
        {
            return Arc::clone(guard);
        }
        let of = (0..self.strands.len()).filter(|strand| aside & 1 << strand != 0);
        let places = of.flat_map(|strand| &self.strands[strand].places).copied();
        let guard = Arc::new(Guarded::new(self.from.as_ref().numbers().len(), places));
        self.guard = Some((aside, Arc::clone(&guard)));
        guard
    }

    /// The trials that touched a place take up the strand that it is on.
    pub(super) fn take_up(&mut self, place: u16) {
        let aside = self.state.as_ref().aside();
        let is_there = |strand: &usize| aside & 1 << strand != 0 && self.strands[*strand].places.contains(&place);
        let strand = (0..self.strands.len()).find(is_there).expect("a guarded place is on a strand");
        let trials = self.dice.take_back();
        self.draw(strand, trials);
    }

    fn draw(&mut self, strand: usize, trials: u64) {
        let ways = self.strands[strand].urn.draw(trials, self.dice.dice());
        self.dice.take_up(strand as u16, &ways);
    }
}
