//! What a step `spell` may hold (L2320).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::cover::written::Cover;
use battle_odds_scenario::typed::{Distance, Face, Marked, Named, Several, Whole};

/// L2320: a wizard casts a spell.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `spell`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Spell {
    /// The wizard: the key of his profile, or a formation that has him.
    pub by: Marked<String>,
    /// The target.
    pub at: Marked<String>,
    /// The roll that it needs.
    pub difficulty: Face<2>,
    /// A modifier to that roll. Left out: 0.
    pub modifier: Option<Whole<-5, 5>>,
    /// Dice of a spell that shoots. Left out: 0.
    pub shots: Option<Whole<0, 60>>,
    /// Its name, and that of the second spell if that is another: spells of one name are the same, and without names
    /// those of equal difficulty and shots; the same spell affects a unit once in a turn (Casting spells). Left out:
    /// none.
    pub spell: Option<Several<Marked<String>>>,
    /// Whether it can be cast at units in combat and those in support; false if the spell's text forbids it (Casting
    /// spells). Left out: true.
    pub in_combat: Option<bool>,
    /// The roll by which an enemy dispels it (Anti-Magic Scroll). Left out: the enemy cannot.
    pub dispel: Option<Face<2>>,
    /// Whether the enemy uses his anti-magic scroll against it (Anti-Magic Scroll). Left out: at the first chance, or in the
    /// step that his `spend` names.
    pub scroll: Option<Marked<bool>>,
    /// The target of a second spell, with the rod of repetition. Left out: none.
    pub second_at: Option<Marked<String>>,
    /// How the target's stands are protected, as in `shoot`. Left out: open.
    pub cover: Option<Cover>,
    /// Free cm behind the target. Left out: no limit.
    pub room: Option<Distance<Whole<0, 200>>>,
    /// Friends behind the target that make way for it, with their distance in cm.
    #[serde(default)]
    pub make_way: Named<Distance<Whole<0, 200>>>,
    /// Whether another shooting phase begins with this step. Left out: true if the wizard has already cast.
    pub new_phase: Option<Marked<bool>>,
    /// Whether the next step is part of the same shooting phase. Left out: true.
    pub phase_goes_on: Option<Marked<bool>>,
}
