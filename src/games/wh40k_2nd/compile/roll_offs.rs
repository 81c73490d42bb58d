//! Reading the first turn and the length of the game (§3.2).

use super::super::action::Action;
use super::super::damage::called;
use super::super::metrics;
use super::super::roll_offs::{GameLength, Strategy, UntilHigher};
use super::super::written::steps as written;
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use battle_odds_engine::dice::Roll;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::{Problem, Span};

/// §3.2, §9.
pub fn strategy(compiler: &mut Compiler, written: &written::Strategy, at: &Span) -> Result<Read, Problem> {
    let (by, enemy) = (one_named(&compiler.forces, &written.by)?, one_named(&compiler.forces, &written.at)?);
    let names = [by, enemy].map(|formation| compiler.name(formation).to_owned());
    let rolls = [&names[0], &names[1]].map(|name| {
        Roll::named(format!("strategy of {name}"), "3.2").in_words(text!("strategy of {name}", name = called(name)))
    });
    let ratings = [written.rating, written.enemy_rating].map(|rating| i32::from(u8::from(rating)));
    let first = [compiler.cell(at)?, compiler.cell(at)?];
    let title = text!("{one} and {other} roll for the first turn", one = names[0], other = names[1]);
    let own = |(name, cell)| Counted::Own(name, &metrics::FIRST, cell);
    let counted = names.into_iter().zip(first).map(own).collect();
    Ok(read(Action::Strategy(Strategy { roll: UntilHigher::new(rolls, ratings), first }), title, counted))
}

/// §3.2.
pub fn game_length(compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
    let turns = compiler.cell(at)?;
    let counted = vec![Counted::Own("game".to_owned(), &metrics::TURNS, turns)];
    Ok(read(Action::GameLength(GameLength { turns }), text!("length of the game"), counted))
}
