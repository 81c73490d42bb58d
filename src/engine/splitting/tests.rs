//! Splitting against exact answers, down to chances of 10^-12.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::engine::dice::{Dice, Roll};
use crate::engine::exact::{Limit, walk};
use crate::engine::measure::{GOAL, Measure, Metric, Quantity, Wanted, When};
use crate::engine::need::Need;
use crate::engine::pool::{Pool, Test};
use crate::engine::rules::Progress;

/// Two sides of as many squads shoot at each other, squad by squad, for some rounds: they need so much to hit, and save
/// on a 4+.
struct Exchange {
    squads: usize,
    men: u16,
    rounds: u16,
    hit: Pool,
    save: Pool,
}

const ROLL: Roll = Roll::new("a shot", "0");
static LOST: Metric = Metric::new("lost", Quantity::Count, Wanted::Less);

impl Exchange {
    fn new(squads: usize, men: u16, rounds: u16, need: i32) -> Exchange {
        let pool = |need| Pool::new(ROLL, Test::once(Need::at_least(need)), men.into());
        Exchange { squads, men, rounds, hit: pool(need), save: pool(4) }
    }
}

/// Round, side and squad, then the men of each squad, one side after the other.
impl Rules for Exchange {
    type State = Vec<u16>;

    fn measures(&self) -> Vec<Measure> {
        let lost = |side: &str| Measure::new(When::End, side, &LOST);
        vec![lost("first"), lost("second"), Measure::new(When::End, "scenario", &GOAL)]
    }

    fn deploy(&self) -> Vec<u16> {
        [vec![0; 3], vec![self.men; 2 * self.squads]].concat()
    }

    fn clock(&self, state: &Vec<u16>) -> u128 {
        state[..3].iter().fold(0, |clock, &part| clock << 16 | u128::from(part))
    }

    fn advance<D: Dice>(&self, state: &mut Vec<u16>, dice: &mut D) -> Progress {
        let (side, squad) = (usize::from(state[1]), usize::from(state[2]));
        let target = 3 + (1 - side) * self.squads + (squad + usize::from(state[0])) % self.squads;
        let hits = dice.successes(&self.hit, state[3 + side * self.squads + squad].into()).min(state[target].into());
        state[target] -= (hits - dice.successes(&self.save, hits)) as u16;
        state[2] += 1;
        if usize::from(state[2]) == self.squads {
            (state[1], state[2]) = (state[1] + 1, 0);
        }
        if state[1] == 2 {
            (state[0], state[1]) = (state[0] + 1, 0);
        }
        if state[0] == self.rounds { Progress::Over } else { Progress::Within }
    }

    fn record(&self, state: &Vec<u16>, write: &mut dyn FnMut(usize, u64)) {
        let all = self.squads as u64 * u64::from(self.men);
        let lost = [0, 1].map(|side| {
            let men = &state[3 + side * self.squads..][..self.squads];
            all - men.iter().copied().map(u64::from).sum::<u64>()
        });
        write(0, lost[0]);
        write(1, lost[1]);
        write(2, (lost == [0, all]).into());
    }

    fn forget(&self, _: &mut Vec<u16>) {}

    fn numbers<'s>(&self, state: &'s Vec<u16>) -> &'s [u16] {
        state
    }

    fn describe(&self, _: &Vec<u16>) -> Vec<String> {
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

/// Chances of 3·10^-5 to 3·10^-13: that everybody falls or nobody does, and a goal of both. Seed 1; four standard errors.
#[test]
fn it_finds_what_the_exact_walk_finds() {
    for (squads, men, rounds, need, measure, from, to) in CASES {
        let (rules, watched) = (Exchange::new(squads, men, rounds, need), Watched { measure, from, to });
        let (known, found) = (exactly(&rules, watched), by_splitting(&rules, watched, 1, 400_000));
        let (mean, error) = (found.mean(), found.error());
        assert!(error < 0.1 && (mean / known - 1.0).abs() <= 4.0 * error + 1e-9, "{known:e} {mean:e} ±{error}");
    }
}

const CASES: [(usize, u16, u16, i32, usize, u64, u64); 4] =
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

impl Rules for Endless {
    type State = Vec<u16>;

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::new(When::End, "coin", &LOST)]
    }

    fn deploy(&self) -> Vec<u16> {
        vec![0]
    }

    fn clock(&self, state: &Vec<u16>) -> u128 {
        state[0].into()
    }

    fn advance<D: Dice>(&self, state: &mut Vec<u16>, dice: &mut D) -> Progress {
        if dice.die(&ROLL, 2) == 2 {
            return Progress::Over;
        }
        state[0] += 1;
        Progress::Within
    }

    fn record(&self, state: &Vec<u16>, write: &mut dyn FnMut(usize, u64)) {
        write(0, state[0].into());
    }

    fn forget(&self, _: &mut Vec<u16>) {}

    fn numbers<'s>(&self, state: &'s Vec<u16>) -> &'s [u16] {
        state
    }

    fn describe(&self, _: &Vec<u16>) -> Vec<String> {
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
