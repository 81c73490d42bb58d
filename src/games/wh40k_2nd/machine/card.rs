//! A machine's card as compiled (§15.1): its locations and their damage tables.

use crate::profile::{Facing, Profile};
use crate::values::SaveModifier;
use battle_odds_engine::amount::Amount;
use battle_odds_engine::chart::Chart;

/// A machine's card.
#[derive(Debug)]
pub struct Card {
    /// Its locations, in the order of the die.
    pub locations: Vec<Location>,
    /// The explosions of its tables.
    pub explosions: Vec<Explosion>,
    /// Whether any result of its tables affects passengers.
    pub has_passengers: bool,
    /// Whether any result puts it out of control.
    pub runs_away: bool,
}

/// A location.
#[derive(Debug)]
pub struct Location {
    /// Its key.
    pub name: String,
    /// How many faces of the location die hit it.
    pub faces: u8,
    /// What is hit there.
    pub part: Part,
}

/// What is hit at a location.
#[derive(Debug)]
pub enum Part {
    /// Armour, and the damage table behind it.
    Armour {
        /// Armour value in front.
        front: u8,
        /// At side and rear.
        side: u8,
        /// §15.4.8.
        damage: Table,
    },
    /// A crewman, by his profile.
    Crew(Box<Profile>),
}

/// A damage table: the effects for each answer of a die.
#[derive(Debug)]
pub struct Table {
    /// The die.
    pub chart: Chart,
    /// The effects of its answers.
    pub results: Vec<Vec<Effect>>,
}

/// What a result does.
#[derive(Debug)]
pub enum Effect {
    /// The location is destroyed.
    LocationDestroyed,
    /// The machine is destroyed.
    Destroyed,
    /// It can no longer move.
    Immobilised,
    /// §15.3.6.
    OutOfControl,
    /// This many of the crew are dead.
    Crew(Amount),
    /// Each of the crew is dead on this face.
    CrewOn(u8),
    /// All of the crew are dead.
    CrewAll,
    /// One of these weapons of the machine, the first that still works, is destroyed.
    Weapon(Vec<usize>),
    /// Each of the passengers is dead on this face; 0 means all are.
    Passengers(u8),
    /// Another table.
    Roll(Table),
    /// The explosion with this index among those of the card.
    Explosion(usize),
}

/// An explosion (§15.5.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explosion {
    /// Its strength.
    pub s: Amount,
    /// The wounds of a hit.
    pub damage: Amount,
    /// Save modifier.
    pub save: SaveModifier,
    /// Its radius in mm.
    pub radius: u32,
}

impl Card {
    /// The index of a location.
    pub fn location(&self, name: &str) -> Option<usize> {
        self.locations.iter().position(|location| location.name == name)
    }
}

impl Part {
    /// Its armour value on a side; none if it is a crewman.
    pub fn armour(&self, facing: Facing) -> Option<u8> {
        match (self, facing) {
            (Part::Armour { front, .. }, Facing::Front) => Some(*front),
            (Part::Armour { side, .. }, Facing::Side) => Some(*side),
            (Part::Crew(_), _) => None,
        }
    }
}
