//! Best play learned from trials, where there are too many states to look at all: what an alternative is worth is read off a
//! form fitted to what trials came to that took it (F. A. Longstaff and E. S. Schwartz 2001), from the last step to the first.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::exact::deciding::{Decided, Met};
use battle_odds_engine::sampled::{Sampled, Stream};
use battle_odds_stats::least_squares::LeastSquares;

/// The battle in which decisions are learned.
#[derive(Clone, Copy)]
pub(super) struct Field<'f> {
    pub engagement: &'f dyn Engagement,
    pub measure: usize,
    /// The steps with decisions, in order, from 0.
    pub steps: &'f [usize],
    pub seed: u64,
    pub scenario: &'f str,
    pub trials: u64,
    pub stop: &'f AtomicBool,
}

/// Steps are gone through so many times: what is worth learning depends on the decisions before, and on those after.
const SWEEPS: usize = 2;

/// While it is learned what a step's alternatives are worth, earlier steps are decided by lot in one trial of so many, so that
/// more is seen than what best play leads to.
const BY_LOT: u64 = 4;

/// A form is fitted to so many points a factor at least, otherwise a simpler one.
const POINTS: usize = 20;

/// Of so few things seen their products are looked at, too.
const WITH_PRODUCTS: usize = 12;

/// What has been learned: for each step and case, what each alternative is worth by what is seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    known: BTreeMap<(usize, usize), Vec<Form>>,
}

impl Learned {
    /// What each alternative of a decision is worth; nothing is known of a decision that never came up.
    pub fn worth(&self, met: &Met) -> Vec<f64> {
        match self.known.get(&(met.step, met.case)) {
            Some(forms) => forms.iter().map(|form| form.at(&met.seen)).collect(),
            None => vec![0.0; met.alternatives],
        }
    }

    /// The best alternative of a decision; of equals the first, which is as written.
    pub fn choice(&self, met: &Met) -> usize {
        let worth = self.worth(met).into_iter().enumerate();
        worth.fold((0, f64::NEG_INFINITY), |best, one| if one.1 > best.1 + 1e-12 { one } else { best }).0
    }

    /// What a decision is worth.
    pub fn value(&self, met: &Met) -> f64 {
        self.worth(met).into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

impl Field<'_> {
    /// The dice for one purpose: no two share any.
    pub fn dice(&self, purpose: &str) -> Stream {
        Stream { seed: self.seed, scenario: format!("{} / {purpose}", self.scenario) }
    }

    /// Learns what decisions are worth; `None` when stopped.
    pub fn learned(&self) -> Option<Learned> {
        let mut learned = Learned::default();
        for sweep in 0..SWEEPS {
            for &step in self.steps.iter().rev() {
                let choose = |met: &Met, dice: &mut Sampled| {
                    let lot = |dice: &mut Sampled| dice.below(met.alternatives as u64) as usize;
                    match met.step {
                        now if now == step => lot(dice),
                        earlier if earlier < step && (sweep == 0 || dice.below(BY_LOT) == 0) => lot(dice),
                        _ => learned.choice(met),
                    }
                };
                let dice = self.dice(&format!("learning {sweep} {step}"));
                let plan = (&dice, self.trials);
                let trials = self.engagement.decided(self.measure, plan, &choose, Some(step), self.stop)?;
                let mut cases: BTreeMap<usize, Vec<(&Met, usize, u64)>> = BTreeMap::new();
                for Decided { value, met } in &trials {
                    if let Some((met, way)) = met {
                        cases.entry(met.case).or_default().push((met, *way, *value));
                    }
                }
                let fitted = cases.into_iter().map(|(case, points)| ((step, case), forms(&points))).collect::<Vec<_>>();
                learned.known.extend(fitted);
            }
        }
        Some(learned)
    }
}

/// What an alternative is worth by what is seen.
#[derive(Clone, Debug)]
struct Form {
    scales: Vec<Scale>,
    degree: Degree,
    factors: Vec<f64>,
    /// No trial came to less or more.
    range: (f64, f64),
}

/// Something seen that differs from trial to trial, brought to the range from -1 to 1.
#[derive(Clone, Copy, Debug)]
struct Scale {
    seen: usize,
    middle: f64,
    half: f64,
}

/// Of what the value is a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Degree {
    /// One number.
    Constant,
    /// A multiple of each thing seen.
    Line,
    /// Of their squares, too, and of products if they are few.
    Curve,
}

/// The columns of a point.
fn columns(scales: &[Scale], degree: Degree, seen: &[i64]) -> Vec<f64> {
    let mut columns = vec![1.0];
    if degree == Degree::Constant {
        return columns;
    }
    let scaled: Vec<f64> = scales.iter().map(|scale| (seen[scale.seen] as f64 - scale.middle) / scale.half).collect();
    columns.extend(&scaled);
    if degree == Degree::Curve {
        columns.extend(scaled.iter().map(|one| one * one));
        if scaled.len() <= WITH_PRODUCTS {
            let pairs = (0..scaled.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
            columns.extend(pairs.map(|(one, other)| scaled[one] * scaled[other]));
        }
    }
    columns
}

impl Form {
    fn at(&self, seen: &[i64]) -> f64 {
        let columns = columns(&self.scales, self.degree, seen);
        let value: f64 = columns.iter().zip(&self.factors).map(|(column, factor)| column * factor).sum();
        value.clamp(self.range.0, self.range.1)
    }
}

/// A form for each alternative of a decision, fitted to these points: what was seen, what was done, what it came to.
fn forms(points: &[(&Met, usize, u64)]) -> Vec<Form> {
    let first = points[0].0;
    let scale = |seen: usize| {
        let values = || points.iter().map(|(met, _, _)| met.seen[seen] as f64);
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        (high > low).then_some(Scale { seen, middle: (low + high) / 2.0, half: (high - low) / 2.0 })
    };
    let scales: Vec<Scale> = (0..first.seen.len()).filter_map(scale).collect();
    let values = || points.iter().map(|(_, _, value)| *value as f64);
    let range = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let form = |way: usize| {
        let of_way = || points.iter().filter(move |(_, taken, _)| *taken == way);
        let count = of_way().count();
        let width = |degree| columns(&scales, degree, &first.seen).len();
        let has_enough = |degree: &Degree| count >= POINTS * width(*degree);
        let degree = [Degree::Curve, Degree::Line].into_iter().find(has_enough).unwrap_or(Degree::Constant);
        let mut sums = LeastSquares::new(width(degree));
        of_way().for_each(|(met, _, value)| sums.add(&columns(&scales, degree, &met.seen), *value as f64));
        Form { scales: scales.clone(), degree, factors: sums.factors(), range }
    };
    (0..first.alternatives).map(form).collect()
}
