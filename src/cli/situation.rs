//! The forces on the table before any action, for the pages of the commands that choose.

use crate::report::page::situation::Situation;
use crate::scenario::Scenario;
use crate::systems::compile;

/// The situation of a scenario; nothing if it cannot be played as it is written.
pub fn situation(scenario: &Scenario) -> Situation {
    let Ok(compiled) = compile(scenario) else { return Situation::default() };
    Situation {
        book: scenario.system.0.clone(),
        forces: compiled.forces,
        steps: compiled.steps,
        choices: compiled.choices,
        placements: compiled.pictures.into_iter().map(|picture| picture.data).collect(),
        remarks: compiled.remarks,
    }
}
