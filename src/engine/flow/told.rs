//! Finds one trial of many again: forward while it is played with the others, backward through the strands.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::dealt::Parting;

/// Where a state waits: the number of its bucket, and its place in it.
pub(super) type Place = (u64, usize);

/// One of several pieces that trials went through together: whether it was played, and how the trials parted.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// If not, the trials only took up a strand.
    pub is_played: bool,
    /// How the trials parted.
    pub partings: Vec<Parting>,
}

/// Trials that went the same way from one state to another.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The state they left; and, if a trial went alone, its number among those of the state.
    pub from: Place,
    /// See `from`.
    pub alone: u64,
    /// The state they reached, how many trials were there before, and how many they were.
    pub to: Place,
    /// See `to`.
    pub before: u64,
    /// See `to`.
    pub trials: u64,
    /// The pieces they went through.
    pub pieces: Vec<Piece>,
}

/// A value of a strand that the trial has, and its place among the trials with that value: (strand, value, place).
pub(super) type Pin = (usize, usize, u64);

impl Way {
    /// The place of one of the trials among those of the state they left; adds the strand values it took up to `pins`.
    pub(super) fn undo(&self, place: u64, pins: &mut Vec<Pin>) -> u64 {
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

/// In place of a bucket: the trial is over, and all of it has been counted.
pub(super) const OVER: u64 = 0;

/// In place of a bucket: the trial is over, but its last measures are read later.
pub(super) const READ_LATER: u64 = u64::MAX;

/// The trial to be narrated.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// Its place among all trials at the point from which it is followed.
    place: u64,
    /// The number of the stretch in which it is followed. A stretch ends where a strand is set aside; for earlier ones all
    /// ways are recorded.
    pub last: usize,
    /// The ways of the stretch being played, and of those before.
    pub ways: Vec<Way>,
    /// See `ways`.
    pub before: Vec<Vec<Way>>,
    /// Where its state waits, and its place among the trials there; `None` when it is over, or not followed yet.
    at: Option<(Place, u64)>,
    /// Its state among those to be read later, and its place there.
    pub ended: Option<(usize, u64)>,
    /// The pieces it went through since it is followed.
    pieces: Vec<Piece>,
    /// The strand values it has taken up.
    pub pins: Vec<Pin>,
}

impl Told {
    /// The trial at this place, followed in this stretch.
    pub(super) fn new(last: usize, place: u64) -> Told {
        Told { last, place, ..Told::default() }
    }

    /// Starts a stretch, with all trials in this state.
    pub(super) fn begin(&mut self, stretch: usize, at: Place) {
        if stretch == self.last {
            self.at = Some((at, self.place));
        }
    }

    /// The place of the trial among those in a state, if it is there.
    pub(super) fn place_at(&self, state: Place) -> Option<u64> {
        self.at.and_then(|(at, place)| (at == state).then_some(place))
    }

    /// The trial went this way, at this place among those that did.
    pub(super) fn follow(&mut self, way: Way, place: u64) {
        way.undo(place, &mut self.pins);
        let place = way.before + place;
        self.at = (way.to.0 != OVER && way.to.0 != READ_LATER).then_some((way.to, place));
        self.ended = (way.to.0 == READ_LATER).then_some((way.to.1, place));
        self.pieces.extend(way.pieces);
    }

    /// All pieces it went through, from the first; `buckets` are those of the strands.
    pub(super) fn story(mut self, buckets: &[u64]) -> Vec<Piece> {
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
