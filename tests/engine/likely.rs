//! The likely ways exactly and trials of the others, compared with exact answers.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::{Limit, walk};
use battle_odds::engine::likely::{self, Likely};
use battle_odds::engine::sampled::Stream;
use battle_odds::stats::family::Family;
use battle_odds::stats::interval::Interval;
use battle_odds::stats::known::{KnownChance, Part};

use super::sums::Sums;

static GO: AtomicBool = AtomicBool::new(false);

/// The goal, 44 pips in all, and the pips in all.
const GOAL: usize = 2;
const PIPS: usize = 1;

fn likely_of(measure: usize, rarest: f64, plays: u64) -> Likely {
    let limit = Limit { rarest, plays, ..Limit::default() };
    likely::walk(&Sums, measure, limit, &GO).expect("there is memory enough")
}

#[test]
fn what_is_known_and_what_is_left_are_all_there_is() {
    let exact = walk(&Sums, Limit::default(), &GO).expect("not too large").chances;
    for (rarest, plays) in [(0.0, 1 << 40), (1e-4, 1 << 40), (1e-2, 1 << 40), (0.0, 3_000), (0.0, 0)] {
        for measure in [PIPS, GOAL] {
            let likely = likely_of(measure, rarest, plays);
            let known: f64 = likely.chances.iter().sum();
            assert!((known + likely.left - 1.0).abs() < 1e-12, "{known} {}", likely.left);
            assert!(likely.chances.iter().zip(&exact[measure]).all(|(known, all)| *known < all + 1e-12));
            assert_eq!(likely.left == 0.0, rarest == 0.0 && plays > 1_000_000);
            let sampled = likely.sample(&Sums, &Stream { seed: 1, scenario: "left".into() }, 400_000, &GO);
            let sampled = sampled.expect("nobody stopped it");
            for (value, exact) in exact[measure].iter().enumerate() {
                let of = |numbers: &[f64]| numbers.get(value).copied().unwrap_or(0.0);
                let share = sampled.get(value).copied().unwrap_or(0) as f64 / 400_000.0;
                let found = of(&likely.chances) + likely.left * share;
                // Five standard errors of a chance of at most a half.
                assert!((found - exact).abs() < 1e-12 + likely.left * 0.004, "{value}: {found}, {exact}");
            }
        }
    }
}

/// 1,000 estimates that are worth 200,000 trials and five million: 95 % of the intervals hold (5 standard errors, 34, are
/// allowed), and on average they are no wider than those of that many trials.
#[test]
fn intervals_cover_and_are_no_wider_than_those_of_as_many_trials() {
    let exact = walk(&Sums, Limit::default(), &GO).expect("not too large").chances[GOAL][1];
    for trials in [200_000, 5_000_000] {
        let likely = likely_of(GOAL, 20.0 / trials as f64, 1 << 40);
        let known = Part { reached: likely.chances[1], left: likely.left };
        let played = known.as_good_as(trials);
        assert!(played < trials / 2, "{played} of {trials}");
        let family = Family::new(0.05, 1, None);
        let (mut held, mut width) = (0, 0.0);
        for seed in 0..1_000 {
            let counts = likely.sample(&Sums, &Stream { seed, scenario: "cover".into() }, played, &GO);
            let reached = counts.and_then(|counts| counts.get(1).copied()).unwrap_or(0);
            let Interval { low, high } = family.alone(KnownChance::Sampled { known, reached, played, trials });
            held += u32::from((low..=high).contains(&exact));
            width += (high - low) / 1_000.0;
        }
        let of_all = Interval::wilson((exact * trials as f64).round() as u64, trials);
        println!("{trials}: {} left, {played} played, {held} held, {width} of {of_all:?}", known.left);
        assert!(held > 950 - 34, "{held}");
        assert!(width < 1.01 * (of_all.high - of_all.low), "{width} {of_all:?}");
    }
}
