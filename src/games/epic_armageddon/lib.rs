//! Epic Armageddon (the French F-ERC rulebook), the whole of it.
//!
//! Every section of the book, with the function that plays it or the reason why none does, is in [`sections`]
//! (`battle-odds systems` prints it). The scenario gives movement, lines of sight and zones of control as numbers.
//!
//! | file | chapter |
//! |---|---|
//! | [`profile`], [`hit`], [`critical`] | §1.1.3, §2, §3.2.3: units, weapons, abilities, critical hits |
//! | [`forces`], [`losses`] | §1.2, §1.3, §1.7.5, §1.13: formations, losses, markers, breaking |
//! | [`army_rules`] | what army lists add to them |
//! | [`state`] | what changes in a trial |
//! | [`turn`], [`activation`] | §1.5, §1.6: strategy rolls, action tests, the initiative, supreme commanders |
//! | [`actions`] | §1.6.1, §1.14, §4.2.4, §4.4: the parts of an action, in order |
//! | [`terrain`], [`saves`] | §1.8, §1.9.6: cover, and the saves of one unit against one hit |
//! | [`volley`] | §1.9 to §1.11: shooting, overwatch, crossfire, flak |
//! | [`allocation`] | §1.9.6, §3.2.1: which units hits are allocated to |
//! | [`barrage`], [`placement`] | §1.9.8, §6.1: templates, and where they lie |
//! | [`assault`] | §1.12, §3.3 |
//! | [`withdrawal`] | §1.13.3: what formations lose when they withdraw |
//! | [`rally`] | §1.13.1, §1.14: getting rid of markers, raising shields |
//! | [`war_engine`] | §3.2: the parts that only a war engine has: damage capacity, shields |
//! | [`damage`] | §3.2: damage, critical hits, explosions |
//! | [`sky`] | §4.2: aircraft come and go |
//! | [`arrival`] | §1.7.4, §1.8.1, §2.1.21, §4.4: dangerous terrain, teleportation, planetfall |
//! | [`battle`] | a compiled scenario: its steps, played in order |
//! | [`measures`] | what is counted, and §5.1.7 |
//! | [`readings`] | rules that the book leaves open |
//! | [`changes`] | what can be changed about a formation, one thing at a time |
//! | [`compile`] | from a scenario as written to a battle; errors are reported here at the latest |

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

pub mod actions;
pub mod activation;
pub mod allocation;
pub mod army_rules;
pub mod arrival;
pub mod assault;
pub mod barrage;
pub mod battle;
pub mod changes;
pub mod compile;
pub mod critical;
pub mod damage;
pub mod forces;
pub mod hit;
pub mod losses;
pub mod measures;
pub mod metrics;
pub mod placement;
pub mod profile;
pub mod rally;
pub mod readings;
pub mod saves;
pub mod sections;
pub mod sky;
pub mod starts;
pub mod terrain;
pub mod turn;
pub mod volley;
pub mod war_engine;
pub mod withdrawal;
pub mod written;

use battle_odds_plan::System;
use battle_odds_scenario::NamingKeys;

/// The rulebook as the program knows it.
pub static SYSTEM: System = System::of::<compile::compiler::EpicArmageddon>();

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
