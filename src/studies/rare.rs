//! Chances too small for trials: what they may cost, and what splitting found.

use battle_odds_engine::splitting::Repetitions;
use battle_odds_report::luck::Split;
use battle_odds_stats::repeated;

/// Plays of a piece that a rare chance is worth: some seconds.
pub const PLAYS: u64 = 30_000_000;

/// The same where somebody allows for so many trials.
pub fn plays(trials: u64) -> u64 {
    (10 * trials).min(PLAYS)
}

/// The standard error over the chance at which it is known well enough: ±5 %, with some to spare.
pub const ERROR: f64 = 0.02;

/// Chances that fewer trials than this came to are estimated otherwise.
pub const FEW: f64 = 10.0;

/// Where the standard error is a larger share of the chance than this, a few repetitions decide, and the interval cannot be
/// relied on: nothing is said then.
const VAGUE: f64 = 0.15;

/// What splitting found, if it did, with an interval that errs with `alpha`.
pub fn found(repetitions: &Repetitions, alpha: f64) -> Option<Split> {
    let (count, chance) = (repetitions.chances.len(), repetitions.mean());
    let interval = repeated::interval(chance, repetitions.error(), count, alpha);
    (count > 0 && repetitions.error() < VAGUE).then_some(Split { chance, interval, repetitions: count })
}
