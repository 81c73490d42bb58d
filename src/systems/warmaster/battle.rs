//! A compiled engagement of Warmaster: everybody, and what a step can have them do.

use super::combat::Combat;
use super::forces::{CONFUSED, ENGAGED, Forces, Formation, OFF};
use super::fortune::{HomeBack, MakeWay, OffTable, game_length};
use super::liveness::Needed;
use super::magic::Spell;
use super::measures::{Reading, is_broken};
use super::orders::Orders;
use super::volley::Volley;
use super::volley::drive_back::Closing;
use crate::engine::dice::Dice;
use crate::systems::plan::course::Game;
use crate::systems::plan::state::{CURSOR, Cell, PHASE, PIECE, ROUND, State};

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
    /// L351: the shooting phase that it belongs to.
    pub fires_in: Option<FirePhase>,
    /// L1207: the end of a shooting phase that it is no part of.
    pub before: Option<Closing>,
    /// L1207: the end of the shooting phase that it is the last part of.
    pub after: Option<Closing>,
}

impl Deed {
    /// What is done, as part of no shooting phase.
    pub fn new(command_phases: Vec<usize>, action: Action) -> Deed {
        Deed { command_phases, action, fires_in: None, before: None, after: None }
    }

    /// The ends of shooting phases that come with it.
    pub fn closings(&self) -> impl Iterator<Item = &Closing> {
        self.before.iter().chain(&self.after)
    }
}

/// A shooting phase: its number, and whose it is.
pub type FirePhase = (usize, usize);

/// Parts of a step, in the cell of the phase; what is done may take several, for a second spell.
const BEFORE: u16 = 1;
const DONE: u16 = 2;
const AFTER: u16 = 9;

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
        self.through(deed, Some(&deed.action), state, dice)
    }

    /// Shooting phases end and time passes.
    fn skip<D: Dice>(&self, deed: &Deed, state: &mut State, dice: &mut D) -> bool {
        self.is_over(state) || self.through(deed, None, state, dice)
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

impl Battle {
    /// A step with what comes before and after it.
    fn through<D: Dice>(&self, deed: &Deed, action: Option<&Action>, state: &mut State, dice: &mut D) -> bool {
        let forces = &self.forces;
        let goes_on = |closing: &Option<Closing>, state: &mut State, dice: &mut D| match closing {
            Some(closing) => !closing.advance(forces, state, dice),
            None => false,
        };
        if state[PHASE] <= BEFORE {
            state[PHASE] = BEFORE;
            if goes_on(&deed.before, state, dice) {
                return false;
            }
            next_part(state, DONE);
            deed.command_phases.iter().for_each(|&side| forces.end_command_phase(state, side));
            if !deed.command_phases.is_empty() {
                forces.end_combat_phase(state);
            }
        }
        if state[PHASE] < AFTER {
            if action.is_some_and(|action| !self.play(action, state, dice)) {
                return false;
            }
            next_part(state, AFTER);
        }
        !goes_on(&deed.after, state, dice)
    }

    /// One piece of what is done; true when it is over.
    fn play<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> bool {
        let forces = &self.forces;
        match action {
            Action::Orders(orders) => return orders.advance(forces, state, dice),
            Action::Shoot(volley) => return volley.advance(forces, state, dice),
            Action::Combat(combat) => return combat.advance(forces, state, dice),
            Action::Spell(spell) => return spell.advance(forces, state, dice),
            Action::HomeBack(flyers) => return flyers.fly(forces, state, dice),
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
}

fn next_part(state: &mut State, part: u16) {
    state[PHASE] = part;
    for cell in [ROUND, PIECE, CURSOR] {
        state[cell] = 0;
    }
}

impl Forces {
    fn describe(&self, of: &Formation, state: &State) -> String {
        let units = self.units[of.units.clone()].iter().filter(|unit| state[unit.stands] > 0).map(|unit| {
            let mut words = format!("{} {} of {} stands", unit.profile.name, state[unit.stands], unit.start);
            if state[unit.wounds] > 0 {
                words += &format!(", {} wound(s)", state[unit.wounds]);
            }
            for (status, word) in [(CONFUSED, ", confused"), (ENGAGED, ", in combat"), (OFF, ", off the table")] {
                if unit.is(state, status) {
                    words += word;
                }
            }
            words
        });
        let commanders = of.commanders.iter().map(|&commander| &self.commanders[commander]);
        let commanders = commanders.filter(|commander| state[commander.alive] == 1);
        let words: Vec<String> = units.chain(commanders.map(|commander| commander.profile.name.clone())).collect();
        match words.is_empty() {
            true => format!("{}: destroyed", of.name),
            false => format!("{}: {}", of.name, words.join("; ")),
        }
    }
}
