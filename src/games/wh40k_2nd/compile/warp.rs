//! Reading warp cards and psychic duels (§17.4).

use super::super::action::Action;
use super::super::damage::called;
use super::super::metrics;
use super::super::psychic::cards::{PsychicDuel, WarpCards};
use super::super::psychic_dice::{RollOff, flux_dice};
use super::super::written::magic as written;
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use super::psychic::psykers;
use battle_odds_engine::dice::Roll;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::{Problem, Span};

/// §17.4.2.
pub fn warp_cards(compiler: &mut Compiler, written: &written::WarpCards, span: &Span) -> Result<Read, Problem> {
    let (by, at) = (one_named(&compiler.forces, &written.by)?, one_named(&compiler.forces, &written.at)?);
    let flux = written.flux.map_or(2, |flux| u32::from(flux.0));
    let dice = written.psykers.map_or(flux, |psykers| flux_dice(flux, u32::from(u16::from(psykers))));
    compiler.choose(text!("the warp flux is {dice}D6 (`flux`), one a psyker at most (`psykers`, §17.4.2)", dice));
    let cards = [compiler.cell(span)?, compiler.cell(span)?];
    let own = |(formation, cell): (usize, _)| Counted::Own(compiler.name(formation).to_owned(), &metrics::CARDS, cell);
    let counted = [by, at].into_iter().zip(cards).map(own).collect();
    let title = text!("warp cards of {by} and {at}", by = compiler.name(by), at = compiler.name(at));
    let roll = Roll::new(mark!("warp flux"), "17.4.2");
    Ok(read(Action::WarpCards(WarpCards { dice, roll, cards }), title, counted))
}

/// §17.4.5.
pub fn psychic_duel(compiler: &mut Compiler, written: &written::PsychicDuel, span: &Span) -> Result<Read, Problem> {
    let [(by, one), (at, other)] = [psykers(compiler, &written.by)?, psykers(compiler, &written.at)?];
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
