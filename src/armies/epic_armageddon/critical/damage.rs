//! Points of damage, and hits on nearby units.

use winnow::Parser;
use winnow::combinator::{opt, terminated};

use super::phrases::{DAMAGE, NO_DAMAGE};
use crate::amount::{Amount, amount, sum};
use crate::normalise::number;

/// How many points of damage a sentence in plain text gives, as army files write it.
pub fn damage(said: &str) -> Option<String> {
    if NO_DAMAGE.within(said) {
        return None;
    }
    let at = DAMAGE.iter().filter_map(|words| said.find(words).map(|at| at + words.len())).min()?;
    // The number is before the word, with no more than `extra points of` between.
    let points = said[..at].split_whitespace().rev().take(6).find_map(points).unwrap_or(Amount::of(1));
    (points.is_playable() && points.fixed <= 20).then(|| amount(points))
}

/// `2`, `-1dc`, `d3dc`, `two`.
fn points(word: &str) -> Option<Amount> {
    let numbers = ["one", "two", "three", "four", "five", "six"];
    if let Some(number) = numbers.iter().position(|number| *number == word) {
        return Some(Amount::of(number as u32 + 1));
    }
    let word = word.trim_end_matches([',', '.']).trim_start_matches('-');
    terminated(sum, opt("dc")).parse(word).ok().filter(|amount| amount.is_playable())
}

/// What happens to nearby units when a unit is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Near {
    /// No roll to hit is given.
    NoRoll,
    /// A roll for units with other names.
    OfOthers,
    /// A roll, as army files write it: `MW4+`.
    Roll(String),
}

/// What happens to nearby units, from a text that mentions them; `unit` is the name of the unit that is lost.
pub fn near(said: &str, unit: &str) -> Near {
    let said = said.replace("macro-weapon", "mw").replace("macro weapon", "mw").replace("macro arme", "mw");
    let Some(at) = ["within", "unites a", "in base"].iter().find_map(|words| said.find(words)) else {
        return Near::NoRoll;
    };
    // The roll is before or after the units that are hit.
    let tail = if said[at..].contains('+') || said[at..].contains("roll of 6") { &said[at..] } else { &said };
    // Faces, each with the units it applies to: `6+ (Warhound), or 5+ (Reaver)`.
    let faces = tail.match_indices('+').filter_map(|(at, _)| {
        let digits = tail[..at].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |start| start + 1);
        let face = number(&tail[digits..at]).filter(|face| (2..=6).contains(face))?;
        let names = tail[at + 1..].trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        Some((face, names.map_or("", |(names, _)| names)))
    });
    let faces: Vec<(u32, &str)> = faces.collect();
    let is_own = |names: &str| names.split([',', ' ', '/']).any(|name| name.len() > 3 && unit.contains(name));
    let own = faces.iter().find(|(_, names)| is_own(names));
    let face = match own.or_else(|| faces.iter().find(|(_, names)| names.is_empty())) {
        Some((face, _)) => *face,
        None if !faces.is_empty() => return Near::OfOthers,
        None if tail.contains("roll of 6") => 6,
        None => return Near::NoRoll,
    };
    let kind = ["mw", "ap", "at"].into_iter().find(|kind| tail.contains(&format!("{kind}{face}+")));
    let kind = kind.or(tail.contains(" mw ").then_some("mw")).unwrap_or_default().to_uppercase();
    Near::Roll(format!("{kind}{face}+"))
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
