//! Scenarios for beginners: forces to try, and what may happen between two formations.

/// What a rulebook offers a beginner. In its texts `ATTACKER` and `DEFENDER` stand for the names of the two formations.
#[derive(Clone, Copy, Debug)]
pub struct Starts {
    /// Units, and the formations `attackers` and `defenders`, for players who name no army.
    pub forces: &'static str,
    /// A formation of one kind of unit, with the placeholders `NAME`, `UNIT` and `COUNT`.
    pub formation: &'static str,
    /// The default number of its units.
    pub count: u64,
    /// What may happen.
    pub starts: &'static [Start],
}

/// One thing that may happen.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Its name: that of its step, or of its steps.
    pub key: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The attacker's goal.
    pub goal: &'static str,
    /// The steps, with remarks.
    pub steps: &'static str,
}
