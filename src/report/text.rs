//! The width of texts, and line breaks between words.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};

use battle_odds_words::visible::is_obeyed;

/// Columns of running text if the width is not known.
const USUAL: usize = 80;

/// Columns of figures in that case.
const USUAL_FIGURES: usize = 100;

/// Columns of the longest bar in that case.
const USUAL_BAR: usize = 40;

/// Columns before and after a bar.
const BESIDE_A_BAR: usize = 24;

/// In fewer columns tables are unreadable, in more columns text is.
const READABLE: RangeInclusive<usize> = 60..=140;

/// The columns of the terminal; 0 if they are not known.
static COLUMNS: AtomicUsize = AtomicUsize::new(0);

/// Fits everything into this many columns from now on.
pub fn fit_into(columns: usize) {
    COLUMNS.store(columns.clamp(*READABLE.start(), *READABLE.end()), Ordering::Relaxed);
}

/// Columns that running text may take.
pub fn width() -> usize {
    columns_or(USUAL)
}

/// Columns that figures may take.
pub fn figures_width() -> usize {
    columns_or(USUAL_FIGURES)
}

/// Columns that the longest bar of a drawing may take.
pub fn bar_width() -> usize {
    known().map_or(USUAL_BAR, |columns| columns - BESIDE_A_BAR)
}

/// The columns of the terminal, or `usual` if they are not known.
pub fn columns_or(usual: usize) -> usize {
    known().unwrap_or(usual)
}

fn known() -> Option<usize> {
    Some(COLUMNS.load(Ordering::Relaxed)).filter(|&columns| columns > 0)
}

/// The most columns given to a text in a table: a format string allows no more.
const WIDEST: usize = 10_000;

/// Columns that a text takes in a table.
pub fn columns(text: &str) -> usize {
    text.chars().count().min(WIDEST)
}

/// A line as wide as the text.
pub fn rule() -> String {
    "─".repeat(width())
}

/// Breaks a text into lines of at most [`width`] columns, the first after `first`, the others after `next`; each line with
/// its line end. A word wider than that is not broken.
pub fn wrap(text: &str, first: &str, next: &str) -> String {
    wrap_into(width(), text, first, next)
}

/// The same in lines of this many columns.
pub fn wrap_into(columns: usize, text: &str, first: &str, next: &str) -> String {
    let mut wrapped = String::new();
    let mut line = first.to_string();
    let mut empty = true;
    for word in text.split(is_gap).filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > columns {
            wrapped += &line;
            wrapped.push('\n');
            line = next.to_string();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line += word;
        empty = false;
    }
    wrapped + &line + "\n"
}

/// Whether a line may be broken here: not at the spaces that French puts before its signs, nor at characters that a
/// terminal would act on, which are shown as their numbers.
fn is_gap(letter: char) -> bool {
    let is_hidden = is_obeyed(letter) && !matches!(letter, '\n' | '\t');
    letter.is_whitespace() && !is_hidden && !matches!(letter, '\u{a0}' | '\u{202f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = wrap(&"seventeen letters ".repeat(10), "- ", "  ");
        let lines: Vec<_> = text.lines().collect();
        // 2 + 4·18 − 1 = 73 columns; the next word, of nine letters, would end at 83.
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].len(), 73);
        assert!(lines[0].starts_with("- seventeen") && lines[1].starts_with("  seventeen"));
        assert_eq!(wrap("short", "", "  "), "short\n");
    }

    #[test]
    fn the_spaces_of_french_are_kept_and_never_broken() {
        // Every word is 9 letters with its sign: eight of them and seven spaces are 79 columns.
        let lines = wrap(&"exactes\u{202f}! ".repeat(10), "", "");
        assert_eq!(lines.lines().next().map(|line| line.chars().count()), Some(79));
        assert_eq!(lines.matches("exactes\u{202f}!").count(), 10);
    }
}
