//! What a step `orders` may hold (§3.3).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::forces::written::Order;
use battle_odds_scenario::typed::{Marked, Named};

/// §3.3: formations are given orders.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `orders`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Orders {
    /// The order of each formation until the turn ends: `{ men = "charge" }`. Who falls back after a test or is under
    /// instinct takes none. Of formations that a step gives orders only those with the order to charge charge.
    pub orders: Marked<Named<Marked<Order>>>,
}
