//! The workbench: a page on which a player puts a battle together and sees his odds while he does.
//!
//! The text of a scenario is the battle: every control of the page is a change of it, so that what is saved plays on the command
//! line to the same figures. [`answer()`] takes what the page asks and gives back texts and parts of the page; it knows no network
//! and no disk, so that a server on this computer and a page that holds the whole program ask it in the same way.
//!
//! | file | what is in it |
//! |---|---|
//! | [`asked`](mod@asked) | what the page asks, and the answer |
//! | `place`, `changed`, `renamed` | places in the text, and changes of it |
//! | `packed` | a text that needs no other file |
//! | `battle` | the text read and compiled |
//! | `keys`, `control` | the keys of a rulebook, from its types, and a control for each |
//! | `start` | the first screen |
//! | `forces`, `find` | who fights whom; formations found by two letters |
//! | `happens`, `goal`, `unsaid` | the steps; what the player wants; what was decided for him |
//! | `odds`, `curve`, `compare` | the answer, over the values of a key, and beside others |
//! | `take` | what a player takes with him |
//! | `field` | all formations on the table against all |
//! | `shelf`, `read`, [`shipped`] | the lists that a player dropped; what comes with the program |
//! | [`page`](mod@page) | the page itself, its style and its script |

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

pub mod asked;
mod battle;
mod changed;
mod compare;
mod control;
mod curve;
mod field;
mod find;
mod forces;
mod goal;
mod happens;
mod keys;
mod odds;
mod packed;
pub mod page;
mod place;
mod read;
mod renamed;
mod shelf;
pub mod shipped;
mod start;
mod take;
mod unsaid;
mod written;

pub use asked::answer;
pub use packed::packed;
pub use page::{Way, page, policy};
