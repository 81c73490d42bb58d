//! The prose of critical hits: `Destroyed, units within 5cm hit on D6 roll of 6`, in the words of army files.
//!
//! | file | what is in it |
//! |---|---|
//! | [`named`] | the texts, by the names that cells have |
//! | [`table`](mod@table) | rows for the faces of a die |
//! | [`fire`](mod@fire) | fires that spread |
//! | [`prose`] | sentences |
//! | [`clauses`](mod@clauses) | what a sentence says for certain, and under a condition |
//! | [`subject`] | whom a clause is about |
//! | [`harms`] | the effects it tells of |
//! | [`points`] | points of damage |
//! | [`explosion`](mod@explosion) | what befalls those near |
//! | [`phrases`] | the phrases by which things are told |
//! | [`nouns`] | the words for units and their parts |

pub mod clauses;
pub mod explosion;
pub mod fire;
pub mod harms;
pub mod named;
pub mod nouns;
pub mod phrases;
pub mod points;
pub mod prose;
pub mod subject;
pub mod table;

use crate::armies::normalise::plain;
use crate::armies::sheet::quoted;
use fire::fire;
pub use named::critical_lines;
use phrases::{LATER, THROWN, has};
use prose::{Reader, is_named, sentences};
use subject::kinds;
use table::{in_lines, table};

/// A critical hit in the words of army files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Critical {
    /// What the first does.
    pub first: Vec<String>,
    /// What the others do, where they differ.
    pub further: Vec<String>,
    /// What happens besides if it is destroyed.
    pub at_death: Vec<String>,
    /// Sentences that are understood, and not simulated.
    pub not_simulated: Vec<String>,
    /// Sentences that are not understood.
    pub unknown: Vec<String>,
}

impl Critical {
    /// A sentence that is understood, and not simulated.
    fn not_simulated(&mut self, sentence: &str) {
        if !self.not_simulated.iter().any(|told| told == sentence) {
            self.not_simulated.push(sentence.to_owned());
        }
    }

    /// A sentence that is not understood.
    fn unknown(&mut self, sentence: &str) {
        self.unknown.push(sentence.to_owned());
    }

    /// Takes over what is told of another part of the text, apart from its effects.
    fn absorb(&mut self, part: &mut Critical) {
        self.not_simulated.append(&mut part.not_simulated);
        self.unknown.append(&mut part.unknown);
        self.further.append(&mut part.further);
    }
}

/// Reads the text of a critical hit. `unit` is who suffers it, `weapons` the names of its weapons.
pub fn critical(text: &str, unit: &str, weapons: &[&str]) -> Critical {
    let unit = plain(unit);
    let is_named_elsewhere = is_named(&unit, &plain(text));
    let reader = Reader { unit, weapons, kinds: kinds(text), is_named_elsewhere };
    let mut read = Critical::default();
    if let Some(fire) = fire(text) {
        read.first.push(fire);
        return read;
    }
    let text = in_lines(text);
    let (before, faces, after) = table(&text);
    if faces.is_empty() {
        reader.prose(&text, &mut read);
        let explosions = std::mem::take(&mut read.at_death);
        match read.first.iter().any(|harm| harm == DESTROYED) {
            true => read.first.extend(explosions),
            false if !explosions.is_empty() => read.not_simulated("what happens if it is destroyed"),
            false => {}
        }
        return read;
    }
    // `Roll a D6 in the end phase` leads to the rows; all else there is an effect of its own.
    for sentence in sentences(before).iter().filter(|sentence| !has(&plain(sentence), THROWN)) {
        reader.prose(sentence, &mut read);
    }
    let mut rows = Vec::new();
    for (label, words) in faces {
        let mut row = Critical::default();
        reader.prose(words, &mut row);
        read.absorb(&mut row);
        row.first.append(&mut row.at_death);
        rows.push((label, row.first));
    }
    // What happens if it is destroyed, told once for all rows.
    let mut aftermath = Critical::default();
    reader.prose(after, &mut aftermath);
    read.absorb(&mut aftermath);
    let (mut explosions, always): (Vec<_>, Vec<_>) =
        aftermath.first.into_iter().partition(|harm| harm.contains("explosion"));
    explosions.append(&mut aftermath.at_death);
    read.first.extend(always);
    for (_, row) in rows.iter_mut().filter(|(_, row)| row.iter().any(|harm| harm == DESTROYED)) {
        row.extend(explosions.iter().cloned());
    }
    let rows: Vec<String> = rows
        .iter()
        .filter(|(_, row)| !row.is_empty())
        .map(|(label, row)| format!("{} = [{}]", quoted(label), row.join(", ")))
        .collect();
    let when = if has(&plain(before), LATER) { "end-phase" } else { "roll" };
    if !rows.is_empty() {
        read.first.push(format!("{{ {when} = {{ {} }} }}", rows.join(", ")));
    }
    read
}

/// In the words of army files.
const DESTROYED: &str = "\"destroyed\"";

#[cfg(test)]
mod tests;
