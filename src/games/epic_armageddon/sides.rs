//! Which formations are on which side: by `side` in the scenario, otherwise from who shoots at and assaults whom.

use crate::chapters;
use crate::chapters::Written;
use crate::forces::{Forces, Group};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::sides::Relations;
use battle_odds_scenario::typed::Marked;

/// Pairs of keys of a step, and whether the formations that they name are friends.
const KEYS: [(&str, &str, bool); 11] = [
    ("by", "by", true),
    ("by", "at", false),
    ("at", "at", true),
    ("by", "support", true),
    ("at", "defender-support", true),
    ("by", "crossfire", true),
    ("by", "interception", false),
    ("by", "reactions", false),
    ("by", "flak", false),
    ("by", "escort-flak", true),
    ("by", "coordinated", true),
];

/// Reads friends and enemies from the steps.
pub fn relations(forces: &Forces, steps: &[Marked<&Written>], relations: &mut Relations) {
    for (rider, carrier) in aboard(forces) {
        relations.add(rider, carrier, true);
    }
    let index = |name: &str| forces.formations.iter().position(|formation| formation.name == name);
    for step in steps {
        let action = &step.1;
        if !matches!(action, chapters::Step::Rally(_)) {
            relations.read(&KEYS, |key| action.named(key), index);
        }
    }
}

/// Formations aboard another, with it.
fn aboard(forces: &Forces) -> Vec<(usize, usize)> {
    let carried = |group: &Group| -> Vec<(usize, usize)> {
        group.carries.iter().map(|&rider| (forces.groups[rider].formation, group.formation)).collect()
    };
    forces.groups.iter().flat_map(carried).filter(|(rider, carrier)| rider != carrier).collect()
}
