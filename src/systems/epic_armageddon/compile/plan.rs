//! The plan: the steps of a scenario turn by turn, and the conditions on them.

use super::super::battle::Step;
use super::super::measures::Reading;
use super::super::state::{Cell, farther};
use super::desk::Desk;
use super::goals::{self, Moment};
use super::steps::{Counted, Planned, Read, end_phase, planned};
use crate::engine::measure::Measure;
use crate::scenario::{Node, Problem, Value};

/// The most steps that a scenario may have, all turns together.
const MOST_STEPS: usize = 200;

/// A plan as read.
pub struct Plan<'a> {
    /// What is played.
    pub steps: Vec<Step>,
    /// What each step does, in words.
    pub titles: Vec<String>,
    /// What each step counts.
    pub counted: Vec<Vec<Counted>>,
    /// The conditions of each step.
    whens: Vec<Option<(&'a Node, Moment)>>,
    /// Where the cells end that serve one step alone.
    pub end: Cell,
}

/// All steps, those in `otherwise` too.
pub fn all_steps(list: &[Node]) -> Vec<&Node> {
    list.iter().flat_map(|step| std::iter::once(step).chain(step.child("otherwise"))).collect()
}

/// Reads the steps, so many turns over; each turn ends with an end phase, written or not.
pub fn plan<'a>(desk: &mut Desk, node: &'a Node, turns: usize) -> Result<Plan<'a>, Problem> {
    let list = node.list("steps")?;
    if list.is_empty() || list.len() * turns > MOST_STEPS {
        let written = list.len() * turns;
        return Err(
            Problem::new(format!("a scenario has 1 to {MOST_STEPS} steps, this one has {written}")).at(&node.span)
        );
    }
    let begin = desk.layout.here();
    let mut plan = Plan { steps: Vec::new(), titles: Vec::new(), counted: Vec::new(), whens: Vec::new(), end: begin };
    let ends = |step: &Node| matches!(step.child("action").map(|node| &node.value), Some(Value::Text(name)) if name == "end-phase");
    for turn in 0..turns {
        let first = plan.steps.len();
        let prefix = if turns > 1 { format!("turn {}: ", turn + 1) } else { String::new() };
        for step in list {
            // Steps are played one at a time and share the cells that serve one step alone.
            desk.layout.back_to(begin);
            let Planned { when, read, otherwise } = planned(desk, step)?;
            plan.end = farther(plan.end, desk.layout.here());
            plan.push(read, otherwise, when, first, &prefix);
        }
        if turns > 1 && !list.last().is_some_and(ends) {
            let everybody: Vec<usize> = (0..desk.forces.formations.len()).collect();
            let read = end_phase(desk, &everybody, &[], 0);
            plan.push(read, None, None, first, &prefix);
        }
    }
    Ok(plan)
}

impl<'a> Plan<'a> {
    fn push(&mut self, read: Read, otherwise: Option<Read>, when: Option<&'a Node>, turn: usize, prefix: &str) {
        let moment = Moment { before: self.steps.len(), turn };
        let mut title = format!("{prefix}{}", read.title);
        if let Some(when) = when {
            let conditions = when.texts("conditions").unwrap_or_default();
            let conditions: Vec<&str> = conditions.iter().map(|(text, _)| *text).collect();
            title = format!("{prefix}if {}: {}", conditions.join(" and "), read.title);
        }
        let mut counted = read.counted;
        let otherwise = otherwise.map(|other| {
            title += &format!("; otherwise {}", other.title);
            counted.extend(other.counted);
            other.deed
        });
        self.titles.push(title);
        self.counted.push(counted);
        self.whens.push(when.map(|when| (when, moment)));
        self.steps.push(Step { when: Vec::new(), deed: read.deed, otherwise, measures: 0..0, remembered: Vec::new() });
    }

    /// Reads the conditions, now that everything that is counted is known.
    pub fn connect(&mut self, desk: &mut Desk, measures: &[(Measure, Reading)]) -> Result<(), Problem> {
        for (step, when) in self.whens.iter().enumerate() {
            let Some((node, moment)) = *when else { continue };
            let (conditions, remembered) = goals::when(measures, node, moment, || desk.cell(&node.span))?;
            self.steps[step].when = conditions;
            for (earlier, condition, cell) in remembered {
                self.steps[earlier].remembered.push((condition, cell));
            }
        }
        Ok(())
    }
}
