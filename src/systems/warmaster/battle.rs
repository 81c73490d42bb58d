//! A compiled engagement of Warmaster: everybody, and what a step can have them do.

use super::combat::Combat;
use super::forces::{CONFUSED, ENGAGED, Forces, Formation};
use super::fortune::{HomeBack, MakeWay, OffTable, game_length};
use super::magic::Spell;
use super::measures::{Reading, is_broken};
use super::needed::Needed;
use super::orders::Orders;
use super::volley::Volley;
use crate::engine::dice::Dice;
use crate::systems::plan::cells::{Cell, PHASE, State};
use crate::systems::plan::course::Game;

/// Everybody, and whether the battle is over.
#[derive(Debug)]
pub struct Battle {
    /// Everybody.
    pub forces: Forces,
    /// 1 once an army has broken.
    pub over: Cell,
    /// What later steps need.
    pub needed: Needed,
}

/// What happens in a step.
#[derive(Debug)]
pub struct Deed {
    /// Sides whose command phase has ended since the step before.
    pub command_phases: Vec<usize>,
    /// What is done.
    pub action: Action,
}

/// What can be done.
#[derive(Debug)]
pub enum Action {
    /// L469.
    Orders(Orders),
    /// L1088.
    Shoot(Box<Volley>),
    /// L1300.
    Combat(Box<Combat>),
    /// L2320.
    Spell(Box<Spell>),
    /// L2127.
    HomeBack(HomeBack),
    /// L906.
    OffTable(OffTable),
    /// L1906.
    MakeWay(MakeWay),
    /// L2230: the sides.
    ArmyBreak([usize; 2]),
    /// L347.
    GameLength(Cell),
}

impl Game for Battle {
    type Deed = Deed;
    type Reading = Reading;

    fn act<D: Dice>(&self, deed: &Deed, state: &mut State, dice: &mut D) -> bool {
        let forces = &self.forces;
        if state[PHASE] == 0 {
            state[PHASE] = 1;
            self.pass_over(deed, state);
        }
        match &deed.action {
            Action::Orders(orders) => return orders.advance(forces, state, dice),
            Action::Shoot(volley) => return volley.advance(forces, state, dice),
            Action::Combat(combat) => return combat.advance(forces, state, dice),
            Action::Spell(spell) => return spell.advance(forces, state, dice),
            Action::HomeBack(flyers) => flyers.fly(forces, state, dice),
            Action::OffTable(gone) => return gone.roll(forces, state, dice),
            Action::MakeWay(way) => return way.step(forces, state, dice),
            Action::ArmyBreak(sides) => {
                for &side in sides {
                    if !is_broken(forces, state, side) {
                        continue;
                    }
                    dice.note(|| format!("the army of side {} breaks (L2230)", side + 1));
                    state[self.over] = 1;
                }
            }
            Action::GameLength(turns) => game_length(state, dice, *turns),
        }
        true
    }

    fn pass_over(&self, deed: &Deed, state: &mut State) {
        for &side in &deed.command_phases {
            self.forces.end_command_phase(state, side);
        }
        if !deed.command_phases.is_empty() {
            self.forces.end_combat_phase(state);
        }
    }

    fn forget(&self, step: usize, state: &mut State) {
        self.needed.forget(step, &self.forces, state);
    }

    fn read(&self, reading: &Reading, state: &State) -> u64 {
        reading.value(&self.forces, state)
    }

    fn most(&self, reading: &Reading) -> Option<u64> {
        self.forces.most(reading)
    }

    /// L2189: the battle ends with the phase in which an army breaks.
    fn is_over(&self, state: &State) -> bool {
        state[self.over] == 1 && state[PHASE] == 0
    }

    fn describe(&self, state: &State) -> Vec<String> {
        // Commanders without troops are worth a line once they are dead.
        let told = |of: &&Formation| {
            !of.units.is_empty() || of.commanders.iter().any(|&one| state[self.forces.commanders[one].alive] == 0)
        };
        self.forces.formations.iter().filter(told).map(|formation| self.forces.describe(formation, state)).collect()
    }
}

impl Forces {
    fn describe(&self, of: &Formation, state: &State) -> String {
        let units = self.units[of.units.clone()].iter().filter(|unit| state[unit.stands] > 0).map(|unit| {
            let mut words = format!("{} {} of {} stands", unit.profile.name, state[unit.stands], unit.start);
            if state[unit.wounds] > 0 {
                words += &format!(", {} wound(s)", state[unit.wounds]);
            }
            for (status, word) in [(CONFUSED, ", confused"), (ENGAGED, ", in combat")] {
                if unit.is(state, status) {
                    words += word;
                }
            }
            words
        });
        let commanders = of.commanders.iter().map(|&commander| &self.commanders[commander]);
        let commanders = commanders.filter(|commander| state[commander.alive] == 1);
        let words: Vec<String> = units.chain(commanders.map(|commander| commander.profile.name.clone())).collect();
        let off = if state[of.off] == 1 { " (off the table)" } else { "" };
        match words.is_empty() {
            true => format!("{}: destroyed", of.name),
            false => format!("{}: {}{off}", of.name, words.join("; ")),
        }
    }
}
