//! A tornado chart: what each change brings to the right of the scenario as written, what it costs to the left, the longest bar
//! first. The two ways in which one thing can be changed share a line.

use super::figures::percent;
use super::text::{Width, columns};

/// Length of the longest bar to either side.
const LONGEST: f64 = 10.0;

/// Columns of a line in addition to its label and its texts: two bars, the axis and the gaps between them.
const BESIDE: usize = 27;

/// The arrow between what is and what it is changed to.
const ARROW: &str = " → ";

/// One line of the chart.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// What is changed: `tactical: armour 4+`.
    pub what: String,
    /// To what it is changed for the worse, with the difference.
    pub costs: Option<End>,
    /// To what it is changed for the better, with the difference.
    pub brings: Option<End>,
}

/// One of the two bars of a line.
#[derive(Clone, Debug)]
pub struct End {
    /// To what it is changed; empty if the line says it.
    pub to: String,
    /// The difference of chances.
    pub by: f64,
}

impl End {
    /// The difference in percentage points: `+16.6`.
    pub fn points(&self) -> String {
        let sign = if self.by > 0.0 { "+" } else { "−" };
        sign.to_owned() + &percent(self.by.abs(), 1)
    }

    fn left(&self) -> String {
        if self.to.is_empty() { self.points() } else { format!("→ {}  {}", self.to, self.points()) }
    }

    fn right(&self) -> String {
        if self.to.is_empty() { self.points() } else { format!("{}  → {}", self.points(), self.to) }
    }
}

/// The lines of changes, each with what is changed, how and the difference: `tactical`, `armour 4+ → 3+`, 0.17. They are in
/// order, the largest difference first.
pub fn lines<'a>(changes: impl Iterator<Item = (&'a str, &'a str, f64)>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (subject, change, by) in changes {
        let (now, to) = change.split_once(ARROW).unwrap_or((change, ""));
        let what = text!("{subject}: {change}", subject, change = now);
        let end = Some(End { to: to.to_owned(), by });
        let is_free = |line: &&mut Line| {
            !to.is_empty() && line.what == what && if by < 0.0 { line.costs.is_none() } else { line.brings.is_none() }
        };
        match lines.iter_mut().find(is_free) {
            Some(line) if by < 0.0 => line.costs = end,
            Some(line) => line.brings = end,
            None if by < 0.0 => lines.push(Line { what, costs: end, brings: None }),
            None => lines.push(Line { what, costs: None, brings: end }),
        }
    }
    lines
}

/// The longest bar.
pub fn longest(lines: &[Line]) -> f64 {
    let ends = lines.iter().flat_map(|line| [&line.costs, &line.brings]).flatten();
    ends.map(|end| end.by.abs()).fold(0.0, f64::max)
}

/// The chart, with the chance of the scenario as written above its axis.
pub fn chart(lines: &[Line], base: &str, within: Width) -> String {
    let most = longest(lines);
    let texts = |line: &Line| {
        let [costs, brings] = [&line.costs, &line.brings];
        (costs.as_ref().map_or(String::new(), End::left), brings.as_ref().map_or(String::new(), End::right))
    };
    let widest = |of: &dyn Fn(&Line) -> usize| lines.iter().map(of).max().unwrap_or(0);
    let (left, right) = (widest(&|line| columns(&texts(line).0)), widest(&|line| columns(&texts(line).1)));
    let label = widest(&|line| columns(&line.what));
    // If there is no room for both, what is changed is above the bars.
    let is_narrow = label + left + right + BESIDE > within.figures();
    let width = if is_narrow { 0 } else { label };
    let bar = |end: &Option<End>| end.as_ref().map_or(0, |end| (LONGEST * end.by.abs() / most).round() as usize);
    let side = LONGEST as usize;
    let axis = 2 + width + 2 + left + 1 + side;
    let mut text = format!("{:>1$}\n", base, axis + columns(base) / 2);
    for line in lines {
        let (costs, brings) = texts(line);
        let name = if is_narrow { "" } else { &line.what };
        if is_narrow {
            text += &within.wrap(&line.what, "  ", "    ");
        }
        let (minus, plus) = ("█".repeat(bar(&line.costs)), "█".repeat(bar(&line.brings)));
        // The texts stand next to their bars.
        let (minus, plus) = (format!("{costs} {minus}"), format!("{plus} {brings}"));
        text += format!("  {name:<width$}  {minus:>0$}│{plus}", left + 1 + side).trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_one_change_share_a_line_and_bars_are_in_proportion() {
        let all =
            [("Boyz", "armour 5+ → 4+", 0.2), ("Boyz", "armour 5+ → 6+", -0.1), ("Boyz", "without Choppas", -0.05)];
        let lines = lines(all.into_iter());
        assert_eq!(
            lines.iter().map(|line| line.what.as_str()).collect::<Vec<_>>(),
            ["Boyz: armour 5+", "Boyz: without Choppas"]
        );
        let drawn = chart(&lines, "50 %", Width::default());
        let drawn: Vec<&str> = drawn.lines().collect();
        let axis = drawn[1].chars().position(|letter| letter == '│').unwrap();
        assert!(drawn[1].ends_with("→ 6+  −10.0 █████│██████████ +20.0  → 4+"), "{drawn:?}");
        assert!(drawn[2].ends_with("−5.0 ███│"), "{drawn:?}");
        assert_eq!(drawn[2].chars().position(|letter| letter == '│'), Some(axis));
        assert_eq!(drawn[0].chars().count(), axis + 2);
        let two = [("step 1", "order advance → hold", -0.2), ("step 1", "order advance → march", -0.1)];
        assert_eq!(super::lines(two.into_iter()).len(), 2);
    }
}
