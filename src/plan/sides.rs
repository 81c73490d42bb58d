//! Which formations are on which side: by `side` in the scenario, otherwise from friends and enemies in the steps.

use super::formations::Formations;
use battle_odds_engine::measure::Measure;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// Two formations that are friends or enemies, and where that is written.
pub struct Relation {
    /// One of them.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Whether they are friends.
    pub friends: bool,
    /// Where it is written.
    pub span: Option<Span>,
}

/// All formations known to be friends or enemies.
#[derive(Default)]
pub struct Relations(Vec<Relation>);

impl Relations {
    /// Adds two formations that are friends or enemies without a place in the file.
    pub fn add(&mut self, one: usize, other: usize, friends: bool) {
        self.0.push(Relation { one, other, friends, span: None });
    }

    /// Adds two formations that are friends or enemies, as written at `span`.
    pub fn write(&mut self, one: usize, other: usize, friends: bool, span: &Span) {
        self.0.push(Relation { one, other, friends, span: Some(span.clone()) });
    }

    /// Adds all of another list.
    pub fn append(&mut self, mut more: Relations) {
        self.0.append(&mut more.0);
    }

    /// Whether no enemies are known.
    pub fn are_all_friends(&self) -> bool {
        self.0.iter().all(|relation| relation.friends)
    }

    /// Reads pairs of keys of a step: the formations `named` by the first and by the second are friends, or enemies.
    /// `index` finds the formation of a name.
    pub fn read<'a>(
        &mut self,
        keys: &[(&str, &str, bool)],
        named: impl Fn(&str) -> Vec<&'a Marked<String>>,
        index: impl Fn(&str) -> Option<usize>,
    ) {
        for &(one, other, friends) in keys {
            let ones: Vec<usize> = named(one).into_iter().filter_map(|name| of(name, &index)).collect();
            for name in named(other) {
                let Some(other) = of(name, &index) else { continue };
                for &one in ones.iter().filter(|one| **one != other || !friends) {
                    self.write(one, other, friends, &name.span);
                }
            }
        }
    }

    /// Friends and enemies among the formations whose sides are written.
    fn told(sides: &[Option<String>]) -> Relations {
        let mut relations = Relations::default();
        for one in 0..sides.len() {
            for other in one + 1..sides.len() {
                if let (Some(a), Some(b)) = (&sides[one], &sides[other]) {
                    relations.add(one, other, a == b);
                }
            }
        }
        relations
    }
}

/// The formation with a name, or with a unit of that name: `"warband.boyz"`.
pub fn of(name: &str, index: &impl Fn(&str) -> Option<usize>) -> Option<usize> {
    index(name).or_else(|| index(name.split('.').next()?))
}

/// Gives every formation its side: as written, and as the `steps` imply. Returns the names of the sides: as written,
/// otherwise from the first formation of each.
pub fn take<F: Formations>(
    forces: &mut F,
    told: &[Option<String>],
    steps: impl FnOnce(&F, &mut Relations),
) -> Result<Vec<String>, Problem> {
    let mut relations = Relations::told(told);
    steps(forces, &mut relations);
    let (sides, count) = assign(&forces.names(), &relations.0)?;
    for (formation, side) in sides.into_iter().enumerate() {
        forces.join(formation, side);
    }
    let name = |side: usize| {
        let named = forces.of_side(side).find_map(|formation| told[formation].clone());
        let first = forces.of_side(side).next();
        named.or_else(|| first.map(|first| format!("side of {}", forces.name(first)))).unwrap_or_default()
    };
    Ok((0..count).map(name).collect())
}

/// For sides whose points are counted: the formations without points, which count nothing.
pub fn unpriced<R>(forces: &impl Formations, names: &[String], measures: &[(Measure, R)]) -> Vec<String> {
    let is_counted = |name: &str| {
        measures.iter().any(|(measure, _)| measure.subject == name && measure.metric.name.starts_with("points_"))
    };
    let of = |(side, name): (usize, &String)| {
        let without: Vec<&str> =
            forces.of_side(side).filter(|&of| !forces.is_priced(of)).map(|of| forces.name(of)).collect();
        (!without.is_empty() && is_counted(name))
            .then(|| text!("without a price, and counting nothing in points: {without}", without = without.join(", ")))
    };
    names.iter().enumerate().filter(|(_, name)| !name.is_empty()).filter_map(of).collect()
}

/// Gives every formation its side; formations that nothing connects with others get a side of their own. The sides of
/// enemies are an even number and the odd number after it. Returns the sides, and how many there are.
fn assign(names: &[&str], relations: &[Relation]) -> Result<(Vec<usize>, usize), Problem> {
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

fn conflict(names: &[&str], relation: &Relation) -> Problem {
    let (one, other) = (names[relation.one], names[relation.other]);
    let message = if relation.one == relation.other {
        text!("`{one}` cannot fight itself", one)
    } else if relation.friends {
        text!("`{one}` and `{other}` are enemies elsewhere, friends here", one, other)
    } else {
        text!("`{one}` and `{other}` are friends elsewhere, enemies here", one, other)
    };
    let problem = Problem::new(message);
    match &relation.span {
        Some(span) => problem.at(span),
        None => problem,
    }
}
