//! Reading steps: what happens, in order.

use super::super::action::Action;
use super::super::home_back::HomeBack;
use super::super::make_way::MakeWay;
use super::super::off_table::OffTable;
use super::super::written::steps as written;
use super::calendar::Phase;
use super::combats::combat;
use super::command::orders;
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use super::fire::shoot;
use super::names;
use super::spells::spell;
use crate::compile::compiler;
use battle_odds_scenario::{Problem, Span};

/// One step; `turn` counts from 0.
pub fn step(compiler: &mut Compiler, action: &written::Action, at: &Span, turn: usize) -> Result<Read, Problem> {
    compiler.own.turn = turn;
    compiler.own.calendar_before = compiler.own.calendar.clone();
    let read = match action {
        written::Action::Orders(step) => orders(compiler, step),
        written::Action::Shoot(step) => shoot(compiler, step, at),
        written::Action::Combat(step) => combat(compiler, step, at),
        written::Action::Spell(step) => spell(compiler, step, at),
        written::Action::HomeBack(step) => home_back(compiler, step, at),
        written::Action::OffTable(step) => off_table(compiler, step, at),
        written::Action::MakeWay(step) => make_way(compiler, step),
        written::Action::ArmyBreak(step) => army_break(compiler, step, at),
        written::Action::GameLength(_) => game_length(compiler, at),
    }?;
    compiler.own.calendar.ordered().append(&mut compiler.own.instead.0);
    compiler.own.calendar.acted().append(&mut compiler.own.instead.1);
    Ok(read)
}

/// L2127.
fn home_back(compiler: &mut Compiler, step: &written::HomeBack, at: &Span) -> Result<Read, Problem> {
    let formation = names::one_with_units(&compiler.forces, &step.by)?;
    let all: Vec<usize> = compiler.forces.formations[formation].units.clone().collect();
    if all.iter().any(|&unit| !compiler.forces.units[unit].flies()) {
        let problem = step.by.problem(text!("`{name}` cannot fly back", name = compiler.name(formation)));
        return Err(problem.help(text!("only units with `abilities = [\"flyer\"]` do (L2127)")));
    }
    let told = names::told(&compiler.forces, &step.distance, &all)?;
    let distances: Vec<u16> = all
        .iter()
        .map(|unit| match told.iter().find(|(known, _)| known == unit) {
            Some((_, distance)) => Ok(distance.value.into()),
            None => {
                Err(step.distance.problem(text!("how far away is `{name}`?", name = compiler::label(compiler, *unit))))
            }
        })
        .collect::<Result<_, Problem>>()?;
    let (flown, returned) = (compiler.cell(at)?, compiler.cell(at)?);
    let turn = compiler.own.turn;
    let side = compiler.forces.formations[formation].side;
    let phases = compiler.own.calendar.enter(side, Phase::Command, turn, &[formation], false);
    let mut far = distances.clone();
    far.dedup();
    let far: Vec<String> = far.iter().map(u16::to_string).collect();
    let title = text!("{name} come back ({cm} cm)", name = compiler.name(formation), cm = far.join(", "));
    let action = Action::HomeBack(HomeBack { formation, distances, flown, returned });
    Ok(read(phases, action, title, vec![Counted::HomeBack(formation, flown, returned)]))
}

/// L906.
fn off_table(compiler: &mut Compiler, step: &written::OffTable, at: &Span) -> Result<Read, Problem> {
    let formation = names::one_with_units(&compiler.forces, &step.by)?;
    let (back, ready) = (compiler.cell(at)?, compiler.cell(at)?);
    let turn = compiler.own.turn;
    let side = compiler.forces.formations[formation].side;
    let phases = compiler.own.calendar.enter(side, Phase::Command, turn, &[formation], false);
    let title = text!("{name} off the table", name = compiler.name(formation));
    let all = !compiler.own.left_table.contains(&formation);
    if !all {
        compiler.choose(text!(
            "{name}: who is back on the table rolls no more, only those who are still off it (L906)",
            name = compiler.name(formation)
        ));
    }
    compiler.own.left_table.push(formation);
    let action = Action::OffTable(OffTable { formation, all, back, ready });
    Ok(read(phases, action, title, vec![Counted::OffTable(formation, back, ready)]))
}

/// L1906.
fn make_way(compiler: &mut Compiler, step: &written::MakeWay) -> Result<Read, Problem> {
    let formation = names::one_with_units(&compiler.forces, &step.by)?;
    let friends = names::formations(&compiler.forces, &step.through, "`through`")?;
    for name in step.through.iter() {
        names::who_makes_way(&compiler.forces, name, formation)?;
    }
    let title =
        text!("{friends} make way for {name}", friends = compiler.list(&friends), name = compiler.name(formation));
    compiler.own.calendar.end_shooting();
    let mut formations = vec![formation];
    formations.extend(&friends);
    let unit = compiler.forces.formations[formation].units.start;
    let friends = compiler::units_of(compiler, &friends).into_iter().filter(|&friend| friend != unit).collect();
    let action = Action::MakeWay(MakeWay { unit, friends });
    Ok(read(Vec::new(), action, title, vec![Counted::MakeWay(formations)]))
}

/// L2230.
fn army_break(compiler: &mut Compiler, step: &written::ArmyBreak, at: &Span) -> Result<Read, Problem> {
    let whose = step.side.as_ref().or(step.by.as_ref());
    let missing = || Problem::new(text!("a step `army-break` needs `by`: a formation of the army")).at(at);
    let formations = names::formations(&compiler.forces, whose.ok_or_else(missing)?, mark!("an army"))?;
    let side = compiler.forces.formations[formations[0]].side;
    let title = text!("does the army of {name} break?", name = compiler.name(formations[0]));
    compiler.own.calendar.end_shooting();
    let sides = [side, side ^ 1];
    Ok(read(Vec::new(), Action::ArmyBreak(sides), title, vec![Counted::ArmyBreak(sides)]))
}

/// L347.
fn game_length(compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
    let turns = compiler.cell(at)?;
    let title = text!("how long the battle lasts");
    Ok(read(Vec::new(), Action::GameLength(turns), title, vec![Counted::GameLength(turns)]))
}
