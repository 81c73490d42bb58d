//! Readings of rules that the book leaves open. Each is an enum whose variants name the readings, the default first; a
//! scenario chooses among them under `readings`, and its results report which holds whenever that matters.

use crate::hit::{Effect, Strength};
use battle_odds_plan::readings::Reading;
use schemars::JsonSchema;
use serde::Deserialize;

/// §1.9.5 and §1.9.6 Q: what shots at −1 hit if some units are in cover and some are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of mixed cover", rename_all = "kebab-case")]
pub enum MixedCover {
    /// All units, as in the table of §1.9.5.
    #[default]
    AllAtMinusOne,
    /// Only those in cover, as in the Q.
    CoveredOnlyAtMinusOne,
}

impl Reading for MixedCover {
    const KEY: &'static str = "mixed-cover";
    const SECTION: &'static str = "§1.9.5";

    fn words(self) -> &'static str {
        match self {
            MixedCover::AllAtMinusOne => mark!("shots at −1 hit units in cover and in the open"),
            MixedCover::CoveredOnlyAtMinusOne => mark!("shots at −1 only hit units in cover"),
        }
    }
}

/// §3.2.5: dice that a lone war engine with shields rolls to regroup; the book says both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "what a lone war engine regroups with", rename_all = "kebab-case")]
pub enum LoneEngine {
    /// Two, like any formation (§1.13.1).
    #[default]
    TwoDice,
    /// One, as §3.2.5 words it.
    OneDie,
}

impl Reading for LoneEngine {
    const KEY: &'static str = "lone-engine-regroups";
    const SECTION: &'static str = "§3.2.5";

    fn words(self) -> &'static str {
        match self {
            LoneEngine::TwoDice => mark!("a lone war engine regroups with two dice"),
            LoneEngine::OneDie => mark!("a lone war engine regroups with one die"),
        }
    }
}

/// §1.11, §1.7.5: whether crossfire makes the saves of passengers worse when it destroys their transport.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of the saves of passengers in crossfire", rename_all = "kebab-case")]
pub enum CrossfirePassengers {
    /// It does: all saves of a formation in crossfire are 1 worse.
    #[default]
    MinusOne,
    /// It does not: they are not fired at.
    Unmodified,
}

impl Reading for CrossfirePassengers {
    const KEY: &'static str = "crossfire-passengers";
    const SECTION: &'static str = "§1.11";

    fn words(self) -> &'static str {
        match self {
            CrossfirePassengers::MinusOne => mark!("passengers of a transport destroyed in crossfire save at −1"),
            CrossfirePassengers::Unmodified => {
                mark!("passengers of a transport destroyed in crossfire save without its −1")
            }
        }
    }
}

/// §1.11, §2.2.7: whether a unit destroyed by a disrupting hit costs the extra marker of crossfire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of crossfire with weapons that disrupt", rename_all = "kebab-case")]
pub enum CrossfireDisrupt {
    /// It does, if it is the first.
    #[default]
    ExtraMarker,
    /// It does not, as it costs no other marker either; the first unit lost to something else does.
    NoExtraMarker,
}

impl Reading for CrossfireDisrupt {
    const KEY: &'static str = "crossfire-disrupt";
    const SECTION: &'static str = "§1.11";

    fn words(self) -> &'static str {
        match self {
            CrossfireDisrupt::ExtraMarker => {
                mark!("the first unit lost to crossfire costs its extra marker, be it to a weapon that disrupts")
            }
            CrossfireDisrupt::NoExtraMarker => {
                mark!("units lost to weapons that disrupt do not cost crossfire's extra marker")
            }
        }
    }
}

/// §1.8.4, §1.10, §1.12.5: whether infantry on overwatch in the open has its cover save when it is assaulted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of overwatch in an assault", rename_all = "kebab-case")]
pub enum OverwatchInAssault {
    /// It has: defenders use cover saves.
    #[default]
    CoverSave,
    /// It has none: lying still only helps against shots.
    NoCoverSave,
}

impl Reading for OverwatchInAssault {
    const KEY: &'static str = "overwatch-in-assault";
    const SECTION: &'static str = "§1.8.4";

    fn words(self) -> &'static str {
        match self {
            OverwatchInAssault::CoverSave => {
                mark!("infantry on overwatch in the open keeps its 5+ cover save in an assault")
            }
            OverwatchInAssault::NoCoverSave => {
                mark!("infantry on overwatch in the open has no cover save in an assault")
            }
        }
    }
}

/// §1.9.8, §6.1: which units take the hits of templates on units of one type in the same cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of the hits of templates", rename_all = "kebab-case")]
pub enum BarrageHits {
    /// Those nearest the enemy: all dice at one type of target are rolled at once.
    #[default]
    Pooled,
    /// Those they were rolled against: each unit has a die of its own.
    UnitByUnit,
}

impl Reading for BarrageHits {
    const KEY: &'static str = "barrage-hits";
    const SECTION: &'static str = "§1.9.8";

    fn words(self) -> &'static str {
        match self {
            BarrageHits::Pooled => mark!("hits of templates on units of one type fall on them front to back"),
            BarrageHits::UnitByUnit => mark!("hits of templates fall on the units they are rolled against"),
        }
    }
}

/// §1.12.7, §3.2.1, §3.3.3: extra hits of a lost assault that a war engine takes before the next unit does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of extra hits on war engines", rename_all = "kebab-case")]
pub enum ExtraHitsOnEngines {
    /// As many as the points it has left.
    #[default]
    DcLeft,
    /// As many as its damage capacity at the start, like hits in the fighting; hits beyond its points left are lost.
    DcAtStart,
}

impl Reading for ExtraHitsOnEngines {
    const KEY: &'static str = "extra-hits-on-engines";
    const SECTION: &'static str = "§1.12.7";

    fn words(self) -> &'static str {
        match self {
            ExtraHitsOnEngines::DcLeft => {
                mark!("a war engine takes as many extra hits as it has points left before the next unit takes any")
            }
            ExtraHitsOnEngines::DcAtStart => {
                mark!("a war engine takes as many extra hits as its DC at the start before the next unit takes any")
            }
        }
    }
}

/// §1.9.6, §2.2.6, §2.2.11: when hits of titan killers are allocated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of the allocation of titan killers", rename_all = "kebab-case")]
pub enum TitanKillerAllocation {
    /// With those of other macro-weapons: by §2.2.11 they are treated alike except for saves and damage to war engines.
    #[default]
    WithMacro,
    /// After them, when those have been saved.
    AfterMacro,
}

impl Reading for TitanKillerAllocation {
    const KEY: &'static str = "titan-killer-allocation";
    const SECTION: &'static str = "§2.2.11";

    fn words(self) -> &'static str {
        match self {
            TitanKillerAllocation::WithMacro => {
                mark!("hits of titan killers are allocated together with those of other macro-weapons, behind these")
            }
            TitanKillerAllocation::AfterMacro => {
                mark!("hits of titan killers are allocated when those of other macro-weapons have been saved")
            }
        }
    }
}

impl TitanKillerAllocation {
    /// §1.9.6, §2.1.20: the round in which hits are allocated and saved: by strength, those of snipers apart.
    pub fn round(self, effect: Effect) -> (Strength, bool) {
        let strength = match (self, effect.strength) {
            (TitanKillerAllocation::WithMacro, Strength::TitanKiller) => Strength::Macro,
            (_, strength) => strength,
        };
        (strength, effect.sniper)
    }

    /// Whether it matters for two hits that come at the same time.
    pub fn matters(one: Effect, other: Effect) -> bool {
        (one.strength, other.strength) == (Strength::Macro, Strength::TitanKiller) && one.sniper == other.sniper
    }
}

/// §1.13.3, §3.2.4: what enemies within 15 cm cost a war engine that breaks and cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of war engines that cannot withdraw", rename_all = "kebab-case")]
pub enum ImmobileEngines {
    /// A point for each of them, as in §3.2.4 for war engines.
    #[default]
    PointAnEnemy,
    /// The engine, as in §1.13.3 for all units of speed 0.
    Destroyed,
}

impl Reading for ImmobileEngines {
    const KEY: &'static str = "immobile-engines";
    const SECTION: &'static str = "§1.13.3";

    fn words(self) -> &'static str {
        match self {
            ImmobileEngines::PointAnEnemy => {
                mark!("a war engine that breaks and cannot move loses a point for each enemy within 15 cm")
            }
            ImmobileEngines::Destroyed => {
                mark!("a war engine that breaks and cannot move is destroyed if an enemy is within 15 cm")
            }
        }
    }
}

/// The readings in force: rules that the book leaves open, each with the section that does.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "`readings`", rename_all = "kebab-case", deny_unknown_fields, default)]
#[serde(expecting = "a table such as { mixed-cover = \"all-at-minus-one\" }")]
pub struct Readings {
    /// §1.9.5: what shots at −1 hit where some units are in cover and some are not.
    pub mixed_cover: MixedCover,
    /// §3.2.5: dice that a lone war engine with shields rolls to regroup.
    #[serde(rename = "lone-engine-regroups")]
    pub lone_engine: LoneEngine,
    /// §1.11: whether crossfire makes the saves of passengers worse when it destroys their transport.
    pub crossfire_passengers: CrossfirePassengers,
    /// §2.2.7: whether a unit destroyed by a disrupting hit costs the extra marker of crossfire.
    pub crossfire_disrupt: CrossfireDisrupt,
    /// §1.8.4: whether infantry on overwatch in the open has its cover save when it is assaulted.
    pub overwatch_in_assault: OverwatchInAssault,
    /// §1.9.8: which units take the hits of templates on units of one type in the same cover.
    pub barrage_hits: BarrageHits,
    /// §1.12.7: extra hits of a lost assault that a war engine takes before the next unit does.
    pub extra_hits_on_engines: ExtraHitsOnEngines,
    /// §2.2.11: whether hits of titan killers are allocated with those of other macro-weapons, or after them.
    pub titan_killer_allocation: TitanKillerAllocation,
    /// §1.13.3: what enemies within 15 cm cost a war engine that breaks and cannot move.
    pub immobile_engines: ImmobileEngines,
}
