//! Scenario files before any rulebook reads them: finding, reading and patching, with errors that point.
//!
//! Nothing here knows a rules system. A file becomes a tree in which every value remembers where it was written; a system
//! reads the tree by [`typed`] and so reports every mistake with file, line, column and the nearest valid name.
//!
//! | file | what is in it |
//! |---|---|
//! | [`find`](mod@find) | the scenario files in the folders a user names |
//! | [`read`](mod@read) | one file as text, with a helpful refusal if it is not text |
//! | [`source`] | a text with a name, its hash, and places in it |
//! | [`problem`] | a mistake, and how it is shown |
//! | [`problem_kind`] | what can be wrong, as data |
//! | `words` | the words for it |
//! | `excerpt` | the one line of a text shown with a mistake |
//! | [`node`] | the tree: values in written order, each with its place |
//! | [`bounds`] | how long names and texts may be |
//! | `depth` | detects nesting that would exhaust the stack before it is parsed |
//! | [`fields`] | the values of the tree as what they are |
//! | [`head`] | the keys of every scenario file |
//! | [`typed`] | tables as Rust types, read by serde |
//! | `nearest` | the known name nearest to an unknown one |
//! | [`path`] | `formations.warband.units[1].count`: names a value |
//! | [`lookup`] | the value at a path: looking it up and changing it |
//! | `alternatives` | what steps are called that may be played in each other's place |
//! | [`patch`] | a path and its new value: `--set` |
//! | [`variants`] | `[[variants]]`: the same scenario with some keys changed |
//! | [`vary`] | a path and the values that it takes in turn: `--vary` |
//! | [`called`] | a key and what a path leads to, as players say it |
//! | [`choices`] | `[[choices]]`: keys with the values that a player may choose from |
//! | [`entrants`] | the formations of a matrix |
//! | [`matrix`] | formations against formations: a scenario for each cell |
//! | [`army`] | unit profiles that several scenarios share |
//! | [`card`] | the formations of an army list, and what may be added to them |
//! | [`equip`] | formations from such cards, with their upgrades |
//! | [`pasted`](mod@pasted) | lists as players paste them, as armies |
//! | [`naming`] | which formations a scenario names |
//! | `army_ref` | an army of a scenario, and its prefix |
//! | [`patched`] | a scenario with its changes applied, ready for a rulebook to read |
//! | [`load`](mod@load) | all steps from a path to patched scenarios |

#[macro_use]
extern crate battle_odds_words;

mod alternatives;
pub mod army;
mod army_ref;
pub mod bounds;
pub mod called;
pub mod card;
pub mod choices;
pub mod decided;
mod depth;
pub mod entrants;
pub mod equip;
mod excerpt;
pub mod fields;
pub mod files;
pub mod find;
pub mod head;
pub mod load;
pub mod lookup;
pub mod matched;
pub mod matrix;
#[cfg(test)]
mod matrix_tests;
pub mod naming;
mod nearest;
pub mod node;
pub mod open;
pub mod pasted;
pub mod patch;
pub mod patched;
pub mod path;
pub mod problem;
pub mod problem_kind;
pub mod read;
pub mod source;
pub mod typed;
pub mod variants;
pub mod vary;
mod words;
pub mod written;

pub use army::{Armies, Army};
pub use choices::{Choices, Combination};
pub use files::{Disk, Files};
pub use find::find;
pub use load::{File, Loaded, Opened, Refused, load, load_of_batch, load_source, open};
pub use lookup::set;
pub use matrix::{Matrix, is_like};
pub use naming::NamingKeys;
pub use nearest::{meant, nearest};
pub use node::{Key, Node, Value, parse};
pub use open::{Open, OpenStep};
pub use patch::Patch;
pub use patched::Scenario;
pub use path::Path;
pub use problem::{Problem, not_one_of, refuse_if, unknown};
pub use problem_kind::ProblemKind;
pub use read::read;
pub use source::{Source, Span, content_hash};
pub use variants::BASE;
pub use vary::Vary;
