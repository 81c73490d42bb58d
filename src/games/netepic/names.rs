//! Names in steps: formations, units, and numbers given for some of them.

use crate::forces::Forces;
use battle_odds_plan::names::{Part, one_meant};
use battle_odds_scenario::Problem;
use battle_odds_scenario::typed::Marked;

/// The groups of one formation that a name means, among some ([`one_meant`]).
pub fn units(forces: &Forces, name: &Marked<String>, among: &[usize]) -> Result<Vec<usize>, Problem> {
    let part = |&place: &usize| {
        let group = &forces.groups[place];
        Part { place, formation: group.formation, called: [Some(group.profile.unit()), None] }
    };
    one_meant(forces, &among.iter().map(part).collect::<Vec<_>>(), name)
}
