//! Long lines broken between words.

/// Columns that running text takes on the terminal.
pub const WIDTH: usize = 80;

/// Breaks a text into lines of at most [`WIDTH`] columns, the first after `first`, the others after `next`; each line
/// with its end. A word wider than that is left whole.
pub fn wrap(text: &str, first: &str, next: &str) -> String {
    let mut wrapped = String::new();
    let mut line = first.to_string();
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
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
}
