//! The program: hands the command line to [`battle_odds::cli`] and exits with its code.

use std::env;
use std::process::ExitCode;

use battle_odds::cli::Cli;

/// Threads that make and free memory at the same time wait for each other with the usual one. Its second version lays blocks of
/// many sizes closer together than the third: an exact answer takes a third less memory, and a twentieth less time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    Cli::from_arguments(env::args_os().collect())
}
