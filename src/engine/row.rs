//! A row of small numbers: the state of a trial. A row can be watched: it then records which cells a play reads and which
//! it changes, so that states that differ only in cells that a piece does not read are played once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicUsize, Ordering};

/// Numbers, each in its cell.
#[derive(Debug)]
pub struct Row {
    /// Empty while the row is watched: every access then takes the slow path, and other rows pay nothing for it.
    numbers: Box<[u16]>,
    watched: Option<Box<Watched>>,
}

/// A row that is watched.
#[derive(Debug)]
struct Watched {
    numbers: Box<[u16]>,
    /// For each cell what has been done to it: [`ASKED`], [`PUT`], [`ADDED`]; and whether it is [`GUARDED`].
    notes: Box<[AtomicU8]>,
    /// The cells to which anything has been done, in the order of the first time, and their number.
    touched: Box<[AtomicU16]>,
    count: AtomicUsize,
    guard: Option<Arc<Guarded>>,
}

/// Cells for which it must be known at once when one is touched.
#[derive(Debug)]
pub(crate) struct Guarded {
    notes: Box<[u8]>,
    touched: AtomicU32,
}

/// Nothing has been touched.
const NOTHING: u32 = u32::MAX;

impl Guarded {
    /// Guards these cells of a row of this length.
    pub(crate) fn new(length: usize, places: impl Iterator<Item = u16>) -> Guarded {
        let mut notes = vec![0; length].into_boxed_slice();
        places.for_each(|place| notes[usize::from(place)] = GUARDED);
        Guarded { notes, touched: AtomicU32::new(NOTHING) }
    }

    /// The first cell touched since a row was guarded.
    #[inline]
    pub(crate) fn touched(&self) -> Option<u16> {
        let touched = self.touched.load(Ordering::Relaxed);
        (touched != NOTHING).then_some(touched as u16)
    }
}

/// Its first value has been read.
const ASKED: u8 = 1;
/// It has been given another value, whatever it was.
const PUT: u8 = 2;
/// It has been added to.
const ADDED: u8 = 4;
/// It must be known at once when it is touched.
const GUARDED: u8 = 8;

/// What a play does to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is set to this value.
    Put(u16, u16),
    /// This is added to it.
    Add(u16, i16),
}

/// A number and what is added to it. The rules have checked that the sum fits.
#[inline]
pub(crate) fn sum(number: u16, more: i16) -> u16 {
    number.checked_add_signed(more).expect("a count that fits")
}

/// The cells of a row that have been read.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    cells: Vec<u16>,
    is_asked: Vec<bool>,
}

impl Asked {
    /// None yet, of a row of this length.
    pub(crate) fn clear(&mut self, length: usize) {
        self.cells.drain(..).for_each(|cell| self.is_asked[usize::from(cell)] = false);
        self.is_asked.resize(length, false);
    }

    fn add(&mut self, cell: u16) {
        if !std::mem::replace(&mut self.is_asked[usize::from(cell)], true) {
            self.cells.push(cell);
        }
    }

    /// These cells, in the order in which they were first read.
    pub(crate) fn cells(&self) -> &[u16] {
        &self.cells
    }
}

impl Change {
    fn cell(self) -> u16 {
        match self {
            Change::Put(cell, _) | Change::Add(cell, _) => cell,
        }
    }

    /// A number that no other change has.
    pub(crate) fn number(self) -> u64 {
        let (kind, cell, value) = match self {
            Change::Put(cell, value) => (0, cell, value),
            Change::Add(cell, more) => (1, cell, more as u16),
        };
        kind << 32 | u64::from(cell) << 16 | u64::from(value)
    }
}

impl Row {
    /// A row of this many cells, all 0; and a last one, `Row::aside`.
    pub fn blank(length: usize) -> Row {
        Row { numbers: vec![0; length + 1].into_boxed_slice(), watched: None }
    }

    /// Which of its cells are set aside: their values in this row mean nothing. One bit for each strand; no rule knows of
    /// it.
    #[inline]
    pub(crate) fn aside(&self) -> u16 {
        self.numbers.last().copied().unwrap_or(0)
    }

    /// Sets [`Row::aside`].
    pub(crate) fn set_aside(&mut self, aside: u16) {
        self.numbers.iter_mut().last().into_iter().for_each(|last| *last = aside);
    }

    /// The numbers; empty while the row is watched.
    #[inline]
    pub(crate) fn numbers(&self) -> &[u16] {
        &self.numbers
    }

    /// The numbers, watched or not.
    pub(crate) fn seen_through(&self) -> &[u16] {
        match &self.watched {
            Some(watched) if self.numbers.is_empty() => &watched.numbers,
            _ => &self.numbers,
        }
    }

    /// The number in a cell.
    #[inline]
    pub fn at(&self, place: u16) -> &u16 {
        match self.numbers.get(usize::from(place)) {
            Some(number) => number,
            None => self.asked(place),
        }
    }

    /// The same, mutable.
    #[inline]
    pub fn at_mut(&mut self, place: u16) -> &mut u16 {
        match self.numbers.get_mut(usize::from(place)) {
            Some(number) => number,
            None => Self::changed(&mut self.watched, place),
        }
    }

    /// Sets a cell, whatever its value was.
    #[inline]
    pub fn put(&mut self, place: u16, value: u16) {
        match self.numbers.get_mut(usize::from(place)) {
            Some(number) => *number = value,
            None => *self.noted(place, PUT) = value,
        }
    }

    /// A cell to be added to or subtracted from: only the sum depends on what it was.
    #[inline]
    pub fn at_to_add(&mut self, place: u16) -> &mut u16 {
        match self.numbers.get_mut(usize::from(place)) {
            Some(number) => number,
            None => Self::note(&mut self.watched, place, ADDED),
        }
    }

    /// Sets a range of cells to 0.
    #[inline]
    pub fn clear(&mut self, from: u16, to: u16) {
        match self.numbers.get_mut(usize::from(from)..usize::from(to)) {
            Some(numbers) => numbers.fill(0),
            None => (from..to).for_each(|place| self.put(place, 0)),
        }
    }

    /// Sets all cells; there must be as many as the row has.
    #[inline]
    pub(crate) fn become_like(&mut self, numbers: &[u16]) {
        self.numbers.copy_from_slice(numbers);
    }

    /// Applies a change.
    #[inline]
    pub(crate) fn make(&mut self, change: Change) {
        match change {
            Change::Put(place, value) => self.numbers[usize::from(place)] = value,
            Change::Add(place, more) => {
                let number = &mut self.numbers[usize::from(place)];
                *number = sum(*number, more);
            }
        }
    }

    /// Sets the row to these numbers, and watches it from now on.
    pub(crate) fn watch(&mut self, from: &[u16]) {
        self.unwatch();
        self.become_like(from);
        self.watch_on();
    }

    /// Watches the row from now on as it is.
    pub(crate) fn watch_on(&mut self) {
        let watched = self.watched();
        if watched.guard.take().is_some() {
            watched.notes.iter_mut().for_each(|notes| *notes.get_mut() = 0);
        }
        let count = std::mem::take(watched.count.get_mut());
        for touched in &mut watched.touched[..count] {
            *watched.notes[usize::from(*touched.get_mut())].get_mut() = 0;
        }
        self.swap();
    }

    /// Watches from now on whether any of these cells is touched.
    pub(crate) fn guard(&mut self, guard: &Arc<Guarded>) {
        guard.touched.store(NOTHING, Ordering::Relaxed);
        let watched = self.watched();
        watched.notes.iter_mut().zip(&guard.notes).for_each(|(notes, &guarded)| *notes.get_mut() = guarded);
        *watched.count.get_mut() = 0;
        if !watched.guard.as_ref().is_some_and(|known| Arc::ptr_eq(known, guard)) {
            watched.guard = Some(Arc::clone(guard));
        }
        self.swap();
    }

    fn watched(&mut self) -> &mut Watched {
        let numbers = &self.numbers;
        self.watched.get_or_insert_with(|| {
            let notes = numbers.iter().map(|_| AtomicU8::new(0)).collect();
            let touched = numbers.iter().map(|_| AtomicU16::new(0)).collect();
            Box::new(Watched { numbers: Box::default(), notes, touched, count: AtomicUsize::new(0), guard: None })
        })
    }

    fn swap(&mut self) {
        if let Some(watched) = &mut self.watched {
            std::mem::swap(&mut self.numbers, &mut watched.numbers);
        }
    }

    /// Stops watching.
    pub(crate) fn unwatch(&mut self) {
        if self.numbers.is_empty() {
            self.swap();
        }
    }

    /// Whether a cell has been read or changed since the row was watched.
    pub(crate) fn is_touched(&self, place: u16) -> bool {
        let notes = self.watched.as_ref().map(|watched| &watched.notes[usize::from(place)]);
        notes.is_some_and(|notes| notes.load(Ordering::Relaxed) != 0)
    }

    /// The cells touched since the row was watched, in the order of the first time.
    pub(crate) fn touched(&self) -> impl Iterator<Item = u16> {
        let watched = self.watched.iter();
        let touched = watched.flat_map(|watched| &watched.touched[..watched.count.load(Ordering::Relaxed)]);
        touched.map(|place| place.load(Ordering::Relaxed))
    }

    /// What has been done since the row was watched with the numbers `from`: the cells read, and the changes.
    pub(crate) fn seen(&self, from: &[u16], asked: &mut Asked, changes: &mut Vec<Change>) {
        let Some(watched) = &self.watched else { return };
        for place in self.touched() {
            let notes = watched.notes[usize::from(place)].load(Ordering::Relaxed) & !GUARDED;
            let (before, number) = (from[usize::from(place)], &watched.numbers[usize::from(place)]);
            if notes & ASKED != 0 {
                asked.add(place);
            }
            match notes {
                // It was known before and is still the same.
                _ if notes & ASKED != 0 && *number == before => {}
                ADDED if *number == before => {}
                ADDED => match i16::try_from(i32::from(*number) - i32::from(before)) {
                    Ok(more) => changes.push(Change::Add(place, more)),
                    Err(_) => {
                        asked.add(place);
                        changes.push(Change::Put(place, *number));
                    }
                },
                ASKED => {}
                _ => changes.push(Change::Put(place, *number)),
            }
        }
        changes.sort_unstable_by_key(|change| change.cell());
    }

    #[cold]
    fn asked(&self, place: u16) -> &u16 {
        let watched = self.watched.as_ref().expect("a place in the row");
        let notes = &watched.notes[usize::from(place)];
        let before = notes.load(Ordering::Relaxed);
        watched.alarm(before, place);
        if before & PUT == 0 {
            watched.touch(before, place);
            notes.store(before | ASKED, Ordering::Relaxed);
        }
        &watched.numbers[usize::from(place)]
    }

    #[cold]
    fn changed(watched: &mut Option<Box<Watched>>, place: u16) -> &mut u16 {
        let watched = watched.as_mut().expect("a place in the row");
        let before = *watched.notes[usize::from(place)].get_mut();
        watched.alarm(before, place);
        watched.touch(before, place);
        let notes = watched.notes[usize::from(place)].get_mut();
        if *notes & PUT == 0 {
            *notes |= ASKED;
        }
        *notes |= PUT;
        &mut watched.numbers[usize::from(place)]
    }

    #[cold]
    fn noted(&mut self, place: u16, note: u8) -> &mut u16 {
        Self::note(&mut self.watched, place, note)
    }

    #[cold]
    fn note(watched: &mut Option<Box<Watched>>, place: u16, note: u8) -> &mut u16 {
        let watched = watched.as_mut().expect("a place in the row");
        let before = *watched.notes[usize::from(place)].get_mut();
        watched.alarm(before, place);
        watched.touch(before, place);
        *watched.notes[usize::from(place)].get_mut() = before | note;
        &mut watched.numbers[usize::from(place)]
    }
}

impl Watched {
    /// Lists a cell that had these notes, if nothing had been done to it.
    #[inline]
    fn touch(&self, notes: u8, place: u16) {
        if notes & !GUARDED == 0 {
            let count = self.count.load(Ordering::Relaxed);
            self.touched[count].store(place, Ordering::Relaxed);
            self.count.store(count + 1, Ordering::Relaxed);
        }
    }

    /// Reports that a cell with these notes is touched, if it is guarded.
    #[inline]
    fn alarm(&self, notes: u8, place: u16) {
        if notes & GUARDED != 0
            && let Some(guard) = &self.guard
        {
            _ = guard.touched.compare_exchange(NOTHING, place.into(), Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// The same numbers; the copy is not watched.
impl Clone for Row {
    fn clone(&self) -> Row {
        Row { numbers: self.seen_through().into(), watched: None }
    }

    #[inline]
    fn clone_from(&mut self, source: &Row) {
        self.numbers.copy_from_slice(&source.numbers);
    }
}

impl AsRef<Row> for Row {
    fn as_ref(&self) -> &Row {
        self
    }
}

impl AsMut<Row> for Row {
    fn as_mut(&mut self) -> &mut Row {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was read and what was changed of a row of 10, 11, 12 and 13.
    fn seen(play: impl FnOnce(&mut Row)) -> (Vec<u16>, Vec<Change>) {
        let mut from = Row::blank(4);
        (0..4).for_each(|place| from.put(place, 10 + place));
        let (mut row, mut asked, mut changes) = (from.clone(), Asked::default(), Vec::new());
        row.watch(from.numbers());
        play(&mut row);
        asked.clear(4);
        row.seen(from.numbers(), &mut asked, &mut changes);
        (asked.cells().to_vec(), changes)
    }

    #[test]
    fn reading_a_copy_of_a_watched_row_is_not_noted() {
        let looks = |row: &mut Row| {
            row.put(1, 5);
            assert_eq!((0..4).map(|place| *row.clone().at(place)).collect::<Vec<_>>(), [10, 5, 12, 13]);
        };
        assert_eq!(seen(looks), (vec![], vec![Change::Put(1, 5)]));
    }

    #[test]
    fn what_is_read_counts_from_the_first_and_what_is_written_whole_hides_it() {
        assert_eq!(seen(|row| assert_eq!(*row.at(2), 12)), (vec![2], vec![]));
        assert_eq!(seen(|row| *row.at_mut(1) -= 1), (vec![1], vec![Change::Put(1, 10)]));
        let put = seen(|row| {
            row.put(3, 7);
            assert_eq!(*row.at(3), 7);
            *row.at_mut(3) += 1;
        });
        assert_eq!(put, (vec![], vec![Change::Put(3, 8)]));
        assert_eq!(seen(|row| row.clear(1, 3)), (vec![], vec![Change::Put(1, 0), Change::Put(2, 0)]));
    }

    #[test]
    fn what_is_only_added_to_is_not_asked_for() {
        assert_eq!(seen(|row| *row.at_to_add(0) += 2), (vec![], vec![Change::Add(0, 2)]));
        let read = seen(|row| {
            *row.at_to_add(0) += 2;
            assert_eq!(*row.at(0), 12);
        });
        assert_eq!(read, (vec![0], vec![Change::Put(0, 12)]));
        let put = seen(|row| {
            *row.at_to_add(0) += 2;
            row.put(0, 5);
        });
        assert_eq!(put, (vec![], vec![Change::Put(0, 5)]));
    }

    #[test]
    fn a_row_is_watched_anew() {
        let (from, mut row) = (Row::blank(2), Row::blank(2));
        row.watch(from.numbers());
        *row.at_mut(0) = 3;
        row.watch(from.numbers());
        let (mut asked, mut changes) = (Asked::default(), Vec::new());
        asked.clear(2);
        row.seen(from.numbers(), &mut asked, &mut changes);
        assert_eq!((*row.at(0), asked.cells(), changes.len()), (0, &[][..], 0));
    }
}
