//! A player's list: its formations, with units, characters, upgrades and points.

use super::army_file::Keys;
use super::counted::{Counted, counted};
use super::element::Element;
use super::formation::{Formation, Table};
use super::games::Game;
use super::kit;
use super::library::Library;
use super::refusal::Refusal;
use super::roster_sums::{self, number_of};
use super::rulebook::Rule;
use super::rulebook::Rulebook;
use super::sheet::{Context, Entry, Extra, NO_ENTRY, Remark, Sheet, Unit};
use super::squad::is_squad;
use battle_odds_words::shown;

/// A profile of a roster.
pub struct Printed {
    /// Its key in the army file.
    pub key: String,
    /// As it is printed.
    pub sheet: Sheet,
    /// What the game read from it.
    pub unit: Unit,
}

/// The content of a roster.
#[derive(Default)]
pub struct Roster {
    /// Its different profiles.
    pub units: Vec<Printed>,
    /// Its formations.
    pub formations: Vec<Formation>,
    /// Remarks about formations.
    pub remarks: Vec<Remark>,
}

/// The largest plausible number of units of one kind in a formation.
const MOST_UNITS: u32 = 500;

/// The most things taken by one unit that are looked at.
const MOST_EXTRAS: usize = 200;

/// Reads a roster.
///
/// # Errors
/// A number or a cost in it that cannot be read.
pub fn roster(library: &Library, game: &Game) -> Result<Roster, Refusal> {
    let Some(root) = library.roots.first() else { return Ok(Roster::default()) };
    roster_sums::readable(root)?;
    let (mut rules, mut army_rules) = (Vec::new(), Vec::new());
    root.walk(&mut |element| match element.name.as_str() {
        "rule" => rules.push(Library::rule(element)),
        "force" => army_rules.extend(element.listed("rules").map(Library::rule)),
        _ => {}
    });
    let mut tops = Vec::new();
    tops_of(root, &[], game, &mut tops);
    let initiative = (game.initiative)(&rules);
    let rules = Rulebook::of(rules);
    let mut reading = Reading {
        library,
        game,
        rules: &rules,
        army_rules: &army_rules,
        roster: Roster::default(),
        keys: Keys::default(),
        formation_keys: Keys::default(),
    };
    for (top, rules) in tops {
        reading.formation(top, initiative.clone(), rules);
    }
    reading.roster.remarks.extend(roster_sums::difference(root));
    Ok(reading.roster)
}

/// The selections that are in no other, wherever they are in a force, each with the rules of formations of that force.
fn tops_of<'a>(element: &'a Element, rules: &[String], game: &Game, tops: &mut Vec<(&'a Element, Vec<String>)>) {
    match element.name.as_str() {
        "selection" => tops.push((element, rules.to_vec())),
        "force" => {
            let told: Vec<Rule> = element.listed("rules").map(Library::rule).collect();
            let own = of_formations(game, &told);
            element.children.iter().for_each(|child| tops_of(child, &own, game, tops));
        }
        _ => element.children.iter().for_each(|child| tops_of(child, rules, game, tops)),
    }
}

/// The rules of formations among these, by key.
pub fn of_formations(game: &Game, rules: &[Rule]) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for rule in rules.iter().filter_map(|rule| (game.formation_rule)(&rule.name)) {
        if !keys.iter().any(|known| known == rule) {
            keys.push(rule.to_owned());
        }
    }
    keys
}

struct Reading<'a, 'b> {
    library: &'b Library<'a>,
    game: &'b Game,
    rules: &'b Rulebook,
    army_rules: &'b [Rule],
    roster: Roster,
    keys: Keys,
    formation_keys: Keys,
}

impl<'a> Reading<'a, '_> {
    /// Reads a selection at the top of a force with these rules: a formation, if there are units in it.
    fn formation(&mut self, top: &'a Element, initiative: Vec<String>, rules: Vec<String>) {
        let name = top.get("customName").filter(|name| !name.trim().is_empty()).unwrap_or(top.attribute("name")).trim();
        let mut formation = Formation { name: name.to_owned(), initiative, rules, ..Formation::default() };
        if !formation.rules.is_empty() {
            let reason = mark!(
                "a rule of the whole force, given to each of its formations; write `rules = []` where it does not apply"
            );
            let told = formation.rules.join(", ");
            formation.tell("rules", &told, reason);
        }
        // Weapons that were chosen are in the selections below the unit's.
        let mut others = Vec::new();
        top.walk(&mut |element| {
            if element.name == "profile" {
                others.push(self.library.sheet(element));
            }
        });
        self.selection(&mut vec![top], &others, &mut formation);
        let morale = |key: &String| {
            self.roster.units.iter().find(|unit| unit.key == *key).map(|unit| (key.clone(), unit.unit.morale.clone()))
        };
        formation.morale = formation.units.iter().filter_map(|(key, _)| morale(key)).collect();
        formation.tell_price();
        let table = match formation.units.is_empty() && formation.characters.is_empty() {
            true => Table::default(),
            false => (self.game.formation)(&formation),
        };
        for (key, reason) in table.remarks {
            formation.tell(key, name, text!("not understood: {reason}", reason = shown(&reason)));
        }
        // Those about rules are not gaps in the list.
        if table.body.is_none() && formation.remarks.is_empty() && roster_sums::is_squad_or_costs(top) {
            let reason = text!(
                "not understood: no formation, for none of its profiles is a unit of {game}",
                game = self.game.title
            );
            formation.tell("units", name, reason);
        }
        let remarks = formation.remarks.iter().filter(|(key, _)| *key != "rules").map(|(_, remark)| remark.clone());
        self.roster.remarks.extend(remarks);
        let Some(body) = table.body else { return };
        (formation.body, formation.comments) = (body, table.comments);
        formation.key = self.formation_keys.give(name);
        self.roster.formations.push(formation);
    }

    /// Reads the first of a path of selections; it is in the others.
    fn selection(&mut self, path: &mut Vec<&'a Element>, others: &[Sheet], formation: &mut Formation) {
        let (selection, top) = (path[0], path.len() == 1);
        let number = number_of(selection);
        for cost in selection.listed("costs") {
            formation.costs(cost, 1);
        }
        let own_rules: Vec<Rule> = selection.listed("rules").map(Library::rule).collect();
        for rule in of_formations(self.game, &own_rules) {
            if !formation.rules.contains(&rule) {
                formation.rules.push(rule);
            }
        }
        let sheets: Vec<Sheet> = selection
            .listed("profiles")
            .map(|profile| self.library.sheet(profile))
            .filter(|sheet| (self.game.is_unit)(sheet))
            .filter(|sheet| !self.is_squad(selection, sheet, formation))
            .collect();
        let entry = if sheets.is_empty() { NO_ENTRY.clone() } else { self.entry(path, number) };
        let name = selection.attribute("name").trim();
        if sheets.is_empty() && !top && !name.is_empty() {
            let text = if number > 1 { format!("{number}x {name}") } else { name.to_owned() };
            formation.upgrades.push(text);
        }
        let mut places = Vec::new();
        for sheet in &sheets {
            let nearby: Vec<Sheet> = below(selection, self.library).into_iter().chain(others.iter().cloned()).collect();
            let context = Context {
                others: &nearby,
                own_rules: &own_rules,
                army_rules: self.army_rules,
                rules: self.rules,
                choices: &[],
                entry: &entry,
                chosen: true,
            };
            places.push(self.unit(sheet.clone(), &context));
        }
        stand(name, number, &sheets, places, formation);
        for child in selection.listed("selections") {
            path.insert(0, child);
            self.selection(path, others, formation);
            path.remove(0);
        }
    }

    /// Whether a selection only shows a profile of its members; that is reported.
    fn is_squad(&self, selection: &Element, sheet: &Sheet, formation: &mut Formation) -> bool {
        let (name, mut members) = (selection.attribute("name").trim(), Vec::new());
        selection.listed("selections").for_each(|below_it| members.extend(below(below_it, self.library)));
        let members = members.iter().filter(|member| (self.game.is_unit)(member)).map(|member| member.name.as_str());
        let is_squad = is_squad(selection, name, &sheet.name, members);
        if is_squad {
            let reason =
                text!("`{profile}` on it is the profile of its members, and no further one", profile = sheet.name);
            formation.tell("units", name, reason);
        }
        is_squad
    }

    /// What was taken with the profiles of a selection.
    fn entry(&self, path: &[&Element], number: u32) -> Entry {
        let selection = path[0];
        let kits = if self.game.kits { vec![kit::chosen(path, self.library, self.game.is_unit)] } else { Vec::new() };
        let mut extras = Vec::new();
        self.extras(selection, &mut extras);
        let categories = selection.listed("categories").map(|category| category.attribute("name").to_owned());
        Entry { number, categories: categories.collect(), extras, kits, ..NO_ENTRY.clone() }
    }

    fn extras(&self, selection: &Element, extras: &mut Vec<Extra>) {
        for taken in selection.listed("selections") {
            let sheets: Vec<Sheet> = taken.listed("profiles").map(|profile| self.library.sheet(profile)).collect();
            // Units among those selections are units of their own.
            if sheets.iter().any(|sheet| (self.game.is_unit)(sheet)) || extras.len() >= MOST_EXTRAS {
                continue;
            }
            let rules = taken.listed("rules").map(Library::rule).collect();
            let name = taken.attribute("name").trim().to_owned();
            extras.push(Extra { name, points: None, sheets, rules, number: number_of(taken) });
            self.extras(taken, extras);
        }
    }

    /// The key of a profile, new or known, and its place in a formation.
    fn unit(&mut self, sheet: Sheet, context: &Context) -> (String, Place) {
        let unit = (self.game.unit)(&sheet, context);
        let place = match &unit {
            Unit { body: None, .. } => Place::Nowhere,
            Unit { part: true, .. } => Place::Within,
            Unit { joins: true, .. } => Place::Joins,
            _ => Place::Alone,
        };
        let known = self.roster.units.iter().find(|known| {
            known.sheet.name == sheet.name && known.unit.body == unit.body && known.unit.named == unit.named
        });
        if let Some(known) = known {
            return (known.key.clone(), place);
        }
        let key = self.keys.give(&sheet.name);
        self.roster.units.push(Printed { key: key.clone(), sheet, unit });
        (key, place)
    }
}

/// Puts the units of one selection into their formation: as many as its number says, and of each profile as many as its
/// name says.
fn stand(name: &str, number: u32, sheets: &[Sheet], places: Vec<(String, Place)>, formation: &mut Formation) {
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    let standing = places.iter().filter(|(_, place)| *place == Place::Alone).count();
    let (counts, rest) = match counted(name, &names) {
        Counted::Numbered(counts, rest) => (counts, rest),
        Counted::Name if standing > 1 => (vec![None; names.len()], Vec::new()),
        Counted::Name => (vec![Some(1); names.len()], Vec::new()),
    };
    let mut untold = Vec::new();
    for ((key, place), (count, profile)) in places.into_iter().zip(counts.into_iter().zip(names)) {
        match place {
            Place::Nowhere => {
                formation.tell("units", name, mark!("not understood: a unit that could not be imported is left out"));
                continue;
            }
            Place::Within => {
                formation.tell("units", name, mark!("not simulated: stands added to a unit of other stands"));
                formation.upgrades.push(name.to_owned());
                continue;
            }
            Place::Alone | Place::Joins => {}
        }
        let many = number.saturating_mul(count.unwrap_or(1));
        let known = formation.units.iter().position(|(known, _)| *known == key);
        let here = known.map_or(0, |place| formation.units[place].1).saturating_add(many);
        if many == 0 || here > MOST_UNITS {
            formation.tell("units", name, text!("not understood: {many} units", many = here));
            continue;
        }
        if count.is_none() && (standing > 1 || place == Place::Alone) {
            untold.push(format!("`{profile}`"));
        }
        if place == Place::Joins {
            formation.characters.extend((0..many).map(|_| key.clone()));
            continue;
        }
        match known {
            Some(place) => formation.units[place].1 = here,
            None => formation.units.push((key, many)),
        }
    }
    if !untold.is_empty() {
        let taken =
            if untold.len() > 1 { text!("{number} of each taken", number) } else { text!("{number} taken", number) };
        let reason = text!(
            "not understood: it does not say how many {units} there are; {taken}",
            units = untold.join(", "),
            taken
        );
        formation.tell("units", name, reason);
    } else if !rest.is_empty() {
        formation.tell(
            "units",
            name,
            text!("not understood: `{names}` is none of the profiles here", names = rest.join("`, `")),
        );
    }
}

/// What a profile of a roster becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It is a unit.
    Alone,
    /// It joins a unit.
    Joins,
    /// It is stands added to another unit.
    Within,
    /// It could not be written down.
    Nowhere,
}

/// The profiles of a selection and of those in it.
fn below(selection: &Element, library: &Library) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    selection.walk(&mut |element| {
        if element.name == "profile" {
            sheets.push(library.sheet(element));
        }
    });
    sheets
}
