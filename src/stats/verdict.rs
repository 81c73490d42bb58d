//! What an interval of a difference decides.

use super::interval::Interval;
use battle_odds_engine::pair_counts::Pairs;

/// What is known of the first of two compared with the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its chance is larger.
    Better,
    /// Its chance is smaller.
    Worse,
    /// Whichever is larger, it is larger by no more than the margin.
    Equivalent,
    /// None of these is proven.
    Undecided,
}

impl Verdict {
    /// Reads the verdict off an interval of the difference: equivalent if it lies within the margin either way, which is
    /// two one-sided tests at once (Schuirmann, 1987; with a 95 % interval each at 2.5 %), else better or worse if it lies
    /// on one side of 0.
    ///
    /// A false verdict of any kind needs an interval that misses the truth, so the error of the interval is that of the
    /// verdict: at most 2.5 % for a false "better", at most 2.5 % for "equivalent" if the difference is the margin or more;
    /// if several intervals hold together, for all verdicts together.
    pub fn of(interval: Interval, margin: Option<f64>) -> Verdict {
        match margin {
            Some(margin) if -margin <= interval.low && interval.high <= margin => Verdict::Equivalent,
            _ if interval.low > 0.0 => Verdict::Better,
            _ if interval.high < 0.0 => Verdict::Worse,
            _ => Verdict::Undecided,
        }
    }

    /// The verdict of an exact difference that is known to within `error`; a difference no larger than that counts as none.
    pub fn exact(difference: f64, error: f64, margin: Option<f64>) -> Verdict {
        let interval = Interval { low: difference - error, high: difference + error };
        Verdict::of(interval, Some(margin.unwrap_or(0.0).max(2.0 * error)))
    }

    /// The same seen from the second.
    #[must_use]
    pub fn reversed(self) -> Verdict {
        match self {
            Verdict::Better => Verdict::Worse,
            Verdict::Worse => Verdict::Better,
            same => same,
        }
    }

    /// Its name in files.
    pub fn key(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Equivalent => "equivalent",
            Verdict::Undecided => "undecided",
        }
    }
}

/// About how many more trials it takes to decide, if the difference is what it looks like: until the interval, whose
/// half-width is now this, clears 0 or fits within the margin, whichever comes first. Its width falls with the square root
/// of the number of trials, or, if none has ended differently, with the number itself. `None` if no number of trials would
/// do: a difference of 0, or exactly that of the margin.
pub fn trials_to_decide(pairs: &Pairs, half_width: f64, margin: Option<f64>) -> Option<u64> {
    let power = if pairs.changed() == 0 { 1 } else { 2 };
    more_trials(pairs.difference(), pairs.trials(), half_width, power, margin)
}

/// The same for chances with trials of their own.
pub fn trials_apart(difference: f64, trials: u64, half_width: f64, margin: Option<f64>) -> Option<u64> {
    more_trials(difference, trials, half_width, 2, margin)
}

fn more_trials(difference: f64, trials: u64, half_width: f64, power: i32, margin: Option<f64>) -> Option<u64> {
    let (difference, trials) = (difference.abs(), trials as f64);
    let room = margin.map_or(difference, |margin| difference.max(margin - difference));
    let more = (trials * (half_width / room).powi(power) - trials).ceil();
    (more.is_finite() && more < 1e15).then_some(more.max(1.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::difference::{normal_point, score_interval};
    use crate::sequence::difference::Difference;
    use crate::sequence::stopping::Stopping;
    use battle_odds_engine::sampled::{Sampled, Stream};

    #[test]
    fn verdicts_by_hand() {
        let of = |low, high, margin| Verdict::of(Interval { low, high }, margin);
        assert_eq!(of(0.001, 0.003, None), Verdict::Better);
        assert_eq!(of(-0.003, -0.001, None), Verdict::Worse);
        assert_eq!(of(-0.001, 0.003, None), Verdict::Undecided);
        assert_eq!(of(-0.001, 0.003, Some(0.01)), Verdict::Equivalent);
        assert_eq!(of(0.001, 0.003, Some(0.01)), Verdict::Equivalent);
        assert_eq!(of(0.001, 0.013, Some(0.01)), Verdict::Better);
        assert_eq!(of(-0.013, 0.003, Some(0.01)), Verdict::Undecided);
        assert_eq!(Verdict::exact(1e-16, 1e-12, None), Verdict::Equivalent);
        assert_eq!(Verdict::exact(-0.001, 1e-12, None), Verdict::Worse);
        assert_eq!(Verdict::exact(-0.001, 1e-12, Some(0.01)), Verdict::Equivalent);
        assert_eq!(Verdict::Better.reversed(), Verdict::Worse);
    }

    #[test]
    fn trials_to_decide_by_hand() {
        // 510 to 490 of 10,000: the difference is 0.002; an interval of ± 0.006 is three times too wide: 90,000 in all.
        let pairs = Pairs { both: 4000, first: 510, second: 490, neither: 5000 };
        assert_eq!(trials_to_decide(&pairs, 0.006, None), Some(80_000));
        // For a margin of 1 point ± 0.008 is allowed: enough has been played, one more.
        assert_eq!(trials_to_decide(&pairs, 0.006, Some(0.01)), Some(1));
        let even = Pairs { first: 500, second: 500, ..pairs };
        assert_eq!(trials_to_decide(&even, 0.006, None), None);
        // Nothing changed in 100 trials: ± 0.04 is four times as wide as 1 point: 400.
        let same = Pairs { both: 100, ..Pairs::default() };
        assert_eq!(trials_to_decide(&same, 0.04, Some(0.01)), Some(300));
        assert_eq!(trials_to_decide(&same, 0.04, None), None);
    }

    /// Adds trials in which only the first reaches the goal, or only the second, with chances in thousandths.
    fn add(pairs: &mut Pairs, dice: &mut Sampled, trials: u64, [first, second]: [u64; 2]) {
        for _ in 0..trials {
            match dice.below(1000) {
                fall if fall < first => pairs.first += 1,
                fall if fall < first + second => pairs.second += 1,
                _ => pairs.neither += 1,
            }
        }
    }

    /// False verdicts in 3000 comparisons of a fixed number of trials: "better" or "worse" for two that are equal at most 5
    /// times in 100 together; "equivalent" for two that differ by exactly the margin at most 2.5. 3.29 standard errors
    /// (0.0131 and 0.0094) are allowed.
    #[test]
    fn verdicts_err_no_more_often_than_promised() {
        let runs = 3000;
        let share = |name: &str, chances, margin, wrong: &[Verdict]| {
            let mut dice = Stream { seed: 8, scenario: name.into() }.batch(0);
            let erred = (0..runs).filter(|_| {
                let mut pairs = Pairs::default();
                add(&mut pairs, &mut dice, 600, chances);
                wrong.contains(&Verdict::of(score_interval(&pairs, normal_point(0.05)), margin))
            });
            erred.count() as f64 / f64::from(runs)
        };
        let better = share("equal", [60, 60], None, &[Verdict::Better, Verdict::Worse]);
        let equivalent = share("differ", [80, 40], Some(0.04), &[Verdict::Equivalent]);
        assert!(better < 0.05 + 0.0131 && better > 0.03, "{better}");
        assert!(equivalent < 0.025 + 0.0094 && equivalent > 0.005, "{equivalent}");
    }

    /// The same if one looks again and again until there is a verdict, 20 times, and what looking so often would do to a
    /// fixed-size interval.
    #[test]
    fn verdicts_err_no_more_often_for_looking_again() {
        let (runs, rule) = (1500, Stopping { precision: 1.0, alpha: 0.05, first: 64, batch: 8 });
        let sequence = Difference::new(0.05);
        let mut wrong = [0.0; 4];
        for run in 0..runs {
            for (case, (chances, margin, verdicts)) in [
                ([100, 100], None, &[Verdict::Better, Verdict::Worse][..]),
                ([140, 60], Some(0.08), &[Verdict::Equivalent]),
            ]
            .into_iter()
            .enumerate()
            {
                let mut dice = Stream { seed: 9, scenario: format!("again {case}") }.batch(run);
                let (mut pairs, mut ended) = (Pairs::default(), [false; 2]);
                while pairs.trials() < 4000 {
                    let more = rule.next(pairs.trials()) - pairs.trials();
                    add(&mut pairs, &mut dice, more, chances);
                    let intervals = [sequence.interval(&pairs), score_interval(&pairs, normal_point(0.05))];
                    for (kind, interval) in intervals.into_iter().enumerate() {
                        let verdict = Verdict::of(interval, margin);
                        if !ended[kind] && verdict != Verdict::Undecided {
                            ended[kind] = true;
                            wrong[2 * case + kind] += f64::from(u8::from(verdicts.contains(&verdict))) / runs as f64;
                        }
                    }
                }
            }
        }
        let [better, fixed_better, equivalent, _] = wrong;
        assert!(better <= 0.05 && equivalent <= 0.025, "{wrong:?}");
        assert!(fixed_better > 0.15, "looking again should mislead a fixed-size interval: {wrong:?}");
    }
}
