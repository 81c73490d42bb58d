//! Readings of rules that the book leaves open. Each is an enum whose variants name the readings, the default first; a
//! scenario chooses among them under `readings`, and is told which holds wherever that matters to it.

use crate::scenario::{Node, Problem};
use crate::systems::plan::readings::{Reading, read};

/// §1.9.5 and §1.9.6 Q: what shots at −1 hit where some units are in cover and some are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MixedCover {
    /// All units, as the table of §1.9.5 has it.
    #[default]
    AllAtMinusOne,
    /// Those in cover alone, as the Q has it.
    CoveredOnlyAtMinusOne,
}

impl Reading for MixedCover {
    const KEY: &'static str = "mixed-cover";
    const WHAT: &'static str = "a reading of mixed cover";
    const SECTION: &'static str = "§1.9.5";
    const VALUES: &'static [(&'static str, Self, &'static str)] = &[
        ("all-at-minus-one", MixedCover::AllAtMinusOne, "shots at −1 hit units in cover and in the open"),
        ("covered-only-at-minus-one", MixedCover::CoveredOnlyAtMinusOne, "shots at −1 hit units in cover alone"),
    ];
}

/// §3.2.5: dice that a lone war engine with shields rolls to regroup; the book says both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LoneEngine {
    /// Two, as any formation (§1.13.1).
    #[default]
    TwoDice,
    /// One, as §3.2.5 words it.
    OneDie,
}

impl Reading for LoneEngine {
    const KEY: &'static str = "lone-engine-regroups";
    const WHAT: &'static str = "what a lone war engine regroups with";
    const SECTION: &'static str = "§3.2.5";
    const VALUES: &'static [(&'static str, Self, &'static str)] = &[
        ("two-dice", LoneEngine::TwoDice, "a lone war engine regroups with two dice"),
        ("one-die", LoneEngine::OneDie, "a lone war engine regroups with one die"),
    ];
}

/// §1.11, §1.7.5: whether crossfire makes the saves of those worse whose transport it destroys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CrossfirePassengers {
    /// It does: all saves of a formation in crossfire are 1 worse.
    #[default]
    MinusOne,
    /// It does not: nobody fires at them.
    Unmodified,
}

impl Reading for CrossfirePassengers {
    const KEY: &'static str = "crossfire-passengers";
    const WHAT: &'static str = "a reading of the saves of passengers in crossfire";
    const SECTION: &'static str = "§1.11";
    const VALUES: &'static [(&'static str, Self, &'static str)] = &[
        ("minus-one", CrossfirePassengers::MinusOne, "passengers of a transport destroyed in crossfire save at −1"),
        (
            "unmodified",
            CrossfirePassengers::Unmodified,
            "passengers of a transport destroyed in crossfire save without its −1",
        ),
    ];
}

/// §1.11, §2.2.7: whether a unit destroyed by a disrupting hit costs the extra marker of crossfire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CrossfireDisrupt {
    /// It does, if it is the first.
    #[default]
    ExtraMarker,
    /// It does not, as it costs no other marker either; the first unit lost to something else does.
    NoExtraMarker,
}

impl Reading for CrossfireDisrupt {
    const KEY: &'static str = "crossfire-disrupt";
    const WHAT: &'static str = "a reading of crossfire with weapons that disrupt";
    const SECTION: &'static str = "§1.11";
    const VALUES: &'static [(&'static str, Self, &'static str)] = &[
        (
            "extra-marker",
            CrossfireDisrupt::ExtraMarker,
            "the first unit lost to crossfire costs its extra marker, be it to a weapon that disrupts",
        ),
        (
            "no-extra-marker",
            CrossfireDisrupt::NoExtraMarker,
            "units lost to weapons that disrupt do not cost crossfire's extra marker",
        ),
    ];
}

/// §1.8.4, §1.10, §1.12.5: whether infantry on overwatch in the open has its cover save when it is assaulted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OverwatchInAssault {
    /// It has: defenders use cover saves.
    #[default]
    CoverSave,
    /// It has none: lying still helps against shots alone.
    NoCoverSave,
}

impl Reading for OverwatchInAssault {
    const KEY: &'static str = "overwatch-in-assault";
    const WHAT: &'static str = "a reading of overwatch in an assault";
    const SECTION: &'static str = "§1.8.4";
    const VALUES: &'static [(&'static str, Self, &'static str)] = &[
        (
            "cover-save",
            OverwatchInAssault::CoverSave,
            "infantry on overwatch in the open keeps its 5+ cover save in an assault",
        ),
        (
            "no-cover-save",
            OverwatchInAssault::NoCoverSave,
            "infantry on overwatch in the open has no cover save in an assault",
        ),
    ];
}

/// §1.9.8, §6.1: who suffers the hits of templates on units of one type in the same cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BarrageHits {
    /// Those nearest the enemy: all dice at one type of target are rolled at once.
    #[default]
    Pooled,
    /// Those they were rolled against: each unit has a die of its own.
    UnitByUnit,
}

impl Reading for BarrageHits {
    const KEY: &'static str = "barrage-hits";
    const WHAT: &'static str = "a reading of the hits of templates";
    const SECTION: &'static str = "§1.9.8";
    const VALUES: &'static [(&'static str, Self, &'static str)] = &[
        ("pooled", BarrageHits::Pooled, "hits of templates on units of one type fall on them front to back"),
        ("unit-by-unit", BarrageHits::UnitByUnit, "hits of templates fall on the units they are rolled against"),
    ];
}

/// §1.12.7, §3.2.1, §3.3.3: extra hits of a lost assault that a war engine takes before the next unit does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExtraHitsOnEngines {
    /// As many as the points it has left.
    #[default]
    DcLeft,
    /// As many as its damage capacity at the start, as hits in the fighting; those too many are lost.
    DcAtStart,
}

impl Reading for ExtraHitsOnEngines {
    const KEY: &'static str = "extra-hits-on-engines";
    const WHAT: &'static str = "a reading of extra hits on war engines";
    const SECTION: &'static str = "§1.12.7";
    const VALUES: &'static [(&'static str, Self, &'static str)] = &[
        (
            "dc-left",
            ExtraHitsOnEngines::DcLeft,
            "a war engine takes as many extra hits as it has points left before the next unit takes any",
        ),
        (
            "dc-at-start",
            ExtraHitsOnEngines::DcAtStart,
            "a war engine takes as many extra hits as its DC at the start before the next unit takes any",
        ),
    ];
}

/// The readings in force.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)] // Each is documented where it is declared.
pub struct Readings {
    pub mixed_cover: MixedCover,
    pub lone_engine: LoneEngine,
    pub crossfire_passengers: CrossfirePassengers,
    pub crossfire_disrupt: CrossfireDisrupt,
    pub overwatch_in_assault: OverwatchInAssault,
    pub barrage_hits: BarrageHits,
    pub extra_hits_on_engines: ExtraHitsOnEngines,
}

impl Readings {
    /// Reads the key `readings`.
    ///
    /// # Errors
    /// What is no reading, pointed at.
    pub fn read(node: Option<&Node>) -> Result<Readings, Problem> {
        let Some(node) = node else { return Ok(Readings::default()) };
        let mut fields = node.fields("`readings`")?;
        let readings = Readings {
            mixed_cover: read(&mut fields)?,
            lone_engine: read(&mut fields)?,
            crossfire_passengers: read(&mut fields)?,
            crossfire_disrupt: read(&mut fields)?,
            overwatch_in_assault: read(&mut fields)?,
            barrage_hits: read(&mut fields)?,
            extra_hits_on_engines: read(&mut fields)?,
        };
        fields.finish()?;
        Ok(readings)
    }
}
