//! The army that a list is of: its units, and the cards that it sells.

use super::super::games::{GAMES, Game};

/// An army as far as a list needs it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Army {
    /// Its title.
    pub title: String,
    /// The key of its game.
    pub system: String,
    /// Its units.
    pub units: Vec<Unit>,
    /// Its formations as they are sold.
    pub cards: Vec<Card>,
}

/// A unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// Its key.
    pub key: String,
    /// Its names, the one to be shown first.
    pub names: Vec<String>,
    /// What one costs, if the army says it.
    pub points: Option<u32>,
    /// Its type, as its army file says.
    pub kind: String,
    /// Whether it carries others: as many of it are taken as are needed.
    pub carries: bool,
}

/// So many units in a formation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The key of the unit.
    pub unit: String,
    /// How many.
    pub count: u32,
    /// The key of the character that joined one of them.
    pub character: Option<String>,
    /// What else the army says of the group, as in its file: `, cover = "ruins"`.
    pub rest: String,
}

/// A formation as it is sold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// Its key.
    pub key: String,
    /// Its names, the one to be shown first.
    pub names: Vec<String>,
    /// What it costs.
    pub points: Option<u32>,
    /// What is in it.
    pub groups: Vec<Group>,
    /// What else the army says of it: keys, and values as in its file.
    pub rest: Vec<(String, String)>,
    /// What may be added.
    pub upgrades: Vec<Upgrade>,
}

/// What may be added to a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Upgrade {
    /// Its key.
    pub key: String,
    /// Its names, the one to be shown first.
    pub names: Vec<String>,
    /// What it costs each time.
    pub points: i64,
    /// What it adds: units, and how many.
    pub units: Vec<(String, u32)>,
    /// The character that it adds.
    pub character: Option<String>,
    /// The unit that the character joins; else one of the first.
    pub joins: Option<String>,
    /// The units that it replaces, and how many.
    pub instead_of: Vec<(String, u32)>,
    /// How many of it together replace that once.
    pub per: u32,
}

impl Army {
    /// Whether a unit joins another one, as a character of Epic does.
    pub fn joins(&self, unit: &Unit) -> bool {
        self.game().is_some_and(|game| game.joining.contains(&unit.kind.as_str()))
    }

    /// Whether there is one of a unit where no number is said.
    pub fn is_single(&self, unit: &Unit) -> bool {
        self.game().is_some_and(|game| game.single.contains(&unit.kind.as_str()))
    }

    fn game(&self) -> Option<&'static Game> {
        GAMES.iter().find(|game| game.key == self.system)
    }

    /// The unit with a key.
    pub fn unit(&self, key: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.key == key)
    }
}
