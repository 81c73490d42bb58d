//! The command line: what is typed, what is printed, the exit code. The only layer that prints or exits; what it asks for is worked out
//! by [`studies`](crate::studies).
//!
//! | file | what is in it |
//! |---|---|
//! | [`run`], [`merge`], [`check`], [`explain`], [`report`], [`import`], [`systems`] | the sub-commands |
//! | [`compare`], [`rank`], [`sweep`], [`solve`], [`sensitivity`], [`luck`] | those that choose |
//! | [`workbench`], `server` | the page on which a battle is put together, and what serves it |
//! | [`matrix`], [`price`], [`field`], [`battles`] | every formation against every other, and what one is worth |
//! | [`new`], `asking`, `opponents` | a scenario to start with |
//! | [`keys`] | the keys that a scenario may have, and their JSON Schema |
//! | [`options`] | the options that all commands share that simulate |
//! | [`methods`] | how odds are found, by name |
//! | [`typed`] | what is typed as an option's value |
//! | [`choosing`] | those that all commands share that compare |
//! | [`installed`] | what belongs to an installed program: completions and the manual page |
//! | [`varying`] | the options of those that change one thing after another |
//! | [`batch`] | the files of a command line |
//! | [`wanted`] | which scenarios of the files are played, and how shards divide them |
//! | [`pipeline`] | files worked off side by side, and taken in order |
//! | [`collector`], [`results`] | what comes out of them, and where it goes |
//! | [`resume`] | what an earlier run has left, to go on after it |
//! | [`shard`] | one shard of a run, for another machine to merge |
//! | [`examples`] | what the page of a run tells of its scenarios' files |
//! | [`show`] | results on standard output: tables, CSV or JSON |
//! | `formations` | the formations of an army file |
//! | [`files`] | the files of a run, while they are written and in their places |
//! | [`output`] | files that appear only when they are complete, and sets of files that appear together |
//! | `lock` | of several programs that would write the same files, one does |
//! | [`style`] | how reports are laid out: how wide, which CSV |
//! | [`out`] | standard output, whose reader may stop reading |
//! | [`terminal`] | the surroundings of a study: what shows how far it is, and Ctrl-C |
//! | [`progress`] | bars on the terminal |
//! | [`progress_lines`] | the progress of a long command without a terminal |
//! | [`interrupt`] | Ctrl-C, and other signals to stop |
//! | [`problems`] | errors on the way, reported at once and listed at the end |
//! | [`language`] | which language is used |
//! | `window` | a program that was started by a double click |
//! | [`ending`] | how a command ends: its exit code |

mod again;
mod asking;
pub mod batch;
mod battle_pages;
pub mod battles;
mod best;
pub mod check;
pub mod choosing;
pub mod collector;
pub mod compare;
pub mod ending;
pub mod examples;
pub mod explain;
pub mod field;
pub mod files;
mod formations;
pub mod import;
mod import_text;
pub mod installed;
pub mod interrupt;
pub mod keys;
pub mod language;
mod lock;
pub mod luck;
pub mod matrix;
pub mod merge;
pub mod methods;
pub mod new;
mod one_file;
mod opponents;
pub mod options;
pub mod out;
pub mod output;
pub mod pipeline;
pub mod price;
pub mod problems;
pub mod progress;
pub mod progress_lines;
pub mod rank;
pub mod report;
pub mod results;
pub mod resume;
pub mod run;
pub mod sensitivity;
mod server;
pub mod shard;
pub mod show;
pub mod solve;
pub mod style;
pub mod sweep;
pub mod systems;
pub mod terminal;
pub mod typed;
pub mod varying;
pub mod wanted;
mod window;
pub mod workbench;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::report::dialect::Dialect;
use crate::scenario::Problem;
use crate::words;
use ending::{Failure, Outcome};
use style::Style;

/// The dialects of CSV.
const DIALECTS: [&str; 2] = ["plain", "excel"];

/// What a whole engagement is worth: the odds of tabletop battles.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Exit code: 0 if all went well, 2 if the command line or a scenario is wrong, 1 for anything else."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    /// The language: en or fr [default: what BATTLE_ODDS_LANG says, else that of the system]
    #[arg(long, value_name = "LANGUAGE", global = true, value_parser = ["en", "fr"], hide_possible_values = true)]
    lang: Option<String>,

    /// How CSV is written: plain, or excel, in which Excel finds the separators and signs of the language [default: what
    /// BATTLE_ODDS_CSV says, else plain]
    #[arg(long, value_name = "DIALECT", global = true, value_parser = DIALECTS, hide_possible_values = true)]
    csv: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Run),
    Merge(merge::Merge),
    Check(check::Check),
    Explain(explain::Explain),
    Report(report::Report),
    Compare(compare::Compare),
    Rank(rank::Rank),
    Sweep(sweep::Sweep),
    Solve(solve::Solve),
    Best(best::Best),
    Luck(luck::Luck),
    Matrix(matrix::MatrixCommand),
    Price(price::Price),
    Sensitivity(sensitivity::Sensitivity),
    New(new::New),
    Import(import::Import),
    Workbench(workbench::Workbench),
    Systems(systems::Systems),
    Keys(keys::Keys),
    Schema(keys::Schema),
    Completions(installed::Completions),
    Man(installed::ManPage),
}

impl Cli {
    /// Reads the command line in the language that it asks for, and carries it out.
    pub fn from_arguments(arguments: Vec<OsString>) -> ExitCode {
        interrupt::outlive_long_files();
        problems::tell_panics();
        let arguments = window::asked(arguments);
        words::speaking(language::asked_for(&arguments), || Cli::read(arguments))
    }

    fn read(arguments: Vec<OsString>) -> ExitCode {
        let read = Cli::in_language().try_get_matches_from(arguments);
        match read.and_then(|matches| Cli::from_arg_matches(&matches)) {
            Ok(cli) => cli.run(),
            Err(error) if error.use_stderr() => {
                let said = if words::is_english() { error.render().to_string() } else { language::told(&error) };
                problems::say(said.trim_end());
                ExitCode::from(2)
            }
            Err(help) => {
                let help = help.render();
                let told = match out::is_coloured() {
                    true => out::print_coloured(&help.ansi().to_string()),
                    false => out::print(&help.to_string()),
                };
                problems::exit_code(told.map(|()| ending::Ending::Well))
            }
        }
    }

    /// The commands, with their help in the chosen language.
    pub fn in_language() -> clap::Command {
        language::translated(Cli::command())
    }

    /// How reports are written; what is set once for all commands may be wrong.
    fn style(&self) -> Result<Style, Failure> {
        if self.lang.is_none() {
            set(language::VARIABLE, "en, fr", |name| language::language_of(name).is_some())?;
        }
        let dialect = match &self.csv {
            Some(dialect) => Some(dialect.clone()),
            None => set("BATTLE_ODDS_CSV", &DIALECTS.join(", "), |name| DIALECTS.contains(&name))?,
        };
        let is_excel = dialect.is_some_and(|dialect| dialect == "excel");
        Ok(Style { width: out::width(), dialect: if is_excel { Dialect::of_excel() } else { Dialect::Plain } })
    }

    /// Carries out the command.
    fn run(&self) -> ExitCode {
        problems::exit_code(self.style().and_then(|style| self.command.run(style)))
    }
}

impl Command {
    fn run(&self, style: Style) -> Outcome {
        match self {
            Command::Run(run) => run.run(style),
            Command::Merge(merge) => merge.run(style),
            Command::Check(check) => check.run(style),
            Command::Explain(explain) => explain.run(style),
            Command::Report(report) => report.run(),
            Command::Compare(compare) => compare.run(style),
            Command::Rank(rank) => rank.run(style),
            Command::Sweep(sweep) => sweep.run(style),
            Command::Solve(solve) => solve.run(style),
            Command::Best(best) => best.run(style),
            Command::Luck(luck) => luck.run(style),
            Command::Matrix(matrix) => matrix.run(style),
            Command::Price(price) => price.run(style),
            Command::Sensitivity(sensitivity) => sensitivity.run(style),
            Command::New(new) => new.run(),
            Command::Import(import) => import.run(style),
            Command::Workbench(bench) => bench.run(),
            Command::Systems(systems) => systems.run(),
            Command::Keys(keys) => keys.run(),
            Command::Schema(schema) => schema.run(),
            Command::Completions(completions) => completions.run(Cli::in_language()),
            Command::Man(page) => page.run(Cli::in_language()),
        }
    }
}

/// The value of an environment variable, if it is set.
fn set(variable: &str, known: &str, is_known: impl Fn(&str) -> bool) -> Result<Option<String>, Failure> {
    let value = env::var_os(variable).map(|value| value.to_string_lossy().into_owned());
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(None) };
    if is_known(&value) {
        return Ok(Some(value));
    }
    let problem = Problem::new(text!("the variable {variable} of the environment is `{value}`", variable, value));
    Err(problem.help(text!("it may be one of {known}, or not set", known)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
