//! What is compared: the variants of one scenario, each compiled, each with the same kind of goal.

use std::path::Path;

use super::player::{of_side, spent, wants_less};
use super::select_variant::no_scenario;
use super::world::World;
use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::measure::Measure;
use battle_odds_scenario::{BASE, Loaded, Problem, Scenario, Source, Span};
use battle_odds_systems::{Compiled, compile, load_of_batch, measured};

/// One of those that are compared.
pub(crate) struct Contestant {
    /// Its name.
    pub name: String,
    /// The same as players read it.
    pub said: String,
    /// Ready to be played.
    pub compiled: Compiled,
    /// What it is compared by: usually its goal.
    pub measure: Measure,
    /// The index of this among its measures.
    pub goal: usize,
    /// Whether a smaller value is better.
    pub is_less_better: bool,
    /// The points that its player spends, if known.
    pub points: Option<u64>,
}

impl Contestant {
    /// Compiles a scenario as one of those compared.
    ///
    /// # Errors
    /// What is wrong with it, or that it has no goal.
    pub fn new(name: String, scenario: &Scenario) -> Result<Contestant, Problem> {
        let compiled = compile(scenario)?;
        let mut measures = compiled.engagement.measures();
        let goal = measures.iter().position(Measure::is_goal).ok_or_else(|| {
            let file = scenario.path.display();
            let problem = Problem::new(text!("{file}: there is no goal to compare `{name}` by", file, name));
            problem.help(match measures.last() {
                Some(measure) => text!("write one at the top: goal = [\"{measure}\"]", measure = measure.name()),
                None => text!("write one at the top"),
            })
        })?;
        let points = spent(scenario, &compiled);
        let (said, measure) = (name.clone(), measures.swap_remove(goal));
        Ok(Contestant { name, said, compiled, measure, goal, is_less_better: false, points })
    }

    /// The same, compared by the measure with a name: of a formation, or of its side.
    ///
    /// # Errors
    /// What is wrong with it, or that there is no measure with this name.
    pub fn by(name: String, scenario: &Scenario, by: &str) -> Result<Contestant, Problem> {
        let compiled = compile(scenario)?;
        let mut measures = compiled.engagement.measures();
        let (source, known) = (Source::new("--by", by), measured::all(&measures));
        let span = Span::new(&source, 0..by.len());
        let of_side = || of_side(scenario, &compiled, by);
        let goal = measured::find(&known, by, &span).or_else(|problem| of_side().ok_or(problem))?;
        let is_less_better = wants_less(scenario, &compiled, &measures[goal]);
        let points = spent(scenario, &compiled);
        let (said, measure) = (name.clone(), measures.swap_remove(goal));
        Ok(Contestant { name, said, compiled, measure, goal, is_less_better, points })
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
    /// Those compared, at least two.
    pub(crate) contestants: Vec<Contestant>,
    /// Those that cannot be played, each with the reason.
    pub(crate) refused: Vec<(String, String)>,
}

/// The variants of a file that can be played; without any, there is nothing to compare.
///
/// # Errors
/// What is wrong with the file, or with the first variant if fewer than two can be played.
pub fn variants(path: &Path, sets: &[String], world: &dyn World) -> Result<Contest, Problem> {
    let (scenarios, refused) = match load_of_batch(path, sets, &world.armies())? {
        Loaded::Scenarios(scenarios, refused) => (scenarios, refused),
        Loaded::Army(army) => return Err(no_scenario(&army)),
    };
    if scenarios.len() + refused.len() < 2 {
        let file = path.display();
        let problem = Problem::new(text!("{file}: there is nothing to compare: the scenario has no variants", file));
        return Err(problem.help(text!("write some below it: [[variants]], name = \"…\", set = { \"path\" = value }")));
    }
    let mut problems: Vec<(String, Problem)> = refused.into_iter().map(|one| (one.variant, one.problem)).collect();
    let mut contestants = Vec::new();
    for scenario in &scenarios {
        let name = &scenario.variant;
        match Contestant::new(name.clone(), scenario) {
            Ok(contestant) => {
                contestants.push(Contestant { said: scenario.called_among_variants(), ..contestant });
            }
            Err(problem) if name == BASE => return Err(problem),
            Err(problem) => problems.push((name.clone(), problem)),
        }
    }
    if contestants.len() < 2 {
        let (name, problem) = problems.swap_remove(0);
        return Err(problem.help(text!("this is about the variant `{name}`", name)));
    }
    let refused = problems.into_iter().map(|(name, problem)| (name, problem.message().to_owned())).collect();
    Ok(Contest { scenario: scenarios.into_iter().next().expect("two at least"), contestants, refused })
}
