//! Parallel cells: the lines of `Weapons`, `Range`, `Firepower` and `Notes` correspond by their order.
//!
//! An empty line (`<BR><BR>`) separates weapons; a line that begins with `and` or `or` is another mode of the weapon above.

use winnow::ascii::{Caseless, multispace0};
use winnow::combinator::{alt, opt, repeat};
use winnow::token::{any, take_while};
use winnow::{Parser, Result};

use super::super::normalise::plain;

/// How a line relates to the one above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// It begins a weapon.
    Weapon,
    /// It can be used as well.
    And,
    /// It can be used instead.
    Or,
}

/// One line of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How it relates to the one above.
    pub link: Link,
    /// What it says, without `and` or `or`.
    pub text: String,
}

/// The lines of a cell, and whether its breaks were repaired: `<BR<BR>>`, `<BR` without an end.
pub fn lines(cell: &str) -> (Vec<Line>, bool) {
    let (text, mended) = broken(cell);
    let mut lines: Vec<Line> = Vec::new();
    for piece in text.split('\n') {
        let piece = piece.trim();
        if piece.is_empty() {
            continue;
        }
        let (link, text) = linked(piece);
        let link = if lines.is_empty() { Link::Weapon } else { link };
        lines.push(Line { link, text: text.to_owned() });
    }
    (lines, mended)
}

/// The text with a line feed for each break, and whether any was broken.
fn broken(cell: &str) -> (String, bool) {
    let torn = tag.map(|torn| ('\n', torn));
    let letter = any.map(|letter| (letter, false));
    let letters: Vec<(char, bool)> = repeat(0.., alt((torn, letter))).parse(cell).unwrap_or_default();
    (letters.iter().map(|(letter, _)| letter).collect(), letters.iter().any(|(_, torn)| *torn))
}

/// A break, and whether it is broken: without its end, or with the rest of another after it.
fn tag(input: &mut &str) -> Result<bool> {
    let end = opt((take_while(0.., [' ', '/']), '>'));
    let strays = repeat::<_, _, usize, _, _>(0.., (multispace0, '>'));
    (Caseless("<br"), end, strays).map(|(_, end, strays)| end.is_none() || strays > 0).parse_next(input)
}

/// `and X`, `or X`, `or`: the link and the rest.
fn linked(piece: &str) -> (Link, &str) {
    let first = piece.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    let link = match plain(first).as_str() {
        "and" | "et" | "und" | "y" | "&" | "+" => Link::And,
        "or" | "ou" | "oder" | "o" => Link::Or,
        _ => return (Link::Weapon, piece),
    };
    (link, piece[first.len()..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str) -> Vec<(Link, String)> {
        lines(cell).0.into_iter().map(|line| (line.link, line.text)).collect()
    }

    #[test]
    fn weapons_and_their_modes() {
        let cell = "Heavy Bolter<BR><BR>Long Gun<BR>or<BR><BR>Fists";
        let names =
            [(Link::Weapon, "Heavy Bolter"), (Link::Weapon, "Long Gun"), (Link::Or, ""), (Link::Weapon, "Fists")];
        assert_eq!(read(cell), names.map(|(link, text)| (link, text.to_owned())));
        assert_eq!(read("30cm<br/>and (15cm)<br />or (contact)").len(), 3);
        assert_eq!(read("A<BR>B").iter().filter(|(link, _)| *link == Link::Weapon).count(), 2);
        assert_eq!(
            read("Feu<BR>et Griffes<BR>ou"),
            [(Link::Weapon, "Feu".into()), (Link::And, "Griffes".into()), (Link::Or, String::new())]
        );
        assert_eq!(read("One\nTwo\r\n\r\nThree").len(), 3);
        assert_eq!(read("Andrew's gun<BR><BR>Orb")[1], (Link::Weapon, "Orb".into()));
        assert!(read("").is_empty());
    }

    #[test]
    fn torn_breaks_are_mended() {
        assert_eq!(lines("30cm<BR<BR>>45cm"), (lines("30cm<BR><BR>45cm").0, true));
        assert_eq!(lines("-<BR<BR>First Strike"), (lines("-<BR><BR>First Strike").0, true));
        assert_eq!(lines("a <BR"), (lines("a").0, true));
        assert!(!lines("a<BR>b").1);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "(<BR>|<BR|<|>|<br/>|and|or| |é|\n|x){0,20}") {
            lines(&text);
        }
    }
}
