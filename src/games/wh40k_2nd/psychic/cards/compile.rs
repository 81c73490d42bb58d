//! Reading warp cards and psychic duels (§17.4).

use crate::chapters::Action;
use crate::compiler::{Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::damage::called;
use crate::metrics;
use crate::psychic::cards::{PsychicDuel, WarpCards, written};
use crate::psychic::compile::psykers;
use crate::psychic::dice::flux_dice;
use crate::roll_offs::dice::RollOff;
use battle_odds_engine::dice::Roll;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// §17.4.2.
impl Chapter<Wh40k2nd> for written::WarpCards {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let (by, at) = (one_named(&compiler.forces, &self.by)?, one_named(&compiler.forces, &self.at)?);
        let flux = self.flux.map_or(2, |flux| u32::from(flux.0));
        let dice = self.psykers.map_or(flux, |psykers| flux_dice(flux, u32::from(u16::from(psykers))));
        compiler.choose(text!("the warp flux is {dice}D6 (`flux`), one a psyker at most (`psykers`, §17.4.2)", dice));
        let cards = [compiler.cell(span)?, compiler.cell(span)?];
        let own =
            |(formation, cell): (usize, _)| Counted::Own(compiler.name(formation).to_owned(), &metrics::CARDS, cell);
        let counted = [by, at].into_iter().zip(cards).map(own).collect();
        let title = text!("warp cards of {by} and {at}", by = compiler.name(by), at = compiler.name(at));
        let roll = Roll::new(mark!("warp flux"), "17.4.2");
        Ok(read(Action::WarpCards(Box::new(WarpCards { dice, roll, cards })), title, counted))
    }
}

/// §17.4.5.
impl Chapter<Wh40k2nd> for written::PsychicDuel {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let [(by, one), (at, other)] = [psykers(compiler, &self.by)?, psykers(compiler, &self.at)?];
        let names = [by, at].map(|formation| compiler.name(formation).to_owned());
        let rolls = |one: i32, other: i32| {
            let rolls = [&names[0], &names[1]].map(|name| {
                Roll::named(format!("psychic duel: {name}"), "17.4.5")
                    .in_words(text!("psychic duel: {name}", name = called(name)))
            });
            RollOff::new(rolls, [one, other])
        };
        let rolls = (1..=4).map(|one| (1..=4).map(|other| rolls(one, other)).collect()).collect();
        let (won, drew) = ([compiler.cell(span)?, compiler.cell(span)?], compiler.cell(span)?);
        let title = text!("psychic duel of {one} and {other}", one = names[0], other = names[1]);
        let own = |(name, cell)| Counted::Own(name, &metrics::WON, cell);
        let mut counted: Vec<Counted> = names.into_iter().zip(won).map(own).collect();
        counted.push(Counted::Own("duel".to_owned(), &metrics::DREW, drew));
        let duel = PsychicDuel { psykers: [one, other], rolls, won, drew };
        Ok(read(Action::PsychicDuel(Box::new(duel)), title, counted))
    }
}
