//! `[[steps]]`: the steps, one table for each kind.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

use super::super::combat::OnWin;
use super::super::volley::Luck;
use super::places::{Contact, Counts, Cover, Places};
use battle_odds_scenario::typed::{ByName, Either, Face, Marked, Named, Names, Several, Value, Whole};

/// The action of a step.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an action", rename_all = "kebab-case")]
#[schemars(tag = "action")]
pub enum Action {
    /// A commander orders formations.
    Orders(Box<Orders>),
    /// Formations shoot.
    Shoot(Box<Shoot>),
    /// Formations fight.
    Combat(Box<Combat>),
    /// A wizard casts.
    Spell(Box<Spell>),
    /// Flyers come back.
    HomeBack(HomeBack),
    /// Units off the table may come back.
    OffTable(OffTable),
    /// Friends make way.
    MakeWay(MakeWay),
    /// An army may break.
    ArmyBreak(ArmyBreak),
    /// The length of the battle is rolled.
    GameLength(GameLength),
}

/// Numbers or truth values for orders: for all formations or by formation, for all orders or in a list order by order.
pub type ByOrder<T> = Option<ByName<Several<Marked<T>>>>;

/// L469: a commander orders formations, again and again until an order fails.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `orders`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Orders {
    /// The commander: the key of his profile, or a formation that has one.
    pub by: Marked<String>,
    /// The formations that he orders, one after the other.
    pub to: Names,
    /// How many orders this step gives each at most, for all or by formation; three in all with those of `already`. Left
    /// out: 3.
    pub orders: Option<ByName<Whole<0, 3>>>,
    /// Orders that each has received before, in a larger brigade. Left out: 0.
    pub already: Option<ByName<Whole<0, 2>>>,
    /// How far away it is, in cm. Left out: near enough for no modifier.
    pub distance: ByOrder<Whole<0, 300>>,
    /// L527: an enemy is within 20 cm. Left out: false.
    pub enemy_near: ByOrder<bool>,
    /// L527: its flank is exposed. Left out: false.
    pub flank_exposed: ByOrder<bool>,
    /// L527: it is in terrain that hinders orders. Left out: false.
    pub terrain: ByOrder<bool>,
    /// Any other modifier to the command value. Left out: 0.
    pub modifier: ByOrder<Whole<-10, 10>>,
    /// Whether he puts the helm of dominion on in this step. Left out: in the first turn he gives orders.
    pub helm: Option<bool>,
}

/// L1088: formations shoot at another.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `shoot`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shoot {
    /// The formations that shoot.
    pub by: Names,
    /// The target.
    pub at: Marked<String>,
    /// How far away the target is, in cm: units with a shorter range do not shoot. Left out: all reach it.
    pub range: Option<Whole<0, 300>>,
    /// Stands that shoot, by formation or `"formation.unit"`. Left out: all.
    pub shooters: Counts,
    /// How the target's stands are protected: `"open"` (hit on 4+), `"defended"` (5+), `"fortified"` (6+), numbers of stands
    /// `{ open = 1, defended = 2 }`, or either by formation. Left out: open.
    pub cover: Option<Cover>,
    /// Whether it is fire at a charge (L1233). Left out: false.
    #[serde(default)]
    pub charging: bool,
    /// Free cm behind the target, if something stands in its way. Left out: no limit.
    pub room: Option<Whole<0, 200>>,
    /// Friends behind the target that make way for it, with their distance in cm.
    #[serde(default)]
    pub make_way: Named<Whole<0, 200>>,
    /// When the banner of luck is used. Left out: `"unlucky"`.
    pub luck: Option<Luck>,
    /// Whether it shoots only if it received an order in this turn. Left out: true if a step orders it, unless `when`
    /// is about orders.
    pub needs_order: Option<Marked<bool>>,
    /// Whether another shooting phase begins with this step. Left out: true if a unit in it has already shot.
    pub new_phase: Option<Marked<bool>>,
    /// Whether the next step is part of the same shooting phase. Left out: true.
    pub phase_goes_on: Option<Marked<bool>>,
}

/// Whether to advance into the second of `at`; or the names of the formations to advance into.
pub type Advance = Either<bool, Several<Marked<String>>>;

/// L1300: formations charge others, or continue a combat, until it is over or put off to the next phase.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `combat`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Combat {
    /// The formations that charge.
    pub by: Names,
    /// The charged formations.
    pub at: Names,
    /// Whether it begins with a charge. Left out: true.
    pub charge: Option<bool>,
    /// How the stands of the charged are protected, as in `shoot`. Left out: open.
    pub cover: Option<Cover>,
    /// How two units touch, by name (L219, L241). Left out: all stands fight.
    pub contact: Option<Marked<Contact>>,
    /// Stands that fight, by formation or `"formation.unit"`. Left out: all.
    pub fighting: Counts,
    /// Stands of infantry in support: those that do not fight, the hindmost first (L1432). Left out: none.
    pub support: Counts,
    /// Of those that fight: stands caught in flank or rear. Left out: none.
    pub flanked: Counts,
    /// Where stands are after the first round. Left out: all that are left fight.
    pub later: Option<Marked<Places>>,
    /// L1233: dice of fire at the chargers: at all together, spread evenly, or charger by charger: `{ bows = { knights
    /// = 3 } }`. Left out: none.
    pub counter_fire: Option<Marked<ByName<ByName<Whole<0, 200>>>>>,
    /// L2071: attacks that a commander adds to one stand, by formation, in addition to those of his profile: those of a
    /// monster or chariot that he rides, or all, if no profile has him. Left out: 0.
    pub commander: Option<ByName<Whole<0, 10>>>,
    /// Rounds of a phase: 1, 2, or `"to-end"`, phase after phase until it is over. Left out: 2.
    pub rounds: Option<Rounds>,
    /// L1542: what the winner of a round does, for all or by formation. Left out: `"pursue"`.
    pub on_win: Option<ByName<OnWin>>,
    /// Whether it charges only if it received an order in this turn. Left out: true if a step orders it, unless `when`
    /// is about orders.
    pub needs_order: Option<Marked<bool>>,
    /// L1739: fresh enemies that the winner may advance into, one a side; `true`: the chargers into the second of `at`. Left
    /// out: none.
    pub advance: Option<Marked<Advance>>,
    /// L1739: formations that come in by an advance, if they destroyed all their enemies in an earlier step of this phase.
    pub advancing: Option<Names>,
    /// L1326: the enemy formation that a unit attacks while it is there, for all or by formation. Left out: all that
    /// are there.
    pub targets: Option<ByName<String>>,
    /// L1504: cm that a unit can retreat, by formation. Left out: any distance.
    pub retreat_room: Option<ByName<Whole<0, 200>>>,
    /// Stands that are lost if it must retreat farther. Left out: all.
    pub blocked: Option<ByName<Whole<0, 10>>>,
    /// L1771: cm to fall back after a win until it is clear of all units, or `{ contact = 5, clear = 12 }`: cm to touch
    /// no enemy, and to be clear. For all or by formation. Left out: 0.
    pub fall_back: Option<ByName<Either<Whole<0, 30>, FallBack>>>,
    /// When the banner of luck is used. Left out: `"unlucky"`.
    pub luck: Option<Luck>,
}

impl Combat {
    /// Where stands are in the first round.
    pub fn places(&self) -> Places {
        let Combat { contact, fighting, support, flanked, .. } = self;
        Places {
            contact: contact.clone(),
            fighting: fighting.clone(),
            support: support.clone(),
            flanked: flanked.clone(),
        }
    }
}

/// L1771: how far a winner falls back.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "`fall-back`", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "{ contact = 5, clear = 12 }")]
pub struct FallBack {
    /// cm to touch no enemy: a unit that does not get this far still fights. Left out: 0.
    pub contact: Option<Whole<0, 30>>,
    /// cm to be clear of all units: a unit that does not get this far is confused. Left out: as `contact`.
    pub clear: Option<Marked<Whole<0, 30>>>,
}

impl Value for FallBack {
    const KEYS: &'static [&'static str] = &["contact", "clear"];
}

impl Value for OnWin {}

/// Rounds of a combat phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// This many.
    Of(u16),
    /// Phase after phase until it is over.
    ToEnd,
}

impl<'de> Deserialize<'de> for Rounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Told;
        impl Visitor<'_> for Told {
            type Value = Rounds;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&text!("1, 2 or \"to-end\""))
            }

            fn visit_i64<E: Error>(self, rounds: i64) -> Result<Rounds, E> {
                match rounds {
                    1 | 2 => Ok(Rounds::Of(rounds as u16)),
                    _ => Err(E::invalid_value(Unexpected::Signed(rounds), &self)),
                }
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Rounds, E> {
                match text {
                    "to-end" => Ok(Rounds::ToEnd),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(Told)
    }
}

impl JsonSchema for Rounds {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "rounds".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [1, 2, "to-end"] })
    }
}

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
    /// those of equal difficulty and shots; the same spell affects a unit once in a turn (L2328). Left out: none.
    pub spell: Option<Several<Marked<String>>>,
    /// L2328: whether it can be cast at units in combat and those in support; false if the spell's text forbids it.
    /// Left out: true.
    pub in_combat: Option<bool>,
    /// L2472: the roll by which an enemy dispels it. Left out: the enemy cannot.
    pub dispel: Option<Face<2>>,
    /// The target of a second spell, with the rod of repetition (L2484). Left out: none.
    pub second_at: Option<Marked<String>>,
    /// How the target's stands are protected, as in `shoot`. Left out: open.
    pub cover: Option<Cover>,
    /// Free cm behind the target. Left out: no limit.
    pub room: Option<Whole<0, 200>>,
    /// Friends behind the target that make way for it, with their distance in cm.
    #[serde(default)]
    pub make_way: Named<Whole<0, 200>>,
    /// Whether another shooting phase begins with this step. Left out: true if the wizard has already cast.
    pub new_phase: Option<Marked<bool>>,
    /// Whether the next step is part of the same shooting phase. Left out: true.
    pub phase_goes_on: Option<Marked<bool>>,
}

/// L2127: flyers come back to the table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `home-back`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct HomeBack {
    /// The flyers.
    pub by: Marked<String>,
    /// How far away they are, in cm, for all or by unit.
    pub distance: Marked<ByName<Whole<0, 200>>>,
}

/// L906: units that have left the table may come back, each by its own roll.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `off-table`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct OffTable {
    /// The formation.
    pub by: Marked<String>,
}

/// L1906: friends make way for a unit, and may be confused by it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `make-way`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct MakeWay {
    /// The formation that comes through.
    pub by: Marked<String>,
    /// The friends that make way.
    pub through: Names,
}

/// L2230: whether an army breaks.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `army-break`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmyBreak {
    /// A formation of the army; or `side`.
    pub by: Option<Names>,
    /// The same.
    pub side: Option<Names>,
}

/// L347: how many turns the battle lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `game-length`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameLength {}

impl Action {
    /// The names at a key of the step, with their places.
    pub fn names(&self, key: &str) -> Vec<&Marked<String>> {
        match (self, key) {
            (Action::Orders(of), "by") => vec![&of.by],
            (Action::Orders(of), "to") => of.to.iter().collect(),
            (Action::Shoot(of), "by") => of.by.iter().collect(),
            (Action::Shoot(of), "at") => vec![&of.at],
            (Action::Shoot(of), "make-way") => of.make_way.iter().map(|(name, _)| name).collect(),
            (Action::Combat(of), "by") => of.by.iter().collect(),
            (Action::Combat(of), "at") => of.at.iter().collect(),
            (Action::Spell(of), "by") => vec![&of.by],
            (Action::Spell(of), "at") => vec![&of.at],
            (Action::Spell(of), "make-way") => of.make_way.iter().map(|(name, _)| name).collect(),
            (Action::Spell(of), "second-at") => of.second_at.iter().collect(),
            (Action::HomeBack(of), "by") => vec![&of.by],
            (Action::OffTable(of), "by") => vec![&of.by],
            (Action::MakeWay(of), "by") => vec![&of.by],
            (Action::MakeWay(of), "through") => of.through.iter().collect(),
            (Action::ArmyBreak(of), "by") => of.by.iter().flat_map(|names| names.iter()).collect(),
            (Action::ArmyBreak(of), "side") => of.side.iter().flat_map(|names| names.iter()).collect(),
            _ => Vec::new(),
        }
    }
}
