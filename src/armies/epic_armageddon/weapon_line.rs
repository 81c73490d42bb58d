//! One line of a weapon: its four cells, as army files have it.

use super::super::amount::{Amount, amount};
use super::super::diagnostics::Diagnostics;
use super::super::normalise::{number, plain};
use super::super::sheet::{list, quoted};
use super::firepower::{Fire, firepower, written};
use super::lines::Link;
use super::notes::{Note, items, misspelt, weapon_note};
use super::range::{EVERYWHERE, Range, range};
use super::read::{Read, says_nothing};
use super::unit_notes::{UnitNote, unit_note};
use battle_odds_words::shown;

/// A line of a weapon, as army files have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// How many there are.
    pub count: u32,
    /// In cm.
    pub range: Option<u16>,
    /// Its firepower, in the words of army files.
    pub fire: String,
    /// Its abilities, in the words of army files.
    pub abilities: Vec<String>,
    /// Where it points.
    pub arc: Option<&'static str>,
    /// Whether it is one of several lines of which one is used.
    pub either: bool,
    /// One unit in this many has it.
    pub one_in: u32,
    /// Abilities that it gives to its unit.
    pub lent: Vec<&'static str>,
    /// Notes that are understood but not simulated.
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
    /// How it relates to the line above.
    pub link: Link,
    /// Its name; empty if it is that of the line above.
    pub name: &'a str,
    /// Its range.
    pub range: &'a str,
    /// Its firepower.
    pub fire: &'a str,
    /// Its notes.
    pub notes: &'a str,
}

const UNPLAYABLE: &str = mark!("dice of different kinds are rolled for it");

/// Reads one line; `None`, with a report, if it cannot be written down.
pub fn line(row: &Row, name: &str, cells: [&str; 4], space: bool, told: &mut Diagnostics) -> Option<Weapon> {
    let mut line = Line { row, name, cells, space, told };
    let reach = line.range()?;
    // `(contact)` and `+1A`: an assault weapon, and what it adds.
    let extra = weapon_note(row.fire).filter(|note| matches!(note, Note::Ability(name) if name.starts_with("extra")));
    let fire = if extra.is_some() { Fire::None } else { line.firepower()? };
    let mut weapon = Weapon { name: name.to_owned(), count: 1, one_in: 1, ..Weapon::default() };
    let told_before = line.told.not_simulated.len();
    let mut lost = notes(row.notes, cells[3], reach == Range::Contact, &mut weapon, line.told);
    if let Some(Note::Ability(extra)) = extra {
        weapon.abilities.push(extra);
    }
    let is_told = told_before < line.told.not_simulated.len();
    match (&fire, reach) {
        (Fire::None, Range::None) => {
            line.without_numbers(&weapon);
            return None;
        }
        (Fire::Shots(times, values), Range::Flame) => match (times.certain(), *values) {
            (Some(1), [ap, at, None, None]) => {
                weapon.fire = format!("flame {}", written(Amount::of(1), [ap, at, None, None]));
                weapon.range = Some(0);
            }
            _ => lost = Some(mark!("a flame template has AP and AT values")),
        },
        (Fire::Shots(..) | Fire::Barrage(..), Range::Cm(_) | Range::Firefight(_) | Range::Unlimited | Range::None) => {
            weapon.range = line.reach(&fire, reach)?;
            lost = shooting(&fire, &mut weapon).or(lost);
        }
        _ => match line.assault(&fire, reach) {
            Some((fire, range)) => (weapon.fire, weapon.range) = (fire.into(), range),
            // A rule of the list says what it does.
            None if fire == Fire::None && weapon.abilities.is_empty() && is_told => return None,
            None => {
                line.contradiction(&fire, reach);
                return None;
            }
        },
    }
    if let Some(reason) = lost {
        let whole = line.whole();
        told.not_simulated("Weapons", &whole, reason);
        return None;
    }
    Some(weapon)
}

/// A line being read.
struct Line<'a, 'b> {
    row: &'a Row<'a>,
    name: &'a str,
    /// The names of its cells.
    cells: [&'a str; 4],
    /// Whether a spacecraft has it: its range is not one on the table.
    space: bool,
    told: &'a mut Diagnostics<'b>,
}

impl Line<'_, '_> {
    fn whole(&self) -> String {
        [self.name, self.row.range, self.row.fire, self.row.notes].map(str::trim).join(" | ")
    }

    fn range(&mut self) -> Option<Range> {
        let (cell, text) = (self.cells[1], self.row.range);
        let read = range(text).map_err(|reason| {
            let reason = format!("{} ({})", shown(&reason), self.whole());
            self.told.misunderstood(cell, text, reason);
        });
        self.repaired(cell, text, read.ok()?)
    }

    fn firepower(&mut self) -> Option<Fire> {
        let (cell, text) = (self.cells[2], self.row.fire);
        let read = firepower(text).map_err(|reason| {
            // One of several weapons with profiles of their own.
            if plain(self.row.notes).contains("choose one") {
                self.told.left(&text!("{name}: choose one of its kind", name = self.name));
            } else {
                let reason = format!("{} ({})", shown(&reason), self.whole());
                self.told.misunderstood(cell, text, reason);
            }
        });
        self.repaired(cell, text, read.ok()?)
    }

    /// The value read; reported if it is not what is written.
    fn repaired<T>(&mut self, cell: &str, text: &str, read: Read<T>) -> Option<T> {
        if let Some(repaired) = read.repaired {
            self.told.repaired(cell, text, repaired);
        }
        Some(read.value)
    }

    /// A line without range and firepower is not a weapon: reported, unless it has only notes.
    fn without_numbers(&mut self, weapon: &Weapon) {
        let has_notes = !says_nothing(self.row.notes);
        if has_notes && !weapon.abilities.is_empty() {
            let whole = self.whole();
            self.told.misunderstood(self.cells[2], &whole, mark!("abilities, and no firepower they could belong to"));
        } else if !has_notes && !says_nothing(self.name) {
            self.told.misunderstood(self.cells[0], self.name, mark!("a weapon without range and firepower"));
        }
    }

    /// The range of shots or of a barrage, which is left out for those from orbit; `None` if it is not given.
    fn reach(&mut self, fire: &Fire, reach: Range) -> Option<Option<u16>> {
        match reach {
            Range::None if !self.space => {
                let what = if matches!(fire, Fire::Shots(..)) { mark!("shots") } else { mark!("a barrage") };
                let reason = text!("{what}, and no range ({line})", what = shown(what), line = self.whole());
                self.told.misunderstood(self.cells[1], self.row.range, reason);
                None
            }
            Range::Firefight(cm) => {
                self.told.repaired(self.cells[1], self.row.range, format!("{cm}cm"));
                Some(Some(cm))
            }
            Range::Cm(cm) => Some(Some(cm)),
            Range::None => Some(None),
            _ => Some(Some(EVERYWHERE)),
        }
    }

    /// Small arms and assault weapons, as army files write them, and the range; `None` if it is neither.
    fn assault(&mut self, fire: &Fire, reach: Range) -> Option<(&'static str, Option<u16>)> {
        const SMALL_ARMS: &str = "small arms";
        const ASSAULT: &str = "assault weapon";
        let (weapon, repaired) = match (fire, reach) {
            (Fire::SmallArms, Range::Firefight(cm)) => ((SMALL_ARMS, Some(cm)), None),
            (Fire::SmallArms, Range::Cm(cm)) => ((SMALL_ARMS, Some(cm)), Some((1, format!("({cm}cm)")))),
            (Fire::SmallArms, Range::None) => ((SMALL_ARMS, Some(15)), Some((1, "(15cm)".into()))),
            (Fire::None, Range::Firefight(cm)) => ((SMALL_ARMS, Some(cm)), Some((2, "Small Arms".into()))),
            (Fire::Assault, Range::Contact) => ((ASSAULT, None), None),
            (Fire::Assault, Range::None) => ((ASSAULT, None), Some((1, "(contact)".into()))),
            (Fire::None, Range::Contact) => ((ASSAULT, None), Some((2, "Assault Weapon".into()))),
            _ => return None,
        };
        if let Some((cell, read)) = repaired {
            self.told.repaired(self.cells[cell], [self.row.range, self.row.fire][cell - 1], read);
        }
        Some(weapon)
    }

    fn contradiction(&mut self, fire: &Fire, reach: Range) {
        let reason = match (fire, reach) {
            (Fire::SmallArms, Range::Contact) => mark!("small arms in base contact"),
            (Fire::Assault, Range::Firefight(_) | Range::Cm(_)) => mark!("an assault weapon out of base contact"),
            (Fire::Elsewhere, _) | (_, Range::Elsewhere) => mark!("a weapon to choose beside one that has its numbers"),
            (Fire::None, _) => mark!("a range, and no firepower"),
            _ => mark!("range and firepower do not go together"),
        };
        let whole = self.whole();
        self.told.misunderstood(self.cells[2], &whole, reason);
    }
}

/// Shots or a barrage, as army files write them; returns the reason if they cannot be written down.
fn shooting(fire: &Fire, weapon: &mut Weapon) -> Option<&'static str> {
    match fire {
        Fire::Shots(times, values) => {
            weapon.fire = written(*times, *values);
            (!times.is_playable()).then_some(UNPLAYABLE)
        }
        Fire::Barrage(weapons, points) => {
            weapon.count = *weapons;
            weapon.fire = format!("{}BP", amount(*points));
            match points.certain() {
                Some(1..=18) => None,
                Some(_) => Some(mark!("barrage points are 1 to 18")),
                None => (!points.is_playable()).then_some(UNPLAYABLE),
            }
        }
        _ => None,
    }
}

/// The notes of a line; returns the reason if the line cannot be written down.
fn notes(text: &str, cell: &str, contact: bool, weapon: &mut Weapon, told: &mut Diagnostics) -> Option<&'static str> {
    let mut lost = None;
    for item in items(text) {
        if says_nothing(&item) || item == "*" {
            continue;
        }
        let mut note = weapon_note(&item);
        // `+1` for a weapon in base contact: an attack.
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
            None => told.misunderstood(cell, &item, mark!("neither an ability nor a rule of the list")),
        }
    }
    lost
}

/// `2x Twin Lascannon`, `Drones (x2)`: the number, and the name.
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
