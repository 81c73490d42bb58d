//! Bundles: cells of some trials with their joint values. Which trials have which values of two bundles together is drawn.

use super::told::Pin;
use crate::sampled::Sampled;
use crate::urn::Urn;

/// Cells that depend on each other, with the joint values that some trials have.
pub(super) struct Bundle {
    /// The cells, as places in the row.
    pub places: Vec<u16>,
    /// The joint values, one after the other.
    ways: Vec<u16>,
    /// How many trials have each of them.
    pub counts: Vec<u64>,
    made: Made,
}

/// Where a bundle comes from.
enum Made {
    /// The states in which the trials ended.
    States,
    /// A strand: for each value here, its number in the strand, and the place of its first trial there.
    Strand(usize, Vec<(usize, u64)>),
    /// Two others: for each value here, the pairs of values there.
    Two(Box<Bundle>, Box<Bundle>, Vec<Pair>),
}

/// Trials that have one value of one bundle and one of another.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// The two values.
    pub ways: [usize; 2],
    /// The place of the first of these trials among those of each value.
    pub firsts: [u64; 2],
}

/// Draws which trials of one are which of the other: the pairs, each with its number of trials.
pub(super) fn pair(one: &[u64], other: &[u64], dice: &mut Sampled) -> Vec<(Pair, u64)> {
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
    /// The states in which trials ended: the cells in which they differ, and the number of trials in each.
    pub(super) fn of_states(places: Vec<u16>, ways: Vec<u16>, counts: Vec<u64>) -> Bundle {
        Bundle { places, ways, counts, made: Made::States }
    }

    /// Some trials of a strand: for each value its numbers, its number there, how many trials, the place of the first.
    pub(super) fn of_strand<'a>(
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

    /// Writes a value of the bundle into a row.
    pub(super) fn put(&self, way: usize, numbers: &mut [u16]) {
        self.places.iter().zip(self.numbers(way)).for_each(|(&place, &number)| numbers[usize::from(place)] = number);
    }

    /// Joins another bundle: which trials of the two are the same is drawn.
    pub(super) fn with(self, other: Bundle, dice: &mut Sampled) -> Bundle {
        let (pairs, counts): (Vec<Pair>, Vec<u64>) = pair(&self.counts, &other.counts, dice).into_iter().unzip();
        let of = |pair: &Pair| self.numbers(pair.ways[0]).iter().chain(other.numbers(pair.ways[1])).copied();
        let ways = pairs.iter().flat_map(of).collect();
        let places = self.places.iter().chain(&other.places).copied().collect();
        Bundle { places, ways, counts, made: Made::Two(Box::new(self), Box::new(other), pairs) }
    }

    /// The strand values that a trial has, by its place among those of a value of the bundle.
    pub(super) fn pin(&self, way: usize, place: u64, pins: &mut Vec<Pin>) {
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

    /// Whether the states in which trials ended are part of it.
    pub(super) fn has_states(&self) -> bool {
        match &self.made {
            Made::States => true,
            Made::Strand(..) => false,
            Made::Two(one, other, _) => one.has_states() || other.has_states(),
        }
    }

    /// The state in which a trial ended and its place there, by its place among those of a value; `None` if those states
    /// are not part of it.
    pub(super) fn find(&self, way: usize, place: u64) -> Option<(usize, u64)> {
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

    /// The place of a trial in the order of all values.
    pub(super) fn in_order(&self, way: usize, place: u64) -> u64 {
        self.counts[..way].iter().sum::<u64>() + place
    }

    /// The value and place of the trial at this place in the order of all values.
    pub(super) fn of_order(&self, mut place: u64) -> (usize, u64) {
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
