//! When things that work once in a battle are spent: at the first chance, or in one step alone.

use crate::scenario::{Node, Problem, Span};

/// What the scenario says of such things, and the steps in which each could be spent.
#[derive(Debug, Default)]
pub struct Spending {
    things: Vec<Thing>,
    /// The step being read, from 1.
    step: usize,
}

/// A thing of a formation.
#[derive(Debug)]
struct Thing {
    formation: usize,
    name: String,
    /// The step told, and where it is.
    only: Option<(usize, Span)>,
    /// Steps in which it could be spent.
    chances: Vec<usize>,
}

impl Spending {
    /// Reads a formation's `spend`; `known` says whether it has a thing, and that it works once.
    ///
    /// # Errors
    /// What is no time, or no such thing, pointed at.
    pub fn read(
        &mut self,
        node: &Node,
        formation: usize,
        known: impl Fn(&str, &Span) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        for (key, value) in node.entries("things that work once")? {
            known(&key.name, &key.span)?;
            if value.text("").is_ok_and(|text| text == "first-chance") {
                continue;
            }
            let step = value.integer("`\"first-chance\"` or a step", 1..=i64::MAX)?;
            let only = Some((step as usize, value.span.clone()));
            self.things.push(Thing { formation, name: key.name.clone(), only, chances: Vec::new() });
        }
        Ok(())
    }

    /// A step begins, as numbered in the report.
    pub fn begins(&mut self, step: usize) {
        self.step = step;
    }

    /// Whether a thing may be spent in the step being read, where it could be.
    pub fn may(&mut self, formation: usize, name: &str) -> bool {
        let found = self.things.iter().position(|thing| thing.formation == formation && thing.name == name);
        let place = found.unwrap_or_else(|| {
            self.things.push(Thing { formation, name: name.to_owned(), only: None, chances: Vec::new() });
            self.things.len() - 1
        });
        let thing = &mut self.things[place];
        if !thing.chances.contains(&self.step) {
            thing.chances.push(self.step);
        }
        thing.only.as_ref().is_none_or(|(only, _)| *only == self.step)
    }

    /// Whether something of a formation is kept for another step than the one being read.
    pub fn keeps(&self, formation: usize) -> bool {
        self.things.iter().any(|thing| {
            let kept = thing.only.as_ref().is_some_and(|(only, _)| *only != self.step);
            thing.formation == formation && kept && thing.chances.contains(&self.step)
        })
    }

    /// When all steps are read: what is spent at the first of so many chances at least, because nothing is told; a line each.
    ///
    /// # Errors
    /// A step told in which there is no chance, pointed at.
    pub fn lines(&self, formations: &[&str], least: usize) -> Result<Vec<String>, Problem> {
        let mut lines = Vec::new();
        for Thing { formation, name, only, chances } in &self.things {
            let formation = formations[*formation];
            match only {
                Some((step, span)) if !chances.contains(step) => {
                    let problem =
                        Problem::new(format!("step {step} has no use for `{name}` of `{formation}`")).at(span);
                    let steps: Vec<String> = chances.iter().map(usize::to_string).collect();
                    return Err(problem.help(match steps.is_empty() {
                        true => "no step has; steps count from 1, as in the report".to_owned(),
                        false => format!("it could be spent in step {}", steps.join(" or ")),
                    }));
                }
                None if chances.len() >= least => {
                    lines.push(format!("{formation}: {name} is spent at the first chance (key `spend`)"));
                }
                _ => {}
            }
        }
        Ok(lines)
    }
}
