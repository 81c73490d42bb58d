//! Names in steps: of formations, and of units, which take precedence over formations of the same name.

use super::formations::Formations;
use battle_odds_scenario::node::{Node, Value};
use battle_odds_scenario::typed::{Marked, Names};
use battle_odds_scenario::{Problem, ProblemKind, Span, bounds, refuse_if, unknown};

/// Refuses a name that conditions could not use, because it would be split or cut off there.
///
/// # Errors
/// What is wrong with it.
pub fn check(name: &str, span: &Span) -> Result<(), Problem> {
    bounds::name(name, span)?;
    let why = match name {
        _ if name.contains(" or ") => text!("a name has no ` or ` in it: a condition would take it for two"),
        _ if name.is_empty() || name.starts_with([' ', '\t', '\u{a0}']) || name.ends_with([' ', '\t', '\u{a0}']) => {
            text!("a name neither begins nor ends with a space, and is not empty")
        }
        _ => return Ok(()),
    };
    Err(Problem::new(why).at(span))
}

/// The formation with that name.
pub fn formation(forces: &impl Formations, name: &str, span: &Span) -> Result<usize, Problem> {
    among(&forces.names(), name, span)
}

/// The index of a formation's name among some.
pub fn among(names: &[&str], name: &str, span: &Span) -> Result<usize, Problem> {
    let place = names.iter().position(|known| *known == name);
    place.ok_or_else(|| unknown(mark!("formation"), name, span, names.iter().copied()))
}

/// The error for a name that is listed twice but may be listed once.
pub fn named_twice(name: &str, span: &Span) -> Problem {
    ProblemKind::NamedTwice(name.to_owned()).at(span)
}

/// The formation with a name as written.
pub fn one_named(forces: &impl Formations, name: &Marked<String>) -> Result<usize, Problem> {
    formation(forces, name, &name.span)
}

/// The formations of one name or of a list of names; none twice.
pub fn all_named(forces: &impl Formations, names: &Names, what: &str) -> Result<Vec<usize>, Problem> {
    let mut found = Vec::new();
    for name in names.iter() {
        let index = one_named(forces, name)?;
        refuse_if(found.contains(&index), || named_twice(name, &name.span))?;
        found.push(index);
    }
    match found.is_empty() {
        true => Err(names.problem(text!("{what} names no formation", what))),
        false => Ok(found),
    }
}

/// A group, a unit or a commander, for looking up names in steps.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its index among those of its kind.
    pub place: usize,
    /// Its formation.
    pub formation: usize,
    /// Its names: that of its profile, and that of a character who has joined it.
    pub called: [Option<&'a str>; 2],
}

impl Part<'_> {
    fn is_called(&self, name: &str) -> bool {
        self.called.contains(&Some(name))
    }
}

/// Parts of a formation, by index.
type OfFormation = (usize, Vec<usize>);

/// The parts that a name means: `"formation.unit"`; otherwise all units with that name; if there are none, the whole
/// formation. Formation by formation.
pub fn meant(forces: &impl Formations, parts: &[Part], name: &Marked<String>) -> Result<Vec<OfFormation>, Problem> {
    let those = |is_meant: &dyn Fn(&Part) -> bool| {
        let mut found: Vec<OfFormation> = Vec::new();
        for part in parts.iter().filter(|part| is_meant(part)) {
            match found.iter_mut().find(|(formation, _)| *formation == part.formation) {
                Some((_, places)) => places.push(part.place),
                None => found.push((part.formation, vec![part.place])),
            }
        }
        found
    };
    if let Some((owner, unit)) = name.split_once('.') {
        let owner = formation(forces, owner, &name.span)?;
        let found = those(&|part| part.formation == owner && part.is_called(unit));
        return match found.is_empty() {
            false => Ok(found),
            true => Err(not_of(forces, parts, owner, unit, name)),
        };
    }
    let mut found = those(&|part| part.is_called(name));
    if found.is_empty() {
        found = those(&|part| forces.name(part.formation) == name.value);
    }
    match found.is_empty() {
        false => Ok(found),
        true => {
            let units = parts.iter().flat_map(|part| part.called).flatten();
            let mut known: Vec<&str> = units.chain(parts.iter().map(|part| forces.name(part.formation))).collect();
            known.sort_unstable();
            known.dedup();
            Err(unknown(mark!("unit or formation here"), name, &name.span, known))
        }
    }
}

/// The error for a formation that has no part with that name here, or no part at all.
fn not_of(forces: &impl Formations, parts: &[Part], owner: usize, unit: &str, name: &Marked<String>) -> Problem {
    let own: Vec<&str> =
        parts.iter().filter(|part| part.formation == owner).flat_map(|part| part.called).flatten().collect();
    if !own.is_empty() {
        return unknown(mark!("unit of this formation"), unit, &name.span, own);
    }
    let mut here: Vec<&str> = parts.iter().map(|part| forces.name(part.formation)).collect();
    here.dedup();
    let problem = name.problem(text!("`{name}` has no part in this", name = forces.name(owner)));
    problem.help(text!("known here: {names}", names = here.join(", ")))
}

/// The same for a name that must mean parts of one formation: if several have such units, those of the formation with
/// that name.
pub fn one_meant(forces: &impl Formations, parts: &[Part], name: &Marked<String>) -> Result<Vec<usize>, Problem> {
    let mut found = meant(forces, parts, name)?;
    let namesake = found.iter().position(|(formation, _)| forces.name(*formation) == name.value);
    match (found.len(), namesake) {
        (1, _) => Ok(found.remove(0).1),
        (_, Some(place)) => Ok(found.remove(place).1),
        _ => {
            let full = found.iter().map(|(formation, _)| format!("\"{}.{}\"", forces.name(*formation), name.value));
            let problem = name.problem(text!("several formations here have `{name}`", name = name.value));
            Err(problem.help(text!("write {names}", names = full.collect::<Vec<_>>().join(&text!(" or ")))))
        }
    }
}

/// A line for each key of the steps that names both a formation and a unit, and could have another meaning.
pub fn shared(forces: &impl Formations, root: &Node) -> Vec<String> {
    let mut keys = Vec::new();
    root.child("steps").into_iter().for_each(|steps| keys_of(steps, &mut keys));
    let is_key = |formation: &usize| keys.contains(&forces.name(*formation));
    let told = (0..forces.formations()).filter(is_key).filter_map(|formation| {
        let name = forces.name(formation);
        let has = |of: &usize| forces.called(*of).contains(&name);
        let owners: Vec<&str> = (0..forces.formations()).filter(has).map(|of| forces.name(of)).collect();
        let is_all_of_it = forces.called(formation).iter().all(|unit| *unit == name);
        (!owners.is_empty() && !is_all_of_it).then(|| {
            text!(
                "`{name}` as a key in a step is the unit `{name}` of {owners}, not the whole formation `{name}`",
                name,
                owners = owners.join(", ")
            )
        })
    });
    told.collect()
}

fn keys_of<'a>(node: &'a Node, keys: &mut Vec<&'a str>) {
    match &node.value {
        Value::Table(entries) => entries.iter().for_each(|(key, node)| {
            keys.push(&key.name);
            keys_of(node, keys);
        }),
        Value::List(nodes) => nodes.iter().for_each(|node| keys_of(node, keys)),
        _ => {}
    }
}
