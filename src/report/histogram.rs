//! A distribution drawn with blocks, one line per value.

use battle_odds_stats::distribution::Distribution;

use super::figures::{of_hundred, percent, whole};
use super::text::Width;

/// Rarer values (0.05 %, what a figure with one decimal can still show) share the last line.
const RARE: f64 = 0.0005;

/// The bars of a distribution, each line with its line end.
pub fn bars(distribution: &Distribution, within: Width) -> String {
    marked(distribution, None, within)
}

/// The same with a mark at the value that was seen at the table; it has a line of its own, however rare it is.
pub fn marked(distribution: &Distribution, seen: Option<i64>, within: Width) -> String {
    let mut values: Vec<(i64, f64)> = distribution.values().map(|(value, _, share)| (value, share)).collect();
    if let Some(seen) = seen.filter(|seen| values.iter().all(|(value, _)| value != seen)) {
        values.push((seen, 0.0));
        values.sort_by_key(|(value, _)| *value);
    }
    let (rare, common): (Vec<_>, Vec<_>) =
        values.into_iter().partition(|&(value, share)| share < RARE && Some(value) != seen);
    let highest = common.iter().map(|&(_, share)| share).fold(0.0, f64::max);
    let mut lines: Vec<_> = common
        .iter()
        .map(|&(value, share)| {
            let length = (within.bar() as f64 * share / highest).round() as usize;
            let mark = if seen == Some(value) { format!(" ◄ {}", text!("seen")) } else { String::new() };
            (whole(value), "█".repeat(length), of_hundred(&percent(share, 1)) + &mark)
        })
        .collect();
    if let Some(label) = rare_label(&rare, common.last().map_or(0, |&(value, _)| value)) {
        lines.push((label, String::new(), of_hundred(&percent(rare.iter().map(|&(_, share)| share).sum(), 2))));
    }
    let widest = lines.iter().map(|(label, ..)| label.chars().count()).max().unwrap_or(0);
    lines.iter().map(|(label, bar, share)| format!("  {label:>widest$} ▏{bar} {share}\n")).collect()
}

/// The label of the last line: the only rare value, `5+` for all from 5 upwards, or the others.
fn rare_label(rare: &[(i64, f64)], last_common: i64) -> Option<String> {
    let (first, _) = *rare.first()?;
    Some(match rare.len() {
        1 => whole(first),
        _ if first > last_common => format!("{}+", whole(first)),
        _ => text!("others"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion() {
        // The longest bar stands for 50 %: 25 % is half of 40 blocks, 12.5 % a quarter.
        let shown = bars(&Distribution::from_probabilities(&[0.0, 0.5, 0.25, 0.125, 0.125]), Width::default());
        let blocks: Vec<_> = shown.lines().map(|line| line.matches('█').count()).collect();
        assert_eq!(blocks, [40, 20, 10, 10]);
        assert_eq!(shown.lines().next_back(), Some("  4 ▏██████████ 12.5 %"));
    }

    #[test]
    fn what_was_seen_is_marked() {
        let distribution = Distribution::from_counts(&[10, 99_980, 10]);
        let lines = |seen| marked(&distribution, Some(seen), Width::default());
        assert!(lines(1).contains("█ 100.0 % ◄ seen\n"), "{}", lines(1));
        assert!(lines(2).contains("2 ▏ 0.01 % ◄ seen\n"), "{}", lines(2));
        assert!(lines(7).contains("7 ▏ 0.0 % ◄ seen\n"), "{}", lines(7));
    }

    #[test]
    fn rare_values_share_the_last_line() {
        let last = |counts: &[u64]| {
            bars(&Distribution::from_counts(counts), Width::default()).lines().next_back().map(str::to_string)
        };
        assert_eq!(last(&[0, 99_970, 20, 0, 10]).as_deref(), Some("  2+ ▏ 0.03 %"));
        assert_eq!(last(&[0, 99_996, 0, 4]).as_deref(), Some("  3 ▏ 0.004 %"));
        assert_eq!(last(&[10, 99_980, 10]).as_deref(), Some("  others ▏ 0.02 %"));
    }

    #[test]
    fn values_below_zero_line_up() {
        let shown = bars(&Distribution::from_probabilities(&[0.25, 0.25, 0.5]).starting_at(-1), Width::default());
        let labels: Vec<_> = shown.lines().map(|line| line.split('▏').next().unwrap_or_default()).collect();
        assert_eq!(labels, ["  −1 ", "   0 ", "   1 "]);
    }

    #[test]
    fn nothing_is_drawn_as_nothing() {
        assert_eq!(bars(&Distribution::from_counts(&[]), Width::default()), "");
    }
}
