//! What a study needs from its surroundings. The terminal draws bars and hears Ctrl-C, a page has a button, a test has neither:
//! the study is the same.

use std::sync::atomic::AtomicBool;

/// The surroundings of a study.
pub trait World: Sync {
    /// Set when the study is to stop.
    fn stop(&self) -> &AtomicBool;

    /// A piece of work of this name and length begins; it ends when what is given back is dropped.
    fn begin(&self, name: String, length: Length) -> Box<dyn Piece + '_>;
}

/// A piece of work whose progress is followed.
pub trait Piece: Sync {
    /// So much more of it is done.
    fn done(&self, more: u64);
}

/// How much there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many trials.
    Trials(u64),
    /// As many trials as it takes.
    UntilKnown,
    /// No trials: every way the dice can fall.
    EveryWay,
    /// So many candidates.
    Candidates(u64),
    /// So many files.
    Files(u64),
}

impl Length {
    /// The number, if there is one.
    pub fn count(self) -> Option<u64> {
        match self {
            Length::Trials(count) | Length::Candidates(count) | Length::Files(count) => Some(count),
            Length::UntilKnown | Length::EveryWay => None,
        }
    }
}
