//! Sentences of a critical hit.

use super::Critical;
use super::explosion::explosion;
use super::phrases::*;
use crate::armies::epic_armageddon::amount::Amount;
use crate::armies::plain::plain;
use crate::armies::sheet::quoted;

/// Reads sentences about one unit.
pub struct Reader<'a> {
    /// Its name, as plain text.
    pub unit: String,
    /// The names of its weapons.
    pub weapons: &'a [&'a str],
}

impl Reader<'_> {
    /// Reads all sentences of a text.
    pub fn prose(&self, text: &str, read: &mut Critical) {
        for sentence in sentences(text) {
            self.sentence(&sentence, read);
        }
    }

    fn sentence(&self, sentence: &str, read: &mut Critical) {
        let said = plain(sentence).replace("1d6", "d6");
        if let Some(at) = FURTHER.iter().filter_map(|words| said.find(words)).min() {
            self.further(sentence, &said, at, read);
            return;
        }
        if self.is_of_another(sentence, &said) || has(&said, UNSURE) {
            read.not_simulated.push(sentence.to_owned());
            return;
        }
        // `A Hierophant is killed`: of another unit of those that share the text.
        let mut own_words = sentence.split_whitespace();
        let (article, name) = (own_words.next().unwrap_or_default(), own_words.next().unwrap_or_default());
        if ["A", "An"].contains(&article) && name.starts_with(char::is_uppercase) && !self.is_named(&said) {
            return;
        }
        let mut harms = Vec::new();
        let mut known = self.harms(&said, &mut harms);
        if has(&said, ON_THE_TABLE) {
            if has(&said, ON_THE_TABLE_ALONE) {
                harms.clear();
            }
            read.not_simulated.push(sentence.to_owned());
            known = true;
        }
        if harms.is_empty() && has(&said, BESIDE) || has(&said, PASSENGERS) {
            read.not_simulated.push(sentence.to_owned());
            known = true;
        }
        let befalls_others = harms.iter().any(|harm| harm.contains("explosion") || harm.contains("shock"));
        if has(&said, NEAR) && !befalls_others && !said.contains('(') {
            read.not_simulated.push(sentence.to_owned());
        }
        read.first.append(&mut harms);
        if !known {
            read.unknown.push(sentence.to_owned());
        }
    }

    /// A sentence that tells, from a place on, of later critical hits; before it of the first: `Immobilised, subsequent
    /// critical hits destroy it`.
    fn further(&self, sentence: &str, said: &str, at: usize, read: &mut Critical) {
        let head = said[..at].trim().trim_end_matches("any").trim_matches([',', ' ', '-']);
        let head = head.trim_end_matches(" and").trim();
        if !head.is_empty() {
            self.sentence(head, read);
        }
        let mut harms = Vec::new();
        match self.harms(&said[at..], &mut harms) {
            true if !harms.is_empty() => read.further = harms,
            _ => read.unknown.push(sentence.to_owned()),
        }
    }

    /// Whether a sentence tells of something with a name that is neither this unit nor one of its weapons.
    fn is_of_another(&self, sentence: &str, said: &str) -> bool {
        let mut words = sentence.split_whitespace();
        let (article, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        article == "The"
            && name.starts_with(char::is_uppercase)
            && name.len() > 4
            && said.contains(" is ")
            && !has(said, &["the titan", "the engine"])
            && !self.is_named(said)
            && self.unit.split(' ').all(|word| word != plain(name))
            && self.weapons.iter().all(|weapon| !said.contains(&plain(weapon)))
    }

    /// `A Dominatrix loses d3DC. A Hierophant is instantly killed`: whether this unit is named.
    fn is_named(&self, said: &str) -> bool {
        self.unit.split([' ', '(', ')', ':']).any(|word| word.len() > 4 && said.contains(word))
    }

    /// The harms of a sentence; whether any were found, or that there are none.
    fn harms(&self, said: &str, harms: &mut Vec<String>) -> bool {
        let before = harms.len();
        let others = has(said, OTHERS);
        let mut died = has(said, DIES);
        for own in self.weapons {
            let name = plain(own);
            if name.len() > 3 && said.contains(&format!("{name} destroyed"))
                || said.contains(&format!("{name} is destroyed"))
            {
                harms.push(format!("{{ weapon-lost = {} }}", quoted(own)));
                died = false;
            }
        }
        // Who dies is not the unit itself, or it is not said that it does.
        let part_of_it = has(said, PARTS) && !said.contains("destroying the vehicle");
        let conditional = IF_IT_DIES.iter().any(|condition| said.starts_with(condition));
        died &= !part_of_it && !conditional && !said.contains("dragged");
        if died && has(said, SHIELDS) && !has(said, FIELDS) {
            harms.push("\"shields-lost\"".into());
        } else if died && !(others && said.starts_with("any ")) {
            harms.push("\"destroyed\"".into());
        }
        if let Some(damage) = damage(said) {
            harms.push(quoted(&format!("damage {damage}")));
        }
        if others {
            match explosion(said, &self.unit) {
                Some(Some(explosion)) => harms.push(quoted(&format!("explosion {explosion}"))),
                Some(None) => {}
                None if has(said, WITHOUT_ROLL) => {}
                None => return false,
            }
        }
        if has(said, MARKERS) && has(said, SHAKEN) {
            harms.push("\"shock\"".into());
        }
        if has(said, SLOWED) {
            harms.push("\"slowed\"".into());
        }
        if has(said, REPAIRED) {
            harms.push("\"repaired\"".into());
        }
        harms.len() > before || has(said, NOTHING)
    }
}

/// How many points of damage a sentence tells of.
pub fn damage(said: &str) -> Option<String> {
    if !has(said, DAMAGE) {
        return None;
    }
    let dice = said.split_whitespace().find_map(|word| {
        let word = word.trim_end_matches("dc").trim_end_matches([',', '.']);
        Amount::leading(word).filter(|(amount, rest)| rest.is_empty() && amount.d3 > 0 && amount.fixed == 0)
    });
    Some(match dice.filter(|_| has(said, ROLLED)) {
        Some((amount, _)) if amount.d3 > 1 => format!("{}D3", amount.d3),
        Some(_) => "D3".into(),
        None => "1".into(),
    })
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
