//! Reading moves and overwatch (§10, §11.24).

use crate::chapters::Action;
use crate::compiler::{self, Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::fire::{self, reactions};
use crate::moves::written::{Move, Overwatch};
use crate::moves::{self, Movement};
use crate::names::one_formation;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// §10: a formation moves, and may be fired at.
impl Chapter<Wh40k2nd> for Move {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "reactions" => reactions::shooters(&self.reactions),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let by = one_formation(&compiler.forces, &self.by)?;
        let (reactions, mut counted) = reactions::reactions(compiler, &self.reactions, by, None, at)?;
        compiler.own.overwatch.retain(|&on| on != by);
        let mut title = compiler::acting(compiler, &[by], [mark!("{who} moves"), mark!("{who} move")]);
        if !reactions.is_empty() {
            let shooters: Vec<usize> = reactions.iter().map(|volley| volley.by).collect();
            title += &text!(" (fire from overwatch by {shooters})", shooters = compiler.list(&shooters));
            counted.insert(0, Counted::Struck(by));
            let others = reactions.iter().flat_map(|volley| fire::blast::others(compiler, volley));
            counted.extend(others.filter(|&of| of != by).map(Counted::Struck));
        }
        Ok(read(Action::Move(Box::new(Movement { by, reactions })), title, counted))
    }
}

/// §11.24.1: a formation goes on overwatch.
impl Chapter<Wh40k2nd> for Overwatch {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let formation = one_formation(&compiler.forces, &self.by)?;
        if !compiler.own.overwatch.contains(&formation) {
            compiler.own.overwatch.push(formation);
        }
        let title = compiler::acting(
            compiler,
            &[formation],
            [mark!("{who} goes on overwatch"), mark!("{who} go on overwatch")],
        );
        Ok(read(Action::Overwatch(Box::new(moves::Overwatch { by: formation })), title, Vec::new()))
    }
}
