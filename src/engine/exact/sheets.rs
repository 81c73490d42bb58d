//! All states of one clock played together.
//!
//! A piece reads few cells, and states are often equal in all of them: they are a class, and the outcomes of the class are
//! known (`alike`). The members of a class differ in the rest of their cells. So an outcome is not applied state by state:
//! where it leads is one entry for the whole class, and entries of several classes that lead to the same values are one.
//! Then the chances of each entry's members are added up by what they have in their other cells, in one plain loop. What
//! comes of it are pairs of an entry and a rest (`pairs`). If the next piece reads little, they keep these rests
//! (`pairs/kept`).

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::carried::Carried;
use super::classes::Classes;
use super::entries::Entries;
use super::expansion::Expansion;
use super::followers::{Apart, Follower};
use super::loads::{self, Loads, Part};
use super::members::{Member, members};
use super::outcome::Outcomes;
use super::overwritten::Overwritten;
use super::pairs::Pairs;
use super::pairs::kept::{Bunch, Kept};
use super::reached::{Arriving, Reached};
use super::reading::Reading;
use super::rests::{Met, Rests};
use super::sums::Sums;
use super::walked::Walked;
use crate::row::Change;
use crate::rules::{Progress, Rules};

/// The states of a clock in classes, and where their outcomes lead.
pub(super) struct Sheets<'a> {
    /// In what the members of a class may differ.
    rests: Arc<Rests>,
    /// For each class its members.
    members: Vec<Member>,
    classes: Vec<Range<usize>>,
    /// The chance of states that are left out as too rare.
    unexplored: f64,
    /// Where outcomes lead: the cells reached, with those that differ within a class at 0 or at what is added to them; then
    /// which of these are set, whatever they were, and the progress.
    entries: Entries,
    /// Those where measures have become final, after what only they needed is forgotten; and for which entries that is so.
    settled: Entries,
    is_settled: Vec<bool>,
    /// What the states carry, and the measures that are counters.
    loads: Loads<'a>,
    counted: &'a [(usize, usize)],
}

/// Room to play entries in, used again and again: what is added up, and where it leads.
pub(super) struct Room<S> {
    sums: Sums,
    reached: Reached,
    /// How measures that become final are read, and those of trials that are over.
    readings: [Option<Reading<S>>; 2],
}

impl<S> Default for Room<S> {
    fn default() -> Room<S> {
        Room { sums: Sums::default(), reached: Reached::default(), readings: [None, None] }
    }
}

/// Entries, and how they are played.
struct Leading<'a, S> {
    entries: &'a Entries,
    overwritten: Overwritten,
    readings: [Option<Reading<S>>; 2],
    /// States reached that are rarer than this are left out.
    rarest: f64,
}

/// Which rows are added up: for each rest met its own, one for all, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    Each,
    One,
    None,
}

/// Chances added up in one portion: about as many as this, so that the states reached stay in the cache.
const PORTION: usize = 2048;

/// A row of so many numbers that is carried counts like another chance.
const A_ROW: usize = 32;

/// Portions that are played before their states are added to those that wait.
const PORTIONS: usize = 4;

impl<'a> Sheets<'a> {
    /// The states of a clock in these classes, whose outcomes are known.
    pub(super) fn all<R: Rules>(
        rules: &'a R,
        (pairs, carried): (&Pairs, &'a Carried),
        classes: &Classes,
        rarest: f64,
    ) -> Vec<Sheets<'a>> {
        match pairs.kept((&classes.of, classes.len()), rarest) {
            Some(all) => {
                let followers = Follower::of_classes(pairs, classes);
                all.into_iter().map(|kept| Sheets::of_kept(rules, carried, (classes, &followers), kept)).collect()
            }
            None => vec![Sheets::of(rules, (pairs, carried), classes, rarest)],
        }
    }

    /// The states in classes, with new rests.
    fn of<R: Rules>(
        rules: &'a R,
        (pairs, carried): (&Pairs, &'a Carried),
        classes: &Classes,
        rarest: f64,
    ) -> Sheets<'a> {
        let Apart { followers, rests, of } = Apart::of(pairs, classes);
        let mut equal = Vec::new();
        let (members, of_classes, unexplored) = members(pairs, classes, (&of, rests.len()), rarest, &mut equal);
        let mut sheets = Sheets::begin(rules, carried, classes, (Arc::new(rests), members, of_classes, unexplored));
        sheets.loads.put_together(equal, &mut sheets.members);
        for (class, (first, outcomes)) in classes.each().enumerate() {
            if let Some(outcomes) = outcomes.filter(|_| !sheets.classes[class].is_empty()) {
                let mut base = sheets.rests.entry(first);
                followers.iter().for_each(|follower| follower.enter(&mut base, first));
                sheets.lead_on(class as u32, &base, outcomes);
            }
        }
        sheets.loads.make_room();
        sheets
    }

    /// The same of states that keep their rests: instead of classes, bunches. The entry says what is read, and what follows from
    /// it.
    fn of_kept<R: Rules>(
        rules: &'a R,
        carried: &'a Carried,
        (classes, followers): (&Classes, &[u16]),
        kept: Kept,
    ) -> Sheets<'a> {
        let Kept { rests, members, bunches, unexplored } = kept;
        let of_bunches = bunches.iter().map(|bunch| bunch.members.clone()).collect();
        let mut sheets = Sheets::begin(rules, carried, classes, (rests, members, of_bunches, unexplored));
        let mut base = Vec::new();
        for (nth, Bunch { class, entry, .. }) in bunches.into_iter().enumerate() {
            let (first, outcomes) = classes.class(class);
            base.clear();
            base.extend_from_slice(entry);
            for &cell in classes.alike.asked().iter().chain(followers) {
                if sheets.rests.open_bit(entry, cell).is_some() {
                    sheets.rests.change(&mut base, &[Change::Put(cell, first[usize::from(cell)])]);
                }
            }
            outcomes.into_iter().for_each(|outcomes| sheets.lead_on(nth as u32, &base, outcomes));
        }
        sheets.loads.make_room();
        sheets
    }

    /// Nothing leads anywhere yet.
    fn begin<R: Rules>(
        rules: &'a R,
        carried: &'a Carried,
        classes: &Classes,
        (rests, members, of_classes, unexplored): (Arc<Rests>, Vec<Member>, Vec<Range<usize>>, f64),
    ) -> Sheets<'a> {
        let mut state = rules.deploy();
        if let Some((first, _)) = classes.each().next() {
            state.as_mut().become_like(first);
        }
        let (step, counters) = (rules.moment(&state).step(), rules.counters());
        let loads = Loads::of(carried, counters.cells(step), counters.unread(step));
        let counted = counters.measures(step);
        let (entries, settled, is_settled) = (Entries::default(), Entries::default(), Vec::new());
        Sheets { rests, members, classes: of_classes, unexplored, entries, settled, is_settled, loads, counted }
    }

    /// Adds where the outcomes of a class lead from this entry.
    fn lead_on(&mut self, class: u32, base: &[u16], outcomes: &Outcomes) {
        let mut entry = Vec::with_capacity(base.len());
        for outcome in &outcomes.all {
            entry.clear();
            entry.extend_from_slice(base);
            self.rests.change(&mut entry, outcomes.changes_of(outcome));
            *entry.last_mut().expect("the progress") = outcome.progress as u16;
            let gain = self.loads.take(&mut entry, outcome);
            self.entries.link((class, self.classes[class as usize].len()), &entry, outcome.chance, gain);
        }
    }

    /// How many states there are, equal ones counted once.
    pub(super) fn members(&self) -> usize {
        self.members.len()
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        let of_members = size_of_val(&self.members[..]) as u64 + self.loads.bytes();
        self.rests.bytes() + of_members + self.entries.bytes() + self.settled.bytes()
    }

    /// Entries in portions of about equal work.
    fn portions(&self, entries: &Entries) -> Vec<Range<usize>> {
        let (mut portions, mut start, mut work) = (Vec::new(), 0, 0);
        for entry in 0..entries.len() {
            work += entries.states(entry) * (1 + self.loads.numbers() / A_ROW);
            if work >= PORTION {
                portions.push(start..entry + 1);
                (start, work) = (entry + 1, 0);
            }
        }
        if start < entries.len() {
            portions.push(start..entries.len());
        }
        portions
    }

    /// Plays all states: adds those reached to those that wait. False when there is more work than allowed, not enough
    /// memory, when cancelled, or when a guarded cell was touched.
    pub(super) fn play<R: Rules>(
        mut self,
        expansion: &Expansion<R>,
        rooms: &mut Vec<Room<R::State>>,
        walked: &mut Walked,
    ) -> bool {
        walked.unexplored += self.unexplored;
        if expansion.guard.is_none() {
            self.settle(expansion.rules);
        }
        let all = [&self.entries, &self.settled];
        all.into_iter().all(|entries| self.play_entries(expansion, entries, rooms, walked))
    }

    fn play_entries<R: Rules>(
        &self,
        expansion: &Expansion<R>,
        entries: &Entries,
        spare: &mut Vec<Room<R::State>>,
        walked: &mut Walked,
    ) -> bool {
        let portions = self.portions(entries);
        let (overwritten, readings) = (Overwritten::of(&self.rests, entries), self.readings(expansion, entries));
        let bytes = overwritten.bytes();
        if !expansion.memory.take(bytes) {
            return false;
        }
        let mut leading = Leading { entries, overwritten, readings, rarest: 0.0 };
        spare.iter_mut().for_each(|room| room.readings = [None, None]);
        let mut last = Vec::new();
        for some in portions.chunks(PORTIONS).chain([&[][..]]) {
            spare.resize_with(spare.len().max(some.len()), Room::default);
            let rooms: Vec<Room<R::State>> = spare.drain(spare.len() - some.len()..).collect();
            leading.rarest = walked.rarest_reached(&expansion.limit, expansion.memory);
            let leading = &leading;
            let reach = |(portion, mut room): (&Range<usize>, Room<R::State>)| {
                self.reach(expansion, leading, portion.clone(), &mut room);
                room
            };
            let reach = || some.par_iter().zip(rooms).map(reach).collect();
            let mut add = |walked: &mut Walked| {
                last.iter_mut()
                    .all(|room: &mut Room<R::State>| walked.take(&mut room.reached, (entries, &self.rests), expansion))
            };
            let (is_added, reached) = rayon::join(|| add(walked), reach);
            spare.extend(std::mem::replace(&mut last, reached));
            if !is_added {
                // Something may be left in them.
                spare.clear();
                return false;
            }
        }
        expansion.memory.give(bytes);
        true
    }

    /// Where measures become final, forgets what only they need, once for all states of an entry: many entries become one.
    fn settle<R: Rules>(&mut self, rules: &R) {
        let mut state = rules.deploy();
        self.is_settled = vec![false; self.entries.len()];
        for entry in 0..self.entries.len() {
            let (base, progress) = self.entries.entry(entry);
            if progress != Progress::Settled {
                continue;
            }
            let (mut changes, mut settled) = (Vec::new(), base.to_vec());
            if !self.rests.forget(rules, &mut state, base, &mut changes) {
                continue;
            }
            self.rests.change(&mut settled, &changes);
            *settled.last_mut().expect("the progress") = Progress::Within as u16;
            self.is_settled[entry] = true;
            for link in self.entries.links(entry) {
                let states = self.classes[link.class as usize].len();
                self.settled.link((link.class, states), &settled, link.way, loads::NOTHING);
            }
        }
    }

    /// How the measures of entries where trials are over, or some measures final, are read: by the first such entries.
    fn readings<R: Rules>(&self, expansion: &Expansion<R>, entries: &Entries) -> [Option<Reading<R::State>>; 2] {
        [Progress::Settled, Progress::Over].map(|progress| {
            let is_first = |&entry: &usize| entries.entry(entry).1 == progress && expansion.guard.is_none();
            let first = (0..entries.len()).find(is_first)?;
            let mut sums = Sums::default();
            sums.begin(self.rests.len());
            self.add_up((entries, first), None, &mut sums, Rows::None);
            let mut reading = Reading::new(&self.rests, expansion.rules.deploy());
            let mut unused = vec![Vec::new(); expansion.measures];
            let met = Met { rests: &sums.rests, sums: &sums.chances };
            reading.read(expansion.rules, &self.rests, (entries.entry(first).0, met), &mut unused);
            Some(reading)
        })
    }

    /// Adds up the chances of an entry by the rests of the states that lead to it, and what they carry.
    fn add_up(&self, (entries, entry): (&Entries, usize), alike: Option<&[u32]>, into: &mut Sums, rows: Rows) {
        if rows == Rows::One {
            into.row.resize(self.loads.width(), 0.0);
        }
        for link in entries.links(entry) {
            for &Member { rest, place, chance } in &self.members[self.classes[link.class as usize].clone()] {
                let rest = alike.map_or(rest, |alike| alike[rest as usize]);
                let is_first = into.add(rest, chance * link.way);
                let part = Part { place, way: link.way, gain: link.gain };
                match rows {
                    Rows::Each => into.note(rest, part, is_first),
                    Rows::One => self.loads.add_to(&mut into.row, part),
                    Rows::None => {}
                }
            }
        }
    }

    /// Where some entries lead.
    fn reach<R: Rules>(
        &self,
        expansion: &Expansion<R>,
        Leading { entries, overwritten, readings: all, rarest }: &Leading<R::State>,
        portion: Range<usize>,
        room: &mut Room<R::State>,
    ) {
        let rules = expansion.rules;
        let Room { sums, reached, readings } = room;
        reached.clear(expansion.measures, self.loads.columns());
        sums.begin(self.rests.len());
        // Where much is carried, equal states are added up at once: those reached are no pairs.
        let are_long = self.loads.are_long();
        let (mut state, mut numbers, mut open) = (rules.deploy(), Vec::new(), Vec::new());
        for entry in portion {
            let (base, progress) = entries.entry(entry);
            let rows = match progress {
                // What has been settled carries nothing more.
                _ if self.loads.width() == 0 || std::ptr::eq(*entries, &self.settled) => Rows::None,
                Progress::Within => Rows::Each,
                Progress::Settled | Progress::Over => Rows::One,
            };
            let carries = rows == Rows::Each;
            let is_pair = progress == Progress::Within && expansion.guard.is_none() && !are_long;
            self.add_up((entries, entry), overwritten.of_entry(entry), sums, rows);
            let which = usize::from(progress == Progress::Over);
            let is_read = progress != Progress::Within && all[which].is_some();
            if is_read && readings[which].is_none() {
                readings[which].clone_from(&all[which]);
            }
            if let Some(reading) = readings[which].as_mut().filter(|_| is_read) {
                let met = Met { rests: &sums.rests, sums: &sums.chances };
                reading.read(rules, &self.rests, (base, met), &mut reached.chances);
            }
            if rows == Rows::One {
                self.loads.count(&sums.row, self.counted, &mut reached.chances);
            }
            reached.is_over |= progress == Progress::Over;
            let is_done = is_read && (progress == Progress::Over || self.is_settled[entry]);
            let mut clock = None;
            self.rests.open(base, &mut open);
            for nth in 0..sums.rests.len() {
                let rest = sums.rests[nth];
                let chance = std::mem::take(&mut sums.chances[rest as usize]);
                if is_done {
                    continue;
                }
                if chance < *rarest {
                    reached.left_out += 1.0;
                    reached.unexplored += chance;
                    continue;
                }
                if carries {
                    sums.gather(&self.loads, rest, if is_pair { &mut reached.of_pairs } else { &mut reached.carried });
                } else if is_pair {
                    reached.of_pairs.begin_new(chance);
                }
                if is_pair && clock.is_some() {
                    reached.pair(rest, chance);
                    continue;
                }
                self.rests.fill(base, &open, rest, &mut numbers);
                if let (Progress::Within, Some(_)) = (progress, clock) {
                    reached.push(clock, &numbers, chance, carries);
                    continue;
                }
                state.as_mut().unwatch();
                state.as_mut().become_like(&numbers);
                clock = Some(rules.clock(&state));
                if is_pair {
                    reached.begin(entry, rules.clock(&state));
                    reached.pair(rest, chance);
                    continue;
                }
                if !reached.arrive(expansion, &mut state, Arriving { progress, chance, entry, is_read, carries }) {
                    return;
                }
            }
            sums.forget();
        }
    }
}
