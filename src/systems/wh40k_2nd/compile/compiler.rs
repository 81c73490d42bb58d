//! The rulebook's own compile-time data.

use std::collections::BTreeMap;

use super::power_cards::Powers;
use crate::plan;
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

impl Compiler {
    /// The formations that do something, in words: one model charges, several charge.
    pub fn acting(&self, by: &[usize], [one, several]: [&'static str; 2]) -> String {
        filled("", if self.models(by) == 1 { one } else { several }, &[("who", &self.list(by))])
    }

    /// The same with the formations that they do it to.
    pub fn acting_on(&self, by: &[usize], [one, several]: [&'static str; 2], whom: &str) -> String {
        let verb = if self.models(by) == 1 { one } else { several };
        filled("", verb, &[("who", &self.list(by)), ("whom", &whom)])
    }

    /// How many models formations have.
    pub fn models(&self, formations: &[usize]) -> u32 {
        let groups = formations.iter().flat_map(|&of| self.forces.formations[of].groups.clone());
        groups.map(|group| u32::from(self.forces.groups[group].start)).sum()
    }

    /// The name of a group in its rolls.
    pub fn label(&self, group: usize) -> String {
        let of = &self.forces.groups[group];
        match self.forces.units(of.formation).len() {
            1 => self.forces.name_of(group).to_owned(),
            _ => format!("{}.{}", self.forces.name_of(group), of.profile.unit()),
        }
    }
}
