//! Reading `dangerous-terrain`.

use crate::actions::Action;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::dangerous_terrain::{DangerousTerrain, written};
use crate::names;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

impl Chapter<EpicArmageddon> for written::DangerousTerrain {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let forces = &compiler.forces;
        let by = names::one_formation(forces, &self.by)?;
        let careful = self.careful == Some(true);
        let units = match &self.units {
            Some(told) => names::counts(forces, Some(told), &[by])?,
            None => {
                forces.formations[by].groups.clone().map(|group| (group, forces.groups[group].start.into())).collect()
            }
        };
        let tests = units.into_iter().filter(|(_, units)| *units > 0).map(|(group, units)| {
            let unit = &forces.groups[group].unit;
            let test = DangerousTerrain::test(unit, careful);
            let roll = Roll::named(format!("{}: dangerous terrain", unit.name), "1.8.1")
                .in_words(text!("{unit}: dangerous terrain", unit = unit.words));
            (group, units, Pool::new(roll, test, units))
        });
        let terrain = DangerousTerrain { formation: by, tests: tests.collect() };
        let title = match careful {
            true => text!("{by} cross dangerous terrain carefully", by = compiler.name(by)),
            false => text!("{by} cross dangerous terrain", by = compiler.name(by)),
        };
        let action = Action::untested(vec![Stage::DangerousTerrain(Box::new(terrain))]);
        Ok(Read { action, title, counted: vec![Counted::Terrain(by)] })
    }
}
