//! Which formations are on which side: by `side` in the scenario, otherwise from who shoots at and charges whom.

use crate::chapters::Step;
use crate::forces::Forces;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::sides::Relations;
use battle_odds_scenario::typed::Marked;

/// Pairs of keys of a step, and whether the formations that they name are friends.
const KEYS: [(&str, &str, bool); 5] = [
    ("by", "by", true),
    ("by", "at", false),
    ("at", "at", true),
    ("by", "reactions", false),
    ("reactions", "reactions", true),
];

/// Fire into a combat of two, one of which may be a friend.
const INTO_A_COMBAT: [(&str, &str, bool); 1] = [("by", "by", true)];

/// Reads friends and enemies from the steps.
pub fn relations(forces: &Forces, steps: &[Marked<&Step>], relations: &mut Relations) {
    let index = |name: &str| forces.formations.iter().position(|formation| formation.name == name);
    for step in steps {
        let into_combat = matches!(step.value, Step::Shoot(_)) && step.named("at").len() > 1;
        let keys = if into_combat { &INTO_A_COMBAT[..] } else { &KEYS };
        relations.read(keys, |key| step.named(key), index);
        if let (true, [one, other]) = (into_combat, &step.named("at")[..])
            && let (Some(one), Some(other)) = (index(one), index(other))
            && one != other
        {
            relations.add(one, other, false);
        }
    }
}
