//! Sections of a row: the chances of the values of one counter.

use std::ops::Range;

/// The chances of the values of a counter: the first value, and one number for each from there on.
pub(super) type Section<'a> = (usize, &'a [f64]);

/// How many values a counter may have: those that fit in a cell.
pub(super) const MOST_VALUES: usize = 1 << u16::BITS;

/// No values of a counter are needed yet.
pub(super) const NO_VALUES: Range<usize> = Range { start: usize::MAX, end: 0 };

/// Other values are needed, too.
#[inline]
pub(super) fn include(needed: &mut Range<usize>, first: usize, count: usize) {
    *needed = needed.start.min(first)..needed.end.max(first + count);
}

/// The place of a section in a row: its first value and its last, and where its numbers begin. No value is larger than a cell
/// can hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    first: u16,
    last: u16,
    start: u32,
}

impl Place {
    /// The place of these values, of which there is one at least, and whose numbers begin there.
    pub(super) fn new(values: &Range<usize>, start: usize) -> Place {
        let value = |value: usize| u16::try_from(value).expect("a value that fits in a cell");
        Place { first: value(values.start), last: value(values.end - 1), start: start as u32 }
    }

    /// The first value.
    #[inline]
    pub(super) fn first(self) -> usize {
        self.first.into()
    }

    /// The values.
    #[inline]
    pub(super) fn values(self) -> Range<usize> {
        self.first.into()..usize::from(self.last) + 1
    }

    /// The place of some of the values alone, given by where they are among all.
    pub(super) fn part(self, some: Range<usize>) -> Place {
        Place::new(&(self.first() + some.start..self.first() + some.end), self.numbers().start + some.start)
    }

    /// Where the numbers are.
    #[inline]
    pub(super) fn numbers(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + usize::from(self.last - self.first) + 1
    }
}

/// Adds numbers, each `way` times.
#[inline]
pub(super) fn add_times(sums: &mut [f64], numbers: &[f64], way: f64) {
    // Most counters of a state have one value.
    match numbers {
        [number] => sums[0] += number * way,
        _ => sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number * way),
    }
}

/// Whether two sections are the same bits. Most that are compared are, so all numbers are looked at, many at a time.
#[inline]
pub(super) fn are_same((one, numbers): Section, (other, others): Section) -> bool {
    let differ = |differ, (number, other): (&f64, &f64)| differ | (number.to_bits() ^ other.to_bits());
    let is_one = std::ptr::eq(numbers, others);
    one == other && (is_one || numbers.len() == others.len() && numbers.iter().zip(others).fold(0, differ) == 0)
}

/// A section without the numbers at both ends that are 0.
pub(super) fn trimmed((least, all): Section) -> Section {
    let some = likely(all, f64::MIN_POSITIVE);
    (least + some.start, &all[some])
}

/// Where the numbers are that remain without those at both ends that are smaller than this; the first if all are.
pub(super) fn likely(all: &[f64], rarest: f64) -> Range<usize> {
    let first = all.iter().position(|chance| *chance >= rarest).unwrap_or(0);
    let end = all.iter().rposition(|chance| *chance >= rarest).map_or(1, |last| last + 1);
    first..end
}
