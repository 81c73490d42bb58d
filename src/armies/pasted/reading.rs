//! From the lines of a list to formations: what is clear is taken, what is not is told.

use super::super::army_file::Keys;
use super::super::normalise::words;
use super::blocks::{Block, Item, blocks};
use super::force::Force;
use super::known::{Army, Card};
use super::lines::lines;
use super::made::{Formation, List, Untold};
use super::names::{Found, is_plural, says_body};
use super::parts::{Index, Thing};
use super::prices::{Price, price};
use super::tokens::Joint;
use battle_odds_words::shown;

/// The most formations that one line may be.
const MOST_ALIKE: u32 = 50;

/// Reads the text of a list of an army.
pub fn read(text: &str, army: &Army) -> List {
    let (rows, whole) = lines(text);
    let index = Index::of(army);
    let found = blocks(&rows, &index);
    let list = List { total: found.total, headings: found.headings, ..List::default() };
    let mut reading = Reading { index, list, keys: Keys::default() };
    for block in &found.all {
        reading.block(block);
    }
    for line in found.long {
        reading.tell(line, "…", mark!("the line is too long"), Vec::new());
    }
    if !whole {
        reading.tell(rows.len() + 1, "…", mark!("the list is too long: what follows is not read"), Vec::new());
    }
    reading.list.headings.sort();
    reading.list.untold.sort_by_key(|untold| untold.line);
    reading.list
}

struct Reading<'a> {
    index: Index<'a>,
    list: List,
    keys: Keys,
}

/// A formation being read.
struct Draft<'a> {
    force: Force<'a>,
    open: Vec<Untold>,
    taken: Vec<(String, String)>,
}

impl Draft<'_> {
    fn tell(&mut self, item: &Item, reason: impl Into<String>, near: Vec<String>) {
        let reason = shown(&reason.into()).into_owned();
        self.open.push(Untold { line: item.line, text: said(item), reason, near });
    }
}

/// An item as typed, with its number.
fn said(item: &Item) -> String {
    item.part.count.map_or_else(|| item.typed.clone(), |count| format!("{count} {}", item.typed))
}

/// Why a name is none of the army.
fn unknown<T>(found: Found<T>) -> (String, Vec<String>) {
    match found {
        Found::Several(names) => (text!("it may be any of these"), names),
        Found::Nothing(near) => (text!("the army has nothing of this name"), near),
        Found::Exactly(_) | Found::Nearly(..) => (text!("it cannot stand here"), Vec::new()),
    }
}

impl<'a> Reading<'a> {
    fn tell(&mut self, line: usize, text: &str, reason: &str, near: Vec<String>) {
        let reason = shown(reason).into_owned();
        self.list.untold.push(Untold { line, text: text.to_owned(), reason, near });
    }

    fn block(&mut self, block: &Block) {
        let Some(head) = block.items.first() else {
            return self.tell(block.line.0, &block.line.1, mark!("there is no name in it"), Vec::new());
        };
        let found = self.index.head(&head.typed, head.part.count);
        let thing = match &found {
            Found::Exactly(thing) | Found::Nearly(thing, _) => Some(*thing),
            _ => None,
        };
        let army = self.index.army;
        let mut taken = Vec::new();
        if let Found::Nearly(_, name) = &found {
            taken.push((head.typed.clone(), name.clone()));
        }
        let card: Option<&'a Card> = match thing {
            Some(Thing::Card(at)) => army.cards.get(at),
            _ => None,
        };
        let mut draft = Draft { force: Force::of(army, card), open: Vec::new(), taken };
        let (times, rest) = match (thing, head.part.count) {
            (Some(Thing::Card(at)), count) => {
                self.written_out(block, at, &mut draft);
                match self.times(head, at) {
                    Some(times) => (times, &block.items[1..]),
                    None => {
                        let reason = text!(
                            "whether {count} formations or {count} units are meant is not said",
                            count = count.unwrap_or_default()
                        );
                        return self.tell(block.line.0, &block.line.1, &reason, Vec::new());
                    }
                }
            }
            (unit, count) => match self.units(block, (unit, count), &mut draft) {
                Ok(rest) => (1, rest),
                Err((reason, near)) => return self.refused(block, (found, reason, near)),
            },
        };
        if !(1..=MOST_ALIKE).contains(&times) {
            let reason = text!("{count} formations of one kind is too many", count = times);
            return self.tell(block.line.0, &block.line.1, &reason, Vec::new());
        }
        for item in rest {
            match times {
                1 => self.further(item, thing, &mut draft),
                _ => draft.tell(
                    item,
                    text!("which of the {count} formations it belongs to is not said", count = times),
                    Vec::new(),
                ),
            }
        }
        if draft.force.groups.is_empty() {
            let reason = mark!("no units of it are left");
            return self.tell(block.line.0, &block.line.1, reason, Vec::new());
        }
        self.formations(block, draft, times);
    }

    /// A line that begins with nothing that is known: a heading, or not understood.
    fn refused(&mut self, block: &Block, (found, reason, near): (Found<Thing>, String, Vec<String>)) {
        let (line, text) = &block.line;
        let is_unknown = matches!(found, Found::Nothing(_) | Found::Several(_));
        let is_bare = block.items.iter().all(|item| item.part.count.is_none());
        if is_bare && (block.surely || block.title && is_unknown) {
            self.list.total = self.list.total.or(block.said);
            self.list.headings.push((*line, text.clone()));
            return;
        }
        self.list.untold.push(Untold { line: *line, text: text.clone(), reason, near });
    }

    /// How many formations of a card a number before its name means: `4 Predators` are the four of one card.
    fn times(&self, head: &Item, at: usize) -> Option<u32> {
        let count = head.part.count.unwrap_or(1);
        match self.index.army.cards[at].groups.first().map_or(1, |group| group.count) {
            _ if count == 1 || says_body(&head.typed) => Some(count),
            1 => Some(count),
            own => (own == count).then_some(1),
        }
    }

    /// Where what follows a card says all that is in it, that stands in place of what the card has.
    fn written_out(&self, block: &Block, at: usize, draft: &mut Draft) {
        let (head, items) = (&block.items[0], &block.items[1..]);
        let Some(first) = self.index.army.cards[at].groups.first() else { return };
        let is_first = |item: &Item| {
            let unit = self.index.unit(&item.typed);
            let is_it = unit.is_some_and(|unit| self.index.army.units[unit].key == first.unit);
            item.part.inside && item.part.count.is_some() && is_it
        };
        let inside: Vec<&Item> = items.iter().filter(|item| item.part.inside).collect();
        let sum =
            |units: Vec<(usize, u32)>| units.into_iter().fold(0, |sum: u32, (_, count)| sum.saturating_add(count));
        let is_all = head.part.count.is_some() && self.composition(head, &inside).map(sum) == head.part.count;
        if is_all || items.iter().any(is_first) {
            draft.force.clear();
        }
    }

    /// The units that a line begins with; what is left of the line.
    fn units<'b>(
        &self,
        block: &'b Block,
        (thing, count): (Option<Thing>, Option<u32>),
        draft: &mut Draft,
    ) -> Result<&'b [Item], (String, Vec<String>)> {
        let (head, rest) = (&block.items[0], &block.items[1..]);
        let inside: Vec<&Item> = rest.iter().filter(|item| item.part.inside).collect();
        if let Some(units) = self.composition(head, &inside) {
            let sum: u32 = units.iter().map(|(_, count)| *count).fold(0, u32::saturating_add);
            if count.is_none_or(|count| count == sum) {
                for (unit, count) in units {
                    draft.force.add(&self.index.army.units[unit].key, count).map_err(|reason| (reason, Vec::new()))?;
                }
                return Ok(&rest[inside.len()..]);
            }
        }
        let Some(Thing::Unit(at)) = thing else {
            let headed = block.headed && count.is_none();
            if headed && inside.iter().any(|item| self.index.unit(&item.typed).is_some()) {
                return Ok(rest);
            }
            return Err(unknown(self.index.head(&head.typed, count)));
        };
        let unit = &self.index.army.units[at];
        let Some(count) = count.or(self.index.army.is_single(unit).then_some(1)) else {
            return Err((text!("how many there are is not said"), Vec::new()));
        };
        draft.force.add(&unit.key, count).map_err(|reason| (reason, Vec::new()))?;
        Ok(rest)
    }

    /// What a line consists of if all of it is said in brackets: `4 Predators (2 Annihilators, 2 Destructors)`.
    fn composition(&self, head: &Item, inside: &[&Item]) -> Option<Vec<(usize, u32)>> {
        let kind = |item: &&Item| {
            let whole = format!("{} {}", head.typed, item.typed);
            Some((self.index.unit(&whole).or_else(|| self.index.unit(&item.typed))?, item.part.count?))
        };
        let all: Option<Vec<_>> = inside.iter().map(kind).collect();
        all.filter(|units| !units.is_empty())
    }

    /// Something further on the line.
    fn further(&mut self, item: &Item, head: Option<Thing>, draft: &mut Draft) {
        if per_each(&item.typed) {
            return draft.tell(item, mark!("how many that is in all is not said"), Vec::new());
        }
        let card = match head {
            Some(Thing::Card(at)) => Some(at),
            _ => None,
        };
        let found = self.index.further(&item.typed, item.part.count, card);
        let thing = match &found {
            Found::Exactly(thing) => *thing,
            Found::Nearly(thing, name) => {
                draft.taken.push((item.typed.clone(), name.clone()));
                *thing
            }
            _ => {
                let (reason, near) = unknown(found);
                return draft.tell(item, reason, near);
            }
        };
        let done = match (thing, item.part.joint) {
            (Thing::Upgrade(_) | Thing::Card(_), Joint::Without) => Err(text!("it cannot be left out")),
            (Thing::Upgrade(at), _) => draft.force.upgrade(at, item.part.count.unwrap_or(1)),
            (Thing::Card(_), _) => Err(text!("it cannot stand here")),
            (Thing::Unit(at), joint) => self.unit_more(item, (at, joint), head, &mut draft.force),
        };
        if let Err(reason) = done {
            draft.tell(item, reason, Vec::new());
        }
    }

    /// Further units: added, among those that are there, or left out.
    fn unit_more(
        &self,
        item: &Item,
        (at, joint): (usize, Joint),
        head: Option<Thing>,
        force: &mut Force,
    ) -> Result<(), String> {
        let unit = &self.index.army.units[at];
        let (here, joins) = (force.has(&unit.key), self.index.army.joins(unit));
        match (joint, item.part.count) {
            (Joint::Without, count) => force.remove(&unit.key, count.unwrap_or(here.max(1))),
            // What the card has already.
            (_, None) if here > 0 && force.card.is_some() => Ok(()),
            (_, None) if !joins && (unit.carries || is_plural(&item.typed)) => {
                Err(text!("how many there are is not said"))
            }
            (Joint::Among, count) => {
                let count = count.unwrap_or(1);
                let kinds = force.groups.iter().filter(|group| !self.carries(&group.unit)).count();
                let first = match (head, force.groups.first()) {
                    (Some(Thing::Unit(head)), _) => self.index.army.units[head].key.clone(),
                    (_, Some(group)) if kinds == 1 => group.unit.clone(),
                    _ => return Err(text!("which units they replace is not said")),
                };
                if joins {
                    return force.add(&unit.key, count);
                }
                if first == unit.key {
                    return Ok(());
                }
                force.remove(&first, count)?;
                force.add(&unit.key, count)
            }
            (_, count) => force.add(&unit.key, count.unwrap_or(1)),
        }
    }

    /// The formations of a block that has been read.
    fn formations(&mut self, block: &Block, draft: Draft, times: u32) {
        let army = self.index.army;
        let Draft { force, open, taken } = draft;
        let Price { said, sum, differs } = price(block, &force, army, times);
        let typed = block.items.first().map_or("", |item| item.typed.as_str());
        let unit = force.groups.first().map_or("", |group| group.unit.as_str());
        let (name, key, rest) = match force.card {
            Some(card) => {
                (card.names.first().map_or(card.key.as_str(), String::as_str), card.key.as_str(), card.rest.clone())
            }
            None => (typed, if block.headed { typed } else { unit }, said_alike(army, unit)),
        };
        for _ in 0..times {
            self.list.formations.push(Formation {
                key: self.keys.give(key),
                name: name.to_owned(),
                line: block.line.clone(),
                of_card: force.card.is_some(),
                groups: force.groups.clone(),
                rest: rest.clone(),
                said,
                sum,
                differs: differs.clone(),
                open: open.clone(),
            });
        }
        for names in taken {
            if !self.list.taken.contains(&names) {
                self.list.taken.push(names);
            }
        }
    }

    fn carries(&self, key: &str) -> bool {
        self.index.army.unit(key).is_some_and(|unit| unit.carries)
    }
}

/// What all cards with these units in the first place say alike, besides their units and points.
fn said_alike(army: &Army, unit: &str) -> Vec<(String, String)> {
    let of_unit = |card: &&Card| card.groups.first().is_some_and(|group| group.unit == unit);
    let mut cards = army.cards.iter().filter(of_unit);
    let Some(first) = cards.next() else { return Vec::new() };
    let others: Vec<&Card> = cards.collect();
    let alike = |said: &&(String, String)| others.iter().all(|card| card.rest.contains(said));
    first.rest.iter().filter(alike).cloned().collect()
}

/// Whether something is said of each of several: `par escouade`, `per squad`.
fn per_each(typed: &str) -> bool {
    let plain = words(typed);
    plain.split(' ').any(|word| ["par", "per", "each", "chaque", "chacun", "chacune"].contains(&word))
}
