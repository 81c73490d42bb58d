//! Counters: cells on which nothing but measures depends. They need not keep states apart, so a walk over states takes them
//! out and adds them up elsewhere. A rulebook says once which cells these are; taking and clearing them is the engine's work.

use super::row::Row;

/// The cells of each step that are only counted: they are at 0 when the step begins, are only added to, and nothing depends
/// on them but measures, until these have been recorded and the cells are at 0 again.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    steps: Vec<OfStep>,
    /// The counter that each measure is; `None` if it depends on more.
    of_measure: Vec<Option<usize>>,
}

/// The counters of one step.
#[derive(Clone, Debug, Default)]
struct OfStep {
    /// Their cells, which are also the marks by which rolls name them.
    cells: Vec<u16>,
    /// Cells that are only counted as well, and that no measure reads.
    unread: Vec<u16>,
    /// The measures that are counters, each with its counter.
    measures: Vec<(usize, usize)>,
}

impl Counters {
    /// None at all.
    pub fn none() -> &'static Counters {
        static NONE: Counters = Counters { steps: Vec::new(), of_measure: Vec::new() };
        &NONE
    }

    /// This measure, which becomes final with this step, is the number in this cell.
    pub fn add(&mut self, step: usize, measure: usize, cell: u16) {
        if measure >= self.of_measure.len() {
            self.of_measure.resize(measure + 1, None);
        }
        let OfStep { cells, measures, .. } = self.of_step(step);
        let counter = cells.iter().position(|&known| known == cell).unwrap_or(cells.len());
        if counter == cells.len() {
            cells.push(cell);
        }
        measures.push((measure, counter));
        self.of_measure[measure] = Some(counter);
    }

    /// Nothing reads the number in this cell in this step, not even a measure.
    pub fn ignore(&mut self, step: usize, cell: u16) {
        self.of_step(step).unread.push(cell);
    }

    fn of_step(&mut self, step: usize) -> &mut OfStep {
        if step >= self.steps.len() {
            self.steps.resize_with(step + 1, OfStep::default);
        }
        &mut self.steps[step]
    }

    /// The most counters that a step has.
    pub fn count(&self) -> usize {
        self.steps.iter().map(|of| of.cells.len()).max().unwrap_or(0)
    }

    /// The counter that a measure is; `None` if it depends on more.
    #[inline]
    pub fn of_measure(&self, measure: usize) -> Option<usize> {
        self.of_measure.get(measure).copied().flatten()
    }

    /// The cells of a step that are counters, in their order.
    #[inline]
    pub fn cells(&self, step: usize) -> &[u16] {
        self.steps.get(step).map_or(&[], |of| &of.cells)
    }

    /// The cells of a step that nothing reads.
    #[inline]
    pub fn unread(&self, step: usize) -> &[u16] {
        self.steps.get(step).map_or(&[], |of| &of.unread)
    }

    /// The measures that are counters and become final with a step, each with its counter.
    #[inline]
    pub fn measures(&self, step: usize) -> &[(usize, usize)] {
        self.steps.get(step).map_or(&[], |of| &of.measures)
    }

    /// Sets the cells of a step that nothing reads to 0.
    #[inline]
    pub fn clear(&self, step: usize, row: &mut Row) {
        self.unread(step).iter().for_each(|&cell| row.put(cell, 0));
    }

    /// Hands over the counters of a step that are not at 0, and sets them to 0, with those that nothing reads.
    #[inline]
    pub fn take(&self, step: usize, row: &mut Row, mut taken: impl FnMut(usize, u64)) {
        self.clear(step, row);
        for (counter, &cell) in self.cells(step).iter().enumerate() {
            let number = *row.at(cell);
            if number > 0 {
                taken(counter, number.into());
                row.put(cell, 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_of_one_cell_are_one_counter() {
        let mut counters = Counters::default();
        for (step, measure, cell) in [(0, 1, 7), (0, 2, 5), (0, 4, 7), (2, 6, 5)] {
            counters.add(step, measure, cell);
        }
        assert_eq!((counters.count(), counters.cells(0), counters.cells(1)), (2, &[7, 5][..], &[][..]));
        assert_eq!(counters.measures(0), [(1, 0), (2, 1), (4, 0)]);
        assert_eq!((counters.of_measure(6), counters.of_measure(3), counters.of_measure(9)), (Some(0), None, None));
    }

    #[test]
    fn what_is_taken_is_at_0() {
        let (mut counters, mut row, mut taken) = (Counters::default(), Row::blank(3), Vec::new());
        (0..3).for_each(|cell| counters.add(1, usize::from(cell), cell));
        (0..3).for_each(|cell| row.put(cell, 2 * cell));
        counters.take(0, &mut row, |counter, number| taken.push((counter, number)));
        assert!(taken.is_empty());
        counters.take(1, &mut row, |counter, number| taken.push((counter, number)));
        assert_eq!((taken, row.numbers()), (vec![(1, 2), (2, 4)], &[0; 4][..]));
    }

    #[test]
    fn what_nothing_reads_is_cleared_and_not_handed_over() {
        let (mut counters, mut row) = (Counters::default(), Row::blank(3));
        counters.add(1, 0, 0);
        counters.ignore(1, 2);
        [0, 1, 2].into_iter().for_each(|cell| row.put(cell, 7));
        counters.take(0, &mut row, |counter, _| panic!("{counter} is none of this step"));
        assert_eq!(row.numbers()[..3], [7, 7, 7]);
        let mut taken = Vec::new();
        counters.take(1, &mut row, |counter, number| taken.push((counter, number)));
        assert_eq!((taken, &row.numbers()[..3]), (vec![(0, 7)], &[0, 7, 0][..]));
    }
}
