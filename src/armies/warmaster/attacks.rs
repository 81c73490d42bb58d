//! Attacks: `3`, `3/1` (close combat and shots), `+2`, `1/2 + bounce`, `1/2D6`, `1/8-4-2`.

use super::super::normalise::{number, plain};

/// The most attacks, or shots, of a stand that are believed.
const MOST: u32 = 20;

/// One half of the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Fixed(u32),
    /// A roll: `2D6`.
    Rolled(String),
    /// One number or another, by range: `8-4-2`.
    Banded(String),
    /// A rule tells it: `*`.
    ByRule,
}

/// The cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacks {
    /// In close combat.
    pub close: Count,
    /// Shots; none if it does not shoot.
    pub shots: Option<Count>,
    /// The range in cm, where the cell tells it.
    pub range: Option<u32>,
    /// Whether a star points to a rule.
    pub star: bool,
    /// What else it says.
    pub notes: Vec<String>,
}

/// Words that artillery adds to its shots.
const NOTES: &[&str] = &["bounce", "bounces", "rebond", "rebonds", "abprall", "abpraller", "rebote", "rebotes"];

/// Words that say what is the case anyway.
const IDLE: &[&str] = &["per stand", "each", "a stand", "par socle", "je base", "por peana", "shots", "attacks"];

/// Reads the cell.
///
/// # Errors
/// The part that says nothing of this kind.
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
        let cm = number(range.trim_end_matches("cm").trim()).filter(|cm| (1..=200).contains(cm));
        attacks.range = Some(cm.ok_or_else(|| range.to_owned())?);
    }
    match parts.next() {
        Some(more) => Err(more.to_owned()),
        None => Ok(attacks),
    }
}

/// One half: a count, and what stands after it.
fn half(text: &str, whole: &mut Attacks) -> Result<Option<Count>, String> {
    let mut text = text.to_owned();
    // A range in brackets: `1 (30cm)`.
    if let Some((before, after)) = text.clone().split_once('(') {
        let inside = after.trim_end_matches(')').trim();
        match inside.strip_suffix("cm").and_then(|cm| number(cm.trim())).filter(|cm| (1..=200).contains(cm)) {
            Some(cm) => whole.range = Some(cm),
            None => note(inside, whole)?,
        }
        text = before.trim().to_owned();
    }
    if text.contains('*') {
        whole.star = true;
        text = text.replace('*', "").trim().to_owned();
        if text.is_empty() {
            return Ok(Some(Count::ByRule));
        }
    }
    if matches!(text.as_str(), "" | "-") {
        return Ok(None);
    }
    let bare = text.strip_prefix('+').unwrap_or(&text).trim_start();
    // `D6+1` is one roll, `2 + bounce` a number and a note.
    let tight = bare.replace(' ', "");
    let is_rolled = |part: &str| matches!(count(part), Some(Count::Fixed(_) | Count::Rolled(_)));
    if tight.contains('d') && tight.split('+').all(is_rolled) {
        return Ok(Some(Count::Rolled(tight.to_uppercase())));
    }
    let end = bare.find(|letter: char| !matches!(letter, '0'..='9' | 'd' | '-')).unwrap_or(bare.len());
    let (number, rest) = bare.split_at(end);
    let read = count(number.trim_end_matches('-')).ok_or_else(|| text.clone())?;
    for part in rest.split(['+', '&', ',']) {
        note(part.trim(), whole)?;
    }
    Ok(Some(read))
}

fn count(text: &str) -> Option<Count> {
    if let Some(fixed) = number(text) {
        return (fixed <= MOST).then_some(Count::Fixed(fixed));
    }
    if let Some((dice, sides)) = text.split_once('d') {
        let fine = dice.is_empty() || number(dice).is_some_and(|dice| (1..=MOST).contains(&dice));
        return (fine && matches!(sides, "3" | "6")).then(|| Count::Rolled(text.to_uppercase()));
    }
    let banded = text.contains('-') && text.split('-').all(|part| number(part).is_some_and(|part| part <= MOST));
    banded.then(|| Count::Banded(text.to_owned()))
}

fn note(text: &str, whole: &mut Attacks) -> Result<(), String> {
    if text.is_empty() || IDLE.contains(&text) {
        return Ok(());
    }
    if !NOTES.contains(&text) {
        return Err(text.to_owned());
    }
    whole.notes.push(text.to_owned());
    Ok(())
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
            ("1/2D6", Fixed(1), Some(Rolled("2D6".into()))),
            ("1/D6+2", Fixed(1), Some(Rolled("D6+2".into()))),
            ("D3", Rolled("D3".into()), None),
            ("4 + D6", Rolled("4+D6".into()), None),
            ("1/8-4-2", Fixed(1), Some(Banded("8-4-2".into()))),
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
        for wrong in ["three", "3/1/x", "3/1/1/1", "99", "3/1 + thunder", "D8", "+"] {
            assert!(attacks(wrong).is_err(), "{wrong}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "([0-9]|/|\\+|-|\\*|[dD]|\\(|\\)|cm| |é|bounce|per stand|,){0,12}") {
            let _ = attacks(&text);
        }
    }
}
