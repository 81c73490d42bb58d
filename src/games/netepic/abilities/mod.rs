//! The abilities, as data: the 32 rows of the user's table and a few related ones. Each has its name in that table, its
//! key in scenarios, the dice that it changes, and where it is played or why not. `battle-odds systems netepic` prints
//! it.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};

use Status::{Given, Not, Simulated};
use battle_odds_plan::{Section, Status};
use battle_odds_scenario::typed::grammar;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name in the user's table; empty if it is not in that table.
    pub name: &'static str,
    /// Its word in the `abilities` of a unit or a weapon; empty if another key says it.
    pub word: &'static str,
    /// What follows the word.
    pub value: Value,
    /// Its section: `#5`; related ones have a letter after the number.
    pub section: Section,
}

/// What follows the word of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// A number, `elite 2`.
    Number,
    /// A face, `regeneration 4+`.
    Face,
    /// A number, or nothing, which means 1: `reduces-cover`, `reduces-cover 2`.
    Perhaps,
}

/// A row: number, name in the user's table, its word and what follows it, how it is written with the dice that it
/// changes, and how the program plays it.
macro_rules! row {
    ($number:literal, $name:literal, $word:literal $value:ident, $title:expr, $status:expr) => {
        Row {
            name: $name,
            word: $word,
            value: Value::$value,
            section: Section { key: concat!("#", $number), title: $title, status: $status },
        }
    };
}

/// Every ability.
#[rustfmt::skip]
pub static ABILITIES: &[Row] = &TABLE;

#[rustfmt::skip]
const TABLE: [Row; 38] = [
    row!("1", "1D3 touches", "" None, mark!("1D3 touches: weapon `hits = \"D3\"` - hits of a success"), Simulated("Volley::multiply")),
    row!("2", "Antigrav", "antigrav" None, mark!("Antigrav: `antigrav` - none: who is pinned, hence may fire"), Simulated("Forces::is_pinned")),
    row!("3", "Blindage Intégral", "all-round-armour" None, mark!("Blindage Intégral: `all-round-armour` - saves from flank and rear"), Simulated("save::penetration")),
    row!("3a", "", "side-armour" None, mark!(": `side-armour` - saves from the flank"), Simulated("save::penetration")),
    row!("4", "DR (XX)", "close-defences" Number, mark!("DR (XX): `close-defences 3` - shots 6+, 7+ in interception, once a turn each, class 2 at most, 15 cm"), Simulated("Salvo::shots")),
    row!("5", "Elite (XX)", "elite" Number, mark!("Elite (XX): `elite 2`, step `elite` - to-hit, saves, duels again"), Simulated("Elite::again, Duel::rolls_again")),
    row!("6", "Esclave (Chasse)", "slave-hunt" None, mark!("Esclave (Chasse): `slave-hunt`, `instinct` - no -2 in assaults, no rout; no ones again under instinct"), Simulated("Morale::fail, Forces::may_fire")),
    row!("7", "Esclave (Dévastation)", "slave-devastation" None, mark!("Esclave (Dévastation): `slave-devastation`, `instinct` - as 6, no shots under instinct"), Simulated("Morale::fail, Forces::may_fire")),
    row!("7a", "", "slave-nest" None, mark!(": `slave-nest`, `instinct` - as 6"), Simulated("Morale::fail, Forces::may_fire")),
    row!("8", "Flottant", "floater" None, mark!("Flottant: `floater`, `altitude` - range +25 high, flank of its fire; never pinned; exits of its passengers"), Simulated("Forces::is_pinned, fire::compile::reaches, cargo::compile::passengers")),
    row!("9", "Frappe en Profondeur (FEP)", "deep-strike" None, mark!("Frappe en Profondeur (FEP): `deep-strike`, step `deep-strike` - two deviations"), Simulated("DeepStrike::advance")),
    row!("10", "Gabarit (XX)", "" None, mark!("Gabarit (XX): weapon `template = 12`, step `barrage` - one to-hit roll a base covered"), Simulated("Barrage::strike")),
    row!("11", "Ignore les Couverts", "ignores-cover" None, mark!("Ignore les Couverts: weapon `ignores-cover` - to-hit"), Simulated("to_hit::cover")),
    row!("12", "Infiltration", "infiltration" None, mark!("Infiltration: `infiltration` - none"), Not(mark!("a move before the battle"))),
    row!("13", "Intercepteur", "interceptor" None, mark!("Intercepteur: `interceptor`, assault `interception = true` - dice of later duels in the turn"), Simulated("Line::stand, Line::remember")),
    row!("14", "Moral réussi automatiquement pour les détachements à 25cm", "morale-aura" Number, mark!("Moral réussi automatiquement pour les détachements à 25cm: `morale-aura 25`, formation `near` - tests passed while the bearer lives"), Simulated("Forces::passes_always")),
    row!("15", "PDV (XX)", "" None, mark!("PDV (XX): unit `wounds = 4` - wounds to remove"), Simulated("Forces::wound")),
    row!("16", "Personnage", "character" None, mark!("Personnage: `character` - none: rides free"), Not(mark!("scenario cards, and leaving a transport"))),
    row!("17", "Personnage Lié", "attached-character" None, mark!("Personnage Lié: `attached-character` in the `units` of its host - the host's morale; its own Elite and HQ"), Simulated("elite::pool")),
    row!("18", "Peur", "fear" None, mark!("Peur: `fear` - a test of morale, -2 in assaults"), Simulated("Assault::fear, Assault::worse")),
    row!("19", "Psyker", "psyker" None, mark!("Psyker: `psyker`, weapon `psychic`, step `psychic` - shots, or ethereal hits"), Simulated("psychic::compile, Forces::may_fire")),
    row!("20", "QG", "hq" None, mark!("QG: `hq` - who dies"), Simulated("aftermath::spare")),
    row!("21", "Réacteurs Dorsaux", "jump-packs" None, mark!("Réacteurs Dorsaux: `jump-packs` - none: pins antigravs"), Simulated("Forces::is_pinned")),
    row!("22", "Réduit les Couverts", "reduces-cover" Perhaps, mark!("Réduit les Couverts: weapon `reduces-cover`, `reduces-cover 2` - to-hit"), Simulated("to_hit::cover")),
    row!("22a", "", "ignores-shields" None, mark!(": weapon `ignores-shields` - hits on shields"), Simulated("Harm::fall")),
    row!("23", "Régénération (XX)", "regeneration" Face, mark!("Régénération (XX): `regeneration 4+` - a die a wound"), Simulated("Harm::wounds, Assault::lose")),
    row!("23a", "", "removes" None, mark!(": weapon `removes` - no Regeneration"), Simulated("Harm::new")),
    row!("24", "Règles Spéciales", "special-rules" None, mark!("Règles Spéciales: `special-rules` - none: every run reports them"), Given("not-simulated")),
    row!("25", "Sauvegarde Psychique (XX)", "psychic-save" Face, mark!("Sauvegarde Psychique (XX): `psychic-save 4+` - a save against ethereal powers"), Simulated("save::psychic")),
    row!("26", "Semi-Synaptique", "semi-synaptic" None, mark!("Semi-Synaptique: `semi-synaptic` - none: ordinary morale"), Not(mark!("it has no rule of its own"))),
    row!("27", "Synapse", "synapse" None, mark!("Synapse: `synapse` - every test of morale passed"), Simulated("Forces::passes_always")),
    row!("28", "Terreur", "terror" None, mark!("Terreur: `terror` - tests at -1 both ways, -2 in assaults, fire lost"), Simulated("Assault::approach")),
    row!("29", "Tourelle", "turret" None, mark!("Tourelle: weapon `turret` - none"), Given(mark!("a shot is written only where the arc allows it"))),
    row!("30", "Transport (XX)", "" None, mark!("Transport (XX): unit `transport = 2`, group `embarked-in` - exits of passengers, which transport died"), Simulated("Forces::get_out")),
    row!("30a", "", "one-shot" None, mark!(": weapon `one-shot` - it fires once"), Simulated("Salvo::spend")),
    row!("31", "Tunnelier", "tunneller" None, mark!("Tunnelier: `tunneller`, step `structure` - saves of buildings"), Simulated("Structure::attack")),
    row!("31a", "", "super-heavy" None, mark!(": `super-heavy` - none: a floater on the ground is of class 4"), Simulated("Profile::class_at")),
    row!("32", "Unité de Commandement", "command-unit" None, mark!("Unité de Commandement: `command-unit` - fire after a charge order, no ones again, morale 3"), Simulated("Forces::may_fire, forces::compile::morale")),
];

/// The rows as sections of the book.
pub const fn sections() -> [Section; TABLE.len()] {
    let mut all = [TABLE[0].section; TABLE.len()];
    let mut nth = 0;
    while nth < TABLE.len() {
        all[nth] = TABLE[nth].section;
        nth += 1;
    }
    all
}

/// An ability of a unit or a weapon, and its number; 0 if it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told<K> {
    /// Which ability it is.
    pub kind: K,
    /// Its number: dice, cm, or a face of the die.
    pub value: u8,
}

/// An ability of a unit.
pub type Ability = Told<Kind>;

/// An ability of a weapon.
pub type WeaponAbility = Told<WeaponKind>;

/// Abilities that are read by their words in the table.
pub trait Words: Copy + PartialEq + 'static {
    /// What they are called in messages, with the article.
    const WHAT: &'static str;
    /// Each word with its ability.
    const WORDS: &'static [(&'static str, Self)];
    /// The words as they may be written, for suggestions.
    const KNOWN: &'static [&'static str];
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:expr, $($variant:ident $word:literal $example:literal,)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // The variants are named like the words.
        pub enum $name { $($variant),+ }

        impl Words for $name {
            const WHAT: &'static str = $what;
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $name::$variant)),+];
            const KNOWN: &'static [&'static str] = &[$($example),+];
        }
    };
}

words! {
    /// §4.1: the abilities of units.
    Kind, mark!("an ability"),
    AllRoundArmour "all-round-armour" "all-round-armour",
    Antigrav "antigrav" "antigrav",
    AttachedCharacter "attached-character" "attached-character",
    Character "character" "character",
    CloseDefences "close-defences" "close-defences 3",
    CommandUnit "command-unit" "command-unit",
    DeepStrike "deep-strike" "deep-strike",
    Elite "elite" "elite 2",
    Fear "fear" "fear",
    Floater "floater" "floater",
    Hq "hq" "hq",
    Infiltration "infiltration" "infiltration",
    Interceptor "interceptor" "interceptor",
    JumpPacks "jump-packs" "jump-packs",
    MoraleAura "morale-aura" "morale-aura 25",
    PsychicSave "psychic-save" "psychic-save 4+",
    Psyker "psyker" "psyker",
    Regeneration "regeneration" "regeneration 4+",
    SemiSynaptic "semi-synaptic" "semi-synaptic",
    SideArmour "side-armour" "side-armour",
    SlaveDevastation "slave-devastation" "slave-devastation",
    SlaveHunt "slave-hunt" "slave-hunt",
    SlaveNest "slave-nest" "slave-nest",
    SpecialRules "special-rules" "special-rules",
    SuperHeavy "super-heavy" "super-heavy",
    Synapse "synapse" "synapse",
    Terror "terror" "terror",
    Tunneller "tunneller" "tunneller",
}

words! {
    /// §4.1: the abilities of weapons.
    WeaponKind, mark!("an ability of a weapon"),
    IgnoresCover "ignores-cover" "ignores-cover",
    IgnoresShields "ignores-shields" "ignores-shields",
    OneShot "one-shot" "one-shot",
    ReducesCover "reduces-cover" "reduces-cover 2",
    Removes "removes" "removes",
    Turret "turret" "turret",
}

/// Looks up an ability in the table.
fn read<K: Words>(text: &str) -> Option<Told<K>> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (_, kind) = *K::WORDS.iter().find(|(known, _)| *known == word)?;
    let row = ABILITIES.iter().find(|row| row.word == word)?;
    let number = |text: &str| text.parse().ok().filter(|number| (1..=100).contains(number));
    let value = match row.value {
        Value::None => rest.is_empty().then_some(0)?,
        Value::Number => number(rest)?,
        Value::Face => rest.strip_suffix('+')?.parse().ok().filter(|face| (2..=6).contains(face))?,
        Value::Perhaps if rest.is_empty() => 1,
        Value::Perhaps => number(rest)?,
    };
    Some(Told { kind, value })
}

impl<'de, K: Words> Deserialize<'de> for Told<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grammar::known(deserializer, K::WHAT, K::KNOWN, read::<K>)
    }
}

impl<K: Words> JsonSchema for Told<K> {
    fn schema_name() -> Cow<'static, str> {
        K::WHAT.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let row = |word: &str| ABILITIES.iter().find(|row| row.word == word).map(|row| row.value);
        let alone = |value| matches!(value, Some(Value::None | Value::Perhaps));
        let words: Vec<&str> = K::WORDS.iter().map(|(word, _)| *word).filter(|word| alone(row(word))).collect();
        let valued: Vec<&str> =
            K::WORDS.iter().map(|(word, _)| *word).filter(|word| row(word) != Some(Value::None)).collect();
        json_schema!({
            "description": "An ability; some have a number behind them, `elite 2`, or a face, `regeneration 4+`.",
            "anyOf": [
                { "enum": words },
                { "type": "string", "pattern": format!(r"^({}) \d+\+?$", valued.join("|")) },
            ],
        })
    }
}
