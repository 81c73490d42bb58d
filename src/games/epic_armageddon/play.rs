//! An action is played: its test, then its stages one by one.

use crate::actions::Action;
use crate::battle::Battle;
use crate::chapters::Stage;
use crate::forces::{Group, Ledger};
use crate::measures::Reading;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::play::{Game, Term};
use battle_odds_plan::sequence::{self, StageFlow, stages};
use battle_odds_plan::state::{Cell, NOTHING, State};

impl Battle {
    /// Whether the acting formation, if there is one, still can act; in a combined assault, any of them (§1.13.3).
    fn can_go_on(&self, action: &Action, state: &State, ordered: bool) -> bool {
        let Some(test) = &action.test else { return true };
        let partners = if ordered { &test.with[..] } else { &[] };
        std::iter::once(&test.by).chain(partners).any(|&formation| self.forces.can_act(state, formation))
    }

    /// The action test: passed, failed, or no formation there to take it.
    fn begin<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> Option<bool> {
        let Some(test) = &action.test else { return Some(true) };
        self.can_go_on(action, state, false).then(|| test.pass(&self.forces, &self.sides, state, dice))
    }
}

impl Game for Battle {
    type Action = Action;
    type Reading = Reading;

    /// First the test, then the stages of the action ordered, or those of a formation that failed.
    fn act<D: Dice>(&self, action: &Action, state: &mut State, dice: &mut D) -> bool {
        let over = stages(state, |number, state| {
            let end = action.end();
            let (next, last) = match number.checked_sub(1) {
                None => match self.begin(action, state, dice) {
                    Some(true) => (0, action.hold),
                    Some(false) => (action.hold, end),
                    None => (end, end),
                },
                Some(stage) => {
                    if !action.stages[stage].advance(0, self, state, dice) {
                        return StageFlow::Within;
                    }
                    (stage + 1, if stage < action.hold { action.hold } else { end })
                }
            };
            self.forces.settle(state, dice);
            // §1.13.3: a formation broken in the middle of its action loses the rest of it.
            let ordered = last == action.hold;
            let next = if self.can_go_on(action, state, ordered) && next < last { next } else { end.max(next) };
            if next == action.stages.len() { StageFlow::Over } else { StageFlow::Done(next + 1) }
        });
        if over {
            sequence::end(state);
        }
        over
    }

    fn read(&self, reading: &Reading, state: &State) -> u64 {
        reading.value(&self.forces, state)
    }

    /// §5.1.7: the losses of a side are the sum of those of its formations.
    fn term(&self, reading: &Reading, number: usize) -> Option<Term<Reading>> {
        let lost = |side| self.forces.of_side(side).map(Reading::PointsLost);
        match *reading {
            Reading::SidePointsLost(side) => lost(side).map(Term::Plus).nth(number),
            Reading::Swing(side, most) => {
                let won = lost(side ^ 1).map(Term::Plus);
                std::iter::once(Term::Fixed(most as i64)).chain(won).chain(lost(side).map(Term::Minus)).nth(number)
            }
            _ => None,
        }
    }

    fn most(&self, reading: &Reading) -> Option<u64> {
        self.forces.most(reading)
    }

    fn cell(&self, reading: &Reading) -> Option<Cell> {
        if let Reading::Cell(cell) = reading { Some(*cell) } else { None }
    }

    fn complete(&self, action: &Action, state: &State, found: &mut dyn FnMut(Cell)) {
        let Some(stage) = action.stage_of(state) else { return };
        match &action.stages[stage] {
            // Hits on the target of the last fire at it, once all its dice to hit have been rolled.
            Stage::Shoot(volley) => {
                let formation = volley.at.formation;
                let is_last = !action.volleys_after(stage).any(|later| later.may_hit(formation));
                if is_last && volley.has_rolled_to_hit(state) {
                    found(self.forces.formations[formation].ledger.hits);
                }
            }
            Stage::Assault(assault) => assault.known_of_the_result(state, found),
            _ => {}
        }
    }

    /// The losses of an assault decide who wins it.
    fn only_counted(&self, action: &Action) -> Vec<Cell> {
        let is_fought = action.stages.iter().any(|stage| matches!(stage, Stage::Assault(_)));
        let of = |ledger: &Ledger| match is_fought {
            true => vec![ledger.hits],
            false => vec![ledger.hits, ledger.fallen, ledger.damage, ledger.engines, ledger.losses],
        };
        let all = self.forces.formations.iter().flat_map(|formation| of(&formation.ledger));
        all.filter(|cell| *cell != NOTHING).collect()
    }

    fn describe(&self, state: &State) -> Vec<String> {
        let describe = |index: usize| {
            let of = &self.forces.formations[index];
            let alive = self.forces.groups_of(index).iter().filter(|group| state[group.alive] > 0);
            let words = |group: &Group| match &group.engine {
                None => format!("{} {}", state[group.alive], group.unit.words),
                Some(engine) => match engine.shields_up(state) {
                    0 => text!("{name} with DC {left}", name = group.unit.words, left = state[engine.left]),
                    up => text!(
                        "{name} with DC {left} and {up} shield(s)",
                        name = group.unit.words,
                        left = state[engine.left],
                        up
                    ),
                },
            };
            let alive: Vec<String> = alive.map(words).collect();
            let units = self.forces.heads(state, index);
            match units {
                0 => text!("{name}: destroyed", name = of.name),
                _ if of.is_broken(state) => {
                    text!(
                        "{name}: broken, {units} of {start} units ({alive})",
                        name = of.name,
                        units,
                        start = of.start,
                        alive = alive.join(", ")
                    )
                }
                _ => {
                    let (name, start, alive, markers) = (&of.name, of.start, alive.join(", "), state[of.markers]);
                    match of.is_on_overwatch(state) {
                        true => text!(
                            "{name}: {units} of {start} units ({alive}), {markers} blast marker(s), on overwatch",
                            name,
                            units,
                            start,
                            alive,
                            markers
                        ),
                        false => text!(
                            "{name}: {units} of {start} units ({alive}), {markers} blast marker(s)",
                            name,
                            units,
                            start,
                            alive,
                            markers
                        ),
                    }
                }
            }
        };
        (0..self.forces.formations.len()).map(describe).collect()
    }
}
