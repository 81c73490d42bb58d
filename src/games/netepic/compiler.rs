//! The rulebook's own compile-time data.

use std::ops::Range;

use crate::abilities::Kind;
use crate::fire::written::Counts;
use crate::forces::written::Distances;
use crate::tables::Tables;
use crate::wreck::Wreck;
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
    /// How many bases each transport carries, if given.
    pub loads: Option<Marked<Vec<Whole<0, 100>>>>,
}

/// §3.9: what a group says about the bases near its titan.
pub struct Neighbours {
    /// The titan.
    pub titan: usize,
    /// The bases that it falls on.
    pub falls_on: Counts,
    /// The bases near it when it explodes.
    pub explodes_near: Distances,
}

/// The rulebook's own compile-time data.
#[derive(Default)]
pub struct NetEpic {
    /// The scenario's own tables besides `[units]`.
    pub tables: Tables,
    /// §3.7: for each formation, the assaults of a turn in which it fights, and how many of them have been read.
    pub assaults: Vec<(u32, u32)>,
    /// Sentences about what has no effect in the plan.
    pub remarks: Vec<String>,
    /// Formations that may have lost bases in the steps read so far.
    pub touched: Vec<usize>,
    /// Passengers of transports, as written.
    pub boardings: Vec<Boarding>,
    /// §3.9: the bases near each titan, as written.
    pub neighbours: Vec<Neighbours>,
    /// §3.9: titans, and the bases near them.
    pub wrecks: Vec<Wreck>,
}

impl NetEpic {
    /// Adds a remark, once.
    pub fn remark(&mut self, line: String) {
        if !self.remarks.contains(&line) {
            self.remarks.push(line);
        }
    }
}

/// The name of a group in its rolls.
pub fn label(compiler: &Compiler, group: usize) -> String {
    let of = &compiler.forces.groups[group];
    let name = &compiler.forces.formations[of.formation].name;
    match compiler.forces.units(of.formation).len() {
        1 => name.clone(),
        _ => format!("{name}.{}", of.profile.unit()),
    }
}

/// Whether any base of a formation has an ability.
pub fn has(compiler: &Compiler, formation: usize, kind: Kind) -> bool {
    compiler.forces.of(formation).iter().any(|group| group.profile.has(kind))
}
