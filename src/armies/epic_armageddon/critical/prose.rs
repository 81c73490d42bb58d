//! Sentences of a critical hit.

use super::Critical;
use super::clauses::clauses;
use super::explosion::explosion;
use super::harms::Harms;
use super::phrases::*;
use super::subject::{Subject, kind, subjects};
use crate::armies::normalise::plain;
use crate::armies::sheet::quoted;

/// Reads sentences about one unit.
pub struct Reader<'a> {
    /// Its name, as plain text.
    pub unit: String,
    /// The names of its weapons.
    pub weapons: &'a [&'a str],
    /// The kinds of units that the sentences of the text begin with: one is the unit itself, of several each has its own.
    pub kinds: Vec<String>,
    /// Whether the unit is one of those.
    pub is_named_elsewhere: bool,
}

impl Reader<'_> {
    /// Reads all sentences of a text.
    pub fn prose(&self, text: &str, read: &mut Critical) {
        for sentence in sentences(text) {
            self.sentence(&sentence, read);
        }
    }

    fn sentence(&self, sentence: &str, read: &mut Critical) {
        let said = plain(sentence).replace("1d6", "d6").replace("1d3", "d3");
        let later = FURTHER.iter().filter_map(|words| said.find(words)).min();
        if let Some(at) = later.filter(|at| !said[*at..].contains(" instead of")) {
            self.further(sentence, &said, at, read);
            return;
        }
        let of_another = self.is_of_another(sentence, &said);
        // `A Hydra is killed`, and what befalls this unit stands in another sentence.
        if of_another && self.is_named_elsewhere && !sentence.starts_with("The") {
            return;
        }
        if of_another || has(&said, UNSURE) {
            read.not_simulated(sentence);
            return;
        }
        let (certain, conditional) = clauses(&said);
        if !conditional.is_empty() {
            let harms = self.harms(conditional, sentence);
            // What happens if it is destroyed.
            if let (true, Some(Some(explosion))) =
                (certain.is_empty() && has(conditional, IF_IT_DIES), explosion(conditional, &self.unit))
            {
                read.at_death.push(quoted(&format!("explosion {explosion}")));
                return;
            }
            let known = harms.known
                || harms.befalls_others
                || [DIES, BESIDE, ABOARD, ON_THE_TABLE, MOVING, SURVIVES]
                    .iter()
                    .any(|phrases| has(conditional, phrases));
            if known {
                read.not_simulated(sentence)
            } else {
                read.unknown(sentence)
            }
            if certain.is_empty() {
                return;
            }
        }
        let mut harms = self.harms(certain, sentence);
        let mut known = harms.known;
        let tell = has(certain, ON_THE_TABLE) || harms.befalls_others;
        if has(certain, ON_THE_TABLE_ALONE) {
            harms.found.clear();
        }
        let aboard = has(certain, ABOARD) && harms.found.is_empty() || has(certain, PASSENGERS);
        if tell || aboard || has(certain, BESIDE) && !harms.is_weapon || harms.is_part {
            read.not_simulated(sentence);
            known = true;
        }
        read.first.append(&mut harms.found);
        let moves_alone = !conditional.is_empty() && has(certain, MOVING);
        if !known && !moves_alone {
            read.unknown(sentence);
        }
    }

    /// A sentence that tells, from a place on, of later critical hits; before it of the first: `Immobilised, subsequent
    /// critical hits destroy it`.
    fn further(&self, sentence: &str, said: &str, at: usize, read: &mut Critical) {
        let head = said[..at].trim().trim_end_matches("any").trim_matches([',', ' ', '-', '(']);
        let head = head.trim_end_matches(" and").trim();
        let leads = head.split(' ').next().is_some_and(|word| LEADS_TO_FURTHER.contains(&word));
        if !head.is_empty() && (!leads || self.harms(head, head).known) {
            self.sentence(head, read);
        }
        let tail = &said[at..];
        let harms = self.harms(tail, sentence);
        match harms.found.is_empty() {
            // A second loss of what is lost already changes nothing; anything else is undone by a word without dice.
            true if has(tail, NOTHING) => read.further = vec![quoted("slowed")],
            _ if !clauses(tail).1.is_empty() => read.not_simulated(sentence),
            true => read.unknown(sentence),
            false => read.further = harms.found,
        }
    }

    /// Whether a sentence is about another of the kinds that share the text.
    fn is_of_another(&self, sentence: &str, said: &str) -> bool {
        let Some(kind) = kind(sentence) else { return false };
        self.kinds.len() > 1
            && self.unit.split([' ', '(', ')', ':']).all(|word| word != kind)
            && !is_named(&self.unit, said)
            && self.weapons.iter().all(|weapon| !said.contains(&plain(weapon)))
    }

    /// The harms of a part of a sentence.
    fn harms(&self, said: &str, sentence: &str) -> Harms {
        let subjects = subjects(said, &self.unit, kind(sentence).is_some() && sentence.len() >= said.len());
        Harms::of(said, &subjects, &self.unit, self.weapons)
    }
}

/// Whether a text in plain words names a unit.
pub fn is_named(unit: &str, said: &str) -> bool {
    unit.split([' ', '(', ')', ':']).any(|word| word.len() > 4 && said.contains(word))
}

/// Whether clauses tell of others.
pub fn of_others(clauses: &[(Subject, &str)]) -> bool {
    clauses.iter().any(|(subject, clause)| *subject == Subject::Others && has(clause, BEFALLS))
}

/// The sentences of a text.
pub fn sentences(text: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = match letter {
            '.' | '!' => letters.peek().is_none_or(|next| next.is_whitespace()),
            ';' | '\n' => true,
            _ => false,
        };
        if ends {
            sentences.push(String::new());
        } else if let Some(sentence) = sentences.last_mut() {
            sentence.push(letter);
        }
    }
    sentences.into_iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| !sentence.is_empty()).collect()
}
