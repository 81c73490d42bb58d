//! What the compiler of this system keeps beside what all keep.

use crate::systems::plan;

/// What has been compiled so far.
pub type Compiler = plan::rulebook::CompilerOf<Wh40k2nd>;

/// What it keeps beside what all keep.
#[derive(Default)]
pub struct Wh40k2nd {
    /// What in the plan comes to nothing, in sentences.
    pub remarks: Vec<String>,
    /// Formations that may be on overwatch when the step being read begins.
    pub overwatch: Vec<usize>,
}

impl Wh40k2nd {
    /// Remarks something, once.
    pub fn remark(&mut self, line: String) {
        if !self.remarks.contains(&line) {
            self.remarks.push(line);
        }
    }
}

impl Compiler {
    /// What a group is called where it rolls dice.
    pub fn label(&self, group: usize) -> String {
        let of = &self.forces.groups[group];
        match self.forces.units(of.formation).len() {
            1 => self.forces.name_of(group).to_owned(),
            _ => format!("{}.{}", self.forces.name_of(group), of.profile.unit()),
        }
    }
}
