//! What is told of one unit besides its profile.

use super::super::plain::words;
use super::super::sheet::{Remark, Rule};
use super::notes::parameter;

/// What was met while a sheet was read.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Cells, or parts of cells, that are not in the profile.
    pub problems: Vec<Remark>,
    /// Slips of the pen that have but one meaning, and what was read.
    pub repaired: Vec<Remark>,
    /// What the profile has and the rules as simulated do not play: in the words of the list.
    pub not_simulated: Vec<String>,
    /// What the scenario tells, or what no die depends on: a remark in the army file.
    pub left: Vec<String>,
    /// How many problems mean that something was not understood, or could not be written down.
    pub misunderstood: usize,
    /// The names of the list's own rules, made comparable.
    rules: Vec<String>,
}

/// A name without its number, its plural and its brackets: `Brood (2)`, `Broods`.
fn bare(name: &str) -> String {
    let (name, _) = parameter(name);
    name.split(' ').map(|word| word.trim_end_matches(['s', '.'])).collect::<Vec<_>>().join(" ")
}

impl Told {
    /// Nothing yet; these are the rules that the list has.
    pub fn of(rules: &[Rule]) -> Told {
        let rules = rules.iter().map(|rule| bare(&rule.name)).filter(|name| !name.is_empty()).collect();
        Told { rules, ..Told::default() }
    }

    /// Whether a note is the name of one of the list's own rules.
    pub fn is_rule(&self, note: &str) -> bool {
        let name = bare(note);
        let alone = |rule: &String| *rule == name || rule.split(" and ").any(|part| part == name);
        // `Brood 2`: its number without brackets.
        let unnumbered = words(&name);
        let unnumbered = unnumbered.trim_end_matches(|c: char| c.is_ascii_digit() || c == '+').trim_end();
        !name.is_empty() && (self.rules.iter().any(alone) || self.rules.iter().any(|rule| rule == unnumbered))
    }

    /// Something in a cell was not understood.
    pub fn misunderstood(&mut self, cell: &str, text: &str, reason: impl Into<String>) {
        self.misunderstood += 1;
        self.problems.push(Remark::new(cell, text, format!("not understood: {}", reason.into())));
        self.not_simulated.push(format!("{cell}: {text}"));
    }

    /// Something is understood, and kept by name, but not simulated.
    pub fn not_simulated(&mut self, cell: &str, text: &str, reason: impl Into<String>) {
        if !self.not_simulated.iter().any(|told| told == text) {
            self.problems.push(Remark::new(cell, text, format!("not simulated: {}", reason.into())));
            self.not_simulated.push(text.to_owned());
        }
    }

    /// A slip of the pen with one meaning.
    pub fn repaired(&mut self, cell: &str, text: &str, read: impl Into<String>) {
        let remark = Remark::new(cell, text, read);
        if !self.repaired.contains(&remark) {
            self.repaired.push(remark);
        }
    }

    /// Something the scenario tells, or no die depends on.
    pub fn left(&mut self, text: &str) {
        if !self.left.iter().any(|left| left == text) {
            self.left.push(text.to_owned());
        }
    }
}
