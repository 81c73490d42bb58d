//! A goal that hardly any trial reaches: its chance exactly, or by splitting.

use super::Simulator;
use super::odds::Odds;
use crate::rare;
use crate::settings::Way;
use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::exact::Limit;
use battle_odds_engine::measure::Measure;
use battle_odds_engine::simulate::Share;
use battle_odds_engine::splitting::Watched;
use battle_odds_report::figures::one_in;
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::ALPHA;

impl Simulator<'_> {
    /// Adds a remark on a goal that too few of the trials have reached: its chance exactly, or by splitting. With
    /// `--method auto`, this chance also replaces the one from the trials.
    pub(super) fn seldom(&self, engagement: &dyn Engagement, memory: u64, dice: &str, odds: &mut Odds) {
        let Some(goal) = engagement.measures().iter().position(Measure::is_goal) else { return };
        let Some(of_goal) = odds.distributions.get(goal) else { return };
        let Some(trials) = of_goal.trials().filter(|&trials| trials >= MANY && self.share == Share::WHOLE) else {
            return;
        };
        if of_goal.probability(1) * trials as f64 >= rare::FEW {
            return;
        }
        let limit =
            Limit { memory, plays: rare::plays(trials) / 10, outlook: u64::MAX, ..Limit::within(self.settings.memory) };
        let (chance, worth, remark) = match self.walk(engagement, limit) {
            Ok(None) => return,
            Ok(Some(exact)) => {
                let chance = exact.chances[goal].get(1).copied().unwrap_or(0.0);
                let remark = match chance {
                    0.0 => text!("the goal, exactly: it cannot be reached"),
                    _ => text!("the goal, exactly: {chance}", chance = one_in(chance)),
                };
                (chance, None, remark)
            }
            Err(_) => {
                let watched = Watched { measure: goal, from: 1, to: 1 };
                let Some(repetitions) = self.rare_of(engagement, watched, dice, rare::plays(trials)) else { return };
                let Some(split) = rare::found(&repetitions, ALPHA) else { return };
                let remark = text!("the goal, too rare for these trials: {chance}", chance = split.said());
                let error = repetitions.error();
                (split.chance, Some((1.0 - split.chance) / split.chance / (error * error)), remark)
            }
        };
        odds.of_goal = Some(remark);
        if self.settings.way == Way::Auto {
            let chances = [1.0 - chance, chance];
            odds.distributions[goal] = match worth {
                Some(worth) => Distribution::mixed(&chances, trials, worth),
                None => Distribution::from_probabilities(&chances),
            };
        }
    }
}

/// With fewer trials than this, rare events are not expected to be known.
const MANY: u64 = 100_000;
