//! What `Special` says of a weapon, note by note: `Move or fire, Sustained fire - 2 dice`, `2" radius`, `Close Combat, Parry`.

use winnow::ascii::space0;
use winnow::combinator::{alt, opt};
use winnow::token::rest;
use winnow::{Parser, Result};

use super::super::inches::{Inches, inches, mark};
use super::super::normalise::{number, plain, words};
use super::super::words::{Vocabulary, Words};

/// The meaning of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Dice of sustained fire.
    Sustained(u32),
    /// A round template.
    Blast(Inches),
    /// A template with a rolled size, or more than one.
    OddBlast,
    /// Weapons fired as one.
    Linked,
    /// It can be used in close combat.
    CloseCombat,
    /// An ability of army files.
    Ability(&'static str),
    /// It wounds regardless of toughness: `"auto"`, `"2+"`.
    Wound(&'static str),
    /// It says what the book says anyway, or what is in another cell.
    Idle,
    /// Its ammunition says the rest.
    AsAmmunition,
    /// Something else.
    Other(String),
}

/// Notes with one meaning.
const NOTES: Vocabulary<Known> = Vocabulary(&[
    (Known::CloseCombat, "close combat|hand to hand|close combat weapon|cc"),
    (Known::Linked, "twin linked|linked|twinlinked|twin link"),
    (Known::Ability("move-or-fire"), "move or fire|move or shoot"),
    (Known::Ability("parry"), "parry|may parry|can parry"),
    (Known::Ability("two-handed"), "two handed|2 handed|requires two hands"),
    (Known::Ability("recharge"), "plasma|recharge|recharges"),
    (Known::Ability("fear"), "fear|causes fear"),
    (Known::Ability("ignores-jams"), "ignore jams|ignores jams|never jams"),
    (Known::Ability("ignores-first-jam"), "ignore first jam|ignores first jam"),
    (Known::Wound("auto"), "crushing blow|always wounds|automatically wounds"),
    (Known::Idle, "shooting|1 or 2 handed|one or two handed|one handed|1 handed"),
    (Known::AsAmmunition, "as grenade type|as grenade|as missile|as missile type|as shell|as shell type|as ammunition"),
]);

#[derive(Clone, Copy)]
enum Known {
    CloseCombat,
    Linked,
    Ability(&'static str),
    Wound(&'static str),
    Idle,
    AsAmmunition,
}

/// Words that say that a distance is the radius of a template.
const BLAST: Words = Words(
    "blast radius|blast marker|blast area|blast template|radius blast|radius template|radius|blast|template|marker|area",
);

/// Words around the number of dice of sustained fire.
const SUSTAINED: Words = Words("sustained|sustain|fire|dice|die|d|of|x");

/// The largest distance from a note to a misprint of it.
const NEAR: usize = 1;

/// The notes of a cell.
pub fn notes(text: &str) -> Vec<Note> {
    parts(text).into_iter().flat_map(|part| note(&part)).collect()
}

/// Splits a cell into its notes: at commas, semicolons, line breaks, and full stops between words.
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = match letter {
            ',' | ';' | '\n' | '&' => true,
            '.' => letters.peek().is_none_or(|next| !next.is_alphanumeric()),
            _ => false,
        };
        match parts.last_mut() {
            Some(part) if !ends => part.push(letter),
            _ => parts.push(String::new()),
        }
    }
    let parts = parts.iter().map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    parts.filter(|part| !super::columns::says_nothing(part)).collect()
}

/// One note; two if a name follows a template.
fn note(text: &str) -> Vec<Note> {
    let said = plain(text);
    if let Ok((blast, name)) = blast.parse(said.as_str()) {
        let name = name.trim();
        return [blast].into_iter().chain((!name.is_empty()).then(|| Note::Other(name.to_owned()))).collect();
    }
    let bare = words(text);
    let named = NOTES.meaning(&bare).or_else(|| misspelt(&bare));
    vec![match named {
        Some(Known::CloseCombat) => Note::CloseCombat,
        Some(Known::Linked) => Note::Linked,
        Some(Known::Ability(ability)) => Note::Ability(ability),
        Some(Known::Wound(wound)) => Note::Wound(wound),
        Some(Known::Idle) => Note::Idle,
        Some(Known::AsAmmunition) => Note::AsAmmunition,
        None => sustained(&bare).map_or_else(|| Note::Other(text.to_owned()), Note::Sustained),
    }]
}

/// The meaning of a misprint: `Moe or Fire`.
fn misspelt(said: &str) -> Option<Known> {
    // Words with other lengths, or with differences in several places, are farther away; that is checked first because it is
    // quicker.
    let length = said.chars().count();
    let is_as_long = |name: &str| name.len() >= 8 && name.len().abs_diff(length) <= NEAR;
    let near = |name: &str| is_as_long(name) && is_alike(said, name) && strsim::damerau_levenshtein(said, name) <= NEAR;
    NOTES.iter().find(|(name, _)| near(name)).map(|(_, known)| known)
}

/// Whether two texts are the same but for one letter, or two that are exchanged: sometimes true of others, never false.
fn is_alike(one: &str, other: &str) -> bool {
    let before = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let after = one.bytes().rev().zip(other.bytes().rev()).take_while(|(one, other)| one == other).count();
    before + after + 2 * NEAR >= one.len().min(other.len())
}

/// The dice of `sustained fire - 2 dice`, `2 sustain fire`, `sustained fire (1)`.
fn sustained(said: &str) -> Option<u32> {
    let bare = said.replace(['(', ')', ':', '+'], " ");
    let mut parts = bare.split_whitespace().peekable();
    let (mut dice, mut named) = (None, false);
    for part in parts.by_ref() {
        named |= part.starts_with("sustain");
        let digits = part.trim_start_matches('x').trim_end_matches(['x', 'd']);
        match number(digits) {
            Some(number) if dice.is_none() => dice = Some(number),
            Some(_) => return None,
            None if SUSTAINED.has(part) => {}
            None => return None,
        }
    }
    dice.filter(|dice| named && (1..=6).contains(dice))
}

/// `2" radius`, `1 1/2" blast`, and what follows; a rolled template, or one of several.
fn blast<'a>(input: &mut &'a str) -> Result<(Note, &'a str)> {
    let one = (inches, mark).map(|(size, _)| Note::Blast(size));
    let rolled = (opt(super::super::amount::digits), 'd', super::super::amount::digits, opt(mark));
    let several = (super::super::amount::digits, space0, alt(('x', '-')), space0, inches, mark);
    let size = alt((several.value(Note::OddBlast), one, rolled.value(Note::OddBlast)));
    (size, space0, blast_word, rest).map(|(note, _, _, rest)| (note, rest)).parse_next(input)
}

fn blast_word<'a>(input: &mut &'a str) -> Result<&'a str> {
    let said = *input;
    let ends = |word: &&str| said[word.len()..].chars().next().is_none_or(|next| !next.is_alphanumeric());
    let word = BLAST.iter().filter(|word| said.starts_with(word)).filter(ends).max_by_key(|word| word.len());
    winnow::token::take(word.map_or(usize::MAX, str::len)).parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Note> {
        notes(text)
    }

    #[test]
    fn sustained_fire_however_it_is_written() {
        for text in [
            "Sustained fire - 2 dice",
            "Sustained Fire - 2 Dice",
            "Sustained fire 2 dice",
            "2 Sustain Fire",
            "2 Sustained Fire DIce",
            "Sustained Fire 2",
            "Sustained fire (2 dice)",
            "Sustained Fire x2",
            "Sustained Fire: 2D",
        ] {
            assert_eq!(read(text), [Note::Sustained(2)], "{text}");
        }
        assert_eq!(read("Sustained Fire"), [Note::Other("Sustained Fire".into())]);
    }

    #[test]
    fn templates() {
        let two = || Note::Blast(Inches::of(2));
        for text in ["2\" radius", "2\" Blast", "2\" Blast Radius", "2” blast marker", "2'' Radius"] {
            assert_eq!(read(text), [two()], "{text}");
        }
        assert_eq!(
            read("2\" radius Long Gun, Move or Fire"),
            [two(), Note::Other("long gun".into()), Note::Ability("move-or-fire")]
        );
        assert_eq!(read("1 1/2\" radius"), [Note::Blast(Inches::read("1.5").unwrap())]);
        for text in ["D3\" Blast", "4x 1\" blast radius", "1-3\" radius"] {
            assert_eq!(read(text), [Note::OddBlast], "{text}");
        }
        for text in ["Heavy - 2\" penalty", "2\" Odd area"] {
            assert_eq!(read(text), [Note::Other(text.into())], "{text}");
        }
    }

    #[test]
    fn notes_and_slips_of_the_pen() {
        assert_eq!(read("Moe or Fire, Parry"), [Note::Ability("move-or-fire"), Note::Ability("parry")]);
        assert_eq!(read("Move or FIre. Close combat"), [Note::Ability("move-or-fire"), Note::CloseCombat]);
        assert_eq!(read("3\" radius,. Twin-Linked"), [Note::Blast(Inches::of(3)), Note::Linked]);
        assert_eq!(read("As Grenade type, Cannot parry"), [Note::AsAmmunition, Note::Other("Cannot parry".into())]);
        assert_eq!(read("-"), []);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "([0-9]|\"| |,|\\.|-|x|é|½|radius|blast|sustained|fire|dice|parry|D){0,12}") {
            notes(&text);
        }
    }
}
