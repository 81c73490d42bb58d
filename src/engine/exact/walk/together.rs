//! Playing all states of a clock together.

use std::sync::atomic::AtomicU64;

use super::Walk;
use crate::exact::expansion::Expansion;
use crate::exact::parts::{Part, parts};
use crate::exact::sheets::Sheets;
use crate::exact::walked::{Waiting, Walked};
use crate::rules::Rules;

/// Fewer states than this are played one by one.
const FEW: usize = 100;

/// Fewer states than this are built, so that equal ones are merged.
const WORTH_PAIRS: usize = 256;

/// Bytes that it takes to put a state into its class, until it is played.
const WORKING: u64 = 64;

impl<R: Rules> Walk<'_, R> {
    /// Whether it may be worth the effort to play all states of the clock together.
    pub(super) fn can_play_all(&self) -> bool {
        self.now.len() >= FEW && !self.limit.one_by_one
    }

    /// Whether most of the work allowed is done, and playing the states of this clock may be more than the rest: they cannot
    /// be left half played when they are played together.
    pub(super) fn is_next_too_much(&self, allowed: u64) -> bool {
        let Walked { work, done, .. } = self.walked;
        let next = (self.now.len() as f64) * work as f64 / done.max(1) as f64;
        self.played == 0 && self.can_play_all() && work > allowed / 2 && work as f64 + next > allowed as f64
    }

    /// Plays all states of the clock together: up to which one, whether straight into the total, and whether to the end. `None`
    /// if not enough of them are alike, or there is not enough memory to put them into classes.
    pub(super) fn play_all(&mut self, allowed: u64) -> Option<(usize, bool, bool)> {
        const GIVEN_UP: (usize, bool, bool) = (0, false, false);
        if !self.merge() {
            return Some(GIVEN_UP);
        }
        let Walk { rules, limit, cancelled, memory, walked, now, alike, guard, rooms, remembered, .. } = self;
        let work = AtomicU64::new(walked.work);
        let (rules, limit, guard, measures) = (*rules, *limit, guard.as_ref(), walked.chances.len());
        // What goes straight into the total cannot be taken back, so it may go on for longer.
        let allowed = allowed.saturating_add(limit.outlook.min(limit.plays));
        let expansion = Expansion { rules, limit, work: &work, allowed, memory, cancelled, measures, guard };
        let working = WORKING * now.len() as u64;
        if working > memory.left() || !memory.take(working) {
            return None;
        }
        if !now.pair(memory) {
            // Some are pairs now, without what they carry.
            return Some(GIVEN_UP);
        }
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
        for Part { pairs: some, classes } in parts {
            let states = (some.as_ref().unwrap_or(pairs), &now.of_pairs);
            let is_played = Sheets::all(rules, states, &classes, limit.rarest).into_iter().all(|sheets| {
                walked.done += sheets.members();
                let bytes = sheets.bytes();
                let is_played = memory.take(bytes) && sheets.play(&expansion, rooms, walked);
                memory.give(bytes);
                is_played
            });
            remembered.keep(classes.alike, memory);
            if !is_played {
                return Some((0, true, false));
            }
        }
        memory.give(working);
        Some((pairs.len(), true, true))
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

    use crate::counters::Counters;
    use crate::dice::{Dice, Roll};
    use crate::exact::{GivenUp, Limit, walk};
    use crate::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::row::Row;
    use crate::rules::{Progress, Rules};

    /// Two wheels are spun, then each is tried against a die several times: all that is counted is how often the die was higher.
    struct Tries(Counters);

    const WHEELS: u16 = 2;
    const FACES: u8 = 12;
    const TURNS: u16 = 5;
    const NOW: u16 = WHEELS;
    const COUNTED: u16 = WHEELS + 1;
    static TIMES: Metric = Metric::new("times", Quantity::Count, Wanted::More);

    impl Rules for Tries {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            vec![Measure::new(When::End, "all", &TIMES)]
        }

        fn counters(&self) -> &Counters {
            &self.0
        }

        fn deploy(&self) -> Row {
            Row::blank(usize::from(COUNTED) + 1)
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(NOW))
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            const DIE: Roll = Roll::new("a die", "0");
            let now = *state.at(NOW);
            state.put(NOW, now + 1);
            let (wheel, rolled) = (now % WHEELS, u16::from(dice.highest_of(&DIE, 1, FACES)));
            if now < WHEELS {
                state.put(wheel, rolled);
            } else if rolled > *state.at(wheel) {
                *state.at_to_add(COUNTED) += 1;
            }
            if now + 1 == TURNS * WHEELS { Progress::Over } else { Progress::Within }
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            write(0, (*state.at(COUNTED)).into());
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn with_any_memory_a_walk_finds_the_same_or_is_refused() {
        let (mut counters, stop) = (Counters::default(), AtomicBool::new(false));
        counters.add(0, 0, COUNTED);
        let tries = Tries(counters);
        let within = |memory| walk(&tries, Limit { memory, whole: true, ..Limit::default() }, &stop);
        let all = within(1 << 30).expect("a small walk");
        assert!(all.chances[0].len() == usize::from((TURNS - 1) * WHEELS) + 1 && all.size.states > 1000.0);
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
}
