//! Numbers that a profile gives, some of them rolled for: `3`, `D3`, `2D6`, `D10+5` (§11.11).

use std::fmt;

use crate::engine::dice::{Dice, Roll};

/// The dice of this book (§11.11, §15.5).
const DICE: [u8; 7] = [3, 4, 6, 8, 10, 12, 20];

/// A number of dice of one kind, and a number added to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    /// How many dice.
    pub dice: u8,
    /// Their faces.
    pub faces: u8,
    /// Added to them.
    pub fixed: u16,
}

impl Amount {
    /// A number that is not rolled for.
    pub const fn fixed(fixed: u16) -> Amount {
        Amount { dice: 0, faces: 6, fixed }
    }

    /// Reads `D3`, `2D6`, `D10+5`; `most` dice and as much added at most.
    pub fn parse(text: &str, most: u16) -> Option<Amount> {
        let number = |text: &str| -> Option<u16> {
            let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|number| all_digits && (1..=most).contains(number))
        };
        let (dice, rest) = text.split_once('D')?;
        let (faces, fixed) = match rest.split_once('+') {
            Some((faces, fixed)) => (faces, number(fixed)?),
            None => (rest, 0),
        };
        let dice = if dice.is_empty() { 1 } else { number(dice)? };
        let faces = faces.parse().ok().filter(|faces| DICE.contains(faces))?;
        Some(Amount { dice: dice as u8, faces, fixed })
    }

    /// Whether dice are rolled for it.
    pub fn is_rolled(self) -> bool {
        self.dice > 0
    }

    /// The least it can be.
    pub fn least(self) -> u32 {
        u32::from(self.dice) + u32::from(self.fixed)
    }

    /// The most it can be.
    pub fn most(self) -> u32 {
        u32::from(self.dice) * u32::from(self.faces) + u32::from(self.fixed)
    }

    /// What it is this time.
    #[inline]
    pub fn roll<D: Dice>(self, dice: &mut D, roll: &Roll) -> u32 {
        match self.dice {
            0 => self.fixed.into(),
            count => u32::from(self.fixed) + dice.sum_of(roll, count.into(), self.faces),
        }
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
        for text in ["D3", "2D6", "D10+5", "D20", "3D4", "D8", "D12+1"] {
            assert_eq!(Amount::parse(text, 20).unwrap().to_string(), text);
        }
        for wrong in ["", "3", "D", "D7", "D2", "0D3", "D3+", "D3+0", "D3-1", "+1", "D3+D3", "D100", "21D6"] {
            assert_eq!(Amount::parse(wrong, 20), None, "{wrong}");
        }
        let amount = Amount::parse("2D6+1", 20).unwrap();
        assert_eq!((amount.least(), amount.most()), (3, 13));
    }
}
