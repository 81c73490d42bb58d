//! Trials as walks along tables: a piece of the rules that is met again and again from the same states is played once
//! with dice that fall every way, and from then on drawn as a whole.
//!
//! Which pieces are worth a table is decided by a short pilot with dice of its own ([`Tabled`]), so that it depends on
//! the rules alone. A table depends on its state alone. Hence the same random words always give the same trial, however
//! many threads there are and whatever tables they have made so far. Pieces without tables are played with sampled dice.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use super::alias;
use super::every_way::{Enumerate, EveryWay};
use super::narrated::Narrator;
use super::rules::{Moment, Rules};
use super::sampled::{Sampled, Stream};
use super::tally::{Counter, Tally};

/// Trials of the pilot.
const PILOT: u32 = 512;
/// A piece gets tables if, in the pilot, it began so many times as often as it began from a new state …
const VISITS_A_STATE: usize = 4;
/// … or from no more than so many states.
const FEW_STATES: usize = 48;
/// A table takes at most so many plays; beyond, the state is played with sampled dice.
const MOST_PLAYS: usize = 4096;
/// So many columns are held before all tables are dropped and made anew.
const MOST_COLUMNS: usize = 1 << 20;

/// Which pieces of the rules are drawn from tables.
#[derive(Clone, Debug, Default)]
pub struct Tabled {
    pieces: HashSet<u64, FixedState>,
}

impl Tabled {
    /// No piece: every trial is played die by die, or pool by pool.
    pub fn nothing() -> Tabled {
        Tabled::default()
    }

    /// Plays a pilot and picks the pieces that keep coming back to the same states.
    pub fn pilot<R: Rules>(rules: &R) -> Tabled {
        let mut dice = Stream { seed: 0, scenario: "pilot".into() }.batch(0);
        let mut seen: HashMap<u64, (usize, HashSet<R::State, FixedState>), FixedState> = HashMap::default();
        let start = rules.deploy();
        let mut state = start.clone();
        for _ in 0..PILOT {
            state.clone_from(&start);
            loop {
                let (visits, states) = seen.entry(rules.piece(&state)).or_default();
                *visits += 1;
                if !states.contains(&state) {
                    states.insert(state.clone());
                }
                match rules.advance(&mut state, &mut dice) {
                    Moment::Within => {}
                    Moment::Settled => rules.forget(&mut state),
                    Moment::Over => break,
                }
            }
        }
        let worth = |(visits, states): &(usize, HashSet<R::State, FixedState>)| {
            states.len() <= FEW_STATES || *visits >= VISITS_A_STATE * states.len()
        };
        Tabled { pieces: seen.iter().filter(|(_, visits)| worth(visits)).map(|(piece, _)| *piece).collect() }
    }
}

/// Where a draw leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge {
    /// The outcome to count, plus one; 0 for none.
    outcome: u32,
    /// The next node; [`OVER`] when the trial is over.
    next: u32,
}

const OVER: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Column {
    keep: u64,
    own: Edge,
    alias: Edge,
}

/// What is known of a state at which a piece begins.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// Nothing.
    New,
    /// Its table.
    Table { from: u32, width: u32 },
    /// It has none.
    Played,
}

/// The tables of one thread, and the outcomes counted with them.
pub struct Chain<'r, R: Rules> {
    rules: &'r R,
    tabled: &'r Tabled,
    ids: HashMap<R::State, u32, FixedState>,
    states: Vec<R::State>,
    nodes: Vec<Node>,
    columns: Vec<Column>,
    outcome_ids: HashMap<R::State, u32, FixedState>,
    outcomes: Vec<(R::State, u64)>,
    played: Counter<R::State>,
    scratch: R::State,
}

impl<'r, R: Rules> Chain<'r, R> {
    /// Tables yet to be made.
    pub fn new(rules: &'r R, tabled: &'r Tabled) -> Self {
        let mut chain = Chain {
            rules,
            tabled,
            ids: HashMap::default(),
            states: Vec::new(),
            nodes: Vec::new(),
            columns: Vec::new(),
            outcome_ids: HashMap::default(),
            outcomes: Vec::new(),
            played: Counter::new(),
            scratch: rules.deploy(),
        };
        chain.root();
        chain
    }

    /// The node at which every trial begins: the first.
    fn root(&mut self) {
        let start = self.rules.deploy();
        self.intern(&start);
    }

    fn intern(&mut self, state: &R::State) -> u32 {
        if let Some(&id) = self.ids.get(state) {
            return id;
        }
        let id = self.states.len() as u32;
        self.ids.insert(state.clone(), id);
        self.states.push(state.clone());
        let tabled = self.tabled.pieces.contains(&self.rules.piece(state));
        self.nodes.push(if tabled { Node::New } else { Node::Played });
        id
    }

    /// Plays trials, adding to the tally.
    pub fn play(&mut self, dice: &mut Sampled, trials: u64, tally: &mut Tally) {
        for _ in 0..trials {
            let mut at = 0;
            while at != OVER {
                at = match self.nodes[at as usize] {
                    Node::Table { from, width } => {
                        let (place, fraction) = alias::split(dice.word(), width as usize);
                        let column = &self.columns[from as usize + place];
                        let edge = if fraction < column.keep { column.own } else { column.alias };
                        if edge.outcome > 0 {
                            self.outcomes[edge.outcome as usize - 1].1 += 1;
                        }
                        edge.next
                    }
                    Node::New => {
                        self.tabulate(at);
                        at
                    }
                    Node::Played => self.play_piece(at, dice, tally),
                };
            }
            if self.columns.len() > MOST_COLUMNS {
                self.read_off(tally);
                self.drop_tables();
            }
        }
        self.read_off(tally);
    }

    /// Plays with sampled dice from a state without a table until the trial is over or there is a table again.
    fn play_piece(&mut self, at: u32, dice: &mut Sampled, tally: &mut Tally) -> u32 {
        self.scratch.clone_from(&self.states[at as usize]);
        loop {
            let moment = self.rules.advance(&mut self.scratch, dice);
            if moment != Moment::Within && self.played.count(&self.scratch) {
                read_off(self.rules, &mut self.played, tally);
            }
            match moment {
                Moment::Over => return OVER,
                Moment::Settled => self.rules.forget(&mut self.scratch),
                Moment::Within => {}
            }
            if self.tabled.pieces.contains(&self.rules.piece(&self.scratch)) {
                let state = self.scratch.clone();
                return self.intern(&state);
            }
        }
    }

    /// Makes the table of a node.
    fn tabulate(&mut self, at: u32) {
        let state = self.states[at as usize].clone();
        let Some(plays) = every_play(self.rules, &state) else {
            self.nodes[at as usize] = Node::Played;
            return;
        };
        let mut places: HashMap<Edge, usize, FixedState> = HashMap::default();
        let mut edges: Vec<Edge> = Vec::new();
        let mut weights: Vec<f64> = Vec::new();
        for (end, chance) in &plays {
            let edge = self.edge(end);
            let place = *places.entry(edge).or_insert_with(|| {
                edges.push(edge);
                weights.push(0.0);
                edges.len() - 1
            });
            weights[place] += chance;
        }
        let from = self.columns.len() as u32;
        let columns = alias::columns(&weights);
        self.columns.extend(columns.iter().enumerate().map(|(own, column)| Column {
            keep: column.keep,
            own: edges[own],
            alias: edges[column.alias as usize],
        }));
        self.nodes[at as usize] = Node::Table { from, width: edges.len() as u32 };
    }

    fn edge(&mut self, end: &End<R::State>) -> Edge {
        let outcome = end.outcome.as_ref().map_or(0, |outcome| self.outcome(outcome) + 1);
        Edge { outcome, next: end.next.as_ref().map_or(OVER, |next| self.intern(next)) }
    }

    fn outcome(&mut self, state: &R::State) -> u32 {
        if let Some(&id) = self.outcome_ids.get(state) {
            return id;
        }
        let id = self.outcomes.len() as u32;
        self.outcome_ids.insert(state.clone(), id);
        self.outcomes.push((state.clone(), 0));
        id
    }

    /// Reads the measures off all outcomes counted.
    fn read_off(&mut self, tally: &mut Tally) {
        for (state, times) in self.outcomes.iter_mut().filter(|(_, times)| *times > 0) {
            self.rules.record(state, &mut |measure, value| tally.add(measure, value, *times));
            *times = 0;
        }
        read_off(self.rules, &mut self.played, tally);
    }

    fn drop_tables(&mut self) {
        self.ids.clear();
        self.states.clear();
        self.nodes.clear();
        self.columns.clear();
        self.outcome_ids.clear();
        self.outcomes.clear();
        self.root();
    }

    /// Plays one trial as [`Chain::play`] does, and tells it.
    pub fn tell(&mut self, dice: &mut Sampled, narrator: &mut Narrator) {
        let mut at = 0;
        while at != OVER {
            match self.nodes[at as usize] {
                Node::New => self.tabulate(at),
                Node::Table { from, width } => {
                    let (place, fraction) = alias::split(dice.word(), width as usize);
                    let column = self.columns[from as usize + place];
                    let edge = if fraction < column.keep { column.own } else { column.alias };
                    self.tell_piece(at, edge, narrator);
                    at = edge.next;
                }
                Node::Played => {
                    let mut state = self.states[at as usize].clone();
                    let moment = self.rules.advance(&mut state, &mut narrator.listen(dice));
                    at = self.go_on(&mut state, moment, narrator);
                }
            }
        }
    }

    fn go_on(&mut self, state: &mut R::State, moment: Moment, narrator: &mut Narrator) -> u32 {
        if moment != Moment::Within {
            narrator.describe(self.rules.describe(state));
        }
        match moment {
            Moment::Over => return OVER,
            Moment::Settled => self.rules.forget(state),
            Moment::Within => {}
        }
        self.intern(state)
    }

    /// Tells how a piece came out as drawn: one of the plays that lead there, each as likely as its dice make it.
    fn tell_piece(&mut self, at: u32, edge: Edge, narrator: &mut Narrator) {
        let start = self.states[at as usize].clone();
        let plays = every_play(self.rules, &start).unwrap_or_default();
        let leading: Vec<f64> =
            plays.iter().map(|(end, chance)| if self.edge(end) == edge { *chance } else { 0.0 }).collect();
        let mut left = narrator.below(1 << 53) as f64 / (1u64 << 53) as f64 * leading.iter().sum::<f64>();
        let last = leading.iter().rposition(|chance| *chance > 0.0).unwrap_or(0);
        let mut chosen = last;
        for (place, chance) in leading.iter().enumerate().take(last) {
            if left < *chance {
                chosen = place;
                break;
            }
            left -= chance;
        }
        let mut dice = EveryWay::default();
        dice.begin();
        for _ in 0..chosen {
            self.scratch.clone_from(&start);
            dice.begin();
            self.rules.advance(&mut self.scratch, &mut dice);
            dice.next();
        }
        let mut state = start;
        dice.begin();
        let moment = self.rules.advance(&mut state, &mut narrator.listen(&mut dice));
        let mut next = self.go_on(&mut state, moment, narrator);
        // Pieces without dice were played along when the table was made.
        while next != OVER && next != edge.next {
            let mut certain = EveryWay::default();
            certain.begin();
            let moment = self.rules.advance(&mut state, &mut narrator.listen(&mut certain));
            next = self.go_on(&mut state, moment, narrator);
        }
    }
}

fn read_off<R: Rules>(rules: &R, counter: &mut Counter<R::State>, tally: &mut Tally) {
    counter.drain(|state, times| rules.record(state, &mut |measure, value| tally.add(measure, value, times)));
}

/// How a piece ends: the outcome to count, if any, and the state at which the next piece begins, if there is one.
#[derive(Debug)]
struct End<S> {
    outcome: Option<S>,
    next: Option<S>,
}

/// Every way a piece can come out, in the order of the dice, with its chance; nothing when there are too many.
/// Pieces that ask for no dice are played along, up to the next outcome.
fn every_play<R: Rules>(rules: &R, from: &R::State) -> Option<Vec<(End<R::State>, f64)>> {
    let mut plays = Vec::new();
    let mut dice = EveryWay::default();
    loop {
        let mut state = from.clone();
        dice.begin();
        let mut moment = rules.advance(&mut state, &mut dice);
        while moment == Moment::Within {
            let mut further = state.clone();
            let mut certain = EveryWay::default();
            certain.begin();
            let next = rules.advance(&mut further, &mut certain);
            if !certain.was_certain() {
                break;
            }
            state = further;
            moment = next;
        }
        let outcome = (moment != Moment::Within).then(|| state.clone());
        if moment == Moment::Settled {
            rules.forget(&mut state);
        }
        plays.push((End { outcome, next: (moment != Moment::Over).then_some(state) }, dice.chance()));
        if plays.len() > MOST_PLAYS {
            return None;
        }
        if !dice.next() {
            return Some(plays);
        }
    }
}
