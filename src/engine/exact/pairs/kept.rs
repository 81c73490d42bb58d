//! States that keep the rests they have.
//!
//! A piece that reads little of the rests plays the states of an entry in a few bunches. The other cells of the entry may then
//! stay in the entry: nothing has to be found out of each state but its bunch, and no rests are made anew. But states
//! of different entries that are equal stay apart.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::Pairs;
use crate::exact::classes::TOO_RARE;
use crate::exact::members::Member;
use crate::exact::rests::Rests;

/// The states with the rests of one table, in bunches.
pub(in crate::exact) struct Kept<'a> {
    pub rests: Arc<Rests>,
    pub members: Vec<Member>,
    pub bunches: Vec<Bunch<'a>>,
    /// The chance of states that are left out as too rare.
    pub unexplored: f64,
}

/// The states of an entry, with its numbers, that are in one class.
pub(in crate::exact) struct Bunch<'a> {
    pub class: u32,
    pub entry: &'a [u16],
    pub members: Range<usize>,
}

/// States keep their rests if a bunch has so many in the mean.
const MANY: usize = 16;

/// And if of those looked at so many in a hundred are different. Looked at are those whose number is divisible by this.
const DIFFERENT: usize = 98;
const LOOKED_AT: u64 = 16;

impl Pairs {
    /// The states in bunches, table by table, if it is worth the effort. `of` has the class of each state, of so many.
    pub(in crate::exact) fn kept(&self, (of, classes): (&[u32], usize), rarest: f64) -> Option<Vec<Kept<'_>>> {
        if self.bunches(of, classes) * MANY > self.len() || !self.seem_different() {
            return None;
        }
        let mut all: Vec<Kept> = Vec::new();
        let (mut ends, mut met) = (vec![0; classes], Vec::new());
        for (nth, entry) in self.entries.iter().enumerate() {
            let table = &self.tables[entry.table as usize];
            let at = all.iter().position(|kept| Arc::ptr_eq(&kept.rests, table)).unwrap_or_else(|| {
                let rests = Arc::clone(table);
                all.push(Kept { rests, members: Vec::new(), bunches: Vec::new(), unexplored: 0.0 });
                all.len() - 1
            });
            let (Kept { members, bunches, unexplored, .. }, entry_numbers) = (&mut all[at], self.entry(entry));
            let some = entry.first as usize..self.end(nth) as usize;
            let is_likely = |at: usize| of[at] != TOO_RARE && self.chances[at] >= rarest;
            for at in some.clone() {
                if !is_likely(at) {
                    *unexplored += self.chances[at];
                    continue;
                }
                let count = &mut ends[of[at] as usize];
                if *count == 0 {
                    met.push(of[at]);
                }
                *count += 1;
            }
            let mut end = members.len();
            for &class in &met {
                let first = end;
                end += std::mem::replace(&mut ends[class as usize], first);
                bunches.push(Bunch { class, entry: entry_numbers, members: first..end });
            }
            members.resize(end, Member::default());
            for at in some.filter(|&at| is_likely(at)) {
                let end = &mut ends[of[at] as usize];
                members[*end] = Member { rest: self.rests[at], place: self.place(at), chance: self.chances[at] };
                *end += 1;
            }
            met.drain(..).for_each(|class| ends[class as usize] = 0);
        }
        Some(all)
    }

    /// How many bunches there are.
    fn bunches(&self, of: &[u32], classes: usize) -> usize {
        let (mut count, mut met) = (0, vec![0; classes]);
        for (nth, entry) in self.entries.iter().enumerate() {
            for &class in of[entry.first as usize..self.end(nth) as usize].iter().filter(|class| **class != TOO_RARE) {
                let last = std::mem::replace(&mut met[class as usize], nth + 1);
                count += usize::from(last != nth + 1);
            }
        }
        count
    }

    /// Whether nearly all states seem to be different.
    fn seem_different(&self) -> bool {
        if self.entries.len() == 1 {
            return true;
        }
        let (mut looked_at, mut different) = (0, HashSet::with_hasher(FixedState::default()));
        self.each_key(self.differing(), |_, _, key| {
            let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            if mixed % LOOKED_AT == 0 {
                looked_at += 1;
                different.insert(key);
            }
        });
        different.len() * 100 >= looked_at * DIFFERENT
    }
}
