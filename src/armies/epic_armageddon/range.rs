//! The grammar of range cells: `45cm`, `(15cm)`, `(contact)`.

use super::super::normalise::{number, plain, words};
use super::super::words::Vocabulary;
use super::read::{Read, says_nothing};

/// What a range cell says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Nothing.
    None,
    /// Chosen, or listed elsewhere: `*`.
    Elsewhere,
    /// A number of cm.
    Cm(u16),
    /// In parentheses: only in an assault, within this many cm.
    Firefight(u16),
    /// In base contact.
    Contact,
    /// Anywhere.
    Unlimited,
    /// The flame template.
    Flame,
}

/// The range of army files for a weapon that reaches everything.
pub const EVERYWHERE: u16 = 999;

/// Ranges that are not numbers.
const RANGES: Vocabulary<Range> = Vocabulary(&[
    (
        Range::Contact,
        "contact|base contact|bc|b2b|base to base|cac|au contact|contacto|kontakt|basekontakt|\
        socle a socle|contact socle|contacto peana",
    ),
    (Range::Unlimited, "unlimited|illimite|illimitee|unbegrenzt|ilimitado|ilimitada|∞|infinite|infini"),
    (
        Range::Flame,
        "flame template|flamer template|gabarit de flammes|gabarit souffle|flammenschablone|\
        plantilla de lanzallamas|template",
    ),
]);

/// Reads a range.
///
/// # Errors
/// Why it is not understood.
pub fn range(text: &str) -> Result<Read<Range>, String> {
    if says_nothing(text) {
        return Ok(Read::as_written(Range::None));
    }
    let said = plain(text);
    if said.starts_with('*') {
        return Ok(Read::as_written(Range::Elsewhere));
    }
    let bare = said.trim_matches(['(', ')', ' ']);
    if let Some(range) = RANGES.meaning(&words(bare)) {
        return Ok(Read::as_written(range));
    }
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let unit = bare[digits..].trim_matches(['.', ' ']);
    let cm = number(&bare[..digits]).ok_or("not a range")?;
    if !["cm", "cms", "", "c", "m", "mc", "ccm", "cmm"].contains(&unit) {
        return Err(mark!("not a range in cm").into());
    }
    // The longest ranges of the game are 600 cm; above 300 a number is a round one, or a misprint with many possible
    // meanings.
    if cm > 1000 || (cm > 300 && cm % 100 != 0) || !cm.is_multiple_of(5) {
        return Err(text!("{cm} cm is no range of this game", cm));
    }
    let cm = cm as u16;
    let (open, close) = (said.starts_with('('), said.ends_with(')'));
    let value = if open || close { Range::Firefight(cm) } else { Range::Cm(cm) };
    let slipped = unit != "cm" && unit != "cms" || open != close;
    let should = if open || close { format!("({cm}cm)") } else { format!("{cm}cm") };
    Ok(Read { value, repaired: slipped.then_some(should) })
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let cm = |text: &str| range(text).unwrap().value;
        assert_eq!(cm("45cm"), Range::Cm(45));
        assert_eq!(cm(" 30 cm "), Range::Cm(30));
        assert_eq!(cm("(15cm)"), Range::Firefight(15));
        for contact in ["(contact)", "(base contact)", "(Kontakt)", "(contacto)", "(au contact)"] {
            assert_eq!(cm(contact), Range::Contact, "{contact}");
        }
        assert_eq!(cm("Unlimited"), Range::Unlimited);
        assert_eq!(cm("Flame Template"), Range::Flame);
        assert_eq!(cm("600cm"), Range::Cm(600));
        assert_eq!(range("15cm)").unwrap().repaired.as_deref(), Some("(15cm)"));
        assert_eq!(range("30").unwrap().repaired.as_deref(), Some("30cm"));
        for (wrong, why) in [
            ("760cm", "760 cm is no range of this game"),
            ("15-30cm", "not a range in cm"),
            ("31cm", "31 cm is no range of this game"),
            ("far", "not a range"),
            ("cm", "not a range"),
            ("9999cm", "9999 cm is no range of this game"),
            ("15in", "not a range in cm"),
        ] {
            assert_eq!(range(wrong).unwrap_err(), why, "{wrong}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,40}", near in "([0-9]|cm|\\(|\\)|contact|½|é| ){0,10}") {
            for text in [text, near] {
                let _ = range(&text);
            }
        }
    }
}
