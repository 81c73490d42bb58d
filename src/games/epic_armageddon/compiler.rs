//! The rulebook's own compile-time data, and questions to it that several chapters have.

use crate::activation::Side;
use crate::allocation::Begun;
use crate::forces::Magazine;
use crate::forces::written::Standing;
use crate::placement::Ground;
use crate::withdrawal::written::Withdrawing;
use battle_odds_plan as plan;
use battle_odds_plan::state::Cell;
use battle_odds_scenario::{Problem, Span};
use std::collections::BTreeMap;

/// Weapons that cannot fire in every turn, by group and name.
pub type Loaded = BTreeMap<(usize, String), Magazine>;

/// What has been compiled so far.
pub type Compiler = plan::rulebook::CompilerOf<EpicArmageddon>;

/// The rulebook's own compile-time data.
#[derive(Default)]
pub struct EpicArmageddon {
    /// Formations that may be on overwatch at some time.
    pub waiting: Vec<bool>,
    /// Weapons that cannot fire in every turn.
    pub loaded: Loaded,
    /// What each side remembers from step to step.
    pub sides: Vec<Side>,
    /// §1.13.3: what is lost in withdrawal in the step that is compiled; a chapter that sees to it itself takes it.
    pub withdrawing: Option<Withdrawing>,
    /// The cells for the outcome of an assault: winner, margin, rounds.
    pub outcome: [Cell; 3],
    /// The cells for what counts on the defender's side.
    pub defender: [Cell; 4],
    /// §4.2.4: which units have fired at which aircraft since they came.
    pub flak: Vec<FlakRecord>,
    /// §4.2.3: aircraft that never land: only AA can be fired at them, and they only attack from the air.
    pub always_aloft: Vec<bool>,
    /// The cells of [`begun`], which all strikes share.
    pub begun: Vec<Cell>,
    /// The layout of each formation, as written.
    pub layouts: Vec<Option<Standing>>,
    /// The layout of each formation, as the program understands it.
    pub grounds: Vec<Option<Ground>>,
}

/// §4.2.4: units of a group that have fired at aircraft on their approach.
pub struct FlakRecord {
    /// The group.
    pub group: usize,
    /// The formation of aircraft.
    pub at: usize,
    /// Units.
    pub units: u32,
}

/// §4.2.3: refuses aircraft in an action on the ground.
pub fn on_the_ground(compiler: &Compiler, formations: &[usize], span: &Span) -> Result<(), Problem> {
    let Some(&flying) = formations.iter().find(|&&formation| compiler.own.always_aloft[formation]) else {
        return Ok(());
    };
    let problem = Problem::new(text!("`{flying}` are aircraft in flight", flying = compiler.name(flying))).at(span);
    Err(problem.help(
        text!("they attack with `ground-attack` and `air-assault`, and only `flak` and interceptors can hurt them (§4.2.3); on the ground: state = \"landed\""),
    ))
}

/// Whether a formation may be on overwatch.
pub fn can_wait(compiler: &Compiler, formation: usize) -> bool {
    compiler.own.waiting[formation]
}

/// Room for what a strike on these slots began with: for each the damage capacity of a war engine, or 0.
pub fn begun(compiler: &mut Compiler, engines: &[u8], span: &Span) -> Result<Begun, Problem> {
    if engines.iter().all(|&engine| engine == 0) {
        return Ok(Begun(Vec::new()));
    }
    while compiler.own.begun.len() <= engines.len() {
        let cell = compiler.cell(span)?;
        compiler.own.begun.push(cell);
    }
    Ok(Begun(compiler.own.begun[..=engines.len()].to_vec()))
}
