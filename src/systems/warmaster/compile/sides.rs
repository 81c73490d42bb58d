//! Who fights on which side: told by the scenario (`side`), else from who shoots at and charges whom.

use super::super::forces::{Forces, Formation};
use super::super::profile::Kind;
use crate::scenario::{Node, Problem};
use crate::systems::plan::sides::{self, Relation};

/// Keys of a step whose formations are friends of those it is `by`.
const FRIENDS: [&str; 4] = ["to", "through", "side", "by"];

/// Gives every formation its side, and says how many there are.
pub fn assign(forces: &mut Forces, told: &[Option<String>], steps: &[&Node]) -> Result<usize, Problem> {
    let mut relations = sides::told(told);
    let index = |name: &str| {
        let own = forces.formations.iter().position(|formation| formation.name == name);
        own.or_else(|| {
            forces
                .commanders
                .iter()
                .find(|commander| commander.profile.key == name)
                .map(|commander| commander.formation)
        })
    };
    let named = |node: Option<&Node>| -> Vec<usize> {
        let texts = node.and_then(|node| node.texts("formations").ok()).unwrap_or_default();
        texts.iter().filter_map(|(name, _)| index(name).or_else(|| index(name.split('.').next()?))).collect()
    };
    for step in steps {
        let by = named(step.child("by"));
        let mut relate = |ones: &[usize], others: &[usize], friends: bool, key: &str| {
            let span = step.child(key).map_or(&step.span, |node| &node.span);
            for (&one, &other) in ones.iter().flat_map(|one| others.iter().map(move |other| (one, other))) {
                if one != other || !friends {
                    relations.push(Relation { one, other, friends, span: Some(span) });
                }
            }
        };
        for key in FRIENDS {
            let friends = named(step.child(key));
            relate(&by, &friends, true, key);
            relate(&friends, &friends, true, key);
        }
        let at = named(step.child("at"));
        relate(&by, &at, false, "at");
        relate(&at, &at, true, "at");
        relate(&at, &named(step.child("second-at")), true, "second-at");
    }
    // Orders alone show nobody's enemy: where there is none, all are one army, unless it had several generals.
    let general =
        |of: &Formation| of.commanders.iter().any(|&one| forces.commanders[one].profile.kind == Kind::General);
    let one_general = forces.formations.iter().filter(|of| general(of)).count() <= 1;
    if one_general && relations.iter().all(|relation| relation.friends) {
        let others = 1..forces.formations.len();
        relations.extend(others.map(|other| Relation { one: 0, other, friends: true, span: None }));
    }
    let (sides, count) = sides::assign(&forces.names(), &relations)?;
    // L507: whom a general silences depends on the side.
    for step in steps.iter().filter(|step| step.child("to").is_some()) {
        for one in named(step.child("by")) {
            let open = sides.iter().all(|&side| side != sides[one] ^ 1) && sides.iter().any(|&side| side != sides[one]);
            if open && told[one].is_none() {
                let problem = Problem::new(format!("which side is `{}` on?", forces.formations[one].name));
                let problem = problem.at(step.child("by").map_or(&step.span, |node| &node.span));
                return Err(problem.help("no step connects it with the others: give the formations a `side`"));
            }
        }
    }
    for (formation, side) in forces.formations.iter_mut().zip(sides) {
        formation.side = side;
    }
    Ok(count)
}
