//! A small picture of the table for a terminal.

use crate::placement::plane::Point;

/// The most characters across.
const MOST_COLUMNS: usize = 64;

/// The most lines.
const MOST_ROWS: usize = 24;

/// Characters are about twice as high as they are wide.
const COLUMNS_PER_ROW: f64 = 2.0;

/// At most this many lines for each cm, however little there is to draw.
const MOST_ROWS_PER_CM: f64 = 2.0;

/// Dots that make a circle, enough to leave no gap.
const DOTS: usize = 360;

/// Draws units as their letters and templates (centre, radius) as circles of dots around a `+`. Up is up; if two things
/// are on one character, units come before centres and centres before circles, and the first unit is shown.
pub fn picture(units: &[(Point, char)], templates: &[(Point, f64)]) -> Vec<String> {
    let mut marks: Vec<(Point, char)> = Vec::new();
    for &(centre, radius) in templates {
        marks.extend((0..DOTS).map(|dot| (on_circle(centre, radius, dot), '·')));
    }
    marks.extend(templates.iter().map(|&(centre, _)| (centre, '+')));
    marks.extend(units.iter().rev());
    let Some(frame) = Frame::around(&marks) else { return Vec::new() };
    let mut lines = vec![vec![' '; frame.columns]; frame.rows];
    for (point, mark) in marks {
        let (row, column) = frame.cell(point);
        lines[row][column] = mark;
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

fn on_circle(centre: Point, radius: f64, dot: usize) -> Point {
    let (sin, cos) = (dot as f64 / DOTS as f64 * std::f64::consts::TAU).sin_cos();
    Point { x: centre.x + radius * cos, y: centre.y + radius * sin }
}

/// The part of the table in the picture.
struct Frame {
    left: f64,
    top: f64,
    rows_per_cm: f64,
    rows: usize,
    columns: usize,
}

impl Frame {
    /// As large as the picture may be with everything in it; nothing if there is nothing.
    fn around(marks: &[(Point, char)]) -> Option<Frame> {
        let (first, _) = marks.first()?;
        let (mut left, mut right, mut bottom, mut top) = (first.x, first.x, first.y, first.y);
        for (point, _) in marks {
            (left, right) = (left.min(point.x), right.max(point.x));
            (bottom, top) = (bottom.min(point.y), top.max(point.y));
        }
        let (width, height) = (right - left, top - bottom);
        // The steps from the first to the last character are one fewer than the characters.
        let rows_per_cm = MOST_ROWS_PER_CM
            .min((MOST_ROWS - 1) as f64 / height)
            .min((MOST_COLUMNS - 1) as f64 / COLUMNS_PER_ROW / width);
        let cells = |length: f64| length.round() as usize + 1;
        let (rows, columns) = (cells(height * rows_per_cm), cells(width * rows_per_cm * COLUMNS_PER_ROW));
        Some(Frame { left, top, rows_per_cm, rows, columns })
    }

    /// The line and the character of a point.
    fn cell(&self, point: Point) -> (usize, usize) {
        let row = ((self.top - point.y) * self.rows_per_cm).round() as usize;
        let column = ((point.x - self.left) * self.rows_per_cm * COLUMNS_PER_ROW).round() as usize;
        (row.min(self.rows - 1), column.min(self.columns - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[test]
    fn a_template_and_three_units() {
        let units = [(at(-3.0, 0.0), 'a'), (at(3.0, 0.0), 'a'), (at(7.0, 2.0), 'b')];
        let expected = "
         ···········
     ·····         ·····
   ···                 ···
  ··                     ··               b
 ··                       ··
··                         ··
·                           ·
· a           +           a ·
·                           ·
··                         ··
 ··                       ··
  ··                     ··
   ···                 ···
     ·····         ·····
         ···········";
        assert_eq!(format!("\n{}", picture(&units, &[(at(0.0, 0.0), 3.5)]).join("\n")), expected);
    }

    #[test]
    fn nothing_to_draw_and_a_single_unit() {
        assert!(picture(&[], &[]).is_empty());
        assert_eq!(picture(&[(at(7.0, -3.0), 'u')], &[]), ["u"]);
        assert_eq!(picture(&[(at(0.0, 0.0), 'u'), (at(0.0, 0.0), 'v')], &[]), ["u"]);
    }

    #[test]
    fn it_fits_a_terminal_whatever_is_in_it() {
        for (x, y) in [(500.0, 0.0), (0.0, 500.0), (90.0, 60.0), (1e-3, 1e6), (32.7, 11.9)] {
            let drawn = picture(&[(at(0.0, 0.0), 'a'), (at(x, y), 'b')], &[(at(x, y), 6.0)]);
            assert!(drawn.len() <= MOST_ROWS, "{} lines", drawn.len());
            assert!(drawn.iter().all(|line| line.chars().count() <= MOST_COLUMNS), "{drawn:#?}");
            assert!(drawn.iter().all(|line| line.trim_end() == line));
            assert!(drawn.iter().any(|line| line.contains('a')) && drawn.iter().any(|line| line.contains('b')));
        }
    }
}
