//! Whether a chance is at least as large as required, decided by as many trials as that takes.

use super::interval::Interval;
use super::known::KnownChance;
use super::sequence::chance::Chance;

/// The half-width at which the sequence is narrowest: chances farther than this from the required one are decided with few
/// trials, closer ones with somewhat more than the best tuning for them would take.
const TUNED_TO: f64 = 0.01;

/// What is required of a chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked {
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
}

impl Asked {
    /// The required chance.
    pub fn chance(self) -> f64 {
        match self {
            Asked::AtLeast(chance) | Asked::AtMost(chance) => chance,
        }
    }

    /// Whether a chance within this interval is as required; `None` if the interval contains both chances that are and
    /// chances that are not.
    pub fn decided(self, interval: Interval) -> Option<bool> {
        match self {
            Asked::AtLeast(asked) if interval.low >= asked => Some(true),
            Asked::AtLeast(asked) if interval.high < asked => Some(false),
            Asked::AtMost(asked) if interval.high <= asked => Some(true),
            Asked::AtMost(asked) if interval.low > asked => Some(false),
            _ => None,
        }
    }
}

/// The sequential test of one chance against what is required: read off the confidence sequence of the chance, which holds
/// whenever one looks (Robbins, 1970; Howard, Ramdas, McAuliffe and Sekhon, 2021), so that the answer is wrong with a
/// chance of at most alpha, for whatever reason one stops.
///
/// For m chances whose answers are all to be right together, take alpha/m.
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    asked: Asked,
    alpha: f64,
}

impl Threshold {
    /// The test with error at most `alpha`.
    pub fn new(asked: Asked, alpha: f64) -> Threshold {
        Threshold { asked, alpha }
    }

    /// The interval of the chance from what is known of it.
    pub fn interval(&self, known: KnownChance) -> Interval {
        known.interval(|reached, trials, left| Chance::new(TUNED_TO / left, self.alpha).interval(reached, trials))
    }

    /// Whether the chance is as required, if that is decided.
    pub fn decided(&self, known: KnownChance) -> Option<bool> {
        self.asked.decided(self.interval(known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::stopping::Stopping;
    use battle_odds_engine::sampled::Stream;

    #[test]
    fn intervals_decide_by_hand() {
        let of = |asked: Asked, low, high| asked.decided(Interval { low, high });
        assert_eq!(of(Asked::AtLeast(0.6), 0.6, 0.7), Some(true));
        assert_eq!(of(Asked::AtLeast(0.6), 0.5, 0.6), None);
        assert_eq!(of(Asked::AtLeast(0.6), 0.5, 0.59), Some(false));
        assert_eq!(of(Asked::AtMost(0.1), 0.05, 0.1), Some(true));
        assert_eq!(of(Asked::AtMost(0.1), 0.1, 0.2), None);
        assert_eq!(of(Asked::AtMost(0.1), 0.11, 0.2), Some(false));
        assert_eq!(of(Asked::AtLeast(1.0), 1.0, 1.0), Some(true));
    }

    /// Truths just on the wrong side of 60 %, at 60 % itself and well away, 1000 experiments each at a fixed seed, looked
    /// at 20 times: "at least" is given falsely at most 5 times in 100 (by the proof at most 5, by the sequence's two sides
    /// about half of it); chances 5 points away are decided in all of them.
    #[test]
    fn it_errs_no_more_often_than_promised() {
        let (runs, rule) = (1000, Stopping { precision: 1.0, alpha: 0.05, first: 128, batch: 128 });
        let threshold = Threshold::new(Asked::AtLeast(0.6), 0.05);
        let outcome = |chance: u64, most: u64| {
            let mut dice = Stream { seed: 5, scenario: "threshold".into() }.batch(chance);
            let (mut yes, mut no) = (0, 0);
            for _ in 0..runs {
                let (mut reached, mut trials, mut decided) = (0, 0, None);
                while decided.is_none() && trials < most {
                    let next = rule.next(trials);
                    reached += (trials..next).filter(|_| dice.below(1000) < chance).count() as u64;
                    trials = next;
                    decided = threshold.decided(KnownChance::sampled(reached, trials));
                }
                yes += u32::from(decided == Some(true));
                no += u32::from(decided == Some(false));
            }
            (f64::from(yes) / f64::from(runs), f64::from(no) / f64::from(runs))
        };
        assert!(outcome(599, 6_000).0 <= 0.05);
        assert!(outcome(600, 6_000).1 <= 0.05);
        let (yes, no) = outcome(550, 50_000);
        assert!(yes <= 0.05 && no >= 0.95 && yes + no == 1.0, "{yes} {no}");
    }
}
