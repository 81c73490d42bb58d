//! Attacks: `3`, `3/1` (close combat and shots), `+2`, `1/2 + bounce`, `1/2D6`, `1/8-4-2`.

use winnow::ascii::space0;
use winnow::combinator::{alt, opt, preceded, separated, terminated};
use winnow::token::rest;
use winnow::{Parser, Result};

use super::super::amount::{digits, sum};
use super::super::normalise::plain;
use super::super::words::Words;

/// The largest plausible number of attacks, or shots, of a stand.
const MOST: u32 = 20;

/// One half of the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// A fixed number.
    Fixed(u32),
    /// A roll: `2D6`.
    Rolled,
    /// One number or another, by range: `8-4-2`.
    Banded,
    /// A rule gives it: `*`.
    ByRule,
}

/// The cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacks {
    /// In close combat.
    pub close: Count,
    /// Shots; `None` if it does not shoot.
    pub shots: Option<Count>,
    /// The range in cm, if the cell gives it.
    pub range: Option<u32>,
    /// Whether a star refers to a rule.
    pub star: bool,
    /// What else it says.
    pub notes: Vec<String>,
}

/// Words that artillery adds to its shots.
const NOTES: Words = Words("bounce|bounces|rebond|rebonds|abprall|abpraller|rebote|rebotes");

/// Words for what is the case anyway.
const IDLE: Words = Words("|-|per stand|each|a stand|par socle|je base|por peana|shots|attacks");

/// Reads the cell.
///
/// # Errors
/// The part that is not understood.
pub fn attacks(text: &str) -> Result<Attacks, String> {
    let said = plain(text);
    let mut parts = said.split('/').map(str::trim);
    let mut attacks = Attacks { close: Count::Fixed(0), shots: None, range: None, star: false, notes: Vec::new() };
    if let Some(close) = half(parts.next().unwrap_or_default(), &mut attacks)? {
        attacks.close = close;
    }
    if let Some(shots) = parts.next() {
        attacks.shots = half(shots, &mut attacks)?.filter(|shots| *shots != Count::Fixed(0));
    }
    if let Some(range) = parts.next() {
        attacks.range = Some((cm, opt("cm")).parse(range).map_err(|_| range)?.0);
    }
    parts.next().map_or(Ok(attacks), |more| Err(more.to_owned()))
}

/// One half: a count, and what follows it.
fn half(text: &str, whole: &mut Attacks) -> Result<Option<Count>, String> {
    // A range in brackets: `1 (30cm)`.
    let (text, inside) = text.split_once('(').unwrap_or((text, ""));
    let inside = inside.trim_end_matches(')').trim();
    match terminated(cm, "cm").parse(inside) {
        Ok(cm) => whole.range = Some(cm),
        Err(_) => note(inside, whole)?,
    }
    let bare = text.replace('*', "");
    let said = bare.trim();
    whole.star |= bare.len() < text.len();
    if said.is_empty() && bare.len() < text.len() {
        return Ok(Some(Count::ByRule));
    }
    if matches!(said, "" | "-") {
        return Ok(None);
    }
    let (count, notes) = (preceded((opt('+'), space0), count), rest).parse(said).map_err(|_| said)?;
    for part in notes.split(['+', '&', ',']) {
        note(part.trim(), whole)?;
    }
    Ok(Some(count))
}

/// `3`, `D6+1`, `8-4-2`.
fn count(input: &mut &str) -> Result<Count> {
    let fixed = || digits.verify(|number| *number <= MOST);
    let rolled = sum.verify(|sum| sum.certain().is_none() && sum.fixed.max(sum.d3).max(sum.d6) <= MOST);
    let banded = separated::<_, _, (), _, _, _, _>(2.., fixed(), '-');
    alt((rolled.value(Count::Rolled), banded.value(Count::Banded), fixed().map(Count::Fixed))).parse_next(input)
}

/// A range in cm.
fn cm(input: &mut &str) -> Result<u32> {
    terminated(digits.verify(|cm| (1..=200).contains(cm)), space0).parse_next(input)
}

fn note(text: &str, whole: &mut Attacks) -> Result<(), String> {
    if NOTES.has(text) {
        whole.notes.push(text.to_owned());
    }
    if NOTES.has(text) || IDLE.has(text) { Ok(()) } else { Err(text.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Count, Option<Count>) {
        let attacks = attacks(text).unwrap();
        (attacks.close, attacks.shots)
    }

    #[test]
    fn close_combat_and_shots() {
        use Count::{Banded, ByRule, Fixed, Rolled};
        for (text, close, shots) in [
            ("3", Fixed(3), None),
            ("3/1", Fixed(3), Some(Fixed(1))),
            ("3 / 1", Fixed(3), Some(Fixed(1))),
            ("+2", Fixed(2), None),
            ("+0", Fixed(0), None),
            ("+3/3", Fixed(3), Some(Fixed(3))),
            ("-", Fixed(0), None),
            ("–/2", Fixed(0), Some(Fixed(2))),
            ("2/-", Fixed(2), None),
            ("2/0", Fixed(2), None),
            ("1/2D6", Fixed(1), Some(Rolled)),
            ("1/D6+2", Fixed(1), Some(Rolled)),
            ("D3", Rolled, None),
            ("4 + D6", Rolled, None),
            ("1/8-4-2", Fixed(1), Some(Banded)),
            ("1/2 per stand", Fixed(1), Some(Fixed(2))),
            ("*", ByRule, None),
        ] {
            assert_eq!(read(text), (close, shots), "{text}");
        }
    }

    #[test]
    fn what_stands_beside_the_numbers() {
        assert_eq!(attacks("1/2 + bounce").unwrap().notes, ["bounce"]);
        assert_eq!(attacks("1/2+Bounce").unwrap().notes, ["bounce"]);
        assert_eq!(attacks("1/1 rebond").unwrap().notes, ["rebond"]);
        assert!(attacks("3*").unwrap().star);
        assert_eq!(attacks("3/1 (30 cm)").unwrap().range, Some(30));
        assert_eq!(attacks("3/1/15cm").unwrap().range, Some(15));
        // The error is the part that is not understood.
        for (wrong, part) in [
            ("three", "three"),
            ("3/1/x", "x"),
            ("3/1/1/1", "1"),
            ("99", "99"),
            ("3/1 + thunder", "thunder"),
            ("D8", "d8"),
            ("+", "+"),
        ] {
            assert_eq!(attacks(wrong).unwrap_err(), part, "{wrong}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "([0-9]|/|\\+|-|\\*|[dD]|\\(|\\)|cm| |é|bounce|per stand|,){0,12}") {
            let _ = attacks(&text);
        }
    }
}
