//! A run that the user has stopped: what stands is of the trials that were over.

use super::Simulator;
use battle_odds_engine::simulate::{self, Share};
use battle_odds_engine::tally::Tally;
use battle_odds_report::result::Stopped;

impl Simulator<'_> {
    /// What has been sampled out of this many trials, and where the user stopped it, if he did: nothing if no trial was
    /// completed, or for a share of the trials, which is useless unless it is complete.
    pub(super) fn first(
        &self,
        sampled: Result<Tally, simulate::Stopped>,
        of: Option<u64>,
    ) -> Option<(Tally, Option<Stopped>)> {
        match sampled {
            Ok(tally) => Some((tally, None)),
            Err(simulate::Stopped { tally, trials }) => {
                (trials > 0 && self.share == Share::WHOLE).then_some((tally, Some(Stopped { after: trials, of })))
            }
        }
    }
}
