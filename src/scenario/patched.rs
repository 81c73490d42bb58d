//! A scenario with its changes made, ready for a rulebook to read.

use std::path::PathBuf;

use super::army::Army;
use super::node::{Node, Value};
use super::path::Path;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::Span;

/// One engagement as written, or one variant of it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file's name without its ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The hash of the texts of the file and of its armies: of `--set`, say, it knows nothing.
    pub hash: String,
    /// What its dice hang on beside the seed: all that the file says but titles, tags, goals, variants and choices. A copy has the
    /// same dice, whatever it is called, and variants share those of their scenario.
    pub dice: String,
    /// The title; the name if there is none.
    pub title: String,
    /// Words to sort results by.
    pub tags: Vec<String>,
    /// The rules system as it is named, and where.
    pub system: (String, Span),
    /// What the player wants, as written, each with its place; may be empty.
    pub goal: Vec<(String, Span)>,
    /// The rest: what the rules system reads, patched.
    pub root: Node,
    /// The name of the variant; [`BASE`](super::BASE) for the scenario as written.
    pub variant: String,
    /// The files named by `armies`, in that order.
    pub armies: Vec<Army>,
}

impl Scenario {
    /// Makes what only an army says the scenario's own, if a path leads into it, so that it can be changed: with
    /// `units.boyz.armour` the whole of `units.boyz`. What the scenario has, or several armies have, is left alone.
    ///
    /// # Errors
    /// A problem that points at the name that neither the scenario nor any army has, where armies have others.
    pub fn adopt(&mut self, path: &Path) -> Result<(), Problem> {
        let Some((table, name)) = path.entry() else { return Ok(()) };
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
                return Err(ProblemKind::NotHere { name: name.to_owned(), known }.at(&path.0[1].span));
            }
            _ => return Ok(()),
        };
        self.root.put(&[table, name], entry);
        Ok(())
    }
}
