//! Chances too small for trials: splitting (H. Kahn and T. E. Harris 1951) over merged states.
//!
//! A population of weighted states goes through the engagement, clock by clock. Each state is played in every way its dice
//! can fall, equal states merge, and if there are too many they are thinned without bias: states likely to lead to the
//! watched event stay, and a few of the others with more weight. Which states are likely to is learned beforehand by walks
//! of the same kind, which work out backwards what each state they met was worth, and guess the worth of others from their
//! numbers (fitted value iteration, as in F. Longstaff and E. Schwartz 2001). A wrong guess makes an answer wide, never
//! wrong: the mean of a repetition is the chance, whatever the guess.

mod descent;
mod guide;
#[cfg(test)]
mod tests;
mod thinning;
mod watched;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use self::descent::{Descent, Walked};
use self::guide::Guide;
use super::measure::Kind;
use super::rules::Rules;
use super::sampled::Stream;

pub use self::watched::Watched;

/// How much work is allowed.
pub struct Effort<'a> {
    /// The stream of dice.
    pub stream: Stream,
    /// Plays of a piece in all, approximately.
    pub plays: u64,
    /// How precisely the chance is to be known: the standard error divided by the chance.
    pub error: f64,
    /// Set to give up the estimate.
    pub cancelled: &'a AtomicBool,
}

/// The results of independent repetitions: the mean of each is the chance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repetitions {
    /// The estimate of each repetition.
    pub chances: Vec<f64>,
    /// Plays of a piece in all.
    pub plays: u64,
}

impl Repetitions {
    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.chances.iter().sum::<f64>() / self.chances.len() as f64
    }

    /// The standard error of the mean, as a share of it.
    pub fn error(&self) -> f64 {
        let (mean, count) = (self.mean(), self.chances.len() as f64);
        let squares: f64 = self.chances.iter().map(|chance| (chance / mean - 1.0).powi(2)).sum();
        (squares / (count - 1.0) / count).sqrt()
    }
}

/// Walks that learn what states are worth once the watched event has been met.
const LESSONS: usize = 4;

/// The most walks that learn.
const PATIENCE: usize = 12;

/// All plays divided by those of a walk that learns.
const LESSON: u64 = 30;

/// Repetitions that show how many more are needed (C. Stein 1945); they are not counted.
const TRIED: usize = 16;

/// The fewest repetitions.
const FEWEST: usize = 24;

/// Room for this many states at first, before it is known how much they cost.
const FIRST: usize = 64;

/// A walk that learns keeps all it meets, so it makes no more than this many plays of one clock.
const KEPT: u64 = 10_000;

/// Estimates the chance; `None` when it was given up, and no repetitions when the watched event was never met.
pub(crate) fn estimate<R: Rules>(rules: &R, watched: Watched, effort: &Effort) -> Option<Repetitions> {
    let stream =
        |purpose: &str| Stream { seed: effort.stream.seed, scenario: format!("{}, {purpose}", effort.stream.scenario) };
    let mut guide = Guide::default();
    let (mut room, mut plays, mut aim) = (FIRST, 0, watched);
    let (mut lessons, lesson) = (0..PATIENCE as u64, effort.plays / LESSON);
    let mut left = LESSONS;
    let is_event = rules.measures()[watched.measure].kind == Kind::Event;
    while let Some(number) = lessons.next().filter(|_| left > 0) {
        let descent = Descent { rules, watched, aim, guide: &guide, room, plays: KEPT, cancelled: effort.cancelled };
        let (walked, stages) = descent.explore(&mut stream("lessons").batch(number));
        if effort.cancelled.load(Ordering::Relaxed) {
            return None;
        }
        plays += walked.plays;
        room = resized(room, lesson, walked.plays);
        // If it was not met, the nearest value met is aimed at first.
        aim = if is_event { watched } else { watched.widened(walked.nearest) };
        left -= usize::from(walked.nearest.is_some_and(|value| watched.has(value)));
        guide.learn(stages);
    }
    let each = (effort.plays - plays.min(effort.plays)) / (TRIED + 2 * FEWEST) as u64;
    let room = resized(room, each, lesson);
    let descent =
        Descent { rules, watched, aim: watched, guide: &guide, room, plays: u64::MAX, cancelled: effort.cancelled };
    let play = |purpose: &str, count: usize| -> Option<Repetitions> {
        let stream = stream(purpose);
        let all: Vec<Walked> =
            (0..count as u64).into_par_iter().map(|number| descent.play(&mut stream.batch(number))).collect();
        let plays = all.iter().map(|walked| walked.plays).sum();
        let chances = all.iter().map(|walked| walked.chance).collect();
        (!effort.cancelled.load(Ordering::Relaxed)).then_some(Repetitions { chances, plays })
    };
    let tried = play("tried", TRIED)?;
    if tried.mean() == 0.0 {
        return Some(Repetitions { chances: Vec::new(), plays: plays + tried.plays });
    }
    plays += tried.plays;
    let spread = tried.error() * (TRIED as f64).sqrt();
    let wanted = (1.3 * (spread / effort.error).powi(2)).ceil() as usize;
    let affordable = (effort.plays.saturating_sub(plays) * TRIED as u64 / tried.plays.max(1)) as usize;
    let repetitions = play("repetitions", wanted.min(affordable).max(FEWEST))?;
    Some(Repetitions { plays: plays + repetitions.plays, ..repetitions })
}

/// Room for as many states as `plays` plays allow, if `room` states took `were` plays.
fn resized(room: usize, plays: u64, were: u64) -> usize {
    (room as f64 * plays as f64 / were.max(1) as f64).clamp(16.0, 200_000.0) as usize
}
