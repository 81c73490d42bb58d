//! `battle-odds check`: what is understood of scenarios and army files, or what is wrong and where.

use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use super::batch::Batch;
use super::ending::{Ending, Outcome};
use super::out::print;
use super::problems::Problems;
use crate::scenario::{Armies, BASE, Loaded, Problem, Refused, Scenario};
use crate::systems::{Compiled, army_list, check_army, compile, load_of_batch, matrix};

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
        let armies = Armies::default();
        for some in batch.files.chunks(TOGETHER) {
            let read: Vec<_> = some.par_iter().map(|path| Read::of(path, &armies)).collect();
            let mut understood = String::new();
            for (path, read) in some.iter().zip(read) {
                match read {
                    Ok(read) => {
                        understood += &read.understood;
                        read.refused.into_iter().for_each(|of| problems.add_of(path, &of.variant, of.problem));
                    }
                    Err(problem) => problems.add_of(path, "", problem),
                }
            }
            print(&understood)?;
        }
        problems.close(batch.files.len() + batch.missing);
        Ok(if problems.is_empty() { Ending::Well } else { Ending::Problems })
    }
}

/// So many files are read side by side, and then told in order.
const TOGETHER: usize = 256;

/// What is understood of a file.
struct Read {
    /// In words.
    understood: String,
    /// What is not.
    refused: Vec<Refused>,
}

impl Read {
    fn of(path: &Path, armies: &Armies) -> Result<Read, Problem> {
        let (scenarios, mut refused) = match load_of_batch(path, &[], armies)? {
            Loaded::Scenarios(scenarios, refused) => (scenarios, refused),
            Loaded::Army(army) if army.is_matrix() => {
                return Ok(Read { understood: field(path)?, refused: Vec::new() });
            }
            Loaded::Army(army) => {
                let head = format!("{}: an army file, units: {}\n", path.display(), check_army(&army)?.len());
                let understood = format!("{head}{}\n", army_list::formations(&army));
                return Ok(Read { understood, refused: Vec::new() });
            }
        };
        let mut understood = String::new();
        for scenario in scenarios {
            match compile(&scenario) {
                Ok(compiled) => understood += &self::understood(&scenario, &compiled),
                Err(problem) => refused.push(Refused { variant: scenario.variant, problem }),
            }
        }
        Ok(Read { understood, refused })
    }
}

/// What is understood of a matrix file: who meets whom, and which engagements cannot be fought.
///
/// # Errors
/// What is wrong with the file, or with all that is fought in it.
fn field(path: &Path) -> Result<String, Problem> {
    let matrix = matrix(path, &[])?;
    let (rows, columns) = (matrix.rows.len(), matrix.columns.len());
    let mut text = format!("{}: a matrix file, {rows} rows, {columns} columns\n", path.display());
    for (place, engagement) in matrix.engagements.iter().enumerate() {
        let pairs = matrix.rows.iter().flat_map(|&row| matrix.columns.iter().map(move |&column| (row, column)));
        let compiled = pairs.map(|(row, column)| matrix.scenario(place, row, column).and_then(|cell| compile(&cell)));
        let refused: Vec<Problem> = compiled.filter_map(Result::err).collect();
        let why = refused
            .first()
            .map_or(String::new(), |problem| format!(", empty: {}, such as: {}", refused.len(), problem.message()));
        if refused.len() == rows * columns {
            return Err(refused.into_iter().next().unwrap_or_else(|| Problem::new("there is nobody in it")));
        }
        text += &format!("  {}{why}\n", engagement.name);
    }
    Ok(text + "\n")
}

/// A paragraph about one scenario.
fn understood(scenario: &Scenario, compiled: &Compiled) -> String {
    let variant = match scenario.variant.as_str() {
        BASE => String::new(),
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
