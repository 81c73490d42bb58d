//! What the parts of a line are: cards of the army, its units, what may be added to a card.

use super::super::normalise::words;
use super::known::{Army, Card};
use super::lines::{Line, Part};
use super::names::{Found, Names, says_body};

/// What a name means, by its place in the army.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Thing {
    /// A card.
    Card(usize),
    /// A unit.
    Unit(usize),
    /// What may be added to a card.
    Upgrade(usize),
}

/// All names of an army.
pub struct Index<'a> {
    /// The army.
    pub army: &'a Army,
    cards: Names<Thing>,
    units: Names<Thing>,
    upgrades: Vec<Names<Thing>>,
}

impl<'a> Index<'a> {
    /// The names of an army.
    pub fn of(army: &'a Army) -> Index<'a> {
        let none = || Names::of(&army.title);
        let mut index = Index { army, cards: none(), units: none(), upgrades: Vec::new() };
        let names = |names: &'a [String], key: &'a str| names.iter().map(String::as_str).chain([key]);
        for (at, card) in army.cards.iter().enumerate() {
            index.cards.add(names(&card.names, &card.key), &Thing::Card(at));
            let mut upgrades = none();
            for (at, upgrade) in card.upgrades.iter().enumerate() {
                upgrades.add(names(&upgrade.names, &upgrade.key), &Thing::Upgrade(at));
            }
            index.upgrades.push(upgrades);
        }
        for (at, unit) in army.units.iter().enumerate() {
            index.units.add(names(&unit.names, &unit.key), &Thing::Unit(at));
        }
        index
    }

    /// The parts of a line; what stands on both sides of an `and` or a comma is one part if the army has that name.
    pub fn split(&self, line: &Line) -> Vec<Part> {
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < line.parts.len() {
            let alone = |other: &usize| line.parts[at + 1..=*other].iter().all(|part| part.count.is_none());
            let joined = |other: usize| Part {
                name: line.parts[at].name.start..line.parts[other].name.end,
                points: line.parts[other].points,
                each: line.parts[other].each,
                ..line.parts[at].clone()
            };
            let last = (at + 1..line.parts.len().min(at + 4)).rev().filter(alone).find(|other| {
                let name = line.name(&joined(*other)).to_owned();
                self.cards.has(&name)
                    || self.units.has(&name)
                    || self.upgrades.iter().any(|upgrades| upgrades.has(&name))
            });
            parts.push(last.map_or_else(|| line.parts[at].clone(), joined));
            at = last.unwrap_or(at) + 1;
        }
        parts
    }

    /// Whether a line begins with the name of a card, and no number of something else.
    pub fn is_card(&self, line: &Line) -> bool {
        let Some(part) = line.parts.first() else { return false };
        matches!(
            self.head(line.name(part), part.count),
            Found::Exactly(Thing::Card(_)) | Found::Nearly(Thing::Card(_), _)
        )
    }

    /// Whether the line below a heading may say what is in it: of a card, its first unit.
    pub fn may_hold(&self, head: &Line, line: &Line) -> bool {
        let Some(part) = head.parts.first() else { return false };
        let (Found::Exactly(Thing::Card(card)) | Found::Nearly(Thing::Card(card), _)) =
            self.head(head.name(part), part.count)
        else {
            return true;
        };
        let first = self.army.cards[card].groups.first();
        line.parts.iter().any(|part| {
            let unit = self.unit(line.name(part));
            unit.is_some_and(|unit| first.is_some_and(|first| first.unit == self.army.units[unit].key))
        })
    }

    /// Whether a line with points below another with points is a formation of its own: it begins with the name of a card.
    pub fn is_formation(&self, head: &Line, line: &Line) -> bool {
        let is_card = |line: &Line| {
            line.parts.first().is_some_and(|part| matches!(self.cards.find(line.name(part)), Found::Exactly(_)))
        };
        head.points.is_some() && line.points.is_some() && is_card(line)
    }

    /// The unit of a name, if it is one.
    pub fn unit(&self, typed: &str) -> Option<usize> {
        match self.units.find(typed) {
            Found::Exactly(Thing::Unit(unit)) | Found::Nearly(Thing::Unit(unit), _) => Some(unit),
            _ => None,
        }
    }

    /// What a line begins with: where no number is said, or a body of troops is, rather a card than a unit.
    pub fn head(&self, typed: &str, count: Option<u32>) -> Found<Thing> {
        let card_first = count.is_none_or(|count| count == 1) || says_body(typed);
        let (card, unit) = (self.cards.find(typed), self.units.find(typed));
        let sold_alone = |card: &Card, unit: usize| matches!(&card.groups[..], [group] if group.count == 1 && group.unit == self.army.units[unit].key);
        let alone = match (&card, &unit) {
            (Found::Exactly(Thing::Card(card)), Found::Exactly(Thing::Unit(unit))) => {
                sold_alone(&self.army.cards[*card], *unit)
            }
            _ => false,
        };
        match unit {
            _ if card_first || alone => better(card, unit),
            Found::Exactly(_) | Found::Nearly(..) => unit,
            _ => better(unit, card),
        }
    }

    /// What is added to a card, or to units.
    pub fn further(&self, typed: &str, count: Option<u32>, card: Option<usize>) -> Found<Thing> {
        let unit = self.units.find(typed);
        let Some(card) = card else { return unit };
        let upgrade = self.upgrades[card].find(typed);
        // `2 Hunters`, where the upgrade is one: two times the upgrade; where it is four, two units.
        if let (Found::Exactly(Thing::Upgrade(at)), Some(count), Found::Exactly(Thing::Unit(_))) =
            (&upgrade, count, &unit)
        {
            let of_upgrade: u32 = self.army.cards[card].upgrades[*at].units.iter().map(|(_, count)| count).sum();
            if of_upgrade > 1 && of_upgrade != count {
                return unit;
            }
        }
        better(upgrade, unit)
    }

    /// The name of a thing.
    pub fn name(&self, thing: Thing, card: Option<usize>) -> &str {
        let (names, key) = match (thing, card) {
            (Thing::Card(at), _) => (&self.army.cards[at].names, self.army.cards[at].key.as_str()),
            (Thing::Unit(at), _) => (&self.army.units[at].names, self.army.units[at].key.as_str()),
            (Thing::Upgrade(at), Some(card)) => {
                let upgrade = &self.army.cards[card].upgrades[at];
                (&upgrade.names, upgrade.key.as_str())
            }
            (Thing::Upgrade(_), None) => return "",
        };
        names.first().map_or(key, String::as_str)
    }
}

/// The surer of two answers; of two alike the first.
fn better(first: Found<Thing>, second: Found<Thing>) -> Found<Thing> {
    let rank = |found: &Found<Thing>| match found {
        Found::Exactly(_) => 0,
        Found::Nearly(..) => 1,
        Found::Several(_) => 2,
        Found::Nothing(_) => 3,
    };
    match (rank(&first), rank(&second)) {
        (3, 3) => match (first, second) {
            (Found::Nothing(mut near), Found::Nothing(more)) => {
                more.into_iter().for_each(|name| {
                    if !near.iter().any(|known| words(known) == words(&name)) {
                        near.push(name);
                    }
                });
                Found::Nothing(near)
            }
            (first, _) => first,
        },
        (one, other) if other < one => second,
        _ => first,
    }
}
