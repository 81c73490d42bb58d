//! Epic Armageddon (the French F-ERC rulebook), the whole of it.
//!
//! Every section of the book, with the function that plays it or the reason why none does, is in [`sections`]
//! (`battle-odds systems` prints it). The scenario gives movement, lines of sight and zones of control as numbers.
//!
//! A chapter is a folder: `written` is what a scenario may say of it, `compile` makes of it what is played, `parts` is
//! its action in the order of the book if it has several parts, and the folder's own file plays it. [`chapters`] lists
//! the kinds of steps, a line each.
//!
//! | chapter | what is in it |
//! |---|---|
//! | [`strategy`] | §1.5: which side acts first |
//! | [`march`] | §1.6.1: marches |
//! | [`coherency`] | §1.7.4: units that a move leaves behind |
//! | [`dangerous_terrain`] | §1.8.1: units that test for it |
//! | [`fire`] | §1.9 to §1.11: `shoot`, `barrage`, and all fire of other steps: reactions, crossfire, flak |
//! | [`overwatch`] | §1.10: going on overwatch |
//! | [`assault`] | §1.12, §3.3: assaults |
//! | [`marshal`] | §1.13.1: regrouping |
//! | [`rally`] | §1.14.1: rallies |
//! | [`end_phase`] | §1.14: critical hits that go on, shields, all rallies, the end of the turn |
//! | [`teleport`] | §2.1.21: teleportation |
//! | [`sky`] | §4.2: patrols, ground attacks, air assaults, interceptions, departures |
//! | [`orbit`] | §4.3: bombardments and pin-point attacks |
//! | [`planetfall`] | §4.4: landings |
//! | [`game_end`] | §5.1.7: the roll that ends the game |
//!
//! | what chapters share | |
//! |---|---|
//! | [`profile`], [`hit`], [`critical`] | §1.1.3, §2, §3.2.3: units, weapons, abilities, critical hits |
//! | [`forces`], [`losses`] | §1.2, §1.3, §1.7.5, §1.13: formations, losses, markers, breaking |
//! | [`army_rules`] | what army lists add to them |
//! | [`activation`] | §1.6: action tests, the initiative, supreme commanders; what follows a failed test |
//! | [`disembark`] | §1.7.5: leaving transports |
//! | [`terrain`], [`saves`] | §1.8, §1.9.6: cover, and the saves of one unit against one hit |
//! | [`allocation`] | §1.9.6, §3.2.1: which units hits are allocated to |
//! | [`barrage`], [`placement`] | §1.9.8, §6.1: templates, and where they lie |
//! | [`withdrawal`] | §1.13.3: what formations lose when they withdraw; the key `caught` of every step |
//! | [`war_engine`], [`damage`] | §3.2: damage capacity, shields, critical hits, explosions |
//! | [`turn`] | §1.4: a turn ends |
//! | [`actions`] | §1.6.1: an action: its test, its stages, and those of a formation that may only hold |
//! | [`battle`], [`play`] | the compiled game, and how an action is played: its test, then its stages |
//! | [`rulebook`], [`compiler`] | from a scenario as written to a battle; errors are reported here at the latest |
//! | [`sides`], [`bounds`], [`turn_order`] | what is read off all steps together: sides, bounds, actions out of order |
//! | [`counted`], [`measures`], [`metrics`] | what is counted, and §5.1.7 |
//! | [`changes`] | what can be changed about a formation, one thing at a time |
//! | [`readings`] | rules that the book leaves open |
//! | [`names`], [`counts`], [`second`] | names and numbers of units in steps; a table that two kinds of steps have |
//!
//! # How to add a chapter
//!
//! 1. A folder with the type of the step's table in `written.rs`: its fields are the keys, their comments the reference.
//!    A step with an action test is `InTwo<Beginning, …>`, one with fire `InTwo<Fire, …>`: these bring their own keys.
//! 2. What is played of it. Every step is an [`Action`](actions::Action): a test if there is one, and stages. Take the
//!    stages that exist (fire is a [`fire::Volley`], whoever fires), and add those that are new as types in the folder's
//!    own file. Such a type holds everything that is known before a die is rolled, and is a
//!    [`Play`](battle_odds_plan::chapter::Play) of a single stage: `advance` plays one piece, and is true when it is
//!    over.
//! 3. If the action has several parts: a struct with a field for each in `parts.rs`, whose `stages` puts them in the
//!    order of the book with [`actions::in_order`].
//! 4. `compile.rs`, in which the written type is a [`Chapter`](battle_odds_plan::chapter::Chapter): `named` gives the
//!    names at its keys, from which sides are found; `compile` makes the action with `Action::tested` or
//!    `Action::untested`.
//! 5. Its line in [`chapters`]: the written type, and the stage if it is new. A stage without a key of its own has a line
//!    too.
//! 6. What it counts: a variant of [`counted::Counted`] is a row of metrics.
//! 7. Its rows in [`sections`].
//!
//! # What every chapter can rely on
//!
//! - After each stage, [`play`] settles what it has done, and a formation that can no longer act loses the rest of its
//!   action, but not the last stage, in which broken formations withdraw.
//! - That stage is added to every action in which a formation may break
//!   ([`at_the_end`](withdrawal::compile::at_the_end)). A chapter whose formations withdraw before its end calls
//!   [`withdrawal::compile::taken`], and adds what is needed itself: assaults, rallies and the end phase do.
//! - What steps take for granted of those before the first is found from the list of steps:
//!   [`overwatch::waiting`], [`sky::beforehand`].

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

pub mod actions;
pub mod activation;
pub mod allocation;
pub mod army_rules;
pub mod assault;
pub mod barrage;
pub mod battle;
pub mod bounds;
pub mod changes;
pub mod chapters;
pub mod coherency;
pub mod compiler;
pub mod counted;
pub mod counts;
pub mod critical;
pub mod damage;
pub mod dangerous_terrain;
pub mod disembark;
pub mod end_phase;
pub mod fire;
pub mod forces;
pub mod game_end;
pub mod hit;
#[cfg(test)]
mod input_tests;
pub mod losses;
pub mod march;
pub mod marshal;
pub mod measures;
pub mod metrics;
pub mod names;
pub mod orbit;
pub mod overwatch;
pub mod placement;
pub mod planetfall;
pub mod play;
pub mod profile;
pub mod rally;
pub mod readings;
pub mod rulebook;
pub mod saves;
pub mod second;
pub mod sections;
pub mod sides;
pub mod sky;
pub mod starts;
pub mod strategy;
pub mod teleport;
pub mod terrain;
pub mod turn;
pub mod turn_order;
pub mod war_engine;
pub mod withdrawal;

#[cfg(not(test))]
use battle_odds_plan::System;
use battle_odds_scenario::NamingKeys;

/// The rulebook as the program knows it.
#[cfg(not(test))] // The unit tests play no whole scenarios, and need not compile all rules once more.
pub static SYSTEM: System = System::of::<compiler::EpicArmageddon>();

/// The keys by which its scenarios name formations and units.
pub static NAMING: NamingKeys = NamingKeys {
    formations: &[
        "support",
        "defender-support",
        "in-support-range",
        "crossfire",
        "ties",
        "enemy-within-30",
        "embarked-in",
    ],
    units: &["character"],
    others: &[],
};
