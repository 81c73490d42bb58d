//! What a player takes with him: the odds as a table or a page, and one battle told.

use maud::{Markup, html};

use crate::battle::Played;
use battle_odds_engine::block::Blocks;
use battle_odds_engine::sampled::Stream;
use battle_odds_report::csv::SummaryWriter;
use battle_odds_report::dialect::Dialect;
use battle_odds_report::json::Request;
use battle_odds_report::page::beside::page;
use battle_odds_report::page::run::{Beside, Book};
use battle_odds_report::page::trial::{ToldTrial, told_in_full};
use battle_odds_report::result::RunResult;
use battle_odds_scenario::Problem;
use battle_odds_studies::broken::{COUNTED, broken};
use battle_odds_studies::of_units::of_units;
use battle_odds_studies::transcript::steps_told;
use battle_odds_systems::SYSTEMS;

/// The dice of the battles told: those of `explain`.
const SEED: u64 = 1;

/// One of so many battles is told.
const BATTLES: u64 = 1_000_000;

/// A battle, roll by roll, and how it ended.
pub(crate) fn told(played: &Played, number: u64) -> Markup {
    let (scenario, compiled) = (&played.scenario, &played.compiled);
    let stream = Stream { seed: SEED, scenario: scenario.dice.clone() };
    let number = number.clamp(1, BATTLES);
    let story = compiled.engagement.tell(&stream, Blocks::Counted, BATTLES, number);
    let measures = compiled.engagement.measures();
    let reached = measures.iter().position(|measure| measure.is_goal()).map(|goal| story.values[goal] > 0);
    let trial = ToldTrial { number, reached, steps: steps_told(&story.lines, &compiled.steps) };
    let words = match reached {
        Some(true) => text!("You get what you want in this one."),
        Some(false) => text!("You do not get what you want in this one."),
        None => String::new(),
    };
    html! { p { strong { (words) } } (told_in_full(&trial)) }
}

/// The odds as a table, as `run` writes it.
///
/// # Errors
/// They cannot be written.
pub(crate) fn as_table(result: &RunResult) -> Result<String, Problem> {
    let mut rows = Vec::new();
    let written = SummaryWriter::new(&mut rows, Dialect::Plain).and_then(|mut writer| writer.append(result));
    written.map_err(|error| Problem::new(error.to_string()))?;
    Ok(String::from_utf8(rows).unwrap_or_default())
}

/// The odds as a page, with the text of the battle.
pub(crate) fn as_page(played: &Played, result: &RunResult, text: &str) -> String {
    let system = SYSTEMS.into_iter().find(|system| system.key == result.system);
    let book = system.map_or_else(Book::default, |system| Book {
        title: system.title,
        columns: system.card.columns,
        rolls: system.card.rolls,
    });
    let request = Request {
        command: "battle-odds run".to_owned(),
        seed: SEED,
        method: result.method,
        trials: result.trials(),
        files: Vec::new(),
    };
    let units = of_units(&played.scenario, &played.compiled.forces);
    let breaking = broken(SEED, &played.scenario, &played.compiled, COUNTED);
    page(result, request, Beside { toml: text.to_owned(), units, breaking, ..Beside::default() }, book)
}
