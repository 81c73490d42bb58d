//! Reading `rally`, and what the end phase has in common with it.

use crate::actions::Action;
use crate::activation::test_pools;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::forces::Forces;
use crate::rally::{Rally, written};
use crate::withdrawal::Caught;
use crate::{names, withdrawal};
use battle_odds_engine::dice::Roll;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::{Either, Marked, Names};
use battle_odds_scenario::{Problem, Span};

impl Chapter<EpicArmageddon> for written::Rally {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => self.by.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let caught = withdrawal::compile::taken(compiler);
        let caught = caught.as_ref();
        let forces = &compiler.forces;
        let who = names::formations(forces, &self.by, "`by`")?;
        let near = near(forces, self.enemy_within_30.as_ref(), &who)?;
        let modifier = self.initiative_modifier.map_or(0, i32::from);
        let caught = withdrawal::compile::caught(compiler, caught, &who)?;
        if self.enemy_within_30.is_none() {
            tell_nobody_near(compiler, &who);
        }
        let forces = &compiler.forces;
        let attempts = who.iter().map(|&formation| attempt(compiler, formation, &near, modifier, &caught));
        let stages: Vec<Stage> = attempts.collect();
        let title = text!("{formations} rally", formations = compiler.list(&who));
        let counted =
            std::iter::once(Counted::Rally(who)).chain(withdrawal::compile::counted(forces, &caught)).collect();
        Ok(Read { action: Action::untested(stages), title, counted })
    }
}

/// §1.14.1: reports that no enemy is taken to be near the formations that rally.
pub fn tell_nobody_near(compiler: &mut Compiler, who: &[usize]) {
    let line =
        text!("{names}: no enemy within 30 cm when they rally (key `enemy-within-30`)", names = compiler.list(who));
    compiler.choose(line);
}

/// Those of the rallying formations that have enemies within 30 cm.
pub fn near(forces: &Forces, written: Option<&Either<bool, Names>>, who: &[usize]) -> Result<Vec<usize>, Problem> {
    match written {
        None | Some(Either::First(false)) => Ok(Vec::new()),
        Some(Either::First(true)) => Ok(who.to_vec()),
        Some(Either::Second(names)) => names::formations(forces, names, "`enemy-within-30`"),
    }
}

/// §1.14.1: one attempt.
pub fn attempt(compiler: &Compiler, formation: usize, near: &[usize], modifier: i32, caught: &Caught) -> Stage {
    let name = compiler.name(formation);
    let roll = Roll::named(format!("rally test of {name}"), "1.14.1").in_words(text!("rally test of {name}", name));
    let enemy_within_30 = near.contains(&formation);
    let caught = caught.clone();
    Stage::Rally(Box::new(Rally { formation, enemy_within_30, modifier, caught, pools: test_pools(&roll) }))
}
