//! `battle-odds new`: a commented scenario, from a few questions or flags.

use std::path::{Path, PathBuf};

use clap::Args;

use super::asking::Asking;
use super::ending::{Ending, Failure, Outcome};
use super::files;
use super::opponents::{Wanted, asked_armies, distance, given, rules, sides, suits};
use super::problems::say;
use crate::scenario::{Loaded, Problem};
use crate::studies::beginning::{Beginning, Side, example};
use crate::systems::start::Starts;
use crate::systems::{SYSTEMS, System, compile, load};
use crate::words::shown;

/// Write a commented scenario that can be played at once: asks a few questions, flags answer them beforehand
#[derive(Args, Debug)]
pub struct New {
    /// The scenario to write [default: battle.toml]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The rules, such as warmaster
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,

    /// An army file, catalogue or roster; may be repeated
    #[arg(long = "army", value_name = "FILE")]
    armies: Vec<PathBuf>,

    /// The attacker: a formation of the armies, or a unit, with a number before it if there are several: "6 boyz"
    #[arg(long, value_name = "NAME")]
    attacker: Option<String>,

    /// The defender, in the same way
    #[arg(long, value_name = "NAME")]
    defender: Option<String>,

    /// What happens, such as shoot
    #[arg(long, value_name = "ACTION")]
    action: Option<String>,

    /// Ask nothing: what is not given is as it usually is
    #[arg(long)]
    quiet: bool,
}

impl New {
    /// Asks, and writes.
    pub(super) fn run(&self) -> Outcome {
        let file = self.file.clone().unwrap_or_else(|| "battle.toml".into());
        if file.exists() {
            let problem = Problem::new(text!("{file} exists already", file = file.display()));
            return Err(problem.help(text!("choose another name for the new scenario")).into());
        }
        let ask = Asking::new(self.quiet);
        let given = given(&self.armies, &file)?;
        let keys: Vec<(&str, &str)> = SYSTEMS.iter().map(|system| (system.key, system.title)).collect();
        let usual = given.first().and_then(|given| keys.iter().position(|(key, _)| Some(*key) == rules(&given.army)));
        let system =
            ask.choice(&text!("Which rules?"), ("--system", self.system.as_deref()), &keys, usual.unwrap_or_default())?;
        let system = SYSTEMS[system];
        let no_start = || Problem::new(text!("{rules} has no beginning yet", rules = shown(system.title)));
        let starts = system.starts.ok_or_else(no_start)?;
        given.iter().try_for_each(|given| suits(given, system))?;
        let armies = if given.is_empty() { asked_armies(&ask, &file, system)? } else { given };
        let (sides, armies) = if armies.is_empty() {
            (example(&starts), Vec::new())
        } else {
            let wanted = Wanted { attacker: self.attacker.as_deref(), defender: self.defender.as_deref() };
            sides(&ask, &wanted, &armies, &starts)?
        };
        self.write(&file, &ask, (system, &starts), &sides, armies)
    }

    /// Asks what happens, and writes what can be played.
    fn write(
        &self,
        file: &Path,
        ask: &Asking,
        (system, starts): (&'static System, &Starts),
        sides: &[Side; 2],
        armies: Vec<String>,
    ) -> Outcome {
        let actions: Vec<(&str, &str)> = starts.starts.iter().map(|start| (start.key, start.about)).collect();
        let question = text!("What happens?");
        let (mut given, mut usual) = (self.action.as_deref(), 0);
        loop {
            let chosen = ask.choice(&question, ("--action", given), &actions, usual)?;
            let start = &starts.starts[chosen];
            let range = start.range.map_or(Ok(String::new()), |range| distance(ask, range, starts.in_inches))?;
            let beginning = Beginning { system, starts, start, armies: armies.clone(), sides, range };
            put(file, &beginning.text(false))?;
            let Err(problem) = plays(file, &[]) else {
                let has_variant = plays(file, &[beginning.change()]).is_ok();
                if has_variant {
                    put(file, &beginning.text(true))?;
                }
                say(text!("written: {file}; play it: battle-odds run {file}", file = file.display()));
                return Ok(Ending::Well);
            };
            // A file that this command wrote a moment ago.
            std::fs::remove_file(file).map_err(Failure::writing(file))?;
            if self.quiet || given.is_some() || ask.is_over() {
                return Err(problem.into());
            }
            say(format_args!("{problem}\n{}", text!("This cannot be played; try something else.")));
            (given, usual) = (None, (chosen + 1) % actions.len());
        }
    }
}

/// Writes the scenario.
fn put(file: &Path, text: &str) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    files::write(folder, &[(&name, text.to_owned())])
}

/// Whether a scenario can be played, with these changes.
fn plays(file: &Path, changes: &[String]) -> Result<(), Problem> {
    match load(file, changes)? {
        Loaded::Scenarios(scenarios, _) => scenarios.iter().try_for_each(|scenario| compile(scenario).map(drop)),
        Loaded::Army(_) => Ok(()),
    }
}
