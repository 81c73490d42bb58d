//! §1.9.8, §3.2.1: where a barrage's templates lie.
//!
//! The first template covers as many units of the target formation as any could. Each further one touches the first,
//! overlaps none, and again covers as many units of the target as it can that are not covered yet. If several places
//! do, the shooter chooses: most of the target under all templates from here on, fewest friends, most engines under a
//! centre hole, most units of other formations; then the place furthest left, then the lowest.
//!
//! This does not search a grid. What is under a template changes only where its centre crosses one of the circles
//! around units, so it is enough to try the points where two of them meet (and a point of each that meets none); for a
//! further template, where they meet the circle on which its centre must lie. So each template covers as much of the
//! target as the rule demands. Only the choice between ties is not always the best: of all the places for the first
//! template that cover as much, those tried are the ones just named and those from which a further template just
//! reaches a unit.

use crate::placement::plane::{Circle, Point, TOLERANCE};
use std::ops::Add;

/// §1.9.8: the table of barrages gives no more templates than this.
pub const MOST_TEMPLATES: usize = 3;

/// The distance, in cm, at which a template passes a friend that it can avoid.
const PASSING: f64 = 1e-6;

/// Of the places for a template that cover as much of the target, at most this many are tried together with the
/// templates after it, evenly picked from the best by itself to the worst.
const MOST_TRIED: usize = 64;

/// A unit on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The centre of its base.
    pub at: Point,
    /// The radius of its base, in cm; it is under a template if any of its base is.
    pub base: f64,
    /// The number of units of the target formation that it counts as: 1; §3.2.1 for a war engine its starting damage
    /// capacity; 0 if it belongs to another formation.
    pub weight: u32,
    /// §3.2.1: whether it is a war engine.
    pub engine: bool,
    /// Whether it is on the side of the shooters.
    pub friend: bool,
}

/// A template and what is under it.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Its centre.
    pub centre: Point,
    /// The units under it, friend or foe, except those under a template placed before it: indices, ascending.
    pub covered: Vec<usize>,
    /// Those of them that are war engines under its centre hole: the template's centre lies on their base.
    pub centred: Vec<usize>,
}

/// Places templates of this radius ([`MOST_TEMPLATES`] at most); none if no unit belongs to the target formation.
pub fn place(units: &[Standing], radius: f64, templates: usize) -> Vec<Template> {
    if templates == 0 || units.iter().all(|unit| unit.weight == 0) {
        return Vec::new();
    }
    let templates = templates.min(MOST_TEMPLATES);
    let table = Table { units, radius, edges: edges(units, radius) };
    let firsts = table.firsts(if templates > 1 { afar(units, radius) } else { Vec::new() });
    let plan = table.choose(firsts.iter(), &vec![false; units.len()], |first, taken| {
        let ring = Circle { centre: first.centre, radius: 2.0 * radius };
        let touching = table.touching(&ring);
        table.further(&ring, &touching, &[], taken, templates - 1)
    });
    plan.templates.into_iter().rev().collect()
}

/// The circles that a template's centre crosses when something enters or leaves the template or its centre hole.
fn edges(units: &[Standing], radius: f64) -> Vec<Circle> {
    let around = |unit: &Standing, radius: f64| Circle { centre: unit.at, radius };
    let reaches = units.iter().map(|unit| around(unit, radius + unit.base + if unit.friend { PASSING } else { 0.0 }));
    let bases = units.iter().filter(|unit| unit.engine && !unit.friend).map(|unit| around(unit, unit.base));
    reaches.chain(bases).collect()
}

/// The circles that the first template's centre crosses when a unit of the target comes within reach of a template that
/// touches it.
fn afar(units: &[Standing], radius: f64) -> Vec<Circle> {
    let targets = units.iter().filter(|unit| unit.weight > 0);
    targets.map(|unit| Circle { centre: unit.at, radius: 3.0 * radius + unit.base }).collect()
}

/// The value of templates to the shooter, the most important part first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    target: i64,
    /// Negative: each friend is a loss.
    friends: i64,
    centred: i64,
    others: i64,
}

impl Add for Worth {
    type Output = Worth;

    fn add(self, more: Worth) -> Worth {
        Worth {
            target: self.target + more.target,
            friends: self.friends + more.friends,
            centred: self.centred + more.centred,
            others: self.others + more.others,
        }
    }
}

/// Templates chosen together, the last one first.
#[derive(Default)]
struct Chosen {
    worth: Worth,
    templates: Vec<Template>,
}

/// What is examined: the units, the template's radius, and the [`edges`].
struct Table<'a> {
    units: &'a [Standing],
    radius: f64,
    edges: Vec<Circle>,
}

impl Table<'_> {
    /// A template at this point, with all units under it.
    fn look(&self, centre: Point) -> Template {
        let on = |unit: usize, margin: f64| {
            let Standing { at, base, .. } = self.units[unit];
            Circle { centre: at, radius: base + margin }.holds(centre)
        };
        let covered: Vec<usize> = (0..self.units.len()).filter(|&unit| on(unit, self.radius)).collect();
        let centred = covered.iter().copied().filter(|&unit| self.units[unit].engine && on(unit, 0.0)).collect();
        Template { centre, covered, centred }
    }

    /// Every place worth trying for the first template: where edges meet each other or the circles `afar`.
    fn firsts(&self, afar: Vec<Circle>) -> Vec<Template> {
        let single = self.edges.iter().flat_map(|edge| [edge.centre, edge.rightmost()]);
        let circles: Vec<&Circle> = self.edges.iter().chain(&afar).collect();
        let pairs = circles
            .iter()
            .enumerate()
            .flat_map(|(index, one)| circles[index + 1..].iter().filter_map(|other| one.meets(other)).flatten());
        single.chain(pairs).map(|centre| self.look(centre)).collect()
    }

    /// Every place worth trying for a template that touches the first: its centre is on the ring.
    fn touching(&self, ring: &Circle) -> Vec<Template> {
        let met = self.edges.iter().filter_map(|edge| ring.meets(edge)).flatten();
        std::iter::once(ring.rightmost()).chain(met).map(|centre| self.look(centre)).collect()
    }

    /// The best places for templates that touch the first, in addition to those that already do.
    fn further(&self, ring: &Circle, touching: &[Template], placed: &[Point], taken: &[bool], left: usize) -> Chosen {
        if left == 0 {
            return Chosen::default();
        }
        let around = |&centre: &Point| Circle { centre, radius: ring.radius };
        let beside: Vec<Template> =
            placed.iter().filter_map(|it| ring.meets(&around(it))).flatten().map(|centre| self.look(centre)).collect();
        let clear = |it: &&Template| placed.iter().all(|other| other.distance(it.centre) >= ring.radius - TOLERANCE);
        self.choose(touching.iter().chain(&beside).filter(clear), taken, |chosen, taken| {
            let placed = [placed, &[chosen.centre]].concat();
            self.further(ring, touching, &placed, taken, left - 1)
        })
    }

    /// The place that covers most of the target; of several, the one that is best together with the templates after it.
    fn choose<'t>(
        &self,
        places: impl Iterator<Item = &'t Template>,
        taken: &[bool],
        follow: impl Fn(&Template, &[bool]) -> Chosen,
    ) -> Chosen {
        let mut tied: Vec<(Worth, &Template)> = places.map(|place| (self.worth(place, taken), place)).collect();
        let most = tied.iter().map(|(worth, _)| worth.target).max();
        tied.retain(|(worth, _)| Some(worth.target) == most);
        tied.sort_by(|(worth, one), (other, two)| {
            let across = one.centre.x.total_cmp(&two.centre.x);
            other.cmp(worth).then(across).then(one.centre.y.total_cmp(&two.centre.y))
        });
        let step = tied.len().div_ceil(MOST_TRIED).max(1);
        let mut best: Option<Chosen> = None;
        for (worth, place) in tied.into_iter().step_by(step) {
            let mut covered = taken.to_vec();
            place.covered.iter().for_each(|&unit| covered[unit] = true);
            let mut plan = follow(place, &covered);
            plan.worth = plan.worth + worth;
            if best.as_ref().is_none_or(|best| plan.worth > best.worth) {
                let fresh = |units: &[usize]| units.iter().copied().filter(|&unit| !taken[unit]).collect();
                let (covered, centred) = (fresh(&place.covered), fresh(&place.centred));
                plan.templates.push(Template { centre: place.centre, covered, centred });
                best = Some(plan);
            }
        }
        best.unwrap_or_default()
    }

    /// What a template adds when others have already taken some units.
    fn worth(&self, place: &Template, taken: &[bool]) -> Worth {
        let mut worth = Worth::default();
        for unit in place.covered.iter().filter(|&&unit| !taken[unit]).map(|&unit| &self.units[unit]) {
            match unit {
                Standing { friend: true, .. } => worth.friends -= 1,
                Standing { weight: 0, .. } => worth.others += 1,
                _ => worth.target += i64::from(unit.weight),
            }
        }
        let holed = |&&unit: &&usize| !taken[unit] && !self.units[unit].friend;
        worth.centred = place.centred.iter().filter(holed).count() as i64;
        worth
    }
}

#[cfg(test)]
mod tests;
