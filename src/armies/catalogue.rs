//! The profiles of a catalogue: found by walking its entries and following its links, in every world of its options.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::element::Element;
use super::entry_options;
use super::games::Game;
use super::kit;
use super::library::Library;
use super::normalise::plain;
use super::option_sets::{self, World, title};
use super::options::{lost, options};
use super::places::Places;
use super::points::{Points, points};
use super::rulebook::Rule;
use super::scope::rules_of;
use super::sheet::{Entry, Kit, NO_ENTRY, Sheet};
use super::variants::{Place, Use, near_rules, variants};

/// The most entries arming one profile that are read.
const MOST_KITS: usize = 24;

/// A unit of a catalogue, in one or more worlds.
#[derive(Debug)]
pub struct Found {
    /// Its sheet in those worlds.
    pub sheet: Sheet,
    /// One of those worlds.
    pub world: World,
    /// The names of the worlds; empty for the one without options.
    pub title: String,
    /// The rules of its entry.
    pub own_rules: Vec<Rule>,
    /// What the player may add: (cell, text).
    pub choices: Vec<(String, String)>,
    /// The entry it is taken with.
    pub entry: Entry,
    /// What upgrades change in its cells, in words.
    pub options: Vec<String>,
    /// Changes to cells that are defined in no file here: (field, value).
    pub lost: Vec<(String, String)>,
    /// What the rules of its entries make of it, if that distinguishes units.
    pub variant: String,
    /// Its places: its profile and the nearest entry.
    pub places: Vec<Place>,
    /// The entry that it is taken with, together with other profiles and without a choice about it.
    fixed: Option<*const Element>,
}

/// All units of the first file, and those of the linked files that it uses.
pub fn units(library: &Library, game: &Game) -> Vec<Found> {
    let [first, others @ ..] = library.roots else { return Vec::new() };
    let mut walk = Walk { library, uses: Vec::new(), visited: BTreeSet::new(), own: HashSet::new() };
    first.walk(&mut |element| {
        walk.own.insert(std::ptr::from_ref(element));
    });
    walk.visit(first, &mut Vec::new());
    for link in first.listed("catalogueLinks").filter(|link| link.attribute("importRootEntries") == "true") {
        if let Some(root) = others.iter().find(|root| root.attribute("id") == link.attribute("targetId")) {
            walk.visit(root, &mut Vec::new());
        }
    }
    let mut uses: Vec<Vec<Use>> = Vec::new();
    let mut places: HashMap<*const Element, usize> = HashMap::new();
    for one in walk.uses.into_iter().filter(|one| library.is_unit(one.profile, game.is_unit)) {
        let place = *places.entry(std::ptr::from_ref(one.profile)).or_insert(uses.len());
        if place == uses.len() {
            uses.push(Vec::new());
        }
        uses[place].push(one);
    }
    let mut found = Vec::new();
    let places = game.kits.then(|| Places::of(library));
    for uses in uses {
        let variants = variants(uses, library, game);
        let several = variants.len() > 1;
        for (variant, uses) in variants {
            let kits = places.as_ref().map_or(Vec::new(), |places| kits(&uses, places, library, game));
            let first = found.len();
            profile(&uses, library, game, &kits, &mut found);
            let entry = uses.iter().find_map(|one| one.entries.last()).map_or("", |entry| entry.attribute("name"));
            for one in &mut found[first..] {
                one.variant.clone_from(&variant);
                one.places = uses.iter().map(Use::place).collect();
                if several && one.title.is_empty() && entry.trim() != one.sheet.name {
                    entry.trim().clone_into(&mut one.title);
                }
            }
        }
    }
    merged(joined(found, game))
}

struct Walk<'a, 'b> {
    library: &'b Library<'a>,
    uses: Vec<Use<'a>>,
    visited: BTreeSet<*const Element>,
    /// The elements of the first file.
    own: HashSet<*const Element>,
}

impl<'a> Walk<'a, '_> {
    fn visit(&mut self, element: &'a Element, entries: &mut Vec<&'a Element>) {
        match element.name.as_str() {
            "profile" => self.uses.push(Use { profile: element, link: None, entries: entries.clone() }),
            "infoLink" if element.attribute("type") == "profile" => {
                if let Some(profile) = self.target(element, "profile") {
                    self.uses.push(Use { profile, link: Some(element), entries: entries.clone() });
                }
            }
            // Elements of this file are walked anyway; those of another file only if they are used.
            "entryLink" => {
                for kind in ["selectionEntry", "selectionEntryGroup"] {
                    let target = self.target(element, kind).filter(|target| !self.is_own(target));
                    if let Some(target) = target.filter(|target| self.visited.insert(std::ptr::from_ref(*target))) {
                        self.visit(target, entries);
                    }
                }
            }
            _ => {}
        }
        let is_entry = element.name == "selectionEntry";
        if is_entry {
            entries.insert(0, element);
        }
        // A chain of links between files may have any length, but the stack is limited.
        if entries.len() < 100 {
            for child in &element.children {
                self.visit(child, entries);
            }
        }
        if is_entry {
            entries.remove(0);
        }
    }

    fn target(&self, link: &Element, kind: &str) -> Option<&'a Element> {
        self.library.find(link.attribute("targetId")).filter(|target| target.name == kind)
    }

    fn is_own(&self, element: &Element) -> bool {
        self.own.contains(&std::ptr::from_ref(element))
    }
}

/// A profile in all its worlds.
fn profile(uses: &[Use], library: &Library, game: &Game, kits: &[Kit], found: &mut Vec<Found>) {
    let own: Vec<&Element> = uses[0].profile.listed("modifiers").collect();
    // Links that change the profile, each by itself; all others together.
    let mut links: Vec<Vec<&Element>> = vec![Vec::new()];
    let mut choices = Vec::new();
    for one in uses {
        let changes: Vec<&Element> = one.link.iter().flat_map(|link| link.listed("modifiers")).collect();
        for modifier in changes.iter().chain(&own) {
            let Some(cell) = library.cell(one.profile, modifier.attribute("field")) else { continue };
            let added = modifier.attribute("type") == "append";
            if added && option_sets::applies(modifier, &Vec::new(), library).is_none() {
                let choice = (cell.to_owned(), modifier.attribute("value").to_owned());
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
        }
        let lasting: Vec<&Element> = changes
            .into_iter()
            .filter(|modifier| {
                modifier.attribute("field") != "hidden"
                    && option_sets::applies(modifier, &Vec::new(), library).is_some()
            })
            .collect();
        if !lasting.is_empty() {
            links.push(lasting);
        }
    }
    let price =
        |one: &Use| one.entries.first().filter(|entry| !is_several(entry)).and_then(|entry| points(entry, None));
    let costs: BTreeSet<Points> = uses.iter().filter_map(price).collect();
    let mut entry = uses.iter().find_map(|one| one.entries.first()).map_or(NO_ENTRY.clone(), |entry| {
        let (categories, extras) = (entry_options::categories(entry, library), entry_options::extras(entry, library));
        let rules = rules_of(entry, &Vec::new(), library).into_iter().map(|rule| rule.name).collect();
        Entry { categories, extras, rules, ..NO_ENTRY.clone() }
    });
    let changes = uses.iter().filter_map(|one| one.link).flat_map(|link| link.listed("modifiers"));
    let all: Vec<&Element> = own.iter().copied().chain(changes).collect();
    let options = options(uses[0].profile, &all, library);
    let owned = |(field, value): (&str, &str)| (field.to_owned(), value.to_owned());
    let lost: Vec<(String, String)> = lost(uses[0].profile, &all, library).into_iter().map(owned).collect();
    let mut entries = uses.iter().filter_map(|one| one.entries.first());
    let fixed = match (entries.next(), entries.next()) {
        (Some(one), None) if all.is_empty() => Some(std::ptr::from_ref(*one)),
        _ => None,
    };
    entry.kits = kits.to_vec();
    entry.points = costs.first().copied().filter(|_| costs.len() == 1);
    for link in links {
        let modifiers: Vec<&Element> = own.iter().chain(&link).copied().collect();
        let mut alike: Vec<(Sheet, Vec<Rule>, Vec<World>)> = Vec::new();
        for world in option_sets::worlds(&modifiers, library) {
            let Some(sheet) = option_sets::sheet(uses[0].profile, &modifiers, &world, library) else { continue };
            let rules = own_rules(uses, &world, library, game);
            match alike.iter_mut().find(|(other, ..)| *other == sheet) {
                Some((.., worlds)) => worlds.push(world),
                None => alike.push((sheet, rules, vec![world])),
            }
        }
        for (sheet, own_rules, worlds) in alike {
            let title = if worlds[0].is_empty() { String::new() } else { title(&worlds) };
            let (choices, entry) = (choices.clone(), entry.clone());
            let (options, lost) = (options.clone(), lost.clone());
            let world = worlds[0].clone();
            let (variant, places) = (String::new(), Vec::new());
            found.push(Found { sheet, world, title, own_rules, choices, entry, options, lost, variant, places, fixed });
        }
    }
}

/// What the models of a profile have, for each entry that arms them differently.
fn kits<'a>(uses: &[Use<'a>], places: &Places<'a>, library: &Library<'a>, game: &Game) -> Vec<Kit> {
    let mut kits: Vec<Kit> = Vec::new();
    for path in uses.iter().filter_map(|one| one.entries.first()).flat_map(|entry| places.paths(entry)) {
        let kit = kit::kit(&path, library, game.is_unit);
        if kits.len() < MOST_KITS && !kits.iter().any(|known| (&known.own, &known.around) == (&kit.own, &kit.around)) {
            kits.push(kit);
        }
    }
    kits
}

/// Whether an entry sells several units at once: `3x Bombard`, `Pair of Tanks`.
fn is_several(entry: &Element) -> bool {
    let name = plain(entry.attribute("name"));
    name.starts_with(|first: char| first.is_ascii_digit())
        || ["pair ", "paire ", "paar "].iter().any(|begin| name.starts_with(begin))
}

/// The rules of the entries that use a profile, as they are in a world.
fn own_rules(uses: &[Use], world: &World, library: &Library, game: &Game) -> Vec<Rule> {
    if game.variant.is_some() {
        return uses.iter().flat_map(|one| near_rules(one, world, library, game)).collect();
    }
    uses.iter().flat_map(|one| &one.entries).flat_map(|entry| rules_of(entry, world, library)).collect()
}

/// Merges profiles of one entry that are one unit, as its game decides.
fn joined(found: Vec<Found>, game: &Game) -> Vec<Found> {
    let mut joined: Vec<(Sheet, Found)> = Vec::new();
    for one in found {
        let same = |(_, other): &&mut (Sheet, Found)| one.fixed.is_some() && other.fixed == one.fixed;
        let whole = joined.iter_mut().filter(same).find_map(|(first, other)| {
            let sheet = (game.joined)(first, &other.sheet, &one.sheet)?;
            Some((other, sheet))
        });
        match whole {
            Some((other, sheet)) => other.sheet = sheet,
            None => joined.push((one.sheet.clone(), one)),
        }
    }
    joined.into_iter().map(|(_, whole)| whole).collect()
}

/// Merges the same profile found more than once.
fn merged(found: Vec<Found>) -> Vec<Found> {
    let mut merged: Vec<Found> = Vec::new();
    for one in found {
        let same = |other: &&mut Found| {
            other.sheet == one.sheet && other.choices == one.choices && other.variant == one.variant
        };
        match merged.iter_mut().find(same) {
            Some(other) => {
                if one.title.is_empty() {
                    other.title.clear();
                    other.world = one.world;
                }
                other.places.extend(one.places);
                other.options.extend(
                    one.options.into_iter().filter(|option| !other.options.contains(option)).collect::<Vec<_>>(),
                );
                if other.entry.points != one.entry.points {
                    other.entry.points = None;
                }
            }
            None => merged.push(one),
        }
    }
    merged
}
