//! #30: what transports carry. Who gets out of them when they are lost stands in [`cargo`](super::cargo).

use std::ops::Range;

use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::Cell;

/// Transports that are one as written, and whom they carry.
#[derive(Debug)]
pub struct Hold {
    /// Their formation.
    pub formation: usize,
    /// Who is aboard.
    pub passengers: Vec<Passengers>,
    /// Transports with equal loads.
    pub loads: Vec<Load>,
    /// Transports lost in this step whose passengers have not got out yet.
    pub wrecks: Cell,
    /// Of those, the ones lost to shots that passengers leave on another face than the usual one, by that face.
    pub shot: [Cell; 8],
    /// Which of unequal loads is lost.
    pub draw: Roll,
    /// §3.9: of a bio-titan: bases of each kind of passengers lost aboard while it lives.
    pub lost: Vec<Cell>,
    /// §3.9: who of several kinds is lost so.
    pub draw_lost: Roll,
}

/// Equal passengers.
#[derive(Debug)]
pub struct Passengers {
    /// Their group while they are aboard.
    pub aboard: usize,
    /// Their groups when they are out.
    pub out: Range<usize>,
    /// Their exit, by the face that it takes, from 2 on; none where they are lost with a transport in the air (#8).
    pub exits: Vec<Pool>,
}

/// Transports with equal loads.
#[derive(Debug)]
pub struct Load {
    /// Bases of each kind of passengers aboard one of them.
    pub carries: Vec<u16>,
    /// How many transports are so loaded; nothing where all are.
    pub transports: Cell,
}
