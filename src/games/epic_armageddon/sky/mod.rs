//! §4.2: aircraft between their base and the table: when they come, which cells are cleared then, when they land or
//! leave. Their fire, and the fire at them, is in [`crate::fire`]; their assaults are in [`crate::assault`].

pub mod approach;
pub mod beforehand;
pub mod compile;
pub mod parts;
pub mod written;

use crate::battle::Battle;
use crate::forces::{FIRED_AT, Forces, JINKED, LANDED, ON_MISSION, PATROL};
use crate::profile::{Ability, Profile};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// A move of aircraft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mission {
    /// §4.2.1: they come to the table.
    Approach(usize),
    /// §4.2: they go on combat air patrol.
    Patrol(usize),
    /// §4.2: on patrol, they come at once to intercept others, without a test, if the others are there.
    Scramble(usize, usize),
    /// §4.2.5: they land.
    Land(usize),
    /// §4.2.6: they begin to leave: a new movement, in which they may come under fire once more (§4.2.7).
    TakeOff(usize),
    /// §4.2.6: they have left; leaving by another edge than their own costs a marker (§4.2.7).
    Leave(usize, bool),
}

impl Mission {
    /// Carries it out, for those that can.
    pub fn fly<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let (Mission::Approach(formation)
        | Mission::Patrol(formation)
        | Mission::Scramble(formation, _)
        | Mission::Land(formation)
        | Mission::TakeOff(formation)
        | Mission::Leave(formation, _)) = *self;
        let of = &forces.formations[formation];
        if !forces.can_act(state, formation) {
            return;
        }
        match *self {
            Mission::Approach(_) => {
                state[of.status] &= !(JINKED | FIRED_AT | PATROL);
                state[of.status] |= ON_MISSION;
            }
            Mission::Patrol(_) => state[of.status] |= PATROL,
            Mission::Scramble(_, prey) => {
                let there = state[forces.formations[prey].status] & ON_MISSION != 0;
                if there && state[of.status] & PATROL != 0 {
                    dice.note(|| text!("{name} leave their patrol to intercept (§4.2)", name = of.name));
                    state[of.status] &= !(JINKED | FIRED_AT | PATROL);
                    state[of.status] |= ON_MISSION;
                    state.put(of.ledger.activated, 1);
                }
            }
            Mission::Land(_) => {
                state[of.status] |= LANDED;
                forces.check_broken(state, dice, formation);
            }
            Mission::TakeOff(_) => {
                if state[of.status] & (ON_MISSION | LANDED) != 0 {
                    state[of.status] &= !(FIRED_AT | LANDED);
                    state[of.status] |= ON_MISSION;
                }
            }
            Mission::Leave(_, foreign_edge) => {
                if state[of.status] & ON_MISSION != 0 {
                    state[of.status] &= !(ON_MISSION | JINKED | FIRED_AT);
                    if foreign_edge {
                        dice.note(|| {
                            text!("1 blast marker on {name} for the edge it leaves by (§4.2.7)", name = of.name)
                        });
                        forces.place_markers(state, dice, formation, 1);
                    }
                }
            }
        }
    }
}

impl Play<Battle> for Mission {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.fly(&battle.forces, state, dice);
        true
    }
}

/// §4.2.3: whether an aircraft that jinks saves ordinary hits more often than with its armour.
pub fn jinking_helps(unit: &Profile) -> bool {
    let fails = f64::from(unit.armour.unwrap_or(7) - 1) / 6.0;
    let reinforced = unit.has(Ability::ReinforcedArmour);
    (if reinforced { fails * fails } else { fails }) > 0.5
}

/// The end of a turn: aircraft still in the air have left the table (§4.2.6).
pub fn clear(forces: &Forces, state: &mut State) {
    for formation in forces.formations.iter().filter(|formation| formation.aircraft) {
        state[formation.status] &= !(PATROL | JINKED | FIRED_AT);
        if state[formation.status] & LANDED == 0 {
            state[formation.status] &= !ON_MISSION;
        }
    }
}
