//! What some trials have in common and how it stands: which of them have which ways of two such things together is drawn.

use super::told::Pin;
use crate::sampled::Sampled;
use crate::urn::Urn;

/// Numbers that hang together, in the ways in which some trials have them.
pub struct Bundle {
    /// Their places in the row.
    pub places: Vec<u16>,
    /// The ways, one after the other.
    ways: Vec<u16>,
    /// How many trials have each.
    pub counts: Vec<u64>,
    made: Made,
}

/// What a bundle is made of.
enum Made {
    /// The states in which the trials ended.
    States,
    /// A strand: of each way here which it is there, and the place of its first trial there.
    Strand(usize, Vec<(usize, u64)>),
    /// Two others: of each way the ways there.
    Two(Box<Bundle>, Box<Bundle>, Vec<Pair>),
}

/// Trials that have a way of one thing and a way of another.
#[derive(Clone, Copy)]
pub struct Pair {
    /// The ways.
    pub ways: [usize; 2],
    /// The places of the first of them among those of each way.
    pub firsts: [u64; 2],
}

/// Draws which trials of one thing are which of another: the pairs, each with how many trials it has.
pub fn pair(one: &[u64], other: &[u64], dice: &mut Sampled) -> Vec<(Pair, u64)> {
    let (mut urn, mut pairs) = (Urn::new(other.to_vec()), Vec::new());
    for (way, &trials) in one.iter().enumerate() {
        let mut first = 0;
        for drawn in urn.draw(trials, dice) {
            pairs.push((Pair { ways: [way, drawn.kind], firsts: [first, drawn.first] }, drawn.lots));
            first += drawn.lots;
        }
    }
    pairs
}

impl Bundle {
    /// The states in which trials ended: what they differ in, and how many trials there are in each.
    pub fn of_states(places: Vec<u16>, ways: Vec<u16>, counts: Vec<u64>) -> Bundle {
        Bundle { places, ways, counts, made: Made::States }
    }

    /// Some trials of a strand: of each way its numbers, its number there, how many they are, the place of the first.
    pub fn of_strand<'a>(
        strand: usize,
        places: &[u16],
        some: impl Iterator<Item = (&'a [u16], usize, u64, u64)>,
    ) -> Bundle {
        let mut bundle = Bundle { places: places.to_vec(), ways: Vec::new(), counts: Vec::new(), made: Made::States };
        let mut from = Vec::new();
        for (numbers, way, trials, first) in some {
            bundle.ways.extend_from_slice(numbers);
            bundle.counts.push(trials);
            from.push((way, first));
        }
        bundle.made = Made::Strand(strand, from);
        bundle
    }

    fn numbers(&self, way: usize) -> &[u16] {
        &self.ways[way * self.places.len()..][..self.places.len()]
    }

    /// These numbers with a way of the bundle.
    pub fn put(&self, way: usize, numbers: &mut [u16]) {
        self.places.iter().zip(self.numbers(way)).for_each(|(&place, &number)| numbers[usize::from(place)] = number);
    }

    /// Together with another: which of its trials are which of the other's is drawn.
    pub fn with(self, other: Bundle, dice: &mut Sampled) -> Bundle {
        let (pairs, counts): (Vec<Pair>, Vec<u64>) = pair(&self.counts, &other.counts, dice).into_iter().unzip();
        let of = |pair: &Pair| self.numbers(pair.ways[0]).iter().chain(other.numbers(pair.ways[1])).copied();
        let ways = pairs.iter().flat_map(of).collect();
        let places = self.places.iter().chain(&other.places).copied().collect();
        Bundle { places, ways, counts, made: Made::Two(Box::new(self), Box::new(other), pairs) }
    }

    /// The ways of strands that a trial has, by its place in a way of the bundle.
    pub fn pin(&self, way: usize, place: u64, pins: &mut Vec<Pin>) {
        match &self.made {
            Made::States => {}
            Made::Strand(strand, from) => pins.push((*strand, from[way].0, from[way].1 + place)),
            Made::Two(one, other, pairs) => {
                let Pair { ways, firsts } = pairs[way];
                one.pin(ways[0], firsts[0] + place, pins);
                other.pin(ways[1], firsts[1] + place, pins);
            }
        }
    }

    /// Whether the states are in here in which trials ended.
    pub fn has_states(&self) -> bool {
        match &self.made {
            Made::States => true,
            Made::Strand(..) => false,
            Made::Two(one, other, _) => one.has_states() || other.has_states(),
        }
    }

    /// Where the trial is that has this place in a way of the states it ended in, if those are in here.
    pub fn find(&self, way: usize, place: u64) -> Option<(usize, u64)> {
        match &self.made {
            Made::States => Some((way, place)),
            Made::Strand(..) => None,
            Made::Two(one, other, pairs) => {
                let found = [one, other].into_iter().enumerate().find_map(|(at, of)| Some((at, of.find(way, place)?)));
                let (at, (way, place)) = found?;
                let has = |of: usize, pair: &Pair| {
                    pair.ways[at] == way && (pair.firsts[at]..pair.firsts[at] + self.counts[of]).contains(&place)
                };
                let of = pairs.iter().enumerate().position(|(of, pair)| has(of, pair))?;
                Some((of, place - pairs[of].firsts[at]))
            }
        }
    }

    /// The place of a trial in the order of all.
    pub fn in_order(&self, way: usize, place: u64) -> u64 {
        self.counts[..way].iter().sum::<u64>() + place
    }

    /// The trial that has this place in the order of all.
    pub fn of_order(&self, mut place: u64) -> (usize, u64) {
        let way = self.counts.iter().position(|&trials| match place.checked_sub(trials) {
            Some(beyond) => {
                place = beyond;
                false
            }
            None => true,
        });
        (way.unwrap_or(0), place)
    }
}
