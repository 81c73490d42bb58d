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

/// The remarks in these texts, a line each, for `new` to say in the reader's language.
pub const REMARKS: &[&str] = &[
    mark!("Profiles as on the sheet of the army list. Leave `armour` out for none."),
    mark!("Profiles as on the unit pages. Leave `save` out for none."),
    mark!("Weapons and profiles as on their cards."),
    mark!("Who takes part."),
    mark!("Who takes part. Beside `count` a group may have cover = \"ruins\", \"woods\", …"),
    mark!("Who takes part. Beside `count` a group may have stands = 2: what is left of it."),
    mark!("Who takes part. `morale` is the morale score, 1 to 12."),
    mark!("Also: mode = \"firefight\", support = [\"…\"] (who helps with firefights), crossfire = true."),
    mark!("Also: order = \"sustained\" or \"double\", crossfire = true, moving = true."),
    mark!("Also: cover = \"defended\" or \"fortified\"."),
    mark!("Also: cover = \"defended\" or \"fortified\", rounds = 1."),
    mark!("Also: cover = \"soft\" or \"hard\", moved = true."),
    mark!("Also: elite = { ATTACKER = 2 }, Elite dice."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::SYSTEMS;

    #[test]
    fn every_remark_stands_in_the_list() {
        let starts = || SYSTEMS.iter().filter_map(|system| system.starts);
        let steps = starts().flat_map(|starts| starts.starts.iter().map(|start| start.steps));
        let texts: Vec<&str> = starts().flat_map(|starts| [starts.forces, starts.formation]).chain(steps).collect();
        let said = || texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("# "));
        assert_eq!(said().find(|remark| !REMARKS.contains(remark)), None);
        assert_eq!(REMARKS.iter().find(|remark| !said().any(|said| said == **remark)), None);
    }
}
