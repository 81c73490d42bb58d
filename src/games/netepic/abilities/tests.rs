//! The table and the words of abilities agree.

use super::{ABILITIES, Ability, Kind, WeaponAbility, WeaponKind, Words, read};

#[test]
fn every_word_of_an_ability_stands_in_the_table_once() {
    let words = Kind::WORDS.iter().map(|(word, _)| word).chain(WeaponKind::WORDS.iter().map(|(word, _)| word));
    for word in words {
        assert_eq!(ABILITIES.iter().filter(|row| row.word == *word).count(), 1, "{word}");
    }
    assert_eq!(ABILITIES.iter().filter(|row| !row.name.is_empty()).count(), 32);
    for known in Kind::KNOWN {
        assert!(read::<Kind>(known).is_some(), "{known}");
    }
    for known in WeaponKind::KNOWN {
        assert!(read::<WeaponKind>(known).is_some(), "{known}");
    }
}

#[test]
fn abilities_are_read_by_the_table() {
    assert_eq!(read("elite 2"), Some(Ability { kind: Kind::Elite, value: 2 }));
    assert_eq!(read("regeneration 4+"), Some(Ability { kind: Kind::Regeneration, value: 4 }));
    assert_eq!(read("reduces-cover"), Some(WeaponAbility { kind: WeaponKind::ReducesCover, value: 1 }));
    for wrong in ["elite", "elite 2+", "regeneration 4", "regeneration 7+", "terror 1", "turret", ""] {
        assert_eq!(read::<Kind>(wrong), None, "{wrong}");
    }
}
