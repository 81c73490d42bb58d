//! `battle-odds check`: what is understood of scenarios and army files, or what is wrong and where.

use std::path::PathBuf;

use clap::Args;

use super::batch::Batch;
use super::ending::{Ending, Outcome};
use super::out::print;
use super::problems::Problems;
use crate::scenario::{Loaded, Scenario};
use crate::systems::{Compiled, check_army, compile};

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
        let batch = Batch::read(&self.paths, &[], &mut problems);
        let files = batch.files.len() + batch.refused;
        for loaded in batch.files {
            match loaded {
                Loaded::Scenarios(scenarios) => {
                    for scenario in scenarios {
                        match compile(&scenario) {
                            Ok(compiled) => print(&understood(&scenario, &compiled))?,
                            Err(problem) => problems.add_of(&scenario.path, &scenario.variant, problem),
                        }
                    }
                }
                Loaded::Army(army) => match check_army(&army) {
                    Ok(units) => print(&format!("{}: {} units understood\n\n", army.path.display(), units.len()))?,
                    Err(problem) => problems.add_of(&army.path, "", problem),
                },
            }
        }
        problems.close(files);
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
    for (number, step) in (1..).zip(&compiled.steps) {
        text += &format!("  step {number}: {step}\n");
    }
    text += &format!("  goal: {}\n", compiled.goal.join(", "));
    for choice in &compiled.choices {
        text += &format!("  choice: {choice}\n");
    }
    text + "\n"
}
