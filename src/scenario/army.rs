//! Army files: unit profiles that several scenarios share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::node::{Node, parse};
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
