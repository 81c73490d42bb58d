//! A scenario as the text of a file, made from its tree: as it stands after a variant and the changes of the command line.

use std::path::{Component, Path, PathBuf, absolute};

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::node::{Key, Node, Value};
use super::patched::Scenario;
use super::problem::Problem;

/// The text of a scenario, for a file in this folder.
///
/// # Errors
/// If it cannot be written as TOML.
pub fn written(scenario: &Scenario, folder: &Path) -> Result<String, Problem> {
    let span = &scenario.root.span;
    let node = |value: Value| Node { value, span: span.clone() };
    let text = |text: &str| node(Value::Text(text.to_owned()));
    let texts = |texts: Vec<&str>| node(Value::List(texts.into_iter().map(text).collect()));
    let mut head = vec![("system", text(&scenario.system.0)), ("title", text(&scenario.title))];
    head.extend(scenario.base.as_ref().map(|base| ("base", text(base))));
    if !scenario.tags.is_empty() {
        head.push(("tags", texts(scenario.tags.iter().map(String::as_str).collect())));
    }
    if !scenario.goal.is_empty() {
        head.push(("goal", texts(scenario.goal.iter().map(|(goal, _)| goal.as_str()).collect())));
    }
    if let Some(armies) = &scenario.named_armies {
        let from = scenario.path.parent().unwrap_or(Path::new(""));
        head.push(("armies", moved(armies.clone(), from, folder)));
    }
    let key = |name: &str| Key { name: name.to_owned(), span: span.clone() };
    let mut entries: Vec<(Key, Node)> = head.into_iter().map(|(name, node)| (key(name), node)).collect();
    if let Value::Table(rest) = &scenario.root.value {
        entries.extend(rest.iter().cloned());
    }
    toml::to_string(&node(Value::Table(entries))).map_err(|error| Problem::new(error.to_string()))
}

/// The paths of armies, seen from another folder.
fn moved(mut armies: Node, from: &Path, to: &Path) -> Node {
    match &mut armies.value {
        Value::Text(file) => *file = relative(&from.join(&*file), to),
        Value::List(list) => list.iter_mut().for_each(|army| *army = moved(army.clone(), from, to)),
        Value::Table(entries) => {
            for (_, file) in entries.iter_mut().filter(|(key, _)| key.name == "file") {
                *file = moved(file.clone(), from, to);
            }
        }
        _ => {}
    }
    armies
}

/// A path as seen from a folder.
fn relative(path: &Path, folder: &Path) -> String {
    let (Ok(path), Ok(folder)) = (absolute(path), absolute(folder)) else { return path.display().to_string() };
    let (path, folder) = (plain(&path), plain(&folder));
    let common = path.iter().zip(&folder).take_while(|(one, other)| one == other).count();
    if common < 2 {
        return path.iter().collect::<PathBuf>().display().to_string();
    }
    let up = std::iter::repeat_n("..", folder.len() - common).map(PathBuf::from);
    let relative: PathBuf = up.chain(path[common..].iter().map(PathBuf::from)).collect();
    relative.to_string_lossy().replace('\\', "/")
}

/// The parts of a path, without detours.
fn plain(path: &Path) -> Vec<Component<'_>> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = parts.pop(),
            Component::CurDir => {}
            part => parts.push(part),
        }
    }
    parts
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Value::Text(text) => text.serialize(to),
            Value::Integer(number) => number.serialize(to),
            Value::Float(number) => number.serialize(to),
            Value::Boolean(is) => is.serialize(to),
            Value::List(list) => {
                let mut sequence = to.serialize_seq(Some(list.len()))?;
                list.iter().try_for_each(|node| sequence.serialize_element(node))?;
                sequence.end()
            }
            Value::Table(entries) => {
                let mut map = to.serialize_map(Some(entries.len()))?;
                entries.iter().try_for_each(|(key, node)| map.serialize_entry(&key.name, node))?;
                map.end()
            }
        }
    }
}
