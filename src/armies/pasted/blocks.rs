//! Headings, and the lines below them: which lines of a list are one formation.

use super::lines::{Line, Part, Row};
use super::parts::Index;

/// A heading with the name of a unit and no number has so many points if it is that of the whole list.
const SURELY_TOTAL: u32 = 1000;
/// A heading without a name of the army has so many points if it is that of the whole list.
const LEAST_TOTAL: u32 = 500;

/// One thing on a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The number of its line, from 1.
    pub line: usize,
    /// Its name as typed.
    pub typed: String,
    /// What the line says of it.
    pub part: Part,
}

/// Lines that are one formation, or several alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// What it begins with, and what else is in it.
    pub items: Vec<Item>,
    /// Its points.
    pub said: Option<u32>,
    /// The number of its first line, and what that says.
    pub line: (usize, String),
    /// Whether the first line is a heading of what is below.
    pub headed: bool,
    /// Whether it may be a heading of the list, if the army has nothing of this name.
    pub title: bool,
    /// Whether it is surely none of a number of units, if it gives no number.
    pub surely: bool,
}

/// What the lines of a list are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blocks {
    /// Formations, as far as can be told without what their names mean.
    pub all: Vec<Block>,
    /// The number of points of the whole list.
    pub total: Option<u32>,
    /// Headings.
    pub headings: Vec<(usize, String)>,
    /// Lines that are too long.
    pub long: Vec<usize>,
}

/// Puts lines together.
pub fn blocks(rows: &[Row], index: &Index) -> Blocks {
    let mut blocks = Blocks::default();
    let mut at = 0;
    let mut is_first = true;
    while at < rows.len() {
        let line = match &rows[at] {
            Row::Line(line) => line,
            Row::Long(number) => {
                blocks.long.push(*number);
                at += 1;
                continue;
            }
            Row::Break { .. } => {
                at += 1;
                continue;
            }
        };
        let is_ruled = matches!(rows.get(at + 1), Some(Row::Break { rule: true }));
        at += 1;
        if line.is_total() {
            blocks.total = line.points;
            continue;
        }
        let card = index.is_card(line);
        let below = below(line, rows, if is_ruled && line.points.is_some() { at + 1 } else { at }, index);
        let is_heading = line.parts.first().is_some_and(|part| part.count.is_none());
        let headed = is_heading && !below.is_empty() && (card || is_formation(line, &below, is_first));
        if is_heading && !below.is_empty() && !headed && !card {
            blocks.total = blocks.total.or(line.points.filter(|points| *points >= LEAST_TOTAL));
            blocks.headings.push((line.number, line.text.clone()));
            is_first = false;
            continue;
        }
        let ends = line.text.trim_end().ends_with(':');
        let apart = is_first && matches!(rows.get(at), Some(Row::Break { .. }));
        let large = apart || line.points.is_none_or(|points| points >= LEAST_TOTAL);
        let title = is_heading && large && (is_first || is_ruled || ends || line.points.is_some());
        let surely = title && (is_ruled || line.points.is_some_and(|points| points >= SURELY_TOTAL));
        let items_of = items(line, index.split(line), false);
        let line_of = (line.number, line.text.clone());
        let mut block = Block { items: items_of, said: line.points, line: line_of, headed, title, surely };
        for (place, other) in below.iter().filter(|(_, other)| headed || other.added || !is_heading) {
            let mut parts = index.split(other);
            // The points of such a line are those of what is on it.
            if let ([part], Some(points)) = (&mut parts[..], other.points) {
                part.points = part.points.or(Some(points));
            }
            block.items.extend(items(other, parts, headed && !other.added));
            at = place + 1;
        }
        is_first = false;
        blocks.all.push(block);
    }
    blocks
}

/// The lines that belong to one that may be a heading, each with its place.
fn below<'a>(head: &Line, rows: &'a [Row], from: usize, index: &Index) -> Vec<(usize, &'a Line)> {
    let mut found: Vec<(usize, &Line)> = Vec::new();
    let is_heading = head.parts.first().is_some_and(|part| part.count.is_none());
    let is_bare = is_heading && head.parts.len() == 1 && head.points.is_some();
    for (place, row) in rows.iter().enumerate().skip(from) {
        let Row::Line(line) = row else { break };
        let counted = line.parts.first().is_some_and(|part| part.count.is_some());
        let is_below =
            line.added && !head.added || line.indent > head.indent + 1 || is_heading && line.bullet && !head.bullet;
        let is_below = is_below && (line.added || !index.is_formation(head, line));
        // At the same margin only what surely says what is in it.
        let says = || is_bare && (!found.is_empty() || index.may_hold(head, line));
        let is_beside = head.bullet == line.bullet && counted && line.points.is_none();
        if line.is_total() || !(is_below || is_beside && says()) {
            break;
        }
        found.push((place, line));
    }
    found
}

/// Whether a heading that is no card names a formation: what is below has no points of its own, and the heading has some or
/// ends as one.
fn is_formation(head: &Line, below: &[(usize, &Line)], is_first: bool) -> bool {
    let priced =
        |line: &Line| !line.added && (line.points.is_some() || line.parts.iter().any(|part| part.points.is_some()));
    let begins = head.points.is_some() && !is_first || head.points.is_some_and(|points| points < LEAST_TOTAL);
    !below.iter().any(|(_, line)| priced(line)) && (begins || head.text.trim_end().ends_with(':'))
}

fn items(line: &Line, parts: Vec<Part>, inside: bool) -> Vec<Item> {
    let item = |mut part: Part| {
        part.inside |= inside;
        Item { line: line.number, typed: line.name(&part).to_owned(), part }
    };
    parts.into_iter().map(item).collect()
}
