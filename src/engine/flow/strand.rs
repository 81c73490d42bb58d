//! What trials differ in and nothing asks for: numbers that hang together, and how many trials have them in which way.

use crate::alone::differing;
use crate::bucket::Bucket;
use crate::row::Row;
use crate::urn::Urn;

/// Numbers that hang together, in the ways in which trials have them.
#[derive(Debug)]
pub struct Strand {
    /// The number of the bucket they were in, whose states are the ways.
    pub bucket: u64,
    /// Their places in the row.
    pub places: Vec<u16>,
    /// The ways, one after the other.
    ways: Vec<u16>,
    /// The trials of each way that have not taken up the strand.
    pub urn: Urn,
}

impl Strand {
    /// What the states of a bucket differ in.
    pub fn of(bucket: u64, states: &Bucket<u64>) -> Strand {
        let places = differing(states);
        let ways = states.states().flat_map(|state| places.iter().map(|&place| state[usize::from(place)])).collect();
        Strand { bucket, places, ways, urn: Urn::new(states.values().to_vec()) }
    }

    /// The numbers of a way.
    pub fn way(&self, way: usize) -> &[u16] {
        &self.ways[way * self.places.len()..][..self.places.len()]
    }

    /// A row has this way of the strand.
    pub fn put(&self, way: usize, row: &mut Row) {
        self.places.iter().zip(self.way(way)).for_each(|(&place, &number)| row.put(place, number));
    }
}
