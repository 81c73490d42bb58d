//! What every system with a plan of steps shares: a state of small cells, steps with conditions played in order, what is
//! read off them, and the reading of all that from a scenario. It knows no rulebook.
//!
//! | file | what is in it |
//! |---|---|
//! | [`rulebook`] | what a rulebook's compiler does that is its own |
//! | [`compile`] | and what the compilers of all do: `turns`, `when`, `otherwise` too |
//! | [`compiler`] | what has been read of a scenario so far |
//! | [`decision`] | what a player decides in a step, with its options |
//! | [`formations`] | formations and unit profiles, as far as all have them |
//! | [`measures`] | what a scenario counts |
//! | [`state`] | the state of a trial: a row of small numbers |
//! | [`certain`] | conditions that are always true, or never |
//! | [`condition`] | what may hold of a trial, and what the player wants |
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
//! | [`sides`] | who fights on which side |
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
