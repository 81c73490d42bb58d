//! Amounts as cells write them, fixed or rolled: `3`, `D3`, `2D3+1`.

use winnow::ascii::{digit1, space0};
use winnow::combinator::{alt, opt, separated_foldl1};
use winnow::token::one_of;
use winnow::{Parser, Result};

use super::normalise::number;

/// A number with or without dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Added to the dice.
    pub fixed: u32,
    /// D3s.
    pub d3: u32,
    /// D6s.
    pub d6: u32,
}

impl Amount {
    /// An amount without dice.
    pub fn of(fixed: u32) -> Amount {
        Amount { fixed, ..Amount::default() }
    }

    /// The number, if it has no dice.
    pub fn certain(self) -> Option<u32> {
        (self.d3 == 0 && self.d6 == 0).then_some(self.fixed)
    }

    /// Whether army files can express it: 1 to 50, dice of one kind, or such dice and a number.
    pub fn is_playable(self) -> bool {
        let dice = self.d3.max(self.d6);
        self.d3.min(self.d6) == 0 && dice <= 20 && self.fixed <= 20 + 30 * u32::from(dice == 0) && dice + self.fixed > 0
    }

    /// Reads `3`, `D3`, `2D3+1` at the start of a plain text; returns the rest too.
    pub fn leading(text: &str) -> Option<(Amount, &str)> {
        sum.parse_peek(text).ok().map(|(rest, amount)| (amount, rest))
    }
}

/// `3`, `D3`, `2D3+1`.
pub fn sum(input: &mut &str) -> Result<Amount> {
    let plus = (space0, '+', space0);
    let add = |sum: Amount, next: Amount| Amount {
        fixed: sum.fixed + next.fixed,
        d3: sum.d3 + next.d3,
        d6: sum.d6 + next.d6,
    };
    separated_foldl1(term, plus, move |sum, _, next| add(sum, next))
        .verify(|sum| sum.fixed.max(sum.d3).max(sum.d6) <= 1000)
        .parse_next(input)
}

/// `3`, `D3`, `2D6`.
fn term(input: &mut &str) -> Result<Amount> {
    let dice = |die: char| (opt(digits), space0, one_of(['d', 'w']), die).map(|(count, ..)| count.unwrap_or(1));
    alt((
        dice('3').map(|d3| Amount { d3, ..Amount::default() }),
        dice('6').map(|d6| Amount { d6, ..Amount::default() }),
        digits.map(Amount::of),
    ))
    .parse_next(input)
}

/// A number of up to six digits.
pub fn digits(input: &mut &str) -> Result<u32> {
    digit1.verify_map(number).parse_next(input)
}

/// `3`, `D3`, `D6+1`.
pub fn amount(amount: Amount) -> String {
    let dice = |count: u32, die: &str| match count {
        0 => None,
        1 => Some(die.to_owned()),
        _ => Some(format!("{count}{die}")),
    };
    let fixed = (amount.fixed > 0 || amount.certain().is_some()).then(|| amount.fixed.to_string());
    let parts: Vec<String> = [dice(amount.d3, "D3"), dice(amount.d6, "D6"), fixed].into_iter().flatten().collect();
    parts.join("+")
}
