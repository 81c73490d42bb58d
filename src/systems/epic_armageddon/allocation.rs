//! §1.9.6: who takes which hit, and who dies of it.
//!
//! A *slot* is units of one group in one position, all alike; slots stand front to back. A *class* is hits of one kind
//! with the slots they may be allocated to. Each hit goes to the nearest unit it may go to; nobody takes a second hit
//! while somebody who could take it has none; and hits are spread so that as many units as possible are hit.

use smallvec::{SmallVec, smallvec};

use crate::engine::dice::Dice;
use crate::engine::pool::Pool;

/// A set of slots, one bit each.
pub type Slots = u64;

/// So many slots at most can be aimed at together.
pub const MOST_SLOTS: usize = 64;

/// So many classes of hits at most can be allocated together.
pub const MOST_CLASSES: usize = 8;

/// Hits of one kind.
#[derive(Clone, Copy)]
pub struct Hits<'a> {
    /// How many.
    pub count: u32,
    /// Where they may go.
    pub slots: Slots,
    /// For every slot the save against them; nothing where there is none.
    pub saves: &'a [Option<Pool>],
}

/// For every slot, how many units take one more hit of each class: the first so many of the first class, and so on.
type Level = SmallVec<[[u32; MOST_CLASSES]; 16]>;

/// Allocates all hits at once, rolls the saves and reports the dead as (slot, class that killed, units).
///
/// `sizes[slot]` units stand in each slot; `order` lists the slots from the first to be hit to the last.
pub fn strike<D: Dice>(
    dice: &mut D,
    sizes: &[u32],
    order: &[usize],
    classes: &[Hits],
    mut fallen: impl FnMut(&mut D, usize, usize, u32),
) {
    let hitting = || classes.iter().enumerate().filter(|(_, hits)| hits.count > 0);
    let mut taken: Slots = 0;
    let apart = hitting().all(|(_, hits)| {
        let free = taken & hits.slots == 0;
        taken |= hits.slots;
        free
    });
    if apart {
        for (class, hits) in hitting() {
            strike_with_one_class(dice, sizes, order, class, hits, &mut fallen);
        }
        return;
    }
    let levels = spread(sizes, order, classes);
    for &slot in order {
        // Cut the slot's units wherever a level changes class; each run of equal units rolls its hits in turn.
        let mut place = 0;
        while place < sizes[slot] {
            let mut run = sizes[slot] - place;
            let mut blows: SmallVec<[usize; 4]> = SmallVec::new();
            for level in &levels {
                if let Some((class, end)) = class_at(&level[slot], place) {
                    run = run.min(end - place);
                    blows.push(class);
                }
            }
            if blows.is_empty() {
                break;
            }
            let mut standing = run;
            for class in blows {
                standing = survive(dice, standing, slot, class, &classes[class], &mut fallen);
            }
            place += run;
        }
    }
}

/// The same allocation without dice: reports (slot, class, hits) for every hit that finds a unit.
pub fn allocate(sizes: &[u32], order: &[usize], classes: &[Hits], mut hit: impl FnMut(usize, usize, u32)) {
    for level in spread(sizes, order, classes) {
        for (slot, units) in level.iter().enumerate() {
            for (class, &units) in units.iter().enumerate().filter(|(_, units)| **units > 0) {
                hit(slot, class, units);
            }
        }
    }
}

/// Which class the unit at a place of a slot takes at a level, and where the run of that class ends.
fn class_at(units: &[u32; MOST_CLASSES], place: u32) -> Option<(usize, u32)> {
    let mut end = 0;
    for (class, &units) in units.iter().enumerate() {
        end += units;
        if place < end {
            return Some((class, end));
        }
    }
    None
}

/// One class alone: rounds of one hit each, front to back, until the hits are spent.
fn strike_with_one_class<D: Dice>(
    dice: &mut D,
    sizes: &[u32],
    order: &[usize],
    class: usize,
    hits: &Hits,
    fallen: &mut impl FnMut(&mut D, usize, usize, u32),
) {
    let open = |slot: &usize| hits.slots >> slot & 1 == 1;
    let able: u32 = order.iter().filter(|slot| open(slot)).map(|&slot| sizes[slot]).sum();
    if able == 0 {
        return;
    }
    let (each, mut more) = (hits.count / able, hits.count % able);
    for &slot in order.iter().filter(|slot| open(slot)) {
        let with_more = more.min(sizes[slot]);
        more -= with_more;
        for (units, blows) in [(with_more, each + 1), (sizes[slot] - with_more, each)] {
            let mut standing = units;
            for _ in 0..blows {
                if standing == 0 {
                    break;
                }
                standing = survive(dice, standing, slot, class, hits, fallen);
            }
        }
        if each == 0 && more == 0 {
            break;
        }
    }
}

/// One save each; those who fail are gone.
fn survive<D: Dice>(
    dice: &mut D,
    units: u32,
    slot: usize,
    class: usize,
    hits: &Hits,
    fallen: &mut impl FnMut(&mut D, usize, usize, u32),
) -> u32 {
    if units == 0 {
        return 0;
    }
    let standing = match hits.saves.get(slot).and_then(Option::as_ref) {
        Some(save) => dice.successes(save, units),
        None => 0,
    };
    if standing < units {
        fallen(dice, slot, class, units - standing);
    }
    standing
}

/// Spreads hits of several classes: level by level, each level a largest possible matching of hits to units that
/// prefers the units in front.
fn spread(sizes: &[u32], order: &[usize], classes: &[Hits]) -> SmallVec<[Level; 2]> {
    let mut left = [0; MOST_CLASSES];
    for (left, hits) in left.iter_mut().zip(classes) {
        *left = hits.count;
    }
    let mut levels = SmallVec::new();
    loop {
        let level = one_more_hit(sizes, order, classes, &mut left);
        if level.iter().flatten().all(|&units| units == 0) {
            return levels;
        }
        levels.push(level);
    }
}

/// One level: at most one more hit for every unit. Slots are served front to back; when the hits that fit a slot are
/// spent in slots before it, hits are exchanged along an alternating path, so that nobody in front loses his place and
/// in the end no larger number of units could be hit (the greedy algorithm on a transversal matroid; J. Edmonds and
/// D. R. Fulkerson 1965).
fn one_more_hit(sizes: &[u32], order: &[usize], classes: &[Hits], left: &mut [u32; MOST_CLASSES]) -> Level {
    let mut level: Level = smallvec![[0; MOST_CLASSES]; sizes.len()];
    for &slot in order {
        let mut free = sizes[slot];
        while free > 0 {
            let Some(exchange) = Exchange::find(slot, classes, left, &level) else { break };
            free -= exchange.make(free, left, &mut level);
        }
    }
    level
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
        let mut queue: SmallVec<[usize; MOST_CLASSES]> = SmallVec::new();
        let fits = |class: usize, slot: usize| classes[class].slots >> slot & 1 == 1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::scripted::Scripted;

    /// Nobody saves: the dead are those hit at least once.
    fn dead(sizes: &[u32], classes: &[(u32, Slots)]) -> Vec<u32> {
        let nobody: Vec<Option<Pool>> = vec![None; sizes.len()];
        let classes: Vec<Hits> = classes.iter().map(|&(count, slots)| Hits { count, slots, saves: &nobody }).collect();
        let order: Vec<usize> = (0..sizes.len()).collect();
        let mut fallen = vec![0; sizes.len()];
        strike(&mut Scripted::new(&[]), sizes, &order, &classes, |_, slot, _, units| fallen[slot] += units);
        fallen
    }

    #[test]
    fn g14_section_1_9_6_q_light_vehicles_in_front_of_tanks() {
        // Slot 0: 4 light vehicles, slot 1: 4 tanks; 4 AP hits, 4 AT hits: everybody is hit once.
        assert_eq!(dead(&[4, 4], &[(4, 0b01), (4, 0b11)]), [4, 4]);
    }

    #[test]
    fn g15_section_1_9_6_q_infantry_and_light_vehicles() {
        // Slot 0: 4 infantry, slot 1: 4 light vehicles; AP may hit both, AT the vehicles alone.
        assert_eq!(dead(&[4, 4], &[(4, 0b11), (4, 0b10)]), [4, 4]);
    }

    #[test]
    fn section_1_9_6_as_many_units_as_possible_when_no_simple_order_does_it() {
        // In front 2 light vehicles, then 2 infantry, 2 tanks; 3 AP, 3 AT. Either kind first and nearest first
        // would hit 5; 6 can be hit.
        assert_eq!(dead(&[2, 2, 2], &[(3, 0b011), (3, 0b101)]), [2, 2, 2]);
        // Nearest first where there is a choice: 1 AP and 1 AT hit fall on the two in front.
        assert_eq!(dead(&[2, 2, 2], &[(1, 0b011), (1, 0b101)]), [2, 0, 0]);
    }

    #[test]
    fn section_1_9_6_front_to_back_and_nobody_twice_before_all_once() {
        assert_eq!(dead(&[2, 6], &[(3, 0b11)]), [2, 1]);
        // Out of reach is safe: the front takes the second hits.
        assert_eq!(dead(&[2, 6], &[(5, 0b01)]), [2, 0]);
    }

    #[test]
    fn spare_hits_come_round_again() {
        use crate::engine::dice::Roll;
        use crate::engine::pool::{Need, Test};
        let save = Pool::new(Roll::new("save", "1.9.6"), Test::once(Need::at_least(4)), 8);
        let saves = vec![Some(save)];
        // 5 hits on 3 units: two units save twice, one once.
        let classes = [Hits { count: 5, slots: 1, saves: &saves }];
        let mut dice = Scripted::new(&[("save", &[4, 4]), ("save", &[1, 5]), ("save", &[2])]);
        let mut fallen = 0;
        strike(&mut dice, &[3], &[0], &classes, |_, _, _, units| fallen += units);
        assert_eq!((fallen, dice.finish()), (2, Ok(())));
        // The same five as 3 of one class and 2 of another.
        let classes = [Hits { count: 3, slots: 1, saves: &saves }, Hits { count: 2, slots: 1, saves: &saves }];
        let mut dice = Scripted::new(&[("save", &[4, 4]), ("save", &[1, 5]), ("save", &[2])]);
        let mut fallen = 0;
        strike(&mut dice, &[3], &[0], &classes, |_, _, _, units| fallen += units);
        assert_eq!((fallen, dice.finish()), (2, Ok(())));
    }

    /// Brute force: over all ways to give hits to single units, no more units can be hit than the spread hits.
    #[test]
    fn the_spread_is_a_largest_matching() {
        let mut word = 1u64;
        let mut random = |below: u64| {
            word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (word >> 33) % below
        };
        for _ in 0..2000 {
            let sizes: Vec<u32> = (0..3).map(|_| random(4) as u32).collect();
            let classes: Vec<(u32, Slots)> = (0..3).map(|_| (random(4) as u32, random(8))).collect();
            let hit: u32 = dead(&sizes, &classes).iter().sum();
            assert_eq!(hit, most(&sizes, &classes, 0), "{sizes:?} {classes:?}");
        }
    }

    /// The most units that can be hit, by trying every place for every hit.
    fn most(sizes: &[u32], classes: &[(u32, Slots)], class: usize) -> u32 {
        let Some(&(count, slots)) = classes.get(class) else { return 0 };
        if count == 0 {
            return most(sizes, classes, class + 1);
        }
        let mut fewer = classes.to_vec();
        fewer[class].0 -= 1;
        let mut best = most(sizes, &fewer, class);
        for slot in (0..sizes.len()).filter(|&slot| slots >> slot & 1 == 1 && sizes[slot] > 0) {
            let mut smaller = sizes.to_vec();
            smaller[slot] -= 1;
            best = best.max(1 + most(&smaller, &fewer, class));
        }
        best
    }
}
