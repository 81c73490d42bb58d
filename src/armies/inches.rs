//! Distances: catalogues measure in inches, army files in cm; an inch is 2.5 cm, as in the book.

use winnow::ascii::space0;
use winnow::combinator::{alt, opt, preceded, terminated};
use winnow::{Parser, Result};

use super::amount::digits;
use super::normalise::plain;

/// The longest plausible distance, in inches.
const LONGEST: u32 = 1000;

/// A distance in quarters of an inch, so that it is whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inches(u32);

impl Inches {
    /// Whole inches.
    pub fn of(inches: u32) -> Inches {
        Inches(4 * inches.min(LONGEST))
    }

    /// Reads a whole text: `12`, `12"`, `1 1/2"`, `1½"`.
    pub fn read(text: &str) -> Option<Inches> {
        let said = plain(text);
        terminated(inches, opt(mark)).parse(said.as_str()).ok()
    }

    /// In cm, as an army file has it.
    pub fn cm(self) -> String {
        let hundredths = self.0 * 125 / 2;
        let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// The number of cm.
    pub fn in_cm(self) -> f64 {
        f64::from(self.0) * 0.625
    }
}

/// `12`, `1 1/2`, `1½`, `1.5`, `½`.
pub fn inches(input: &mut &str) -> Result<Inches> {
    let quarters = |whole: u32, part: u32| Inches(4 * whole + part);
    let whole = || digits.verify(|inches| *inches <= LONGEST);
    let with_part = (whole(), space0, part).map(move |(whole, _, part)| quarters(whole, part));
    let decimal = (whole(), '.', digits).verify_map(move |(whole, _, part)| match part {
        0 => Some(quarters(whole, 0)),
        25 => Some(quarters(whole, 1)),
        5 | 50 => Some(quarters(whole, 2)),
        75 => Some(quarters(whole, 3)),
        _ => None,
    });
    alt((with_part, part.map(Inches), decimal, whole().map(Inches::of))).parse_next(input)
}

/// Part of an inch, in quarters.
fn part(input: &mut &str) -> Result<u32> {
    let fraction = (digits, '/', digits).verify_map(|(over, _, under)| match (over, under) {
        (1, 4) => Some(1),
        (1, 2) => Some(2),
        (3, 4) => Some(3),
        _ => None,
    });
    alt(('¼'.value(1), '½'.value(2), '¾'.value(3), fraction)).parse_next(input)
}

/// The mark after inches.
pub fn mark<'a>(input: &mut &'a str) -> Result<&'a str> {
    preceded(space0, alt(("\"", "''", "”", "“", "″", "inches", "inch"))).parse_next(input)
}

/// The cm of a text with a unit: `12in`, `12"`, `12 inches`, `30cm`; none if it is no distance.
pub fn cm(text: &str) -> Option<f64> {
    let text = text.trim().to_lowercase();
    let (sign, text) = text.strip_prefix('-').map_or((1.0, text.as_str()), |text| (-1.0, text));
    let number = |unit: &str| Some(text.strip_suffix(unit)?.trim_end().replace(',', "."));
    let cm = match number("cm") {
        Some(number) => number
            .parse::<f64>()
            .ok()
            .filter(|cm| cm.is_finite() && number.starts_with(|it: char| it.is_ascii_digit()))?,
        None => Inches::read(&INCHES.iter().find_map(|unit| number(unit))?)?.in_cm(),
    };
    Some(sign * cm)
}

/// How inches are written. Longer units first.
const INCHES: [&str; 9] = ["inches", "inch", "in", "pouces", "pouce", "po", "''", "\"", "”"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_become_cm() {
        for (text, cm) in [
            ("12", "30"),
            ("12\"", "30"),
            ("5", "12.5"),
            ("7”", "17.5"),
            ("1 1/2\"", "3.75"),
            ("1½\"", "3.75"),
            ("1.5", "3.75"),
            ("½''", "1.25"),
            ("0", "0"),
        ] {
            assert_eq!(Inches::read(text).map(Inches::cm).as_deref(), Some(cm), "{text}");
        }
        for wrong in ["", "-", "x", "2D6", "12-48", "1/3", "9999", "1.3", "12 cm"] {
            assert_eq!(Inches::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn units_are_understood() {
        for (text, found) in [
            ("12in", Some(30.0)),
            ("12\"", Some(30.0)),
            ("12 inches", Some(30.0)),
            ("12''", Some(30.0)),
            ("12”", Some(30.0)),
            ("1 inch", Some(2.5)),
            ("4 pouces", Some(10.0)),
            ("4 po", Some(10.0)),
            ("5IN", Some(12.5)),
            ("2.5in", Some(6.25)),
            ("2,5in", Some(6.25)),
            ("1½in", Some(3.75)),
            ("-2in", Some(-5.0)),
            ("30cm", Some(30.0)),
            ("7,5 cm", Some(7.5)),
            ("12", None),
            ("in", None),
            ("12ft", None),
            ("12 12in", None),
            ("infcm", None),
            ("nancm", None),
            ("+30cm", None),
            ("1e2cm", Some(100.0)),
            ("", None),
        ] {
            assert_eq!(cm(text), found, "{text}");
        }
    }
}
