//! Strands: cells that differ between trials and that are not read, and how many trials have each of their joint values.

use crate::alone::differing;
use crate::bucket::Bucket;
use crate::row::Row;
use crate::urn::Urn;

/// Cells that depend on each other, with the joint values that trials have.
#[derive(Debug)]
pub(super) struct Strand {
    /// The number of the bucket they come from; its states are the values.
    pub bucket: u64,
    /// The cells, as places in the row.
    pub places: Vec<u16>,
    /// The joint values, one after the other.
    ways: Vec<u16>,
    /// For each value, the trials that have not taken up the strand.
    pub urn: Urn,
}

impl Strand {
    /// The cells in which the states of a bucket differ.
    pub(super) fn of(bucket: u64, states: &Bucket<u64>) -> Strand {
        let places = differing(states);
        let ways = states.states().flat_map(|state| places.iter().map(|&place| state[usize::from(place)])).collect();
        Strand { bucket, places, ways, urn: Urn::new(states.values().to_vec()) }
    }

    /// The numbers of one value.
    pub(super) fn way(&self, way: usize) -> &[u16] {
        &self.ways[way * self.places.len()..][..self.places.len()]
    }

    /// Writes a value of the strand into a row.
    pub(super) fn put(&self, way: usize, row: &mut Row) {
        self.places.iter().zip(self.way(way)).for_each(|(&place, &number)| row.put(place, number));
    }
}
