//! The rules in the files of a list, found by the names that cells use for them.

use std::cell::RefCell;
use std::collections::HashMap;

use super::normalise::{plain, words};

/// The most words of a name by which a text may mention a rule.
const LONGEST_NAME: usize = 4;

/// A word of this many letters or more is hardly used by chance.
const LONG_WORD: usize = 7;

/// A rule as a catalogue prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Rules, indexed for look-up.
#[derive(Debug, Default)]
pub struct Rulebook {
    /// The rules.
    pub rules: Vec<Rule>,
    /// How many of them, from the first, are from the list's own file.
    pub own: usize,
    /// The names of each; `Tactics - Ambush` also by its parts.
    names: Vec<Vec<String>>,
    texts: Vec<String>,
    /// The rule that each note looked up so far names: lists repeat a few notes many times.
    asked: RefCell<HashMap<String, Option<usize>>>,
}

/// A name without what is in brackets after it, and without plurals: `Brood (2)`, `Broods`.
fn bare(name: &str) -> String {
    let name = plain(name).replace('*', " ");
    let name = words(name.split('(').next().unwrap_or_default());
    name.split(' ').map(|word| word.trim_end_matches(['s', '.', ':'])).collect::<Vec<_>>().join(" ")
}

impl Rulebook {
    /// A rulebook of these rules, all of one file.
    pub fn of(rules: Vec<Rule>) -> Rulebook {
        let own = rules.len();
        Rulebook::of_files(rules, own)
    }

    /// A rulebook of these rules, the first `own` of them from the list's own file.
    pub fn of_files(rules: Vec<Rule>, own: usize) -> Rulebook {
        let parts = |rule: &Rule| std::iter::once(rule.name.as_str()).chain(rule.name.split(" - ")).map(bare).collect();
        let names = rules.iter().map(parts).collect();
        let texts = rules.iter().map(|rule| format!(" {} ", letters(&rule.text))).collect();
        Rulebook { rules, own, names, texts, asked: RefCell::default() }
    }

    /// The text of the rule that a note names.
    pub fn text(&self, note: &str) -> Option<&str> {
        let name = self.about(note)?;
        self.rules.iter().find(|rule| rule.name == name).map(|rule| rule.text.as_str())
    }

    /// The rule that a note names, or that mentions it: `Summoning Cost (2)`, `Summoning Cost: 2` are explained in a rule
    /// about summoning.
    pub fn about(&self, note: &str) -> Option<&str> {
        let asked = self.asked.borrow().get(note).copied();
        let place = asked.unwrap_or_else(|| {
            let place = self.place(note);
            self.asked.borrow_mut().insert(note.to_owned(), place);
            place
        });
        place.map(|place| self.rules[place].name.as_str())
    }

    fn place(&self, note: &str) -> Option<usize> {
        let note = note.split(':').next().unwrap_or_default();
        let name = bare(note);
        let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '+').trim_end();
        if unnumbered.is_empty() {
            return None;
        }
        let is_named =
            |rule: &String| *rule == name || rule == unnumbered || rule.split(" and ").any(|part| part == name);
        if let Some(place) = self.names.iter().position(|names| names.iter().any(is_named)) {
            return Some(place);
        }
        // `May Use Spotter`, if there is a rule `Spotter`.
        let uses = |rule: &String| {
            rule.len() > 4
                && name.split(' ').count() <= LONGEST_NAME
                && format!(" {name} ").contains(&format!(" {rule} "))
        };
        if let Some(place) = self.names.iter().position(|names| names.iter().any(uses)) {
            return Some(place);
        }
        let said = letters(plain(note).split('(').next().unwrap_or_default());
        let length = said.split(' ').count();
        if said.len() < 5 || length > LONGEST_NAME {
            return None;
        }
        // A single short word may be an ordinary word: a rule that means it as a term capitalises it.
        let term = note.trim();
        let is_term = |rule: &Rule| length > 1 || said.len() >= LONG_WORD || writes_large(&rule.text, term);
        let spoken = format!(" {said} ");
        let speaks = |(text, rule): (&String, &Rule)| text.contains(&spoken) && is_term(rule);
        self.texts.iter().zip(&self.rules).position(speaks)
    }
}

/// Whether a text has a word with a capital, not only at the start of a sentence.
fn writes_large(text: &str, word: &str) -> bool {
    let is_word = |found: &str| found.trim_matches(|letter: char| !letter.is_alphanumeric()) == word;
    let mut before = ".";
    word.starts_with(char::is_uppercase)
        && text.split_whitespace().any(|found| {
            let begins = before.ends_with(['.', '!', '?', ':']);
            before = found;
            !begins && is_word(found)
        })
}

/// Only words, separated by single spaces.
fn letters(text: &str) -> String {
    let text: String = plain(text)
        .chars()
        .map(|letter| if letter.is_alphanumeric() || letter == '\'' { letter } else { ' ' })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_found_by_their_names_or_by_what_they_speak_of() {
        let rule = |name: &str, text: &str| Rule { name: name.into(), text: text.into() };
        let book = Rulebook::of(vec![
            rule("Broods", "Broods are counted."),
            rule("Markerlights and Guided Missiles", ""),
            rule("Tactics - Ambush", "Speed is all. With great speed the Chosen come."),
            rule("*Green Fog*", ""),
            rule("Summoning of Units", "A unit's summoning cost is paid at once."),
        ]);
        for note in ["Brood (2)", "brood 2", "Broods"] {
            assert_eq!(book.about(note), Some("Broods"), "{note}");
        }
        assert_eq!(book.about("Guided Missiles"), Some("Markerlights and Guided Missiles"));
        assert_eq!(book.about("Summoning Cost (8)"), Some("Summoning of Units"));
        assert_eq!(book.about("Summoning Cost: 8pt"), Some("Summoning of Units"));
        assert_eq!(book.about("Ambush"), Some("Tactics - Ambush"));
        assert_eq!(book.about("Green Fog"), Some("*Green Fog*"));
        assert_eq!(book.about("Chosen"), Some("Tactics - Ambush"));
        for unknown in ["Sings", "", "(2)", "A unit's summoning cost is paid", "Speed"] {
            assert_eq!(book.about(unknown), None, "{unknown}");
        }
    }
}
