//! States with their trials that wait to be played: those that are least far first, so that equal states meet.

use std::collections::BTreeMap;

use super::counted::Counted;
use super::counts::Counts;
use super::told::Place;
use crate::bucket::Bucket;
use crate::row::Row;

/// With so many trials for each state, those that come to it meet others.
const THICK: u64 = 6;

/// States that wait. Its memory is kept for others that come later.
pub struct Queue {
    /// By clock.
    waiting: BTreeMap<u128, Waiting>,
    /// Those that are played next, the last state of the last ones first.
    now: Vec<Waiting>,
    /// How many states wait, what one takes in bytes, and how many bytes there may be: when there are more, those that are farthest
    /// go on first.
    held: usize,
    a_state: usize,
    room: usize,
    /// Buckets so far.
    buckets: u64,
    /// Memory of buckets that are no longer needed.
    spare: Vec<Bucket<u64>>,
    /// The same of what was counted, up to some bytes: no page of it is asked for twice.
    spare_counted: (Vec<Counted>, usize),
}

/// States of one clock with their trials.
pub struct Waiting {
    /// Which bucket it is, counted from 1.
    pub number: u64,
    /// The states.
    pub states: Bucket<u64>,
    /// What they have counted.
    pub counted: Counted,
    /// How many of them, from the first, have not been played.
    left: usize,
    /// Whether there are so few trials for each that one more would hardly meet others there.
    is_thin: bool,
    /// Where trials only take up what others of the clock have taken up: the strands that all have laid aside.
    pub levels: Option<u16>,
}

/// What is played next.
pub struct Next {
    /// Where the state waited.
    pub at: Place,
    /// Its trials.
    pub trials: u64,
    /// Whether they would hardly meet others: see [`Waiting`].
    pub is_thin: bool,
    /// Where they are only brought level with others: see [`Waiting`].
    pub levels: Option<u16>,
}

impl Queue {
    /// Empty, with room for so many bytes; a state takes so many of them.
    pub fn new(room: usize, a_state: usize) -> Queue {
        Queue {
            waiting: BTreeMap::new(),
            now: Vec::new(),
            held: 0,
            a_state,
            room,
            buckets: 0,
            spare: Vec::new(),
            spare_counted: (Vec::new(), 0),
        }
    }

    /// Trials come to a state of this clock, with what they have counted: where it waits, and how many had come there.
    pub fn add(&mut self, clock: u128, state: &[u16], trials: u64, counts: &Counts) -> (Place, u64) {
        let Queue { waiting, held, buckets, spare, spare_counted, .. } = self;
        let Waiting { number, states, counted, .. } = waiting.entry(clock).or_insert_with(|| {
            *buckets += 1;
            let (states, counted) = (spare.pop().unwrap_or_default(), spare_counted.0.pop().unwrap_or_default());
            spare_counted.1 -= counted.room();
            Waiting { number: *buckets, states, counted, left: 0, is_thin: true, levels: None }
        });
        let (at, before) = states.add(state, trials);
        counts.put(counted, at, before.unwrap_or(0));
        *held += usize::from(before.is_none());
        ((*number, at), before.unwrap_or(0))
    }

    /// All states, if they are of one clock and none of it has been played.
    #[inline]
    pub fn sole(&mut self, counts: &Counts) -> Option<&mut Waiting> {
        let is_sole = self.now.is_empty() && self.waiting.len() == 1 && self.has_room(counts);
        if is_sole { self.waiting.values_mut().next() } else { None }
    }

    fn has_room(&self, counts: &Counts) -> bool {
        self.held * self.a_state + counts.bytes() <= self.room
    }

    /// Takes them out.
    pub fn take_sole(&mut self, counts: &Counts) -> Option<Waiting> {
        self.held = 0;
        let (_, mut waiting) = self.waiting.pop_first()?;
        counts.forget(&mut waiting.counted);
        Some(waiting)
    }

    /// Takes the state that is played next, and what its trials have counted.
    pub fn next(&mut self, state: &mut Row, counts: &mut Counts) -> Option<Next> {
        let waiting = match self.now.is_empty() {
            _ if !self.has_room(counts) => self.waiting.pop_last(),
            true => self.waiting.pop_first(),
            false => None,
        };
        self.now.extend(waiting.map(|(_, waiting)| {
            let (states, trials) = (waiting.states.len(), waiting.states.values().iter().sum::<u64>());
            Waiting { left: states, is_thin: trials < THICK * states as u64, ..waiting }
        }));
        let Waiting { number, states, counted, left, is_thin, levels } = self.now.last_mut()?;
        *left -= 1;
        self.held -= 1;
        state.become_like(states.state(*left));
        let next = Next { at: (*number, *left), trials: states.value(*left), is_thin: *is_thin, levels: *levels };
        counts.leave(counted, *left, next.trials);
        if *left == 0 {
            self.now.pop().into_iter().for_each(|waiting| self.keep(waiting, counts));
        }
        Some(next)
    }

    /// Keeps the memory of states that have been played.
    fn keep(&mut self, Waiting { mut states, mut counted, .. }: Waiting, counts: &Counts) {
        states.clear();
        self.spare.push(states);
        counts.forget(&mut counted);
        if self.spare_counted.1 + counted.room() <= self.room / 2 {
            self.spare_counted.1 += counted.room();
            self.spare_counted.0.push(counted);
        }
    }
}
