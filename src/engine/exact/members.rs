//! The members of the classes of a clock (`sheets`).

use std::ops::Range;

use super::classes::{Classes, TOO_RARE};
use super::pairs::Pairs;

/// A state of a class.
#[derive(Clone, Copy, Default)]
pub(super) struct Member {
    pub rest: u32,
    /// Its place among the states of the clock.
    pub place: u32,
    pub chance: f64,
}

/// The members of each class, class by class, and where each class is among them; and the chance of those that are left out
/// as too rare. States that are equal are one member: `equal` gets the place of each that was added to a member, after the
/// member's own.
pub(super) fn members(
    pairs: &Pairs,
    classes: &Classes,
    (rests, count): (&[u32], usize),
    rarest: f64,
    equal: &mut Vec<[u32; 2]>,
) -> (Vec<Member>, Vec<Range<usize>>, f64) {
    let mut ends = vec![0; classes.len()];
    for &class in classes.of.iter().filter(|class| **class != TOO_RARE) {
        ends[class as usize] += 1;
    }
    let mut end = 0;
    for at in &mut ends {
        end += std::mem::replace(at, end);
    }
    let (mut members, mut unexplored) = (vec![Member::default(); end], 0.0);
    for (at, ((&class, &rest), &chance)) in classes.of.iter().zip(rests).zip(pairs.chances()).enumerate() {
        if class == TOO_RARE {
            unexplored += chance;
            continue;
        }
        let end = &mut ends[class as usize];
        members[*end] = Member { rest, place: pairs.place(at), chance };
        *end += 1;
    }
    let (mut ranges, mut met, mut start, mut kept) = (Vec::with_capacity(ends.len()), vec![(0, 0); count], 0, 0);
    for (class, end) in ends.into_iter().enumerate() {
        let first = kept;
        for at in std::mem::replace(&mut start, end)..end {
            let member = members[at];
            // In which class, from 1, the same rest was met last, and where.
            let last = &mut met[member.rest as usize];
            if last.0 == class + 1 {
                let known = &mut members[last.1];
                known.chance += member.chance;
                equal.push([known.place, member.place]);
                continue;
            }
            *last = (class + 1, kept);
            members[kept] = member;
            kept += 1;
        }
        let mut likely = first;
        for at in first..kept {
            let member = members[at];
            if member.chance < rarest {
                unexplored += member.chance;
                continue;
            }
            members[likely] = member;
            likely += 1;
        }
        kept = likely;
        ranges.push(first..kept);
    }
    members.truncate(kept);
    (members, ranges, unexplored)
}
