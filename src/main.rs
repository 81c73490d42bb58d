//! The program: hands the command line to [`battle_odds::cli`] and exits with its code.

use std::process::ExitCode;

use battle_odds::cli::Cli;
use clap::Parser;

fn main() -> ExitCode {
    Cli::parse().run()
}
