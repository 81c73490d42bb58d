//! What a step `orders` may hold (L469).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::{ByName, Distance, Marked, Names, Several, Whole};

/// Numbers or truth values for orders: for all formations or by formation, for all orders or in a list order by order.
pub type ByOrder<T> = Option<ByName<Several<Marked<T>>>>;

/// L469: a commander orders formations, again and again until an order fails.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `orders`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Orders {
    /// The commander: the key of his profile, or a formation that has one.
    pub by: Marked<String>,
    /// The formations that he orders, one after the other.
    pub to: Names,
    /// How many orders this step gives each at most, for all or by formation; three in all with those of `already`. Left
    /// out: 3.
    pub orders: Option<ByName<Whole<0, 3>>>,
    /// Orders that each has received before, in a larger brigade. Left out: 0.
    pub already: Option<ByName<Whole<0, 2>>>,
    /// How far away it is, in cm. Left out: near enough for no modifier.
    pub distance: ByOrder<Distance<Whole<0, 300>>>,
    /// An enemy is within 20 cm (Command modifiers). Left out: false.
    pub enemy_near: ByOrder<bool>,
    /// Its flank is exposed (Command modifiers). Left out: false.
    pub flank_exposed: ByOrder<bool>,
    /// It is in terrain that hinders orders (Command modifiers). Left out: false.
    pub terrain: ByOrder<bool>,
    /// Any other modifier to the command value. Left out: 0.
    pub modifier: ByOrder<Whole<-10, 10>>,
    /// Whether he puts the helm of dominion on in this step. Left out: in the first turn he gives orders.
    pub helm: Option<bool>,
}
