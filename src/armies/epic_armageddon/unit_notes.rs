//! The language of unit notes: the abilities of units, in four languages, and their shields.

use super::super::normalise::{number, plain, words};
use super::amount::Amount;
use super::columns::{Column, Columns};
use super::diagnostics::Diagnostics;
use super::notes::{IN_WORDS, is_sentence, items, misspelt, parameter};
use super::read::says_nothing;
use super::vocabulary::{BEYOND, LEFT, UNIT};

/// What one note of a unit says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitNote {
    /// An ability of army files.
    Ability(&'static str),
    /// Void shields, or as many more or fewer.
    Shields(i32),
    /// Diagnostics by the scenario, or nothing that dice depend on.
    Left,
    /// Understood, but not simulated: why.
    Beyond(&'static str),
}

/// Whether a note of a unit says that every second unit has a weapon.
pub fn shares_a_weapon(cell: &str) -> bool {
    let said = words(cell);
    let phrases = [
        "one unit in every two",
        "one unit in two",
        "1 unit in every 2",
        "1 unit in 2",
        "one in two",
        "one in every two",
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
    let letters = |word: &str| word.chars().filter(|letter| letter.is_alphanumeric()).take(5).collect::<String>();
    let stem = |word: &str| letters(word.trim_end_matches('s'));
    let names: Vec<String> = words(unit).split(' ').map(stem).collect();
    let said = words(note);
    let stems: Vec<String> = said.split(' ').map(stem).filter(|stem| !["of", "the"].contains(&stem.as_str())).collect();
    stems.iter().any(|stem| stem.len() > 3) && stems.iter().all(|stem| names.contains(stem))
}

const CONDITIONAL: &str = "this ability has conditions of its own";

/// Reads a note of a unit; none if it is neither understood nor a rule of the list.
pub fn unit_note(item: &str) -> Option<UnitNote> {
    let said = words(item);
    let said = said.trim_end_matches(['.', ' ']);
    let known = |name: &str| UNIT.iter().find(|(said_so, _)| *said_so == name).map(|(_, name)| *name);
    if let Some(ability) = known(said) {
        return Some(UnitNote::Ability(ability));
    }
    let (name, inside) = parameter(item);
    let begins =
        ["initiative ", "may not ", "counts as inf ", "transport ", "may enter play", "may only use the indirect fire"];
    if LEFT.contains(&name.as_str()) || begins.iter().any(|begin| said.starts_with(begin)) {
        return Some(UnitNote::Left);
    }
    if let Some(shields) = shields(item) {
        return Some(shields);
    }
    if let Some((_, reason)) = BEYOND.iter().find(|(phrase, _)| said.contains(phrase)) {
        return Some(UnitNote::Beyond(reason));
    }
    // `Invulnerable Save (5+)`: better than the book's own.
    if known(&name) == Some("invulnerable-save")
        && let Some(value) = inside.as_deref().filter(|value| value.ends_with('+'))
    {
        return Some(invulnerable(value).map_or(UnitNote::Beyond("no such invulnerable save"), UnitNote::Ability));
    }
    if is_sentence(said) {
        return Some(UnitNote::Beyond(IN_WORDS));
    }
    // `2SP`: what a summoned unit costs.
    if said.strip_suffix("sp").is_some_and(|points| number(points.trim()).is_some()) {
        return Some(UnitNote::Beyond("summoning points"));
    }
    // `Awakened: Leader`: an ability, when something has happened.
    if said.rsplit_once(": ").is_some_and(|(_, ability)| known(ability).is_some()) {
        return Some(UnitNote::Beyond(CONDITIONAL));
    }
    // `Walker (Titan)`, `Sniper (2)`: an ability, with a word that says whose it is.
    match (known(&name), inside.as_deref()) {
        (Some("walker"), Some("titan")) => Some(UnitNote::Ability("walker")),
        (Some(_), _) => Some(UnitNote::Beyond(CONDITIONAL)),
        _ => None,
    }
}

/// An invulnerable save of a value: `5+`.
fn invulnerable(value: &str) -> Option<&'static str> {
    const SAVES: [&str; 4] =
        ["invulnerable-save 3+", "invulnerable-save 4+", "invulnerable-save 5+", "invulnerable-save"];
    let value = number(value.trim().strip_suffix('+')?)?;
    SAVES.get(value.checked_sub(3)? as usize).copied()
}

/// A rule of the list that grants an invulnerable save and nothing else: of the value beside its name, or in its text.
fn works_like_a_save(note: &str, text: &str) -> Option<&'static str> {
    let text = words(text);
    // An I like an l is met.
    let is_short = text.split(' ').count() <= SHORT;
    let grants = is_short && ["nvulnerable save", "sauvegarde invulnerable"].iter().any(|save| text.contains(save));
    let beside = parameter(note).1;
    let mut told = text.split([' ', '(', ')', '.', ',', ';']).filter(|word| invulnerable(word).is_some());
    let value = beside.as_deref().filter(|value| invulnerable(value).is_some()).or_else(|| told.next());
    value.filter(|_| grants).and_then(invulnerable)
}

/// A holofield whose rule is that of army files: 3+ instead of the armour.
fn is_holofield(note: &str, text: &str) -> Option<&'static str> {
    let text = words(text);
    let of_three = text.contains("3+") && text.contains("instead");
    (words(note).starts_with("holofield") && of_three).then_some("holofield")
}

/// So many words have room for one rule.
const SHORT: usize = 30;

const SHIELDS: [&str; 14] = [
    "sh",
    "shs",
    "shield",
    "shields",
    "void shield",
    "void shields",
    "bouclier",
    "boucliers",
    "bouclier void",
    "boucliers void",
    "schild",
    "schilde",
    "escudo de vacio",
    "escudos de vacio",
];

/// Whether a rule tells of shields.
pub fn is_shields(name: &str) -> bool {
    SHIELDS.contains(&words(name).as_str())
}

/// `2 Sh`, `+2Sh`, `Void Shields (6)`, `D3+1 Power Fields`.
fn shields(item: &str) -> Option<UnitNote> {
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
    if !SHIELDS.contains(&name.as_str()) {
        return None;
    }
    Some(match amount.certain() {
        Some(shields @ 0..=30) => UnitNote::Shields(sign * shields as i32),
        _ => UnitNote::Beyond("the number of shields is rolled for: write how many as `shields`"),
    })
}

/// What the notes of a unit come to.
#[derive(Debug, Default)]
pub struct Notes {
    /// Abilities of army files.
    pub abilities: Vec<&'static str>,
    /// Void shields.
    pub shields: i32,
    /// The sentence that says that one unit in two has a weapon.
    pub shared: Option<String>,
}

/// Reads the notes of a unit with a name; `engine` if it is a war engine.
pub fn unit_notes(columns: &Columns, name: &str, engine: bool, told: &mut Diagnostics) -> Notes {
    let mut notes = Notes::default();
    let (cell, text) = columns.cell(Column::UnitNotes);
    let (shields_cell, shields) = columns.cell(Column::Shields);
    let mut items = items(text);
    if let Some(place) = items.iter().position(|item| shares_a_weapon(item)) {
        // It goes on to the end: how they are rounded, and what that is for.
        let from = text.find(items[place].as_str()).unwrap_or_default();
        notes.shared = Some(text[from..].to_owned());
        items.truncate(place);
    }
    let mut all: Vec<(&str, String)> = items.into_iter().map(|item| (cell, item)).collect();
    if !says_nothing(shields) {
        all.push((shields_cell, format!("{shields} shields")));
    }
    for (cell, item) in all {
        if says_nothing(&item) {
            continue;
        }
        let mut note = unit_note(&item);
        if note.is_none()
            && !told.is_rule(&item)
            && let Some(meant) = misspelt(&item, false)
        {
            told.repaired(cell, &item, meant);
            note = unit_note(meant);
        }
        if note.is_none() {
            let save = |text: &str| works_like_a_save(&item, text).or_else(|| is_holofield(&item, text));
            note = told.rule_text(&item).and_then(save).map(UnitNote::Ability);
        }
        match note {
            Some(UnitNote::Ability(ability)) => {
                if !notes.abilities.contains(&ability) {
                    notes.abilities.push(ability);
                }
            }
            Some(UnitNote::Shields(shields)) if engine || shields == 0 => notes.shields += shields,
            Some(UnitNote::Shields(_)) => told.not_simulated(cell, &item, "shields of a unit that is no war engine"),
            Some(UnitNote::Left) => told.left(&item),
            Some(UnitNote::Beyond(reason)) => told.not_simulated(cell, &item, reason),
            None if told.is_rule(&item) => told.rule(cell, &item, ""),
            None if in_name(&item, name) => told.left(&item),
            None => told.misunderstood(cell, &item, "neither an ability nor a rule of the list"),
        }
    }
    if notes.shields < 0 {
        told.misunderstood(cell, text, "fewer shields than none");
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for (item, value) in
            [("Invulnerable Save (6+)", "invulnerable-save"), ("Inv Save (4+)", "invulnerable-save 4+")]
        {
            assert_eq!(unit_note(item), Some(UnitNote::Ability(value)), "{item}");
        }
        for item in ["2SP", "Awakened: Leader", "Treats rubble as open ground", "Invulnerable Save (2+)"] {
            assert!(matches!(unit_note(item), Some(UnitNote::Beyond(_))), "{item}");
        }
        assert_eq!(unit_note("Shiny"), None);
    }

    #[test]
    fn a_rule_that_grants_an_invulnerable_save() {
        let rule = "It is an invulnerable save, but of 5+.";
        assert_eq!(works_like_a_save("Glow", rule), Some("invulnerable-save 5+"));
        let rule = "Grants an Invulnerable Save of the value in brackets.";
        assert_eq!(works_like_a_save("Glow (4+)", rule), Some("invulnerable-save 4+"));
        assert_eq!(works_like_a_save("Glow", rule), None);
        assert_eq!(works_like_a_save("Glow (4+)", "A save of 4+ that may be rolled again."), None);
    }

    #[test]
    fn names_of_units_are_no_rules() {
        assert!(in_name("Storm Silo", "Storm Silo") && in_name("Hill Clan", "Warriors of the Hill Clans"));
        assert!(!in_name("Wolf's Bane", "Wolf Riders") && !in_name("Rot", "Bearers of Rot"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,40}", near in "(\\(|\\)|D3|\\+|[0-9]|Sh|-|,| |é|walker){0,10}") {
            for text in [text, near] {
                let _ = (unit_note(&text), shares_a_weapon(&text), in_name(&text, "Thing of Things"));
            }
        }
    }
}
