//! The rules that the files of a list hold, found by the names that cells use for them.

use super::plain::{plain, words};
use super::sheet::Rule;

/// The longest name, in words, that a rule is believed to be spoken of by.
const LONGEST_NAME: usize = 4;

/// Rules, ready to be asked for.
#[derive(Debug, Default)]
pub struct Rulebook {
    /// The rules.
    pub rules: Vec<Rule>,
    /// How many of them, the first, are of the list's own file.
    pub own: usize,
    names: Vec<String>,
    texts: Vec<String>,
}

/// A name without what stands in brackets after it, and without plurals: `Brood (2)`, `Broods`.
fn bare(name: &str) -> String {
    let name = plain(name);
    let name = words(name.split('(').next().unwrap_or_default());
    name.split(' ').map(|word| word.trim_end_matches(['s', '.', ':'])).collect::<Vec<_>>().join(" ")
}

impl Rulebook {
    /// Of these rules, all of one file.
    pub fn of(rules: Vec<Rule>) -> Rulebook {
        let own = rules.len();
        Rulebook::of_files(rules, own)
    }

    /// Of these rules, the first of them of the list's own file.
    pub fn of_files(rules: Vec<Rule>, own: usize) -> Rulebook {
        let names = rules.iter().map(|rule| bare(&rule.name)).collect();
        let texts = rules.iter().map(|rule| format!(" {} ", letters(&rule.text))).collect();
        Rulebook { rules, own, names, texts }
    }

    /// The rule that a note names, or that speaks of it: `Summoning Cost (2)` is told in a rule about summoning.
    pub fn about(&self, note: &str) -> Option<&str> {
        let name = bare(note);
        let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '+').trim_end();
        if unnumbered.is_empty() {
            return None;
        }
        let is_named =
            |rule: &String| *rule == name || rule == unnumbered || rule.split(" and ").any(|part| part == name);
        if let Some(place) = self.names.iter().position(is_named) {
            return Some(&self.rules[place].name);
        }
        // `May Use Spotter`, where there is a rule `Spotter`.
        let uses = |rule: &String| {
            rule.len() > 4
                && name.split(' ').count() <= LONGEST_NAME
                && format!(" {name} ").contains(&format!(" {rule} "))
        };
        if let Some(place) = self.names.iter().position(uses) {
            return Some(&self.rules[place].name);
        }
        let said = letters(plain(note).split('(').next().unwrap_or_default());
        if said.len() < 5 || said.split(' ').count() > LONGEST_NAME {
            return None;
        }
        let said = format!(" {said} ");
        self.texts.iter().position(|text| text.contains(&said)).map(|place| self.rules[place].name.as_str())
    }
}

/// Words alone, single spaces between.
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
            rule("Summoning of Units", "A unit's summoning cost is paid at once."),
        ]);
        for note in ["Brood (2)", "brood 2", "Broods"] {
            assert_eq!(book.about(note), Some("Broods"), "{note}");
        }
        assert_eq!(book.about("Guided Missiles"), Some("Markerlights and Guided Missiles"));
        assert_eq!(book.about("Summoning Cost (8)"), Some("Summoning of Units"));
        for unknown in ["Sings", "", "(2)", "A unit's summoning cost is paid"] {
            assert_eq!(book.about(unknown), None, "{unknown}");
        }
    }
}
