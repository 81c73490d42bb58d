//! What can be taken with an entry: the entries in it, and those it links to.

use std::collections::BTreeSet;

use super::element::Element;
use super::library::Library;
use super::option_sets;
use super::points::points;
use super::scope::rules_of;
use super::sheet::Extra;

/// The most that one entry plausibly offers, and the most elements that are visited for it.
const MOST: usize = 200;
const MOST_VISITED: usize = 500;

/// The categories of an entry, by name.
pub fn categories(entry: &Element, library: &Library) -> Vec<String> {
    entry.listed("categoryLinks").map(|link| library.name(link.attribute("targetId")).to_owned()).collect()
}

/// What an entry offers.
pub fn extras(entry: &Element, library: &Library) -> Vec<Extra> {
    let mut offer = Offer { library, visited: BTreeSet::new(), extras: Vec::new() };
    offer.inside(entry);
    offer.extras
}

struct Offer<'a, 'b> {
    library: &'b Library<'a>,
    visited: BTreeSet<*const Element>,
    extras: Vec<Extra>,
}

impl Offer<'_, '_> {
    fn inside(&mut self, element: &Element) {
        let library = self.library;
        for list in ["selectionEntries", "selectionEntryGroups"] {
            element.listed(list).for_each(|offered| self.offered(offered));
        }
        for link in element.listed("entryLinks") {
            if let Some(target) = library.find(link.attribute("targetId")) {
                self.offered(target);
            }
        }
    }

    /// Visits each entry once, and the entries in a group.
    fn offered(&mut self, element: &Element) {
        let new = self.visited.insert(std::ptr::from_ref(element));
        // Links may be circular, and of any depth.
        if !new || self.visited.len() > MOST_VISITED || self.extras.len() >= MOST {
            return;
        }
        match element.name.as_str() {
            "selectionEntry" => self.extras.push(self.extra(element)),
            "selectionEntryGroup" => self.inside(element),
            _ => {}
        }
    }

    fn extra(&self, entry: &Element) -> Extra {
        let (library, world) = (self.library, Vec::new());
        let linked = entry.listed("infoLinks").filter(|link| link.attribute("type") == "profile");
        let linked = linked.filter_map(|link| library.find(link.attribute("targetId")));
        let profiles = entry.listed("profiles").chain(linked).filter(|profile| profile.name == "profile");
        let sheets = profiles.filter_map(|profile| {
            let modifiers: Vec<&Element> = profile.listed("modifiers").collect();
            option_sets::sheet(profile, &modifiers, &world, library)
        });
        let rules = rules_of(entry, &world, library);
        let name = entry.attribute("name").trim().to_owned();
        Extra { name, points: points(entry, None), sheets: sheets.collect(), rules, number: 0 }
    }
}
