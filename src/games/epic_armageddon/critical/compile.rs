//! From critical hits as written (§3.2.3) to their effects.

use crate::critical::{Harm, written};
use battle_odds_scenario::Problem;
use battle_odds_scenario::typed::{Either, Marked, Named, Several};

/// All effects of a list.
pub fn harms(written: &Several<written::Harm>) -> Result<Vec<Harm>, Problem> {
    let harm = |written::Harm(harm): &written::Harm| match harm {
        Either::First(word) => Ok(word.0.clone()),
        Either::Second(table) => larger(table),
    };
    written.iter().map(harm).collect()
}

fn larger(table: &Marked<written::HarmTable>) -> Result<Harm, Problem> {
    match (&table.weapon_lost, &table.roll, &table.end_phase) {
        (Some(name), None, None) => Ok(Harm::WeaponLost(name.value.clone())),
        (None, Some(faces), None) => Ok(Harm::Roll(Box::new(by_face(faces)?))),
        (None, None, Some(faces)) => Ok(Harm::EndPhase(Box::new(by_face(faces)?))),
        _ => Err(table.problem(text!("an effect of a critical hit has one of `weapon-lost`, `roll` and `end-phase`"))),
    }
}

/// `{ "1" = ["destroyed", "explosion 5+"], "2-3" = "damage 1" }`: nothing happens on faces left out.
fn by_face(written: &Named<Several<written::Harm>>) -> Result<[Vec<Harm>; 6], Problem> {
    let mut faces: [Vec<Harm>; 6] = Default::default();
    for (key, effects) in written {
        let (from, to) = key.split_once('-').unwrap_or((key, key));
        let face = |text: &str| text.parse::<usize>().ok().filter(|face| (1..=6).contains(face));
        let (Some(from), Some(to)) = (face(from), face(to)) else {
            let problem = key.problem(text!("`{key}` is no face of a D6", key = key.value));
            return Err(problem.help(text!("write \"1\", or \"2-3\"")));
        };
        for face in from..=to {
            faces[face - 1] = harms(effects)?;
        }
    }
    Ok(faces)
}
