//! #30: what transports carry. How passengers get out of lost transports is in [`cargo`](crate::cargo).

use std::ops::Range;

use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::Cell;

/// Transports that the scenario does not distinguish, and what they carry.
#[derive(Debug)]
pub struct Hold {
    /// Their formation.
    pub formation: usize,
    /// The passengers aboard.
    pub passengers: Vec<Passengers>,
    /// Transports with equal loads.
    pub loads: Vec<Load>,
    /// Transports lost in this step whose passengers have not got out yet.
    pub wrecks: Cell,
    /// Of those, the ones lost to shots whose passengers get out on another face than usual, by that face.
    pub shot: [Cell; 8],
    /// The roll for which of unequal loads is lost.
    pub draw: Roll,
    /// §3.9: for a bio-titan: bases of each kind of passengers lost aboard while it lives.
    pub lost: Vec<Cell>,
    /// §3.9: the roll for which of several kinds is lost that way.
    pub draw_lost: Roll,
}

/// Equal passengers.
#[derive(Debug)]
pub struct Passengers {
    /// Their group while they are aboard.
    pub aboard: usize,
    /// Their groups when they are out.
    pub out: Range<usize>,
    /// Their exit, by the face that it needs, from 2 on; none if they are lost with a transport in the air (#8).
    pub exits: Vec<Pool>,
}

/// Transports with equal loads.
#[derive(Debug)]
pub struct Load {
    /// Bases of each kind of passengers aboard one of them.
    pub carries: Vec<u16>,
    /// How many transports have this load; nothing if all have.
    pub transports: Cell,
}
