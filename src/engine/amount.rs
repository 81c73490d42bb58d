//! Numbers that a profile gives, some of them rolled for: `3`, `D3`, `2D6`, `D10+5`.

use std::fmt;

use super::dice::{Dice, Roll};

/// A number of dice of one kind, and a number added to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    /// How many dice.
    dice: u16,
    /// Their faces.
    faces: u8,
    /// Added to them.
    fixed: u16,
}

impl Amount {
    /// A number that is not rolled for.
    pub const fn fixed(fixed: u16) -> Amount {
        Amount { dice: 0, faces: 6, fixed }
    }

    /// A number of dice with a number of faces.
    pub const fn rolled(dice: u16, faces: u8) -> Amount {
        Amount { dice, faces, fixed: 0 }
    }

    /// Reads `3`, `D3`, `2D3`, `D6+3`, with at most `most` dice of 2 to 6 faces and `most` added.
    pub fn parse(text: &str, most: u16) -> Option<Amount> {
        Amount::parse_of(text, most, &[2, 3, 4, 5, 6])
    }

    /// The same of dice with one of these numbers of faces: `D10+5`, `2D20`.
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

    /// Of several equal weapons.
    pub fn times(self, weapons: u8) -> Amount {
        let weapons = u16::from(weapons);
        Amount { dice: self.dice * weapons, fixed: self.fixed * weapons, ..self }
    }

    /// So much more.
    #[must_use]
    pub fn plus(self, more: u16) -> Amount {
        Amount { fixed: self.fixed + more, ..self }
    }

    /// Whether dice are rolled for it.
    pub fn is_rolled(self) -> bool {
        self.dice > 0
    }

    /// How many dice, and of how many faces.
    pub fn dice(self) -> (u32, u8) {
        (self.dice.into(), self.faces)
    }

    /// What is added to the dice.
    pub fn added(self) -> u32 {
        self.fixed.into()
    }

    /// The least it can be.
    pub fn least(self) -> u32 {
        u32::from(self.dice) + u32::from(self.fixed)
    }

    /// The most it can be.
    pub fn most(self) -> u32 {
        u32::from(self.dice) * u32::from(self.faces) + u32::from(self.fixed)
    }

    /// What it is on the average.
    pub fn mean(self) -> f64 {
        f64::from(self.dice) * (f64::from(self.faces) + 1.0) / 2.0 + f64::from(self.fixed)
    }

    /// Which of two is more on the average.
    pub fn larger(self, other: Amount) -> Amount {
        if other.mean() > self.mean() { other } else { self }
    }

    /// Which of two is less on the average.
    pub fn smaller(self, other: Amount) -> Amount {
        if other.mean() < self.mean() { other } else { self }
    }

    /// The sum for a number of units, each of which rolls for itself.
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
