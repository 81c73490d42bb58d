//! NetEpic, of the French Palladium branch: the abilities of a table that its players export, and the core rules around
//! it, which are reconstructed from public sources (the README lists them). Section numbers are those of that
//! reconstruction; rows of the table are written `#5`. [`sections`] and [`abilities`] list them all (`battle-odds
//! systems netepic` prints them); [`readings`] lists what the table does not settle.
//!
//! A chapter is a folder: `written` is what a scenario may say of it, `compile` makes of it what is played, the folder's
//! own file plays it, and `tests` are beside it. [`chapters`] lists the kinds of steps, a line each.
//!
//! | chapter | what is in it |
//! |---|---|
//! | [`orders`] | §3.3: orders given in play |
//! | [`fire`] | §3.4, §3.6: fire, and fire as a reaction |
//! | [`psychic`] | #19: psychic powers |
//! | [`barrage`] | §3.5: templates and deviations |
//! | [`assault`] | §3.7: assaults |
//! | [`morale`] | §3.8: tests, falling back, instinct, rout, rally |
//! | [`locations`] | §3.9: titans and their charts |
//! | [`wreck`] | §3.9: titans that explode and fall |
//! | [`cargo`] | #30, §3.11: transports and passengers |
//! | [`deep_strike`] | #9: formations that drop from the sky |
//! | [`structure`] | #31, §3.12: buildings |
//! | [`end_phase`] | §3.2: shields, repairs, rallies |
//! | [`turn`] | §3.2: a turn begins |
//!
//! | what chapters share | |
//! |---|---|
//! | [`abilities`] | the table of abilities, and how they are read |
//! | [`profile`] | §3.1: profiles, as written and as compiled |
//! | [`forces`] | formations, groups of bases, and what is remembered of them |
//! | [`contact`] | §3.3, §3.7: which groups may fire, and which are pinned |
//! | [`elite`] | #5: Elite dice |
//! | [`damage`], [`save`] | a hit on a base, from the shield to the wound |
//! | [`aftermath`] | what ends every action: HQ bases, titans, passengers, then tests |
//! | [`battle`], [`play`] | the compiled game, and how a step of it is played: its chapter, then the aftermath |
//! | [`rulebook`], [`compiler`] | from a scenario as written to a battle; errors are reported here at the latest |
//! | [`counted`], [`measures`], [`metrics`] | what is counted; points |
//! | [`changes`] | what `sensitivity` changes, one thing at a time |
//! | [`names`], [`values`], [`tables`] | names, values and tables of a scenario that belong to no chapter |
//! | [`idle`] | steps without effect, reported |
//!
//! # How to add a chapter
//!
//! 1. A folder with the type of the step's table in `written.rs`: its fields are the keys, their comments the reference.
//! 2. The type that is played in the folder's own file. It holds everything that is known before a die is rolled, and is
//!    a [`Play`](battle_odds_plan::chapter::Play): `advance` plays one piece, and is true when the action is over. A
//!    [`Sequence`](battle_odds_plan::sequence::Sequence) lists its parts with their sections. An action that triggers a
//!    reaction has a stage for the reaction before its own.
//! 3. `compile.rs`, in which the written type is a [`Chapter`](battle_odds_plan::chapter::Chapter): from names to what is
//!    played.
//! 4. Its line in [`chapters`].
//! 5. What it counts: a variant of [`counted::Counted`] is a row of metrics; `Counted::Own` is a cell of its own, taken
//!    from `compiler.cell(at)` while the step is compiled: such cells are free again in the next step.
//! 6. Its rows in [`sections`] and [`abilities`].
//!
//! # Who owns which cells
//!
//! | cells | owner | how long they last |
//! |---|---|---|
//! | [`forces::Group::left`], `shields` | [`forces`]: changed only by `wound`, `hurt`, `kill`, `restore`, `rout`; shields by [`damage`] | the battle |
//! | [`forces::Group::spent`], `used` | [`fire`]; `spent` ends with the turn ([`turn`]) | the turn; the battle |
//! | [`forces::Group::fought`] | [`assault`] | the turn |
//! | [`forces::Group::fallen`] | [`forces`]: bases lost in this step, if anything depends on it (auras, Synapse; transports) | the step |
//! | [`forces::Group::guarded`] | [`damage`]: HQ bases lost to shots; [`aftermath`] uses them | the step |
//! | [`forces::Formation::order`], `status` | [`morale`], [`turn`], which [`orders`] calls; assaults set [`forces::CHARGED`], reactions [`forces::REACTED`] | the battle |
//! | [`forces::Forces::elite`] | [`elite`] | the battle |
//! | [`forces::Ledger`] | all chapters: what is counted of the formation in this step; [`morale`] reads `lost`, `wounds`, `passengers_tested`, `passengers_wounds` | the step |
//! | [`forces::Group::sheet`] | [`locations`]: damages of a titan | the battle; `off` the turn; `due`, of [`wreck`], the step |
//! | [`forces::Forces::holds`] | [`cargo`]: which passengers are aboard what | the battle; wrecks the step |
//!
//! A chapter's own cells that outlive a step (duels fought in the turn, effects on a chart, cargo) are taken in
//! [`forces::compile`], next to those of the group or formation. They are cleared in `Forces::tidy` when no base is
//! left that needs them, and in [`turn`] if they end with the turn.
//!
//! # What chapters call
//!
//! - Fire: [`fire::compile::shooting`] reads the keys that `shoot`, `psychic` and `barrage` share, and
//!   [`fire::compile::volley`] builds a [`fire::Volley`] from them; [`fire::shots::Occasion`] says what is different
//!   about a reaction. It is played as a stage (it keeps its place in the clock of the stage).
//! - Hits: [`damage::Harm`] is one kind of hit on the bases of a group: `fall` for hits dealt to a group, `wounds` for
//!   hits if the chapter itself knows which bases they are on (templates); then [`forces::Forces::wound`] (the front
//!   bases) or [`forces::Forces::hurt`] (a base with this many wounds left). Locations are handled in
//!   [`damage::Harm::fall`], after the save.
//! - Elite: [`elite::compile::announced`], [`elite::Elite::begin`], `again` (or `take`, and roll yourself), `end`.
//! - Morale: [`morale::Morale::test`] (with the consequences of failing), `passes` (only the roll: Fear, rallies),
//!   `fail`. A formation that lost half in the step is tested when the chapter is over, whatever the chapter
//!   ([`aftermath`]).
//!
//! Exact odds stay small if equal dice are one [`Pool`](battle_odds_engine::pool::Pool), if a piece rolls few of them,
//! and if every cell is 0 again as soon as nothing reads it.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

pub mod abilities;
pub mod aftermath;
pub mod assault;
pub mod barrage;
pub mod battle;
pub mod cargo;
pub mod changes;
pub mod chapters;
pub mod compiler;
pub mod contact;
pub mod counted;
pub mod damage;
pub mod deep_strike;
pub mod elite;
pub mod end_phase;
pub mod fire;
pub mod forces;
pub mod idle;
pub mod locations;
pub mod measures;
pub mod metrics;
pub mod morale;
pub mod names;
pub mod orders;
pub mod play;
pub mod profile;
pub mod psychic;
pub mod readings;
pub mod rulebook;
pub mod save;
pub mod sections;
pub mod starts;
pub mod structure;
pub mod tables;
pub mod turn;
pub mod values;
pub mod wreck;

#[cfg(not(test))]
use battle_odds_plan::System;
use battle_odds_scenario::NamingKeys;

/// The rulebook as the program knows it.
#[cfg(not(test))] // The unit tests play no whole scenarios, and need not compile all rules once more.
pub static SYSTEM: System = System::of::<compiler::NetEpic>();

/// The keys by which its scenarios name formations and units.
pub static NAMING: NamingKeys = NamingKeys {
    formations: &[
        "near",
        "engaged-by",
        "embarked-in",
        "falls-on",
        "explodes-near",
        "aim",
        "shooters",
        "elite",
        "hq",
        "under",
        "fighting",
        "bonus",
        "fought-before",
        "orders",
        "garrison",
    ],
    units: &[],
    others: &["weapons", "power", "elite-rerolls"],
};
