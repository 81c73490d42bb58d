//! The effects given in a part of a sentence, in the words of army files.

use super::damage::{Near, damage, near};
use super::dice_table::rolled_at_the_end;
use super::phrases::*;
use super::subjects::{Subject, of_others};
use crate::normalise::plain;
use crate::sheet::quoted;

/// The effects of a part of a sentence.
#[derive(Debug, Default)]
pub struct Harms {
    /// In the words of army files.
    pub found: Vec<String>,
    /// Whether any were found, or it says that there are none.
    pub known: bool,
    /// Whether others are harmed in a way that army files cannot express.
    pub befalls_others: bool,
    /// Whether a part of the unit is lost that is not one of its weapons.
    pub is_part: bool,
    /// Whether a weapon is lost.
    pub is_weapon: bool,
}

impl Harms {
    /// The effects of a text with its clauses, about a unit with weapons.
    pub fn of(said: &str, clauses: &[(Subject, &str)], unit: &str, weapons: &[&str]) -> Harms {
        let mut harms = Harms::default();
        for weapon in weapons.iter().filter(|weapon| is_lost(said, &plain(weapon))) {
            harms.weapon(weapon);
        }
        match SHIELDS.find(said).filter(|_| !FIELDS.within(said) && LOST.within(said)) {
            Some(at) => {
                let is_one = said[..at].split(' ').rev().take(4).any(|word| ONE_SHIELD.has(word));
                harms.add(if is_one { "shield-lost" } else { "shields-lost" });
            }
            None if !harms.is_weapon => harms.death(clauses, weapons),
            None => {}
        }
        let own = clauses.iter().filter(|(subject, _)| *subject != Subject::Others);
        for points in own.filter_map(|(_, clause)| damage(clause)) {
            harms.add(&format!("damage {points}"));
        }
        if let Some(faces) = rolled_at_the_end(said)
            && !harms.found.is_empty()
            && !OTHERS.within(said)
            && !of_others(clauses)
        {
            harms.found = vec![format!("{{ roll = {{ {} = [{}] }} }}", quoted(&faces.text()), harms.found.join(", "))];
        }
        harms.near(said, clauses, unit);
        if SLOWED.within(said) {
            harms.add("slowed");
        }
        if REPAIRED.within(said) {
            harms.add("repaired");
        }
        harms.known = !harms.found.is_empty() || NOTHING.within(said);
        harms
    }

    fn add(&mut self, harm: &str) {
        self.found.push(quoted(harm));
    }

    fn weapon(&mut self, name: &str) {
        self.found.push(format!("{{ weapon-lost = {} }}", quoted(name)));
        self.is_weapon = true;
    }

    /// What dies, if anything does: the unit, or a part of it that may be one of its weapons.
    fn death(&mut self, clauses: &[(Subject, &str)], weapons: &[&str]) {
        let mut dies = false;
        let deaths = clauses.iter().filter(|(_, clause)| DIES.within(clause));
        for (subject, clause) in deaths.filter(|(_, clause)| !SURVIVES.within(clause) && !clause.contains("dragged")) {
            let verbs = ["destroy the ", "destroys the ", "destroying the ", "kill the "];
            let object = verbs.iter().find_map(|verb| clause.split_once(verb)).map(|(_, object)| object);
            let is_part = object.is_some_and(|object| object.split(' ').any(|word| PART_NOUNS.has(word)));
            let subject = if object.is_some() { Subject::Itself } else { *subject };
            self.is_part |= is_part || subject == Subject::Part;
            dies |= !is_part && subject == Subject::Itself;
        }
        if dies {
            self.add("destroyed");
        }
        let part = clauses.iter().find(|(subject, clause)| *subject == Subject::Part && clause.contains("destroyed"));
        if let Some(weapon) = part.filter(|_| self.is_part).and_then(|(_, clause)| one_of(clause, weapons)) {
            self.weapon(weapon);
            self.is_part = false;
        }
    }

    /// What happens to nearby units.
    fn near(&mut self, said: &str, clauses: &[(Subject, &str)], unit: &str) {
        let before = self.found.len();
        let shakes = MARKERS.within(said) && SHAKEN.within(said);
        match near(said, unit) {
            _ if !OTHERS.within(said) => {}
            Near::NoRoll => self.befalls_others = WITHOUT_ROLL.within(said) && !shakes,
            Near::Roll(roll) if !SOME_OF_THEM.within(said) => self.add(&format!("explosion {roll}")),
            Near::Roll(_) | Near::OfOthers => self.befalls_others = true,
        }
        if shakes {
            self.add("shock");
        }
        self.befalls_others |= self.found.len() == before && (of_others(clauses) || MARKERS.within(said));
    }
}

/// The only weapon that `Storm Lances destroyed` can mean: `Twin Heavy Storm Lance`.
fn one_of<'a>(clause: &str, weapons: &[&'a str]) -> Option<&'a str> {
    let stems = |text: &str| -> Vec<String> { text.split(' ').map(|word| word.trim_end_matches('s').into()).collect() };
    let mut noun = stems(clause.split(" destroyed").next()?);
    noun.retain(|word| !["the", "it", "i", "are"].contains(&word.as_str()));
    let mut meant = weapons.iter().filter(|weapon| {
        let weapon = stems(&plain(weapon));
        noun.iter().all(|word| weapon.contains(word))
    });
    let one = meant.next()?;
    (meant.next().is_none() && !noun.is_empty()).then_some(*one)
}

/// Whether a weapon with this name is lost.
fn is_lost(said: &str, name: &str) -> bool {
    let name = name.trim_end_matches('s');
    name.len() > 3
        && said.match_indices(name).any(|(at, _)| {
            let after = said[at + name.len()..].trim_start_matches('s').trim_start();
            LOSES_WEAPON.iter().any(|words| said[..at].trim_end().ends_with(words)) || WEAPON_IS_LOST.begin(after)
        })
}
