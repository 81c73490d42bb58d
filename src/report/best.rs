//! The best play: what it is worth, what plans are worth beside it, a rule to remember it by, and why. `advice` tells it.

use super::heading::Heading;
use super::rows::{Entry, Rows};
use battle_odds_stats::interval::Interval;

/// The answer to a question about decisions.
#[derive(Clone, Debug)]
pub struct Best {
    /// The heading.
    pub heading: Heading,
    /// What the player wants as much of as he can get: the goal, or a measure by its name.
    pub metric: String,
    /// Whether that is a chance.
    pub is_chance: bool,
    /// The formation of the player whose goal it is.
    pub player: String,
    /// Of what is seen, what can only be or not be, by its name in conditions: 0 or 1.
    pub events: Vec<String>,
    /// The plans compared: best play, the best fixed plan if it is known, rules, and the plan as written.
    pub plays: Vec<Play>,
    /// What is decided, in the order of play.
    pub decisions: Vec<Decision>,
    /// Options that lose less than this do not matter.
    pub margin: f64,
    /// How it was found.
    pub how: How,
}

/// How the answer was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum How {
    /// By every state that a battle can reach.
    EveryState {
        /// How many.
        states: u64,
        /// How many ways there are between them.
        ways: u64,
    },
    /// By trials of each way to play.
    Trials {
        /// How many of each.
        trials: u64,
        /// What best play is worth at most, if that is known.
        at_most: Option<f64>,
    },
}

/// A way to play the whole battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// `best`, `fixed`, `rule-1` to `rule-3`, `written`.
    pub key: String,
    /// What it is worth.
    pub value: f64,
    /// The 95 % interval of that.
    pub interval: Interval,
    /// What is done in each step that the player decides: one line each. Best play has none.
    pub lines: Vec<Line>,
}

/// What a plan does at one decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The step, by its number.
    pub step: usize,
    /// The formation that decides.
    pub whose: String,
    /// Conditions with what is done if they hold and none before; the last has none.
    pub cases: Vec<(Vec<String>, String)>,
}

/// Something that is decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The step, by its number.
    pub step: usize,
    /// The formation that decides.
    pub chooser: String,
    /// Whether it is the player's.
    pub is_players: bool,
    /// Whether the other side decides at the same time, and neither knows what the other decides.
    pub in_secret: bool,
    /// The key in the step; empty if it is what is done at all.
    pub key: String,
    /// The same in words.
    pub called: String,
    /// Its options, that of the scenario as written first.
    pub options: Vec<String>,
    /// What best play is worth more than best play that leaves this decision as written; less if it is the enemy's. Trials
    /// do not say.
    pub worth: Option<f64>,
    /// When it comes up: what is seen then, and what the options are worth.
    pub situations: Vec<Situation>,
}

/// A situation in which something is decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// What is seen, as conditions; none: anything else.
    pub seen: Vec<String>,
    /// How often it comes up with best play.
    pub reached: f64,
    /// What each option is worth from there, with best play afterwards; none if it is not possible there.
    pub values: Vec<Option<f64>>,
    /// How often best play takes each option there; together 1.
    pub taken: Vec<f64>,
}

impl Situation {
    /// Whether best play takes now one option, now another.
    pub fn is_mixed(&self) -> bool {
        self.taken.iter().filter(|taken| **taken > 5e-3).count() > 1
    }

    /// The best option for the side that decides.
    pub fn best(&self, is_players: bool) -> usize {
        let worth = |value: f64| if is_players { value } else { -value };
        let all = self.values.iter().enumerate().filter_map(|(option, value)| Some((option, worth((*value)?))));
        all.fold((0, f64::NEG_INFINITY), |best, one| if one.1 > best.1 + 1e-9 { one } else { best }).0
    }

    /// What an option loses against the best one.
    pub fn loss(&self, option: usize, is_players: bool) -> Option<f64> {
        Some((self.values[self.best(is_players)]? - self.values[option]?).abs())
    }
}

impl Best {
    /// A plan by its key.
    pub fn play(&self, key: &str) -> Option<&Play> {
        self.plays.iter().find(|play| play.key == key)
    }

    /// The rows of `best.csv`.
    pub fn rows(&self) -> Rows {
        let (method, at_most) = match self.how {
            How::EveryState { .. } => ("exact", None),
            How::Trials { at_most, .. } => ("monte-carlo", at_most),
        };
        let row = |play: &Play| -> Vec<Entry> {
            let high = if play.key == "best" { at_most } else { None };
            vec![
                (&self.heading.scenario).into(),
                (&self.heading.variant).into(),
                (&play.key).into(),
                (&self.metric).into(),
                method.into(),
                play.value.into(),
                play.interval.low.into(),
                high.unwrap_or(play.interval.high).into(),
            ]
        };
        Rows {
            head: vec!["scenario", "variant", "play", "metric", "method", "mean", "low", "high"],
            rows: self.plays.iter().map(row).collect(),
        }
    }

    /// The rows of `decisions.csv`.
    pub fn decision_rows(&self) -> Rows {
        let mut rows = Vec::new();
        for decision in &self.decisions {
            for situation in &decision.situations {
                let best = situation.best(decision.is_players);
                for (option, name) in decision.options.iter().enumerate() {
                    let Some(value) = situation.values[option] else { continue };
                    rows.push(vec![
                        (&self.heading.scenario).into(),
                        (&self.heading.variant).into(),
                        Some(decision.step as u64).into(),
                        (&decision.chooser).into(),
                        (&decision.key).into(),
                        situation.seen.join(", ").as_str().into(),
                        situation.reached.into(),
                        name.into(),
                        value.into(),
                        situation.loss(option, decision.is_players).into(),
                        if option == best { "yes" } else { "" }.into(),
                        situation.taken[option].into(),
                    ]);
                }
            }
        }
        let head = vec![
            "scenario",
            "variant",
            "step",
            "chooser",
            "key",
            "situation",
            "reached",
            "option",
            "value",
            "loss",
            "best",
            "weight",
        ];
        Rows { head, rows }
    }
}
