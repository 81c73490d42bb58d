//! Warmaster Evolution (WME 4.0, the French community rulebook): everything in it that dice decide.
//!
//! The book has no numbered sections: a heading is named by its line in the book's text, `L1088`. Every heading, with
//! the function that plays it or the reason why none does, is in [`sections`] (`battle-odds systems` prints it). The
//! scenario gives movement, lines of sight and contact as numbers.
//!
//! | file | chapter |
//! |---|---|
//! | [`profile`], [`items`] | L209, L2344: profiles, special rules, magic items |
//! | [`forces`] | units of stands, commanders, formations; confusion |
//! | [`wounds`] | L1187, L1193: saves, wounds, stands lost |
//! | [`cover`] | L1155: open, defended, fortified |
//! | [`orders`] | L469, L2009: orders and blunders |
//! | [`volley`] | L1088: fire and how it drives back |
//! | [`combat`] | L1300 |
//! | [`magic`] | L2320 |
//! | [`home_back`], [`off_table`], [`make_way`] | L2127, L906, L1906: flyers that return, units off the table, friends that make way |
//! | [`game_end`] | L347, L2230: the length of the game, and the army that breaks |
//! | [`readings`] | rules that the book leaves open |
//! | [`written`] | the tables of a scenario |
//! | [`measures`] | what is counted, L2230, L2240 |
//! | [`liveness`] | what can be cleared between steps |
//! | [`action`] | what a step can do |
//! | [`battle`] | a step, phase by phase |
//! | [`compile`] | from a scenario as written to a battle; errors are reported here at the latest |

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

pub mod battle;
pub mod bounds;
pub mod calendar;
pub mod changes;
pub mod chapters;
pub mod combat;
pub mod compiler;
pub mod counted;
pub mod cover;
pub mod fire;
pub mod forces;
pub mod game_end;
pub mod home_back;
pub mod items;
pub mod liveness;
pub mod magic;
pub mod make_way;
pub mod measures;
pub mod metrics;
pub mod names;
pub mod off_table;
pub mod orders;
pub mod play;
pub mod profile;
pub mod readings;
pub mod rulebook;
pub mod sections;
pub mod sides;
pub mod starts;
pub mod timed;
#[cfg(test)]
mod trial;
pub mod wounds;

use battle_odds_plan::System;
use battle_odds_scenario::NamingKeys;

/// The rulebook as the program knows it.
pub static SYSTEM: System = System::of::<compiler::Warmaster>();

/// The keys by which its scenarios name formations and units.
pub static NAMING: NamingKeys = NamingKeys {
    formations: &["second-at", "support", "targets", "through", "make-way"],
    units: &["joins"],
    others: &["items"],
};
