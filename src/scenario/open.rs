//! What a scenario leaves open until a step is due: keys with several values, `{ choose = ["advance", "sustained"] }`, steps
//! that may be left out (`optional`) and steps that may be played in their place (`instead`). `best` decides them; every
//! other command plays the first value of each, and the step itself.

use super::alternatives::names;
use super::node::{Node, Value};
use super::path::To;
use super::problem::Problem;
use super::source::Span;
use crate::refuse_if;
use battle_odds_words::keys::value_in_words;

/// What is open in the steps of a scenario; the steps with nothing open are not in it.
#[derive(Clone, Debug, Default)]
pub struct Open {
    /// What is open, in order.
    steps: Vec<(Place, OpenStep)>,
}

/// Where something is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The step's place in the list, from 0.
    pub step: usize,
    /// 0 for the step itself, 1 for its `otherwise`, and so on.
    pub case: usize,
}

/// What is open in one step.
#[derive(Clone, Debug, Default)]
pub struct OpenStep {
    /// The keys with several values.
    pub(super) keys: Vec<OpenKey>,
    /// The steps that may be played in its place, each with what is open in it.
    instead: Vec<(Node, Vec<OpenKey>)>,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether both sides decide at once, without knowing what the other decides.
    pub secret: bool,
    /// What the step is called beside what may be done in its place, and what that is called.
    names: Vec<String>,
}

/// A key with several values.
#[derive(Clone, Debug)]
pub(super) struct OpenKey {
    /// Where it is, from the step on.
    pub path: Vec<To>,
    pub values: Vec<Node>,
}

/// A way to play a step: of each thing that is open in it the number of the option taken, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// One number for each of [`OpenStep::decided`]. A key of the step itself keeps its first value when something else is
    /// played in its place.
    pub taken: Vec<usize>,
}

/// Something that is decided when a step is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The keys that lead to it from the step on; none: what is done at all.
    pub keys: Vec<String>,
    /// Its options, as values are written.
    pub options: Vec<String>,
}

impl Open {
    /// Takes all that is open out of a scenario, which keeps the first value of each key.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub(super) fn take(root: &mut Node) -> Result<Open, Problem> {
        let Some(Node { value: Value::List(list), .. }) = root.child_mut("steps") else { return Ok(Open::default()) };
        let mut steps = Vec::new();
        for (number, step) in list.iter_mut().enumerate() {
            let (mut next, mut case) = (Some(step), 0);
            while let Some(step) = next {
                let open = OpenStep::take(step)?;
                if open.ways() > 1 {
                    steps.push((Place { step: number, case }, open));
                }
                next = step.child_mut(OTHERWISE);
                case += 1;
            }
        }
        Ok(Open { steps })
    }

    /// The same scenario with more keys open in the tables at some places, each with all its values, the one in force first;
    /// places outside the steps are left as they are.
    #[must_use]
    pub fn with(mut self, root: &Node, more: Vec<(&Span, &[String], Vec<Value>)>) -> Open {
        let Some(Value::List(list)) = root.child("steps").map(|steps| &steps.value) else { return self };
        for (table, keys, values) in more {
            let found = list.iter().enumerate().find_map(|(step, node)| Some((step, path_to(node, table)?)));
            let Some((step, mut path)) = found else { continue };
            path.extend(keys.iter().cloned().map(To::Key));
            let case = path.iter().take_while(|to| **to == To::Key(OTHERWISE.to_owned())).count();
            let (path, place) = (path.split_off(case), Place { step, case });
            let values = values.into_iter().map(|value| Node { value, span: table.clone() }).collect();
            let at = self.steps.iter().position(|(known, _)| *known >= place).unwrap_or(self.steps.len());
            if self.steps.get(at).is_none_or(|(known, _)| *known != place) {
                self.steps.insert(at, (place, OpenStep::default()));
            }
            let open = &mut self.steps[at].1;
            if open.keys.iter().all(|known| known.path != path) {
                open.keys.push(OpenKey { path, values });
            }
        }
        self
    }

    /// What is played of each thing that is open, one line each.
    pub fn lines(&self) -> Vec<String> {
        let line = |place: Place, decided: Decided| {
            let options: Vec<String> = decided.options.iter().map(|option| value_in_words(option)).collect();
            let (step, first, others) = (place.step + 1, &options[0], options[1..].join(&text!(" or ")));
            match decided.keys.is_empty() {
                true => text!(
                    "step {step}: {first}, and not {others}, as `best` may decide (key `instead`)",
                    step,
                    first,
                    others
                ),
                false => {
                    let keys = decided.keys.join(".");
                    text!(
                        "step {step}: {first}, and not {others}, as `best` may decide (key `{keys}`)",
                        step,
                        first,
                        others,
                        keys
                    )
                }
            }
        };
        self.steps()
            .flat_map(|(place, open)| open.decided().into_iter().map(move |decided| line(place, decided)))
            .collect()
    }

    /// Whether nothing is open.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// What is open, with its place.
    pub fn steps(&self) -> impl Iterator<Item = (Place, &OpenStep)> {
        self.steps.iter().map(|(place, open)| (*place, open))
    }

    /// Writes all ways to play each step into a scenario from which they were taken: the first stays the step, the others
    /// are written as its `instead` and `optional`.
    pub fn write(&self, root: &mut Node) {
        for (place, open) in &self.steps {
            if let Some(step) = place.of(root) {
                open.write(step);
            }
        }
    }
}

impl Place {
    /// The step there.
    pub(super) fn of(self, root: &mut Node) -> Option<&mut Node> {
        let Value::List(list) = &mut root.child_mut("steps")?.value else { return None };
        (0..self.case).try_fold(list.get_mut(self.step)?, |step, _| step.child_mut(OTHERWISE))
    }
}

impl OpenStep {
    fn take(step: &mut Node) -> Result<OpenStep, Problem> {
        let written = match step.remove("instead") {
            None => Vec::new(),
            Some(node) => node.list("`instead`")?.to_vec(),
        };
        let optional = step.remove("optional").map(|node: Node| node.boolean("`optional`")).transpose()?;
        let secret = step.remove("secret").map(|node: Node| Ok((node.boolean("`secret`")?, node.span))).transpose()?;
        let mut open = OpenStep {
            optional: optional == Some(true),
            secret: secret.as_ref().is_some_and(|(secret, _)| *secret),
            ..OpenStep::default()
        };
        take_keys(step, &mut Vec::new(), &mut open.keys)?;
        for mut other in written {
            refuse_if(other.child("instead").is_some() || other.child("optional").is_some(), || {
                Problem::new(text!("what is played instead is open itself: write it beside the others")).at(&other.span)
            })?;
            let mut keys = Vec::new();
            take_keys(&mut other, &mut Vec::new(), &mut keys)?;
            open.instead.push((other, keys));
        }
        let others = open.instead.iter().map(|(other, _)| other);
        open.names = names(&std::iter::once(&*step).chain(others).collect::<Vec<_>>(), &FIXED);
        if let Some((_, span)) = secret.filter(|(secret, _)| *secret && open.ways() == 1) {
            let problem = Problem::new(text!("nothing is open in this step that could be decided in secret")).at(&span);
            return Err(problem.help(text!(
                "write several values for a key, such as {example}",
                example = "{ choose = [\"one\", \"other\"] }"
            )));
        }
        refuse_if(open.ways() > MOST_WAYS, || {
            let problem = Problem::new(text!("there are {ways} ways to play this step", ways = open.ways()));
            problem.at(&step.span).help(text!("at most {most} can be compared", most = MOST_WAYS))
        })?;
        Ok(open)
    }

    /// Whether something else may be done than the step itself.
    pub(super) fn is_what_is_done_open(&self) -> bool {
        !self.instead.is_empty() || self.optional
    }

    /// The number of ways to play the step.
    pub fn ways(&self) -> usize {
        let others = self.instead.iter().map(|(_, keys)| product(keys)).fold(0, usize::saturating_add);
        product(&self.keys).saturating_add(others).saturating_add(usize::from(self.optional))
    }

    /// What is decided in it: what is done at all, if that is open, then the keys of the step, then those of the steps that
    /// may be played in its place.
    pub fn decided(&self) -> Vec<Decided> {
        let mut decided = Vec::new();
        if self.is_what_is_done_open() {
            let mut options = self.names.clone();
            options.extend(self.optional.then(|| LEFT_OUT.to_owned()));
            decided.push(Decided { keys: Vec::new(), options });
        }
        let keys = self.keys.iter().chain(self.instead.iter().flat_map(|(_, keys)| keys));
        decided.extend(keys.map(OpenKey::decided));
        decided
    }

    /// All ways to play it, the first value of each key first, in the order in which [`Open::write`] writes them.
    pub fn all_ways(&self) -> Vec<Way> {
        let what = usize::from(self.is_what_is_done_open());
        let groups: Vec<&[OpenKey]> =
            std::iter::once(&self.keys[..]).chain(self.instead.iter().map(|(_, keys)| &keys[..])).collect();
        let all = what + groups.iter().map(|keys| keys.len()).sum::<usize>();
        let (mut ways, mut first) = (Vec::new(), what);
        for (number, keys) in groups.iter().enumerate() {
            for combination in combinations(keys) {
                let mut taken = vec![0; all];
                taken[..what].fill(number);
                taken[first..first + keys.len()].copy_from_slice(&combination);
                ways.push(Way { taken });
            }
            first += keys.len();
        }
        if self.optional {
            let mut taken = vec![0; all];
            taken[..what].fill(groups.len());
            ways.push(Way { taken });
        }
        ways
    }

    /// The steps themselves, one for each of [`OpenStep::all_ways`] in which something is done, without conditions.
    pub(super) fn steps(&self, step: &Node) -> Vec<Node> {
        let of = |step: &Node, keys: &[OpenKey]| -> Vec<Node> {
            combinations(keys).into_iter().map(|taken| with(step, keys, &taken)).collect()
        };
        let mut bare = step.clone();
        FIXED.iter().for_each(|key| _ = bare.remove(key));
        let mut steps = of(&bare, &self.keys);
        steps.extend(self.instead.iter().flat_map(|(step, keys)| of(step, keys)));
        steps
    }

    fn write(&self, step: &mut Node) {
        let span = step.span.clone();
        let mut instead = self.steps(step);
        instead.remove(0);
        if !instead.is_empty() {
            step.put(&["instead"], Node { value: Value::List(instead), span: span.clone() });
        }
        if self.optional {
            step.put(&["optional"], Node { value: Value::Boolean(true), span });
        }
    }
}

/// The way from a node to the table written at a place.
pub fn path_to(node: &Node, table: &Span) -> Option<Vec<To>> {
    if node.span.is(table) && matches!(node.value, Value::Table(_)) {
        return Some(Vec::new());
    }
    let (to, mut path) = match &node.value {
        Value::Table(entries) => {
            entries.iter().find_map(|(key, node)| Some((To::Key(key.name.clone()), path_to(node, table)?)))?
        }
        Value::List(list) => {
            list.iter().enumerate().find_map(|(entry, node)| Some((To::Entry(entry), path_to(node, table)?)))?
        }
        _ => return None,
    };
    path.insert(0, to);
    Some(path)
}

/// The keys of such a way, with places in lists from 1.
pub fn keys_of(path: &[To]) -> Vec<String> {
    let key = |to: &To| match to {
        To::Key(key) => key.clone(),
        To::Entry(entry) => (entry + 1).to_string(),
    };
    path.iter().map(key).collect()
}

impl OpenKey {
    pub fn decided(&self) -> Decided {
        let options = self.values.iter().map(|value| value.value.describe().trim_matches('"').to_owned());
        Decided { keys: keys_of(&self.path), options: options.collect() }
    }
}

/// What the last option is called if a step may be left out.
const LEFT_OUT: &str = mark!("left out");

/// More ways to play one step than this are refused.
const MOST_WAYS: usize = 64;

/// The key of a table of values to choose from.
const CHOOSE: &str = "choose";

/// Keys that say when a step is played.
const FIXED: [&str; 4] = ["when", OTHERWISE, "skip", "chooser"];

/// What is done if the condition of a step does not hold.
pub(super) const OTHERWISE: &str = "otherwise";

/// Takes the keys with several values out of a step: the first value stays.
fn take_keys(node: &mut Node, path: &mut Vec<To>, found: &mut Vec<OpenKey>) -> Result<(), Problem> {
    if let Some(values) = choices(node)? {
        refuse_if(
            path.first().is_some_and(|first| FIXED.iter().any(|key| *first == To::Key((*key).to_owned()))),
            || {
                Problem::new(text!("the players cannot decide this: only keys of what is done can have several values"))
                    .at(&node.span)
            },
        )?;
        *node = values[0].clone();
        if values.len() > 1 {
            found.push(OpenKey { path: path.clone(), values });
        }
        return Ok(());
    }
    let is_step = path.is_empty();
    let children: Vec<(To, &mut Node)> = match &mut node.value {
        Value::Table(entries) => entries.iter_mut().map(|(key, node)| (To::Key(key.name.clone()), node)).collect(),
        Value::List(list) => list.iter_mut().enumerate().map(|(place, node)| (To::Entry(place), node)).collect(),
        _ => Vec::new(),
    };
    for (to, child) in children {
        // What is done otherwise is open by itself.
        if is_step && to == To::Key(OTHERWISE.to_owned()) {
            continue;
        }
        path.push(to);
        take_keys(child, path, found)?;
        path.pop();
    }
    Ok(())
}

/// The values of `{ choose = [...] }`; none if a node is anything else.
fn choices(node: &Node) -> Result<Option<Vec<Node>>, Problem> {
    let Value::Table(entries) = &node.value else { return Ok(None) };
    let Some((key, values)) = entries.iter().find(|(key, _)| key.name == CHOOSE) else { return Ok(None) };
    if let Some((other, _)) = entries.iter().find(|(key, _)| key.name != CHOOSE) {
        let problem = Problem::new(text!("`choose` stands alone in its table, without `{key}`", key = other.name));
        return Err(problem.at(&other.span));
    }
    let values = values.list("`choose`")?;
    refuse_if(values.is_empty(), || Problem::new(text!("`choose` needs a value")).at(&key.span))?;
    Ok(Some(values.to_vec()))
}

fn product(keys: &[OpenKey]) -> usize {
    keys.iter().map(|key| key.values.len()).fold(1, usize::saturating_mul)
}

/// All combinations of values; the last key changes first.
fn combinations(keys: &[OpenKey]) -> Vec<Vec<usize>> {
    (0..product(keys))
        .map(|mut number| {
            let mut taken: Vec<usize> = keys
                .iter()
                .rev()
                .map(|key| {
                    let value = number % key.values.len();
                    number /= key.values.len();
                    value
                })
                .collect();
            taken.reverse();
            taken
        })
        .collect()
}

/// A step with these values of its keys.
fn with(step: &Node, keys: &[OpenKey], taken: &[usize]) -> Node {
    let mut step = step.clone();
    for (key, &value) in keys.iter().zip(taken) {
        put(&mut step, &key.path, key.values[value].clone());
    }
    step
}

/// Puts a value at the end of a path, whose tables are made if they are not there.
fn put(node: &mut Node, path: &[To], value: Node) {
    match path {
        [] => *node = value,
        [To::Key(name), further @ ..] => {
            if node.child(name).is_none() {
                let empty = Node { value: Value::Table(Vec::new()), span: value.span.clone() };
                node.put(&[name], empty);
            }
            if let Some(child) = node.child_mut(name) {
                put(child, further, value);
            }
        }
        [To::Entry(entry), further @ ..] => {
            if let Value::List(list) = &mut node.value
                && let Some(child) = list.get_mut(*entry)
            {
                put(child, further, value);
            }
        }
    }
}
