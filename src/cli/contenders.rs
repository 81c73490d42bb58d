//! What is compared: the variants of one scenario, each compiled, each with the same kind of goal.

use std::path::Path;

use super::batch::no_scenario;
use super::points_cost::spent;
use crate::engine::engagement::Engagement;
use crate::engine::measure::Measure;
use crate::scenario::{Loaded, Problem, Scenario};
use crate::systems::{Compiled, compile, load};

/// What the scenario itself is called among its variants.
pub const AS_WRITTEN: &str = "as written";

/// One of those that are compared.
pub struct Contestant {
    /// Its name.
    pub name: String,
    /// Ready to be played.
    pub compiled: Compiled,
    /// Its goal among its measures.
    pub goal: usize,
    /// What its player spends, where that is known.
    pub points: Option<u64>,
}

impl Contestant {
    /// Compiles a scenario as one of those compared.
    ///
    /// # Errors
    /// What is wrong with it, or that it has no goal.
    pub fn new(name: String, scenario: &Scenario) -> Result<Contestant, Problem> {
        let compiled = compile(scenario)?;
        let measures = compiled.engagement.measures();
        let goal = measures.iter().position(Measure::is_goal).ok_or_else(|| {
            let message = format!("{}: there is no goal to compare `{name}` by", scenario.path.display());
            let example = measures.last().map_or(String::new(), |measure| format!(": goal = [\"{}\"]", measure.name()));
            Problem::new(message).help(format!("write one at the top{example}"))
        })?;
        let points = spent(scenario, &compiled);
        Ok(Contestant { name, compiled, goal, points })
    }

    /// What paired trials are played with.
    pub fn engagement(&self) -> (&dyn Engagement, usize) {
        (self.compiled.engagement.as_ref(), self.goal)
    }
}

/// The contestants of a file, and the scenario as written.
pub struct Contest {
    /// The scenario without any variant.
    pub scenario: Scenario,
    /// Those compared.
    pub contestants: Vec<Contestant>,
}

/// The variants of a file; without any, nothing can be compared.
///
/// # Errors
/// The first variant that cannot be used: who compares wants all of them.
pub fn variants(path: &Path, sets: &[String]) -> Result<Contest, Problem> {
    let (scenarios, refused) = match load(path, sets)? {
        Loaded::Scenarios(scenarios, refused) => (scenarios, refused),
        Loaded::Army(army) => return Err(no_scenario(&army)),
    };
    if let Some(refused) = refused.into_iter().next() {
        return Err(refused.problem.help(format!("this is about the variant `{}`", refused.variant)));
    }
    if scenarios.len() < 2 {
        let message = format!("{}: there is nothing to compare: the scenario has no variants", path.display());
        return Err(
            Problem::new(message).help("write some below it: [[variants]], name = \"…\", set = { \"path\" = value }")
        );
    }
    let mut contestants = Vec::new();
    for scenario in &scenarios {
        let name = if scenario.variant.is_empty() { AS_WRITTEN } else { &scenario.variant };
        let contestant = Contestant::new(name.to_owned(), scenario);
        contestants.push(contestant.map_err(|problem| match scenario.variant.as_str() {
            "" => problem,
            variant => problem.help(format!("this is about the variant `{variant}`")),
        })?);
    }
    Ok(Contest { scenario: scenarios.into_iter().next().expect("two at least"), contestants })
}
