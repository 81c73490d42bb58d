//! How large a scenario may be to be answered exactly, and what is said of one that is too large.

use battle_odds_engine::exact::{Limit, Size};
use battle_odds_scenario::Problem;

/// Why there are no odds.
pub(crate) enum Refused {
    /// The scenario is wrong.
    Problem(Problem),
    /// It is too large for an exact answer: roughly this large.
    TooLarge(Size),
}

impl Refused {
    /// What is said of it where so much memory is allowed.
    pub fn problem(self, memory: u64) -> Problem {
        match self {
            Refused::Problem(problem) => problem,
            Refused::TooLarge(size) => too_large(size, memory),
        }
    }
}

/// The number of trials that cost about as much as one play of the exact walk.
const TRIALS_A_PLAY: u64 = 8;

/// A walk of this many plays is always worth a try.
pub(crate) const WORTH_A_TRY: u64 = 20_000;

/// With `--method cheaper` a walk may take this many times fewer plays than the trials. A play of the walk takes about a third
/// longer than one of trials, and a walk that is given up is for nothing: it costs a third of the trials at most.
pub(crate) const LEAST_SAVED: f64 = 4.0;

/// The limit of an exact walk that costs less than this many trials.
pub(crate) fn cheaper_than(trials: u64, memory: u64) -> Limit {
    let limit = Limit::within(memory);
    Limit { plays: (trials / TRIALS_A_PLAY).clamp(WORTH_A_TRY, limit.plays), outlook: u64::MAX, ..limit }
}

/// The error for a scenario of this size where so much memory is allowed.
pub(crate) fn too_large(size: Size, memory: u64) -> Problem {
    refused(size, memory, text!("trials come as close as you like: --trials, --precision"))
}

/// The same with what else can be done.
pub(crate) fn refused(size: Size, memory: u64, instead: String) -> Problem {
    let (states, ways, bytes) = (about(size.states), about(size.plays), about(size.bytes));
    let message = text!(
        "too large for an exact answer: about {states} different states, with {ways} ways between them, and {bytes} bytes of \
         memory at one time",
        states,
        ways,
        bytes
    );
    let problem = Problem::new(message).help(instead);
    let needed = Limit::needed(size) / 1e9;
    let option = format!("--memory {:.0}GB", (1.6 * needed).ceil());
    let is_long = size.bytes * 1.6 < memory as f64;
    let problem = if is_long { problem.help(text!("the memory is there: it would take too long")) } else { problem };
    match needed < MOST_SUGGESTED {
        true if is_long => problem.help(text!("{option} allows for that much time, too", option)),
        true => problem.help(text!("{option} would allow it", option)),
        false => problem,
    }
}

/// Users with more gigabytes than this know what to do with them.
const MOST_SUGGESTED: f64 = 1000.0;

/// A large number in words: `3 million`.
fn about(number: f64) -> String {
    match number {
        ..1e3 => format!("{number:.0}"),
        ..1e6 => text!("{number} thousand", number = format!("{:.0}", number / 1e3)),
        ..1e9 => text!("{number} million", number = format!("{:.0}", number / 1e6)),
        ..1e12 => text!("{number} billion", number = format!("{:.0}", number / 1e9)),
        _ => format!("{number:.0e}"),
    }
}
