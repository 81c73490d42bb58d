//! Scenarios for beginners: forces to try, and what may happen between two formations.

use battle_odds_scenario::Node;

/// What a rulebook offers a beginner. In its texts `ATTACKER` and `DEFENDER` stand for the names of the two formations.
#[derive(Clone, Copy, Debug)]
pub struct Starts {
    /// Units, and the formations `attackers` and `defenders`, for players who name no army.
    pub forces: &'static str,
    /// The default number of units of a formation.
    pub count: u64,
    /// What else every formation needs.
    pub needed: Option<Needed>,
    /// Whether a unit with this profile, if it is known, can fight in any of the beginnings.
    pub can_begin: fn(&Node) -> bool,
    /// Whether English players measure this game in inches.
    pub in_inches: bool,
    /// What may happen.
    pub starts: &'static [Start],
}

/// What every formation needs besides its units, and a list of the army may leave open.
#[derive(Clone, Copy, Debug)]
pub struct Needed {
    /// Its key: `initiative`.
    pub key: &'static str,
    /// The question, for the formation `{name}`.
    pub question: &'static str,
    /// What a player is likely to answer, if no list is known.
    pub usual: &'static str,
    /// What all formations of an army have, by words of the army's title.
    pub known: &'static [(&'static str, &'static str)],
    /// An answer as it is written in a file.
    pub read: fn(&str) -> Option<String>,
}

/// One thing that may happen.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Its name: that of its step, or of its steps.
    pub key: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The attacker's goal; `THIRD` stands for a third of the defenders.
    pub goal: &'static str,
    /// The goal in words.
    pub wanted: &'static str,
    /// The usual distance in cm, `RANGE` in the steps, if there is one.
    pub range: Option<u16>,
    /// The steps, with remarks.
    pub steps: &'static str,
}
