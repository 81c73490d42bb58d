//! battle-odds: what a whole engagement is worth, for tabletop wargames.
//!
//! The rooms. All but the command line are crates of their own, in the folders of `src` by their names, so that the compiler
//! keeps who may name whom: each names only some of those below it.
//!
//! | room | what it holds |
//! |---|---|
//! | [`cli`] | one file a sub-command: arguments, printing, exit codes |
//! | [`workbench`] | a page on which a battle is put together, and its odds follow |
//! | [`studies`] | odds of a scenario, pairs, races, searches: from scenarios and plain options to plain results |
//! | [`report`] | tables, CSV and JSON: pure functions of results |
//! | [`systems`] | the list of all rulebooks, by which a scenario finds its own |
//! | [`systems::netepic`] … | a crate each in `src/games`: one rulebook's rules, written once over any kind of dice |
//! | [`systems::plan`] | what all rulebooks share: steps, conditions, measures, compiling |
//! | [`scenario`] | finding, reading and patching scenario files; errors that point at line and column |
//! | [`armies`] | catalogues and rosters of list builders, as army files |
//! | [`stats`] | estimates with intervals: pure functions of tallies |
//! | [`engine`] | dice and their suppliers, the sampling loop, the exact walk, tallies |
//! | [`words`] | what a player reads, in English and French |

#[macro_use]
pub extern crate battle_odds_words as words;

pub use battle_odds_armies as armies;
pub use battle_odds_engine as engine;
pub use battle_odds_report as report;
pub use battle_odds_scenario as scenario;
pub use battle_odds_stats as stats;
pub use battle_odds_studies as studies;
pub use battle_odds_systems as systems;
pub use battle_odds_workbench as workbench;

pub mod cli;
