//! Keys as players say them.

use std::borrow::Cow;

use crate::{mark, shown_of};

/// Keys whose names are short for something; all others are words as they are.
const SHORT: [(&str, &str); 22] = [
    ("a", mark!("key": "attacks")),
    ("bs", mark!("key": "ballistic skill")),
    ("by", mark!("key": "who acts")),
    ("at", mark!("key": "target")),
    ("caf", mark!("key": "close assault factor")),
    ("cc", mark!("key": "close combat")),
    ("count", mark!("key": "number")),
    ("d", mark!("key": "damage")),
    ("dc", mark!("key": "damage capacity")),
    ("ff", mark!("key": "firefight")),
    ("i", mark!("key": "initiative")),
    ("if-failed", mark!("key": "after a failed test")),
    ("in", mark!("key": "inside")),
    ("ld", mark!("key": "leadership")),
    ("m", mark!("key": "movement")),
    ("on-win", mark!("key": "after a win")),
    ("s", mark!("key": "strength")),
    ("t", mark!("key": "toughness")),
    ("to-hit", mark!("key": "roll to hit")),
    ("under", mark!("key": "under the template")),
    ("w", mark!("key": "wounds")),
    ("ws", mark!("key": "weapon skill")),
];

/// What a player can decide otherwise by a key, in this order: by how far the goal moved, in the middle of all shipped
/// scenarios, when each was played otherwise (`sensitivity`), from 26 percentage points (`mode`) to 4 (`activation`).
/// After these stand the keys that no such play has measured.
pub const MOVES_MOST_FIRST: &[&str] = &[
    "mode",
    "contact",
    "firefight",
    "hq",
    "dice",
    "counter-charge",
    "at-war-engines",
    "aim",
    "fire",
    "jink",
    "restore",
    "rapid-fire",
    "support",
    "defender-support",
    "order",
    "on-win",
    "if-failed",
    "share-hits",
    "countercharge",
    "counter-fire",
    "parry",
    "charge",
    "activation",
];

/// A key in words: `blast-markers` is “blast markers”, `cc` “close combat”.
pub fn key_in_words(key: &str) -> String {
    let short = SHORT.iter().find(|(short, _)| *short == key);
    let words = short.map_or_else(|| Cow::Owned(key.replace('-', " ")), |(_, words)| Cow::Borrowed(*words));
    shown_of("key", &words).into_owned()
}

/// What steps do, and what may be done after a win, as files say it; all other values are words of some table, or numbers.
const VALUES: [&str; 9] = [
    mark!("value": "assault"),
    mark!("value": "barrage"),
    mark!("value": "close-combat"),
    mark!("value": "combat"),
    mark!("value": "fall-back"),
    mark!("value": "pursue"),
    mark!("value": "shoot"),
    mark!("value": "spell"),
    mark!("value": "stand"),
];

/// A value as players say it: `fall-back` is “repli” in French.
pub fn value_in_words(value: &str) -> String {
    shown_of(if VALUES.contains(&value) { "value" } else { "" }, value).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, speaking};

    #[test]
    fn keys_are_words() {
        assert_eq!(["blast-markers", "cc"].map(key_in_words), ["blast markers", "close combat"]);
        assert_eq!(speaking(Language::French, || key_in_words("armour")), "blindage");
    }
}
