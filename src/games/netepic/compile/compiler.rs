//! What the compiler of this system keeps beside what all keep.

use std::ops::Range;

use super::super::abilities::Kind;
use super::super::wreck::Wreck;
use super::super::written::Tables;
use super::super::written::fire::Counts;
use super::super::written::formations::Distances;
use battle_odds_plan as plan;
use battle_odds_scenario::typed::{Marked, Whole};

/// What has been compiled so far.
pub type Compiler = plan::rulebook::CompilerOf<NetEpic>;

/// A group that is aboard, as written.
pub struct Boarding {
    /// Its group while it is aboard.
    pub aboard: usize,
    /// Its groups when it is out.
    pub out: Range<usize>,
    /// The unit that carries it.
    pub transport: Marked<String>,
    /// How many bases each transport carries, where it is told.
    pub loads: Option<Marked<Vec<Whole<0, 100>>>>,
}

/// §3.9: what a group says of those near its titan.
pub struct Neighbours {
    /// The titan.
    pub titan: usize,
    /// On whom it falls.
    pub falls_on: Counts,
    /// Who is near when it explodes.
    pub explodes_near: Distances,
}

/// What it keeps beside what all keep.
#[derive(Default)]
pub struct NetEpic {
    /// The scenario's own tables beside `[units]`.
    pub tables: Tables,
    /// §3.7: of each formation the assaults of a turn in which it fights, and how many have been read.
    pub assaults: Vec<(u32, u32)>,
    /// What in the plan comes to nothing, in sentences.
    pub remarks: Vec<String>,
    /// Formations that may have lost somebody in the steps read so far.
    pub touched: Vec<usize>,
    /// Who is aboard transports, as written.
    pub boardings: Vec<Boarding>,
    /// §3.9: who is near which titan, as written.
    pub neighbours: Vec<Neighbours>,
    /// §3.9: titans, and those near them.
    pub wrecks: Vec<Wreck>,
}

impl NetEpic {
    /// Remarks something, once.
    pub fn remark(&mut self, line: String) {
        if !self.remarks.contains(&line) {
            self.remarks.push(line);
        }
    }
}

/// What a group is called where it rolls dice.
pub fn label(compiler: &Compiler, group: usize) -> String {
    let of = &compiler.forces.groups[group];
    let name = &compiler.forces.formations[of.formation].name;
    match compiler.forces.units(of.formation).len() {
        1 => name.clone(),
        _ => format!("{name}.{}", of.profile.unit()),
    }
}

/// Whether anybody of a formation has an ability.
pub fn has(compiler: &Compiler, formation: usize, kind: Kind) -> bool {
    compiler.forces.of(formation).iter().any(|group| group.profile.has(kind))
}
