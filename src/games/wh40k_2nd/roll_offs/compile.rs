//! Reading the first turn and the length of the game (§3.2).

use crate::chapters::Action;
use crate::compiler::{Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::damage::called;
use crate::metrics;
use crate::roll_offs::{GameLength, Strategy, UntilHigher, written};
use battle_odds_engine::dice::Roll;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// §3.2, §9.
impl Chapter<Wh40k2nd> for written::Strategy {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let (by, enemy) = (one_named(&compiler.forces, &self.by)?, one_named(&compiler.forces, &self.at)?);
        let names = [by, enemy].map(|formation| compiler.name(formation).to_owned());
        let rolls = [&names[0], &names[1]].map(|name| {
            Roll::named(format!("strategy of {name}"), "3.2").in_words(text!("strategy of {name}", name = called(name)))
        });
        let ratings = [self.rating, self.enemy_rating].map(|rating| i32::from(u8::from(rating)));
        let first = [compiler.cell(at)?, compiler.cell(at)?];
        let title = text!("{one} and {other} roll for the first turn", one = names[0], other = names[1]);
        let own = |(name, cell)| Counted::Own(name, &metrics::FIRST, cell);
        let counted = names.into_iter().zip(first).map(own).collect();
        Ok(read(Action::Strategy(Box::new(Strategy { roll: UntilHigher::new(rolls, ratings), first })), title, counted))
    }
}

/// §3.2.
impl Chapter<Wh40k2nd> for written::GameLength {
    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let turns = compiler.cell(at)?;
        let counted = vec![Counted::Own("game".to_owned(), &metrics::TURNS, turns)];
        Ok(read(Action::GameLength(Box::new(GameLength { turns })), text!("length of the game"), counted))
    }
}
