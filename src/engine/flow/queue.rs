//! States with their trials that wait to be played: those that are least far first, so that equal states meet.

use std::collections::BTreeMap;

use super::told::Place;
use crate::engine::bucket::Bucket;
use crate::engine::row::Row;

/// States that wait. Its memory is kept for others that come later.
pub struct Queue {
    /// By clock.
    waiting: BTreeMap<u128, Waiting>,
    /// Those that are played next, the last state of the last ones first.
    now: Vec<Waiting>,
    /// How many states wait, and how many may: when there are more, those that are farthest go on first.
    held: usize,
    room: usize,
    /// Buckets so far.
    buckets: u64,
    /// Memory of buckets that are no longer needed.
    spare: Vec<Bucket<u64>>,
}

/// States of one clock with their trials.
pub struct Waiting {
    /// Which bucket it is, counted from 1.
    pub number: u64,
    /// The states.
    pub states: Bucket<u64>,
    /// How many of them, from the first, have not been played.
    left: usize,
    /// Where trials only take up what others of the clock have taken up: the strands that all have laid aside.
    pub levels: Option<u16>,
}

/// What is played next.
pub struct Next {
    /// Where the state waited.
    pub at: Place,
    /// Its trials.
    pub trials: u64,
    /// Where they are only brought level with others: see [`Waiting`].
    pub levels: Option<u16>,
}

impl Queue {
    /// Empty, with room for so many states.
    pub fn new(room: usize) -> Queue {
        Queue { waiting: BTreeMap::new(), now: Vec::new(), held: 0, room, buckets: 0, spare: Vec::new() }
    }

    /// Trials come to a state of this clock: where it waits, and how many had come there.
    pub fn add(&mut self, clock: u128, state: &[u16], trials: u64) -> (Place, u64) {
        let Queue { waiting, held, buckets, spare, .. } = self;
        let Waiting { number, states, .. } = waiting.entry(clock).or_insert_with(|| {
            *buckets += 1;
            Waiting { number: *buckets, states: spare.pop().unwrap_or_default(), left: 0, levels: None }
        });
        let (at, before) = states.add(state, trials);
        *held += usize::from(before.is_none());
        ((*number, at), before.unwrap_or(0))
    }

    /// All states, if they are of one clock and none of it has been played.
    #[inline]
    pub fn sole(&mut self) -> Option<&mut Waiting> {
        let is_sole = self.now.is_empty() && self.waiting.len() == 1 && self.held <= self.room;
        self.waiting.values_mut().next().filter(|_| is_sole)
    }

    /// Takes them out.
    pub fn take_sole(&mut self) -> Option<Waiting> {
        self.held = 0;
        self.waiting.pop_first().map(|(_, waiting)| waiting)
    }

    /// Takes the state that is played next.
    pub fn next(&mut self, state: &mut Row) -> Option<Next> {
        let waiting = match self.now.is_empty() {
            _ if self.held > self.room => self.waiting.pop_last(),
            true => self.waiting.pop_first(),
            false => None,
        };
        self.now.extend(waiting.map(|(_, waiting)| Waiting { left: waiting.states.len(), ..waiting }));
        let Waiting { number, states, left, levels } = self.now.last_mut()?;
        *left -= 1;
        self.held -= 1;
        state.become_like(states.state(*left));
        let next = Next { at: (*number, *left), trials: states.value(*left), levels: *levels };
        if *left == 0 {
            let done = self.now.pop().map(|waiting| waiting.states);
            self.spare.extend(done.map(|mut states| {
                states.clear();
                states
            }));
        }
        Some(next)
    }
}
