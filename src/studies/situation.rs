//! What an answer is about: the scenario by its name, and what stands on the table before anybody acts.

use super::contenders::Contestant;
use super::of_units::of_units;
use battle_odds_report::heading::Heading;
use battle_odds_report::page::forces::Card;
use battle_odds_report::page::side::side_of_goal;
use battle_odds_report::page::situation::Situation;
use battle_odds_report::page::words::events;
use battle_odds_scenario::Scenario;
use battle_odds_systems::{Compiled, SYSTEMS, compile};

/// The situation of a scenario; nothing if it cannot be played as it is written.
pub fn situation(scenario: &Scenario) -> Situation {
    let Ok(compiled) = compile(scenario) else { return Situation::default() };
    let measures = compiled.engagement.measures();
    let left = side_of_goal(&compiled.goal, &compiled.forces, &compiled.steps, measures.iter());
    let keys =
        SYSTEMS.iter().find(|system| system.key == scenario.system.0).map(|system| system.card).unwrap_or_default();
    let card = Card { columns: keys.columns, rolls: keys.rolls, units: of_units(scenario, &compiled.forces) };
    Situation {
        book: scenario.system.0.clone(),
        forces: compiled.forces,
        steps: compiled.steps,
        choices: compiled.choices,
        placements: compiled.pictures.into_iter().map(|picture| picture.data).collect(),
        remarks: compiled.remarks,
        events: events(measures.iter()),
        left,
        card,
        varied: Vec::new(),
    }
}

/// The heading of an answer about several of a scenario, whose first is told: of the remarks only what holds for all.
pub(crate) fn heading_of_all(scenario: &Scenario, contestants: &[Contestant]) -> Heading {
    let mut heading = heading(scenario, &contestants[0].compiled);
    heading.remarks.retain(|remark| contestants.iter().all(|one| one.compiled.remarks.contains(remark)));
    heading
}

/// What an answer is about.
pub(crate) fn heading(scenario: &Scenario, compiled: &Compiled) -> Heading {
    Heading {
        title: if scenario.title == scenario.name { String::new() } else { scenario.title.clone() },
        scenario: scenario.name.clone(),
        variant: scenario.variant.clone(),
        system: scenario.system.0.clone(),
        hash: scenario.hash.clone(),
        goal: compiled.goal.clone(),
        tags: scenario.tags.clone(),
        choices: compiled.choices.clone(),
        remarks: compiled.remarks.clone(),
    }
}
