//! The forces as understood: every formation with its groups and everything the rulebook says of them.

use std::borrow::Cow;

use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::figures::in_decimals;
use battle_odds_words::shown_of;

/// The keys in which rulebooks give the size of a group.
const COUNTS: [&str; 4] = ["count", "bases", "models", "stands"];

/// A formation as needed for a picture.
pub struct Formation<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its side: 0 or 1.
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
}

/// The formations of a scenario of this rulebook.
pub fn formations<'a>(forces: &'a Value, book: &'a str) -> Vec<Formation<'a>> {
    let all = forces.as_array().into_iter().flatten().filter_map(Value::as_object);
    all.filter_map(|all| formation(all, book)).collect()
}

fn formation<'a>(all: &'a Map<String, Value>, book: &'a str) -> Option<Formation<'a>> {
    let side = all.get("side").and_then(Value::as_u64).unwrap_or(0).min(1) as usize;
    let mut groups: Vec<Group> = lists(all).flat_map(|(_, list)| list).filter_map(|of| group(of, book)).collect();
    groups.dedup_by(|next, group| {
        let same = next.name == group.name && next.cover == group.cover;
        group.count += if same { next.count } else { 0 };
        same
    });
    let breaks = all.get("breaks").and_then(|at| Some((at.get("metric")?.as_str()?, at.get("value")?.as_i64()?)));
    Some(Formation { name: all.get("formation")?.as_str()?, side, groups, breaks, book, all })
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
    Some(Group { name: value.get("name")?.as_str()?, count, cover })
}

/// The forces as tables; formations that take no part are folded.
pub fn forces(formations: &[Formation], bystanders: &[&str]) -> Markup {
    let stands_by = |formation: &&Formation| bystanders.contains(&formation.name);
    let folded: Vec<_> = formations.iter().filter(stands_by).collect();
    html! {
        @for formation in formations.iter().filter(|formation| !stands_by(formation)) { (table(formation)) }
        @if !folded.is_empty() {
            details {
                summary { (text!("Took no part, and are as they were: {names}", names = bystanders.join(", "))) }
                @for formation in folded { (table(formation)) }
            }
        }
    }
}

fn table(formation: &Formation) -> Markup {
    let book = formation.book;
    let own = formation
        .all
        .iter()
        .filter(|(key, value)| !["formation", "side", "breaks"].contains(&key.as_str()) && !is_list(value));
    html! {
        h4 { (formation.name) }
        p.small.soft {
            @for (place, (key, value)) in own.filter_map(|(key, value)| Some((key, said(value, book)?))).enumerate() {
                @if place > 0 { " · " }
                (text!("{what}: {list}", what = word(book, &key.replace('-', " ")), list = value))
            }
            @if let Some((metric, value)) = formation.breaks {
                @let metric = metric.replace('_', " ");
                " · " (text!("breaks with {value} {metric}, if not before", value, metric = shown_of(book, &metric)))
            }
        }
        @for (_, list) in lists(formation.all) { (groups(list, book)) }
    }
}

fn groups(list: &[Value], book: &str) -> Markup {
    let mut keys: Vec<&String> = Vec::new();
    for key in list.iter().filter_map(Value::as_object).flat_map(Map::keys) {
        if !keys.contains(&key) && key != "unit" && list.iter().any(|group| said(&group[key], book).is_some()) {
            keys.push(key);
        }
    }
    let first = |key: &&String| (*key != "name", !COUNTS.contains(&key.as_str()));
    keys.sort_by_key(first);
    html! {
        div.wide {
            table.tight {
                thead { tr { @for key in &keys { th { (word(book, &key.replace('-', " "))) } } } }
                tbody {
                    @for group in list {
                        tr { @for key in &keys { td { (said(&group[key.as_str()], book).unwrap_or_default()) } } }
                    }
                }
            }
        }
    }
}

fn is_list(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().any(Value::is_object))
}

/// A word of the forces in the rulebook's terms.
fn word<'a>(book: &str, english: &'a str) -> Cow<'a, str> {
    shown_of(&format!("forces of {book}"), english)
}

/// A value in words; `None` if there is nothing to say.
fn said(value: &Value, book: &str) -> Option<String> {
    let said = |value| said(value, book);
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::Bool(true) => Some(text!("yes")),
        Value::Number(number) => Some(in_decimals(number.to_string())),
        Value::String(text) => Some(word(book, text).into_owned()),
        Value::Array(list) if list.is_empty() => None,
        Value::Array(list) => Some(list.iter().filter_map(said).collect::<Vec<_>>().join(", ")),
        Value::Object(of) => {
            let of = of.iter().filter_map(|(key, value)| Some(format!("{} {}", word(book, key), said(value)?)));
            Some(of.collect::<Vec<_>>().join(", "))
        }
    }
}
