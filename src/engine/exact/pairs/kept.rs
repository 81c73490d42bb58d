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

/// States keep their rests if there are so many, and a bunch has so many in the mean.
const WORTH_KEEPING: usize = 1024;
const MANY: usize = 16;

/// And if of those looked at so many in a hundred are different. Looked at are those whose mixed key is divisible by this.
const DIFFERENT: usize = 98;
const LOOKED_AT: u64 = 16;

impl Pairs {
    /// The states in bunches, table by table, if it is worth the effort. `of` has the class of each state, of so many.
    pub(in crate::exact) fn kept(&self, (of, classes): (&[u32], usize), rarest: f64) -> Option<Vec<Kept<'_>>> {
        let are_many = self.len() >= WORTH_KEEPING && self.bunches(of, classes) * MANY <= self.len();
        (are_many && self.seem_different()).then(|| self.in_bunches((of, classes), rarest))
    }

    /// The states in bunches, table by table.
    fn in_bunches(&self, (of, classes): (&[u32], usize), rarest: f64) -> Vec<Kept<'_>> {
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
        all
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
        self.each_key(&self.mixed(), |_, key| {
            if (key >> u32::BITS).is_multiple_of(LOOKED_AT) {
                looked_at += 1;
                different.insert(key);
            }
            true
        });
        different.len() * 100 >= looked_at * DIFFERENT
    }
}

#[cfg(test)]
pub(in crate::exact) mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::tests::pairs;
    use super::*;
    use crate::counters::Counters;
    use crate::dice::{Dice, Roll};
    use crate::exact::{Limit, walk};
    use crate::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::row::Row;
    use crate::rules::{Progress, Rules};

    #[test]
    fn each_state_is_in_the_bunch_of_its_entry_and_class() {
        let pairs = pairs(1);
        for cells in [&[][..], &[4], &[9, 1], &[0, 4, 5]] {
            let of = pairs.numbered(cells);
            let count = of.iter().max().map_or(0, |most| *most as usize + 1);
            let (mut places, mut bunches) = (Vec::new(), 0);
            let kept = pairs.in_bunches((&of, count), 2.0);
            for Kept { rests, members, bunches: some, .. } in &kept {
                bunches += some.len();
                for Bunch { class, entry, members: range } in some {
                    for member in &members[range.clone()] {
                        let (place, mut one, mut other) = (member.place as usize, Vec::new(), Vec::new());
                        rests.numbers(entry, member.rest, &mut one);
                        pairs.state(place, &mut other);
                        assert_eq!((one, *class, member.chance), (other, of[place], pairs.chances()[place]));
                        places.push(place);
                    }
                }
            }
            places.sort_unstable();
            assert!(places.into_iter().eq((0..pairs.len()).filter(|&at| pairs.chances()[at] >= 2.0)));
            let rare: f64 = pairs.chances().iter().filter(|chance| **chance < 2.0).sum();
            assert!(rare > 0.0 && rare == kept.iter().map(|kept| kept.unexplored).sum());
            assert!(bunches <= pairs.bunches(&of, count));
        }
    }

    /// Some wheels are spun. Then a die is rolled for each: if it is lower than what the wheel shows, the wheel counts; every
    /// second roll turns the last wheel on by one.
    pub(in crate::exact) struct Wheels {
        wheels: u16,
        /// Each roll is the highest of so many dice.
        dice: u32,
        /// The cell after those of the wheels and of the turn counts; it may be a counter.
        counters: Counters,
    }

    impl Wheels {
        /// So many wheels, whose count is a cell as any.
        fn plain(wheels: u16) -> Wheels {
            Wheels { wheels, dice: 1, counters: Counters::default() }
        }

        /// So many wheels, whose count is a counter.
        pub(in crate::exact) fn counted(wheels: u16) -> Wheels {
            let mut counters = Counters::default();
            counters.add(0, usize::from(wheels) + 1, wheels + 1);
            Wheels { wheels, dice: 1, counters }
        }

        /// The same where some rolls are far rarer than others.
        pub(in crate::exact) fn uneven(wheels: u16) -> Wheels {
            Wheels { dice: 4, ..Wheels::counted(wheels) }
        }
    }

    static FACES: Metric = Metric::new("faces", Quantity::Count, Wanted::More);

    impl Rules for Wheels {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            (0..self.wheels + 2).map(|_| Measure::new(When::End, "all", &FACES)).collect()
        }

        fn counters(&self) -> &Counters {
            &self.counters
        }

        fn deploy(&self) -> Row {
            Row::blank(usize::from(self.wheels) + 2)
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(self.wheels))
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            const DIE: Roll = Roll::new("a die", "0");
            let (wheels, now) = (self.wheels, *state.at(self.wheels));
            state.put(wheels, now + 1);
            let rolled = dice.highest_of(&DIE, self.dice, 6) as u16;
            let wheel = now % wheels;
            if now < wheels {
                state.put(wheel, rolled);
                return Progress::Within;
            }
            if rolled < *state.at(wheel) {
                *state.at_to_add(wheels + 1) += 1;
            }
            if now.is_multiple_of(2) && wheel + 1 < wheels {
                *state.at_to_add(wheels - 1) += 1;
            }
            if now + 1 == 2 * wheels { Progress::Over } else { Progress::Within }
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            (0..self.wheels + 2).for_each(|cell| write(cell.into(), (*state.at(cell)).into()));
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn states_that_keep_their_rests_lead_where_they_lead_one_by_one() {
        let (wheels, stop) = (Wheels::plain(5), AtomicBool::new(false));
        let together = Limit { whole: true, ..Limit::default() };
        let kept = walk(&wheels, together, &stop).expect("a small walk");
        let each = walk(&wheels, Limit { one_by_one: true, ..together }, &stop).expect("a small walk");
        assert!(each.chances[6].len() == 6 && each.size.states > 10_000.0);
        for (one, other) in kept.chances.iter().zip(&each.chances) {
            assert_eq!(one.len(), other.len());
            assert!(one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-13), "{one:?} {other:?}");
        }
    }
}
