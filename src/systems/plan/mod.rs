//! Shared by all systems with a plan of steps: a state of small cells, steps with conditions played in order, measures,
//! and how all that is read from a scenario. It depends on no rulebook.
//!
//! | file | what is in it |
//! |---|---|
//! | [`rulebook`] | the part of the compiler that each rulebook writes |
//! | [`compile`] | the part that is shared, including `turns`, `when` and `otherwise` |
//! | [`compiler`] | what has been read of a scenario so far |
//! | [`decision`] | what a player decides in a step, with its options |
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
//! | [`names`] | names of formations and of their units |
//! | [`readings`] | readings of rules that a book leaves open |
//! | [`remarks`] | what imported formations leave open |
//! | [`sides`] | which formations are on which side |
//! | [`values`] | a key as a name |

pub mod certain;
pub mod compile;
pub mod compiler;
pub mod condition;
pub mod decision;
pub mod formations;
pub mod measures;
pub mod names;
pub mod play;
pub mod profiles;
pub mod readings;
pub mod remarks;
pub mod rulebook;
pub mod sequence;
pub mod sides;
pub mod spending;
pub mod state;
pub mod steps;
pub mod values;
pub mod wording;
pub mod written;
