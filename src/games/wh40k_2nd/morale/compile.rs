//! Reading break tests (§13.1), and what all steps with tests of Ld share.

use crate::chapters::Action;
use crate::compiler::{Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::morale::written::BreakTest;
use crate::morale::{Circumstances, play};
use crate::names::one_formation;
use battle_odds_engine::measure::Metric;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_plan::state::Cell;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// §13.1: a break test of the scenario's own.
impl Chapter<Wh40k2nd> for BreakTest {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let formation = one_formation(&compiler.forces, &self.by)?;
        let with = Circumstances { modifier: self.modifier.map_or(0, i8::from), hated: self.hated };
        hatred(compiler, formation, self.hated);
        let title = text!("break test of {formation}", formation = compiler.name(formation));
        let test = play::BreakTest { formation, with };
        Ok(read(Action::BreakTest(Box::new(test)), title, vec![Counted::Tested(formation)]))
    }
}

/// A formation that takes tests; reports it if it has no Ld.
pub fn tested(compiler: &mut Compiler, by: &Marked<String>) -> Result<usize, Problem> {
    let formation = one_named(&compiler.forces, by)?;
    if compiler.forces.of(formation).iter().all(|group| group.profile.ld.is_none()) {
        compiler.choose(text!("{by} has no Ld: it never tests", by = by.value));
    }
    Ok(formation)
}

/// §14.4: reports hatred of enemies that are here, if a step does not say whether they are the adversaries.
pub fn hatred(compiler: &mut Compiler, formation: usize, told: Option<bool>) {
    let forces = &compiler.forces;
    let side = forces.formations[formation].side;
    let hated = forces.of(formation).iter().flat_map(|group| &group.hates).map(|&group| forces.groups[group].formation);
    let mut foes: Vec<usize> = hated.filter(|&foe| forces.formations[foe].side != side).collect();
    foes.sort_unstable();
    foes.dedup();
    if told.is_none() && !foes.is_empty() {
        let (name, foes) = (compiler.name(formation).to_owned(), compiler.list(&foes));
        compiler.choose(text!(
            "{name}: Ld 10 while any enemies that they hate are left, {foes} (key `hated`, §14.4)",
            name,
            foes
        ));
    }
}

/// A cell of a step with the metric that it counts of a formation.
pub fn counts(
    compiler: &mut Compiler,
    counted: &mut Vec<Counted>,
    formation: usize,
    metric: &'static Metric,
    at: &Span,
) -> Result<Cell, Problem> {
    let cell = compiler.cell(at)?;
    counted.push(Counted::Own(compiler.name(formation).to_owned(), metric, cell));
    Ok(cell)
}
