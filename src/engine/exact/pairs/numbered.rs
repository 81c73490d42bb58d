//! Numbers states by what they have in some cells, without building them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use super::{Entry, Pairs};
use crate::exact::rests::{Made, Rests};

/// A number made of the values of several cells, each times a weight.
pub(in crate::exact) trait Key: Copy + Eq + Hash {
    const NOTHING: Self;
    /// The weight of values that begin at this bit.
    fn at_bit(bit: u32) -> Self;
    /// With a value times a weight. What is added to a rest may be negative.
    fn with(self, value: i32, weight: Self) -> Self;
    fn plus(self, other: Self) -> Self;
}

impl Key for u64 {
    const NOTHING: u64 = 0;

    fn at_bit(bit: u32) -> u64 {
        // A cell that is always 0 has a field without bits, which may begin behind the last bit.
        1u64.wrapping_shl(bit)
    }

    #[inline]
    fn with(self, value: i32, weight: u64) -> u64 {
        self.wrapping_add((value as u64).wrapping_mul(weight))
    }

    #[inline]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }
}

/// Two numbers, for twice as many bits; no field is in both.
impl Key for [u64; 2] {
    const NOTHING: [u64; 2] = [0; 2];

    fn at_bit(bit: u32) -> [u64; 2] {
        if bit < u64::BITS { [u64::at_bit(bit), 0] } else { [0, u64::at_bit(bit - u64::BITS)] }
    }

    #[inline]
    fn with(self, value: i32, [low, high]: [u64; 2]) -> [u64; 2] {
        [self[0].with(value, low), self[1].with(value, high)]
    }

    #[inline]
    fn plus(self, [low, high]: [u64; 2]) -> [u64; 2] {
        [self[0].plus(low), self[1].plus(high)]
    }
}

impl Pairs {
    /// Numbers states by their values in some cells: `number` is asked once for each different row of values, with the place of
    /// the first state that has them. What it answers, for each state.
    pub(in crate::exact) fn by(&self, cells: &[u16], mut number: impl FnMut(&[u16], usize) -> u32) -> Vec<u32> {
        let mut values = Vec::new();
        self.by_first(cells, |row, place| {
            row.make(&mut values, place);
            number(&values, place)
        })
    }

    /// The same where only the place of the first state is needed.
    pub(in crate::exact) fn by_place(&self, cells: &[u16], mut number: impl FnMut(usize) -> u32) -> Vec<u32> {
        self.by_first(cells, |_, place| number(place))
    }

    fn by_first(&self, cells: &[u16], number: impl FnMut(&mut Making, usize) -> u32) -> Vec<u32> {
        // Each cell has a field of its own that holds all its values.
        let (begin, bits) = self.fields(cells);
        match bits {
            ..=64 => self.by_keys::<u64>((cells, &begin), number),
            65..=128 => self.by_keys::<[u64; 2]>((cells, &begin), number),
            _ => self.by_halves(cells, number),
        }
    }

    fn by_keys<K: Key>(
        &self,
        (cells, begin): (&[u16], &[u32]),
        mut number: impl FnMut(&mut Making, usize) -> u32,
    ) -> Vec<u32> {
        let weights: Vec<(u16, K)> = cells.iter().zip(begin).map(|(&cell, &bit)| (cell, K::at_bit(bit))).collect();
        let keys = Keys::of(self, &weights);
        let mut known = HashMap::with_hasher(FixedState::default());
        let mut in_group: Vec<Vec<u32>> = vec![Vec::new(); keys.groups.len()];
        let (mut numbers, mut making) = (Vec::with_capacity(self.len()), Making::of(self, cells));
        for (nth, entry) in self.entries.iter().enumerate() {
            let rests = &self.tables[entry.table as usize];
            let group = &keys.groups[keys.group_of[nth] as usize];
            let share = &keys.shares[group.share];
            making.begin(nth);
            let mut find = |key: K, place: usize| *known.entry(key).or_insert_with(|| number(&mut making, place));
            let places = entry.first as usize..self.end(nth) as usize;
            match &share.rows {
                Rows::Unknown => {
                    numbers.extend(places.map(|place| find(share.key(group, rests, self.rests[place]), place)))
                }
                Rows::One => {
                    let found = find(group.key, places.start);
                    numbers.extend(places.map(|_| found));
                }
                Rows::Each(added) | Rows::Of(_, added) if group.states >= added.len() => {
                    let known = &mut in_group[keys.group_of[nth] as usize];
                    known.resize(added.len(), UNKNOWN);
                    numbers.extend(places.map(|place| {
                        let row = share.row(self.rests[place]);
                        if known[row] == UNKNOWN {
                            known[row] = find(group.key.plus(added[row]), place);
                        }
                        known[row]
                    }));
                }
                Rows::Each(added) | Rows::Of(_, added) => {
                    numbers.extend(places.map(|place| find(group.key.plus(added[share.row(self.rests[place])]), place)))
                }
            }
        }
        numbers
    }

    /// The same where all these cells do not fit into one number.
    fn by_halves(&self, cells: &[u16], mut number: impl FnMut(&mut Making, usize) -> u32) -> Vec<u32> {
        let (one, other) = cells.split_at(cells.len() / 2);
        let (one, other) = (self.numbered(one), self.numbered(other));
        let (mut known, mut making) = (HashMap::with_hasher(FixedState::default()), Making::of(self, cells));
        let mut numbers = Vec::with_capacity(self.len());
        for (nth, entry) in self.entries.iter().enumerate() {
            making.begin(nth);
            numbers.extend(
                (entry.first as usize..self.end(nth) as usize).map(|place| {
                    *known.entry((one[place], other[place])).or_insert_with(|| number(&mut making, place))
                }),
            );
        }
        numbers
    }

    /// Numbers states by their values in some cells, from 0.
    pub(super) fn numbered(&self, cells: &[u16]) -> Vec<u32> {
        let mut count = 0;
        let number: &mut dyn FnMut(usize) -> u32 = &mut |_| {
            count += 1;
            count - 1
        };
        self.by_place(cells, number)
    }

    /// About how many of the states are different.
    pub(in crate::exact) fn different(&self) -> usize {
        let mut different = HashSet::with_hasher(FixedState::default());
        self.each_key(&self.mixed(), |_, key| {
            different.insert(key);
            true
        });
        different.len()
    }

    /// Weights with which hardly any states that differ have the same key, all of whose bits are mixed.
    pub(super) fn mixed(&self) -> Vec<(u16, u64)> {
        self.differing().iter().map(|&cell| (cell, FixedState::default().hash_one(cell) | 1)).collect()
    }

    /// A key for each state in order, with its place: the sum of its values in some cells, each times its weight. Up to where
    /// something does not hold of it.
    pub(in crate::exact) fn each_key<K: Key>(
        &self,
        weights: &[(u16, K)],
        mut holds: impl FnMut(usize, K) -> bool,
    ) -> bool {
        let keys = Keys::of(self, weights);
        self.entries.iter().enumerate().all(|(nth, entry)| {
            let group = &keys.groups[keys.group_of[nth] as usize];
            let (share, rests) = (&keys.shares[group.share], &self.tables[entry.table as usize]);
            let places = entry.first as usize..self.end(nth) as usize;
            places.clone().zip(&self.rests[places]).all(|(place, &rest)| holds(place, share.key(group, rests, rest)))
        })
    }

    /// The most that each of some cells can be.
    pub(in crate::exact) fn most(&self, cells: &[u16]) -> Vec<i32> {
        let most = self.most.get_or_init(|| self.most_of(self.differing()));
        let Some(first) = self.entries.first() else { return vec![0; cells.len()] };
        let most_of = |cell: &u16| match self.differing().binary_search(cell) {
            Ok(at) => most[at],
            Err(_) => self.entry(first)[usize::from(*cell)].into(),
        };
        cells.iter().map(most_of).collect()
    }

    fn most_of(&self, cells: &[u16]) -> Vec<i32> {
        let mut most = vec![0; cells.len()];
        for entry in &self.entries {
            let (rests, numbers) = (&self.tables[entry.table as usize], self.entry(entry));
            for (most, &cell) in most.iter_mut().zip(cells) {
                let number = numbers[usize::from(cell)];
                let here = match rests.open_bit(numbers, cell) {
                    None => number.into(),
                    Some(bit) => i32::from(rests.most(bit)) + i32::from(number as i16),
                };
                *most = here.max(*most);
            }
        }
        most
    }

    /// Where a field for each of some cells begins that holds all its values, and how many bits all need. No field goes over a
    /// multiple of 64 bits.
    fn fields(&self, cells: &[u16]) -> (Vec<u32>, u32) {
        let most = self.most(cells);
        let mut end = 0;
        let begin = most.into_iter().map(|most: i32| {
            let (first, bits) = (end, i32::BITS - most.leading_zeros());
            let begin = if first % u64::BITS + bits > u64::BITS { first.next_multiple_of(u64::BITS) } else { first };
            end = begin + bits;
            begin
        });
        (begin.collect(), end)
    }
}

/// Makes the values of states in some cells, entry by entry.
struct Making<'a> {
    pairs: &'a Pairs,
    cells: &'a [u16],
    entry: usize,
    /// How the entry makes each, once it is needed.
    made: Vec<Made>,
}

impl<'a> Making<'a> {
    fn of(pairs: &'a Pairs, cells: &'a [u16]) -> Making<'a> {
        Making { pairs, cells, entry: 0, made: Vec::new() }
    }

    /// The states of an entry come next.
    fn begin(&mut self, entry: usize) {
        self.entry = entry;
        self.made.clear();
    }

    /// The values of a state of the entry.
    fn make(&mut self, values: &mut Vec<u16>, place: usize) {
        let Making { pairs, cells, entry, made } = self;
        let entry = &pairs.entries[*entry];
        let rests = &pairs.tables[entry.table as usize];
        if made.is_empty() {
            made.extend(cells.iter().map(|&cell| rests.made(pairs.entry(entry), cell)));
        }
        rests.make(made, pairs.rests[place], values);
    }
}

/// No number yet.
const UNKNOWN: u32 = u32::MAX;

/// The rests of a table are numbered by what they add if that many times as many states have them.
const WORTH_ROWS: usize = 2;

/// So many rests show whether many add the same.
const LOOKED_AT: usize = 256;

/// How the keys of states are made: what the entry says, plus what the rest adds to it.
struct Keys<K> {
    shares: Vec<Share<K>>,
    /// Entries that say the same and whose rests add the same are a group.
    groups: Vec<Group<K>>,
    /// The group of each entry.
    group_of: Vec<u32>,
}

/// Entries of which all that is not in the rests is the same.
struct Group<K> {
    /// What the rests add to it.
    share: usize,
    /// What the entries say.
    key: K,
    /// How many states they have.
    states: usize,
}

/// What the rests of a table add to the key of a state, if these cells are open: the weight of each, and which of the cells
/// apart it is.
struct Share<K> {
    table: u32,
    open: Vec<(K, u16)>,
    states: usize,
    rows: Rows<K>,
}

/// Which rests add the same.
enum Rows<K> {
    Unknown,
    /// No cell is open: none adds anything.
    One,
    /// What each adds: few add the same.
    Each(Vec<K>),
    /// For each rest which of these different keys it adds.
    Of(Vec<u32>, Vec<K>),
}

impl<K: Key> Keys<K> {
    fn of(pairs: &Pairs, weights: &[(u16, K)]) -> Keys<K> {
        let (mut shares, mut groups, mut open) = (Vec::<Share<K>>::new(), Vec::<Group<K>>::new(), Vec::new());
        let (mut known, mut last) = (HashMap::with_hasher(FixedState::default()), 0);
        let of_entry = |(nth, entry): (usize, &Entry)| {
            let (rests, numbers) = (&pairs.tables[entry.table as usize], pairs.entry(entry));
            let mut key = K::NOTHING;
            open.clear();
            for &(cell, weight) in weights {
                let number = numbers[usize::from(cell)];
                key = match rests.open_bit(numbers, cell) {
                    None => key.with(number.into(), weight),
                    Some(bit) => {
                        open.push((weight, bit));
                        key.with((number as i16).into(), weight)
                    }
                };
            }
            let is_this = |share: &Share<K>| share.table == entry.table && share.open == open;
            if !shares.get(last).is_some_and(is_this) {
                last = shares.iter().position(is_this).unwrap_or(shares.len());
            }
            if last == shares.len() {
                shares.push(Share { table: entry.table, open: open.clone(), states: 0, rows: Rows::Unknown });
            }
            let group = *known.entry((last, key)).or_insert_with(|| {
                groups.push(Group { share: last, key, states: 0 });
                groups.len() - 1
            });
            let states = (pairs.end(nth) - entry.first) as usize;
            groups[group].states += states;
            shares[last].states += states;
            group as u32
        };
        let group_of = pairs.entries.iter().enumerate().map(of_entry).collect();
        for share in &mut shares {
            let rests = &pairs.tables[share.table as usize];
            share.rows = match share.open.is_empty() {
                true => Rows::One,
                false if share.states >= WORTH_ROWS * rests.len() => share.of_all(rests),
                false => Rows::Unknown,
            };
        }
        Keys { shares, groups, group_of }
    }
}

impl<K: Key> Share<K> {
    /// The key of a state of this group with a rest.
    #[inline]
    fn key(&self, group: &Group<K>, rests: &Rests, rest: u32) -> K {
        match &self.rows {
            Rows::Unknown => group.key.plus(self.added(rests, rest)),
            Rows::One => group.key,
            Rows::Each(added) | Rows::Of(_, added) => group.key.plus(added[self.row(rest)]),
        }
    }

    /// Which row a rest adds.
    #[inline]
    fn row(&self, rest: u32) -> usize {
        match &self.rows {
            Rows::Of(of, _) => of[rest as usize] as usize,
            _ => rest as usize,
        }
    }

    /// What a rest adds.
    #[inline]
    fn added(&self, rests: &Rests, rest: u32) -> K {
        let values = rests.values(rest);
        self.open.iter().fold(K::NOTHING, |key, &(weight, bit)| key.with(values[usize::from(bit)].into(), weight))
    }

    /// What the rests add, and which of them the same.
    fn of_all(&self, rests: &Rests) -> Rows<K> {
        let mut all: Vec<K> = (0..rests.len() as u32).map(|rest| self.added(rests, rest)).collect();
        let (mut known, mut of) = (HashMap::with_hasher(FixedState::default()), Vec::with_capacity(all.len()));
        for &key in &all {
            let next = known.len();
            of.push(*known.entry(key).or_insert(next as u32));
            if of.len() == LOOKED_AT && known.len() * 2 > of.len() {
                return Rows::Each(all);
            }
        }
        let mut count = 0;
        all.retain(|key| {
            let is_first = known[key] == count;
            count += u32::from(is_first);
            is_first
        });
        Rows::Of(of, all)
    }
}
