//! The formations of a matrix: those that its file and its armies offer, with the changes that `--set` makes to them, and
//! those that its rows and columns choose.

use crate::refuse_if;
use std::path::Path;

use super::army::{self, Army, Known};
use super::army_ref::{army_refs, read_together};
use super::card;
use super::equip::{equip, lists};
use super::node::{Key, Node, Value};
use super::patch::Patch;
use super::problem::{Problem, unknown};
use super::problem_kind::ProblemKind;
use super::source::Span;

/// A formation that takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// Its list price.
    pub points: u64,
    /// The name, with the name of its army and a dot before it.
    full: String,
    pub(super) node: Node,
}

/// A formation that may be chosen.
pub(super) struct Offered {
    name: String,
    /// The name, with the name of its army and a dot before it.
    full: String,
    node: Node,
    /// The file of its army, and where that is named.
    army: Option<(String, Span)>,
    /// Whether it is one of an army list, of which the file says nothing.
    is_card: bool,
}

/// Takes the formations of the file, and finds those of its armies: what the file says of one of these is added to it.
pub(super) fn offered(path: &Path, root: &mut Node, known: &mut Known) -> Result<Vec<Offered>, Problem> {
    let mut offered = Vec::new();
    let entries = |node: &Node| match &node.value {
        Value::Table(entries) => entries.clone(),
        _ => Vec::new(),
    };
    if let Some(own) = root.remove("formations") {
        own.entries("`formations`")?;
        let own = entries(&own).into_iter();
        offered.extend(own.map(|(Key { name, .. }, node)| Offered {
            full: name.clone(),
            name,
            node,
            army: None,
            is_card: false,
        }));
    }
    // These say themselves what is in them, even if an army has one of the same name.
    let says = |own: &&Offered| own.node.child("units").is_some();
    let own: Vec<String> = offered.iter().filter(says).map(|own| own.name.clone()).collect();
    if let Some(armies) = root.child("armies") {
        let folder = path.parent().unwrap_or(Path::new(""));
        let army_refs = army_refs(armies)?;
        read_together(&army_refs, folder, known);
        for (army_ref, span) in &army_refs {
            let army = army_ref.army(folder, span, &army_refs, known)?;
            let of = army_ref.prefix.clone().unwrap_or_else(|| {
                Path::new(&army_ref.file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
            });
            let is_list = army.is_list();
            for (key, node) in army.root.child("formations").map(entries).unwrap_or_default() {
                let node = if is_list { card::dealt(&key, &node) } else { node };
                let name = key.name;
                for other in offered.iter_mut().filter(|other| other.army.is_none() && other.name != name) {
                    if army::takes(&other.name, &other.node, &name, is_list) {
                        army::complete(&mut other.node, &node);
                    }
                }
                let full = format!("{of}.{name}");
                // An army named twice brings its formations once.
                if offered.iter().any(|known| known.full == full) {
                    continue;
                }
                let army = Some((army_ref.file.clone(), span.clone()));
                match offered.iter_mut().find(|known| known.name == name && known.army.is_none()) {
                    Some(known) if army::takes(&name, &known.node, &name, is_list) => {
                        army::complete(&mut known.node, &node);
                        (known.full, known.army) = (full, army);
                    }
                    Some(_) => {}
                    None if own.contains(&name) => {}
                    None => offered.push(Offered { name, full, node, army, is_card: is_list }),
                }
            }
        }
    }
    Ok(offered)
}

/// The armies of a matrix, in order.
pub(super) fn armies(path: &Path, root: &Node, known: &Known) -> Result<Vec<Army>, Problem> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let army_refs = root.child("armies").map_or(Ok(Vec::new()), army_refs)?;
    Ok(army_refs.iter().filter_map(|(army_ref, _)| known.named.get(&army_ref.key(folder)).cloned()).collect())
}

/// Applies the changes that lead to a formation or to a unit of an army; returns the others, which apply to each
/// engagement.
///
/// # Errors
/// A change that cannot be made, or a unit that two armies have.
pub(super) fn changed(
    sets: Vec<Patch>,
    offered: &mut [Offered],
    path: &Path,
    root: &Node,
    known: &mut Known,
) -> Result<Vec<Patch>, Problem> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let army_refs = root.child("armies").map_or(Ok(Vec::new()), army_refs)?;
    let named: Vec<_> = army_refs.iter().map(|(army_ref, _)| army_ref.key(folder)).collect();
    let mut left = Vec::new();
    for patch in sets {
        let Some((table, name)) = patch.path.entry() else {
            left.push(patch);
            continue;
        };
        let has = |root: &Node| root.child(table).is_some_and(|entries| entries.child(name).is_some());
        let formations: Vec<_> =
            offered.iter_mut().filter(|known| table == "formations" && known.name == name).collect();
        if formations.is_empty() {
            let armies =
                known.named.iter_mut().filter(|(key, army)| !has(root) && named.contains(key) && has(&army.root));
            let mut armies: Vec<_> = armies.map(|(_, army)| army).collect();
            match armies.as_mut_slice() {
                [] => left.push(patch),
                [army] => patch.apply(army.root_mut())?,
                _ => {
                    let problem = Problem::new(text!("two of the armies have a unit `{name}`", name));
                    return Err(problem.at(&patch.value.span).help(text!("change it in the file of its army")));
                }
            }
            continue;
        }
        for Offered { node, .. } in formations {
            let mut around = Node { value: Value::Table(Vec::new()), span: node.span.clone() };
            around.put(&[table, name], node.clone());
            patch.apply(&mut around)?;
            if let Some(changed) = around.child(table).and_then(|entries| entries.child(name)) {
                *node = changed.clone();
            }
        }
    }
    Ok(left)
}

/// The entrants chosen by a list of names and patterns, in its order; new ones are added. `*` without the name of an army takes
/// formations of army lists only where there are no others.
pub(super) fn chosen(
    list: &Node,
    offered: &[Offered],
    armies: &[Army],
    entrants: &mut Vec<Entrant>,
) -> Result<Vec<usize>, Problem> {
    let lists = lists(armies);
    let mut places = Vec::new();
    for (pattern, span) in list.texts(mark!("a formation"))? {
        let fits = |one: &&Offered| is_like(pattern, &one.name) || is_like(pattern, &one.full);
        let mut found: Vec<_> = offered.iter().filter(fits).collect();
        if pattern.contains('*') && !pattern.contains('.') && found.iter().any(|one| !one.is_card) {
            found.retain(|one| !one.is_card);
        }
        refuse_if(found.is_empty(), || {
            unknown(mark!("formation"), pattern, span, offered.iter().map(|one| one.name.as_str()))
        })?;
        for Offered { name, full, node, army, .. } in found {
            let place = match entrants.iter().position(|entrant| entrant.name == *name) {
                Some(place) if entrants[place].full != *full => {
                    let other = offered.iter().find(|one| one.full == entrants[place].full);
                    let file = other.and_then(|other| other.army.as_ref()).map_or("", |(file, _)| file);
                    let at = army.as_ref().map_or(span, |(_, span)| span);
                    let problem = ProblemKind::FormationOfTwoArmies { name: name.clone(), file: file.to_owned() };
                    return Err(problem.at(at));
                }
                Some(place) => place,
                None => {
                    let problem =
                        || Problem::new(text!("`{name}` has no `points`, which a matrix compares by", name)).at(span);
                    let mut node = node.clone();
                    equip(&mut node, name, &lists)?;
                    let points =
                        node.child("points").ok_or_else(problem)?.integer(mark!("points"), 1..=1_000_000)? as u64;
                    // Its side follows from its role.
                    node.remove("side");
                    entrants.push(Entrant { name: name.clone(), points, full: full.clone(), node });
                    entrants.len() - 1
                }
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    Ok(places)
}

/// Whether a name matches a pattern, in which `*` stands for any letters.
pub fn is_like(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| is_like(after, &rest[at..]))
        }),
    }
}
