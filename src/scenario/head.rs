//! What every scenario file has, whatever its rulebook.

use schemars::JsonSchema;
use serde::Deserialize;

use super::typed::{Anything, Either, Marked, Named, Several, Shape, Shaped, Whole};

/// What every scenario file has.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a scenario", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "every scenario")]
pub struct Head {
    /// The rulebook: `"epic-armageddon"`, `"warmaster"`, `"wh40k-2nd"`, `"netepic"`.
    pub system: Marked<String>,
    /// The title in reports. Left out: the name of the file.
    pub title: Option<String>,
    /// What the scenario as written is called beside its variants, such as `"Terminators"`. Left out: as its title,
    /// if that has at most 30 letters and is no question.
    pub base: Option<Marked<String>>,
    /// Words to sort results by: they are in each row of all CSV files. Left out: none.
    pub tags: Option<Several<Marked<String>>>,
    /// What the player wants, such as `"warband.broken"` or `"tacticals.losses <= 2"`: all of it. Left out: what the last
    /// fight suggests; the answer says so.
    pub goal: Option<Several<Marked<String>>>,
    /// Files of unit profiles: army files, catalogues and rosters; a table gives an army a name of its own:
    /// `{ file = "orks.toml", as = "red" }`. Left out: none.
    pub armies: Option<Several<Marked<Either<File, WrittenArmy>>>>,
    /// The same scenario with some keys changed, each played too. Left out: none.
    #[serde(default)]
    pub variants: Vec<WrittenVariant>,
    /// Keys with the values that a player may choose from: all combinations are candidates of `rank`. Left out: none.
    #[serde(default)]
    pub choices: Vec<WrittenChoice>,
    /// What may not be combined: names of choices, each with the value or values concerned. Combinations that contain all
    /// of one exclusion are not candidates. Left out: none.
    #[serde(default)]
    pub exclusions: Vec<WrittenExclusion>,
    /// The most points that a combination of choices may cost. Left out: any number.
    pub max_points: Option<Whole<0, 1_000_000>>,
}

/// The path of a file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct File(pub String);

impl Shaped for File {
    const WORDS: &'static str = "text in quotes";

    fn takes(shape: &Shape) -> bool {
        !matches!(shape, Shape::Table(_))
    }
}

/// An army, and a prefix for its names.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an army", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { file = \"orks.toml\", as = \"red\" }")]
pub struct WrittenArmy {
    /// The file.
    pub file: Marked<String>,
    /// What is put before the names of its units and formations: `red-warband`. Left out: nothing.
    #[serde(rename = "as")]
    pub prefix: Option<Marked<String>>,
}

/// The same scenario with some keys changed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a variant", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { name = \"more boyz\", set = { \"formations.warband.units[1].count\" = 10 } }")]
pub struct WrittenVariant {
    /// Its name.
    pub name: Marked<String>,
    /// What it changes: paths, each with its new value, such as `"formations.warband.units[1].count" = 10`.
    pub set: Named<Anything>,
}

/// A key, and the values that a player may choose from; or several keys at once.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a choice", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { path = \"formations.warband.units[1].count\", values = [6, 8, 10] }")]
pub struct WrittenChoice {
    /// The path of the key, such as `"formations.warband.units[1].count"`. Left out: each option says what it changes.
    pub path: Option<Marked<String>>,
    /// The values to choose from. Left out: as with `path`.
    pub values: Option<Marked<Vec<Anything>>>,
    /// Instead of `path` and `values`: options that change several keys at once. Left out: none.
    pub options: Option<Marked<Vec<WrittenOption>>>,
    /// Its name in reports. Left out: its path; with options, none.
    pub name: Option<String>,
    /// What the formation in the path costs with each value, in order; for any other path, what each value costs in
    /// addition to the formations; what each option costs in addition to them. Left out: nothing.
    pub points: Option<Marked<Vec<Whole<0, 1_000_000>>>>,
    /// Whether the points are added to those of the formation. Left out: they replace them.
    pub adds: Option<bool>,
}

/// What may not be combined: names of choices, each with the value or values concerned.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an exclusion", transparent)]
#[schemars(inline)]
pub struct WrittenExclusion(pub Named<Anything>);

/// Several keys that are changed at once.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an option", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { name = \"on foot\", set = { \"formations.warband.units[1].count\" = 10 } }")]
pub struct WrittenOption {
    /// Its name.
    pub name: Marked<String>,
    /// What it changes: paths, each with its new value. Left out: nothing.
    pub set: Option<Named<Anything>>,
}
