//! The states of a clock in classes: those of a class have the same in all cells that the next piece reads, so its outcomes
//! are the same.

use super::alike::{self, Alike};
use super::expansion::Expansion;
use super::outcome::Outcomes;
use super::pairs::Pairs;
use super::walked::Walked;
use crate::rules::Rules;

/// The states of a class are so rare that they are left out.
pub(super) const TOO_RARE: u32 = u32::MAX;

/// If there is a class for so many states, it counts how many of the states are different.
const MANY: usize = 4;

/// The classes of some states.
pub(super) struct Classes {
    /// The outcomes of a state of each class.
    pub alike: Alike,
    /// The class of each state; [`TOO_RARE`] where all states of a class together are.
    pub of: Vec<u32>,
    /// The numbers of a state of each class, one after the other.
    firsts: Vec<u16>,
    width: usize,
    /// For each class the known state that it is like.
    like: Vec<u32>,
}

impl Classes {
    /// The classes of these states, or what is known of them if too few are alike. `None` when given up.
    pub(super) fn of<R: Rules>(
        expansion: &Expansion<R>,
        mut alike: Alike,
        pairs: &Pairs,
        walked: &mut Walked,
    ) -> Option<Result<Classes, Alike>> {
        let (width, count) = (pairs.width(), pairs.len());
        alike.expect(count);
        loop {
            let (asked, mut places) = (alike.asked().to_vec(), Vec::new());
            let of = likely_enough(pairs, &asked, expansion.limit.rarest, &mut places);
            // Pairs may be equal: only if they seem to have much in common is it worth knowing how many are not.
            let seem_alike = places.len() * MANY > count && count >= alike::tried(expansion.limit);
            let different = if seem_alike { pairs.different() } else { count };
            if alike.turn_off_if(places.len(), different, expansion) {
                return Some(Err(alike));
            }
            let firsts = pairs.states(&places);
            let states: Vec<(usize, &[u16])> = places.iter().copied().zip(firsts.chunks_exact(width)).collect();
            let ahead = alike.look(expansion, &states)?;
            walked.note_plays(ahead.plays, ahead.work);
            if !alike.knows_all(&ahead) {
                return Some(Err(alike));
            }
            if alike.asked().len() == asked.len() {
                return Some(Ok(Classes { alike, of, firsts, width, like: ahead.like }));
            }
        }
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.like.len()
    }

    /// A class: the numbers of one of its states, and its outcomes.
    pub(super) fn class(&self, class: u32) -> (&[u16], Option<&Outcomes>) {
        let first = &self.firsts[class as usize * self.width..][..self.width];
        (first, self.alike.outcomes(self.like[class as usize]))
    }

    /// Each class: the numbers of one of its states, and its outcomes.
    pub(super) fn each(&self) -> impl Iterator<Item = (&[u16], Option<&Outcomes>)> {
        self.firsts.chunks_exact(self.width).zip(self.like.iter().map(|&like| self.alike.outcomes(like)))
    }
}

/// The class of each state by its values in these cells, and the place of a state of each class; those whose states are rarer
/// than this together are left out.
fn likely_enough(pairs: &Pairs, cells: &[u16], rarest: f64, firsts: &mut Vec<usize>) -> Vec<u32> {
    let (mut all, mut cells) = (Vec::new(), cells.to_vec());
    cells.retain(|cell| pairs.differing().binary_search(cell).is_ok());
    let mut of = pairs.by_place(&cells, |place| {
        all.push(place);
        all.len() as u32 - 1
    });
    let mut sums = vec![0.0; all.len()];
    of.iter().zip(pairs.chances()).for_each(|(&class, chance)| sums[class as usize] += chance);
    let mut class_of = vec![TOO_RARE; all.len()];
    for ((class, first), _) in class_of.iter_mut().zip(all).zip(sums).filter(|(_, sum)| *sum >= rarest) {
        *class = firsts.len() as u32;
        firsts.push(first);
    }
    of.iter_mut().for_each(|class| *class = class_of[*class as usize]);
    of
}
