//! What a battle may say, from the types of its rulebook: the keys of formations, groups and steps, and which control each needs.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use crate::place::{At, Place};
use battle_odds_scenario::Node;
use battle_odds_systems::{SYSTEMS, System};
use battle_odds_words::shown;

/// The schema of a rulebook's scenarios.
pub(crate) struct Keys {
    root: &'static Value,
    /// Keys whose values name formations.
    formations: Vec<&'static str>,
}

/// The keys of a table, with their schemas.
pub(crate) type Table<'k> = &'k Map<String, Value>;

/// The values that a key may have, as far as a control has to know.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Yes or no.
    YesNo,
    /// One of these words.
    Words(Vec<String>),
    /// A number between bounds; whole or not.
    Number { least: f64, most: f64, is_whole: bool },
    /// A distance in cm, up to this.
    Distance(f64),
    /// One formation, or several.
    Formations { several: bool },
    /// Some of these words.
    Several(Vec<String>),
    /// One of these for each of some units or formations, by their names.
    Each(Box<Kind>),
    /// Several keys of its own.
    Fields,
    /// Several tables with keys of their own.
    Rows,
    /// Anything else, written as in a file.
    Other,
}

/// A kind of step.
pub(crate) struct Action<'k> {
    pub name: &'k str,
    pub about: String,
    pub keys: Table<'k>,
    pub needed: Vec<&'k str>,
}

/// The schemas of all rulebooks: each is made once.
static SCHEMAS: [OnceLock<Value>; SYSTEMS.len()] = [const { OnceLock::new() }; SYSTEMS.len()];

/// Keys that name formations in every game.
const OF_ALL: [&str; 5] = ["by", "at", "to", "with", "support"];

/// More than this is no number that is slid to.
const MOST: f64 = 1000.0;

impl Keys {
    /// The keys of a rulebook.
    pub fn of(system: &'static System) -> Keys {
        let formations = system.naming.formations.iter().chain(&OF_ALL).copied().collect();
        let place = SYSTEMS.iter().position(|known| known.key == system.key).unwrap_or_default();
        Keys { root: SCHEMAS[place].get_or_init(|| system.schema()), formations }
    }

    /// A schema without references.
    fn plain<'k>(&'k self, mut schema: &'k Value) -> &'k Value {
        for _ in 0..16 {
            let Some(name) = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next()) else { break };
            let name = name.replace("%20", " ").replace("%60", "`").replace("~1", "/").replace("~0", "~");
            schema = &self.root["$defs"][&name];
        }
        schema
    }

    fn properties<'k>(&'k self, schema: &'k Value) -> Option<Table<'k>> {
        self.plain(schema)["properties"].as_object()
    }

    /// The keys of a formation.
    pub fn formation(&self) -> Option<Table<'_>> {
        self.properties(&self.root["properties"]["formations"]["additionalProperties"])
    }

    /// The keys of a formation that hold groups of units, with the keys of these.
    pub fn groups(&self) -> Vec<(&str, Table<'_>)> {
        let keys = self.formation().into_iter().flatten();
        let of = keys.filter_map(|(key, schema)| {
            let items = &self.plain(schema)["items"];
            let keys = self.properties(items)?;
            keys.contains_key("unit").then_some((key.as_str(), keys))
        });
        of.collect()
    }

    /// The keys of a unit's profile.
    pub fn unit(&self) -> Option<Table<'_>> {
        self.properties(&self.root["properties"]["units"]["additionalProperties"])
    }

    /// The kinds of steps.
    pub fn actions(&self) -> Vec<Action<'_>> {
        let step = self.plain(&self.root["properties"]["steps"]["items"]);
        let kinds = step["oneOf"].as_array().into_iter().flatten();
        kinds.filter_map(|kind| self.action_of(kind)).collect()
    }

    fn action_of<'k>(&self, kind: &'k Value) -> Option<Action<'k>> {
        let keys = kind["properties"].as_object()?;
        let name = keys.get("action")?["const"].as_str()?;
        let needed = kind["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        Some(Action { name, about: about(kind), keys, needed: needed.filter(|key| *key != "action").collect() })
    }

    /// The kind of step with this name.
    pub fn action(&self, name: &str) -> Option<Action<'_>> {
        self.actions().into_iter().find(|action| action.name == name)
    }

    /// Which control a key needs.
    pub fn kind(&self, key: &str, schema: &Value) -> Kind {
        let schema = self.plain(schema);
        let is_yes_or_no = |schema: &Value| self.plain(schema)["type"] == "boolean";
        if schema["anyOf"].as_array().is_some_and(|ways| ways.iter().any(is_yes_or_no)) {
            return Kind::YesNo;
        }
        if self.formations.contains(&key) && self.is_text(schema) {
            let several = schema["anyOf"].as_array().is_some_and(|ways| ways.iter().any(|way| way["type"] == "array"));
            return Kind::Formations { several };
        }
        if let Some(ways) = schema["anyOf"].as_array() {
            return self.of_several(key, ways);
        }
        if let Some(words) = self.words(schema) {
            return Kind::Words(words);
        }
        match schema["type"].as_str() {
            Some("boolean") => Kind::YesNo,
            Some(kind @ ("integer" | "number")) => number(schema, kind == "integer"),
            Some("array") if self.row(schema).is_some() => Kind::Rows,
            Some("array") => self.words(self.plain(&schema["items"])).map_or(Kind::Other, Kind::Several),
            Some("object") => match self.entry(schema) {
                Some(entry) => Kind::Each(Box::new(self.counted(key, entry))),
                None if self.fields(schema).is_some() => Kind::Fields,
                None => Kind::Other,
            },
            _ => Kind::Other,
        }
    }

    /// Which control an entry of a table needs: a number where it may be one.
    fn counted(&self, key: &str, schema: &Value) -> Kind {
        match self.ways(schema).into_iter().find(|way| way["type"] == "integer") {
            Some(way) => number(way, true),
            None => self.kind(key, schema),
        }
    }

    /// All ways to write a value.
    fn ways<'k>(&'k self, schema: &'k Value) -> Vec<&'k Value> {
        let schema = self.plain(schema);
        match schema["anyOf"].as_array() {
            Some(ways) => ways.iter().flat_map(|way| self.ways(way)).collect(),
            None => vec![schema],
        }
    }

    /// What a table has under each name, if it may have any names.
    pub fn entry<'k>(&'k self, schema: &'k Value) -> Option<&'k Value> {
        self.ways(schema).into_iter().map(|way| &way["additionalProperties"]).find(|entry| entry.is_object())
    }

    /// The keys of a table of its own, but not that of values to choose from.
    pub fn fields<'k>(&'k self, schema: &'k Value) -> Option<Table<'k>> {
        let tables = self.ways(schema).into_iter().filter_map(|way| way["properties"].as_object());
        tables.into_iter().find(|keys| !keys.contains_key("choose"))
    }

    /// Of several ways to write a value the one that has a control.
    fn of_several(&self, key: &str, ways: &[Value]) -> Kind {
        let is_distance = ways.iter().any(|way| way["pattern"].is_string());
        let kinds: Vec<Kind> = ways.iter().map(|way| self.kind(key, way)).collect();
        if let Some(Kind::Number { most, .. }) = kinds.iter().find(|_| is_distance) {
            return Kind::Distance(*most);
        }
        let found = kinds.iter().find(|kind| !matches!(kind, Kind::Other));
        found.cloned().unwrap_or(Kind::Other)
    }

    /// Which control a key needs that stands so deep in a table or list.
    fn kind_within(&self, key: &str, schema: &Value, rest: &[At]) -> Option<Kind> {
        let Some((first, rest)) = rest.split_first() else { return Some(self.kind(key, schema)) };
        match first {
            At::Entry(_) => self.kind_within(key, self.row(schema)?, rest),
            At::Key(name) => match self.fields(schema).and_then(|keys| keys.get(name)) {
                Some(schema) => self.kind_within(key, schema, rest),
                None => rest.is_empty().then_some(self.counted(key, self.entry(schema)?)),
            },
        }
    }

    /// What a list has in each place, if that is a table.
    pub fn row<'k>(&'k self, schema: &'k Value) -> Option<&'k Value> {
        let lists = self.ways(schema).into_iter().map(|way| &way["items"]).filter(|row| row.is_object());
        lists.into_iter().find(|row| self.fields(row).is_some())
    }

    fn is_text(&self, schema: &Value) -> bool {
        let is = |schema: &Value| self.plain(schema)["type"] == "string";
        is(schema) || schema["anyOf"].as_array().is_some_and(|ways| ways.iter().any(is))
    }

    /// The words of an enum, or of several of them.
    fn words(&self, schema: &Value) -> Option<Vec<String>> {
        if let Some(words) = schema["enum"].as_array() {
            return words.iter().map(|word| word.as_str().map(str::to_owned)).collect();
        }
        let ways = schema["oneOf"].as_array()?;
        let word = |way: &Value| {
            let way = self.plain(way);
            match way["const"].as_str() {
                Some(word) => Some(vec![word.to_owned()]),
                None => self.words(way),
            }
        };
        Some(ways.iter().map(word).collect::<Option<Vec<_>>>()?.concat())
    }
}

/// The control of a key of the battle, by its place.
pub(crate) fn kind_at(keys: &Keys, root: &Node, place: &Place) -> Kind {
    let known = match &place.0[..] {
        [At::Key(table), At::Key(_), At::Key(key), rest @ ..] => {
            let of = if table == "units" { keys.unit() } else { keys.formation() };
            of.and_then(|of| of.get(key)).map(|schema| (schema, rest))
        }
        [_, At::Entry(step), At::Key(key), rest @ ..] => {
            let steps = root.child("steps").and_then(|steps| steps.list("steps").ok()).unwrap_or_default();
            let action = steps.get(*step).and_then(|step| step.child("action")?.text("").ok()).unwrap_or_default();
            let action = keys.actions().into_iter().find(|known| known.name == action);
            action.and_then(|action| action.keys.get(key)).map(|schema| (schema, rest))
        }
        _ => None,
    };
    known.and_then(|(schema, rest)| keys.kind_within(place.key(), schema, rest)).unwrap_or(Kind::Other)
}

fn number(schema: &Value, is_whole: bool) -> Kind {
    let least = schema["minimum"].as_f64().unwrap_or(0.0);
    let most = schema["maximum"].as_f64().unwrap_or(MOST);
    Kind::Number { least, most, is_whole }
}

/// The word that holds where a key is left out, if its description names one of these.
pub(crate) fn usual<'w>(schema: &Value, words: &'w [String]) -> Option<&'w String> {
    let description = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
    let (_, usual) = description.split_once("Left out: ")?;
    let usual = usual.split(['.', ',', ';']).next().unwrap_or_default().trim_matches(['`', '"', ' ']);
    let said = match usual {
        "none" | "in the open" => "open",
        said => said,
    };
    words.iter().find(|word| *word == said || word.replace('-', " ") == said)
}

/// The number that holds where a key is left out, if its description says one.
pub(crate) fn usual_number(schema: &Value) -> Option<i64> {
    let description = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
    let (_, usual) = description.split_once("Left out: ")?;
    let usual = usual.split(['.', ',', ';']).next().unwrap_or_default().trim();
    if usual == "none" { Some(0) } else { usual.parse().ok() }
}

/// What a key means, for a player.
pub(crate) fn about(schema: &Value) -> String {
    let description = schema["description"].as_str().unwrap_or_default();
    let first = description.split("\n\n").next().unwrap_or_default();
    shown(&first.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_says_its_groups_and_steps() {
        for system in SYSTEMS {
            let keys = Keys::of(system);
            assert_eq!(keys.groups().iter().map(|(key, _)| *key).collect::<Vec<_>>(), ["units"], "{}", system.key);
            assert!(keys.actions().len() > 5, "{}", system.key);
            let shoot = keys.action("shoot").unwrap();
            assert_eq!(shoot.needed, ["by", "at"], "{}", system.key);
            assert!(matches!(keys.kind("by", &shoot.keys["by"]), Kind::Formations { .. }), "{}", system.key);
        }
    }

    #[test]
    fn controls_come_from_the_types_of_the_keys() {
        let keys = Keys::of(SYSTEMS[0]);
        let shoot = keys.action("shoot").unwrap();
        let kind = |key: &str| keys.kind(key, &shoot.keys[key]);
        assert_eq!(kind("crossfire"), Kind::YesNo);
        assert_eq!(kind("range"), Kind::Distance(1000.0));
        assert!(matches!(kind("order"), Kind::Words(words) if words.contains(&"sustained".to_owned())));
        let assault = keys.action("assault").unwrap();
        let contact = keys.kind("contact", &assault.keys["contact"]);
        assert!(matches!(contact, Kind::Each(kind) if matches!(*kind, Kind::Number { is_whole: true, .. })));
        assert_eq!(kind("aim"), Kind::Fields);
        let (_, group) = keys.groups()[0];
        assert!(matches!(keys.kind("count", &group["count"]), Kind::Number { is_whole: true, .. }));
    }
}
