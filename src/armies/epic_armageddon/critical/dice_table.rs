//! Tables for the faces of a die: `1: …`, `2-3: …`, `4–6 - …`, `On a 4+ …`.

use winnow::ascii::Caseless;
use winnow::combinator::{alt, empty, eof, not, opt, preceded, repeat, terminated};
use winnow::token::{one_of, take_while};
use winnow::{Parser, Result};

/// A text with a table.
pub struct DiceTable<'a> {
    /// The text before it.
    pub before: &'a str,
    /// Faces, as army files write them, and what happens on them.
    pub rows: Vec<(String, String)>,
    /// The text after it.
    pub after: &'a str,
}

/// The first and the last face of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Faces(pub u32, pub u32);

impl Faces {
    /// `2-3`, as army files write it.
    pub fn text(self) -> String {
        if self.0 == self.1 { self.0.to_string() } else { format!("{}-{}", self.0, self.1) }
    }
}

/// Where a row begins, its faces, and where its text begins.
struct Row {
    at: usize,
    faces: Faces,
    text: usize,
}

/// The table of a text, on lines of its own or in running text, if there is one.
pub fn dice_table(text: &str) -> Option<DiceTable<'_>> {
    on_lines(text).or_else(|| running(text))
}

fn on_lines(text: &str) -> Option<DiceTable<'_>> {
    let mut rows = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Ok((rest, (faces, _))) = label.parse_peek(line) {
            rows.push(Row { at, faces, text: at + line.len() - rest.len() });
        }
        at += line.len();
    }
    (rows.len() > 1).then(|| cut(text, &rows, "\n"))
}

fn running(text: &str) -> Option<DiceTable<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut is_sentence = false;
    for (at, _) in text.char_indices().filter(|(at, _)| begins(&text[..*at])) {
        let told = terminated(on_a, not(eof)).map(|faces| (faces, true));
        let found = alt((told, label.verify(|(_, colon)| *colon || after_comma(&text[..at])))).parse_peek(&text[at..]);
        // A row ends where the next begins.
        if let (Ok((rest, (faces, _))), true) = (found, rows.last().is_none_or(|row| row.text <= at)) {
            is_sentence = on_a.parse_peek(&text[at..]).is_ok();
            rows.push(Row { at, faces, text: text.len() - rest.len() });
        }
    }
    let is_apart = |place: usize, row: &Row| {
        rows[..place].iter().all(|other| row.faces.0 > other.faces.1 || other.faces.0 > row.faces.1)
    };
    let are_apart = rows.iter().enumerate().all(|(place, row)| is_apart(place, row));
    (are_apart && (rows.len() > 1 || is_sentence)).then(|| cut(text, &rows, ". "))
}

/// Cuts a text at its rows; the last goes on to `end`.
fn cut<'a>(text: &'a str, rows: &[Row], end: &str) -> DiceTable<'a> {
    let last = rows.last().map_or(0, |row| row.text);
    let end = text[last..].find(end).map_or(text.len(), |at| last + at + end.len() - 1);
    let ends = rows.iter().skip(1).map(|row| row.at).chain([end]);
    let says = |(row, end): (&Row, usize)| {
        let said = text[row.text..end].trim().trim_matches(['•', ';', ',']).replace('\n', " ");
        (row.faces.text(), said)
    };
    DiceTable { before: &text[..rows[0].at], rows: rows.iter().zip(ends).map(says).collect(), after: &text[end..] }
}

/// The faces of `… on a roll of 4+`, at the end of a text and nowhere before.
pub fn rolled_at_the_end(said: &str) -> Option<Faces> {
    let at = said.rfind(" on a ").or_else(|| said.rfind(" on d6"))?;
    on_a.parse(&said[at + 1..]).ok()
}

/// Whether a row may begin after a text.
fn begins(before: &str) -> bool {
    let before = before.strip_suffix(' ').unwrap_or(before);
    before.is_empty() || before.ends_with(['\n', '.', ';', ':', '•', '!']) || after_comma(before)
}

/// Whether the text ends in a comma that a row may follow: `Roll a D6, on a 4+ …`.
fn after_comma(before: &str) -> bool {
    let sentence = before.rsplit(['.', ';', '\n']).next().unwrap_or_default().to_lowercase();
    sentence.trim_end().ends_with(',')
        && !["units", "models", "within", "in base"].iter().any(|word| sentence.contains(word))
}

/// `On a 4+, `, `on a D6 roll of 1-3: `, `on a 1 or 2 `, `on a 2 or less `.
pub fn on_a(input: &mut &str) -> Result<Faces> {
    let word = alt(["a ", "an ", "any ", "d6 ", "1d6 ", "roll of ", "result of "].map(Caseless));
    let Faces(first, last) =
        preceded((Caseless("on "), repeat::<_, _, (), _, _>(0.., word)), faces).parse_next(input)?;
    let next = opt(preceded(" or ", face).verify(|next| *next == last + 1)).parse_next(input)?;
    let last = next.unwrap_or(last);
    let up = alt([" or more", " or higher"]).value(Faces(first, 6));
    let down = alt([" or less", " or lower"]).value(Faces(1, last));
    let marks = take_while(0.., [',', ':', ' ', '-', '–']);
    terminated(alt((up, down, empty.value(Faces(first, last)))), marks).parse_next(input)
}

/// `2-3: `, `• 4–6 - `: the faces, and whether a colon follows them.
fn label(input: &mut &str) -> Result<(Faces, bool)> {
    let blank = take_while(0.., |letter: char| letter.is_whitespace() || letter == '•');
    let mark = preceded(take_while(0.., ' '), one_of([':', '.', ')', '-', '–', '—']));
    (preceded(blank, faces), mark.map(|mark| mark == ':')).parse_next(input)
}

/// `2-3`, `4+`, `6`.
fn faces(input: &mut &str) -> Result<Faces> {
    let to = alt((preceded(one_of(['-', '–', '—']), face).map(Some), '+'.value(Some(6)), empty.value(None)));
    let whole = terminated((face, to), not(one_of(char::is_alphanumeric)));
    whole.map(|(first, last)| Faces(first, last.unwrap_or(first))).verify(|faces| faces.0 <= faces.1).parse_next(input)
}

fn face(input: &mut &str) -> Result<u32> {
    one_of('1'..='6').verify_map(|face: char| face.to_digit(7)).parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        let rows = dice_table(text).map_or(Vec::new(), |table| table.rows);
        rows.into_iter().map(|(faces, said)| format!("{faces} {said}")).collect()
    }

    #[test]
    fn tables_in_running_text() {
        assert_eq!(rows("Throw a D6: 1-3: it burns. 4-6: nothing."), ["1-3 it burns.", "4-6 nothing."]);
        assert_eq!(rows("Roll a D6. On a 1 or 2 it burns"), ["1-2 it burns"]);
        assert_eq!(rows("Roll a D6. On a 1-2 it burns. On a 3+, it is gone"), ["1-2 it burns.", "3-6 it is gone"]);
        assert_eq!(rows("On a roll of 4+ the tank burns."), ["4-6 the tank burns."]);
        assert_eq!(rows("Roll a D6, on a 2 or less it burns"), ["1-2 it burns"]);
        assert_eq!(
            rows("1: it burns, 2-3: it stops, 4-6: all is well"),
            ["1 it burns", "2-3 it stops", "4-6 all is well"]
        );
        for none in [
            "Units within 5cm suffer a hit on a 5+ (Tank) or 4+ (Titan).",
            "All units near, on a 4+ suffer a hit",
            "5: x",
        ] {
            assert_eq!(rows(none), [""; 0], "{none}");
        }
    }
}
