//! §3.4: what a shot needs to hit. Formulas without state.

use crate::profile::Weapon;
use crate::readings::OverSix;
use battle_odds_engine::dice::{Dice, Roll, Throw};
use battle_odds_engine::pool::Need;

/// A natural 1.
pub fn one() -> Need {
    Need::one_of(&[1])
}

/// #11, #22: the penalty for cover against a weapon.
pub fn cover(cover: u8, weapon: &Weapon) -> u8 {
    if weapon.ignores_cover { 0 } else { cover.saturating_sub(weapon.reduces_cover) }
}

/// §3.4, A-01: what successive dice need; nothing if no shot can hit.
pub fn stages(need: u32, reading: OverSix) -> Option<Vec<Need>> {
    let on = |face: u32| Need::at_least(face as i32);
    match (need, reading) {
        (0..=6, _) => Some(vec![on(need)]),
        (_, OverSix::NaturalSix) => Some(vec![on(6)]),
        (7..=9, OverSix::SixThenFour) => Some(vec![on(6), on(need - 3)]),
        _ => None,
    }
}

/// One shot whose ones are rerolled, and its result.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The name of the roll.
    pub roll: Roll,
    /// What successive dice need.
    pub stages: Vec<Need>,
}

/// It missed after a reroll.
pub const SPENT: usize = 0;
/// It missed, and may be rerolled.
pub const MISSED: usize = 1;
/// It hit.
pub const HIT: usize = 2;

impl Throw for Shot {
    fn answers(&self) -> usize {
        3
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let first = dice.die(&self.roll, 6);
        let again = one().met_by(first);
        let mut face = if again { dice.die(&self.roll, 6) } else { first };
        for (nth, need) in self.stages.iter().enumerate() {
            if nth > 0 {
                face = dice.die(&self.roll, 6);
            }
            if !need.met_by(face) {
                return if again { SPENT } else { MISSED };
            }
        }
        HIT
    }
}
