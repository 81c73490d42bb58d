//! §3.5: which bases are under templates. All templates of an action fall on the bases that are there when it begins: a
//! base that dies under the first is rolled for under the second too, and its hits there are in excess.

use std::ops::Range;

use crate::forces::Forces;
use battle_odds_plan::state::{Cell, State};

/// All bases that the templates of an action may cover.
#[derive(Debug, Default)]
pub struct Field {
    /// Group by group.
    pub spots: Vec<Spot>,
    /// The groups that the scenario does not distinguish.
    pub kinds: Vec<Kind>,
}

/// A group, or one of its bases.
#[derive(Debug)]
pub struct Spot {
    /// The group.
    pub group: usize,
    /// Its kind.
    pub kind: usize,
    /// The most bases of it: one if it matters which base rolls first (#5).
    pub most: u16,
    /// By wounds left now, from 0 on: its bases that were there when the action began; if the scenario counts the
    /// covered bases, only those.
    pub there: Vec<Cell>,
    /// By wounds left now: its bases under the template that have not been rolled for yet.
    pub covered: Vec<Cell>,
}

/// Groups that the scenario does not distinguish.
#[derive(Debug)]
pub struct Kind {
    /// The groups.
    pub groups: Range<usize>,
    /// Their spots.
    pub spots: Range<usize>,
    /// §3.4: the penalty to hit them for contact, taken when the action begins.
    pub contact: Cell,
    /// Their formation, by its index among those that may be hit.
    pub struck: usize,
}

/// The bases under the templates, as counted in the scenario.
#[derive(Clone, Debug)]
pub struct Under {
    /// The spots that they belong to, front to back.
    pub spots: Vec<usize>,
    /// How many.
    pub bases: u16,
}

/// The most wounds of a base, and one more.
const LEVELS: usize = 21;

impl Field {
    /// The action begins: which bases are there; if the scenario counts them, the first living ones.
    pub fn begin(&self, forces: &Forces, state: &mut State, under: Option<&[Under]>) {
        for kind in &self.kinds {
            state.set(kind.contact, forces.contact(state, kind.groups.start) as u32);
        }
        let everybody = |state: &mut State, spot: usize, left: u32| {
            let spot = &self.spots[spot];
            let same = || self.spots[self.kinds[spot.kind].spots.clone()].iter().filter(|one| one.group == spot.group);
            let mut taken = 0;
            for (level, &living) in (1..).zip(&forces.groups[spot.group].left) {
                let known: u32 = same().map(|one| state.count(one.there[level])).sum();
                let more = (left.min(spot.most.into()) - taken).min(state.count(living) - known);
                state.add(spot.there[level], more);
                taken += more;
            }
            left - taken
        };
        match under {
            None => (0..self.spots.len()).for_each(|spot| {
                everybody(state, spot, u32::MAX);
            }),
            Some(entries) => entries.iter().for_each(|under| {
                under.spots.iter().fold(under.bases.into(), |left, &spot| everybody(state, spot, left));
            }),
        }
    }

    /// Whether a base of a spot was there when the action began.
    pub fn was_there(&self, state: &State, spot: usize) -> bool {
        self.spots[spot].there.iter().any(|&cell| state[cell] > 0)
    }

    /// Puts a template over all bases of these spots that were there. `last`: it is the last of the action.
    pub fn cover(&self, state: &mut State, spots: impl Iterator<Item = usize>, last: bool) {
        for spot in spots.map(|spot| &self.spots[spot]) {
            for (&covered, &there) in spot.covered.iter().zip(&spot.there) {
                state.put(covered, state[there]);
            }
        }
        if last {
            self.spots.iter().flat_map(|spot| &spot.there).for_each(|&cell| state.put(cell, 0));
        }
    }

    /// Positions no longer matter: bases of a kind are sorted from the front, the dead first, then the wounded; among
    /// equals, the covered ones first.
    pub fn gather(&self, forces: &Forces, state: &mut State) {
        for kind in self.kinds.iter().filter(|kind| forces.groups[kind.groups.start].is_plain()) {
            let mut covered = [0; LEVELS];
            for spot in &self.spots[kind.spots.clone()] {
                for (count, &cell) in covered.iter_mut().zip(&spot.covered) {
                    *count += state[cell];
                    state.put(cell, 0);
                }
            }
            forces.fall_in(state, kind.groups.clone());
            for spot in &self.spots[kind.spots.clone()] {
                let level = forces.groups[spot.group].front(state).unwrap_or(0);
                if covered[level] > 0 {
                    covered[level] -= 1;
                    state.put(spot.covered[level], 1);
                }
            }
        }
    }

    /// The next covered bases: their spot, and the wounds that they have left.
    pub fn next(&self, state: &State) -> Option<(usize, usize)> {
        let of = |spot: &Spot| spot.covered.iter().position(|&cell| state[cell] > 0);
        self.spots.iter().enumerate().find_map(|(place, spot)| Some((place, of(spot)?)))
    }

    /// Moves a base from one number of wounds left to another.
    pub fn moved(&self, state: &mut State, spot: usize, before: usize, now: usize) {
        let there = &self.spots[spot].there;
        if state[there[before]] > 0 {
            state.take(there[before], 1);
            state.add(there[now], 1);
        }
    }

    /// The action is over.
    pub fn end(&self, state: &mut State) {
        for spot in &self.spots {
            spot.there.iter().chain(&spot.covered).for_each(|&cell| state.put(cell, 0));
        }
        self.kinds.iter().for_each(|kind| state.put(kind.contact, 0));
    }
}
