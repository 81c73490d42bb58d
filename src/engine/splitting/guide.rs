//! What states are worth: the chance that the watched event happens from there, learned by walks. For states that no walk
//! met it is guessed: for each clock, its logarithm is fitted as a weighted sum of the numbers of the state, their products
//! and squares.

use std::collections::HashMap;

use crate::bucket::Bucket;

/// The states of one clock as a walk met them.
pub(super) struct Stage {
    /// The clock.
    pub clock: u128,
    /// All states.
    pub states: Bucket<f64>,
    /// Those that continued.
    pub met: Vec<Met>,
}

/// A state that continued, and the ways on from it.
#[derive(Default)]
pub(super) struct Met {
    /// Its place among the states of its clock.
    pub place: usize,
    /// Its weight.
    pub weight: f64,
    /// The chance that the watched event happens at once.
    pub decided: f64,
    /// The clock, place and chance of each way on.
    pub ways: Vec<(u128, u32, f64)>,
}

/// What states are worth.
#[derive(Default)]
pub(super) struct Guide {
    /// What the states that continued in a walk are worth.
    known: Bucket<f64>,
    /// Guesses for the others, by clock.
    fits: HashMap<u128, Fit>,
}

/// The guess for the states of one clock.
struct Fit {
    /// The logarithm of what an average state is worth.
    base: f64,
    /// What each term adds to it.
    slopes: Vec<Slope>,
    /// No guess is above this logarithm.
    most: f64,
}

/// What a number, or the product of two, adds to the logarithm.
struct Slope {
    term: Term,
    /// The average of the term.
    average: f64,
    /// What one more of the term adds.
    each: f64,
    /// What it adds where the term is one standard deviation above its average.
    usual: f64,
}

/// The cell of a number, and possibly of another by which it is multiplied.
type Term = (usize, Option<usize>);

fn term(numbers: &[u16], (one, other): Term) -> f64 {
    f64::from(numbers[one]) * other.map_or(1.0, |other| numbers[other].into())
}

impl Guide {
    /// Whether anything is known of the states of this clock.
    pub(super) fn knows(&self, clock: u128) -> bool {
        self.fits.contains_key(&clock)
    }

    /// What a state of this clock is worth; something must be known of the clock.
    pub(super) fn worth(&self, clock: u128, state: &[u16]) -> f64 {
        let guess = || self.fits.get(&clock).map_or(0.0, |fit| fit.guess(state));
        self.known.get(state).unwrap_or_else(guess)
    }

    /// Learns from a walk, from its end to its beginning.
    pub(super) fn learn(&mut self, stages: Vec<Stage>) {
        let mut worth: HashMap<u128, Vec<f64>> = HashMap::new();
        for Stage { clock, states, met } in stages.into_iter().rev() {
            let mut known = Vec::new();
            for met in met {
                let later = met.ways.iter().map(|&(clock, place, way)| way * worth[&clock][place as usize]);
                let value = met.decided + later.sum::<f64>();
                let state = states.state(met.place);
                known.push((state, met.weight, value));
                self.known.set(state, value);
            }
            match Fit::of(&known) {
                Some(fit) => self.fits.insert(clock, fit),
                None => self.fits.remove(&clock),
            };
            worth.insert(clock, states.states().map(|state| self.worth(clock, state)).collect());
        }
    }
}

/// States from which the event was never reached are given a logarithm this far below the lowest known, or such that their
/// share of the flow is this far below the largest one, if that is lower still.
const DEAD: f64 = 10.0;

/// The power of a state's share of the flow by which it counts in a fit.
const EMPHASIS: f64 = 0.5;

/// What every state counts in addition.
const REST: f64 = 0.03;

/// The products of this many numbers, those that matter most, are fitted too.
const PAIRED: usize = 10;

/// The ridge penalty of a fit.
const HELD_BACK: f64 = 1e-4;

impl Fit {
    /// Fits states whose worth is known: (numbers, weight, worth).
    fn of(known: &[(&[u16], f64, f64)]) -> Option<Fit> {
        let alive = || known.iter().filter(|(.., worth)| *worth > 0.0);
        let lowest = alive().map(|(.., worth)| worth.ln()).reduce(f64::min)?;
        let highest = alive().map(|(.., worth)| worth.ln()).fold(lowest, f64::max);
        let most = alive().map(|(_, weight, worth)| weight * worth).fold(0.0, f64::max);
        let rows: Vec<(&[u16], f64, f64)> = known
            .iter()
            .map(|&(numbers, weight, worth)| {
                let dead = || (lowest - DEAD).min((most / weight).ln() - DEAD);
                let (log, flow) = if worth > 0.0 { (worth.ln(), weight * worth) } else { (dead(), 0.0) };
                (numbers, log, (flow / most).powf(EMPHASIS) + REST)
            })
            .collect();
        let all = (0..known.first()?.0.len()).map(|number| (number, None));
        let plain = Fit::with(&rows, all, highest);
        let mut first: Vec<&Slope> = plain.slopes.iter().collect();
        first.sort_by(|one, other| other.usual.abs().total_cmp(&one.usual.abs()));
        first.truncate(PAIRED);
        let mut terms: Vec<Term> = plain.slopes.iter().map(|slope| slope.term).collect();
        for (place, one) in first.iter().enumerate() {
            terms.extend(first[..=place].iter().map(|other| (one.term.0, Some(other.term.0))));
        }
        Some(Fit::with(&rows, terms.into_iter(), plain.most))
    }

    /// Fits weighted logarithms with these terms: least squares with a small penalty (ridge).
    fn with(rows: &[(&[u16], f64, f64)], terms: impl Iterator<Item = Term>, most: f64) -> Fit {
        let total: f64 = rows.iter().map(|(.., count)| count).sum();
        let mean = |of: &dyn Fn(&[u16], f64) -> f64| {
            rows.iter().map(|(numbers, log, count)| count * of(numbers, *log)).sum::<f64>() / total
        };
        let base = mean(&|_, log| log);
        let moments = terms.map(|of| {
            let average = mean(&|numbers, _| term(numbers, of));
            (of, average, mean(&|numbers, _| (term(numbers, of) - average).powi(2)).sqrt())
        });
        let varying: Vec<(Term, f64, f64)> = moments.filter(|(.., spread)| *spread > 1e-6).collect();
        let count = varying.len();
        let (mut matrix, mut right) = (vec![0.0; count * count], vec![0.0; count]);
        let mut row = vec![0.0; count];
        for (numbers, log, weight) in rows {
            for (value, (of, average, spread)) in row.iter_mut().zip(&varying) {
                *value = (term(numbers, *of) - average) / spread;
            }
            for one in 0..count {
                right[one] += weight / total * row[one] * (log - base);
                for other in 0..=one {
                    matrix[one * count + other] += weight / total * row[one] * row[other];
                }
            }
        }
        (0..count).for_each(|one| matrix[one * count + one] += HELD_BACK);
        let usual = solve(&mut matrix, right);
        let slope = |(&(term, average, spread), usual): (&(Term, f64, f64), f64)| Slope {
            term,
            average,
            each: usual / spread,
            usual,
        };
        Fit { base, slopes: varying.iter().zip(usual).map(slope).collect(), most }
    }

    /// What a state with these numbers is worth.
    fn guess(&self, numbers: &[u16]) -> f64 {
        let more = self.slopes.iter().map(|slope| slope.each * (term(numbers, slope.term) - slope.average));
        (self.base + more.sum::<f64>()).min(self.most).exp()
    }
}

/// Solves linear equations with a symmetric positive definite matrix, of which the lower half is given (A.-L. Cholesky).
fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for one in 0..count {
        for other in 0..=one {
            let done: f64 = (0..other).map(|k| matrix[one * count + k] * matrix[other * count + k]).sum();
            let left = matrix[one * count + other] - done;
            matrix[one * count + other] =
                if one == other { left.max(1e-12).sqrt() } else { left / matrix[other * count + other] };
        }
        let done: f64 = (0..one).map(|k| matrix[one * count + k] * right[k]).sum();
        right[one] = (right[one] - done) / matrix[one * count + one];
    }
    for one in (0..count).rev() {
        let done: f64 = (one + 1..count).map(|k| matrix[k * count + one] * right[k]).sum();
        right[one] = (right[one] - done) / matrix[one * count + one];
    }
    right
}
