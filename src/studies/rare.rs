//! Chances too small for trials: how much work they are worth, and what splitting found.

use battle_odds_engine::splitting::Repetitions;
use battle_odds_report::luck::Split;
use battle_odds_stats::repeated;

/// Plays of a piece that a rare chance is worth: some seconds.
pub const PLAYS: u64 = 30_000_000;

/// The same if the user allows this many trials.
pub fn plays(trials: u64) -> u64 {
    (10 * trials).min(PLAYS)
}

/// The standard error over the chance at which it is known well enough: ±5 %, with some to spare.
pub const ERROR: f64 = 0.02;

/// Chances that occurred in fewer trials than this are estimated in another way.
pub const FEW: f64 = 10.0;

/// If the standard error is a larger share of the chance than this, a few repetitions decide, and the interval is not
/// reliable: then nothing is reported.
const VAGUE: f64 = 0.15;

/// The result of splitting, if it found something, with an interval that is wrong with chance `alpha`.
pub fn found(repetitions: &Repetitions, alpha: f64) -> Option<Split> {
    let (count, chance) = (repetitions.chances.len(), repetitions.mean());
    let interval = repeated::interval(chance, repetitions.error(), count, alpha);
    (count > 0 && repetitions.error() < VAGUE).then_some(Split { chance, interval, repetitions: count })
}
