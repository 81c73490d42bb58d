//! One battle of a matrix: its key among those kept, its odds, and what they say.

use std::sync::atomic::AtomicBool;

use super::battles::Battles;
use crate::settings::{Settings, Way};
use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::exact::{GivenUp, Limit};
use battle_odds_engine::measure::Measure;
use battle_odds_engine::sampled::Stream;
use battle_odds_engine::simulate::Share;
use battle_odds_engine::tally::Tally;
use battle_odds_report::matrix::{Figure, Fought};
use battle_odds_scenario::{self as scenario, Problem};
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::Estimate;
use battle_odds_systems::measured;

/// The precision for which the intervals for repeated looks are tuned.
const PRECISION: f64 = 0.01;

/// The number of trials that cost as much as one play of the exact walk.
const TRIALS_A_PLAY: u64 = 2;

/// The number of exact answers computed at once that share the memory.
const BESIDE: u64 = 16;

/// How a field of formations is played.
#[derive(Clone, Copy, Debug)]
pub struct Playing {
    /// How the chances are found, but for their trials.
    pub settings: Settings,
    /// How many trials in all, shared by the cells that are not worked out exactly; else as many as it takes to know any chance to
    /// the precision.
    pub budget: Option<u64>,
    /// Which of the battles are played.
    pub share: Share,
}

/// An engagement to be played: its index, the attacker, the defender.
pub type Task = (usize, usize, usize);

/// Samples until the last look, given the number of trials at each look. What earlier looks counted is kept, not played
/// anew, so that intervals which hold for repeated looks hold here too.
fn sampled(engagement: &dyn Engagement, stream: &Stream, looks: &[u64], cancelled: &AtomicBool) -> Option<Tally> {
    let (mut tally, mut done) = (Tally::default(), 0);
    for &end in looks {
        let scenario = match done {
            0 => stream.scenario.clone(),
            done => format!("{}, from trial {done}", stream.scenario),
        };
        let more = engagement.sample_at_once(None, &Stream { scenario, ..*stream }, end - done, cancelled)?;
        tally = if done == 0 { more } else { tally.merge(more) };
        done = end;
    }
    Some(tally)
}

/// What plays the engagements.
pub struct Player<'a> {
    pub playing: &'a Playing,
    pub field: &'a scenario::Matrix,
    /// The number of trials, look by look, of each battle that is not computed exactly.
    pub looks: &'a [u64],
    pub stop: &'a AtomicBool,
    /// The battles fought before.
    pub battles: &'a Battles,
}

impl Player<'_> {
    /// Plays one engagement, unless it has been played: returns its key and its result. Nothing if the user stopped it.
    pub fn fight(&self, (engagement, attacker, defender): Task) -> Option<Result<(String, Fought), Problem>> {
        let scenario = match self.field.scenario(engagement, attacker, defender) {
            Ok(scenario) => scenario,
            Err(problem) => return Some(Err(problem)),
        };
        let names = [
            &*self.field.title,
            &self.field.engagements[engagement].name,
            self.field.name(attacker),
            self.field.name(defender),
        ]
        .join(", ");
        let how = (self.playing.settings.way, self.looks, self.playing.settings.seed, self.playing.settings.memory);
        let key =
            [&self.field.fingerprint(&scenario), &names, &format!("{how:?}"), env!("CARGO_PKG_VERSION")].join(" ");
        let key = scenario::content_hash(&key);
        if let Some(fought) = self.battles.get(&key) {
            return Some(Ok((key, fought.clone())));
        }
        let ready = match battle_odds_systems::compile(&scenario) {
            Ok(compiled) => compiled.engagement,
            Err(problem) => return Some(Err(self.field.told(problem, attacker, defender))),
        };
        let odds = match self.odds(ready.as_ref(), names)? {
            Ok(odds) => odds,
            Err(problem) => return Some(Err(problem)),
        };
        let fought =
            fought(&ready.measures(), &self.field.sides(attacker, defender), &odds, self.playing.budget.is_some());
        Some(fought.map(|fought| (key, fought)))
    }

    /// Trials of each battle that is not computed exactly.
    fn trials(&self) -> u64 {
        self.looks.last().copied().unwrap_or(0)
    }

    /// The distributions of all measures.
    fn odds(&self, engagement: &dyn Engagement, scenario: String) -> Option<Result<Vec<Distribution>, Problem>> {
        let memory = self.playing.settings.memory / BESIDE;
        let limit = match self.playing.settings.way {
            Way::MonteCarlo => None,
            Way::Exact => Some(Limit::within(memory)),
            Way::Auto | Way::Cheaper => {
                Some(Limit { plays: self.trials() / TRIALS_A_PLAY, outlook: u64::MAX, ..Limit::within(memory) })
            }
        };
        match limit.map(|limit| engagement.exact(limit, self.stop)) {
            Some(Ok(exact)) => {
                let known = exact.chances.iter().map(|chances| Distribution::from_probabilities(chances));
                return Some(Ok(known.collect()));
            }
            Some(Err(GivenUp::Cancelled)) => return None,
            Some(Err(GivenUp::TooLarge(_))) if self.playing.settings.way == Way::Exact => {
                return Some(Err(Problem::new(text!("too large for an exact answer"))));
            }
            _ => {}
        }
        let stream = Stream { seed: self.playing.settings.seed, scenario };
        let tally = sampled(engagement, &stream, self.looks, self.stop)?;
        Some(Ok(tally.histograms.iter().map(|counts| Distribution::from_counts(counts)).collect()))
    }
}

/// What the measures say about one engagement. If the number of trials depends on intermediate results, every interval
/// is one that holds for repeated looks.
fn fought(
    measures: &[Measure],
    (formations, side): &([Vec<String>; 2], String),
    odds: &[Distribution],
    is_stopped: bool,
) -> Result<Fought, Problem> {
    let figure = |place: usize| {
        let distribution = odds[place].clone().starting_at(measures[place].least);
        let Estimate { mean, interval } = match is_stopped {
            true => Estimate::stopped(&measures[place], &distribution, PRECISION),
            false => Estimate::of(&measures[place], &distribution),
        };
        let variance =
            distribution.trials().map_or(0.0, |trials| distribution.sample_std_dev().powi(2) / trials as f64);
        Figure { mean, interval, variance }
    };
    let goal = measures.iter().position(Measure::is_goal);
    let goal = goal.ok_or_else(|| {
        Problem::new(text!("there is no goal in this engagement"))
            .help(text!("write one in it: goal = [\"defender.broken\"]"))
    })?;
    // What is not counted of a formation has not happened to it; if the first has no points, none has.
    let lost = |names: &[String]| {
        let of = |name: &String| measured::lost_by(measures, name).map(figure);
        of(&names[0]).map(|first| names[1..].iter().filter_map(of).fold(first, Figure::plus))
    };
    let swing = measured::swing_of(measures, side).map(figure);
    let lost = lost(&formations[0])
        .zip(lost(&formations[1]))
        .map(|(own, theirs)| [own, theirs, swing.unwrap_or_else(|| Figure::swing(own, theirs))]);
    Ok(Fought { goal: figure(goal), lost, trials: odds[goal].trials() })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use battle_odds_scenario::Loaded;
    use battle_odds_systems::{SYSTEMS, load};

    /// Earlier looks are not played anew: every value of every measure occurs at least as often at the next look.
    #[test]
    fn further_looks_go_on_after_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("battle.toml");
        let starts = SYSTEMS[0].starts.unwrap();
        let start = &starts.starts[0];
        let text =
            format!("system = '{}'\ngoal = ['{}']\n{}{}", SYSTEMS[0].key, start.goal, starts.forces, start.steps);
        fs::write(&file, text.replace("ATTACKER", "attackers").replace("DEFENDER", "defenders")).unwrap();
        let Loaded::Scenarios(scenarios, _) = load(&file, &[]).unwrap() else { panic!("an army") };
        let ready = battle_odds_systems::compile(&scenarios[0]).unwrap().engagement;
        let stream = Stream { seed: 1, scenario: "looks".into() };
        let after = |looks: &[u64]| sampled(ready.as_ref(), &stream, looks, &AtomicBool::new(false)).unwrap();
        let looks = [700, 1400, 2100, 2500];
        for count in 1..looks.len() {
            let (before, now) = (after(&looks[..count]), after(&looks[..=count]));
            for (before, now) in before.histograms.iter().zip(&now.histograms) {
                assert_eq!(now.iter().sum::<u64>(), looks[count]);
                assert!(before.iter().zip(now).all(|(before, now)| before <= now) && before.len() <= now.len());
            }
        }
    }
}
