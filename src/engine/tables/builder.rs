//! The making of tables: a walk that follows what is likely.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use foldhash::fast::FixedState;

use super::{Column, Edge, NONE, Place, Range, Resolution, Tables};
use crate::engine::alias;
use crate::engine::exact::Bucket;
use crate::engine::exhaustive::{Enumerate, EveryWay};
use crate::engine::rules::{Progress, Rules};

/// A piece that can come out in more ways from one state than this is left to sampled dice.
const MOST_WAYS: usize = 8192;

impl<S: Clone + Eq + Hash + Send> Tables<S> {
    /// No tables: every trial is played with sampled dice.
    pub fn none<R: Rules<State = S>>(rules: &R) -> Self {
        TableBuilder::new(rules, Resolution { rare: 1.0, plays: 0 }).make()
    }

    /// Makes the tables of an engagement.
    pub fn of<R: Rules<State = S>>(rules: &R, resolution: Resolution) -> Self {
        TableBuilder::new(rules, resolution).make()
    }
}

/// Tables in the making.
struct TableBuilder<'r, R: Rules> {
    rules: &'r R,
    rare: f64,
    plays_left: usize,
    tables: Tables<R::State>,
    ids: HashMap<R::State, u32, FixedState>,
    outcome_ids: HashMap<R::State, u32, FixedState>,
    /// Places that trials come to, by clock: where a table might be worth its plays.
    waiting: BTreeMap<u128, Vec<(u32, f64)>>,
}

impl<'r, R: Rules> TableBuilder<'r, R> {
    fn new(rules: &'r R, resolution: Resolution) -> Self {
        let tables =
            Tables { places: Vec::new(), starts: HashMap::default(), columns: Vec::new(), outcomes: Vec::new() };
        TableBuilder {
            rules,
            rare: resolution.rare,
            plays_left: resolution.plays,
            tables,
            ids: HashMap::default(),
            outcome_ids: HashMap::default(),
            waiting: BTreeMap::new(),
        }
    }

    fn make(mut self) -> Tables<R::State> {
        let start = self.rules.deploy();
        let first = self.place(&start);
        self.waiting.entry(self.rules.clock(&start)).or_default().push((first, 1.0));
        while let Some((_, places)) = self.waiting.pop_first() {
            // The same place may have been reached from several tables.
            let mut reached: BTreeMap<u32, f64> = BTreeMap::new();
            for (place, chance) in places {
                *reached.entry(place).or_default() += chance;
            }
            for (place, chance) in reached {
                if chance >= self.rare && self.plays_left > 0 {
                    self.tabulate(place, chance);
                }
            }
        }
        self.tables
    }

    fn place(&mut self, state: &R::State) -> u32 {
        if let Some(&known) = self.ids.get(state) {
            return known;
        }
        let new = self.tables.places.len() as u32;
        self.tables.places.push(Place { state: state.clone(), table: None });
        self.ids.insert(state.clone(), new);
        new
    }

    fn outcome(&mut self, state: &R::State) -> u32 {
        if let Some(&known) = self.outcome_ids.get(state) {
            return known;
        }
        let new = self.tables.outcomes.len() as u32;
        self.tables.outcomes.push(state.clone());
        self.outcome_ids.insert(state.clone(), new);
        new
    }

    /// Walks from a place to the ends of its step and makes a table of them.
    fn tabulate(&mut self, place: u32, reached: f64) {
        let rules = self.rules;
        let start = self.tables.places[place as usize].state.clone();
        let mut edges: Vec<(Edge, f64)> = Vec::new();
        let mut known: HashMap<Edge, usize, FixedState> = HashMap::default();
        let mut add = |edge: Edge, chance: f64| match known.entry(edge) {
            Entry::Occupied(place) => edges[*place.get()].1 += chance,
            Entry::Vacant(place) => {
                place.insert(edges.len());
                edges.push((edge, chance));
            }
        };
        let mut waiting: BTreeMap<u128, Bucket<R::State>> = BTreeMap::new();
        waiting.entry(rules.clock(&start)).or_default().add(&start, 1.0);
        let (mut plays, mut begun) = (Vec::new(), false);
        while let Some((_, bucket)) = waiting.pop_first() {
            for (from, chance) in bucket.states {
                // A stretch that comes back to where it began is drawn again.
                let leaves = begun && (from == start || chance * reached < self.rare || self.plays_left == 0);
                let ways = if leaves { None } else { self.every_play(&from, &mut plays) };
                let Some(ways) = ways else {
                    if !begun {
                        return;
                    }
                    let next = self.place(&from);
                    add(Edge { outcome: NONE, next }, chance);
                    continue;
                };
                begun = true;
                for (state, progress, way) in &mut plays[..ways] {
                    let (progress, chance) = (*progress, chance * *way);
                    if progress == Progress::Within {
                        waiting.entry(rules.clock(state)).or_default().add(state, chance);
                        continue;
                    }
                    let (mut outcome, mut next) = (NONE, NONE);
                    rules.settle(state, progress, |state| outcome = self.outcome(state));
                    if progress == Progress::Settled {
                        next = self.place(state);
                        self.waiting.entry(rules.clock(state)).or_default().push((next, chance * reached));
                    }
                    add(Edge { outcome, next }, chance);
                }
            }
        }
        let weights: Vec<f64> = edges.iter().map(|(_, chance)| *chance).collect();
        let columns = alias::columns(&weights);
        let range = Range { from: self.tables.columns.len(), width: columns.len() };
        self.tables.columns.extend(columns.iter().enumerate().map(|(own, column)| Column {
            keep: column.keep,
            own: edges[own].0,
            alias: edges[column.alias as usize].0,
        }));
        self.tables.places[place as usize].table = Some(range);
        self.tables.starts.insert(start, place);
    }

    /// Writes every way one piece can come out, with its chance, over what `plays` held, and says how many there are;
    /// nothing when there are too many.
    fn every_play(&mut self, from: &R::State, plays: &mut Vec<(R::State, Progress, f64)>) -> Option<usize> {
        let mut dice = EveryWay::default();
        for way in 0..MOST_WAYS {
            match plays.get_mut(way) {
                Some((state, ..)) => state.clone_from(from),
                None => plays.push((from.clone(), Progress::Within, 0.0)),
            }
            let (state, progress, chance) = &mut plays[way];
            dice.begin();
            *progress = self.rules.advance(state, &mut dice);
            *chance = dice.chance();
            self.plays_left = self.plays_left.saturating_sub(1);
            if !dice.next() {
                return Some(way + 1);
            }
        }
        None
    }
}
