//! Which name of an army somebody means who types another spelling of it, an abbreviation, or a name with a slip.

use super::super::nearest::distance;
use super::super::normalise::words;

/// Words that say nothing of what a thing is.
const FILLERS: &[&str] = &[
    "a", "an", "the", "of", "de", "du", "des", "d", "le", "la", "les", "l", "un", "une", "x", "socle", "stand", "base",
    "unit", "unite", "model", "modele", "figurine", "fig", "element", "mes", "my",
];

/// Words for a body of troops: `Tactical Detachment` is `Tactical` where the army has no other.
const BODIES: &[&str] = &[
    "formation",
    "detachment",
    "detachement",
    "escadron",
    "squadron",
    "squad",
    "escouade",
    "company",
    "compagnie",
    "section",
    "card",
    "carte",
    "regiment",
];

/// An abbreviation has so many letters.
const SHORTEST: usize = 3;
/// A name with fewer letters has no slip in it: it is another one.
const SHORTEST_SLIP: usize = 4;
/// The most names that are told as near.
const MOST_NEAR: usize = 3;

/// A name in several forms, from the fullest to the barest.
#[derive(Clone, Debug, PartialEq)]
struct Forms {
    /// Its words; without bodies of troops; without the words of the army's title as well.
    by_word: [Vec<String>; 3],
}

impl Forms {
    fn of(name: &str, title: &[String]) -> Forms {
        let full = bare(name);
        let without = |words: &[String], out: &dyn Fn(&str) -> bool| {
            let left: Vec<String> = words.iter().filter(|word| !out(word)).cloned().collect();
            if left.is_empty() { words.to_vec() } else { left }
        };
        let troops = without(&full, &|word| BODIES.contains(&word));
        let own = without(&troops, &|word| title.iter().any(|known| known == word));
        Forms { by_word: [full, troops, own] }
    }

    fn barest(&self) -> &[String] {
        &self.by_word[2]
    }
}

/// The words of a name in the singular, without fillers.
fn bare(name: &str) -> Vec<String> {
    let plain = words(name).replace(|letter: char| !letter.is_alphanumeric(), " ");
    let all: Vec<String> = plain.split_whitespace().map(singular).collect();
    let left: Vec<String> = all.iter().filter(|word| !FILLERS.contains(&word.as_str())).cloned().collect();
    if left.is_empty() { all } else { left }
}

/// A word in the singular, in English and in French, as far as endings tell.
fn singular(word: &str) -> String {
    let letters = word.chars().count();
    let stem = if letters > 3 && !word.ends_with("ss") { word.strip_suffix(['s', 'x']) } else { None };
    stem.unwrap_or(word).to_owned()
}

/// Whether somebody means several: his word ends as plurals do, and that of the army does not.
pub fn is_plural(typed: &str) -> bool {
    words(typed).split(' ').any(|word| singular(word) != word && !FILLERS.contains(&singular(word).as_str()))
}

/// Whether a name says that it is a body of troops, not single units.
pub fn says_body(typed: &str) -> bool {
    bare(typed).iter().any(|word| BODIES.contains(&word.as_str()))
}

/// Names of things `T`.
#[derive(Clone, Debug)]
pub struct Names<T> {
    title: Vec<String>,
    all: Vec<(Forms, String, T)>,
}

/// What a typed name may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Found<T> {
    /// This.
    Exactly(T),
    /// Clearly this, although it is called otherwise: its name.
    Nearly(T, String),
    /// One of several, by name.
    Several(Vec<String>),
    /// Nothing; the names that are near.
    Nothing(Vec<String>),
}

impl<T: Clone + PartialEq> Names<T> {
    /// No names yet, of an army with this title.
    pub fn of(title: &str) -> Names<T> {
        Names { title: bare(title), all: Vec::new() }
    }

    /// Adds names of one thing.
    pub fn add<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, thing: &T) {
        for name in names {
            self.all.push((Forms::of(name, &self.title), name.to_owned(), thing.clone()));
        }
    }

    /// Whether something is called just so, word for word.
    pub fn has(&self, typed: &str) -> bool {
        let typed = bare(typed).concat();
        self.all.iter().any(|(forms, ..)| forms.by_word[0].concat() == typed)
    }

    /// What a typed name means.
    pub fn find(&self, typed: &str) -> Found<T> {
        let forms = Forms::of(typed, &self.title);
        let found = self.equal(&forms).or_else(|| self.short(&forms)).or_else(|| self.slip(&forms));
        found.unwrap_or_else(|| Found::Nothing(self.near(&forms)))
    }

    /// One with the same words, however they are put together.
    fn equal(&self, typed: &Forms) -> Option<Found<T>> {
        (0..typed.by_word.len()).find_map(|level| {
            let same =
                self.all.iter().filter(|(forms, ..)| forms.by_word[level].concat() == typed.by_word[level].concat());
            one(same.map(|(_, name, thing)| (name, thing)).collect(), true)
        })
    }

    /// One whose words all begin so: `Termi`, `Sup Com`.
    fn short(&self, typed: &Forms) -> Option<Found<T>> {
        let begun = self.all.iter().filter(|(forms, ..)| begins(typed.barest(), forms.barest()));
        one(begun.map(|(_, name, thing)| (name, thing)).collect(), false)
    }

    /// One from which it differs by a slip or two, while all others differ by far more.
    fn slip(&self, typed: &Forms) -> Option<Found<T>> {
        let said = typed.barest().concat();
        let letters = said.chars().count();
        let far = |forms: &Forms| distance(&said, &forms.barest().concat()).unwrap_or(usize::MAX);
        let (best, name, thing) =
            self.all.iter().map(|(forms, name, thing)| (far(forms), name, thing)).min_by_key(|(far, ..)| *far)?;
        let second = self.all.iter().filter(|(.., other)| other != thing).map(|(forms, ..)| far(forms)).min();
        let is_slip = letters >= SHORTEST_SLIP && best <= 1 + usize::from(letters >= 8);
        let is_clear = second.is_none_or(|second| second >= best.saturating_add(2));
        (is_slip && is_clear).then(|| Found::Nearly(thing.clone(), name.clone()))
    }

    /// Names that share a word with it, or are spelled much like it.
    fn near(&self, typed: &Forms) -> Vec<String> {
        let said = typed.barest();
        let shares = |forms: &Forms| {
            let alike = |word: &String| {
                let long = |other: &String| other.len().min(word.len()) >= SHORTEST;
                forms
                    .barest()
                    .iter()
                    .any(|other| long(other) && (other.starts_with(word.as_str()) || word.starts_with(other.as_str())))
            };
            said.iter().any(alike)
        };
        let far = |forms: &Forms| distance(&said.concat(), &forms.barest().concat());
        let limit = said.concat().chars().count() / 3;
        let mut near: Vec<(usize, &String, &T)> = Vec::new();
        for (forms, name, thing) in &self.all {
            match far(forms) {
                Some(far) if far <= limit => near.push((far, name, thing)),
                _ if shares(forms) => near.push((limit + 1, name, thing)),
                _ => {}
            }
        }
        near.sort_by_key(|(far, name, _)| (*far, *name));
        let mut known: Vec<&T> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for (_, name, thing) in near {
            if !known.contains(&thing) {
                known.push(thing);
                names.push(name.clone());
            }
        }
        names.truncate(MOST_NEAR);
        names
    }
}

/// The only thing among these, or their names.
fn one<T: Clone + PartialEq>(found: Vec<(&String, &T)>, exactly: bool) -> Option<Found<T>> {
    let (name, first) = *found.first()?;
    if found.iter().all(|(_, thing)| *thing == first) {
        return Some(if exactly { Found::Exactly(first.clone()) } else { Found::Nearly(first.clone(), name.clone()) });
    }
    let mut names: Vec<String> = Vec::new();
    found.iter().for_each(|(name, _)| {
        if !names.contains(name) {
            names.push((*name).clone())
        }
    });
    Some(Found::Several(names))
}

/// Whether each typed word begins a word of a name, one after the other.
fn begins(typed: &[String], name: &[String]) -> bool {
    let begins =
        |(typed, word): (&String, &String)| typed.chars().count() >= SHORTEST && word.starts_with(typed.as_str());
    typed.len() == name.len() && typed.iter().zip(name).all(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marines() -> Names<usize> {
        let mut names = Names::of("Space Marines");
        let all = [
            "Tactical",
            "Terminator",
            "Land Raider",
            "Land Speeder",
            "Predator Annihilator",
            "Supreme Commander",
            "Attack Bike",
            "Bike",
            "Rhino",
        ];
        all.iter().enumerate().for_each(|(at, name)| names.add([*name], &at));
        names.add(["Motos"], &7);
        names.add(["Motos d'Assaut"], &6);
        names
    }

    #[test]
    fn habits_of_writing_do_not_matter() {
        let names = marines();
        for (typed, thing) in [
            ("socles de TACTICAL", 0),
            ("Tactical Marines", 0),
            ("Tactical Detachment", 0),
            ("land-raiders", 2),
            ("LandRaider", 2),
            ("escadron de motos", 7),
            ("Motos d’assaut", 6),
            ("le Supreme Commander", 5),
            ("rhinos", 8),
        ] {
            assert_eq!(names.find(typed), Found::Exactly(thing), "{typed}");
        }
    }

    #[test]
    fn the_nearest_name_is_taken_only_where_it_is_clear() {
        let names = marines();
        for (typed, thing) in [("Termi", 1), ("Land Raidor", 2), ("Terminatro", 1), ("sup com", 5)] {
            assert!(
                matches!(names.find(typed), Found::Nearly(found, _) if found == thing),
                "{typed}: {:?}",
                names.find(typed)
            );
        }
        assert_eq!(names.find("land"), Found::Nothing(vec!["Land Raider".into(), "Land Speeder".into()]));
        assert_eq!(names.find("commander"), Found::Nothing(vec!["Supreme Commander".into()]));
        assert_eq!(names.find("Marines"), Found::Nothing(vec![]));
        assert_eq!(names.find("Rhyno"), Found::Nearly(8, "Rhino".into()));
        for typed in ["", "x", "Hydra", "…", "Te"] {
            assert!(matches!(names.find(typed), Found::Nothing(_)), "{typed}");
        }
    }
}
