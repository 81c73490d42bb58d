//! The grammar of unit notes: the abilities of units, in four languages, and their shields.

use winnow::ascii::space0;
use winnow::combinator::{alt, eof, opt, preceded, repeat_till, terminated};
use winnow::token::{any, one_of, rest};
use winnow::{Parser, Result};

use super::super::amount::{Amount, sum};
use super::super::diagnostics::Diagnostics;
use super::super::normalise::{number, plain, words};
use super::columns::{Column, Columns};
use super::notes::{IN_WORDS, is_sentence, items, misspelt, parameter};
use super::read::says_nothing;
use super::vocabulary::{BEYOND, HALF_HAVE_IT, LEFT, LEFT_BEGINS, SHIELDS, UNIT};

/// The meaning of a note of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitNote {
    /// An ability of army files.
    Ability(&'static str),
    /// Void shields, or a number of them more or fewer.
    Shields(i32),
    /// What the scenario says, or no die depends on.
    Left,
    /// Understood but not simulated: the reason.
    Beyond(&'static str),
}

/// Whether a note of a unit says that every second unit has a weapon.
pub fn shares_a_weapon(cell: &str) -> bool {
    HALF_HAVE_IT.within(&words(cell))
}

/// Whether a note repeats what the unit's name says: its leader, its origin.
pub fn in_name(note: &str, unit: &str) -> bool {
    let letters = |word: &str| word.chars().filter(|letter| letter.is_alphanumeric()).take(5).collect::<String>();
    let stem = |word: &str| letters(word.trim_end_matches('s'));
    let names: Vec<String> = words(unit).split(' ').map(stem).collect();
    let said = words(note);
    let stems: Vec<String> = said.split(' ').map(stem).filter(|stem| !["of", "the"].contains(&stem.as_str())).collect();
    stems.iter().any(|stem| stem.len() > 3) && stems.iter().all(|stem| names.contains(stem))
}

const CONDITIONAL: &str = mark!("this ability has conditions of its own");

/// Reads a note of a unit; `None` if it is neither understood nor a rule of the list.
pub fn unit_note(item: &str) -> Option<UnitNote> {
    let said = words(item);
    let said = said.trim_end_matches(['.', ' ']);
    let known = |name: &str| UNIT.meaning(name);
    if let Some(ability) = known(said) {
        return Some(UnitNote::Ability(ability));
    }
    let (name, inside) = parameter(item);
    if LEFT.has(&name) || LEFT_BEGINS.begin(said) {
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
        return Some(
            invulnerable(value).map_or(UnitNote::Beyond(mark!("no such invulnerable save")), UnitNote::Ability),
        );
    }
    if is_sentence(said) {
        return Some(UnitNote::Beyond(IN_WORDS));
    }
    // `2SP`: what a summoned unit costs.
    if said.strip_suffix("sp").is_some_and(|points| number(points.trim()).is_some()) {
        return Some(UnitNote::Beyond("summoning points"));
    }
    // `Awakened: Leader`: an ability after something has happened.
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

/// A rule of the list that grants an invulnerable save and nothing else: with the value after its name, or in its text.
fn works_like_a_save(note: &str, text: &str) -> Option<&'static str> {
    let text = words(text);
    // A capital I in place of an l occurs.
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

/// The most words in a text with only one rule.
const SHORT: usize = 30;

/// Whether a rule is about shields.
pub fn is_shields(name: &str) -> bool {
    SHIELDS.has(&words(name))
}

/// `2 Sh`, `+2Sh`, `Void Shields (6)`, `D3+1 Power Fields`.
fn shields(item: &str) -> Option<UnitNote> {
    let said = plain(&plain(item).replace(['(', ')'], " "));
    let (sign, amount) = amount_of_shields.parse(said.as_str()).ok()?;
    Some(match amount.certain() {
        Some(shields @ 0..=30) if sign == Some('-') => UnitNote::Shields(-(shields as i32)),
        Some(shields @ 0..=30) => UnitNote::Shields(shields as i32),
        _ => UnitNote::Beyond(mark!("the number of shields is rolled for: write how many as `shields`")),
    })
}

/// `-2 Sh`, `Void Shields 6`: the sign, and the number.
fn amount_of_shields(input: &mut &str) -> Result<(Option<char>, Amount)> {
    let number_first = terminated(sum, rest.verify(is_shields));
    let name_first = repeat_till(1.., any, terminated(sum, eof)).verify(|(name, _): &(String, _)| is_shields(name));
    let shields = alt((number_first, name_first.map(|(_, amount)| amount)));
    (opt(one_of(['+', '-'])), preceded(space0, shields)).parse_next(input)
}

/// The result of reading a unit's notes.
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
        // It continues to the end: how they are rounded, and what that is for.
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
            Some(UnitNote::Shields(_)) => {
                told.not_simulated(cell, &item, mark!("shields of a unit that is no war engine"))
            }
            Some(UnitNote::Left) => told.left(&item),
            Some(UnitNote::Beyond(reason)) => told.not_simulated(cell, &item, reason),
            None if told.is_rule(&item) => told.rule(cell, &item, ""),
            None if in_name(&item, name) => told.left(&item),
            None => told.misunderstood(cell, &item, mark!("neither an ability nor a rule of the list")),
        }
    }
    if notes.shields < 0 {
        told.misunderstood(cell, text, mark!("fewer shields than none"));
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
