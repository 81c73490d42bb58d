//! The race of candidates that are not known exactly: each is played with its own dice, and beaten ones leave early.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::worth::{Criterion, Worth};
use crate::candidates::{Candidates, Made};
use crate::contenders::Contestant;
use crate::paired::Paired;
use crate::settings::Way;
use battle_odds_report::figures::thousands;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::race::{Race, Reading, Standing};

/// Trials of each candidate that is met first, before any can be beaten.
const FIRST: u64 = 512;

/// Trials of each candidate that is met later: the first trials, and, while it is not beaten, the most before the
/// others' turn.
const LATER: (u64, u64) = (64, 4096);

/// The factor by which the number of trials grows in each round.
const MORE: u64 = 2;

/// The number of candidates that are met first, from all over the field, and the number met at a time after that.
const MET: (usize, usize) = (512, 4096);

/// The leader, and the closest candidate behind, get this many times as many trials as the others in the next round, at
/// least and at most, because all others are compared with them. The more candidates are left, the less this costs: one
/// more time for each `LEFT_A_TIME`.
const AHEAD: (u64, u64) = (8, 64);
const LEFT_A_TIME: u64 = 64;

/// The number of leading candidates that are played together.
const LEADERS: usize = 2;

/// In a round, the leader is checked again once for this many candidates left, but at most this often.
const LOOKS: (usize, usize) = (32, 8);

/// An exact answer is tried before each round: one play of the walk for this many trials.
const TRIALS_A_PLAY: u64 = 4;

/// Plays for the first tries, of all candidates together: the fewer candidates, the more likely all are known exactly.
const TRIED: u64 = 2_000_000;

/// With fewer plays hardly anything is known exactly.
const WORTH_A_TRY: u64 = 1_000;

/// A candidate in the race: only what the table needs is kept.
#[derive(Clone, Debug)]
pub struct Runner {
    /// Its number among the candidates.
    pub number: usize,
    /// Its points, if they are known.
    pub points: Option<u64>,
    /// What is known about it.
    pub worth: Worth,
}

/// The result of a race.
pub struct Ended {
    /// The reading of each.
    pub readings: Vec<Reading>,
    /// Which one leads, and which are beaten.
    pub standing: Standing,
    /// By how much any other may be ahead of the leader.
    pub ahead: f64,
    /// All candidates.
    pub runners: Vec<Runner>,
    /// Whether the user stopped it.
    pub is_stopped: bool,
}

/// The terms of the race.
pub struct Course<'a> {
    /// All candidates.
    pub candidates: &'a Candidates,
    /// What plays them.
    pub paired: &'a Paired<'a>,
    /// How answers are found.
    pub way: Way,
    /// The most trials of each.
    pub most: u64,
    /// For the search for the cheapest: the chance with which it must reach its goal.
    pub at_least: Option<f64>,
}

impl Course<'_> {
    /// The number of different numbers of trials after which a candidate may be looked at: the first, its doublings,
    /// and the most.
    fn looks(&self) -> u32 {
        let (first, _) = LATER;
        self.most.div_ceil(first).next_power_of_two().ilog2() + 1
    }

    /// The candidates' numbers in the order in which they are met, a few at a time: first some from all over the field,
    /// so that it is soon known how good one can be.
    pub fn met(&self) -> Vec<Vec<usize>> {
        let (all, (first, then)) = (self.candidates.count(), MET);
        let first: BTreeSet<usize> = (0..first.min(all)).map(|place| place * all / first.min(all)).collect();
        let others: Vec<usize> = (0..all).filter(|number| !first.contains(number)).collect();
        let mut met = vec![first.into_iter().collect()];
        met.extend(others.chunks(then).map(<[usize]>::to_vec));
        met
    }

    /// Plays a candidate that is met for the first time.
    pub fn begin(&self, contestant: &Contestant, runner: Runner, front: Option<&Front>) -> Runner {
        let (least, most) = if front.is_some() { LATER } else { (FIRST, FIRST) };
        let (mut runner, mut next) = (runner, least.min(self.most));
        if let Some(worth) = self.try_exactly(contestant, &runner, self.tried()) {
            return Runner { worth, ..runner };
        }
        loop {
            runner.worth = self.further(contestant, &runner, next, &|_| {});
            let is_on = runner.worth.trials().is_some_and(|trials| trials == next && next < most.min(self.most));
            if !is_on || front.is_none_or(|front| front.has_beaten(self, &runner)) {
                return runner;
            }
            next = (next * MORE).min(self.most);
        }
    }

    /// Plays of the first exact try of each.
    fn tried(&self) -> u64 {
        TRIED / self.candidates.count() as u64
    }

    /// The exact answer, if this many plays are enough.
    fn try_exactly(&self, contestant: &Contestant, runner: &Runner, plays: u64) -> Option<Worth> {
        let is_tried = self.way == Way::Auto && plays >= WORTH_A_TRY;
        let exact = is_tried.then(|| self.paired.cheap_beside(contestant, plays)).flatten()?;
        Some(runner.worth.exact(&exact))
    }

    /// Runs the race.
    pub fn race(&self, criterion: &Criterion, mut runners: Vec<Runner>, is_stopped: bool) -> Ended {
        let sampled = runners.iter().filter(|runner| runner.worth.trials().is_some()).count();
        let mut front = Front::new(criterion, sampled, self.looks());
        let mut done = FIRST.min(self.most);
        loop {
            let next = (done * MORE).min(self.most);
            let standing = front.look(self, &mut runners, next, is_stopped);
            let open = self.open(&front.readings, &runners);
            let is_stopped = is_stopped || self.paired.is_stopped();
            if standing.over && !open.contains(&true) || done >= self.most || is_stopped {
                let ahead = front.race.open(&front.readings, standing.leader);
                return Ended { readings: front.readings, standing, ahead, runners, is_stopped };
            }
            let in_race = |place: &usize| {
                let is_short = runners[*place].worth.trials().is_some_and(|trials| trials < next);
                is_short && (open[*place] || !standing.over && !standing.beaten[*place])
            };
            let left: Vec<usize> = (0..runners.len()).filter(in_race).collect();
            front.play_on(self, &mut runners, &left, next);
            done = next;
        }
    }

    /// The candidates in front among those met by now, given the previous ones.
    pub fn front<'c>(&self, criterion: &'c Criterion, before: Option<Front<'c>>, runners: &mut [Runner]) -> Front<'c> {
        // How many will run is not known yet: at most all.
        let mut front = before.unwrap_or_else(|| Front::new(criterion, self.candidates.count(), self.looks()));
        let Standing { leader, .. } = front.look(self, runners, LATER.1.min(self.most), false);
        front.low = front.readings[leader].interval.low;
        front.dear = self.dear(&front.readings, runners);
        front
    }

    /// Plays some until each has this many trials.
    fn play_on(&self, runners: &mut [Runner], places: &[usize], trials: u64) {
        let Course { candidates, paired, .. } = *self;
        let left: Vec<&mut Runner> = runners
            .iter_mut()
            .enumerate()
            .filter(|(place, _)| places.binary_search(place).is_ok())
            .map(|(_, runner)| runner)
            .collect();
        let missing = left.iter().filter_map(|runner| runner.worth.trials()).map(|done| trials.saturating_sub(done));
        let (name, count) = (&candidates.scenario.name, thousands(left.len() as u64));
        let words = text!("{name}, {count} left", name, count);
        let piece = paired.begin(words, Some(missing.fold(0, u64::saturating_add)));
        paired.beside(|| {
            left.into_par_iter().for_each_init(
                || candidates.maker(),
                |maker, runner| {
                    // What could be built before can be built again.
                    let Ok(Made::Ready(contestant)) = maker.make(runner.number) else { return };
                    runner.worth = self.further(&contestant, runner, trials, &|done| piece.done(done));
                },
            );
        });
    }

    /// What is known about a candidate after this many trials. None are played if an exact answer is cheaper (and was
    /// not found in the plays tried at first), or if the user has stopped it.
    pub fn further(&self, contestant: &Contestant, runner: &Runner, next: u64, bar: &(dyn Fn(u64) + Sync)) -> Worth {
        let Some(trials) = runner.worth.trials() else { return runner.worth.clone() };
        let plays = next / TRIALS_A_PLAY;
        if let Some(exact) = (plays > self.tried()).then(|| self.try_exactly(contestant, runner, plays)).flatten() {
            return exact;
        }
        match self.paired.alone(contestant, None, runner.number, trials..next) {
            Some(counts) => {
                bar(next - trials);
                runner.worth.and(&counts)
            }
            None => runner.worth.clone(),
        }
    }

    /// Whether each candidate may still be the cheapest that reaches the chance asked for: it may reach it or not, and
    /// none that certainly does costs less.
    pub fn open(&self, readings: &[Reading], runners: &[Runner]) -> Vec<bool> {
        let dear = self.dear(readings, runners);
        runners.iter().zip(readings).map(|(runner, reading)| self.is_open(runner, reading, dear)).collect()
    }

    /// The same for one, if the cheapest known costs `dear`.
    fn is_open(&self, runner: &Runner, reading: &Reading, dear: u64) -> bool {
        let Interval { low, high } = reading.interval;
        let may_reach = |reach| low < reach && reach <= high;
        self.at_least.is_some_and(may_reach) && runner.points.is_some_and(|points| points < dear)
    }

    /// The points of the cheapest that is known to reach it; larger than any if there is none.
    fn dear(&self, readings: &[Reading], runners: &[Runner]) -> u64 {
        self.cheapest(readings, runners).and_then(|place| runners[place].points).unwrap_or(u64::MAX)
    }

    /// The index of the cheapest that certainly reaches the chance asked for; of several, the one with the largest
    /// chance.
    pub fn cheapest(&self, readings: &[Reading], runners: &[Runner]) -> Option<usize> {
        let reach = self.at_least?;
        let sure = (0..runners.len())
            .filter(|&place| readings[place].interval.low >= reach && runners[place].points.is_some());
        sure.min_by(|&one, &other| {
            let chances = readings[other].value.total_cmp(&readings[one].value);
            runners[one].points.cmp(&runners[other].points).then(chances)
        })
    }
}

/// The readings of all candidates met, and which is in front.
pub struct Front<'c> {
    criterion: &'c Criterion,
    race: Race,
    readings: Vec<Reading>,
    /// A candidate that cannot be above this is beaten.
    low: f64,
    /// The points of the cheapest that is known to reach the chance asked for.
    dear: u64,
}

impl<'c> Front<'c> {
    /// No candidates yet, of at most `sampled` that are sampled, each looked at after up to `looks` numbers of trials.
    fn new(criterion: &'c Criterion, sampled: usize, looks: u32) -> Front<'c> {
        let race = criterion.race(sampled, looks);
        Front { criterion, race, readings: Vec::new(), low: 0.0, dear: u64::MAX }
    }

    /// Whether a candidate is out of the race.
    fn has_beaten(&self, course: &Course, runner: &Runner) -> bool {
        let reading = self.criterion.reading(&self.race, &runner.worth);
        reading.interval.high < self.low && !course.is_open(runner, &reading, self.dear)
    }

    /// The readings of some.
    fn read(&self, runners: &[Runner], places: &[usize]) -> Vec<Reading> {
        places.par_iter().map(|&place| self.criterion.reading(&self.race, &runners[place].worth)).collect()
    }

    /// Plays some until each has this many trials.
    fn play_on(&mut self, course: &Course, runners: &mut [Runner], places: &[usize], trials: u64) {
        course.play_on(runners, places, trials);
        let read = self.read(runners, places);
        places.iter().zip(read).for_each(|(&place, reading)| self.readings[place] = reading);
    }

    /// Compares all when each of those left has `next` trials: the ones in front are played further, as long as this
    /// changes which is in front.
    fn look(&mut self, course: &Course, runners: &mut [Runner], next: u64, is_stopped: bool) -> Standing {
        let new: Vec<usize> = (self.readings.len()..runners.len()).collect();
        let read = self.read(runners, &new);
        self.readings.extend(read);
        let mut looks = 0;
        loop {
            let standing = self.race.look(&self.readings);
            let left = standing.beaten.iter().filter(|beaten| !**beaten).count();
            let ahead = (next * times_ahead(left)).min(course.most);
            let in_front = in_front(runners, &self.readings, &standing, ahead);
            let enough = looks == (left / LOOKS.0).clamp(1, LOOKS.1);
            if standing.over || enough || in_front.is_empty() || is_stopped || course.paired.is_stopped() {
                return standing;
            }
            looks += 1;
            self.play_on(course, runners, &in_front, ahead);
        }
    }
}

/// How many times as many trials as the others the leaders get if this many candidates are left: a power of two, as
/// rounds double.
fn times_ahead(left: usize) -> u64 {
    let (least, most) = AHEAD;
    (left as u64 / LEFT_A_TIME).next_power_of_two().clamp(least, most)
}

/// The indices of the leader and of the closest behind it, in order; none if the leader already has this many trials.
fn in_front(runners: &[Runner], readings: &[Reading], standing: &Standing, trials: u64) -> Vec<usize> {
    let is_short = |place: &usize| runners[*place].worth.trials().is_some_and(|done| done < trials);
    if !is_short(&standing.leader) {
        return Vec::new();
    }
    let mut left: Vec<usize> = (0..runners.len()).filter(|place| !standing.beaten[*place]).filter(is_short).collect();
    left.sort_by(|&one, &other| readings[other].value.total_cmp(&readings[one].value).then(one.cmp(&other)));
    left.truncate(LEADERS);
    left.sort_unstable();
    left
}
