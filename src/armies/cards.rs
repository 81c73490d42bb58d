//! Cards of a catalogue: entries that contain fixed numbers of models are formations as they are sold.

use super::army_file::{Entry, Keys};
use super::bounds::Bounds;
use super::counted::{Counted, counted};
use super::element::Element;
use super::formation::Formation;
use super::games::Game;
use super::library::Library;
use super::points::{Points, costs, is_points};
use super::roster::of_formations;
use super::scope::rules_of;
use super::sheet::Remark;
use super::squad::is_squad;
use super::variants::{Place, profiles_on, units_below};
use super::ways::{MOST_WAYS, Ways};
use battle_odds_words::shown;
use std::collections::HashMap;

/// How deeply entries of a card may be nested, and the most models of one kind that are plausible.
const DEEPEST: usize = 12;
const MOST: u32 = 500;

/// The formations of the cards of the first file; and the cards that are not formations, with the reason.
pub fn cards(
    library: &Library,
    game: &Game,
    units: &[Entry],
    places: &HashMap<Place, usize>,
) -> (Vec<Formation>, Vec<Remark>) {
    let (mut formations, mut remarks): (Vec<Formation>, Vec<Remark>) = (Vec::new(), Vec::new());
    let mut keys = Keys::default();
    let Some(root) = library.roots.first() else { return (formations, remarks) };
    let rules = rules_of(root, &Vec::new(), library);
    let army =
        Formation { initiative: (game.initiative)(&rules), rules: of_formations(game, &rules), ..Formation::default() };
    let own = root.listed("selectionEntries").map(|entry| (entry, None));
    let linked =
        root.listed("entryLinks").filter_map(|link| Some((library.find(link.attribute("targetId"))?, Some(link))));
    let mut untold = Untold::default();
    for (entry, link) in own.chain(linked).filter(|(entry, _)| entry.name == "selectionEntry") {
        if units_below(entry, library, game).is_empty() || is_hidden(entry, link) {
            continue;
        }
        let name = named(entry, link);
        let taken = match ways_of((library, game, units, places), &army, (entry, link)) {
            Ok(taken) => taken,
            Err(reason) => {
                let reason = text!("not simulated: no formation of its own, for {reason}", reason = shown(&reason));
                remarks.push(Remark::new("card", name, reason));
                continue;
            }
        };
        for mut formation in taken {
            formation.rules_of_card(entry, link, library);
            let table = (game.formation)(&formation);
            for (key, reason) in table.remarks {
                let told = text!("not understood: {reason}", reason = shown(&reason));
                // That no catalogue gives it is not a gap in this one: the formation itself says so, and so does every run
                // with it.
                if key != "initiative" {
                    untold.add(key, &formation.name, &told);
                }
                let name = formation.name.clone();
                formation.tell(key, &name, told);
            }
            formation.tell_price();
            let price = formation.remarks.iter().filter(|(key, _)| *key == "points");
            price.for_each(|(key, remark)| {
                untold.add(key, &formation.name, &format!("{}: {}", remark.text, remark.reason))
            });
            let Some(body) = table.body else { continue };
            formation.comments.splice(0..0, table.comments);
            formation.body = body;
            // The same card in another world of the list is the same formation.
            if formations.iter().any(|known| known.name == formation.name && known.body == formation.body) {
                continue;
            }
            formation.key = keys.give(&formation.name);
            formations.push(formation);
        }
    }
    remarks.extend(untold.remarks());
    (formations, remarks)
}

/// What is open about formations, each reason once with the names of the formations.
#[derive(Default)]
struct Untold(Vec<(&'static str, String, Vec<String>)>);

impl Untold {
    fn add(&mut self, key: &'static str, name: &str, reason: &str) {
        match self.0.iter_mut().find(|(of, known, _)| *of == key && known == reason) {
            Some((_, _, names)) => names.push(name.to_owned()),
            None => self.0.push((key, reason.to_owned(), vec![name.to_owned()])),
        }
    }

    fn remarks(self) -> impl Iterator<Item = Remark> {
        self.0.into_iter().map(|(key, reason, names)| Remark::new(key, &names.join(", "), reason))
    }
}

/// What a card may contain: the file, its game, its units, and where they are.
type Around<'a, 'b> = (&'b Library<'a>, &'b Game, &'b [Entry], &'b HashMap<Place, usize>);

/// A card in each way in which it may be taken, provided that all of its models are alike at each choice.
///
/// # Errors
/// Why it is not a formation.
fn ways_of<'a>(
    (library, game, units, places): Around<'a, '_>,
    army: &Formation,
    (entry, link): (&'a Element, Option<&'a Element>),
) -> Result<Vec<Formation>, String> {
    let name = named(entry, link);
    let (mut ways, mut taken, mut first) = (Ways::default(), Vec::new(), None);
    for _ in 0..=MOST_WAYS {
        let formation = Formation { name: name.to_owned(), ..army.clone() };
        let mut card = Card { library, game, units, places, formation, open: Vec::new(), ways, chosen: Vec::new() };
        card.entry(entry, link, 1, 0);
        if card.formation.units.is_empty() && card.formation.characters.is_empty() {
            card.open.push(mark!("the player chooses all that is in it").into());
        }
        let Card { mut formation, open, chosen, .. } = card;
        ways = card.ways;
        if !chosen.is_empty() {
            formation.name = format!("{name}: {}", chosen.join(", "));
        }
        match open.into_iter().next() {
            None => taken.push(formation),
            Some(reason) => first = first.or(Some(reason)),
        }
        if !ways.go_on() {
            return match first {
                Some(reason) if taken.is_empty() => Err(reason),
                _ => Ok(taken),
            };
        }
    }
    Err(mark!("there are too many ways to take it").into())
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

/// A card being read.
struct Card<'a, 'b> {
    library: &'b Library<'a>,
    game: &'b Game,
    units: &'b [Entry],
    places: &'b HashMap<Place, usize>,
    formation: Formation,
    /// Why it is not a formation.
    open: Vec<String>,
    /// The choices taken, and their words.
    ways: Ways,
    chosen: Vec<String>,
}

impl<'a> Card<'a, '_> {
    /// An entry that is taken `times` times.
    fn entry(&mut self, entry: &'a Element, link: Option<&'a Element>, times: u32, depth: usize) {
        if depth > DEEPEST || times > MOST {
            self.open.push(mark!("it holds more than is believed").into());
            return;
        }
        self.costs(entry, link, times);
        self.models(entry, link, times);
        for part in link.into_iter().chain([entry]) {
            self.inside(part, times, depth);
        }
    }

    /// The models of an entry: of each profile as many as its name says, `2x Rover, 2x Heavy Rover`, else one.
    fn models(&mut self, entry: &'a Element, link: Option<&'a Element>, times: u32) {
        let is_unit = |profile: &&'a Element| self.library.is_unit(profile, self.game.is_unit);
        let mut profiles: Vec<&Element> = profiles_on(entry, self.library).into_iter().filter(is_unit).collect();
        let members: Vec<&str> = self.members(entry, link);
        profiles.retain(|profile| {
            let profile = profile.attribute("name");
            let is_squad = is_squad(entry, named(entry, link), profile, members.iter().copied());
            if is_squad {
                self.comment(text!(
                    "`{profile}` on the card is the profile of its members, and no further one.",
                    profile
                ));
            }
            !is_squad
        });
        let names: Vec<&str> = profiles.iter().map(|profile| profile.attribute("name").trim()).collect();
        let numbers = match counted(named(entry, link), &names) {
            Counted::Name => vec![Some(1); profiles.len()],
            Counted::Numbered(numbers, _) => numbers,
        };
        for (profile, number) in profiles.into_iter().zip(numbers) {
            match number {
                Some(number) => self.unit(profile, entry, times.saturating_mul(number)),
                None => self.open.push(text!("`{name}` does not say how many there are", name = named(entry, link))),
            }
        }
    }

    /// The names of the units in an entry.
    fn members(&self, entry: &'a Element, link: Option<&'a Element>) -> Vec<&'a str> {
        let inside = link.into_iter().chain([entry]).flat_map(|part| offered(part, self.library));
        let units = inside.flat_map(|(target, _)| units_below(target, self.library, self.game));
        units.map(|unit| unit.attribute("name")).collect()
    }

    fn costs(&mut self, entry: &Element, link: Option<&Element>, times: u32) {
        for cost in costs(entry, link) {
            let changes = |modifier: &Element| modifier.attribute("field") == cost.attribute("typeId");
            let parts = || link.into_iter().chain([entry]);
            if is_points(cost) && parts().flat_map(|part| part.listed("modifiers")).any(changes) {
                self.comment(text!("The price is that without what else may change it in the list."));
            }
            if !self.formation.costs(cost, times) {
                let value = cost.attribute("value");
                self.open.push(text!("`{name}` costs `{value}`, which is no number", name = named(entry, link), value));
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
        if unit.unit.part {
            self.open.push(text!("`{name}` is stands added to another unit", name = unit.name));
        } else if unit.unit.joins {
            self.formation.characters.extend((0..times).map(|_| unit.key.clone()));
            return;
        }
        let known = self.formation.units.iter_mut().find(|(key, _)| *key == unit.key);
        let here = known.as_ref().map_or(0, |(_, count)| *count).saturating_add(times);
        if here > MOST {
            return self.open.push(mark!("it holds more than is believed").into());
        }
        match known {
            Some((_, count)) => *count = here,
            None => {
                self.formation.units.push((unit.key.clone(), times));
                self.formation.morale.push((unit.key.clone(), unit.unit.morale.clone()));
            }
        }
    }

    /// Reads what can be taken in an entry or a group.
    fn inside(&mut self, element: &'a Element, times: u32, depth: usize) {
        for (target, link) in offered(element, self.library) {
            if is_hidden(target, link) {
                continue;
            }
            if units_below(target, self.library, self.game).is_empty() {
                self.option((target, link), times, depth);
                continue;
            }
            let name = named(target, link).to_owned();
            let Some(Bounds { least, most, changed }) = Bounds::of(target, link) else {
                self.open.push(text!("how many of `{name}` there may be is no number", name));
                continue;
            };
            let is_group = target.name == "selectionEntryGroup";
            match (least, most) {
                (0, None) if is_group && !changed => self.inside(target, times, depth + 1),
                (0, Some(0)) if !changed => {}
                (0, _) => self.comment(text!("May be added: {name}", name)),
                (least, Some(most)) if !changed && least <= most && most - least < MOST_WAYS as u32 => {
                    let number = least + self.ways.choose((most - least) as usize + 1) as u32;
                    if is_group {
                        self.one_of(target, number, most > least, times, depth);
                        continue;
                    }
                    if most > least {
                        self.chosen.push(self.so_many(number, &name));
                    }
                    self.entry(target, link, times.saturating_mul(number), depth + 1);
                }
                _ => self.open.push(text!("the player chooses how many of `{name}` there are", name)),
            }
        }
    }

    /// A number of one of the things in a group: all of them the same.
    fn one_of(&mut self, group: &'a Element, number: u32, is_chosen: bool, times: u32, depth: usize) {
        let all: Vec<_> = offered(group, self.library).filter(|(target, link)| !is_hidden(target, *link)).collect();
        if all.is_empty() || all.iter().any(|(target, _)| target.name != "selectionEntry") {
            return self.open.push(mark!("a group in it holds groups").into());
        }
        let taken = self.ways.choose(all.len());
        let (target, link) = all[taken];
        let fits = all.iter().enumerate().all(|(place, (target, link))| {
            let bounds = Bounds::of(target, *link);
            bounds.is_some_and(|bounds| {
                if place == taken { bounds.most.is_none_or(|most| most >= number) } else { bounds.least == 0 }
            })
        });
        if !fits {
            let name = group.attribute("name").trim();
            return self.open.push(text!("the player chooses how many of `{name}` there are", name));
        }
        if all.len() > 1 || is_chosen {
            let name = named(target, link);
            self.chosen.push(if number > 1 { self.so_many(number, name) } else { name.to_owned() });
        }
        if all.len() > 1 && number > 1 {
            self.comment(text!("All {number} are alike here; a mix is yours to write.", number));
        }
        self.entry(target, link, times.saturating_mul(number), depth + 1);
    }

    /// A number of something, without its name if the card has the same name.
    fn so_many(&self, number: u32, name: &str) -> String {
        if name == self.formation.name { number.to_string() } else { format!("{number} {name}") }
    }

    /// Something that is not a unit: what must be taken is included in the price of the card, what the player chooses is
    /// not.
    fn option(&mut self, (target, link): Offered<'a>, times: u32, depth: usize) {
        let must = Bounds::of(target, link).filter(|bounds| bounds.least > 0 && !bounds.changed);
        if let Some((bounds, (entry, link))) = must.and_then(|bounds| Some((bounds, self.only((target, link))?))) {
            self.entry(entry, link, times.saturating_mul(bounds.least), depth + 1);
            if bounds.most == Some(bounds.least) {
                return;
            }
        }
        let library = self.library;
        let mut prices: Vec<Points> = link.into_iter().flat_map(prices_of).collect();
        target.walk(&mut |element| {
            let linked = library.find(element.attribute("targetId")).filter(|_| element.name == "entryLink");
            prices.extend([Some(element), linked].into_iter().flatten().flat_map(prices_of));
        });
        if prices.iter().any(|price| *price > Points::default()) {
            self.comment(text!("What is chosen for its units costs extra points."));
        }
        if prices.iter().any(|price| price.is_negative()) {
            self.comment(text!("What is chosen for its units may make it cheaper."));
        }
    }

    /// An entry itself; for a group, what it offers, if that is one entry or entries with the same price.
    fn only(&self, (target, link): Offered<'a>) -> Option<Offered<'a>> {
        if target.name == "selectionEntry" {
            return Some((target, link));
        }
        let all: Vec<Offered> =
            offered(target, self.library).filter(|(target, link)| !is_hidden(target, *link)).collect();
        let price = |&(target, link): &Offered| {
            let is_plain = target.name == "selectionEntry" && offered(target, self.library).next().is_none();
            let costs = costs(target, link).filter(|cost| is_points(cost)).map(Points::of_cost);
            costs.sum::<Option<Points>>().filter(|_| is_plain)
        };
        let first = all.first().filter(|(target, _)| target.name == "selectionEntry")?;
        let alike = all.len() == 1 || price(first).is_some() && all.iter().all(|one| price(one) == price(first));
        alike.then_some(*first)
    }

    /// Adds a comment above the table, once.
    fn comment(&mut self, told: String) {
        if !self.formation.comments.contains(&told) {
            self.formation.comments.push(told);
        }
    }
}

/// The points that an element itself costs.
fn prices_of(element: &Element) -> impl Iterator<Item = Points> {
    element.listed("costs").filter(|cost| is_points(cost)).filter_map(Points::of_cost)
}

/// An entry or a group, and the link to it if it is defined elsewhere.
type Offered<'a> = (&'a Element, Option<&'a Element>);

/// What an entry or a group offers: entries and groups, each with the link to it if it is defined elsewhere.
fn offered<'a>(element: &'a Element, library: &Library<'a>) -> impl Iterator<Item = Offered<'a>> {
    let own = ["selectionEntries", "selectionEntryGroups"].into_iter().flat_map(|list| element.listed(list));
    let linked = element.listed("entryLinks");
    let linked = linked.filter_map(|link| Some((library.find(link.attribute("targetId"))?, Some(link))));
    own.map(|target| (target, None)).chain(linked.collect::<Vec<_>>())
}

/// The name of an entry in the link to it, or its own.
fn named<'a>(entry: &'a Element, link: Option<&'a Element>) -> &'a str {
    let names = link.into_iter().chain([entry]).map(|part| part.attribute("name").trim());
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

fn is_hidden(entry: &Element, link: Option<&Element>) -> bool {
    [Some(entry), link].into_iter().flatten().any(|part| part.attribute("hidden") == "true")
}
