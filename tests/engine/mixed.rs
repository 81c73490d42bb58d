//! Exact first steps and a sampled rest, compared with exact answers.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::{Limit, walk};
use battle_odds::engine::mixed::{Estimated, Mixed, estimate};
use battle_odds::engine::rules::Rules;
use battle_odds::engine::sampled::Stream;
use battle_odds::stats::distribution::Distribution;
use battle_odds::stats::estimate::Estimate;
use battle_odds::stats::repeated::worth_in_trials;

use super::sums::Sums;

static GO: AtomicBool = AtomicBool::new(false);

fn limit(plays: u64) -> Limit {
    Limit { plays, ..Limit::default() }
}

fn mixed(number: u64, trials: u64) -> Mixed {
    let stream = Stream { seed: number, scenario: "mixed".into() };
    estimate(&Sums, limit(5_000), &stream, trials, &GO).expect("the first step is small")
}

#[test]
fn the_first_steps_are_exact_and_the_rest_is_near() {
    let exact = walk(&Sums, limit(10_000_000), &GO).expect("not too large").chances;
    let found = mixed(1, 1_000_000);
    assert_eq!(found.measures[0].spread, None);
    for (found, exact) in found.measures.iter().zip(&exact) {
        let far = found.chances.iter().zip(exact).map(|(found, exact)| (found - exact).abs()).fold(0.0, f64::max);
        assert!(far < 1e-3, "{far}");
        assert!((found.chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    assert!(estimate(&Sums, limit(50), &Stream { seed: 1, scenario: String::new() }, 1000, &GO).is_none());
}

/// 400 estimates of 3,200 trials each, and 200 of 64,000: their intervals cover as often as promised (380 of 400 with a
/// standard error of 4.4, 190 of 200 with one of 3.1; five of them), and the trials are worth more than plain ones, for the
/// mean and for the goal's chance: two thirds of the variance of the pips is in the first step, and when many trials flow
/// together, most of the rest is dealt evenly.
#[test]
fn intervals_cover_and_are_narrower_than_those_of_plain_trials() {
    let exact = walk(&Sums, limit(10_000_000), &GO).expect("not too large").chances;
    for (trials, estimates, least, gained) in [(3_200, 400, 358, [3.0, 1.6]), (64_000, 200, 174, [6.0, 3.0])] {
        let mixed: Vec<Mixed> = (0..estimates).map(|number| mixed(number, trials)).collect();
        for (measure, gained) in [1, 2].into_iter().zip(gained) {
            let exact = Distribution::from_probabilities(&exact[measure]);
            let of = Sums.measures().swap_remove(measure);
            let (mut covered, mut squares, mut worths) = (0, 0.0, 0.0);
            for Estimated { chances, means, .. } in mixed.iter().map(|mixed| &mixed.measures[measure]) {
                let worth = worth_in_trials(Distribution::from_probabilities(chances).std_dev().powi(2), means);
                let found = Distribution::mixed(chances, trials, worth);
                let Estimate { mean, interval } = Estimate::of(&of, &found);
                covered += u32::from((interval.low..=interval.high).contains(&exact.mean()));
                squares += (mean - exact.mean()).powi(2) / estimates as f64;
                worths += found.worth().unwrap_or(0.0) / estimates as f64;
            }
            let truly_worth = exact.std_dev().powi(2) / squares;
            let least_worth = gained * trials as f64;
            println!(
                "{trials} {measure}: covered {covered} worth {} {}",
                truly_worth / trials as f64,
                worths / trials as f64
            );
            assert!(covered >= least, "measure {measure}: {covered} of {estimates}");
            assert!(truly_worth > least_worth && worths > least_worth, "{measure} of {trials}: {truly_worth} {worths}");
        }
    }
}
