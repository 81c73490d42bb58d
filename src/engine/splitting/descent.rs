//! One walk of a population of weighted states, from the first state to where the watched event is decided.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};

use foldhash::fast::FixedState;

use super::guide::{Guide, Met, Stage};
use super::thinning::{shares, staying};
use super::watched::Watched;
use crate::bucket::Bucket;
use crate::counters::Counters;
use crate::exhaustive::EveryWay;
use crate::rules::{Progress, Rules, play};
use crate::sampled::Sampled;

/// The least and the most ways in which a piece is played from one state, whatever is allowed.
const WAYS: (u64, u64) = (16, 2048);

/// States of less weight continue with a chance in proportion to their weight, and then have this weight (J. von Neumann's
/// Russian roulette, in H. Kahn 1956): otherwise a fight that goes on and on would never end.
const LIGHTEST: f64 = 1e-18;

/// If a piece has more ways than are allowed, this share of the allowed number is played, and stands for all.
const PROBED: f64 = 0.25;

/// This share of the votes is given regardless of what states are guessed to be worth.
const UNGUIDED: f64 = 0.2;

/// The same while the guide is still being learned.
const EXPLORING: f64 = 0.4;

/// The number of directions in which a walk explores.
const DIRECTIONS: usize = 8;

/// That share goes to powers of the weights: all states alike, in proportion to the weights, and in between.
const POWERS: [f64; 4] = [0.0, 0.25, 0.5, 1.0];

/// How a population is walked.
pub(super) struct Descent<'a, R: Rules> {
    /// What is played.
    pub rules: &'a R,
    /// What is watched.
    pub watched: Watched,
    /// The values that count in this walk: the watched ones and, before one of them was met, all up to the nearest one met.
    pub aim: Watched,
    /// What states are worth, as learned so far.
    pub guide: &'a Guide,
    /// How many states of one clock continue.
    pub room: usize,
    /// About how many plays of one clock are allowed: a piece with more ways is played in some of them.
    pub plays: u64,
    /// Set to give up the walk.
    pub cancelled: &'a AtomicBool,
}

/// The result of a walk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walked {
    /// The chance of the watched event.
    pub chance: f64,
    /// Plays of a piece.
    pub plays: u64,
    /// The value met that is nearest to the watched ones.
    pub nearest: Option<u64>,
}

/// Where one play of a piece ended.
enum End<S> {
    /// The watched measure has this value; `None` if it was not measured.
    Decided(Option<u64>),
    /// The trial goes on.
    Open(S),
}

impl<R: Rules> Descent<'_, R> {
    /// One repetition.
    pub(super) fn play(&self, dice: &mut Sampled) -> Walked {
        self.walk(dice, None)
    }

    /// The same, with the stages met, to learn from.
    pub(super) fn explore(&self, dice: &mut Sampled) -> (Walked, Vec<Stage>) {
        let mut stages = Vec::new();
        let walked = self.walk(dice, Some(&mut stages));
        (walked, stages)
    }

    fn walk(&self, dice: &mut Sampled, mut stages: Option<&mut Vec<Stage>>) -> Walked {
        let (rules, start) = (self.rules, self.rules.deploy());
        let mut from = start.clone();
        let mut waiting: BTreeMap<u128, Bucket<f64>> = BTreeMap::new();
        waiting.entry(rules.clock(&start)).or_default().add(start.as_ref().numbers(), 1.0);
        let mut walked = Walked::default();
        let directions: Vec<u64> = stages.iter().flat_map(|_| 0..DIRECTIONS).map(|_| dice.word()).collect();
        let (mut every, mut ends) = (EveryWay::default(), Vec::new());
        while let Some((clock, states)) = waiting.pop_first() {
            if self.cancelled.load(Ordering::Relaxed) {
                break;
            }
            let mut going = self.thin(clock, &states, &directions, dice);
            going.retain_mut(|(_, weight)| {
                let goes_on = *weight >= LIGHTEST || dice.share() < *weight / LIGHTEST;
                *weight = weight.max(LIGHTEST);
                goes_on
            });
            let (least, most) = WAYS;
            let ways = (self.plays / going.len().max(1) as u64).clamp(least, most);
            let mut met = Vec::new();
            for &(place, weight) in &going {
                from.as_mut().become_like(states.state(place));
                self.every_end(&from, ways, &mut every, dice, &mut ends);
                walked.plays += ends.len() as u64;
                let mut here = Met { place, weight, ..Met::default() };
                for (end, way) in ends.drain(..) {
                    match end {
                        End::Decided(value) => {
                            let nearest = walked.nearest.into_iter().chain(value);
                            walked.nearest = nearest.min_by_key(|value| self.watched.distance(*value));
                            here.decided += if value.is_some_and(|value| self.aim.has(value)) { way } else { 0.0 };
                        }
                        End::Open(state) => {
                            let clock = rules.clock(&state);
                            let (place, _) =
                                waiting.entry(clock).or_default().add(state.as_ref().numbers(), weight * way);
                            if stages.is_some() {
                                here.ways.push((clock, place as u32, way));
                            }
                        }
                    }
                }
                walked.chance += weight * here.decided;
                met.push(here);
            }
            if let Some(stages) = &mut stages {
                stages.push(Stage { clock, states, met });
            }
        }
        walked
    }

    /// Which states of a clock continue, with what weight.
    fn thin(&self, clock: u128, states: &Bucket<f64>, directions: &[u64], dice: &mut Sampled) -> Vec<(usize, f64)> {
        let all = states.values().iter().copied().enumerate();
        if states.len() <= self.room {
            return all.collect();
        }
        let logs: Vec<f64> = states.values().iter().map(|weight| weight.ln()).collect();
        let mut worth = vec![0.0; logs.len()];
        let mut votes = vec![0.0; logs.len()];
        let mut vote = |share: f64, of: &dyn Fn(usize) -> f64| {
            let most = (0..logs.len()).map(of).fold(f64::NEG_INFINITY, f64::max);
            let each: Vec<f64> = (0..logs.len()).map(|place| (of(place) - most).exp()).collect();
            let sum: f64 = each.iter().sum();
            votes.iter_mut().zip(each).for_each(|(votes, more)| *votes += share * more / sum);
        };
        let mut unguided = 1.0;
        if self.guide.knows(clock) {
            worth = states.states().map(|state| self.guide.worth(clock, state).ln()).collect();
            unguided = if directions.is_empty() { UNGUIDED } else { EXPLORING };
            vote(1.0 - unguided, &|place| logs[place] + worth[place]);
        }
        for power in POWERS {
            vote(unguided / POWERS.len() as f64, &|place| power * logs[place]);
        }
        if !directions.is_empty() {
            self.vote_for_far(states, directions, &mut votes);
        }
        let shares = shares(&votes, self.room);
        let mut order: Vec<usize> = (0..votes.len()).collect();
        order.sort_by(|&one, &other| worth[one].total_cmp(&worth[other]));
        let stays: Vec<bool> = staying(order.iter().map(|&place| shares[place]), dice.share()).collect();
        let mut going: Vec<usize> =
            order.into_iter().zip(stays).filter(|(_, stays)| *stays).map(|(place, _)| place).collect();
        going.sort_unstable();
        going.into_iter().map(|place| (place, states.value(place) / shares[place])).collect()
    }

    /// Adds as many votes again: for each of some random directions, every distance along it gets an equal share of them,
    /// divided among its states by their weights, so that some states are kept as far out as possible in each direction.
    fn vote_for_far(&self, states: &Bucket<f64>, directions: &[u64], votes: &mut [f64]) {
        let rows: Vec<&[u16]> = states.states().collect();
        let first = rows[0];
        let varying: Vec<usize> =
            (0..first.len()).filter(|&number| rows.iter().any(|row| row[number] != first[number])).collect();
        let weights = || states.values().iter();
        let mut sums: HashMap<i64, f64, FixedState> = HashMap::default();
        for direction in directions {
            let sign = |number: usize| if (direction >> (number % 64)) & 1 == 1 { 1 } else { -1 };
            let step = |row: &&[u16]| varying.iter().map(|&number| sign(number) * i64::from(row[number])).sum::<i64>();
            let steps: Vec<i64> = rows.iter().map(step).collect();
            sums.clear();
            steps.iter().zip(weights()).for_each(|(step, weight)| *sums.entry(*step).or_default() += weight);
            let each = 1.0 / (directions.len() * sums.len()) as f64;
            let shares = steps.iter().zip(weights()).map(|(step, weight)| each * weight / sums[step]);
            votes.iter_mut().zip(shares).for_each(|(votes, more)| *votes += more);
        }
    }

    /// Plays one piece from a state in every way; if there are too many, in some of them, which then stand for all.
    fn every_end(
        &self,
        from: &R::State,
        most: u64,
        every: &mut EveryWay,
        dice: &mut Sampled,
        ends: &mut Vec<(End<R::State>, f64)>,
    ) {
        every.follow(0.0);
        every.spread_over(self.counters().cells(self.rules.moment(from).step()));
        loop {
            every.begin();
            let end = self.end(from, every);
            ends.push((end, every.chance()));
            if !every.go_on() {
                return;
            }
            if ends.len() as u64 >= most {
                break;
            }
        }
        ends.clear();
        let probes = (most as f64 * PROBED) as u64;
        for _ in 0..probes {
            every.probe(dice.branch());
            let end = self.end(from, every);
            ends.push((end, every.chance() * every.ways() / probes as f64));
        }
    }

    /// Plays one piece with these dice.
    fn end(&self, from: &R::State, dice: &mut EveryWay) -> End<R::State> {
        let mut state = from.clone();
        let mut decided = None;
        let progress = play(self.rules, &mut state, dice, self.counters(), |state| {
            self.rules.record(state, &mut |measure, value| {
                if measure == self.watched.measure {
                    decided = Some(value);
                }
            });
        });
        if decided.is_some() || progress == Progress::Over { End::Decided(decided) } else { End::Open(state) }
    }

    /// The counters that are taken out of the states: all of them, unless the watched measure is one.
    fn counters(&self) -> &Counters {
        match self.rules.counters().of_measure(self.watched.measure) {
            None => self.rules.counters(),
            Some(_) => Counters::none(),
        }
    }
}
