//! Names of formations in steps.

use crate::scenario::{Node, Problem, ProblemKind, Span, unknown};

/// The formation of that name.
pub fn formation(names: &[&str], name: &str, span: &Span) -> Result<usize, Problem> {
    let place = names.iter().position(|known| *known == name);
    place.ok_or_else(|| unknown("formation", name, span, names.iter().copied()))
}

/// What may stand in a list once alone stands there again.
pub fn named_twice(name: &str, span: &Span) -> Problem {
    ProblemKind::NamedTwice(name.to_owned()).at(span)
}

/// One formation or a list of them; none twice.
pub fn formations(names: &[&str], node: &Node, what: &str) -> Result<Vec<usize>, Problem> {
    let mut found = Vec::new();
    for (name, span) in node.texts(what)? {
        let index = formation(names, name, span)?;
        if found.contains(&index) {
            return Err(named_twice(name, span));
        }
        found.push(index);
    }
    if found.is_empty() {
        return Err(ProblemKind::NamesNobody(what.to_owned()).at(&node.span));
    }
    Ok(found)
}
