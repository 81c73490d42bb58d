//! Army files: unit profiles that several scenarios share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::load::Scenario;
use super::node::{Node, Value, parse};
use super::path::{Path, To};
use super::problem::Problem;
use super::read::read;
use super::source::{Source, Span};

/// A file of unit profiles.
#[derive(Clone, Debug)]
pub struct Army {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub source: Arc<Source>,
    /// All that it says, the key `army` included.
    pub root: Node,
}

/// Reads the army file named at a place in a scenario, or takes it from those already `known`.
///
/// # Errors
/// A problem that points into the file, or, if it is no army file, at its name in the scenario.
pub(super) fn army(path: PathBuf, named: &Span, known: &mut HashMap<PathBuf, Army>) -> Result<Army, Problem> {
    if let Some(army) = known.get(&path) {
        return Ok(army.clone());
    }
    let source = read(&path).map_err(|problem| problem.or_at(named))?;
    let root = parse(Arc::clone(&source))?;
    if root.child("army").is_none() {
        let message = format!("{}: this is not an army file, it has no `army = \"…\"` at the top", source.name);
        return Err(Problem::new(message).at(named));
    }
    let army = Army { path: path.clone(), source, root };
    known.insert(path, army.clone());
    Ok(army)
}

impl Scenario {
    /// Makes what only an army says the scenario's own, if a path leads into it, so that it can be changed: with
    /// `units.boyz.armour` the whole of `units.boyz`. What the scenario has, or several armies have, is left alone.
    ///
    /// # Errors
    /// A problem that points at the name that neither the scenario nor any army has, where armies have others.
    pub fn adopt(&mut self, path: &Path) -> Result<(), Problem> {
        let [first, second, _, ..] = &path.0[..] else { return Ok(()) };
        let (To::Key(table), To::Key(name)) = (&first.to, &second.to) else { return Ok(()) };
        let own = self.root.child(table);
        if own.is_some_and(|own| own.child(name).is_some()) {
            return Ok(());
        }
        let theirs: Vec<&Node> = self.armies.iter().filter_map(|army| army.root.child(table)).collect();
        let found: Vec<&Node> = theirs.iter().filter_map(|table| table.child(name)).collect();
        let entry = match found[..] {
            [entry] => entry.clone(),
            [] if !theirs.is_empty() => {
                let keys = |node: &Node| match &node.value {
                    Value::Table(entries) => entries.iter().map(|(key, _)| key.name.clone()).collect(),
                    _ => Vec::new(),
                };
                let known: Vec<String> = own.into_iter().chain(theirs).flat_map(keys).collect();
                let problem = Problem::new(format!("there is no `{name}` here")).at(&second.span);
                return Err(problem.suggest(name, known.iter().map(String::as_str)));
            }
            _ => return Ok(()),
        };
        self.root.put(&[table, name], entry);
        Ok(())
    }
}
