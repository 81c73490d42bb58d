//! The range of a weapon: `12` and `24` inches, `CC Only`, `Flame Template`, `Guess 12"-48"`.

use winnow::ascii::space0;
use winnow::combinator::{alt, opt, preceded, terminated};
use winnow::{Parser, Result};

use super::super::inches::{Inches, inches, mark};
use super::super::normalise::{plain, words};
use super::super::words::Words;
use super::columns::says_nothing;

/// The range of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// None: it is used in close combat.
    CloseCombat,
    /// The length of the flame template.
    Flame,
    /// A range, and a short range; without the latter, all of its range is long.
    Shots {
        /// The end of short range.
        short: Option<Inches>,
        /// The end of its range.
        long: Inches,
    },
    /// The player guesses the distance to the target.
    Guess {
        /// No nearer than this.
        least: Inches,
        /// No farther than this.
        most: Inches,
    },
}

const CLOSE_COMBAT: Words = Words(
    "cc only|close combat only|combat|combat only|close combat|cc|hand to hand only|hand to hand|hth|hth only|melee|melee only",
);
const FLAME: Words = Words(
    "template|flame template|flamer template|small template|large template|small flame template|large flame template|flame|heavy flamer template|hand flamer template",
);

/// Reads both cells; `None` if they refer elsewhere: `Special`, `Artillery Dice`.
pub fn reach(short: &str, long: &str) -> Option<Reach> {
    let (near, far) = (words(short), words(long));
    let both = |words: Words| words.has(&near) && (words.has(&far) || says_nothing(&far));
    if both(CLOSE_COMBAT) {
        return Some(Reach::CloseCombat);
    }
    if both(FLAME) {
        return Some(Reach::Flame);
    }
    let guessed = [short, long].iter().find_map(|text| guess.parse(plain(text).as_str()).ok());
    if let Some((least, most)) = guessed {
        return Some(Reach::Guess { least, most });
    }
    let distance = |text: &str| if says_nothing(text) { Some(None) } else { band(text).map(Some) };
    match (distance(short)?, distance(long)?) {
        (short, Some(long)) if short.is_none_or(|short| short <= long) => Some(Reach::Shots { short, long }),
        (Some(short), None) => Some(Reach::Shots { short: Some(short), long: short }),
        _ => None,
    }
}

/// The end of a range: `24`, `0-24"`, `12-24`.
fn band(text: &str) -> Option<Inches> {
    let said = plain(text);
    let from = (inches, opt(mark), space0, alt(("-", "to")), space0);
    let end = || terminated(inches, opt(mark));
    alt((preceded(from, end()), end())).parse(said.as_str()).ok()
}

/// `guess 12"-48"`.
fn guess(input: &mut &str) -> Result<(Inches, Inches)> {
    let distance = || terminated(inches, opt(mark));
    preceded(("guess", opt('s'), space0), (distance(), space0, alt(("-", "to")), space0, distance()))
        .map(|(least, _, _, _, most)| (least, most))
        .verify(|(least, most)| least <= most)
        .parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let shots =
            |short: Option<u32>, long| Some(Reach::Shots { short: short.map(Inches::of), long: Inches::of(long) });
        for (short, long, expected) in [
            ("12", "24", shots(Some(12), 24)),
            ("12\"", "24\"", shots(Some(12), 24)),
            ("0-12", "12-24", shots(Some(12), 24)),
            ("-", "24", shots(None, 24)),
            ("8", "-", shots(Some(8), 8)),
            ("CC Only", "CC Only", Some(Reach::CloseCombat)),
            ("Combat", "", Some(Reach::CloseCombat)),
            ("Flame Template", "Flame Template", Some(Reach::Flame)),
            ("Guess 12\"-48\"", "-", Some(Reach::Guess { least: Inches::of(12), most: Inches::of(48) })),
            ("Special", "Special", None),
            ("Special", "24", None),
            ("Dice", "", None),
            ("24", "12", None),
            ("-", "-", None),
            ("", "", None),
        ] {
            assert_eq!(reach(short, long), expected, "{short} {long}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(short in "([0-9]|\"| |-|guess|cc only|½|/|é){0,8}", long in "([0-9]|\"|-){0,4}") {
            let _ = reach(&short, &long);
        }
    }
}
