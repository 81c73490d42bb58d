//! Reading the steps of a scenario, turn by turn, with the conditions on them.

use super::certain;
use super::compiler::Compiler;
use super::play::{Game, Step};
use super::rulebook::{ReadingOf, Rulebook};
use super::state::{Cell, Layout, farther};
use super::wording::{self, Moment};
use super::written::{Common, WrittenStep};
use crate::engine::measure::Measure;
use crate::scenario::typed::{InTwo, Marked, Names};
use crate::scenario::{Problem, Span};

/// The most steps that a scenario may have, all turns together.
const MOST_STEPS: usize = 200;

/// A step as read.
pub struct Read<D, C> {
    /// What is played.
    pub action: D,
    /// Its title in reports.
    pub title: String,
    /// What is counted.
    pub counted: Vec<C>,
}

/// What a rulebook makes of a step.
pub type ReadStep<R> = Read<<<R as Rulebook>::Game as Game>::Action, <R as Rulebook>::Counted>;

/// A plan as read.
pub struct ReadPlan<'a, R: Rulebook> {
    /// What is played.
    pub steps: Vec<Step<R::Game>>,
    /// What each step does, in words.
    pub titles: Vec<String>,
    /// What each step counts.
    pub counted: Vec<Vec<R::Counted>>,
    /// Where each step is written; for what ends a turn, the steps.
    pub at: Vec<&'a Span>,
    /// The conditions of each step.
    whens: Vec<Option<(&'a Names, Moment)>>,
    /// Where the cells end that serve one step alone.
    pub end: Cell,
}

/// Reads the steps, so many turns over; `span` is where they stand.
pub fn plan<'a, R: Rulebook>(
    compiler: &mut Compiler<R>,
    list: &'a [Marked<WrittenStep<R::Action>>],
    span: &'a Span,
    turns: usize,
) -> Result<ReadPlan<'a, R>, Problem> {
    if list.is_empty() || list.len() * turns > MOST_STEPS {
        let written = list.len() * turns;
        return Err(Problem::new(format!("a scenario has 1 to {MOST_STEPS} steps, this one has {written}")).at(span));
    }
    let begin = compiler.layout.here();
    let mut plan = ReadPlan {
        steps: Vec::new(),
        titles: Vec::new(),
        counted: Vec::new(),
        at: Vec::new(),
        whens: Vec::new(),
        end: begin,
    };
    for turn in 0..turns {
        let first = plan.steps.len();
        let prefix = if turns > 1 { format!("turn {}: ", turn + 1) } else { String::new() };
        for step in list {
            if step.0.skip {
                plan.leave_out(&step.span, &prefix);
                continue;
            }
            // Steps are played one at a time and share the cells that serve one step alone.
            compiler.layout.back_to(begin);
            compiler.spending.begins(plan.steps.len() + 1);
            compiler.reading = Some((plan.steps.len() + 1, step.span.clone()));
            let (read, otherwise) = planned(compiler, step, turn)?;
            plan.end = farther(plan.end, compiler.layout.here());
            plan.push(read, otherwise, step.0.when.as_ref(), (&step.span, first), &prefix);
        }
        if turns > 1
            && let Some(read) = R::end_of_turn(compiler, list.iter().rfind(|step| !step.0.skip).map(|step| &step.1))
        {
            plan.push(read, None, None, (span, first), &prefix);
        }
    }
    Ok(plan)
}

/// What is done in a step, and what is done instead.
type Planned<R> = (ReadStep<R>, Option<ReadStep<R>>);

/// Reads one step.
fn planned<R: Rulebook>(
    compiler: &mut Compiler<R>,
    step: &Marked<WrittenStep<R::Action>>,
    turn: usize,
) -> Result<Planned<R>, Problem> {
    let InTwo(Common { when, otherwise, .. }, action) = &step.value;
    if let Some(other) = otherwise.as_ref().filter(|_| when.is_none()) {
        return Err(other.problem("`otherwise` goes with a condition").help("write `when = \"warband.broken\"`"));
    }
    // Only one of the two is played, so they share the cells that serve one step alone.
    let place = compiler.layout.here();
    R::condition(compiler, when.as_ref());
    let read = R::step(compiler, action, &step.span, turn)?;
    let mut end = compiler.layout.here();
    let otherwise = match otherwise {
        Some(other) if !other.0.skip => {
            if let Some(when) =
                other.0.when.as_ref().map(|when| &when.span).or(other.0.otherwise.as_ref().map(|step| &step.span))
            {
                return Err(Problem::new("what is done otherwise has no condition of its own").at(when));
            }
            compiler.layout.back_to(place);
            R::otherwise(compiler);
            if let Some((_, at)) = &mut compiler.reading {
                at.clone_from(&other.span);
            }
            let read = R::step(compiler, &other.1, &other.span, turn)?;
            end = farther(end, compiler.layout.here());
            Some(read)
        }
        _ => None,
    };
    compiler.layout.back_to(end);
    Ok((read, otherwise))
}

impl<'a, R: Rulebook> ReadPlan<'a, R> {
    fn leave_out(&mut self, span: &'a Span, prefix: &str) {
        self.titles.push(format!("{prefix}left out (key `skip`)"));
        self.counted.push(Vec::new());
        self.whens.push(None);
        self.at.push(span);
        self.steps.push(Step {
            when: Vec::new(),
            action: None,
            otherwise: None,
            measures: 0..0,
            remembered: Vec::new(),
        });
    }

    fn push(
        &mut self,
        read: ReadStep<R>,
        other: Option<ReadStep<R>>,
        when: Option<&'a Names>,
        (span, turn): (&'a Span, usize),
        prefix: &str,
    ) {
        let moment = Moment { before: self.steps.len(), turn };
        let mut title = format!("{prefix}{}", read.title);
        if let Some(when) = when {
            let several = when.len() > 1;
            let words =
                |text: &str| if several && text.contains(" or ") { format!("({text})") } else { text.to_owned() };
            let conditions: Vec<String> = when.iter().map(|text| words(text)).collect();
            title = format!("{prefix}if {}: {}", conditions.join(" and "), read.title);
        }
        let mut counted = read.counted;
        let otherwise = other.map(|other| {
            title += &format!("; otherwise {}", other.title);
            counted.extend(other.counted);
            other.action
        });
        self.titles.push(title);
        self.counted.push(counted);
        self.whens.push(when.map(|when| (when, moment)));
        self.at.push(span);
        self.steps.push(Step {
            when: Vec::new(),
            action: Some(read.action),
            otherwise,
            measures: 0..0,
            remembered: Vec::new(),
        });
    }

    /// What is certain of the conditions of steps, a line each.
    pub fn certain(
        &self,
        measures: &[(Measure, ReadingOf<R>)],
        most: impl Fn(&ReadingOf<R>) -> Option<u64>,
    ) -> Result<Vec<String>, Problem> {
        let mut lines = Vec::new();
        for (step, when) in self.whens.iter().enumerate() {
            let Some((when, moment)) = *when else { continue };
            let what = format!("step {} (key `when`)", step + 1);
            let conditions: Vec<_> = when.iter().map(|text| (text.as_str(), &text.span)).collect();
            lines.extend(certain::remarks(measures, &most, &what, &conditions, Some(moment))?);
        }
        Ok(lines)
    }

    /// Whether a step has a condition.
    pub fn is_conditional(&self, step: usize) -> bool {
        self.whens[step].is_some()
    }

    /// Whether two steps are alternatives: a condition of one, as written, shuts out one of the other.
    pub fn exclude(&self, one: usize, other: usize) -> bool {
        let conditions = |step: usize| self.whens[step].map_or(&[][..], |(when, _)| &when[..]);
        let others = conditions(other);
        conditions(one).iter().any(|one| others.iter().any(|other| wording::exclude(one, other)))
    }

    /// Reads the conditions, now that everything that is counted is known.
    pub fn connect(&mut self, layout: &mut Layout, measures: &[(Measure, ReadingOf<R>)]) -> Result<(), Problem> {
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
