//! A step is played: its chapter, then what ends every action.

use crate::aftermath;
use crate::battle::Battle;
use crate::chapters::Action;
use crate::measures::Reading;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::play::{Game, Term};
use battle_odds_plan::sequence::{StageFlow, end, stages};
use battle_odds_plan::state::{Cell, State};

impl Game for Battle {
    type Action = Action;
    type Reading = Reading;

    /// A step: its stages, then what ends every action.
    fn act<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> bool {
        let last = action.stages();
        let over = stages(state, |stage, state| {
            let over = match stage < last {
                true => action.advance(stage, self, state, dice),
                false => {
                    let nerve = |state: &State, formation| match action {
                        Action::Assault(assault) => assault.nerve(state, formation),
                        _ => Some(0),
                    };
                    aftermath::advance(self, state, dice, &nerve)
                }
            };
            match over {
                false => StageFlow::Within,
                true if stage == last => StageFlow::Over,
                true => StageFlow::Done(stage + 1),
            }
        });
        if over {
            end(state);
        }
        over
    }

    /// A turn ends even if no formation acts in its end phase.
    fn skip<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> bool {
        match action {
            Action::NewTurn(_) => self.forces.new_turn(state, dice),
            Action::EndPhase(end) => {
                self.forces.end_turn(state);
                if end.is_followed {
                    self.forces.take_orders_back(state, dice);
                }
                true
            }
            _ => true,
        }
    }

    fn read(&self, reading: &Reading, state: &State) -> u64 {
        reading.value(&self.forces, state)
    }

    /// The losses of a side are the sum of those of its formations.
    fn term(&self, reading: &Reading, number: usize) -> Option<Term<Reading>> {
        let Reading::SidePointsLost(side) = *reading else { return None };
        self.forces.of_side(side).nth(number).map(|formation| Term::Plus(Reading::PointsLost(formation)))
    }

    fn most(&self, reading: &Reading) -> Option<u64> {
        self.forces.most(reading)
    }

    fn cell(&self, reading: &Reading) -> Option<Cell> {
        if let Reading::Cell(cell) = reading { Some(*cell) } else { None }
    }

    fn counts(&self, action: &Action, cell: Cell) -> bool {
        match action {
            Action::EndPhase(end) => end.only_counts(cell),
            _ => self.forces.only_counted().any(|counted| counted == cell),
        }
    }

    fn only_counted(&self, action: &Action) -> Vec<Cell> {
        match action {
            Action::EndPhase(_) => Vec::new(),
            _ => self.forces.only_counted().collect(),
        }
    }

    fn describe(&self, state: &State) -> Vec<String> {
        (0..self.forces.formations.len()).map(|formation| self.forces.describe(formation, state)).collect()
    }
}
