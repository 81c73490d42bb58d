//! The language of notes: the abilities of weapons and of units, in four languages, with their numbers.

use super::super::plain::{plain, words};
use super::firepower::Amount;
use super::vocabulary::{ARCS, ATTACKS, BEYOND, LEFT, TITAN_KILLER, UNIT, WEAPON};

/// Splits a cell into its items: at commas, semicolons, breaks and full stops, but not within parentheses.
pub fn items(cell: &str) -> Vec<String> {
    let cell = cell.replace("<BR>", ",").replace("<br>", ",").replace('\n', ",");
    let (mut items, mut item, mut depth) = (Vec::new(), String::new(), 0_u32);
    let mut letters = cell.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = match letter {
            ',' | ';' | '•' => depth == 0,
            // A comma was forgotten: `Summoning Cost (8)Daemonic Focus`.
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

/// A name and what stands in parentheses, or as a number, after it: `Titan Killer (D3)`, `Brood (2)`.
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

/// What one note of a weapon says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// An ability of army files.
    Ability(String),
    /// A fire arc of army files; none if it fires all round.
    Arc(Option<&'static str>),
    /// Understood, but nothing that army files can say: why.
    Beyond(&'static str),
    /// Understood, and not simulated; the weapon is used without it: why.
    Unplayed(&'static str),
    /// Nothing that dice depend on.
    Nothing,
}

/// Reads a note of a weapon; none if it is not understood.
pub fn weapon_note(item: &str) -> Option<Note> {
    let said = words(item);
    let ability = |name: &str| Some(Note::Ability(name.to_owned()));
    if let Some((_, name)) = WEAPON.iter().find(|(said_so, _)| *said_so == said) {
        return ability(name);
    }
    if let Some((_, arc)) = ARCS.iter().find(|(said_so, _)| *said_so == said) {
        return Some(Note::Arc(*arc));
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
    match extra_attacks(item)? {
        Amount { fixed: 1..=20, d3: 0, d6: 0 } => ability(&format!("extra-attack {}", extra_attacks(item)?.fixed)),
        Amount { fixed: 0, d3: 1, d6: 0 } => ability("extra-attack D3"),
        _ => Some(Note::Beyond("extra attacks are a number or a D3")),
    }
}

/// Notes that change no die that is rolled for the weapon, or a thing that is not simulated.
fn beside_dice(said: &str) -> Option<Note> {
    let begins = |words: &[&str]| words.iter().any(|word| said.starts_with(word));
    if begins(&[
        "transport",
        "must take",
        "counts as",
        "no line of",
        "no lof",
        "no los",
        "choose one",
        "arms have",
        "carapace has",
    ]) {
        return Some(Note::Nothing);
    }
    if begins(&[
        "ignores shields",
        "ignore shields",
        "ignores void shields",
        "ignores power fields",
        "ignore les boucliers",
    ]) {
        return Some(Note::Unplayed("shields stop every weapon here"));
    }
    if said.contains("critical hit") {
        return Some(Note::Unplayed("critical hits come of a die here"));
    }
    if said.contains("gain indirect fire") || said.contains("gains indirect fire") {
        return Some(Note::Unplayed("it changes other weapons"));
    }
    if said.ends_with("template") {
        return Some(Note::Unplayed("templates are the book's own"));
    }
    if begins(&["does not cause damage", "causes no damage", "no damage"]) {
        return Some(Note::Beyond("a weapon that does no damage"));
    }
    // `+1CC`, `-1FF`: what a head or an arm does to its titan.
    let unsigned = said.strip_prefix('+').or_else(|| said.strip_prefix("minus ")).unwrap_or(said);
    let changed = unsigned.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    (changed.len() < unsigned.len() && ["cc", "ff"].contains(&changed))
        .then_some(Note::Unplayed("it changes the unit that carries it"))
}

/// `titan killer`, alone or with its points; none if it is something else.
fn titan_killer(name: &str, inside: Option<&str>) -> Option<Result<String, &'static str>> {
    let (name, points) = match (name.rsplit_once(' '), inside) {
        (_, Some(inside)) => (name, inside),
        (Some((first, last)), None) if TITAN_KILLER.contains(&first) => (first, last),
        _ => (name, ""),
    };
    if !TITAN_KILLER.contains(&name) {
        return None;
    }
    if points.is_empty() {
        return Some(Ok("titan-killer".to_owned()));
    }
    let beyond = Err("a titan killer does a number of points, or a die of them");
    Some(match Amount::leading(points) {
        Some((Amount { fixed: points @ 1..=20, d3: 0, d6: 0 }, "")) => Ok(format!("titan-killer {points}")),
        Some((Amount { fixed: 0, d3: 1, d6: 0 }, "")) => Ok("titan-killer D3".to_owned()),
        Some((Amount { fixed: 0, d3: 0, d6: 1 }, "")) => Ok("titan-killer D6".to_owned()),
        _ => beyond,
    })
}

/// `+1A`, `+D3A`, `Extra Attacks (+1)`, `EA +2`.
fn extra_attacks(item: &str) -> Option<Amount> {
    let said = plain(item).replace(['(', ')'], " ");
    let (before, after) = said.split_once('+')?;
    let (amount, after) = Amount::leading(after.trim_start())?;
    let name = words(&format!("{before} {after}"));
    ATTACKS.contains(&name.as_str()).then_some(amount)
}

/// What one note of a unit says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitNote {
    /// An ability of army files.
    Ability(&'static str),
    /// Void shields, or as many more or fewer.
    Shields(i32),
    /// Told by the scenario, or nothing that dice depend on.
    Left,
    /// Understood, but not simulated: why.
    Beyond(&'static str),
}

/// Whether the notes of a unit say that every second unit has a weapon.
pub fn shares_a_weapon(cell: &str) -> bool {
    let said = words(cell);
    let phrases = [
        "one unit in every two",
        "one unit in two",
        "every second unit",
        "une unite sur deux",
        "jede zweite einheit",
        "una de cada dos",
        "una unita ogni due",
    ];
    phrases.iter().any(|phrase| said.contains(phrase))
}

/// Whether a note repeats what the unit's name tells: whom it follows, where it comes from.
pub fn in_name(note: &str, unit: &str) -> bool {
    let stem = |word: &str| word.chars().filter(|letter| letter.is_alphanumeric()).take(5).collect::<String>();
    let names: Vec<String> = words(unit).split(' ').map(stem).filter(|stem| stem.len() == 5).collect();
    let said = words(note);
    let stems: Vec<String> = said.split(' ').map(stem).filter(|stem| stem.len() > 3).collect();
    !stems.is_empty() && stems.iter().all(|stem| names.contains(stem))
}

/// Reads a note of a unit; none if it is neither understood nor a rule of the list.
pub fn unit_note(item: &str) -> Option<UnitNote> {
    let said = words(item);
    let said = said.trim_end_matches(['.', ' ']);
    let known = |name: &str| UNIT.iter().find(|(said_so, _)| *said_so == name).map(|(_, name)| *name);
    if let Some(ability) = known(said) {
        return Some(UnitNote::Ability(ability));
    }
    let (name, inside) = parameter(item);
    let begins = ["may not ", "counts as inf ", "transport ", "may enter play", "may only use the indirect fire"];
    if LEFT.contains(&name.as_str()) || begins.iter().any(|begin| said.starts_with(begin)) {
        return Some(UnitNote::Left);
    }
    if let Some(shields) = shields(item) {
        return Some(shields);
    }
    if let Some((_, reason)) = BEYOND.iter().find(|(phrase, _)| said.contains(phrase)) {
        return Some(UnitNote::Beyond(reason));
    }
    // `Walker (Titan)`, `Sniper (2)`: an ability, with a word that says whose it is.
    match (known(&name), inside.as_deref()) {
        (Some("walker"), Some("titan")) => Some(UnitNote::Ability("walker")),
        (Some(_), _) => Some(UnitNote::Beyond("this ability has conditions of its own")),
        _ => None,
    }
}

/// `2 Sh`, `+2Sh`, `Void Shields (6)`, `D3+1 Power Fields`.
fn shields(item: &str) -> Option<UnitNote> {
    const NAMES: [&str; 16] = [
        "sh",
        "shs",
        "shield",
        "shields",
        "void shield",
        "void shields",
        "power field",
        "power fields",
        "bouclier",
        "boucliers",
        "bouclier void",
        "boucliers void",
        "schild",
        "schilde",
        "escudo de vacio",
        "escudos de vacio",
    ];
    let said = plain(item).replace(['(', ')'], " ");
    let said = said.trim();
    let (sign, unsigned) = match said.strip_prefix(['+', '-']) {
        Some(rest) => (if said.starts_with('-') { -1 } else { 1 }, rest.trim_start()),
        None => (1, said),
    };
    let first = unsigned.find(|c: char| c.is_ascii_digit()).filter(|at| *at > 0);
    let (amount, name) = match (Amount::leading(unsigned), first) {
        (Some((amount, name)), _) => (amount, words(name)),
        (None, Some(at)) => {
            let (name, number) = unsigned.split_at(at);
            match (name.trim_end().strip_suffix('d'), Amount::leading(number)) {
                (None, Some((amount, ""))) => (amount, words(name)),
                (Some(name), _) => (Amount { fixed: 0, d3: 1, d6: 0 }, words(name)),
                _ => return None,
            }
        }
        _ => return None,
    };
    if !NAMES.contains(&name.as_str()) {
        return None;
    }
    Some(match amount.certain() {
        Some(shields @ 0..=30) => UnitNote::Shields(sign * shields as i32),
        _ => UnitNote::Beyond("the number of shields is rolled for"),
    })
}

/// The nearest known name of an ability, if there is one that a slip of the pen away is.
pub fn misspelt(item: &str, of_weapons: bool) -> Option<&'static str> {
    let said = words(item);
    let names: Vec<&'static str> = match of_weapons {
        true => WEAPON.iter().map(|(name, _)| *name).chain(ARCS.iter().map(|(name, _)| *name)).collect(),
        false => UNIT.iter().map(|(name, _)| *name).chain(LEFT.iter().copied()).collect(),
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
        for beyond in ["Titan Killer (D3+1)", "Titan Killer (2D3)", "Titan Killer (5, -1 per 15cm to target)", "+2D3A"]
        {
            assert!(matches!(weapon_note(beyond), Some(Note::Beyond(_))), "{beyond}");
        }
        for unplayed in ["+1CC", "-1FF", "Ignores Shields"] {
            assert!(matches!(weapon_note(unplayed), Some(Note::Unplayed(_))), "{unplayed}");
        }
        for unknown in ["Guided Weapons", "Power Ram", "", "+A", "Titan"] {
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
    fn abilities_of_units() {
        for (item, expected) in [
            ("Scouts", "scout"),
            ("Walker (Titan)", "walker"),
            ("Jump Pack", "jump-packs"),
            ("Reinforced Armor", "reinforced-armour"),
            ("Sans peur", "fearless"),
            ("Éclaireur", "scout"),
            ("Furchtlos", "fearless"),
            ("Verstärkte Panzerung", "reinforced-armour"),
            ("Líder", "leader"),
            ("Comandante supremo", "supreme-commander"),
        ] {
            assert_eq!(unit_note(item), Some(UnitNote::Ability(expected)), "{item}");
        }
        for (item, number) in [("6 Sh", 6), ("+2Sh", 2), ("-2 Sh", -2), ("Void Shields (4)", 4), ("2 Void Shields", 2)]
        {
            assert_eq!(unit_note(item), Some(UnitNote::Shields(number)), "{item}");
        }
        for item in ["D3+1 Power Fields", "Supreme Commander (only for some)"] {
            assert!(matches!(unit_note(item), Some(UnitNote::Beyond(_))), "{item}");
        }
        assert_eq!(unit_note("Transport (2 units)"), Some(UnitNote::Left));
        assert_eq!(unit_note("Shiny"), None);
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
        fn no_text_makes_reading_panic(text in "\\PC{0,40}", near in "(Titan Killer|\\(|\\)|D3|\\+|[0-9]|A|Sh|-|,| |é|walker){0,10}") {
            for text in [text, near] {
                items(&text);
                let _ = (weapon_note(&text), unit_note(&text), misspelt(&text, true), misspelt(&text, false));
            }
        }
    }
}
