//! The effects of a critical hit: a text of a list, in the words of army files.

use winnow::Parser;

use super::damage::{Near, damage, near};
use super::dice_table::{DiceTable, Faces, dice_table, on_a};
use super::harms::Harms;
use super::phrases::*;
use super::sentences::{certain_and_conditional, sentences};
use super::subjects::{kind, kinds, subjects};
use crate::normalise::plain;
use crate::sheet::quoted;

/// A critical hit in the words of army files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Critical {
    /// What the first one does.
    pub first: Vec<String>,
    /// What further ones do, if that is different.
    pub further: Vec<String>,
    /// What else happens if the unit is destroyed.
    pub at_death: Vec<String>,
    /// Sentences that are understood but not simulated.
    pub not_simulated: Vec<String>,
    /// Sentences that are not understood.
    pub unknown: Vec<String>,
}

/// In the words of army files.
const DESTROYED: &str = "\"destroyed\"";

/// Reads the text of a critical hit. `unit` is the unit that suffers it, `weapons` the names of its weapons.
pub fn critical(text: &str, unit: &str, weapons: &[&str]) -> Critical {
    if let Some(fire) = fire(text) {
        return Critical { first: vec![fire], ..Critical::default() };
    }
    let unit = plain(unit);
    let is_named = is_named(&unit, &plain(text));
    let mut reader = Reader { unit, weapons, kinds: kinds(text), is_named, read: Critical::default() };
    match dice_table(text) {
        Some(table) => reader.table(&table),
        None => {
            reader.prose(text);
            let read = &mut reader.read;
            let at_death = std::mem::take(&mut read.at_death);
            if read.first.iter().any(|harm| harm == DESTROYED) {
                read.first.extend(at_death);
            } else if !at_death.is_empty() {
                reader.not_simulated("what happens if it is destroyed");
            }
        }
    }
    reader.read
}

/// A fire that spreads, burns on or is put out: `On a 1 a second fire starts. On a 5+ the fire is put out. Any other causes damage.`
fn fire(text: &str) -> Option<String> {
    let said = plain(text);
    let [roll, spreads, ends, burns] = sentences(&said).collect::<Vec<_>>()[..] else { return None };
    let on = |sentence: &str, what: &str| {
        let (rest, faces) = on_a.parse_peek(sentence).ok()?;
        rest.contains(what).then_some(faces)
    };
    let is_fire = roll.starts_with("roll") && roll.contains("d6 for each") && burns.contains("not put out");
    let (Faces(1, 1), Faces(end @ 3.., 6)) = (on(spreads, "second")?, on(ends, "put out")?) else { return None };
    let burns = quoted(&format!("damage {}", damage(burns)?));
    let (burning, ended) = (quoted(&Faces(2, end - 1).text()), quoted(&Faces(end, 6).text()));
    let rows = format!("\"1\" = [\"spreads\", {burns}], {burning} = [{burns}], {ended} = [\"repaired\"]");
    is_fire.then(|| format!("{{ end-phase = {{ {rows} }} }}"))
}

/// Whether a text in plain words names a unit.
fn is_named(unit: &str, said: &str) -> bool {
    unit.split([' ', '(', ')', ':']).any(|word| word.len() > 4 && said.contains(word))
}

/// Reads sentences about one unit.
struct Reader<'a> {
    /// Its name, as plain text.
    unit: String,
    /// The names of its weapons.
    weapons: &'a [&'a str],
    /// The kinds of units with which the sentences of the text begin: a single one is the unit itself; if there are
    /// several, each has its own sentences.
    kinds: Vec<String>,
    /// Whether the text names the unit.
    is_named: bool,
    /// What has been read.
    read: Critical,
}

impl Reader<'_> {
    fn not_simulated(&mut self, sentence: &str) {
        if !self.read.not_simulated.iter().any(|told| told == sentence) {
            self.read.not_simulated.push(sentence.to_owned());
        }
    }

    fn unknown(&mut self, sentence: &str) {
        self.read.unknown.push(sentence.to_owned());
    }

    fn prose(&mut self, text: &str) {
        for sentence in sentences(text) {
            self.sentence(sentence);
        }
    }

    /// What a part of the text does, separately from the rest: its effects, and those if the unit is destroyed.
    fn part(&mut self, text: &str) -> (Vec<String>, Vec<String>) {
        let first = std::mem::take(&mut self.read.first);
        self.prose(text);
        (std::mem::replace(&mut self.read.first, first), std::mem::take(&mut self.read.at_death))
    }

    /// Rows for the faces of a die.
    fn table(&mut self, table: &DiceTable) {
        // `Roll a D6 in the end phase` introduces the rows; everything else there is an effect of its own.
        for sentence in sentences(table.before).filter(|sentence| !THROWN.within(&plain(sentence))) {
            self.sentence(sentence);
        }
        let mut rows = Vec::new();
        for (faces, text) in &table.rows {
            let (first, at_death) = self.part(text);
            rows.push((faces, [first, at_death].concat()));
        }
        // What happens if it is destroyed, given once for all rows.
        let (after, at_death) = self.part(table.after);
        let (explosions, always): (Vec<_>, Vec<_>) = after.into_iter().partition(|harm| harm.contains("explosion"));
        self.read.first.extend(always);
        for (_, row) in rows.iter_mut().filter(|(_, row)| row.iter().any(|harm| harm == DESTROYED)) {
            row.extend(explosions.iter().chain(&at_death).cloned());
        }
        rows.retain(|(_, row)| !row.is_empty());
        let lines = rows.iter().map(|(faces, row)| format!("{} = [{}]", quoted(faces), row.join(", ")));
        let lines: Vec<String> = lines.collect();
        if !lines.is_empty() {
            let when = if LATER.within(&plain(table.before)) { "end-phase" } else { "roll" };
            self.read.first.push(format!("{{ {when} = {{ {} }} }}", lines.join(", ")));
        }
    }

    fn sentence(&mut self, sentence: &str) {
        let said = plain(sentence).replace("1d6", "d6").replace("1d3", "d3");
        if let Some(at) = FURTHER.find(&said).filter(|at| !said[*at..].contains(" instead of")) {
            return self.further(sentence, &said, at);
        }
        let of_another = self.is_of_another(sentence, &said);
        // `A Hydra is killed`: what happens to this unit is in another sentence.
        if of_another && self.is_named && !sentence.starts_with("The") {
            return;
        }
        if of_another || UNSURE.within(&said) {
            return self.not_simulated(sentence);
        }
        let (certain, conditional) = certain_and_conditional(&said);
        if !conditional.is_empty() {
            self.conditional(certain, conditional, sentence);
        }
        if !certain.is_empty() {
            self.certain(certain, !conditional.is_empty(), sentence);
        }
    }

    /// The part of a sentence that depends on a condition.
    fn conditional(&mut self, certain: &str, said: &str, sentence: &str) {
        // What happens if it is destroyed.
        if let (true, Near::Roll(roll)) = (certain.is_empty() && IF_IT_DIES.within(said), near(said, &self.unit)) {
            return self.read.at_death.push(quoted(&format!("explosion {roll}")));
        }
        let harms = self.harms(said, sentence);
        let familiar = [DIES, BESIDE, ABOARD, ON_THE_TABLE, MOVING, SURVIVES];
        if harms.known || harms.befalls_others || familiar.iter().any(|phrases| phrases.within(said)) {
            self.not_simulated(sentence);
        } else {
            self.unknown(sentence);
        }
    }

    /// The unconditional part of a sentence.
    fn certain(&mut self, said: &str, has_condition: bool, sentence: &str) {
        let mut harms = self.harms(said, sentence);
        if ON_THE_TABLE_ALONE.within(said) {
            harms.found.clear();
        }
        let aboard = ABOARD.within(said) && harms.found.is_empty() || PASSENGERS.within(said);
        let beside = BESIDE.within(said) && !harms.is_weapon;
        let moves_alone = has_condition && MOVING.within(said);
        if ON_THE_TABLE.within(said) || harms.befalls_others || aboard || beside || harms.is_part {
            self.not_simulated(sentence);
        } else if !harms.known && !moves_alone {
            self.unknown(sentence);
        }
        self.read.first.append(&mut harms.found);
    }

    /// A sentence that is about further critical hits from a position on, and before it about the first: `Immobilised,
    /// subsequent critical hits destroy it`.
    fn further(&mut self, sentence: &str, said: &str, at: usize) {
        let head = said[..at].trim().trim_end_matches("any").trim_matches([',', ' ', '-', '(']);
        let head = head.trim_end_matches(" and").trim();
        let leads = head.split(' ').next().is_some_and(|word| LEADS_TO_FURTHER.has(word));
        if !head.is_empty() && (!leads || self.harms(head, head).known) {
            self.sentence(head);
        }
        let tail = &said[at..];
        let harms = self.harms(tail, sentence);
        if harms.found.is_empty() && NOTHING.within(tail) {
            // Losing again what is already lost changes nothing.
            self.read.further = vec![quoted("slowed")];
        } else if !certain_and_conditional(tail).1.is_empty() {
            self.not_simulated(sentence);
        } else if harms.found.is_empty() {
            self.unknown(sentence);
        } else {
            self.read.further = harms.found;
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
        let names_a_kind = kind(sentence).is_some() && sentence.len() >= said.len();
        Harms::of(said, &subjects(said, &self.unit, names_a_kind), &self.unit, self.weapons)
    }
}
