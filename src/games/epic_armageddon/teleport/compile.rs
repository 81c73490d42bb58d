//! Reading `teleport`.

use crate::actions::Action;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::names;
use crate::profile::Ability;
use crate::teleport::{Teleport, written};
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

impl Chapter<EpicArmageddon> for written::Teleport {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let by = names::one_formation(&compiler.forces, &self.by)?;
        if let Some(group) = compiler.forces.groups_of(by).iter().find(|group| !group.unit.has(Ability::Teleport)) {
            let problem = self.by.problem(text!("{name} cannot teleport", name = group.unit.words));
            return Err(problem.help(text!("only formations wholly of units with `teleport` do (§2.1.21)")));
        }
        let roll = Roll::named(format!("teleportation of {}", compiler.name(by)), "2.1.21")
            .in_words(text!("teleportation of {by}", by = compiler.name(by)));
        let pool = Pool::new(roll, Teleport::test(), compiler.forces.formations[by].start);
        let title = text!("{by} teleport in", by = compiler.name(by));
        let stages = vec![Stage::Teleport(Box::new(Teleport { formation: by, pool }))];
        Ok(Read { action: Action::untested(stages), title, counted: vec![Counted::Teleport(by)] })
    }
}
