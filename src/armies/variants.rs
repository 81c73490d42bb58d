//! Profiles that the rules of their entries make into different units, entry by entry.

use super::element::Element;
use super::games::Game;
use super::library::Library;
use super::option_sets::World;
use super::rulebook::Rule;
use super::scope::rules_of;

/// The most entries below one that are looked at.
const MOST: usize = 400;

/// A profile and the entry that holds it.
pub type Place = (*const Element, *const Element);

/// Where a profile is used: the link to it, and the entries around, the nearest first.
pub struct Use<'a> {
    /// The profile.
    pub profile: &'a Element,
    /// The link to it, if it is not in the entry itself.
    pub link: Option<&'a Element>,
    /// The entries around, the nearest first.
    pub entries: Vec<&'a Element>,
}

impl Use<'_> {
    /// Where it stands.
    pub fn place(&self) -> Place {
        (
            std::ptr::from_ref(self.profile),
            self.entries.first().map_or(std::ptr::null(), |entry| std::ptr::from_ref(*entry)),
        )
    }
}

/// The uses of a profile, separated if the rules of their entries make different units of it.
pub fn variants<'a>(uses: Vec<Use<'a>>, library: &Library<'a>, game: &Game) -> Vec<(String, Vec<Use<'a>>)> {
    let Some(variant) = game.variant else { return vec![(String::new(), uses)] };
    let mut variants: Vec<(String, Vec<Use>)> = Vec::new();
    // Where a profile is only defined to be shared, no entry has rules for it.
    let (taken, written): (Vec<Use>, Vec<Use>) = uses.into_iter().partition(|one| !one.entries.is_empty());
    for one in taken {
        let variant = variant(&library.sheet(one.profile), &near_rules(&one, &Vec::new(), library, game));
        match variants.iter_mut().find(|(known, _)| *known == variant) {
            Some((_, uses)) => uses.push(one),
            None => variants.push((variant, vec![one])),
        }
    }
    match variants.first_mut() {
        Some((_, uses)) => uses.extend(written),
        None => variants.push((String::new(), written)),
    }
    variants
}

/// The rules of the entry that contains a profile, and of those around it that contain no other unit.
pub fn near_rules(one: &Use, world: &World, library: &Library, game: &Game) -> Vec<Rule> {
    let is_its_own = |entry: &&&Element| {
        let units = units_below(entry, library, game);
        units.iter().all(|unit| std::ptr::eq(*unit, one.profile))
    };
    let around = one.entries.iter().skip(1).take_while(is_its_own);
    one.entries.first().into_iter().chain(around).flat_map(|entry| rules_of(entry, world, library)).collect()
}

/// The profiles of units in an entry and in everything that can be taken with it.
pub fn units_below<'a>(entry: &'a Element, library: &Library<'a>, game: &Game) -> Vec<&'a Element> {
    let mut units: Vec<&Element> = Vec::new();
    let mut open = vec![entry];
    let mut next = 0;
    while let Some(element) = open.get(next).copied().filter(|_| next < MOST) {
        next += 1;
        for profile in profiles_on(element, library) {
            if library.is_unit(profile, game.is_unit) && !units.iter().any(|known| std::ptr::eq(*known, profile)) {
                units.push(profile);
            }
        }
        let inside = ["selectionEntries", "selectionEntryGroups"].into_iter().flat_map(|list| element.listed(list));
        let linked = element.listed("entryLinks").filter_map(|link| library.find(link.attribute("targetId")));
        for below in inside.chain(linked) {
            if !open.iter().any(|known| std::ptr::eq(*known, below)) {
                open.push(below);
            }
        }
    }
    units
}

/// The profiles on an element, its own and those it links to.
pub fn profiles_on<'a>(element: &'a Element, library: &Library<'a>) -> Vec<&'a Element> {
    let linked = element.listed("infoLinks").filter_map(|link| library.find(link.attribute("targetId")));
    element.listed("profiles").chain(linked).filter(|profile| profile.name == "profile").collect()
}
