//! Army files: unit profiles that several scenarios share.

use crate::refuse_if;
use std::any::Any;
use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{self, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::card;
use super::files::{Disk, Files};
use super::naming::NamingKeys;
use super::node::{Key, Node, Value, parse};
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::{Source, Span};

/// A file of unit profiles.
#[derive(Clone, Debug)]
pub struct Army {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub source: Arc<Source>,
    /// All of its content, including the key `army`.
    pub root: Arc<Node>,
    /// What a rulebook has made of it.
    made: Arc<OnceLock<Arc<dyn Any + Send + Sync>>>,
}

/// The armies of a batch: one that many scenarios share is read once. Only the last `KEPT` are kept, however long the batch
/// is.
#[derive(Clone, Debug)]
pub struct Armies {
    files: Arc<dyn Files>,
    kept: Arc<Mutex<VecDeque<Kept>>>,
}

/// Those of this computer.
impl Default for Armies {
    fn default() -> Armies {
        Armies::of(Arc::new(Disk))
    }
}

/// An army file that a scenario has named.
#[derive(Clone, Debug)]
struct Kept {
    /// The path by which a scenario named it.
    named: PathBuf,
    /// The path without links and detours.
    true_path: PathBuf,
    /// What has been read of it. Threads that need it while it is being read wait for it; those that need another file do
    /// not.
    army: Arc<Mutex<Option<Army>>>,
}

/// How many armies are kept.
const KEPT: usize = 32;

impl Armies {
    /// Armies that are read from these files, as the scenarios are that name them.
    pub fn of(files: Arc<dyn Files>) -> Armies {
        Armies { files, kept: Arc::default() }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// A problem that names the file.
    pub(super) fn source(&self, path: &path::Path) -> Result<Arc<Source>, Problem> {
        self.files.source(path)
    }

    /// An army, read if it is not kept.
    ///
    /// # Errors
    /// As of [`army`].
    pub(super) fn get(&self, path: &path::Path, named: &Span) -> Result<Army, Problem> {
        let Some(army) = self.kept(path) else { return self.read(path, named) };
        let mut army = army.lock().unwrap_or_else(PoisonError::into_inner);
        match &*army {
            Some(army) => Ok(army.clone()),
            None => Ok(army.insert(self.read(path, named)?).clone()),
        }
    }

    /// The entry of an army among those kept, which is now the last of them; `None` if the file does not exist.
    fn kept(&self, path: &path::Path) -> Option<Arc<Mutex<Option<Army>>>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().position(|kept| kept.named == path);
        let entry = match known.and_then(|place| kept.remove(place)) {
            Some(entry) => entry,
            None => {
                let true_path = self.files.true_path(path)?;
                let known = kept.iter().find(|kept| kept.true_path == true_path);
                let army = known.map_or_else(Arc::default, |kept| Arc::clone(&kept.army));
                Kept { named: path.to_owned(), true_path, army }
            }
        };
        let army = Arc::clone(&entry.army);
        kept.push_back(entry);
        if kept.len() > KEPT {
            kept.pop_front();
        }
        Some(army)
    }

    fn read(&self, path: &path::Path, named: &Span) -> Result<Army, Problem> {
        let source = self.source(path).map_err(|problem| or_strange(problem, path, named))?;
        let root = parse(Arc::clone(&source)).map_err(|problem| or_strange(problem, path, named))?;
        refuse_if(root.child("army").is_none(), || ProblemKind::NotAnArmy(source.name.clone()).at(named))?;
        Ok(Army::new(path, source, root))
    }
}

/// The file of an army, and its prefix.
pub(super) type ArmyKey = (PathBuf, Option<String>);

/// The armies of one scenario file, by their file and their prefix in the scenario.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub armies: Armies,
    pub named: HashMap<ArmyKey, Army>,
    /// The armies of which pasted lists have been read, by the lists.
    pub lists: HashMap<ArmyKey, Vec<ArmyKey>>,
    /// The keys with which the scenario names formations and units.
    pub keys: &'static NamingKeys,
}

/// Gives a scenario the formations of its armies that it names. What the scenario itself says of a formation wins, key by
/// key; a formation that says its units itself gets nothing of a list that happens to have one of the same name.
pub(super) fn adopt(root: &mut Node, army: &Army, named: &HashSet<String>) {
    let Some(Value::Table(formations)) = army.root.child("formations").map(|node| &node.value) else { return };
    let is_list = card::is_list(&army.root);
    for (key, formation) in formations {
        let formation = if is_list { card::dealt(key, formation) } else { formation.clone() };
        if let Some(Value::Table(own)) = root.child_mut("formations").map(|node| &mut node.value) {
            own.iter_mut().filter(|(own, said)| takes(&own.name, said, &key.name, is_list)).for_each(|(_, said)| {
                complete(said, &formation);
            });
        }
        if named.contains(&key.name) && root.child("formations").is_none_or(|own| own.child(&key.name).is_none()) {
            add(root, key.clone(), formation);
        }
    }
}

/// Adds a formation to those of a scenario.
fn add(root: &mut Node, key: Key, formation: Node) {
    let Value::Table(keys) = &mut root.value else { return };
    if !keys.iter().any(|(known, _)| known.name == "formations") {
        let table = Node { value: Value::Table(Vec::new()), span: key.span.clone() };
        keys.push((Key { name: "formations".into(), span: key.span.clone() }, table));
    }
    let own = keys.iter_mut().find(|(known, _)| known.name == "formations");
    if let Some((_, Node { value: Value::Table(own), .. })) = own {
        own.push((key, formation));
    }
}

/// Whether a formation of a file is completed by one of an army, which may be one of a list.
pub(super) fn takes(name: &str, said: &Node, theirs: &str, is_list: bool) -> bool {
    match said.child(card::CARD).map(|card| &card.value) {
        Some(Value::Text(card)) if is_list => card == theirs && said.child(card::DEALT).is_none(),
        Some(_) => false,
        None => name == theirs && !(is_list && said.child("units").is_some()),
    }
}

/// Adds what an army says of a formation to what a file says of it. The file wins, key by key, and a remark of the army
/// about such a key is dropped.
pub fn complete(said: &mut Node, formation: &Node) {
    let (Value::Table(said), Value::Table(theirs)) = (&mut said.value, &formation.value) else { return };
    let known: Vec<String> = said.iter().map(|(key, _)| key.name.clone()).collect();
    for (key, value) in theirs.iter().filter(|(key, _)| !known.contains(&key.name)) {
        let mut value = value.clone();
        if let ("remarks", Value::Table(about)) = (key.name.as_str(), &mut value.value) {
            about.retain(|(key, _)| !known.contains(&key.name));
        }
        said.push((key.clone(), value));
    }
}

/// A formation that two armies have and the scenario names without saying what is in it.
pub(super) fn of_both<'a>(root: &Node, named: &HashSet<String>, army: &Army, other: &'a Army) -> Option<&'a str> {
    let theirs = army.formations();
    let is_own = |name: &str| {
        let own = root.child("formations").and_then(|own| own.child(name));
        own.is_some_and(|own| own.child("units").is_some() || own.child(card::CARD).is_some())
    };
    other.formations().into_iter().find(|name| named.contains(*name) && theirs.contains(name) && !is_own(name))
}

/// Reads the army file named at a place in a scenario, or takes it from those already `known`.
///
/// # Errors
/// A problem that points into the file, or, if it is no army file, at its name in the scenario.
pub(super) fn army(path: &path::Path, named: &Span, known: &mut Known) -> Result<Army, Problem> {
    let key = (path.to_owned(), None);
    if let Some(army) = known.named.get(&key) {
        return Ok(army.clone());
    }
    let army = known.armies.get(path, named)?;
    known.named.insert(key, army.clone());
    Ok(army)
}

/// The problem of a file that a scenario names as an army. A line of it is shown only if it is meant as an army: a wrong
/// path may lead to a private file, and is itself the mistake.
fn or_strange(problem: Problem, path: &path::Path, named: &Span) -> Problem {
    let Some(span) = problem.span() else { return problem.at(named) };
    let key = |line: &str| line.trim_start().strip_prefix("army").map(|rest| rest.trim_start().starts_with('='));
    if span.source().made || span.source().text.lines().any(|line| key(line) == Some(true)) {
        return problem;
    }
    ProblemKind::NeitherArmyNorToml { file: path.display().to_string(), at: span.line_and_column() }.at(named)
}

impl Army {
    /// The army of a file with this content.
    pub fn new(path: impl Into<PathBuf>, source: Arc<Source>, root: Node) -> Army {
        Army { path: path.into(), source, root: Arc::new(root), made: Arc::default() }
    }

    /// Its content, mutable; what a rulebook made of it is dropped.
    pub(super) fn root_mut(&mut self) -> &mut Node {
        self.made = Arc::default();
        Arc::make_mut(&mut self.root)
    }

    /// What a rulebook makes of it: made once, however many scenarios share the army.
    ///
    /// # Errors
    /// As of `make`.
    pub fn made<V: Any + Send + Sync>(&self, make: impl FnOnce() -> Result<V, Problem>) -> Result<Arc<V>, Problem> {
        if let Some(made) = self.made.get().and_then(|made| Arc::clone(made).downcast().ok()) {
            return Ok(made);
        }
        let made = Arc::new(make()?);
        let _ = self.made.set(Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        Ok(made)
    }

    /// Whether it is a matrix file: like an army file, it lies next to scenarios without being one.
    pub fn is_matrix(&self) -> bool {
        self.root.child("matrix").is_some()
    }

    /// Whether its formations are those of an army list, from which scenarios take some.
    pub fn is_list(&self) -> bool {
        card::is_list(&self.root)
    }

    /// The names of its formations.
    pub fn formations(&self) -> Vec<&str> {
        match self.root.child("formations").map(|node| &node.value) {
            Some(Value::Table(formations)) => formations.iter().map(|(key, _)| key.name.as_str()).collect(),
            _ => Vec::new(),
        }
    }
}
