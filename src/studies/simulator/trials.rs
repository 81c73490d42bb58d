//! The odds of a scenario by trials: a given number, or until the goal's chance is known well enough.

use std::time::Instant;

use super::Simulator;
use super::odds::Odds;
use crate::settings::Settings;
use crate::size::Refused;
use crate::world::Piece;
use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::exact::{Exact, Limit};
use battle_odds_engine::measure::Measure;
use battle_odds_engine::sampled::Stream;
use battle_odds_engine::simulate::Sampling;
use battle_odds_engine::tally::Tally;
use battle_odds_report::figures::{points_asked, thousands};
use battle_odds_scenario::Scenario;
use battle_odds_stats::agreement::agreement;
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::ALPHA;
use battle_odds_stats::sequence::stopping::Stopping;

impl Simulator<'_> {
    /// The dice are those of the scenario: its variants share them.
    pub(super) fn sample(
        &self,
        engagement: &dyn Engagement,
        memory: u64,
        scenario: &Scenario,
        piece: &dyn Piece,
    ) -> Result<Option<Odds>, Refused> {
        let limit = Limit { memory, ..Limit::within(self.settings.memory) };
        let exact = if self.verify { self.walk(engagement, limit)? } else { None };
        let Settings { seed, trials, precision, .. } = self.settings;
        let stream = Stream { seed, scenario: scenario.dice.clone() };
        let progress = &|trials| piece.done(trials);
        let plan = Sampling { stream, trials, share: self.share_of(scenario), progress, cancelled: self.stop() };
        let goal = engagement.measures().iter().position(Measure::is_goal);
        let (Some(precision), Some(goal)) = (precision, goal) else {
            // Not every caller has a clock.
            let begun = self.quicker.is_some().then(Instant::now);
            let sampled = self.threads.install(|| engagement.sample(&plan));
            let Some((tally, stopped)) = self.first(sampled, Some(trials)) else { return Ok(None) };
            let agree = |exact: &Exact| {
                let pairs = tally.histograms.iter().zip(&exact.chances);
                pairs.map(|(counts, chances)| agreement(counts, chances)).collect()
            };
            let agreements = exact.as_ref().map(agree).unwrap_or_default();
            let mut odds = Odds { agreements, ..Odds::sampled(&tally).marked(stopped) };
            if stopped.is_none() {
                self.notice(engagement, memory, begun);
                self.seldom(engagement, memory, &scenario.dice, &mut odds);
            }
            return Ok(Some(odds));
        };
        let stopping = Stopping::new(precision, ALPHA);
        let reached = |tally: &Tally| tally.histograms[goal].get(1).copied().unwrap_or(0);
        let mut next = |tally: &Tally, trials: u64| match stopping.enough(reached(tally), trials) {
            Some(_) if trials > 0 => None,
            _ => Some(stopping.next(trials)),
        };
        let sampled = self.threads.install(|| engagement.sample_until(&plan, &mut next));
        Ok(self.first(sampled, None).map(|(tally, stopped)| {
            let mut odds = Odds { precision: Some(precision), ..Odds::sampled(&tally).marked(stopped) };
            if stopped.is_none() {
                odds.remarks.push(self.enough(&stopping, reached(&tally), &odds, precision));
            }
            odds.remarks.push(text!(
                "every interval holds whenever the trials stop (a confidence sequence), and is wider for it"
            ));
            odds
        }))
    }

    /// How trials ended that were to continue until the goal's chance was known well enough, or until there were no
    /// more.
    fn enough(&self, stopping: &Stopping, reached: u64, odds: &Odds, precision: f64) -> String {
        let trials = odds.distributions.first().and_then(Distribution::trials).unwrap_or(0);
        let asked = text!("±{amount} points", amount = points_asked(precision));
        let so_many = thousands(trials);
        match stopping.enough(reached, trials) {
            Some(_) => text!(
                "stopped after {trials} trials: the goal's chance is known to {precision}",
                trials = so_many,
                precision = asked
            ),
            None => text!(
                "{trials} trials were not enough to know the goal's chance to {precision}",
                trials = so_many,
                precision = asked
            ),
        }
    }
}
