//! Numbers as cells write them, some of them rolled for: `3`, `D3`, `2D3+1`.

use super::super::normalise::number;

/// A number that may be rolled for.
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
    /// Not rolled for.
    pub fn of(fixed: u32) -> Amount {
        Amount { fixed, ..Amount::default() }
    }

    /// The number, if it is not rolled for.
    pub fn certain(self) -> Option<u32> {
        (self.d3 == 0 && self.d6 == 0).then_some(self.fixed)
    }

    /// Whether army files can say it: 1 to 50, dice of one kind, or such dice and a number.
    pub fn is_playable(self) -> bool {
        let dice = self.d3.max(self.d6);
        self.d3.min(self.d6) == 0 && dice <= 20 && self.fixed <= 20 + 30 * u32::from(dice == 0) && dice + self.fixed > 0
    }

    /// `3`, `D3`, `2D3+1` at the front of a plain text, and what follows it.
    pub fn leading(text: &str) -> Option<(Amount, &str)> {
        let mut amount = Amount::default();
        let mut rest = text;
        loop {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let count = number(&rest[..digits]);
            let after = rest[digits..].trim_start();
            if let Some(faces) = after.strip_prefix(['d', 'w']).filter(|faces| faces.starts_with(['3', '6'])) {
                let dice = count.unwrap_or(1);
                if faces.starts_with('3') {
                    amount.d3 += dice
                } else {
                    amount.d6 += dice
                }
                rest = &faces[1..];
            } else {
                amount.fixed += count?;
                rest = &rest[digits..];
            }
            if amount.fixed.max(amount.d3).max(amount.d6) > 1000 {
                return None;
            }
            match rest.trim_start().strip_prefix('+') {
                Some(more) if more.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == 'd') => {
                    rest = more.trim_start();
                }
                _ => return Some((amount, rest)),
            }
        }
    }
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
