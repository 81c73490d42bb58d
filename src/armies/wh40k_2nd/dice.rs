//! Numbers with any dice of the game: `3`, `D4`, `2D6+8`, `D6+D20+8`, `5+D10`.

use std::fmt;

use winnow::ascii::space0;
use winnow::combinator::{alt, opt, separated_foldl1};
use winnow::{Parser, Result};

use super::super::amount::digits;
use super::super::normalise::plain;

/// The dice of the game.
const DICE: [u32; 7] = [3, 4, 6, 8, 10, 12, 20];

/// The largest plausible number of dice of one kind, and the largest plausible number and number of dice in all.
const MOST_DICE: u32 = 20;
const MOST: u32 = 50;

/// A sum of dice and a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Added to the dice.
    pub fixed: u32,
    /// How many of each of [`DICE`].
    dice: [u32; DICE.len()],
}

impl Sum {
    /// No dice.
    pub fn of(fixed: u32) -> Sum {
        Sum { fixed, ..Sum::default() }
    }

    /// One die with this many sides.
    pub fn die(sides: u32) -> Sum {
        let mut sum = Sum::default();
        sum.add_dice(1, sides);
        sum
    }

    /// Reads a whole text.
    pub fn read(text: &str) -> Option<Sum> {
        let said = plain(text);
        sum.parse(said.trim()).ok()
    }

    /// The sum of both.
    #[must_use]
    pub fn and(mut self, other: Sum) -> Sum {
        self.fixed += other.fixed;
        for (own, more) in self.dice.iter_mut().zip(other.dice) {
            *own += more;
        }
        self
    }

    /// Whether it has dice.
    pub fn is_rolled(self) -> bool {
        self.dice.iter().any(|dice| *dice > 0)
    }

    /// Whether it is an amount of army files: a number, or dice of one kind with or without a number.
    pub fn is_amount(self) -> bool {
        self.dice.iter().filter(|dice| **dice > 0).count() <= 1
    }

    /// Whether it has more dice with this many sides than another sum.
    pub fn has_more(self, sides: u32, other: Sum) -> bool {
        DICE.iter().position(|die| *die == sides).is_some_and(|place| self.dice[place] > other.dice[place])
    }

    /// As an army file has it.
    pub fn toml(self) -> String {
        if self.is_rolled() { format!("\"{self}\"") } else { self.fixed.to_string() }
    }

    fn add_dice(&mut self, count: u32, sides: u32) {
        if let Some(place) = DICE.iter().position(|die| *die == sides) {
            self.dice[place] += count;
        }
    }

    fn is_believed(&self) -> bool {
        self.fixed <= MOST && self.dice.iter().all(|dice| *dice <= MOST_DICE) && self.dice.iter().sum::<u32>() <= MOST
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice = DICE.iter().zip(self.dice).filter(|(_, count)| *count > 0);
        let mut parts: Vec<String> = dice
            .map(|(sides, count)| if count == 1 { format!("D{sides}") } else { format!("{count}D{sides}") })
            .collect();
        if self.fixed > 0 || parts.is_empty() {
            parts.push(self.fixed.to_string());
        }
        f.write_str(&parts.join("+"))
    }
}

/// `D6+D20+8`.
fn sum(input: &mut &str) -> Result<Sum> {
    let plus = (space0, '+', space0);
    separated_foldl1(term, plus, |sum: Sum, _, next| sum.and(next)).verify(Sum::is_believed).parse_next(input)
}

/// `3`, `D4`, `2D10`.
fn term(input: &mut &str) -> Result<Sum> {
    let dice = (opt(digits), space0, 'd', digits.verify(|sides| DICE.contains(sides))).map(|(count, _, _, sides)| {
        let mut sum = Sum::default();
        sum.add_dice(count.unwrap_or(1).min(MOST_DICE + 1), sides);
        sum
    });
    alt((dice, digits.map(Sum::of))).parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_and_said() {
        for (text, said) in [
            ("1", "1"),
            ("D6", "D6"),
            ("2d12", "2D12"),
            ("5+D10", "D10+5"),
            ("D6 + D20 + 8", "D6+D20+8"),
            ("D6+4+5", "D6+9"),
            ("8+D6+D6", "2D6+8"),
        ] {
            assert_eq!(Sum::read(text).map(|sum| sum.to_string()).as_deref(), Some(said), "{text}");
        }
        for wrong in ["", "-", "D7", "D", "D+4", "S+D6", "D6+?", "200", "99D6", "20D3+20D4+20D6", "D6+-", "4-"] {
            assert_eq!(Sum::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn army_files_say_dice_of_one_kind() {
        let read = |text| Sum::read(text).unwrap();
        assert!(read("2D6+8").is_amount() && read("4").is_amount() && !read("D6+D4").is_amount());
        assert_eq!((read("3").toml(), read("5+D10").toml()), ("3".into(), "\"D10+5\"".into()));
        assert_eq!(Sum::die(6).and(read("2D6")).and(Sum::of(9)), read("3D6+9"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "([0-9]|\\+|-|d|D|é| |\\?){0,14}") {
            let _ = Sum::read(&text);
        }
    }
}
