//! Readings of rules that the book leaves open: each an enum whose variants name the readings, the default first.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::cover::Protection;
use battle_odds_words::shown;

/// Readings of rules that the book leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "`readings`", rename_all = "kebab-case", deny_unknown_fields, default)]
#[serde(expecting = "a table such as { terror = \"terrifying-immune\" }")]
pub struct Readings {
    /// What a retreat is divided by (Retreats).
    pub retreat_divisor: RetreatDivisor,
    /// The pace beyond which flyers flee (Routed by being driven back).
    pub flyer_pace: FlyerPace,
    /// The stand whose protection lessens a drive back (Driving enemies back).
    pub drive_back_cover: DriveBackCover,
    /// Which units fear terrifying ones (Attack modifiers).
    pub terror: Terror,
    /// Which wounds do not drive the fortified back (Driving enemies back).
    pub fortified_drive_back: FortifiedDriveBack,
    /// What a commander's attacks are added to (Last-gasp die).
    pub commander_attacks: CommanderAttacks,
    /// How long the Sword of Destiny works (Sword of Destiny).
    pub sword_of_destiny: SwordOfDestiny,
}

/// What a retreat is divided by (Retreats).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of the units that a retreat is divided by", rename_all = "kebab-case")]
pub enum RetreatDivisor {
    /// The units that began the round.
    #[default]
    Start,
    /// The units that are left.
    Survivors,
}

/// The pace beyond which flyers flee (Routed by being driven back).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of the pace beyond which flyers flee", rename_all = "kebab-case")]
pub enum FlyerPace {
    /// Their pace on the ground.
    #[default]
    Ground,
    /// Their pace in the air, 60 cm.
    Air,
}

/// The stand whose protection lessens a drive back (Driving enemies back).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of the stands that lessen a drive back", rename_all = "kebab-case")]
pub enum DriveBackCover {
    /// The worst protected.
    #[default]
    Worst,
    /// The best protected.
    Best,
}

/// Which units fear terrifying ones (Attack modifiers).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of terror", rename_all = "kebab-case")]
pub enum Terror {
    /// All units.
    #[default]
    Everyone,
    /// All units that are not terrifying themselves.
    TerrifyingImmune,
}

/// Which wounds do not drive the fortified back (Driving enemies back).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of the wounds that do not drive the fortified back", rename_all = "kebab-case")]
pub enum FortifiedDriveBack {
    /// The first two, as in L1067.
    #[default]
    TwoWounds,
    /// Only the second, as printed in L1207.
    SecondWound,
}

/// What a commander's attacks are added to (Last-gasp die).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of what a commander's attacks are added to", rename_all = "kebab-case")]
pub enum CommanderAttacks {
    /// To the attacks that the stand has left, at least 0.
    #[default]
    OnTop,
    /// To the attacks of the stand with all modifiers, before less than 0 counts as 0.
    InTotal,
}

/// L2402: when the first combat of the Sword of Destiny ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reading of how long the sword works", rename_all = "kebab-case")]
pub enum SwordOfDestiny {
    /// With the first combat phase, like the banners.
    #[default]
    Phase,
    /// With the first engagement: an advance ends it, the end of the phase does not.
    Engagement,
}

impl Readings {
    /// L1207: of the wounds of a unit with this protection, those that do not drive it back.
    pub fn stays_for(&self, protection: Protection, wounds: u16) -> u16 {
        match (protection, self.fortified_drive_back) {
            (Protection::Open, _) => 0,
            (Protection::Defended, _) => 1,
            (Protection::Fortified, FortifiedDriveBack::TwoWounds) => 2,
            (Protection::Fortified, FortifiedDriveBack::SecondWound) => u16::from(wounds > 1),
        }
    }

    /// A line for each reading that differs from the default and concerns every scenario.
    pub fn told(&self) -> impl Iterator<Item = String> {
        let chosen = [
            (
                self.retreat_divisor == RetreatDivisor::Survivors,
                mark!("reading of “Retreats”: a retreat is divided by the units left (retreat-divisor)"),
            ),
            (
                self.flyer_pace == FlyerPace::Air,
                mark!("reading of “Routed by being driven back”: flyers flee beyond 60 cm (flyer-pace)"),
            ),
            (
                self.drive_back_cover == DriveBackCover::Best,
                mark!(
                    "reading of “Driving enemies back”: the best protected stand lessens a drive back (drive-back-cover)"
                ),
            ),
            (
                self.terror == Terror::TerrifyingImmune,
                mark!("reading of “Attack modifiers”: terrifying units do not fear others (terror)"),
            ),
        ];
        chosen.into_iter().filter(|(chosen, _)| *chosen).map(|(_, words)| shown(words).into_owned())
    }
}
