//! Numbers in names: how many of each profile a selection takes whose name is `4x Rover, 2x Heavy Rover`.

use winnow::Parser;
use winnow::combinator::terminated;

use super::amount::sum;
use super::normalise::words;

/// Words that say what kind of thing something is, not which one.
const KINDS: &[&str] = &["squad", "unit", "team", "tank", "platform", "horde", "stand", "model", "of", "the"];

/// From this many letters on, words that differ only in their endings are the same: `Homunculus`, `Homunculi`.
const LONG_STEM: usize = 5;

/// What a name says about numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Nothing: it is only a name.
    Name,
    /// How many of each profile, in the order of the profiles, if given; and the parts that match no profile.
    Numbered(Vec<Option<u32>>, Vec<String>),
}

/// One part of a name.
struct Part {
    text: String,
    count: Option<u32>,
    words: Vec<String>,
}

/// Whether the words of a part fit those of a profile.
type Fit = fn(&[String], &[String]) -> bool;

/// How well a part of a name fits a profile, the best first: the same words, however they are joined; all words of one in
/// the other; one word in common.
const FITS: [Fit; 3] = [
    |part, profile| part.concat() == profile.concat() || (part.len() == profile.len() && within(part, profile)),
    |part, profile| within(part, profile) || within(profile, part),
    |part, profile| part.iter().any(|word| has(profile, word)),
];

/// What the name of a selection says about its profiles.
pub fn counted(name: &str, profiles: &[&str]) -> Counted {
    let mut parts: Vec<Part> = name.split([',', ';', '&']).flat_map(|part| part.split(" + ")).map(part).collect();
    let numbered = parts.iter().any(|part| part.count.is_some());
    if !numbered && !name.split_whitespace().next().is_some_and(is_dice) {
        return Counted::Name;
    }
    let profiles: Vec<Vec<String>> = profiles.iter().map(|profile| stems(profile)).collect();
    let mut told = vec![None; profiles.len()];
    // The most certain match first: once it is settled, fewer profiles are left for the rest.
    while let Some((place, profile)) = surest(&parts, &profiles, &told) {
        let part = parts.remove(place);
        told[profile] = Some(part.count.unwrap_or(1));
    }
    Counted::Numbered(told, parts.into_iter().map(|part| part.text).collect())
}

/// A part and the only profile that it fits, among those still open.
fn surest(parts: &[Part], profiles: &[Vec<String>], told: &[Option<u32>]) -> Option<(usize, usize)> {
    FITS.iter().find_map(|fits| {
        parts.iter().enumerate().filter(|(_, part)| !is_dice(&part.text)).find_map(|(place, part)| {
            let open = (0..profiles.len()).filter(|&profile| told[profile].is_none());
            let mut fitting = open.filter(|&profile| fits(&part.words, &profiles[profile]));
            fitting.next().filter(|_| fitting.next().is_none()).map(|profile| (place, profile))
        })
    })
}

/// `4x Rover`, `4 × Rover`, `Pair of Rovers`, or only a name.
fn part(text: &str) -> Part {
    let text = text.trim();
    let (count, rest) = numbered(text).map_or((None, text), |(count, rest)| (Some(count), rest));
    Part { text: text.to_owned(), count, words: stems(rest) }
}

fn numbered(text: &str) -> Option<(u32, &str)> {
    for pair in ["pair of ", "a pair of "] {
        if let Some(rest) = text.get(pair.len()..).filter(|_| text[..pair.len()].eq_ignore_ascii_case(pair)) {
            return Some((2, rest));
        }
    }
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    // A number too large to parse is implausibly large, not one.
    let count = (digits > 0).then(|| text[..digits].parse().unwrap_or(u32::MAX))?;
    let sign = text[digits..].trim_start();
    let rest = sign.strip_prefix(['x', 'X', '×', '*'])?;
    // `3 Xenomorphs` is a name, not a number of something.
    rest.starts_with(|letter: char| !letter.is_lowercase()).then_some((count, rest.trim()))
}

/// Whether a text begins with a number given by dice: `2D6+3x`.
fn is_dice(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    terminated(sum.verify(|number| number.certain().is_none()), 'x').parse(first.as_str()).is_ok()
}

/// The words of a name without plurals, and without those that name a kind; all of them if there are no others.
fn stems(name: &str) -> Vec<String> {
    let letters: String =
        words(name).chars().filter(|&letter| letter.is_alphanumeric() || letter == ' ' || letter == '.').collect();
    let all: Vec<String> = letters.split_whitespace().map(|word| word.trim_end_matches('s').to_owned()).collect();
    let telling: Vec<String> = all.iter().filter(|word| !KINDS.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

fn within(part: &[String], whole: &[String]) -> bool {
    !part.is_empty() && part.iter().all(|word| has(whole, word))
}

fn has(words: &[String], word: &str) -> bool {
    words.iter().any(|other| same(other, word))
}

/// Whether two words differ only in their endings, of at most two letters.
fn same(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    one == other || (shared >= LONG_STEM && shared + 2 >= longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, profiles: &[&str]) -> Vec<Option<u32>> {
        match counted(name, profiles) {
            Counted::Numbered(told, rest) if rest.is_empty() => told,
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn numbers_stand_before_names() {
        for (name, count) in
            [("4x Rovers", 4), ("12 × Rover", 12), ("3xRover", 3), ("Pair of Rovers", 2), ("7X Rover", 7)]
        {
            assert_eq!(told(name, &["Rover"]), [Some(count)], "{name}");
        }
        assert_eq!(told("4x Marsh Guard Squads", &["Marsh Guards"]), [Some(4)]);
        assert_eq!(told("99999999999x Rover", &["Rover"]), [Some(u32::MAX)]);
        assert_eq!(told("2x Magistrate Units", &["Magistrates"]), [Some(2)]);
        assert_eq!(told("4x Rover", &["Field Rover"]), [Some(4)]);
    }

    #[test]
    fn names_without_numbers_tell_nothing() {
        for name in ["Rover", "Rover, Barge", "88 Rover", "3 Xylophones", "Rover 2x", "é", "pair o", ""] {
            assert_eq!(counted(name, &["Rover", "Barge"]), Counted::Name, "{name}");
        }
    }

    #[test]
    fn parts_find_their_profiles() {
        assert_eq!(told("2x Rover Lancer, 3x Rover Piercer", &["Rover Piercer", "Rover Lancer"]), [Some(3), Some(2)]);
        assert_eq!(told("1x Sniper Squad, 3x Ranger Squads", &["Rangers", "Ranger Snipers"]), [Some(3), Some(1)]);
        let tanks = ["Old Boar Field Tank", "Old Boar Crusher", "Old Boar Lancer"];
        assert_eq!(told("Lancer Command Tank, 6x Old Boar, 3x Crusher", &tanks), [Some(6), Some(3), Some(1)]);
        assert_eq!(told("1x Homunculus, 2x Storm Wings", &["Homunculi", "Stormwing"]), [Some(1), Some(2)]);
    }

    #[test]
    fn what_fits_nothing_or_several_is_left() {
        let rest = |name: &str, profiles: &[&str]| match counted(name, profiles) {
            Counted::Numbered(_, rest) => rest,
            Counted::Name => panic!("{name}"),
        };
        assert_eq!(rest("8x Beasts", &["Wolves", "Bears"]), ["8x Beasts"]);
        assert_eq!(rest("2x Rover, 1x Barge", &["Rover", "Rover"]), ["2x Rover", "1x Barge"]);
        assert_eq!(rest("2D6+3x Hordes", &["Hordes"]), ["2D6+3x Hordes"]);
        assert_eq!(rest("3x Wagon", &["Wagon", "Wagon"]), ["3x Wagon"]);
    }
}
