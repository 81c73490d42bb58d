//! `[[steps]]`: the steps, one table for each kind.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::profile::{Facing, HazardKind};
use super::combats::CloseCombat;
use super::fire::{Counts, Reactions, Shoot};
use super::magic::{Psychic, PsychicDuel, WarpCards};
use super::values::{Cm, Speed};
use battle_odds_scenario::typed::{InTwo, Marked, Named, Several, Whole};

/// The action of a step.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an action", rename_all = "kebab-case")]
#[schemars(tag = "action")]
pub enum Step {
    /// A formation shoots.
    Shoot(Box<Shoot>),
    /// Formations fight.
    CloseCombat(Box<CloseCombat>),
    /// Bikes strike as they pass.
    SlashAttack(SlashAttack),
    /// A formation moves, and may be fired at.
    Move(Move),
    /// A formation goes on overwatch.
    Overwatch(Overwatch),
    /// A player's turn ends.
    EndTurn(EndTurn),
    /// A formation takes a break test.
    BreakTest(BreakTest),
    /// A broken formation flees.
    Flee(Flee),
    /// A formation tries to rally.
    Rally(Rally),
    /// A formation takes a psychology test.
    Psychology(Psychology),
    /// A psyker uses a power.
    Psychic(Box<Psychic>),
    /// Warp cards are dealt.
    WarpCards(WarpCards),
    /// Two psykers fight a psychic duel.
    PsychicDuel(PsychicDuel),
    /// A vehicle rams.
    Ram(Ram),
    /// Something dangerous happens to a formation.
    Hazard(Hazard),
    /// Which side has the first turn.
    Strategy(Strategy),
    /// How many turns the game lasts.
    GameLength(GameLength),
}

/// §15.6.1: bikes strike as they pass.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `slash-attack`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct SlashAttack {
    /// The bikes.
    pub by: Marked<String>,
    /// The formation that they pass.
    pub at: Marked<String>,
    /// Models that fight. Left out: all.
    pub contact: Counts,
    /// What models strike with, by unit. Left out: the first weapon fit for close combat.
    pub strike: Option<Marked<Named<Marked<String>>>>,
}

/// §10: a formation moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `move`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Move {
    /// The formation.
    pub by: Marked<String>,
    /// Fire from overwatch at it, such as `[{ by = "guard", range = 40, snap = true }]` (§11.24.2). Left out: none.
    pub reactions: Reactions,
}

/// §11.24.1: a formation goes on overwatch.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `overwatch`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Overwatch {
    /// The formation.
    pub by: Marked<String>,
}

/// §9.1: a player's turn ends.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `end-turn`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct EndTurn {}

/// §13.1: a formation takes a break test.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `break-test`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct BreakTest {
    /// The formation.
    pub by: Marked<String>,
    /// A modifier to its Ld. Left out: 0.
    pub modifier: Option<Whole<-10, 10>>,
    /// Whether it hates its adversaries: Ld 10 (§14.4). Left out: whether any enemies that it `hates` are left.
    pub hated: Option<bool>,
}

/// §13.2: a broken formation flees.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `flee`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Flee {
    /// The formation.
    pub by: Marked<String>,
}

/// §13.4: a formation tries to rally.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `rally`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rally {
    /// The formation.
    pub by: Marked<String>,
    /// Whether it is in or behind cover. Left out: true.
    pub cover: Option<bool>,
    /// Whether it has already fled this turn in a step that is not in this file. Left out: false.
    #[serde(default)]
    pub fled: bool,
    /// Whether the nearest friends are broken. Left out: false.
    #[serde(default)]
    pub nearest_broken: bool,
    /// Whether it hates its adversaries: Ld 10 (§14.4). Left out: whether any enemies that it `hates` are left.
    pub hated: Option<bool>,
}

/// §14: a formation takes a psychology test.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `psychology`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Psychology {
    /// The formation.
    pub by: Marked<String>,
    /// The test.
    pub test: PsychologyTest,
    /// Fear and terror: whether it charges the enemy that it fears. Left out: false, it is charged.
    #[serde(default)]
    pub charging: bool,
    /// Fear: whether the charging enemy is more numerous. Left out: false.
    #[serde(default)]
    pub outnumbered: bool,
    /// Stupidity: whether it is in combat. Left out: false.
    #[serde(default)]
    pub in_combat: bool,
}

/// A psychology test (§14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a test", rename_all = "kebab-case")]
#[allow(missing_docs)] // The names of the book.
pub enum PsychologyTest {
    Fear,
    Terror,
    Stupidity,
    Frenzy,
}

/// §15.3.7: a vehicle rams.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `ram`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ram {
    /// The vehicle.
    pub by: Marked<String>,
    /// The formation that it rams.
    pub at: Marked<String>,
    /// Locations of the target that meet. Left out: none.
    pub contact: Option<Marked<Several<Marked<String>>>>,
    /// Its own locations that meet. Left out: none.
    pub own: Option<Marked<Several<Marked<String>>>>,
    /// The side of the target that is rammed. Left out: `"side"`.
    pub facing: Option<Facing>,
    /// Models in the way. Left out: all.
    pub path: Option<Marked<Whole<0, 1000>>>,
    /// Whether it is a light bike that rams what is larger. Left out: false.
    #[serde(default)]
    pub light: bool,
}

/// Something dangerous happens to a formation.
pub type Hazard = InTwo<HazardKeys, HazardOf>;

/// The formation, and the kind of hazard.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `hazard`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct HazardOf {
    /// The formation.
    pub by: Marked<String>,
    /// What happens.
    pub kind: Marked<HazardKind>,
}

/// How it happens.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "a hazard", rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct HazardKeys {
    /// `disembark`: cm of the vehicle's move (§15.3.5); `skid`: `"combat"` or `"fast"` (§15.6.1).
    pub speed: Option<Marked<Speed>>,
    /// `disembark`: whether it is off a bike (§15.6.1). Left out: false.
    pub bike: bool,
    /// `disembark`, `fall`: how many models. Left out: all for `disembark`, 1 for `fall`.
    pub models: Option<Marked<Whole<0, 1000>>>,
    /// `fall`: from how high, in cm (§16.4).
    pub height: Option<Marked<Cm>>,
    /// `fall`: models below. Left out: none.
    pub below: Counts,
    /// `skid`: models near the wreck. Left out: none.
    pub near: Counts,
}

/// §3.2: which side has the first turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `strategy`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Strategy {
    /// A formation of one side.
    pub by: Marked<String>,
    /// A formation of the other.
    pub at: Marked<String>,
    /// Strategy rating of `by`.
    pub rating: Whole<0, 20>,
    /// Strategy rating of `at`.
    pub enemy_rating: Whole<0, 20>,
}

/// §3.2: how many turns the game lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `game-length`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameLength {}

impl Step {
    /// The names at a key of the step, with their places; those of its reactions under `reactions`.
    pub fn names(&self, key: &str) -> Vec<&Marked<String>> {
        match (self, key) {
            (Step::Shoot(of), "by") => vec![&of.1.by],
            (Step::Shoot(of), "at") => of.1.at.iter().collect(),
            (Step::CloseCombat(of), "by") => of.by.iter().collect(),
            (Step::CloseCombat(of), "at") => of.at.iter().collect(),
            (Step::CloseCombat(of), "reactions") => shooters(&of.reactions),
            (Step::Move(of), "reactions") => shooters(&of.reactions),
            (Step::SlashAttack(of), "by") => vec![&of.by],
            (Step::SlashAttack(of), "at") => vec![&of.at],
            (Step::Move(of), "by") => vec![&of.by],
            (Step::Overwatch(of), "by") => vec![&of.by],
            (Step::BreakTest(of), "by") => vec![&of.by],
            (Step::Flee(of), "by") => vec![&of.by],
            (Step::Rally(of), "by") => vec![&of.by],
            (Step::Psychology(of), "by") => vec![&of.by],
            (Step::Psychic(of), "by") => vec![&of.by],
            (Step::Psychic(of), "at") => vec![&of.at],
            (Step::WarpCards(of), "by") => vec![&of.by],
            (Step::WarpCards(of), "at") => vec![&of.at],
            (Step::PsychicDuel(of), "by") => vec![&of.by],
            (Step::PsychicDuel(of), "at") => vec![&of.at],
            (Step::Ram(of), "by") => vec![&of.by],
            (Step::Ram(of), "at") => vec![&of.at],
            (Step::Hazard(of), "by") => vec![&of.1.by],
            (Step::Strategy(of), "by") => vec![&of.by],
            (Step::Strategy(of), "at") => vec![&of.at],
            _ => Vec::new(),
        }
    }
}

/// The formations that fire from overwatch.
fn shooters(reactions: &Reactions) -> Vec<&Marked<String>> {
    let all = reactions.iter().flat_map(|all| all.value.iter());
    all.map(|reaction| &reaction.1.by).collect()
}
