//! The output on the terminal, in English and in French, as wide as the terminal is.

mod answers;
mod french;
mod hostile;
mod shown;
mod width;

use std::path::Path;
use std::process::{Command, Output};

/// The program run in a folder, in this language.
fn battle_odds(language: &str, folder: &Path, arguments: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_battle-odds"));
    program.env("BATTLE_ODDS_LANG", language).env_remove("BATTLE_ODDS_CSV").env_remove("COLUMNS");
    program.current_dir(folder).args(arguments.split_whitespace());
    program
}

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Its output for shipped scenarios.
fn printed(program: &mut Command) -> String {
    let out = tempfile::tempdir().expect("a folder");
    let arguments: Vec<_> = program.get_args().map(ToOwned::to_owned).collect();
    if arguments.first().is_some_and(|command| command == "run") {
        program.args(["--quiet", "--out"]).arg(out.path());
    }
    let Output { status, stdout, stderr } = program.output().expect("the program runs");
    let said = String::from_utf8(stderr).expect("text");
    assert!(status.success(), "{arguments:?}: {said}");
    String::from_utf8(stdout).expect("text")
}
