//! Names of formations in steps.

use super::formations::Formations;
use crate::scenario::typed::{Marked, Names};
use crate::scenario::{Problem, ProblemKind, Span, bounds, unknown};

/// Refuses a name that no condition could speak of: what is cut in two there, or cut off.
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

/// The formation of that name.
pub fn formation(forces: &impl Formations, name: &str, span: &Span) -> Result<usize, Problem> {
    among(&forces.names(), name, span)
}

/// The place of a formation's name among some.
pub fn among(names: &[&str], name: &str, span: &Span) -> Result<usize, Problem> {
    let place = names.iter().position(|known| *known == name);
    place.ok_or_else(|| unknown(mark!("formation"), name, span, names.iter().copied()))
}

/// What may stand in a list once alone stands there again.
pub fn named_twice(name: &str, span: &Span) -> Problem {
    ProblemKind::NamedTwice(name.to_owned()).at(span)
}

/// The formation of a name as written.
pub fn one_named(forces: &impl Formations, name: &Marked<String>) -> Result<usize, Problem> {
    formation(forces, name, &name.span)
}

/// The formations of one name or a list of them; none twice.
pub fn all_named(forces: &impl Formations, names: &Names, what: &str) -> Result<Vec<usize>, Problem> {
    let mut found = Vec::new();
    for name in names.iter() {
        let index = one_named(forces, name)?;
        if found.contains(&index) {
            return Err(named_twice(name, &name.span));
        }
        found.push(index);
    }
    match found.is_empty() {
        true => Err(names.problem(text!("{what} names nobody", what))),
        false => Ok(found),
    }
}
