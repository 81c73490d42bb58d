//! Readings of rules that the book leaves open, and the house rules of §20: each an enum whose variants name the readings,
//! the default first.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::combat::duel::BothParry;
use crate::damage::wound::NaturalOne;
use crate::fire::sustained::SustainedFire;
use crate::fire::to_hit::MixedCover;
use crate::machine::hazards::DodgeBonus;
use crate::machine::penetration::FarArmour;
use battle_odds_plan::readings::Reading;

/// Readings of rules that the book leaves open, and the house rules of §20.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "`readings`", rename_all = "kebab-case", deny_unknown_fields, default)]
#[serde(expecting = "a table such as { mixed-cover = \"nearest\" }")]
pub struct Readings {
    /// §11.14: the cover of a squad of which some are covered.
    pub mixed_cover: MixedCover,
    /// §11.12: whether a 1 fails to save.
    pub natural_one: NaturalOne,
    /// §12.5.1: fighters who can both parry.
    pub both_parry: BothParry,
    /// §14.3: when a test of stupidity is passed.
    pub stupidity: Stupidity,
    /// §15.3.7: hits of rammed creatures on the vehicle.
    pub creatures_struck: CreaturesStruck,
    /// §15.3.7: the bonus of the fourth model that dodges a vehicle.
    pub dodge_bonus: DodgeBonus,
    /// §20: when sustained fire dice are rolled.
    pub sustained_fire: SustainedFire,
    /// §20: whether penetration is less from afar.
    pub far_armour: FarArmour,
    /// §20: which vehicles are large targets.
    pub large_vehicles: LargeVehicles,
    /// §20: where a template lies on a vehicle.
    pub template_on_vehicle: TemplateOnVehicle,
    /// §20: models that jump off a moving vehicle.
    pub leaping: Leaping,
    /// §20: models that charge a moving vehicle.
    pub charging_a_moving_vehicle: ChargingAMovingVehicle,
    /// §20: passengers that a result kills.
    pub passengers: Passengers,
}

impl Reading for MixedCover {
    const KEY: &'static str = "mixed-cover";
    const SECTION: &'static str = "§11.14";

    fn words(self) -> &'static str {
        match self {
            MixedCover::Rounded => {
                mark!("the cover of a squad of which some are covered: of the whole squad, rounded as §11.14 has it")
            }
            MixedCover::Nearest => mark!("the cover of a squad of which some are covered: that of the nearest model"),
        }
    }
}

impl Reading for NaturalOne {
    const KEY: &'static str = "natural-one";
    const SECTION: &'static str = "§11.12";

    fn words(self) -> &'static str {
        match self {
            NaturalOne::AsRolled => mark!("whether a 1 fails to save: only if the save needs more"),
            NaturalOne::Fails => mark!("whether a 1 fails to save: always"),
        }
    }
}

impl Reading for BothParry {
    const KEY: &'static str = "both-parry";
    const SECTION: &'static str = "§12.5.1";

    fn words(self) -> &'static str {
        match self {
            BothParry::Cancel => mark!("fighters who can both parry: neither parries"),
            BothParry::Difference => {
                mark!("fighters who can both parry: the one with more parries uses the difference")
            }
        }
    }
}

/// §14.3: when a test of stupidity is passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of when a test of stupidity is passed", rename_all = "kebab-case")]
pub enum Stupidity {
    /// At the Ld or below.
    #[default]
    AtMost,
    /// Below the Ld.
    Below,
}

impl Reading for Stupidity {
    const KEY: &'static str = "stupidity";
    const SECTION: &'static str = "§14.3";

    fn words(self) -> &'static str {
        match self {
            Stupidity::AtMost => mark!("when a test of stupidity is passed: at the Ld or below"),
            Stupidity::Below => mark!("when a test of stupidity is passed: below the Ld"),
        }
    }
}

/// §15.3.7: hits of rammed creatures on the vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of hits of rammed creatures on the vehicle", rename_all = "kebab-case")]
pub enum CreaturesStruck {
    /// One for each creature.
    #[default]
    Each,
    /// One for all of them.
    Once,
}

impl Reading for CreaturesStruck {
    const KEY: &'static str = "creatures-struck";
    const SECTION: &'static str = "§15.3.7";

    fn words(self) -> &'static str {
        match self {
            CreaturesStruck::Each => mark!("hits of rammed creatures on the vehicle: one for each creature"),
            CreaturesStruck::Once => mark!("hits of rammed creatures on the vehicle: one for all of them"),
        }
    }
}

impl Reading for DodgeBonus {
    const KEY: &'static str = "dodge-bonus";
    const SECTION: &'static str = "§15.3.7";

    fn words(self) -> &'static str {
        match self {
            DodgeBonus::Steady => mark!("what is added to the roll of the fourth who dodges a vehicle: 3"),
            DodgeBonus::Printed => mark!("what is added to the roll of the fourth who dodges a vehicle: 4"),
        }
    }
}

impl Reading for SustainedFire {
    const KEY: &'static str = "sustained-fire";
    const SECTION: &'static str = "§20";

    fn words(self) -> &'static str {
        match self {
            SustainedFire::HitFirst => mark!("when sustained fire dice are rolled: after a hit"),
            SustainedFire::DiceFirst => {
                mark!("when sustained fire dice are rolled: first, and each shot then rolls to hit")
            }
        }
    }
}

impl Reading for FarArmour {
    const KEY: &'static str = "far-armour";
    const SECTION: &'static str = "§20";

    fn words(self) -> &'static str {
        match self {
            FarArmour::Weakens => mark!("whether penetration is less from afar: 1 less for each full 60 cm"),
            FarArmour::Ignored => mark!("whether penetration is less from afar: it is not"),
        }
    }
}

/// §20: which vehicles are large targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of which vehicles are large targets", rename_all = "kebab-case")]
pub enum LargeVehicles {
    /// Those of the size of a Land Raider.
    #[default]
    LandRaider,
    /// Those of the size of a Rhino too.
    Rhino,
}

impl Reading for LargeVehicles {
    const KEY: &'static str = "large-vehicles";
    const SECTION: &'static str = "§20";

    fn words(self) -> &'static str {
        match self {
            LargeVehicles::LandRaider => mark!("which vehicles are large targets: those of the size of a Land Raider"),
            LargeVehicles::Rhino => mark!("which vehicles are large targets: those of the size of a Rhino too"),
        }
    }
}

/// §20: where a template lies on a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of where a template lies on a vehicle", rename_all = "kebab-case")]
pub enum TemplateOnVehicle {
    /// Where the scenario puts its hole.
    #[default]
    Chosen,
    /// Its hole is on a location that is rolled.
    Rolled,
}

impl Reading for TemplateOnVehicle {
    const KEY: &'static str = "template-on-vehicle";
    const SECTION: &'static str = "§20";

    fn words(self) -> &'static str {
        match self {
            TemplateOnVehicle::Chosen => mark!("where a template lies on a vehicle: where the scenario puts its hole"),
            TemplateOnVehicle::Rolled => {
                mark!("where a template lies on a vehicle: its hole is on a location that is rolled")
            }
        }
    }
}

/// §20: models that jump off a moving vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of who jumps off a moving vehicle", rename_all = "kebab-case")]
pub enum Leaping {
    /// Is always hit.
    #[default]
    Hurts,
    /// Is hit unless a D6 is not over its initiative.
    Initiative,
}

impl Reading for Leaping {
    const KEY: &'static str = "leaping";
    const SECTION: &'static str = "§20";

    fn words(self) -> &'static str {
        match self {
            Leaping::Hurts => mark!("who jumps off a moving vehicle: is always hit"),
            Leaping::Initiative => {
                mark!("who jumps off a moving vehicle: is hit unless a D6 is not over his initiative")
            }
        }
    }
}

/// §20: models that charge a moving vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of who charges a moving vehicle", rename_all = "kebab-case")]
pub enum ChargingAMovingVehicle {
    /// Is not run over.
    #[default]
    Free,
    /// Is run over unless a D6 is not over its initiative.
    Initiative,
}

impl Reading for ChargingAMovingVehicle {
    const KEY: &'static str = "charging-a-moving-vehicle";
    const SECTION: &'static str = "§20";

    fn words(self) -> &'static str {
        match self {
            ChargingAMovingVehicle::Free => mark!("who charges a moving vehicle: is not run over"),
            ChargingAMovingVehicle::Initiative => {
                mark!("who charges a moving vehicle: is run over unless a D6 is not over his initiative")
            }
        }
    }
}

/// §20: passengers that a result kills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of passengers that a result kills", rename_all = "kebab-case")]
pub enum Passengers {
    /// Die as the result says.
    #[default]
    Card,
    /// Are hurt as §20 has it.
    House,
}

impl Reading for Passengers {
    const KEY: &'static str = "passengers";
    const SECTION: &'static str = "§20";

    fn words(self) -> &'static str {
        match self {
            Passengers::Card => mark!("passengers that a result kills: die as the result says"),
            Passengers::House => mark!("passengers that a result kills: are hurt as §20 says"),
        }
    }
}
