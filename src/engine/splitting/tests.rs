//! Splitting against exact answers, down to chances of 10^-12.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::dice::{Dice, Roll};
use crate::exact::{Limit, walk};
use crate::measure::{GOAL, Measure, Metric, Quantity, Wanted, When};
use crate::need::Need;
use crate::pool::{Pool, Test};
use crate::row::Row;
use crate::rules::Progress;

/// Two sides with equally many squads shoot at each other, squad by squad, for some rounds: they hit on `need`, and save on
/// a 4+.
struct Exchange {
    squads: u16,
    men: u16,
    rounds: u16,
    hit: Pool,
    save: Pool,
}

const ROLL: Roll = Roll::new("a shot", "0");
static LOST: Metric = Metric::new("lost", Quantity::Count, Wanted::Less);

impl Exchange {
    fn new(squads: u16, men: u16, rounds: u16, need: i32) -> Exchange {
        let pool = |need| Pool::new(ROLL, Test::once(Need::at_least(need)), men.into());
        Exchange { squads, men, rounds, hit: pool(need), save: pool(4) }
    }

    /// The cell for the men of a squad: one side after the other.
    fn squad(&self, side: u16, squad: u16) -> u16 {
        MEN + side * self.squads + squad
    }
}

// The cells of the row: the round, the side and the squad whose turn it is, then the men of each squad.
const ROUND: u16 = 0;
const SIDE: u16 = 1;
const SQUAD: u16 = 2;
const MEN: u16 = 3;

impl Rules for Exchange {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        let lost = |side: &str| Measure::new(When::End, side, &LOST);
        vec![lost("first"), lost("second"), Measure::new(When::End, "scenario", &GOAL)]
    }

    fn deploy(&self) -> Row {
        let men = MEN..self.squad(2, 0);
        let mut row = Row::blank(men.end.into());
        men.for_each(|place| row.put(place, self.men));
        row
    }

    fn clock(&self, state: &Row) -> u128 {
        [ROUND, SIDE, SQUAD].iter().fold(0, |clock, &place| clock << 16 | u128::from(*state.at(place)))
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        let (round, side, squad) = (*state.at(ROUND), *state.at(SIDE), *state.at(SQUAD));
        let target = self.squad(1 - side, (squad + round) % self.squads);
        let shots = *state.at(self.squad(side, squad));
        let hits = dice.successes(&self.hit, shots.into()).min((*state.at(target)).into());
        *state.at_mut(target) -= (hits - dice.successes(&self.save, hits)) as u16;
        *state.at_mut(SQUAD) += 1;
        if *state.at(SQUAD) == self.squads {
            *state.at_mut(SIDE) += 1;
            state.put(SQUAD, 0);
        }
        if *state.at(SIDE) == 2 {
            *state.at_mut(ROUND) += 1;
            state.put(SIDE, 0);
        }
        if *state.at(ROUND) == self.rounds { Progress::Over } else { Progress::Within }
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        let all = u64::from(self.squads) * u64::from(self.men);
        let lost = [0, 1].map(|side| {
            let men = (0..self.squads).map(|squad| u64::from(*state.at(self.squad(side, squad))));
            all - men.sum::<u64>()
        });
        write(0, lost[0]);
        write(1, lost[1]);
        write(2, (lost == [0, all]).into());
    }

    fn forget(&self, _: &mut Row) {}

    fn describe(&self, _: &Row) -> Vec<String> {
        Vec::new()
    }
}

fn exactly(rules: &Exchange, watched: Watched) -> f64 {
    let limit = Limit { rarest: 1e-30, ..Limit::default() };
    let chances = &walk(rules, limit, &AtomicBool::new(false)).unwrap().chances[watched.measure];
    let counted = chances.iter().enumerate().filter(|(value, _)| watched.has(*value as u64));
    counted.map(|(_, chance)| chance).sum()
}

fn by_splitting(rules: &Exchange, watched: Watched, seed: u64, plays: u64) -> Repetitions {
    let stream = Stream { seed, scenario: "exchange".into() };
    let cancelled = AtomicBool::new(false);
    estimate(rules, watched, &Effort { stream, plays, error: 0.01, cancelled: &cancelled }).unwrap()
}

/// Chances of 3·10^-5 to 3·10^-13: that all men fall or none does, and a goal that combines both. Seed 1; four standard
/// errors.
#[test]
fn it_finds_what_the_exact_walk_finds() {
    for (squads, men, rounds, need, measure, from, to) in CASES {
        let (rules, watched) = (Exchange::new(squads, men, rounds, need), Watched { measure, from, to });
        let (known, found) = (exactly(&rules, watched), by_splitting(&rules, watched, 1, 400_000));
        let (mean, error) = (found.mean(), found.error());
        assert!(error < 0.1 && (mean / known - 1.0).abs() <= 4.0 * error + 1e-9, "{known:e} {mean:e} ±{error}");
    }
}

const CASES: [(u16, u16, u16, i32, usize, u64, u64); 4] =
    [(2, 4, 2, 6, 0, 8, 8), (2, 5, 2, 6, 2, 1, 1), (2, 5, 2, 6, 1, 9, 10), (2, 10, 1, 4, 1, 20, 20)];

/// 95 % intervals of 40 seeds: at most six may miss the exact chance (seven or more with a chance of 0.3 %).
#[test]
fn intervals_cover() {
    let (rules, watched) = (Exchange::new(2, 5, 2, 4), Watched { measure: 2, from: 1, to: 1 });
    let known = exactly(&rules, watched);
    let missed = (1..=40).filter(|&seed| {
        let found = by_splitting(&rules, watched, seed, 60_000);
        let t_of_23 = 2.069;
        (found.mean() / known).ln().abs() > t_of_23 * found.error()
    });
    let missed = missed.count();
    assert!(missed <= 6, "{missed}");
}

/// The same seed gives the same repetitions on one thread and on three.
#[test]
fn threads_change_nothing() {
    let (rules, watched) = (Exchange::new(2, 5, 2, 4), Watched { measure: 0, from: 9, to: 10 });
    let of = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| by_splitting(&rules, watched, 3, 30_000))
    };
    assert_eq!(of(1), of(3));
}

/// A coin is thrown until it shows heads: there is no last throw, and hardly ever a hundredth.
struct Endless;

/// The number of throws that were not heads.
const TAILS: u16 = 0;

impl Rules for Endless {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::new(When::End, "coin", &LOST)]
    }

    fn deploy(&self) -> Row {
        Row::blank(1)
    }

    fn clock(&self, state: &Row) -> u128 {
        (*state.at(TAILS)).into()
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        if dice.die(&ROLL, 2) == 2 {
            return Progress::Over;
        }
        *state.at_mut(TAILS) += 1;
        Progress::Within
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        write(0, (*state.at(TAILS)).into());
    }

    fn forget(&self, _: &mut Row) {}

    fn describe(&self, _: &Row) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn what_may_go_on_for_ever_is_not_followed_for_ever() {
    let stream = Stream { seed: 1, scenario: "coin".into() };
    let cancelled = AtomicBool::new(false);
    let watched = Watched { measure: 0, from: 30, to: u64::MAX };
    let effort = Effort { stream, plays: 100_000, error: 0.01, cancelled: &cancelled };
    let found = estimate(&Endless, watched, &effort).unwrap();
    let known = 0.5_f64.powi(30);
    assert!((found.mean() / known - 1.0).abs() < 1e-9, "{:e} {known:e}", found.mean());
}
