//! Reading flight and rallying (§13.2–13.5).

use crate::chapters::Action;
use crate::compiler::{self, Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::damage::called;
use crate::metrics;
use crate::morale::compile::{counts, hatred, tested};
use crate::rally::{Flee, Rally, written};
use battle_odds_engine::dice::Roll;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// §13.2.
impl Chapter<Wh40k2nd> for written::Flee {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let by = one_named(&compiler.forces, &self.by)?;
        let mut counted = Vec::new();
        let fled = counts(compiler, &mut counted, by, &metrics::FLED, at)?;
        let name = compiler.name(by);
        let roll =
            Roll::named(format!("flight of {name}"), "13.2").in_words(text!("flight of {name}", name = called(name)));
        let title = compiler::acting(compiler, &[by], [mark!("{who} flees"), mark!("{who} flee")]);
        Ok(read(Action::Flee(Box::new(Flee { by, roll, fled })), title, counted))
    }
}

/// §13.4.
impl Chapter<Wh40k2nd> for written::Rally {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let by = tested(compiler, &self.by)?;
        compiler.forces.formations[by].rallies = true;
        hatred(compiler, by, self.hated);
        let mut counted = vec![Counted::Tested(by)];
        let [rallied, acts, dispersed, removed] =
            [&metrics::RALLIED, &metrics::ACTS, &metrics::DISPERSED, &metrics::REMOVED]
                .map(|metric| counts(compiler, &mut counted, by, metric, at));
        let name = compiler.name(by);
        let rally = Rally {
            by,
            barred: !self.cover.unwrap_or(true) || self.fled || self.nearest_broken,
            hated: self.hated,
            roll: Roll::named(format!("rally of {name}"), "13.4")
                .in_words(text!("rally of {name}", name = called(name))),
            rallied: rallied?,
            acts: acts?,
            dispersed: dispersed?,
            removed: removed?,
        };
        let title = compiler::acting(compiler, &[by], [mark!("{who} tries to rally"), mark!("{who} try to rally")]);
        Ok(read(Action::Rally(Box::new(rally)), title, counted))
    }
}
