//! What a list becomes: formations, and what was not understood.

use super::known::Group;

/// Something that was not understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Untold {
    /// The number of the line, from 1.
    pub line: usize,
    /// What it is about, as typed.
    pub text: String,
    /// Why.
    pub reason: String,
    /// Names of the army that are near.
    pub near: Vec<String>,
}

/// A formation of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Formation {
    /// Its key.
    pub key: String,
    /// Its name: that of the card, else as typed.
    pub name: String,
    /// The number of its line, from 1, and what it says.
    pub line: (usize, String),
    /// Whether it is a card of the army.
    pub of_card: bool,
    /// Its units.
    pub groups: Vec<Group>,
    /// What the cards of the army say of it: keys, and values as in an army file.
    pub rest: Vec<(String, String)>,
    /// The points that the list says.
    pub said: Option<u32>,
    /// The points that the army says.
    pub sum: Option<u32>,
    /// What its points in the list are not.
    pub differs: Vec<String>,
    /// What of it was not understood.
    pub open: Vec<Untold>,
}

impl Formation {
    /// Its points: those of the list, else those of the army.
    pub fn points(&self) -> Option<u32> {
        self.said.or(self.sum)
    }
}

/// A list that has been read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// Its total, as it says.
    pub total: Option<u32>,
    /// Its formations.
    pub formations: Vec<Formation>,
    /// Lines that are no formation.
    pub untold: Vec<Untold>,
    /// Lines taken for headings, by number.
    pub headings: Vec<(usize, String)>,
    /// Names that are spelled otherwise in the army: as typed, and as there.
    pub taken: Vec<(String, String)>,
}
