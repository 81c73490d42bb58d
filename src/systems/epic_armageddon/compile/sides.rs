//! Who fights on which side: told by the scenario (`side`), else from who shoots at and assaults whom.

use super::super::forces::Forces;
use crate::scenario::{Node, Problem, Value};
use crate::systems::plan::{self, sides::Relation};

/// Gives every formation its side; formations that nothing connects with others stand alone. Returns how many sides
/// there are.
pub fn assign(forces: &mut Forces, told: &[Option<String>], steps: &[&Node]) -> Result<usize, Problem> {
    let mut relations = plan::sides::told(told);
    let index = |name: &str| forces.formations.iter().position(|formation| formation.name == name);
    let names = |node: Option<&Node>| -> Vec<usize> {
        let index_of = |name: &str| index(name.split('.').next().unwrap_or(name));
        match node.map(|node| &node.value) {
            Some(Value::Table(entries)) => entries.iter().filter_map(|(key, _)| index_of(&key.name)).collect(),
            _ => {
                let texts = node.and_then(|node| node.texts("formations").ok()).unwrap_or_default();
                texts.iter().filter_map(|(name, _)| index_of(name)).collect()
            }
        }
    };
    for (rider, carrier) in aboard(forces) {
        relations.push(Relation { one: rider, other: carrier, friends: true, span: None });
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
                    relations.push(Relation { one, other, friends, span: Some(span) });
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
    let (sides, next) = plan::sides::assign(&forces.names(), &relations)?;
    for (formation, side) in forces.formations.iter_mut().zip(sides) {
        formation.side = side;
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
