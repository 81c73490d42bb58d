//! Rows of the table, lined up: names to the left, numbers at their points.

use super::figures::Figure;

/// A metric with its figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The metric's name.
    pub label: String,
    /// Its figure.
    pub figure: Figure,
}

/// One line of the table: what it is about, and one or two metrics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The subject; empty when the line above has said it.
    pub subject: String,
    /// The metrics, side by side; an empty cell leaves its place free.
    pub cells: [Cell; 2],
}

/// The widths that a set of rows needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    subject: usize,
    cells: [Widths; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Widths {
    label: usize,
    before_point: usize,
    from_point: usize,
    spread: usize,
}

impl Columns {
    /// Columns into which all these rows fit; a subject wider than `widest` stands on a line of its own.
    pub fn fitting<'a>(rows: impl IntoIterator<Item = &'a Row>, widest: usize) -> Columns {
        let mut columns = Columns::default();
        for row in rows {
            if width(&row.subject) <= widest {
                columns.subject = columns.subject.max(width(&row.subject));
            }
            for (widths, cell) in columns.cells.iter_mut().zip(&row.cells) {
                let (before, from) = at_point(&cell.figure.value);
                widths.label = widths.label.max(width(&cell.label));
                widths.before_point = widths.before_point.max(width(before));
                widths.from_point = widths.from_point.max(width(from));
                widths.spread = widths.spread.max(width(&cell.figure.spread));
            }
        }
        columns
    }

    /// The row as text, without a line end; two lines if its subject is too wide.
    pub fn text(&self, row: &Row) -> String {
        let mut text = format!("  {:<1$}", row.subject, self.subject);
        if width(&row.subject) > self.subject {
            text = format!("  {}\n  {:2$}", row.subject, "", self.subject);
        }
        for (gap, (widths, cell)) in ["  ", "    "].into_iter().zip(self.cells.iter().zip(&row.cells)) {
            let (before, from) = at_point(&cell.figure.value);
            text += gap;
            text += &format!("{:<1$}  ", cell.label, widths.label);
            text += &format!("{before:>0$}{from:<1$}  ", widths.before_point, widths.from_point);
            text += &format!("{:<1$}", cell.figure.spread, widths.spread);
        }
        text.trim_end().to_string()
    }
}

/// Splits a value at the point of its first number, or at that number's end: `71` and `.3 %`, `6` and nothing.
fn at_point(value: &str) -> (&str, &str) {
    let digits = value.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let end = value[digits..].find(|c: char| !c.is_ascii_digit()).map_or(value.len(), |length| digits + length);
    value.split_at(end)
}

/// Characters that a text takes on the terminal.
fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(subject: &str, cells: [[&str; 3]; 2]) -> Row {
        let cell = |[label, value, spread]: [&str; 3]| Cell {
            label: label.into(),
            figure: Figure { value: value.into(), spread: spread.into() },
        };
        Row { subject: subject.into(), cells: cells.map(cell) }
    }

    #[test]
    fn numbers_line_up_at_their_points() {
        let rows = [
            row("orks", [["kills", "12.50 ± 0.01", "9–15"], ["won", "100 %", "[99.9996, 100]"]]),
            row("", [["losses", "2", "always"], ["broken", "1.25 %", "[1.23, 1.27]"]]),
            row("a formation of many words", [["", "", ""], ["broken", "< 0.000001 %", ""]]),
        ];
        let columns = Columns::fitting(&rows, 14);
        let text: Vec<_> = rows.iter().map(|row| columns.text(row)).collect();
        let expected = [
            "  orks  kills   12.50 ± 0.01  9–15      won     100 %         [99.9996, 100]",
            "        losses   2            always    broken    1.25 %      [1.23, 1.27]",
            "  a formation of many words\n                                        broken  < 0.000001 %",
        ];
        assert_eq!(text, expected);
    }
}
