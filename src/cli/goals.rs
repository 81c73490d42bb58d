//! The chance of the goal of several contestants: of each on its own, exactly or by trials, or of all by trials of the same
//! luck.

use rayon::prelude::*;

use super::contenders::Contestant;
use super::options::Way;
use super::paired::Paired;
use crate::engine::pair_counts::Joint;
use crate::report::compared::Difference;
use crate::scenario::Problem;
use crate::stats::family::Family;
use crate::stats::interval::Interval;
use crate::stats::known::KnownChance;
use crate::stats::sequence::stopping::Stopping;

/// What was found.
pub enum Goals {
    /// Each on its own.
    Apart(Vec<KnownChance>),
    /// Trials of the same luck.
    Paired(Joint),
}

/// How it is to be found.
pub struct Asked<'a> {
    /// Who plays.
    pub paired: &'a Paired,
    /// What the bar is called.
    pub name: &'a str,
    /// By trials of the same luck, exactly, or each by what is cheaper.
    pub way: Way,
    /// Trials of each, at most if there is a precision.
    pub trials: u64,
    /// Trials stop when every chance is known so well.
    pub precision: Option<f64>,
}

impl Asked<'_> {
    /// Finds the chances; none when the user stopped it.
    ///
    /// # Errors
    /// That one is too large for the exact answer asked for.
    pub fn of(&self, contestants: &[Contestant], chances: &Family) -> Result<Option<Goals>, Problem> {
        if self.way == Way::MonteCarlo {
            return Ok(self.pair(contestants, chances).map(Goals::Paired));
        }
        let Some(mut known) = self.exact(contestants)? else { return Ok(None) };
        let rule = Doubling { is_fixed: self.precision.is_none(), most: self.trials };
        let goes_on =
            |one: KnownChance| self.precision.is_none_or(|precision| chances.alone(one).half_width() > precision);
        let whole = self.play_on(contestants, &mut known, rule, |place, known| goes_on(known[place]));
        Ok(whole.then_some(Goals::Apart(known)))
    }

    /// What is exact, at once or because it costs less than the trials; nothing is known yet of the others. None when the
    /// user stopped it.
    ///
    /// # Errors
    /// That one is too large for the exact answer asked for.
    pub fn exact(&self, contestants: &[Contestant]) -> Result<Option<Vec<KnownChance>>, Problem> {
        let progress = self.paired.progress(None);
        let _bar = progress.named(self.name.to_owned());
        let mut known = Vec::new();
        for contestant in contestants {
            known.push(match self.way {
                Way::Exact => match self.paired.exact(contestant)? {
                    Some(exact) => exact.chance(),
                    None => return Ok(None),
                },
                _ => self.paired.cheap(contestant, self.trials).map_or(NOTHING, |exact| exact.chance()),
            });
        }
        Ok((!self.paired.is_stopped()).then_some(known))
    }

    /// Plays rounds of all that are not exact and of which `goes_on` wants more, given its place and what is known by then,
    /// each with dice of its own. False when the user stopped it.
    pub fn play_on(
        &self,
        contestants: &[Contestant],
        known: &mut [KnownChance],
        rule: Doubling,
        goes_on: impl Fn(usize, &[KnownChance]) -> bool,
    ) -> bool {
        let mut done = 0;
        while done < rule.most {
            let is_left = |place: &usize| known[*place].trials().is_some() && (done == 0 || goes_on(*place, known));
            let left: Vec<usize> = (0..known.len()).filter(is_left).collect();
            if left.is_empty() {
                break;
            }
            let next = rule.next(done);
            let progress = self.paired.progress(Some((next - done).saturating_mul(left.len() as u64)));
            let bar = progress.named(self.name.to_owned());
            let play =
                |&place: &usize| self.paired.alone(&contestants[place], place, done..next, &|trials| bar.inc(trials));
            let played: Vec<Option<Vec<u64>>> = self.paired.beside(|| left.par_iter().map(play).collect());
            for (place, more) in left.into_iter().zip(played) {
                let Some(more) = more else { return false };
                let KnownChance::Sampled { reached, .. } = known[place] else { continue };
                let more = more.get(1).copied().unwrap_or(0);
                known[place] = KnownChance::Sampled { reached: reached + more, trials: next };
            }
            done = next;
        }
        true
    }

    fn pair(&self, contestants: &[Contestant], chances: &Family) -> Option<Joint> {
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

/// Nothing is known of it.
pub const NOTHING: KnownChance = KnownChance::Sampled { reached: 0, trials: 0 };

/// How many trials there are after each round.
#[derive(Clone, Copy, Debug)]
pub struct Doubling {
    /// All in one round.
    pub is_fixed: bool,
    /// In the end.
    pub most: u64,
}

/// Trials of the first round.
const FIRST: u64 = 1 << 15;

impl Doubling {
    fn next(self, done: u64) -> u64 {
        if self.is_fixed { self.most } else { (2 * done).max(FIRST).min(self.most) }
    }
}

impl Goals {
    /// Trials of one; none when exact.
    pub fn trials(&self, one: usize) -> Option<u64> {
        match self {
            Goals::Apart(known) => known[one].trials(),
            Goals::Paired(joint) => Some(joint.trials()),
        }
    }

    /// The chance of one, with its interval.
    pub fn chance(&self, one: usize, family: &Family) -> (f64, Interval) {
        match self {
            Goals::Apart(known) => (known[one].chance(), family.alone(known[one])),
            Goals::Paired(joint) => {
                let (reached, trials) = (joint.reached(one), joint.trials());
                (reached as f64 / trials.max(1) as f64, family.chance(reached, trials))
            }
        }
    }

    /// By how much one has a larger chance than another.
    pub fn difference(&self, one: usize, other: usize, family: &Family, margin: Option<f64>) -> Difference {
        match self {
            Goals::Apart(known) => {
                let two = [known[one], known[other]];
                Difference::apart((one, other), two, family.apart(two[0], two[1]), margin)
            }
            Goals::Paired(joint) => {
                let pairs = joint.pairs(one, other);
                Difference::sampled((one, other), pairs, family.difference(&pairs), margin)
            }
        }
    }
}
