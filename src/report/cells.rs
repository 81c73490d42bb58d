//! Rows of the table, aligned: names on the left, numbers at their decimal points.

use super::figures::Figure;
use super::text::columns as width;

/// A metric with its figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The metric's name.
    pub label: String,
    /// Its figure.
    pub figure: Figure,
}

/// One line of the table: its subject, and one or two metrics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The subject; empty if it is that of the line above.
    pub subject: String,
    /// The metrics, side by side; an empty cell leaves its place blank.
    pub cells: [Cell; 2],
}

/// The widths that a set of rows needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    subject: usize,
    cells: [Widths; 2],
    /// The most columns of a line.
    most: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Widths {
    label: usize,
    before_point: usize,
    from_point: usize,
    spread: usize,
}

impl Widths {
    fn whole(self) -> usize {
        self.label + 2 + self.before_point + self.from_point + 2 + self.spread
    }
}

/// The gaps before the first cell and before the second.
const GAPS: [&str; 2] = ["  ", "    "];

impl Columns {
    /// Columns into which all these rows fit; a subject wider than `widest` gets a line of its own. In a line of more than
    /// `most` columns, the spread of a figure goes on the line below.
    pub fn fitting<'a>(rows: impl IntoIterator<Item = &'a Row>, widest: usize, most: usize) -> Columns {
        let mut columns = Columns { most, ..Columns::default() };
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

    /// Whether no line is too long.
    pub fn fit(&self) -> bool {
        let [left, right] = self.cells.map(Widths::whole);
        let right = if right > Widths::default().whole() { GAPS[1].len() + right } else { 0 };
        2 + self.subject + GAPS[0].len() + left + right <= self.most
    }

    /// The row as text, without a line end; two lines if its subject is too wide.
    pub fn text(&self, row: &Row) -> String {
        let mut text = format!("  {:<1$}", row.subject, self.subject);
        if width(&row.subject) > self.subject {
            text = format!("  {}\n  {:2$}", row.subject, "", self.subject);
        }
        for (gap, (widths, cell)) in GAPS.into_iter().zip(self.cells.iter().zip(&row.cells)) {
            let (before, from) = at_point(&cell.figure.value);
            text += gap;
            text += &format!("{:<1$}  ", cell.label, widths.label);
            text += &format!("{before:>0$}{from:<1$}  ", widths.before_point, widths.from_point);
            text += &format!("{:<1$}", cell.figure.spread, widths.spread);
        }
        let (text, spread) = (text.trim_end(), row.cells[0].figure.spread.as_str());
        match text.strip_suffix(spread) {
            Some(before) if !spread.is_empty() && text.lines().any(|line| width(line) > self.most) => {
                let under = 2 + self.subject + GAPS[0].len() + self.cells[0].label + 2;
                format!("{}\n{:under$}{spread}", before.trim_end(), "")
            }
            _ => text.to_owned(),
        }
    }
}

/// Splits a value at the point of its first number, or at that number's end: `71` and `.3 %`, `6` and nothing.
fn at_point(value: &str) -> (&str, &str) {
    let digits = value.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let end = value[digits..].find(|c: char| !c.is_ascii_digit()).map_or(value.len(), |length| digits + length);
    value.split_at(end)
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
        let columns = Columns::fitting(&rows, 14, 100);
        let text: Vec<_> = rows.iter().map(|row| columns.text(row)).collect();
        let expected = [
            "  orks  kills   12.50 ± 0.01  9–15      won     100 %         [99.9996, 100]",
            "        losses   2            always    broken    1.25 %      [1.23, 1.27]",
            "  a formation of many words\n                                        broken  < 0.000001 %",
        ];
        assert_eq!(text, expected);
        assert!(columns.fit());
    }

    #[test]
    fn what_is_said_of_a_figure_goes_below_it_where_there_is_no_room_beside() {
        let rows = [row("orks", [["kills", "12.5", "9–15"], ["", "", ""]])];
        // 2 + 4 + 2 + 5 + 2 + 4 + 2 + 4 = 25 columns.
        let text = |most: usize| {
            let columns = Columns::fitting(&rows, 14, most);
            (columns.fit(), columns.text(&rows[0]))
        };
        assert_eq!(text(25), (true, "  orks  kills  12.5  9–15".to_owned()));
        assert_eq!(text(24), (false, "  orks  kills  12.5\n               9–15".to_owned()));
    }
}
