//! The narrow cells: type, armour, numbers, yes and no.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::{number, plain, words};
use super::super::words::Vocabulary;
use super::columns::says_nothing;

/// Types as army files write them, and as catalogues do.
const KINDS: Vocabulary<&str> = Vocabulary(&[
    ("infantry", "infantry|infanterie|infanteria"),
    ("cavalry", "cavalry|cavalerie|kavallerie|caballeria"),
    ("chariot", "chariot|char|streitwagen|carro"),
    ("monster", "monster|monstre|monstruo"),
    ("artillery", "artillery|artillerie|artilleria"),
    ("machine", "machine|maschine|kriegsmaschine|maquina"),
    ("general", "general"),
    ("hero", "hero|heros|heroe|held"),
    ("wizard", "wizard|sorcier|sorciere|zauberer|hechicero|mago"),
]);

/// The type that a text names: `Chariots`, `Héros`.
pub fn kind(text: &str) -> Option<&'static str> {
    let said = words(text);
    KINDS.meaning(&said).or_else(|| KINDS.meaning(said.trim_end_matches('s')))
}

/// The type that a misprint means: `Calvary`.
pub fn misspelt_kind(text: &str) -> Option<&'static str> {
    let said = words(text);
    if !(5..=20).contains(&said.len()) {
        return None;
    }
    let near = KINDS.iter().filter(|(name, _)| name.len() >= 5 && strsim::damerau_levenshtein(&said, name) <= 2);
    let mut kinds: Vec<&str> = near.map(|(_, kind)| kind).collect();
    kinds.dedup();
    (kinds.len() == 1).then(|| kinds[0])
}

/// Whether a type is a commander.
pub fn commands(kind: &str) -> bool {
    matches!(kind, "general" | "hero" | "wizard")
}

/// The face of a save; `None` if there is none, or the text is not a save.
pub fn armour(cell: &str, text: &str, told: &mut Diagnostics) -> Option<u32> {
    let said = plain(text).replace(' ', "");
    let bare = said.trim_end_matches('*');
    if says_nothing(text) || matches!(bare, "0" | "-" | "") {
        return None;
    }
    let face = |text: &str| number(text).filter(|face| (3..=6).contains(face));
    if let Some(face) = bare.strip_suffix('+').and_then(face) {
        return Some(face);
    }
    if let Some(face) = face(bare.trim_matches('+')) {
        told.repaired(cell, text, format!("{face}+"));
        return Some(face);
    }
    let parts: Vec<&str> = [" or ", " ou ", " oder ", " o ", "/"]
        .into_iter()
        .find(|word| plain(text).contains(word))
        .map_or(Vec::new(), |word| text.split(word).collect());
    let is_one = |part: &&str| {
        let part = plain(part);
        matches!(part.as_str(), "0" | "-") || part.strip_suffix('+').and_then(face).is_some()
    };
    if !parts.is_empty() && parts.iter().all(is_one) {
        told.not_simulated(cell, &format!("{cell}: {text}"), mark!("one armour or another"));
    } else {
        told.misunderstood(cell, text, mark!("an armour is 3+ to 6+, or 0"));
    }
    None
}

/// A number within bounds; anything else in the cell is reported.
pub fn within(cell: &str, text: &str, bounds: std::ops::RangeInclusive<u32>, told: &mut Diagnostics) -> Option<u32> {
    let said = plain(text);
    let said = said.trim_end_matches('*').trim_end();
    let said = said.strip_suffix("cm").unwrap_or(said).trim_end();
    let found = number(said).filter(|number| bounds.contains(number));
    if found.is_none() {
        told.misunderstood(
            cell,
            text,
            text!("no number from {least} to {most}", least = bounds.start(), most = bounds.end()),
        );
    }
    found
}

/// Yes or no, in four languages.
pub fn yes(text: &str) -> Option<bool> {
    const ANSWERS: Vocabulary<bool> = Vocabulary(&[(true, "yes|oui|ja|si|x|y|true"), (false, "no|non|nein|n|0|false")]);
    ANSWERS.meaning(&words(text)).or(says_nothing(text).then_some(false))
}

#[cfg(test)]
mod tests {
    use super::super::super::rulebook::Rulebook;
    use super::*;

    #[test]
    fn types_in_four_languages() {
        for (text, expected) in [
            ("Infantry", "infantry"),
            ("Cavalerie", "cavalry"),
            ("Streitwagen", "chariot"),
            ("Chariots", "chariot"),
            ("Héros", "hero"),
            ("Sorcier", "wizard"),
            ("Máquina", "machine"),
        ] {
            assert_eq!(kind(text), Some(expected), "{text}");
        }
        assert_eq!((kind("Calvary"), misspelt_kind("Calvary")), (None, Some("cavalry")));
        assert_eq!((kind("Thing"), misspelt_kind("Thing")), (None, None));
    }

    #[test]
    fn saves() {
        let rules = Rulebook::default();
        let read = |text: &str| {
            let mut told = Diagnostics::of(&rules);
            (armour("Armour", text, &mut told), told.repaired.len(), told.problems.len(), told.misunderstood)
        };
        for (text, expected) in [
            ("4+", (Some(4), 0, 0, 0)),
            ("6 +", (Some(6), 0, 0, 0)),
            ("5+*", (Some(5), 0, 0, 0)),
            ("0", (None, 0, 0, 0)),
            ("–", (None, 0, 0, 0)),
            ("5", (Some(5), 1, 0, 0)),
            ("+4", (Some(4), 1, 0, 0)),
            ("0 or 6+", (None, 0, 1, 0)),
            ("45", (None, 0, 1, 1)),
            ("2+", (None, 0, 1, 1)),
            ("strong", (None, 0, 1, 1)),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "([0-9]|\\+|-|\\*|/| or |cm|é| ){0,8}") {
            let rules = Rulebook::default();
            let mut told = Diagnostics::of(&rules);
            armour("Armour", &text, &mut told);
            within("Hits", &text, 1..=20, &mut told);
            misspelt_kind(&text);
            yes(&text);
        }
    }
}
