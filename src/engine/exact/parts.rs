//! The states of a clock in parts, and those of each part in classes.
//!
//! What a piece reads may depend on one cell: who has won says whose losses matter next. If the states are told apart by
//! that cell first, those of each part have more in common.

use std::collections::BTreeMap;

use super::alike::Alike;
use super::classes::Classes;
use super::expansion::Expansion;
use super::pairs::Pairs;
use super::remembered::{Looked, Remembered};
use super::walked::Walked;
use crate::rules::Rules;

/// States that are looked at first: they show most of the cells that are read.
const FIRST: usize = 32;

/// Fewer states than this are not told apart further.
const WORTH_PARTS: usize = 2048;

/// The most values of a cell by which states are told apart, and the share of cells that have to be read of them then.
const MOST_VALUES: usize = 8;
const WORTH_A_BRANCH: f64 = 0.7;

/// Some states of a clock.
pub(super) struct Part {
    /// The states; `None` if it is all of them.
    pub pairs: Option<Pairs>,
    pub classes: Classes,
}

/// The parts of these states, or what is known of some of them if too few are alike. `None` when given up.
pub(super) fn parts<R: Rules>(
    expansion: &Expansion<R>,
    pairs: &Pairs,
    remembered: &mut Remembered,
    walked: &mut Walked,
) -> Option<Result<Vec<Part>, Alike>> {
    let (mut parts, mut open) = (Vec::<Part>::new(), vec![None]);
    while let Some(of_part) = open.pop() {
        let some = of_part.as_ref().unwrap_or(pairs);
        let alike = match look(expansion, some, remembered, walked)? {
            How::Apart(cell) => {
                open.extend(some.split(cell).into_iter().rev().map(Some));
                continue;
            }
            How::Together(alike) => alike,
        };
        match Classes::of(expansion, alike, some, walked)? {
            Ok(classes) => parts.push(Part { pairs: of_part, classes }),
            Err(alike) => {
                expansion.memory.give(parts.iter().map(|part| part.classes.alike.bytes()).sum());
                return Some(Err(alike));
            }
        }
    }
    Some(Ok(parts))
}

/// How states are played.
enum How {
    /// Told apart by this cell.
    Apart(u16),
    /// Together, and this is known of them.
    Together(Alike),
}

/// Looks at a few states; `None` when given up.
fn look<R: Rules>(
    expansion: &Expansion<R>,
    pairs: &Pairs,
    remembered: &mut Remembered,
    walked: &mut Walked,
) -> Option<How> {
    let count = FIRST.min(pairs.len());
    let mut places: Vec<usize> = (0..count).map(|nth| nth * pairs.len() / count).collect();
    places.retain(|&place| pairs.chances()[place] >= expansion.limit.rarest);
    let numbers = pairs.states(&places);
    let mut states: Vec<(usize, &[u16])> = places.into_iter().zip(numbers.chunks_exact(pairs.width())).collect();
    let (mut looked, piece) = remembered.look(&states);
    states.retain(|(_, state)| !looked.iter().any(|(known, _)| known == state));
    let (mut fresh, mut key) = (Alike::default(), Vec::new());
    let ahead = fresh.look(expansion, &states)?;
    walked.note_plays(ahead.plays, ahead.work);
    looked.extend(states.iter().filter_map(|(_, state)| Some((*state, fresh.asked_of(state, &mut key)?.to_vec()))));
    let branch = if pairs.len() < WORTH_PARTS { None } else { branch(&looked, pairs.differing()) };
    let ahead = match (branch, piece) {
        (None, None) => return Some(How::Together(fresh)),
        (Some(cell), _) => How::Apart(cell),
        (None, Some(piece)) => How::Together(remembered.take(piece)),
    };
    expansion.memory.give(fresh.bytes());
    Some(ahead)
}

/// A cell that every piece reads and that says which others it reads: with its values apart, fewer of those in which the states
/// differ are read of each state.
fn branch(looked: &Looked, differing: &[u16]) -> Option<u16> {
    let reads = |cells: &[u16], cell: &u16| cells.binary_search(cell).is_ok();
    let count = |some: &[&Vec<u16>]| {
        let is_read = |cell: &&u16| some.iter().any(|cells| reads(cells, cell));
        (differing.iter().filter(is_read).count() * some.len()) as f64 / looked.len() as f64
    };
    let common = differing.iter().filter(|cell| looked.iter().all(|(_, cells)| reads(cells, cell)));
    let apart = common.filter_map(|&cell| {
        let mut by_value: BTreeMap<u16, Vec<&Vec<u16>>> = BTreeMap::new();
        looked.iter().for_each(|(state, cells)| by_value.entry(state[usize::from(cell)]).or_default().push(cells));
        let are_few = by_value.len() <= MOST_VALUES;
        are_few.then(|| (cell, by_value.values().map(|some| count(some)).sum::<f64>()))
    });
    let best = apart.min_by(|(_, one), (_, other)| one.total_cmp(other));
    let all: Vec<&Vec<u16>> = looked.iter().map(|(_, cells)| cells).collect();
    best.filter(|(_, read)| *read < WORTH_A_BRANCH * count(&all)).map(|(cell, _)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_told_apart_by_the_cell_that_says_what_is_read() {
        // Cell 0 says which three of the others are read; cell 1 is always read.
        let states: Vec<[u16; 8]> = (0..8).map(|nth| [nth % 2, nth / 2, 3, 4, 5, nth, 7, 8]).collect();
        let cells = |state: &[u16; 8]| if state[0] == 0 { vec![0, 1, 2, 3, 4] } else { vec![0, 1, 5, 6, 7] };
        let looked: Looked = states.iter().map(|state| (&state[..], cells(state))).collect();
        assert_eq!(branch(&looked, &[0, 1, 2, 3, 4, 5, 6, 7]), Some(0));
        // The cells that are read of some states only do not differ.
        assert_eq!(branch(&looked, &[0, 1]), None);
        let all: Looked = states.iter().map(|state| (&state[..], vec![0, 1, 2, 3, 4, 5, 6, 7])).collect();
        assert_eq!(branch(&all, &[0, 1, 2, 3, 4, 5, 6, 7]), None);
    }
}
