//! What is reported of one unit in addition to its profile.

use super::rulebook::Rulebook;
use super::sheet::Remark;
use battle_odds_words::shown;

/// What was found while a sheet was read.
#[derive(Clone, Debug)]
pub struct Diagnostics<'a> {
    /// Cells, or parts of cells, that are not in the profile.
    pub problems: Vec<Remark>,
    /// Misprints with only one possible meaning, and how they were read.
    pub repaired: Vec<Remark>,
    /// What the profile has but the simulated rules do not play, in the words of the list.
    pub not_simulated: Vec<String>,
    /// What the scenario says, or no die depends on: a remark in the army file.
    pub left: Vec<String>,
    /// How many problems mean that something was not understood, or could not be written down.
    pub misunderstood: usize,
    /// The list's own rules.
    rules: &'a Rulebook,
}

impl<'a> Diagnostics<'a> {
    /// Empty, with the list's own rules.
    pub fn of(rules: &'a Rulebook) -> Diagnostics<'a> {
        Diagnostics {
            problems: Vec::new(),
            repaired: Vec::new(),
            not_simulated: Vec::new(),
            left: Vec::new(),
            misunderstood: 0,
            rules,
        }
    }

    /// Whether a note is the name of one of the list's own rules, or one of them mentions it.
    pub fn is_rule(&self, note: &str) -> bool {
        self.rules.about(note).is_some()
    }

    /// A note that one of the list's own rules explains.
    pub fn rule(&mut self, cell: &str, note: &str, whose: &str) {
        let title = self.rules.about(note).unwrap_or_default().to_owned();
        let text = if whose.is_empty() { note.to_owned() } else { format!("{note} ({whose})") };
        self.not_simulated(cell, &text, text!("a special rule of the list, explained in its rule `{title}`", title));
    }

    /// The text of the list's rule that a note names.
    pub fn rule_text(&self, note: &str) -> Option<&'a str> {
        self.rules.text(note)
    }

    /// Adds what was reported of a part.
    pub fn absorb(&mut self, part: Diagnostics) {
        self.misunderstood += part.misunderstood;
        for remark in part.problems {
            if !self.problems.contains(&remark) {
                self.problems.push(remark);
            }
        }
        for text in part.left {
            self.left(&text);
        }
        for remark in part.repaired {
            if !self.repaired.contains(&remark) {
                self.repaired.push(remark);
            }
        }
    }

    /// Reports something in a cell that was not understood.
    pub fn misunderstood(&mut self, cell: &str, text: &str, reason: impl Into<String>) {
        self.misunderstood += 1;
        self.problems.push(Remark::new(cell, text, text!("not understood: {reason}", reason = shown(&reason.into()))));
        self.not_simulated.push(format!("{cell}: {text} (not understood)"));
    }

    /// The rules of the list.
    pub fn rulebook(&self) -> &'a Rulebook {
        self.rules
    }

    /// Reports something that is understood, and kept by name, but not simulated.
    pub fn not_simulated(&mut self, cell: &str, text: &str, reason: impl Into<String>) {
        if !self.not_simulated.iter().any(|told| told == text) {
            self.problems.push(Remark::new(
                cell,
                text,
                text!("not simulated: {reason}", reason = shown(&reason.into())),
            ));
            self.not_simulated.push(text.to_owned());
        }
    }

    /// Reports a misprint with one possible meaning.
    pub fn repaired(&mut self, cell: &str, text: &str, read: impl Into<String>) {
        let remark = Remark::new(cell, text, read);
        if !self.repaired.contains(&remark) {
            self.repaired.push(remark);
        }
    }

    /// Keeps something that the scenario says, or no die depends on.
    pub fn left(&mut self, text: &str) {
        if !self.left.iter().any(|left| left == text) {
            self.left.push(text.to_owned());
        }
    }
}
