//! How stands are protected, and where they are in a combat.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cover::Protection;
use battle_odds_scenario::typed::{ByName, Either, Marked, Named, Shape, Shaped, Value, Whole};

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

/// Numbers of stands by formation, or by `"formation.unit"`.
pub type Counts = Option<Marked<Named<Marked<Whole<0, 1000>>>>>;

/// Where stands are in a combat after its first round.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "`later`", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { fighting = { knights = 2 } }")]
pub struct Places {
    /// How two units touch, by name (L219, L241).
    pub contact: Option<Marked<Contact>>,
    /// Stands that fight, by formation. Left out: all.
    pub fighting: Counts,
    /// Stands of infantry in support, by formation: those that do not fight, the hindmost first (L1432). Left out: none.
    pub support: Counts,
    /// Of those that fight: stands caught in flank or rear, by formation. Left out: none.
    pub flanked: Counts,
}

/// How units of three stands touch, by name; from the widths of their bases (L219, L241): a wide stand has a front of
/// 40 mm, a narrow one of 20 mm. Contact at a corner is enough to fight (L1322).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a way to touch", rename_all = "kebab-case")]
#[allow(missing_docs)] // Chargers, then charged.
pub enum Contact {
    WideOnWide,
    NarrowOnNarrow,
    NarrowOnWidePacked,
    NarrowOnWideSpread,
    WideOnNarrowMiddle,
    WideOnNarrowEnd,
    LineOnColumn,
    WideOnFlankOfWide,
    NarrowOnFlankOfWide,
    WideOnFlankOfNarrow,
    OnRear,
    OnFlankOfColumn,
}
