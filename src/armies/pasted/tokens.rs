//! A line as tokens: numbers, points, words, what stands between parts.

use winnow::ascii::{Caseless, digit1, space0};
use winnow::combinator::{alt, eof, not, opt, peek, preceded, repeat, terminated};
use winnow::token::{any, one_of, take_while};
use winnow::{Parser, Result};

use super::super::normalise::words;

/// How a part of a line belongs to what is before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joint {
    /// It is the first.
    #[default]
    First,
    /// It is added: `+`, `avec`, `with`.
    With,
    /// It is among what is before it: `dont`, `including`.
    Among,
    /// It is not there: `sans`, `without`.
    Without,
}

/// One token of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    /// `4 x`, `4x`, `x4`.
    Count(u32),
    /// `4`: how many, or points.
    Number(u32),
    /// `4x60`: how many, and the points of each.
    Each(u32, u32),
    /// `350 points`; whether of each.
    Points(u32, bool),
    /// What joins two parts.
    Joint(Joint),
    /// An opening bracket.
    Open,
    /// A closing one.
    Close,
    /// A dash, a colon or dots between parts.
    Gap,
    /// Anything else.
    Word(&'a str),
}

/// Words for what a part has in addition.
const WITH: &[&str] = &["avec", "with", "w/", "plus", "and", "et", "mit", "con"];
/// Words for what is among what is before.
const AMONG: &[&str] = &["dont", "including", "incl", "incl."];
/// Words for what is not there.
const WITHOUT: &[&str] = &["sans", "without", "no"];

/// Numbers in words.
const NUMBERS: &[(&str, u32)] = &[
    ("un", 1),
    ("une", 1),
    ("one", 1),
    ("two", 2),
    ("deux", 2),
    ("three", 3),
    ("trois", 3),
    ("four", 4),
    ("quatre", 4),
    ("five", 5),
    ("cinq", 5),
    ("six", 6),
    ("seven", 7),
    ("sept", 7),
    ("eight", 8),
    ("huit", 8),
    ("nine", 9),
    ("neuf", 9),
    ("ten", 10),
    ("dix", 10),
];

/// The number that a word is.
pub fn number_word(word: &str) -> Option<u32> {
    let word = words(word);
    NUMBERS.iter().find(|(known, _)| *known == word).map(|(_, number)| *number)
}

/// The tokens of a line, each with where it begins and ends.
pub fn tokens(line: &str) -> Vec<(Token<'_>, usize, usize)> {
    let (mut rest, mut found) = (line, Vec::new());
    loop {
        rest = rest.trim_start();
        let start = line.len() - rest.len();
        match token.parse_next(&mut rest) {
            Ok(token) => found.push((token, start, line.len() - rest.len())),
            Err(_) => return found,
        }
    }
}

fn token<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    alt((bracketed, points, each, count, count_after, number, sign, word)).parse_next(input)
}

/// `[325]`, `(300)`, `(x2)`: a number alone in brackets. A small one in round brackets is how many.
fn bracketed<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    let inside = |open: char, close: char| (open, space0, whole, space0, close).map(|(_, _, number, ..)| number);
    let token = |number: u32| if number < LEAST_POINTS { Token::Count(number) } else { Token::Points(number, false) };
    alt((inside('[', ']').map(|number| Token::Points(number, false)), inside('(', ')').map(token))).parse_next(input)
}

/// From here on a number without a word is points.
pub const LEAST_POINTS: u32 = 20;

/// `350 points`, `3 000 pts`, `300 pts each`.
fn points<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    let unit = alt((Caseless("points"), Caseless("point"), Caseless("pts"), Caseless("pt"), Caseless("p")));
    let unit = terminated(unit, not(one_of(char::is_alphanumeric)));
    let of_each = alt((
        Caseless("each"),
        Caseless("chacune"),
        Caseless("chacun"),
        Caseless("pièce"),
        Caseless("piece"),
        Caseless("l'unité"),
        Caseless("per unit"),
    ));
    let of_each = terminated(of_each, not(one_of(char::is_alphanumeric)));
    let of_each = preceded((space0, opt(alt((Caseless("la "), Caseless("par "))))), of_each);
    (alt((thousands, whole)), spaces, unit, opt('.'), opt(of_each))
        .map(|(number, .., each)| Token::Points(number, each.is_some()))
        .parse_next(input)
}

/// Spaces of any kind.
fn spaces<'a>(input: &mut &'a str) -> Result<&'a str> {
    take_while(0.., |letter: char| letter.is_whitespace()).parse_next(input)
}

/// `3 000`, `3,000`, `3.000`.
fn thousands(input: &mut &str) -> Result<u32> {
    let head = take_while(1..=3, |letter: char| letter.is_ascii_digit());
    let group = preceded(
        one_of([' ', ',', '.', '\'', '\u{a0}', '\u{202f}']),
        take_while(3, |letter: char| letter.is_ascii_digit()),
    );
    let groups = repeat::<_, &str, Vec<&str>, _, _>(1..=2, group);
    (head, groups)
        .verify_map(|(head, groups): (&str, Vec<&str>)| format!("{head}{}", groups.concat()).parse().ok())
        .parse_next(input)
}

/// A whole number that is small enough to be one of a list.
fn whole(input: &mut &str) -> Result<u32> {
    terminated(digit1, not(one_of(|letter: char| letter.is_ascii_digit())))
        .verify_map(|digits: &str| digits.parse().ok().filter(|number| *number <= 1_000_000))
        .parse_next(input)
}

/// `4x60`.
fn each<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    let last = terminated(whole, not(one_of(char::is_alphanumeric)));
    (whole, space0, times, space0, last).map(|(count, _, _, _, price)| Token::Each(count, price)).parse_next(input)
}

fn times(input: &mut &str) -> Result<char> {
    one_of(['x', 'X', '×', '*']).parse_next(input)
}

/// `4x`, `4 x`; not the beginning of `4 xenos`.
fn count<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    let after = alt((eof.void(), one_of(|letter: char| !letter.is_lowercase()).void()));
    (whole, space0, times, peek(after)).map(|(count, ..)| Token::Count(count)).parse_next(input)
}

/// `x4`, `x 4`.
fn count_after<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    (times, space0, whole, not(one_of(char::is_alphanumeric)))
        .map(|(_, _, count, _)| Token::Count(count))
        .parse_next(input)
}

/// `4`; not the beginning of `4+`, `1st`, `40k`.
fn number<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    let other = one_of(|letter: char| letter.is_alphanumeric() || letter == '+' || letter == '/');
    terminated(whole, not(other)).map(Token::Number).parse_next(input)
}

fn sign<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    let end = || peek(alt((eof.void(), one_of(char::is_whitespace).void())));
    let dots = repeat::<_, char, (), _, _>(2.., one_of(['.', '…', '_'])).void();
    alt((
        one_of(['(', '[', '{']).value(Token::Open),
        one_of([')', ']', '}']).value(Token::Close),
        one_of(['+', '&', ',', ';']).value(Token::Joint(Joint::With)),
        one_of([':', '=', '→', '>', '|']).value(Token::Gap),
        dots.value(Token::Gap),
        (one_of(['-', '–', '—', '.', '…']), end()).value(Token::Gap),
    ))
    .parse_next(input)
}

/// Anything up to a space or a sign.
fn word<'a>(input: &mut &'a str) -> Result<Token<'a>> {
    let inside = |letter: char| !letter.is_whitespace() && !"+&,;:=()[]{}|>→".contains(letter);
    let before = *input;
    let word = alt((
        (
            one_of(|letter: char| letter.is_ascii_digit()),
            take_while(0.., move |letter| inside(letter) || letter == '+'),
        )
            .take(),
        take_while(1.., inside),
        any.take(),
    ))
    .parse_next(input)?;
    // Dots that lead to the points.
    let end = word.find("..").or(word.find('…')).filter(|end| *end > 0);
    let word = end.map_or(word, |end| {
        *input = &before[end..];
        &before[..end]
    });
    let plain = words(word);
    let joint = [(WITH, Joint::With), (AMONG, Joint::Among), (WITHOUT, Joint::Without)];
    let joint = joint.into_iter().find(|(known, _)| known.contains(&plain.as_str()));
    Ok(joint.map_or(Token::Word(word), |(_, joint)| Token::Joint(joint)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<Token<'_>> {
        tokens(line).into_iter().map(|(token, ..)| token).collect()
    }

    #[test]
    fn numbers_are_counts_prices_or_parts_of_words() {
        use Token::*;
        assert_eq!(read("4 x Ork"), [Count(4), Word("Ork")]);
        assert_eq!(read("4xOrk x3 (2)"), [Count(4), Word("Ork"), Count(3), Count(2)]);
        assert_eq!(read("4 xenos 40k 4+"), [Number(4), Word("xenos"), Word("40k"), Word("4+")]);
        assert_eq!(read("4x60 240 points"), [Each(4, 60), Points(240, false)]);
        assert_eq!(
            read("[325] (300) (300pts.)"),
            [Points(325, false), Points(300, false), Open, Points(300, false), Close]
        );
        assert_eq!(
            read("3 000 pts, 3,000 points"),
            [Points(3000, false), Joint(super::Joint::With), Points(3000, false)]
        );
        assert_eq!(read("60 pts each 60 points pièce"), [Points(60, true), Points(60, true)]);
        assert_eq!(read("99999999999"), [Word("99999999999")]);
    }

    #[test]
    fn signs_and_words_join_parts() {
        use Token::*;
        let with = Joint(super::Joint::With);
        assert_eq!(read("A + B avec C - D"), [Word("A"), with.clone(), Word("B"), with, Word("C"), Gap, Word("D")]);
        assert_eq!(read("A dont 2 B"), [Word("A"), Joint(super::Joint::Among), Number(2), Word("B")]);
        assert_eq!(read("Land-Raider d'Assaut"), [Word("Land-Raider"), Word("d'Assaut")]);
        assert_eq!(read("A sans B.... 350"), [Word("A"), Joint(super::Joint::Without), Word("B"), Gap, Number(350)]);
    }
}
