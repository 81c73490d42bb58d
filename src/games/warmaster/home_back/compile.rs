//! Reading a step `home-back` (L2127).

use crate::calendar::Phase;
use crate::chapters::Action;
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read, read};
use crate::home_back::HomeBack;
use crate::home_back::written::HomeBack as Written;
use crate::{compiler, names};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<Warmaster> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let formation = names::one_with_units(&compiler.forces, &self.by)?;
        let all: Vec<usize> = compiler.forces.formations[formation].units.clone().collect();
        refuse_if(all.iter().any(|&unit| !compiler.forces.units[unit].flies()), || {
            self.by
                .problem(text!("`{name}` cannot fly back", name = compiler.name(formation)))
                .help(text!("only units with `abilities = [\"flyer\"]` do (Returning)"))
        })?;
        let told = names::told(&compiler.forces, &self.distance, &all)?;
        let distances: Vec<u16> = all
            .iter()
            .map(|unit| match told.iter().find(|(known, _)| known == unit) {
                Some((_, distance)) => Ok(distance.value.into()),
                None => Err(self
                    .distance
                    .problem(text!("how far away is `{name}`?", name = compiler::label(compiler, *unit)))),
            })
            .collect::<Result<_, Problem>>()?;
        let (flown, returned) = (compiler.cell(at)?, compiler.cell(at)?);
        let turn = compiler.own.turn;
        let side = compiler.forces.formations[formation].side;
        let phases = compiler.own.calendar.enter(side, Phase::Command, turn, &[formation], false);
        let mut far = distances.clone();
        far.dedup();
        let far: Vec<String> = far.iter().map(u16::to_string).collect();
        let title = text!("{name} come back ({cm} cm)", name = compiler.name(formation), cm = far.join(", "));
        let action = Action::HomeBack(Box::new(HomeBack { formation, distances, flown, returned }));
        Ok(read(phases, action, title, vec![Counted::HomeBack(formation, flown, returned)]))
    }
}
