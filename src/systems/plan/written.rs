//! A scenario file as written, whatever its rulebook.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::steps::WrittenStep;
use crate::scenario::typed::{Marked, Named, Whole};

/// Who takes part in an engagement, what happens in it, and what is wanted.
///
/// Units `U`, formations `F`, readings `R` and actions `A` are those of a rulebook.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a scenario", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(
    deserialize = "U: Deserialize<'de>, F: Deserialize<'de>, R: Deserialize<'de> + Default, A: Deserialize<'de>"
))]
pub struct Scenario<U, F, R: Default, A> {
    /// Profiles by name; those of the `armies` are known too. `[units."warband.boyz"]` is for the `boyz` of the `warband` alone.
    #[serde(default)]
    pub units: Named<U>,
    /// Formations by name. Those of the `armies` take part where they are named.
    pub formations: Marked<Named<Marked<F>>>,
    /// How rules are read that the book leaves open.
    #[serde(default)]
    pub readings: R,
    /// How often the steps are played, one turn after the other. Left out: 1.
    pub turns: Option<Whole<1, 20>>,
    /// What happens, in order.
    pub steps: Marked<Vec<Marked<WrittenStep<A>>>>,
}

/// An army file: profiles `U` that scenarios share.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "an army", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Army<U> {
    /// Its title: this key makes the file an army.
    #[serde(rename = "army")]
    pub _title: IgnoredAny,
    /// The rulebook. Left out: that of the scenario.
    pub system: Option<Marked<String>>,
    /// Profiles by name.
    #[serde(default = "Named::default")]
    pub units: Named<U>,
    /// Formations: read with the scenario that names them, for they may lack what only it can say.
    #[serde(rename = "formations")]
    pub _formations: Option<IgnoredAny>,
}
