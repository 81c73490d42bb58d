//! The width of texts, and line breaks between words.

use std::ops::RangeInclusive;

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

/// The columns that a text has, where somebody says how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Width(Option<usize>);

impl Width {
    /// So many columns, or the nearest number in which it can be read.
    pub fn of(columns: usize) -> Width {
        Width(Some(columns.clamp(*READABLE.start(), *READABLE.end())))
    }

    /// Columns that running text may take.
    pub fn text(self) -> usize {
        self.or(USUAL)
    }

    /// Columns that figures may take.
    pub fn figures(self) -> usize {
        self.or(USUAL_FIGURES)
    }

    /// Columns that the longest bar of a drawing may take.
    pub fn bar(self) -> usize {
        self.0.map_or(USUAL_BAR, |columns| columns - BESIDE_A_BAR)
    }

    /// The columns of the terminal, or `usual` if they are not known.
    pub fn or(self, usual: usize) -> usize {
        self.0.unwrap_or(usual)
    }

    /// A line as wide as the text.
    pub fn rule(self) -> String {
        "─".repeat(self.text())
    }

    /// Breaks a text into lines that are no wider than running text may be, the first after `first`, the others after `next`; each
    /// line with its end. A word wider than that is left whole.
    pub fn wrap(self, text: &str, first: &str, next: &str) -> String {
        wrap_into(self.text(), text, first, next)
    }
}

/// The most columns given to a text in a table: a format string allows no more.
const WIDEST: usize = 10_000;

/// Columns that a text takes in a table.
pub fn columns(text: &str) -> usize {
    text.chars().count().min(WIDEST)
}

/// The same as [`Width::wrap`] in lines of this many columns.
pub fn wrap_into(columns: usize, text: &str, first: &str, next: &str) -> String {
    let mut wrapped = String::new();
    let mut line = first.to_string();
    let mut empty = true;
    let mut words = text.split(is_gap).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let word = match words.next_if(|next| next.starts_with('%')) {
            Some(sign) => &format!("{word} {sign}"),
            None => word,
        };
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
        let text = Width::default().wrap(&"seventeen letters ".repeat(10), "- ", "  ");
        let lines: Vec<_> = text.lines().collect();
        // 2 + 4·18 − 1 = 73 columns; the next word, of nine letters, would end at 83.
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].len(), 73);
        assert!(lines[0].starts_with("- seventeen") && lines[1].starts_with("  seventeen"));
        assert_eq!(Width::default().wrap("short", "", "  "), "short\n");
    }

    #[test]
    fn a_number_keeps_its_per_cent() {
        assert_eq!(wrap_into(12, "it holds, 95 %, of them", "", ""), "it holds,\n95 %, of\nthem\n");
    }

    #[test]
    fn the_spaces_of_french_are_kept_and_never_broken() {
        // Every word is 9 letters with its sign: eight of them and seven spaces are 79 columns.
        let lines = Width::default().wrap(&"exactes\u{202f}! ".repeat(10), "", "");
        assert_eq!(lines.lines().next().map(|line| line.chars().count()), Some(79));
        assert_eq!(lines.matches("exactes\u{202f}!").count(), 10);
    }
}
