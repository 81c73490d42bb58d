//! Formations, the groups they are made of, and how they stand.

use crate::army_rules::Named as Rule;
use crate::counts::Counts;
use crate::terrain::Terrain;
use battle_odds_plan::spending::Spend;
use battle_odds_scenario::typed::{Distance, Either, Face, Marked, Named, Number, Several, Whole};
use schemars::JsonSchema;
use serde::Deserialize;

/// A formation (§1.2).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a formation", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { initiative = \"3+\", units = [{ unit = \"boy\", count = 6 }] }")]
pub struct Formation {
    /// The face that passes its tests (§1.6.2).
    #[schemars(required)]
    pub initiative: Option<Face<1>>,
    /// What it costs. Left out: its loss is worth nothing.
    pub points: Option<Whole<0, 100_000>>,
    /// Its groups of units, front to back as the enemy sees them.
    pub units: Marked<Vec<Marked<Group>>>,
    /// Blast markers that it has at the start. Left out: none.
    pub blast_markers: Option<Whole<0, 1000>>,
    /// Whether it is broken at the start. Left out: false.
    pub broken: Option<bool>,
    /// How it stands at the start. Left out: ready.
    pub state: Option<Marked<State>>,
    /// The name of the side that it fights on. Left out: worked out from which formations attack each other.
    pub side: Option<String>,
    /// Rules of its army list. Left out: none.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// Blast markers a unit that break it. Left out: 1, or what its `rules` say.
    pub break_at: Option<Number<25, 1000>>,
    /// The share of the extra hits of a lost assault that it suffers. Left out: 1, or what its `rules` say.
    pub extra_hits: Option<Number<0, 1000>>,
    /// Added to its tests of initiative. Left out: 0.
    pub initiative_modifier: Option<Whole<-6, 6>>,
    /// Where it stands, for templates: a shape, or a place `[x, y]` in cm for each unit outside a transport, front to
    /// back. Left out: `under` says which units are under them.
    pub layout: Option<Standing>,
    /// When one-shot weapons are fired: `{ "Rocket" = 3 }` only in step 3, numbered as in the report. Left out: at the
    /// first chance.
    #[serde(default)]
    pub spend: Named<Marked<Spend>>,
    /// What an import leaves open, by the key that it is about; reported by every run.
    #[serde(default)]
    pub remarks: Named<Several<String>>,
}

/// How a formation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a state of a formation", rename_all = "kebab-case")]
pub enum State {
    /// Nothing has happened to it.
    Ready,
    /// It has marched (§1.6.1): it gives neither support fire nor crossfire in this turn.
    Marched,
    /// It is on overwatch (§1.10).
    Overwatch,
    /// It has moved.
    Moved,
    /// Aircraft on the ground (§4.2.5).
    Landed,
    /// Aircraft on combat air patrol (§4.2).
    Patrol,
}

/// Units of one kind.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a group of units", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { unit = \"boy\", count = 6 }")]
pub struct Group {
    /// The key of their profile.
    pub unit: Marked<String>,
    /// How many. Left out: 1.
    pub count: Option<Whole<1, 1000>>,
    /// Where they stand (§1.8.4). Left out: in the open.
    pub cover: Option<Terrain>,
    /// The key of a character that joins one of them (§2.1.15).
    pub character: Option<Marked<String>>,
    /// The transport that they are in: a unit of their formation, or `"formation.unit"` of a war engine or an aircraft that takes
    /// all of the formation (§1.7.5, §3.1.3).
    pub embarked_in: Option<Marked<String>>,
    /// Names of weapons that have been used (§2.2.8, §2.2.10). Left out: none.
    pub spent: Option<Several<Marked<String>>>,
    /// Points of damage that a war engine has taken, less than its damage capacity. Left out: 0.
    pub damage: Option<Marked<Whole<0, 29>>>,
    /// Shields of a war engine that are down. Left out: 0.
    pub shields_down: Option<Marked<Whole<0, 30>>>,
    /// Units near a war engine that may explode (§3.2.3), by name: `{ boy = 2, "others.boy" = 1 }`. Left out: none.
    pub near: Option<Marked<Counts>>,
}

/// A place in cm: to the right, and up.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Point(pub Marked<Vec<Distance<Number<-100_000, 100_000>>>>);

/// Where a formation stands: a place for each unit, or a shape.
pub type Standing = Marked<Either<Vec<Point>, Layout>>;

/// How the units of a formation stand.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a layout", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { shape = \"line\", spacing = 4 }")]
pub struct Layout {
    /// A place for each unit outside a transport, instead of a shape.
    pub places: Option<Vec<Point>>,
    /// How they are drawn up; needed without `places`.
    pub shape: Option<Shape>,
    /// Units in a rank of a block. Left out: 4.
    pub columns: Option<Whole<1, 100>>,
    /// From the middle of a unit to the middle of the next, in cm. Left out: 4.
    pub spacing: Option<Distance<Number<0, 10_000>>>,
    /// How far each unit may stand off its place, in cm. Left out: 0.
    pub jitter: Option<Distance<Number<0, 5000>>>,
    /// The middle of the front rank: the first unit of a column, the tip of a wedge. Left out: `[0, 0]`.
    pub at: Option<Point>,
    /// The direction in which they look, in degrees: 0 is up, 90 to the right. Left out: 180.
    pub facing: Option<Number<-36_000, 36_000>>,
    /// How wide the base of a unit is, in cm. Left out: 2.5.
    pub base: Option<Distance<Number<0, 5000>>>,
}

/// How units are drawn up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a shape", rename_all = "kebab-case")]
pub enum Shape {
    /// All abreast.
    Line,
    /// One behind the other.
    Column,
    /// One in front, two by two behind it.
    Wedge,
    /// Ranks of `columns` units.
    Block,
}
