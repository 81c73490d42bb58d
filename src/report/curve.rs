//! Chances over values, drawn on the terminal with plain characters: values from top to bottom, chances from 0 to 100 % to
//! the right.

use super::compared::Difference;
use super::figures::of_hundred;
use super::text::{Width, columns};
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::Trials;

/// Positions from 0 to 100 %, if there is room for this many.
const MOST: usize = 60;

/// Columns of a line in addition to the value and the positions.
const BESIDE: usize = 9;

/// One value, or pair of values.
#[derive(Clone, Debug)]
pub struct Point {
    /// The chance of the goal.
    pub chance: f64,
    /// Its interval.
    pub interval: Interval,
    /// Its trials; `None` when exact.
    pub trials: Option<Trials>,
    /// The difference from the previous value of the first key.
    pub step: Option<Difference>,
}

/// One curve.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Its name; empty if it is the only one.
    pub name: &'a str,
    /// Its points, one per value; `None` if it cannot be played.
    pub points: &'a [Option<Point>],
}

/// The curves: `*` is a chance and `-` its interval; several curves have letters. Each line includes its line end.
pub fn curve(values: &[String], lines: &[Line], within: Width) -> String {
    let width = values.iter().map(|value| columns(value)).max().unwrap_or(0);
    // An even number of positions has a middle.
    let places = within.figures().saturating_sub(width + BESIDE).clamp(MOST / 3, MOST) / 2 * 2;
    let place = |chance: f64| (chance.clamp(0.0, 1.0) * places as f64).round() as usize;
    let (half, other) = (places / 2 - 1, places / 2 + 1);
    let marks = |line: usize| if lines.len() == 1 { '*' } else { letter(line) };
    let mut text =
        format!("  {:>width$}  {}{:>half$}{:>other$}\n", "", of_hundred("0"), of_hundred("50"), of_hundred("100"));
    for (row, value) in values.iter().enumerate() {
        let mut drawn = vec![' '; places + 1];
        drawn[places / 2] = '.';
        for interval in lines.iter().filter_map(|line| Some(line.points[row].as_ref()?.interval)) {
            drawn[place(interval.low)..=place(interval.high)].iter_mut().filter(|c| **c != '*').for_each(|c| *c = '-');
        }
        for (number, line) in lines.iter().enumerate() {
            let Some(point) = &line.points[row] else { continue };
            let at = &mut drawn[place(point.chance)];
            *at = if at.is_alphabetic() { '#' } else { marks(number) };
        }
        text += &format!("  {value:>width$} |{}|\n", drawn.iter().collect::<String>());
    }
    if lines.len() > 1 {
        let names: Vec<_> =
            lines.iter().enumerate().map(|(number, line)| format!("{} = {}", marks(number), line.name)).collect();
        let names = text!("{names} (# several)", names = names.join(", "));
        text += &within.wrap(&names, &" ".repeat(width + 4), &" ".repeat(width + 4));
    }
    text
}

fn letter(line: usize) -> char {
    char::from(b'A' + (line % 26) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_stats::interval::Interval;

    fn point(chance: f64, half: f64) -> Option<Point> {
        let interval = Interval { low: chance - half, high: chance + half };
        Some(Point { chance, interval, trials: None, step: None })
    }

    #[test]
    fn curves_by_hand() {
        let values = ["2".to_owned(), "10".to_owned()];
        let one = [point(0.25, 0.05), point(1.0, 0.0)];
        let drawn = curve(&values, &[Line { name: "", points: &one }], Width::default());
        let lines: Vec<&str> = drawn.lines().collect();
        // 25 % of 60 places is the 15th; ±5 % are three more either way.
        assert_eq!(lines[1], format!("   2 |{}---*---{}.{}|", " ".repeat(12), " ".repeat(11), " ".repeat(30)));
        assert!(lines[2].ends_with("*|"));
        let column = |sign: &str| lines[0].find(sign).unwrap();
        // The labels of the axis are above their marks: 50 % is the 30th position after the 6th column.
        assert_eq!([column("0 %"), column("50 %") + 2, column("100 %") + 2], [6, 6 + 30, 6 + 60]);
        assert_eq!(lines[0].len(), 6 + 60 + 3);
        assert!(
            curve(&values, &[Line { name: "", points: &[None, point(0.5, 0.0)] }], Width::default())
                .contains("\n   2 |  ")
        );
        let other = [point(0.5, 0.0), point(1.0, 0.0)];
        let drawn = curve(
            &values,
            &[Line { name: "far", points: &one }, Line { name: "near", points: &other }],
            Width::default(),
        );
        let (picture, _) = drawn.split_once("A = far, B = near").unwrap_or_else(|| panic!("{drawn}"));
        assert!(picture.contains("---A---") && picture.contains("#|"), "{drawn}");
    }
}
