//! Reads the measures that become final in many states at once.
//!
//! A measure reads few cells. The states of an entry differ only in the cells that are apart (`sheets`), so their chances
//! are added up by the values of those that the measure reads, and it is read once for each. Which cells it reads is found
//! out by watching it: what it reads next depends on what it has read so far, so states with equal values in all cells that
//! were read have the same measure.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::rests::{Met, Rests};
use super::walked::add;
use crate::row::Row;
use crate::rules::Rules;

/// The measures that become final in the entries of some sheets.
#[derive(Clone)]
pub(super) struct Reading<S> {
    /// A row to read from.
    state: S,
    sets: Vec<Set>,
    /// The chance of each group of a set, and the groups met, each with a rest that was met.
    sums: Vec<f64>,
    met: Vec<[u32; 2]>,
    /// Which cells the entry being read leaves open, and the numbers of a state of it.
    open: Vec<(u16, u16)>,
    numbers: Vec<u16>,
    /// Measures with their values and chances, before it is known whether they read more.
    values: Vec<(usize, u64, f64)>,
}

/// Measures that read the same of the cells that are apart.
#[derive(Clone)]
struct Set {
    /// Which of them, in order.
    apart: Vec<usize>,
    measures: Vec<usize>,
    /// For each rest the group of those equal in these cells.
    groups: Arc<[u32]>,
}

impl Set {
    fn of(rests: &Rests, apart: Vec<usize>) -> Set {
        let groups = rests.groups(&apart);
        Set { apart, measures: Vec::new(), groups: groups.into() }
    }
}

impl<S: Clone + AsRef<Row> + AsMut<Row> + Send + Sync> Reading<S> {
    /// Reads off the entries of these sheets, with a row of theirs.
    pub(super) fn new(rests: &Rests, state: S) -> Reading<S> {
        let sums = vec![0.0; rests.len()];
        let (met, open, numbers, values) = Default::default();
        Reading { state, sets: vec![Set::of(rests, Vec::new())], sums, met, open, numbers, values }
    }

    /// Reads all measures that become final in the states of an entry, and counts their chances.
    pub(super) fn read<R: Rules<State = S>>(
        &mut self,
        rules: &R,
        rests: &Rests,
        (entry, met): (&[u16], Met),
        chances: &mut [Vec<f64>],
    ) {
        rests.open(entry, &mut self.open);
        if self.sets.iter().all(|set| set.measures.is_empty()) {
            rests.fill(entry, &self.open, met.rests[0], &mut self.numbers);
            self.state.as_mut().unwatch();
            self.state.as_mut().become_like(&self.numbers);
            let mut all = Vec::new();
            rules.record(&self.state, &mut |measure, _| {
                if rules.counters().of_measure(measure).is_none() {
                    all.push(measure);
                }
            });
            self.sets[0].measures = all;
        }
        let mut set = 0;
        while set < self.sets.len() {
            if !self.sets[set].measures.is_empty() {
                self.add_up(set, met);
                self.read_set(rules, rests, (entry, set), chances);
            }
            set += 1;
        }
        self.state.as_mut().unwatch();
    }

    /// Reads the measures of a set for each group met. Those that read more cells than the set has move to a later one.
    fn read_set<R: Rules<State = S>>(
        &mut self,
        rules: &R,
        rests: &Rests,
        (entry, set): (&[u16], usize),
        chances: &mut [Vec<f64>],
    ) {
        let mut moved = BTreeMap::new();
        for &[group, rest] in &self.met {
            let of = &self.sets[set];
            let chance = std::mem::take(&mut self.sums[group as usize]);
            rests.fill(entry, &self.open, rest, &mut self.numbers);
            self.state.as_mut().watch(&self.numbers);
            for &measure in of.measures.iter().filter(|&&measure| !rules.is_recorded(&self.state, measure)) {
                self.values.push((measure, rules.outcome(&self.state, measure), chance));
            }
            if rests.touched(self.state.as_ref()).all(|at| of.apart.contains(&at)) {
                continue;
            }
            for &measure in &of.measures {
                self.state.as_mut().watch(&self.numbers);
                if !rules.is_recorded(&self.state, measure) {
                    rules.outcome(&self.state, measure);
                }
                let mut more: Vec<usize> =
                    rests.touched(self.state.as_ref()).filter(|at| !of.apart.contains(at)).collect();
                if !more.is_empty() {
                    let all: &mut Vec<usize> = moved.entry(measure).or_insert_with(|| of.apart.clone());
                    more.retain(|at| !all.contains(at));
                    all.extend(more);
                }
            }
        }
        for (measure, value, chance) in self.values.drain(..) {
            if !moved.contains_key(&measure) {
                add(&mut chances[measure], value as usize, chance);
            }
        }
        self.sets[set].measures.retain(|measure| !moved.contains_key(measure));
        for (measure, mut apart) in moved {
            apart.sort_unstable();
            let later = self.sets[set + 1..].iter().position(|set| set.apart == apart);
            let to = later.map_or(self.sets.len(), |later| set + 1 + later);
            if later.is_none() {
                self.sets.push(Set::of(rests, apart));
            }
            self.sets[to].measures.push(measure);
        }
    }

    /// Adds up the chances of the states met by the groups of a set.
    fn add_up(&mut self, set: usize, met: Met) {
        self.met.clear();
        for &rest in met.rests {
            let group = self.sets[set].groups[rest as usize];
            let sum = &mut self.sums[group as usize];
            if *sum == 0.0 {
                self.met.push([group, rest]);
            }
            *sum += met.sums[rest as usize];
        }
    }
}
