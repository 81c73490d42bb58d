//! Reading the steps of a scenario, turn by turn, with the conditions on them.

use super::certain;
use super::compiler::Compiler;
use super::course::{Game, Step};
use super::rulebook::{ReadingOf, Rulebook};
use super::state::{Cell, Layout, farther};
use super::wording::{self, Moment};
use crate::engine::measure::Measure;
use crate::scenario::{Node, Problem, Span};

/// The most steps that a scenario may have, all turns together.
const MOST_STEPS: usize = 200;

/// A step as read.
pub struct Read<D, C> {
    /// What is played.
    pub deed: D,
    /// Its title in reports.
    pub title: String,
    /// What is counted.
    pub counted: Vec<C>,
}

/// What a rulebook makes of a step.
pub type ReadStep<R> = Read<<<R as Rulebook>::Game as Game>::Deed, <R as Rulebook>::Counted>;

/// A plan as read.
pub struct Plan<'a, R: Rulebook> {
    /// What is played.
    pub steps: Vec<Step<R::Game>>,
    /// What each step does, in words.
    pub titles: Vec<String>,
    /// What each step counts.
    pub counted: Vec<Vec<R::Counted>>,
    /// Where each step is written; for what ends a turn, the steps.
    pub at: Vec<&'a Span>,
    /// The conditions of each step.
    whens: Vec<Option<(&'a Node, Moment)>>,
    /// Where the cells end that serve one step alone.
    pub end: Cell,
}

/// All steps, those in `otherwise` too.
pub fn all_steps(list: &[Node]) -> Vec<&Node> {
    list.iter().flat_map(|step| std::iter::once(step).chain(step.child("otherwise"))).collect()
}

/// The same without those that are left out (`skip = true`).
pub fn played_steps(list: &[Node]) -> Vec<&Node> {
    let played = |node: &&Node| !is_left_out(node).unwrap_or(false);
    list.iter()
        .filter(played)
        .flat_map(|step| std::iter::once(step).chain(step.child("otherwise").filter(played)))
        .collect()
}

/// `skip = true`: the step is not played, and time passes as if it were not written; the steps after it keep their numbers.
///
/// # Errors
/// It is neither `true` nor `false`.
pub fn is_left_out(step: &Node) -> Result<bool, Problem> {
    step.child("skip").map_or(Ok(false), |node| node.boolean("`skip`"))
}

/// Reads the steps, so many turns over.
pub fn plan<'a, R: Rulebook>(compiler: &mut Compiler<R>, node: &'a Node, turns: usize) -> Result<Plan<'a, R>, Problem> {
    let list = node.list("steps")?;
    if list.is_empty() || list.len() * turns > MOST_STEPS {
        let written = list.len() * turns;
        return Err(
            Problem::new(format!("a scenario has 1 to {MOST_STEPS} steps, this one has {written}")).at(&node.span)
        );
    }
    let begin = compiler.layout.here();
    let mut plan = Plan {
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
            if is_left_out(step)? {
                plan.leave_out(step, &prefix);
                continue;
            }
            // Steps are played one at a time and share the cells that serve one step alone.
            compiler.layout.back_to(begin);
            compiler.spending.begins(plan.steps.len() + 1);
            let (when, read, otherwise) = planned(compiler, step, turn)?;
            plan.end = farther(plan.end, compiler.layout.here());
            plan.push(read, otherwise, when, (&step.span, first), &prefix);
        }
        if turns > 1
            && let Some(read) = R::end_of_turn(compiler, list.iter().rfind(|step| !is_left_out(step).unwrap_or(false)))
        {
            plan.push(read, None, None, (&node.span, first), &prefix);
        }
    }
    Ok(plan)
}

/// A step with its condition, and what is done instead.
type Planned<'a, R> = (Option<&'a Node>, ReadStep<R>, Option<ReadStep<R>>);

/// Reads one step: `when` and `otherwise` are of all kinds.
fn planned<'a, R: Rulebook>(
    compiler: &mut Compiler<R>,
    node: &'a Node,
    turn: usize,
) -> Result<Planned<'a, R>, Problem> {
    let mut fields = node.fields("a step")?;
    let when = fields.take("when");
    let otherwise = fields.take("otherwise");
    fields.take("skip");
    if let Some(node) = otherwise.filter(|_| when.is_none()) {
        let problem = Problem::new("`otherwise` goes with a condition").at(&node.span);
        return Err(problem.help("write `when = \"warband.broken\"`"));
    }
    // Only one of the two is played, so they share the cells that serve one step alone.
    let place = compiler.layout.here();
    R::condition(compiler, when);
    let read = R::step(compiler, fields, turn)?;
    let mut end = compiler.layout.here();
    let otherwise = match otherwise {
        Some(node) if !is_left_out(node)? => {
            compiler.layout.back_to(place);
            R::otherwise(compiler);
            let mut fields = node.fields("a step to be played otherwise")?;
            fields.take("skip");
            let read = R::step(compiler, fields, turn)?;
            end = farther(end, compiler.layout.here());
            Some(read)
        }
        _ => None,
    };
    compiler.layout.back_to(end);
    Ok((when, read, otherwise))
}

impl<'a, R: Rulebook> Plan<'a, R> {
    fn leave_out(&mut self, step: &'a Node, prefix: &str) {
        self.titles.push(format!("{prefix}left out (key `skip`)"));
        self.counted.push(Vec::new());
        self.whens.push(None);
        self.at.push(&step.span);
        self.steps.push(Step { when: Vec::new(), deed: None, otherwise: None, measures: 0..0, remembered: Vec::new() });
    }

    fn push(
        &mut self,
        read: ReadStep<R>,
        other: Option<ReadStep<R>>,
        when: Option<&'a Node>,
        (span, turn): (&'a Span, usize),
        prefix: &str,
    ) {
        let moment = Moment { before: self.steps.len(), turn };
        let mut title = format!("{prefix}{}", read.title);
        if let Some(when) = when {
            let conditions = when.texts("conditions").unwrap_or_default();
            let several = conditions.len() > 1;
            let words =
                |text: &str| if several && text.contains(" or ") { format!("({text})") } else { text.to_owned() };
            let conditions: Vec<String> = conditions.iter().map(|(text, _)| words(text)).collect();
            title = format!("{prefix}if {}: {}", conditions.join(" and "), read.title);
        }
        let mut counted = read.counted;
        let otherwise = other.map(|other| {
            title += &format!("; otherwise {}", other.title);
            counted.extend(other.counted);
            other.deed
        });
        self.titles.push(title);
        self.counted.push(counted);
        self.whens.push(when.map(|when| (when, moment)));
        self.at.push(span);
        self.steps.push(Step {
            when: Vec::new(),
            deed: Some(read.deed),
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
            let Some((node, moment)) = *when else { continue };
            let what = format!("step {} (key `when`)", step + 1);
            lines.extend(certain::remarks(measures, &most, &what, &node.texts("conditions")?, Some(moment))?);
        }
        Ok(lines)
    }

    /// Whether a step has a condition.
    pub fn is_conditional(&self, step: usize) -> bool {
        self.whens[step].is_some()
    }

    /// Whether two steps are alternatives: a condition of one, as written, shuts out one of the other.
    pub fn exclude(&self, one: usize, other: usize) -> bool {
        let conditions = |step: usize| {
            let node = self.whens[step].map(|(node, _)| node);
            node.and_then(|node| node.texts("conditions").ok()).unwrap_or_default()
        };
        let others = conditions(other);
        conditions(one).iter().any(|(one, _)| others.iter().any(|(other, _)| wording::exclude(one, other)))
    }

    /// Reads the conditions, now that everything that is counted is known.
    pub fn connect(&mut self, layout: &mut Layout, measures: &[(Measure, ReadingOf<R>)]) -> Result<(), Problem> {
        for (step, when) in self.whens.iter().enumerate() {
            let Some((node, moment)) = *when else { continue };
            let (conditions, remembered) = wording::when(measures, node, moment, || layout.need(&node.span))?;
            self.steps[step].when = conditions;
            for (earlier, condition, cell) in remembered {
                self.steps[earlier].remembered.push((condition, cell));
            }
        }
        Ok(())
    }
}
