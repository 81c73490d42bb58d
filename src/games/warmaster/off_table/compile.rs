//! Reading a step `off-table` (L906).

use crate::calendar::Phase;
use crate::chapters::Action;
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read, read};
use crate::names;
use crate::off_table::OffTable;
use crate::off_table::written::OffTable as Written;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

impl Chapter<Warmaster> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let formation = names::one_with_units(&compiler.forces, &self.by)?;
        let (back, ready) = (compiler.cell(at)?, compiler.cell(at)?);
        let turn = compiler.own.turn;
        let side = compiler.forces.formations[formation].side;
        let phases = compiler.own.calendar.enter(side, Phase::Command, turn, &[formation], false);
        let title = text!("{name} off the table", name = compiler.name(formation));
        let all = !compiler.own.left_table.contains(&formation);
        if !all {
            compiler.choose(text!(
                "{name}: who is back on the table rolls no more, only those who are still off it (Units leaving the table)",
                name = compiler.name(formation)
            ));
        }
        compiler.own.left_table.push(formation);
        let action = Action::OffTable(Box::new(OffTable { formation, all, back, ready }));
        Ok(read(phases, action, title, vec![Counted::OffTable(formation, back, ready)]))
    }
}
