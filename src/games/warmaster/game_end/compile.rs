//! Reading the steps `army-break` (L2230) and `game-length` (L347).

use crate::chapters::{Action, Step};
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read, read};
use crate::game_end::{ArmyBreak, GameLength, written};
use crate::names;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::rulebook::Scene;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Army, Problem, Span};

impl Chapter<Warmaster> for written::ArmyBreak {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => self.by.iter().flat_map(|names| names.iter()).collect(),
            "side" => self.side.iter().flat_map(|names| names.iter()).collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let whose = self.side.as_ref().or(self.by.as_ref());
        let missing = || Problem::new(text!("a step `army-break` needs `by`: a formation of the army")).at(at);
        let formations = names::formations(&compiler.forces, whose.ok_or_else(missing)?, mark!("an army"))?;
        let side = compiler.forces.formations[formations[0]].side;
        let title = text!("does the army of {name} break?", name = compiler.name(formations[0]));
        compiler.own.calendar.end_shooting();
        let sides = [side, side ^ 1];
        Ok(read(Vec::new(), Action::ArmyBreak(Box::new(ArmyBreak { sides })), title, vec![Counted::ArmyBreak(sides)]))
    }
}

impl Chapter<Warmaster> for written::GameLength {
    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let turns = compiler.cell(at)?;
        let title = text!("how long the battle lasts");
        Ok(read(
            Vec::new(),
            Action::GameLength(Box::new(GameLength { turns })),
            title,
            vec![Counted::GameLength(turns)],
        ))
    }
}

/// L2230: an army breaks by its own losses, so lists with formations that take no part make larger armies: the note
/// about that.
pub fn partial_armies(scene: &Scene<Warmaster>) -> Option<String> {
    let breaks = |step: &Marked<&Step>| matches!(step.value, Step::ArmyBreak(_));
    let names = scene.scenario.armies.iter().flat_map(Army::formations);
    let left = names.filter(|name| scene.formations.get(name).is_none()).count();
    (left > 0 && scene.played.iter().any(breaks)).then(|| {
        text!(
            "army-break: an army is what takes part; {left} formations of the lists do not ([formations.NAME] with a `side` adds one)",
            left
        )
    })
}
