//! §12: close combat, and the slash attacks of bikes (§15.6.1): who is in contact, round by round, fight by fight.
//!
//! A charge first tests fear and terror ([`nerve`]), then may trigger fire; each is a stage of the step. The fights are
//! the last stage. One piece of play is one fight: it is drawn from a table, and so are the wounds that it costs.
//!
//! | file | what is in it |
//! |---|---|
//! | this one | the sides, their cells |
//! | [`play`] | close combat, part by part |
//! | [`nerve`] | what comes before a charge |
//! | [`pairing`] | who fights whom |
//! | [`meeting`], [`bout`], [`blows`] | tables of fights and of wounds |
//! | [`duel`] | one fighter against another: formulas and dice, without state |
//! | [`written`] | what the steps `close-combat` and `slash-attack` may hold |
//! | [`compile`], [`fighters`] | from these to what is played |
//! | [`choices`] | what the player decides |

pub mod blows;
pub mod bout;
pub mod choices;
pub mod compile;
pub mod duel;
pub mod fighters;
pub mod meeting;
pub mod nerve;
pub mod pairing;
pub mod play;
pub mod written;

use crate::combat::meeting::Meeting;
use crate::fire::volley::Volley;
use crate::machine::scene::Scene;
use battle_odds_plan::state::Cell;

/// A formation in close combat.
#[derive(Debug)]
pub struct Contender {
    /// The formation.
    pub formation: usize,
    /// §12.12: whether it disengages in the first round.
    pub disengages: bool,
    /// What is counted of it.
    pub cells: Cells,
}

/// What is counted of a formation in close combat, named like the metrics; `quiet` and the cells below it are
/// remembered until the step is over.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Cells {
    pub won: Cell,
    pub drew: Cell,
    pub lost: Cell,
    pub hits: Cell,
    pub wounds: Cell,
    pub kills: Cell,
    pub charged: Cell,
    pub stays: Cell,
    pub half_ws: Cell,
    pub escaped: Cell,
    /// §14.1: it failed a test, and does not fire at a charge.
    pub quiet: Cell,
    /// §12.12: it has left the combat.
    pub gone: Cell,
    /// Its models that flee and are alive.
    pub fleeing: Cell,
}

impl Cells {
    fn counters(&self) -> [Cell; 7] {
        [self.won, self.drew, self.lost, self.hits, self.wounds, self.kills, self.escaped]
    }
}

/// Equal models of a side, next to each other in its row.
#[derive(Debug)]
pub struct Rank {
    /// Their formation, by index within the side.
    pub contender: usize,
    /// Their kind of fighter.
    pub class: usize,
    /// Their group.
    pub group: usize,
    /// The wounds that they have left.
    pub level: usize,
    /// How many of them stand in the row this round.
    pub stand: Cell,
    /// 1 while what they strike with recharges, if it ever does.
    pub recharging: Option<Cell>,
    /// 1 once what they strike with is destroyed, if it can be.
    pub lost: Option<Cell>,
}

/// `contact`: the most models of some groups that fight.
#[derive(Debug)]
pub struct Limit {
    /// Indices in the row.
    pub ranks: Vec<usize>,
    /// The most models.
    pub most: u32,
}

/// A side in close combat.
#[derive(Debug)]
pub struct Side {
    /// Its formations, in order.
    pub contenders: Vec<Contender>,
    /// Its models, in order.
    pub row: Vec<Rank>,
    /// How many models fight.
    pub limits: Vec<Limit>,
}

/// Close combat of two sides.
#[derive(Debug)]
pub struct Combat {
    /// The side that charges, or whose turn it is, and the other.
    pub sides: [Side; 2],
    /// Which fighters can meet, by the kinds of fighters of the two sides.
    pub meetings: Vec<Vec<Meeting>>,
    /// §10.7: whether it begins with a charge.
    pub charge: bool,
    /// §15.6.1: one attack of bikes.
    pub slash: bool,
    /// §11.24.2: fire from overwatch at those who charge, one stage each.
    pub reactions: Vec<Volley>,
    /// The number of rounds.
    pub rounds: usize,
    /// Rounds fought.
    pub fought: Cell,
    /// Fights fought.
    pub fights: Cell,
    /// §12.9: the wounds left of the model that stands, while its opponents come; 0 before.
    pub lone: Cell,
    /// §15.5.2: the walkers that fight.
    pub walkers: Vec<Scene>,
    /// Hits on one of them that are not resolved yet.
    pub strike: Strike,
}

/// §15.5.2: hits on a walker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strike {
    /// How many are left.
    pub hits: Cell,
    /// The walker, from 1; 0 means none.
    pub walker: Cell,
    /// Its own side.
    pub side: Cell,
    /// Which formation of the other side strikes, from 0.
    pub by: Cell,
    /// The kinds of fighters of both sides.
    pub classes: [Cell; 2],
    /// 1 if the striking model has lost its weapon.
    pub bare: Cell,
}
