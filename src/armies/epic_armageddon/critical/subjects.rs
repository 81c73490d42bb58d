//! The subject of a clause: the unit itself, a part of it, others on the table.

use super::phrases::{BEFALLS, ITSELF, OTHER_NOUNS, PART_NOUNS, PARTS, SOME_OR_ALL};
use super::sentences::sentences;
use crate::normalise::plain;
use crate::words::Words;

/// The subject of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The unit that suffers the critical hit.
    Itself,
    /// A part of it.
    Part,
    /// Others on the table.
    Others,
    /// None of these, or unclear.
    Strange,
}

/// Verbs that follow a subject.
const VERBS: Words = Words("is|are|was|were|has|have|suffers|takes|loses|may|can|cannot|will");

/// What a subject begins with.
const ARTICLES: Words = Words("the|a|an|this|its|one|two|his|their|both|all|random");

/// Articles used only for parts of the unit.
const PART_ARTICLES: Words = Words("its|his|their|random");

/// Marks and words between clauses.
const BETWEEN: Words = Words(", | and | then | & |;| inflicting | plus ");

/// The clauses of a sentence in plain text, each with its subject; `names_a_kind` if the sentence begins with a kind of unit.
pub fn subjects<'a>(said: &'a str, unit: &str, names_a_kind: bool) -> Vec<(Subject, &'a str)> {
    let parts =
        BETWEEN.iter().fold(vec![said], |parts, mark| parts.into_iter().flat_map(|part| part.split(mark)).collect());
    let parts = parts.into_iter().map(str::trim).filter(|clause| !clause.is_empty());
    let mut subject = Subject::Itself;
    let mut holds = false;
    let clause = |(place, clause)| {
        // `The unit and all units in it are destroyed`: what is said of both is said of the unit.
        let own = own(clause, unit, names_a_kind && place == 0);
        subject = if holds { Subject::Itself } else { own.unwrap_or(subject) };
        holds = place == 0 && subject == Subject::Itself && is_bare(clause, unit);
        (subject, clause)
    };
    parts.enumerate().map(clause).collect()
}

/// Whether any clause says what happens to others.
pub fn of_others(clauses: &[(Subject, &str)]) -> bool {
    clauses.iter().any(|(subject, clause)| *subject == Subject::Others && BEFALLS.within(clause))
}

/// The subject that a clause names; `None` if it continues with the one before.
fn own(clause: &str, unit: &str, names_a_kind: bool) -> Option<Subject> {
    let words: Vec<&str> = clause.split([' ', '\'']).filter(|word| !word.is_empty()).collect();
    let first = *words.first()?;
    let is_part = |words: &[&str]| words.last().is_some_and(|word| PART_NOUNS.has(word));
    let is_unit = |words: &[&str]| words.last().is_some_and(|word| is_itself(word, unit));
    let start = usize::from(ARTICLES.has(first));
    // Up to the verb, while that is certain.
    let verb = words.iter().position(|word| VERBS.has(word)).unwrap_or(words.len());
    let noun = &words[start..verb.max(start).min(start + 6)];
    // `Amplifier destroyed`.
    let destroyed = words.iter().position(|word| *word == "destroyed");
    let without_verb = destroyed.filter(|at| (1..=5).contains(at) && *at <= verb);
    if clause.contains("critical") {
        return Some(Subject::Itself);
    }
    if SOME_OR_ALL.has(first) && words.iter().take(7).any(|word| OTHER_NOUNS.has(word)) {
        return Some(Subject::Others);
    }
    if PARTS.within(clause) {
        return Some(Subject::Part);
    }
    if first == "it" || is_bare(first, unit) {
        return Some(if is_part(noun) { Subject::Part } else { Subject::Itself });
    }
    if start == 0 {
        // `Amplifier destroyed`, but `utterly destroyed`.
        let named = without_verb.map(|at| &words[..at]).filter(|words| !words.iter().any(|word| word.ends_with("ly")));
        return named.map(|words| if is_unit(words) && !is_part(words) { Subject::Itself } else { Subject::Part });
    }
    let noun = without_verb.filter(|at| *at > start).map_or(noun, |at| &words[start..at]);
    Some(match noun {
        _ if is_part(noun) || PART_ARTICLES.has(first) => Subject::Part,
        [first, ..] if is_itself(first, unit) || is_unit(noun) => Subject::Itself,
        _ if names_a_kind => Subject::Itself,
        // `A point of damage`, after a subject.
        _ if !words[1..].iter().any(|word| VERBS.has(word)) => return None,
        _ => Subject::Strange,
    })
}

fn is_itself(word: &str, unit: &str) -> bool {
    ITSELF.has(word) || (word.len() > 3 && unit.split([' ', '(', ')', ':', '-', '\'']).any(|part| part == word))
}

/// Whether a text only names the unit.
fn is_bare(text: &str, unit: &str) -> bool {
    let bare = ["the ", "this ", "a ", "both the "].iter().find_map(|article| text.strip_prefix(article));
    bare.unwrap_or(text).split(' ').all(|word| is_itself(word, unit))
}

/// The kind of unit, in plain text, with which a sentence begins: `The Juggernaut …`.
pub fn kind(sentence: &str) -> Option<String> {
    let mut words = sentence.trim_start_matches(|c: char| !c.is_alphabetic()).split_whitespace();
    let article = words.next()?;
    let name = words.next()?.split('\'').next()?;
    let is_name = ["The", "A", "An"].contains(&article) && name.starts_with(char::is_uppercase) && name.len() > 3;
    let name = plain(name);
    (is_name && !ITSELF.has(&name)).then_some(name)
}

/// The different kinds with which the sentences of a text begin.
pub fn kinds(text: &str) -> Vec<String> {
    let mut kinds: Vec<String> = sentences(text).filter_map(kind).collect();
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
