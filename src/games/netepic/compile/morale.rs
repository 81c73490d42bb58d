//! Reading `morale` and `rally` (§3.8).

use super::super::action::Action;
use super::super::forces::Needs;
use super::super::written::steps::{MoraleTest, Rally};
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use battle_odds_plan::names::one_named;
use battle_odds_scenario::Problem;

/// §3.8: a step `morale`.
pub fn morale(compiler: &mut Compiler, written: &MoraleTest) -> Result<Read, Problem> {
    let formation = one_named(&compiler.forces, &written.by)?;
    let modifier = written.modifier.map_or(0, i32::from);
    tell(compiler, formation);
    let title = text!("morale test of {formation}", formation = compiler.name(formation));
    Ok(read(Action::Morale(formation, modifier), title, vec![Counted::Tested(formation)]))
}

/// §3.8: a step `rally`.
pub fn rally(compiler: &mut Compiler, written: &Rally) -> Result<Read, Problem> {
    let formation = one_named(&compiler.forces, &written.by)?;
    let modifier = written.modifier.map_or(0, i32::from);
    tell(compiler, formation);
    let title = text!("rally of {formation}", formation = compiler.name(formation));
    Ok(read(Action::Rally(formation, modifier), title, vec![Counted::Rallied(formation)]))
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
