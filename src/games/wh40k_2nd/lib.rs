//! Warhammer 40,000, second edition (the French compilation of its rules): everything in it that dice decide.
//!
//! Every heading of the book, with the function that plays it or the reason why none does, is in [`sections`]
//! (`battle-odds systems` prints it). The scenario gives movement, lines of sight and positions as numbers. The
//! arsenal, the vehicles' cards and the psychic powers are not in the book: they are data.
//!
//! | file | what is in it |
//! |---|---|
//! | [`written`] | the tables of a scenario |
//! | [`profile`], [`weapon`] | §6: profiles and weapons |
//! | [`machine`] | §15, §16: machines and walls: locations, penetration, damage |
//! | [`forces`] | formations, groups of models, and what is remembered of them |
//! | [`to_hit`], [`wound`], [`penetration`], [`sustained`], [`duel`], [`scatter`], [`layout`], [`hazards`], [`psychic_dice`] | formulas, printed tables and dice, without state |
//! | [`damage`] | shared by all chapters: a hit on a model, from the wound to the casualty |
//! | [`target`] | which models are hit |
//! | [`fire`], [`moves`] | §11: fire, overwatch, and moves under fire |
//! | [`morale`] | break tests, which end every step |
//! | [`combat`] | §12: close combat |
//! | [`rally`], [`psychology`] | §13, §14: flight, rallying, fear, terror, stupidity, frenzy |
//! | [`psychic`] | §17: powers, the cards against them, warp cards, duels |
//! | [`roll_offs`] | §3.2: the first turn, the length of the game |
//! | [`action`] | what a step can do, one chapter for each kind |
//! | [`assault`] | §15.5, §16.12: close combat against vehicles and walls |
//! | [`ram`], [`danger`] | the steps `ram` and `hazard` |
//! | [`battle`] | a step: its chapter, then the break tests |
//! | [`changes`] | what `sensitivity` changes, one thing at a time |
//! | [`measures`], [`metrics`] | what is counted; victory points |
//! | [`readings`] | rules that the book leaves open, and house rules |
//! | [`words`] | what `explain` says of formations |
//! | [`compile`] | from a scenario as written to a battle; errors are reported here at the latest |
//!
//! # How to add a chapter
//!
//! Each kind of step is one chapter. It needs:
//!
//! 1. its keys as a type in [`written`] (all are there);
//! 2. a file (or folder) here with its type, which holds everything that is known before a die is rolled, and `advance(&self,
//!    forces, state, dice) -> bool`: one piece of play, true when it is over. A [`Sequence`](battle_odds_plan::sequence::Sequence)
//!    lists its parts with their sections;
//! 3. a file in [`compile`] that makes the one of the other; [`steps`] calls it;
//! 4. a variant of [`chapters::Action`], and its arm in [`chapters::Action::advance`]; who draws fire from overwatch first has a stage
//!    for each reaction ([`chapters::Action::stages`], as [`moves`] has);
//! 5. what it counts: [`counted::Counted`] has a variant a row of metrics. Cells that every formation has in a step
//!    stand in [`forces::Ledger`]; a chapter takes its own from `compiler.cell(at)` while it is compiled, and hands them over
//!    in its [`counted::Counted`].
//!
//! Hits go through [`damage::Harm`] (one kind of hit on one group) and [`target::Target`] (equal hits on a formation,
//! and which models they are on); a formation that lost a quarter is tested when the step's chapter is over
//! ([`morale`]), whatever the chapter.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

#[cfg(test)]
mod arsenal;
pub mod assault;
pub mod battle;
pub mod changes;
pub mod chapters;
pub mod combat;
pub mod compiler;
pub mod counted;
#[cfg(test)]
mod counted_tests;
pub mod damage;
pub mod fire;
pub mod forces;
#[cfg(test)]
mod golden_tests;
pub mod hazard;
#[cfg(test)]
mod input_tests;
pub mod machine;
pub mod measures;
pub mod metrics;
pub mod morale;
pub mod moves;
pub mod names;
pub mod play;
pub mod profile;
pub mod psychic;
pub mod psychology;
pub mod rally;
pub mod ram;
pub mod readings;
pub mod roll_offs;
pub mod rulebook;
pub mod sections;
pub mod sides;
pub mod starts;
pub mod tables;
pub mod target;
#[cfg(test)]
mod trial;
pub mod turn;
pub mod values;
pub mod weapon;
pub mod words;

use battle_odds_plan::System;
use battle_odds_scenario::NamingKeys;

/// The rulebook as the program knows it.
pub static SYSTEM: System = System::of::<compiler::Wh40k2nd>();

/// The keys by which its scenarios name formations and units.
pub static NAMING: NamingKeys = NamingKeys {
    formations: &[
        "shooters",
        "exposed",
        "near",
        "under",
        "partly",
        "beside",
        "contact",
        "height",
        "disengage",
        "parry",
        "below",
        "inside",
        "hates",
    ],
    units: &["mount"],
    others: &["weapons", "power", "location", "masked", "hole", "touched"],
};
