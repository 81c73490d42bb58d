//! Who fights on which side: told by the scenario (`side`), else from who is whose friend and enemy in the steps.

use crate::scenario::{Problem, Span};

/// Two formations that are friends or enemies, and where that is written.
pub struct Relation<'a> {
    /// One of them.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Whether they are friends.
    pub friends: bool,
    /// Where it is written.
    pub span: Option<&'a Span>,
}

/// Formations whose sides are told, friends and enemies as that makes them.
pub fn told(sides: &[Option<String>]) -> Vec<Relation<'static>> {
    let mut relations = Vec::new();
    for one in 0..sides.len() {
        for other in one + 1..sides.len() {
            if let (Some(a), Some(b)) = (&sides[one], &sides[other]) {
                relations.push(Relation { one, other, friends: a == b, span: None });
            }
        }
    }
    relations
}

/// Gives every formation its side; formations that nothing connects with others stand alone. The sides of enemies are an
/// even number and the odd one after it. Returns the sides, and how many there are.
pub fn assign(names: &[&str], relations: &[Relation]) -> Result<(Vec<usize>, usize), Problem> {
    let mut sides: Vec<Option<usize>> = vec![None; names.len()];
    let mut next = 0;
    for first in 0..names.len() {
        if sides[first].is_some() {
            continue;
        }
        // Side `next` for this one and its friends, `next + 1` for their enemies.
        sides[first] = Some(next);
        let mut changed = true;
        while changed {
            changed = false;
            for relation in relations {
                let &Relation { one, other, friends, .. } = relation;
                for (from, to) in [(one, other), (other, one)] {
                    let Some(side) = sides[from] else { continue };
                    let wanted = if friends { side } else { side ^ 1 };
                    match sides[to] {
                        None => {
                            sides[to] = Some(wanted);
                            changed = true;
                        }
                        Some(has) if has != wanted => return Err(conflict(names, relation)),
                        Some(_) => {}
                    }
                }
            }
        }
        next += 2;
    }
    Ok((sides.into_iter().map(|side| side.unwrap_or(0)).collect(), next))
}

/// The names of the sides: as told, else after the first formation of each.
pub fn names(formations: &[&str], told: &[Option<String>], sides: &[usize], count: usize) -> Vec<String> {
    let name = |side: usize| {
        let of_side = || (0..formations.len()).filter(move |&formation| sides[formation] == side);
        let named = of_side().find_map(|formation| told[formation].clone());
        named.or_else(|| of_side().next().map(|formation| format!("side of {}", formations[formation])))
    };
    (0..count).map(|side| name(side).unwrap_or_default()).collect()
}

fn conflict(names: &[&str], relation: &Relation) -> Problem {
    let (one, other) = (names[relation.one], names[relation.other]);
    let message = if relation.one == relation.other {
        format!("`{one}` cannot fight itself")
    } else if relation.friends {
        format!("`{one}` and `{other}` are enemies elsewhere, friends here")
    } else {
        format!("`{one}` and `{other}` are friends elsewhere, enemies here")
    };
    let problem = Problem::new(message);
    match relation.span {
        Some(span) => problem.at(span),
        None => problem,
    }
}
