//! The list of all rulebooks: a scenario names its system, and is compiled by it.
//!
//! A rulebook is a crate in `src/games` that implements [`plan::rulebook::Rulebook`]; what all share is in [`plan`].

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

pub use battle_odds_epic_armageddon as epic_armageddon;
pub use battle_odds_netepic as netepic;
pub use battle_odds_plan as plan;
pub use battle_odds_plan::{
    Compiled, Force, Picture, Section, Status, System, army_list, change, measured, schema, start, system,
};
pub use battle_odds_warmaster as warmaster;
pub use battle_odds_wh40k_2nd as wh40k_2nd;

use std::borrow::Cow;
use std::path::Path;

use change::{Change, Changes};
use plan::misplaced;

use battle_odds_engine::measure::{GOAL, Metric};
use battle_odds_scenario::{
    self, Armies, Army, Loaded, Matrix, NamingKeys, Opened, Problem, ProblemKind, Scenario, Value as Written,
};

/// All rulebooks.
pub static SYSTEMS: [&System; 4] = [&epic_armageddon::SYSTEM, &warmaster::SYSTEM, &wh40k_2nd::SYSTEM, &netepic::SYSTEM];

/// A section as it is cited: its number with its sign. In a book without numbers it is named by its heading, which the reader
/// finds in the table of contents.
pub fn cited(key: &str) -> Cow<'_, str> {
    if key.starts_with(|first: char| first.is_ascii_digit()) {
        return Cow::Owned(format!("§{key}"));
    }
    let sections = SYSTEMS.iter().flat_map(|system| system.sections);
    let of_key = sections.filter(|section| is_line(section.key)).find(|section| section.key == key);
    match of_key {
        Some(section) => section.heading(),
        None => Cow::Borrowed(key),
    }
}

/// Whether the key of a section is a line of the book's text, which no reader knows.
pub fn is_line(key: &str) -> bool {
    key.strip_prefix('L').is_some_and(|line| line.parse::<u32>().is_ok())
}

/// Reads a file and the armies that it names; `sets` change its scenarios.
///
/// # Errors
/// See [`battle_odds_scenario::load()`].
pub fn load(path: &Path, sets: &[String]) -> Result<Loaded, Problem> {
    battle_odds_scenario::load(path, sets, naming)
}

/// The same for a file of a batch, which shares its armies.
///
/// # Errors
/// See [`battle_odds_scenario::load()`].
pub fn load_of_batch(path: &Path, sets: &[String], armies: &Armies) -> Result<Loaded, Problem> {
    battle_odds_scenario::load_of_batch(path, sets, armies, naming)
}

/// Reads a file without building its scenarios.
///
/// # Errors
/// See [`battle_odds_scenario::open()`].
pub fn open(path: &Path, sets: &[String], armies: &Armies) -> Result<Opened, Problem> {
    battle_odds_scenario::open(path, sets, armies, naming)
}

/// Reads a matrix file and the armies it names.
///
/// # Errors
/// See [`Matrix::read`].
pub fn matrix(path: &Path, sets: &[String], armies: &Armies) -> Result<Matrix, Problem> {
    Matrix::read(path, sets, armies, naming)
}

fn naming(system: &str) -> Option<&'static NamingKeys> {
    SYSTEMS.iter().find(|of| of.key == system).map(|of| of.naming)
}

/// Compiles a scenario with its own system.
///
/// # Errors
/// The first mistake of the scenario, with its place.
pub fn compile(scenario: &Scenario) -> Result<Compiled, Problem> {
    let system = system(scenario)?;
    let own: Vec<&str> = match scenario.root.child("formations").map(|node| &node.value) {
        Some(Written::Table(formations)) => formations.iter().map(|(key, _)| key.name.as_str()).collect(),
        _ => Vec::new(),
    };
    let offered = scenario.armies.iter().flat_map(Army::formations).filter(|name| !own.contains(name));
    let offered: Vec<&str> = offered.collect();
    if own.is_empty() && !offered.is_empty() {
        let problem = Problem::new(text!(
            "no formation of the armies is named in the steps, and the scenario has none of its own"
        ));
        let problem = problem.help(text!("known: {names}", names = offered.join(", ")));
        return Err(scenario.root.child("steps").map_or(problem.clone(), |steps| problem.at(&steps.span)));
    }
    let equipped = scenario.equipped()?;
    (system.compile)(&equipped).map_err(|problem| {
        let problem = problem.known_too(&["formation", "commander"], &offered);
        match problem.kind() {
            ProblemKind::UnknownKey { .. } => misplaced::told(problem, &system.schema()),
            _ => problem,
        }
    })
}

/// The metric of a system with this name.
pub fn metric(system: &str, name: &str) -> Option<&'static Metric> {
    let of = SYSTEMS.iter().find(|of| of.key == system)?;
    of.metrics.iter().copied().chain([&GOAL]).find(|metric| metric.name == name)
}

/// Everything that the scenario's own system can change about a formation, one thing at a time, and all decisions of
/// players in the steps that name it. Which of these cannot be played is known when they are compiled.
///
/// # Errors
/// If there is no such formation or system, or if the scenario itself is wrong.
pub fn changes(scenario: &Scenario, formation: &str) -> Result<Vec<Change>, Problem> {
    let scenario = scenario.equipped()?;
    let mut found = (system(&scenario)?.changes)(&scenario, formation)?;
    let mut changes = Changes::new(&scenario);
    change::step::decisions(&mut changes, formation, &compile(&scenario)?.decisions);
    found.append(&mut changes.found);
    Ok(found)
}

fn system(scenario: &Scenario) -> Result<&'static System, Problem> {
    let (name, span) = &scenario.system;
    let unknown =
        || battle_odds_scenario::unknown(mark!("rules system"), name, span, SYSTEMS.iter().map(|system| system.key));
    SYSTEMS.into_iter().find(|system| system.key == name).ok_or_else(unknown)
}

/// Reads an army file with the system it names (Epic Armageddon if it names none): one line for each unit that is
/// understood.
///
/// # Errors
/// The first mistake of the file, with its place.
pub fn check_army(army: &Army) -> Result<Vec<String>, Problem> {
    let mut system = SYSTEMS[0];
    if let Some(node) = army.root.child("system") {
        let name = node.text(mark!("a rules system"))?;
        let unknown = || {
            battle_odds_scenario::unknown(
                mark!("rules system"),
                name,
                &node.span,
                SYSTEMS.iter().map(|system| system.key),
            )
        };
        system = SYSTEMS.into_iter().find(|system| system.key == name).ok_or_else(unknown)?;
    }
    (system.army)(army).map_err(|problem| misplaced::told(problem, &system.schema()))
}
