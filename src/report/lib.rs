//! What is written and shown: results as CSV, JSON, tables on the terminal and pages. Pure functions of results; their
//! callers open the files and print.

#[macro_use]
extern crate battle_odds_words;

pub mod advice;
pub mod best;
pub mod compared;
pub mod csv;
pub mod curve;
pub mod decided;
pub mod dialect;
pub mod differences;
pub mod heading;
pub mod json;
pub mod keys;
pub mod legend;
pub mod luck;
pub mod matrix;
pub mod names;
pub mod overview;
pub mod page;
pub mod ranking;
pub mod recorded;
pub mod refused;
pub mod result;
pub mod rows;
pub mod sensitivity;
pub mod shard;
mod short;
pub mod solve;
pub mod subject;
pub mod summed;
pub mod svg;
pub mod sweep;
pub mod table;
pub mod verdicts;
pub mod verification;

pub mod bystanders;
mod cells;
pub mod figures;
mod histogram;
pub mod text;
pub mod tornado;
