//! The tests' harness of `plan` for this system.

use battle_odds_plan::Compiled;
use battle_odds_plan::trial;
pub use battle_odds_plan::trial::{Found, Odds, close};
use battle_odds_wh40k_2nd::compiler::Wh40k2nd;

#[track_caller]
pub fn compiled(text: &str) -> Compiled {
    trial::compiled::<Wh40k2nd>(text)
}

#[track_caller]
pub fn refused(text: &str) -> String {
    trial::refused::<Wh40k2nd>(text)
}

#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> Found<u64> {
    trial::play::<Wh40k2nd>(text, script)
}

#[track_caller]
pub fn odds(text: &str) -> Odds {
    trial::odds::<Wh40k2nd>(text)
}

#[track_caller]
pub fn same_every_way(text: &str) {
    trial::same_every_way::<Wh40k2nd>(text);
}

#[track_caller]
pub fn same_by_sampling(text: &str) {
    trial::same_by_sampling::<Wh40k2nd>(text);
}
