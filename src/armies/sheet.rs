//! What the reader of catalogues hands to a game: cells and rules, as printed; and what the game returns.

use super::normalise::words;
use super::points::Points;
use super::rulebook::{Rule, Rulebook};
use battle_odds_words::shown;
use battle_odds_words::visible::{is_obeyed, visible, visible_json};

/// A profile as a catalogue prints it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// The kind of profile: `Unit`, `Weapon`.
    pub kind: String,
    /// Names of cells and their texts, in order.
    pub cells: Vec<(String, String)>,
}

/// What a player takes with the profile in it: the entry of a catalogue, the selection of a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it costs, if that is one number.
    pub points: Option<Points>,
    /// How many are taken; 1 in a catalogue.
    pub number: u32,
    /// The categories it is in.
    pub categories: Vec<String>,
    /// What can be taken with it; in a roster, what has been taken.
    pub extras: Vec<Extra>,
    /// The names of the rules that a catalogue's entry itself has or links to.
    pub rules: Vec<String>,
    /// What its models have, for each entry that arms them differently; for games whose models carry things.
    pub kits: Vec<Kit>,
}

/// What the models of an entry have, and may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kit {
    /// The outermost entry that they are in: their squad.
    pub entry: String,
    /// The rules of their entry and of those around.
    pub rules: Vec<Rule>,
    /// The units attached to their own entry, including themselves.
    pub units: Vec<Sheet>,
    /// What their own entry says.
    pub own: Wares,
    /// What the entries around say.
    pub around: Wares,
}

/// Things that models have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wares {
    /// Every model has these.
    pub given: Vec<Extra>,
    /// The player may take these; in a roster, they have been taken for some model.
    pub offered: Vec<Extra>,
}

/// The entry of a profile that has none.
pub static NO_ENTRY: Entry =
    Entry { points: None, number: 1, categories: Vec::new(), extras: Vec::new(), rules: Vec::new(), kits: Vec::new() };

/// Something taken with a unit: a mount, a magic item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Its name.
    pub name: String,
    /// What it costs, if that is one number.
    pub points: Option<Points>,
    /// Its profiles.
    pub sheets: Vec<Sheet>,
    /// Its rules.
    pub rules: Vec<Rule>,
    /// How many there are; 0 if that is not given: one.
    pub number: u32,
}

/// The context of a sheet.
#[derive(Debug)]
pub struct Context<'a> {
    /// Profiles of all kinds in the same world: weapons are found here by name.
    pub others: &'a [Sheet],
    /// Rules that the entry of this profile names, the nearest first.
    pub own_rules: &'a [Rule],
    /// Rules of the whole army.
    pub army_rules: &'a [Rule],
    /// All rules of the files.
    pub rules: &'a Rulebook,
    /// Texts that a choice of the player adds to a cell: cell and text.
    pub choices: &'a [(String, String)],
    /// What a player takes with this profile in it.
    pub entry: &'a Entry,
    /// Whether all choices have been made: a roster, not a catalogue.
    pub chosen: bool,
}

impl<'a> Context<'a> {
    /// A context with only these rules.
    pub fn of(rules: &'a Rulebook) -> Context<'a> {
        Context { others: &[], own_rules: &[], army_rules: &[], rules, choices: &[], entry: &NO_ENTRY, chosen: false }
    }
}

/// One remark about a cell.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Remark {
    /// The unit, as it is named in the army file.
    pub unit: String,
    /// The cell.
    pub cell: String,
    /// The text of the cell.
    pub text: String,
    /// Why it is reported; how it was read, if it was corrected.
    pub reason: String,
}

impl Remark {
    /// A remark about the current unit.
    pub fn new(cell: &str, text: &str, reason: impl Into<String>) -> Remark {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Remark { unit: String::new(), cell: cell.to_owned(), text, reason: shown(&reason.into()).into_owned() }
    }
}

/// A table of an army file that units name: a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Its name, from which its key is made.
    pub name: String,
    /// Its lines, without header.
    pub body: String,
}

/// The tables that a unit names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// In a list of its own table.
    pub own: Vec<Part>,
    /// In comments below: how each begins.
    pub others: Vec<(String, Vec<Part>)>,
}

/// What a unit's profile says of the morale of its formation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Morale {
    /// Nothing.
    #[default]
    Untold,
    /// It takes no tests.
    Never,
    /// What a test needs, as in an army file.
    Needs(String),
}

/// What a game makes of a sheet.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The lines of its table in an army file, without header and name; `None` if it cannot be written down.
    pub body: Option<String>,
    /// The other tables that it names.
    pub named: Named,
    /// Whether it joins other units.
    pub joins: bool,
    /// Whether it is stands added to another unit.
    pub part: bool,
    /// Whether its table gives its price.
    pub priced: bool,
    /// What it says of the morale of its formation.
    pub morale: Morale,
    /// Whether all of it was understood and written down.
    pub complete: bool,
    /// What was not understood or is not simulated.
    pub problems: Vec<Remark>,
    /// Misprints, and how they were read.
    pub repaired: Vec<Remark>,
}

impl Sheet {
    /// Whether two texts name the same thing: `Mega Bolter`, `Mega-bolters`.
    pub fn same(one: &str, other: &str) -> bool {
        let bare =
            |name: &str| words(name).split(' ').map(|word| word.trim_end_matches('s').to_owned()).collect::<String>();
        bare(one) == bare(other)
    }
}

/// A text in quotes for TOML: characters that act on a terminal are written as their numbers.
pub fn quoted(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // TOML escapes the same characters as JSON, in the same way.
    if text.contains(is_obeyed) {
        return visible_json(&serde_json::Value::String(text).to_string()).into_owned();
    }
    toml::Value::String(text).to_string()
}

/// A list of texts in quotes.
pub fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// A text that stays within one line of a comment.
pub fn commented(text: &str) -> String {
    visible(&text.replace(['\n', '\r', '\t'], " ")).into_owned()
}
