//! The effects that a part of a sentence tells of, in the words of army files.

use super::explosion::explosion;
use super::nouns::*;
use super::phrases::*;
use super::points::damage;
use super::prose::of_others;
use super::subject::Subject;
use super::table::rolled_at_the_end;
use crate::armies::normalise::plain;
use crate::armies::sheet::quoted;

/// The effects of a part of a sentence.
#[derive(Debug, Default)]
pub struct Harms {
    /// In the words of army files.
    pub found: Vec<String>,
    /// Whether any were found, or that there are none.
    pub known: bool,
    /// Whether others are harmed in a way that army files do not have.
    pub befalls_others: bool,
    /// Whether a part of the unit is lost that is no weapon of it.
    pub is_part: bool,
    /// Whether a weapon is lost.
    pub is_weapon: bool,
}

impl Harms {
    /// Of a text with its clauses, about a unit with weapons.
    pub fn of(said: &str, clauses: &[(Subject, &str)], unit: &str, weapons: &[&str]) -> Harms {
        let mut harms = Harms::default();
        for own in weapons {
            if is_lost(said, &plain(own)) {
                harms.found.push(format!("{{ weapon-lost = {} }}", quoted(own)));
                harms.is_weapon = true;
            }
        }
        let is_shield = has(said, SHIELDS) && !has(said, FIELDS);
        if is_shield && has(said, LOST) {
            let at = SHIELDS.iter().filter_map(|word| said.find(word)).min().unwrap_or_default();
            let before =
                said[..at].split(' ').rev().take(4).any(|word| ONE_SHIELD.iter().any(|one| one.trim() == word));
            harms.found.push(quoted(if before { "shield-lost" } else { "shields-lost" }));
        } else if !harms.is_weapon {
            harms.death(clauses);
            let part =
                clauses.iter().find(|(subject, clause)| *subject == Subject::Part && clause.contains("destroyed"));
            if let Some(weapon) = part.filter(|_| harms.is_part).and_then(|(_, clause)| one_of(clause, weapons)) {
                harms.found.push(format!("{{ weapon-lost = {} }}", quoted(weapon)));
                (harms.is_part, harms.is_weapon) = (false, true);
            }
        }
        for (subject, clause) in clauses {
            if let Some(damage) = damage(clause).filter(|_| *subject != Subject::Others) {
                harms.found.push(quoted(&format!("damage {damage}")));
            }
        }
        let own = harms.found.len();
        if own > 0
            && let Some(faces) = rolled_at_the_end(said).filter(|_| !has(said, OTHERS) && !of_others(clauses))
        {
            let all = harms.found.join(", ");
            harms.found = vec![format!("{{ roll = {{ {} = [{all}] }} }}", quoted(&faces))];
        }
        harms.near(said, clauses, unit);
        if has(said, SLOWED) {
            harms.found.push(quoted("slowed"));
        }
        if has(said, REPAIRED) {
            harms.found.push(quoted("repaired"));
        }
        harms.known |= !harms.found.is_empty() || has(said, NOTHING);
        harms
    }

    /// Who dies, if somebody does.
    fn death(&mut self, clauses: &[(Subject, &str)]) {
        for (subject, clause) in clauses.iter().filter(|(_, clause)| has(clause, DIES)) {
            let object = ["destroy the ", "destroys the ", "destroying the ", "kill the "]
                .iter()
                .find_map(|verb| clause.split_once(verb))
                .map(|(_, object)| object);
            let is_part = object.is_some_and(|object| object.split(' ').any(|word| PART_NOUNS.contains(&word)));
            match subject {
                _ if has(clause, SURVIVES) || clause.contains("dragged") => {}
                _ if is_part => self.is_part = true,
                _ if object.is_some() => self.dies(),
                Subject::Itself => self.dies(),
                Subject::Part => self.is_part = true,
                Subject::Others | Subject::Strange => {}
            }
        }
    }

    fn dies(&mut self) {
        let destroyed = quoted("destroyed");
        if !self.found.contains(&destroyed) {
            self.found.push(destroyed);
        }
    }

    /// What befalls those near.
    fn near(&mut self, said: &str, clauses: &[(Subject, &str)], unit: &str) {
        let before = self.found.len();
        let shakes = has(said, MARKERS) && has(said, SHAKEN);
        if has(said, OTHERS) {
            match explosion(said, unit) {
                // Of some of those near, of other units alone, or without a roll.
                Some(_) if has(said, SOME_OF_THEM) => self.befalls_others = true,
                Some(Some(explosion)) => self.found.push(quoted(&format!("explosion {explosion}"))),
                Some(None) => self.befalls_others = true,
                None if has(said, WITHOUT_ROLL) && !shakes => self.befalls_others = true,
                None => {}
            }
        }
        if shakes {
            self.found.push(quoted("shock"));
        }
        self.befalls_others |= self.found.len() == before && (of_others(clauses) || has(said, MARKERS));
    }
}

/// The one weapon that `Storm Lances destroyed` can mean: `Twin Heavy Storm Lance`.
fn one_of<'a>(clause: &str, weapons: &[&'a str]) -> Option<&'a str> {
    let singular = |word: &str| word.trim_end_matches('s').to_owned();
    let noun = clause.split(" destroyed").next()?;
    let noun: Vec<String> =
        noun.split(' ').filter(|word| !["the", "its", "is", "are"].contains(word)).map(singular).collect();
    let mut meant = weapons.iter().filter(|weapon| {
        let weapon: Vec<String> = plain(weapon).split(' ').map(singular).collect();
        noun.iter().all(|word| weapon.contains(word))
    });
    let one = meant.next()?;
    (meant.next().is_none() && !noun.is_empty()).then_some(*one)
}

/// Whether a weapon with a name is lost.
fn is_lost(said: &str, name: &str) -> bool {
    let name = name.trim_end_matches('s');
    name.len() > 3
        && said.match_indices(name).any(|(at, _)| {
            let after = said[at + name.len()..].trim_start_matches('s').trim_start();
            let before = said[..at].trim_end();
            LOSES_WEAPON.iter().any(|words| before.ends_with(words))
                || WEAPON_IS_LOST.iter().any(|words| after.starts_with(words))
        })
}
