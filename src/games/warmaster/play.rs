//! A step is played: the ends of phases before it, its chapter, the end of the phase after it.

use crate::battle::Battle;
use crate::chapters::Action;
use crate::fire::drive_back::Closing;
use crate::forces::{CONFUSED, ENGAGED, Forces, Formation, OFF};
use crate::measures::Reading;
use crate::timed::TimedAction;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::play::{Game, Term};
use battle_odds_plan::sequence::{StageFlow, has_begun, is_at, stages};
use battle_odds_plan::state::{Cell, State};
use battle_odds_words::{is_english, shown};

/// The parts of a step.
#[derive(Clone, Copy, Debug)]
enum Part {
    EarlierPhaseEnds,
    TimePasses,
    Action,
    PhaseEnds,
}

/// A step: first the end of the shooting phase before it, if it is not part of that; at its end, that of the phase of
/// which it is the last step.
const STEP: [(&str, Part); 4] =
    [("L1207", Part::EarlierPhaseEnds), ("L351", Part::TimePasses), ("L339", Part::Action), ("L1207", Part::PhaseEnds)];

/// The index of the action among them.
const ACTION: usize = Part::Action as usize;
const _: () = assert!(matches!(STEP[ACTION].1, Part::Action));

impl Game for Battle {
    type Action = TimedAction;
    type Reading = Reading;

    fn act<D: Dice>(&self, timed: &TimedAction, state: &mut State, dice: &mut D) -> bool {
        if !is_at(state, ACTION) {
            let over = self.around(timed, false, state, dice);
            if !is_at(state, ACTION) {
                return over;
            }
        }
        timed.action.advance(0, self, state, dice) && self.around(timed, true, state, dice)
    }

    /// Shooting phases end and time passes even if the action is skipped.
    fn skip<D: Dice>(&self, timed: &TimedAction, state: &mut State, dice: &mut D) -> bool {
        self.is_over(state) || self.around(timed, true, state, dice)
    }

    fn forget(&self, step: usize, state: &mut State) {
        self.needed.forget(step, &self.forces, state);
    }

    fn cell(&self, reading: &Reading) -> Option<Cell> {
        match reading {
            Reading::Cell(cell) => Some(*cell),
            Reading::Sum(cells) if cells.len() == 1 => Some(cells[0]),
            _ => None,
        }
    }

    fn counts(&self, timed: &TimedAction, cell: Cell) -> bool {
        let Action::Combat(combat) = &timed.action else { return false };
        combat.only_counts(cell, &self.forces)
    }

    fn read(&self, reading: &Reading, state: &State) -> u64 {
        reading.value(&self.forces, state)
    }

    /// L2240: the losses of a side are the sum of those of its formations.
    fn term(&self, reading: &Reading, number: usize) -> Option<Term<Reading>> {
        let Reading::SidePointsLost(side) = *reading else { return None };
        self.forces.of_side(side).nth(number).map(|formation| Term::Plus(Reading::PointsLost(formation)))
    }

    fn most(&self, reading: &Reading) -> Option<u64> {
        self.forces.most(reading)
    }

    /// L2189: the battle ends with the phase in which an army breaks.
    fn is_over(&self, state: &State) -> bool {
        state[self.over] == 1 && !has_begun(state)
    }

    fn describe(&self, state: &State) -> Vec<String> {
        // Commanders without troops only get a line once they are dead.
        let told = |of: &&Formation| {
            !of.units.is_empty() || of.commanders.iter().any(|&one| state[self.forces.commanders[one].alive] == 0)
        };
        self.forces.formations.iter().filter(told).map(|formation| self.forces.describe(formation, state)).collect()
    }
}

impl Battle {
    /// Plays one piece of what comes before the action and, once it has been played (`acted`), after it; true when the
    /// step is over.
    fn around<D: Dice>(&self, timed: &TimedAction, acted: bool, state: &mut State, dice: &mut D) -> bool {
        let forces = &self.forces;
        stages(state, |stage, state| {
            let mut close = |closing: &Option<Closing>, state: &mut State| {
                closing.as_ref().is_none_or(|closing| closing.advance(forces, state, dice))
            };
            let over = match STEP[stage].1 {
                Part::EarlierPhaseEnds => close(&timed.before, state),
                Part::TimePasses => {
                    timed.command_phases.iter().for_each(|&side| forces.end_command_phase(state, side));
                    if !timed.command_phases.is_empty() {
                        forces.end_combat_phase(state);
                    }
                    true
                }
                Part::Action => acted,
                Part::PhaseEnds => close(&timed.after, state),
            };
            match over {
                false => StageFlow::Within,
                true if stage + 1 == STEP.len() => StageFlow::Over,
                true => StageFlow::Pass(stage + 1),
            }
        })
    }
}

impl Forces {
    fn describe(&self, of: &Formation, state: &State) -> String {
        let units = self.units[of.units.clone()].iter().filter(|unit| state[unit.stands] > 0).map(|unit| {
            let (name, left) = (&unit.profile.name, state[unit.stands]);
            let mut words = vec![text!("{name} {left} of {all} stands", name, left, all = unit.start)];
            if state[unit.wounds] > 0 {
                words.push(text!("{wounds} wound(s)", wounds = state[unit.wounds]));
            }
            let statuses =
                [(CONFUSED, mark!("confused")), (ENGAGED, mark!("in combat")), (OFF, mark!("off the table"))];
            let has = statuses.into_iter().filter(|(status, _)| unit.is(state, *status));
            words.extend(has.map(|(_, word)| shown(word).into_owned()));
            words.join(", ")
        });
        let commanders = of.commanders.iter().map(|&commander| &self.commanders[commander]);
        let commanders = commanders.filter(|commander| state[commander.alive] == 1);
        let words: Vec<String> = units.chain(commanders.map(|commander| commander.profile.name.clone())).collect();
        let between = if is_english() { "; " } else { "\u{202f}; " };
        match words.is_empty() {
            true => text!("{name}: destroyed", name = of.name),
            false => text!("{name}: {units}", name = of.name, units = words.join(between)),
        }
    }
}
