//! §1.12.10, §2.1.7: hits on several formations that fight as one are shared among them as their player chooses.

/// How a player shares hits among his formations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// On units in contact first, of any formation, in the order in which the formations are named.
    #[default]
    InOrder,
    /// One on each formation in turn, while it has a unit to take it.
    Evenly,
    /// On these formations one after the other: on all fighting units of the first, then on the next.
    OneByOne(Vec<usize>),
}

/// How near the enemy units of a fighter are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Near {
    /// In contact.
    Contact,
    /// Within 15 cm.
    Firefight,
    /// Anywhere: only extra hits reach them (§1.12.7 Q).
    Anywhere,
}

impl Near {
    /// From the nearest on.
    pub const ALL: [Near; 3] = [Near::Contact, Near::Firefight, Near::Anywhere];
}

impl Sharing {
    /// The places of fighters of these formations, from the first to be hit to the last.
    pub fn places(&self, formations: &[usize]) -> Vec<(usize, Near)> {
        let mut places: Vec<(usize, Near)> =
            Near::ALL.into_iter().flat_map(|near| (0..formations.len()).map(move |fighter| (fighter, near))).collect();
        if let Sharing::OneByOne(told) = self {
            // Formations that are not named follow in order.
            let turn = |fighter: usize| told.iter().position(|&told| told == formations[fighter]).unwrap_or(usize::MAX);
            places.sort_by_key(|&(fighter, near)| (turn(fighter), near as usize, fighter));
        }
        places
    }
}
