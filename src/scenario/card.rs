//! Cards: the formations of an army list. What each of them holds and costs, and what may be added to it.
//!
//! An army file with a key `list` offers its formations: a scenario has those that it names, with the upgrades that it asks for.

use schemars::JsonSchema;
use serde::Deserialize;

use super::node::{Key, Node, Value};
use super::problem::{Problem, unknown};
use super::typed::{Anything, Marked, Named, Several, Whole, typed};
use battle_odds_words::is_english;

/// What an army file has in addition to the tables of its rulebook.
#[derive(JsonSchema)]
#[schemars(rename = "an army", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(dead_code)]
pub struct WrittenArmy {
    /// Its title: this key makes the file an army.
    army: String,
    /// The rulebook. Left out: that of the scenario.
    system: Option<String>,
    /// The army list that the formations are from: this key makes them cards, which scenarios take from. Left out: they are those of a
    /// player.
    list: Option<String>,
    /// Other names of its units, by which a pasted list may call them. Left out: none.
    names: Option<Named<Several<String>>>,
    /// What may be added to its formations.
    upgrades: Option<Named<Upgrade>>,
    /// Its formations: what a scenario may say of one, and what the list says of it.
    formations: Option<Named<Described>>,
}

/// What the card of an army list says in addition to what a scenario may say of a formation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a card", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(
    expecting = "a table such as { name = \"Tactical\", points = 300, units = [{ unit = \"tactical\", count = 6 }] }"
)]
pub struct Described {
    /// Its name, as the list prints it. Left out: its key.
    name: Option<String>,
    /// Its French name. Left out: the same.
    name_fr: Option<String>,
    /// Other names by which players write it. Left out: none.
    names: Option<Several<String>>,
    /// What may be added to it. Left out: nothing.
    #[serde(default)]
    may_add: Vec<Line>,
}

/// Upgrades, and how many of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a line of upgrades", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { any = [\"captain\", \"chaplain\"], most = 1 }")]
pub struct Line {
    /// Their keys.
    pub(super) any: Several<Marked<String>>,
    /// How many of them all together. Left out: 1.
    pub(super) most: Option<Whole<1, 500>>,
}

/// What may be added to a formation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an upgrade", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { points = 75, units = [{ unit = \"hunter\" }] }")]
pub struct Upgrade {
    /// Its name, as the list prints it. Left out: its key.
    name: Option<String>,
    /// Its French name. Left out: the same.
    name_fr: Option<String>,
    /// Other names by which players write it. Left out: none.
    names: Option<Several<String>>,
    /// What it costs each time. Left out: nothing.
    pub(super) points: Option<Whole<-100_000, 100_000>>,
    /// Groups of units that are added. Left out: none.
    #[serde(default)]
    pub(super) units: Vec<Anything>,
    /// A character who joins a unit of the formation. Left out: none.
    pub(super) character: Option<Marked<String>>,
    /// The unit that he joins. Left out: one of the first group.
    pub(super) joins: Option<Marked<String>>,
    /// Units of the formation that it replaces: `{ rhino = 1 }`. Left out: none.
    #[serde(default)]
    pub(super) instead_of: Named<Marked<Whole<1, 500>>>,
    /// How many of it replace these once. Left out: 1.
    pub(super) per: Option<Whole<1, 500>>,
}

/// A formation that an army list offers.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its key.
    pub key: String,
    /// Its name, its French name, and others.
    pub names: Vec<String>,
    /// What it costs, if the list tells it.
    pub points: Option<i64>,
    /// Units, each with their number.
    pub units: Vec<(i64, String)>,
    /// What may be added.
    pub offers: Vec<Offer>,
}

/// What may be added to a formation.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its key.
    pub key: String,
    /// Its name, its French name, and others.
    pub names: Vec<String>,
    /// What it costs each time.
    pub points: i64,
    /// How many times it may be added.
    pub most: i64,
    /// Units that are added, each with their number.
    pub units: Vec<(i64, String)>,
    /// The character who joins a unit.
    pub character: Option<String>,
    /// Units that it replaces, each with their number.
    pub instead_of: Vec<(i64, String)>,
}

/// The key of a formation whose content is that of a card.
pub(super) const CARD: &str = "card";

/// The card that the content was taken from, which a change of `card` does not change.
pub(super) const DEALT: &str = "dealt";

/// What only the list says.
const DESCRIPTIONS: [&str; 4] = ["name", "name-fr", "names", "may-add"];

/// Whether the formations of an army file are cards.
pub(super) fn is_list(army: &Node) -> bool {
    army.child("list").is_some()
}

/// The card of a list with a key.
pub(super) fn find<'a>(list: &'a Node, key: &str) -> Option<&'a Node> {
    list.child("formations")?.child(key)
}

/// What a scenario gets of a card.
pub(super) fn dealt(key: &Key, card: &Node) -> Node {
    let text = || Node { value: Value::Text(key.name.clone()), span: key.span.clone() };
    let mut entries = match &card.value {
        Value::Table(entries) => entries.clone(),
        _ => Vec::new(),
    };
    entries.retain(|(key, _)| !DESCRIPTIONS.contains(&key.name.as_str()));
    for name in [CARD, DEALT] {
        entries.push((Key { name: name.into(), span: key.span.clone() }, text()));
    }
    Node { value: Value::Table(entries), span: card.span.clone() }
}

/// What may be added to a formation: the lines of its card.
///
/// # Errors
/// What the card says wrongly.
pub(super) fn lines(card: &Node) -> Result<Vec<Line>, Problem> {
    Ok(described(card)?.may_add)
}

/// The upgrade of a list with a key.
///
/// # Errors
/// There is none, or it is written wrongly.
pub(super) fn upgrade(list: &Node, key: &Marked<String>) -> Result<Upgrade, Problem> {
    let upgrades = list.child("upgrades").map_or(Ok(&[][..]), |node| node.entries("`upgrades`"))?;
    match upgrades.iter().find(|(known, _)| known.name == key.value) {
        Some((_, node)) => typed(node, mark!("an upgrade")),
        None => {
            let known = upgrades.iter().map(|(key, _)| key.name.as_str());
            Err(unknown(mark!("upgrade of this army list"), key, &key.span, known))
        }
    }
}

fn described(card: &Node) -> Result<Described, Problem> {
    let entries = card.entries(mark!("a card"))?;
    let told = entries.iter().filter(|(key, _)| DESCRIPTIONS.contains(&key.name.as_str())).cloned().collect();
    typed(&Node { value: Value::Table(told), span: card.span.clone() }, mark!("a card"))
}

/// The cards of an army file; none if it is not one of a list.
///
/// # Errors
/// The first thing that is written wrongly.
pub fn cards(army: &Node) -> Result<Vec<Card>, Problem> {
    let formations = army.child("formations").filter(|_| is_list(army));
    let formations = formations.map_or(Ok(&[][..]), |node| node.entries("`formations`"))?;
    formations.iter().map(|(key, node)| card(army, &key.name, node)).collect()
}

fn card(army: &Node, key: &str, node: &Node) -> Result<Card, Problem> {
    let Described { name, name_fr, names, may_add } = described(node)?;
    let mut offers: Vec<Offer> = Vec::new();
    for Line { any, most } in &may_add {
        let most = most.map_or(1, i64::from);
        for key in any {
            match offers.iter_mut().find(|known| known.key == key.value) {
                Some(known) => known.most = known.most.min(most),
                None => offers.push(offer(key, upgrade(army, key)?, most)),
            }
        }
    }
    let points = node.child("points").map(|points| points.integer(mark!("points"), 0..=i64::MAX)).transpose()?;
    let groups = node.child("units").map_or(Ok(&[][..]), |units| units.list("`units`"))?;
    let units = groups.iter().filter_map(group).collect();
    Ok(Card { key: key.to_owned(), names: all(key, name, name_fr, names), points, units, offers })
}

fn offer(key: &str, upgrade: Upgrade, most: i64) -> Offer {
    let Upgrade { name, name_fr, names, points, units, character, instead_of, .. } = upgrade;
    Offer {
        key: key.to_owned(),
        names: all(key, name, name_fr, names),
        points: points.map_or(0, i64::from),
        most,
        units: units.iter().filter_map(|Anything(node)| group(node)).collect(),
        character: character.map(|character| character.value),
        instead_of: instead_of.iter().map(|(unit, count)| (i64::from(count.value), unit.value.clone())).collect(),
    }
}

/// All names of something: its own, the French one, others.
fn all(key: &str, name: Option<String>, french: Option<String>, others: Option<Several<String>>) -> Vec<String> {
    let name = name.unwrap_or_else(|| key.to_owned());
    let french = french.unwrap_or_else(|| name.clone());
    [name, french].into_iter().chain(others.into_iter().flat_map(|others| others.0)).collect()
}

/// The name in the reader's language.
fn of_reader(names: &[String]) -> &str {
    names.get(usize::from(!is_english())).map_or("", String::as_str)
}

impl Card {
    /// Its name in the reader's language.
    pub fn name(&self) -> &str {
        of_reader(&self.names)
    }
}

impl Offer {
    /// Its name in the reader's language.
    pub fn name(&self) -> &str {
        of_reader(&self.names)
    }
}

/// Puts the prefix of an army before the names of units in an upgrade, except those in its groups.
pub(super) fn put_before(upgrade: &mut Node, prefix: &str) {
    for name in ["character", "joins"] {
        if let Some(Value::Text(unit)) = upgrade.child_mut(name).map(|node| &mut node.value) {
            *unit = format!("{prefix}-{unit}");
        }
    }
    if let Some(Value::Table(units)) = upgrade.child_mut("instead-of").map(|node| &mut node.value) {
        units.iter_mut().for_each(|(unit, _)| unit.name = format!("{prefix}-{}", unit.name));
    }
}

/// The unit of a group, and how many there are.
pub fn group(group: &Node) -> Option<(i64, String)> {
    let unit = group.child("unit")?.text(mark!("a unit")).ok()?;
    Some((count(group), unit.to_owned()))
}

/// How many units a group has.
pub(super) fn count(group: &Node) -> i64 {
    match group.child("count").map(|count| &count.value) {
        Some(Value::Integer(count)) => *count,
        _ => 1,
    }
}
