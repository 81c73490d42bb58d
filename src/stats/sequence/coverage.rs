//! Whether the sequences keep their promise: thousands of runs that are looked at again and again, with fixed seeds, and
//! the same for fixed-size intervals, which do not keep it.

use super::chance::Chance;
use super::mean::Mean;
use super::stopping::Stopping;
use crate::distribution::Distribution;
use crate::interval::Interval;
use battle_odds_engine::sampled::{Sampled, Stream};

const ALPHA: f64 = 0.05;

/// Runs per experiment.
const RUNS: u64 = 2000;

/// The most trials of a run; the first look is after 64, some 20 more follow.
const LONGEST: u64 = 12_000;

/// The share of errors allowed in an experiment whose promise is alpha: 3.29 standard errors above, one in 2000.
fn allowed() -> f64 {
    ALPHA + 3.29 * (ALPHA * (1.0 - ALPHA) / RUNS as f64).sqrt()
}

fn rule(precision: f64) -> Stopping {
    Stopping { precision, alpha: ALPHA, first: 64, batch: 8 }
}

/// The results of one experiment, as shares of its runs.
#[derive(Debug, Default)]
struct Errors {
    /// The sequence ruled the truth out at a look.
    ever: f64,
    /// The run stopped for precision.
    stopped: f64,
    /// The run stopped with an interval that misses the truth.
    at_stop: f64,
    /// The fixed-size interval missed the truth at a look.
    naive: f64,
}

/// Repeats a run; `look` says for the counts whether the sequence and the fixed-size interval miss the truth, and, if the
/// interval is narrow enough, whether it misses. Trials are drawn one by one with `draw`.
fn experiment(
    name: &str,
    precision: f64,
    values: usize,
    draw: impl Fn(&mut Sampled) -> usize,
    ruled_out: impl Fn(&[u64]) -> bool,
    enough: impl Fn(&[u64]) -> Option<bool>,
    naive: impl Fn(&[u64]) -> bool,
) -> Errors {
    let rule = rule(precision);
    let mut errors = Errors::default();
    for run in 0..RUNS {
        let mut dice = Stream { seed: 1, scenario: name.into() }.batch(run);
        let (mut counts, mut trials) = (vec![0; values], 0);
        let (mut ever, mut stop, mut misled) = (false, None, false);
        loop {
            let next = rule.next(trials);
            if next > LONGEST {
                break;
            }
            (trials..next).for_each(|_| counts[draw(&mut dice)] += 1);
            trials = next;
            ever |= ruled_out(&counts);
            misled |= naive(&counts);
            stop = stop.or_else(|| enough(&counts));
        }
        errors.ever += f64::from(ever) / RUNS as f64;
        errors.stopped += f64::from(stop.is_some()) / RUNS as f64;
        errors.at_stop += f64::from(stop == Some(true)) / RUNS as f64;
        errors.naive += f64::from(misled) / RUNS as f64;
    }
    errors
}

fn misses(interval: Interval, truth: f64) -> bool {
    truth < interval.low || truth > interval.high
}

#[test]
fn chances_are_held_whenever_one_looks() {
    for (thousandths, precision) in [(1, 0.002), (20, 0.006), (300, 0.02), (500, 0.02), (900, 0.012)] {
        let p = thousandths as f64 / 1000.0;
        let (sequence, rule) = (Chance::new(precision, ALPHA), rule(precision));
        let errors = experiment(
            &format!("chance {p}"),
            precision,
            2,
            |dice| usize::from(dice.below(1000) < thousandths),
            |counts| sequence.rules_out(p, counts[1], counts[0] + counts[1]),
            |counts| rule.enough(counts[1], counts[0] + counts[1]).map(|interval| misses(interval, p)),
            |counts| misses(Interval::wilson(counts[1], counts[0] + counts[1]), p),
        );
        assert!(errors.ever <= allowed() && errors.at_stop <= allowed(), "{p}: {errors:?}");
        assert!(errors.stopped > 0.99, "{p}: {errors:?}");
        // The test can fail: Wilson's interval, which misses one time in twenty at any one look, fails it by far.
        assert!(errors.naive > 2.0 * allowed(), "{p}: {errors:?}");
    }
}

#[test]
fn means_are_held_whenever_one_looks() {
    // Values of 24 equally likely draws: a D3, nearly always 0 but sometimes 10, and a slope.
    let shapes: [(&str, i64, Vec<i64>, f64); 3] = [
        ("die", 1, [1, 2, 3].repeat(8), 0.03),
        ("jackpot", 0, [vec![0; 23], vec![10]].concat(), 0.12),
        ("slope", -2, [vec![-2; 9], vec![-1; 7], vec![0; 5], vec![1; 3]].concat(), 0.04),
    ];
    for (name, least, faces, precision) in shapes {
        let (values, bounds) = (11, (least, least + 10));
        let truth = faces.iter().sum::<i64>() as f64 / 24.0;
        let (sequence, rule) = (Mean::new(bounds.0, bounds.1, precision, ALPHA), rule(precision));
        let tally = |counts: &[u64]| Distribution::from_counts(counts).starting_at(least);
        let fixed_size =
            |tally: &Distribution| Interval::normal(tally.mean(), tally.sample_std_dev(), tally.trials().unwrap());
        let errors = experiment(
            name,
            precision,
            values,
            |dice| (faces[dice.below(24) as usize] - least) as usize,
            |counts| sequence.rules_out(truth, &tally(counts)),
            |counts| {
                // It cannot be narrower than the fixed-size interval, so it is not computed before that one is narrow
                // enough.
                let tally = Some(tally(counts)).filter(|tally| fixed_size(tally).half_width() <= precision)?;
                rule.enough_of_mean(&tally, bounds.0, bounds.1).map(|interval| misses(interval, truth))
            },
            |counts| misses(fixed_size(&tally(counts)), truth),
        );
        assert!(errors.ever <= allowed() && errors.at_stop <= allowed(), "{name}: {errors:?}");
        assert!(errors.stopped > 0.99, "{name}: {errors:?}");
        assert!(errors.naive > 2.0 * allowed(), "{name}: {errors:?}");
    }
}
