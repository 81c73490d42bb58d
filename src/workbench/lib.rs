//! The workbench: a page on which a player puts a battle together and sees his odds while he does.
//!
//! The text of a scenario is the battle: every control of the page is a change of it, so that what is saved plays on the command
//! line to the same figures. [`answer()`] takes what the page asks and gives back texts and parts of the page; it knows no network
//! and no disk, so that a server on this computer and a page that holds the whole program ask it in the same way.
//!
//! | file | what is in it |
//! |---|---|
//! | [`asked`](mod@asked), `answer` | what the page asks, and the answer |
//! | `drawn` | the whole bench for a text, and what is put on it |
//! | `place`, `changed`, `renamed` | places in the text, and changes of it |
//! | `packed` | a text that needs no other file |
//! | `battle` | the text read and compiled |
//! | `keys`, `control` | the keys of a rulebook, from its types, and a control for each |
//! | `start` | the first screen |
//! | `forces`, `find`, `upgrades` | who fights whom; formations found by two letters, and what their list adds to them |
//! | `happens`, `then`, `goal`, `unsaid` | the steps; which may come next; what the player wants; what was decided for him |
//! | `odds`, `curve`, `compare` | the answer, over the values of a key, and beside others |
//! | `best`, `rank` | what to do; which formation does best in a place |
//! | `luck` | how likely what happened at the table is, or worse |
//! | `take` | what a player takes with him |
//! | `field`, `worth` | all formations on the table against all; who is too dear, and who too cheap |
//! | `shelf`, `read`, [`shipped`] | the lists that a player dropped; what comes with the program |
//! | [`page`](mod@page) | the page itself, its style and its script |

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

mod answer;
pub mod asked;
mod battle;
mod best;
mod changed;
mod compare;
mod control;
mod curve;
mod drawn;
mod field;
mod find;
mod forces;
mod goal;
mod happens;
mod keys;
mod luck;
mod odds;
mod packed;
pub mod page;
mod place;
mod rank;
mod read;
mod renamed;
mod shelf;
pub mod shipped;
mod start;
mod take;
mod then;
mod unsaid;
mod upgrades;
mod worth;
mod written;

pub use asked::answer;
pub use packed::packed;
pub use page::{Way, page, policy};
