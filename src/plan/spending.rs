//! When one-use items are spent: at the first chance, or only in one step.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use battle_odds_scenario::typed::{Marked, Named};
use battle_odds_scenario::{Problem, Span};

/// When a one-use item is spent, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spend {
    /// `"first-chance"`.
    FirstChance,
    /// Only in this step, by its number in the report.
    Step(usize),
}

impl<'de> Deserialize<'de> for Spend {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Time;
        impl Visitor<'_> for Time {
            type Value = Spend;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&text!("the number of a step, or \"first-chance\""))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Spend, E> {
                match text {
                    "first-chance" => Ok(Spend::FirstChance),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }

            fn visit_i64<E: Error>(self, step: i64) -> Result<Spend, E> {
                let wrong = || E::invalid_value(Unexpected::Signed(step), &self);
                usize::try_from(step).ok().filter(|&step| step > 0).map(Spend::Step).ok_or_else(wrong)
            }
        }
        deserializer.deserialize_any(Time)
    }
}

impl JsonSchema for Spend {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "a time to spend it".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "integer", "minimum": 1 }, { "const": "first-chance" }] })
    }
}

/// What the scenario says about one-use items, and the steps in which each could be spent.
#[derive(Debug, Default)]
pub struct Spending {
    things: Vec<Thing>,
    /// The step being read, from 1.
    step: usize,
}

/// A one-use item of a formation.
#[derive(Debug)]
struct Thing {
    formation: usize,
    name: String,
    /// The step that the scenario names, and where.
    only: Option<(usize, Span)>,
    /// Steps in which it could be spent.
    chances: Vec<usize>,
}

impl Spending {
    /// Reads a formation's `spend`; `known` checks that it has an item, and that the item works once.
    ///
    /// # Errors
    /// For an unknown time or item, with its place.
    pub fn read(
        &mut self,
        written: &Named<Marked<Spend>>,
        formation: usize,
        known: impl Fn(&str, &Span) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        for (key, when) in written {
            known(key, &key.span)?;
            if let Spend::Step(step) = when.value {
                let only = Some((step, when.span.clone()));
                self.things.push(Thing { formation, name: key.value.clone(), only, chances: Vec::new() });
            }
        }
        Ok(())
    }

    /// Begins a step, by its number in the report.
    pub fn begins(&mut self, step: usize) {
        self.step = step;
    }

    /// Whether an item may be spent in the step being read, which is a chance for it.
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

    /// Whether any item of a formation is kept for another step than the one being read.
    pub fn keeps(&self, formation: usize) -> bool {
        self.things.iter().any(|thing| {
            let kept = thing.only.as_ref().is_some_and(|(only, _)| *only != self.step);
            thing.formation == formation && kept && thing.chances.contains(&self.step)
        })
    }

    /// When all steps are read: one line for each one-use item with at least `least` chances whose step the scenario
    /// does not name.
    ///
    /// # Errors
    /// For a named step without a chance, with its place.
    pub fn lines(&self, formations: &[&str], least: usize) -> Result<Vec<String>, Problem> {
        let mut lines = Vec::new();
        for Thing { formation, name, only, chances } in &self.things {
            let formation = formations[*formation];
            match only {
                Some((step, span)) if !chances.contains(step) => {
                    let problem = Problem::new(text!(
                        "step {step} has no use for `{name}` of `{formation}`",
                        step,
                        name,
                        formation
                    ))
                    .at(span);
                    let steps: Vec<String> = chances.iter().map(usize::to_string).collect();
                    return Err(problem.help(match steps.is_empty() {
                        true => text!("no step has; steps count from 1, as in the report"),
                        false => text!("it could be spent in step {steps}", steps = steps.join(&text!(" or "))),
                    }));
                }
                None if chances.len() >= least => {
                    lines.push(text!(
                        "{formation}: {name} is spent at the first chance (key `spend`)",
                        formation,
                        name
                    ));
                }
                _ => {}
            }
        }
        Ok(lines)
    }
}
