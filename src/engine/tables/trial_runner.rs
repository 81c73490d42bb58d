//! Trials played from tables where there are any, and with sampled dice where not; counted, or narrated one by one.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::{Edge, NONE, Range, Tables};
use crate::engine::narrated::Narrator;
use crate::engine::rules::{Progress, Rules};
use crate::engine::sampled::Sampled;
use crate::engine::tally::{Counter, Tally};

/// One thread's trials: the outcomes counted so far.
pub struct TrialRunner<'r, R: Rules> {
    rules: &'r R,
    tables: &'r Tables<R::State>,
    drawn: Vec<u64>,
    played: Counter<R::State>,
    tally: Tally,
    state: R::State,
}

impl<'r, R: Rules> TrialRunner<'r, R> {
    /// Nothing played yet.
    pub fn new(rules: &'r R, tables: &'r Tables<R::State>) -> Self {
        TrialRunner {
            rules,
            tables,
            drawn: vec![0; tables.outcomes.len()],
            played: Counter::new(),
            tally: Tally::new(rules.measures().len()),
            state: rules.deploy(),
        }
    }

    /// Plays this many trials.
    pub fn play(&mut self, dice: &mut Sampled, trials: u64) {
        for _ in 0..trials {
            let mut at = 0;
            while at != NONE {
                let place = &self.tables.places[at as usize];
                at = match place.table {
                    Some(range) => {
                        let edge = self.tables.draw(range, dice);
                        if edge.outcome != NONE {
                            self.drawn[edge.outcome as usize] += 1;
                        }
                        edge.next
                    }
                    None => {
                        self.state.clone_from(&place.state);
                        self.play_on(dice)
                    }
                };
            }
        }
    }

    /// Plays with sampled dice until the trial is over or a step begins that has a table.
    fn play_on(&mut self, dice: &mut Sampled) -> u32 {
        let TrialRunner { rules, tables, played, tally, state, .. } = self;
        loop {
            let is_over = rules.play_to_settled(state, dice, |state| {
                if played.count(state) {
                    read_off(*rules, played, tally);
                }
            });
            if is_over {
                return NONE;
            }
            if let Some(&place) = tables.starts.get(state) {
                return place;
            }
        }
    }

    /// All measures of all trials played.
    pub fn finish(mut self) -> Tally {
        let tally = &mut self.tally;
        for (state, &times) in self.tables.outcomes.iter().zip(&self.drawn).filter(|(_, times)| **times > 0) {
            self.rules.record(state, &mut |measure, value| tally.add(measure, value, times));
        }
        read_off(self.rules, &mut self.played, tally);
        self.tally
    }

    /// Plays one trial as [`TrialRunner::play`] does, and narrates it: every measure as recorded.
    pub fn tell(&mut self, dice: &mut Sampled, narrator: &mut Narrator) -> Vec<u64> {
        let mut values = vec![0; self.tally.histograms.len()];
        let mut at = 0;
        while at != NONE {
            let place = &self.tables.places[at as usize];
            self.state.clone_from(&place.state);
            at = match place.table {
                Some(range) => {
                    let edge = self.tables.draw(range, dice);
                    self.tell_draw(range, edge, narrator, &mut values);
                    edge.next
                }
                None => loop {
                    match self.tell_piece(dice, narrator, &mut values) {
                        Progress::Within => {}
                        Progress::Over => break NONE,
                        Progress::Settled => {
                            if let Some(&place) = self.tables.starts.get(&self.state) {
                                break place;
                            }
                        }
                    }
                },
            };
        }
        values
    }

    /// Plays and narrates one piece, and records what is final.
    fn tell_piece(&mut self, dice: &mut Sampled, narrator: &mut Narrator, values: &mut [u64]) -> Progress {
        let rules = self.rules;
        let mut standing = None;
        let progress = rules.play(&mut self.state, &mut narrator.listen(dice), |state| {
            rules.record(state, &mut |measure, value| values[measure] = value);
            standing = Some(rules.describe(state));
        });
        standing.into_iter().for_each(|words| narrator.describe(words));
        progress
    }

    /// Narrates how a stretch came out as drawn: it is played silently until it comes out so, and then narrated. The number
    /// of attempts is one over the chance of the draw, so on average the number of ways the stretch can come out.
    fn tell_draw(&mut self, range: Range, drawn: Edge, narrator: &mut Narrator, values: &mut [u64]) {
        let columns = &self.tables.columns[range.from..range.from + range.width];
        let ends: HashMap<End<R::State>, Edge, FixedState> = columns
            .iter()
            .flat_map(|column| [column.own, column.alias])
            .map(|edge| {
                let outcome = self.tables.outcomes.get(edge.outcome as usize).cloned();
                let next = self.tables.places.get(edge.next as usize).map(|place| place.state.clone());
                (End { outcome, next }, edge)
            })
            .collect();
        let mut dice = narrator.fresh_dice();
        loop {
            let mut attempt = dice.clone();
            let (pieces, came_out) = self.attempt(&ends, &mut dice);
            if came_out == Some(drawn) {
                for _ in 0..pieces {
                    self.tell_piece(&mut attempt, narrator, values);
                }
                return;
            }
        }
    }

    /// Plays a stretch from where the trial stands: how many pieces it took, and how it came out, if in a way that was drawn.
    fn attempt(&self, ends: &HashMap<End<R::State>, Edge, FixedState>, dice: &mut Sampled) -> (usize, Option<Edge>) {
        let mut state = self.state.clone();
        let mut pieces = 0;
        loop {
            pieces += 1;
            let mut outcome = None;
            let progress = self.rules.play(&mut state, dice, |state| outcome = Some(state.clone()));
            let next = (progress != Progress::Over).then(|| state.clone());
            let end = ends.get(&End { outcome, next }).copied();
            if end.is_some() || progress != Progress::Within {
                return (pieces, end);
            }
        }
    }
}

/// How a stretch comes out: the outcome to count, if any, and the state in which the trial goes on, if it does.
#[derive(PartialEq, Eq, Hash)]
struct End<S> {
    outcome: Option<S>,
    next: Option<S>,
}

fn read_off<R: Rules>(rules: &R, counter: &mut Counter<R::State>, tally: &mut Tally) {
    counter.drain(|state, times| rules.record(state, &mut |measure, value| tally.add(measure, value, times)));
}
