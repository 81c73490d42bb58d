//! The prose of critical hits: `Destroyed, units within 5cm hit on D6 roll of 6`, in the words of army files.
//!
//! Lists say the same thing in many ways, and most have texts of their own: a table of whole texts would know none of those.
//! So sentences are read by their phrases, whole or not at all: what is left over is told.
//!
//! | file | what is in it |
//! |---|---|
//! | [`named`] | the texts, by the names that cells have |
//! | [`effects`] | what a text does |
//! | [`dice_table`](mod@dice_table) | rows for the faces of a die |
//! | [`sentences`](mod@sentences) | sentences, and what they say for certain |
//! | [`subjects`](mod@subjects) | whom a clause is about |
//! | [`harms`] | the effects it tells of |
//! | [`damage`](mod@damage) | points of damage, hits on units near |
//! | [`phrases`] | the phrases and nouns |

pub mod damage;
pub mod dice_table;
pub mod effects;
pub mod harms;
pub mod named;
pub mod phrases;
pub mod sentences;
pub mod subjects;

pub use named::critical_lines;

#[cfg(test)]
mod tests;
