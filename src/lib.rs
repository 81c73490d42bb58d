//! battle-odds: what a whole engagement is worth, for tabletop wargames.
//!
//! The layers, each importing only from those below it:
//!
//! | layer | what it holds |
//! |---|---|
//! | [`cli`] | one file a sub-command: arguments, printing, exit codes |
//! | [`report`] | tables, CSV and JSON: pure functions of results |
//! | [`systems`] | one folder a rulebook: its rules, written once over dice that somebody else supplies |
//! | [`scenario`] | finding, reading and patching scenario files; errors that point at line and column |
//! | [`armies`] | catalogues and rosters of list builders, as army files |
//! | [`stats`] | estimates with intervals: pure functions of tallies |
//! | [`engine`] | dice and their suppliers, the sampling loop, the exact walk, tallies |
//! | [`words`] | what a player reads, in English and French |

#[macro_use]
pub mod words;

pub mod armies;
pub mod cli;
pub mod engine;
pub mod report;
pub mod scenario;
pub mod stats;
pub mod systems;
