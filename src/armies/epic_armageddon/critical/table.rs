//! Rows for the faces of a die: `1: …`, `2-3: …`, `4–6 - …`.

/// What stands before the rows of a table of faces, the rows, and what stands after.
pub fn table(text: &str) -> (&str, Vec<(String, &str)>, &str) {
    let mut rows: Vec<(String, usize, usize)> = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        if let Some((label, start)) = face(line) {
            rows.push((label, from, from + start));
        }
        from += line.len();
    }
    if rows.len() < 2 {
        return (text, Vec::new(), "");
    }
    let last = rows[rows.len() - 1].2;
    let end = text[last..].find('\n').map_or(text.len(), |line| last + line);
    let ends: Vec<usize> = rows[1..].iter().map(|row| row.1).chain([end]).collect();
    let faces =
        rows.iter().zip(ends).map(|((label, _, start), end)| (label.clone(), text[*start..end].trim())).collect();
    (&text[..rows[0].1], faces, &text[end..])
}

/// `2-3: …`, `4–6 - …`: the faces of a row, and where its text begins.
fn face(line: &str) -> Option<(String, usize)> {
    let is_dash = |c: char| ['-', '–', '—'].contains(&c);
    let mut letters = line.char_indices().skip_while(|(_, c)| c.is_whitespace()).peekable();
    let digit = |c: char| c.to_digit(7).filter(|face| (1..=6).contains(face));
    let (_, first) = letters.next()?;
    let first = digit(first)?;
    let mut last = first;
    let mut rest: Vec<(usize, char)> = letters.collect();
    if let [(_, dash), (_, to), ..] = rest[..]
        && is_dash(dash)
        && let Some(face) = digit(to)
    {
        last = face;
        rest.drain(..2);
    } else if let [(_, '+'), ..] = rest[..] {
        last = 6;
        rest.drain(..1);
    }
    let mut rest = rest.into_iter().skip_while(|(_, c)| *c == ' ');
    let (at, mark) = rest.next()?;
    if !(mark == ':' || mark == '.' || mark == ')' || is_dash(mark)) || last < first {
        return None;
    }
    let label = if first == last { first.to_string() } else { format!("{first}-{last}") };
    Some((label, at + mark.len_utf8()))
}
