//! Where the outcomes of many classes of states lead (`sheets`): equal places are one entry.

use crate::bucket::Bucket;
use crate::rules::Progress;

/// Entries, each with the classes whose outcomes lead to it.
#[derive(Default)]
pub(super) struct Entries {
    states: Bucket<f64>,
    /// For each entry the first and the last of its links.
    ends: Vec<[u32; 2]>,
    links: Vec<Link>,
    /// How many states lead to each entry, those with several ways counted several times.
    counts: Vec<usize>,
}

/// A class of which an outcome leads to an entry.
pub(super) struct Link {
    /// The class.
    pub class: u32,
    /// The next link of the entry; itself if it is the last.
    next: u32,
    /// The chance of the outcome.
    pub way: f64,
    /// What it adds to counters.
    pub gain: u32,
}

impl Entries {
    /// An outcome of a class of so many states leads to this entry with this chance, and adds this to counters.
    pub(super) fn link(&mut self, (class, states): (u32, usize), entry: &[u16], way: f64, gain: u32) {
        let (place, before) = self.states.add(entry, way);
        let new = self.links.len() as u32;
        self.links.push(Link { class, next: new, way, gain });
        match before {
            None => {
                self.ends.push([new, new]);
                self.counts.push(states);
            }
            Some(_) => {
                self.counts[place] += states;
                let [_, last] = &mut self.ends[place];
                self.links[*last as usize].next = new;
                *last = new;
            }
        }
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many states lead to an entry, those with several ways counted several times.
    pub(super) fn states(&self, entry: usize) -> usize {
        self.counts[entry]
    }

    /// The links of an entry.
    pub(super) fn links(&self, entry: usize) -> impl Iterator<Item = &Link> {
        let [first, last] = self.ends[entry];
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let at = next?;
            let link = &self.links[at as usize];
            next = (at != last).then_some(link.next);
            Some(link)
        })
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        let lists = size_of_val(&self.links[..]) + size_of_val(&self.ends[..]) + size_of_val(&self.counts[..]);
        self.states.bytes() + lists as u64
    }

    /// The numbers of an entry, of which the last is the progress, and the progress.
    pub(super) fn entry(&self, entry: usize) -> (&[u16], Progress) {
        let base = self.states.state(entry);
        let progress = [Progress::Within, Progress::Settled, Progress::Over];
        (base, progress[usize::from(base[base.len() - 1])])
    }
}
