//! Trials drawn from tables: whole stretches of an engagement, from the start of a step to its end, played once with
//! dice that fall every way and from then on drawn with one random word.
//!
//! The tables are made before the trials, by a walk that follows what is likely: rare states, and all that a budget of
//! plays does not reach, are exits, at which a trial goes on with sampled dice. How fine they are is the [`Resolution`]: a long
//! run begins with coarse tables, which cost little, and goes over to finer ones. The tables depend on the rules and the
//! grain alone; so the same random words always give the same trial, however many threads there are.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use foldhash::fast::FixedState;

use super::alias;
use super::exact::Bucket;
use super::exhaustive::{Enumerate, EveryWay};
use super::narrated::Narrator;
use super::rules::{Progress, Rules};
use super::sampled::Sampled;
use super::tally::{Counter, Tally};

/// How fine tables are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolution {
    /// A state that a smaller share of the trials than this comes to is left to sampled dice.
    rare: f64,
    /// How many plays of a piece all tables together may cost.
    plays: usize,
}

impl Resolution {
    /// The grains a run goes through, each eight times as fine as the one before.
    pub const ALL: [Resolution; 4] =
        [Resolution::step(0), Resolution::step(1), Resolution::step(2), Resolution::step(3)];

    const fn step(step: u32) -> Resolution {
        Resolution { rare: 1.0 / (16_384 << (3 * step)) as f64, plays: 32_768 << (3 * step) }
    }
}

/// A piece that can come out in more ways from one state than this is left to sampled dice.
const MOST_WAYS: usize = 8192;

/// The tables of an engagement.
pub struct Tables<S> {
    /// Where trials can be between two draws; the first is where they begin.
    places: Vec<Place<S>>,
    /// States with a table, for trials that come back from sampled dice.
    starts: HashMap<S, u32, FixedState>,
    columns: Vec<Column>,
    /// The states whose measures are read off.
    outcomes: Vec<S>,
}

struct Place<S> {
    state: S,
    table: Option<Range>,
}

/// A stretch of columns.
#[derive(Clone, Copy)]
struct Range {
    from: usize,
    width: usize,
}

/// Where a draw leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge {
    /// The outcome to count; [`NONE`] when the trial leaves the table in the middle of a step.
    outcome: u32,
    /// The next place; [`NONE`] when the trial is over.
    next: u32,
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Column {
    keep: u64,
    own: Edge,
    alias: Edge,
}

impl<S: Clone + Eq + std::hash::Hash + Send> Tables<S> {
    /// No tables: every trial is played with sampled dice.
    pub fn none<R: Rules<State = S>>(rules: &R) -> Self {
        TableBuilder::new(rules, Resolution { rare: 1.0, plays: 0 }).make()
    }

    /// Makes the tables of an engagement.
    pub fn of<R: Rules<State = S>>(rules: &R, grain: Resolution) -> Self {
        TableBuilder::new(rules, grain).make()
    }

    fn draw(&self, range: Range, dice: &mut Sampled) -> Edge {
        let (place, fraction) = alias::split(dice.word(), range.width);
        let column = &self.columns[range.from + place];
        if fraction < column.keep { column.own } else { column.alias }
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
    fn new(rules: &'r R, grain: Resolution) -> Self {
        let tables =
            Tables { places: Vec::new(), starts: HashMap::default(), columns: Vec::new(), outcomes: Vec::new() };
        TableBuilder {
            rules,
            rare: grain.rare,
            plays_left: grain.plays,
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
                for (state, moment, way) in &mut plays[..ways] {
                    let (moment, chance) = (*moment, chance * *way);
                    if moment == Progress::Within {
                        waiting.entry(rules.clock(state)).or_default().add(state, chance);
                        continue;
                    }
                    let outcome = self.outcome(state);
                    let mut next = NONE;
                    if moment == Progress::Settled {
                        rules.forget(state);
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
}

impl<R: Rules> TableBuilder<'_, R> {
    /// Writes every way one piece can come out, with its chance, over what `plays` held, and says how many there are;
    /// nothing when there are too many.
    fn every_play(&mut self, from: &R::State, plays: &mut Vec<(R::State, Progress, f64)>) -> Option<usize> {
        let mut dice = EveryWay::default();
        for way in 0..MOST_WAYS {
            match plays.get_mut(way) {
                Some((state, ..)) => state.clone_from(from),
                None => plays.push((from.clone(), Progress::Within, 0.0)),
            }
            let (state, moment, chance) = &mut plays[way];
            dice.begin();
            *moment = self.rules.advance(state, &mut dice);
            *chance = dice.chance();
            self.plays_left = self.plays_left.saturating_sub(1);
            if !dice.next() {
                return Some(way + 1);
            }
        }
        None
    }
}

/// One thread's trials: the outcomes counted so far.
pub struct TrialRunner<'r, R: Rules> {
    rules: &'r R,
    tables: &'r Tables<R::State>,
    drawn: Vec<u64>,
    played: Counter<R::State>,
    tally: Tally,
    state: R::State,
}

impl<'r, R: Rules> TrialRunner<'r, R> {
    /// Nothing played yet.
    pub fn new(rules: &'r R, tables: &'r Tables<R::State>) -> Self {
        TrialRunner {
            rules,
            tables,
            drawn: vec![0; tables.outcomes.len()],
            played: Counter::new(),
            tally: Tally::new(rules.measures().len()),
            state: rules.deploy(),
        }
    }

    /// Plays so many trials.
    pub fn play(&mut self, dice: &mut Sampled, trials: u64) {
        for _ in 0..trials {
            let mut at = 0;
            while at != NONE {
                let place = &self.tables.places[at as usize];
                at = match place.table {
                    Some(range) => {
                        let edge = self.tables.draw(range, dice);
                        if edge.outcome != NONE {
                            self.drawn[edge.outcome as usize] += 1;
                        }
                        edge.next
                    }
                    None => {
                        self.state.clone_from(&place.state);
                        self.play_on(dice)
                    }
                };
            }
        }
    }

    /// Plays with sampled dice until the trial is over or a step begins that has a table.
    fn play_on(&mut self, dice: &mut Sampled) -> u32 {
        loop {
            let moment = self.rules.advance(&mut self.state, dice);
            if moment == Progress::Within {
                continue;
            }
            if self.played.count(&self.state) {
                read_off(self.rules, &mut self.played, &mut self.tally);
            }
            if moment == Progress::Over {
                return NONE;
            }
            self.rules.forget(&mut self.state);
            if let Some(&place) = self.tables.starts.get(&self.state) {
                return place;
            }
        }
    }

    /// All measures of all trials played.
    pub fn finish(mut self) -> Tally {
        let tally = &mut self.tally;
        for (state, &times) in self.tables.outcomes.iter().zip(&self.drawn).filter(|(_, times)| **times > 0) {
            self.rules.record(state, &mut |measure, value| tally.add(measure, value, times));
        }
        read_off(self.rules, &mut self.played, tally);
        self.tally
    }

    /// Plays one trial as [`TrialRunner::play`] does, and tells it: every measure as recorded.
    pub fn tell(&mut self, dice: &mut Sampled, narrator: &mut Narrator) -> Vec<u64> {
        let mut values = vec![0; self.tally.histograms.len()];
        let mut at = 0;
        while at != NONE {
            let place = &self.tables.places[at as usize];
            self.state.clone_from(&place.state);
            at = match place.table {
                Some(range) => {
                    let edge = self.tables.draw(range, dice);
                    self.tell_draw(range, edge, narrator, &mut values);
                    edge.next
                }
                None => loop {
                    let moment = self.rules.advance(&mut self.state, &mut narrator.listen(dice));
                    match moment {
                        Progress::Within => continue,
                        _ => self.tell_state(narrator, &mut values),
                    }
                    if moment == Progress::Over {
                        break NONE;
                    }
                    self.rules.forget(&mut self.state);
                    if let Some(&place) = self.tables.starts.get(&self.state) {
                        break place;
                    }
                },
            };
        }
        values
    }

    /// Tells how things stand, and records what is final.
    fn tell_state(&self, narrator: &mut Narrator, values: &mut [u64]) {
        narrator.describe(self.rules.describe(&self.state));
        self.rules.record(&self.state, &mut |measure, value| values[measure] = value);
    }

    /// Tells how a stretch came out as drawn: it is rolled again and again without narration
    /// until it does, and that roll is narrated. The number of attempts is one over the chance of the draw, so on average the number of ways the stretch can come out.
    fn tell_draw(&mut self, range: Range, drawn: Edge, narrator: &mut Narrator, values: &mut [u64]) {
        let columns = &self.tables.columns[range.from..range.from + range.width];
        let ends: HashMap<End<R::State>, Edge, FixedState> = columns
            .iter()
            .flat_map(|column| [column.own, column.alias])
            .map(|edge| {
                let outcome = self.tables.outcomes.get(edge.outcome as usize).cloned();
                let next = self.tables.places.get(edge.next as usize).map(|place| place.state.clone());
                (End { outcome, next }, edge)
            })
            .collect();
        let start = self.state.clone();
        let mut dice = narrator.fresh_dice();
        loop {
            let attempt = dice.clone();
            let mut state = start.clone();
            let mut pieces = 0;
            let came_out = loop {
                let moment = self.rules.advance(&mut state, &mut dice);
                pieces += 1;
                let outcome = (moment != Progress::Within).then(|| state.clone());
                if moment == Progress::Settled {
                    self.rules.forget(&mut state);
                }
                let next = (moment != Progress::Over).then(|| state.clone());
                match ends.get(&End { outcome, next }) {
                    Some(edge) => break Some(*edge),
                    None if moment == Progress::Within => {}
                    None => break None,
                }
            };
            if came_out == Some(drawn) {
                let mut dice = attempt;
                for _ in 0..pieces {
                    let moment = self.rules.advance(&mut self.state, &mut narrator.listen(&mut dice));
                    if moment != Progress::Within {
                        self.tell_state(narrator, values);
                    }
                }
                return;
            }
        }
    }
}

/// How a stretch comes out: the outcome to count, if any, and the state in which the trial goes on, if it does.
#[derive(PartialEq, Eq, Hash)]
struct End<S> {
    outcome: Option<S>,
    next: Option<S>,
}

fn read_off<R: Rules>(rules: &R, counter: &mut Counter<R::State>, tally: &mut Tally) {
    counter.drain(|state, times| rules.record(state, &mut |measure, value| tally.add(measure, value, times)));
}
