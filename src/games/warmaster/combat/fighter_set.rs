//! A set of fighters of a combat, as one number, so that rounds are played without a list in memory.

/// The most fighters of a combat: one bit each.
pub const MOST: usize = u64::BITS as usize;

/// A set of fighters, by their indices in [`crate::combat::Combat::fighters`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FighterSet(u64);

impl FighterSet {
    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it contains this one.
    pub fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// Adds one.
    pub fn add(&mut self, index: usize) {
        debug_assert!(index < MOST);
        self.0 |= 1 << index;
    }

    /// The fighters in either set.
    pub fn union(self, other: FighterSet) -> FighterSet {
        FighterSet(self.0 | other.0)
    }

    /// All of them, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        // Each step removes the lowest bit, which is the next.
        let rest = |left: &u64| Some(left & (left - 1)).filter(|&left| left != 0);
        std::iter::successors(Some(self.0).filter(|&left| left != 0), rest).map(|left| left.trailing_zeros() as usize)
    }

    /// Those for which this holds.
    pub fn those(self, wish: impl Fn(usize) -> bool) -> FighterSet {
        self.iter().filter(|&index| wish(index)).collect()
    }

    /// How many they are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }
}

impl FromIterator<usize> for FighterSet {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> FighterSet {
        let mut party = FighterSet::default();
        indices.into_iter().for_each(|index| party.add(index));
        party
    }
}
