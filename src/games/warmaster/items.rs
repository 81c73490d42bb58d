//! L2344: magic items, and which troops may carry them.

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::words;

/// A magic item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename = "a magic item", rename_all = "kebab-case")]
pub enum Item {
    /// L2360: +1 attack for each stand in the first combat phase.
    BannerOfBattle,
    /// L2366: armour better by 1 until a stand is lost; never better than 3+.
    BannerOfProtection,
    /// L2372: +1 hit for each stand in the first combat phase.
    BannerOfRobustness,
    /// L2380: each turn one wound by fire or magic does not count, until a stand is lost.
    BannerOfTenacity,
    /// L2386: once, all attack dice of the unit are rerolled.
    BannerOfLuck,
    /// L2396: in each round one successful save of an enemy is rerolled.
    SwordOfDestruction,
    /// L2402: +1 attack in the first combat.
    SwordOfDestiny,
    /// L2412: in each round one missed attack is rerolled.
    SwordOfMutilation,
    /// L2418: +1 attack.
    SwordOfPower,
    /// L2428: the first order of each turn at command 10 without modifiers, until it fails.
    CrownOfCommand,
    /// L2434: +1 command, at most 10, in one turn.
    HelmOfDominion,
    /// L2440: once, a spell without a roll.
    RingOfSorcery,
    /// L2446: once, a failed order is rerolled at command 8.
    OrbOfMajesty,
    /// L2452: an enemy wizard who fails is bound on 4+: −1 for the rest of the battle.
    StaffOfSpellbinding,
    /// L2458: once, a blunder of a subordinate becomes a success.
    SceptreOfSovereignty,
    /// L2472: once, an enemy spell is dispelled.
    AntiMagicScroll,
    /// L2478: once, +1 to a casting roll.
    WandOfPower,
    /// L2484: once, a second spell after a successful one.
    RodOfRepetition,
}

impl Item {
    /// Whether it is spent by one use, as soon as there is one, unless a formation's `spend` says in which step; if
    /// not, what to write instead.
    pub fn works_once(self) -> Result<(), &'static str> {
        match self {
            Item::RingOfSorcery
            | Item::OrbOfMajesty
            | Item::SceptreOfSovereignty
            | Item::AntiMagicScroll
            | Item::WandOfPower
            | Item::RodOfRepetition => Ok(()),
            Item::BannerOfLuck => Err(mark!("say in a step that it is used: `luck` (Banner of Luck)")),
            Item::HelmOfDominion => Err(mark!("say in a step whether it is put on: `helm` (Helm of Domination)")),
            _ => Err(mark!("only items that the player uses once have a time to be spent (Magic items)")),
        }
    }

    /// Its points (L2360–L2484).
    pub fn cost(self) -> u32 {
        match self {
            Item::CrownOfCommand => 100,
            Item::BannerOfBattle
            | Item::BannerOfProtection
            | Item::BannerOfRobustness
            | Item::BannerOfTenacity
            | Item::BannerOfLuck
            | Item::HelmOfDominion => 50,
            Item::RingOfSorcery | Item::OrbOfMajesty | Item::StaffOfSpellbinding | Item::SceptreOfSovereignty => 30,
            Item::AntiMagicScroll => 20,
            Item::SwordOfDestruction
            | Item::SwordOfMutilation
            | Item::SwordOfPower
            | Item::WandOfPower
            | Item::RodOfRepetition => 10,
            Item::SwordOfDestiny => 5,
        }
    }

    /// Its name in the scenario.
    pub fn name(self) -> &'static str {
        words::<Item>()[self as usize]
    }
}
