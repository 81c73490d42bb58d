//! The states of a clock in parts, and those of each part in classes.
//!
//! What a piece reads may depend on one cell: who has won says whose losses matter next. If the states are told apart by
//! that cell first, those of each part have more in common.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::alike::Alike;
use super::classes::Classes;
use super::expansion::Expansion;
use super::pairs::Pairs;
use super::remembered::{Looked, Remembered};
use super::walked::Walked;
use crate::rules::Rules;

/// How many states are looked at first: they show most of the cells that are read. And how many if too few are alike.
const FIRST: usize = 32;
const MORE: usize = 512;

/// Fewer states than this are not told apart further.
const WORTH_PARTS: usize = 2048;

/// The most values of a cell by which states are told apart, and the share of cells that have to be read of them then; or that may
/// be read if too few are alike.
const MOST_VALUES: usize = 8;
const WORTH_A_BRANCH: f64 = 0.7;
const BETTER_THAN_NONE: f64 = 0.9;

/// Values are one group if that costs no more than this share of what telling all of them apart gains.
const WORTH_A_GROUP: f64 = 0.25;

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
        match tell(expansion, some, remembered, walked)? {
            Told::Apart((cell, groups)) => open.extend(some.split(cell, &groups).into_iter().rev().map(Some)),
            Told::InClasses(classes) => parts.push(Part { pairs: of_part, classes }),
            Told::Unlike(alike) => {
                expansion.memory.give(parts.iter().map(|part| part.classes.alike.bytes()).sum());
                return Some(Err(alike));
            }
        }
    }
    Some(Ok(parts))
}

/// A cell that says which others are read, and its values in groups.
type Branch = (u16, Vec<Vec<u16>>);

/// How states are told apart.
enum Told {
    /// By a cell, before they are put into classes.
    Apart(Branch),
    InClasses(Classes),
    /// Too few are alike; this is known of them.
    Unlike(Alike),
}

/// How these states are told apart; `None` when given up.
fn tell<R: Rules>(
    expansion: &Expansion<R>,
    pairs: &Pairs,
    remembered: &mut Remembered,
    walked: &mut Walked,
) -> Option<Told> {
    let memory = expansion.memory;
    let (branch, piece, fresh) = look(expansion, (pairs, FIRST, WORTH_A_BRANCH), remembered, walked)?;
    if let Some(branch) = branch {
        memory.give(fresh.bytes());
        return Some(Told::Apart(branch));
    }
    let alike = match piece {
        Some(piece) => {
            memory.give(fresh.bytes());
            remembered.take(piece)
        }
        None => fresh,
    };
    let alike = match Classes::of(expansion, alike, pairs, walked)? {
        Ok(classes) => return Some(Told::InClasses(classes)),
        Err(alike) if pairs.len() < WORTH_PARTS => return Some(Told::Unlike(alike)),
        Err(alike) => alike,
    };
    // More of them may show how to tell them apart.
    let (branch, _, fresh) = look(expansion, (pairs, MORE, BETTER_THAN_NONE), remembered, walked)?;
    memory.give(fresh.bytes());
    Some(match branch {
        Some(branch) => {
            memory.give(alike.bytes());
            Told::Apart(branch)
        }
        None => Told::Unlike(alike),
    })
}

/// Looks at so many of the states: how to tell them apart, if it leaves no more to read than this share; which of the pieces
/// remembered they are played in; and what is known of those that are new. `None` when given up.
fn look<R: Rules>(
    expansion: &Expansion<R>,
    (pairs, count, worth): (&Pairs, usize, f64),
    remembered: &mut Remembered,
    walked: &mut Walked,
) -> Option<(Option<Branch>, Option<usize>, Alike)> {
    let count = count.min(pairs.len());
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
    let branch = if pairs.len() < WORTH_PARTS { None } else { branch(&looked, pairs.differing(), worth) };
    Some((branch, piece, fresh))
}

/// A cell that every piece reads and that says which others it reads, with its values in groups: if these are apart, fewer of the
/// cells in which the states differ are read of each state: at most this share.
fn branch<'l>(looked: &'l Looked, differing: &[u16], worth: f64) -> Option<Branch> {
    let reads = |cells: &[u16], cell: &u16| cells.binary_search(cell).is_ok();
    let common = differing.iter().filter(|cell| looked.iter().all(|(_, cells)| reads(cells, cell)));
    // Many states read the same cells.
    let (mut kinds, mut kind_of) = (Vec::<BTreeSet<u16>>::new(), HashMap::<&[u16], usize>::new());
    let kind = |(_, cells): &'l (&[u16], Vec<u16>)| {
        *kind_of.entry(cells).or_insert_with(|| {
            kinds.push(differing.iter().filter(|cell| reads(cells, cell)).copied().collect());
            kinds.len() - 1
        })
    };
    let kind_of_each: Vec<usize> = looked.iter().map(kind).collect();
    let apart = common.filter_map(|&cell| {
        let mut by_value: BTreeMap<u16, (usize, BTreeSet<usize>)> = BTreeMap::new();
        for ((state, _), &kind) in looked.iter().zip(&kind_of_each) {
            let (states, kinds) = by_value.entry(state[usize::from(cell)]).or_default();
            *states += 1;
            kinds.insert(kind);
        }
        if by_value.len() > MOST_VALUES {
            return None;
        }
        let group = |(value, (states, of)): (u16, (usize, BTreeSet<usize>))| {
            let read = of.into_iter().flat_map(|kind| &kinds[kind]).copied().collect();
            Group { values: vec![value], states, read }
        };
        let groups: Vec<Group> = by_value.into_iter().map(group).collect();
        Some((cell, cost(&groups), groups))
    });
    let (cell, apart, groups) = apart.min_by_key(|(_, cost, _)| *cost)?;
    let mut all = Group::default();
    groups.iter().for_each(|group| all.join(group.clone()));
    let together = cost(&[all]);
    if apart as f64 >= worth * together as f64 {
        return None;
    }
    let allowed = apart + ((together - apart) as f64 * WORTH_A_GROUP) as usize;
    Some((cell, joined(groups, allowed).into_iter().map(|group| group.values).collect()))
}

/// States with some values of a cell.
#[derive(Clone, Default)]
struct Group {
    values: Vec<u16>,
    states: usize,
    /// The cells read of any of them.
    read: BTreeSet<u16>,
}

impl Group {
    fn join(&mut self, mut other: Group) {
        other.values.retain(|value| !self.values.contains(value));
        self.values.extend(other.values);
        self.states += other.states;
        self.read.extend(other.read);
    }
}

/// How many cells are read of all states.
fn cost(groups: &[Group]) -> usize {
    groups.iter().map(|group| group.read.len() * group.states).sum()
}

/// Joins groups whose states read much the same, as long as all cost no more than this. The group that reads most comes first.
fn joined(mut groups: Vec<Group>, allowed: usize) -> Vec<Group> {
    loop {
        let pairs = (1..groups.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        let join = |(one, other): (usize, usize)| {
            let mut less = groups.clone();
            let group = less.remove(other);
            less[one].join(group);
            less
        };
        match pairs.map(join).min_by_key(|less| cost(less)).filter(|less| less.len() > 1 && cost(less) <= allowed) {
            Some(less) => groups = less,
            None => break,
        }
    }
    groups.sort_by_key(|group| Reverse(group.read.len()));
    groups
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
        assert_eq!(branch(&looked, &[0, 1, 2, 3, 4, 5, 6, 7], WORTH_A_BRANCH), Some((0, vec![vec![0], vec![1]])));
        // The cells that are read of some states only do not differ.
        assert_eq!(branch(&looked, &[0, 1], WORTH_A_BRANCH), None);
        // Of cell 1 the values 0 and 1 come to the same, and so do 2 and 3.
        let cells = |state: &[u16; 8]| if state[1] < 2 { vec![1] } else { vec![1, 2, 3, 4, 5, 6] };
        let looked: Looked = states.iter().map(|state| (&state[..], cells(state))).collect();
        assert_eq!(branch(&looked, &[0, 1, 2, 3, 4, 5, 6, 7], WORTH_A_BRANCH), Some((1, vec![vec![2, 3], vec![0, 1]])));
        let all: Looked = states.iter().map(|state| (&state[..], vec![0, 1, 2, 3, 4, 5, 6, 7])).collect();
        assert_eq!(branch(&all, &[0, 1, 2, 3, 4, 5, 6, 7], WORTH_A_BRANCH), None);
    }
}
