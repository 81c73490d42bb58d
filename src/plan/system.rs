//! What a rulebook provides: its sections, its metrics, and compiled scenarios.

use std::borrow::Cow;

use serde_json::Value;

use super::change::Change;
use super::decision::Decision;
use super::schema;
use super::start::Starts;
use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::measure::Metric;
use battle_odds_scenario::{Army, NamingKeys, Problem, Scenario};
use battle_odds_words::shown_of;

/// A scenario ready to be played, with everything that reports say about it.
pub struct Compiled {
    /// The engagement.
    pub engagement: Box<dyn Engagement>,
    /// The forces as the program understands them, with every number, for `run.json`.
    pub forces: Value,
    /// Each formation that takes part.
    pub formations: Vec<Force>,
    /// Players' choices and readings in force, one in each line.
    pub choices: Vec<String>,
    /// What players decide, step by step.
    pub decisions: Vec<Decision>,
    /// What in the plan is against the order of play, in sentences: played as written, and reported at the head of the
    /// report.
    pub remarks: Vec<String>,
    /// Placements that the program decided, drawn.
    pub pictures: Vec<Picture>,
    /// What each step does.
    pub steps: Vec<String>,
    /// The player's goal, written or default.
    pub goal: Vec<String>,
}

/// A formation that takes part, as commands describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Its name.
    pub name: String,
    /// Its side: 0 or 1.
    pub side: usize,
    /// Its points, if it has some.
    pub points: Option<u32>,
    /// Its units, one line for each group, front to back.
    pub groups: Vec<String>,
}

/// Something seen from above: templates over units.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows.
    pub title: String,
    /// For a terminal.
    pub lines: Vec<String>,
    /// The positions themselves, in cm.
    pub data: Value,
}

/// A rulebook.
pub struct System {
    /// Its key in scenarios.
    pub key: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Every section of the book.
    pub sections: &'static [Section],
    /// Scenarios for beginners.
    pub starts: Option<Starts>,
    /// All its metrics.
    pub metrics: &'static [&'static Metric],
    /// The keys by which its scenarios name formations and units.
    pub naming: &'static NamingKeys,
    /// The cards of its units.
    pub card: CardKeys,
    /// Whether the headings of its sections are those of a French book, whatever language is spoken.
    pub french_headings: bool,
    /// The JSON Schema of its scenarios.
    pub(crate) schema: fn() -> Value,
    /// Compiles a scenario; the error is its first mistake.
    pub compile: fn(&Scenario) -> Result<Compiled, Problem>,
    /// Reads an army file: one line a unit; the error is its first mistake.
    pub army: fn(&Army) -> Result<Vec<String>, Problem>,
    /// Everything that can be changed about a formation of a scenario, one thing at a time.
    pub changes: fn(&Scenario, &str) -> Result<Vec<Change>, Problem>,
}

impl System {
    /// The JSON Schema of all its files: scenarios, armies and matrices.
    pub fn schema_of_files(&self) -> Value {
        schema::of_files(&self.schema())
    }

    /// The JSON Schema of its scenarios.
    pub fn schema(&self) -> Value {
        schema::with_cards((self.schema)())
    }
}

/// What stands on the card of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardKeys {
    /// The keys of the profile in the order of the card.
    pub columns: &'static [&'static str],
    /// The keys of units and formations whose number a die must reach, written `4+`.
    pub rolls: &'static [&'static str],
}

/// A section of a rulebook and what the program makes of it.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its number in the book; in one without numbers, the line of the heading in the book's text, `L1088`.
    pub key: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// What the program makes of it.
    pub status: Status,
}

impl Section {
    /// What it is about, in the reader's language: a heading of the book.
    pub fn heading(&self) -> Cow<'static, str> {
        shown_of("heading", self.title)
    }
}

/// What the program makes of a section.
#[derive(Clone, Copy, Debug)]
pub enum Status {
    /// Simulated, and by which function or type.
    Simulated(&'static str),
    /// Given by the scenario as a number or a choice, by these keys.
    Given(&'static str),
    /// Not simulated, and why.
    Not(&'static str),
}
