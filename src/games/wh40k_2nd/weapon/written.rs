//! `[weapons.NAME]`: a line of the arsenal, which is not in the book (§6.3).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::WeaponAbility;
use crate::values::{Amount, Cm, SaveModifier, Strength, Sum, Template, Wounds};
use battle_odds_scenario::typed::{Marked, Several, Whole};

/// A weapon. A profile number left out is 0.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a weapon", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { short = 30, long = 60, to-hit = [1, 0], s = 4, save = -1 }")]
pub struct Weapon {
    /// Its name in reports. Left out: its key.
    pub name: Option<String>,
    /// Short range in cm, inclusive (§11.6). Left out with `long`: only for close combat.
    pub short: Option<Cm>,
    /// Long range in cm, inclusive (§11.6). Left out: `short`.
    pub long: Option<Marked<Cm>>,
    /// Modifiers to hit at short and long range (§11.9). Left out: `[0, 0]`.
    pub to_hit: Option<[Whole<-6, 6>; 2]>,
    /// Strength: an amount, `"user"` or `"user+2"` (§11.11). Left out: 0.
    pub s: Option<Strength>,
    /// Wounds that a hit causes: an amount (§11.11). Left out: 1.
    pub damage: Option<Amount>,
    /// Save modifier, 0 or less; `"none"`: no save of armour or field, and a dodge is none (§11.13). Left out: 0.
    pub save: Option<SaveModifier>,
    /// What a hit needs to wound, `"2+"` or `"auto"`, over the table of §11.11. Left out: the table.
    pub wound: Option<Wounds>,
    /// Sustained fire dice (§11.23). Left out: none.
    pub sustained: Option<Marked<Whole<1, 6>>>,
    /// 2 for a linked pair (§15.4.7). Left out: 1.
    pub linked: Option<Whole<1, 2>>,
    /// The radius of its blast in cm (§11.18), or `"flame"` (§11.22). Left out: none.
    pub template: Option<Marked<Template>>,
    /// Armour penetration: dice and a number in place of S + D6 + damage, such as `"D6+D4+7"` (§15.4.5). The bonus die of close
    /// combat comes on top, unless one of its kind is written here (§15.5). Left out: S + D6 + damage.
    pub pen: Option<Sum>,
    /// The location of the vehicle that carries it (§15.4.1). Left out: none.
    pub location: Option<Marked<String>>,
    /// Its special rules. Left out: none.
    #[serde(default)]
    pub abilities: Vec<WeaponAbility>,
    /// What its list says of it and is not simulated, in the list's words; repeated below the results.
    pub not_simulated: Option<Several<String>>,
}
