//! Answers to questions about scenarios: from scenarios and plain options to plain results. A study needs no command line, no
//! terminal and no files of its own: the caller, a program on a terminal or a page in a browser, supplies a [`World`], and all
//! callers get the same answers.
//!
//! The types of the results are those that [`battle_odds_report`] writes.
//!
//! | file | what is in it |
//! |---|---|
//! | [`world`] | what a study needs from its surroundings: files, progress, whether to stop |
//! | [`settings`] | how odds are found: the options that all studies share |
//! | [`simulator`] | the odds of one scenario |
//! | [`deal`] | what trials cost, and which shard begins with which scenario |
//! | `size` | how large a scenario may be to be answered exactly |
//! | `stopped` | what is kept if the user stops a study |
//! | `rare` | chances too small for trials |
//! | [`contenders`], [`candidates`] | what is compared: variants, compiled; what is ranked, made one by one |
//! | `player` | what their player pays |
//! | `paired`, `goals` | chances: exact, or by trials with the same dice or with separate dice; those of several goals |
//! | [`compare`], [`rank`], [`sweep`], [`solve`], [`sensitivity`], [`luck`] | the studies that choose |
//! | [`matrix`] | every formation against every other |
//! | [`select_variant`] | one scenario or variant of a file |
//! | [`situation`] | the forces on the table, and what an answer is about |
//! | [`broken`] | when formations break, by what breaks them |
//! | [`of_units`] | what the files of a scenario say of its units |
//! | [`beginning`] | the text of a first scenario |
//! | [`transcript`] | one trial as a player reads it |
//! | `threads` | the threads that work |

#[macro_use]
extern crate battle_odds_words;

pub mod beginning;
pub mod best;
pub mod broken;
pub mod candidates;
pub mod compare;
pub mod contenders;
pub mod deal;
pub mod luck;
pub mod matrix;
pub mod of_units;
pub mod rank;
pub mod select_variant;
pub mod sensitivity;
pub mod settings;
pub mod simulator;
pub mod situation;
pub mod solve;
pub mod sweep;
pub mod transcript;
pub mod world;

mod goals;
mod paired;
mod player;
mod rare;
mod size;
mod stopped;
mod threads;

pub use settings::{Settings, Way};
pub use stopped::Found;
pub use threads::{Failed, Threads};
pub use world::World;
