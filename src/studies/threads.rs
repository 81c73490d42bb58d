//! The threads that work, and why there may be none.

use rayon::{ScopeFifo, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

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

/// The threads of a study. Where none can be started, as in a browser, whoever asks does all the work.
#[derive(Debug)]
pub struct Threads(Option<ThreadPool>);

impl Threads {
    /// Does some work with them.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Does some work here that hands pieces of it to them, first come, first served.
    pub fn in_place_scope_fifo<'s, R>(&self, work: impl FnOnce(&ScopeFifo<'s>) -> R) -> R {
        match &self.0 {
            Some(pool) => pool.in_place_scope_fifo(work),
            None => rayon::in_place_scope_fifo(work),
        }
    }

    /// How many there are.
    pub fn current_num_threads(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }
}

/// Starts this many threads, by default as many as there are cores, with the language of this one. From now on the world is asked
/// whether they are to stop.
///
/// # Errors
/// That the computer does not grant them.
pub(crate) fn start(number: Option<u16>, world: &dyn World) -> Result<Threads, Failed> {
    world.stop();
    if cfg!(target_family = "wasm") {
        return Ok(Threads(None));
    }
    let language = spoken();
    let threads = ThreadPoolBuilder::new().start_handler(move |_| begin_in(language));
    let pool = threads.num_threads(number.unwrap_or(0).into()).build().map_err(Failed::Threads)?;
    Ok(Threads(Some(pool)))
}
