//! Amounts as profiles give them, fixed or rolled: `3`, `D3`, `2D6`, `D10+5`.

use std::fmt;

use super::dice::{Dice, Roll};

/// A number of dice of one kind, plus a fixed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    /// The number of dice.
    dice: u16,
    /// Faces of each die.
    faces: u8,
    /// The number added to the dice.
    fixed: u16,
}

impl Amount {
    /// An amount without dice.
    pub const fn fixed(fixed: u16) -> Amount {
        Amount { dice: 0, faces: 6, fixed }
    }

    /// `dice` dice of `faces` faces.
    pub const fn rolled(dice: u16, faces: u8) -> Amount {
        Amount { dice, faces, fixed: 0 }
    }

    /// Reads `3`, `D3`, `2D3`, `D6+3`: at most `most` dice of 2 to 6 faces, and at most `most` added.
    pub fn parse(text: &str, most: u16) -> Option<Amount> {
        Amount::parse_of(text, most, &[2, 3, 4, 5, 6])
    }

    /// The same with dice of one of the given numbers of faces: `D10+5`, `2D20`.
    pub fn parse_of(text: &str, most: u16, kinds: &[u8]) -> Option<Amount> {
        let digits = |text: &str| -> Option<u16> {
            let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| all_digits)
        };
        let number = |text: &str| digits(text).filter(|number| (1..=most).contains(number));
        let Some((dice, rest)) = text.split_once('D') else { return number(text).map(Amount::fixed) };
        let (faces, fixed) = match rest.split_once('+') {
            Some((faces, fixed)) => (faces, number(fixed)?),
            None => (rest, 0),
        };
        let dice = if dice.is_empty() { 1 } else { number(dice)? };
        let faces = digits(faces).and_then(|faces| kinds.iter().copied().find(|&kind| u16::from(kind) == faces))?;
        Some(Amount { dice, faces, fixed })
    }

    /// The amount of several equal weapons together.
    pub fn times(self, weapons: u8) -> Amount {
        let weapons = u16::from(weapons);
        Amount { dice: self.dice * weapons, fixed: self.fixed * weapons, ..self }
    }

    /// This amount plus `more`.
    #[must_use]
    pub fn plus(self, more: u16) -> Amount {
        Amount { fixed: self.fixed + more, ..self }
    }

    /// Whether it has dice.
    pub fn is_rolled(self) -> bool {
        self.dice > 0
    }

    /// The number of dice and their faces.
    pub fn dice(self) -> (u32, u8) {
        (self.dice.into(), self.faces)
    }

    /// The number added to the dice.
    pub fn added(self) -> u32 {
        self.fixed.into()
    }

    /// The smallest possible value.
    pub fn least(self) -> u32 {
        u32::from(self.dice) + u32::from(self.fixed)
    }

    /// The largest possible value.
    pub fn most(self) -> u32 {
        u32::from(self.dice) * u32::from(self.faces) + u32::from(self.fixed)
    }

    /// The mean.
    pub fn mean(self) -> f64 {
        f64::from(self.dice) * (f64::from(self.faces) + 1.0) / 2.0 + f64::from(self.fixed)
    }

    /// The one with the larger mean; this one if they are equal.
    pub fn larger(self, other: Amount) -> Amount {
        if other.mean() > self.mean() { other } else { self }
    }

    /// The one with the smaller mean; this one if they are equal.
    pub fn smaller(self, other: Amount) -> Amount {
        if other.mean() < self.mean() { other } else { self }
    }

    /// The sum over `units` units, each of which rolls for itself.
    pub fn sum<D: Dice + ?Sized>(self, dice: &mut D, roll: &Roll, units: u32) -> u32 {
        let fixed = units * u32::from(self.fixed);
        if self.is_rolled() { fixed + dice.sum_of(roll, units * u32::from(self.dice), self.faces) } else { fixed }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match (self.dice, self.fixed) {
            (0, fixed) => return write!(to, "{fixed}"),
            (1, _) => write!(to, "D{}", self.faces)?,
            (dice, _) => write!(to, "{dice}D{}", self.faces)?,
        }
        if self.fixed > 0 { write!(to, "+{}", self.fixed) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_they_are_written() {
        for text in ["3", "D3", "2D3", "D6+3", "3D3+2", "D2"] {
            assert_eq!(Amount::parse(text, 20).unwrap().to_string(), text);
        }
        for wrong in ["", "0", "21", "D", "D7", "D1", "0D3", "D3+", "D3+0", "D3-1", "+1", "D3+D3", "-2"] {
            assert_eq!(Amount::parse(wrong, 20), None, "{wrong}");
        }
    }

    #[test]
    fn of_which_dice_is_for_the_caller_to_say() {
        let kinds = [3, 4, 6, 8, 10, 12, 20];
        for text in ["D8", "D10+5", "2D20", "7"] {
            assert_eq!(Amount::parse_of(text, 20, &kinds).unwrap().to_string(), text);
        }
        for wrong in ["D7", "D5", "D+6", "D100", "D-6"] {
            assert_eq!(Amount::parse_of(wrong, 20, &kinds), None, "{wrong}");
        }
        assert_eq!(Amount::parse("D10", 20), None);
    }

    #[test]
    fn what_they_come_to() {
        let amount = Amount::parse("2D6+1", 20).unwrap();
        assert_eq!((amount.most(), amount.mean()), (13, 8.0));
        assert_eq!(amount.times(3), Amount::parse("6D6+3", 20).unwrap());
        assert_eq!(Amount::fixed(4).mean(), 4.0);
    }
}
