//! What a sentence says for certain, and what under a condition.

use super::phrases::{AFTER_DEATH, CONDITIONS, DIES, FULFILLED, has};

/// The certain part of a sentence in plain text, and the part that hangs on a condition: `Loses 1DC`, `and another if it falls`.
pub fn clauses(said: &str) -> (&str, &str) {
    let Some(at) = condition(said) else { return (said, "") };
    let before = said[..at].trim_end();
    let begun = before.trim_end_matches("then").trim_end_matches("but").trim_end_matches("and").trim_end();
    let later = said[at..].split_once(", ").map(|(_, rest)| rest);
    if begun.is_empty() {
        // `When a critical hit is scored, …`: that it is goes without saying.
        return match later {
            Some(rest) if has(said[at..].split(',').next().unwrap_or_default(), FULFILLED) => (rest, ""),
            _ => ("", said),
        };
    }
    // `…, and if it falls it dies`, `…, if it falls, it dies`: the condition is of what follows.
    let follows = begun.len() < before.len() || (before.ends_with(',') && later.is_some()) || before.ends_with(';');
    let start = match follows {
        true => begun.len(),
        false => {
            let clause = begun.trim_end_matches(',');
            [", ", " and ", " then ", " but "].iter().filter_map(|mark| clause.rfind(mark)).max().unwrap_or(0)
        }
    };
    (said[..start].trim_end_matches([',', ' ']), &said[start..])
}

/// Where the first condition stands, outside of brackets.
fn condition(said: &str) -> Option<usize> {
    let is_free = |at: usize| {
        let before = &said[..at];
        (at == 0 || before.ends_with([' ', ',', ';']))
            && !before.ends_with("as ")
            && before.matches('(').count() == before.matches(')').count()
    };
    let found = |words: &&str| said.match_indices(words).map(|(at, _)| at).find(|at| is_free(*at));
    let dying = |at: &usize| has(said[*at..].split(',').next().unwrap_or_default(), DIES);
    let after_death = AFTER_DEATH.iter().filter_map(found).filter(dying).min();
    CONDITIONS.iter().filter_map(found).chain(after_death).min()
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
            assert_eq!(clauses(said).0, certain, "{said}");
        }
    }
}
