//! `battle-odds explain`: one trial, die by die.

use std::path::PathBuf;

use clap::Args;

use super::ending::{Ending, Outcome};
use super::options::{Changes, USUAL_TRIALS};
use super::out::print;
use super::style::Style;
use super::terminal::Terminal;
use super::typed::{precision, trials};
use crate::engine::block::Blocks;
use crate::engine::measure::Measure;
use crate::engine::narrated::Story;
use crate::engine::sampled::Stream;
use crate::report::heading::in_full;
use crate::scenario::{Problem, Scenario};
use crate::studies::best::{Asking, Battle, Decide};
use crate::studies::select_variant::open;
use crate::studies::settings::Settings;
use crate::studies::transcript::story;
use crate::systems::{Compiled, compile};
use crate::words::shown;

/// Play one trial die by die, each roll with the rule it obeys
#[derive(Args, Debug)]
pub struct Explain {
    /// A scenario file
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Which of the trials that `run` counts with this seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    trial: u64,

    /// How many trials the run has [default: 1,000,000]
    #[arg(long, value_name = "N", value_parser = trials)]
    trials: Option<u64>,

    /// Of a run that had this option
    #[arg(long, value_name = "P", value_parser = precision)]
    precision: Option<f64>,

    /// Which dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The variant of that name instead of the scenario as written, which is `base`
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    /// The battle in which what is open is decided best each time, with what the options were worth
    #[arg(long, conflicts_with_all = ["trials", "precision"])]
    best: bool,

    /// With --best: what is open although the file does not say so, as for `best`
    #[arg(long, value_name = "KEYS", requires = "best")]
    decide: Option<String>,

    #[command(flatten)]
    changes: Changes,
}

impl Explain {
    /// Tells the trial.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let (blocks, usual) = match self.precision {
            None => (Blocks::Counted, USUAL_TRIALS),
            Some(_) => (Blocks::UntilKnown, u64::MAX),
        };
        let trials = self.trials.unwrap_or(usual);
        if self.trial > trials {
            let message = text!("there is no trial {trial} in a run of {trials}", trial = self.trial, trials);
            return Err(Problem::new(message).help(text!("--trial counts from 1 to --trials")).into());
        }
        let terminal = Terminal::new(true);
        let scenario = open(&self.path, self.changes.read()?, self.variant.as_deref(), &terminal)?;
        if self.best {
            return self.best(&scenario, &terminal, style);
        }
        let compiled = compile(&scenario)?;
        let stream = Stream { seed: self.seed, scenario: scenario.dice.clone() };
        let told = compiled.engagement.tell(&stream, blocks, trials, self.trial);
        self.print(&scenario, &compiled, &told, style)
    }

    /// Tells a battle in which all decisions are made best.
    fn best(&self, scenario: &Scenario, terminal: &Terminal, style: Style) -> Outcome {
        let asking = Asking {
            settings: Settings { seed: self.seed, ..Settings::default() },
            plays: None,
            decide: Decide::read(self.decide.as_deref()),
            sampled: false,
            maximise: None,
            depth: 0,
            margin: 0.0,
            write: None,
        };
        match asking.battle(scenario, self.trial, terminal)? {
            Some(Battle { compiled, story }) => self.print(scenario, &compiled, &story, style),
            None => Ok(Ending::Stopped),
        }
    }

    fn print(&self, scenario: &Scenario, compiled: &Compiled, told: &Story, style: Style) -> Outcome {
        let before = self.changes.told(style.width) + &self.head(scenario) + &pictures(compiled);
        print(&(before + &story(&told.lines, &compiled.steps, style.width) + &outcome(compiled, &told.values)))?;
        Ok(Ending::Well)
    }

    fn head(&self, scenario: &Scenario) -> String {
        let name = in_full(&scenario.name, &scenario.variant);
        let head = match self.best {
            true => {
                text!("{name} · seed {seed} · battle {trial} of best play", name, seed = self.seed, trial = self.trial)
            }
            false => text!("{name} · seed {seed} · trial {trial}", name, seed = self.seed, trial = self.trial),
        };
        format!("{}\n{head}\n", scenario.title)
    }
}

/// Where the templates lie that the program has placed.
fn pictures(compiled: &Compiled) -> String {
    let drawn = compiled.pictures.iter().map(|picture| {
        let lines: String = picture.lines.iter().map(|line| format!("  {line}\n")).collect();
        format!("\n{}\n{lines}", text!("Templates: {title}", title = shown(&picture.title)))
    });
    drawn.collect()
}

/// Whether the goal was reached; nothing if there is no goal.
fn outcome(compiled: &Compiled, values: &[u64]) -> String {
    let reached = compiled.engagement.measures().iter().position(Measure::is_goal).and_then(|goal| values.get(goal));
    let goal = compiled.goal.join(", ");
    let verdict = match reached {
        None => return String::new(),
        Some(0) => text!("Goal not reached: {goal}", goal),
        Some(_) => text!("Goal reached: {goal}", goal),
    };
    format!("\n{verdict}\n")
}
