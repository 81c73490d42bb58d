//! A unit and its weapons (§1.1.3).

use crate::barrage::MOST_POINTS;
use crate::critical::written::Harm;
use crate::profile::{Ability, Aircraft, Amount, Fire, UnitType, WeaponAbility};
use battle_odds_scenario::typed::{Distance, Face, Marked, Several, Whole, grammar};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// What a unit is, as its army list has it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a unit", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { type = \"infantry\", speed = 15, armour = \"4+\", cc = \"4+\", ff = \"5+\" }")]
pub struct Unit {
    /// Its name in reports. Left out: its key.
    pub name: Option<String>,
    /// Its type when it is a target.
    #[serde(rename = "type")]
    pub kind: UnitType,
    /// Its class, if it is an aircraft (§4.1).
    pub aircraft: Option<Aircraft>,
    /// How far it moves, in cm; with 0 it cannot withdraw (§1.13.3). Left out: it moves, and how far does not matter.
    pub speed: Option<Distance<Whole<0, 200>>>,
    /// The face that saves it. Left out: none.
    pub armour: Option<Face<2>>,
    /// The face that hits in close combat. Left out: it cannot strike.
    pub cc: Option<Face<2>>,
    /// The face that hits in a firefight. Left out: it cannot fire there.
    pub ff: Option<Face<2>>,
    /// How many units it carries (§1.7.5). Left out: none.
    pub transport: Option<Whole<0, 100>>,
    /// The damage capacity (§3.2.2): needed for a war engine, and only there.
    pub dc: Option<Whole<1, 30>>,
    /// The void shields or power fields of a war engine (§3.2.5). Left out: none.
    pub shields: Option<Whole<0, 30>>,
    /// What a critical hit does to a war engine (§3.2.3), one effect or a list. Left out: nothing.
    pub critical: Option<Several<Harm>>,
    /// What the second critical hit and those after it do, if they differ. Left out: the same.
    pub further_critical: Option<Several<Harm>>,
    /// Its abilities (§2.1). Left out: none.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Its weapons, a table for each line. Left out: none.
    #[serde(default)]
    pub weapons: Vec<Marked<Weapon>>,
    /// What its list says that no rule here plays, repeated by every run. Left out: nothing.
    pub not_simulated: Option<Several<String>>,
}

/// One line of a weapon.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a weapon", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { name = \"Missile launcher\", range = 45, fire = \"AP5+/AT6+\" }")]
pub struct Weapon {
    /// Its name; the lines of one weapon share it.
    pub name: String,
    /// How many of them a unit has. Left out: 1.
    pub count: Option<Whole<1, 50>>,
    /// Its range in cm. Left out: 15 for small arms, 0 for assault weapons, the whole table for those of a spacecraft
    /// (§4.3); all others need it.
    pub range: Option<Distance<Whole<0, 1000>>>,
    /// What it fires.
    pub fire: Firepower,
    /// Whether the lines of one name fire together (`and`, left out), or one of them at each use (`or`).
    pub mode: Option<LineMode>,
    /// One unit in this many has it, rounded up over the formation; for weapons that shoot. Left out: 1.
    pub one_in: Option<Marked<Whole<1, 10>>>,
    /// Which way it can fire. The program does not use it: `shooters` says how many units can fire.
    pub arc: Option<Arc>,
    /// Its abilities (§2.2). Left out: none.
    #[serde(default)]
    pub abilities: Vec<WeaponAbility>,
}

/// How the lines of one weapon are joined (§1.1.3 Q).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a mode", rename_all = "kebab-case")]
pub enum LineMode {
    /// They fire together.
    And,
    /// One of them fires at each use.
    Or,
}

/// Which way a weapon can fire.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a fire arc", rename_all = "kebab-case")]
pub enum Arc {
    /// All round.
    All,
    /// To the front.
    Front,
    /// Straight ahead.
    FixedFront,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the rear.
    Rear,
}

/// What a weapon fires, and how this was written.
#[derive(Debug)]
pub struct Firepower {
    /// What it fires.
    pub fire: Fire,
    /// In the words of the list.
    pub words: String,
}

const FIREPOWER: &str = mark!(
    "\"AP5+\", \"AT4+\", \"AP5+/AT6+\", \"MW4+\", \"AA5+\", \"3BP\", \"flame AP4+/AT5+\", \"small arms\" or \"assault weapon\", with \"2 x\" or \"D3 x\" before shots"
);

impl<'de> Deserialize<'de> for Firepower {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grammar::text(deserializer, FIREPOWER, |words| {
            Ok(Firepower { fire: fire(words.trim())?, words: words.to_owned() })
        })
    }
}

impl JsonSchema for Firepower {
    fn schema_name() -> Cow<'static, str> {
        "a firepower".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let amount = r"(\d*D[2-6](\+\d+)?|\d+)";
        let shots = r"(AP|AT|MW|AA)[1-6]\+(/(AP|AT|MW|AA)[1-6]\+)*";
        json_schema!({
            "type": "string",
            "description": "What a weapon fires: shots, barrage points, flames, small arms or an assault weapon.",
            "pattern": format!("^(small arms|assault weapons?|{amount} *BP|(flame |{amount} x )?{shots})$"),
            "examples": ["AP5+", "AP5+/AT6+", "2 x MW4+", "D3 x AA5+", "3BP", "flame AP4+/AT5+", "small arms", "assault weapon"],
        })
    }
}

/// `AP5+`, `AP5+/AT6+`, `2 x AP5+`, `D3 x AP5+`, `MW4+`, `3BP`, `flame AP4+`, `small arms`, `assault weapon`.
fn fire(text: &str) -> Result<Fire, &'static str> {
    match text {
        "small arms" => return Ok(Fire::SmallArms),
        "assault weapon" | "assault weapons" => return Ok(Fire::AssaultWeapon),
        _ => {}
    }
    if let Some(values) = text.strip_prefix("flame ") {
        return match shots(values) {
            Some([ap, at, None, None]) => Ok(Fire::Flame { ap, at }),
            _ => Err(FIREPOWER),
        };
    }
    if let Some(points) = text.strip_suffix("BP") {
        let points = Amount::parse(points.trim(), 255).ok_or(FIREPOWER)?;
        if points.most() > MOST_POINTS && !points.is_rolled() {
            return Err(mark!("1 to 18 barrage points (the table of §1.9.8 ends there)"));
        }
        return Ok(Fire::Barrage(points));
    }
    let (dice, values) = match text.split_once(" x ") {
        None => (Amount::fixed(1), text),
        Some((dice, values)) => (Amount::parse(dice.trim(), 50).ok_or(FIREPOWER)?, values),
    };
    let [ap, at, mw, aa] = shots(values).ok_or(FIREPOWER)?;
    Ok(Fire::Shots { dice, ap, at, mw, aa })
}

/// `AP5+/AT6+/AA5+`: the AP, AT, MW and AA values of a shot, at least one of them.
fn shots(text: &str) -> Option<[Option<u8>; 4]> {
    let mut values = [None; 4];
    for value in text.split('/') {
        let letters = value.get(..2)?;
        let place = ["AP", "AT", "MW", "AA"].iter().position(|known| *known == letters)?;
        let face = value[2..].strip_suffix('+')?.trim().parse().ok().filter(|face| (1..=6).contains(face))?;
        if values[place].replace(face).is_some() {
            return None;
        }
    }
    Some(values)
}

const WEAPON_ABILITIES: &[&str] = &[
    "macro-weapon",
    "titan-killer",
    "titan-killer D3",
    "lance",
    "first-strike",
    "extra-attack 1",
    "extra-attack D3",
    "ignore-cover",
    "disrupt",
    "indirect",
    "slow-firing",
    "one-shot",
    "sniper",
    "anti-aircraft",
];

impl WeaponAbility {
    fn read(text: &str) -> Option<WeaponAbility> {
        let (name, number) = text.split_once(' ').unwrap_or((text, ""));
        Some(match (name, number) {
            ("macro-weapon", "") => WeaponAbility::MacroWeapon,
            ("titan-killer", "") => WeaponAbility::TitanKiller(Amount::fixed(1)),
            ("titan-killer", points) => WeaponAbility::TitanKiller(Amount::parse(points, 20)?),
            ("lance", "") => WeaponAbility::Lance,
            ("first-strike", "") => WeaponAbility::FirstStrike,
            ("extra-attack", attacks) => WeaponAbility::ExtraAttack(Amount::parse(attacks, 20)?),
            ("ignore-cover", "") => WeaponAbility::IgnoreCover,
            ("disrupt", "") => WeaponAbility::Disrupt,
            ("indirect", "") => WeaponAbility::Indirect,
            ("slow-firing", "") => WeaponAbility::SlowFiring,
            ("one-shot", "") => WeaponAbility::OneShot,
            ("sniper", "") => WeaponAbility::Sniper,
            ("anti-aircraft", "") => WeaponAbility::AntiAircraft,
            _ => return None,
        })
    }
}

impl<'de> Deserialize<'de> for WeaponAbility {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grammar::known(deserializer, mark!("an ability of a weapon"), WEAPON_ABILITIES, WeaponAbility::read)
    }
}

impl JsonSchema for WeaponAbility {
    fn schema_name() -> Cow<'static, str> {
        "an ability of a weapon".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An ability of a weapon (§2.2). The points of a titan killer and extra attacks may be rolled for.",
            "anyOf": [
                { "enum": WEAPON_ABILITIES },
                { "type": "string", "pattern": r"^(titan-killer|extra-attack) (\d*D[2-6](\+\d+)?|\d+)$" },
            ],
        })
    }
}
