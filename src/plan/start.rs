//! What a player begins with who has no scenario yet: forces to try, and what may happen between two formations.

/// What a rulebook offers a beginner. In its texts `ATTACKER` and `DEFENDER` stand for the names of the two formations.
#[derive(Clone, Copy, Debug)]
pub struct Starts {
    /// Units, and the formations `attackers` and `defenders`, for who names no army.
    pub forces: &'static str,
    /// A formation of one kind of unit: `NAME`, `UNIT` and `COUNT` stand for what they are.
    pub formation: &'static str,
    /// How many units it has where nobody says.
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
    /// What the attacker wants.
    pub goal: &'static str,
    /// The steps, with remarks.
    pub steps: &'static str,
}
