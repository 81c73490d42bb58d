//! The entries of `armies`: a file and, if two armies bring the same names, a prefix for the names of this one.

use std::path::Path;

use rayon::prelude::*;

use super::army::{Army, ArmyKey, Known, army};
use super::card;
use super::head::{File, WrittenArmy};
use super::naming::NamingKeys;
use super::node::{Node, Value};
use super::pasted::pasted;
use super::problem::Problem;
use super::problem_kind::{Expected, ProblemKind};
use super::source::{Source, Span};
use super::typed::{Either, Marked, Several, typed};
use battle_odds_armies::pasted::{is_named_text, is_pasted};
use battle_odds_words::{speaking, spoken};

/// One army of a scenario: `"orks.toml"`, or `{ file = "orks.toml", as = "red" }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArmyRef {
    /// The file, as written.
    pub file: String,
    /// The prefix `red` makes its formations and units `red-warband`, `red-boyz`.
    pub prefix: Option<String>,
}

/// The entries of `armies`, each with its place.
///
/// # Errors
/// A problem that points at an entry that is neither.
pub(super) fn army_refs(node: &Node) -> Result<Vec<(ArmyRef, Span)>, Problem> {
    let written: Several<Marked<Either<File, WrittenArmy>>> = typed(node, "`armies`")?;
    written.0.into_iter().map(army_ref).collect()
}

fn army_ref(written: Marked<Either<File, WrittenArmy>>) -> Result<(ArmyRef, Span), Problem> {
    let WrittenArmy { file, prefix } = match written.value {
        Either::First(File(file)) => return Ok((ArmyRef { file, prefix: None }, written.span)),
        Either::Second(army) => army,
    };
    let allowed = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    if let Some(prefix) = prefix.as_ref().filter(|prefix| prefix.is_empty() || !prefix.chars().all(allowed)) {
        let (what, found) = (mark!("the name that an army goes by").to_owned(), format!("\"{}\"", prefix.value));
        let expected = Expected::Words(mark!("letters, digits and hyphens").to_owned());
        return Err(ProblemKind::Expected { what, expected, found }.at(&prefix.span));
    }
    Ok((ArmyRef { file: file.value, prefix: prefix.map(|prefix| prefix.value) }, file.span))
}

impl ArmyRef {
    /// Its key among the known armies.
    pub fn key(&self, folder: &Path) -> ArmyKey {
        (folder.join(&self.file), self.prefix.clone())
    }

    /// Whether it may be a pasted list.
    pub fn is_text(&self) -> bool {
        is_named_text(Path::new(&self.file))
    }

    /// Its army, with the names that it has here; a pasted list is of those among `all`.
    ///
    /// # Errors
    /// As of [`army`] and of [`pasted`].
    pub fn army(
        &self,
        folder: &Path,
        span: &Span,
        all: &[(ArmyRef, Span)],
        known: &mut Known,
    ) -> Result<Army, Problem> {
        let key = self.key(folder);
        if self.is_text() {
            let source = known.armies.source(&key.0).map_err(|problem| problem.or_at(span))?;
            if is_pasted(&key.0, &source.text) {
                return self.list(&source, (folder, span), all, known);
            }
        }
        if let Some(army) = known.named.get(&key) {
            return Ok(army.clone());
        }
        let mut army = army(&key.0, span, known)?;
        if let Some(prefix) = &self.prefix {
            for table in ["units", "formations", "upgrades"] {
                if let Some(Value::Table(entries)) = army.root_mut().child_mut(table).map(|node| &mut node.value) {
                    for (key, node) in entries {
                        if table != "upgrades" {
                            key.name = format!("{prefix}-{}", key.name);
                        }
                        if let Some(units) = node.child_mut("units").filter(|_| table != "units") {
                            put_before(units, prefix, known.keys);
                        }
                        if table == "upgrades" {
                            card::put_before(node, prefix);
                        }
                    }
                }
            }
            known.named.insert(key, army.clone());
        }
        Ok(army)
    }

    /// A pasted list: of the armies that go by the same name, if there are any, else of all.
    fn list(
        &self,
        source: &Source,
        (folder, span): (&Path, &Span),
        all: &[(ArmyRef, Span)],
        known: &mut Known,
    ) -> Result<Army, Problem> {
        let key = self.key(folder);
        let others = all.iter().filter(|(other, _)| !other.is_text());
        let alike: Vec<_> =
            others.clone().filter(|(other, _)| other.prefix.is_some() && other.prefix == self.prefix).collect();
        let beside = if alike.is_empty() { others.collect() } else { alike };
        let keys: Vec<ArmyKey> = beside.iter().map(|(other, _)| other.key(folder)).collect();
        if let Some(army) = known.named.get(&key).filter(|_| known.lists.get(&key) == Some(&keys)) {
            return Ok(army.clone());
        }
        let army = |(other, span): &(ArmyRef, Span)| Ok((other.army(folder, span, &[], known)?, other.prefix.clone()));
        let armies = beside.into_iter().map(army).collect::<Result<Vec<_>, Problem>>()?;
        let mut army = pasted(&key.0, source, &armies).map_err(|problem| problem.or_at(span))?.army;
        if let (Some(prefix), Some(Value::Table(entries))) =
            (&self.prefix, army.root_mut().child_mut("formations").map(|node| &mut node.value))
        {
            for (key, _) in entries.iter_mut().filter(|(key, _)| !key.name.starts_with(&format!("{prefix}-"))) {
                key.name = format!("{prefix}-{}", key.name);
            }
        }
        known.named.insert(key.clone(), army.clone());
        known.lists.insert(key, keys);
        Ok(army)
    }
}

/// Reads those army files that are not known yet, in parallel. A problem with one is reported where it is used.
pub(super) fn read_together(army_refs: &[(ArmyRef, Span)], folder: &Path, known: &Known) {
    let files = army_refs.iter().filter(|(army_ref, _)| !army_ref.is_text());
    let files = files.map(|(army_ref, span)| (folder.join(&army_ref.file), span));
    let new: Vec<_> = files.filter(|(path, _)| !known.named.contains_key(&(path.clone(), None))).collect();
    if new.len() > 1 {
        let language = spoken();
        new.par_iter().for_each(|(path, span)| {
            let _ = speaking(language, || known.armies.get(path, span));
        });
    }
}

/// Puts the prefix before the names of units in the groups of a formation.
fn put_before(units: &mut Node, prefix: &str, keys: &NamingKeys) {
    let Value::List(groups) = &mut units.value else { return };
    for group in groups {
        let Value::Table(entries) = &mut group.value else { continue };
        for (_, node) in entries.iter_mut().filter(|(key, _)| keys.names_units(&key.name)) {
            if let Value::Text(name) = &mut node.value {
                *name = format!("{prefix}-{name}");
            }
        }
    }
}
