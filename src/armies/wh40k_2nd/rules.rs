//! The special rules of entries: abilities of army files, what the scenario says, and what is kept by name.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::words;
use super::super::rulebook::Rule;
use super::super::words::{Vocabulary, Words};
use super::columns::{Column, Columns};

/// Rules that are abilities.
const ABILITIES: Vocabulary<&str> = Vocabulary(&[
    ("fear", "fear|causes fear|cause fear"),
    ("terror", "terror|causes terror|cause terror"),
    ("immune-psychology", "immune to psychology|immunity to psychology|psychology immunity|immune to all psychology"),
    ("unbreakable", "unbreakable|immune to break tests|never breaks"),
    ("targeter", "targeter|targeters"),
    ("large-target", "large target"),
    ("psychic-squad", "psychic squad"),
]);

/// Rules that a scenario plays: a step, a key of a formation, where and how models stand and move.
const SCENARIO: Words = Words(
    "frenzy|stupidity|hatred|hate|animosity|infiltration|infiltrate|infiltrators|dispersed formations|dispersed formation|teleport|teleport homer|jump pack|jump packs|cavalry|hiding|leaders|leader|army commander|strategy|deep strike|scouts|drop pods|drop pod",
);

/// §11.10.1, §13.4.1: rules that the rulebook plays for models with the ability.
const OF_MARINES: Words = Words("break tests|break test|rapid fire|they shall know no fear");

/// Rules that say how to count points or which units may be taken: no die depends on them.
const IDLE: Words = Words("victory points|missions|new rule|damage table|squad coherency|brood coherency");

/// Whether a profile is that of an animal that a model rides: its rules say so, and it does not shoot.
pub fn is_mount(columns: &Columns, rules: &[Rule]) -> bool {
    columns.text(Column::Bs).trim() == "0" && rules.iter().any(|rule| words(&rule.name).contains("cavalry"))
}

/// The rules of the whole army. Those that the rulebook plays are no gap, and the abilities say which models have them.
pub fn army(rules: &[Rule], abilities: &[&str], is_machine: bool, told: &mut Diagnostics) {
    for rule in rules {
        let said = words(&rule.name);
        let bare = words(said.split('(').next().unwrap_or_default());
        if OF_MARINES.has(&bare) {
            if !is_machine && !abilities.contains(&"space-marine") {
                told.left(&text!("{rule} (ability `space-marine`)", rule = rule.name));
            }
        } else if SCENARIO.has(&bare) {
            told.left(&rule.name);
        } else if !IDLE.within(&bare) && !bare.is_empty() {
            let text = format!("special rule {}", rule.name);
            told.not_simulated("rule", &text, mark!("a rule of the whole army"));
        }
    }
}

/// The abilities of rules by their names; anything else they say is reported.
pub fn abilities(rules: &[Rule], told: &mut Diagnostics) -> Vec<&'static str> {
    let mut abilities = Vec::new();
    for rule in rules {
        let said = words(&rule.name);
        let bare = words(said.split('(').next().unwrap_or_default());
        if let Some(ability) = ABILITIES.meaning(&bare) {
            if !abilities.contains(&ability) {
                abilities.push(ability);
            }
        } else if SCENARIO.has(&bare) || OF_MARINES.has(&bare) {
            told.left(&rule.name);
        } else if !IDLE.within(&bare) && !bare.is_empty() {
            told.not_simulated("rule", &format!("special rule {}", rule.name), mark!("a special rule of the list"));
        }
    }
    abilities
}
