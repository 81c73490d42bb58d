//! Lists as players paste them, beside the armies that have their units: as armies of formations, and as army files.

use std::path::Path;
use std::sync::Arc;

use toml::{Table, Value as Toml};

use super::army::Army;
use super::node::{Node, Value, parse};
use super::problem::Problem;
use super::read::read as read_file;
use super::source::Source;
use battle_odds_armies::pasted::known::{self, Card, Group, Unit, Upgrade};
use battle_odds_armies::pasted::made::List;
use battle_odds_armies::pasted::reading::read;
use battle_odds_armies::pasted::written::toml;
use battle_odds_armies::pasted::{is_named_text, is_pasted};
use battle_odds_armies::sheet::quoted;

/// An army that a list is of, and the prefix that its names have.
pub type Beside = (Army, Option<String>);

/// A list that has been read.
#[derive(Debug)]
pub struct Pasted {
    /// What it becomes.
    pub list: List,
    /// The key of its game; empty if its armies name none.
    pub system: String,
    /// An army with its formations, and without units: those of the armies beside it are meant.
    pub army: Army,
}

/// Reads a list of one of these armies.
///
/// # Errors
/// There is no army, or no formation in the text.
pub fn pasted(path: &Path, source: &Source, beside: &[Beside]) -> Result<Pasted, Problem> {
    let file = path.display();
    if beside.is_empty() {
        return Err(without_army(path));
    }
    let known = known(beside);
    let list = read(&source.text, &known);
    if list.formations.is_empty() {
        let title = &known.title;
        let problem = Problem::new(text!("{file}: no line of it is a formation of {title}", file, title));
        let first = list.untold.first();
        let help = first.map(|untold| {
            let reason = battle_odds_armies::pasted::written::reason(untold);
            text!("line {line}, `{told}`: {reason}", line = untold.line, told = untold.text, reason)
        });
        return Err(help.into_iter().fold(problem, Problem::help));
    }
    let made = Source::made(file.to_string(), begin(path, &known.system) + &toml(&list, &known.system));
    let root = parse(Arc::clone(&made))?;
    Ok(Pasted { list, system: known.system, army: Army::new(path, made, root) })
}

/// Whether a file is a pasted list.
pub fn is_list(path: &Path) -> bool {
    is_named_text(path) && read_file(path).is_ok_and(|source| is_pasted(path, &source.text))
}

/// The problem of a list without the army that has its units.
pub fn without_army(path: &Path) -> Problem {
    let file = path.display();
    let problem = Problem::new(text!(
        "{file}: this is a list as plain text; the army that has its units has to be named beside it",
        file
    ));
    problem.help(text!(
        "in a scenario `armies = [\"army.toml\", \"list.txt\"]`; or make an army file of it: `battle-odds import list.txt --with army.toml`"
    ))
}

/// The first lines of an army file.
fn begin(path: &Path, system: &str) -> String {
    let title = path.file_stem().unwrap_or_default().to_string_lossy();
    let system = if system.is_empty() { String::new() } else { format!("system = {}\n", quoted(system)) };
    format!("{system}army = {}\n", quoted(&title))
}

/// The army file of a list that needs no other: with the units of its armies that it uses.
///
/// # Errors
/// The file of an army is not TOML.
pub fn army_file(pasted: &Pasted, armies: &[Beside], head: &str) -> Result<String, Problem> {
    let mut used: Vec<&str> = Vec::new();
    for group in pasted.list.formations.iter().flat_map(|formation| &formation.groups) {
        used.push(&group.unit);
        used.extend(group.character.as_deref());
    }
    let mut kept = Table::new();
    for (army, _) in armies {
        let whole: Table =
            army.source.text.parse().map_err(|error: toml::de::Error| Problem::new(error.message().to_owned()))?;
        let units = part_of(&whole, "units", &|key| used.contains(&key));
        used.retain(|key| !units.contains_key(*key));
        // Weapons and the like that the units name, and those that these name.
        let mut words = Vec::new();
        units.values().for_each(|unit| texts(unit, &mut words));
        add(&mut kept, "units", units);
        let mut before = 0;
        while before < words.len() {
            before = words.len();
            for name in whole.keys().filter(|name| !NO_PARTS.contains(&name.as_str())) {
                let parts = part_of(&whole, name, &|key| words.iter().any(|word| word == key));
                parts.values().for_each(|part| texts(part, &mut words));
                add(&mut kept, name, parts);
            }
            words.sort();
            words.dedup();
        }
    }
    let units = toml::to_string(&kept).map_err(|error| Problem::new(error.to_string()))?;
    let begin = begin(&pasted.army.path, &pasted.system);
    Ok(format!("{head}{begin}\n{units}\n{}", toml(&pasted.list, &pasted.system)))
}

/// The tables of an army file that hold nothing that units name.
const NO_PARTS: &[&str] = &["units", "formations", "upgrades", "names"];

/// The entries of a table with these keys.
fn part_of(whole: &Table, name: &str, is: &dyn Fn(&str) -> bool) -> Table {
    let Some(Toml::Table(entries)) = whole.get(name) else { return Table::new() };
    entries.iter().filter(|(key, _)| is(key)).map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn add(kept: &mut Table, name: &str, entries: Table) {
    if entries.is_empty() {
        return;
    }
    if let Toml::Table(known) = kept.entry(name).or_insert_with(|| Toml::Table(Table::new())) {
        known.extend(entries);
    }
}

/// All texts in a value.
fn texts(value: &Toml, found: &mut Vec<String>) {
    match value {
        Toml::String(text) => found.push(text.clone()),
        Toml::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Toml::Table(table) => table.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// The armies as far as a list needs them.
fn known(armies: &[Beside]) -> known::Army {
    let mut known = known::Army::default();
    for (army, prefix) in armies {
        let title = text_of(&army.root, "army").unwrap_or_default();
        known.title = format!("{} {title}", known.title).trim().to_owned();
        known.system = text_of(&army.root, "system").unwrap_or(std::mem::take(&mut known.system));
        let naming = Naming { army, prefix: prefix.as_ref().map_or(String::new(), |prefix| format!("{prefix}-")) };
        for (key, unit) in entries(army.root.child("units")) {
            if !known.units.iter().any(|other| other.key == key) {
                known.units.push(naming.unit(key, unit));
            }
        }
        for (key, formation) in entries(army.root.child("formations")) {
            known.cards.extend(naming.card(key, formation));
        }
    }
    known
}

/// The names in an army: its prefix is before those of its units and formations, and nowhere else.
struct Naming<'a> {
    army: &'a Army,
    prefix: String,
}

impl Naming<'_> {
    fn unit(&self, key: &str, unit: &Node) -> Unit {
        let kind = text_of(unit, "type").unwrap_or_default();
        let mut names: Vec<String> = text_of(unit, "name").into_iter().collect();
        let bare = key.strip_prefix(&self.prefix).unwrap_or(key);
        names.extend(
            self.army.root.child("names").and_then(|names| names.child(bare)).map(texts_of).unwrap_or_default(),
        );
        if !self.prefix.is_empty() {
            names.push(bare.to_owned());
        }
        Unit {
            key: key.to_owned(),
            names,
            points: number(unit, "points"),
            carries: unit.child("transport").is_some(),
            kind,
        }
    }

    /// A formation with all its units; `None` without any.
    fn card(&self, key: &str, formation: &Node) -> Option<Card> {
        const READ: [&str; 8] = ["name", "name-fr", "names", "points", "units", "may-add", "upgrades", "remarks"];
        let Value::List(groups) = &formation.child("units")?.value else { return None };
        let rest = entries(Some(formation)).filter(|(key, _)| !READ.contains(key));
        let mut offered = Vec::new();
        if let Some(Value::List(lines)) = formation.child("may-add").map(|lines| &lines.value) {
            lines.iter().filter_map(|line| line.child("any")).for_each(|any| offered.extend(texts_of(any)));
        }
        let upgrades = self.army.root.child("upgrades");
        let offered = offered.into_iter().filter_map(|key| Some(upgrade(&key, upgrades?.child(&key)?)));
        let mut card = Card {
            key: key.to_owned(),
            names: [names(formation), vec![key.strip_prefix(&self.prefix).unwrap_or(key).to_owned()]].concat(),
            points: number(formation, "points"),
            groups: groups.iter().map(group).collect::<Option<_>>()?,
            rest: rest.map(|(key, value)| (key.to_owned(), written(value))).collect(),
            upgrades: Vec::new(),
        };
        for upgrade in offered {
            if !card.upgrades.contains(&upgrade) {
                card.upgrades.push(upgrade);
            }
        }
        Some(card)
    }
}

fn upgrade(key: &str, upgrade: &Node) -> Upgrade {
    let groups = match upgrade.child("units").map(|units| &units.value) {
        Some(Value::List(groups)) => groups.iter().filter_map(group).map(|group| (group.unit, group.count)).collect(),
        _ => Vec::new(),
    };
    let replaced = entries(upgrade.child("instead-of"));
    let points = upgrade.child("points").map(|points| &points.value);
    Upgrade {
        key: key.to_owned(),
        names: names(upgrade),
        points: if let Some(Value::Integer(points)) = points { *points } else { 0 },
        units: groups,
        character: text_of(upgrade, "character"),
        joins: text_of(upgrade, "joins"),
        instead_of: replaced.filter_map(|(key, count)| Some((key.to_owned(), whole(count)?))).collect(),
        per: number(upgrade, "per").unwrap_or(1),
    }
}

fn group(group: &Node) -> Option<Group> {
    let rest = entries(Some(group)).filter(|(key, _)| !["unit", "count", "character"].contains(key));
    Some(Group {
        unit: text_of(group, "unit")?,
        count: number(group, "count").unwrap_or(1),
        character: text_of(group, "character"),
        rest: rest.map(|(key, value)| format!(", {key} = {}", written(value))).collect(),
    })
}

/// The names of a card or an upgrade, as its list prints them first.
fn names(of: &Node) -> Vec<String> {
    let named = ["name", "name-fr", "names"].into_iter().filter_map(|key| of.child(key));
    named.flat_map(texts_of).collect()
}

fn entries(table: Option<&Node>) -> impl Iterator<Item = (&str, &Node)> {
    let entries = match table.map(|node| &node.value) {
        Some(Value::Table(entries)) => entries.as_slice(),
        _ => &[],
    };
    entries.iter().map(|(key, node)| (key.name.as_str(), node))
}

fn text_of(node: &Node, key: &str) -> Option<String> {
    match &node.child(key)?.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// A text, or several.
fn texts_of(node: &Node) -> Vec<String> {
    match &node.value {
        Value::Text(text) => vec![text.clone()],
        Value::List(list) => list.iter().flat_map(texts_of).collect(),
        _ => Vec::new(),
    }
}

fn number(node: &Node, key: &str) -> Option<u32> {
    node.child(key).and_then(whole)
}

fn whole(node: &Node) -> Option<u32> {
    match &node.value {
        Value::Integer(number) => u32::try_from(*number).ok(),
        _ => None,
    }
}

/// A value as a file has it, in one line.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(value) => value.to_string(),
        Value::List(list) => format!("[{}]", list.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let entries = table.iter().map(|(key, value)| format!("{} = {}", quoted(&key.name), written(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARMY: &str = r#"system = "epic-armageddon"
army = "Wardens"
list = "an invented list"
[names]
line = ["Gardiens"]
[units.line]
weapons = ["rifles"]
[units.sledge]
transport = 2
[units.hound]
[units.marshal]
type = "character"
[units.never]
[weapons.rifles]
range = 30
[weapons.bows]
range = 20
[upgrades.hound]
name = "Hound"
name-fr = "Molosse"
points = 75
units = [{ unit = "hound" }]
[upgrades.marshal]
points = 50
character = "marshal"
[upgrades.big-sledge]
points = 10
units = [{ unit = "hound" }]
instead-of = { sledge = 1 }
per = 2
[formations.line]
name = "Line"
name-fr = "Formation de Ligne"
initiative = "1+"
points = 300
rules = ["steady"]
units = [{ unit = "line", count = 6, cover = "ruins" }, { unit = "sledge", count = 3 }]
may-add = [{ any = ["marshal"] }, { any = ["hound", "big-sledge"], most = 6 }]
"#;

    fn army(text: &str) -> Army {
        let source = Source::new("army.toml", text);
        Army::new("army.toml", Arc::clone(&source), parse(source).unwrap())
    }

    fn made(text: &str, beside: &[Beside]) -> Pasted {
        pasted(Path::new("list.txt"), &Source::new("list.txt", text), beside).unwrap()
    }

    #[test]
    fn a_list_is_written_with_what_its_cards_say() {
        let pasted = made("Formation de Ligne + Molosse + Marshal + 2 big sledges (445 points)", &[(army(ARMY), None)]);
        assert_eq!((pasted.list.formations[0].said, pasted.list.formations[0].sum), (Some(445), Some(445)));
        let text = &pasted.army.source.text;
        for words in [
            "[formations.line]\ninitiative = \"1+\"\nrules = [\"steady\"]\npoints = 445\n",
            "{ unit = \"line\", count = 6, character = \"marshal\", cover = \"ruins\" },\n  { unit = \"sledge\", count = 2 },\n  { unit = \"hound\", count = 3 },",
        ] {
            assert!(text.contains(words), "no {words} in {text}");
        }
    }

    #[test]
    fn the_file_of_a_list_has_the_units_that_it_uses() {
        let armies = [(army(ARMY), None)];
        let file = army_file(&made("6 Gardiens\n2 dragons\n", &armies), &armies, "# Begin\n").unwrap();
        let whole: Table = file.parse().unwrap();
        let keys = |name: &str| whole[name].as_table().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(
            (keys("units"), keys("weapons"), keys("formations")),
            (vec!["line".into()], vec!["rifles".into()], vec!["line".into()])
        );
        assert!(file.starts_with("# Begin\n") && file.contains("# Line 2 is not understood: 2 dragons"), "{file}");
    }

    #[test]
    fn names_without_the_prefix_of_their_army() {
        let red = ARMY
            .replace("[units.", "[units.red-")
            .replace("[formations.line", "[formations.red-line")
            .replace("unit = \"", "unit = \"red-");
        let red = red.replace("character = \"", "character = \"red-");
        let pasted = made("Line + Hound\n4 Gardiens + marshal\n", &[(army(&red), Some("red".into()))]);
        let text = &pasted.army.source.text;
        assert!(
            text.contains("[formations.red-line]") && text.contains("{ unit = \"red-hound\", count = 1 }"),
            "{text}"
        );
        assert!(text.contains("{ unit = \"red-line\", count = 4, character = \"red-marshal\" }"), "{text}");
    }

    #[test]
    fn a_list_without_its_army_or_without_formations_is_refused() {
        let refused = |text: &str, beside: &[Beside]| {
            pasted(Path::new("list.txt"), &Source::new("list.txt", text), beside).unwrap_err().to_string()
        };
        assert!(refused("6 line", &[]).contains("has to be named beside it"));
        let told = refused("3 dragons", &[(army(ARMY), None)]);
        assert!(
            told.contains("no line of it is a formation of Wardens") && told.contains("line 1, `3 dragons`"),
            "{told}"
        );
    }
}
