//! What is known of a chance, from an exact answer or from trials of its own, and of the difference of two such.

use super::interval::Interval;

/// A chance that stands on its own: no trial of it has its luck from that of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnownChance {
    /// Known but for what sums may be off.
    Exact {
        /// The chance.
        chance: f64,
        /// How far it can be from the truth.
        error: f64,
    },
    /// From independent trials.
    Sampled {
        /// Trials in which it came.
        reached: u64,
        /// All trials.
        trials: u64,
    },
}

impl KnownChance {
    /// The chance, or its estimate; 0 without trials.
    pub fn chance(self) -> f64 {
        match self {
            KnownChance::Exact { chance, .. } => chance,
            KnownChance::Sampled { reached, trials } => reached as f64 / trials.max(1) as f64,
        }
    }

    /// Its trials; none when exact.
    pub fn trials(self) -> Option<u64> {
        match self {
            KnownChance::Exact { .. } => None,
            KnownChance::Sampled { trials, .. } => Some(trials),
        }
    }

    /// Its interval: the chance itself when exact, else what `of` finds for the trials that reached it out of all.
    pub fn interval(self, of: impl Fn(u64, u64) -> Interval) -> Interval {
        match self {
            KnownChance::Exact { chance, .. } => Interval::exact(chance),
            KnownChance::Sampled { reached, trials } => of(reached, trials),
        }
    }
}

/// The interval of the difference of two independent chances from an interval of each at the same point of the normal
/// distribution (Newcombe, 1998, method 10, from Wilson's intervals): of the lower end
/// d − √((p − low)² + (high' − p')²), and likewise of the upper. Of an exact chance, whose ends are itself, only the other's
/// interval is left.
pub fn square_and_add((first, of_first): (f64, Interval), (second, of_second): (f64, Interval)) -> Interval {
    let difference = first - second;
    Interval {
        low: difference - (first - of_first.low).hypot(of_second.high - second),
        high: difference + (of_first.high - first).hypot(second - of_second.low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sampled::Stream;
    use crate::stats::interval::Z_95;

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
            (exact.chance(), exact.trials(), exact.interval(Interval::wilson)),
            (0.25, None, Interval::exact(0.25))
        );
        let sampled = KnownChance::Sampled { reached: 30, trials: 100 };
        assert_eq!((sampled.chance(), sampled.trials()), (0.3, Some(100)));
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
