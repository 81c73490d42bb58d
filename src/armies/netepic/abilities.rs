//! Rules of an entry, by name: their equivalents in army files, and how they differ from Gold's.

use super::super::normalise::{number, words};
use super::super::words::Vocabulary;

/// What a rule means for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An ability.
    Ability(&'static str),
    /// An ability that is played slightly differently: how.
    Nearly(&'static str, &'static str),
    /// A figure, in brackets after its name.
    Figure(Figure),
    /// An ability of its weapon.
    Weapon(&'static str),
    /// All its weapons shoot all round.
    AllTurrets,
    /// It takes no morale tests.
    Fearless,
    /// The chart of its locations.
    BioTitan,
    /// It is not simulated: the reason.
    Unplayed(&'static str),
    /// There is an ability of this name, but it is another rule: Gold's, and the one here.
    Differs(&'static str),
    /// No die depends on it, or the scenario says it.
    Left,
    /// A rule of the list itself.
    Other,
}

/// A number of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // As the rules name them.
pub enum Figure {
    Transport,
    Shields,
    Wounds,
    CloseDefences,
    PsychicSave,
}

const COMMAND: &str =
    mark!("in Gold it moves double and shoots in the First Fire segment, here its order becomes a better one");
const HQ: &str = mark!("in Gold it cannot be shot at unless it is the closest or alone, here another base dies for it");
const ELITE: &str =
    mark!("in Gold it is better in close combat and rolls again, here dice of its side are rolled again");
const REGENERATION: &str = mark!("in Gold a 4+ in the End Phase heals a wound, here a die saves it as it is lost");
const SUPERHEAVY: &str = mark!("in Gold a failed save is a roll on a damage table, here it is a wound");
const TERROR: &str = mark!("Terror: Gold's test of morale; here it is at -1");

const RULES: Vocabulary<Rule> = Vocabulary(&[
    (
        Rule::Ability("all-round-armour"),
        "all around armour|all around armor|all round armour|all round armor|all over armour",
    ),
    (Rule::Ability("antigrav"), "skimmer|skimmers|antigrav|anti grav"),
    (Rule::Ability("deep-strike"), "deep strike|deepstrike"),
    (Rule::Ability("fear"), "fear|causes fear"),
    (Rule::Nearly("terror", TERROR), "terror|causes terror"),
    (Rule::Ability("floater"), "floater|floaters"),
    (Rule::Ability("infiltration"), "infiltration|infiltrate|infiltrator|infiltrators"),
    (Rule::Ability("jump-packs"), "jump packs|jump pack"),
    (Rule::Ability("psyker"), "psyker|psykers"),
    (Rule::Ability("tunneller"), "tunneler|tunneller|tunnelers|tunnellers"),
    (Rule::Ability("morale-aura 25"), "auto pass hive mind tests"),
    (Rule::BioTitan, "bio titan hit locations"),
    (Rule::Figure(Figure::Transport), "transport"),
    (Rule::Figure(Figure::Shields), "void shields|void shield"),
    (Rule::Figure(Figure::Wounds), "wounds|multiple wounds|wound"),
    (Rule::Figure(Figure::CloseDefences), "point defence|point defense|point defences|point defenses"),
    (Rule::Figure(Figure::PsychicSave), "psychic save"),
    (Rule::Weapon("ignores-cover"), "ignores cover"),
    (Rule::Weapon("ignores-shields"), "ignores shields"),
    (Rule::Weapon("one-shot"), "one shot"),
    (Rule::Weapon("turret"), "turret|360° weapon|360° weapons|360° firing|360° arc"),
    (Rule::AllTurrets, "360° firing all weapons|360° firing - all weapons"),
    (Rule::Fearless, "fearless|robotic|artificial intelligence"),
    (Rule::Differs(COMMAND), "command"),
    (Rule::Differs(HQ), "headquarters (hq)|headquarters|hq"),
    (Rule::Differs(ELITE), "elite"),
    (Rule::Differs(REGENERATION), "regeneration|bio titan regeneration"),
    (Rule::Differs(SUPERHEAVY), "superheavy|super heavy"),
    (Rule::Unplayed(mark!("shots at it are at -1: write `penalty = 1`")), "hard to hit"),
    (Rule::Unplayed(mark!("tests near it are at +1: write `modifier`, or a better `morale`")), "inspirational"),
    (Rule::Unplayed(mark!("CAF near it is at +1: write `bonus`")), "combat leader"),
    (Rule::Unplayed(mark!("it saves bases near it")), "mechanic|medic"),
    (Rule::Unplayed(mark!("its reactions are not at -1")), "quickdraw"),
    (Rule::Unplayed(mark!("it shoots at HQ bases")), "sniper"),
    (
        Rule::Unplayed(mark!("hits on it are hits on those aboard")),
        "open top vehicle (otv)|open top vehicle|open topped",
    ),
    (Rule::Unplayed(mark!("no flyers are played")), "flyer|flier|anti aircraft|anti aircraft (aa)|aa"),
    (Rule::Unplayed(mark!("its cargo is a whole company: write `transport`")), "company transport"),
    (Rule::Unplayed(mark!("it is not pinned in the second round")), "hit and run|hit & run"),
    (Rule::Unplayed(mark!("tests that it causes fail on a 1")), "daemonic"),
    (Rule::Unplayed(mark!("about buildings")), "damages buildings|destroys buildings"),
    (Rule::Unplayed(mark!("about tables of damage")), "penetrating"),
    (Rule::Unplayed(mark!("a psychic power in prose")), "psychic power"),
    (Rule::Unplayed(mark!("indirect fire scatters less")), "forward observer (fo)|forward observer|fo"),
    (Rule::Unplayed(mark!("its order depends on who is near")), "instinct|stupid|undisciplined"),
    (Rule::Unplayed(mark!("it fires whatever its order")), "always fires in first fire phase|fire on the fly"),
    (Rule::Unplayed(mark!("it falls back otherwise")), "independent|static artillery"),
    (Rule::Unplayed(mark!("it arrives otherwise")), "teleport"),
    (Rule::Unplayed(mark!("about fire from off the table")), "off board / orbital barrages|pop up attack"),
    (Rule::Unplayed(mark!("immune to some powers")), "inorganic|daemon hunter|chaos shield"),
    (
        Rule::Left,
        "90° forward arc|90° front arc|30° arc|180° arc|agile|tow|stealth|unique|combat engineer|no coherency needed|\
        tactical genius|fixed armour save|free support card|single use special card vp|vp cost|hive mind points|\
        command points|titan battlegroup vp awards|titan coherency|vp awarded per bio titan|general disclaimer|\
        only one per same clan|instinctive behaviour",
    ),
]);

/// The meaning of a rule, and the number after its name: `Transport (2)`, `Wounds : 4`, `Psychic Save (4+)`.
pub fn rule(name: &str) -> (Rule, Option<u32>) {
    let said = words(name);
    let said = said.trim_matches(['*', '.', ' ']);
    if let Some(rule) = RULES.meaning(said) {
        return (rule, None);
    }
    let (bare, behind) = said.split_once(['(', ':']).unwrap_or((said, ""));
    let behind = behind.trim_matches([')', '+', ' ']);
    match RULES.meaning(bare.trim()) {
        Some(rule) => (rule, number(behind)),
        None => (Rule::Other, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_by_name() {
        for (name, expected) in [
            ("Transport (2)", (Rule::Figure(Figure::Transport), Some(2))),
            ("Wounds : 4", (Rule::Figure(Figure::Wounds), Some(4))),
            ("Psychic Save (4+)", (Rule::Figure(Figure::PsychicSave), Some(4))),
            ("Point Defence (X)", (Rule::Figure(Figure::CloseDefences), None)),
            ("All-Around Armour", (Rule::Ability("all-round-armour"), None)),
            ("Penetrating (+2)", (Rule::Unplayed("about tables of damage"), Some(2))),
            ("360° Firing - All Weapons", (Rule::AllTurrets, None)),
            ("Whirling Dance", (Rule::Other, None)),
        ] {
            assert_eq!(rule(name), expected, "{name}");
        }
    }

    #[test]
    fn one_name_with_another_rule_is_not_played() {
        for name in ["Regeneration", "Headquarters (HQ)", "Elite", "Command", "Superheavy"] {
            assert!(matches!(rule(name), (Rule::Differs(how), None) if how.contains("in Gold")), "{name}");
        }
    }
}
