//! How stands are protected, as written in `shoot`, `combat` and `spell` (L1155).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::cover::Protection;
use battle_odds_scenario::typed::{ByName, Either, Shape, Shaped, Value, Whole};

/// L1155: how the stands of a unit are protected.
pub type Cover = ByName<Either<Protection, Stands>>;

impl Shaped for Protection {
    const WORDS: &'static str = "a protection";

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Text)
    }
}

/// Stands by protection; the rest is in the open.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename = "stands by protection", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "stands by protection: { open = 1, defended = 2 }")]
pub struct Stands {
    /// Stands in the open, hit on 4+.
    pub open: Option<Whole<0, 10>>,
    /// Defended stands, hit on 5+.
    pub defended: Option<Whole<0, 10>>,
    /// Fortified stands, hit on 6+.
    pub fortified: Option<Whole<0, 10>>,
}

impl Value for Stands {
    const KEYS: &'static [&'static str] = &["open", "defended", "fortified"];
}
