//! What can be asked of scenarios, answered: from scenarios and plain options to plain results. No command line, no terminal, no
//! files of one's own: whoever asks, a program on a terminal or a page in a browser, brings a [`World`], and all get the same
//! answers.
//!
//! The results are those that [`battle_odds_report`] writes, by which it knows them: they are told there and not a second time
//! here.
//!
//! | file | what is in it |
//! |---|---|
//! | [`world`] | what a study needs from its surroundings: files, whether to stop, how far it is |
//! | [`settings`] | how odds are found: the options that all studies share |
//! | [`simulator`] | the odds of one scenario |
//! | `size` | how large a scenario may be to be answered exactly |
//! | `stopped` | what stands when the user stops a study |
//! | `rare` | chances too small for trials |
//! | [`contenders`], [`candidates`] | what is compared: variants, compiled; what is ranked, made one by one |
//! | `player` | what their player spends |
//! | `paired`, `goals` | chances: exact, by trials with the same luck or each with its own; those of several goals |
//! | [`compare`], [`rank`], [`sweep`], [`solve`], [`sensitivity`], [`luck`] | the studies that choose |
//! | [`matrix`] | every formation against every other |
//! | [`select_variant`] | one scenario or variant of a file |
//! | [`situation`] | what stands on the table, and what an answer is about |
//! | `threads` | the threads that work |

#[macro_use]
extern crate battle_odds_words;

pub mod candidates;
pub mod compare;
pub mod contenders;
pub mod luck;
pub mod matrix;
pub mod rank;
pub mod select_variant;
pub mod sensitivity;
pub mod settings;
pub mod simulator;
pub mod situation;
pub mod solve;
pub mod sweep;
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
pub use threads::Failed;
pub use world::World;
