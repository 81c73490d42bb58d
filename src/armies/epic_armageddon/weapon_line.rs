//! One line of a weapon: its four cells, as army files have it.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::{number, plain};
use super::super::sheet::{list, quoted};
use super::amount::{Amount, amount};
use super::firepower::{Fire, firepower, written};
use super::lines::Link;
use super::notes::{Note, items, misspelt, weapon_note};
use super::range::{EVERYWHERE, Range, range};
use super::read::says_nothing;
use super::unit_notes::{UnitNote, unit_note};

/// A line of a weapon, as army files have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// How many.
    pub count: u32,
    /// cm.
    pub range: Option<u16>,
    /// Its firepower, in the words of army files.
    pub fire: String,
    /// Its abilities, in the words of army files.
    pub abilities: Vec<String>,
    /// Where it points.
    pub arc: Option<&'static str>,
    /// Whether it is one of several lines of which one is used.
    pub either: bool,
    /// One unit in so many has it.
    pub one_in: u32,
    /// Abilities that it lends to its unit.
    pub lent: Vec<&'static str>,
    /// Notes that are understood, and not simulated.
    pub unplayed: Vec<String>,
}

impl Weapon {
    /// Whether it shoots, other than by barrage points and templates.
    pub fn shoots(&self) -> bool {
        self.range.is_some_and(|range| range > 0)
            && self.fire != "small arms"
            && !self.fire.ends_with("BP")
            && !self.abilities.iter().any(|ability| ability.starts_with("extra-attack"))
    }

    /// The line of the army file.
    pub fn toml(&self) -> String {
        let mut line = format!("{{ name = {}", quoted(&self.name));
        if self.count != 1 {
            line += &format!(", count = {}", self.count);
        }
        if let Some(range) = self.range {
            line += &format!(", range = {range}");
        }
        line += &format!(", fire = {}", quoted(&self.fire));
        if self.either {
            line += ", mode = \"or\"";
        }
        if self.one_in > 1 {
            line += &format!(", one-in = {}", self.one_in);
        }
        if let Some(arc) = self.arc {
            line += &format!(", arc = {}", quoted(arc));
        }
        if !self.abilities.is_empty() {
            line += &format!(", abilities = {}", list(&self.abilities));
        }
        line + " }"
    }
}

/// The four cells of one line.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// How it goes with the line above.
    pub link: Link,
    /// Its name; empty for that of the line above.
    pub name: &'a str,
    /// Its range.
    pub range: &'a str,
    /// Its firepower.
    pub fire: &'a str,
    /// Its notes.
    pub notes: &'a str,
}

const UNPLAYABLE: &str = "dice of different kinds are rolled for it";

/// One line; none of one that cannot be written down, which is told.
pub fn line(row: &Row, name: &str, cells: [&str; 4], space: bool, told: &mut Diagnostics) -> Option<Weapon> {
    let whole = || [name, row.range, row.fire, row.notes].map(str::trim).join(" | ");
    let reach = match range(row.range) {
        Ok(read) => {
            if let Some(repaired) = read.repaired {
                told.repaired(cells[1], row.range, repaired);
            }
            read.value
        }
        Err(reason) => {
            told.misunderstood(cells[1], row.range, format!("{reason} ({})", whole()));
            return None;
        }
    };
    // `(contact)` and `+1A`: an assault weapon, and what it adds.
    let extra = weapon_note(row.fire).filter(|note| matches!(note, Note::Ability(name) if name.starts_with("extra")));
    let fire = match firepower(if extra.is_some() { "" } else { row.fire }) {
        Ok(read) => {
            if let Some(repaired) = read.repaired {
                told.repaired(cells[2], row.fire, repaired);
            }
            read.value
        }
        // One of several weapons that have profiles of their own.
        Err(_) if plain(row.notes).contains("choose one") => {
            told.left(&format!("{name}: choose one of its kind"));
            return None;
        }
        Err(reason) => {
            told.misunderstood(cells[2], row.fire, format!("{reason} ({})", whole()));
            return None;
        }
    };
    let mut weapon = Weapon {
        name: name.to_owned(),
        count: 1,
        range: None,
        fire: String::new(),
        abilities: Vec::new(),
        arc: None,
        either: false,
        one_in: 1,
        lent: Vec::new(),
        unplayed: Vec::new(),
    };
    let told_before = told.not_simulated.len();
    let mut lost = notes(row.notes, cells[3], reach == Range::Contact, &mut weapon, told);
    if let Some(Note::Ability(extra)) = extra {
        weapon.abilities.push(extra);
    }
    let shown = |range: Range| match range {
        Range::Cm(cm) | Range::Firefight(cm) => Some(cm),
        Range::Contact => Some(0),
        Range::Unlimited => Some(EVERYWHERE),
        _ => None,
    };
    match (fire, reach) {
        (Fire::None, Range::None) if row.notes.is_empty() || says_nothing(row.notes) => {
            if !says_nothing(name) {
                told.misunderstood(cells[0], name, "a weapon without range and firepower");
            }
            return None;
        }
        // Something that is no weapon, and has its notes only: told by them.
        (Fire::None, Range::None) => {
            if !weapon.abilities.is_empty() {
                told.misunderstood(cells[2], &whole(), "abilities, and no firepower they could belong to");
            }
            return None;
        }
        (Fire::SmallArms, Range::Firefight(_) | Range::Cm(_)) => {
            if let Range::Cm(cm) = reach {
                told.repaired(cells[1], row.range, format!("({cm}cm)"));
            }
            weapon.fire = "small arms".into();
            weapon.range = shown(reach);
        }
        (Fire::SmallArms, Range::None) => {
            told.repaired(cells[1], row.range, "(15cm)");
            (weapon.fire, weapon.range) = ("small arms".into(), Some(15));
        }
        (Fire::None, Range::Firefight(cm)) => {
            told.repaired(cells[2], row.fire, "Small Arms");
            (weapon.fire, weapon.range) = ("small arms".into(), Some(cm));
        }
        (Fire::Assault, Range::Contact) => weapon.fire = "assault weapon".into(),
        (Fire::Assault, Range::None) => {
            told.repaired(cells[1], row.range, "(contact)");
            weapon.fire = "assault weapon".into();
        }
        (Fire::None, Range::Contact) => {
            told.repaired(cells[2], row.fire, "Assault Weapon");
            weapon.fire = "assault weapon".into();
        }
        (Fire::Shots(times, values), Range::Flame) => match (times.certain(), values) {
            (Some(1), [ap, at, None, None]) => {
                weapon.fire = format!("flame {}", written(Amount::of(1), [ap, at, None, None]));
                weapon.range = Some(0);
            }
            _ => lost = Some("a flame template has AP and AT values"),
        },
        (Fire::Shots(times, values), Range::Cm(_) | Range::Firefight(_) | Range::Unlimited | Range::None) => {
            if reach == Range::None && !space {
                told.misunderstood(cells[1], row.range, format!("shots, and no range ({})", whole()));
                return None;
            }
            if let Range::Firefight(cm) = reach {
                told.repaired(cells[1], row.range, format!("{cm}cm"));
            }
            if !times.is_playable() {
                lost = Some(UNPLAYABLE);
            }
            weapon.fire = written(times, values);
            weapon.range = Some(shown(reach).unwrap_or(EVERYWHERE));
        }
        (Fire::Barrage(weapons, points), Range::Cm(_) | Range::Firefight(_) | Range::Unlimited | Range::None) => {
            if reach == Range::None && !space {
                told.misunderstood(cells[1], row.range, format!("a barrage, and no range ({})", whole()));
                return None;
            }
            if let Range::Firefight(cm) = reach {
                told.repaired(cells[1], row.range, format!("{cm}cm"));
            }
            match points.certain() {
                Some(1..=18) => {}
                Some(_) => lost = Some("barrage points are 1 to 18"),
                None if points.is_playable() => {}
                None => lost = Some(UNPLAYABLE),
            }
            weapon.count = weapons;
            weapon.fire = format!("{}BP", amount(points));
            weapon.range = Some(shown(reach).unwrap_or(EVERYWHERE));
        }
        // What it does is told by a rule of the list.
        (Fire::None, _) if weapon.abilities.is_empty() && told_before < told.not_simulated.len() => {
            return None;
        }
        (fire, reach) => {
            let contradiction = match (fire, reach) {
                (Fire::SmallArms, Range::Contact) => "small arms in base contact",
                (Fire::Assault, Range::Firefight(_) | Range::Cm(_)) => "an assault weapon out of base contact",
                (Fire::Elsewhere, _) | (_, Range::Elsewhere) => "a weapon to choose beside one that has its numbers",
                (Fire::None, _) => "a range, and no firepower",
                _ => "range and firepower do not go together",
            };
            told.misunderstood(cells[2], &whole(), contradiction);
            return None;
        }
    }
    if let Some(reason) = lost {
        told.not_simulated("Weapons", &whole(), reason);
        return None;
    }
    Some(weapon)
}

/// The notes of a line; gives back why the line cannot be written down, if it cannot.
fn notes(text: &str, cell: &str, contact: bool, weapon: &mut Weapon, told: &mut Diagnostics) -> Option<&'static str> {
    let mut lost = None;
    for item in items(text) {
        if says_nothing(&item) || item == "*" {
            continue;
        }
        let mut note = weapon_note(&item);
        // `+1` of a weapon in base contact: an attack.
        if note.is_none() && contact && item.strip_prefix('+').and_then(number).is_some() {
            note = weapon_note(&format!("{item}A"));
            told.repaired(cell, &item, format!("{item}A"));
        }
        if note.is_none()
            && !told.is_rule(&item)
            && let Some(meant) = misspelt(&item, true)
        {
            told.repaired(cell, &item, meant);
            note = weapon_note(meant);
        }
        // An ability of the unit among the notes of its weapon.
        if let (None, Some(UnitNote::Ability(ability))) = (&note, unit_note(&item)) {
            weapon.lent.push(ability);
            continue;
        }
        match note {
            Some(Note::Ability(ability)) if ability == "anti-aircraft" => {}
            Some(Note::Ability(ability)) if weapon.abilities.contains(&ability) => {}
            Some(Note::Ability(ability)) => weapon.abilities.push(ability),
            Some(Note::Arc(arc)) => weapon.arc = arc,
            Some(Note::Beyond(reason)) => lost = Some(reason),
            Some(Note::Nothing) => {}
            Some(Note::Unplayed(reason)) => {
                told.not_simulated(cell, &format!("{item} ({})", weapon.name), reason);
                weapon.unplayed.push(item);
            }
            None if told.is_rule(&item) => {
                told.rule(cell, &item, &weapon.name);
                weapon.unplayed.push(item);
            }
            None => told.misunderstood(cell, &item, "neither an ability nor a rule of the list"),
        }
    }
    lost
}

/// `2x Twin Lascannon`, `Drones (x2)`: how many, and the name.
pub fn counted(text: &str) -> (u32, String) {
    let text = text.trim().trim_start_matches('*').trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(count) = number(&text[..digits]) {
        let rest = text[digits..].trim_start();
        let is_name = |name: &&str| name.starts_with(|first: char| first.is_whitespace() || first.is_uppercase());
        if let Some(name) = rest.strip_prefix(['x', 'X', '×']).filter(is_name) {
            return (count, name.trim().to_owned());
        }
    }
    let said = plain(text);
    if let Some((_, last)) = said.trim_end_matches(')').rsplit_once([' ', '('])
        && let Some(count) = last.strip_prefix('x').and_then(number)
        && let Some(at) = text.rfind(['x', 'X', '×'])
    {
        return (count, text[..at].trim_end_matches(['(', ' ']).trim().to_owned());
    }
    (1, text.to_owned())
}
