//! Who fights on which side: told by the scenario (`side`), else from who shoots at and assaults whom.

use super::super::forces::Forces;
use crate::scenario::{Node, Problem, Span, Value};

/// Gives every formation its side; formations that nothing connects with others stand alone. Returns how many sides
/// there are.
pub fn assign(forces: &mut Forces, told: &[Option<String>], steps: &[&Node]) -> Result<usize, Problem> {
    let count = forces.formations.len();
    // Relations: (one, other, whether they are friends, where it is written).
    let mut relations: Vec<(usize, usize, bool, Option<&Span>)> = Vec::new();
    for one in 0..count {
        for other in one + 1..count {
            if let (Some(a), Some(b)) = (&told[one], &told[other]) {
                relations.push((one, other, a == b, None));
            }
        }
    }
    let index = |name: &str| forces.formations.iter().position(|formation| formation.name == name);
    let names = |node: Option<&Node>| -> Vec<usize> {
        let texts = node.and_then(|node| node.texts("formations").ok()).unwrap_or_default();
        texts.iter().filter_map(|(name, _)| index(name.split('.').next().unwrap_or(name))).collect()
    };
    for (rider, carrier) in aboard(forces) {
        relations.push((rider, carrier, true, None));
    }
    for step in steps {
        if matches!(step.child("action").map(|action| &action.value), Some(Value::Text(name)) if name == "rally") {
            continue;
        }
        let by = names(step.child("by"));
        let at = names(step.child("at"));
        let mut relate = |ones: &[usize], others: &[usize], friends: bool, key: &str| {
            let span = step.child(key).map_or(&step.span, |node| &node.span);
            for (&one, &other) in ones.iter().flat_map(|one| others.iter().map(move |other| (one, other))) {
                if one != other || !friends {
                    relations.push((one, other, friends, Some(span)));
                }
            }
        };
        relate(&by, &by, true, "by");
        relate(&by, &at, false, "at");
        relate(&at, &at, true, "at");
        relate(&by, &names(step.child("support")), true, "support");
        relate(&at, &names(step.child("defender-support")), true, "defender-support");
        relate(&by, &names(step.child("crossfire")), true, "crossfire");
        let interceptors = step.child("interception").and_then(|node| node.child("by"));
        relate(&by, &names(interceptors), false, "interception");
        for (key, friends) in [("reactions", false), ("flak", false), ("escort-flak", true), ("coordinated", true)] {
            let entries = step.child(key).and_then(|node| node.list(key).ok()).unwrap_or_default();
            for entry in entries {
                relate(&by, &names(entry.child("by")), friends, key);
            }
        }
    }
    let mut sides: Vec<Option<usize>> = vec![None; count];
    let mut next = 0;
    for first in 0..count {
        if sides[first].is_some() {
            continue;
        }
        // Side `next` for this one and its friends, `next + 1` for their enemies.
        sides[first] = Some(next);
        let mut changed = true;
        while changed {
            changed = false;
            for &(one, other, friends, span) in &relations {
                for (from, to) in [(one, other), (other, one)] {
                    let Some(side) = sides[from] else { continue };
                    let wanted = if friends { side } else { side ^ 1 };
                    match sides[to] {
                        None => {
                            sides[to] = Some(wanted);
                            changed = true;
                        }
                        Some(has) if has != wanted => return Err(conflict(forces, one, other, friends, span)),
                        Some(_) => {}
                    }
                }
            }
        }
        next += 2;
    }
    for (formation, side) in forces.formations.iter_mut().zip(sides) {
        formation.side = side.unwrap_or(0);
    }
    Ok(next)
}

/// Formations aboard another, with it.
fn aboard(forces: &Forces) -> Vec<(usize, usize)> {
    let carried = |group: &super::super::forces::Group| -> Vec<(usize, usize)> {
        group.carries.iter().map(|&rider| (forces.groups[rider].formation, group.formation)).collect()
    };
    forces.groups.iter().flat_map(carried).filter(|(rider, carrier)| rider != carrier).collect()
}

fn conflict(forces: &Forces, one: usize, other: usize, friends: bool, span: Option<&Span>) -> Problem {
    let (one, other) = (&forces.formations[one].name, &forces.formations[other].name);
    let message = if one == other {
        format!("`{one}` cannot fight itself")
    } else if friends {
        format!("`{one}` and `{other}` are enemies elsewhere, friends here")
    } else {
        format!("`{one}` and `{other}` are friends elsewhere, enemies here")
    };
    let problem = Problem::new(message);
    match span {
        Some(span) => problem.at(span),
        None => problem,
    }
}
