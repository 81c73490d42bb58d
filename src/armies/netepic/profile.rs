//! A profile being put together: cells, rules of the entry, prose, weapons.

use super::super::diagnostics::Diagnostics;
use super::super::sheet::{Morale, commented, list, quoted};
use super::abilities::Figure;

/// What army files say of a unit.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// `class`, `move`, `save`, `caf`.
    pub lines: Vec<String>,
    /// Its class.
    pub class: Option<u8>,
    /// Figures, each once.
    figures: Vec<(Figure, u32)>,
    /// Rules that do not give their figure: prose may.
    pub untold: Vec<(Figure, String)>,
    /// Abilities without figures.
    abilities: Vec<String>,
    /// The chart of its locations.
    pub locations: Option<&'static str>,
    /// What it says of the morale of its formation.
    pub morale: Morale,
    /// Whether its mind is tested in place of its morale.
    pub mind: bool,
    /// Rules that are about its weapons: the name and the ability, `None` for all turrets.
    pub of_weapons: Vec<(String, Option<&'static str>)>,
}

impl Profile {
    /// Adds an ability.
    pub fn has(&mut self, ability: &str) {
        if !self.abilities.iter().any(|known| known == ability) {
            self.abilities.push(ability.to_owned());
        }
    }

    /// Sets a figure; if it is given twice it must be the same.
    pub fn figure(&mut self, figure: Figure, number: u32, cell: &str, text: &str, told: &mut Diagnostics) {
        let most = match figure {
            Figure::Transport | Figure::CloseDefences => 100,
            Figure::Shields | Figure::Wounds => 20,
            Figure::PsychicSave => 6,
        };
        let known = self.figures.iter().find(|(known, _)| *known == figure);
        match known {
            Some((_, known)) if *known != number => {
                told.misunderstood(cell, text, text!("elsewhere it says {known}", known));
            }
            Some(_) => {}
            None if !(1..=most).contains(&number) => told.misunderstood(cell, text, text!("from 1 to {most}", most)),
            None => self.figures.push((figure, number)),
        }
    }

    /// Removes a figure that is given better elsewhere.
    pub fn forget(&mut self, figure: Figure) {
        self.figures.retain(|(known, _)| *known != figure);
    }

    /// A figure, if it is given.
    pub fn number(&self, wanted: Figure) -> Option<u32> {
        self.figures.iter().find(|(figure, _)| *figure == wanted).map(|(_, number)| *number)
    }

    /// The lines of its table, with those of its weapons and then the comments.
    pub fn toml(mut self, weapons: Vec<String>, comments: Vec<String>, told: &mut Diagnostics) -> String {
        let mut lines = std::mem::take(&mut self.lines);
        let numbers = [(Figure::Wounds, "wounds"), (Figure::Shields, "shields"), (Figure::Transport, "transport")];
        for (figure, key) in numbers {
            lines.extend(self.number(figure).map(|number| format!("{key} = {number}")));
        }
        lines.extend(self.locations.map(|chart| format!("locations = {}", quoted(chart))));
        if let Some(shots) = self.number(Figure::CloseDefences) {
            self.has(&format!("close-defences {shots}"));
            told.not_simulated(
                "rules",
                &text!("Point Defence at class 3 and larger"),
                mark!("here close defences do nothing to them"),
            );
        }
        if let Some(face) = self.number(Figure::PsychicSave) {
            self.has(&format!("psychic-save {face}+"));
        }
        if self.number(Figure::Wounds).is_some_and(|wounds| wounds > 1) {
            let reason = mark!("here one wound a duel; the reading `duel-wounds = \"margin\"` plays it");
            told.not_simulated("rules", &text!("A wound for each point that a duel is lost by"), reason);
        }
        if !self.abilities.is_empty() {
            lines.push(format!("abilities = {}", list(&self.abilities)));
        }
        lines.extend(weapons);
        if !told.not_simulated.is_empty() {
            lines.push(format!("not-simulated = {}", list(&told.not_simulated)));
        }
        lines.extend(match &self.morale {
            Morale::Needs(face) if self.mind => Some(text!(
                "# Morale, of its formation: {face}; its mind, read as a test on one die",
                face = quoted(face)
            )),
            Morale::Needs(face) => Some(text!("# Morale, of its formation: {face}", face = quoted(face))),
            Morale::Never => Some(text!("# Morale: it takes no tests")),
            Morale::Untold => None,
        });
        if !told.left.is_empty() {
            lines.push(commented(&text!("# Left to the scenario: {notes}", notes = told.left.join(", "))));
        }
        lines.extend(comments);
        lines.join("\n") + "\n"
    }
}
