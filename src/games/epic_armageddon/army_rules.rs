//! Rules that are not in the rulebook but in army lists: each a flag or a number of a formation (`rules`, `break-at`,
//! `initiative-modifier`, `extra-hits`).

use schemars::JsonSchema;
use serde::Deserialize;

/// What an army list changes for a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArmyRules {
    /// Blast markers that break it, in hundredths of its units (§1.13.2: 100).
    pub break_at: u32,
    /// They shall know no fear: markers count half, rounded down, for suppression, the result of an assault, and losses
    /// while broken.
    pub halves_markers: bool,
    /// The share, in hundredths, of the extra hits of a lost assault that it suffers, rounded down (§1.12.7: 100).
    pub extra_hits: u32,
    /// Modifier of its initiative tests (§1.6.2, §1.14.1).
    pub initiative: i32,
    /// Mob rule: +1 to rally with more than five units that are not expendable, +2 with more than ten.
    pub mob_rule: bool,
}

impl Default for ArmyRules {
    /// The values of the rulebook.
    fn default() -> ArmyRules {
        ArmyRules { break_at: 100, halves_markers: false, extra_hits: 100, initiative: 0, mob_rule: false }
    }
}

/// Rules with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a rule of a formation", rename_all = "kebab-case")]
pub enum Named {
    /// Of Space Marines: two markers a unit break it, markers count half, and it suffers half of the extra hits.
    TheyShallKnowNoFear,
    /// Of Orks: rallies at +1 with more than five units, at +2 with more than ten.
    MobRule,
}

impl ArmyRules {
    /// The same with one more named rule.
    pub fn with(self, named: Named) -> ArmyRules {
        match named {
            // Two markers for each unit break it; half the extra hits.
            Named::TheyShallKnowNoFear => ArmyRules { break_at: 200, halves_markers: true, extra_hits: 50, ..self },
            Named::MobRule => ArmyRules { mob_rule: true, ..self },
        }
    }

    /// Markers that break a formation with this many units; fractions are rounded up.
    pub fn break_at(&self, units: u32) -> u32 {
        (units * self.break_at).div_ceil(100)
    }

    /// The number that markers count as.
    pub fn counted(&self, markers: u32) -> u32 {
        if self.halves_markers { markers / 2 } else { markers }
    }

    /// Mob rule: the modifier of the rally test of a formation with this many units that count.
    pub fn mob(&self, units: u32) -> i32 {
        match units {
            _ if !self.mob_rule => 0,
            11.. => 2,
            6.. => 1,
            _ => 0,
        }
    }
}
