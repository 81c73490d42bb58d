//! The forces as understood: every formation with its groups and everything the rulebook says of them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::words::in_a_row;
use crate::figures::in_decimals;
use battle_odds_words::shown_of;

/// The keys in which rulebooks give the size of a group.
const COUNTS: [&str; 4] = ["count", "bases", "models", "stands"];

/// What a player's card says of units beyond `run.json`, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The keys of the card in their order, with which others follow.
    pub columns: &'static [&'static str],
    /// The keys whose numbers a die must reach: 4 is written `4+`, none `–`.
    pub rolls: &'static [&'static str],
    /// What the armies say of each unit, by its key.
    pub units: BTreeMap<String, Map<String, Value>>,
}

/// A formation as needed for a picture.
pub struct Formation<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its side: 0, on the left, or 1.
    pub side: usize,
    /// Its groups.
    pub groups: Vec<Group<'a>>,
    /// The measure by which it breaks, and the value from which on it is broken whatever else happens.
    pub breaks: Option<(&'a str, i64)>,
    /// The key of its rulebook.
    book: &'a str,
    all: &'a Map<String, Value>,
}

/// A group of a formation.
pub struct Group<'a> {
    /// Its name.
    pub name: &'a str,
    /// How many there are.
    pub count: u64,
    /// What it stands in, if that is given.
    pub cover: Option<String>,
    /// How many there are where that is varied: `2–8`.
    pub varied: Option<String>,
}

/// The formations of a scenario of this rulebook, those of the side `left` first.
pub fn formations<'a>(forces: &'a Value, book: &'a str, left: usize) -> Vec<Formation<'a>> {
    let all = forces.as_array().into_iter().flatten().filter_map(Value::as_object);
    let mut found: Vec<Formation> = all.filter_map(|all| formation(all, book, left)).collect();
    found.sort_by_key(|formation| formation.side);
    found
}

fn formation<'a>(all: &'a Map<String, Value>, book: &'a str, left: usize) -> Option<Formation<'a>> {
    let side = all.get("side").and_then(Value::as_u64).unwrap_or(0).min(1) as usize;
    let groups = lists(all).flat_map(|(_, list)| list).filter_map(|of| group(of, book)).collect();
    let breaks = all.get("breaks").and_then(|at| Some((at.get("metric")?.as_str()?, at.get("value")?.as_i64()?)));
    Some(Formation {
        name: all.get("formation")?.as_str()?,
        side: usize::from(side != left),
        groups,
        breaks,
        book,
        all,
    })
}

/// Says of the group that a key counts, `formations.boyz.units[1].count`, that it is varied; whether there is such a group.
pub fn vary(formations: &mut [Formation], key: &str, values: &str) -> bool {
    let found = varied(formations, key);
    let is_found = found.is_some();
    found.into_iter().for_each(|group| (group.count, group.varied) = (0, Some(values.to_owned())));
    is_found
}

fn varied<'f, 'a>(formations: &'f mut [Formation<'a>], key: &str) -> Option<&'f mut Group<'a>> {
    let (name, rest) = key.strip_prefix("formations.")?.split_once('.')?;
    let (list, rest) = rest.split_once('[')?;
    let (place, count) = rest.split_once("].")?;
    let of = formations.iter_mut().find(|of| of.name == name)?;
    // A rulebook with one list has its own name for it.
    let has_list = lists(of.all).any(|(key, _)| key == list);
    let before = lists(of.all).take_while(|(key, _)| *key != list).map(|(_, list)| list.len());
    let before: usize = if has_list { before.sum() } else { 0 };
    COUNTS.contains(&count).then_some(())?;
    of.groups.get_mut(before + place.parse::<usize>().ok()?)
}

/// The lists of groups in a formation, with their keys.
fn lists(all: &Map<String, Value>) -> impl Iterator<Item = (&String, &Vec<Value>)> {
    all.iter()
        .filter_map(|(key, value)| Some((key, value.as_array()?)))
        .filter(|(_, list)| list.iter().any(Value::is_object))
}

fn group<'a>(value: &'a Value, book: &str) -> Option<Group<'a>> {
    let cover = match value.get("cover") {
        Some(Value::String(cover)) if cover != "open" => Some(word(book, cover).replace('-', " ")),
        Some(Value::Number(cover)) if cover.as_i64() != Some(0) => Some(text!("cover {number}", number = cover)),
        _ => None,
    };
    let count = COUNTS.iter().find_map(|count| value.get(count)?.as_u64()).unwrap_or(1);
    Some(Group { name: value.get("name")?.as_str()?, count, cover, varied: None })
}

/// The forces as on their players' cards: a table for each kind of groups, all with the same columns.
pub fn forces(formations: &[Formation], card: &Card) -> Markup {
    let mut kinds: Vec<&str> = Vec::new();
    for (key, _) in formations.iter().flat_map(|formation| lists(formation.all)) {
        if !kinds.contains(&key.as_str()) {
            kinds.push(key);
        }
    }
    html! { @for kind in kinds { (table(formations, kind, card)) } }
}

fn table(formations: &[Formation], kind: &str, card: &Card) -> Markup {
    let rows = |formation: &Formation| -> Vec<Map<String, Value>> {
        let list = lists(formation.all).find(|(key, _)| *key == kind).map_or(&[][..], |(_, list)| list);
        list.iter().filter_map(Value::as_object).map(|group| whole(group, card)).collect()
    };
    let of: Vec<_> =
        formations.iter().map(|formation| (formation, rows(formation))).filter(|(_, rows)| !rows.is_empty()).collect();
    let book = formations.first().map_or("", |formation| formation.book);
    let keys = keys(of.iter().flat_map(|(_, rows)| rows), book, card);
    html! {
        div.wide {
            table.tight.card {
                thead { tr { @for key in &keys { th { (word(book, &key.replace('-', " "))) } } } }
                @for (formation, rows) in &of {
                    tbody {
                        tr.group { th colspan=(keys.len()) { span { (formation.name) (own(formation, card)) } } }
                        @for row in rows {
                            tr { @for key in &keys { td { (row.get(key.as_str()).and_then(|value| cell(key, value, book, card)).unwrap_or_default()) } } }
                        }
                    }
                }
            }
        }
    }
}

/// What is said of a formation itself.
fn own(formation: &Formation, card: &Card) -> Markup {
    let book = formation.book;
    let own = formation.all.iter().filter(|(key, value)| {
        !["formation", "side", "breaks"].contains(&key.as_str()) && !is_list(value) && !value.is_null()
    });
    html! {
        span.small.soft {
            @for (key, value) in own.filter_map(|(key, value)| Some((key, cell(key, value, book, card)?))) {
                " · " (text!("{what}: {list}", what = word(book, &key.replace('-', " ")), list = value))
            }
            @if let Some((metric, value)) = formation.breaks {
                @let metric = metric.replace('_', " ");
                " · " (text!("breaks with {value} {metric}, if not before", value, metric = shown_of(book, &metric)))
            }
        }
    }
}

/// A group with what its unit's card says beyond it.
fn whole(group: &Map<String, Value>, card: &Card) -> Map<String, Value> {
    let unit = group.get("unit").and_then(Value::as_str).and_then(|unit| card.units.get(unit));
    let more = unit.into_iter().flatten().filter(|(key, _)| card.columns.contains(&key.as_str()));
    let mut all = group.clone();
    for (key, value) in more {
        // The armies spell weapons out where a run only names them.
        let is_told = all.get(key).is_some_and(|known| !known.is_null() && !is_list(value));
        if !is_told {
            all.insert(key.clone(), value.clone());
        }
    }
    all
}

/// The columns of these rows: the name, the number, the card's, the rest; without those that say nothing.
fn keys<'r>(rows: impl Iterator<Item = &'r Map<String, Value>> + Clone, book: &str, card: &Card) -> Vec<&'r String> {
    let mut keys: Vec<&String> = Vec::new();
    for (key, value) in rows.flatten() {
        let is_told = said(value, book).is_some();
        if key != "unit" && is_told && !keys.contains(&key) {
            keys.push(key);
        }
    }
    let place = |key: &&String| {
        let of_card = card.columns.iter().position(|column| column == *key).unwrap_or(usize::MAX);
        (*key != "name", !COUNTS.contains(&key.as_str()), of_card)
    };
    keys.sort_by_key(place);
    keys
}

fn is_list(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().any(Value::is_object))
}

/// A word of the forces in the rulebook's terms.
fn word<'a>(book: &str, english: &'a str) -> Cow<'a, str> {
    shown_of(&format!("forces of {book}"), english)
}

/// The value of a key; `None` if there is nothing to say.
fn cell(key: &str, value: &Value, book: &str, card: &Card) -> Option<String> {
    match value {
        Value::Number(number) if card.rolls.contains(&key) => Some(format!("{number}+")),
        Value::Null if card.rolls.contains(&key) => Some("–".to_owned()),
        _ => said(value, book),
    }
}

/// A value in words; `None` if there is nothing to say.
fn said(value: &Value, book: &str) -> Option<String> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::Bool(true) => Some(text!("yes")),
        Value::Number(number) => Some(in_decimals(number.to_string())),
        Value::String(text) => Some(word(book, text).into_owned()),
        Value::Array(list) if list.is_empty() => None,
        Value::Array(list) => {
            let said: Vec<String> = list.iter().filter_map(|value| said(value, book)).collect();
            Some(if is_list(value) { in_a_row(&said) } else { said.join(", ") })
        }
        Value::Object(of) => {
            let told = |key: &String| key != "name" && key != "count";
            let of_it = of.iter().filter(|(key, _)| told(key));
            let of_it = of_it.filter_map(|(key, value)| Some(format!("{} {}", word(book, key), said(value, book)?)));
            let of_it = of_it.collect::<Vec<_>>().join(", ");
            let count = of.get("count").map_or_else(String::new, |count| format!("{count} × "));
            Some(match of.get("name").and_then(Value::as_str) {
                Some(name) if of_it.is_empty() => format!("{count}{name}"),
                Some(name) => format!("{count}{name} ({of_it})"),
                None => format!("{count}{of_it}"),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn card() -> Card {
        let weapons =
            json!([{ "name": "Launcher", "count": 2, "range": 45, "fire": "AP5+" }, { "name": "Chainsword" }]);
        let unit = json!({ "armour": "2+", "speed": 15, "weapons": weapons, "notes": "of the list" });
        let units = BTreeMap::from([("gun".to_owned(), unit.as_object().unwrap().clone())]);
        Card { columns: &["armour", "speed", "weapons"], rolls: &["armour"], units }
    }

    #[test]
    fn forces_stand_as_on_a_card_in_the_same_columns() {
        let forces = json!([
            { "formation": "guns", "side": 0, "groups": [{ "unit": "gun", "name": "Gun", "count": 3, "armour": 4 }] },
            { "formation": "mob", "side": 1, "groups": [{ "unit": "boy", "name": "Boy", "count": 9, "armour": null }] },
        ]);
        let drawn = super::forces(&formations(&forces, "", 0), &card()).into_string();
        assert_eq!(drawn.matches("<table").count(), 1, "{drawn}");
        let heads = "<th>name</th><th>count</th><th>armour</th><th>speed</th><th>weapons</th>";
        assert!(drawn.contains(heads), "{drawn}");
        // What the run says holds, not the army file; a unit without a card has empty cells, and no save is a dash.
        let gun = "<td>Gun</td><td>3</td><td>4+</td><td>15</td><td>2 × Launcher (fire AP5+, range 45); Chainsword</td>";
        assert!(drawn.contains(gun), "{drawn}");
        assert!(drawn.contains("<td>Boy</td><td>9</td><td>–</td><td></td><td></td>"), "{drawn}");
    }

    #[test]
    fn a_varied_number_is_not_drawn_as_one_number() {
        let forces = json!([{ "formation": "mob", "commanders": [{ "name": "Boss" }], "units": [
            { "name": "Boy", "count": 6 }, { "name": "Nob", "count": 2 },
        ] }]);
        let mut found = formations(&forces, "", 0);
        assert!(vary(&mut found, "formations.mob.units[1].count", "2–8"));
        assert!(!vary(&mut found, "formations.mob.units[1].armour", "4–6") && !vary(&mut found, "steps[0].range", "1"));
        let told: Vec<_> = found[0].groups.iter().map(|group| (group.count, group.varied.as_deref())).collect();
        assert_eq!(told, [(1, None), (6, None), (0, Some("2–8"))]);
        let forces = json!([{ "formation": "mob", "groups": [{ "name": "Boy", "count": 6 }], "units": 6 }]);
        let mut found = formations(&forces, "", 0);
        assert!(vary(&mut found, "formations.mob.units[0].count", "2–8") && found[0].groups[0].varied.is_some());
    }
}
