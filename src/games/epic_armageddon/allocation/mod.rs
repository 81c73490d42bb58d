//! §1.9.6, §3.2.1: which units hits are allocated to, and which units die.
//!
//! A *slot* is units of one group in one position, all alike; slots stand front to back. A *class* is hits of one kind
//! with the slots they may be allocated to. Each hit goes to the nearest unit it may go to; no unit takes a second hit
//! while one that could take it has none, nor a third while one that could take it has one, and so on; and hits are
//! spread so that as many units as possible are hit, then as many as possible twice. A war engine takes as many hits as
//! its damage capacity before the next unit takes one; what they do to it is not decided here.

mod line;
mod spread;
#[cfg(test)]
mod tests;

use crate::allocation::line::counts;
use crate::allocation::spread::{fill, spread};
use crate::profile::Amount;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};
use smallvec::{SmallVec, smallvec};

pub use crate::allocation::line::{Hits, Line, MOST_CLASSES, MOST_SLOTS, Sizes, Slots};

/// More blows than one strike can have.
pub const MOST_BLOWS: usize = MOST_SLOTS * MOST_CLASSES;

const TITAN_KILLER: Roll = Roll::new(mark!("damage of a titan killer"), "3.2.6");

/// What happens to a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blow {
    /// Units that failed their saves.
    Dead(u32),
    /// Hits on the war engine there; it has saved none of them yet.
    Hits(u32),
    /// §3.2.6: the points of one hit on the war engine there.
    Points(u32),
}

/// Allocates all hits at once, rolls the saves and reports what they do as (slot, class, blow).
///
/// Where all ways are followed, a blow on a war engine is a piece by itself: the blows `from` this one on are dealt up to the end
/// of a piece, and the first of the next piece is returned, if there is one. The line must be the same until then.
pub fn strike<D: Dice>(
    dice: &mut D,
    line: Line,
    classes: &[Hits],
    from: usize,
    mut report: impl FnMut(&mut D, usize, usize, Blow),
) -> Option<usize> {
    let mut blows = Blows { from, apart: dice.puts_off(), ..Blows::default() };
    let hitting = || classes.iter().enumerate().filter(|(_, hits)| hits.count > 0);
    let at_engine = |hits: &Hits| line.order.iter().any(|&slot| line.engines[slot] > 0 && hits.slots >> slot & 1 == 1);
    if hitting().any(|(_, hits)| hits.damage != Amount::fixed(1) && at_engine(hits)) {
        titan_killers(dice, line, classes, &mut report);
        return None;
    }
    let mut taken: Slots = 0;
    let apart = line.in_turn.is_empty()
        && hitting().all(|(_, hits)| {
            let free = taken & hits.slots == 0;
            taken |= hits.slots;
            free
        });
    if apart {
        for (class, hits) in hitting() {
            strike_with_one_class(dice, line, (class, hits), &mut blows, &mut report);
        }
        return blows.next;
    }
    let levels = spread(line, classes);
    for &slot in line.order {
        if line.engines[slot] > 0 {
            for class in 0..classes.len() {
                let hits = levels.iter().map(|level| level[slot][class]).sum();
                if hits > 0 && blows.is_due(true) {
                    report(dice, slot, class, Blow::Hits(hits));
                }
            }
            continue;
        }
        if !blows.is_due(false) {
            continue;
        }
        // Cut the slot's units wherever a level changes class; each run of equal units rolls its hits in turn.
        let mut place = 0;
        let is_alike = line.alike >> slot & 1 == 1;
        let mut together = Together::default();
        while place < line.sizes[slot] {
            let mut run = line.sizes[slot] - place;
            let mut on_each: SmallVec<[usize; 4]> = SmallVec::new();
            for level in &levels {
                if let Some((class, end)) = class_at(&level[slot], place) {
                    run = run.min(end - place);
                    on_each.push(class);
                }
            }
            if on_each.is_empty() {
                break;
            }
            place += run;
            if dice.puts_off() && is_alike {
                together.add(run, on_each.into_iter().map(|class| (class, classes[class].save(slot))));
                continue;
            }
            let mut standing = run;
            for class in on_each {
                standing = survive(dice, standing, slot, (class, &classes[class]), &mut report);
            }
        }
        let dead = together.dead(dice);
        if dead > 0 {
            report(dice, slot, together.class, Blow::Dead(dead));
        }
    }
    blows.next
}

/// Units, and the saves that each of them has to pass.
type Saving<'a> = (u32, SmallVec<[&'a Pool; 4]>);

/// Units of a slot that die the same whichever class hits them: where all ways are followed, their saves are one roll. That makes
/// fewer ways, which come to the same.
#[derive(Default)]
struct Together<'a> {
    /// Units in runs, each with the saves that it has to pass.
    saving: SmallVec<[Saving<'a>; 4]>,
    /// Units without a save against a hit.
    unsaved: u32,
    /// The class of a hit on them.
    class: usize,
}

impl<'a> Together<'a> {
    /// Adds a run of units, each of which takes hits of these classes, with its saves against them.
    fn add(&mut self, units: u32, hits: impl Iterator<Item = (usize, Option<&'a Pool>)>) {
        let (mut saves, mut is_saved) = (SmallVec::new(), true);
        for (class, save) in hits {
            self.class = class;
            saves.extend(save);
            is_saved &= save.is_some();
        }
        if is_saved { self.saving.push((units, saves)) } else { self.unsaved += units }
    }

    /// How many of them die.
    fn dead<D: Dice>(&self, dice: &mut D) -> u32 {
        if self.saving.is_empty() {
            return self.unsaved;
        }
        let units: u32 = self.saving.iter().map(|(units, _)| units).sum();
        self.unsaved + units - dice.survivors(&self.saving)
    }
}

/// What a strike on a line with war engines began with, from one of its pieces to the next: the table of saves, then the units in
/// each slot. Without war engines there is but one piece, and no cells.
#[derive(Debug)]
pub struct Begun(pub Vec<Cell>);

impl Begun {
    /// Whether a strike may be several pieces.
    pub fn may_be_pieces(&self) -> bool {
        !self.0.is_empty()
    }

    /// The table of saves and the units in each slot: of `now` if it begins with this blow.
    pub fn with(&self, state: &State, from: usize, now: impl FnOnce() -> (usize, Sizes)) -> (usize, Sizes) {
        match from {
            0 => now(),
            _ => (state[self.0[0]].into(), self.0[1..].iter().map(|&cell| state.count(cell)).collect()),
        }
    }

    /// Keeps them after the first piece, and clears them after the last. `(from, next)`: the first blow of this piece, and of the
    /// next.
    pub fn keep(&self, state: &mut State, (from, next): (usize, Option<usize>), (table, sizes): (usize, &[u32])) {
        match (from, next) {
            (0, Some(_)) => {
                state.set(self.0[0], table as u32);
                self.0[1..].iter().zip(sizes).for_each(|(&cell, &units)| state.set(cell, units));
            }
            (1.., None) => self.0.iter().for_each(|&cell| state.put(cell, 0)),
            _ => {}
        }
    }
}

/// Which blows are dealt in this piece.
#[derive(Default)]
struct Blows {
    /// The first one, and the first one of the next piece.
    from: usize,
    next: Option<usize>,
    /// Whether one on a war engine is a piece by itself.
    apart: bool,
    /// The number of blows looked at; whether the last one dealt was on a war engine.
    count: usize,
    on_engine: Option<bool>,
}

impl Blows {
    /// Whether the next blow, on a war engine or not, is dealt in this piece.
    fn is_due(&mut self, on_engine: bool) -> bool {
        let nth = self.count;
        self.count += 1;
        if nth < self.from || self.next.is_some() {
            return false;
        }
        if self.apart && self.on_engine.is_some_and(|last| last || on_engine) {
            self.next = Some(nth);
            return false;
        }
        self.on_engine = Some(on_engine);
        true
    }
}

/// §3.2.6: titan killers are allocated one by one: each hit on an engine counts as many as the points it rolls, and
/// points beyond the engine's room are lost. The damage is done when all are allocated.
fn titan_killers<D: Dice>(
    dice: &mut D,
    line: Line,
    classes: &[Hits],
    report: &mut impl FnMut(&mut D, usize, usize, Blow),
) {
    let mut left = counts(classes);
    let mut room = line.one_round();
    // (slot, class, points; none for an ordinary unit) in the order allocated.
    let mut allocated: SmallVec<[(usize, usize, Option<u32>); 16]> = SmallVec::new();
    while (0..classes.len()).any(|class| left[class] > 0 && line.may_hit(&classes[class])) {
        // Where the rest would go if every hit were worth one point; the first of them goes there.
        let on = |slot: usize| {
            let hits = allocated.iter().filter(|hit| hit.0 == slot);
            hits.map(|(_, _, points)| points.unwrap_or(1)).sum()
        };
        let line = Line { order: &line.next_to_be_hit(on), ..line };
        let mut level = line.nothing();
        fill(line, classes, &mut room.clone(), &mut left.clone(), &mut level);
        let of_class = |class: usize| line.order.iter().copied().find(|&slot| level[slot][class] > 0);
        let Some((class, slot)) = (0..classes.len()).find_map(|class| Some((class, of_class(class)?))) else {
            // Every unit that can be hit has been: it begins again from the front.
            for (room, takes) in room.iter_mut().zip(line.one_round()).filter(|(room, _)| **room == 0) {
                *room = takes;
            }
            continue;
        };
        let points = (line.engines[slot] > 0).then(|| classes[class].damage.sum(dice, &TITAN_KILLER, 1));
        room[slot] = room[slot].saturating_sub(points.unwrap_or(1));
        left[class] -= 1;
        allocated.push((slot, class, points));
    }
    for &slot in line.order {
        let mut standing: SmallVec<[bool; 16]> = smallvec![true; line.sizes[slot] as usize];
        for (place, &(_, class, points)) in allocated.iter().filter(|hit| hit.0 == slot).enumerate() {
            match points {
                Some(points) => report(dice, slot, class, Blow::Points(points)),
                None => {
                    let unit = place % standing.len();
                    if standing[unit] {
                        standing[unit] = survive(dice, 1, slot, (class, &classes[class]), report) == 1;
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

/// A single class: rounds of one hit each, front to back, until no hits are left.
fn strike_with_one_class<D: Dice>(
    dice: &mut D,
    line: Line,
    (class, hits): (usize, &Hits),
    blows: &mut Blows,
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
            if all > 0 && blows.is_due(true) {
                report(dice, slot, class, Blow::Hits(all));
            }
        } else if blows.is_due(false) {
            let units = [(with_more, each + 1), (takes - with_more, each)];
            if dice.puts_off() {
                survive_together(dice, units, slot, (class, hits), report);
            } else {
                for (units, hits_on_each) in units {
                    let mut standing = units;
                    for _ in 0..hits_on_each {
                        standing = survive(dice, standing, slot, (class, hits), report);
                    }
                }
            }
        }
        if each == 0 && more == 0 {
            break;
        }
    }
}

/// A save for a hit on each unit; units that fail it are removed.
fn survive<D: Dice>(
    dice: &mut D,
    units: u32,
    slot: usize,
    (class, hits): (usize, &Hits),
    report: &mut impl FnMut(&mut D, usize, usize, Blow),
) -> u32 {
    if units == 0 {
        return 0;
    }
    let standing = hits.save(slot).map_or(0, |save| dice.successes(save, units));
    if standing < units {
        report(dice, slot, class, Blow::Dead(units - standing));
    }
    standing
}

/// The same where all ways are followed: all saves of some units and others, each with so many hits, are one roll. That makes
/// fewer ways, which come to the same.
fn survive_together<D: Dice>(
    dice: &mut D,
    units: [(u32, u32); 2],
    slot: usize,
    (class, hits): (usize, &Hits),
    report: &mut impl FnMut(&mut D, usize, usize, Blow),
) {
    let hit = units.map(|(units, hits_on_each)| (if hits_on_each > 0 { units } else { 0 }, hits_on_each));
    let standing = hits.save(slot).map_or(0, |save| dice.successes_in_a_row(save, hit));
    let dead = hit[0].0 + hit[1].0 - standing;
    if dead > 0 {
        report(dice, slot, class, Blow::Dead(dead));
    }
}
