//! The prose of critical hits: `Destroyed, units within 5cm hit on D6 roll of 6`, in the words of army files.
//!
//! Lists say the same thing in many ways, and most have texts of their own: a table of whole texts would know none of
//! those. So sentences are read by their phrases, whole or not at all; what is left over is reported.
//!
//! | file | what is in it |
//! |---|---|
//! | [`named`] | the texts, by the names in cells |
//! | [`effects`] | what a text does |
//! | [`dice_table`](mod@dice_table) | rows for the faces of a die |
//! | [`sentences`](mod@sentences) | sentences, and their unconditional part |
//! | [`subjects`](mod@subjects) | the subject of a clause |
//! | [`harms`] | the effects it gives |
//! | [`damage`](mod@damage) | points of damage, hits on nearby units |
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
