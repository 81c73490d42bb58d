//! Warmaster Evolution (WME 4.0, the French community rulebook): everything in it that dice decide.
//!
//! The book has no numbered sections: a heading is named by its line in the book's text, `L1088`. Every heading, with
//! the function that plays it or the reason why none does, is in [`sections`] (`battle-odds systems` prints it). The
//! scenario gives movement, lines of sight and contact as numbers.
//!
//! A chapter is a folder: `written` is what a scenario may say of it, `compile` makes of it what is played, the folder's
//! own file plays it, and `tests` are beside it. [`chapters`] lists the kinds of steps, a line each.
//!
//! | chapter | what is in it |
//! |---|---|
//! | [`orders`] | L469, L2009: orders and blunders; what waits for an order |
//! | [`fire`] | L1088: fire, shooting phases, and how fire drives back |
//! | [`combat`] | L1300 |
//! | [`magic`] | L2320: spells |
//! | [`home_back`] | L2127: flyers that return |
//! | [`off_table`] | L906: units off the table |
//! | [`make_way`] | L1906: friends that make way |
//! | [`game_end`] | L347, L2230: the length of the game, and the army that breaks |
//!
//! | what chapters share | |
//! |---|---|
//! | [`profile`], [`items`] | L209, L2344: profiles, as written and as compiled; special rules, magic items |
//! | [`forces`] | units of stands, commanders, formations, as written and as compiled; confusion |
//! | [`wounds`] | L1187, L1193: saves, wounds, stands lost |
//! | [`cover`] | L1155: open, defended, fortified |
//! | [`readings`] | rules that the book leaves open |
//! | [`calendar`] | L351: whose turn it is in each step, and which phase |
//! | [`timed`] | an action, and the ends of phases around it |
//! | [`battle`], [`play`] | the compiled game, and how a step of it is played: its chapter, between the ends of phases |
//! | [`liveness`] | what can be cleared between steps |
//! | [`rulebook`], [`compiler`] | from a scenario as written to a battle; errors are reported here at the latest |
//! | [`sides`], [`bounds`] | who is on which side; numbers that are too large |
//! | [`names`] | names in steps, and numbers of stands |
//! | [`counted`], [`measures`], [`metrics`] | what is counted, L2230, L2240 |
//! | [`changes`] | what `sensitivity` changes, one thing at a time |
//!
//! # How to add a chapter
//!
//! 1. A folder with the type of the step's table in `written.rs`: its fields are the keys, their comments the reference.
//! 2. The type that is played in the folder's own file. It holds everything that is known before a die is rolled, and is
//!    a [`Play`](battle_odds_plan::chapter::Play): `advance` plays one piece, and is true when the action is over. A
//!    [`Sequence`](battle_odds_plan::sequence::Sequence) lists its parts with their sections. All actions have one stage:
//!    the ends of phases before and after them are played by [`play`].
//! 3. `compile.rs`, in which the written type is a [`Chapter`](battle_odds_plan::chapter::Chapter): `named` gives the
//!    names at each key, from which [`sides`] knows friends and enemies (a new pair of keys is a row there); `compile`
//!    goes from names to what is played.
//! 4. Its time: `compile` asks [`calendar::Calendar::enter`] for the phase of the step, and hands the sides whose command
//!    phases have ended to [`counted::read`]. A step outside all phases ends the shooting phase
//!    ([`calendar::Calendar::end_shooting`]). A step of a shooting phase also sets [`timed::TimedAction::fires_in`];
//!    [`fire::phases`] then says which targets are driven back in which step.
//! 5. Its line in [`chapters`].
//! 6. Its units in [`timed`]: those whose wounds and status it reads, and those that wait for an order. All others are
//!    cleared when nothing reads them any more ([`liveness`]).
//! 7. What it counts: a variant of [`counted::Counted`] is a row of metrics. A cell that is only counted is taken from
//!    `compiler.cell(at)` while the step is compiled: such cells are free again in the next step.
//! 8. Its rows in [`sections`].
//!
//! # What chapters call
//!
//! - Fire: [`fire::compile::volley`] builds the dice at one target from the keys that `shoot` and `spell` share; a
//!   [`magic::Spell`] plays the parts of its volley itself. [`fire::once`] lets each unit shoot, and each wizard cast,
//!   once in a phase.
//! - Orders: [`orders::waits::waiting`] says which formations act only after an order.
//! - Wounds: [`forces::Forces::wound`], [`forces::Forces::lose`]; saves by [`forces::Unit::save`].
//! - Confusion: [`forces::Forces::confuse`]; [`make_way::step_aside`] for friends that make way.

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
