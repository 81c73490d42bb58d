//! Reading a step `make-way` (L1906).

use crate::chapters::Action;
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read, read};
use crate::make_way::MakeWay;
use crate::make_way::written::MakeWay as Written;
use crate::{compiler, names};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

impl Chapter<Warmaster> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "through" => self.through.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let formation = names::one_with_units(&compiler.forces, &self.by)?;
        let friends = names::formations(&compiler.forces, &self.through, "`through`")?;
        for name in self.through.iter() {
            names::who_makes_way(&compiler.forces, name, formation)?;
        }
        let title =
            text!("{friends} make way for {name}", friends = compiler.list(&friends), name = compiler.name(formation));
        compiler.own.calendar.end_shooting();
        let mut formations = vec![formation];
        formations.extend(&friends);
        let unit = compiler.forces.formations[formation].units.start;
        let friends = compiler::units_of(compiler, &friends).into_iter().filter(|&friend| friend != unit).collect();
        let action = Action::MakeWay(Box::new(MakeWay { unit, friends }));
        Ok(read(Vec::new(), action, title, vec![Counted::MakeWay(formations)]))
    }
}
