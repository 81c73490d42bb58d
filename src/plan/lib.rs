//! Shared by all systems with a plan of steps: a state of small cells, steps with conditions played in order, measures,
//! and how all that is read from a scenario. It depends on no rulebook.
//!
//! | file | what is in it |
//! |---|---|
//! | [`rulebook`] | the part of the compiler that each rulebook writes |
//! | [`compile`] | the part that is shared, including `turns`, `when` and `otherwise` |
//! | [`chapter`] | a kind of step: what is written of it, and what is played |
//! | [`compiler`] | what has been read of a scenario so far |
//! | [`decision`] | what a player decides in a step, with its options |
//! | `distances` | distances that look like inches |
//! | [`formations`] | what the formations and unit profiles of all rulebooks have in common |
//! | [`measures`] | what a scenario counts |
//! | [`state`] | the state of a trial: a row of small numbers |
//! | [`certain`] | conditions that are always true, or never |
//! | [`condition`] | conditions on a trial, and the player's goal |
//! | [`play`] | the steps of a scenario, played in order over a game's actions |
//! | [`sequence`] | the order of play within a step: stages, parts, rounds |
//! | [`spending`] | when things that work once are spent |
//! | [`steps`] | steps as read, with their conditions |
//! | [`written`] | a scenario file as written |
//! | [`wording`] | reading conditions: `"warband.broken"`, `"2.tacticals.losses <= 2"` |
//! | [`profiles`] | unit profiles of army files and of the scenario itself |
//! | [`misplaced`] | keys in the wrong table |
//! | [`names`] | names of formations and of their units |
//! | [`readings`] | readings of rules that a book leaves open |
//! | [`remarks`] | what imported formations leave open |
//! | [`sides`] | which formations are on which side |
//! | [`system`] | what the program knows of a rulebook |
//! | [`start`] | how a new scenario begins |
//! | [`schema`] | the format as a schema |
//! | [`measured`] | what a scenario measures, by name |
//! | [`change`] | what can be changed about a formation |
//! | [`army_list`] | the formations of an army file |
//! | [`values`] | a key as a name |
//! | [`trial`] | for the tests of all rulebooks |
//!
//! A whole rulebook of one page, played by a test:
//!
//! ```ignore
#![doc = include_str!("toy.rs")]
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

pub mod army_list;
pub mod certain;
pub mod change;
pub mod chapter;
pub mod compile;
pub mod compiler;
pub mod condition;
pub mod decision;
mod distances;
pub mod formations;
pub mod measured;
pub mod measures;
pub mod misplaced;
pub mod names;
pub mod play;
pub mod profiles;
pub mod readings;
pub mod remarks;
pub mod rulebook;
pub mod schema;
pub mod sequence;
pub mod sides;
pub mod spending;
pub mod start;
pub mod state;
pub mod steps;
pub mod system;
#[cfg(test)]
#[rustfmt::skip]
mod toy;
#[cfg(test)]
mod toy_tests;
pub mod trial;
pub mod values;
pub mod wording;
pub mod written;

pub use system::{Compiled, Force, Picture, Section, Status, System};
