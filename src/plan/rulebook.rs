//! The part of a compiler that each rulebook writes. [`compile`](super::compile::compile) does the rest.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::compiler::Compiler;
use super::formations::Formations;
use super::measures::Sheet;
use super::play::{Game, Step};
use super::profiles::{Make, Profiles, Tables};
use super::sides::Relations;
use super::state::State;
use super::steps::{Read, ReadCase, ReadPlan};
use super::written;
use crate::change::Change;
use crate::start::Starts;
use crate::system::{CardKeys, Force, Section};
use battle_odds_engine::measure::Metric;
use battle_odds_scenario::typed::{Marked, Named, Names};
use battle_odds_scenario::{NamingKeys, Problem, Scenario, Span};

/// How a measure of this rulebook is read off a state.
pub type ReadingOf<R> = <<R as Rulebook>::Game as Game>::Reading;

/// The compiler of a rulebook.
pub type CompilerOf<R> = Compiler<<R as Rulebook>::Forces, <R as Rulebook>::Readings, R>;

/// A step as a rulebook reads it.
pub type ReadStep<R> = Read<<<R as Rulebook>::Game as Game>::Action, <R as Rulebook>::Counted>;

/// A case of a step as a rulebook reads it.
pub type ReadCaseOf<'a, R> = ReadCase<'a, <<R as Rulebook>::Game as Game>::Action, <R as Rulebook>::Counted>;

/// All steps as a rulebook reads them.
pub type ReadPlanOf<'a, R> = ReadPlan<'a, <R as Rulebook>::Game, <R as Rulebook>::Counted>;

/// A rulebook. A value of the type is the rulebook's own compile-time data, available as `compiler.own`.
pub trait Rulebook: Default {
    /// Its key in scenarios.
    const KEY: &'static str;
    /// Its name.
    const TITLE: &'static str;
    /// Every section of the book.
    const SECTIONS: &'static [Section];
    /// Scenarios for beginners.
    const STARTS: Option<Starts> = None;
    /// All metrics.
    const METRICS: &'static [&'static Metric];
    /// The keys by which its scenarios name formations and units.
    const NAMING: &'static NamingKeys = &NamingKeys::NONE;
    /// The cards of its units.
    const CARD: CardKeys = CardKeys { columns: &[], rolls: &[] };
    /// Whether the headings of its sections are those of a French book, whatever language is spoken.
    const FRENCH_HEADINGS: bool = false;

    /// The compiled game.
    type Game: Game;
    /// All formations on the table.
    type Forces: Formations;
    /// The readings of rules that the book leaves open.
    type Readings: DeserializeOwned + JsonSchema + Default;
    /// The tables of its files other than `[units]`; [`NoTables`](written::NoTables) if there are none.
    type Tables: DeserializeOwned + JsonSchema + Default + Send + Sync + 'static;
    /// A unit as written.
    type Unit: DeserializeOwned + JsonSchema;
    /// A formation as written.
    type Formation: DeserializeOwned + JsonSchema;
    /// The action of a step as written.
    type Action: DeserializeOwned + JsonSchema;
    /// What a step counts.
    type Counted;

    /// The largest number of cm that a player who thinks in inches is likely to have meant; none if all players measure
    /// this game in cm.
    const LIKE_INCHES: Option<u16> = None;

    /// Called before anything is read: cells taken here come before all others.
    fn begin(_compiler: &mut CompilerOf<Self>, _at: &Span) -> Result<(), Problem> {
        Ok(())
    }

    /// Converts a written profile.
    fn profile(key: &Marked<String>, unit: Self::Unit) -> Result<ProfileOf<Self>, Problem>;

    /// Adds what a profile names in its other tables; `home` is the army file that it is in.
    fn fill(
        _profile: &mut ProfileOf<Self>,
        _tables: &Tables<Self::Tables>,
        _home: Option<usize>,
    ) -> Result<(), Problem> {
        Ok(())
    }

    /// Converts the written formations.
    fn formations(
        compiler: &mut CompilerOf<Self>,
        written: &FormationsOf<Self>,
        profiles: &ProfilesOf<Self>,
    ) -> Result<(), Problem>;

    /// The names at a key of a step.
    fn named<'a>(action: &'a Self::Action, key: &str) -> Vec<&'a Marked<String>>;

    /// Reads friends and enemies from the steps: by default from the keys that all rulebooks share, the formations a
    /// step is `by` and those it is `at`.
    fn relations(forces: &Self::Forces, steps: &[Marked<&Self::Action>], relations: &mut Relations) {
        for step in steps {
            let keys = [("by", "by", true), ("by", "at", false), ("at", "at", true)];
            let index = |name: &str| forces.names().iter().position(|known| *known == name);
            relations.read(&keys, |key| Self::named(step.value, key), index);
        }
    }

    /// Called when formations have their sides, with the number of sides; cells taken here outlive a step.
    fn sided(_compiler: &mut CompilerOf<Self>, _scene: &Scene<Self>, _sides: usize) -> Result<(), Problem> {
        Ok(())
    }

    /// Takes the cells that last only one step.
    fn open_ledgers(_compiler: &mut CompilerOf<Self>, _at: &Span) -> Result<(), Problem> {
        Ok(())
    }

    /// Prepares what must be known before the first step is read.
    fn before_steps(_compiler: &mut CompilerOf<Self>, _scene: &Scene<Self>) -> Result<(), Problem> {
        Ok(())
    }

    /// Reads the action of one step; `turn` counts from 0.
    fn step(
        compiler: &mut CompilerOf<Self>,
        action: &Self::Action,
        at: &Span,
        turn: usize,
    ) -> Result<ReadStep<Self>, Problem>;

    /// Receives the conditions of the step that is read next, and of its `otherwise`.
    fn condition(_compiler: &mut CompilerOf<Self>, _when: Option<&Names>) {}

    /// Called when the action that is read next is done instead of the step just read.
    fn otherwise(_compiler: &mut CompilerOf<Self>) {}

    /// What ends one of several turns, if the last step of the list does not.
    fn end_of_turn(_compiler: &mut CompilerOf<Self>, _last: Option<&Self::Action>) -> Option<ReadStep<Self>> {
        None
    }

    /// Called when all steps are read.
    fn after_steps(_compiler: &mut CompilerOf<Self>, _plan: &mut ReadPlanOf<Self>) {}

    /// What a step counts, under the names in the reports.
    fn measure_step(
        forces: &Self::Forces,
        counted: &Self::Counted,
        sides: &[String],
        sheet: &mut Sheet<ReadingOf<Self>>,
    );

    /// What is counted at the end.
    fn measure_end(forces: &Self::Forces, sides: &[String], sheet: &mut Sheet<ReadingOf<Self>>);

    /// The largest value of a reading, if it is known before any die is rolled.
    fn most(_forces: &Self::Forces, _reading: &ReadingOf<Self>) -> Option<u64> {
        None
    }

    /// The condition to wish for in a step, with its weight: of those with the largest weight, the last is the default
    /// goal.
    fn wish(_forces: &Self::Forces, _counted: &Self::Counted) -> Option<(u8, String)> {
        None
    }

    /// The number of steps in which a one-use item must have a chance before the report says that the first is used.
    const CHANCES_TOLD: usize = 1;

    /// Refuses a plan in which something could be more than a cell can count. `at` is where each step is written.
    fn bounds(
        _compiler: &CompilerOf<Self>,
        _formations: &FormationsOf<Self>,
        _steps: &[Step<Self::Game>],
        _at: &[&Span],
    ) -> Result<(), Problem> {
        Ok(())
    }

    /// What in the plan is against the order of play.
    fn against_the_order(_compiler: &CompilerOf<Self>, _plan: &ReadPlanOf<Self>) -> Vec<String> {
        Vec::new()
    }

    /// Reports anything else that players should know.
    fn tell(_compiler: &mut CompilerOf<Self>, _scene: &Scene<Self>) {}

    /// The forces as the program understands them, for `run.json`.
    fn as_understood(forces: &Self::Forces, _start: &State) -> Value {
        let formation = |of| json!({ "formation": forces.name(of), "side": forces.side(of) });
        Value::Array((0..forces.formations()).map(formation).collect())
    }

    /// Each formation that takes part, as commands describe it.
    fn taking_part(forces: &Self::Forces) -> Vec<Force> {
        let (points, groups) = (None, Vec::new());
        let force =
            |of| Force { name: forces.name(of).to_owned(), side: forces.side(of), points, groups: groups.clone() };
        (0..forces.formations()).map(force).collect()
    }

    /// The game, once everything is known.
    fn game(compiler: CompilerOf<Self>, steps: &[Step<Self::Game>]) -> Self::Game;

    /// Everything that can be changed about a formation, one thing at a time.
    fn changes(_scenario: &Scenario, _formation: &str) -> Result<Vec<Change>, Problem> {
        Ok(Vec::new())
    }
}

/// A scenario of a rulebook, as written.
pub type ScenarioOf<R> = written::File<
    <R as Rulebook>::Tables,
    <R as Rulebook>::Unit,
    <R as Rulebook>::Formation,
    <R as Rulebook>::Readings,
    <R as Rulebook>::Action,
>;

/// The formations of a scenario, as written.
pub type FormationsOf<R> = Marked<Named<Marked<<R as Rulebook>::Formation>>>;

/// All unit profiles of a scenario, and its other tables.
pub type ProfilesOf<R> = Profiles<ProfileOf<R>, <R as Rulebook>::Tables>;

/// How a rulebook converts profiles.
pub fn make<R: Rulebook>() -> Make<R::Unit, ProfileOf<R>, R::Tables> {
    Make { unit: R::profile, fill: R::fill }
}

/// The unit profile of a rulebook.
pub type ProfileOf<R> = <<R as Rulebook>::Forces as Formations>::Profile;

/// The tables of a scenario that the whole plan depends on.
pub struct Scene<'a, R: Rulebook> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its formations.
    pub formations: &'a FormationsOf<R>,
    /// The actions of all its steps, including those in `otherwise`.
    pub all: Vec<Marked<&'a R::Action>>,
    /// The same without steps that are left out (`skip = true`).
    pub played: Vec<Marked<&'a R::Action>>,
}
