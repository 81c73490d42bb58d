//! The steps of a scenario as read, with the conditions on them.

use super::certain;
use super::play::{Case, Game, Step};
use super::state::{Cell, Layout};
use super::wording::{self, Moment};
use battle_odds_engine::measure::Measure;
use battle_odds_scenario::typed::Names;
use battle_odds_scenario::{Problem, Span};

/// A step as read.
pub struct Read<D, C> {
    /// Its action.
    pub action: D,
    /// Its title in reports.
    pub title: String,
    /// What it counts.
    pub counted: Vec<C>,
}

/// A case of a step as read: its condition, and what may be done, the first unless the players decide for another; nothing:
/// the step is left out.
pub struct ReadCase<'a, D, C> {
    /// Its condition.
    pub when: Option<&'a Names>,
    /// What may be done.
    pub ways: Vec<Option<Read<D, C>>>,
}

impl<D, C> ReadCase<'_, D, C> {
    /// A case without a condition, in which nothing is up to the players.
    pub fn only(read: Read<D, C>) -> Self {
        ReadCase { when: None, ways: vec![Some(read)] }
    }
}

/// A plan as read, of a game `G` that counts `C`.
pub struct ReadPlan<'a, G: Game, C> {
    /// The steps.
    pub steps: Vec<Step<G>>,
    /// What each step does, in words.
    pub titles: Vec<String>,
    /// What each step counts.
    pub counted: Vec<Vec<C>>,
    /// Where each step is written; for the end of a turn, the list of steps.
    pub at: Vec<&'a Span>,
    /// When each step is read, and the conditions of its cases.
    whens: Vec<(Moment, Vec<Option<&'a Names>>)>,
    /// The first step of the turn that is being read.
    turn: usize,
    /// What the titles of its steps begin with.
    prefix: String,
    /// The end of the cells that last only one step.
    pub end: Cell,
}

impl<'a, G: Game, C> ReadPlan<'a, G, C> {
    /// No steps yet; the cells that last only one step start here.
    pub fn new(begin: Cell) -> Self {
        ReadPlan {
            steps: Vec::new(),
            titles: Vec::new(),
            counted: Vec::new(),
            at: Vec::new(),
            whens: Vec::new(),
            turn: 0,
            prefix: String::new(),
            end: begin,
        }
    }

    /// A turn begins; the titles of its steps begin with this.
    pub fn begin_turn(&mut self, prefix: String) {
        self.turn = self.steps.len();
        self.prefix = prefix;
    }

    /// A step that is not played.
    pub fn leave_out(&mut self, span: &'a Span) {
        let title = self.prefix.clone() + &text!("left out (key `skip`)");
        self.add(title, Vec::new(), Vec::new(), span);
    }

    /// Adds a step: its cases, and where it is written.
    pub fn push(&mut self, cases: Vec<ReadCase<'a, G::Action, C>>, span: &'a Span) {
        let title = self.prefix.clone() + &title(&cases);
        let mut counted = Vec::new();
        let mut action = |read: Read<G::Action, C>| {
            counted.extend(read.counted);
            read.action
        };
        let cases = cases.into_iter().map(|case| {
            let ways = case.ways.into_iter().map(|read| read.map(&mut action)).collect();
            (case.when, Case { when: Vec::new(), ways })
        });
        let cases = cases.collect();
        self.add(title, cases, counted, span);
    }

    fn add(&mut self, title: String, cases: Vec<(Option<&'a Names>, Case<G>)>, counted: Vec<C>, span: &'a Span) {
        let (whens, cases) = cases.into_iter().unzip();
        self.whens.push((Moment { before: self.steps.len(), turn: self.turn }, whens));
        self.titles.push(title);
        self.counted.push(counted);
        self.at.push(span);
        self.steps.push(Step { cases, measures: 0..0, remembered: Vec::new() });
    }

    /// A line for each thing that is certain about the conditions of steps.
    pub fn certain(
        &self,
        measures: &[(Measure, G::Reading)],
        most: impl Fn(&G::Reading) -> Option<u64>,
    ) -> Result<Vec<String>, Problem> {
        let mut lines = Vec::new();
        for (step, (moment, whens)) in self.whens.iter().enumerate() {
            for when in whens.iter().flatten() {
                let what = text!("step {step} (key `when`)", step = step + 1);
                let conditions: Vec<_> = when.iter().map(|text| (text.as_str(), &text.span)).collect();
                lines.extend(certain::remarks(measures, &most, &what, &conditions, Some(*moment))?);
            }
        }
        Ok(lines)
    }

    /// The condition of a step, if it has one.
    fn when(&self, step: usize) -> Option<&'a Names> {
        self.whens[step].1.first().copied().flatten()
    }

    /// Whether a step has a condition.
    pub fn is_conditional(&self, step: usize) -> bool {
        self.when(step).is_some()
    }

    /// Whether two steps are alternatives: a condition of one, as written, excludes one of the other.
    pub fn exclude(&self, one: usize, other: usize) -> bool {
        let conditions = |step: usize| self.when(step).map_or(&[][..], |when| &when[..]);
        let others = conditions(other);
        conditions(one).iter().any(|one| others.iter().any(|other| wording::exclude(one, other)))
    }

    /// Reads the conditions, now that all measures are known.
    pub fn connect(&mut self, layout: &mut Layout, measures: &[(Measure, G::Reading)]) -> Result<(), Problem> {
        for (step, (moment, whens)) in self.whens.iter().enumerate() {
            for (case, when) in whens.iter().enumerate() {
                let Some(when) = *when else { continue };
                let (conditions, remembered) = wording::when(measures, when, *moment, || layout.need(&when.span))?;
                self.steps[step].cases[case].when = conditions;
                for (earlier, condition, cell) in remembered {
                    self.steps[earlier].remembered.push((condition, cell));
                }
            }
        }
        Ok(())
    }
}

/// What a step does, in words: what is written of each case.
fn title<D, C>(cases: &[ReadCase<D, C>]) -> String {
    let mut title = String::new();
    for (number, case) in cases.iter().enumerate() {
        let Some(Some(read)) = case.ways.first() else { continue };
        let here = match case.when {
            None => read.title.clone(),
            Some(when) => text!("if {condition}: {title}", condition = in_words(when), title = read.title),
        };
        title = if number == 0 { here } else { title + &text!("; otherwise {title}", title = here) };
    }
    title
}

/// A condition in words.
fn in_words(when: &Names) -> String {
    let several = when.len() > 1;
    let words = |text: &str| if several && text.contains(" or ") { format!("({text})") } else { text.to_owned() };
    let conditions: Vec<String> = when.iter().map(|text| words(text)).collect();
    conditions.join(&text!(" and "))
}
