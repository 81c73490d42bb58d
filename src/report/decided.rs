//! What was decided for the player because the scenario does not say, below every answer.

use super::text::Width;
use battle_odds_words::shown;

/// The lines in order: first what the player can decide otherwise by a key, last how rules are read that the book leaves open.
pub fn in_order(choices: &[String]) -> Vec<&String> {
    let mut lines: Vec<&String> = choices.iter().collect();
    // Keys stand in backticks; a reading ends with its name in brackets.
    lines.sort_by_key(|line| match (line.contains('`'), line.ends_with(')')) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    });
    lines
}

/// The paragraph; empty if nothing was decided.
pub fn decided(choices: &[String], within: Width) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let lines = in_order(choices).into_iter().map(|choice| within.wrap(&shown(choice), "  ", "    "));
    format!("\n{}\n{}", text!("Choices:"), lines.collect::<String>())
}
