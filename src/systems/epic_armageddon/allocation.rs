//! §1.9.6, §3.2.1: who takes which hit, and who dies of it.
//!
//! A *slot* is units of one group in one position, all alike; slots stand front to back. A *class* is hits of one kind
//! with the slots they may be allocated to. Each hit goes to the nearest unit it may go to; nobody takes a second hit
//! while somebody who could take it has none; and hits are spread so that as many units as possible are hit. A war engine
//! takes as many hits as its damage capacity before the next unit takes one, and what they do to it is not decided here.

#[cfg(test)]
mod tests;

use smallvec::{SmallVec, smallvec};

use super::profile::Amount;
use super::war_engine::titan_killer_points;
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;

/// A set of slots, one bit each.
pub type Slots = u64;

/// So many slots at most can be aimed at together.
pub const MOST_SLOTS: usize = 64;

/// So many classes of hits at most can be allocated together.
pub const MOST_CLASSES: usize = 8;

/// Those who can be hit.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Units in each slot.
    pub sizes: &'a [u32],
    /// For each slot the damage capacity of the war engine in it, 0 where ordinary units stand (§3.2.1).
    pub engines: &'a [u8],
    /// The slots from the first to be hit to the last.
    pub order: &'a [usize],
}

/// Hits of one kind.
#[derive(Clone, Copy)]
pub struct Hits<'a> {
    /// How many.
    pub count: u32,
    /// Where they may go.
    pub slots: Slots,
    /// For every slot the save against them; nothing where there is none.
    pub saves: &'a [Option<Pool>],
    /// §3.2.6: points of damage of each against war engines.
    pub damage: Amount,
}

/// What becomes of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blow {
    /// So many units failed their saves.
    Dead(u32),
    /// The war engine there takes so many hits; it has saved none of them yet.
    Hits(u32),
    /// §3.2.6: the war engine there takes one hit worth so many points.
    Points(u32),
}

impl Line<'_> {
    /// Hits that a slot takes before the next one does.
    fn takes(&self, slot: usize) -> u32 {
        self.sizes[slot] * u32::from(self.engines[slot].max(1))
    }
}

/// For every slot, how many more hits of each class it takes: its first units those of the first class, and so on.
type Level = SmallVec<[[u32; MOST_CLASSES]; 16]>;

/// Allocates all hits at once, rolls the saves and reports what they do as (slot, class, blow).
pub fn strike<D: Dice>(dice: &mut D, line: Line, classes: &[Hits], mut report: impl FnMut(&mut D, usize, usize, Blow)) {
    let hitting = || classes.iter().enumerate().filter(|(_, hits)| hits.count > 0);
    let at_engine = |hits: &Hits| line.order.iter().any(|&slot| line.engines[slot] > 0 && hits.slots >> slot & 1 == 1);
    if hitting().any(|(_, hits)| hits.damage != Amount::fixed(1) && at_engine(hits)) {
        titan_killers(dice, line, classes, &mut report);
        return;
    }
    let mut taken: Slots = 0;
    let apart = hitting().all(|(_, hits)| {
        let free = taken & hits.slots == 0;
        taken |= hits.slots;
        free
    });
    if apart {
        for (class, hits) in hitting() {
            strike_with_one_class(dice, line, class, hits, &mut report);
        }
        return;
    }
    let levels = spread(line, classes);
    for &slot in line.order {
        if line.engines[slot] > 0 {
            for class in 0..classes.len() {
                let hits = levels.iter().map(|level| level[slot][class]).sum();
                if hits > 0 {
                    report(dice, slot, class, Blow::Hits(hits));
                }
            }
            continue;
        }
        // Cut the slot's units wherever a level changes class; each run of equal units rolls its hits in turn.
        let mut place = 0;
        while place < line.sizes[slot] {
            let mut run = line.sizes[slot] - place;
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
                standing = survive(dice, standing, slot, class, &classes[class], &mut report);
            }
            place += run;
        }
    }
}

/// §3.2.6: titan killers are allocated one by one: each hit on an engine counts as so many as the points it rolls, and
/// what is too much for the engine is lost. The damage is done when all are allocated.
fn titan_killers<D: Dice>(
    dice: &mut D,
    line: Line,
    classes: &[Hits],
    report: &mut impl FnMut(&mut D, usize, usize, Blow),
) {
    let mut room: SmallVec<[u32; 16]> = (0..line.sizes.len()).map(|slot| line.takes(slot)).collect();
    // (slot, class, points; none for an ordinary unit) in the order allocated.
    let mut allocated: SmallVec<[(usize, usize, Option<u32>); 16]> = SmallVec::new();
    for (class, hits) in classes.iter().enumerate() {
        let open = |slot: &usize| hits.slots >> slot & 1 == 1 && line.sizes[*slot] > 0;
        for _ in 0..hits.count {
            let free = |room: &[u32]| line.order.iter().copied().find(|slot| open(slot) && room[*slot] > 0);
            let slot = match free(&room) {
                Some(slot) => slot,
                None => {
                    // Everybody who can be hit has been: it begins again from the front.
                    line.order.iter().filter(|slot| open(slot)).for_each(|&slot| room[slot] = line.takes(slot));
                    let Some(slot) = free(&room) else { break };
                    slot
                }
            };
            let points = (line.engines[slot] > 0).then(|| titan_killer_points(dice, hits.damage));
            room[slot] = room[slot].saturating_sub(points.unwrap_or(1));
            allocated.push((slot, class, points));
        }
    }
    for &slot in line.order {
        let mut standing: SmallVec<[bool; 16]> = smallvec![true; line.sizes[slot] as usize];
        for (place, &(_, class, points)) in allocated.iter().filter(|hit| hit.0 == slot).enumerate() {
            match points {
                Some(points) => report(dice, slot, class, Blow::Points(points)),
                None => {
                    let unit = place % standing.len();
                    if standing[unit] {
                        standing[unit] = survive(dice, 1, slot, class, &classes[class], report) == 1;
                    }
                }
            }
        }
    }
}

/// The same allocation without dice: reports (slot, class, hits) for every hit that finds a unit.
pub fn allocate(line: Line, classes: &[Hits], mut hit: impl FnMut(usize, usize, u32)) {
    for level in spread(line, classes) {
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
    line: Line,
    class: usize,
    hits: &Hits,
    report: &mut impl FnMut(&mut D, usize, usize, Blow),
) {
    let open = |slot: &usize| hits.slots >> slot & 1 == 1;
    let able: u32 = line.order.iter().filter(|slot| open(slot)).map(|&slot| line.takes(slot)).sum();
    if able == 0 {
        return;
    }
    let (each, mut more) = (hits.count / able, hits.count % able);
    for &slot in line.order.iter().filter(|slot| open(slot)) {
        let takes = line.takes(slot);
        let with_more = more.min(takes);
        more -= with_more;
        if line.engines[slot] > 0 {
            let all = takes * each + with_more;
            if all > 0 {
                report(dice, slot, class, Blow::Hits(all));
            }
        } else {
            for (units, blows) in [(with_more, each + 1), (takes - with_more, each)] {
                let mut standing = units;
                for _ in 0..blows {
                    if standing == 0 {
                        break;
                    }
                    standing = survive(dice, standing, slot, class, hits, report);
                }
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
    report: &mut impl FnMut(&mut D, usize, usize, Blow),
) -> u32 {
    if units == 0 {
        return 0;
    }
    let standing = match hits.saves.get(slot).and_then(Option::as_ref) {
        Some(save) => dice.successes(save, units),
        None => 0,
    };
    if standing < units {
        report(dice, slot, class, Blow::Dead(units - standing));
    }
    standing
}

/// Spreads hits of several classes: level by level, each level a largest possible matching of hits to units that
/// prefers the units in front.
fn spread(line: Line, classes: &[Hits]) -> SmallVec<[Level; 2]> {
    let mut left = [0; MOST_CLASSES];
    for (left, hits) in left.iter_mut().zip(classes) {
        *left = hits.count;
    }
    let mut levels = SmallVec::new();
    loop {
        let level = one_more_hit(line, classes, &mut left);
        if level.iter().flatten().all(|&units| units == 0) {
            return levels;
        }
        levels.push(level);
    }
}

/// One level: at most one more hit for every unit, for a war engine as many as its damage capacity. Slots are served front to back; when the hits that fit a slot are
/// spent in slots before it, hits are exchanged along an alternating path, so that nobody in front loses his place and
/// in the end no larger number of units could be hit (the greedy algorithm on a transversal matroid; J. Edmonds and
/// D. R. Fulkerson 1965).
fn one_more_hit(line: Line, classes: &[Hits], left: &mut [u32; MOST_CLASSES]) -> Level {
    let mut level: Level = smallvec![[0; MOST_CLASSES]; line.sizes.len()];
    for &slot in line.order {
        let mut free = line.takes(slot);
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
