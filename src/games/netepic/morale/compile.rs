//! Reading `morale` and `rally` (§3.8).

use crate::chapters::Action;
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Counted, Read, read};
use crate::forces::Needs;
use crate::morale::play;
use crate::morale::written::{MoraleTest, Rally};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

impl Chapter<NetEpic> for MoraleTest {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let formation = one_named(&compiler.forces, &self.by)?;
        let modifier = self.modifier.map_or(0, i32::from);
        tell(compiler, formation);
        let title = text!("morale test of {formation}", formation = compiler.name(formation));
        Ok(read(Action::Morale(Box::new(play::Test { formation, modifier })), title, vec![Counted::Tested(formation)]))
    }
}

impl Chapter<NetEpic> for Rally {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let formation = one_named(&compiler.forces, &self.by)?;
        let modifier = self.modifier.map_or(0, i32::from);
        tell(compiler, formation);
        let title = text!("rally of {formation}", formation = compiler.name(formation));
        Ok(read(Action::Rally(Box::new(play::Rally { formation, modifier })), title, vec![Counted::Rallied(formation)]))
    }
}

/// §3.8: reports the readings for a formation's morale tests.
pub fn tell(compiler: &mut Compiler, formation: usize) {
    let name = compiler.name(formation).to_owned();
    let readings = compiler.readings;
    match compiler.forces.formations[formation].morale {
        None => compiler.choose(text!("{name} passes every test of morale (no morale value, or `auto-morale`)", name)),
        Some(Needs::TwoDice(_) | Needs::OneDie(_)) => {
            compiler.tell(readings.rout);
            compiler.tell(readings.fresh_morale);
        }
    }
}

/// §3.8: reports the readings for tests after losses, for a formation that can lose bases in an action.
pub fn tell_losses(compiler: &mut Compiler, formation: usize) {
    let readings = compiler.readings;
    compiler.tell(readings.morale_trigger);
    tell(compiler, formation);
}
