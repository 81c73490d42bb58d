//! Tables as Rust types: a type says which keys a table has and what each may contain, and serde reads it from the tree.
//!
//! ```text
//! #[derive(Deserialize, JsonSchema)]
//! #[serde(rename = "a group of units", rename_all = "kebab-case", deny_unknown_fields)]
//! #[serde(expecting = "a table such as { unit = \"boy\", count = 6 }")]
//! pub struct Group {
//!     /// The key of its profile.
//!     pub unit: Marked<String>,
//!     /// How many of them.
//!     #[serde(default = "one")]
//!     pub count: Whole<0, 200>,
//! }
//! ```
//!
//! The container's name appears in messages ("a group of units needs `unit`"), `expecting` is the shape shown if something
//! else was written, and the doc comments become the schema and the key reference. Whatever a type cannot say (`joins` is
//! for commanders) is said by the system that reads it, pointing at the place that [`Marked`] keeps.
//!
//! | file | what is in it |
//! |---|---|
//! | `reader` | serde's view of the tree |
//! | `expected` | what a type expects, in words |
//! | `wrong` | what serde finds wrong, and how it becomes a problem with a place |
//! | [`Marked`] | a value and where it is written |
//! | [`Whole`] | a whole number within bounds |
//! | [`Number`] | a number within bounds |
//! | [`Distance`] | a distance in cm, or in inches |
//! | [`Face`] | `"4+"` |
//! | [`Several`] | one value, or a list of them |
//! | [`ByName`] | one value for all, or a table of values by name |
//! | [`Either`] | one of two types, distinguished by the shape of the value |
//! | [`word`], [`words`], [`spelled`] | the words of an enum |
//! | [`grammar`] | text with a grammar of its own |
//! | [`InTwo`] | one table read as two types |
//! | [`Anything`] | any value, kept as it is written |
//! | [`schema_of`] | the JSON Schema of a type |
//! | [`Named`] | a table with free keys, in written order |

mod anything;
mod by_name;
mod distance;
mod either;
mod expected;
mod face;
pub mod grammar;
mod in_two;
mod marked;
mod named;
mod number;
mod reader;
mod schema;
mod several;
mod whole;
mod words;
mod wrong;

#[cfg(test)]
mod tests;

pub use anything::Anything;
pub use battle_odds_armies::inches::cm;
pub use by_name::{ByName, Value};
pub use distance::{Distance, in_text};
pub use either::{Either, Shaped};
pub use face::Face;
pub use in_two::InTwo;
pub use marked::{Marked, Shape};
pub use named::Named;
pub use number::Number;
pub use schema::schema_of;
pub use several::Several;
pub use whole::Whole;
pub use words::{spelled, word, words};

use serde::Deserialize;

use super::node::Node;
use super::problem::Problem;
use reader::{Keys, Reader};

/// Reads a value as a type.
///
/// # Errors
/// The first thing in it that does not fit the type, with its place.
pub fn typed<'de, T: Deserialize<'de>>(node: &'de Node, what: &str) -> Result<T, Problem> {
    T::deserialize(&Reader::new(node, what, Keys::All)).map_err(|wrong| wrong.into_problem(&node.span))
}

/// One name, or a list of them.
pub type Names = Marked<Several<Marked<String>>>;
