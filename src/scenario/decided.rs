//! Scenarios in which what was open is decided: by a rule, or beforehand.

use super::node::{Node, Value};
use super::open::{OTHERWISE, Open, OpenStep, Place};
use super::path::To;
use super::problem::Problem;
use crate::refuse_if;

/// A list of cases: conditions, and the way that is taken if they hold and none before; the first is not to leave it out.
pub type Cases = Vec<(Vec<String>, usize)>;

impl Open {
    /// Writes a rule into a scenario: at each place the ways to be taken, by their numbers, the last without conditions. What
    /// is not decided by it is played as written.
    ///
    /// # Errors
    /// If a step is to be left out in all cases although something is done otherwise, which no file can say.
    pub fn write_rule(&self, root: &mut Node, rule: &[(Place, Cases)]) -> Result<(), Problem> {
        // What is done otherwise is inside of the step, so it is written first.
        let mut rule: Vec<&(Place, Cases)> = rule.iter().collect();
        rule.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        for (place, cases) in rule {
            let Some((_, open)) = self.steps().find(|(known, _)| known == place) else { continue };
            if let Some(step) = place.of(root) {
                let is_left_out = cases.first().is_some_and(|(_, way)| open.optional && way + 1 == open.ways());
                refuse_if(is_left_out && step.child(OTHERWISE).is_some(), || {
                    let number = place.step + 1;
                    Problem::new(text!(
                        "step {number} is left out by the rule, which a file with `otherwise` cannot say",
                        number
                    ))
                })?;
                *step = open.by_cases(step, cases);
            }
        }
        Ok(())
    }
}

/// Something that is decided beforehand: what it is called, whether it is a key, where it is, and its options, each with what
/// is put there.
pub(super) struct Beforehand {
    pub name: String,
    pub is_key: bool,
    pub path: Vec<To>,
    pub options: Vec<(String, Node)>,
}

impl Open {
    /// What may be decided beforehand in a scenario from which it was taken.
    pub(super) fn beforehand(&self, root: &mut Node) -> Vec<Beforehand> {
        let mut all = Vec::new();
        for (place, open) in self.steps() {
            let Some(step) = place.of(root) else { continue };
            let path = place.path();
            if open.is_what_is_done_open() {
                all.push(Beforehand {
                    name: text!("step {step}", step = place.step + 1),
                    is_key: false,
                    path,
                    options: open.whole(step),
                });
                continue;
            }
            all.extend(open.keys.iter().map(|key| {
                let path: Vec<To> = path.iter().chain(&key.path).cloned().collect();
                let options = key.decided().options.into_iter().zip(key.values.iter().cloned()).collect();
                Beforehand { name: text_of(&path), is_key: true, path, options }
            }));
        }
        all
    }
}

/// A path as it is typed.
fn text_of(path: &[To]) -> String {
    path.iter().fold(String::new(), |text, to| match to {
        To::Entry(entry) => format!("{text}[{entry}]"),
        To::Key(key) if text.is_empty() => key.clone(),
        To::Key(key) if key.contains(['.', '[', ']', '=']) => format!("{text}.\"{key}\""),
        To::Key(key) => format!("{text}.{key}"),
    })
}

impl Place {
    fn path(self) -> Vec<To> {
        let otherwise = std::iter::repeat_n(To::Key(OTHERWISE.to_owned()), self.case);
        [To::Key("steps".to_owned()), To::Entry(self.step)].into_iter().chain(otherwise).collect()
    }
}

impl OpenStep {
    /// Every way to play a step, by what is taken, with the step that is played so.
    fn whole(&self, step: &Node) -> Vec<(String, Node)> {
        let decided = self.decided();
        let called = |taken: &[usize]| -> String {
            let what = decided[0].options[taken[0]].clone();
            let keys = decided.iter().zip(taken).skip(1).filter(|(_, taken)| **taken > 0);
            let keys = keys.map(|(of, &taken)| format!("{} {}", of.keys.join("."), of.options[taken]));
            std::iter::once(what).chain(keys).collect::<Vec<_>>().join(", ")
        };
        let ways = self.all_ways().into_iter().enumerate();
        ways.map(|(number, way)| (called(&way.taken), self.by_cases(step, &vec![(Vec::new(), number)]))).collect()
    }

    /// A step that is played in these ways: a chain of `when` and `otherwise`.
    fn by_cases(&self, step: &Node, cases: &Cases) -> Node {
        let span = &step.span;
        let node = |value: Value| Node { value, span: span.clone() };
        let steps = self.steps(step);
        let own: Vec<Node> = match step.child("when").map(|when| &when.value) {
            Some(Value::List(list)) => list.clone(),
            Some(value) => vec![node(value.clone())],
            None => Vec::new(),
        };
        let mut rest = step.child(OTHERWISE).cloned();
        for (conditions, way) in cases.iter().rev() {
            let skipped = (*way >= steps.len()).then(|| ("skip", node(Value::Boolean(true))));
            let mut next = steps[if skipped.is_some() { 0 } else { *way }].clone();
            let conditions = conditions.iter().map(|text| node(Value::Text(text.clone())));
            let when: Vec<Node> = own.iter().cloned().chain(conditions).collect();
            let is_last = when.is_empty();
            let when = (!is_last).then(|| ("when", node(Value::List(when))));
            let rest_of_it = rest.take().filter(|_| !is_last).map(|rest| (OTHERWISE, rest));
            for (key, value) in [when, skipped, rest_of_it].into_iter().flatten() {
                next.put(&[key], value);
            }
            rest = Some(next);
        }
        rest.unwrap_or_else(|| step.clone())
    }
}
