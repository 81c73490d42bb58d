//! Rests that differ only in cells that an entry sets (`sheets`): with that entry they are the same state.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::entries::Entries;
use super::rests::Rests;

/// For each entry the rests that come to the same.
#[derive(Default)]
pub(super) struct Overwritten {
    /// Which of the tables an entry has.
    of: Vec<usize>,
    /// For each rest the first that comes to the same; empty if that is not worth knowing.
    tables: Vec<Vec<u32>>,
}

impl Overwritten {
    /// Of these entries.
    pub(super) fn of(rests: &Rests, entries: &Entries) -> Overwritten {
        let (mut known, mut kinds) = (HashMap::with_hasher(FixedState::default()), Vec::<(usize, usize)>::new());
        let of = (0..entries.len()).map(|entry| {
            let kind = *known.entry(rests.put(entries.entry(entry).0)).or_insert_with(|| {
                kinds.push((entry, 0));
                kinds.len() - 1
            });
            kinds[kind].1 += entries.states(entry);
            kind
        });
        let of = of.collect();
        let tables = kinds.into_iter().map(|(entry, states)| match states >= rests.len() {
            true => rests.first_alike(entries.entry(entry).0),
            false => Vec::new(),
        });
        Overwritten { of, tables: tables.collect() }
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        let of_tables = self.tables.iter().map(|table| size_of_val(&table[..])).sum::<usize>();
        (size_of_val(&self.of[..]) + of_tables) as u64
    }

    /// For each rest the first that comes to the same with an entry; `None` if all are different, or it is not known.
    pub(super) fn of_entry(&self, entry: usize) -> Option<&[u32]> {
        Some(&self.tables[self.of[entry]][..]).filter(|table| !table.is_empty())
    }
}
