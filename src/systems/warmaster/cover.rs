//! L1155, L1179, L1183: how well the stands of a unit are protected.

use schemars::JsonSchema;
use serde::Deserialize;

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

/// L1155: the face that hits at each protection.
pub const FACES: [i32; 3] = [4, 5, 6];

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
        let mut known = [Protection::Open, Protection::Defended, Protection::Fortified];
        if best {
            known.reverse();
        }
        known.into_iter().find(|&protection| left[protection as usize] > 0).unwrap_or(Protection::Open)
    }

    /// Whether any stand is better protected than this.
    pub fn has(self, protection: Protection) -> bool {
        self.stands[protection as usize] > 0
    }
}
