//! `battle-odds check`: what is understood of scenarios and army files, or what is wrong and where.

use std::path::PathBuf;

use clap::Args;

use super::batch::{Batch, Names};
use super::ending::{Ending, Outcome};
use super::out::print;
use super::problems::Problems;
use crate::scenario::{Armies, Loaded, Scenario};
use crate::systems::{Compiled, army_list, check_army, compile, load_of_batch};

/// Read scenarios and army files only; say what was understood, or what is wrong and where
#[derive(Args, Debug)]
pub struct Check {
    /// Scenario and army files, or folders that hold some
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
}

impl Check {
    /// Says what was understood, file by file.
    pub(super) fn run(&self) -> Outcome {
        let mut problems = Problems::default();
        let batch = Batch::find(&self.paths, &mut problems);
        let mut names = Names::default();
        let armies = Armies::default();
        for path in &batch.files {
            match load_of_batch(path, &[], &armies).and_then(|loaded| {
                if let Loaded::Scenarios(scenarios, _) = &loaded {
                    scenarios.first().map_or(Ok(()), |first| names.claim(&first.name, path))?;
                }
                Ok(loaded)
            }) {
                Ok(Loaded::Scenarios(scenarios, refused)) => {
                    refused.into_iter().for_each(|of| problems.add_of(path, &of.variant, of.problem));
                    for scenario in scenarios {
                        match compile(&scenario) {
                            Ok(compiled) => print(&understood(&scenario, &compiled))?,
                            Err(problem) => problems.add_of(path, &scenario.variant, problem),
                        }
                    }
                }
                Ok(Loaded::Army(army)) => match check_army(&army) {
                    Ok(units) => {
                        let head = format!("{}: an army file, units: {}\n", path.display(), units.len());
                        print(&format!("{head}{}\n", army_list::formations(&army)))?;
                    }
                    Err(problem) => problems.add_of(path, "", problem),
                },
                Err(problem) => problems.add_of(path, "", problem),
            }
        }
        problems.close(batch.files.len() + batch.missing);
        Ok(if problems.is_empty() { Ending::Well } else { Ending::Problems })
    }
}

/// A paragraph about one scenario.
fn understood(scenario: &Scenario, compiled: &Compiled) -> String {
    let variant = match scenario.variant.as_str() {
        "" => String::new(),
        variant => format!(" (variant {variant})"),
    };
    let mut text = format!("{}{variant}: {}, {}\n", scenario.path.display(), scenario.title, scenario.system.0);
    for force in compiled.formations.iter().filter(|force| !force.groups.is_empty()) {
        text += &format!("  {}\n", force.name);
        force.groups.iter().for_each(|group| text += &format!("    {group}\n"));
    }
    for (number, step) in (1..).zip(&compiled.steps) {
        text += &format!("  step {number}: {step}\n");
    }
    text += &format!("  goal: {}\n", compiled.goal.join(", "));
    for remark in &compiled.remarks {
        text += &format!("  {remark}\n");
    }
    for choice in &compiled.choices {
        text += &format!("  choice: {choice}\n");
    }
    text + "\n"
}
