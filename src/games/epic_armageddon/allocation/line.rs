//! §1.9.6, §3.2.1: the units that can be hit, front to back, and the hits to allocate.

use crate::profile::Amount;
use battle_odds_engine::pool::Pool;
use smallvec::{SmallVec, smallvec};

/// A set of slots, one bit each.
pub type Slots = u64;

/// Units in each slot.
pub type Sizes = SmallVec<[u32; 16]>;

/// The most slots that can be aimed at together.
pub const MOST_SLOTS: usize = 64;

/// The most classes of hits that can be allocated together.
pub const MOST_CLASSES: usize = 8;

/// The units that can be hit.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Units in each slot.
    pub sizes: &'a [u32],
    /// For each slot the damage capacity of the war engine in it, 0 where ordinary units stand (§3.2.1).
    pub engines: &'a [u8],
    /// The slots from the first to be hit to the last.
    pub order: &'a [usize],
    /// Where units die the same whichever class hits them: nobody is aboard.
    pub alike: Slots,
    /// §1.12.10: for every slot its formation, if each formation takes one hit in turn; otherwise empty.
    pub in_turn: &'a [usize],
}

/// Hits of one kind.
#[derive(Clone, Copy)]
pub struct Hits<'a> {
    /// How many.
    pub count: u32,
    /// Where they may go.
    pub slots: Slots,
    /// For every slot the save against them; nothing if there is none.
    pub saves: &'a [Option<Pool>],
    /// §3.2.6: points of damage of each hit against war engines.
    pub damage: Amount,
}

impl<'a> Hits<'a> {
    /// The save of units in a slot, if they have one.
    pub fn save(&self, slot: usize) -> Option<&'a Pool> {
        self.saves.get(slot).and_then(Option::as_ref)
    }
}

impl Line<'_> {
    /// Hits that a slot takes before the next one does.
    pub fn takes(&self, slot: usize) -> u32 {
        self.sizes[slot] * u32::from(self.engines[slot].max(1))
    }

    /// The same for all slots.
    pub fn one_round(&self) -> Sizes {
        (0..self.sizes.len()).map(|slot| self.takes(slot)).collect()
    }

    /// Whether hits have a target.
    pub fn may_hit(&self, hits: &Hits) -> bool {
        self.order.iter().any(|&slot| hits.slots >> slot & 1 == 1 && self.sizes[slot] > 0)
    }

    /// §1.12.10: the slots in the order in which they are hit next, given the hits that each has already (`hits`):
    /// those of the formation with the fewest first, if formations take hits in turn.
    pub fn next_to_be_hit(&self, hits: impl Fn(usize) -> u32) -> SmallVec<[usize; 16]> {
        let mut order: SmallVec<[usize; 16]> = self.order.into();
        if !self.in_turn.is_empty() {
            let together = |one: usize, other: usize| self.in_turn[one] == self.in_turn[other];
            let on_formation =
                |slot: usize| -> u32 { (0..self.sizes.len()).filter(|&other| together(slot, other)).map(&hits).sum() };
            order.sort_by_key(|&slot| on_formation(slot));
        }
        order
    }

    /// No hits.
    pub fn nothing(&self) -> Level {
        smallvec![[0; MOST_CLASSES]; self.sizes.len()]
    }
}

/// For every slot, how many more hits of each class it takes: its first units take those of the first class, and so on.
pub type Level = SmallVec<[[u32; MOST_CLASSES]; 16]>;

/// The number of hits of each class.
pub fn counts(classes: &[Hits]) -> [u32; MOST_CLASSES] {
    let mut counts = [0; MOST_CLASSES];
    for (count, hits) in counts.iter_mut().zip(classes) {
        *count = hits.count;
    }
    counts
}
