//! A control of the page: one key of the battle, drawn by what it may be.

use std::borrow::Cow;

use maud::{Markup, html};

use crate::keys::{Keys, Kind, about, usual, usual_number};
use crate::place::Place;
use crate::written::json;
use battle_odds_scenario::{Key, Node, Problem, Value};
use battle_odds_words::keys::key_in_words;
use battle_odds_words::{shown_of, shown_only_of};
use serde_json::Value as Json;

/// What all controls of a battle share.
pub(crate) struct Bench<'a> {
    /// The formations that may be named.
    pub formations: Vec<&'a str>,
    /// What is wrong, and where.
    pub wrong: Option<(Place, &'a Problem)>,
    /// Whether distances are said in inches.
    pub in_inches: bool,
    /// The rulebook.
    pub book: &'static str,
    /// What every formation needs beside its units, if that is so.
    pub needed: Option<&'static str>,
    /// The keys of the rulebook.
    pub keys: &'a Keys,
}

/// A key with its value.
pub(crate) struct Control<'a> {
    pub place: Place,
    pub kind: Kind,
    /// What the key means.
    pub schema: &'a Json,
    /// The value as written, if it is.
    pub value: Option<&'a Node>,
    /// Whether a player can take it away again.
    pub may_go: bool,
}

impl Bench<'_> {
    /// Which control a key needs.
    pub fn kind(&self, key: &str, schema: &Json) -> Kind {
        self.keys.kind(key, schema)
    }

    /// A control with its name.
    pub fn labelled(&self, control: &Control) -> Markup {
        let name = capital(&key_in_words(control.place.key()));
        let at = control.place.written();
        html! {
            div.control title=(about(control.schema)) {
                label.name for=(id(&control.place)) { (name) }
                div.value {
                    (self.bare(control, &name))
                    @if is_slid(&control.kind) {
                        button.pin type="button" data-curve=(at) title=(text!("The whole curve")) aria-label=(text!("{name}: the whole curve", name)) { "∿" }
                    }
                    @if control.may_go {
                        button.go type="button" data-put=(at) data-value="null" title=(text!("Take away")) aria-label=(text!("Take away: {name}", name)) { "×" }
                    }
                }
                (self.wrong_at(&control.place))
            }
        }
    }

    /// The words beside a control whose value is wrong.
    pub fn wrong_at(&self, place: &Place) -> Markup {
        let here = self.wrong.as_ref().filter(|(wrong, _)| wrong.0.starts_with(&place.0) && !place.0.is_empty());
        html! { @if let Some((_, problem)) = here { p.wrong role="alert" { (problem.message()) } } }
    }

    /// A control without its name.
    pub fn bare(&self, control: &Control, name: &str) -> Markup {
        let (at, id) = (control.place.written(), id(&control.place));
        let value = control.value.map(json);
        let fits = value.as_ref().is_none_or(|value| fits(&control.kind, value));
        match if fits { &control.kind } else { &Kind::Other } {
            Kind::YesNo => html! {
                input id=(id) type="checkbox" data-put=(at) data-is="yes" checked[value.as_ref().is_some_and(|value| *value != Json::Bool(false))];
            },
            Kind::Words(words) => {
                let key = control.place.key();
                self.choice((&id, &at, key), words, usual(control.schema, words), value.as_ref())
            }
            Kind::Number { least, most, is_whole } => {
                let step = if *is_whole { "1" } else { "any" };
                let range =
                    Range { least: *least, most: *most, step, is: "number", usual: usual_number(control.schema) };
                stepper((&id, &at), name, &range, value.as_ref())
            }
            Kind::Distance(most) => self.distance(&id, &at, name, *most, value.as_ref()),
            Kind::Formations { several } => self.named(&id, &at, *several, value.as_ref()),
            Kind::Several(words) => several_of(&at, words, value.as_ref(), |word| self.word(word)),
            Kind::Each(kind) => self.each(control, kind),
            Kind::Fields => self.fields(control),
            Kind::Rows => self.rows(control, name),
            Kind::Other => html! {
                input id=(id) type="text" data-put=(at) data-is="toml" value=[control.value.map(written)] spellcheck="false" autocomplete="off";
            },
        }
    }

    /// A word of the rulebook as players say it.
    pub fn word(&self, word: &str) -> String {
        let said = word.replace('-', " ");
        let of_forces = shown_only_of(&format!("forces of {}", self.book), &said).into_owned();
        let others = [shown_of(self.book, &said), shown_of(self.book, word)].map(Cow::into_owned);
        let mut known = std::iter::once(of_forces).chain(others);
        known.find(|shown| *shown != said && shown != word).unwrap_or(said)
    }

    /// An entry for each name in a table, and where one more is named.
    fn each(&self, control: &Control, kind: &Kind) -> Markup {
        let entries = entries(control.value);
        let schema = self.keys.entry(control.schema).unwrap_or(control.schema);
        let first = match kind {
            Kind::Words(words) => words.first().map_or(Json::Null, |word| word.as_str().into()),
            Kind::Formations { .. } => self.formations.first().map_or(Json::Null, |name| (*name).into()),
            Kind::YesNo => true.into(),
            _ => 1.into(),
        };
        let hint = text!("+ whose?");
        html! {
            div.entries {
                @for (key, value) in entries {
                    (self.labelled(&Control { place: control.place.then(key.name.as_str()), kind: kind.clone(), schema, value: Some(value), may_go: true }))
                }
                input type="text" list="names" data-add=(control.place.written()) data-first=(first) placeholder=(hint) aria-label={ (capital(&key_in_words(control.place.key()))) ": " (hint) } autocomplete="off" spellcheck="false";
            }
        }
    }

    /// The tables of a list, and where one more is put: by whoever is named first.
    fn rows(&self, control: &Control, name: &str) -> Markup {
        let rows: &[Node] = match control.value.map(|node| &node.value) {
            Some(Value::List(rows)) => rows,
            _ => &[],
        };
        let schema = self.keys.row(control.schema).unwrap_or(control.schema);
        let first = serde_json::json!({ "by": self.formations.first() });
        let (place, more) = match rows {
            [] => (control.place.clone(), Json::from(vec![first])),
            rows => (control.place.then(rows.len()), first),
        };
        html! {
            @for (number, row) in rows.iter().enumerate() {
                @let place = control.place.then(number);
                (self.fields(&Control { place: place.clone(), kind: Kind::Fields, schema, value: Some(row), may_go: true }))
                button.go type="button" data-put=(place.written()) data-value="null" aria-label=(text!("Take away: {name}", name)) { "×" }
            }
            button type="button" data-put=(place.written()) data-value=(more) aria-label=(text!("{name}: one more", name)) { "+" }
        }
    }

    /// The keys of a table of its own.
    fn fields(&self, control: &Control) -> Markup {
        let of = |key: &str| entries(control.value).iter().find(|(known, _)| known.name == key).map(|(_, value)| value);
        html! {
            div.entries {
                @for (key, schema) in self.keys.fields(control.schema).into_iter().flatten() {
                    @let (kind, place, value) = (self.kind(key, schema), control.place.then(key.as_str()), of(key));
                    (self.labelled(&Control { place, kind, schema, value, may_go: value.is_some() }))
                }
            }
        }
    }

    fn choice(
        &self,
        (id, at, name): (&str, &str, &str),
        words: &[String],
        usual: Option<&String>,
        value: Option<&Json>,
    ) -> Markup {
        let now = value.and_then(Json::as_str);
        let said = capital(&key_in_words(name));
        let unsaid = usual.map_or_else(|| text!("{name}: {what}", name = said, what = "–"), |word| self.word(word));
        html! {
            select id=(id) aria-label=(said) data-put=(at) data-is="text" {
                @if now.is_none() { option value="" selected { (unsaid) } }
                @for word in words.iter().filter(|word| now.is_some() || Some(*word) != usual) { option value=(word) selected[now == Some(word)] { (self.word(word)) } }
            }
        }
    }

    fn distance(&self, id: &str, at: &str, name: &str, most: f64, value: Option<&Json>) -> Markup {
        let cm = match value {
            Some(Json::String(text)) => battle_odds_scenario::typed::cm(text),
            Some(number) => number.as_f64(),
            None => None,
        };
        let (unit, factor) = if self.in_inches { ("in", 2.5) } else { ("cm", 1.0) };
        let shown = cm.map(|cm| Json::from((cm / factor * 100.0).round() / 100.0));
        let is = if self.in_inches { "inches" } else { "number" };
        let range = Range { least: 0.0, most, step: "1", is, usual: None };
        html! { (stepper((id, at), name, &range, shown.as_ref())) span.unit { (unit) } }
    }

    fn named(&self, id: &str, at: &str, several: bool, value: Option<&Json>) -> Markup {
        let now: Vec<&str> = match value {
            Some(Json::String(name)) => vec![name],
            Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
            _ => Vec::new(),
        };
        if several && now.len() > 1 {
            let names: Vec<String> = self.formations.iter().map(|&name| name.to_owned()).collect();
            return several_of(at, &names, value, str::to_owned);
        }
        html! {
            select id=(id) data-put=(at) data-is="text" {
                @if now.is_empty() { option value="" selected { "–" } }
                @for name in &self.formations { option value=(name) selected[now.contains(name)] { (name) } }
            }
        }
    }
}

/// The numbers of a stepper: its bounds, its step, how it is written, and what holds if nothing is.
struct Range<'a> {
    least: f64,
    most: f64,
    step: &'a str,
    is: &'a str,
    usual: Option<i64>,
}

/// A number with − and +.
fn stepper((id, at): (&str, &str), name: &str, range: &Range, value: Option<&Json>) -> Markup {
    let value = value.filter(|value| value.is_number()).map(Json::to_string);
    let value = value.map(|value| value.trim_end_matches(".0").to_owned());
    html! {
        span.stepper {
            button type="button" data-step="-1" aria-label=(text!("{name}: one less", name)) { "−" }
            input id=(id) type="number" inputmode="decimal" aria-label=(name) data-put=(at) data-is=(range.is) min=(range.least) max=(range.most) step=(range.step) value=[value] placeholder=[range.usual];
            button type="button" data-step="1" aria-label=(text!("{name}: one more", name)) { "+" }
        }
    }
}

/// Some of several words, each to tick.
fn several_of(at: &str, words: &[String], value: Option<&Json>, said: impl Fn(&str) -> String) -> Markup {
    let now: Vec<&str> = match value {
        Some(Json::Array(list)) => list.iter().filter_map(Json::as_str).collect(),
        Some(Json::String(word)) => vec![word],
        _ => Vec::new(),
    };
    html! {
        span.several data-put=(at) data-is="several" {
            @for word in words {
                label { input type="checkbox" value=(word) checked[now.contains(&word.as_str())]; (said(word)) }
            }
        }
    }
}

/// The entries of a table.
fn entries(node: Option<&Node>) -> &[(Key, Node)] {
    match node.map(|node| &node.value) {
        Some(Value::Table(entries)) => entries,
        _ => &[],
    }
}

/// Whether a control of this kind can show a value; otherwise it is shown as it is written.
fn fits(kind: &Kind, value: &Json) -> bool {
    let is_choice = value.get("choose").is_some();
    let are_texts = |list: &Vec<Json>| list.iter().all(Json::is_string);
    match kind {
        Kind::YesNo => value.is_boolean(),
        Kind::Words(words) => value.as_str().is_some_and(|value| words.iter().any(|word| word == value)),
        Kind::Number { .. } => value.is_number(),
        Kind::Distance(_) => value.is_number() || value.is_string(),
        Kind::Formations { .. } | Kind::Several(_) => value.is_string() || value.as_array().is_some_and(are_texts),
        Kind::Each(_) | Kind::Fields => value.is_object() && !is_choice,
        Kind::Rows => {
            value.as_array().is_some_and(|rows| rows.iter().all(|row| row.is_object() && row.get("choose").is_none()))
        }
        Kind::Other => true,
    }
}

/// Whether a control has a curve.
pub(crate) fn is_slid(kind: &Kind) -> bool {
    match kind {
        Kind::Number { .. } | Kind::Distance(_) => true,
        // Saves and the like.
        Kind::Words(words) => words.iter().all(|word| word.ends_with('+')),
        _ => false,
    }
}

/// The id of a control: the same as long as its place is.
pub(crate) fn id(place: &Place) -> String {
    format!("at-{place}")
}

/// A value as in a file.
fn written(node: &Node) -> String {
    crate::packed::toml(node).to_string().trim().to_owned()
}

/// With a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
