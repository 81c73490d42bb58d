//! The chance of the goal of several contestants: of each exactly, or of all by trials of the same luck.

use super::contenders::Contestant;
use super::options::Way;
use super::paired::Paired;
use crate::engine::pair_counts::Joint;
use crate::report::compared::Difference;
use crate::scenario::Problem;
use crate::stats::family::Family;
use crate::stats::interval::Interval;
use crate::stats::sequence::stopping::Stopping;

/// What was found.
pub enum Goals {
    /// The chance of each, and how far it can be from the truth.
    Exact(Vec<(f64, f64)>),
    /// Trials of the same luck.
    Sampled(Joint),
}

/// How it is to be found.
pub struct Asked<'a> {
    /// Who plays.
    pub paired: &'a Paired,
    /// What the bar is called.
    pub name: &'a str,
    /// By trials or exactly.
    pub way: Way,
    /// Trials of each, at most if there is a precision.
    pub trials: u64,
    /// Trials stop when every chance is known so well.
    pub precision: Option<f64>,
}

impl Asked<'_> {
    /// Finds the chances; none when the user stopped it. All are exact or all are sampled, so that any two can be compared.
    ///
    /// # Errors
    /// That one is too large for the exact answer asked for.
    pub fn of(&self, contestants: &[Contestant], chances: &Family) -> Result<Option<Goals>, Problem> {
        if self.way != Way::MonteCarlo {
            let progress = self.paired.progress(None);
            let _bar = progress.named(self.name.to_owned());
            let mut known = Vec::new();
            for contestant in contestants {
                let one = match self.way {
                    Way::Exact => self.paired.exact(contestant)?,
                    _ => self.paired.cheap(contestant, self.trials),
                };
                known.extend(one);
                if one.is_none() {
                    break;
                }
            }
            if known.len() == contestants.len() {
                return Ok(Some(Goals::Exact(known)));
            }
            if self.paired.is_stopped() {
                return Ok(None);
            }
        }
        Ok(self.sample(contestants, chances).map(Goals::Sampled))
    }

    fn sample(&self, contestants: &[Contestant], chances: &Family) -> Option<Joint> {
        let count = contestants.len();
        let progress = self.paired.progress(Some(self.trials.saturating_mul(count as u64)));
        let bar = progress.named(self.name.to_owned());
        let rule = Stopping::new(self.precision.unwrap_or(1.0), 1.0);
        let next = |trials| if self.precision.is_some() { rule.next(trials) } else { self.trials };
        let enough = |joint: &Joint| {
            self.precision.is_some_and(|precision| {
                (0..count).all(|one| chances.chance(joint.reached(one), joint.trials()).half_width() <= precision)
            })
        };
        let mut joint = Joint::new(count);
        let contestants: Vec<&Contestant> = contestants.iter().collect();
        let whole = self.paired.play(&contestants, &mut joint, self.trials, next, enough, &|trials| bar.inc(trials));
        whole.then_some(joint)
    }
}

impl Goals {
    /// Trials of each; none when exact.
    pub fn trials(&self) -> Option<u64> {
        match self {
            Goals::Exact(_) => None,
            Goals::Sampled(joint) => Some(joint.trials()),
        }
    }

    /// The chance of one, with its interval.
    pub fn chance(&self, one: usize, family: &Family) -> (f64, Interval) {
        match self {
            Goals::Exact(known) => (known[one].0, Interval::exact(known[one].0)),
            Goals::Sampled(joint) => {
                let (reached, trials) = (joint.reached(one), joint.trials());
                (reached as f64 / trials.max(1) as f64, family.chance(reached, trials))
            }
        }
    }

    /// By how much one has a larger chance than another.
    pub fn difference(&self, one: usize, other: usize, family: &Family, margin: Option<f64>) -> Difference {
        match self {
            Goals::Exact(known) => {
                let (by, error) = (known[one].0 - known[other].0, known[one].1 + known[other].1);
                Difference::exact((one, other), by, error, margin)
            }
            Goals::Sampled(joint) => {
                let pairs = joint.pairs(one, other);
                Difference::sampled((one, other), pairs, family.difference(&pairs), margin)
            }
        }
    }
}
