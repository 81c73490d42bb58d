//! The formations of a list as a table: what is in each, and its points beside those that the list says.

use crate::report::text::{Width, wrap_into};

/// A formation.
pub struct Row {
    /// Its key.
    pub key: String,
    /// Its points, by the army that it is of.
    pub points: Option<String>,
    /// Its points, by the list.
    pub said: Option<String>,
    /// How many of which unit, and who joined them.
    pub units: Vec<String>,
    /// What of it is not taken.
    pub without: Vec<String>,
}

/// So many of a unit in words, and who joined one of them.
pub fn group(unit: &str, count: u32, character: Option<&str>) -> String {
    let character = character.map_or(String::new(), |character| text!(" with {character}", character));
    format!("{count} {unit}{character}")
}

/// Formations below each other, and a last line with their points all together.
pub fn table(rows: &[Row], total: (Option<String>, Option<String>), width: Width) -> String {
    let head = [text!("of a table": "formation"), text!("of a table": "points"), text!("of a table": "in the list")];
    let is_said = rows.iter().any(|row| row.said.is_some());
    let or_dash = |points: &Option<String>| points.clone().unwrap_or_else(|| "—".to_owned());
    // A roster says its total alone.
    let said = |row: &Row| if is_said { or_dash(&row.said) } else { String::new() };
    let mut lines: Vec<([String; 3], String)> = vec![(head, text!("of a table": "units"))];
    lines.extend(rows.iter().map(|row| ([row.key.clone(), or_dash(&row.points), said(row)], row.units.join(", "))));
    lines.push(([text!("of a table": "together"), or_dash(&total.0), or_dash(&total.1)], String::new()));
    let letters =
        |column: usize| lines.iter().map(|(cells, _)| cells[column].chars().count()).max().unwrap_or_default();
    let widths = [letters(0), letters(1), letters(2)];
    let mut text = String::new();
    for (at, ([key, points, said], units)) in lines.iter().enumerate() {
        let pad = |cell: &str, column: usize| " ".repeat(widths[column] - cell.chars().count());
        let mut first = format!("  {key}{}  {}{points}", pad(key, 0), pad(points, 1));
        if is_said || total.1.is_some() {
            first += &format!("  {}{said}", pad(said, 2));
        }
        let next = " ".repeat(first.chars().count() + 2);
        let line = wrap_into(width.or(usize::MAX), units, &format!("{first}  "), &next);
        text += line.trim_end();
        text.push('\n');
        if let Some(row) = at.checked_sub(1).and_then(|at| rows.get(at)).filter(|row| !row.without.is_empty()) {
            let without = text!("without: {things}", things = row.without.join(", "));
            text += &wrap_into(width.or(usize::MAX), &without, &next, &format!("{next}  "));
        }
    }
    text
}
