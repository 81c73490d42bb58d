//! §1.12.5, §3.3.2: which units attack and from where, which enemies their attacks reach, and what those who are hit
//! save with.

use crate::forces::Group;
use crate::saves::Circumstance;

/// The units that attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Units of a fighter in contact.
    Contact(usize),
    /// Units of a fighter in the firefight.
    Firefight(usize),
    /// §1.12.6: units of a group of a supporting formation: the most in the first round, and in every later one.
    Support(usize, [u32; 2]),
}

/// §3.3.2: which enemies attacks can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Any within 15 cm.
    All,
    /// A war engine's close combat: those in contact.
    Touching,
    /// A war engine's firefight while it is in contact: those not in contact.
    Apart,
}

/// §1.12.5 Q: in an assault the defender may use cover, and is in cover on overwatch; the attacker has left it.
pub fn circumstance(group: &Group, attacks: bool, on_overwatch: bool) -> Circumstance {
    let at = Circumstance::of(&group.unit, group.terrain, false, on_overwatch);
    if attacks { Circumstance { cover: None, ..at } } else { at }
}
