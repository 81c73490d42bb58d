//! Reading Elite dice: the pools of the sides, and what is announced in a step (#5).

use crate::abilities::Kind;
use crate::compiler;
use crate::compiler::Compiler;
use crate::elite::{Elite, pool};
use crate::fire::written::Counts;
use battle_odds_plan::state::NOTHING;
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};

/// #5: the dice that each side may reroll in the battle.
pub fn pools(compiler: &mut Compiler, at: &Span, sides: usize) -> Result<(), Problem> {
    let told = std::mem::take(&mut compiler.own.tables.elite_rerolls);
    // A formation without a written side is a side of its own, with its name.
    let names: Vec<(String, usize)> = compiler
        .forces
        .formations
        .iter()
        .zip(&compiler.told_sides)
        .map(|(of, side)| (side.clone().unwrap_or_else(|| of.name.clone()), of.side))
        .collect();
    let mut dice: Vec<u32> = (0..sides).map(|side| pool(&compiler.forces, side)).collect();
    let mut given = vec![false; sides];
    for (key, number) in &told {
        let Some((_, side)) = names.iter().find(|(name, _)| *name == key.value) else {
            return Err(unknown(mark!("side"), key, &key.span, names.iter().map(|(name, _)| name.as_str())));
        };
        refuse_if(std::mem::replace(&mut given[*side], true), || {
            key.problem(text!("the Elite dice of the side of `{key}` stand here twice", key = key.value))
        })?;
        dice[*side] = number.value.into();
    }
    for dice in dice {
        let cell = if dice > 0 { compiler.cell_with(dice.min(u32::from(u16::MAX)) as u16, at)? } else { NOTHING };
        compiler.forces.elite.push(cell);
    }
    Ok(())
}

/// #5: what a formation announces in a step; `bases`: the most bases of the groups as written that roll.
pub fn announced(compiler: &mut Compiler, written: &Counts, formation: usize, at: &Span) -> Result<Elite, Problem> {
    let name = compiler.name(formation).to_owned();
    let told = written.as_ref().and_then(|all| all.value.0.iter().find(|(key, _)| key.value == name));
    let groups = compiler.forces.as_written(formation).into_iter().map(|groups| (groups, u16::MAX)).collect();
    let mut elite = Elite { formation, announced: 0, groups, left: NOTHING };
    let has = compiler::has(compiler, formation, Kind::Elite);
    if let Some((key, dice)) = told {
        refuse_if(!has && dice.get() > 0, || {
            key.problem(text!("`{name}` has no Elite bases", name))
                .help(text!("such as abilities = [\"elite 2\"] (#5)"))
        })?;
        elite.announced = dice.value.into();
    } else if has {
        compiler.choose(text!("no Elite dice are announced for {name} (key `elite`, #5)", name));
    }
    if elite.announced > 0 {
        elite.left = compiler.cell(at)?;
    }
    Ok(elite)
}

/// #5: a formation that announces none.
pub fn none(formation: usize) -> Elite {
    Elite { formation, announced: 0, groups: Vec::new(), left: NOTHING }
}

/// #5: refuses dice announced by formations that take no part in the step.
pub fn check(compiler: &Compiler, written: &Counts, among: &[usize]) -> Result<(), Problem> {
    for (key, _) in written.iter().flat_map(|all| &all.value) {
        refuse_if(!among.iter().any(|&of| compiler.name(of) == key.value), || {
            unknown(mark!("formation in this step"), key, &key.span, among.iter().map(|&of| compiler.name(of)))
        })?;
    }
    Ok(())
}
