//! What keeps a power off a model: rolls under a characteristic (§17.7.7), and Psychic Shield (§17.8).

use super::super::forces::Group;
use super::super::profile::{Ability, Profile};
use super::super::wound::PSYCHIC_SHIELD_AGAINST_POWERS;
use super::super::written::powers::Avoid;
use crate::engine::dice::{Dice, Roll};
use crate::engine::pool::{Need, Pool, Test};
use crate::systems::plan::state::{Cell, State};

/// What keeps a power off the models of a group.
#[derive(Clone, Debug)]
pub struct Ward {
    /// §17.7.7: who is struck rolls; those who pass this do not avoid it.
    pub avoid: Option<Pool>,
    /// How many have.
    pub avoided: Cell,
    /// §17.8: Psychic Shield, and what has come of it in this step: 1 once it holds, 2 once it has not.
    pub shield: Option<(Pool, Cell)>,
}

/// §17.7.7: the roll under a characteristic, passed by those who do not come under it: a D6, of which a 6 never does; 2D6 for
/// the Ld, which nobody near improves. Nothing where the profile has no such characteristic.
pub fn avoid(profile: &Profile, under: Avoid, roll: Roll, most: u32) -> Option<Pool> {
    let over = |value: u32| Test::once(Need::at_least(value.min(5) as i32 + 1));
    let test = match under {
        // In cm, as the book gives it.
        Avoid::M => over(profile.m / 10),
        Avoid::S => over(profile.s.into()),
        Avoid::T => over(profile.t?.into()),
        Avoid::I => over(profile.i.into()),
        Avoid::Ld => Test::Total { dice: 2, least: u32::from(profile.ld?) + 1 },
    };
    Some(Pool::new(roll, test, most))
}

/// §17.8: Psychic Shield against a power, where the models of a group have it.
pub fn shield(of: &Group, name: &str) -> Option<Pool> {
    let need = Need::at_least(PSYCHIC_SHIELD_AGAINST_POWERS.need.into());
    let roll = Roll::named(format!("Psychic Shield of {name}"), "17.8")
        .in_words(text!("Psychic Shield of {target}", target = name));
    of.profile.has(Ability::PsychicShield).then(|| Pool::new(roll, Test::once(need), 1))
}

impl Ward {
    /// How many of so many hits come through.
    pub fn passed<D: Dice>(&self, state: &mut State, dice: &mut D, hits: u32) -> u32 {
        let mut left = hits;
        if let Some(avoid) = self.avoid.as_ref().filter(|_| left > 0) {
            let struck = dice.successes(avoid, left);
            state.add(self.avoided, left - struck);
            left = struck;
        }
        if let Some((pool, tried)) = self.shield.as_ref().filter(|_| left > 0) {
            if state[*tried] == 0 {
                state[*tried] = if dice.successes(pool, 1) > 0 { 1 } else { 2 };
            }
            left = if state[*tried] == 1 { 0 } else { left };
        }
        left
    }
}
