//! §1.12.5, §1.12.7: who has won — outright, or by the roll for the result.

use crate::assault::result_dice::EQUAL;
use crate::assault::{ATTACKER, Assault, DEFENDER, Exchange, Fighter, Part};
use crate::forces::Forces;
use crate::profile::Ability;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::sequence::{Flow, To};
use battle_odds_plan::state::State;
use smallvec::SmallVec;

/// The value of the margin's cell, before the dice, if neither side is ahead.
const EVEN: u32 = 1 << 15;

/// §1.12.7: what counts for the result on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Score {
    /// What the enemy has killed of it.
    killed: u32,
    /// Its units.
    units: u32,
    /// Its markers.
    markers: u32,
    /// Its inspiring units in the fight.
    inspiring: u32,
}

/// §1.12.7: the modifiers of each side, each with its reason.
fn modifiers(scores: [Score; 2]) -> [[u32; 6]; 2] {
    [ATTACKER, DEFENDER].map(|side| {
        let (own, enemy) = (scores[side], scores[1 - side]);
        [
            enemy.killed,
            u32::from(own.units > enemy.units),
            u32::from(own.units > 2 * enemy.units),
            u32::from(own.markers == 0),
            u32::from(enemy.markers > own.markers),
            own.inspiring,
        ]
    })
}

impl Assault {
    /// The formations that fight.
    fn fighting<'a>(&'a self, forces: &'a Forces, state: &'a State, side: usize) -> impl Iterator<Item = usize> + 'a {
        let formations = self.sides[side].formations.iter().copied();
        formations.filter(move |&formation| self.takes_part(forces, state, side, formation))
    }

    /// §1.12.7 note: all units left, including those beyond 15 cm and embarked ones; §3.3.3: war engines count as their
    /// damage capacity at the start.
    pub(super) fn units(&self, forces: &Forces, state: &State, side: usize) -> u32 {
        self.fighting(forces, state, side).map(|formation| forces.units(state, formation)).sum()
    }

    pub(super) fn engaged(&self, state: &State, side: usize) -> u32 {
        let fighters = self.sides[side].fighters.iter();
        fighters.map(|fighter| state.count(fighter.in_contact) + state.count(fighter.in_firefight)).sum()
    }

    /// §3.3.3: units of a side that were killed, and for war engines every point of damage.
    fn killed(&self, forces: &Forces, state: &State, side: usize) -> u32 {
        let lost = |&formation: &usize| {
            let ledger = forces.formations[formation].ledger;
            state.count(ledger.fallen) - state.count(ledger.engines) + state.count(ledger.damage)
        };
        self.sides[side].formations.iter().map(lost).sum()
    }

    /// §1.12.7: the markers of a side, with those that count half (its army list's rules) halved together.
    fn markers_on(&self, forces: &Forces, state: &State, side: usize) -> u32 {
        let sum = |halved: bool| -> u32 {
            let counted = self.fighting(forces, state, side);
            let counted = counted.filter(|&formation| forces.formations[formation].rules.halves_markers == halved);
            counted.map(|formation| forces.markers(state, formation)).sum()
        };
        sum(false) + sum(true) / 2 + self.markers_aboard(forces, state, side)
    }

    /// §3.3 Q: a broken formation aboard an engine that fights does not get out, but its markers count.
    fn markers_aboard(&self, forces: &Forces, state: &State, side: usize) -> u32 {
        let aboard = self.fighting(forces, state, side).flat_map(|formation| forces.groups_of(formation));
        let mut riders: SmallVec<[usize; 4]> = SmallVec::new();
        for &rider in aboard.flat_map(|group| &group.carries) {
            let formation = forces.groups[rider].formation;
            let outside = !self.sides[side].formations.contains(&formation);
            if outside && forces.formations[formation].is_broken(state) && !riders.contains(&formation) {
                riders.push(formation);
            }
        }
        riders.into_iter().map(|formation| forces.markers(state, formation)).sum()
    }

    /// What counts for the result on a side.
    fn score(&self, forces: &Forces, state: &State, side: usize) -> Score {
        let is_inspiring = |fighter: &&Fighter| forces.groups[fighter.group].unit.has(Ability::Inspiring);
        let inspiring = self.sides[side].fighters.iter().filter(is_inspiring);
        Score {
            killed: self.killed(forces, state, side),
            units: self.units(forces, state, side),
            markers: self.markers_on(forces, state, side),
            inspiring: inspiring
                .map(|fighter| state.count(fighter.in_contact) + state.count(fighter.in_firefight))
                .sum(),
        }
    }

    /// The defender's score is known no longer.
    pub(super) fn forget_defender<D: Dice>(&self, state: &mut State, dice: &D) {
        if dice.puts_off() {
            self.defender.into_iter().for_each(|cell| state.put(cell, 0));
        }
    }

    /// What counts for the result on both sides.
    fn scores<D: Dice>(&self, forces: &Forces, state: &State, dice: &D) -> [Score; 2] {
        let attacker = self.score(forces, state, ATTACKER);
        let defender = if dice.puts_off() {
            let [killed, units, markers, inspiring] = self.defender.map(|cell| state.count(cell));
            Score { killed, units, markers, inspiring }
        } else {
            self.score(forces, state, DEFENDER)
        };
        // Of a copy: what is read there is not noted.
        debug_assert_eq!(defender, self.score(forces, &state.clone(), DEFENDER), "nothing but saves costs units");
        [attacker, defender]
    }

    /// §1.12.5: the attacker has won when no defender is left and an attacker is; the defender when no attacker within
    /// reach is.
    fn outright_winner(&self, state: &State, [attacker, defender]: [Score; 2]) -> Option<usize> {
        if defender.units == 0 && attacker.units > 0 {
            return Some(ATTACKER);
        }
        // In a further round there may be no unit within reach; only losses decide it without dice.
        (attacker.killed > 0 && self.engaged(state, ATTACKER) == 0).then_some(DEFENDER)
    }

    /// §1.12.7: the winner without dice: the side whose enemy has no unit left; the defender if neither side has any.
    fn last_one_standing(scores: [Score; 2]) -> Option<usize> {
        match scores.map(|score| score.units) {
            [0, _] => Some(DEFENDER),
            [_, 0] => Some(ATTACKER),
            _ => None,
        }
    }

    /// §1.12.7: adds up the modifiers and keeps the attacker's lead over the defender in the cell of the margin. The
    /// dice are a piece by themselves, which depends on nothing else.
    fn add_up(&self, state: &mut State, scores: [Score; 2]) {
        let [attacker, defender] = modifiers(scores).map(|modifiers| modifiers.iter().sum::<u32>());
        state.set(self.margin, EVEN + attacker - defender);
    }

    /// Where all ways are followed, counts the defender before the attacker saves: what follows would read the units of both
    /// sides at once. Without support fire once.
    pub(super) fn count_defender<D: Dice>(
        &self,
        exchange: Exchange,
        forces: &Forces,
        state: &mut State,
        dice: &D,
    ) -> Flow<Part> {
        if !dice.puts_off() || exchange == Exchange::Support && !self.has_support_fire() {
            return Flow::Pass(To::Next);
        }
        let Score { killed, units, markers, inspiring } = self.score(forces, state, DEFENDER);
        for (cell, number) in self.defender.into_iter().zip([killed, units, markers, inspiring]) {
            state.set(cell, number);
        }
        Flow::Done(To::Next)
    }

    /// §1.12.5: one side may have won before support fire and the dice.
    pub(super) fn win_outright<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> Flow<Part> {
        if let Some(winner) = self.outright_winner(state, self.scores(forces, state, dice)) {
            dice.note(|| match winner {
                ATTACKER => text!("no defender is left: an outright win (§1.12.5)"),
                _ => text!("no attacker within reach is left: an outright win (§1.12.5)"),
            });
            return self.win(state, dice, (winner, 0));
        }
        // What follows reads much the same, unless it is support fire.
        if !self.has_support_fire() {
            return Flow::along(dice, To::Next);
        }
        self.forget_defender(state, dice);
        Flow::Done(To::Next)
    }

    /// §1.12.7: one side is all that is left, or what each side adds to its dice.
    pub(super) fn before_the_dice<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> Flow<Part> {
        let scores = self.scores(forces, state, dice);
        if let Some(winner) = Self::last_one_standing(scores) {
            return self.win(state, dice, (winner, 0));
        }
        self.add_up(state, scores);
        self.forget_defender(state, dice);
        Flow::Again(1)
    }

    /// §1.12.7: both sides roll 2D6 and keep the higher: the winner and its lead; nothing after a tie.
    pub(super) fn roll_result<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> Option<(usize, u32)> {
        for side in [ATTACKER, DEFENDER] {
            dice.note(|| self.added(forces, state, side));
        }
        let attacker = state.count(self.margin) + dice.answer_to(&self.result) as u32;
        let defender = EVEN + EQUAL;
        state.set(self.margin, 0);
        if attacker == defender {
            dice.note(|| text!("a tie: another round"));
            return None;
        }
        let winner = if attacker > defender { ATTACKER } else { DEFENDER };
        Some((winner, attacker.abs_diff(defender)))
    }

    /// What a side adds to its dice, in words.
    fn added(&self, forces: &Forces, state: &State, side: usize) -> String {
        let modifiers = modifiers([ATTACKER, DEFENDER].map(|side| self.score(forces, state, side)))[side];
        let [kills, more, twice, unmarked, fewer, inspiring] = modifiers;
        text!(
            "{side} adds {sum}: +{kills} kills, +{outnumbering} outnumbering, +{markers} markers, +{inspiring} inspiring",
            side = if side == ATTACKER { text!("attacker") } else { text!("defender") },
            sum = modifiers.iter().sum::<u32>(),
            kills,
            outnumbering = more + twice,
            markers = unmarked + fewer,
            inspiring
        )
    }
}
