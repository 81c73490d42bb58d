//! The steps of a scenario as read, with the conditions on them.

use super::certain;
use super::play::{Game, Step};
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

/// A step as read, with what may be done in its place.
pub struct Alternatives<D, C> {
    /// The step itself.
    pub first: Read<D, C>,
    /// What the players may do instead; nothing: leave it out.
    pub instead: Vec<Option<Read<D, C>>>,
    /// What is done if its condition does not hold.
    pub otherwise: Option<Read<D, C>>,
}

impl<D, C> Alternatives<D, C> {
    /// A step in whose place nothing else may be done.
    pub fn only(first: Read<D, C>) -> Self {
        Alternatives { first, instead: Vec::new(), otherwise: None }
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
    /// The conditions of each step.
    whens: Vec<Option<(&'a Names, Moment)>>,
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
        self.titles.push(self.prefix.clone() + &text!("left out (key `skip`)"));
        self.counted.push(Vec::new());
        self.whens.push(None);
        self.at.push(span);
        self.steps.push(Step {
            when: Vec::new(),
            action: None,
            otherwise: None,
            instead: Vec::new(),
            measures: 0..0,
            remembered: Vec::new(),
        });
    }

    /// Adds a step, its condition, and where it is written.
    pub fn push(&mut self, read: Alternatives<G::Action, C>, when: Option<&'a Names>, span: &'a Span) {
        let moment = Moment { before: self.steps.len(), turn: self.turn };
        let Alternatives { first, instead, otherwise } = read;
        let prefix = &self.prefix;
        let mut title = format!("{prefix}{}", first.title);
        if let Some(when) = when {
            let several = when.len() > 1;
            let words =
                |text: &str| if several && text.contains(" or ") { format!("({text})") } else { text.to_owned() };
            let conditions: Vec<String> = when.iter().map(|text| words(text)).collect();
            title = prefix.clone()
                + &text!("if {condition}: {title}", condition = conditions.join(&text!(" and ")), title = first.title);
        }
        let mut counted = first.counted;
        let mut other = |read: Read<G::Action, C>| {
            counted.extend(read.counted);
            read.action
        };
        let instead = instead.into_iter().map(|read| read.map(&mut other)).collect();
        let otherwise = otherwise.map(|read| {
            title += &text!("; otherwise {title}", title = read.title);
            other(read)
        });
        self.titles.push(title);
        self.counted.push(counted);
        self.whens.push(when.map(|when| (when, moment)));
        self.at.push(span);
        self.steps.push(Step {
            when: Vec::new(),
            action: Some(first.action),
            otherwise,
            instead,
            measures: 0..0,
            remembered: Vec::new(),
        });
    }

    /// A line for each thing that is certain about the conditions of steps.
    pub fn certain(
        &self,
        measures: &[(Measure, G::Reading)],
        most: impl Fn(&G::Reading) -> Option<u64>,
    ) -> Result<Vec<String>, Problem> {
        let mut lines = Vec::new();
        for (step, when) in self.whens.iter().enumerate() {
            let Some((when, moment)) = *when else { continue };
            let what = text!("step {step} (key `when`)", step = step + 1);
            let conditions: Vec<_> = when.iter().map(|text| (text.as_str(), &text.span)).collect();
            lines.extend(certain::remarks(measures, &most, &what, &conditions, Some(moment))?);
        }
        Ok(lines)
    }

    /// Whether a step has a condition.
    pub fn is_conditional(&self, step: usize) -> bool {
        self.whens[step].is_some()
    }

    /// Whether two steps are alternatives: a condition of one, as written, excludes one of the other.
    pub fn exclude(&self, one: usize, other: usize) -> bool {
        let conditions = |step: usize| self.whens[step].map_or(&[][..], |(when, _)| &when[..]);
        let others = conditions(other);
        conditions(one).iter().any(|one| others.iter().any(|other| wording::exclude(one, other)))
    }

    /// Reads the conditions, now that all measures are known.
    pub fn connect(&mut self, layout: &mut Layout, measures: &[(Measure, G::Reading)]) -> Result<(), Problem> {
        for (step, when) in self.whens.iter().enumerate() {
            let Some((when, moment)) = *when else { continue };
            let (conditions, remembered) = wording::when(measures, when, moment, || layout.need(&when.span))?;
            self.steps[step].when = conditions;
            for (earlier, condition, cell) in remembered {
                self.steps[earlier].remembered.push((condition, cell));
            }
        }
        Ok(())
    }
}
