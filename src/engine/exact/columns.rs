//! Counters that are equal in all states of a clock: of each group of them only one is kept, as a column. Most counters of a
//! step are at 0 for long, and often one counts for one side what another counts for the other.

use super::section::{Section, are_same};

/// Counters in columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// The column of each counter, by the order of their first counters.
    of: Vec<u32>,
    /// The first counter of each column.
    firsts: Vec<usize>,
}

impl Columns {
    /// Each counter is a column.
    pub(super) fn all_apart(counters: usize) -> Columns {
        Columns { of: (0..counters as u32).collect(), firsts: (0..counters).collect() }
    }

    /// Counters are one column where this says so of a first counter and another.
    pub(super) fn where_equal(counters: usize, are_equal: impl Fn(usize, usize) -> bool) -> Columns {
        let mut columns = Columns::default();
        for counter in 0..counters {
            let known = columns.firsts.iter().position(|&first| are_equal(first, counter));
            if known.is_none() {
                columns.firsts.push(counter);
            }
            columns.of.push(known.unwrap_or(columns.firsts.len() - 1) as u32);
        }
        columns
    }

    /// Counters are one column if they have the same sections in all these rows.
    pub(super) fn alike<'r, R: Iterator<Item = Section<'r>>>(
        counters: usize,
        rows: impl Iterator<Item = R>,
    ) -> Columns {
        let mut columns = Columns { of: vec![0; counters], firsts: Vec::from_iter((counters > 0).then_some(0)) };
        let mut row: Vec<Section> = Vec::new();
        for sections in rows {
            if columns.len() == counters {
                break;
            }
            row.clear();
            row.extend(sections);
            let is_equal = |first: usize, counter: usize| first == counter || are_same(row[first], row[counter]);
            if !(0..counters).all(|counter| is_equal(columns.firsts[columns.of[counter] as usize], counter)) {
                columns = Columns::where_equal(counters, |first, counter| {
                    columns.of[first] == columns.of[counter] && is_equal(first, counter)
                });
            }
        }
        columns
    }

    /// Counters are one column if they are in both.
    pub(super) fn told_apart(&self, others: &Columns) -> Columns {
        let are_equal =
            |first: usize, counter: usize| self.of[first] == self.of[counter] && others.of[first] == others.of[counter];
        Columns::where_equal(self.counters(), are_equal)
    }

    /// The number of columns.
    pub(super) fn len(&self) -> usize {
        self.firsts.len()
    }

    /// The number of counters.
    pub(super) fn counters(&self) -> usize {
        self.of.len()
    }

    /// The column of each counter.
    pub(super) fn of(&self) -> &[u32] {
        &self.of
    }

    /// The first counter of each column.
    pub(super) fn firsts(&self) -> &[usize] {
        &self.firsts
    }

    /// In which of these columns, which tell no more counters apart, each of its own is.
    pub(super) fn within<'c>(&'c self, others: &'c Columns) -> impl Iterator<Item = usize> + 'c {
        self.firsts.iter().map(|&counter| others.of[counter] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_with_equal_sections_are_one_column() {
        let (coin, sure) = ([0.5, 0.5], [1.0]);
        let rows: [[Section; 4]; 2] =
            [[(0, &sure), (0, &coin), (0, &sure), (0, &coin)], [(1, &coin), (1, &sure), (1, &coin), (0, &sure)]];
        let columns = |some: &[[Section<'static>; 4]]| Columns::alike(4, some.iter().map(|row| row.iter().copied()));
        let rows: &'static [[Section; 4]] =
            Box::leak(Box::new(rows.map(|row| row.map(|(first, all)| (first, &*all.to_vec().leak())))));
        let [first, both] = [columns(&rows[..1]), columns(rows)];
        assert_eq!((first.of(), first.firsts()), (&[0, 1, 0, 1][..], &[0, 1][..]));
        assert_eq!((both.of(), both.firsts()), (&[0, 1, 0, 2][..], &[0, 1, 3][..]));
        assert_eq!(columns(&[]).of(), [0; 4]);
        assert_eq!(both.within(&first).collect::<Vec<_>>(), [0, 1, 1]);
        let halves = Columns { of: vec![0, 0, 1, 1], firsts: vec![0, 2] };
        assert_eq!(first.told_apart(&halves), Columns::all_apart(4));
        assert_eq!(first.told_apart(&both), both);
    }
}
