//! §12: close combat, part by part, round by round.

use crate::battle::Battle;
use crate::combat::bout::{Bout, Model};
use crate::combat::meeting::{CALM, FIRST, FLEES, HALF};
use crate::combat::pairing::{Fight, Pairing};
use crate::combat::{Combat, Contender, Rank, Side};
use crate::forces::{BROKEN, CALMED, Forces, OVERWATCH};
use crate::morale::Circumstances;
use crate::profile::Ability;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Now, Sequence, To, round};
use battle_odds_plan::state::{Cell, State};

/// The pieces of a fight that the clock has room for.
const PIECES: usize = 64;

/// The parts of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Form,
    Fight,
    Leave,
    BreakTests,
}

/// A round of close combat.
const ROUND: Sequence<Part> =
    Sequence(&[("12.2", Part::Form), ("12.3", Part::Fight), ("12.12", Part::Leave), ("13.1", Part::BreakTests)]);

impl Play<Battle> for Combat {
    /// The number of its stages: a charge tests nerve and triggers fire, then come the fights.
    fn stages(&self) -> usize {
        if self.charge && !self.slash { 2 + self.reactions.len() } else { 1 }
    }

    fn advance<D: Dice>(&self, stage: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        match stage {
            _ if stage + 1 == self.stages() => self.rounds(battle, state, dice),
            0 => self.nerve(battle, state, dice),
            _ => self.react(&self.reactions[stage - 1], battle, state, dice),
        }
    }
}

impl Combat {
    /// Whether a cell is only counted, so that no play depends on it.
    pub fn only_counts(&self, cell: Cell) -> bool {
        self.everybody().any(|(_, of)| of.cells.counters().contains(&cell))
            || [self.fought, self.fights].contains(&cell)
    }

    /// §14.4: whether a formation fires from overwatch in a stage, or is fired at; or fights.
    pub fn meets(&self, stage: usize, formation: usize) -> bool {
        match stage {
            _ if stage + 1 == self.stages() => self.everybody().any(|(_, of)| of.formation == formation),
            0 => false,
            _ => self.reactions[stage - 1].meets(formation),
        }
    }

    /// Plays one piece of the fights; true when they are over.
    pub(super) fn rounds<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        ROUND.play(state, |now, state| match now.part {
            Part::Form if self.form(forces, state) => Flow::Pass(To::Next),
            Part::Form => Flow::Over,
            Part::Fight => self.fight(forces, state, dice, now),
            Part::Leave => {
                self.bury(forces, state);
                self.leave(forces, state, dice);
                Flow::Pass(To::Next)
            }
            Part::BreakTests => self.tests(battle, state, dice, now.nth),
        })
    }

    pub(super) fn everybody(&self) -> impl Iterator<Item = (usize, &Contender)> {
        self.sides
            .iter()
            .enumerate()
            .flat_map(|(side, of)| of.contenders.iter().map(move |contender| (side, contender)))
    }

    /// Whether a formation takes part in the round: in the first, unless it broke before a charge, or dares not.
    fn takes_part(&self, forces: &Forces, state: &State, side: usize, of: &Contender) -> bool {
        if round(state) > 0 {
            return state[of.cells.charged] > 0 && state[of.cells.gone] == 0;
        }
        match (self.charge, side) {
            (false, _) => true,
            (true, 0) => state[of.cells.stays] == 0 && forces.can_charge(state, of.formation),
            (true, _) => state[forces.formations[of.formation].ledger.broke] == 0,
        }
    }

    /// §12.2: lines up all fighting models; false when none are left to fight.
    fn form(&self, forces: &Forces, state: &mut State) -> bool {
        if round(state) == self.rounds {
            return false;
        }
        for (number, side) in self.sides.iter().enumerate() {
            for rank in &side.row {
                // A walker without crew does not fight.
                let manned = forces.groups[rank.group].machine.as_ref().is_none_or(|cells| state[cells.crew] > 0);
                let stands = manned && self.takes_part(forces, state, number, &side.contenders[rank.contender]);
                state.put(rank.stand, if stands { state[forces.groups[rank.group].left[rank.level - 1]] } else { 0 });
            }
            for limit in &side.limits {
                let mut left = limit.most;
                for rank in limit.ranks.iter().map(|&rank| &side.row[rank]) {
                    let stand = state.count(rank.stand).min(left);
                    state.set(rank.stand, stand);
                    left -= stand;
                }
            }
        }
        let fight = self.sides.iter().all(|side| side.models(state) > 0);
        if !fight {
            self.disperse(state);
            return false;
        }
        state.add(self.fought, 1);
        for (number, side) in self.sides.iter().enumerate() {
            for rank in &side.row {
                if state[rank.stand] == 0 {
                    continue;
                }
                let of = &side.contenders[rank.contender];
                state.put(of.cells.charged, 1);
                // §11.24.1: a charging formation is no longer on overwatch.
                if self.charge && number == 0 {
                    state[forces.formations[of.formation].status] &= !OVERWATCH;
                }
                if self.flees(forces, state, of) {
                    let stand = state.count(rank.stand);
                    state.add(of.cells.fleeing, stand);
                }
            }
        }
        for &hater in &forces.haters {
            if let Some(side) = self.sides.iter().position(|side| side.stands(state, hater)) {
                forces.meet(state, hater, |state, foe| self.sides[1 - side].stands(state, foe));
            }
        }
        true
    }

    /// Clears the rows.
    fn disperse(&self, state: &mut State) {
        self.sides.iter().flat_map(|side| &side.row).for_each(|rank| state.put(rank.stand, 0));
    }

    /// §12.12, §13.3: whether a formation disengages in this round.
    fn flees(&self, forces: &Forces, state: &State, of: &Contender) -> bool {
        of.disengages || forces.formations[of.formation].is(state, BROKEN)
    }

    /// The state (flags) in which a formation fights.
    fn state_of(&self, forces: &Forces, state: &State, of: &Contender) -> usize {
        let first = self.charge && round(state) == 0;
        let in_state = [
            (first, FIRST),
            (first && state[of.cells.half_ws] > 0, HALF),
            (self.flees(forces, state, of), FLEES),
            (forces.formations[of.formation].is(state, CALMED), CALM),
        ];
        in_state.iter().filter(|(is, _)| *is).map(|(_, bit)| bit).sum()
    }

    /// §12.3, §12.9: the next fight of the round, and its hits on a walker, one piece each.
    fn fight<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, now: Now<Part>) -> Flow<Part> {
        let pairing = Pairing::new([0, 1].map(|side: usize| self.sides[side].models(state)), self.slash);
        let (number, piece) = (now.nth / PIECES, now.nth % PIECES);
        let fight = pairing.fight(number);
        let mut lives = true;
        if piece == 0 {
            lives = self.fight_out(forces, state, dice, fight);
            if state[self.strike.walker] > 0 {
                return Flow::Again(now.nth + 1);
            }
        } else {
            let mut over = self.strike_walker(forces, state, dice);
            // When the clock has no place left, the rest is one piece.
            while !over && piece == PIECES - 1 {
                over = self.strike_walker(forces, state, dice);
            }
            if !over {
                return Flow::Again(now.nth + 1);
            }
            let stands = self.sides[1 - pairing.many].at(state, fight.place);
            if forces.groups[stands.group].machine.is_some() {
                lives = forces.stands(state, stands.group);
                state.put(self.lone, lives.into());
            }
        }
        let next = if lives { number + 1 } else { pairing.first_of(fight.place + 1) };
        if next < pairing.fights() {
            if pairing.fight(next).nth == 1 {
                state.put(self.lone, 0);
            }
            return Flow::Again(next * PIECES);
        }
        state.put(self.lone, 0);
        self.disperse(state);
        Flow::Done(To::Next)
    }

    /// §15.5.2: the next hit on a walker, or an effect of an earlier one; true when everything is settled.
    fn strike_walker<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let cells = &self.strike;
        let scene = &self.walkers[usize::from(state[cells.walker]) - 1];
        if !scene.is_settled(state) {
            scene.settle(forces, state, dice);
        } else if state[cells.hits] > 0 {
            state.take(cells.hits, 1);
            let loser = usize::from(state[cells.side]);
            let [one, other] = cells.classes.map(|cell| usize::from(state[cell]));
            let arms = self.meetings[one][other].arms(1 - loser, state[cells.bare] > 0);
            let before = forces.groups[scene.group].wounds(state);
            if let Some(stroke) = &arms.stroke {
                stroke.land(scene, forces, state, dice);
            }
            let lost = before - forces.groups[scene.group].wounds(state);
            let of = &self.sides[1 - loser].contenders[usize::from(state[cells.by])].cells;
            state.add(of.wounds, lost);
            state.add(of.kills, u32::from(lost > 0));
        }
        let over = state[cells.hits] == 0 && scene.is_settled(state);
        if over {
            let all = [cells.walker, cells.side, cells.by, cells.classes[0], cells.classes[1], cells.bare];
            all.into_iter().for_each(|cell| state.put(cell, 0));
        }
        over
    }

    /// One fight; whether the model that stands survives.
    fn fight_out<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, fight: Fight) -> bool {
        let few = 1 - fight.many;
        let place = |side: usize| if side == fight.many { fight.opponent } else { fight.place };
        let ranks = [0, 1].map(|side: usize| self.sides[side].at(state, place(side)));
        let of = [0, 1].map(|side: usize| &self.sides[side].contenders[ranks[side].contender]);
        let mut left = ranks.map(|rank| rank.level as u32);
        if fight.nth > 1 {
            left[few] = state.count(self.lone);
        }
        let meeting = &self.meetings[ranks[0].class][ranks[1].class];
        let models = [0, 1].map(|side: usize| {
            let group = &forces.groups[ranks[side].group];
            Model {
                name: &group.profile.name,
                state: self.state_of(forces, state, of[side]),
                left: left[side],
                bare: ranks[side].lost.is_some_and(|lost| state[lost] > 0),
                used_up: group.shield.is_some_and(|shield| !shield.stands(state)),
                hits: of[side].cells.hits,
            }
        });
        let nth = if self.slash { 1 } else { fight.nth };
        let bout = meeting.bout(models, fight.many, nth);
        state.add(self.fights, 1);
        // faq 1.4: a pistol that has to recharge does so if it was used in close combat.
        for recharging in ranks.iter().filter_map(|rank| rank.recharging) {
            state.put(recharging, 1);
        }
        let is_of = |rank: &Rank| self.walkers.iter().position(|scene| scene.group == rank.group);
        let (won, walker) = match ranks.iter().any(|rank| is_of(rank).is_some()) {
            false => {
                let (answer, [hits]) = dice.answer_and_count(&bout);
                (Bout::read(answer).map(|(winner, lost)| (winner, hits, lost)), None)
            }
            true => {
                let won = bout.meet(dice);
                let walker = won.and_then(|(winner, _)| is_of(ranks[1 - winner]));
                let lost = |won, dice: &mut D| if walker.is_some() { 0 } else { bout.strike(dice, won) };
                (won.map(|won| (won.0, won.1, lost(won, dice))), walker)
            }
        };
        let Some((winner, hits, lost)) = won else {
            of.iter().for_each(|of| state.add(of.cells.drew, 1));
            state.set(self.lone, left[few]);
            return true;
        };
        let loser = 1 - winner;
        state.add(of[winner].cells.won, 1);
        state.add(of[loser].cells.lost, 1);
        state.add(of[winner].cells.hits, hits);
        if let Some(nth) = walker {
            let cells = &self.strike;
            state.set(cells.hits, hits);
            state.set(cells.walker, nth as u32 + 1);
            state.set(cells.side, loser as u32);
            state.set(cells.by, ranks[winner].contender as u32);
            (0..2).for_each(|side| state.set(cells.classes[side], ranks[side].class as u32));
            state.set(cells.bare, models[winner].bare.into());
            state.set(self.lone, left[few]);
            return true;
        }
        bout.blows[winner].harm.scare(forces, state, of[loser].formation, 1);
        let group = ranks[loser].group;
        let dies = forces.wound(state, dice, group, left[loser] as usize, lost);
        // What follows for all others waits for the end of the round, so that no fight asks how many are left.
        if dies && forces.groups[group].is_tied() {
            forces.bury(state, group);
        }
        left[loser] -= lost;
        state.add(of[winner].cells.wounds, lost);
        if left[loser] == 0 {
            state.add(of[winner].cells.kills, 1);
            state.take(of[loser].cells.fleeing, 1);
        }
        state.set(self.lone, left[few]);
        left[few] > 0
    }

    /// What follows from the deaths of the round.
    fn bury(&self, forces: &Forces, state: &mut State) {
        for (_, of) in self.everybody() {
            if state[of.cells.charged] > 0 && state[of.cells.gone] == 0 {
                let groups = forces.formations[of.formation].groups.clone();
                groups.filter(|&group| !forces.groups[group].is_hard()).for_each(|group| forces.bury(state, group));
            }
        }
    }

    /// §12.12: models that fled and survived have left the combat, and their formation is broken, even one that never
    /// breaks (faq 1.30).
    fn leave<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        for (_, of) in self.everybody() {
            let stays = state[of.cells.charged] == 0 || state[of.cells.gone] > 0;
            if stays || !self.flees(forces, state, of) {
                continue;
            }
            let escaped = state.count(of.cells.fleeing);
            state.add(of.cells.escaped, escaped);
            state.put(of.cells.fleeing, 0);
            state.put(of.cells.gone, 1);
            if !forces.is_destroyed(state, of.formation) {
                if !forces.formations[of.formation].is(state, BROKEN) {
                    forces.break_it(state, dice, of.formation);
                }
                forces.note_flight(state, of.formation);
            }
            self.calm(forces, state, of.formation);
        }
    }

    /// §14.5: a formation that breaks in close combat is no longer frenzied.
    fn calm(&self, forces: &Forces, state: &mut State, formation: usize) {
        let of = &forces.formations[formation];
        let frenzied = forces.of(formation).iter().any(|group| group.profile.has(Ability::Frenzied));
        if frenzied && of.is(state, BROKEN) {
            state[of.status] |= CALMED;
        }
    }

    /// §13.1, §14.1: the next formation that must take its break test does: it lost a quarter, or is outnumbered by
    /// enemies that it fears.
    fn tests<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D, first: usize) -> Flow<Part> {
        for (nth, (side, of)) in self.everybody().enumerate().skip(first) {
            if self.test(battle, state, dice, side, of) {
                self.calm(&battle.forces, state, of.formation);
                return Flow::Again(nth + 1);
            }
        }
        Flow::Pass(To::Round(Part::Form))
    }

    /// Whether a formation took its break test.
    fn test<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D, side: usize, of: &Contender) -> bool {
        let Battle { forces, morale, .. } = battle;
        let fights = |of: &Contender, state: &State| state[of.cells.charged] > 0 && state[of.cells.gone] == 0;
        if !fights(of, state) {
            return false;
        }
        let enemies = self.sides[1 - side].contenders.iter().filter(|enemy| fights(enemy, state));
        let enemies = enemies.map(|enemy| enemy.formation);
        // §14.1: outnumbered by enemies that it fears.
        let dreads = forces.causes(state, enemies.clone()).and_then(|dread| forces.dreads(state, of.formation, dread));
        let outnumbered = dreads.is_some() && forces.is_outnumbered(state, of.formation, enemies);
        if morale.after_step(forces, state, dice, of.formation) {
            return true;
        }
        let stands = !forces.formations[of.formation].is(state, BROKEN) && !forces.is_destroyed(state, of.formation);
        if !outnumbered || !stands {
            return false;
        }
        // It meets the enemies that are still in the fight: these outnumber it.
        let foes = &self.sides[1 - side].contenders;
        forces.meet(state, of.formation, |state, foe| {
            foes.iter().any(|enemy| enemy.formation == foe && fights(enemy, state))
        });
        morale.test(forces, state, dice, of.formation, Circumstances::default()).is_some()
    }
}

impl Side {
    /// Models in its row.
    pub(super) fn models(&self, state: &State) -> u32 {
        self.row.iter().map(|rank| state.count(rank.stand)).sum()
    }

    /// Whether any models of a formation stand in its row.
    pub(super) fn stands(&self, state: &State, formation: usize) -> bool {
        self.row.iter().any(|rank| self.contenders[rank.contender].formation == formation && state[rank.stand] > 0)
    }

    /// The models at this place of the row.
    pub(super) fn at(&self, state: &State, mut place: usize) -> &Rank {
        for rank in &self.row {
            let stand = usize::from(state[rank.stand]);
            if place < stand {
                return rank;
            }
            place -= stand;
        }
        unreachable!("a place in the row that nobody takes")
    }
}
