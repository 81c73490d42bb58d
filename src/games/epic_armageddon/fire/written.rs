//! Fire (§1.9 to §1.11): the steps `shoot` and `barrage`, and the keys of all steps with fire.

use crate::activation::written::Beginning;
use crate::counts::Counts;
use crate::fire::Aim;
use crate::marshal::Restore;
use crate::second::Second;
use crate::terrain::Terrain;
use battle_odds_scenario::typed::{ByName, Distance, Either, InTwo, Marked, Named, Names, Several, Value, Whole, cm};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// How a formation fires.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "fire", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fire {
    /// How far away the target is, in cm: a number, or a table by group; groups left out stand at the nearest of these. Left out:
    /// every gun is in range, small arms are not.
    pub range: Option<ByName<Distance<Whole<0, 1000>>>>,
    /// Units able to fire, by name. Left out: all.
    pub shooters: Option<Counts>,
    /// Units of the target able to be hit, by name. Left out: all.
    pub exposed: Option<Counts>,
    /// The target's cover from these shooters, instead of that of its groups: for all, or a table by group.
    pub cover: Option<ByName<Terrain>>,
    /// How AP, AT and MW shots treat targets of which some are in cover (§1.9.5): `{ ap = "open", at = "all" }`. Left
    /// out: the way that kills more.
    pub aim: Option<Aims>,
    /// What weapons fire, by name: `{ "Missile launcher" = "at" }`. Left out: what kills more.
    pub fire: Option<Named<WeaponOrder>>,
    /// Whether the target is in crossfire (§1.11): `true`, or the formation at the other end. Left out: false.
    pub crossfire: Option<Either<bool, Marked<String>>>,
    /// Units that snipers pick, in this order (§2.1.20). Left out: the best armoured first.
    pub sniper_at: Option<Several<Marked<String>>>,
    /// Whether weapons that can do so fire indirectly (§2.2.9). Left out: false.
    pub indirect: Option<bool>,
    /// Skimmers of the target that have popped up (§2.1.2): their passengers are lost with them.
    pub popped_up: Option<Several<Marked<String>>>,
    /// Whether shots are declared against war engines among others (§3.2.1): `true`, `false`, or the names of weapons that are.
    /// Left out: where a shot takes off more.
    pub at_war_engines: Option<Either<bool, Several<Marked<String>>>>,
    /// Units under flame templates (§6.1), by name.
    pub flames: Option<Under>,
    /// The width of a template in cm: 7.5, or 12 from orbit. Left out: as the rules have it.
    pub template: Option<Template>,
    /// Units under all barrage templates together (§1.9.8), by name; with fewer templates, after losses, proportionally
    /// fewer. A list of up to three tables counts them template by template. Left out: found from the `layout` of the
    /// target.
    pub under: Option<Marked<Either<Under, Vec<Under>>>>,
}

impl Fire {
    /// The first of its keys that is written.
    pub fn first_key(&self) -> Option<&'static str> {
        let Fire { range, shooters, exposed, cover, aim, fire, crossfire, sniper_at, indirect, .. } = self;
        let Fire { popped_up, at_war_engines, flames, template, under, .. } = self;
        let keys = [
            ("range", range.is_some()),
            ("shooters", shooters.is_some()),
            ("exposed", exposed.is_some()),
            ("cover", cover.is_some()),
            ("aim", aim.is_some()),
            ("fire", fire.is_some()),
            ("crossfire", crossfire.is_some()),
            ("sniper-at", sniper_at.is_some()),
            ("indirect", indirect.is_some()),
            ("popped-up", popped_up.is_some()),
            ("at-war-engines", at_war_engines.is_some()),
            ("flames", flames.is_some()),
            ("template", template.is_some()),
            ("under", under.is_some()),
        ];
        keys.into_iter().find(|(_, written)| *written).map(|(key, _)| key)
    }

    /// The names at one of its keys.
    pub fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match (key, &self.crossfire) {
            ("crossfire", Some(Either::Second(name))) => vec![name],
            _ => Vec::new(),
        }
    }
}

impl Value for Terrain {}

/// How AP, AT and MW shots treat targets of which some are in cover (§1.9.5).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "`aim`", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { ap = \"open\", at = \"all\" }")]
pub struct Aims {
    /// AP shots.
    pub ap: Option<Aim>,
    /// AT shots.
    pub at: Option<Aim>,
    /// MW shots.
    pub mw: Option<Aim>,
}

/// An order for a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "an order to a weapon", rename_all = "kebab-case")]
pub enum WeaponOrder {
    /// Fire its AP value.
    Ap,
    /// Fire its AT value.
    At,
    /// Fire its MW value.
    Mw,
    /// Fire its barrage points.
    Bp,
    /// Not fire (§1.9 Q).
    Hold,
}

/// Units under templates, by name, those of other formations as `"formation.unit"`: counts; for war engines the place
/// of each.
pub type Under = Named<Marked<Either<Whole<0, 100_000>, Several<Marked<Place>>>>>;

/// Where a war engine lies under a template (§3.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a place under a template", rename_all = "kebab-case")]
pub enum Place {
    /// Under its centre: half its damage capacity in attacks, rounded up.
    Centre,
    /// Under its edge: one attack.
    Edge,
}

/// The width of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// 7.5 cm.
    Barrage,
    /// 12 cm, for bombardments from orbit.
    Orbital,
}

impl Visitor<'_> for Template {
    type Value = Template;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(mark!("7.5 cm or \"3in\", or 12 cm for orbital bombardments"))
    }

    fn visit_i64<E: Error>(self, width: i64) -> Result<Template, E> {
        self.visit_f64(width as f64)
    }

    fn visit_f64<E: Error>(self, width: f64) -> Result<Template, E> {
        match width {
            7.5 => Ok(Template::Barrage),
            12.0 => Ok(Template::Orbital),
            _ => Err(E::invalid_value(Unexpected::Float(width), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Template, E> {
        match cm(text) {
            Some(width) => self.visit_f64(width),
            None => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Template::Barrage)
    }
}

impl JsonSchema for Template {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "the width of a template".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [7.5, 12, "3in"] })
    }
}

/// Fire from overwatch in the middle of a step (§1.10).
pub type Reaction = InTwo<Fire, Reacting>;

/// The formation that reacts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a reaction", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { by = \"devastators\", range = 30 }")]
pub struct Reacting {
    /// The formation on overwatch.
    pub by: Marked<String>,
    /// Which of the acting formations it fires at. Left out: the first.
    pub at: Option<Marked<String>>,
}

/// All reactions in a step.
pub type Reactions = Option<Marked<Vec<Marked<Reaction>>>>;

/// The formations that react.
pub fn reacting(reactions: &Reactions) -> Vec<&Marked<String>> {
    reactions.iter().flat_map(|reactions| reactions.iter()).map(|reaction| &reaction.1.by).collect()
}

/// A `shoot`, and the keys of a `barrage`.
pub type Shoot = InTwo<Fire, InTwo<Beginning, Shooting>>;

/// A `barrage`: barrage weapons alone fire.
pub type Barrage = Second<Shoot>;

/// The formations of a `shoot` or a `barrage`, and the order.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step of fire", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shooting {
    /// The formation that shoots; after a transport the formations that leave it and shoot as one with it (§3.1.3).
    pub by: Names,
    /// The target.
    pub at: Marked<String>,
    /// The order (§1.6.1). Left out: advance.
    pub order: Option<FireOrder>,
    /// What regrouping restores first if the order is `marshal` (§3.2.5). Left out: shields.
    pub restore: Option<Restore>,
    /// Fire from overwatch at the formation as it moves, such as `[{ by = "hydras", range = 30 }]`. Left out: none.
    pub reactions: Reactions,
    /// Up to two formations more of a coordinated action (§2.1.1), such as `[{ by = "other", at = "warband" }]`. Left out: none.
    pub coordinated: Option<Marked<Vec<Marked<Joined>>>>,
}

/// An order to shoot (§1.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "an order", rename_all = "kebab-case")]
pub enum FireOrder {
    /// Moves once.
    Advance,
    /// Moves twice, and shoots at −1.
    Double,
    /// Does not move, and shoots at +1.
    Sustained,
    /// Shoots at −1, and regroups.
    Marshal,
    /// The only fire left after a failed test.
    Hold,
    /// Fires from overwatch (§1.10).
    Overwatch,
}

/// Another formation in a coordinated action (§2.1.1).
pub type Joined = InTwo<Fire, Joining>;

/// A formation that joins a coordinated action.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a formation in a coordinated action", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { by = \"other\", at = \"warband\" }")]
pub struct Joining {
    /// The formation.
    pub by: Marked<String>,
    /// The target.
    pub at: Marked<String>,
    /// The order. Left out: advance.
    pub order: Option<JoinedOrder>,
    /// Fire from overwatch at it. Left out: none.
    pub reactions: Reactions,
}

/// An order of a coordinated action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "an order of a coordinated action", rename_all = "kebab-case")]
pub enum JoinedOrder {
    /// Does not move, and shoots at +1.
    Sustained,
    /// Moves once.
    Advance,
    /// Moves twice, and shoots at −1.
    Double,
}
