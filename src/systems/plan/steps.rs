//! Reading the steps of a scenario, turn by turn, with the conditions on them.

use super::certain;
use super::course::{Game, Step};
use super::state::{Cell, Layout, farther};
use super::wording::{self, Moment};
use crate::engine::measure::Measure;
use crate::scenario::{Fields, Node, Problem, Span};

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

/// A rulebook's reader of steps.
pub trait Reader {
    /// The game it compiles.
    type Game: Game;
    /// What a step counts.
    type Counted;

    /// The cells still free.
    fn layout(&mut self) -> &mut Layout;

    /// The conditions of the step that is read next, and of what is done otherwise.
    fn condition(&mut self, _when: Option<&Node>) {}

    /// Reads one step, all but `when` and `otherwise`; `turn` counts from 0.
    fn step(&mut self, fields: Fields, turn: usize) -> Result<ReadBy<Self>, Problem>;

    /// The step that is read next, numbered as in the report.
    fn begins(&mut self, _number: usize) {}

    /// What is read next is done instead of the step just read.
    fn otherwise(&mut self) {}

    /// What ends a turn of several, where the last step of the list does not.
    fn end_of_turn(&mut self, _last: Option<&Node>) -> Option<ReadBy<Self>> {
        None
    }
}

/// What such a reader makes of a step.
pub type ReadBy<R> = Read<<<R as Reader>::Game as Game>::Deed, <R as Reader>::Counted>;

/// A plan as read.
pub struct Plan<'a, R: Reader + ?Sized> {
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
pub fn plan<'a, R: Reader>(reader: &mut R, node: &'a Node, turns: usize) -> Result<Plan<'a, R>, Problem> {
    let list = node.list("steps")?;
    if list.is_empty() || list.len() * turns > MOST_STEPS {
        let written = list.len() * turns;
        return Err(
            Problem::new(format!("a scenario has 1 to {MOST_STEPS} steps, this one has {written}")).at(&node.span)
        );
    }
    let begin = reader.layout().here();
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
            reader.layout().back_to(begin);
            reader.begins(plan.steps.len() + 1);
            let (when, read, otherwise) = planned(reader, step, turn)?;
            plan.end = farther(plan.end, reader.layout().here());
            plan.push(read, otherwise, when, (&step.span, first), &prefix);
        }
        if turns > 1
            && let Some(read) = reader.end_of_turn(list.iter().rfind(|step| !is_left_out(step).unwrap_or(false)))
        {
            plan.push(read, None, None, (&node.span, first), &prefix);
        }
    }
    Ok(plan)
}

/// A step with its condition, and what is done instead.
type Planned<'a, R> = (Option<&'a Node>, ReadBy<R>, Option<ReadBy<R>>);

/// Reads one step: `when` and `otherwise` are of all kinds.
fn planned<'a, R: Reader>(reader: &mut R, node: &'a Node, turn: usize) -> Result<Planned<'a, R>, Problem> {
    let mut fields = node.fields("a step")?;
    let when = fields.take("when");
    let otherwise = fields.take("otherwise");
    fields.take("skip");
    if let Some(node) = otherwise.filter(|_| when.is_none()) {
        let problem = Problem::new("`otherwise` goes with a condition").at(&node.span);
        return Err(problem.help("write `when = \"warband.broken\"`"));
    }
    // Only one of the two is played, so they share the cells that serve one step alone.
    let place = reader.layout().here();
    reader.condition(when);
    let read = reader.step(fields, turn)?;
    let mut end = reader.layout().here();
    let otherwise = match otherwise {
        Some(node) if !is_left_out(node)? => {
            reader.layout().back_to(place);
            reader.otherwise();
            let mut fields = node.fields("a step to be played otherwise")?;
            fields.take("skip");
            let read = reader.step(fields, turn)?;
            end = farther(end, reader.layout().here());
            Some(read)
        }
        _ => None,
    };
    reader.layout().back_to(end);
    Ok((when, read, otherwise))
}

impl<'a, R: Reader> Plan<'a, R> {
    fn leave_out(&mut self, step: &'a Node, prefix: &str) {
        self.titles.push(format!("{prefix}left out (key `skip`)"));
        self.counted.push(Vec::new());
        self.whens.push(None);
        self.at.push(&step.span);
        self.steps.push(Step { when: Vec::new(), deed: None, otherwise: None, measures: 0..0, remembered: Vec::new() });
    }

    fn push(
        &mut self,
        read: ReadBy<R>,
        other: Option<ReadBy<R>>,
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
        measures: &[(Measure, <R::Game as Game>::Reading)],
        most: impl Fn(&<R::Game as Game>::Reading) -> Option<u64>,
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
    pub fn connect(
        &mut self,
        layout: &mut Layout,
        measures: &[(Measure, <R::Game as Game>::Reading)],
    ) -> Result<(), Problem> {
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
