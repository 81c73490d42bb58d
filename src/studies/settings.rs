//! How odds are found: the options that all studies share, whoever sets them.

use battle_odds_engine::exact::USUAL_MEMORY;

/// The default number of trials.
pub const USUAL_TRIALS: u64 = 1_000_000;

/// How odds are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By trials.
    MonteCarlo,
    /// Every way the dice can fall.
    Exact,
    /// Exactly where that costs less than the trials, else all by trials.
    Cheaper,
    /// Exactly as far as that is cheaper than the trials.
    Auto,
}

/// The options that all studies share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How the odds are found.
    pub way: Way,
    /// Which dice.
    pub seed: u64,
    /// The most trials, if there are any.
    pub trials: u64,
    /// Trials stop when the chances are known to this much.
    pub precision: Option<f64>,
    /// Bytes that exact answers may take.
    pub memory: u64,
    /// How many threads; by default as many as there are cores.
    pub threads: Option<u16>,
}

impl Default for Settings {
    fn default() -> Settings {
        let (trials, memory) = (USUAL_TRIALS, USUAL_MEMORY);
        Settings { way: Way::MonteCarlo, seed: 1, trials, precision: None, memory, threads: None }
    }
}
