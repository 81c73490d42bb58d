//! The rulebook's own compile-time data.

use std::collections::BTreeMap;

use crate::psychic::power::Powers;
use battle_odds_plan as plan;
use battle_odds_words::filled;

/// What has been compiled so far.
pub type Compiler = plan::rulebook::CompilerOf<Wh40k2nd>;

/// The rulebook's own compile-time data.
#[derive(Default)]
pub struct Wh40k2nd {
    /// The powers that can be used.
    pub powers: Powers,
    /// Sentences about what has no effect in the plan.
    pub remarks: Vec<String>,
    /// Formations that may be on overwatch when the step being read begins.
    pub overwatch: Vec<usize>,
    /// How many salvos of templates have been read at each formation with a layout.
    at_layouts: BTreeMap<usize, usize>,
}

impl Wh40k2nd {
    /// Adds a remark, once.
    pub fn remark(&mut self, line: String) {
        if !self.remarks.contains(&line) {
            self.remarks.push(line);
        }
    }
}

impl Wh40k2nd {
    /// Counts a salvo of templates at a layout; returns how many came before.
    pub fn at_layout(&mut self, formation: usize) -> usize {
        let count = self.at_layouts.entry(formation).or_default();
        *count += 1;
        *count - 1
    }

    /// Whether a salvo is the last at a layout.
    pub fn is_last_at(&self, formation: usize, nth: usize) -> bool {
        self.at_layouts.get(&formation) == Some(&(nth + 1))
    }
}

/// The formations that do something, in words: one model charges, several charge.
pub fn acting(compiler: &Compiler, by: &[usize], [one, several]: [&'static str; 2]) -> String {
    filled("", if models(compiler, by) == 1 { one } else { several }, &[("who", &compiler.list(by))])
}

/// The same with the formations that they do it to.
pub fn acting_on(compiler: &Compiler, by: &[usize], [one, several]: [&'static str; 2], whom: &str) -> String {
    let verb = if models(compiler, by) == 1 { one } else { several };
    filled("", verb, &[("who", &compiler.list(by)), ("whom", &whom)])
}

/// How many models formations have.
pub fn models(compiler: &Compiler, formations: &[usize]) -> u32 {
    let groups = formations.iter().flat_map(|&of| compiler.forces.formations[of].groups.clone());
    groups.map(|group| u32::from(compiler.forces.groups[group].start)).sum()
}

/// The name of a group in its rolls.
pub fn label(compiler: &Compiler, group: usize) -> String {
    let of = &compiler.forces.groups[group];
    match compiler.forces.units(of.formation).len() {
        1 => compiler.forces.name_of(group).to_owned(),
        _ => format!("{}.{}", compiler.forces.name_of(group), of.profile.unit()),
    }
}
