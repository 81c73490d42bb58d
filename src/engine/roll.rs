//! The purpose of a roll, by which luck, scripts and players identify it.

use std::borrow::Cow;

/// The purpose of a roll, as a key given by the system: the kind of roll, and whose it is. Paired dice give all rolls of
/// one purpose the same luck, whatever they need: a shot that needs a 5+ (advance) and one that needs a 4+ (sustained) have
/// the same purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose(u64);

impl Purpose {
    /// The purpose of every roll of this kind: "to hit".
    pub const fn new(kind: &str) -> Self {
        Purpose(0xcbf2_9ce4_8422_2325).with(kind)
    }

    /// This purpose for one formation, unit or target only.
    #[must_use]
    pub const fn of(self, whom: &str) -> Self {
        self.with("\0").with(whom)
    }

    /// Hashes more of the key (FNV-1a; G. Fowler, L. C. Noll and K.-P. Vo 1991).
    const fn with(self, key: &str) -> Self {
        let (key, mut hash, mut at) = (key.as_bytes(), self.0, 0);
        while at < key.len() {
            hash = (hash ^ key[at] as u64).wrapping_mul(0x100_0000_01b3);
            at += 1;
        }
        Purpose(hash)
    }

    /// The key as a number.
    #[inline]
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// A roll required by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The name of the roll in scripts: "action test of warband". It stays the same when the words for players change.
    pub key: Cow<'static, str>,
    /// Its purpose.
    pub purpose: Purpose,
    /// The section of the book: "1.6.2".
    pub section: &'static str,
    words: Option<Cow<'static, str>>,
}

impl Roll {
    /// A roll known when the program is built. Its key is its purpose.
    pub const fn new(key: &'static str, section: &'static str) -> Self {
        Roll { key: Cow::Borrowed(key), purpose: Purpose::new(key), section, words: None }
    }

    /// A roll named after things in the scenario.
    pub fn named(key: impl Into<String>, section: &'static str) -> Self {
        let key = key.into();
        let purpose = Purpose::new(&key);
        Roll { key: Cow::Owned(key), purpose, section, words: None }
    }

    /// The same roll with a purpose shared by rolls whose keys say more, such as what they need.
    #[must_use]
    pub fn serving(self, purpose: Purpose) -> Self {
        Roll { purpose, ..self }
    }

    /// The same roll with other words for players, in any language: neither luck nor scripts depend on them.
    #[must_use]
    pub fn in_words(self, words: impl Into<Cow<'static, str>>) -> Self {
        Roll { words: Some(words.into()), ..self }
    }

    /// The roll in words for players: its key if no others were given.
    pub fn words(&self) -> &str {
        self.words.as_ref().unwrap_or(&self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::paired::Luck;
    use crate::scripted::Scripted;

    #[test]
    fn a_purpose_is_a_kind_of_roll_and_whom_it_concerns() {
        let to_hit = Purpose::new("to hit");
        assert_eq!(to_hit.of("devastators").of("warband"), Purpose::new("to hit").of("devastators").of("warband"));
        let others =
            [to_hit, to_hit.of("devastators"), to_hit.of("devastatorswarband"), to_hit.of("warband").of("devastators")];
        assert!(others.iter().all(|&other| other != to_hit.of("devastators").of("warband")));
        let sustained = Roll::named("devastators: AP4+ (sustained) to hit", "1.9.5").serving(to_hit);
        assert_eq!(
            sustained.purpose,
            Roll::named("devastators: AP5+ (advance) to hit", "1.9.5").serving(to_hit).purpose
        );
        assert_ne!(Roll::named("save of 1", "1.9.6").purpose, Roll::named("save of 2", "1.9.6").purpose);
    }

    #[test]
    fn other_words_move_neither_luck_nor_scripts() {
        let english = Roll::named("save of warband", "1.9.6");
        let french = english.clone().in_words("sauvegarde des guerriers");
        let luck = |roll: &Roll| {
            let mut dice = Luck::new(1, "words").dice();
            dice.begin(0);
            [0; 9].map(|_| dice.die(roll, 6))
        };
        assert_eq!(luck(&english), luck(&french));
        let mut script = Scripted::new(&[("save of warband", &[3])]);
        assert_eq!((script.die(&french, 6), script.finish()), (3, Ok(())));
        assert_eq!([english.words(), french.words()], ["save of warband", "sauvegarde des guerriers"]);
    }
}
