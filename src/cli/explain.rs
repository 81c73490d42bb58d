//! `battle-odds explain`: one trial, die by die.

use std::path::PathBuf;

use clap::Args;

use super::ending::{Ending, Outcome};
use super::options::{Changes, USUAL_TRIALS};
use super::out::print;
use super::style::Style;
use super::terminal::Terminal;
use super::transcript::story;
use super::typed::{precision, trials};
use crate::engine::block::Blocks;
use crate::engine::measure::Measure;
use crate::engine::sampled::Stream;
use crate::report::heading::in_full;
use crate::scenario::{Problem, Scenario};
use crate::studies::select_variant::open;
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
        let scenario = open(&self.path, self.changes.read()?, self.variant.as_deref(), &Terminal::new(true))?;
        let compiled = compile(&scenario)?;
        let stream = Stream { seed: self.seed, scenario: scenario.dice.clone() };
        let told = compiled.engagement.tell(&stream, blocks, trials, self.trial);
        let before = self.changes.told(style.width) + &self.head(&scenario) + &pictures(&compiled);
        print(&(before + &story(&told.lines, &compiled.steps, style.width) + &outcome(&compiled, &told.values)))?;
        Ok(Ending::Well)
    }

    fn head(&self, scenario: &Scenario) -> String {
        let name = in_full(&scenario.name, &scenario.variant);
        let head = text!("{name} · seed {seed} · trial {trial}", name, seed = self.seed, trial = self.trial);
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
