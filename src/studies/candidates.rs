//! What is ranked: the scenario as written and each of its variants, each with every combination of its choices. They
//! are built one by one when they are played.

use std::collections::HashSet;
use std::path::Path;

use super::contenders::Contestant;
use super::select_variant::no_scenario;
use super::world::World;
use battle_odds_report::names::value_in_words;
use battle_odds_scenario::{BASE, File, Opened, Patch, Problem, Scenario};
use battle_odds_systems::change::is_true;
use battle_odds_systems::open;

/// More candidates than this must be a typing error.
const MOST: usize = 1_000_000;

/// The candidates of a file, by number.
pub struct Candidates {
    /// The scenario as written.
    pub scenario: Scenario,
    file: File,
    /// The scenario as written, with no name, and its variants.
    variants: Vec<(String, Result<Vec<Patch>, Problem>)>,
    /// The number of combinations of choices for each.
    combinations: usize,
    max_points: Option<u64>,
    /// The measure that they are compared by instead of their goal.
    by: Option<String>,
    /// Whether each formation acts only once as written, and so must in every plan.
    each_acts_once: bool,
}

/// A candidate that can be made.
pub(crate) enum Made {
    /// Ready to be played.
    Ready(Box<Contestant>),
    /// It costs more points than allowed.
    TooDear(u64),
    /// It combines values that exclude each other.
    Excluded,
}

impl Candidates {
    /// Reads a file; `max_points` replaces the limit in the file, and `by` is compared by instead of the goal.
    ///
    /// # Errors
    /// What is wrong with what all candidates share, or that there are too many.
    pub fn read(
        path: &Path,
        sets: &[String],
        max_points: Option<u64>,
        by: Option<String>,
        world: &dyn World,
    ) -> Result<Candidates, Problem> {
        let mut file = match open(path, sets, &world.armies())? {
            Opened::File(file) => *file,
            Opened::Army(army) => return Err(no_scenario(&army)),
        };
        let scenario = file.patched(BASE, &[])?;
        let max_points = max_points.or(file.choices.max_points);
        let named = std::mem::take(&mut file.variants).into_iter().map(|variant| (variant.name, variant.patches));
        let variants: Vec<_> = std::iter::once((String::new(), Ok(Vec::new()))).chain(named).collect();
        let combinations = file.choices.combinations(MOST / variants.len())?;
        if variants.len() * combinations < 2 {
            let file = path.display();
            let problem = Problem::new(text!("{file}: there is nothing to rank: no variants and no choices", file));
            return Err(problem.help(text!("write [[variants]], or [[choices]] with `path` and `values`")));
        }
        let each_acts_once = acts_twice(&scenario).is_none();
        Ok(Candidates { scenario, file, variants, combinations, max_points, by, each_acts_once })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.variants.len() * self.combinations
    }

    /// What builds them; each thread has its own.
    pub(crate) fn maker(&self) -> Maker<'_> {
        Maker { candidates: self, file: self.file.clone() }
    }

    /// The cells of a table for one: the variant, if choices are combined with any, and the value of each choice.
    pub(crate) fn cells(&self, number: usize) -> Vec<String> {
        let variant = (self.variants.len() > 1 && !self.file.choices.is_empty()).then(|| match self.variant(number) {
            "" => self.scenario.called_among_variants(),
            variant => variant.to_owned(),
        });
        variant.into_iter().chain(self.values(number).iter().map(|value| value_in_words(value))).collect()
    }

    /// The headings of these cells.
    pub(crate) fn heads(&self) -> Vec<String> {
        let variant = (self.variants.len() > 1 && !self.file.choices.is_empty()).then(|| text!("Variant"));
        variant.into_iter().chain(self.called()).collect()
    }

    /// The names of its choices.
    pub(crate) fn choices(&self) -> Vec<String> {
        self.file.choices.names()
    }

    /// The same as players read them.
    pub(crate) fn called(&self) -> Vec<String> {
        self.file.choices.called(&self.scenario)
    }

    /// The name of one as players read it: `more boyz, Devastators: 6, order: sustained`.
    pub(crate) fn said(&self, number: usize) -> String {
        let values = self.values(number);
        let taken = self
            .called()
            .into_iter()
            .zip(&values)
            .map(|(name, value)| text!("{what}: {list}", what = name, list = value_in_words(value)));
        let variant = Some(self.variant(number).to_owned()).filter(|variant| !variant.is_empty());
        let said: Vec<String> = variant.into_iter().chain(taken).collect();
        if said.is_empty() { self.scenario.called_among_variants() } else { said.join(", ") }
    }

    /// The name of the variant that one is of; empty as written.
    fn variant(&self, number: usize) -> &str {
        &self.variants[number / self.combinations].0
    }

    /// The value of each choice in one candidate.
    pub(crate) fn values(&self, number: usize) -> Vec<String> {
        self.file.choices.combination(number % self.combinations).values
    }

    /// The name of one.
    pub(crate) fn name(&self, number: usize) -> String {
        let combination = self.file.choices.combination(number % self.combinations).name;
        let parts = [self.variant(number), &combination];
        let name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        if name.is_empty() { BASE.to_owned() } else { name }
    }
}

/// Builds candidates.
pub(crate) struct Maker<'a> {
    candidates: &'a Candidates,
    file: File,
}

impl Maker<'_> {
    /// Builds one.
    ///
    /// # Errors
    /// What is wrong with it, or that it has no points and there is a limit.
    pub(crate) fn make(&mut self, number: usize) -> Result<Made, Problem> {
        let candidates = self.candidates;
        let name = candidates.name(number);
        let combination = self.file.choices.combination(number % candidates.combinations);
        if combination.is_excluded {
            return Ok(Made::Excluded);
        }
        let mut patches = candidates.variants[number / candidates.combinations].1.clone()?;
        patches.extend(combination.patches);
        let scenario = self.file.patched(&name, &patches)?;
        if let Some(twice) = acts_twice(&scenario).filter(|_| candidates.each_acts_once) {
            let message = text!("`{formation}` acts in two steps, and as written each acts in one", formation = twice);
            return Err(Problem::new(message));
        }
        let mut contestant = match &candidates.by {
            Some(by) => Contestant::by(name.clone(), &scenario, by)?,
            None => Contestant::new(name.clone(), &scenario)?,
        };
        if combination.points > 0 {
            contestant.points = Some(contestant.points.unwrap_or(0) + combination.points);
        }
        match (candidates.max_points, contestant.points) {
            (Some(most), None) => {
                let message = text!("at most {most} points may be spent, but `{name}` has no price", most, name);
                Err(Problem::new(message).help(text!("give each formation `points`, or each choice `points = […]`")))
            }
            (Some(most), Some(points)) if points > most => Ok(Made::TooDear(points)),
            _ => Ok(Made::Ready(Box::new(contestant))),
        }
    }
}

/// A formation that is `by` in two of the steps.
fn acts_twice(scenario: &Scenario) -> Option<String> {
    let steps = scenario.root.child("steps")?.list("steps").ok()?.iter().filter(|step| !is_true(step, "skip"));
    let by = steps.filter_map(|step| step.child("by")?.texts("`by`").ok()).flatten();
    let mut seen = HashSet::new();
    by.map(|(name, _)| name).find(|name| !seen.insert(*name)).map(str::to_owned)
}
