//! Points of damage.

use super::phrases::{DAMAGE, NO_DAMAGE, has};
use crate::armies::epic_armageddon::amount::Amount;

/// How many points of damage a sentence in plain text tells of, as army files write it.
pub fn damage(said: &str) -> Option<String> {
    if !has(said, DAMAGE) || has(said, NO_DAMAGE) {
        return None;
    }
    let at = DAMAGE.iter().filter_map(|words| said.find(words).map(|at| at + words.len())).min()?;
    // The number stands before the word, with no more than `extra points of` between.
    let words: Vec<&str> = said[..at].split_whitespace().collect();
    let amount = words.iter().rev().take(6).find_map(|word| amount(word));
    let amount = amount.unwrap_or(Amount::of(1));
    let dice = |count: u32, faces: u32| if count == 1 { format!("D{faces}") } else { format!("{count}D{faces}") };
    let parts = [
        (amount.d3 > 0).then(|| dice(amount.d3, 3)),
        (amount.d6 > 0).then(|| dice(amount.d6, 6)),
        (amount.fixed > 0).then(|| amount.fixed.to_string()),
    ];
    (amount.is_playable() && amount.fixed <= 20).then(|| parts.into_iter().flatten().collect::<Vec<_>>().join("+"))
}

/// `2`, `d3dc`, `two`.
fn amount(word: &str) -> Option<Amount> {
    let numbers = ["one", "two", "three", "four", "five", "six"];
    if let Some(number) = numbers.iter().position(|number| *number == word) {
        return Some(Amount::of(number as u32 + 1));
    }
    let word = word.trim_end_matches([',', '.']).trim_end_matches("dc").trim_start_matches('-');
    Amount::leading(word).filter(|(amount, rest)| rest.is_empty() && amount.is_playable()).map(|(amount, _)| amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted() {
        for (said, points) in [
            ("takes a point of damage", "1"),
            ("loses 2 points of damage", "2"),
            ("suffers two extra points of damage", "2"),
            ("takes d3 additional points of damage", "D3"),
            ("loses d3dc", "D3"),
            ("loses 2dc", "2"),
            ("takes 2d3 damage", "2D3"),
            ("causes an additional dc of damage", "1"),
            ("suffers d6+1 points of damage", "D6+1"),
            ("moves 2d6cm and takes an extra point of damage", "1"),
            ("one further wound is suffered: lose another dc", "1"),
        ] {
            assert_eq!(damage(said).as_deref(), Some(points), "{said}");
        }
        assert_eq!((damage("takes no damage"), damage("is damaged"), damage("it burns")), (None, None, None));
    }
}
