//! Warhammer 40,000, second edition (the French compilation of its rules): everything in it that dice decide.
//!
//! Every heading of the book, with the function that plays it or the reason why none does, is in [`sections`]
//! (`battle-odds systems` prints it). The scenario gives movement, lines of sight and positions as numbers. The
//! arsenal, the vehicles' cards and the psychic powers are not in the book: they are data.
//!
//! A chapter is a folder: `written` is what a scenario may say of it, `compile` makes of it what is played, the folder's
//! own file plays it, and `tests` are next to it. [`chapters`] lists the kinds of steps, a line each.
//!
//! | chapter | what is in it |
//! |---|---|
//! | [`roll_offs`] | §3.2: the first turn, the length of the game |
//! | [`turn`] | §9.1: a player's turn ends |
//! | [`moves`] | §10, §11.24: moves under fire, and overwatch |
//! | [`fire`] | §11: fire, and fire from overwatch |
//! | [`combat`] | §12, §15.6.1: close combat, and slash attacks of bikes |
//! | [`morale`] | §13.1: break tests, which end every step |
//! | [`rally`] | §13.2, §13.4: flight and rallying |
//! | [`psychology`] | §14: fear, terror, stupidity, frenzy, hatred |
//! | [`hazard`] | §15.3, §15.6, §16.4: leaps, falls, skids, marshes, vehicles out of control |
//! | [`ram`] | §15.3.7: rams |
//! | [`assault`] | §15.5, §16.12: steps `close-combat` against vehicles and walls, which do not fight back |
//! | [`psychic`] | §17: powers, the cards against them, warp cards, duels |
//!
//! | what chapters share | |
//! |---|---|
//! | [`profile`], [`weapon`] | §6: profiles and weapons, as written and as compiled |
//! | [`forces`] | formations, groups of models, and what is remembered of them |
//! | [`damage`] | a hit on a model, from the wound to the casualty |
//! | [`machine`] | §15, §16: machines and walls: locations, penetration, damage |
//! | [`target`] | which models are hit |
//! | [`battle`], [`play`] | the compiled game, and how a step of it is played: its chapter, then the break tests |
//! | [`alike`] | models that may change places between steps |
//! | [`rulebook`], [`compiler`] | from a scenario as written to a battle; errors are reported here at the latest |
//! | [`counted`], [`measures`], [`metrics`] | what is counted; victory points |
//! | [`changes`] | what `sensitivity` changes, one thing at a time |
//! | [`readings`] | rules that the book leaves open, and house rules |
//! | [`names`], [`values`], [`tables`], [`sides`] | names, values and tables of a scenario that belong to no chapter, and who is on which side |
//! | [`words`] | what `explain` says of formations |
//!
//! # How to add a chapter
//!
//! 1. A folder with the type of the step's table in `written.rs`: its fields are the keys, their comments the reference.
//!    Keys that name formations or units are also in [`NAMING`].
//! 2. The type that is played in the folder's own file. It holds everything that is known before a die is rolled, and is
//!    a [`Play`](battle_odds_plan::chapter::Play): `advance` plays one piece, and is true when the stage is over. A
//!    [`Sequence`](battle_odds_plan::sequence::Sequence) lists its parts with their sections. What triggers fire from
//!    overwatch has a stage for each reaction, as [`moves`] has. [`battle`] names [`forces`] and [`morale`], so the
//!    played type of a chapter that these need is in a file of its own, as in [`morale::play`].
//! 3. `compile.rs`, in which the written type is a [`Chapter`](battle_odds_plan::chapter::Chapter): from names to what is
//!    played.
//! 4. Its line in [`chapters`].
//! 5. Its arm in [`play`]: which formations it makes adversaries (§14.4).
//! 6. What it counts: a variant of [`counted::Counted`] is a row of metrics. Cells that every formation has in a step
//!    are in [`forces::Ledger`]; `Counted::Own` is a cell of the chapter's own, taken from `compiler.cell(at)` while the
//!    step is compiled.
//! 7. Its rows in [`sections`].
//!
//! # What chapters call
//!
//! - Fire: [`fire::compile::volley`] builds a [`fire::volley::Volley`] from the keys that `shoot` and reactions share;
//!   [`fire::reactions::reactions`] makes all volleys of a step's `reactions`. Each is played as a stage.
//! - Hits: [`damage::Harm`] is one kind of hit on one group, and [`target::Target`] equal hits on a formation, with the
//!   models that they are on.
//! - Machines and walls: see [`machine`].
//! - Break tests: a formation that lost a quarter is tested when the step's chapter is over, whatever the chapter
//!   ([`morale::Morale::after_losses`]). A chapter in which losses must be tested at once calls
//!   [`morale::Morale::after_step`].

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

pub mod alike;
pub mod assault;
pub mod battle;
pub mod changes;
pub mod chapters;
pub mod combat;
pub mod compiler;
pub mod counted;
pub mod damage;
pub mod fire;
pub mod forces;
pub mod hazard;
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
pub mod turn;
pub mod values;
pub mod weapon;
pub mod words;

#[cfg(not(test))]
use battle_odds_plan::System;
use battle_odds_scenario::NamingKeys;

/// The rulebook as the program knows it.
#[cfg(not(test))] // The unit tests play no whole scenarios, and need not compile all rules once more.
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
