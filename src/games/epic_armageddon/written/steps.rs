//! The action of a step, one table for each kind.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::rally::Restore;
use super::air::{AirAssault, Departure, GroundAttack, Intercept, Patrol};
use super::assaults::Assault;
use super::beginning::Beginning;
use super::counts::Counts;
use super::fire::{Fire, Reactions};
use battle_odds_scenario::typed::{Either, InTwo, Marked, Names, Whole};

/// The action of a step, and what is lost if a formation withdraws in it.
pub type Step = InTwo<Withdrawing, Action>;

/// What is lost in withdrawal.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "every step of Epic Armageddon")]
pub struct Withdrawing {
    /// Units lost in withdrawal (§1.13.3), by name, if their formation breaks in the step or fails to rally; for a war engine, the
    /// enemies within 15 cm of it. Left out: none but units of speed 0 that fight in an assault, support in one, or are fired at
    /// with a `range` of 15 or less.
    pub caught: Option<Counts>,
}

/// The action of a step.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "an action", rename_all = "kebab-case")]
#[schemars(tag = "action")]
pub enum Action {
    /// A formation shoots (§1.9).
    Shoot(Box<Shoot>),
    /// Its barrage weapons alone fire (§1.9.8).
    Barrage(Box<Shoot>),
    /// Formations assault others (§1.12).
    Assault(Box<Assault>),
    /// A formation regroups, and may shoot first (§1.6.1).
    Marshal(Box<Marshal>),
    /// A formation marches (§1.6.1).
    March(Box<March>),
    /// A formation goes on overwatch (§1.10).
    Overwatch(Box<Overwatch>),
    /// Formations rally (§1.14.1).
    Rally(Rally),
    /// The end phase (§1.14): fires and reactors, shields, all formations rally, and a new turn begins.
    EndPhase(EndPhase),
    /// Units test for dangerous terrain (§1.8.1).
    DangerousTerrain(DangerousTerrain),
    /// Units out of coherency after a move are lost (§1.7.4).
    OutOfCoherency(OutOfCoherency),
    /// A formation teleports in (§2.1.21).
    Teleport(Teleport),
    /// Aircraft go on combat air patrol (§4.2).
    Patrol(Box<Patrol>),
    /// Aircraft attack a formation on the ground (§4.2.2).
    GroundAttack(Box<GroundAttack>),
    /// Aircraft land, and assault with their passengers (§4.2.5).
    AirAssault(Box<AirAssault>),
    /// Aircraft attack others over the table (§4.2).
    Intercept(Box<Intercept>),
    /// Aircraft leave the table (§4.2.6).
    Departure(Box<Departure>),
    /// A spacecraft bombards a formation (§4.3.3).
    OrbitalBombardment(Box<FromOrbit>),
    /// A spacecraft fires at war engines (§4.3.4).
    PinPointAttack(Box<FromOrbit>),
    /// A formation lands from orbit (§4.4).
    Planetfall(Box<Planetfall>),
    /// The sides roll for which acts first (§1.5).
    Strategy(Strategy),
    /// The roll for the end of the game (§5.1.7).
    GameEnd(GameEnd),
}

/// A `shoot` or a `barrage`.
pub type Shoot = InTwo<Fire, InTwo<Beginning, Shooting>>;

/// The formations of a `shoot` or a `barrage`, and the order.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step of fire", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shooting {
    /// The formation that shoots; after a transport the formations that leave it and shoot as one with it (§3.1.3).
    pub by: Names,
    /// The target.
    pub at: Marked<String>,
    /// The order (§1.6.1). Left out: advance.
    pub order: Option<FireOrder>,
    /// What regrouping restores first if the order is `marshal` (§3.2.5). Left out: shields.
    pub restore: Option<Restore>,
    /// Fire from overwatch at the formation as it moves, such as `[{ by = "hydras", range = 30 }]`. Left out: none.
    pub reactions: Reactions,
    /// Up to two formations more of a coordinated action (§2.1.1), such as `[{ by = "other", at = "warband" }]`. Left out: none.
    pub coordinated: Option<Marked<Vec<Marked<Joined>>>>,
}

/// An order to shoot (§1.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "an order", rename_all = "kebab-case")]
pub enum FireOrder {
    /// Moves once.
    Advance,
    /// Moves twice, and shoots at −1.
    Double,
    /// Does not move, and shoots at +1.
    Sustained,
    /// Shoots at −1, and regroups.
    Marshal,
    /// The only fire left after a failed test.
    Hold,
    /// Fires from overwatch (§1.10).
    Overwatch,
}

/// Another formation in a coordinated action (§2.1.1).
pub type Joined = InTwo<Fire, Joining>;

/// A formation that joins a coordinated action.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a formation in a coordinated action", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { by = \"other\", at = \"warband\" }")]
pub struct Joining {
    /// The formation.
    pub by: Marked<String>,
    /// The target.
    pub at: Marked<String>,
    /// The order. Left out: advance.
    pub order: Option<JoinedOrder>,
    /// Fire from overwatch at it. Left out: none.
    pub reactions: Reactions,
}

/// An order of a coordinated action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "an order of a coordinated action", rename_all = "kebab-case")]
pub enum JoinedOrder {
    /// Does not move, and shoots at +1.
    Sustained,
    /// Moves once.
    Advance,
    /// Moves twice, and shoots at −1.
    Double,
}

/// A `marshal`.
pub type Marshal = InTwo<Fire, InTwo<Beginning, Marshalling>>;

/// The formation of a `marshal`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `marshal`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Marshalling {
    /// The formation that regroups.
    pub by: Marked<String>,
    /// The formation that it shoots at first, at −1. Left out: none.
    pub at: Option<Marked<String>>,
    /// What regrouping restores first (§3.2.5). Left out: shields.
    pub restore: Option<Restore>,
}

/// A `march`.
pub type March = InTwo<Beginning, Marching>;

/// The formation of a `march`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `march`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Marching {
    /// The formation that marches.
    pub by: Marked<String>,
    /// Fire from overwatch at it. Left out: none.
    pub reactions: Reactions,
}

/// An `overwatch`.
pub type Overwatch = InTwo<Beginning, Waiting>;

/// The formation of an `overwatch`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `overwatch`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Waiting {
    /// The formation that lies in wait.
    pub by: Marked<String>,
}

/// A `rally`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `rally`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rally {
    /// The formations that rally, one after the other.
    pub by: Names,
    /// Added to their tests. Left out: 0.
    pub initiative_modifier: Option<Whole<-6, 6>>,
    /// Whether enemies are within 30 cm of them: `true`, or the names of the formations that have enemies near. Left
    /// out: false.
    pub enemy_within_30: Option<Either<bool, Names>>,
}

/// An `end-phase`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `end-phase`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct EndPhase {
    /// Added to the rally tests. Left out: 0.
    pub initiative_modifier: Option<Whole<-6, 6>>,
    /// Whether enemies are within 30 cm of all formations: `true`, or the names of the formations that have enemies
    /// near. Left out: false.
    pub enemy_within_30: Option<Either<bool, Names>>,
}

/// A `dangerous-terrain`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `dangerous-terrain`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct DangerousTerrain {
    /// The formation that moves.
    pub by: Marked<String>,
    /// Units that test, by name. Left out: all.
    pub units: Option<Counts>,
    /// Whether they go carefully, and roll failed tests again. Left out: false.
    pub careful: Option<bool>,
}

/// An `out-of-coherency`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `out-of-coherency`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct OutOfCoherency {
    /// The formation that has moved.
    pub by: Marked<String>,
    /// Units that are lost, by name.
    pub units: Counts,
}

/// A `teleport`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `teleport`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Teleport {
    /// The formation that teleports.
    pub by: Marked<String>,
}

/// An `orbital-bombardment` or a `pin-point-attack`.
pub type FromOrbit = InTwo<Fire, InTwo<Beginning, Bombarding>>;

/// The spacecraft and its target.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "an attack from orbit", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bombarding {
    /// The spacecraft.
    pub by: Marked<String>,
    /// The target.
    pub at: Marked<String>,
}

/// A `planetfall`.
pub type Planetfall = InTwo<Beginning, Landing>;

/// The formation of a `planetfall`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `planetfall`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Landing {
    /// The formation that lands.
    pub by: Marked<String>,
    /// How far it is from the edge of the table, in cm: each unit scatters 2D6 cm in one of the twelve directions of a clock face,
    /// 12 o'clock straight to the edge, and exactly on the edge is on the table. Left out: too far for scatter to cost anything.
    pub edge: Option<Whole<0, 1000>>,
    /// Whether its passengers leave it at once. Left out: false.
    pub disembark: Option<bool>,
    /// Fire from overwatch at the formations that disembark. Left out: none.
    pub reactions: Reactions,
}

/// A `strategy` roll.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `strategy`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Strategy {
    /// A formation of the side that rolls.
    pub by: Marked<String>,
    /// A formation of the other side.
    pub at: Marked<String>,
    /// The strategy rating of the side.
    pub rating: Whole<1, 10>,
    /// The strategy rating of the other.
    pub enemy_rating: Whole<1, 10>,
    /// The one of the two that wins a tie. Left out: a die decides.
    pub ties: Option<Marked<String>>,
}

/// A `game-end`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `game-end`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameEnd {}
