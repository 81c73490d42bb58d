//! What a question about decisions is about, and the form of its answer.

use super::lines::called;
use super::question::Question;
use super::rules::Rule;
use battle_odds_engine::measure::{Kind, Measure};
use battle_odds_report::best::{Best, Decision, How, Play, Situation};
use battle_odds_report::heading::Heading;

/// What is asked for.
pub(super) struct Subject<'q> {
    pub question: &'q Question,
    pub heading: Heading,
    /// The measure that the player wants as much of as he can get.
    pub measure: Measure,
    /// Rules are looked for with up to this many questions one after the other.
    pub depth: usize,
    /// Options that lose less than this do not matter.
    pub margin: f64,
}

/// One of the decisions of a question: its step, and its place there.
#[derive(Clone, Copy)]
pub(super) struct Which {
    pub step: usize,
    pub number: usize,
}

/// What was found: for the report, and the rules.
pub(super) type Found = (Best, Vec<Rule>);

impl Subject<'_> {
    /// The least value of the measure, which is added to all values.
    pub fn least(&self) -> f64 {
        self.measure.least as f64
    }

    /// All decisions, in the order of play.
    pub fn which(&self) -> Vec<Which> {
        let steps = self.question.steps.iter().enumerate();
        steps.flat_map(|(step, of)| (0..of.decided.len()).map(move |number| Which { step, number })).collect()
    }

    /// A decision with its situations, and with what deciding it is worth, if that is known.
    pub fn decision(&self, which: Which, worth: Option<f64>, situations: Vec<Situation>) -> Decision {
        let choosing = &self.question.steps[which.step];
        let deciding = &choosing.decided[which.number];
        Decision {
            step: choosing.step + 1,
            chooser: deciding.whose.clone(),
            is_players: deciding.side == self.question.player,
            in_secret: choosing.secret.is_some(),
            key: deciding.what.keys.join("."),
            called: called(deciding),
            options: deciding.what.options.clone(),
            worth,
            situations,
        }
    }

    /// The answer.
    pub fn answer(&self, plays: Vec<Play>, decisions: Vec<Decision>, how: How) -> Best {
        Best {
            heading: self.heading.clone(),
            metric: if self.measure.is_goal() { "goal".to_owned() } else { self.measure.name() },
            is_chance: self.measure.kind == Kind::Event,
            player: self.question.name.clone(),
            events: self.question.events(),
            plays,
            margin: self.margin,
            decisions,
            how,
        }
    }
}
