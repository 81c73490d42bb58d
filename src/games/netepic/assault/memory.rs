//! The record of duels in a turn, for formations that fight in several of its assaults (#13, A-06).

use crate::assault::line::Memory;
use crate::chapters::Step;
use crate::compiler::Compiler;
use crate::contact;
use battle_odds_scenario::typed::{Marked, Names};
use battle_odds_scenario::{Problem, Span};

/// #13: adds the record of a formation's duels.
pub fn memory(compiler: &mut Compiler, formation: usize, memories: &mut Vec<Memory>, at: &Span) -> Result<(), Problem> {
    let (all, read) = &mut compiler.own.assaults[formation];
    *read += 1;
    let last = *read % *all == 0;
    for group in compiler.forces.formations[formation].groups.clone() {
        let cells = compiler.forces.groups[group].fought.len();
        if cells == 0 {
            continue;
        }
        let mut memory = Memory { group, out: Vec::new(), back: Vec::new() };
        for _ in 0..if last { 0 } else { cells } {
            memory.out.push(compiler.cell(at)?);
            memory.back.push(compiler.cell(at)?);
        }
        memories.push(memory);
    }
    Ok(())
}

/// #13, A-06: takes the cells for duels fought in a turn, for formations that fight in several assaults. Each base of a
/// formation fights at most one with each enemy base.
pub fn memories(compiler: &mut Compiler, steps: &[Marked<&Step>], at: &Span) -> Result<(), Problem> {
    let formations = compiler.forces.formations.len();
    compiler.own.assaults = vec![(0, 0); formations];
    let mut most = vec![0; formations];
    for step in steps {
        let Step::Assault(step) = step.value else { continue };
        let named = |names: &Names| -> Vec<usize> {
            let of = |name: &Marked<String>| (0..formations).find(|&of| compiler.name(of) == name.value);
            names.iter().filter_map(of).collect()
        };
        let sides = [named(&step.by), named(&step.at)];
        for side in [0, 1] {
            let foes: u32 = sides[1 - side].iter().map(|&foe| contact::compile::bases(compiler, foe)).sum();
            for &of in &sides[side] {
                let told = step.fought_before.as_ref().and_then(|all| all.value.get(compiler.name(of)));
                most[of] += foes + told.map_or(0, |told| u32::from(told.value));
                compiler.own.assaults[of].0 += 1;
            }
        }
    }
    for of in (0..formations).filter(|&of| compiler.own.assaults[of].0 > 1).collect::<Vec<_>>() {
        for group in compiler.forces.formations[of].groups.clone() {
            for _ in 0..most[of] {
                let cell = compiler.cell(at)?;
                compiler.forces.groups[group].fought.push(cell);
            }
        }
    }
    Ok(())
}
