//! Whether a sampled histogram agrees with exact chances, and the verdict over many histograms.

use super::binomial::{tails, two_sided};
use statrs::function::gamma::gamma_ur;

/// Cells are pooled until this many trials are expected in each: below it chi-squared is no approximation (Cochran,
/// 1954).
const LEAST_EXPECTED: f64 = 5.0;

/// Two cells are compared exactly if fewer trials than this are expected in one of them.
const EXACT_BELOW: f64 = 10_000.0;

/// Below this value the p of chi-squared alone is not relied on.
const DOUBTFUL: f64 = 0.01;

/// How far the chances may fall short of 1 through rounding alone.
const ROUNDING: f64 = 1e-12;

/// How well a sampled histogram agrees with the exact chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// How many standard errors the mean of the sample lies above the exact mean; of an event, its share above its
    /// chance. Infinite if the exact chances allow one value and another was sampled.
    pub z: f64,
    /// The chance of a sample that fits as badly or worse, if the exact chances are right.
    pub p: f64,
    /// Cells that were compared; 1 if there was nothing to compare, because there is one value only.
    pub cells: usize,
}

/// Compares `counts[value]` trials with the exact `chances[value]`.
///
/// z = Σ count·(value − μ) / (σ·√n) with the exact μ and σ. p is that of the chi-squared test (Pearson, 1900),
/// Σ (count − expected)²/expected with cells − 1 degrees of freedom, over neighbouring values pooled until
/// 5 trials are expected. Two cells, an event among them, and what cannot be pooled to two (then the
/// likeliest value against all others) are compared by the exact binomial tails instead, because far out
/// chi-squared gives a wrong p; two cells in which 10,000 and more are expected by chi-squared, which is right there.
///
/// A value with no chance that was sampled gives p = 0. If the chances sum to less than 1, because what is too rare
/// was left out of them, such values may occur: they are compared with what is missing by the exact binomial tail,
/// all others as if nothing were missing, and p is twice the smaller of the two, at most 1 (Bonferroni, 1936).
/// Without trials nothing disagrees: z is 0, p is 1.
///
/// The exact p errs on the safe side only. That of chi-squared is close down to 1/100; where few trials are expected
/// in a cell it is too small further out (of skewed histograms, 2 to 5 in 10,000 show p <= 0.0001). A verdict over
/// thousands of measures looks far out: below 1/100 p is never smaller than what single cells say by the exact test.
pub fn agreement(counts: &[u64], chances: &[f64]) -> Agreement {
    let length = counts.len().max(chances.len());
    let count = |value: usize| counts.get(value).copied().unwrap_or(0);
    let chance = |value: usize| chances.get(value).copied().unwrap_or(0.0).max(0.0);
    let (trials, known): (u64, f64) = (counts.iter().sum(), (0..length).map(chance).sum());
    if trials == 0 {
        return Agreement { z: 0.0, p: 1.0, cells: 0 };
    }
    let (possible, impossible): (Vec<usize>, Vec<usize>) = (0..length).partition(|&value| chance(value) > 0.0);
    let strays: u64 = impossible.into_iter().map(count).sum();
    let within = trials - strays;
    let cells: Vec<Cell> = possible
        .into_iter()
        .map(|value| Cell { count: count(value), expected: within as f64 * chance(value) / known })
        .collect();
    let (fit, compared) = fit(&cells, within);
    let missing = 1.0 - known;
    let p = match (missing > ROUNDING, strays) {
        (false, 0) => fit,
        (false, _) => 0.0,
        (true, _) => (2.0 * fit.min(tails(strays, trials, missing.min(1.0 - ROUNDING)).1)).min(1.0),
    };
    Agreement { z: z_score(length, count, |value| chance(value) / known), p, cells: compared }
}

/// Which of many p-values are too small for their number, in the order given (Holm, 1979): the smallest is compared with
/// alpha/m, the next with alpha/(m − 1) and so on up to the first that passes. The chance of even one false alarm is at
/// most alpha, however the measures depend on each other.
pub fn holm(p_values: &[f64], alpha: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut rejected = vec![false; p_values.len()];
    for (passed, place) in order.into_iter().enumerate() {
        if p_values[place] > alpha / (p_values.len() - passed) as f64 {
            break;
        }
        rejected[place] = true;
    }
    rejected
}

/// Neighbouring values taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cell {
    count: u64,
    expected: f64,
}

impl Cell {
    fn and(self, other: Cell) -> Cell {
        Cell { count: self.count + other.count, expected: self.expected + other.expected }
    }
}

/// The p-value of these cells, of which each is possible, and how many were compared.
fn fit(cells: &[Cell], trials: u64) -> (f64, usize) {
    let likeliest = cells.iter().max_by(|one, other| one.expected.total_cmp(&other.expected));
    let (Some(&likeliest), true) = (likeliest, cells.len() > 1 && trials > 0) else {
        return (1.0, cells.len());
    };
    match pooled(cells).as_slice() {
        [_] => (exactly(likeliest, trials), 2),
        [one, _] => (of_two(*one, trials), 2),
        many => match chi_squared(many) {
            p if p < DOUBTFUL => (p.max(one_by_one(many, trials).min(DOUBTFUL)), many.len()),
            p => (p, many.len()),
        },
    }
}

fn chi_squared(cells: &[Cell]) -> f64 {
    let terms = cells.iter().map(|cell| (cell.count as f64 - cell.expected).powi(2) / cell.expected);
    let (freedom, squares) = ((cells.len() - 1) as f64, terms.sum::<f64>());
    if squares > 0.0 { gamma_ur(freedom / 2.0, squares / 2.0) } else { 1.0 }
}

/// The p-value of each cell against all others, and of all cells up to it against those above: the smallest of them, times
/// their number (Bonferroni, 1936).
fn one_by_one(cells: &[Cell], trials: u64) -> f64 {
    let mut below = Cell::default();
    let up_to = cells[..cells.len() - 1].iter().map(|cell| {
        below = below.and(*cell);
        below
    });
    let tests: Vec<Cell> = cells.iter().copied().chain(up_to).collect();
    let smallest = tests.iter().map(|cell| of_two(*cell, trials)).fold(1.0, f64::min);
    (smallest * tests.len() as f64).min(1.0)
}

/// The p-value of one cell against all else, by the test that is right for this many trials.
fn of_two(cell: Cell, trials: u64) -> f64 {
    let other = Cell { count: trials - cell.count, expected: trials as f64 - cell.expected };
    if cell.expected.min(other.expected) < EXACT_BELOW { exactly(cell, trials) } else { chi_squared(&[cell, other]) }
}

/// The exact p-value of one cell against all else.
fn exactly(cell: Cell, trials: u64) -> f64 {
    two_sided(cell.count, trials, cell.expected / trials as f64)
}

/// Pools neighbouring cells from the lowest value on until enough trials are expected in each; what is left over at the top
/// joins the last.
fn pooled(cells: &[Cell]) -> Vec<Cell> {
    let mut pools: Vec<Cell> = Vec::new();
    let mut open = Cell::default();
    for cell in cells {
        open = open.and(*cell);
        if open.expected >= LEAST_EXPECTED {
            pools.push(std::mem::take(&mut open));
        }
    }
    match pools.pop() {
        Some(last) => pools.push(last.and(open)),
        None => pools.push(open),
    }
    pools
}

/// How many standard errors the mean of the sample lies above the exact one.
fn z_score(values: usize, count: impl Fn(usize) -> u64, chance: impl Fn(usize) -> f64) -> f64 {
    let mean: f64 = (0..values).map(|value| value as f64 * chance(value)).sum();
    let variance: f64 = (0..values).map(|value| (value as f64 - mean).powi(2) * chance(value)).sum();
    let trials: u64 = (0..values).map(&count).sum();
    let excess: f64 = (0..values).map(|value| count(value) as f64 * (value as f64 - mean)).sum();
    if excess == 0.0 { 0.0 } else { excess / (variance * trials as f64).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::sampled::Stream;

    const DIE: [f64; 7] = [0.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0];

    #[test]
    fn chi_squared_by_hand() {
        // A die thrown 60 times: 25 + 4 + 1 + 4 + 0 + 100 = 134 tenths, 13.4 with 5 degrees of freedom: p = 0.0199.
        // Mean: 5 + 16 + 27 + 32 + 50 + 120 = 250 against 210, (250 − 210)/√(60·35/12) = 3.0237.
        let Agreement { z, p, cells } = agreement(&[0, 5, 8, 9, 8, 10, 20], &DIE);
        assert!((p - 0.0199).abs() < 5e-5 && cells == 6, "{p} {cells}");
        assert!((z - 40.0 / 175.0_f64.sqrt()).abs() < 1e-12);
        // Two degrees of freedom: p = exp(−χ²/2); 25 + 25 + 0 over 100: 0.5 each side, χ² = 1/4 + 1/4 = 0.5.
        let third = [1.0 / 3.0; 3];
        let Agreement { z, p, .. } = agreement(&[105, 95, 100], &third);
        assert!((p - (-0.25_f64).exp()).abs() < 1e-12 && (z + 5.0 / 200.0_f64.sqrt()).abs() < 1e-12, "{p} {z}");
        assert_eq!(agreement(&[100, 100, 100], &third).p, 1.0);
    }

    #[test]
    fn cells_are_pooled_with_their_neighbours() {
        let cell = |count, expected| Cell { count, expected };
        let cells = [cell(1, 2.0), cell(2, 4.0), cell(7, 5.0), cell(3, 1.0), cell(9, 6.0), cell(0, 2.0), cell(1, 1.0)];
        assert_eq!(pooled(&cells), [cell(3, 6.0), cell(7, 5.0), cell(13, 10.0)]);
        assert_eq!(pooled(&cells[..1]), [cell(1, 2.0)]);
        assert_eq!(agreement(&[10, 11, 9, 0], &[0.32, 0.32, 0.32, 0.04]).cells, 3);
    }

    #[test]
    fn events_are_compared_exactly() {
        // 3 of 10 on chance 1/100: P(X >= 3) = 1 − 0.99^10 − 10·0.01·0.99^9 − 45·0.0001·0.99^8 = 1.138e-4.
        let Agreement { z, p, cells } = agreement(&[7, 3], &[0.99, 0.01]);
        assert!((p - 2.0 * 1.138e-4).abs() < 2e-7 && cells == 2, "{p}");
        assert!((z - 2.9 / 0.099_f64.sqrt()).abs() < 1e-9, "{z}");
        // 60 heads of 100: 2·P(X >= 60) = 0.0568879336.
        assert!((agreement(&[40, 60], &[0.5, 0.5]).p - 0.056_887_933_6).abs() < 1e-9);
        // Large counts by chi-squared: 4 standard errors, two-sided 6.334e-5.
        let large = agreement(&[498_000, 502_000], &[0.5, 0.5]);
        assert!((large.z - 4.0).abs() < 1e-12 && (large.p - 6.334e-5).abs() < 1e-8, "{large:?}");
        // The likeliest value against all others when no two cells can be made.
        assert_eq!(agreement(&[0, 40, 3], &[0.02, 0.96, 0.02]).cells, 2);
    }

    #[test]
    fn what_cannot_happen_did_not() {
        assert_eq!(agreement(&[0, 10, 0, 0, 0, 0, 0, 1], &DIE).p, 0.0);
        assert_eq!(agreement(&[5, 5], &[1.0]), Agreement { z: f64::INFINITY, p: 0.0, cells: 1 });
        assert_eq!(agreement(&[0, 9], &[0.0, 1.0]), Agreement { z: 0.0, p: 1.0, cells: 1 });
        assert_eq!(agreement(&[0, 0], &DIE), Agreement { z: 0.0, p: 1.0, cells: 0 });
        assert_eq!(agreement(&[], &[]), Agreement { z: 0.0, p: 1.0, cells: 0 });
        // One part in a million was left out: in a million trials one more value is no surprise, ten are.
        let pruned = [0.5, 0.499_999];
        assert!(agreement(&[500_000, 499_999, 1], &pruned).p > 0.9);
        assert!(agreement(&[500_000, 499_990, 10], &pruned).p < 1e-5);
    }

    #[test]
    fn holm_by_hand() {
        // Of four at 5 %: 0.0125, 0.016667, 0.025, 0.05. 0.005 and 0.01 fall, 0.03 passes, and 0.04 with it.
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005], 0.05), [true, false, false, true]);
        assert_eq!(holm(&[0.01, 0.04, 0.02, 0.005], 0.05), [true; 4]);
        assert_eq!(holm(&[0.02, 1.0, 1.0], 0.05), [false; 3]);
        assert_eq!(holm(&[0.0, 1.0], 0.05), [true, false]);
        assert!(holm(&[], 0.05).is_empty());
    }

    /// Counts of `trials` draws from 120 equally likely faces.
    fn sample(name: &str, run: u64, trials: u64, faces: &[usize; 120]) -> Vec<u64> {
        let mut dice = Stream { seed: 5, scenario: name.into() }.batch(run);
        let mut counts = vec![0; 8];
        (0..trials).for_each(|_| counts[faces[dice.below(120) as usize]] += 1);
        counts
    }

    /// The exact chances of the values on these faces.
    fn chances(faces: &[usize; 120]) -> Vec<f64> {
        (0..8).map(|value| faces.iter().filter(|&&face| face == value).count() as f64 / 120.0).collect()
    }

    fn die() -> [usize; 120] {
        std::array::from_fn(|place| place % 6 + 1)
    }

    #[test]
    fn a_loaded_die_is_caught() {
        // One face in 120 moved from 1 to 6: a six in 21/120 instead of 20/120. Caught at 50,000 throws.
        let mut loaded = die();
        loaded[0] = 6;
        let found = agreement(&sample("loaded", 0, 50_000, &loaded), &chances(&die()));
        assert!(found.p < 1e-4 && found.z > 3.0, "{found:?}");
    }

    /// Far out, where a verdict over thousands of measures looks, chi-squared with few trials gives honest samples too
    /// small a p: of 40,000 (seed 5) 4 may show 1 in 10,000, and 10 are 3 standard errors above.
    #[test]
    fn honest_samples_are_believed_far_out() {
        let skewed = std::array::from_fn(|place| [0, 1, 2, 3, 4, 5, 6, 7][(place * place * place) / 220_000]);
        let chances = chances(&skewed);
        let (mut believed, mut by_chi_squared) = (0, 0);
        for run in 0..40_000 {
            let counts = sample("far out", run, 90, &skewed);
            believed += usize::from(agreement(&counts, &chances).p <= 1e-4);
            let cells = counts.iter().zip(&chances).map(|(&count, chance)| Cell { count, expected: 90.0 * chance });
            let cells: Vec<Cell> = cells.filter(|cell| cell.expected > 0.0).collect();
            by_chi_squared += usize::from(chi_squared(&pooled(&cells)) <= 1e-4);
        }
        assert!(believed <= 10, "{believed}");
        assert!(by_chi_squared > 10, "the test has no teeth: {by_chi_squared}");
    }

    /// The false alarms of 2000 honest samples at 5 %: for a die, an event expected 3 times, a skewed measure, and for
    /// the three together by Holm's rule. Exact tests promise 5 % at most, chi-squared nearly; 3.29 standard errors
    /// (0.016) above are allowed.
    #[test]
    fn honest_samples_are_believed() {
        let event = std::array::from_fn(|place| usize::from(place == 0));
        let skewed = std::array::from_fn(|place| [0, 1, 2, 3, 4, 5, 6, 7][(place * place * place) / 220_000]);
        let shapes = [("die", die(), 200), ("event", event, 360), ("skewed", skewed, 400)];
        let runs = 2000;
        let (mut alarms, mut together) = ([0.0; 3], 0.0);
        for run in 0..runs {
            let found: Vec<f64> = shapes
                .iter()
                .map(|(name, faces, trials)| agreement(&sample(name, run, *trials, faces), &chances(faces)).p)
                .collect();
            alarms.iter_mut().zip(&found).for_each(|(alarms, p)| *alarms += f64::from(*p <= 0.05) / runs as f64);
            together += f64::from(holm(&found, 0.05).contains(&true)) / runs as f64;
        }
        assert!(alarms.iter().all(|&share| share < 0.066) && together < 0.066, "{alarms:?} {together}");
        assert!(alarms[0] > 0.034 && alarms[2] > 0.034, "the test has no teeth: {alarms:?}");
    }
}
