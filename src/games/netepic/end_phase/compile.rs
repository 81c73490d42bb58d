//! Reading a step `end-phase` (§3.2).

use crate::chapters::Action;
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Counted, Read, read};
use crate::end_phase::written::EndPhase as Written;
use crate::end_phase::{Back, EndPhase};
use crate::{metrics, morale};
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::{Problem, Span};
use battle_odds_words::shown;

impl Chapter<NetEpic> for Written {
    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let rallies = self.rally.unwrap_or(true);
        let mut counted = Vec::new();
        let mut counts = Vec::new();
        for formation in 0..compiler.forces.formations.len() {
            let name = compiler.name(formation).to_owned();
            let (shields, repaired) = (compiler.cell(at)?, compiler.cell(at)?);
            let groups = compiler.forces.of(formation);
            let pool = |what: &str, section, most: u32| {
                let roll = Roll::named(format!("{what} of {name}"), section).in_words(text!(
                    "{what} of {name}",
                    what = shown(what),
                    name
                ));
                Pool::new(roll, Test::once(Need::at_least(4)), most)
            };
            let most = groups.iter().map(|group| u32::from(group.profile.shields)).max().unwrap_or(0);
            let (shield, repair) = (pool(mark!("shields"), "3.4", most), pool(mark!("repair"), "3.9", 1));
            counts.push(Back { shields, repaired, shield, repair });
            if most > 0 {
                counted.push(Counted::Own(name.clone(), &metrics::SHIELDS_BACK, shields));
            }
            if groups.iter().any(|group| group.profile.locations.is_some()) {
                counted.push(Counted::Own(name.clone(), &metrics::REPAIRED, repaired));
            }
            if rallies {
                morale::compile::tell(compiler, formation);
            }
            counted.push(Counted::Rallied(formation));
        }
        let end = EndPhase { rallies, counts, is_followed: false };
        Ok(read(Action::EndPhase(Box::new(end)), text!("end phase"), counted))
    }
}

/// §3.2: marks end phases that are followed by steps of another turn.
pub fn mark_followed<'a>(steps: impl DoubleEndedIterator<Item = Vec<&'a mut Action>>) {
    let mut follows = false;
    for actions in steps.rev() {
        for action in actions {
            match action {
                Action::EndPhase(end) => end.is_followed = follows,
                Action::NewTurn(_) => {
                    follows = false;
                    continue;
                }
                _ => {}
            }
            follows = true;
        }
    }
}
