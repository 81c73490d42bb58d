//! The prose of critical hits: `Destroyed, units within 5cm hit on D6 roll of 6`, in the words of army files.
//!
//! | file | what is in it |
//! |---|---|
//! | [`named`] | the texts, by the names that cells have |
//! | [`table`](mod@table) | rows for the faces of a die |
//! | [`fire`](mod@fire) | fires that spread |
//! | [`prose`] | sentences |
//! | [`explosion`](mod@explosion) | what befalls those near |
//! | [`phrases`] | the phrases by which things are told |

pub mod explosion;
pub mod fire;
pub mod named;
pub mod phrases;
pub mod prose;
pub mod table;

use crate::armies::plain::plain;
use crate::armies::sheet::quoted;
use fire::fire;
pub use named::critical_lines;
use phrases::{LATER, has};
use prose::Reader;
use table::table;

/// A critical hit in the words of army files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Critical {
    /// What the first does.
    pub first: Vec<String>,
    /// What the others do, where they differ.
    pub further: Vec<String>,
    /// Sentences that are understood, and not simulated.
    pub not_simulated: Vec<String>,
    /// Sentences that are not understood.
    pub unknown: Vec<String>,
}

/// Reads the text of a critical hit. `unit` is who suffers it, `weapons` the names of its weapons.
pub fn critical(text: &str, unit: &str, weapons: &[&str]) -> Critical {
    let reader = Reader { unit: plain(unit), weapons };
    let mut read = Critical::default();
    if let Some(fire) = fire(text) {
        read.first.push(fire);
        return read;
    }
    let (before, faces, after) = table(text);
    if faces.is_empty() {
        reader.prose(text, &mut read);
        return read;
    }
    let mut rows = Vec::new();
    for (label, words) in faces {
        let mut row = Critical::default();
        reader.prose(words, &mut row);
        read.not_simulated.append(&mut row.not_simulated);
        read.unknown.append(&mut row.unknown);
        rows.push((label, row.first));
    }
    // What happens if it is destroyed, told once for all rows.
    let mut aftermath = Critical::default();
    reader.prose(after, &mut aftermath);
    read.not_simulated.append(&mut aftermath.not_simulated);
    read.unknown.append(&mut aftermath.unknown);
    for (_, row) in rows.iter_mut().filter(|(_, row)| row.iter().any(|harm| harm == "\"destroyed\"")) {
        row.extend(aftermath.first.iter().filter(|harm| harm.contains("explosion")).cloned());
    }
    let rows: Vec<String> = rows
        .iter()
        .filter(|(_, row)| !row.is_empty())
        .map(|(label, row)| format!("{} = [{}]", quoted(label), row.join(", ")))
        .collect();
    let when = if has(&plain(before), LATER) { "end-phase" } else { "roll" };
    read.first.push(format!("{{ {when} = {{ {} }} }}", rows.join(", ")));
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Critical {
        critical(text, "Reaver Titan", &["Phantom Lances"])
    }

    fn first(text: &str) -> String {
        let read = read(text);
        assert!(read.unknown.is_empty(), "{read:?}");
        read.first.join(", ")
    }

    #[test]
    fn one_sentence() {
        for (text, harms) in [
            ("The unit is destroyed.", "\"destroyed\""),
            ("Destroyed", "\"destroyed\""),
            ("Takes 1 additional point of damage.", "\"damage 1\""),
            ("Destroyed, units within 5cm hit on D6 roll of 6.", "\"destroyed\", \"explosion 6+\""),
            ("Destroyed, units within 15cm hit on D6 roll of 5+.", "\"destroyed\", \"explosion 5+\""),
            (
                "The unit is destroyed. All units within 5cm are subject to an AP5+ attack.",
                "\"destroyed\", \"explosion AP5+\"",
            ),
            (
                "Destroyed. All units within 5cm suffer a macro-weapon hit on a roll of 4+.",
                "\"destroyed\", \"explosion MW4+\"",
            ),
            ("The unit is immobilised.", "\"slowed\""),
            ("Phantom Lances destroyed.", "{ weapon-lost = \"Phantom Lances\" }"),
        ] {
            assert_eq!(first(text), harms, "{text}");
        }
    }

    #[test]
    fn fires_spread() {
        let fire = "Roll D6 for each fire. On a 1 a second fire starts. On a 5+ the fire is put out. Any fire not put out causes one point of damage.";
        let rows = "{ end-phase = { \"1\" = [\"spreads\", \"damage 1\"], \"2-4\" = [\"damage 1\"], \"5-6\" = [\"repaired\"] } }";
        assert_eq!(first(fire), rows);
    }

    #[test]
    fn what_befalls_others_is_not_its_own() {
        let read_on = read(
            "Takes an extra point of damage and kill D3 passengers. The player may choose which units are killed.",
        );
        assert_eq!((read_on.first, read_on.unknown.len()), (vec!["\"damage 1\"".into()], 0));
        let shared = read("The Juggernaut is immobilised. If it is already immobilised, it loses a point of damage.");
        assert_eq!((shared.first.len(), shared.not_simulated.len()), (0, 2));
    }

    #[test]
    fn later_hits_differ() {
        let read = read("Immobilised, subsequent critical hits cause an additional 1DC of damage.");
        assert_eq!((read.first, read.further), (vec!["\"slowed\"".into()], vec!["\"damage 1\"".into()]));
        let read = critical("Deflector Shield is destroyed; further critical hits cause a point of damage.", "x", &[]);
        assert_eq!((read.first, read.further), (vec!["\"shields-lost\"".into()], vec!["\"damage 1\"".into()]));
    }

    #[test]
    fn tables_of_faces() {
        let reactor = "Roll a D6 in the end phase of each turn: \n1: the unit is destroyed \n2-3: the unit suffers one more point of damage \n4–6: the breach has been repaired \nIf the unit is destroyed, all units within 5cm suffer a hit on a roll of 5+ (Reaver) or 4+ (Warlord).";
        assert_eq!(
            first(reactor),
            "{ end-phase = { \"1\" = [\"destroyed\", \"explosion 5+\"], \"2-3\" = [\"damage 1\"], \"4-6\" = [\"repaired\"] } }"
        );
        let wounded = "Roll a D6:\n1- Any other unit in base contact suffers a MW6+ attack.\n2-5- The creature loses 1DC.\n6- The creature is instantly killed.";
        assert_eq!(
            first(wounded),
            "{ roll = { \"1\" = [\"explosion MW6+\"], \"2-5\" = [\"damage 1\"], \"6\" = [\"destroyed\"] } }"
        );
    }

    #[test]
    fn what_is_beyond_the_dice_is_kept_and_what_is_strange_is_told() {
        let read_on = read("The unit and all units being carried are destroyed.");
        assert_eq!(read_on.first, ["\"destroyed\""]);
        let holofield = read("May no longer take holofield saves. Any further critical hits will destroy the Titan.");
        assert_eq!((holofield.first.len(), holofield.further.len(), holofield.not_simulated.len()), (0, 1, 1));
        assert_eq!(read("It begins to sing.").unknown.len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "([0-9]|–|-|:|\n|within|\\+|\\(|\\)|destroyed|D3|é|\\. | |6|Reaver|roll of ){0,20}") {
            read(&text);
        }
    }
}
