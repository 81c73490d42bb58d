//! `[[steps]]`: the steps, one table for each kind.

use schemars::JsonSchema;
use serde::Deserialize;

use super::fire::{Counts, Fire};
use super::values::{Cm, Coordinate, OnTwoDice};
use battle_odds_scenario::typed::{Either, InTwo, Marked, Named, Names, Whole};

/// The action of a step.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an action", rename_all = "kebab-case")]
#[schemars(tag = "action")]
pub enum Step {
    /// A formation shoots.
    Shoot(Box<Fire>),
    /// A psyker uses a power.
    Psychic(Box<Psychic>),
    /// A formation fires templates.
    Barrage(Box<Barrage>),
    /// Formations fight.
    Assault(Box<Assault>),
    /// A formation takes a morale test.
    Morale(MoraleTest),
    /// A formation that falls back tries to rally.
    Rally(Rally),
    /// The end phase: shields, repairs, rallies.
    EndPhase(EndPhase),
    /// A formation drops from the sky.
    DeepStrike(DeepStrike),
    /// Tunnellers attack a building.
    Structure(Structure),
}

/// Row 19: a psychic power.
pub type Psychic = InTwo<Fire, Power>;

/// The power that is used.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `psychic`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Power {
    /// The power, by its name. Left out: all that the formation has.
    pub power: Option<Marked<String>>,
}

/// §3.5: templates.
pub type Barrage = InTwo<Fire, Templates>;

/// Where templates fall.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "a step `barrage`", rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Templates {
    /// Bases that a template covers: `{ gaunt = 4, "friends.man" = 1 }`. Left out: by `point` and `layout`.
    pub under: Counts,
    /// Where it is aimed, in cm: `[10, 0]`. Left out: at the first living base; a lone target without a `layout` stands there.
    pub point: Option<Marked<[Coordinate; 2]>>,
    /// Whether the fire is indirect: `true`, or `"unobserved"`. Left out: false.
    pub indirect: Option<Marked<Either<bool, Unobserved>>>,
}

/// §3.5: indirect fire at a target that no unit sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "indirect fire", rename_all = "kebab-case")]
pub enum Unobserved {
    /// No unit sees the target.
    Unobserved,
}

/// §3.7: an assault.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `assault`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Assault {
    /// The attackers: a formation or a list.
    pub by: Names,
    /// The defenders: a formation or a list.
    pub at: Names,
    /// Whether this is its first round, with what a charge brings. Left out: true.
    pub charge: Option<bool>,
    /// Whether attacked formations in First Fire shoot at the charging ones (§3.6). Left out: false.
    #[serde(default)]
    pub counter_charge: bool,
    /// Bases of a formation that fight, from the front. Left out: all.
    pub fighting: Counts,
    /// Added to the assault factor of a formation, `{ brood = 1 }`. Left out: 0.
    pub bonus: Option<Marked<Named<Marked<Whole<-20, 20>>>>>,
    /// Duels that each base of a formation has fought in this turn. Left out: those of its assaults in this turn.
    pub fought_before: Counts,
    /// Elite dice announced, by formation: `{ reapers = 2 }` (#5). Left out: 0.
    pub elite: Counts,
    /// When an Elite die is rerolled (#5). Left out: `"lost"`.
    pub elite_when: Option<EliteWhen>,
    /// Whether it is in the air, in the movement phase (#13). Left out: false.
    pub interception: Option<Marked<bool>>,
}

/// Row 5: when an Elite die of a duel is rerolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "when an Elite die is rolled again", rename_all = "kebab-case")]
pub enum EliteWhen {
    /// When the duel is lost.
    #[default]
    Lost,
    /// When the duel is lost or tied.
    NotWon,
}

/// §3.8: a morale test.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `morale`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoraleTest {
    /// The formation.
    pub by: Marked<String>,
    /// Added to the roll. Left out: 0.
    pub modifier: Option<Whole<-10, 10>>,
}

/// §3.8: a rally.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `rally`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rally {
    /// The formation.
    pub by: Marked<String>,
    /// Added to the roll. Left out: 0.
    pub modifier: Option<Whole<-10, 10>>,
}

/// §3.2: the end phase.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `end-phase`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct EndPhase {
    /// Whether formations that fall back try to rally. Left out: true.
    pub rally: Option<bool>,
}

/// Row 9: a deep strike.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `deep-strike`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeepStrike {
    /// The formation.
    pub by: Marked<String>,
    /// How far from its point it may land, in cm. Left out: 6.
    pub radius: Option<Cm>,
}

/// Row 31: an attack on a building.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `structure`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Structure {
    /// The tunnellers.
    pub by: Marked<String>,
    /// The building's save on 2D6 (§3.12).
    pub save: OnTwoDice,
    /// The building's wounds (§3.12).
    pub wounds: Whole<1, 100>,
    /// The formation inside. Left out: none.
    pub garrison: Option<Marked<String>>,
}

impl Step {
    /// The names at a key of the step.
    pub fn names(&self, key: &str) -> Vec<&Marked<String>> {
        match self {
            Step::Shoot(fire) => fire.names(key),
            Step::Psychic(of) => of.0.names(key),
            Step::Barrage(of) => of.0.names(key),
            Step::Assault(of) if key == "by" => of.by.iter().collect(),
            Step::Assault(of) if key == "at" => of.at.iter().collect(),
            Step::Morale(of) if key == "by" => vec![&of.by],
            Step::Rally(of) if key == "by" => vec![&of.by],
            Step::DeepStrike(of) if key == "by" => vec![&of.by],
            Step::Structure(of) if key == "by" => vec![&of.by],
            Step::Structure(of) if key == "at" => of.garrison.iter().collect(),
            _ => Vec::new(),
        }
    }
}

impl Fire {
    fn names(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }
}
