//! The chances of several contestants' goals: each separately, exactly or by trials, or all by trials with the same
//! dice.

use rayon::prelude::*;

use super::contenders::Contestant;
use super::paired::{Paired, Start};
use super::settings::Way;
use battle_odds_engine::likely::Likely;
use battle_odds_engine::pair_counts::Joint;
use battle_odds_report::compared::Difference;
use battle_odds_scenario::Problem;
use battle_odds_stats::family::Family;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::{KnownChance, Part, Trials};
use battle_odds_stats::sequence::stopping::Stopping;

/// The chances that were found.
pub enum Goals {
    /// Each separately.
    Apart(Vec<KnownChance>),
    /// By trials with the same dice.
    Paired(Joint),
}

/// How to find them.
pub struct Asked<'a> {
    /// What plays them.
    pub paired: &'a Paired<'a>,
    /// What the work is called.
    pub name: &'a str,
    /// By trials with the same dice, exactly, or each by whichever is cheaper.
    pub way: Way,
    /// Trials of each; at most, if there is a precision.
    pub trials: u64,
    /// Trials stop when every chance is known to this precision.
    pub precision: Option<f64>,
    /// The first contestant gets this many times as many trials.
    pub of_first: u64,
}

impl Asked<'_> {
    /// Finds the chances; none if the user stopped it.
    ///
    /// # Errors
    /// That one is too large for the exact answer asked for.
    pub fn of(&self, contestants: &[Contestant], chances: &Family) -> Result<Option<Goals>, Problem> {
        if self.way == Way::MonteCarlo {
            return Ok(self.pair(contestants, chances).map(Goals::Paired));
        }
        let Some(mut begun) = self.begin(contestants)? else { return Ok(None) };
        let rule = Doubling { is_fixed: self.precision.is_none(), most: self.trials };
        let goes_on =
            |one: KnownChance| self.precision.is_none_or(|precision| chances.alone(one).half_width() > precision);
        let whole = self.play_on(contestants, &mut begun, rule, |place, known| goes_on(known[place]));
        Ok(whole.then_some(Goals::Apart(begun.chances)))
    }

    /// The exact answers, quick ones or those cheaper than the trials, and for the others the walked parts, if those
    /// are found quickly. None if the user stopped it.
    ///
    /// # Errors
    /// That one is too large for the exact answer asked for.
    pub fn begin(&self, contestants: &[Contestant]) -> Result<Option<Begun>, Problem> {
        let _piece = self.paired.begin(self.name.to_owned(), None);
        let mut begun = Begun::default();
        if self.way == Way::Exact {
            for contestant in contestants {
                match self.paired.exact(contestant)? {
                    Some(exact) => begun.add(Start::Exact(exact)),
                    None => return Ok(None),
                }
            }
        }
        // What is learned from the first ones decides what is tried with the others.
        while let Some(others) = contestants.get(begun.chances.len()..).filter(|others| !others.is_empty()) {
            let together = &others[..others.len().min(begun.chances.len().max(1))];
            let first = begun.chances.len();
            let start = |(place, contestant)| {
                let trials = self.times(first + place, self.trials);
                self.paired.start(contestant, trials, [together.len(), contestants.len()])
            };
            let starts: Vec<Start> = self.paired.beside(|| together.par_iter().enumerate().map(start).collect());
            for start in starts {
                self.paired.learn(&start);
                begun.add(start);
            }
        }
        Ok((!self.paired.is_stopped()).then_some(begun))
    }

    /// Plays rounds of all that are not exact and for which `goes_on` wants more, given its index and what is known so
    /// far; each has its own dice. False if the user stopped it.
    pub fn play_on(
        &self,
        contestants: &[Contestant],
        Begun { chances, likely }: &mut Begun,
        rule: Doubling,
        goes_on: impl Fn(usize, &[KnownChance]) -> bool,
    ) -> bool {
        let mut done = 0;
        while done < rule.most {
            let is_left = |place: &usize| chances[*place].trials().is_some() && (done == 0 || goes_on(*place, chances));
            let left: Vec<usize> = (0..chances.len()).filter(is_left).collect();
            if left.is_empty() {
                break;
            }
            let next = rule.next(done);
            let more = |place| self.times(place, next) - self.times(place, done);
            let all = left.iter().fold(0, |sum: u64, &place| sum.saturating_add(more(place)));
            let piece = self.paired.begin(self.name.to_owned(), Some(all));
            let play = |&place: &usize| {
                let KnownChance::Sampled { known, reached, played, .. } = chances[place] else {
                    return Some(chances[place]);
                };
                let trials = self.times(place, next);
                let all = known.as_good_as(trials).max(FEWEST.min(trials));
                let counts = self.paired.alone(&contestants[place], likely[place].as_ref(), place, played..all)?;
                piece.done(more(place));
                let reached = reached + counts.get(1).copied().unwrap_or(0);
                Some(KnownChance::Sampled { known, reached, played: all, trials })
            };
            let played: Vec<Option<KnownChance>> = self.paired.beside(|| left.par_iter().map(play).collect());
            for (place, now) in left.into_iter().zip(played) {
                let Some(now) = now else { return false };
                chances[place] = now;
            }
            done = next;
        }
        true
    }

    /// The number of trials for the contestant at this index.
    fn times(&self, place: usize, trials: u64) -> u64 {
        if place == 0 { trials.saturating_mul(self.of_first) } else { trials }
    }

    fn pair(&self, contestants: &[Contestant], chances: &Family) -> Option<Joint> {
        let count = contestants.len();
        let piece = self.paired.begin(self.name.to_owned(), Some(self.trials.saturating_mul(count as u64)));
        let rule = Stopping::new(self.precision.unwrap_or(1.0), 1.0);
        let next = |trials| if self.precision.is_some() { rule.next(trials) } else { self.trials };
        let enough = |joint: &Joint| {
            self.precision.is_some_and(|precision| {
                (0..count).all(|one| chances.chance(joint.reached(one), joint.trials()).half_width() <= precision)
            })
        };
        let mut joint = Joint::new(count);
        let contestants: Vec<&Contestant> = contestants.iter().collect();
        let whole = self.paired.play(&contestants, &mut joint, self.trials, next, enough, &*piece);
        whole.then_some(joint)
    }
}

/// What is known about contestants, and what trials are still needed for.
#[derive(Default)]
pub struct Begun {
    /// Their chances.
    pub chances: Vec<KnownChance>,
    /// The walked part of each goal whose chance is not known otherwise.
    likely: Vec<Option<Likely>>,
}

impl Begun {
    /// Adds one contestant, with what is known about it.
    pub fn add(&mut self, start: Start) {
        let (chance, likely) = match start {
            Start::Exact(exact) => (exact.chance(), None),
            Start::Likely(likely) => {
                let known = Part { reached: likely.chances.get(1).copied().unwrap_or(0.0), left: likely.left };
                (KnownChance::Sampled { known, reached: 0, played: 0, trials: 0 }, Some(likely))
            }
            Start::Nothing => (NOTHING, None),
        };
        self.chances.push(chance);
        self.likely.push(likely);
    }
}

/// Nothing is known about it.
pub const NOTHING: KnownChance = KnownChance::sampled(0, 0);

/// This few trials of the part not walked cost next to nothing.
const FEWEST: u64 = 1_000;

/// The number of trials after each round.
#[derive(Clone, Copy, Debug)]
pub struct Doubling {
    /// All in one round.
    pub is_fixed: bool,
    /// The total at the end.
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
    pub fn trials(&self, one: usize) -> Option<Trials> {
        match self {
            Goals::Apart(known) => known[one].trials(),
            Goals::Paired(joint) => Some(Trials::of_all(joint.trials())),
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

    /// By how much the chance of one is larger than that of another.
    pub fn difference(&self, one: usize, other: usize, family: &Family, margin: Option<f64>) -> Difference {
        match self {
            Goals::Apart(known) => {
                let two = [known[one], known[other]];
                Difference::apart([one, other], two, family.apart(two[0], two[1]), margin)
            }
            Goals::Paired(joint) => {
                let pairs = joint.pairs(one, other);
                Difference::sampled([one, other], pairs, family.difference(&pairs), margin)
            }
        }
    }
}
