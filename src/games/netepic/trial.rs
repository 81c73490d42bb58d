//! The tests' harness of `plan` for this system.

use battle_odds_netepic::compiler::NetEpic;
use battle_odds_plan::Compiled;
use battle_odds_plan::trial;
pub use battle_odds_plan::trial::{Found, Odds};

#[track_caller]
pub fn compiled(text: &str) -> Compiled {
    trial::compiled::<NetEpic>(text)
}

#[track_caller]
pub fn refused(text: &str) -> String {
    trial::refused::<NetEpic>(text)
}

#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> Found<u64> {
    trial::play::<NetEpic>(text, script)
}

#[track_caller]
pub fn odds(text: &str) -> Odds {
    trial::odds::<NetEpic>(text)
}

#[track_caller]
pub fn same_every_way(text: &str) {
    trial::same_every_way::<NetEpic>(text);
}

#[track_caller]
pub fn same_by_sampling(text: &str) {
    trial::same_by_sampling::<NetEpic>(text);
}
