//! States that wait to be played, with their trials: the least far ones first, so that equal states meet.

use std::cmp::Reverse;

use super::counted::Counted;
use super::counts::Counts;
use super::told::Place;
use crate::bucket::Bucket;
use crate::row::Row;

/// From this many trials per state on, trials that reach a state meet others.
const THICK: u64 = 6;

/// The states that wait. Its memory is kept for later ones.
pub(super) struct Queue {
    /// By clock, the least far on last.
    waiting: Vec<(u128, Waiting)>,
    /// Those that are played next: the last state of the last bucket first.
    now: Vec<Waiting>,
    /// How many states wait, the bytes of one, and the bytes allowed: if there are more, the states farthest on are played
    /// first.
    held: usize,
    a_state: usize,
    room: usize,
    /// The number of buckets so far.
    buckets: u64,
    /// Buckets no longer needed, kept for their memory.
    spare: Vec<Bucket<u64>>,
    /// The same for counters, with their bytes, up to a limit: no page of memory is allocated twice.
    spare_counted: (Vec<Counted>, usize),
}

/// States of one clock with their trials.
pub(super) struct Waiting {
    /// The number of the bucket, from 1.
    pub number: u64,
    /// The states.
    pub states: Bucket<u64>,
    /// What their trials have counted.
    pub counted: Counted,
    /// How many of them, from the first, have not been played.
    left: usize,
    /// Whether there are so few trials per state that one more would hardly meet others.
    is_thin: bool,
    /// If trials only take up the strands that others of the clock have taken up: the strands that all of them have set
    /// aside.
    pub levels: Option<u16>,
}

/// The state to play next.
pub(super) struct Next {
    /// Where it waited.
    pub at: Place,
    /// Its trials.
    pub trials: u64,
    /// Whether they would hardly meet others: see [`Waiting`].
    pub is_thin: bool,
    /// If they only take up strands like the others: see [`Waiting`].
    pub levels: Option<u16>,
}

impl Queue {
    /// Empty, with `room` bytes; a state takes `a_state` of them.
    pub(super) fn new(room: usize, a_state: usize) -> Queue {
        Queue {
            waiting: Vec::new(),
            now: Vec::new(),
            held: 0,
            a_state,
            room,
            buckets: 0,
            spare: Vec::new(),
            spare_counted: (Vec::new(), 0),
        }
    }

    /// Adds trials to a state of this clock, with what they have counted: where it waits, and how many trials were there
    /// before.
    pub(super) fn add(&mut self, clock: u128, state: &[u16], trials: u64, counts: &Counts) -> (Place, u64) {
        let Queue { waiting, held, buckets, spare, spare_counted, .. } = self;
        let place =
            waiting.binary_search_by_key(&Reverse(clock), |(clock, _)| Reverse(*clock)).unwrap_or_else(|place| {
                *buckets += 1;
                let (states, counted) = (spare.pop().unwrap_or_default(), spare_counted.0.pop().unwrap_or_default());
                spare_counted.1 -= counted.room();
                let new = Waiting { number: *buckets, states, counted, left: 0, is_thin: true, levels: None };
                waiting.insert(place, (clock, new));
                place
            });
        let (_, Waiting { number, states, counted, .. }) = &mut waiting[place];
        let (at, before) = states.add(state, trials);
        counts.put(counted, at, before.unwrap_or(0));
        *held += usize::from(before.is_none());
        ((*number, at), before.unwrap_or(0))
    }

    /// All waiting states, if they are of one clock and none of them has been played.
    #[inline]
    pub(super) fn sole(&mut self, counts: &Counts) -> Option<&mut Waiting> {
        let is_sole = self.now.is_empty() && self.waiting.len() == 1 && self.has_room(counts);
        self.waiting.last_mut().map(|(_, waiting)| waiting).filter(|_| is_sole)
    }

    fn has_room(&self, counts: &Counts) -> bool {
        self.held * self.a_state + counts.bytes() <= self.room
    }

    /// Takes them out of the queue.
    pub(super) fn take_sole(&mut self, counts: &Counts) -> Option<Waiting> {
        self.held = 0;
        let (_, mut waiting) = self.waiting.pop()?;
        counts.forget(&mut waiting.counted);
        Some(waiting)
    }

    /// Takes out the next state to play, and what its trials have counted.
    pub(super) fn next(&mut self, state: &mut Row, counts: &mut Counts) -> Option<Next> {
        let waiting = match self.now.is_empty() {
            _ if !self.has_room(counts) => (!self.waiting.is_empty()).then(|| self.waiting.remove(0)),
            true => self.waiting.pop(),
            false => None,
        };
        if let Some((_, mut waiting)) = waiting {
            let (states, trials) = (waiting.states.len(), waiting.states.values().iter().sum::<u64>());
            (waiting.left, waiting.is_thin) = (states, trials < THICK * states as u64);
            self.now.push(waiting);
        }
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
