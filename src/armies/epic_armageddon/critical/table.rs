//! Rows for the faces of a die: `1: …`, `2-3: …`, `4–6 - …`, `On a 4+ …`.

/// What stands before the rows of a table of faces, the rows, and what stands after.
pub fn table(text: &str) -> (&str, Vec<(String, &str)>, &str) {
    let mut rows: Vec<(String, usize, usize)> = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        if let Some((label, start)) = face(line) {
            rows.push((label.text(), from, from + start));
        }
        from += line.len();
    }
    if rows.len() < 2 && !(rows.len() == 1 && text.starts_with('\n')) {
        return (text, Vec::new(), "");
    }
    let last = rows[rows.len() - 1].2;
    let end = text[last..].find('\n').map_or(text.len(), |line| last + line);
    let ends: Vec<usize> = rows[1..].iter().map(|row| row.1).chain([end]).collect();
    let faces =
        rows.iter().zip(ends).map(|((label, _, start), end)| (label.clone(), text[*start..end].trim())).collect();
    (&text[..rows[0].1], faces, &text[end..])
}

/// A table written in running text, as one with lines: `Roll a D6: 1-3: destroyed. 4-6: no effect`, `On a 4+ it is destroyed`. A
/// text that has none is left alone.
pub fn in_lines(text: &str) -> String {
    if table(text).1.len() > 1 {
        return text.to_owned();
    }
    let mut rows: Vec<(Faces, usize, usize)> = Vec::new();
    for (at, _) in text.char_indices().filter(|(at, _)| begins(&text[..*at])) {
        let rest = &text[at..];
        let told = on_a(rest).map(|(faces, start)| (faces, start, true));
        let found = told.or_else(|| face(rest).map(|(faces, start)| (faces, start, false)));
        // A row ends where the next begins.
        if let Some((faces, start, told)) = found.filter(|_| rows.last().is_none_or(|row| row.2 <= at))
            && (told || after_comma(&text[..at]) || rest[..start].trim_end().ends_with(':'))
        {
            rows.push((faces, at, at + start));
        }
    }
    let apart = rows.iter().enumerate().all(|(place, (one, ..))| {
        rows[..place].iter().all(|(other, ..)| one.first > other.last || other.first > one.last)
    });
    let is_one = rows.len() == 1 && on_a(&text[rows[0].1..]).is_some();
    if !apart || rows.is_empty() || (rows.len() < 2 && !is_one) {
        return text.to_owned();
    }
    let last = rows[rows.len() - 1].2;
    let end = text[last..].find(". ").map_or(text.len(), |end| last + end + 1);
    let mut lines = format!("\n{}", &text[..rows[0].1]);
    let ends: Vec<usize> = rows[1..].iter().map(|row| row.1).chain([end]).collect();
    for ((faces, _, start), end) in rows.iter().zip(ends) {
        lines += &format!(
            "\n{}: {}",
            faces.text(),
            text[*start..end].trim().trim_matches(['•', ';', ',']).replace('\n', " ")
        );
    }
    lines + "\n" + &text[end..]
}

/// `… on a roll of 4+`, at the end of a text and nowhere before: the faces, as army files write them.
pub fn rolled_at_the_end(said: &str) -> Option<String> {
    let at = said.rfind(" on a ").or_else(|| said.rfind(" on d6"))?;
    let (faces, start) = on_a(&format!("{} .", &said[at + 1..]))?;
    (said.len() - at <= start).then(|| faces.text())
}

/// Whether a row may begin after a text.
fn begins(before: &str) -> bool {
    let before = before.strip_suffix(' ').unwrap_or(before);
    before.is_empty() || before.ends_with(['\n', '.', ';', ':', '•', '!']) || after_comma(before)
}

/// `Roll a D6, on a 4+ …`: a comma that a row may stand after.
fn after_comma(before: &str) -> bool {
    let sentence = before.rsplit(['.', ';', '\n']).next().unwrap_or_default().to_lowercase();
    sentence.trim_end().ends_with(',')
        && !["units", "models", "within", "in base"].iter().any(|word| sentence.contains(word))
}

/// Faces of a die.
#[derive(Clone, Copy)]
struct Faces {
    first: u32,
    last: u32,
}

impl Faces {
    /// `2-3`, as army files write it.
    fn text(self) -> String {
        if self.first == self.last { self.first.to_string() } else { format!("{}-{}", self.first, self.last) }
    }
}

/// `On a 4+ …`, `on a D6 roll of 1-3, …`: the faces, and where the rest begins.
fn on_a(text: &str) -> Option<(Faces, usize)> {
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.strip_prefix("on ")?;
    for word in ["a ", "an ", "any ", "d6 ", "1d6 ", "roll of ", "result of ", "a "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let (mut faces, after) = faces(rest)?;
    let mut rest = &rest[after..];
    // `On a 1 or 2`.
    let next = rest.strip_prefix(" or ").and_then(|rest| Some((rest.chars().next()?.to_digit(7)?, &rest[1..])));
    if let Some((next, after)) = next.filter(|(next, _)| *next == faces.last + 1) {
        (faces.last, rest) = (next, after);
    }
    for (words, up) in [(" or more", true), (" or higher", true), (" or less", false), (" or lower", false)] {
        if let Some(after) = rest.strip_prefix(words) {
            rest = after;
            if up { faces.last = 6 } else { faces.first = 1 }
        }
    }
    let rest = rest.trim_start_matches([',', ':', ' ', '-', '–']);
    (!rest.is_empty()).then_some((faces, text.len() - rest.len()))
}

/// `2-3`, `4+`, `6` at the front of a text, and where they end.
fn faces(text: &str) -> Option<(Faces, usize)> {
    let digit = |c: &char| c.to_digit(7).filter(|face| (1..=6).contains(face));
    let mut letters = text.char_indices();
    let (_, first) = letters.next()?;
    let first = digit(&first)?;
    let rest: Vec<(usize, char)> = letters.take(3).collect();
    let (last, end) = match rest[..] {
        [(_, dash), (at, to), ..] if is_dash(dash) && digit(&to).is_some() => (digit(&to)?, at + 1),
        [(at, '+'), ..] => (6, at + 1),
        _ => (first, 1),
    };
    (last >= first && !text[end..].starts_with(|c: char| c.is_alphanumeric())).then_some((Faces { first, last }, end))
}

fn is_dash(letter: char) -> bool {
    ['-', '–', '—'].contains(&letter)
}

/// `2-3: …`, `4–6 - …`: the faces of a row, and where its text begins.
fn face(line: &str) -> Option<(Faces, usize)> {
    let blank = line.len() - line.trim_start_matches(|c: char| c.is_whitespace() || c == '•').len();
    let (faces, end) = faces(&line[blank..])?;
    let rest = &line[blank + end..];
    let mark = rest.trim_start_matches(' ');
    let is_mark = mark.starts_with(|mark| [':', '.', ')'].contains(&mark) || is_dash(mark));
    let width = mark.chars().next().map_or(0, char::len_utf8);
    is_mark.then_some((faces, line.len() - mark.len() + width))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        let lines = in_lines(text);
        table(&lines).1.into_iter().map(|(label, words)| format!("{label} {words}")).collect()
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
