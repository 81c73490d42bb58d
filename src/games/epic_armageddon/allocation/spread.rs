//! §1.9.6 Q: hits of several kinds, when some units can take more than one kind, spread over as many units as possible.

use crate::allocation::line::{Hits, Level, Line, MOST_CLASSES, counts};
use smallvec::{SmallVec, smallvec};

/// Spreads hits of several classes, level by level: one hit for every unit, for a war engine as many as its damage
/// capacity, then a second, and so on. At each level as many as possible are hit, and those in front first.
pub fn spread(line: Line, classes: &[Hits]) -> SmallVec<[Level; 2]> {
    let mut left = counts(classes);
    let mut room: SmallVec<[u32; 16]> = smallvec![0; line.sizes.len()];
    let mut taken = line.nothing();
    loop {
        for (room, takes) in room.iter_mut().zip(line.one_round()) {
            *room += takes;
        }
        let before = left;
        if line.in_turn.is_empty() {
            fill(line, classes, &mut room, &mut left, &mut taken);
        } else {
            deal(line, classes, &mut room, &mut left, &mut taken);
        }
        if left == before {
            return levels(line, &taken);
        }
    }
}

/// All hits of each slot dealt out to its units in turn, those of the first class first.
fn levels(line: Line, taken: &Level) -> SmallVec<[Level; 2]> {
    let mut levels: SmallVec<[Level; 2]> = SmallVec::new();
    for (slot, classes) in taken.iter().enumerate() {
        let (takes, mut dealt) = (line.takes(slot), 0);
        for (class, &hits) in classes.iter().enumerate() {
            let end = dealt + hits;
            while dealt < end {
                let level = (dealt / takes) as usize;
                let here = end.min((level as u32 + 1) * takes) - dealt;
                if level == levels.len() {
                    levels.push(line.nothing());
                }
                levels[level][slot][class] = here;
                dealt += here;
            }
        }
    }
    levels
}

/// Gives every slot as many more hits as it has room for. Slots are served front to back; when the hits that fit a slot
/// have gone to others, hits of all levels are exchanged along an alternating path, so that no slot loses a hit and in
/// the end no larger number could be placed (the greedy algorithm on a transversal matroid; J. Edmonds and D. R.
/// Fulkerson 1965). Filled level by level, no level could hold more (N. J. A. Harvey and others 2006).
pub fn fill(line: Line, classes: &[Hits], room: &mut [u32], left: &mut [u32; MOST_CLASSES], taken: &mut Level) {
    for &slot in line.order {
        while room[slot] > 0 {
            let Some(exchange) = Exchange::find(slot, classes, left, taken) else { break };
            room[slot] -= exchange.make(room[slot], left, taken);
        }
    }
}

/// §1.12.10: the same hit by hit, each on the formation that has the fewest.
fn deal(line: Line, classes: &[Hits], room: &mut [u32], left: &mut [u32; MOST_CLASSES], taken: &mut Level) {
    loop {
        let order = line.next_to_be_hit(|slot| taken[slot].iter().sum());
        let free = order.into_iter().filter(|&slot| room[slot] > 0);
        let next = free.into_iter().find_map(|slot| Some((slot, Exchange::find(slot, classes, left, taken)?)));
        let Some((slot, exchange)) = next else { return };
        room[slot] -= exchange.make(1, left, taken);
    }
}

/// A chain of exchanges that frees a hit for a slot: each class is taken by a slot, which gives up the class before.
struct Exchange {
    /// For every class reached: the slot that takes it and the class that slot gives up for it.
    takers: [Option<(usize, Option<usize>)>; MOST_CLASSES],
    last: usize,
}

impl Exchange {
    /// The shortest chain from a slot to a class that has hits left.
    fn find(slot: usize, classes: &[Hits], left: &[u32; MOST_CLASSES], level: &Level) -> Option<Exchange> {
        let mut takers = [None; MOST_CLASSES];
        let fits = |class: usize, slot: usize| classes[class].slots >> slot & 1 == 1;
        if let Some(class) = (0..classes.len()).find(|&class| left[class] > 0 && fits(class, slot)) {
            takers[class] = Some((slot, None));
            return Some(Exchange { takers, last: class });
        }
        let mut queue: SmallVec<[usize; MOST_CLASSES]> = SmallVec::new();
        for class in (0..classes.len()).filter(|&class| fits(class, slot)) {
            takers[class] = Some((slot, None));
            queue.push(class);
        }
        let mut at = 0;
        while at < queue.len() {
            let class = queue[at];
            at += 1;
            if left[class] > 0 {
                return Some(Exchange { takers, last: class });
            }
            for (holder, _) in level.iter().enumerate().filter(|(_, held)| held[class] > 0) {
                for other in (0..classes.len()).filter(|&other| fits(other, holder)) {
                    if takers[other].is_none() {
                        takers[other] = Some((holder, Some(class)));
                        queue.push(other);
                    }
                }
            }
        }
        None
    }

    /// The links of the chain: (slot, class it takes, class it gives up).
    fn links(&self) -> impl Iterator<Item = (usize, usize, Option<usize>)> {
        std::iter::successors(self.link(self.last), |&(_, _, given)| self.link(given?))
    }

    fn link(&self, class: usize) -> Option<(usize, usize, Option<usize>)> {
        self.takers[class].map(|(slot, given)| (slot, class, given))
    }

    /// Moves as many hits along the chain as it carries, at most `wanted`.
    fn make(&self, wanted: u32, left: &mut [u32; MOST_CLASSES], level: &mut Level) -> u32 {
        let moved = self
            .links()
            .filter_map(|(slot, _, given)| given.map(|given| level[slot][given]))
            .fold(wanted.min(left[self.last]), u32::min);
        left[self.last] -= moved;
        for (slot, taken, given) in self.links() {
            level[slot][taken] += moved;
            if let Some(given) = given {
                level[slot][given] -= moved;
            }
        }
        moved
    }
}
