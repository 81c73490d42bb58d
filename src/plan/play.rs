//! The plan of a scenario: its steps, played in order with the actions of a game.

use std::fmt::Debug;
use std::ops::Range;

use super::condition::{Condition, Goal};
use super::state::{BRANCH, CURSOR, Cell, GOAL, NOTHING, PIECE, ROUND, STAGE, STEP, State};
use battle_odds_engine::counters::Counters;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::measure::{self, Kind, Measure, When};
use battle_odds_engine::rules::{Alternatives, Moment, Progress, Rules, Together};

/// A compiled scenario of a rulebook, and what it can do.
pub trait Game: Debug + Send + Sync {
    /// The action of one step.
    type Action: Debug + Send + Sync;
    /// How a measure is read off a state; a cell can be one.
    type Reading: Clone + Debug + From<Cell> + Send + Sync;

    /// Plays one piece of an action; true when it is over. It begins with all cells of the clock below the step at 0,
    /// and never makes the clock fall.
    fn act<D: Dice>(&self, action: &Self::Action, state: &mut State, dice: &mut D) -> bool;

    /// What happens even if an action is not done, piece by piece as in `act`: time passes.
    fn skip<D: Dice>(&self, _action: &Self::Action, _state: &mut State, _dice: &mut D) -> bool {
        true
    }

    /// Clears what nothing after this step depends on, so that states that differ in nothing else become one.
    fn forget(&self, _step: usize, _state: &mut State) {}

    /// The value of a reading.
    fn read(&self, reading: &Self::Reading, state: &State) -> u64;

    /// The largest value of a reading, if it is known.
    fn most(&self, _reading: &Self::Reading) -> Option<u64> {
        None
    }

    /// The terms that a reading is the sum of, by number; none if it is read as a whole.
    fn term(&self, _reading: &Self::Reading, _number: usize) -> Option<Term<Self::Reading>> {
        None
    }

    /// The cell that a reading is, if it is one as it stands.
    fn cell(&self, _reading: &Self::Reading) -> Option<Cell> {
        None
    }

    /// Whether a cell is only counted in an action: it starts at 0, is only added to, and no play depends on it.
    fn counts(&self, _action: &Self::Action, _cell: Cell) -> bool {
        false
    }

    /// Cells of which this is so too, and which no reading reads but the cell itself: if no measure is one, it need not be kept.
    fn only_counted(&self, _action: &Self::Action) -> Vec<Cell> {
        Vec::new()
    }

    /// Cells to which an action adds nothing more from this state on, though it is not over, and on which no play depends any more:
    /// the same for all states of one clock.
    fn complete(&self, _action: &Self::Action, _state: &State, _found: &mut dyn FnMut(Cell)) {}

    /// Whether the game is over, so that later steps are not played.
    fn is_over(&self, _state: &State) -> bool {
        false
    }

    /// A state in words, for the narrator.
    fn describe(&self, state: &State) -> Vec<String>;
}

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term<R> {
    /// A constant.
    Fixed(i64),
    /// A reading.
    Plus(R),
    /// A reading that is subtracted.
    Minus(R),
}

/// One scenario, ready to be played.
#[derive(Debug)]
pub struct Plan<G: Game> {
    /// The game.
    pub game: G,
    /// The steps.
    pub steps: Vec<Step<G>>,
    /// What is counted, step by step, then at the end.
    pub measures: Vec<(Measure, G::Reading)>,
    /// The player's goal; its measure comes after the others.
    pub goal: Option<Goal<G::Reading>>,
    /// The state in which every trial begins.
    pub start: State,
    /// The cells that last only one step: first and end.
    pub work: (Cell, Cell),
    /// The cells that are only counted.
    pub counters: Counters,
    /// By step, measures that may be recorded before it is over, with their cells: those that neither a condition nor the goal
    /// depends on.
    pub early: Vec<Vec<(usize, Cell)>>,
}

/// The number in a cell whose measure has been recorded early.
const RECORDED: u16 = u16::MAX;

/// A step of the plan.
#[derive(Debug)]
pub struct Step<G: Game> {
    /// What is played in it: the first case whose conditions hold, or nothing. A step that is left out has none.
    pub cases: Vec<Case<G>>,
    /// The measures that become final when it is over.
    pub measures: Range<usize>,
    /// Those of them that later steps depend on, and the cells that keep them.
    pub remembered: Vec<(Condition<G::Reading>, Cell)>,
}

/// One of the cases of a step: the step as written, what is done otherwise, and so on.
#[derive(Debug)]
pub struct Case<G: Game> {
    /// It is played if all of these hold; each holds if any of its conditions does.
    pub when: Vec<Vec<Condition<G::Reading>>>,
    /// What may be done, at least one: the first, unless the players decide for another. Nothing: the step is left out.
    pub ways: Vec<Option<G::Action>>,
}

impl<G: Game> Step<G> {
    /// Whether something is always done in it.
    pub fn is_certain(&self) -> bool {
        self.cases.first().is_some_and(|case| case.when.is_empty() && case.ways.iter().all(Option::is_some))
    }

    /// Everything that may be done in it, what is written first.
    pub fn actions(&self) -> impl Iterator<Item = &G::Action> {
        self.cases.iter().flat_map(|case| case.ways.iter().flatten())
    }

    /// The same, mutable.
    pub fn actions_mut(&mut self) -> impl Iterator<Item = &mut G::Action> {
        self.cases.iter_mut().flat_map(|case| case.ways.iter_mut().flatten())
    }

    /// The action that a state in this branch plays.
    fn action(&self, branch: u16) -> Option<&G::Action> {
        let mut branch = usize::from(branch);
        if let Some(case) = self.cases.get(branch) {
            return case.ways.first()?.as_ref();
        }
        branch = branch.checked_sub(self.cases.len() + 1)?;
        self.cases.iter().flat_map(|case| &case.ways).nth(branch)?.as_ref()
    }

    /// The branch in which this way of a case is played.
    fn branch(&self, case: usize, way: usize) -> u16 {
        let before: usize = self.cases[..case].iter().map(|case| case.ways.len()).sum();
        (self.cases.len() + 1 + before + way) as u16
    }
}

impl<G: Game> Plan<G> {
    fn holds(&self, condition: &Condition<G::Reading>, state: &State) -> bool {
        condition.holds(|reading| self.game.read(reading, state))
    }

    /// Whether all clauses of the goal that these measures decide came true.
    fn goal_holds(&self, state: &State, known: &Range<usize>) -> bool {
        self.goal.as_ref().is_none_or(|goal| goal.holds(state, known, |reading| self.game.read(reading, state)))
    }

    /// Whether the goal was reached, when the last step is over.
    fn reached(&self, state: &State) -> bool {
        state[GOAL] == 1 && self.goal_holds(state, &self.last())
    }

    /// The measures that become final with the last step.
    fn last(&self) -> Range<usize> {
        self.steps.last().map_or(0, |last| last.measures.start)..self.measures.len()
    }

    /// Finds the cells that are only counted: those that the game gives as counters and that neither a condition nor
    /// the goal depends on. (The actions of a step that has several share their cells, so these are not counters.) And the
    /// measures that are cells and may be recorded early.
    pub fn find_counters(&mut self) {
        let (mut counters, mut early) = (Counters::default(), Vec::new());
        for (number, step) in self.steps.iter().enumerate() {
            let asked = self.asked(step);
            let cell_of = |measure: usize| self.game.cell(&self.measures[measure].1);
            let cells = step.measures.clone().filter_map(|measure| Some((measure, cell_of(measure)?)));
            early.push(cells.filter(|(_, cell)| !asked.contains(cell)).collect::<Vec<(usize, Cell)>>());
            let mut actions = step.actions();
            let (Some(action), None) = (actions.next(), actions.next()) else { continue };
            let is_last = number + 1 == self.steps.len();
            let measured = step.measures.start..if is_last { self.measures.len() } else { step.measures.end };
            let read: Vec<Cell> = measured.filter_map(cell_of).chain(asked).collect();
            let unread = self.game.only_counted(action).into_iter().filter(|cell| !read.contains(cell));
            unread.for_each(|cell| counters.ignore(number, cell.mark()));
            for &(measure, cell) in early[number].iter().filter(|(_, cell)| self.game.counts(action, *cell)) {
                counters.add(number, measure, cell.mark());
            }
        }
        (self.counters, self.early) = (counters, early);
    }

    /// The cells of a step that conditions of later steps and the goal read.
    fn asked(&self, step: &Step<G>) -> Vec<Cell> {
        let clauses = self.goal.iter().flat_map(|goal| &goal.clauses).flat_map(|clause| &clause.parts);
        let wanted = clauses.filter(|(measure, _)| step.measures.contains(measure));
        let wanted = wanted.map(|(_, condition)| condition);
        let all = wanted.chain(step.remembered.iter().map(|(condition, _)| condition));
        all.filter_map(|condition| self.game.cell(&condition.reading)).collect()
    }

    /// The measures that are known in this state, though its step is not over, with their cells.
    fn known(&self, state: &State) -> Vec<(usize, Cell)> {
        let mut known = Vec::new();
        let step = usize::from(state[STEP]);
        if let Some(action) = self.steps[step].action(state[BRANCH]) {
            let of_cell = |cell: Cell| self.early[step].iter().filter(move |(_, count)| *count == cell);
            self.game.complete(action, state, &mut |cell| known.extend(of_cell(cell)));
        }
        known
    }

    /// The case of a step that is played in this state; their number if none is.
    fn case(&self, step: &Step<G>, state: &State) -> usize {
        let holds = |ways: &Vec<Condition<G::Reading>>| ways.iter().any(|condition| self.holds(condition, state));
        step.cases.iter().position(|case| case.when.iter().all(holds)).unwrap_or(step.cases.len())
    }

    fn is_last(&self, state: &State) -> bool {
        usize::from(state[STEP]) + 1 == self.steps.len()
    }
}

impl<G: Game> Rules for Plan<G> {
    type State = State;

    fn measures(&self) -> Vec<Measure> {
        let known = |(measure, reading): &(Measure, G::Reading)| {
            let most = match measure.kind {
                Kind::Event => Some(1),
                Kind::Count => self.game.most(reading).map(|most| measure.least + most as i64),
            };
            Measure { most, ..measure.clone() }
        };
        let mut measures: Vec<Measure> = self.measures.iter().map(known).collect();
        if self.goal.is_some() {
            measures.push(Measure::new(When::End, mark!("counted of": "scenario"), &measure::GOAL));
        }
        measures
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }

    fn deploy(&self) -> State {
        self.start.clone()
    }

    fn clock(&self, state: &State) -> u128 {
        state.clock()
    }

    #[inline]
    fn moment(&self, state: &State) -> Moment {
        let step = usize::from(state[STEP]);
        if state[STAGE] == 0 { Moment::Before(step) } else { Moment::Within(step) }
    }

    fn advance<D: Dice>(&self, state: &mut State, dice: &mut D) -> Progress {
        let step = &self.steps[usize::from(state[STEP])];
        if state[STAGE] == 0 && state[BRANCH] == 0 {
            let case = self.case(step, state);
            if case > 0 {
                state.put(BRANCH, case as u16);
            }
        }
        let action = step.action(state[BRANCH]).filter(|_| !self.game.is_over(state));
        let over = match (action, step.actions().next()) {
            (Some(action), _) => self.game.act(action, state, dice),
            (None, Some(action)) => self.game.skip(action, state, dice),
            (None, None) => true,
        };
        debug_assert_eq!(state[NOTHING], 0, "a number is kept where no cell is");
        match (over, self.is_last(state)) {
            (false, _) => Progress::Within,
            (true, false) => Progress::Settled,
            (true, true) => Progress::Over,
        }
    }

    fn record(&self, state: &State, write: &mut dyn FnMut(usize, u64)) {
        let measures = &self.steps[usize::from(state[STEP])].measures;
        let end = if self.is_last(state) { self.measures.len() } else { measures.end };
        for index in measures.start..end {
            write(index, self.game.read(&self.measures[index].1, state));
        }
        if self.is_last(state) && self.goal.is_some() {
            write(self.measures.len(), self.reached(state).into());
        }
    }

    fn outcome(&self, state: &State, measure: usize) -> u64 {
        match self.measures.get(measure) {
            Some((_, reading)) => self.game.read(reading, state),
            None => self.reached(state).into(),
        }
    }

    fn parts(&self, measure: usize) -> Together {
        match (self.measures.get(measure), &self.goal) {
            (Some((_, reading)), _) => {
                let terms = (0..).take_while(|&number| self.game.term(reading, number).is_some()).count();
                Together::Sum(terms.max(1))
            }
            (None, goal) => Together::All(1 + goal.as_ref().map_or(0, |goal| goal.clauses.len())),
        }
    }

    fn part(&self, state: &State, measure: usize, part: usize) -> i64 {
        match (self.measures.get(measure), &self.goal) {
            (Some((_, reading)), _) => match self.game.term(reading, part) {
                None => self.game.read(reading, state) as i64,
                Some(Term::Fixed(number)) => number,
                Some(Term::Plus(reading)) => self.game.read(&reading, state) as i64,
                Some(Term::Minus(reading)) => -(self.game.read(&reading, state) as i64),
            },
            (None, Some(goal)) if part > 0 => {
                let read = |reading: &G::Reading| self.game.read(reading, state);
                goal.clause_holds(part - 1, state, &self.last(), read).into()
            }
            (None, _) => (state[GOAL] == 1).into(),
        }
    }

    fn forget(&self, state: &mut State) {
        let step = &self.steps[usize::from(state[STEP])];
        for (condition, cell) in &step.remembered {
            state.put(*cell, self.holds(condition, state).into());
        }
        if let Some(goal) = self.goal.as_ref().filter(|goal| goal.asks_for(&step.measures)) {
            state[GOAL] &= u16::from(self.goal_holds(state, &step.measures));
            let reach = state[GOAL] == 1;
            goal.note(state, &step.measures, reach, |reading, state| self.game.read(reading, state));
        }
        let (from, to) = self.work;
        state.clear(from, to);
        self.game.forget(usize::from(state[STEP]), state);
        state[STEP] += 1;
        for cell in [BRANCH, STAGE, ROUND, PIECE, CURSOR] {
            state.put(cell, 0);
        }
    }

    fn early(&self, state: &State, known: &mut dyn FnMut(usize)) {
        self.known(state).into_iter().for_each(|(measure, _)| known(measure));
    }

    fn forget_early(&self, state: &mut State) {
        self.known(state).into_iter().for_each(|(_, cell)| state.put(cell, RECORDED));
    }

    fn is_recorded(&self, state: &State, measure: usize) -> bool {
        self.early[usize::from(state[STEP])].iter().any(|&(early, cell)| early == measure && state[cell] == RECORDED)
    }

    fn alternatives(&self, state: &State) -> Alternatives {
        let step = &self.steps[usize::from(state[STEP])];
        let case = self.case(step, state);
        let ways = step.cases.get(case).map_or(1, |case| case.ways.len());
        let is_open = state[STAGE] == 0 && state[BRANCH] == 0 && !self.game.is_over(state);
        Alternatives { case, ways: if is_open { ways } else { 1 } }
    }

    fn take(&self, state: &mut State, case: usize, way: usize) {
        let branch = self.steps[usize::from(state[STEP])].branch(case, way);
        state.put(BRANCH, branch);
    }

    fn foregone(&self, state: &State, measure: usize) -> Option<u64> {
        (measure == self.measures.len() && state[GOAL] == 0).then_some(0)
    }

    fn seen(&self, state: &State) -> Vec<i64> {
        let seen = self.measures.iter().filter(|(measure, _)| measure.when == When::End);
        seen.map(|(measure, reading)| measure.least + self.game.read(reading, state) as i64).collect()
    }

    fn describe(&self, state: &State) -> Vec<String> {
        self.game.describe(state)
    }
}
