//! What is known of a chance, from an exact answer or from trials of its own, and of the difference of two of them.

use serde::{Serialize, Serializer};

use super::interval::Interval;

/// A chance with trials of its own: if a difference is needed, none of them shares its luck with another's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnownChance {
    /// Known except for the rounding of sums.
    Exact {
        /// The chance.
        chance: f64,
        /// The largest possible error.
        error: f64,
    },
    /// From independent trials, of all ways or of those that are not known exactly.
    Sampled {
        /// The ways that are known exactly.
        known: Part,
        /// Trials in which it happened.
        reached: u64,
        /// All trials that were played.
        played: u64,
        /// The number of trials of all ways that would be as precise, at least, by their variance; if no ways are known
        /// exactly, those played. A confidence sequence may still be up to a tenth wider than theirs.
        trials: u64,
    },
}

/// The number of trials by which a chance is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trials {
    /// The number.
    pub number: u64,
    /// Whether they stand for exact chances of the likely ways plus trials of only the others, which are at least as
    /// precise.
    pub is_mixed: bool,
}

impl Trials {
    /// Trials of all ways.
    pub fn of_all(number: u64) -> Trials {
        Trials { number, is_mixed: false }
    }
}

/// In JSON only their number; whether they are mixed is a separate key.
impl Serialize for Trials {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(self.number)
    }
}

/// The ways for which it is known whether the event happens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The chance of those in which it happens.
    pub reached: f64,
    /// The chance of all ways that are not known.
    pub left: f64,
}

impl Part {
    /// No ways are known.
    pub const NOTHING: Part = Part { reached: 0.0, left: 1.0 };

    /// How many trials of the unknown ways are at least as precise as `trials` of all ways: the variance of the former is at
    /// most a quarter, times the square of their chance; that of all ways is no less than it is at one of the bounds of the
    /// chance. The share that the unknown ways have of all trials is enough in any case.
    pub fn as_good_as(self, trials: u64) -> u64 {
        let Part { reached, left } = self;
        let varies = |chance: f64| chance * (1.0 - chance);
        let least = varies(reached).min(varies((reached + left).min(1.0)));
        let enough = (left * left / 4.0 / least).min(left);
        (trials as f64 * enough).ceil().min(trials as f64) as u64
    }
}

impl KnownChance {
    /// From trials of all ways.
    pub const fn sampled(reached: u64, trials: u64) -> KnownChance {
        KnownChance::Sampled { known: Part::NOTHING, reached, played: trials, trials }
    }

    /// The chance, or its estimate; 0 without trials.
    pub fn chance(self) -> f64 {
        match self {
            KnownChance::Exact { chance, .. } => chance,
            KnownChance::Sampled { known, reached, played, .. } => {
                known.reached + known.left * (reached as f64 / played.max(1) as f64)
            }
        }
    }

    /// Its trials, or those that it is worth; `None` when exact.
    pub fn trials(self) -> Option<Trials> {
        match self {
            KnownChance::Exact { .. } => None,
            KnownChance::Sampled { known, trials, .. } => {
                Some(Trials { number: trials, is_mixed: known != Part::NOTHING })
            }
        }
    }

    /// Its interval: the chance itself when exact, else the interval that `of` finds from the trials that reached it, all
    /// that were played, and the chance of the ways that these trials are of, by which it is narrowed.
    pub fn interval(self, of: impl Fn(u64, u64, f64) -> Interval) -> Interval {
        match self {
            KnownChance::Exact { chance, .. } => Interval::exact(chance),
            KnownChance::Sampled { known: Part { reached: known, left }, reached, played, .. } => {
                let Interval { low, high } = of(reached, played, left);
                Interval { low: known + left * low, high: known + left * high }
            }
        }
    }
}

/// The interval of the difference of two independent chances from an interval of each at the same point of the normal
/// distribution (Newcombe, 1998, method 10, from Wilson's intervals): the lower end is d − √((p − low)² + (high' − p')²),
/// and likewise the upper. With an exact chance, whose ends are itself, only the other's interval remains.
pub(crate) fn square_and_add((first, of_first): (f64, Interval), (second, of_second): (f64, Interval)) -> Interval {
    let difference = first - second;
    Interval {
        low: difference - (first - of_first.low).hypot(of_second.high - second),
        high: difference + (of_first.high - first).hypot(second - of_second.low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Z_95;
    use battle_odds_engine::sampled::Stream;

    fn wilson(reached: u64, trials: u64) -> (f64, Interval) {
        (reached as f64 / trials as f64, Interval::score(reached, trials, Z_95))
    }

    #[test]
    fn newcombes_own_examples() {
        // Newcombe (1998), table II, method 10: 56/70 and 48/80; 10/10 and 0/10.
        let of = square_and_add(wilson(56, 70), wilson(48, 80));
        assert!((of.low - 0.0524).abs() < 5e-5 && (of.high - 0.3339).abs() < 5e-5, "{of:?}");
        let of = square_and_add(wilson(10, 10), wilson(0, 10));
        assert!((of.low - 0.6075).abs() < 5e-5 && of.high == 1.0, "{of:?}");
    }

    #[test]
    fn against_an_exact_chance_only_one_interval_is_left() {
        let (chance, interval) = wilson(30, 100);
        let of = square_and_add((chance, interval), (0.25, Interval::exact(0.25)));
        assert!((of.low - (interval.low - 0.25)).abs() < 1e-12 && (of.high - (interval.high - 0.25)).abs() < 1e-12);
        let exact = KnownChance::Exact { chance: 0.25, error: 0.0 };
        assert_eq!(
            (exact.chance(), exact.trials(), exact.interval(|reached, trials, _| Interval::wilson(reached, trials))),
            (0.25, None, Interval::exact(0.25))
        );
        let sampled = KnownChance::sampled(30, 100);
        assert_eq!((sampled.chance(), sampled.trials()), (0.3, Some(Trials::of_all(100))));
    }

    #[test]
    fn of_what_is_left_fewer_trials_are_as_good() {
        // Half of it is known, and a fifth is left: at best the chance has the variance 0.7 · 0.3, and the trials a quarter
        // of 0.04.
        let known = Part { reached: 0.5, left: 0.2 };
        assert!((1_000..=1_001).contains(&known.as_good_as(21_000)));
        // If hardly anything is known to happen, their share of all trials.
        assert_eq!(Part { reached: 1e-9, left: 0.01 }.as_good_as(1_000), 10);
        assert_eq!([Part::NOTHING.as_good_as(1_000), known.as_good_as(0)], [1_000, 0]);
        let one = KnownChance::Sampled { known, reached: 300, played: 1_000, trials: 21_000 };
        assert_eq!((one.chance(), one.trials()), (0.56, Some(Trials { number: 21_000, is_mixed: true })));
        let of_all = one.interval(|_, _, _| Interval { low: 0.25, high: 0.5 });
        assert!((of_all.low - 0.55).abs() < 1e-15 && (of_all.high - 0.6).abs() < 1e-15);
    }

    /// 95 in 100 of 4000 experiments with a fixed seed hold the truth (3.29 standard errors, 0.0113, are allowed), also where
    /// one of the two is exact.
    #[test]
    fn it_covers_what_it_promises() {
        for (case, (first, second, n)) in
            [(500, 450, 200), (50, 100, 300), (900, 100, 400), (20, 20, 400)].into_iter().enumerate()
        {
            let mut dice = Stream { seed: 11, scenario: "apart".into() }.batch(case as u64);
            let truth = (first as f64 - second as f64) / 1000.0;
            let mut covered = [0; 2];
            for _ in 0..4000 {
                let mut reached = |chance: u64| (0..n).filter(|_| dice.below(1000) < chance).count() as u64;
                let (one, other) = (wilson(reached(first), n), wilson(reached(second), n));
                let known = second as f64 / 1000.0;
                let intervals = [square_and_add(one, other), square_and_add(one, (known, Interval::exact(known)))];
                for (covered, interval) in covered.iter_mut().zip(intervals) {
                    *covered += u32::from(interval.low <= truth && truth <= interval.high);
                }
            }
            for covered in covered {
                let share = f64::from(covered) / 4000.0;
                assert!(share > 0.95 - 0.0113, "{first}, {second} of {n}: {share}");
            }
        }
    }
}
