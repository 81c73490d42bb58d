//! Whom a clause is about: the unit itself, a part of it, others on the table.

use super::nouns::{ITSELF, OTHER_NOUNS, PART_NOUNS, PARTS, SOME_OR_ALL};
use super::phrases::has;
use super::prose::sentences;
use crate::armies::normalise::plain;

/// Whom a clause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The unit that suffers the critical hit.
    Itself,
    /// A part of it.
    Part,
    /// Others on the table.
    Others,
    /// A thing that is none of these, or nobody knows.
    Strange,
}

/// The clauses of a sentence in plain text, each with its subject; `of_another` if the first subject is a kind of unit.
pub fn subjects<'a>(said: &'a str, unit: &str, names_a_kind: bool) -> Vec<(Subject, &'a str)> {
    let mut subject = Subject::Itself;
    let mut held = false;
    let mut clauses = Vec::new();
    for (place, clause) in split(said).into_iter().enumerate() {
        let own = own(clause, unit, names_a_kind && place == 0);
        // `The unit and all units in it are destroyed`: what is said of both is said of the first.
        subject = if held { Subject::Itself } else { own.unwrap_or(subject) };
        held = place == 0 && subject == Subject::Itself && is_bare(clause, unit);
        clauses.push((subject, clause));
    }
    clauses
}

/// At commas, and at the words between clauses.
fn split(said: &str) -> Vec<&str> {
    let mut clauses = vec![said];
    for mark in [", ", " and ", " then ", " & ", ";", " inflicting ", " plus "] {
        clauses = clauses.into_iter().flat_map(|clause| clause.split(mark)).collect();
    }
    clauses.into_iter().map(str::trim).filter(|clause| !clause.is_empty()).collect()
}

/// The subject that a clause names; none if it goes on about the one before.
fn own(clause: &str, unit: &str, names_a_kind: bool) -> Option<Subject> {
    let words: Vec<&str> = clause.split([' ', '\'']).filter(|word| !word.is_empty()).collect();
    let first = *words.first()?;
    if clause.contains("critical") {
        return Some(Subject::Itself);
    }
    let is_article =
        ["the", "a", "an", "this", "its", "one", "two", "his", "their", "both", "all", "random"].contains(&first);
    let start = usize::from(is_article);
    // Up to the verb, as far as one is sure of it.
    let verbs =
        ["is", "are", "was", "were", "has", "have", "suffers", "takes", "loses", "may", "can", "cannot", "will"];
    let end = words.iter().position(|word| verbs.contains(word)).unwrap_or(words.len()).max(start).min(start + 6);
    let noun = &words[start..end];
    if SOME_OR_ALL.contains(&first) && words.iter().take(7).any(|word| OTHER_NOUNS.contains(word)) {
        return Some(Subject::Others);
    }
    if has(clause, PARTS) {
        return Some(Subject::Part);
    }
    let destroyed = words.iter().position(|word| *word == "destroyed");
    let without_verb =
        destroyed.filter(|at| *at > 0 && *at <= 5 && !words[..*at].iter().any(|word| verbs.contains(word)));
    let is_part = |words: &[&str]| words.last().is_some_and(|word| PART_NOUNS.contains(word));
    if first == "it" || is_bare(first, unit) {
        return Some(if is_part(noun) { Subject::Part } else { Subject::Itself });
    }
    if !is_article {
        // `Amplifier destroyed`, but `utterly destroyed`.
        let named = without_verb.map(|at| &words[..at]).filter(|words| !words.iter().any(|word| word.ends_with("ly")));
        let itself = |words: &[&str]| words.last().is_some_and(|word| is_itself(word, unit)) && !is_part(words);
        return named.map(|words| if itself(words) { Subject::Itself } else { Subject::Part });
    }
    let noun = without_verb.filter(|at| *at > start).map_or(noun, |at| &words[start..at]);
    Some(match noun {
        _ if is_part(noun) => Subject::Part,
        _ if ["its", "his", "their", "random"].contains(&first) => Subject::Part,
        [first, ..] if is_itself(first, unit) || noun.last().is_some_and(|word| is_itself(word, unit)) => {
            Subject::Itself
        }
        _ if names_a_kind => Subject::Itself,
        // `A point of damage`, after a subject.
        _ if words.get(1..).is_none_or(|rest| !rest.iter().any(|word| verbs.contains(word))) => return None,
        _ => Subject::Strange,
    })
}

fn is_itself(word: &str, unit: &str) -> bool {
    ITSELF.contains(&word) || (word.len() > 3 && unit.split([' ', '(', ')', ':', '-', '\'']).any(|part| part == word))
}

/// Whether a text names the unit and says no more.
fn is_bare(text: &str, unit: &str) -> bool {
    let text =
        ["the ", "this ", "a ", "both the "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text);
    text.split(' ').all(|word| is_itself(word, unit))
}

/// The kind of unit, in plain text, that a sentence begins with: `The Juggernaut …`.
pub fn kind(sentence: &str) -> Option<String> {
    let sentence = sentence.trim_start_matches(|c: char| !c.is_alphabetic());
    let mut words = sentence.split_whitespace();
    let article = words.next()?;
    let name = words.next()?.split('\'').next()?;
    let is_name = ["The", "A", "An"].contains(&article) && name.starts_with(char::is_uppercase) && name.len() > 3;
    let name = plain(name);
    (is_name && !ITSELF.contains(&name.as_str())).then_some(name)
}

/// The different kinds that the sentences of a text begin with.
pub fn kinds(text: &str) -> Vec<String> {
    let mut kinds: Vec<String> = sentences(text).iter().filter_map(|sentence| kind(sentence)).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_meant() {
        use Subject::{Itself, Others, Part, Strange};
        for (said, last) in [
            ("destroyed", Itself),
            ("the unit staggers d6cm and is destroyed", Itself),
            ("the old walker trips and is destroyed", Itself),
            ("the thing is destroyed", Itself),
            ("utterly destroyed", Itself),
            ("it falls over, then burns", Itself),
            ("units near suffer a hit", Others),
            ("it falls over and any units under it suffer a hit", Others),
            ("the unit and all units in it are destroyed", Itself),
            ("the crew is killed", Part),
            ("mind amplifier destroyed", Part),
            ("its main gun is destroyed", Part),
            ("a random weapon is destroyed", Part),
            ("the figurehead is destroyed", Strange),
            ("takes a point of damage, a heavy one", Itself),
        ] {
            let subject = subjects(said, "big thing", false).last().unwrap().0;
            assert_eq!(subject, last, "{said}");
        }
        assert_eq!(subjects("the juggernaut is destroyed", "big thing", true)[0].0, Itself);
        assert_eq!(
            kinds("The Crawler is slow. A Juggernaut loses. The Titan is hit. The Crawler falls"),
            ["crawler", "juggernaut"]
        );
    }
}
