//! The grammar of weapon notes: the abilities of weapons, in four languages, with their numbers; and what notes have in
//! common.

use super::super::amount::{Amount, amount};
use super::super::normalise::{plain, words};
use super::vocabulary::*;

/// Splits a cell into its items: at commas, semicolons, breaks and full stops, but not within parentheses.
pub fn items(cell: &str) -> Vec<String> {
    let cell = cell.replace("<BR>", ",").replace("<br>", ",").replace('\n', ",");
    let (mut items, mut item, mut depth) = (Vec::new(), String::new(), 0_u32);
    let mut letters = cell.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = match letter {
            ',' | ';' | '•' => depth == 0,
            // A comma is missing: `Summoning Cost (8)Daemonic Focus`.
            ')' if depth == 1 && letters.peek().is_some_and(|next| next.is_alphabetic()) => {
                item.push(letter);
                depth = 0;
                items.push(std::mem::take(&mut item));
                continue;
            }
            '.' => depth == 0 && letters.peek().is_none_or(|next| next.is_whitespace()),
            _ => false,
        };
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if ends { items.push(std::mem::take(&mut item)) } else { item.push(letter) }
    }
    items.push(item);
    items.into_iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

/// A name, and what is in parentheses, or a number, after it: `Titan Killer (D3)`, `Brood (2)`.
pub fn parameter(item: &str) -> (String, Option<String>) {
    let item = plain(item);
    match item.split_once('(') {
        Some((name, rest)) => {
            let inside = rest.rsplit_once(')').map_or(rest, |(inside, _)| inside);
            (words(name), Some(inside.trim().to_owned()))
        }
        None => (words(&item), None),
    }
}

/// The meaning of a note of a weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// An ability of army files.
    Ability(String),
    /// A fire arc of army files; `None` if it fires all round.
    Arc(Option<&'static str>),
    /// Understood, but army files cannot express it: the reason.
    Beyond(&'static str),
    /// Understood but not simulated; the weapon is used without it: the reason.
    Unplayed(&'static str),
    /// Nothing that dice depend on.
    Nothing,
}

/// Reads a note of a weapon; `None` if it is not understood.
pub fn weapon_note(item: &str) -> Option<Note> {
    let said = words(item);
    let ability = |name: &str| Some(Note::Ability(name.to_owned()));
    if let Some(name) = WEAPON.meaning(&said) {
        return ability(name);
    }
    if let Some(arc) = ARCS.meaning(&said) {
        return Some(Note::Arc(arc));
    }
    // `360° Turret`: all round, whatever it is called.
    if said.starts_with("360") {
        return Some(Note::Arc(None));
    }
    if let Some(note) = beside_dice(&said) {
        return Some(note);
    }
    let (name, inside) = parameter(item);
    if let Some(points) = titan_killer(&name, inside.as_deref()) {
        return Some(match points {
            Ok(ability) => Note::Ability(ability),
            Err(reason) => Note::Beyond(reason),
        });
    }
    match extra_attacks(item) {
        Some(extra) if extra.is_playable() && extra.fixed <= 20 => ability(&format!("extra-attack {}", amount(extra))),
        Some(_) => Some(Note::Beyond(mark!("extra attacks are 1 to 20, or dice of one kind"))),
        None => is_sentence(&said).then_some(Note::Unplayed(IN_WORDS)),
    }
}

/// The reason why a sentence is not played.
pub const IN_WORDS: &str = mark!("a rule in the words of the list");

/// Whether a note is a whole sentence that gives a rule, not the name of one: `May fire at any formation it sees`, `Re-roll
/// of one die in each turn`.
pub fn is_sentence(said: &str) -> bool {
    let words: Vec<&str> = said.split('(').next().unwrap_or_default().split_whitespace().collect();
    (words.len() > 2 && SENTENCE_VERBS.has(words[0]))
        || (words.len() > 5 && words.iter().any(|word| SENTENCE_LINKS.has(word)))
}

/// Notes that change no die rolled for the weapon, or something that is not simulated.
fn beside_dice(said: &str) -> Option<Note> {
    if IDLE.begin(said) {
        return Some(Note::Nothing);
    }
    if IGNORES_SHIELDS.begin(said) {
        return Some(Note::Unplayed(mark!("shields stop every weapon here")));
    }
    if let Some((_, reason)) = UNPLAYED.iter().find(|(phrase, _)| said.contains(phrase)) {
        return Some(Note::Unplayed(reason));
    }
    if said.ends_with("template") {
        return Some(Note::Unplayed(mark!("templates are the book's own")));
    }
    if NO_DAMAGE.begin(said) {
        return Some(Note::Beyond(mark!("a weapon that does no damage")));
    }
    // `+1CC`, `-1FF`: what a head or an arm changes in its titan.
    let unsigned = said.strip_prefix('+').or_else(|| said.strip_prefix("minus ")).unwrap_or(said);
    let changed = unsigned.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    (changed.len() < unsigned.len() && ["cc", "ff"].contains(&changed))
        .then_some(Note::Unplayed(mark!("it changes the unit that carries it")))
}

/// `titan killer`, with or without points; `None` if it is something else.
fn titan_killer(name: &str, inside: Option<&str>) -> Option<Result<String, &'static str>> {
    let (name, points) = match (name.rsplit_once(' '), inside) {
        (_, Some(inside)) => (name, inside),
        (Some((first, last)), None) if TITAN_KILLER.has(first) => (first, last),
        _ => (name, ""),
    };
    if !TITAN_KILLER.has(name) {
        return None;
    }
    if points.is_empty() {
        return Some(Ok("titan-killer".to_owned()));
    }
    Some(match Amount::leading(points) {
        Some((points, "")) if points.is_playable() && points.fixed <= 20 => {
            Ok(format!("titan-killer {}", amount(points)))
        }
        _ => Err(mark!("a titan killer does a number of points, or dice of one kind of them")),
    })
}

/// `+1A`, `+D3A`, `Extra Attacks (+1)`, `EA +2`.
fn extra_attacks(item: &str) -> Option<Amount> {
    let said = plain(item).replace(['(', ')'], " ");
    let (before, after) = said.split_once('+')?;
    let (amount, after) = Amount::leading(after.trim_start())?;
    let name = words(&format!("{before} {after}"));
    ATTACKS.has(&name).then_some(amount)
}

/// The nearest known name of an ability, if there is one within a misprint.
pub fn misspelt(item: &str, of_weapons: bool) -> Option<&'static str> {
    let said = words(item);
    let names: Vec<&'static str> = match of_weapons {
        true => WEAPON.iter().map(|(name, _)| name).chain(ARCS.iter().map(|(name, _)| name)).collect(),
        false => UNIT.iter().map(|(name, _)| name).chain(LEFT.iter()).collect(),
    };
    let slips = if said.len() >= 10 { 2 } else { 1 };
    if said.len() < 5 {
        return None;
    }
    let near = names.into_iter().map(|name| (strsim::damerau_levenshtein(&said, name), name));
    near.filter(|(distance, name)| *distance <= slips && name.len() >= 5).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ability(item: &str) -> String {
        match weapon_note(item) {
            Some(Note::Ability(ability)) => ability,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn cells_split_into_items() {
        assert_eq!(items("Macro-weapon, +1A"), ["Macro-weapon", "+1A"]);
        assert_eq!(
            items("Titan Killer (3, -1 per 15cm to target), Lance"),
            ["Titan Killer (3, -1 per 15cm to target)", "Lance"]
        );
        assert_eq!(items("Transport. Choose one."), ["Transport", "Choose one"]);
        assert!(items(" , ").is_empty());
    }

    #[test]
    fn abilities_of_weapons() {
        for (item, expected) in [
            ("Macro-weapon", "macro-weapon"),
            ("Macro Weapon", "macro-weapon"),
            ("Titan Killer (D3)", "titan-killer D3"),
            ("Titan Killer(D6)", "titan-killer D6"),
            ("TK D3", "titan-killer D3"),
            ("Titan Killer (D3+1)", "titan-killer D3+1"),
            ("Titan Killer (1+2D3)", "titan-killer 2D3+1"),
            ("+2D3A", "extra-attack 2D3"),
            ("Titan Killer (2)", "titan-killer 2"),
            ("Titan Killer", "titan-killer"),
            ("+1A", "extra-attack 1"),
            ("+2 EA", "extra-attack 2"),
            ("+D3A", "extra-attack D3"),
            ("Extra Attacks (+1)", "extra-attack 1"),
            ("Single Shot", "one-shot"),
            ("Slow Fire", "slow-firing"),
            ("Ignores cover", "ignore-cover"),
        ] {
            assert_eq!(ability(item), expected, "{item}");
        }
        assert_eq!(weapon_note("Fixed Forward Arc"), Some(Note::Arc(Some("fixed-front"))));
        assert_eq!(weapon_note("360°"), Some(Note::Arc(None)));
        for beyond in ["Titan Killer (D3+D6)", "Titan Killer (5, -1 per 15cm to target)", "+25A"] {
            assert!(matches!(weapon_note(beyond), Some(Note::Beyond(_))), "{beyond}");
        }
        for unplayed in ["+1CC", "-1FF", "Ignores Shields"] {
            assert!(matches!(weapon_note(unplayed), Some(Note::Unplayed(_))), "{unplayed}");
        }
        for sentence in ["May fire at a formation of any type", "Re-roll of one die in each of your turns"] {
            assert_eq!(weapon_note(sentence), Some(Note::Unplayed(IN_WORDS)), "{sentence}");
        }
        assert_eq!(weapon_note("360° Dorsal Turret"), Some(Note::Arc(None)));
        for unknown in
            ["Macro-weapon Ignore Cover Disrupt Slow Firing", "Guided Weapons", "Power Ram", "", "+A", "Titan"]
        {
            assert_eq!(weapon_note(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn abilities_of_weapons_in_other_languages() {
        for (item, expected) in [
            ("Macro-arme", "macro-weapon"),
            ("Ignore les couverts", "ignore-cover"),
            ("+1 attaque", "extra-attack 1"),
            ("Tir indirect", "indirect"),
            ("Makrowaffe", "macro-weapon"),
            ("Indirektes Feuer", "indirect"),
            ("Ignoriert Deckung", "ignore-cover"),
            ("Macroarma", "macro-weapon"),
            ("Fuego indirecto", "indirect"),
            ("Ignora cobertura", "ignore-cover"),
        ] {
            assert_eq!(ability(item), expected, "{item}");
        }
    }

    #[test]
    fn slips_of_the_pen_are_seen() {
        assert_eq!(misspelt("Reinforced Amour", false), Some("reinforced armour"));
        assert_eq!(misspelt("Ignore Covr", true), Some("ignore cover"));
        assert_eq!(misspelt("Regeneration", false), None);
        assert_eq!(misspelt("Lac", true), None);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,40}", near in "(Titan Killer|\\(|\\)|D3|\\+|[0-9]|A|-|,| |é){0,10}") {
            for text in [text, near] {
                items(&text);
                let _ = (weapon_note(&text), misspelt(&text, true), misspelt(&text, false));
            }
        }
    }
}
