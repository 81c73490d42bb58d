//! `battle-odds check`: what is understood of scenarios and army files, or what is wrong and where.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::batch::{Batch, Names};
use super::ending::{Ending, Outcome};
use super::formations;
use super::out::print;
use super::problems::Problems;
use crate::scenario::{Armies, Loaded, Scenario};
use crate::systems::{Compiled, check_army, compile, load_of_batch};

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
                        let told = format!("{}: an army file, units: {}\n", path.display(), units.len());
                        print(&format!("{told}{}\n", formations::lines(&army)))?;
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
    for force in compiled.forces.as_array().into_iter().flatten().filter_map(force) {
        text += &force;
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

/// A formation, and below it its groups front to back, characters with the unit they have joined; nothing of forces
/// that a system tells otherwise.
fn force(formation: &Value) -> Option<String> {
    let group = |group: &Value| {
        let name = group["name"].as_str().or(group["unit"].as_str())?;
        let cover = group["cover"].as_str().filter(|cover| *cover != "open").map(|cover| format!(", {cover}"));
        let embarked = if group["embarked"] == true { ", embarked" } else { "" };
        Some(format!("    {} {name}{}{embarked}\n", group["count"].as_u64()?, cover.unwrap_or_default()))
    };
    let groups: String = formation["groups"].as_array()?.iter().map(group).collect::<Option<_>>()?;
    Some(format!("  {}\n{groups}", formation["formation"].as_str()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_formation_is_shown_group_by_group() {
        let groups = json!([
            { "count": 2, "unit": "rhino", "name": "Rhino", "cover": "open", "embarked": false },
            { "count": 3, "unit": "tactical", "name": "Tactical", "cover": "ruins", "embarked": true },
            { "count": 1, "unit": "tactical", "name": "Tactical with Captain", "cover": "trenches" },
            { "count": 6, "unit": "boy" },
        ]);
        let formation = json!({ "formation": "tacticals", "groups": groups });
        let expected = "  tacticals
    2 Rhino
    3 Tactical, ruins, embarked
    1 Tactical with Captain, trenches
    6 boy
";
        assert_eq!(force(&formation).as_deref(), Some(expected));
        assert_eq!(force(&json!({ "regiment": "empire" })), None);
    }
}
