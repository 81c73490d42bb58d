//! `battle-odds new`: a commented scenario, from a few questions or flags.

use std::io::{BufRead, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value as Json;

use super::ending::{Ending, Failure, Outcome};
use super::files;
use super::out::err;
use super::problems::say;
use crate::scenario::{Army, Loaded, Node, Problem, Source, Span, Value, unknown};
use crate::systems::start::{Start, Starts};
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

/// A participant.
enum Who {
    /// A formation of an army.
    Formation(String),
    /// A number of units of one kind.
    Units(u64, String),
}

impl New {
    /// Asks, and writes.
    pub(super) fn run(&self) -> Outcome {
        let file = self.file.clone().unwrap_or_else(|| "battle.toml".into());
        if file.exists() {
            let problem = Problem::new(text!("{file} exists already", file = file.display()));
            return Err(problem.help(text!("choose another name for the new scenario")).into());
        }
        let keys: Vec<(&str, &str)> = SYSTEMS.iter().map(|system| (system.key, system.title)).collect();
        let key = self.choice(&text!("Which rules?"), "--system", self.system.as_deref(), &keys)?;
        let system = SYSTEMS[key];
        let no_start = || Problem::new(text!("{rules} has no beginning yet", rules = shown(system.title)));
        let starts = system.starts.ok_or_else(no_start)?;
        let armies = self.armies(&file)?;
        let [attacker, defender] = if armies.is_empty() {
            ["attackers", "defenders"].map(|name| Who::Formation(name.to_owned()))
        } else {
            [
                self.who(&text!("Who attacks?"), "--attacker", self.attacker.as_deref(), &armies, starts.count)?,
                self.who(&text!("Who is attacked?"), "--defender", self.defender.as_deref(), &armies, starts.count)?,
            ]
        };
        let actions: Vec<(&str, &str)> = starts.starts.iter().map(|start| (start.key, start.about)).collect();
        let start = self.choice(&text!("What happens?"), "--action", self.action.as_deref(), &actions)?;
        let names: Vec<String> = armies.iter().map(|(name, _)| name.clone()).collect();
        let text = scenario(system, &starts, &starts.starts[start], &names, [&attacker, &defender]);
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        files::write(folder, &[(&name, text)])?;
        say(text!("written: {file}; play it: battle-odds run {file}", file = file.display()));
        match load(&file, &[])? {
            Loaded::Scenarios(scenarios, _) => scenarios.iter().try_for_each(|scenario| compile(scenario).map(drop))?,
            Loaded::Army(_) => {}
        }
        Ok(Ending::Well)
    }

    /// The armies, read, with the names that the new file uses for them.
    fn armies(&self, file: &Path) -> Result<Vec<(String, Army)>, Failure> {
        let mut paths = self.armies.clone();
        if paths.is_empty() {
            let question = text!("Army files, catalogues or rosters (with commas between; none: units of an example)");
            let asked = self.ask(&question, "")?;
            paths = asked.split(',').map(str::trim).filter(|path| !path.is_empty()).map(PathBuf::from).collect();
        }
        let is_here = file.parent().is_none_or(|folder| folder.as_os_str().is_empty());
        let read = |path: PathBuf| -> Result<(String, Army), Failure> {
            let Loaded::Army(army) = load(&path, &[])? else {
                return Err(Problem::new(text!("{file} is no army file", file = path.display())).into());
            };
            // Paths in a scenario are relative to its folder.
            let named = if is_here { path.clone() } else { path.canonicalize().unwrap_or_else(|_| path.clone()) };
            Ok((named.to_string_lossy().replace('\\', "/"), army))
        };
        paths.into_iter().map(read).collect()
    }

    fn who(
        &self,
        question: &str,
        option: &str,
        given: Option<&str>,
        armies: &[(String, Army)],
        usual: u64,
    ) -> Result<Who, Failure> {
        let names = |table: &str| -> Vec<String> { armies.iter().flat_map(|(_, army)| entries(army, table)).collect() };
        let (formations, units) = (names("formations"), names("units"));
        let first = formations.first().or(units.first()).cloned().unwrap_or_default();
        if given.is_none() && !self.quiet {
            if !formations.is_empty() {
                say(format_args!("  {}", text!("formations: {names}", names = formations.join(", "))));
            }
            if !units.is_empty() {
                say(format_args!("  {}", text!("units: {names}", names = units.join(", "))));
            }
        }
        let answer = match given {
            Some(given) => given.to_owned(),
            None => self.ask(question, &first)?,
        };
        let (count, name) = match answer.split_once(' ').and_then(|(count, name)| Some((count.parse().ok()?, name))) {
            Some((count, name)) => (Some(count), name.trim()),
            None => (None, answer.as_str()),
        };
        if count.is_none() && formations.iter().any(|formation| formation == name) {
            return Ok(Who::Formation(name.to_owned()));
        }
        if units.iter().any(|unit| unit == name) {
            return Ok(Who::Units(count.unwrap_or(usual), name.to_owned()));
        }
        let source = Source::new(option, answer.as_str());
        let span = Span::new(&source, answer.len() - name.len()..answer.len());
        let known = formations.iter().chain(&units).map(String::as_str);
        Err(unknown(mark!("formation or unit of these armies"), name, &span, known).into())
    }

    /// One of several, by its number from 1 or by its name; the first by default.
    fn choice(&self, question: &str, option: &str, given: Option<&str>, of: &[(&str, &str)]) -> Result<usize, Failure> {
        if given.is_none() && !self.quiet {
            for (number, (key, about)) in of.iter().enumerate() {
                let (number, about) = (number + 1, shown(about));
                say(format_args!("  {}", text!("{number} {key}: {about}", number, key, about)));
            }
        }
        let answer = match given {
            Some(given) => given.to_owned(),
            None => self.ask(question, of[0].0)?,
        };
        let by_number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let place = of.iter().position(|(key, _)| *key == answer).or(by_number.filter(|&place| place < of.len()));
        let source = Source::new(option, answer.as_str());
        let span = Span::new(&source, 0..answer.len());
        place.ok_or_else(|| unknown(mark!("answer"), &answer, &span, of.iter().map(|(key, _)| *key)).into())
    }

    /// What the player types; the default if he types nothing.
    fn ask(&self, question: &str, usual: &str) -> Result<String, Failure> {
        if self.quiet {
            return Ok(usual.to_owned());
        }
        use std::io::Write;
        let hint = if usual.is_empty() { String::new() } else { format!(" [{usual}]") };
        let machine = |error: std::io::Error| Failure::Machine(mark!("nothing can be asked"), error.to_string());
        write!(err(), "{question}{hint} ").map_err(machine)?;
        let mut line = String::new();
        stdin().lock().read_line(&mut line).map_err(machine)?;
        let typed = line.trim();
        Ok(if typed.is_empty() { usual.to_owned() } else { typed.to_owned() })
    }
}

/// The names in a table of an army.
fn entries(army: &Army, table: &str) -> Vec<String> {
    match army.root.child(table) {
        Some(Node { value: Value::Table(entries), .. }) => entries.iter().map(|(key, _)| key.name.clone()).collect(),
        _ => Vec::new(),
    }
}

/// The text of the scenario.
fn scenario(system: &System, starts: &Starts, start: &Start, armies: &[String], who: [&Who; 2]) -> String {
    let mut forces = String::new();
    let mut names = Vec::new();
    for (role, who) in ["attackers", "defenders"].into_iter().zip(who) {
        names.push(match who {
            Who::Formation(name) => name.as_str(),
            Who::Units(count, unit) => {
                let count = count.to_string();
                let formation = starts.formation.replace("NAME", role);
                forces += &(formation.replace("UNIT", unit).replace("COUNT", &count) + "\n");
                role
            }
        });
    }
    let title = capital(&shown(start.about));
    let mut text = remark(&format!("{title} ({})", shown(system.title)));
    text += &remark(&text!(
        "Play it: battle-odds run FILE. What stands behind a # is a remark; change numbers, and play again."
    ));
    text += &format!("system = \"{}\"\ntitle = \"{title}\"\n\n", system.key);
    text += &remark(&text!("What you want. Several conditions in a list have to hold together."));
    text += &format!("goal = [\"{}\"]\n\n", start.goal);
    if armies.is_empty() {
        text += &in_language(starts.forces);
        text.push('\n');
    } else {
        // TOML also reads what JSON puts in quotes.
        let list: Vec<String> = armies.iter().map(|army| Json::from(army.as_str()).to_string()).collect();
        text += &remark(&text!("Whose units and formations are used: paths from the folder of this file."));
        text += &format!("armies = [{}]\n\n", list.join(", "));
        if !forces.is_empty() {
            text += &remark(&text!("Who takes part."));
            text += &forces;
        }
    }
    text += &remark(&text!(
        "What happens, one step after the other. battle-odds keys {system} lists every key that a step may have.",
        system = system.key
    ));
    text += &format!("{}\n", in_language(start.steps));
    text += &remark(&text!("What if? The same battle with something changed: take the # away."));
    text += &format!("# [[variants]]\n# name = \"{}\"\n", text!("twice as many"));
    text += "# set = { \"formations.ATTACKER.units[0].count\" = 12 }\n";
    text.replace("ATTACKER", names[0]).replace("DEFENDER", names[1])
}

/// A comment line.
fn remark(words: &str) -> String {
    format!("# {words}\n")
}

/// A rulebook's text with its comments in the chosen language.
fn in_language(text: &str) -> String {
    let line = |line: &str| line.strip_prefix("# ").map_or(format!("{line}\n"), |words| remark(&shown(words)));
    text.lines().map(line).collect()
}

/// With a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
