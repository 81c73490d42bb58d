//! What is compared: the variants of one scenario, each compiled, each with the same kind of goal.

use std::path::Path;

use super::batch::no_scenario;
use super::points_cost::spent;
use crate::engine::engagement::Engagement;
use crate::engine::measure::Measure;
use crate::scenario::{Loaded, Opened, Problem, Scenario};
use crate::systems::{Compiled, compile, load, open};

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

/// So many candidates are raced at most.
const MOST_CANDIDATES: usize = 4000;

/// The candidates of a file: the scenario as written and each of its variants, each with every combination of its choices;
/// and how many were left out because they cost more than `max_points`, or than the file allows.
///
/// # Errors
/// The first candidate that cannot be used, or that there are fewer than two, or too many.
pub fn candidates(path: &Path, sets: &[String], max_points: Option<u64>) -> Result<(Contest, usize), Problem> {
    let mut file = match open(path, sets)? {
        Opened::File(file) => file,
        Opened::Army(army) => return Err(no_scenario(&army)),
    };
    let written = file.patched("", &[])?;
    let max_points = max_points.or(file.choices.max_points);
    let variants = std::mem::take(&mut file.variants);
    let combinations = file.choices.combinations(MOST_CANDIDATES / (1 + variants.len()))?;
    let (mut contestants, mut left_out) = (Vec::new(), 0);
    for variant in std::iter::once(None).chain(variants.into_iter().map(Some)) {
        let (base, patches) = variant.map_or((String::new(), Ok(Vec::new())), |of| (of.name, of.patches));
        let of_variant = |problem: Problem| match base.as_str() {
            "" => problem,
            base => problem.help(format!("this is about the variant `{base}`")),
        };
        let patches = patches.map_err(of_variant)?;
        for number in 0..combinations {
            let combination = file.choices.combination(number);
            let parts = [base.as_str(), &combination.name].into_iter().filter(|part| !part.is_empty());
            let name = parts.collect::<Vec<_>>().join(", ");
            let name = if name.is_empty() { AS_WRITTEN.to_owned() } else { name };
            let patches: Vec<_> = patches.iter().chain(&combination.patches).cloned().collect();
            let made = file.patched(&name, &patches).and_then(|scenario| Contestant::new(name.clone(), &scenario));
            let mut contestant = made.map_err(|problem| match combination.name.as_str() {
                "" => of_variant(problem),
                _ => problem.help(format!("this is about the candidate `{name}`")),
            })?;
            if combination.points > 0 {
                contestant.points = Some(contestant.points.unwrap_or(0) + combination.points);
            }
            match max_points {
                Some(most) if contestant.points.is_none() => {
                    let message = format!("at most {most} points may be spent, but `{name}` has no price");
                    return Err(
                        Problem::new(message).help("give each formation `points`, or each choice `points = […]`")
                    );
                }
                Some(most) if contestant.points > Some(most) => left_out += 1,
                _ => contestants.push(contestant),
            }
        }
    }
    if contestants.len() < 2 {
        let message = match (left_out, contestants.len()) {
            (0, _) => format!("{}: there is nothing to rank: no variants and no choices", path.display()),
            (_, left) => {
                format!("{}: {left} of {} candidates cost no more than max-points", path.display(), left + left_out)
            }
        };
        return Err(Problem::new(message).help("write [[variants]], or [[choices]] with `path` and `values`"));
    }
    Ok((Contest { scenario: written, contestants }, left_out))
}
