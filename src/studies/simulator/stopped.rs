//! A run that the user has stopped: what stands is of the trials that were over.

use super::Simulator;
use battle_odds_engine::simulate::{self, Share};
use battle_odds_engine::tally::Tally;
use battle_odds_report::result::Stopped;

impl Simulator<'_> {
    /// What has been sampled of so many trials, and where the user stopped it, if he did: nothing where no trial was over, or of a
    /// share of the trials, which is of no use unless it is whole.
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
