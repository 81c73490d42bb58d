//! The lines of a list as players write it: parts with their numbers and points, before anybody knows what the names mean.

use std::ops::Range;

use super::super::normalise::words;
use super::tokens::{Joint, LEAST_POINTS, Token, number_word, tokens};

/// A line longer than this, in bytes, is none of a list.
const LONGEST: usize = 2000;
/// So many lines are read.
const MOST_LINES: usize = 2000;
/// What stands before a line of a list of things.
const BULLETS: &[char] = &['•', '·', '*', '-', '–', '—', '‣', '▪', '►', '●', '○', '◦', '>', '#', '→'];

/// A part of a line: so many of something.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// How it belongs to the parts before it.
    pub joint: Joint,
    /// How many, if the line says so.
    pub count: Option<u32>,
    /// Where its name is in the text of the line.
    pub name: Range<usize>,
    /// What it costs, if that is said beside it.
    pub points: Option<u32>,
    /// What each of it costs, if that is said.
    pub each: Option<u32>,
    /// Whether it is in brackets or after a colon: it may say what the part before consists of.
    pub inside: bool,
}

/// A line with something on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// How far from the margin it begins.
    pub indent: usize,
    /// Whether a bullet is before it.
    pub bullet: bool,
    /// Whether it begins with a plus: something for what is above.
    pub added: bool,
    /// What it says, without the bullet.
    pub text: String,
    /// Its parts.
    pub parts: Vec<Part>,
    /// The points of the whole line.
    pub points: Option<u32>,
}

/// What a line is.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Nothing is on it, or only a rule.
    Break {
        /// Whether it is a rule.
        rule: bool,
    },
    /// Something is on it.
    Line(Line),
    /// It is too long.
    Long(usize),
}

impl Line {
    /// What stands for a part: its name as typed.
    pub fn name(&self, part: &Part) -> &str {
        self.text.get(part.name.clone()).unwrap_or_default()
    }

    /// Whether it tells the points of the whole list.
    pub fn is_total(&self) -> bool {
        let words = words(&self.text);
        let mut words = words.split(|letter: char| !letter.is_alphanumeric());
        self.points.is_some() && words.any(|word| ["total", "totaux", "sum", "somme"].contains(&word))
    }
}

/// The lines of a text. More than 2,000 are not read: `false`.
pub fn lines(text: &str) -> (Vec<Row>, bool) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut all = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let rows = all.by_ref().take(MOST_LINES).enumerate().map(|(at, line)| row(at + 1, line)).collect();
    (rows, all.next().is_none())
}

fn row(number: usize, line: &str) -> Row {
    if line.len() > LONGEST {
        return Row::Long(number);
    }
    let text = line.trim();
    if !text.contains(char::is_alphanumeric) {
        return Row::Break { rule: !text.is_empty() };
    }
    let indent = line.chars().take_while(|letter| letter.is_whitespace()).map(|tab| if tab == '\t' { 4 } else { 1 });
    let (text, bullet) = without_bullet(text);
    let added = text.starts_with('+');
    let text = text.trim_start_matches('+').trim_start();
    let (parts, points) = parts(text);
    Row::Line(Line { number, indent: indent.sum(), bullet, added, text: text.to_owned(), parts, points })
}

/// A line without what stands before it in a list of things: `•`, `1.`, `2)`.
fn without_bullet(text: &str) -> (&str, bool) {
    let bare = text.trim_start_matches(BULLETS);
    if bare.len() < text.len() {
        return (bare.trim_start(), true);
    }
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let rest = &text[digits..];
    let ordinal =
        (1..=2).contains(&digits) && rest.starts_with([')', '.']) && rest[1..].starts_with(char::is_whitespace);
    if ordinal { (rest[1..].trim_start(), true) } else { (text, false) }
}

/// The parts being read.
#[derive(Default)]
struct Parts {
    all: Vec<Part>,
    /// The one being read.
    now: Option<Part>,
    /// How the next one belongs to it.
    joint: Joint,
    depth: usize,
    /// After a colon or a dash.
    below: bool,
    /// Points before the first part.
    lead: Option<u32>,
}

impl Parts {
    fn finish(&mut self) {
        if let Some(part) = self.now.take() {
            if !part.name.is_empty() {
                self.all.push(part);
            } else if let (Some(count), Some(last)) = (part.count, self.all.last_mut()) {
                // `Rhinos (3)`, `Tactical: 300`.
                match count {
                    ..LEAST_POINTS if last.count.is_none() => last.count = Some(count),
                    _ if last.points.is_none() => last.points = Some(count),
                    _ => {}
                }
            }
        }
    }

    fn part(&mut self) -> &mut Part {
        let joint = match self.joint {
            Joint::First if !self.all.is_empty() => Joint::With,
            joint => joint,
        };
        let inside = self.depth > 0 || self.below;
        self.now.get_or_insert(Part { joint, inside, ..Part::default() })
    }

    fn is_named(&self) -> bool {
        self.now.as_ref().is_some_and(|part| !part.name.is_empty())
    }

    fn word(&mut self, start: usize, end: usize) {
        let part = self.part();
        if part.name.is_empty() {
            part.name = start..end;
        } else {
            part.name.end = end;
        }
    }

    /// `Rhino x3` is of what is before; `3x Hunter` of what comes.
    fn count(&mut self, count: u32, is_last: bool) {
        if self.is_named() && !is_last {
            self.finish();
        }
        let before = self.all.last_mut().filter(|_| is_last && self.now.is_none());
        let part = match before {
            Some(part) => part,
            None => self.part(),
        };
        part.count = part.count.or(Some(count));
    }

    /// Points: of the part being read, or of the one before it.
    fn points(&mut self, points: u32, of_each: bool) {
        let is_named = self.is_named();
        let Some(part) = self.now.as_mut().filter(|_| is_named).or(self.all.last_mut()) else {
            self.lead = self.lead.or(Some(points));
            return;
        };
        let place = if of_each { &mut part.each } else { &mut part.points };
        // `Hunter (75) 375 points`: the second is that of the line.
        if place.is_some() && !of_each {
            self.lead = Some(points);
        } else {
            *place = Some(points);
        }
    }
}

/// The parts of a line, and the points of the whole.
fn parts(text: &str) -> (Vec<Part>, Option<u32>) {
    let mut parts = Parts::default();
    let all = tokens(text);
    for (at, (token, start, end)) in all.iter().enumerate() {
        let next = all.get(at + 1).map(|(token, ..)| token);
        let is_last = !matches!(next, Some(Token::Word(_) | Token::Number(_) | Token::Count(_)));
        match *token {
            Token::Word(word) => match number_word(word) {
                Some(number) if !parts.is_named() && parts.part().count.is_none() => parts.part().count = Some(number),
                _ => parts.word(*start, *end),
            },
            Token::Count(count) => parts.count(count, is_last),
            Token::Number(number) => match next {
                Some(Token::Gap) if at == 0 && number >= LEAST_POINTS => parts.lead = Some(number),
                _ if parts.is_named() && is_last && number >= LEAST_POINTS => parts.points(number, false),
                _ if parts.is_named() => parts.word(*start, *end),
                _ if parts.part().count.is_none() => parts.part().count = Some(number),
                _ => parts.word(*start, *end),
            },
            Token::Each(count, price) => {
                let part = parts.part();
                part.each = Some(price);
                part.count = part.count.or(Some(count));
            }
            Token::Points(points, of_each) => parts.points(points, of_each),
            Token::Joint(joint) => {
                parts.finish();
                parts.joint = joint;
            }
            Token::Gap => {
                parts.finish();
                parts.below = !parts.all.is_empty();
            }
            Token::Open => {
                parts.finish();
                parts.depth += 1;
            }
            Token::Close => {
                parts.finish();
                parts.depth = parts.depth.saturating_sub(1);
            }
        }
        if !matches!(token, Token::Joint(_) | Token::Open | Token::Gap) && parts.now.is_some() {
            parts.joint = Joint::With;
        }
    }
    parts.finish();
    whole(text, parts)
}

/// The parts, and which points are those of the whole line: the only ones, if they stand at its end or before what it
/// consists of; else the sum of those of all parts.
fn whole(text: &str, parts: Parts) -> (Vec<Part>, Option<u32>) {
    let Parts { mut all, lead, .. } = parts;
    for part in &mut all {
        let name = &text[part.name.clone()];
        let bare = name.trim_end_matches(|letter: char| letter.is_whitespace() || "-–.:@".contains(letter));
        let bare = [" pour", " for", " à", " at"].iter().find_map(|word| bare.strip_suffix(word)).unwrap_or(bare);
        part.name.end = part.name.start + bare.trim_end().len();
    }
    all.retain(|part| !part.name.is_empty());
    if lead.is_some() {
        return (all, lead);
    }
    let priced: Vec<usize> = (0..all.len()).filter(|&at| all[at].points.is_some()).collect();
    let points = match priced[..] {
        [at] if at + 1 == all.len() || at == 0 && all[1].inside => all[at].points.take(),
        [_, _, ..] if priced.len() == all.len() => {
            all.iter().filter_map(|part| part.points).reduce(u32::saturating_add)
        }
        _ => None,
    };
    (all, points)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn only(text: &str) -> Line {
        match lines(text).0.into_iter().next() {
            Some(Row::Line(line)) => line,
            other => panic!("{other:?}"),
        }
    }

    /// Counts and names of the parts; points of the line.
    fn said(text: &str) -> (Vec<String>, Option<u32>) {
        let line = only(text);
        let part = |part: &Part| {
            let count = part.count.map_or(String::new(), |count| format!("{count} "));
            let points = part.points.map_or(String::new(), |points| format!(" [{points}]"));
            let each = part.each.map_or(String::new(), |each| format!(" at {each}"));
            format!("{count}{}{each}{points}", line.name(part))
        };
        (line.parts.iter().map(part).collect(), line.points)
    }

    #[test]
    fn the_shapes_that_players_use() {
        for (text, parts, points) in [
            (
                "• Escadron de Motos dont 2 Motos d'Assaut (200 points)",
                vec!["Escadron de Motos", "2 Motos d'Assaut"],
                Some(200),
            ),
            ("6 socles de marines (+ rhino) avec commandant", vec!["6 socles de marines", "rhino", "commandant"], None),
            ("TACTICAL [325]", vec!["TACTICAL"], Some(325)),
            ("6 Tactical Units, 3 Rhinos, Hunter", vec!["6 Tactical Units", "3 Rhinos", "Hunter"], None),
            (
                "3 Terminator Detachment (two units had chaplains)",
                vec!["3 Terminator Detachment", "2 units had chaplains"],
                None,
            ),
            ("4 x Guerriers Orques 4x60   240 points", vec!["4 Guerriers Orques at 60"], Some(240)),
            (" + Wyvern (80 points)", vec!["Wyvern"], Some(80)),
            ("1. Boyz x 12 .... 150", vec!["12 Boyz"], Some(150)),
            ("350 - Tactical, Hunter", vec!["Tactical", "Hunter"], Some(350)),
            ("350pts Tactical", vec!["Tactical"], Some(350)),
            ("Tactical: 300", vec!["Tactical"], Some(300)),
            ("Tactical 300", vec!["Tactical"], Some(300)),
            ("Tactical (300) + Hunter (75)", vec!["Tactical [300]", "Hunter [75]"], Some(375)),
            ("Tactical (300) + Hunter", vec!["Tactical [300]", "Hunter"], None),
            (
                "Tactical [350]: 6 Tacticals, deux Rhinos (2), Captain",
                vec!["Tactical", "6 Tacticals", "2 Rhinos", "Captain"],
                Some(350),
            ),
            ("2 Predators pour 250 points chacun", vec!["2 Predators at 250"], None),
            ("Marines, 3 000 POINTS", vec!["Marines"], Some(3000)),
            ("FORCE D'INTERVENTION - 3000 POINTS", vec!["FORCE D'INTERVENTION"], Some(3000)),
            ("Land Raider x4 + Hunter x1 - 450 pts", vec!["4 Land Raider", "1 Hunter"], Some(450)),
        ] {
            assert_eq!(said(text), (parts.into_iter().map(str::to_owned).collect(), points), "{text}");
        }
    }

    #[test]
    fn what_stands_before_a_line_is_seen() {
        let line = only("   - + Hunter");
        assert_eq!((line.indent, line.bullet, line.added, line.text.as_str()), (3, true, true, "Hunter"));
        assert!(matches!(
            lines("=====\r\n\r\n--").0[..],
            [Row::Break { rule: true }, Row::Break { rule: false }, Row::Break { rule: true }]
        ));
        assert!(only("Total: 2995 pts").is_total() && !only("Total war").is_total());
        assert_eq!(lines(&"x".repeat(LONGEST + 1)).0, [Row::Long(1)]);
        assert!(!lines(&"x\n".repeat(MOST_LINES + 1)).1);
    }

    proptest! {
        #[test]
        fn no_text_makes_reading_lines_panic(text in "(\\PC|[\n\r\t+,:()\\[\\]x0-9 .-]|pts|points){0,80}") {
            for row in lines(&text).0 {
                if let Row::Line(line) = row {
                    prop_assert!(line.parts.iter().all(|part| !line.name(part).is_empty()));
                }
            }
        }
    }
}
