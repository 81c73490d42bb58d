//! What leads to an entry, added up (`sheets`): the chance of every rest met, and what the states with it carry.

use std::ops::Range;

use super::carried::Carried;
use super::loads::{Loads, Part};

/// What leads to one entry; room that is used again and again.
#[derive(Default)]
pub(super) struct Sums {
    /// The rests met, and the chance of every rest.
    pub rests: Vec<u32>,
    pub chances: Vec<f64>,
    /// The states met with their ways, each with the next that has the same rest, and for every rest the first and the last.
    parts: Vec<(Part, u32)>,
    ends: Vec<[u32; 2]>,
    /// What all of them carry together.
    pub row: Vec<f64>,
    needed: Vec<Range<usize>>,
}

impl Sums {
    /// Room for the chances of this many rests.
    pub(super) fn begin(&mut self, rests: usize) {
        self.chances.resize(rests, 0.0);
        self.ends.resize(rests, [0; 2]);
    }

    /// Adds to the chance of a rest: whether it is met for the first time.
    #[inline]
    pub(super) fn add(&mut self, rest: u32, more: f64) -> bool {
        let chance = &mut self.chances[rest as usize];
        let is_first = *chance == 0.0;
        if is_first {
            self.rests.push(rest);
        }
        *chance += more;
        is_first
    }

    /// Notes a state with this rest, whose chance has been added.
    #[inline]
    pub(super) fn note(&mut self, rest: u32, part: Part, is_first: bool) {
        let (new, ends) = (self.parts.len() as u32, &mut self.ends[rest as usize]);
        match is_first {
            true => *ends = [new, new],
            false => {
                let last = std::mem::replace(&mut ends[1], new);
                self.parts[last as usize].1 = new;
            }
        }
        self.parts.push((part, new));
    }

    /// Adds what the states with a rest carry as a new state.
    pub(super) fn gather(&mut self, loads: &Loads, rest: u32, into: &mut Carried) {
        let Sums { parts, ends, needed, .. } = self;
        let [first, last] = ends[rest as usize];
        let next = |at: &u32| (*at != last).then(|| parts[*at as usize].1);
        let some = std::iter::successors(Some(first), next).map(|at| parts[at as usize].0);
        loads.gather(some, into, needed);
    }

    /// Forgets the states, whose chances have been taken.
    pub(super) fn forget(&mut self) {
        self.rests.clear();
        self.parts.clear();
        self.row.clear();
    }
}
