//! Which formations are on which side: by `side` in the scenario, otherwise from who shoots at and charges whom.

use crate::chapters::Step;
use crate::compiler::Compiler;
use crate::forces::{Forces, Formation};
use crate::profile::Kind;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::sides::{Relations, of};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, refuse_if};

/// Pairs of keys of a step, and whether the formations that they name are friends.
const KEYS: [(&str, &str, bool); 12] = [
    ("by", "to", true),
    ("to", "to", true),
    ("by", "through", true),
    ("through", "through", true),
    ("by", "side", true),
    ("side", "side", true),
    ("by", "by", true),
    ("by", "at", false),
    ("at", "at", true),
    ("at", "make-way", true),
    ("at", "second-at", true),
    ("second-at", "second-at", true),
];

/// The formation of that name, or that of a commander of that name.
fn index(forces: &Forces, name: &str) -> Option<usize> {
    let own = forces.formations.iter().position(|formation| formation.name == name);
    let his = || forces.commanders.iter().find(|commander| commander.profile.key == name);
    own.or_else(|| Some(his()?.formation))
}

/// Reads friends and enemies from the steps.
pub fn relations(forces: &Forces, steps: &[Marked<&Step>], relations: &mut Relations) {
    for step in steps {
        relations.read(&KEYS, |key| step.named(key), |name| index(forces, name));
    }
    // Orders alone show no enemy: without one, all are one army, unless it had several generals.
    let general =
        |of: &Formation| of.commanders.iter().any(|&one| forces.commanders[one].profile.kind == Kind::General);
    let one_general = forces.formations.iter().filter(|of| general(of)).count() <= 1;
    if one_general && relations.are_all_friends() {
        (1..forces.formations.len()).for_each(|other| relations.add(0, other, true));
    }
}

/// L507: which commanders a general's failure silences depends on the side, so the side of any commander that gives
/// orders must be known.
pub fn check(compiler: &Compiler, steps: &[Marked<&Step>]) -> Result<(), Problem> {
    let forces = &compiler.forces;
    let side = |formation: usize| forces.formations[formation].side;
    let any = |is: &dyn Fn(usize) -> bool| forces.formations.iter().any(|of| is(of.side));
    for step in steps {
        let Step::Orders(orders) = step.value else { continue };
        let Some(one) = of(&orders.by, &|name: &str| index(forces, name)) else { continue };
        let open = !any(&|other| other == side(one) ^ 1) && any(&|other| other != side(one));
        refuse_if(open && compiler.told_sides[one].is_none(), || {
            orders
                .by
                .problem(text!("which side is `{name}` on?", name = compiler.name(one)))
                .help(text!("no step connects it with the others: give the formations a `side`"))
        })?;
    }
    Ok(())
}
