//! A scenario file as written, whatever its rulebook.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

use battle_odds_scenario::typed::{InTwo, Marked, Named, Names, Whole};

/// The formations in an engagement, what happens in it, and the goal.
///
/// Units `U`, formations `F`, readings `R` and actions `A` are those of a rulebook.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a scenario", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(bound(
    deserialize = "U: Deserialize<'de>, F: Deserialize<'de>, R: Deserialize<'de> + Default, A: Deserialize<'de>"
))]
pub struct Scenario<U, F, R: Default, A> {
    /// Profiles by name; those of the `armies` are known too. `[units."warband.boyz"]` is only for the `boyz` of the
    /// `warband`.
    #[serde(default)]
    pub units: Named<U>,
    /// Formations by name. Those of the `armies` take part if they are named.
    pub formations: Marked<Named<Marked<F>>>,
    /// Readings of rules that the book leaves open.
    #[serde(default)]
    pub readings: R,
    /// How often the steps are played, one turn after the other. Left out: 1.
    pub turns: Option<Whole<1, 20>>,
    /// What happens, in order.
    pub steps: Marked<Vec<Marked<WrittenStep<A>>>>,
}

/// A scenario file: the tables that only its rulebook has (`T`), and those of every rulebook.
pub type File<T, U, F, R, A> = InTwo<T, Scenario<U, F, R, A>>;

/// No tables other than those of every rulebook.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename = "a scenario", deny_unknown_fields)]
pub struct NoTables {}

/// A step as written: the keys that every step has, and its action.
pub type WrittenStep<A> = InTwo<Common<A>, A>;

/// What every step has.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "every step")]
pub struct Common<A> {
    /// Conditions on what was counted before, such as `"warband.broken"`, `"2.tacticals.losses <= 2"` or `"a.won or b.won"`:
    /// the step is played when all of them hold. Steps count from the beginning of the turn. Left out: always.
    pub when: Option<Names>,
    /// What is done instead if the conditions do not hold: a step, which may have a `when` and an `otherwise` of its own. Left
    /// out: nothing.
    pub otherwise: Option<Box<Marked<WrittenStep<A>>>>,
    /// Whether the step is left out: the steps after it keep their numbers. Left out: false.
    #[serde(default)]
    pub skip: bool,
    /// Steps that may be played in its place, as the player decides when it is due (`best`). All other commands play the
    /// step itself. Left out: none.
    pub instead: Option<Vec<Marked<WrittenStep<A>>>>,
    /// Whether the player may leave the step out when it is due (`best`). All other commands play it. Left out: false.
    #[serde(default)]
    pub optional: bool,
    /// The side that decides what is open in this step (`{ choose = [...] }`, `optional`, `instead`), by its name or by one
    /// of its formations. Left out: the side that acts.
    pub chooser: Option<Marked<String>>,
    /// Whether the two sides decide what is open in this step at the same time, without knowing what the other decides. Left
    /// out: false, the side that acts decides first.
    #[serde(default)]
    pub secret: bool,
}

impl<A> Common<A> {
    /// The steps that may be played in its place, and are not left out.
    pub fn played_instead(&self) -> impl Iterator<Item = &Marked<WrittenStep<A>>> {
        self.instead.iter().flatten().filter(|step| !step.0.skip)
    }
}

/// All actions of some steps with their places, including those in `instead` and `otherwise`; `played`: only of steps that
/// are not left out.
pub fn actions<A>(steps: &[Marked<WrittenStep<A>>], played: bool) -> Vec<Marked<&A>> {
    let mut all = Vec::new();
    for step in steps.iter().filter(|step| !(played && step.0.skip)) {
        all.push(Marked { value: &step.1, span: step.span.clone() });
        all.extend(actions(step.0.instead.as_deref().unwrap_or_default(), played));
        if let Some(otherwise) = &step.0.otherwise {
            all.extend(actions(std::slice::from_ref(&**otherwise), played));
        }
    }
    all
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
    /// Formations: read with the scenario that names them, because they may lack what only it can say.
    #[serde(rename = "formations")]
    pub _formations: Option<IgnoredAny>,
    /// The army list that they are from: read by [`cards`](battle_odds_scenario::card::cards), like the upgrades.
    #[serde(rename = "list")]
    pub _list: Option<IgnoredAny>,
    /// What may be added to them.
    #[serde(rename = "upgrades")]
    pub _upgrades: Option<IgnoredAny>,
    /// Other names of its units, by which a pasted list may call them.
    #[serde(rename = "names")]
    pub _names: Option<IgnoredAny>,
}
