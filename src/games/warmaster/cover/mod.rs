//! L1155, L1179, L1183: how well the stands of a unit are protected.

pub mod written;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::Kind;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};

/// How well a stand is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename = "a protection", rename_all = "kebab-case")]
pub enum Protection {
    /// Hit on 4+.
    Open,
    /// Hit on 5+.
    Defended,
    /// Hit on 6+.
    Fortified,
}

impl Kind {
    /// L1155, L1360: whether stands of this type can be protected: only infantry and artillery.
    pub fn takes_cover(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Artillery)
    }
}

impl Protection {
    /// All three, from the worst.
    pub const ALL: [Protection; 3] = [Protection::Open, Protection::Defended, Protection::Fortified];

    /// L1155: dice to hit stands with this protection, at most `most`.
    pub fn to_hit(self, roll: Roll, most: u32) -> Pool {
        let face = match self {
            Protection::Open => 4,
            Protection::Defended => 5,
            Protection::Fortified => 6,
        };
        Pool::new(roll, Test::once(Need::at_least(face)), most)
    }
}

/// Stands of a unit by protection, when the trial begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// Open, defended, fortified.
    pub stands: [u16; 3],
}

impl Cover {
    /// All stands alike.
    pub fn all(protection: Protection, stands: u16) -> Cover {
        let mut cover = Cover::default();
        cover.stands[protection as usize] = stands;
        cover
    }

    /// L1155: the stands left when some are gone: those in the open go first.
    pub fn left(self, standing: u32) -> [u32; 3] {
        let mut gone = self.stands.iter().map(|&stands| u32::from(stands)).sum::<u32>().saturating_sub(standing);
        self.stands.map(|stands| {
            let going = gone.min(stands.into());
            gone -= going;
            u32::from(stands) - going
        })
    }

    /// The worst or the best protected stand left.
    pub fn of_the_rest(self, standing: u32, best: bool) -> Protection {
        let left = self.left(standing);
        let mut known = Protection::ALL;
        if best {
            known.reverse();
        }
        known.into_iter().find(|&protection| left[protection as usize] > 0).unwrap_or(Protection::Open)
    }

    /// Whether any stand is so protected.
    pub fn has(self, protection: Protection) -> bool {
        self.stands[protection as usize] > 0
    }
}
