//! Notes of weapons: `Turret`, `Ignores Cover`, `90° front arc`.

use super::super::normalise::words;
use super::super::words::{Vocabulary, Words};

/// The meaning of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Nothing.
    Nothing,
    /// An ability of the weapon.
    Ability(&'static str),
    /// A die that hits scores D3 hits.
    D3,
    /// No die depends on it: an arc of fire.
    Left,
    /// It is not simulated.
    Unplayed,
}

const NOTES: Vocabulary<Note> = Vocabulary(&[
    (Note::Nothing, "|none|n/a|tsm"),
    (Note::Ability("ignores-cover"), "ignores cover|ignore cover|ignores all cover|ignores cover modifiers"),
    (Note::Ability("ignores-shields"), "ignores shields|ignore shields|ignores all shields|ignores void shields"),
    (Note::Ability("one-shot"), "one shot|one shot only|one use|one use only|single shot|single use"),
    (
        Note::Ability("turret"),
        "turret|turreted|in turret|360° arc of fire|360° arc|360° weapon|360° firing|360° firing arc|360° fire|360°|360 arc|\
        360 firing arc|360 degree arc|360 degrees|360 degree arc of fire|360 degree firing arc|this weapon fires in a 360° arc|\
        360 degree|all round fire",
    ),
    (Note::D3, "d3 hits|1d3 hits|d3 hits each|causes d3 hits"),
]);

/// Reads a note.
pub fn note(text: &str) -> Note {
    let said = words(text);
    let said = said.trim_matches(['.', '(', ')', ',', ' ']);
    let arc =
        || Words("90°|30°|45°|180°|90 degree|30 degree|180 degree|front arc|forward arc|fixed forward").within(said);
    NOTES.meaning(said).unwrap_or_else(|| if arc() { Note::Left } else { Note::Unplayed })
}

/// The notes after a shot: what follows its modifier. `None` if it does not begin like a note.
pub fn notes(rest: &str) -> Option<Vec<&str>> {
    let rest = rest.trim();
    let rest = rest.strip_prefix("tsm").unwrap_or(rest).trim_start();
    let in_brackets = rest.strip_prefix('(').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    let begins = rest.is_empty()
        || in_brackets
        || rest.starts_with(|letter: char| letter.is_alphabetic() || "-,;.+".contains(letter));
    // A second weapon in the same line.
    let another = rest.contains(':') && rest.contains("cm");
    let parts = rest.split([',', ';', '.']).flat_map(|part| part.split(" - ")).flat_map(|part| part.split(" and "));
    let parts = parts.map(|part| part.trim().trim_start_matches("and ").trim_matches(['-', '(', ')', ' ']));
    (begins && !another).then(|| parts.filter(|part| !part.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_behind_a_shot() {
        assert_eq!(notes(" - One Shot, Penetrating +2"), Some(vec!["One Shot", "Penetrating +2"]));
        assert_eq!(notes(" and +1D6 CAF"), Some(vec!["+1D6 CAF"]));
        assert_eq!((notes(""), notes(" TSM"), notes(" (-13)")), (Some(vec![]), Some(vec!["TSM"]), None));
        assert_eq!((notes(" (One Shot)"), notes(", Gun : 25cm, 1d")), (Some(vec!["One Shot"]), None));
        for (text, expected) in [
            ("Turret", Note::Ability("turret")),
            ("Ignores Cover", Note::Ability("ignores-cover")),
            ("one-shot", Note::Ability("one-shot")),
            ("90° Front Arc", Note::Left),
            ("D3 hits", Note::D3),
            ("sings", Note::Unplayed),
        ] {
            assert_eq!(note(text), expected, "{text}");
        }
    }
}
