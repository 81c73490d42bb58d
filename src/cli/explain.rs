//! `battle-odds explain`: one trial, die by die.

use std::path::PathBuf;

use clap::Args;

use super::batch::no_scenario;
use super::ending::{Ending, Outcome};
use super::options::Changes;
use super::out::print;
use super::story::story;
use crate::engine::sampled::Stream;
use crate::scenario::{Loaded, Problem, Scenario, Source, Span, load, unknown};
use crate::systems::compile;

/// Play one trial die by die, each roll with the rule it obeys
#[derive(Args, Debug)]
pub struct Explain {
    /// A scenario file
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Which of the trials that `run` counts with this seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    trial: u64,

    /// Which dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The variant of that name instead of the scenario as written
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    #[command(flatten)]
    changes: Changes,
}

impl Explain {
    /// Tells the trial.
    pub(super) fn run(&self) -> Outcome {
        let scenario = match load(&self.path, self.changes.read()?)? {
            Loaded::Scenarios(scenarios) => choose(scenarios, self.variant.as_deref().unwrap_or_default())?,
            Loaded::Army(army) => return Err(no_scenario(&army).into()),
        };
        let compiled = compile(&scenario)?;
        let stream = Stream { seed: self.seed, scenario: scenario.name.clone() };
        let lines = compiled.engagement.tell(&stream, self.trial);
        print(&(self.head(&scenario) + &story(&lines, &compiled.steps)))?;
        Ok(Ending::Well)
    }

    fn head(&self, scenario: &Scenario) -> String {
        let variant = match scenario.variant.as_str() {
            "" => String::new(),
            variant => format!(" · {variant}"),
        };
        format!("{}\n{}{variant} · seed {} · trial {}\n", scenario.title, scenario.name, self.seed, self.trial)
    }
}

/// The variant of that name; the scenario as written has none.
fn choose(mut scenarios: Vec<Scenario>, variant: &str) -> Result<Scenario, Problem> {
    let variant = variant.trim();
    if let Some(place) = scenarios.iter().position(|scenario| scenario.variant == variant) {
        return Ok(scenarios.swap_remove(place));
    }
    let source = Source::new("--variant", variant);
    let known = scenarios.iter().map(|scenario| scenario.variant.as_str()).filter(|name| !name.is_empty());
    Err(unknown("variant", variant, &Span::new(&source, 0..variant.len()), known))
}
