//! The dice as the rules see them: rules roll, somebody else decides how the dice fall.
//!
//! A rules system is written once over [`Dice`]. Sampled dice make a simulation of it, dice that fall every way
//! make it exact, scripted dice replay a printed example, narrated dice tell one battle. The methods with a body
//! *define* what a shortcut means, one die at a time; a supplier may answer faster, never differently.

use std::borrow::Cow;

use super::pool::Pool;

/// What a roll is for: its name in the book and the section that asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The roll in words: "action test of the warband".
    pub name: Cow<'static, str>,
    /// The section of the book: "1.6.2".
    pub section: &'static str,
    purpose: u64,
}

impl Roll {
    /// A roll known when the program is built.
    pub const fn new(name: &'static str, section: &'static str) -> Self {
        Roll { name: Cow::Borrowed(name), section, purpose: purpose(name, section) }
    }

    /// A roll named after what the scenario holds.
    pub fn named(name: impl Into<String>, section: &'static str) -> Self {
        let name = name.into();
        let purpose = purpose(&name, section);
        Roll { name: Cow::Owned(name), section, purpose }
    }

    /// The same roll, which serves this purpose: others of the same purpose are for the same, whatever they are called.
    #[must_use]
    pub fn serving(self, purpose_in_words: &str) -> Self {
        Roll { purpose: purpose(purpose_in_words, self.section), ..self }
    }

    /// A number for what the roll is for: that of its name, or of the words of [`Roll::serving`], without figures and
    /// brackets, and of its section. A shot that
    /// needs a 5+ (advance) and one that needs a 4+ (sustained) are for the same; paired dice give them the same luck.
    #[inline]
    pub fn purpose(&self) -> u64 {
        self.purpose
    }
}

/// Hashes what is left of a name (FNV-1a; G. Fowler, L. C. Noll and K.-P. Vo 1991).
const fn purpose(name: &str, section: &str) -> u64 {
    const PRIME: u64 = 0x100_0000_01b3;
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let (name, section) = (name.as_bytes(), section.as_bytes());
    let (mut at, mut depth) = (0, 0);
    while at < name.len() {
        match name[at] {
            b'(' => depth += 1,
            b')' if depth > 0 => depth -= 1,
            byte if depth == 0 && !byte.is_ascii_digit() => hash = (hash ^ byte as u64).wrapping_mul(PRIME),
            _ => {}
        }
        at += 1;
    }
    at = 0;
    while at < section.len() {
        hash = (hash ^ section[at] as u64).wrapping_mul(PRIME);
        at += 1;
    }
    hash
}

/// Dice that somebody supplies.
pub trait Dice {
    /// One die of `faces` sides: 1 to `faces`, each as likely.
    fn die(&mut self, roll: &Roll, faces: u8) -> u8;

    /// The highest of `count` dice of `faces` sides.
    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        (0..count).map(|_| self.die(roll, faces)).max().unwrap_or(0)
    }

    /// The sum of `count` dice of `faces` sides; a D3 is half a D6, rounded up.
    fn sum_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u32 {
        let mut die = || if faces == 3 { self.die(roll, 6).div_ceil(2) } else { self.die(roll, faces) };
        (0..count).map(|_| u32::from(die())).sum()
    }

    /// Rolls `count` dice of one pool and counts those that pass its test.
    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        pool.one_die_at_a_time(self, count)
    }

    /// Says what happens between the rolls; only narrated dice listen.
    fn note(&mut self, _words: impl FnOnce() -> String) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_brackets_are_not_what_a_roll_is_for() {
        let purpose = |name: &str| Roll::named(name, "1.9.5").purpose();
        let known = purpose("devastators: Missile launcher AP5+ (sustained) to hit warband");
        assert_eq!(known, purpose("devastators: Missile launcher AP6+ (advance, in cover) to hit warband"));
        assert_ne!(known, purpose("devastators: Missile launcher AT5+ (sustained) to hit warband"));
        assert_ne!(known, purpose("devastators: Missile launcher AP5+ (sustained) to hit buggies"));
        assert_eq!(
            known,
            Roll::named("lascannon", "1.9.5")
                .serving("devastators: Missile launcher AP+ (hold) to hit warband")
                .purpose()
        );
        assert_ne!(Roll::new("save", "1.9.6").purpose(), Roll::new("save", "1.12.5").purpose());
    }
}
