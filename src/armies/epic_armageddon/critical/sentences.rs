//! Sentences, and their unconditional part.

use super::phrases::{AFTER_DEATH, CONDITIONS, DIES, FULFILLED};

/// The sentences of a text.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(['\n', ';']).flat_map(|line| line.split(". ")).flat_map(|part| part.split("! "));
    parts.map(|part| part.trim().trim_end_matches(['.', '!'])).filter(|sentence| !sentence.is_empty())
}

/// The unconditional part of a sentence in plain text, and the part under a condition: `Loses 1DC`, `and another if it
/// falls`.
pub fn certain_and_conditional(said: &str) -> (&str, &str) {
    let Some(at) = condition(said) else { return (said, "") };
    let before = said[..at].trim_end();
    let begun = before.trim_end_matches("then").trim_end_matches("but").trim_end_matches("and").trim_end();
    let (condition, later) = said[at..].split_once(", ").unwrap_or((&said[at..], ""));
    if begun.is_empty() {
        // `When a critical hit is scored, …`: says nothing new.
        return if !later.is_empty() && FULFILLED.within(condition) { (later, "") } else { ("", said) };
    }
    // `…, and if it falls it dies`, `…, if it falls, it dies`: the condition applies to what follows.
    let is_next = begun.len() < before.len() || (before.ends_with(',') && !later.is_empty()) || before.ends_with(';');
    let clause = begun.trim_end_matches(',');
    let start = [", ", " and ", " then ", " but "].iter().filter_map(|mark| clause.rfind(mark)).max().unwrap_or(0);
    let start = if is_next { begun.len() } else { start };
    (said[..start].trim_end_matches([',', ' ']), &said[start..])
}

/// Where the first condition is, outside brackets.
fn condition(said: &str) -> Option<usize> {
    let is_free = |before: &str| {
        (before.is_empty() || before.ends_with([' ', ',', ';']))
            && !before.ends_with("as ")
            && before.matches('(').count() == before.matches(')').count()
    };
    let find = |words: &'static str| said.match_indices(words).map(|(at, _)| at).find(|at| is_free(&said[..*at]));
    let is_death = |at: &usize| DIES.within(said[*at..].split(',').next().unwrap_or_default());
    CONDITIONS.iter().filter_map(find).chain(AFTER_DEATH.iter().filter_map(find).filter(is_death)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_told_apart() {
        for (said, certain) in [
            ("it is destroyed", "it is destroyed"),
            ("it is destroyed at once", "it is destroyed at once"),
            ("if this takes it into a wall, it takes a point of damage", ""),
            ("it is rubble once it is destroyed", ""),
            ("it loses 1dc and is rubble after it is destroyed", "it loses 1dc"),
            ("lose 1dc, drift d6cm and lose 1dc if it touches a wall", "lose 1dc, drift d6cm"),
            ("it loses 1dc and if it falls it is destroyed", "it loses 1dc"),
            ("it is struck as if it were shot at", "it is struck as if it were shot at"),
            ("it loses 1dc, if it falls, it is destroyed", "it loses 1dc"),
            ("it is destroyed, unless it flies", ""),
            (
                "rolls d6cm (stopping if it meets a wall) and is destroyed",
                "rolls d6cm (stopping if it meets a wall) and is destroyed",
            ),
            ("when a critical hit is scored, it is destroyed", "it is destroyed"),
        ] {
            assert_eq!(certain_and_conditional(said).0, certain, "{said}");
        }
    }
}
