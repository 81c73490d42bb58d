//! Cells that differ between trials and that the next piece does not read are set aside between steps; their values are
//! drawn when a piece touches them.

use std::sync::Arc;

use super::Flow;
use super::queue::Waiting;
use super::strand::Strand;
use crate::alone::{differing, leaves_alone};
use crate::exhaustive::EveryWay;
use crate::row::Guarded;
use crate::rules::{Moment, Progress, Rules};

/// No more strands than this are set aside: each has a bit of a number.
const MOST_STRANDS: usize = 16;

/// How many outcomes of a piece are tried to see whether it ignores a cell.
const WAYS_TRIED: usize = 32;

impl<R: Rules> Flow<'_, R> {
    /// When all trials stand between two steps: sets aside the cells in which they differ, if the next piece ignores them.
    /// If some have taken up strands that others have not, these take them up first.
    pub(super) fn lay_aside(&mut self) {
        let Some(Waiting { states, levels, .. }) = self.queue.sole(&self.counts) else { return };
        let is_worth_it = states.len() >= self.worth_it.0
            && states.values().iter().sum::<u64>() >= self.worth_it.1
            && self.strands.len() < MOST_STRANDS
            && levels.is_none()
            && !self.is_over;
        self.state.as_mut().become_like(states.state(0));
        if !is_worth_it || !matches!(self.rules.moment(&self.state), Moment::Before(_)) {
            return;
        }
        let asides = || states.states().filter_map(|state| state.last().copied());
        let (all, common) = asides().fold((0, u16::MAX), |(all, common), aside| (all | aside, common & aside));
        if all != common {
            *levels = Some(common);
            return;
        }
        if !leaves_alone(self.rules, (states.state(0), &differing(states)), EveryWay::default(), WAYS_TRIED) {
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

    /// Takes up the strands that others at the same clock have taken up: all but the `common` ones.
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

    /// What watches the strands that a state has set aside.
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

    /// The trials that touched a cell take up the strand it is on.
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
