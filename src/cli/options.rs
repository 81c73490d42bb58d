//! The options of every command that simulates: same names, same meaning.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::engine::exact::USUAL_MEMORY;
use crate::report::json::Request;
use crate::report::names::in_a_row;
use crate::report::result::Method;
use crate::report::text::Width;
use crate::scenario::{Patch, Problem};
pub(super) use crate::studies::settings::USUAL_TRIALS;
use crate::studies::{Settings, Way};

/// The most trials, which would take a machine about a day; more must be a typing error.
const MOST_TRIALS: u64 = 1_000_000_000_000;

/// How to simulate, and where the results go.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// How often each battle is fought [default: 1,000,000; with --precision, as often as it takes]
    #[arg(long, value_name = "N", value_parser = trials)]
    pub trials: Option<u64>,

    /// Stop as soon as the chance of the goal is known to ±P (95 %), e.g. 0.5% or 0.005
    #[arg(long, value_name = "P", value_parser = precision)]
    pub precision: Option<f64>,

    /// No sampling: follow every way the dice can fall (trials are not counted)
    #[arg(long)]
    pub exact: bool,

    /// How the odds are found: by trials, exactly, or by whichever is cheaper
    #[arg(long, value_enum, default_value_t = MethodName::MonteCarlo, conflicts_with = "exact")]
    pub method: MethodName,

    /// How much memory an exact answer may take
    #[command(flatten)]
    pub memory: Memory,

    /// Find the odds both ways, and hold the sampled against the exact ones
    #[arg(long, conflicts_with_all = ["exact", "method", "precision"])]
    pub verify: bool,

    /// Which dice: the same seed gives the same files, another one other dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many threads work; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Where summary.csv, distribution.csv and run.json are written
    #[arg(long, value_name = "FOLDER", default_value = "results/latest", value_parser = place())]
    pub out: PathBuf,

    /// Go on after the scenarios that a stopped run has left in --out
    #[arg(long)]
    pub resume: bool,

    /// Only this variant; `base` is the scenario as written; may be repeated
    #[arg(long = "variant", value_name = "NAME")]
    pub variants: Vec<String>,

    /// Changes of the scenarios
    #[command(flatten)]
    pub changes: Changes,

    /// No progress and no remarks: only results, and what is wrong
    #[arg(long)]
    pub quiet: bool,

    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// How much memory an exact answer may take.
#[derive(Args, Clone, Copy, Debug)]
pub struct Memory {
    /// Memory that an exact answer may take, e.g. 500MB or 4GB; with more than 2GB, more time too
    #[arg(long = "memory", value_name = "SIZE", default_value = "2GB", value_parser = memory)]
    pub bytes: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { bytes: USUAL_MEMORY }
    }
}

impl Memory {
    /// The same as typed, if it is not the default.
    pub(super) fn words(self) -> Option<String> {
        (self.bytes != USUAL_MEMORY).then(|| format!("--memory {}", self.bytes))
    }
}

/// Changes of scenarios from the command line.
#[derive(Args, Clone, Debug, Default)]
pub struct Changes {
    /// Change any key of the scenario for this run, e.g. steps[0].crossfire=false; may be repeated
    #[arg(long = "set", value_name = "PATH=VALUE")]
    sets: Vec<String>,
}

/// How odds are found, by the names of `--method`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// By trials
    MonteCarlo,
    /// Every way the dice can fall
    Exact,
    /// Exactly where that is cheaper than the trials
    Auto,
}

impl MethodName {
    /// What it stands for.
    pub fn way(self) -> Way {
        match self {
            MethodName::MonteCarlo => Way::MonteCarlo,
            MethodName::Exact => Way::Exact,
            MethodName::Auto => Way::Auto,
        }
    }
}

/// What goes to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table to read
    Table,
    /// The rows of summary.csv
    Csv,
    /// A list of all results with their distributions
    Json,
}

impl Changes {
    /// The changes as typed, each of which can be read; whether it fits is known when the scenario is read.
    ///
    /// # Errors
    /// The first that cannot be read.
    pub fn read(&self) -> Result<&[String], Problem> {
        self.sets.iter().try_for_each(|set| Patch::parse(set).map(drop))?;
        Ok(&self.sets)
    }

    /// The line above a table whose scenario was changed; otherwise empty.
    pub(super) fn told(&self, width: Width) -> String {
        match self.sets.is_empty() {
            true => String::new(),
            false => width.wrap(&text!("changed: {changes}", changes = in_a_row(&self.sets)), "", "  "),
        }
    }

    /// The same, quoted for a shell.
    pub(super) fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.sets.iter().map(|set| format!("--set {}", quoted(set)))
    }
}

impl Options {
    /// How the odds are to be found.
    pub fn way(&self) -> Way {
        if self.exact { Way::Exact } else { self.method.way() }
    }

    /// The most trials; none when exact.
    pub fn trials(&self) -> Option<u64> {
        let most = if self.precision.is_some() { MOST_TRIALS } else { USUAL_TRIALS };
        (self.way() != Way::Exact).then(|| self.trials.unwrap_or(most))
    }

    /// The same as studies take it.
    pub fn settings(&self) -> Settings {
        Settings {
            way: self.way(),
            seed: self.seed,
            trials: self.trials().unwrap_or(0),
            precision: self.precision,
            memory: self.memory.bytes,
            threads: self.threads,
        }
    }

    /// The request of a sub-command, in a form that says how to repeat the results and nothing else.
    pub fn request(&self, command: &str) -> Request {
        let mut words = vec![format!("battle-odds {command}")];
        if self.verify {
            words.push("--verify".into());
        }
        words.extend(match self.way() {
            Way::Exact => Some("--exact".into()),
            Way::Auto => Some("--method auto".into()),
            Way::MonteCarlo => None,
        });
        words.extend(self.memory.words());
        words.extend(self.precision.map(|precision| format!("--precision {precision}")));
        if let Some(trials) = self.trials() {
            let trials = (self.precision.is_none() || self.trials.is_some()).then(|| format!("--trials {trials}"));
            words.extend(trials);
            words.push(format!("--seed {}", self.seed));
        }
        words.extend(self.variants.iter().map(|variant| format!("--variant {}", quoted(variant))));
        words.extend(self.changes.words());
        let exact = self.way() == Way::Exact;
        let method = if exact { Method::Exact } else { Method::MonteCarlo };
        let trials = if self.precision.is_some() { self.trials } else { self.trials() };
        Request { command: words.join(" "), seed: self.seed, method, trials }
    }
}

/// A word quoted for a shell.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-+=./,:@%".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Reads a share: `70%`, `0.7`.
fn share(text: &str) -> Option<f64> {
    let (number, parts) = match text.trim().strip_suffix('%') {
        Some(number) => (number.trim(), 100.0),
        None => (text.trim(), 1.0),
    };
    number.parse::<f64>().ok().map(|number| number / parts)
}

/// Reads a chance: `70%`, `0.7`.
pub(super) fn chance(text: &str) -> Result<f64, String> {
    let expected = || text!("a chance between 0 and 1 is expected, e.g. 70% or 0.7");
    share(text).filter(|chance| *chance > 0.0 && *chance < 1.0).ok_or_else(expected)
}

/// Reads where files go; refuses `-`, which usually means standard output.
pub(super) fn place() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err(text!("files cannot go to standard output: name a place for them, or write `./-`")),
        false => Ok(path),
    })
}

/// Reads a precision or a margin: `0.5%`, `0.005`.
pub(super) fn precision(text: &str) -> Result<f64, String> {
    let precision = share(text);
    let expected = || text!("a share from 0.000001 to 0.5 is expected, e.g. 0.5% or 0.005");
    precision.filter(|precision| (1e-6..=0.5).contains(precision)).ok_or_else(expected)
}

/// Reads an amount of memory: `500MB`, `4GB`, `2GiB`, a number of bytes.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let unit = match text[end..].trim().to_ascii_uppercase().as_str() {
        "" | "B" => Some(1.0),
        "KB" | "K" => Some(1e3),
        "MB" | "M" => Some(1e6),
        "GB" | "G" => Some(1e9),
        "TB" | "T" => Some(1e12),
        "KIB" => Some(1024.0),
        "MIB" => Some(1024_f64.powi(2)),
        "GIB" => Some(1024_f64.powi(3)),
        "TIB" => Some(1024_f64.powi(4)),
        _ => None,
    };
    let bytes = text[..end].parse::<f64>().ok().zip(unit).map(|(number, unit)| number * unit);
    let expected = || text!("an amount from 1MB to 1000TB is expected, e.g. 500MB or 4GB");
    bytes.filter(|bytes| (1e6..=1e15).contains(bytes)).map(|bytes| bytes as u64).ok_or_else(expected)
}

/// Reads a number of trials: `1000000`, `1_000_000`, `1,000,000`.
pub(super) fn trials(text: &str) -> Result<u64, String> {
    let expected = || text!("a whole number from 1 to {most} is expected, e.g. 1_000_000", most = MOST_TRIALS);
    let groups: Vec<&str> = text.split([',', '_']).collect();
    // 1,5 is a mistake, not fifteen.
    let is_grouped = groups.len() == 1 || groups[1..].iter().all(|group| group.len() == 3);
    let is_digits = groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    let number = if is_grouped && is_digits { groups.concat().parse().ok() } else { None };
    number.filter(|number| (1..=MOST_TRIALS).contains(number)).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            trials: None,
            precision: None,
            exact: false,
            method: MethodName::MonteCarlo,
            memory: Memory::default(),
            verify: false,
            seed: 1,
            threads: None,
            out: PathBuf::from("results/latest"),
            resume: false,
            variants: Vec::new(),
            changes: Changes::default(),
            quiet: false,
            format: Format::Table,
        }
    }

    #[test]
    fn trials_may_be_grouped() {
        for (text, number) in [
            ("1", Some(1)),
            ("1000000", Some(1_000_000)),
            ("1_000_000", Some(1_000_000)),
            ("1,000,000", Some(1_000_000)),
            ("25_000", Some(25_000)),
            ("1000000000000", Some(1_000_000_000_000)),
            ("1000000000001", None),
            ("99999999999999999999", None),
            ("0", None),
            ("1,5", None),
            ("1,0000", None),
            (",000", None),
            ("1__000", None),
            ("-1", None),
            ("+1", None),
            ("1e6", None),
            ("", None),
        ] {
            assert_eq!(trials(text).ok(), number, "{text}");
        }
    }

    #[test]
    fn the_command_says_what_the_results_depend_on_and_no_more() {
        let command = |options: &Options| options.request("run").command;
        let mut options = options();
        assert_eq!(command(&options), "battle-odds run --trials 1000000 --seed 1");
        (options.threads, options.out, options.quiet) = (Some(3), PathBuf::from("elsewhere"), true);
        options.format = Format::Json;
        assert_eq!(command(&options), "battle-odds run --trials 1000000 --seed 1");
        options.changes.sets = vec!["b=2".into(), "goal=a.losses <= 2".into(), "title=the 'Ard Boyz".into()];
        assert_eq!(
            command(&options),
            r"battle-odds run --trials 1000000 --seed 1 --set b=2 --set 'goal=a.losses <= 2' --set 'title=the '\''Ard Boyz'"
        );
    }

    #[test]
    fn precisions_are_shares_or_per_cent() {
        let known = [("0.5%", 0.005), ("0.005", 0.005), ("50 %", 0.5), (" 1% ", 0.01)];
        for (text, share) in known {
            assert!((precision(text).unwrap() - share).abs() < 1e-15, "{text}");
        }
        for wrong in ["", "%", "0", "60%", "1", "-1%", "a", "nan"] {
            let said = "a share from 0.000001 to 0.5 is expected, e.g. 0.5% or 0.005";
            assert_eq!(precision(wrong).unwrap_err(), said, "{wrong}");
        }
        let precise = Options { precision: Some(0.005), ..options() };
        assert_eq!(precise.request("run").command, "battle-odds run --precision 0.005 --seed 1");
    }

    #[test]
    fn memory_is_an_amount() {
        let known =
            [("500MB", 500_000_000), ("4GB", 4_000_000_000), ("1.5 gib", 1_610_612_736), ("2000000", 2_000_000)];
        for (text, bytes) in known {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "4", "GB", "4 apples", "-1GB", "1e9", "0.5MB", "1001TB", "1..5GB"] {
            let said = "an amount from 1MB to 1000TB is expected, e.g. 500MB or 4GB";
            assert_eq!(memory(wrong).unwrap_err(), said, "{wrong}");
        }
        let small = Options { exact: true, memory: Memory { bytes: 5_000_000 }, ..options() };
        assert_eq!(small.request("run").command, "battle-odds run --exact --memory 5000000");
    }

    #[test]
    fn an_exact_run_throws_no_dice() {
        let request = Options { exact: true, ..options() }.request("run");
        assert_eq!(request.command, "battle-odds run --exact");
        assert_eq!((request.method, request.trials), (Method::Exact, None));
    }

    #[test]
    fn a_change_that_cannot_be_read_is_pointed_at() {
        let changes = |set: &str| Changes { sets: vec!["a=1".into(), set.into()] };
        assert_eq!(changes("a.b[0]=2").read().unwrap().len(), 2);
        assert!(changes("a.b").read().unwrap_err().to_string().contains("a change is written `path=value`"));
    }
}
