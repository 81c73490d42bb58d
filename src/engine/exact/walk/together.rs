//! Playing all states of a clock together.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Walk;
use crate::exact::expansion::Expansion;
use crate::exact::limit::Limit;
use crate::exact::parts::{Part, parts};
use crate::exact::sheets::Sheets;
use crate::exact::walked::{Waiting, Walked};
use crate::rules::Rules;

/// Fewer states than this are played one by one.
const FEW: usize = 100;

/// Fewer states than this are built, so that equal ones are merged.
const WORTH_PAIRS: usize = 256;

/// Values of counters that are so many times rarer than the rarest state played are left out.
const NEGLIGIBLE: f64 = 1e-5;

/// Bytes that it takes to put a state into its class, until it is played; and more if the states are in parts.
const WORKING: u64 = 48;
const IN_PARTS: u64 = 16;

/// If it may leave out more, outcomes of the states of a clock leave this part of the memory to what is reached.
const SPARE: u64 = 3;

impl<R: Rules> Walk<'_, R> {
    /// Whether it may be worth the effort to play all states of the clock together.
    pub(super) fn can_play_all(&self) -> bool {
        self.now.len() >= FEW && !self.limit.one_by_one
    }

    /// Whether it pauses before this clock: so much has been done, or most of the work allowed is done and playing the states of this
    /// clock may be more than the rest; they cannot be left half played when they are played together.
    pub(super) fn is_next_too_much(&self, allowed: u64) -> bool {
        let Walked { work, of_rows, done, .. } = self.walked;
        let next = (self.now.len() as f64) * work as f64 / done.max(1) as f64;
        let is_too_much = work > allowed / 2 && work as f64 + next > allowed as f64;
        self.played == 0 && (work + of_rows > self.pause || self.can_play_all() && is_too_much)
    }

    /// Plays all states of the clock together: up to which one, whether straight into the total, and whether to the end. `None`
    /// if not enough of them are alike, or there is not enough memory to put them into classes.
    pub(super) fn play_all(&mut self, allowed: u64) -> Option<(usize, bool, bool)> {
        const GIVEN_UP: (usize, bool, bool) = (0, false, false);
        if !self.merge() {
            return Some(GIVEN_UP);
        }
        // What is reached needs room, too.
        let spare = if self.rarer_to_leave_out().is_some() { self.limit.memory / SPARE } else { 0 };
        let Walk { rules, limit, cancelled, memory, walked, now, alike, guard, rooms, remembered, raised, .. } = self;
        let work = AtomicU64::new(walked.work);
        let (rules, guard, measures) = (*rules, guard.as_ref(), walked.chances.len());
        let limit = Limit { rarest: walked.rarest(limit, memory).max(*raised), ..*limit };
        // What goes straight into the total cannot be taken back, so it may go on for longer.
        let allowed = allowed.saturating_add(limit.outlook.min(limit.plays));
        let expansion = Expansion { rules, limit, work: &work, allowed, memory, cancelled, measures, guard };
        let mut working = WORKING * now.len() as u64;
        if working > memory.left() || !memory.take(working) {
            return None;
        }
        if !now.pair(memory) {
            // Some are pairs now, without what they carry.
            return Some(GIVEN_UP);
        }
        walked.unexplored += now.of_pairs.leave_out(limit.rarest * NEGLIGIBLE);
        let pairs = &now.pairs;
        let parts = match parts(&expansion, pairs, remembered, walked) {
            None => {
                self.recount();
                return Some(GIVEN_UP);
            }
            Some(Err(some)) => {
                memory.give(working);
                *alike = some;
                return None;
            }
            Some(Ok(parts)) => parts,
        };
        if spare > memory.left() && !memory.take(spare) {
            self.recount();
            return Some(GIVEN_UP);
        }
        if parts.len() > 1 {
            working += IN_PARTS * pairs.len() as u64;
            if !memory.take(IN_PARTS * pairs.len() as u64) {
                self.recount();
                return Some(GIVEN_UP);
            }
        }
        let mut is_begun = false;
        for Part { pairs: some, classes } in parts {
            let states = (some.as_ref().unwrap_or(pairs), &now.of_pairs);
            let is_played = Sheets::all(rules, states, &classes, limit.rarest).into_iter().all(|sheets| {
                let (bytes, members) = (sheets.bytes(), sheets.members());
                if !memory.take(bytes) {
                    return false;
                }
                (is_begun, walked.done) = (true, walked.done + members);
                let is_played = sheets.play(&expansion, rooms, walked);
                memory.give(bytes);
                is_played
            });
            if !is_played && !is_begun {
                self.recount();
                return Some(GIVEN_UP);
            }
            remembered.keep(classes.alike, memory);
            if !is_played {
                return Some((0, true, false));
            }
        }
        memory.give(working);
        Some((pairs.len(), true, true))
    }

    /// How rare the states of this clock may be if more are left out because there was not enough memory to play them; `None` if
    /// it may not leave out more, or if so much would be left out that it does not help.
    fn rarer_to_leave_out(&self) -> Option<f64> {
        const TIMES: f64 = 1e3;
        const MOST: f64 = 1e-6;
        let rarest = TIMES * self.raised.max(self.limit.rarest);
        (self.limit.leave_out > 0.0 && self.pause == u64::MAX && rarest < MOST).then_some(rarest)
    }

    /// Leaves out more states of this clock, of which nothing has been played, if there was not enough memory to play them; false
    /// if that cannot help.
    pub(super) fn leave_out_more(&mut self) -> bool {
        let rarest = self.rarer_to_leave_out().filter(|_| self.memory.is_refused());
        let helps = rarest.is_some() && !self.cancelled.load(Ordering::Relaxed);
        if helps {
            self.raised = rarest.unwrap_or_default();
            self.memory.allow(self.limit.memory);
        }
        helps
    }

    /// Prepares states to be played next: builds those that are pairs, or makes pairs of all if some are. False when there is not
    /// enough memory.
    pub(super) fn prepare(&self, next: &mut Waiting, build: bool) -> bool {
        match build || self.limit.one_by_one || next.len() < WORTH_PAIRS {
            true => next.build(&self.memory),
            false => next.pairs.is_empty() || next.pair(&self.memory),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crate::exact::pairs::kept::tests::Wheels;
    use crate::exact::{GivenUp, Limit, walk};

    #[test]
    fn with_any_memory_a_walk_finds_the_same_or_is_refused() {
        let (wheels, stop) = (Wheels::counted(3), AtomicBool::new(false));
        let within = |memory| walk(&wheels, Limit { memory, whole: true, ..Limit::default() }, &stop);
        let all = within(1 << 30).expect("a small walk");
        assert!(all.chances[4].len() == 4 && all.size.states > 500.0, "{:?}", all.size);
        let (mut found, mut refused) = (0, 0);
        for memory in (2_000..200_000).step_by(2_000) {
            match within(memory) {
                Ok(exact) => {
                    found += 1;
                    assert_eq!(exact.chances, all.chances, "{memory}");
                }
                Err(GivenUp::TooLarge(_)) => refused += 1,
                Err(GivenUp::Cancelled) => panic!("nobody stops it"),
            }
        }
        assert!(found > 10 && refused > 10, "{found} {refused}");
    }

    #[test]
    fn a_walk_that_may_leave_out_more_ends_with_less_memory_and_says_what_is_unknown() {
        let (wheels, stop) = (Wheels::uneven(6), AtomicBool::new(false));
        let within = |memory, leave_out| walk(&wheels, Limit { memory, leave_out, ..Limit::default() }, &stop);
        let all = within(1 << 30, 0.0).expect("a small walk");
        let bytes = all.size.bytes as u64;
        // With more than enough memory it leaves out nothing.
        let roomy = within(8 * bytes, 0.1).expect("a small walk");
        assert_eq!((roomy.chances, roomy.unexplored), (all.chances.clone(), all.unexplored));
        assert!(all.unexplored < 1e-12, "{}", all.unexplored);
        let memory = bytes / 10 * 9;
        assert!(matches!(within(memory, 0.0), Err(GivenUp::TooLarge(_))));
        let some = within(memory, 0.1).expect("rare states are left out");
        assert!(some.unexplored > 1e-9 && some.size.bytes < memory as f64, "{} {:?}", some.unexplored, some.size);
        for (all, known) in all.chances.iter().zip(&some.chances) {
            for (value, chance) in all.iter().enumerate() {
                let off = chance - known.get(value).copied().unwrap_or(0.0);
                assert!(off.abs() < some.unexplored + 1e-12, "{value}: {off}");
            }
        }
        // It may not leave out so much.
        let less = within(memory, some.unexplored / 2.0);
        assert!(matches!(less, Err(GivenUp::TooLarge(size)) if size.bytes >= memory as f64), "{less:?}");
    }
}
