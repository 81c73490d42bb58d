//! How one trial of many is found again: forward where it is played with the others, backward through what was laid aside.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::dealt::Parting;

/// Where a state waits: the number of its bucket, and its place there.
pub type Place = (u64, usize);

/// One of several pieces in which trials went on together: whether it was played, and how trials parted.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Else trials took up a strand and no more.
    pub is_played: bool,
    /// How they parted.
    pub partings: Vec<Parting>,
}

/// Trials that went one way from one state to another.
#[derive(Clone, Debug)]
pub struct Way {
    /// The state they left, and where they went alone, which trial of it.
    pub from: Place,
    /// See there.
    pub alone: u64,
    /// The state they came to, how many had come there before, and how many they were.
    pub to: Place,
    /// See there.
    pub before: u64,
    /// See there.
    pub trials: u64,
    /// What they went through.
    pub pieces: Vec<Piece>,
}

/// A way of a strand that the trial has, and its place among those that have it.
pub type Pin = (usize, usize, u64);

impl Way {
    /// Where one of the trials was among those of the state they left; and what it took up.
    pub fn undo(&self, place: u64, pins: &mut Vec<Pin>) -> u64 {
        let partings = self.pieces.iter().rev().flat_map(|piece| piece.partings.iter().rev());
        let start = partings.fold(place, |place, parting| {
            if let Some((strand, drawn)) = parting.took {
                pins.push((strand.into(), drawn.kind, drawn.first + place));
            }
            (parting.before + place + parting.trials - parting.turned) % parting.trials
        });
        self.alone + start
    }
}

/// Instead of a bucket: the trial is over, and all of it has been counted.
pub const OVER: u64 = 0;

/// The trial is over, but its last measures are read later.
pub const READ_LATER: u64 = u64::MAX;

/// One trial, looked for.
#[derive(Debug, Default)]
pub struct Told {
    /// Its place among all when it begins to be followed.
    place: u64,
    /// The stretch in which it is followed; how trials went in those before, which end where a strand is laid aside, is noted.
    pub last: usize,
    /// The ways of the stretch that is played, and of those before.
    pub ways: Vec<Way>,
    /// See there.
    pub before: Vec<Vec<Way>>,
    /// Where the state waits that it is in, and its place among the trials there; nothing when it is over, or not followed yet.
    at: Option<(Place, u64)>,
    /// Its state among those to be read later, and its place there.
    pub ended: Option<(usize, u64)>,
    /// What it went through since it is followed.
    pieces: Vec<Piece>,
    /// What it has taken up.
    pub pins: Vec<Pin>,
}

impl Told {
    /// The trial of this place, followed in this stretch.
    pub fn new(last: usize, place: u64) -> Told {
        Told { last, place, ..Told::default() }
    }

    /// A stretch begins, with all trials in this state.
    pub fn begin(&mut self, stretch: usize, at: Place) {
        if stretch == self.last {
            self.at = Some((at, self.place));
        }
    }

    /// The place of the trial among those in a state, if it is there.
    pub fn place_at(&self, state: Place) -> Option<u64> {
        self.at.and_then(|(at, place)| (at == state).then_some(place))
    }

    /// It has gone this way, at a place among those who did.
    pub fn follow(&mut self, way: Way, place: u64) {
        way.undo(place, &mut self.pins);
        let place = way.before + place;
        self.at = (way.to.0 != OVER && way.to.0 != READ_LATER).then_some((way.to, place));
        self.ended = (way.to.0 == READ_LATER).then_some((way.to.1, place));
        self.pieces.extend(way.pieces);
    }

    /// All that it went through, from the first; `buckets` are those of the strands.
    pub fn story(mut self, buckets: &[u64]) -> Vec<Piece> {
        let mut stretches = vec![Vec::new(); buckets.len()];
        while let Some((strand, way, place)) = self.pins.pop() {
            let mut by_end: HashMap<Place, Vec<&Way>, FixedState> = HashMap::default();
            self.before[strand].iter().for_each(|way| by_end.entry(way.to).or_default().push(way));
            let (mut at, mut place) = ((buckets[strand], way), place);
            let has_come = |way: &&&Way, place: u64| (way.before..way.before + way.trials).contains(&place);
            while let Some(way) = by_end.get(&at).and_then(|ways| ways.iter().find(|way| has_come(way, place))) {
                stretches[strand].splice(0..0, way.pieces.iter().cloned());
                place = way.undo(place - way.before, &mut self.pins);
                at = way.from;
            }
        }
        stretches.into_iter().flatten().chain(self.pieces).collect()
    }
}
