//! Trials in which players decide: for battles with too many states to look at all of them.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::rules::{Moment, Progress, Rules, settle};
use crate::sampled::{Sampled, Stream};

/// Trials that one thread plays at a time.
const PORTION: u64 = 1024;

/// Something to be decided in a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The step, from 0.
    pub step: usize,
    /// The case of the step.
    pub case: usize,
    /// The number of alternatives.
    pub alternatives: usize,
    /// What the players see.
    pub seen: Vec<i64>,
}

/// What a player does at a decision: an alternative. He may throw dice for it.
pub type Choose<'c> = dyn Fn(&Met, &mut Sampled) -> usize + Sync + 'c;

/// A trial in which players have decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The measure at its end.
    pub value: u64,
    /// What was met in the step that is watched, and what was done.
    pub met: Option<(Met, usize)>,
}

/// Where a trial stands that has been played on.
enum Arrived {
    /// At its end.
    Over,
    /// Where something is to be decided.
    At(Met),
}

/// A trial under way: its state, and the measure as recorded so far.
struct Trial<S> {
    state: S,
    value: u64,
}

/// Trials in which players decide like this, for one measure; in order, whatever the number of threads. `None` when cancelled.
pub fn decided<R: Rules>(
    (rules, measure): (&R, usize),
    (stream, trials): (&Stream, u64),
    choose: &Choose<'_>,
    watched: Option<usize>,
    cancelled: &AtomicBool,
) -> Option<Vec<Decided>> {
    let one = |dice: &mut Sampled| {
        let mut trial = Trial { state: rules.deploy(), value: 0 };
        let mut met = None;
        while let Arrived::At(decision) = play_on(rules, measure, &mut trial, dice) {
            let way = choose(&decision, dice);
            rules.take(&mut trial.state, decision.case, way);
            if watched == Some(decision.step) {
                met = Some((decision, way));
            }
        }
        Decided { value: trial.value, met }
    };
    in_portions((stream, trials), &one, cancelled)
}

/// For so many trials what a player would get who knows how the dice will fall, less what that knowledge is worth if `value` is
/// what decisions are worth: on average at least what best play is worth, and hardly more if `value` is nearly right (L. C. G.
/// Rogers 2002; M. B. Haugh and L. Kogan 2004; D. B. Brown, J. E. Smith and P. Sun 2010). What an alternative is worth on
/// average is taken from `inner` plays up to the next decision. In order, whatever the number of threads; `None` when cancelled.
pub fn at_most<R: Rules>(
    (rules, measure): (&R, usize),
    (stream, trials): (&Stream, u64),
    inner: usize,
    value: &(dyn Fn(&Met) -> f64 + Sync),
    cancelled: &AtomicBool,
) -> Option<Vec<f64>> {
    let foresight = Foresight { rules, measure, inner, value };
    let one = |dice: &mut Sampled| {
        let mut trial = Trial { state: rules.deploy(), value: 0 };
        let arrived = play_on(rules, measure, &mut trial, dice);
        foresight.bound(&trial, &arrived, dice)
    };
    in_portions((stream, trials), &one, cancelled)
}

struct Foresight<'f, R> {
    rules: &'f R,
    measure: usize,
    inner: usize,
    value: &'f (dyn Fn(&Met) -> f64 + Sync),
}

impl<R: Rules> Foresight<'_, R> {
    fn bound(&self, trial: &Trial<R::State>, arrived: &Arrived, dice: &mut Sampled) -> f64 {
        let Arrived::At(decision) = arrived else { return trial.value as f64 };
        let alternative = |way: usize| {
            let mut sum = 0.0;
            let mut first = None;
            for _ in 0..self.inner {
                let mut next = Trial { state: trial.state.clone(), value: trial.value };
                self.rules.take(&mut next.state, decision.case, way);
                let arrived = play_on(self.rules, self.measure, &mut next, dice);
                let worth = match &arrived {
                    Arrived::Over => next.value as f64,
                    Arrived::At(later) => (self.value)(later),
                };
                sum += worth;
                first.get_or_insert((next, arrived, worth));
            }
            first.map_or(f64::NEG_INFINITY, |(next, arrived, worth)| {
                self.bound(&next, &arrived, dice) - (worth - sum / self.inner as f64)
            })
        };
        (0..decision.alternatives).map(alternative).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Plays a trial up to the next decision, or to its end.
fn play_on<R: Rules>(rules: &R, measure: usize, trial: &mut Trial<R::State>, dice: &mut Sampled) -> Arrived {
    loop {
        if let Some(met) = met(rules, &trial.state) {
            return Arrived::At(met);
        }
        let progress = rules.advance(&mut trial.state, dice);
        let value = &mut trial.value;
        settle(rules, &mut trial.state, progress, |state| {
            rules.record(state, &mut |recorded, read| {
                if recorded == measure {
                    *value = read;
                }
            });
        });
        if progress == Progress::Over {
            return Arrived::Over;
        }
    }
}

/// What is to be decided in a state, if anything is.
pub(super) fn met<R: Rules>(rules: &R, state: &R::State) -> Option<Met> {
    let Moment::Before(step) = rules.moment(state) else { return None };
    let open = rules.alternatives(state);
    (open.ways > 1).then(|| Met { step, case: open.case, alternatives: open.ways, seen: rules.seen(state) })
}

/// One result a trial, each portion with dice of its own.
fn in_portions<T: Send>(
    (stream, trials): (&Stream, u64),
    one: &(dyn Fn(&mut Sampled) -> T + Sync),
    cancelled: &AtomicBool,
) -> Option<Vec<T>> {
    let portions: Vec<u64> = (0..trials.div_ceil(PORTION)).collect();
    let played: Option<Vec<Vec<T>>> = portions
        .into_par_iter()
        .map(|portion| {
            let mut dice = stream.batch(portion);
            let count = PORTION.min(trials - portion * PORTION);
            (0..count).map(|_| (!cancelled.load(Ordering::Relaxed)).then(|| one(&mut dice))).collect()
        })
        .collect();
    Some(played?.into_iter().flatten().collect())
}
