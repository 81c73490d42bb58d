//! What a step `barrage` may hold (§3.5).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fire::written::{Counts, Fire};
use crate::values::Coordinate;
use battle_odds_scenario::typed::{Either, InTwo, Marked};

/// §3.5: templates.
pub type Barrage = InTwo<Fire, Templates>;

/// Where templates fall.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "a step `barrage`", rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Templates {
    /// Bases that a template covers: `{ gaunt = 4, "friends.man" = 1 }`. Left out: by `point` and `layout`.
    pub under: Counts,
    /// Where it is aimed, in cm: `[10, 0]`. Left out: at the first living base; a lone target without a `layout` stands there.
    pub point: Option<Marked<[Coordinate; 2]>>,
    /// Whether the fire is indirect: `true`, or `"unobserved"`. Left out: false.
    pub indirect: Option<Marked<Either<bool, Unobserved>>>,
}

/// §3.5: indirect fire at a target that no unit sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "indirect fire", rename_all = "kebab-case")]
pub enum Unobserved {
    /// No unit sees the target.
    Unobserved,
}
