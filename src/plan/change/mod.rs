//! Single changes of a scenario: what a system offers to commands that ask what matters.

pub mod profile;
pub mod step;

use battle_odds_scenario::typed::cm;
use battle_odds_scenario::{Node, Problem, Scenario, Source, Span, Value, unknown};

/// A scenario with one thing changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// What is changed: `boyz`, `step 2`, `warband`.
    pub subject: String,
    /// How: `armour 6+ → 5+`, `without fearless`.
    pub what: String,
    /// The scenario's tree with the change.
    pub root: Node,
}

/// A list of changes that is being built.
pub struct Changes<'a> {
    /// The scenario that is changed.
    pub scenario: &'a Scenario,
    /// Those found so far.
    pub found: Vec<Change>,
}

impl<'a> Changes<'a> {
    /// No changes yet.
    pub fn new(scenario: &'a Scenario) -> Changes<'a> {
        Changes { scenario, found: Vec::new() }
    }

    /// Adds a change that gives this value to a path of keys; without a value, the key is removed.
    pub fn put(&mut self, subject: &str, what: impl Into<String>, keys: &[&str], value: Option<Value>) {
        let mut root = self.scenario.root.clone();
        let (last, before) = keys.split_last().expect("a key at least");
        match value {
            Some(value) => root.put(keys, written(value)),
            None => {
                let mut node = Some(&mut root);
                for key in before {
                    node = node.and_then(|node| node.child_mut(key));
                }
                if let Some(node) = node {
                    node.remove(last);
                }
            }
        }
        self.add(subject, what, root);
    }

    /// Adds a change that has already been made.
    pub fn add(&mut self, subject: &str, what: impl Into<String>, root: Node) {
        self.found.push(Change { subject: subject.to_owned(), what: what.into(), root });
    }
}

/// A value that is in no file.
pub fn written(value: Value) -> Node {
    Node { value, span: Span::new(&Source::new("a change", ""), 0..0) }
}

/// The formation with this name, as written.
///
/// # Errors
/// A problem with the nearest name.
pub fn formation<'a>(scenario: &'a Scenario, name: &str) -> Result<&'a Node, Problem> {
    let Some(formations) = scenario.root.child("formations") else {
        return Err(Problem::new(text!("{file}: there are no formations", file = scenario.path.display())));
    };
    let source = Source::new("--formation", name);
    let known = formations.entries("formations")?.iter().map(|(key, _)| key.name.as_str());
    let span = Span::new(&source, 0..name.len());
    formations.child(name).ok_or_else(|| unknown(mark!("formation"), name, &span, known))
}

/// A whole number, if one is written; that of the cm if it is a distance.
pub fn whole(node: &Node) -> Option<i64> {
    match &node.value {
        Value::Integer(number) => Some(*number),
        Value::Text(text) => cm(text).filter(|cm| cm.fract() == 0.0).map(|cm| cm as i64),
        _ => None,
    }
}

/// Whether a key is true.
pub fn is_true(node: &Node, key: &str) -> bool {
    node.child(key).is_some_and(|node| matches!(node.value, Value::Boolean(true)))
}

/// The number in `"4+"`.
pub fn face(node: &Node) -> Option<i64> {
    node.text(mark!("a value")).ok()?.strip_suffix('+')?.parse().ok()
}

/// The entries of a list; none if there is no list.
pub fn list(node: &Node, key: &str) -> Vec<Node> {
    match node.child(key).map(|list| &list.value) {
        Some(Value::List(list)) => list.clone(),
        _ => Vec::new(),
    }
}
