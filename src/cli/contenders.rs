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
    /// Those compared, two at least.
    pub contestants: Vec<Contestant>,
    /// Those that cannot be played, each with the reason.
    pub refused: Vec<(String, String)>,
}

/// The variants of a file that can be played; without any, nothing can be compared.
///
/// # Errors
/// What is wrong with the file, or with the first variant if fewer than two can be played.
pub fn variants(path: &Path, sets: &[String]) -> Result<Contest, Problem> {
    let (scenarios, refused) = match load(path, sets)? {
        Loaded::Scenarios(scenarios, refused) => (scenarios, refused),
        Loaded::Army(army) => return Err(no_scenario(&army)),
    };
    if scenarios.len() + refused.len() < 2 {
        let message = format!("{}: there is nothing to compare: the scenario has no variants", path.display());
        return Err(
            Problem::new(message).help("write some below it: [[variants]], name = \"…\", set = { \"path\" = value }")
        );
    }
    let mut problems: Vec<(String, Problem)> = refused.into_iter().map(|one| (one.variant, one.problem)).collect();
    let mut contestants = Vec::new();
    for scenario in &scenarios {
        let name = if scenario.variant.is_empty() { AS_WRITTEN } else { &scenario.variant };
        match Contestant::new(name.to_owned(), scenario) {
            Ok(contestant) => contestants.push(contestant),
            Err(problem) if scenario.variant.is_empty() => return Err(problem),
            Err(problem) => problems.push((name.to_owned(), problem)),
        }
    }
    if contestants.len() < 2 {
        let (name, problem) = problems.swap_remove(0);
        return Err(problem.help(format!("this is about the variant `{name}`")));
    }
    let refused = problems.into_iter().map(|(name, problem)| (name, problem.message().to_owned())).collect();
    Ok(Contest { scenario: scenarios.into_iter().next().expect("two at least"), contestants, refused })
}
