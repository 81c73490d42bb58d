//! A player's list: its formations, with units, characters, upgrades and points.

use super::army_file::{Keys, commented};
use super::catalogue::is_points;
use super::element::Element;
use super::games::Game;
use super::library::Library;
use super::plain::plain;
use super::rulebook::Rulebook;
use super::sheet::{Context, Remark, Rule, Sheet, Unit, list, quoted};

/// A formation of a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    /// Its key.
    pub key: String,
    /// As the roster names it.
    pub name: String,
    /// Its initiative, if the roster's rules tell of one alone.
    pub initiative: Option<String>,
    /// What it costs.
    pub points: u32,
    /// Rules of formations.
    pub rules: Vec<String>,
    /// Units, by key, and how many.
    pub units: Vec<(String, u32)>,
    /// Characters, by key.
    pub characters: Vec<String>,
    /// What else was chosen.
    pub upgrades: Vec<String>,
}

impl Formation {
    /// Whether all its units are among these.
    pub fn uses(&self, known: impl Fn(&str) -> bool) -> bool {
        self.units.iter().map(|(key, _)| key).chain(&self.characters).all(|key| known(key))
    }

    /// The table of the army file. Each character joins a unit of its own.
    pub fn toml(&self) -> String {
        let mut text = format!("# {}\n", commented(&self.name));
        if !self.upgrades.is_empty() {
            text += &format!("# With: {}\n", commented(&self.upgrades.join(", ")));
        }
        if self.initiative.is_none() {
            text += "# The roster tells no initiative, or several: the scenario says it.\n";
        }
        text += &format!("[formations.{}]\n", self.key);
        if let Some(initiative) = &self.initiative {
            text += &format!("initiative = {}\n", quoted(initiative));
        }
        if self.points > 0 {
            text += &format!("points = {}\n", self.points);
        }
        if !self.rules.is_empty() {
            text += &format!("rules = {}\n", list(&self.rules));
        }
        let mut groups = Vec::new();
        let mut characters = self.characters.iter();
        for (unit, count) in &self.units {
            let joined: Vec<&String> = characters.by_ref().take(*count as usize).collect();
            // A character joins one unit of its group; a group has at most a hundred units.
            let mut left = count.saturating_sub(joined.len().saturating_sub(1) as u32);
            let mut first = joined.first();
            while left > 0 {
                let here = left.min(100);
                let with =
                    first.take().map_or(String::new(), |character| format!(", character = {}", quoted(character)));
                groups.push(format!("  {{ unit = {}, count = {here}{with} }},\n", quoted(unit)));
                left -= here;
            }
            for character in joined.iter().skip(1) {
                groups.push(format!("  {{ unit = {}, character = {} }},\n", quoted(unit), quoted(character)));
            }
        }
        text + &format!("units = [\n{}]\n", groups.concat())
    }
}

/// A profile of a roster.
pub struct Printed {
    /// Its key in the army file.
    pub key: String,
    /// As it is printed.
    pub sheet: Sheet,
    /// What the game made of it.
    pub unit: Unit,
}

/// What a roster holds.
#[derive(Default)]
pub struct Roster {
    /// Its different profiles.
    pub units: Vec<Printed>,
    /// Its formations.
    pub formations: Vec<Formation>,
    /// What is told of formations.
    pub remarks: Vec<Remark>,
}

/// The most units of one kind in a formation that are believed.
const MOST_UNITS: u32 = 500;

/// Reads a roster.
pub fn roster(library: &Library, game: &Game) -> Roster {
    let Some(root) = library.roots.first() else { return Roster::default() };
    let mut rules = Vec::new();
    let mut tops = Vec::new();
    root.walk(&mut |element| match element.name.as_str() {
        "rule" => rules.push(Library::rule(element)),
        "force" => tops.extend(element.listed("selections")),
        _ => {}
    });
    let initiative = initiative(&rules);
    let rules = Rulebook::of(rules);
    let mut reading = Reading {
        library,
        game,
        rules: &rules,
        roster: Roster::default(),
        keys: Keys::default(),
        formation_keys: Keys::default(),
    };
    for top in tops {
        reading.formation(top, initiative.clone());
    }
    reading.roster
}

/// The initiative that all rules agree on.
fn initiative(rules: &[Rule]) -> Option<String> {
    let mut found: Vec<char> = Vec::new();
    for rule in rules {
        let said = plain(&rule.text);
        for (at, word) in ["initiative", "iniciativa"].iter().flat_map(|word| said.match_indices(word)) {
            let after = &said[at + word.len()..];
            let sentence = after.split(['.', ';', '\u{2022}']).next().unwrap_or_default();
            let faces = sentence.match_indices('+').filter_map(|(plus, _)| sentence[..plus].chars().next_back());
            found.extend(faces.filter(|face| ('1'..='6').contains(face)));
        }
    }
    found.sort_unstable();
    found.dedup();
    (found.len() == 1).then(|| format!("{}+", found[0]))
}

struct Reading<'a, 'b> {
    library: &'b Library<'a>,
    game: &'b Game,
    rules: &'b Rulebook,
    roster: Roster,
    keys: Keys,
    formation_keys: Keys,
}

impl<'a> Reading<'a, '_> {
    /// A selection at the top of a force: a formation, if there are units in it.
    fn formation(&mut self, top: &'a Element, initiative: Option<String>) {
        let name = top.get("customName").filter(|name| !name.trim().is_empty()).unwrap_or(top.attribute("name")).trim();
        let mut formation = Formation {
            key: String::new(),
            name: name.to_owned(),
            initiative,
            points: 0,
            rules: Vec::new(),
            units: Vec::new(),
            characters: Vec::new(),
            upgrades: Vec::new(),
        };
        // Weapons that were chosen stand in the selections below the unit's.
        let mut others = Vec::new();
        top.walk(&mut |element| {
            if element.name == "profile" {
                others.push(self.library.sheet(element));
            }
        });
        self.selection(top, true, &others, &mut formation);
        if formation.units.is_empty() {
            if !formation.characters.is_empty() {
                let remark =
                    Remark::new("formation", name, "not understood: characters, and no unit that they could join");
                self.roster.remarks.push(Remark { unit: name.to_owned(), ..remark });
            }
            return;
        }
        let places: u32 = formation.units.iter().map(|(_, count)| count).sum();
        if formation.characters.len() as u32 > places {
            let remark =
                Remark::new("formation", name, "not understood: more characters than units that they could join");
            self.roster.remarks.push(Remark { unit: name.to_owned(), ..remark });
        }
        if formation.initiative.is_none() {
            let remark = Remark::new(
                "initiative",
                name,
                "not understood: the roster tells no initiative, or several; the scenario says it",
            );
            self.roster.remarks.push(Remark { unit: name.to_owned(), ..remark });
        }
        formation.key = self.formation_keys.give(name);
        self.roster.formations.push(formation);
    }

    fn selection(&mut self, selection: &'a Element, top: bool, others: &[Sheet], formation: &mut Formation) {
        let number = selection.get("number").and_then(|number| number.trim().parse::<u32>().ok()).unwrap_or(1);
        let cost: f64 = selection
            .listed("costs")
            .filter(|cost| is_points(cost))
            .filter_map(|cost| cost.attribute("value").parse::<f64>().ok())
            .sum();
        if cost.is_finite() {
            formation.points = formation.points.saturating_add(cost.round().clamp(0.0, 100_000.0) as u32).min(100_000);
        }
        let own_rules: Vec<Rule> = selection.listed("rules").map(Library::rule).collect();
        for rule in &own_rules {
            if let Some(rule) =
                (self.game.formation_rule)(&rule.name).filter(|rule| !formation.rules.iter().any(|known| known == rule))
            {
                formation.rules.push(rule.to_owned());
            }
        }
        let sheets: Vec<Sheet> = selection
            .listed("profiles")
            .map(|profile| self.library.sheet(profile))
            .filter(|sheet| (self.game.is_unit)(sheet))
            .collect();
        let several = sheets.len() > 1;
        let name = selection.attribute("name").trim();
        if sheets.is_empty() && !top && !name.is_empty() {
            let text = if number > 1 { format!("{number}x {name}") } else { name.to_owned() };
            formation.upgrades.push(text);
        }
        for sheet in sheets {
            let nearby: Vec<Sheet> = below(selection, self.library).into_iter().chain(others.iter().cloned()).collect();
            let context =
                Context { others: &nearby, own_rules: &own_rules, rules: self.rules, choices: &[], chosen: true };
            let (key, joins, is_written) = self.unit(sheet, &context);
            let told = |reason: String| Remark { unit: formation.name.clone(), ..Remark::new("number", name, reason) };
            if !is_written {
                self.roster.remarks.push(told("not understood: a unit that could not be imported is left out".into()));
                continue;
            }
            if number == 0 || number > MOST_UNITS {
                self.roster.remarks.push(told(format!("not understood: {number} units")));
                continue;
            }
            if several && !joins {
                self.roster.remarks.push(told(format!(
                    "not understood: one selection with several profiles says not how many of each; {number} are taken"
                )));
            }
            if joins {
                formation.characters.extend((0..number).map(|_| key.clone()));
            } else {
                match formation.units.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, count)) => *count = count.saturating_add(number).min(MOST_UNITS),
                    None => formation.units.push((key, number)),
                }
            }
        }
        for child in selection.listed("selections") {
            self.selection(child, false, others, formation);
        }
    }

    /// The key of a profile, new or known, whether it is a character, and whether it could be written down.
    fn unit(&mut self, sheet: Sheet, context: &Context) -> (String, bool, bool) {
        let unit = (self.game.unit)(&sheet, context);
        let known =
            self.roster.units.iter().find(|known| known.sheet.name == sheet.name && known.unit.body == unit.body);
        if let Some(known) = known {
            return (known.key.clone(), unit.joins, unit.body.is_some());
        }
        let key = self.keys.give(&sheet.name);
        let (joins, is_written) = (unit.joins, unit.body.is_some());
        self.roster.units.push(Printed { key: key.clone(), sheet, unit });
        (key, joins, is_written)
    }
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
