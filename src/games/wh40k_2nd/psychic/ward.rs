//! What stops a power against a model: rolls under a characteristic (§17.7.7), and Psychic Shield (§17.8).

use crate::damage::wound::PSYCHIC_SHIELD_AGAINST_POWERS;
use crate::forces::{Forces, Group};
use crate::profile::Profile;
use crate::psychic::power::written::Avoid;
use crate::psychic::shield::Shield;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, State};

/// What stops a power against the models of a group.
#[derive(Clone, Debug)]
pub struct Ward {
    /// §17.7.7: the roll to avoid it.
    pub avoid: Option<Avoiding>,
    /// How many models have avoided it.
    pub avoided: Cell,
    /// §17.8: Psychic Shield.
    pub shield: Option<(Pool, Shield)>,
}

/// §17.7.7: rolls under a characteristic.
#[derive(Clone, Debug)]
pub enum Avoiding {
    /// Each model that is hit rolls, for every hit; the pool's successes do not avoid it.
    Each(Pool),
    /// One roll for a squad, or for a character with it, however many hits there are.
    Once(Once),
}

/// §17.7.7: when a roll under a characteristic fails.
#[derive(Clone, Copy, Debug)]
pub struct Failing {
    /// A D6, or 2D6.
    pub dice: u32,
    /// From this total on.
    pub least: u32,
}

/// A roll that counts for a whole power.
#[derive(Clone, Debug)]
pub struct Once {
    /// The roll; models that share it share the cell.
    pub roll: Roll,
    /// When it is not avoided: by the characteristic of each unit.
    pub fails: Failing,
    /// What was rolled; 0 before.
    pub rolled: Cell,
}

impl Avoiding {
    /// How many of these hits are not avoided.
    fn struck<D: Dice>(&self, state: &mut State, dice: &mut D, hits: u32) -> u32 {
        match self {
            Avoiding::Each(pool) => dice.successes(pool, hits),
            Avoiding::Once(once) => {
                if state[once.rolled] == 0 {
                    let rolled = dice.sum_of(&once.roll, once.fails.dice, 6);
                    state.set(once.rolled, rolled);
                }
                if state.count(once.rolled) >= once.fails.least { hits } else { 0 }
            }
        }
    }
}

/// §17.7.7: when the roll under a characteristic fails: a D6, on which a 6 always fails; 2D6 for the Ld, which no model
/// nearby improves. Nothing if the profile has no such characteristic.
pub fn fails(profile: &Profile, under: Avoid) -> Option<Failing> {
    let over = |value: u32| Failing { dice: 1, least: value.min(5) + 1 };
    Some(match under {
        // In cm, as the book gives it.
        Avoid::M => over(profile.m / 10),
        Avoid::S => over(profile.s.into()),
        Avoid::T => over(profile.t?.into()),
        Avoid::I => over(profile.i.into()),
        Avoid::Ld => Failing { dice: 2, least: u32::from(profile.ld?) + 1 },
    })
}

/// §17.7.7: the same as a roll for each model that is hit.
pub fn avoid(fails: Failing, roll: Roll, most: u32) -> Pool {
    let test = match fails.dice {
        1 => Test::once(Need::at_least(fails.least as i32)),
        _ => Test::Total { dice: 2, least: fails.least },
    };
    Pool::new(roll, test, most)
}

/// §17.8: Psychic Shield against a power, if the models of a group have it.
pub fn shield(of: &Group, name: &str) -> Option<Pool> {
    let need = Need::at_least(PSYCHIC_SHIELD_AGAINST_POWERS.need.into());
    let roll = Roll::named(format!("Psychic Shield of {name}"), "17.8")
        .in_words(text!("Psychic Shield of {target}", target = name));
    of.shield.is_some().then(|| Pool::new(roll, Test::once(need), 1))
}

impl Forces {
    /// §17.5.2: a model of a group has died: the shield of a squad ends. Once all are dead, its cells are cleared.
    pub fn shield_after_death(&self, state: &mut State, of: &Group) {
        let Some(shield) = of.shield else { return };
        let mut protected = self.of(of.formation).iter().filter(|group| group.shield == Some(shield));
        let lives = protected.any(|group| group.fewest(state).is_some());
        state.put(shield.gone, if lives && shield.squad { 1 } else { state[shield.gone] * u16::from(lives) });
    }
}

impl Ward {
    /// How many of these hits get through.
    pub fn passed<D: Dice>(&self, state: &mut State, dice: &mut D, hits: u32) -> u32 {
        let mut left = hits;
        if let Some(avoid) = self.avoid.as_ref().filter(|_| left > 0) {
            let struck = avoid.struck(state, dice, left);
            state.add(self.avoided, left - struck);
            left = struck;
        }
        match &self.shield {
            Some((pool, shield)) if left > 0 && shield.holds(state, dice, pool) => 0,
            _ => left,
        }
    }
}
