//! A step is played: its chapter, then the break tests.

use crate::battle::Battle;
use crate::chapters::Action;
use crate::forces::{Forces, HATING};
use crate::measures::Reading;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::play::{Game, Term};
use battle_odds_plan::sequence::{StageFlow, begins, end, stages};
use battle_odds_plan::state::{Cell, State};

impl Battle {
    /// §14.4: formations that hate meet the enemies of a stage of a step.
    fn meet(&self, action: &Action, stage: usize, state: &mut State) {
        for &hater in &self.forces.haters {
            self.forces.meet(state, hater, |_, formation| self.is_adversary(action, stage, formation));
        }
    }

    /// §14.4: whether a formation is an enemy that is met in a stage: the formations that cause losses there, and those
    /// that suffer them. For rallies and tests of the scenario's own, all are.
    fn is_adversary(&self, action: &Action, stage: usize, formation: usize) -> bool {
        match action {
            Action::Shoot(volley) => volley.meets(formation),

            Action::CloseCombat(combat) | Action::SlashAttack(combat) => combat.meets(stage, formation),

            Action::Assault(assault) => assault.meets(&self.forces, stage, formation),

            Action::Move(movement) => movement.meets(stage, formation),

            Action::Psychic(power) => [power.by, power.at].contains(&formation),

            Action::Ram(ram) => ram.meets(&self.forces, formation),

            Action::Hazard(danger) => danger.by == formation,

            Action::BreakTest(_) | Action::Rally(_) => true,

            Action::Overwatch(_)
            | Action::EndTurn(_)
            | Action::Flee(_)
            | Action::Psychology(_)
            | Action::WarpCards(_)
            | Action::PsychicDuel(_)
            | Action::Strategy(_)
            | Action::GameLength(_) => false,
        }
    }
}

impl Action {
    /// Whether it may tell models of a formation apart that the scenario does not.
    pub fn tells_apart(&self, forces: &Forces, formation: usize) -> bool {
        match self {
            Action::Shoot(volley) => volley.tells_apart(forces, formation),

            Action::Move(movement) => movement.reactions.iter().any(|volley| volley.tells_apart(forces, formation)),

            // Whole formations do these, or nobody.
            Action::Overwatch(_)
            | Action::EndTurn(_)
            | Action::BreakTest(_)
            | Action::Flee(_)
            | Action::Rally(_)
            | Action::Psychology(_)
            | Action::Strategy(_)
            | Action::GameLength(_) => false,

            Action::CloseCombat(_)
            | Action::SlashAttack(_)
            | Action::Assault(_)
            | Action::Psychic(_)
            | Action::WarpCards(_)
            | Action::PsychicDuel(_)
            | Action::Ram(_)
            | Action::Hazard(_) => true,
        }
    }
}

impl Game for Battle {
    type Action = Action;
    type Reading = Reading;

    /// A step: its stages, and after each the break tests of formations that lost a quarter in it (§13.1).
    fn act<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> bool {
        let last = 2 * action.stages() - 1;
        let over = stages(state, |stage, state| {
            let (part, tests) = (stage / 2, stage % 2 == 1);
            if !tests && begins(state) {
                self.meet(action, part, state);
            }
            let over = match tests {
                false => action.advance(part, self, state, dice),
                true => self.morale.after_losses(&self.forces, state, dice),
            };
            match over {
                false => StageFlow::Within,
                true if stage == last => StageFlow::Over,
                true => StageFlow::Done(stage + 1),
            }
        });
        if over {
            self.forces.haters.iter().for_each(|&hater| state[self.forces.formations[hater].status] &= !HATING);
            end(state);
        }
        over
    }

    /// A turn ends even if no formation acts at its end.
    fn skip<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> bool {
        match action {
            Action::EndTurn(_) => self.forces.end_turn(state, dice),
            _ => true,
        }
    }

    fn forget(&self, step: usize, state: &mut State) {
        self.alike.settle(step, state);
    }

    fn read(&self, reading: &Reading, state: &State) -> u64 {
        reading.value(&self.forces, state)
    }

    /// §4, §20: the losses of a side are the sum of those of its formations.
    fn term(&self, reading: &Reading, number: usize) -> Option<Term<Reading>> {
        let of_side = |side| self.forces.of_side(side).nth(number);
        match *reading {
            Reading::SidePointsLost(side) => of_side(side).map(|of| Term::Plus(Reading::PointsLost(of))),
            Reading::SideVictoryPoints(side) => of_side(side).map(|of| Term::Plus(Reading::VictoryPoints(of))),
            _ => None,
        }
    }

    fn most(&self, reading: &Reading) -> Option<u64> {
        self.forces.most(reading)
    }

    fn cell(&self, reading: &Reading) -> Option<Cell> {
        if let Reading::Cell(cell) = reading { Some(*cell) } else { None }
    }

    fn counts(&self, action: &Action, cell: Cell) -> bool {
        let of_combat = match action {
            Action::CloseCombat(combat) | Action::SlashAttack(combat) => combat.only_counts(cell),
            _ => false,
        };
        of_combat || self.forces.only_counted().any(|counted| counted == cell)
    }

    fn only_counted(&self, _action: &Action) -> Vec<Cell> {
        self.forces.only_counted().collect()
    }

    fn describe(&self, state: &State) -> Vec<String> {
        self.forces.formations.iter().map(|formation| self.forces.describe(formation, state)).collect()
    }
}
