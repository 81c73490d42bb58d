//! Several pieces in a row played as one.
//!
//! Dice are rolled, hits are shared out, saves are rolled: in between there are many different states, and after it few. If
//! the states of one clock fall into classes that are alike in all that these pieces read, the pieces are played for one
//! state of each class, from piece to piece, with equal ways merged; the states in between are never built.
//!
//! Where such a span ends is decided for each clock, by what it would cost (`extent`).

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rayon::prelude::*;

use super::alike::{Ahead, Alike};
use super::expansion::Expansion;
use super::outcome::{Outcome, Outcomes};
use super::piece::Played;
use crate::bucket::Bucket;
use crate::row::{Change, sum};
use crate::rules::{Progress, Rules};

/// What is known of the pieces of each clock.
pub(super) type Known = BTreeMap<u128, Alike>;

/// A state played through several pieces.
pub(super) struct Track<'a> {
    from: &'a [u16],
    /// The states on the way, by clock: the numbers; then a bit for each cell that has been set, whatever it was; then a bit
    /// for each that has only been added to.
    open: BTreeMap<u128, Bucket<f64>>,
    /// The same for states in which measures have become final; the progress comes last.
    ended: Bucket<f64>,
    /// Whether each cell of the state has been read.
    pub asked: Vec<bool>,
    /// How many outcomes of pieces have been applied.
    pub applied: u64,
}

impl<'a> Track<'a> {
    fn new(clock: u128, from: &'a [u16]) -> Track<'a> {
        let mut start = from.to_vec();
        start.resize(from.len() + 2 * bits(from), 0);
        let open = BTreeMap::from([(clock, std::iter::once((&start[..], 1.0)).collect())]);
        Track { from, open, ended: Bucket::default(), asked: vec![false; from.len()], applied: 0 }
    }

    /// How many different outcomes there are so far.
    pub(super) fn outcomes(&self) -> usize {
        self.ended.len() + self.open.values().map(Bucket::len).sum::<usize>()
    }

    /// Applies the outcomes of a piece to a state on the way.
    fn apply<R: Rules>(&mut self, rules: &R, state: &mut R::State, (from, chance): (&[u16], f64), outcomes: &Outcomes) {
        let (width, bits) = (self.from.len(), bits(self.from));
        let mut to = Vec::with_capacity(from.len() + 1);
        for outcome in &outcomes.all {
            to.clear();
            to.extend_from_slice(from);
            for &change in outcomes.changes_of(outcome) {
                match change {
                    Change::Put(cell, value) => {
                        let (cell, bit) = (usize::from(cell), 1 << (cell % 16));
                        to[cell] = value;
                        to[width + cell / 16] |= bit;
                        to[width + bits + cell / 16] &= !bit;
                    }
                    Change::Add(cell, more) => {
                        let (cell, bit) = (usize::from(cell), 1 << (cell % 16));
                        to[cell] = sum(to[cell], more);
                        if to[width + cell / 16] & bit == 0 {
                            to[width + bits + cell / 16] |= bit;
                        }
                    }
                }
            }
            let chance = chance * outcome.chance;
            if outcome.progress == Progress::Within {
                state.as_mut().become_like(&to[..width]);
                self.open.entry(rules.clock(state)).or_default().add(&to, chance);
            } else {
                to.push(outcome.progress as u16);
                self.ended.add(&to, chance);
            }
            self.applied += 1;
        }
    }

    /// What it comes to.
    fn played(self) -> Played {
        let Track { from, open, ended, asked, applied } = self;
        let (mut all, mut changes) = (Vec::new(), Vec::new());
        let (width, bits) = (from.len(), bits(from));
        let mut add = |state: &[u16], chance: f64, progress: Progress| {
            let first = changes.len();
            for (place, (&before, &after)) in from.iter().zip(state).enumerate() {
                let has = |at: usize| state[at + place / 16] >> (place % 16) & 1 == 1;
                let cell = place as u16;
                match (asked[place], has(width), has(width + bits)) {
                    (true, ..) if before == after => {}
                    (true, true, _) | (true, _, true) | (false, true, _) => changes.push(Change::Put(cell, after)),
                    (false, false, true) => changes.push(Change::Add(cell, after.wrapping_sub(before) as i16)),
                    _ => {}
                }
            }
            all.push(Outcome { chance, progress, changes: first..changes.len(), spread: Vec::new() });
        };
        for (state, chance) in open.values().flat_map(Bucket::iter) {
            add(state, chance, Progress::Within);
        }
        for (state, chance) in ended.iter() {
            let is_over = state[state.len() - 1] == Progress::Over as u16;
            add(state, chance, if is_over { Progress::Over } else { Progress::Settled });
        }
        let outcomes = Some(Outcomes { all, changes });
        Played { touched: None, asked, outcomes, plays: applied, work: applied }
    }
}

/// The next clock of these tracks; `None` when all have ended.
pub(super) fn next_clock(tracks: &[Track]) -> Option<u128> {
    tracks.iter().filter_map(|track| track.open.first_key_value()).map(|(&clock, _)| clock).min()
}

/// Whether the outcomes of all these states can be put together with those of later pieces: they are known, and nothing is
/// spread over counters.
pub(super) fn is_plain(alike: &Alike, ahead: &Ahead) -> bool {
    let plain = |outcomes: &Outcomes| outcomes.all.iter().all(|outcome| outcome.spread.is_empty());
    ahead.like.iter().all(|&like| alike.outcomes(like).is_some_and(plain))
}

/// How many numbers hold a bit for each cell.
fn bits(state: &[u16]) -> usize {
    state.len().div_ceil(16)
}

/// Plays these states of one clock from piece to piece, until `stop` says so of the next clock, or up to one whose outcomes
/// cannot be put together with others. `None` when there was more
/// work than allowed, not enough memory, or when cancelled.
pub(super) fn play<'a, R: Rules>(
    expansion: &Expansion<R>,
    known: &mut Known,
    (clock, from): (u128, &[(usize, &'a [u16])]),
    mut stop: impl FnMut(u128, &[Track]) -> ControlFlow<()>,
) -> Option<Vec<Track<'a>>> {
    let mut tracks: Vec<Track> = from.iter().map(|(_, from)| Track::new(clock, from)).collect();
    while let Some(next) = next_clock(&tracks) {
        if stop(next, &tracks).is_break() {
            break;
        }
        let all: Vec<Option<Bucket<f64>>> = tracks.iter_mut().map(|track| track.open.remove(&next)).collect();
        let width = tracks[0].from.len();
        let states: Vec<(usize, &[u16])> =
            all.iter().flatten().flat_map(Bucket::states).map(|state| (0, &state[..width])).collect();
        let alike = known.entry(next).or_default();
        let ahead = alike.look(expansion, &states)?;
        let asked = alike.asked();
        let mut starts = vec![0; tracks.len()];
        for index in 1..tracks.len() {
            starts[index] = starts[index - 1] + all[index - 1].as_ref().map_or(0, Bucket::len);
        }
        if !is_plain(alike, &ahead) {
            tracks.iter_mut().zip(all).for_each(|(track, open)| track.open.extend(open.map(|open| (next, open))));
            break;
        }
        tracks.par_iter_mut().zip(all).zip(starts).for_each_init(
            || expansion.rules.deploy(),
            |state, ((track, open), start)| {
                let Some(open) = open else { return };
                for (&like, from) in ahead.like[start..].iter().zip(open.iter()) {
                    for &cell in asked {
                        let is_put = from.0[width + usize::from(cell) / 16] >> (cell % 16) & 1 == 1;
                        track.asked[usize::from(cell)] |= !is_put;
                    }
                    if let Some(outcomes) = alike.outcomes(like) {
                        track.apply(expansion.rules, state, from, outcomes);
                    }
                }
            },
        );
    }
    Some(tracks)
}

/// The same, to the clock where a span ends.
pub(super) fn play_to<R: Rules>(
    expansion: &Expansion<R>,
    known: &mut Known,
    from: (u128, &[(usize, &[u16])]),
    end: u128,
) -> Option<Vec<Played>> {
    let until = |clock, _: &[Track]| if clock >= end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let tracks = play(expansion, known, from, until)?;
    Some(tracks.into_iter().map(Track::played).collect())
}
