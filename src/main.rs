//! The program: hands the command line to [`battle_odds::cli`] and exits with its code.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::env;
use std::process::ExitCode;

use battle_odds::cli::Cli;

fn main() -> ExitCode {
    Cli::from_arguments(env::args_os().collect())
}
