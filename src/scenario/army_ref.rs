//! The entries of `armies`: a file, and, where two bring the same names, what is put before those of its own.

use std::path::Path;
use std::sync::Arc;

use super::army::{Army, Known, army};
use super::naming::NamingKeys;
use super::node::{Node, Value};
use super::problem::Problem;
use super::source::Span;

/// One army of a scenario: `"orks.toml"`, or `{ file = "orks.toml", as = "red" }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArmyRef {
    /// The file, as written.
    pub file: String,
    /// Its formations and units go by `red-warband`, `red-boyz`.
    pub prefix: Option<String>,
}

/// The entries of `armies`, each with its place.
///
/// # Errors
/// A problem that points at what is neither.
pub(super) fn army_refs(node: &Node) -> Result<Vec<(ArmyRef, Span)>, Problem> {
    match &node.value {
        Value::List(list) => list.iter().map(army_ref).collect(),
        _ => Ok(vec![army_ref(node)?]),
    }
}

fn army_ref(node: &Node) -> Result<(ArmyRef, Span), Problem> {
    if !matches!(node.value, Value::Table(_)) {
        let texts = node.texts("`armies`")?;
        let file = texts.first().map_or("", |(text, _)| text).to_owned();
        return Ok((ArmyRef { file, prefix: None }, node.span.clone()));
    }
    let mut fields = node.fields("an army")?;
    let file = fields.need("file")?;
    let prefix = fields.take("as").map(|node| Ok((node.text("the name that an army goes by")?, node))).transpose()?;
    fields.finish()?;
    if let Some((prefix, node)) = prefix
        && (prefix.is_empty()
            || prefix.contains(|letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '_'))
    {
        return Err(node.unexpected("the name that an army goes by", "letters, digits and hyphens"));
    }
    let prefix = prefix.map(|(prefix, _)| prefix.to_owned());
    Ok((ArmyRef { file: file.text("the file of an army")?.to_owned(), prefix }, file.span.clone()))
}

impl ArmyRef {
    /// Its army, under the names that it has here.
    pub fn army(&self, folder: &Path, span: &Span, known: &mut Known) -> Result<Army, Problem> {
        let key = (folder.join(&self.file), self.prefix.clone());
        if let Some(army) = known.named.get(&key) {
            return Ok(army.clone());
        }
        let mut army = army(&key.0, span, known)?;
        if let Some(prefix) = &self.prefix {
            for table in ["units", "formations"] {
                let root = Arc::make_mut(&mut army.root);
                if let Some(Value::Table(entries)) = root.child_mut(table).map(|node| &mut node.value) {
                    for (key, node) in entries {
                        key.name = format!("{prefix}-{}", key.name);
                        if let Some(units) = node.child_mut("units").filter(|_| table == "formations") {
                            put_before(units, prefix, known.keys);
                        }
                    }
                }
            }
            known.named.insert(key, army.clone());
        }
        Ok(army)
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
