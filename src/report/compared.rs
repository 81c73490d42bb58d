//! The result of a comparison: the number of each contender, and by how much one is ahead of another.

use serde::Serialize;

use battle_odds_engine::pair_counts::Pairs;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::{KnownChance, Trials};
use battle_odds_stats::verdict::{Verdict, trials_apart, trials_to_decide};

use super::heading::{BASE, Heading};
use super::json::Request;
use super::result::Method;

/// One of the contenders.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contender {
    /// Its name.
    pub name: String,
    /// The same as players read it.
    #[serde(skip)]
    pub said: String,
    /// Its cells in a table of choices, for the headings [`Compared::called`].
    #[serde(skip)]
    pub cells: Vec<String>,
    /// The option it takes of each choice; empty if there is nothing to choose.
    pub choices: Vec<String>,
    /// The chance of its goal, or the mean of the measure they are compared by.
    pub chance: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// Its trials; `None` when exact.
    pub trials: Option<Trials>,
    /// The cost of its player's formations, if it is known.
    pub points: Option<u64>,
}

impl Contender {
    /// The chance per 100 points.
    pub fn per_100_points(&self) -> Option<f64> {
        self.points.filter(|&points| points > 0).map(|points| 100.0 * self.chance / points as f64)
    }
}

/// By how much one contender reaches its goal more often than another.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The first, as an index of the contenders.
    pub first: usize,
    /// The second.
    pub second: usize,
    /// Chance of the first minus that of the second.
    pub difference: f64,
    /// Its interval.
    pub interval: Interval,
    /// How trials with the same luck ended; `None` if each chance has trials of its own.
    pub pairs: Option<Pairs>,
    /// Trials of the one that has had fewer; `None` when both are exact.
    pub trials: Option<Trials>,
    /// The verdict it allows.
    pub verdict: Verdict,
    /// About how many more trials would decide it, if it is undecided and any number would.
    pub more: Option<u64>,
}

impl Difference {
    /// The difference in paired trials, with an interval found for them.
    pub fn sampled([first, second]: [usize; 2], pairs: Pairs, interval: Interval, margin: Option<f64>) -> Self {
        let more = trials_to_decide(&pairs, interval.half_width(), margin);
        let verdict = Verdict::of(interval, margin);
        let more = more.filter(|_| verdict == Verdict::Undecided);
        let (difference, trials) = (pairs.difference(), Some(Trials::of_all(pairs.trials())));
        Difference { first, second, difference, interval, pairs: Some(pairs), trials, verdict, more }
    }

    /// The difference of chances with trials of their own, with an interval found for it if one of them is sampled.
    pub fn apart(places: [usize; 2], [one, other]: [KnownChance; 2], interval: Interval, margin: Option<f64>) -> Self {
        let difference = one.chance() - other.chance();
        if let [KnownChance::Exact { error, .. }, KnownChance::Exact { error: of_other, .. }] = [one, other] {
            return Difference::exact(places, difference, error + of_other, margin);
        }
        let fewest = one.trials().into_iter().chain(other.trials()).min();
        Difference::after(fewest.unwrap_or(Trials::of_all(0)), places, difference, interval, margin)
    }

    /// The difference of two with trials of their own, after this many trials of the one that has had fewer.
    pub fn after(
        trials: Trials,
        [first, second]: [usize; 2],
        difference: f64,
        interval: Interval,
        margin: Option<f64>,
    ) -> Self {
        let verdict = Verdict::of(interval, margin);
        let more = trials_apart(difference, trials.number, interval.half_width(), margin);
        let more = more.filter(|_| verdict == Verdict::Undecided);
        Difference { first, second, difference, interval, pairs: None, trials: Some(trials), verdict, more }
    }

    /// The difference of exact chances, known to within `error`; a difference no larger than that is 0.
    pub fn exact([first, second]: [usize; 2], difference: f64, error: f64, margin: Option<f64>) -> Self {
        let verdict = Verdict::exact(difference, error, margin);
        let difference = if difference.abs() <= 2.0 * error { 0.0 } else { difference };
        Difference {
            first,
            second,
            difference,
            interval: Interval::exact(difference),
            pairs: None,
            trials: None,
            verdict,
            more: None,
        }
    }

    /// How it was found.
    pub fn method(&self) -> Method {
        Method::of(self.trials)
    }

    /// The same with first and second exchanged.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turned = |pairs: Pairs| Pairs { first: pairs.second, second: pairs.first, ..pairs };
        Difference {
            first: self.second,
            second: self.first,
            difference: -self.difference,
            interval: Interval { low: -self.interval.high, high: -self.interval.low },
            pairs: self.pairs.map(turned),
            trials: self.trials,
            verdict: self.verdict.reversed(),
            more: self.more,
        }
    }
}

/// The measure whose mean, or chance, contenders are compared by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct By {
    /// Its name: `red.points_swing`.
    pub name: String,
    /// Whether it says that something happened, so that its mean is a chance.
    pub is_chance: bool,
    /// Whether less of it is better.
    pub is_less_better: bool,
}

impl By {
    /// In words, including which come first.
    pub fn words(&self) -> String {
        let name = &self.name;
        match (self.is_chance, self.is_less_better) {
            (true, true) => text!("the chance of {name}, the smallest first", name),
            (true, false) => text!("the chance of {name}, the largest first", name),
            (false, true) => text!("the mean of {name}, the smallest first", name),
            (false, false) => text!("the mean of {name}, the largest first", name),
        }
    }
}

/// A comparison of several contenders for the same goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The request: the command that repeats it.
    #[serde(flatten)]
    pub request: Request,
    /// The hash of the scenario's content.
    pub hash: String,
    /// The scenario's name.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Its rules system.
    pub system: String,
    /// The goal's conditions as written.
    pub goal: Vec<String>,
    /// Words to sort results by.
    pub tags: Vec<String>,
    /// The measure whose mean they are compared by instead.
    pub by: Option<By>,
    /// The names of the choices.
    pub choices: Vec<String>,
    /// The headings of a table of them, as players read them; empty if there is nothing to choose.
    #[serde(skip)]
    pub called: Vec<String>,
    /// What was decided for the player.
    #[serde(skip)]
    pub decided: Vec<String>,
    /// What has no effect in the scenario or in one of those compared, distances that look like inches.
    #[serde(skip)]
    pub warned: Vec<String>,
    /// Differences no larger than this do not matter to the player.
    pub margin: Option<f64>,
    /// The contenders.
    pub contenders: Vec<Contender>,
    /// Their differences.
    #[serde(skip)]
    pub differences: Vec<Difference>,
    /// Further remarks, one paragraph each.
    pub remarks: Vec<String>,
}

impl Compared {
    /// The heading of the comparison.
    pub fn heading(&self) -> Heading {
        Heading {
            title: self.title.clone(),
            scenario: self.scenario.clone(),
            variant: BASE.to_owned(),
            system: self.system.clone(),
            hash: self.hash.clone(),
            goal: self.goal.clone(),
            tags: self.tags.clone(),
            choices: self.decided.clone(),
            remarks: self.warned.clone(),
        }
    }

    /// Whether means are compared rather than chances.
    pub fn is_of_means(&self) -> bool {
        self.by.as_ref().is_some_and(|by| !by.is_chance)
    }
}

#[cfg(test)]
pub(super) mod samples {
    //! A comparison that the reports' tests share.

    use super::*;
    use battle_odds_stats::difference::normal_point;
    use battle_odds_stats::difference::score_interval;

    /// Three batteries with a million trials each.
    pub fn batteries() -> Compared {
        let contender = |name: &str, reached: u64, points| Contender {
            name: name.into(),
            said: name.into(),
            cells: Vec::new(),
            choices: Vec::new(),
            chance: reached as f64 / 1e6,
            interval: Interval::wilson(reached, 1_000_000),
            trials: Some(Trials::of_all(1_000_000)),
            points,
        };
        let pairs = |both, first, second| Pairs { both, first, second, neither: 1_000_000 - both - first - second };
        let difference = |places, pairs| {
            Difference::sampled(places, pairs, score_interval(&pairs, normal_point(0.05 / 3.0)), Some(0.01))
        };
        Compared {
            request: Request {
                command: "battle-odds compare --trials 1000000 --seed 1".into(),
                seed: 1,
                method: Method::MonteCarlo,
                trials: Some(1_000_000),
                files: Vec::new(),
            },
            hash: "5a".into(),
            scenario: "batteries".into(),
            title: "Which battery?".into(),
            system: "epic-armageddon".into(),
            goal: vec!["guardians.broken".into()],
            tags: vec!["club".into()],
            by: None,
            choices: Vec::new(),
            called: Vec::new(),
            decided: Vec::new(),
            warned: Vec::new(),
            margin: Some(0.01),
            contenders: vec![
                contender("base", 450_000, Some(250)),
                contender("three Manticores", 452_000, Some(250)),
                contender("three Bombards", 512_000, None),
            ],
            differences: vec![
                difference([0, 1], pairs(400_000, 50_000, 52_000)),
                difference([0, 2], pairs(430_000, 20_000, 82_000)),
                difference([1, 2], pairs(430_000, 22_000, 82_000)),
            ],
            remarks: vec!["All three differences hold together with a chance of 95 %.".into()],
        }
    }
}
