//! The value at a path: looking it up and changing it.

use super::node::{Key, Node, Value};
use super::path::{Path, Step, To};
use super::problem::Problem;
use super::problem_kind::ProblemKind;

/// The value at a path.
///
/// # Errors
/// A problem that points at the first part of the path that is not there, and suggests the nearest that is.
#[cfg(test)]
pub fn get<'a>(root: &'a Node, path: &Path) -> Result<&'a Node, Problem> {
    path.0.iter().try_fold(root, |node, step| {
        let child = match (&node.value, &step.to) {
            (Value::Table(_), To::Key(name)) => node.child(name),
            (Value::List(list), To::Entry(number)) => list.get(*number),
            _ => None,
        };
        child.ok_or_else(|| not_there(node, step))
    })
}

/// A table that a scenario may leave out if it takes all defaults; its variants may create it.
const MAY_BEGIN: &str = "readings";

/// Puts a value at a path, in place of the one there, or as a new key of an existing table. Lists are not extended.
///
/// # Errors
/// A problem that points at the part of the path that is not there; the root is then unchanged.
pub fn set(root: &mut Node, path: &Path, value: Node) -> Result<(), Problem> {
    if let [Step { to: To::Key(table), .. }, Step { to: To::Key(key), .. }] = &path.0[..]
        && table == MAY_BEGIN
        && root.child(MAY_BEGIN).is_none()
    {
        root.put(&[MAY_BEGIN, key.as_str()], value);
        return Ok(());
    }
    set_at(root, &path.0, value)
}

fn set_at(node: &mut Node, steps: &[Step], value: Node) -> Result<(), Problem> {
    let Some((step, further)) = steps.split_first() else {
        *node = value;
        return Ok(());
    };
    let child = match (&mut node.value, &step.to) {
        (Value::Table(entries), To::Key(name)) => match entries.iter().position(|(key, _)| key.name == *name) {
            Some(at) => entries.get_mut(at).map(|(_, node)| node),
            None if further.is_empty() => {
                let name = name.clone();
                let span = step.span.clone();
                entries.push((Key { name, span }, value));
                return Ok(());
            }
            None => None,
        },
        (Value::List(list), To::Entry(number)) => list.get_mut(*number),
        _ => None,
    };
    match child {
        Some(child) => set_at(child, further, value),
        None => Err(not_there(node, step)),
    }
}

/// The problem of a step that does not exist in a node.
fn not_there(node: &Node, step: &Step) -> Problem {
    let keys = |entries: &[(Key, Node)]| entries.iter().map(|(key, _)| key.name.clone()).collect();
    let kind = match (&node.value, &step.to) {
        (Value::Table(entries), To::Key(name)) => ProblemKind::NotHere { name: name.clone(), known: keys(entries) },
        (Value::Table(entries), &To::Entry(entry)) => ProblemKind::TableHasNoEntry { entry, known: keys(entries) },
        (Value::List(list), &To::Entry(entry)) => ProblemKind::ListIsShorter { entry, length: list.len() },
        (Value::List(list), To::Key(name)) => ProblemKind::ListHasNoKeys { name: name.clone(), length: list.len() },
        (value, _) => ProblemKind::NoParts(value.describe()),
    };
    kind.at(&step.span)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::node::parse;
    use super::super::source::{Source, Span};
    use super::*;

    const FILE: &str = "[formations.warband]\nunits = [{unit = 'nob'}, {unit = 'boy', count = 6}]\n\
        [formations.'my list']\npoints = 3\n[steps.under]\n'warband.nob' = 2\n";

    fn root() -> Node {
        parse(Source::new("a.toml", FILE)).unwrap()
    }

    fn path(text: &str) -> Result<Path, Problem> {
        let source = Source::new("--set", text);
        Path::parse(text, &Span::new(&source, 0..text.len()))
    }

    fn value(text: &str) -> Result<String, Problem> {
        Ok(get(&root(), &path(text)?)?.value.describe())
    }

    fn number(value: i64) -> Node {
        let span = Span::new(&Source::new("--set", ""), 0..0);
        Node { value: Value::Integer(value), span }
    }

    #[test]
    fn paths_lead_to_values() {
        for (text, found) in [
            ("formations.warband.units[1].count", "6"),
            (" formations . warband . units [ 1 ] . unit ", "\"boy\""),
            ("formations.\"my list\".points", "3"),
            ("formations.my list.points", "3"),
            ("'formations'.'my list'", "a table"),
            ("steps.under.\"warband.nob\"", "2"),
        ] {
            assert_eq!(value(text).unwrap(), found, "{text}");
        }
    }

    #[test]
    fn a_part_that_is_not_there_is_named_with_the_nearest_that_is() {
        for (text, parts) in [
            ("formations.warbnd.units", vec!["no `warbnd` here", "did you mean `warband`?", "--set:1:12", " ^^^^^^"]),
            (
                "formations.warband.units[2].count",
                vec!["no entry 2: the list has 2, the last is [1]", "--set:1:25", " ^^^"],
            ),
            ("formations.warband.units.count", vec!["this is a list of 2", "--set:1:26"]),
            ("formations[0]", vec!["this is a table", "known: warband, my list"]),
            ("formations.warband.units[1].count.x", vec!["leads into 6, which has no parts"]),
        ] {
            let shown = value(text).unwrap_err().to_string();
            let set = set(&mut root(), &path(text).unwrap(), number(1)).map_err(|problem| problem.to_string());
            assert_eq!(set.unwrap_err(), shown);
            for part in parts {
                assert!(shown.contains(part), "no {part} in {shown}");
            }
        }
    }

    #[test]
    fn values_are_replaced_and_new_keys_added_but_lists_not_extended() {
        let mut root = root();
        let mut put = |text: &str| set(&mut root, &path(text).unwrap(), number(10)).map(|()| root.clone());
        let found = |root: &Node, text: &str| get(root, &path(text).unwrap()).unwrap().value.describe();
        let after = put("formations.warband.units[1].count").unwrap();
        assert_eq!(found(&after, "formations.warband.units[1].count"), "10");
        assert_eq!(found(&after, "formations.warband.units[1].unit"), "\"boy\"");
        let after = put("formations.warband.units[0].count").unwrap();
        assert_eq!(found(&after, "formations.warband.units[0].count"), "10");
        assert_eq!(found(&put("readings.mixed-cover").unwrap(), "readings.mixed-cover"), "10");
        let refused = put("formations.warband.units[2]").unwrap_err().to_string();
        assert!(refused.contains("there is no entry 2: the list has 2"), "{refused}");
        let refused = put("formations.tacticals.points").unwrap_err().to_string();
        assert!(refused.contains("there is no `tacticals` here"), "{refused}");
        let after = put("formations").unwrap();
        assert_eq!(found(&after, "formations"), "10");
    }

    proptest! {
        #[test]
        fn no_text_makes_a_path_panic(text in "([.\\[\\]=\"' a0é]|formations|units|warband|[0-3]){0,12}") {
            if let Ok(path) = path(&text) {
                let mut root = root();
                let there = get(&root, &path).is_ok();
                let put = set(&mut root, &path, number(1));
                prop_assert!(put.is_ok() || !there);
                prop_assert_eq!(put.is_ok(), get(&root, &path).is_ok());
            }
        }
    }
}
