//! Cards of a catalogue: entries that hold fixed numbers of models are formations as they are sold.

use super::army_file::{Entry, Keys};
use super::element::Element;
use super::formation::Formation;
use super::games::Game;
use super::kit::at_least;
use super::library::Library;
use super::points::is_points;
use super::scope::rules_of;
use super::sheet::Remark;
use super::variants::{Place, profiles_on, units_below};
use crate::words::shown;
use std::collections::HashMap;

/// How deep entries of a card may lie, and the most models of one kind that are believed.
const DEEPEST: usize = 12;
const MOST: u32 = 500;

/// The formations of the cards of the first file; and the cards that are none, with the reason.
pub fn cards(
    library: &Library,
    game: &Game,
    units: &[Entry],
    places: &HashMap<Place, usize>,
) -> (Vec<Formation>, Vec<Remark>) {
    let (mut formations, mut remarks) = (Vec::new(), Vec::new());
    let mut keys = Keys::default();
    let Some(root) = library.roots.first() else { return (formations, remarks) };
    let own = root.listed("selectionEntries").map(|entry| (entry, None));
    let linked =
        root.listed("entryLinks").filter_map(|link| Some((library.find(link.attribute("targetId"))?, Some(link))));
    for (entry, link) in own.chain(linked).filter(|(entry, _)| entry.name == "selectionEntry") {
        if units_below(entry, library, game).is_empty() || is_hidden(entry, link) {
            continue;
        }
        let name = link.unwrap_or(entry).attribute("name").trim();
        let mut card = Card { library, game, units, places, formation: Formation::default(), open: Vec::new() };
        name.clone_into(&mut card.formation.name);
        card.entry(entry, link, 1, 0);
        let Card { mut formation, open, .. } = card;
        if let Some(reason) = open.first() {
            remarks.push(Remark::new(
                "card",
                name,
                text!("not simulated: no formation of its own, for {reason}", reason = shown(reason)),
            ));
            continue;
        }
        formation.rules_of_card(entry, link, library);
        let table = (game.formation)(&formation);
        for (key, reason) in table.remarks {
            formation.tell(key, name, text!("not understood: {reason}", reason = shown(&reason)));
        }
        let Some(body) = table.body else { continue };
        formation.comments.splice(0..0, table.comments);
        formation.body = body;
        formation.key = keys.give(name);
        remarks.extend(formation.remarks.iter().map(|(_, remark)| remark.clone()));
        formations.push(formation);
    }
    (formations, remarks)
}

impl Formation {
    /// The rules of a whole card, by name.
    fn rules_of_card(&mut self, entry: &Element, link: Option<&Element>, library: &Library) {
        let rules = [Some(entry), link].into_iter().flatten().flat_map(|part| rules_of(part, &Vec::new(), library));
        let names: Vec<String> = rules.map(|rule| rule.name).collect();
        if !names.is_empty() {
            self.comments.push(text!("Rules of the card: {names}", names = names.join(", ")));
        }
    }
}

/// A card as it is read.
struct Card<'a, 'b> {
    library: &'b Library<'a>,
    game: &'b Game,
    units: &'b [Entry],
    places: &'b HashMap<Place, usize>,
    formation: Formation,
    /// Why it is no formation.
    open: Vec<String>,
}

impl<'a> Card<'a, '_> {
    /// An entry that is taken so many times.
    fn entry(&mut self, entry: &'a Element, link: Option<&'a Element>, times: u32, depth: usize) {
        if depth > DEEPEST || times > MOST {
            self.open.push(mark!("it holds more than is believed").into());
            return;
        }
        self.costs(entry, link, times);
        for profile in profiles_on(entry, self.library) {
            if (self.game.is_unit)(&self.library.sheet(profile)) {
                self.unit(profile, entry, times);
            }
        }
        for part in link.into_iter().chain([entry]) {
            self.inside(part, times, depth);
        }
    }

    fn costs(&mut self, entry: &Element, link: Option<&Element>, times: u32) {
        // A link that tells costs tells them in place of the entry's.
        let told = link.filter(|link| link.listed("costs").next().is_some()).unwrap_or(entry);
        for cost in told.listed("costs") {
            let value = cost.attribute("value");
            if is_points(cost) {
                let points: f64 = value.trim().parse().unwrap_or(0.0);
                let points = (points.clamp(0.0, 100_000.0) as u32).saturating_mul(times);
                self.formation.points = self.formation.points.saturating_add(points).min(100_000);
            } else {
                self.formation.costs_also(cost.attribute("name"), value, times);
            }
        }
    }

    fn unit(&mut self, profile: &Element, entry: &Element, times: u32) {
        let place = (std::ptr::from_ref(profile), std::ptr::from_ref(entry));
        let unit = self.places.get(&place).and_then(|unit| self.units.get(*unit));
        let Some(unit) = unit.filter(|unit| unit.unit.body.is_some()) else {
            self.open.push(text!("`{name}` could not be imported", name = profile.attribute("name").trim()));
            return;
        };
        match self.formation.units.iter_mut().find(|(key, _)| *key == unit.key) {
            Some((_, count)) => *count = count.saturating_add(times).min(MOST),
            None => {
                self.formation.units.push((unit.key.clone(), times));
                self.formation.morale.push((unit.key.clone(), unit.unit.morale.clone()));
            }
        }
    }

    /// What can be taken in an entry or a group.
    fn inside(&mut self, element: &'a Element, times: u32, depth: usize) {
        let library = self.library;
        let own = ["selectionEntries", "selectionEntryGroups"].into_iter().flat_map(|list| element.listed(list));
        let linked = element.listed("entryLinks");
        let linked = linked.filter_map(|link| Some((library.find(link.attribute("targetId"))?, Some(link))));
        for (target, link) in own.map(|target| (target, None)).chain(linked) {
            if is_hidden(target, link) {
                continue;
            }
            if units_below(target, library, self.game).is_empty() {
                self.option(target);
                continue;
            }
            let name = link.unwrap_or(target).attribute("name").trim().to_owned();
            let (least, most) = bounds(target, link);
            let free = target.name == "selectionEntryGroup" && (least, most) == (0, None);
            match (least, most) {
                _ if free => self.inside(target, times, depth + 1),
                (0, Some(0)) => {}
                (0, Some(_)) => self.formation.comments.push(text!("May be added: {name}", name)),
                (least, Some(most)) if least == most && target.name == "selectionEntry" => {
                    self.entry(target, link, times.saturating_mul(least), depth + 1);
                }
                (least, Some(most)) if least == most && choices(target) == 1 => {
                    self.only(target, times.saturating_mul(least), depth + 1);
                }
                _ => self.open.push(text!("the player chooses how many of `{name}` there are", name)),
            }
        }
    }

    /// Something that is no unit: its price is not in that of the card.
    fn option(&mut self, target: &Element) {
        let library = self.library;
        let sells = |cost: &Element| {
            is_points(cost) && cost.attribute("value").trim().parse::<f64>().is_ok_and(|value| value > 0.0)
        };
        let mut costs = false;
        target.walk(&mut |element| {
            let linked = library.find(element.attribute("targetId")).filter(|_| element.name == "entryLink");
            costs |= element.name == "cost" && sells(element);
            costs |= linked.is_some_and(|entry| entry.listed("costs").any(sells));
        });
        let told = text!("What is chosen for its units costs points besides.");
        if costs && !self.formation.comments.contains(&told) {
            self.formation.comments.push(told);
        }
    }

    /// The only entry of a group of which so many are taken.
    fn only(&mut self, group: &'a Element, times: u32, depth: usize) {
        if let Some(entry) = group.listed("selectionEntries").next() {
            return self.entry(entry, None, times, depth);
        }
        let link = group.listed("entryLinks").next();
        match link.and_then(|link| self.library.find(link.attribute("targetId"))) {
            Some(entry) if entry.name == "selectionEntry" => self.entry(entry, link, times, depth),
            _ => self.open.push(mark!("a group in it holds groups").into()),
        }
    }
}

/// How many things a group offers.
fn choices(group: &Element) -> usize {
    ["selectionEntries", "selectionEntryGroups", "entryLinks"].into_iter().flat_map(|list| group.listed(list)).count()
}

fn is_hidden(entry: &Element, link: Option<&Element>) -> bool {
    [Some(entry), link].into_iter().flatten().any(|part| part.attribute("hidden") == "true")
}

/// How many of something are taken at least, and at most if that is told; nothing certain where the list changes it.
fn bounds(target: &Element, link: Option<&Element>) -> (u32, Option<u32>) {
    let parts = || link.into_iter().chain([target]);
    let ids: Vec<&str> =
        parts().flat_map(|part| part.listed("constraints")).map(|constraint| constraint.attribute("id")).collect();
    let changes = |modifier: &Element| ids.contains(&modifier.attribute("field"));
    if parts().flat_map(|part| part.listed("modifiers")).any(changes) {
        return (1, None);
    }
    let least = parts().map(at_least).max().unwrap_or(0);
    (least, parts().filter_map(at_most).min())
}

/// How many of something may be taken at most.
fn at_most(element: &Element) -> Option<u32> {
    let is_one = |constraint: &&Element| {
        constraint.attribute("type") == "max"
            && constraint.attribute("field") == "selections"
            && constraint.attribute("scope") == "parent"
    };
    let values = element.listed("constraints").filter(is_one);
    let values = values.filter_map(|constraint| constraint.attribute("value").parse::<f64>().ok());
    values.filter(|value| *value >= 0.0).map(|value| value as u32).min()
}
