//! What was decided for the player because the scenario does not say, below every answer.

use super::text::Width;
use battle_odds_words::keys::MOVES_MOST_FIRST;
use battle_odds_words::shown;

/// The lines in order: first what moves the odds most ([`MOVES_MOST_FIRST`]), then the other keys, last how rules are
/// read that the book leaves open. Lines of one key stay together, in the order of play.
pub fn in_order(choices: &[String]) -> Vec<&String> {
    let mut lines: Vec<&String> = choices.iter().collect();
    lines.sort_by_key(|line| rank(line));
    lines
}

/// The place of a line: keys stand in backticks; a reading ends with its name in brackets.
fn rank(line: &str) -> usize {
    let mut keys = line.split('`').skip(1).step_by(2).peekable();
    match (keys.peek(), line.ends_with(')')) {
        (Some(_), _) => {
            let place = |key: &str| MOVES_MOST_FIRST.iter().position(|known| *known == key);
            keys.filter_map(place).min().unwrap_or(MOVES_MOST_FIRST.len())
        }
        (None, false) => MOVES_MOST_FIRST.len() + 1,
        (None, true) => MOVES_MOST_FIRST.len() + 2,
    }
}

/// The paragraph; empty if nothing was decided.
pub fn decided(choices: &[String], within: Width) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let lines = in_order(choices).into_iter().map(|choice| within.wrap(&shown(choice), "  ", "    "));
    format!("\n{}\n{}", text!("Choices:"), lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_the_odds_most_stands_first() {
        let choices = [
            "reading of §1: a way (way)",
            "boyz passes every test",
            "boyz: all units fire that can (key `shooters`)",
            "boyz: no action test (key `activation`)",
            "no support fire for boyz or guard (keys `support`, `defender-support`)",
            "guns: no action test (key `activation`)",
            "no countercharge by guard (key `countercharge`)",
        ];
        let choices = choices.map(str::to_owned);
        let order: Vec<usize> =
            in_order(&choices).iter().map(|line| choices.iter().position(|known| known == *line).unwrap()).collect();
        assert_eq!(order, [4, 6, 3, 5, 2, 1, 0]);
    }
}
