//! Formations and units that are found by two letters, and put on the table.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use crate::control::capital;
use crate::packed::{pack_beside, put, swept};
use crate::place::{Place, Sheet, toml};
use crate::renamed::rename;
use crate::shelf::Shelf;
use crate::written::json;
use battle_odds_scenario::army::complete;
use battle_odds_scenario::card::{cards, group};
use battle_odds_scenario::equip;
use battle_odds_scenario::{Army, Key, Node, Problem, Source, Span, Value, meant, parse};
use battle_odds_systems::System;
use battle_odds_systems::start::Needed;

/// The slot of units that join a formation begins with this; its name follows.
pub(crate) const UNITS: &str = "units:";

/// The most that are shown.
const MOST: usize = 14;

/// How many of each upgrade, by their keys.
pub(crate) type Upgrades = BTreeMap<String, i64>;

/// Upgrades as a list's formation is asked for with them.
pub(crate) fn written(upgrades: &Upgrades) -> String {
    let entry = |(key, count): (&String, &i64)| format!("{} = {count}", serde_json::Value::from(key.as_str()));
    format!("{{ {} }}", upgrades.iter().map(entry).collect::<Vec<_>>().join(", "))
}

/// What was found: in which army, and what it is.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(crate) struct Found {
    /// The army by its place on the shelf.
    pub army: usize,
    /// The key of the formation or unit.
    pub key: String,
    /// Whether it is a unit, not a formation.
    pub is_unit: bool,
    /// Of units how many, if not as many as usual.
    #[serde(default)]
    pub count: Option<u64>,
    /// The upgrades that a formation of a list has.
    #[serde(default)]
    pub upgrades: Upgrades,
}

/// One line of what was found.
struct Line {
    found: Found,
    name: String,
    says: String,
    rank: u8,
}

/// What the armies of the shelf have by this name, as buttons for a place on the table.
pub(crate) fn found(shelf: &Shelf, typed: &str, slot: &str) -> Markup {
    let typed = plain(typed);
    let mut lines: Vec<Line> = Vec::new();
    for (place, army) in shelf.all().enumerate() {
        if !slot.starts_with(UNITS) {
            lines.extend(formations(army, place, &typed));
        }
        lines.extend(units(army, place, &typed));
    }
    lines.sort_by_key(|line| (line.rank, line.found.is_unit, line.found.army));
    let more = lines.len().saturating_sub(MOST);
    lines.truncate(MOST);
    html! {
        @if lines.is_empty() { p.small.soft { (text!("Nothing by that name; drop a list that has it.")) } }
        ul {
            @for line in &lines {
                li {
                    button type="button" data-do="choose" data-slot=(slot) data-found=(serde_json::to_string(&line.found).unwrap_or_default()) {
                        strong { (line.name) } " " span.small.soft { (line.says) }
                    }
                }
            }
        }
        @if more > 0 { p.small.soft { (text!("and {more} more: type another letter", more)) } }
    }
}

/// Letters and digits alone, without accents that a telephone makes tedious.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'à' | 'â' => 'a',
        'î' | 'ï' => 'i',
        'ô' => 'o',
        'û' | 'ù' | 'ü' => 'u',
        'ç' => 'c',
        letter => letter,
    };
    let text = text.to_lowercase();
    text.chars().map(letter).map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect()
}

/// How well names fit what was typed: from their beginning, from the beginning of a word, anywhere.
fn rank<'n>(typed: &str, names: impl Iterator<Item = &'n str>) -> Option<u8> {
    let of = |name: &str| {
        let name = plain(name);
        match name.find(typed)? {
            0 => Some(0),
            _ if name.contains(&format!(" {typed}")) => Some(1),
            _ => Some(2),
        }
    };
    names.filter_map(of).min()
}

pub(crate) fn title(army: &Army) -> String {
    let title = army.root.child("army").and_then(|title| title.text("").ok()).unwrap_or_default();
    title.to_owned()
}

/// The keys of the formations that an army offers.
pub(crate) fn formations_of(army: &Army) -> Vec<String> {
    let of_list = cards(&army.root).unwrap_or_default();
    if !of_list.is_empty() {
        return of_list.into_iter().map(|card| card.key).collect();
    }
    keys_in(army, "formations")
}

/// The keys of its units.
pub(crate) fn units_of_army(army: &Army) -> Vec<String> {
    keys_in(army, "units")
}

fn keys_in(army: &Army, table: &str) -> Vec<String> {
    let Some(Value::Table(all)) = army.root.child(table).map(|node| &node.value) else { return Vec::new() };
    all.iter().map(|(key, _)| key.name.clone()).collect()
}

fn formations(army: &Army, place: usize, typed: &str) -> Vec<Line> {
    let of_list = cards(&army.root).unwrap_or_default();
    let line = |key: &str, name: &str, points: Option<i64>, says: String, rank: u8| Line {
        found: Found { army: place, key: key.to_owned(), ..Found::default() },
        name: capital(&name.replace('-', " ")),
        says: [
            points.map(|points| text!(points => "{points} point" | "{points} points", points)),
            Some(says),
            Some(title(army)),
        ]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · "),
        rank,
    };
    if !of_list.is_empty() {
        let of = |card: &battle_odds_scenario::card::Card| {
            let names = card.names.iter().map(String::as_str).chain([card.key.as_str()]);
            let units: Vec<String> = card.units.iter().map(|(count, unit)| format!("{count} {unit}")).collect();
            Some(line(&card.key, card.name(), card.points, units.join(", "), rank(typed, names)?))
        };
        return of_list.iter().filter_map(of).collect();
    }
    let Some(Value::Table(all)) = army.root.child("formations").map(|node| &node.value) else { return Vec::new() };
    let of = |(key, node): &(Key, Node)| {
        let points = node.child("points").and_then(|points| points.integer("", 0..=i64::MAX).ok());
        let groups = node.child("units").and_then(|units| units.list("").ok()).unwrap_or_default();
        let units = groups.iter().filter_map(group).map(|(count, unit)| format!("{count} {unit}"));
        let units: Vec<String> = units.collect();
        Some(line(&key.name, &key.name, points, units.join(", "), rank(typed, [key.name.as_str()].into_iter())?))
    };
    all.iter().filter_map(of).collect()
}

fn units(army: &Army, place: usize, typed: &str) -> Vec<Line> {
    let Some(Value::Table(all)) = army.root.child("units").map(|node| &node.value) else { return Vec::new() };
    let others = army.root.child("names");
    let of = |(key, node): &(Key, Node)| {
        let own = node.child("name").and_then(|name| name.text("").ok());
        let more = others.and_then(|names| names.child(&key.name)?.texts("").ok()).unwrap_or_default();
        let names = more.iter().map(|(name, _)| *name).chain(own).chain([key.name.as_str()]);
        Some(Line {
            rank: rank(typed, names)?,
            found: Found { army: place, key: key.name.clone(), is_unit: true, ..Found::default() },
            name: own.map_or_else(|| capital(&key.name.replace('-', " ")), str::to_owned),
            says: text!("a unit · {army}", army = title(army)),
        })
    };
    all.iter().filter_map(of).collect()
}

/// The text with what was found in a place: of a formation that it replaces, or `+mine`, `+enemy` for one more.
///
/// # Errors
/// What is wrong with the army.
pub(crate) fn chosen(
    text: &str,
    slot: &str,
    found: &Found,
    shelf: &Shelf,
    system: &System,
) -> Result<(String, String), Problem> {
    let gone = || Problem::new(text!("this army is no longer here"));
    let army = shelf.all().nth(found.army).ok_or_else(gone)?;
    let mut sheet = Sheet::read(text)?;
    if let Some(name) = slot.strip_prefix(UNITS) {
        join(&mut sheet, name, &found.key, army)?;
        return Ok((sheet.text(), name.to_owned()));
    }
    let mut formation = formation(army, found, system)?;
    let replaced = (!slot.starts_with('+')).then_some(slot);
    let name = free(&mut sheet, &found.key, replaced);
    if let Some(replaced) = replaced {
        let root = parse(Source::new("battle.toml", text))?;
        if let Some(before) = root.child("formations").and_then(|formations| formations.child(replaced)) {
            put_in_place(&mut formation, before);
            if plain_name(replaced) == found.key {
                complete(&mut formation, before);
            }
        }
        if let Some(formations) = sheet.root().get_mut("formations").and_then(toml_edit::Item::as_table_like_mut) {
            formations.remove(replaced);
        }
        rename(&mut sheet, replaced, &name);
    }
    swept(&mut sheet)?;
    let formation = pack_beside(&mut sheet, &army.root, formation)?;
    put(&mut sheet, "formations", &name, &formation);
    Ok((sheet.text(), name))
}

/// One unit more in a formation, as a group of its own.
fn join(sheet: &mut Sheet, name: &str, unit: &str, army: &Army) -> Result<(), Problem> {
    let place = Place::of_formation(name).then("units");
    let count = sheet.length(&place);
    let span = Span::new(&Source::new("unit", ""), 0..0);
    let unit = pack_beside(sheet, &army.root, Node { value: Value::Text(unit.to_owned()), span })?;
    let group = serde_json::json!({ "unit": json(&unit), "count": 1 });
    sheet.put(&place.then(count), toml(&group))
}

/// The formation as a scenario has it.
///
/// # Errors
/// It is gone, or its list is wrong.
pub(crate) fn formation(army: &Army, found: &Found, system: &System) -> Result<Node, Problem> {
    let gone = || Problem::new(text!("this formation is no longer here"));
    let starts = system.starts;
    if found.is_unit {
        let count = found.count.unwrap_or(starts.map_or(1, |starts| starts.count));
        let needed = starts.and_then(|starts| starts.needed).map(|needed| needed_of(army, &needed));
        let needed = needed.map_or(String::new(), |(key, value)| format!("{key} = {value}, "));
        let quoted = serde_json::Value::from(found.key.as_str());
        let text = format!("formation = {{ {needed}units = [{{ unit = {quoted}, count = {count} }}] }}");
        return parse(Source::new("unit", text)).ok().and_then(|mut root| root.remove("formation")).ok_or_else(gone);
    }
    let known = army.root.child("formations").and_then(|formations| formations.child(&found.key)).ok_or_else(gone)?;
    let mut formation =
        if army.is_list() { equip::with(&army.root, &found.key, &written(&found.upgrades))? } else { known.clone() };
    for key in ["name", "name-fr", "names", "may-add"] {
        formation.remove(key);
    }
    if let Some(needed) = starts.and_then(|starts| starts.needed).filter(|needed| formation.child(needed.key).is_none())
    {
        let (key, value) = needed_of(army, &needed);
        let span = Span::new(&Source::new("needed", ""), 0..0);
        let value = value.trim_matches('"').to_owned();
        formation.put(&[key], Node { value: Value::Text(value), span });
    }
    Ok(formation)
}

/// What a formation has of the place of the one before it: its side, and the cover if all units there have the same.
pub(crate) fn put_in_place(formation: &mut Node, before: &Node) {
    if let Some(side) = before.child("side") {
        formation.put(&["side"], side.clone());
    }
    let groups = before.child("units").and_then(|units| units.list("").ok()).unwrap_or_default();
    let mut covers = groups.iter().map(|group| group.child("cover"));
    let Some(Some(cover)) = covers.next() else { return };
    if covers.all(|other| other.is_some_and(|other| json(other) == json(cover)))
        && let Some(Node { value: Value::List(groups), .. }) = formation.child_mut("units")
    {
        groups.iter_mut().for_each(|group| group.put(&["cover"], cover.clone()));
    }
}

/// What a formation of an army needs: as most of its formations have it, or as it usually is.
fn needed_of(army: &Army, needed: &Needed) -> (&'static str, String) {
    let title = title(army);
    let known = needed.known.iter().find(|(words, _)| !meant(words, &[title.as_str()]).is_empty());
    let answer = known.map_or(needed.usual, |(_, value)| value);
    (needed.key, (needed.read)(answer).unwrap_or_default())
}

/// The name without the number that tells it from another of the same name.
pub(crate) fn plain_name(name: &str) -> &str {
    let plain = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    plain.strip_suffix('-').filter(|_| plain.len() < name.len()).unwrap_or(name)
}

/// A name that no other formation has.
fn free(sheet: &mut Sheet, key: &str, replaced: Option<&str>) -> String {
    let known: Vec<String> = match sheet.root().get("formations").and_then(toml_edit::Item::as_table_like) {
        Some(formations) => formations.iter().map(|(key, _)| key.to_owned()).collect(),
        None => Vec::new(),
    };
    let is_free = |name: &String| !known.contains(name) || Some(name.as_str()) == replaced;
    let names = std::iter::once(key.to_owned()).chain((2..).map(|number| format!("{key}-{number}")));
    names.into_iter().find(is_free).unwrap_or_else(|| key.to_owned())
}
