//! What candidates are ranked by, and what is known about it.

use crate::contenders::Contestant;
use crate::paired::Exactly;
use battle_odds_engine::measure::{Bounds, Kind, Measure, Quantity};
use battle_odds_report::compared::{By, Difference};
use battle_odds_report::figures::{in_decimals, mean, percentage_points, points};
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::ALPHA;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::{KnownChance, Trials};
use battle_odds_stats::race::{Race, Reading};

/// The default margins within which the winner is of the best: for chances, for points, for everything else.
const MARGINS: [f64; 3] = [0.01, 5.0, 0.05];

/// What is known so far about the worth of a candidate.
#[derive(Clone, Debug)]
pub struct Worth {
    /// The bounds of the measure that it is ranked by.
    bounds: Bounds,
    is_chance: bool,
    known: Known,
}

#[derive(Clone, Debug)]
enum Known {
    /// The chance or the mean, with this error.
    Exact { value: f64, error: f64 },
    /// How often each value occurred, counted from the least.
    Sampled(Vec<u64>),
}

impl Worth {
    /// Nothing is known yet about a candidate that is ranked by this measure.
    pub fn unknown(measure: &Measure) -> Worth {
        let (bounds, is_chance) = (measure.bounds(), measure.kind == Kind::Event);
        Worth { bounds, is_chance, known: Known::Sampled(Vec::new()) }
    }

    /// The same candidate after an exact answer.
    #[must_use]
    pub fn exact(&self, exact: &Exactly) -> Worth {
        let Bounds { low, high, .. } = self.bounds;
        let value = Distribution::from_probabilities(&exact.chances).starting_at(low).mean();
        let error = exact.error * (high - low) as f64;
        Worth { known: Known::Exact { value, error }, ..*self }
    }

    /// The same candidate after further trials.
    #[must_use]
    pub fn and(&self, counts: &[u64]) -> Worth {
        let mut all = match &self.known {
            Known::Sampled(all) => all.clone(),
            Known::Exact { .. } => Vec::new(),
        };
        all.resize(all.len().max(counts.len()), 0);
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        Worth { known: Known::Sampled(all), ..*self }
    }

    /// Its trials; none when exact.
    pub fn trials(&self) -> Option<u64> {
        match &self.known {
            Known::Exact { .. } => None,
            Known::Sampled(counts) => Some(counts.iter().sum()),
        }
    }

    fn reading(&self, race: &Race) -> Reading {
        match &self.known {
            Known::Exact { value, .. } => Reading { value: *value, interval: Interval::exact(*value) },
            Known::Sampled(counts) if self.is_chance => {
                let (reached, trials) = (counts.get(1).copied().unwrap_or(0), counts.iter().sum());
                race.chance(KnownChance::sampled(reached, trials))
            }
            Known::Sampled(counts) => {
                race.mean(&Distribution::from_counts(counts).starting_at(self.bounds.low), self.bounds)
            }
        }
    }
}

/// What all are ranked by.
#[derive(Clone, Debug)]
pub struct Criterion {
    /// The measure, if it is not the goal.
    pub by: Option<By>,
    counts: Quantity,
    margin: f64,
}

impl Criterion {
    /// The goal, or the measure with a name; differences up to the margin do not matter.
    pub fn new(contestant: &Contestant, by: Option<&str>, margin: Option<f64>) -> Criterion {
        let [of_chances, of_points, of_others] = MARGINS;
        let measure = &contestant.measure;
        let is_chance = measure.kind == Kind::Event;
        let by = by.map(|name| By { name: name.to_owned(), is_chance, is_less_better: contestant.is_less_better });
        let counts = if is_chance { Quantity::Chance } else { measure.metric.counts };
        let usual = match counts {
            Quantity::Chance => of_chances,
            Quantity::Points => of_points,
            _ => of_others,
        };
        Criterion { by, counts, margin: margin.unwrap_or(usual) }
    }

    /// The difference that does not matter.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// A race of this many sampled candidates, each looked at after up to this many numbers of trials.
    pub fn race(&self, sampled: usize, looks: u32) -> Race {
        Race::new(sampled, looks, self.margin, ALPHA)
    }

    /// The reading of one candidate, the larger the better.
    pub fn reading(&self, race: &Race, worth: &Worth) -> Reading {
        self.turned(worth.reading(race))
    }

    /// Converts a chance or mean to a reading where larger is better, or back.
    pub fn turned(&self, reading: Reading) -> Reading {
        if self.is_less_better() { reading.turned() } else { reading }
    }

    /// By how much the first has more than the second; a good difference if it is in front.
    pub fn difference(
        &self,
        places: [usize; 2],
        worths: [&Worth; 2],
        [one, other]: [Reading; 2],
        margin: Option<f64>,
    ) -> Difference {
        let difference = one.value - other.value;
        let mut of = match worths.map(|worth| &worth.known) {
            [Known::Exact { error, .. }, Known::Exact { error: of_other, .. }] => {
                Difference::exact(places, difference, error + of_other, margin)
            }
            _ => {
                let trials = worths.iter().filter_map(|worth| worth.trials()).min().unwrap_or(0);
                Difference::after(Trials::of_all(trials), places, difference, one.less(other), margin)
            }
        };
        if self.is_less_better() {
            let Interval { low, high } = of.interval;
            (of.difference, of.interval) = (-of.difference, Interval { low: -high, high: -low });
        }
        of
    }

    /// An amount in words: `1 percentage point`, `5 points`, `0.05`.
    pub fn amount(&self, amount: f64) -> String {
        match self.counts {
            Quantity::Chance => percentage_points(amount),
            Quantity::Points => text!("{amount} points", amount = in_decimals(amount.to_string())),
            _ => in_decimals(amount.to_string()),
        }
    }

    /// The same of an estimate: `0.734 percentage points`.
    pub fn estimate(&self, amount: f64) -> String {
        match self.counts {
            Quantity::Chance => {
                text!("{amount} percentage points", amount = points(amount, Interval::exact(amount)))
            }
            Quantity::Points => text!("{amount} points", amount = mean(amount, Interval::exact(amount)).0),
            _ => mean(amount, Interval::exact(amount)).0,
        }
    }

    /// What no other candidate does: `reaches its goal more often`, `has a smaller mean`.
    pub fn does_better(&self) -> String {
        match (&self.by, self.is_of_chances(), self.is_less_better()) {
            (None, ..) => text!("no other": "reaches its goal more often"),
            (Some(_), true, false) => text!("no other": "has a larger chance"),
            (Some(_), true, true) => text!("no other": "has a smaller chance"),
            (Some(_), false, false) => text!("no other": "has a larger mean"),
            (Some(_), false, true) => text!("no other": "has a smaller mean"),
        }
    }

    /// The sentence that all chances or means are exact.
    pub fn all_exact(&self, all: &str) -> String {
        match (self.is_of_chances(), self.is_less_better()) {
            (true, false) => text!("All {all} chances are exact: no other is larger.", all),
            (true, true) => text!("All {all} chances are exact: no other is smaller.", all),
            (false, false) => text!("All {all} means are exact: no other is larger.", all),
            (false, true) => text!("All {all} means are exact: no other is smaller.", all),
        }
    }

    fn is_of_chances(&self) -> bool {
        self.counts == Quantity::Chance
    }

    fn is_less_better(&self) -> bool {
        self.by.as_ref().is_some_and(|by| by.is_less_better)
    }
}
