//! The counters of trials that flow together: numbers on which nothing but measures depends need not keep states apart.
//!
//! Each state carries how many of its trials have each value of each counter. When trials part, each group takes its share
//! of every value along: it is picked at even distances from the trials of the state in the order of their values, with one
//! random number for all counters (systematic sampling, W. G. Madow and L. H. Madow 1944). So every trial is equally likely
//! to be picked, sums over all trials are what they would be if each were followed, and the number of trials with a value
//! varies no more than that. Which trial has which values of two counters is not kept. For each counter the trials are
//! taken in the order of its values, so a counter that is never less than another stays so.

use super::counted::{Counted, Values};
use crate::memory::Memory;
use crate::rules::{Rules, clear_unread, take_counters};
use crate::sampled::Sampled;
use crate::tally::Tally;

/// Where the counters of trials are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// In their states.
    InStates,
    /// In a separate table for each state.
    Beside,
    /// Nowhere: they are not read.
    Nowhere,
}

/// The counters of the trials being played.
#[derive(Debug)]
pub(super) struct Counts {
    kept: Kept,
    /// The counter that each measure is, if it is one.
    of_measure: Vec<Option<usize>>,
    dice: Sampled,
    memory: Memory,
    /// The values of the trials of the state being played that have not gone a way yet, and how many trials they are.
    left: Vec<Values>,
    all: u32,
    /// The same for the trials that wait while one is played by itself.
    others: (Vec<Values>, u32),
    /// What was counted on the way just played; the values of the trials that went it, and how many they are.
    gained: Vec<usize>,
    taken: Vec<Values>,
    here: u32,
}

impl Counts {
    /// Counters of no trials yet.
    pub(super) fn new<R: Rules>(rules: &R) -> Counts {
        let counters = rules.counters().count();
        Counts {
            kept: Kept::InStates,
            of_measure: (0..rules.measures().len()).map(|measure| rules.counters().of_measure(measure)).collect(),
            dice: Sampled::default(),
            memory: Memory::new(u64::MAX),
            left: vec![Values::default(); counters],
            all: 0,
            others: (vec![Values::default(); counters], 0),
            gained: vec![0; counters],
            taken: vec![Values::default(); counters],
            here: 0,
        }
    }

    /// The number of counters.
    pub(super) fn counters(&self) -> usize {
        self.taken.len()
    }

    /// Where they are kept, if there are any.
    pub(super) fn kept(&self) -> Option<Kept> {
        Some(self.kept).filter(|_| self.counters() > 0)
    }

    /// Sets where they are kept from now on, for trials with these dice.
    pub(super) fn keep(&mut self, kept: Kept, dice: &Sampled) {
        self.kept = kept;
        if self.kept() == Some(Kept::Beside) {
            self.dice = dice.far_on();
        }
    }

    /// The counter that a measure is.
    pub(super) fn counter_of(&self, measure: usize) -> Option<usize> {
        self.of_measure[measure]
    }

    /// Whether a measure is a counter that is not kept in the states.
    pub(super) fn is_beside(&self, measure: usize) -> bool {
        self.kept != Kept::InStates && self.of_measure[measure].is_some()
    }

    /// Bytes of what states carry.
    pub(super) fn bytes(&self) -> usize {
        self.memory.used() as usize
    }

    /// Begins to play a state with this many trials.
    pub(super) fn leave(&mut self, counted: &Counted, state: usize, trials: u64) {
        if self.kept() == Some(Kept::Beside) {
            self.all = trials as u32;
            counted.read(state, &mut self.left);
        }
    }

    /// A way to this state has been played: its counters are taken out of the state.
    pub(super) fn strip<R: Rules>(&mut self, rules: &R, state: &mut R::State) {
        match self.kept() {
            None | Some(Kept::InStates) => clear_unread(rules, state),
            Some(Kept::Nowhere) => take_counters(rules, state, |_, _| {}),
            Some(Kept::Beside) => {
                self.gained.fill(0);
                take_counters(rules, state, |counter, more| self.gained[counter] = more as usize);
            }
        }
    }

    /// This many trials went the way just played.
    pub(super) fn take(&mut self, trials: u64) {
        if self.kept() == Some(Kept::Beside) {
            self.pick(trials as u32);
            self.taken.iter_mut().zip(&self.gained).for_each(|(taken, gained)| taken.first += gained);
        }
    }

    fn pick(&mut self, trials: u32) {
        let luck = if trials < self.all { self.dice.share() } else { 0.0 };
        let Counts { left, taken, all, here, .. } = self;
        let place = ((f64::from(*all) * luck) as u32).min(*all - 1);
        for (left, taken) in left.iter_mut().zip(taken) {
            match trials {
                _ if trials == *all => std::mem::swap(left, taken),
                _ if left.trials.is_empty() => taken.become_sole(left.first),
                1 => left.give_one(place, taken),
                _ => left.give(*all, trials, luck, taken),
            }
        }
        (*all, *here) = (*all - trials, trials);
    }

    /// Plays one of the trials by itself while the others wait.
    pub(super) fn begin_alone(&mut self) {
        if self.kept() == Some(Kept::Beside) {
            self.pick(1);
            std::mem::swap(&mut self.left, &mut self.others.0);
            self.others.1 = self.all;
            self.go_on_alone();
        }
    }

    /// The trial played by itself continues.
    pub(super) fn go_on_alone(&mut self) {
        std::mem::swap(&mut self.left, &mut self.taken);
        self.all = 1;
    }

    /// The trial played by itself has come to where it may meet others: those that waited continue.
    pub(super) fn end_alone(&mut self) {
        std::mem::swap(&mut self.left, &mut self.others.0);
        self.all = self.others.1;
    }

    /// This many trials begin to count.
    pub(super) fn begin(&mut self, trials: u64) {
        self.taken.iter_mut().for_each(|taken| taken.become_sole(0));
        self.here = trials as u32;
    }

    /// Counts measures, each with its counter, for the trials that went the way just played.
    pub(super) fn count(&self, measures: &[(usize, usize)], tally: &mut Tally) {
        if self.kept() != Some(Kept::Beside) {
            return;
        }
        for &(measure, counter) in measures {
            let (first, trials) = self.taken[counter].all(&self.here);
            (first as u64..).zip(trials).for_each(|(value, &trials)| tally.add(measure, value, trials.into()));
        }
    }

    /// Frees what was counted in states that have been played.
    pub(super) fn forget(&self, counted: &mut Counted) {
        self.memory.give(counted.bytes());
        counted.clear();
    }

    /// Adds the trials that went the way just played to a state that had `before` trials.
    pub(super) fn put(&self, counted: &mut Counted, state: usize, before: u64) {
        if self.kept() == Some(Kept::Beside) {
            counted.put(state, before as u32, &self.taken, self.here, &self.memory);
        }
    }
}

impl Values {
    /// Picks the trial at a place in the order of their values.
    fn give_one(&mut self, mut place: u32, to: &mut Values) {
        let mut value = 0;
        while place >= self.trials[value] {
            place -= self.trials[value];
            value += 1;
        }
        self.trials[value] -= 1;
        to.become_sole(self.first + value);
    }

    /// Picks `picked` of all trials at even distances in the order of their values.
    fn give(&mut self, all: u32, picked: u32, luck: f64, to: &mut Values) {
        let share = f64::from(picked) / f64::from(all);
        to.become_sole(self.first);
        to.trials.reserve(self.trials.len());
        let (mut below, mut given) = (0, 0);
        for (value, trials) in self.trials.iter_mut().enumerate() {
            below += *trials;
            // No more than there are, and not so few that the values above cannot make up for it: floats are not exact.
            let until = (f64::from(below) * share + luck) as u32;
            let until = until.max(picked.saturating_sub(all - below)).min(given + *trials).min(picked);
            if until > 0 {
                if given == 0 {
                    to.first = self.first + value;
                }
                to.trials.push(until - given);
                *trials -= until - given;
                if until == picked {
                    break;
                }
                given = until;
            }
        }
        if let [_] = to.trials[..] {
            to.become_sole(to.first);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::exact::{Limit, walk};
    use crate::flow::Flow;
    use crate::narrated::Narrator;
    use crate::player::Player;
    use crate::sampled::Stream;

    static GO: AtomicBool = AtomicBool::new(false);

    fn dice(number: u64) -> Sampled {
        Stream { seed: 7, scenario: "counts".into() }.batch(number)
    }

    /// A flow that keeps the counters of trials in a separate table from two trials on.
    fn flow() -> Flow<'static, Player> {
        Flow { worth_it: (usize::MAX, 2), ..Flow::new(&Player { tells: true }) }
    }

    fn tally(number: u64, trials: u64) -> Tally {
        let mut flow = flow();
        assert!(flow.flow(dice(number), trials, &GO) && flow.counts.kept() == Some(Kept::Beside));
        flow.finish()
    }

    /// Chi-squared of each measure, at most 36 degrees of freedom, limit 95 (α below 1e-6).
    #[test]
    fn counters_have_the_exact_chances() {
        let exact = walk(&Player { tells: false }, Limit::default(), &GO).expect("a small game");
        for (trials, blocks) in [(2, 20_000), (30, 2_000), (3_000, 60), (1_000_000, 3)] {
            let mut flow = flow();
            assert!((0..blocks).all(|number| flow.flow(dice(number), trials, &GO)));
            let (tally, all) = (flow.finish(), (blocks * trials) as f64);
            for (measure, chances) in exact.chances.iter().enumerate() {
                let found = |value: usize| tally.histograms[measure].get(value).map_or(0.0, |&found| found as f64);
                assert_eq!(tally.histograms[measure].iter().sum::<u64>(), blocks * trials);
                let likely = chances.iter().enumerate().filter(|(_, chance)| **chance * all > 5.0);
                let chi = likely.map(|(value, chance)| (found(value) - chance * all).powi(2) / (chance * all));
                let chi: f64 = chi.sum();
                assert!(chi < 95.0, "{trials} trials, measure {measure}: chi-squared {chi}");
            }
        }
    }

    /// Sums vary from block to block like those of independent trials; the number of trials with a value varies no more
    /// than that.
    #[test]
    fn counters_vary_no_more_than_those_of_independent_trials() {
        let exact = walk(&Player { tells: false }, Limit::default(), &GO).expect("a small game");
        let chances = || (0..).zip(&exact.chances[4]).map(|(value, &chance)| (f64::from(value), chance));
        let mean: f64 = chances().map(|(value, chance)| value * chance).sum();
        let variance: f64 = chances().map(|(value, chance)| (value - mean).powi(2) * chance).sum();
        for trials in [20, 400, 50_000] {
            let (mut sums, mut twos) = (0.0, 0.0);
            for number in 0..200 {
                let sixes = &tally(1_000 + number, trials).histograms[4];
                let sum: u64 = (0..).zip(sixes).map(|(value, &trials): (u64, _)| value * trials).sum();
                sums += (sum as f64 - mean * trials as f64).powi(2) / (variance * trials as f64);
                let (two, chance) = (sixes.get(2).map_or(0.0, |&two| two as f64), exact.chances[4][2]);
                twos += (two - chance * trials as f64).powi(2) / (chance * (1.0 - chance) * trials as f64);
            }
            // Sums of 200 squares have a standard error of √400 = 20: four of them.
            assert!((120.0..280.0).contains(&sums) && twos < 280.0, "{trials} trials: {sums}, {twos}");
        }
    }

    /// A trial that has rolled n sixes has at least six times n pips.
    #[test]
    fn what_is_never_less_than_another_stays_so() {
        for number in 0..100 {
            let tally = tally(2_000 + number, 500);
            let with = |measure: usize, least: usize| tally.histograms[measure].iter().skip(least).sum::<u64>();
            for (sixes, pips) in [(1, 2), (4, 5)] {
                (1..=6).for_each(|least| assert!(with(sixes, least) <= with(pips, 6 * least), "{number}"));
            }
        }
    }

    /// What something depends on is that of the very trials narrated, and the sums of counters are too.
    #[test]
    fn trials_told_add_up() {
        let (all, mut told) = (tally(3, 300), Tally::new(6));
        for place in 0..300 {
            let values = flow().tell(dice(3), 300, place, &mut Narrator::new(dice(5_000 + place)));
            values.iter().enumerate().for_each(|(measure, &value)| told.add(measure, value, 1));
        }
        let sum = |tally: &Tally, measure: usize| {
            (0..).zip(&tally.histograms[measure]).map(|(value, &trials): (u64, _)| value * trials).sum::<u64>()
        };
        for measure in 0..6 {
            assert_eq!(sum(&told, measure), sum(&all, measure));
            assert!(measure % 3 != 0 || told.histograms[measure] == all.histograms[measure]);
        }
    }

    /// Five of 13 trials are picked: each as often as the others, over 40,000 runs with a standard error of 0.0024.
    #[test]
    fn every_trial_is_as_likely_to_be_picked() {
        let (trials, mut dice) = ([4, 0, 1, 6, 0, 2], dice(9));
        for picked in [1, 5, 12] {
            let (goes, mut found) = (40_000, [0.0; 6]);
            for _ in 0..goes {
                let mut left = Values { first: 0, trials: trials.into() };
                let (mut to, luck) = (Values::default(), dice.share());
                match picked {
                    1 => left.give_one((13.0 * luck) as u32, &mut to),
                    _ => left.give(13, picked, luck, &mut to),
                }
                let (first, to) = to.all(&picked);
                assert_eq!(to.iter().sum::<u32>(), picked);
                assert_eq!(left.trials.iter().sum::<u32>(), 13 - picked);
                (first..).zip(to).for_each(|(value, &trials)| found[value] += f64::from(trials));
            }
            for (found, trials) in found.iter().zip(trials) {
                let likely = f64::from(goes * trials) * f64::from(picked) / 13.0;
                assert!((found - likely).abs() <= 0.03 * likely, "{picked}: {found} {likely}");
            }
        }
    }
}
