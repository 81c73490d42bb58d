//! The threads that work, and why there may be none.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::world::World;
use battle_odds_scenario::Problem;
use battle_odds_words::{begin_in, spoken};

/// Why a study has no answer.
#[derive(Debug)]
pub enum Failed {
    /// What was asked is wrong.
    Problem(Problem),
    /// The computer does not grant the threads.
    Threads(ThreadPoolBuildError),
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Failed {
        Failed::Problem(problem)
    }
}

/// Starts this many threads, by default as many as there are cores, with the language of this one. From now on the world is asked
/// whether they are to stop.
///
/// # Errors
/// That the computer does not grant them.
pub(crate) fn start(number: Option<u16>, world: &dyn World) -> Result<ThreadPool, Failed> {
    world.stop();
    let language = spoken();
    let threads = ThreadPoolBuilder::new().start_handler(move |_| begin_in(language));
    threads.num_threads(number.unwrap_or(0).into()).build().map_err(Failed::Threads)
}
