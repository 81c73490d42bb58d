//! L1326: all attacks on one target in one roll, where all ways are followed. The dice against each target are counted
//! before the first attack: afterwards nothing depends on who fights whom, and states that differ in it become one.
//! Wounds of one unit after another add up, and what is needed to hit depends only on how the target is protected.

use crate::battle::Battle;
use crate::combat::blows::most_attacks;
use crate::combat::{AtOnce, Attacks, Combat, Fighter, NO_SCORE, Target};
use crate::compiler::{self, Compiler};
use crate::cover::Protection;
use crate::forces::{Forces, Unit};
use crate::items::Item;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::State;
use battle_odds_scenario::{Problem, Span};

/// L2366, L2386, L2396, L2412: items that work on single hits or saves.
const OF_HITS_AND_SAVES: [Item; 4] =
    [Item::BannerOfProtection, Item::BannerOfLuck, Item::SwordOfDestruction, Item::SwordOfMutilation];

impl AtOnce {
    /// The attacks on each fighter; `None` if an item has something to do with single hits or saves.
    ///
    /// # Errors
    /// When a state has no cell left.
    pub fn of(compiler: &mut Compiler, fighters: &[Fighter], span: &Span) -> Result<Option<AtOnce>, Problem> {
        let works = |item: Option<Item>| item.is_some_and(|item| OF_HITS_AND_SAVES.contains(&item));
        let forces = &compiler.forces;
        let carries = |fighter: &Fighter| {
            let unit = &forces.units[fighter.unit];
            let mut theirs = unit.commanders.iter().map(|&commander| forces.commanders[commander].profile.item);
            works(unit.item) || theirs.any(works)
        };
        if fighters.iter().any(carries) {
            return Ok(None);
        }
        let mut all = Vec::new();
        for (t, target) in fighters.iter().enumerate() {
            let mut attacks = [const { None }; 3];
            for protection in Protection::ALL {
                if protection == Protection::Open || target.cover.has(protection) {
                    let dice = compiler.layout.need(span)?;
                    let wounds = wounds(compiler, fighters, target, protection);
                    attacks[protection as usize] = Some(Attacks { dice, wounds });
                }
            }
            let alike = (0..t).filter(|&before| are_alike(&compiler.forces, &fighters[before], target)).collect();
            all.push(Target { attacks, alike });
        }
        Ok(Some(AtOnce(all)))
    }
}

/// Whether two units of a formation are alike in all that is written of them.
fn are_alike(forces: &Forces, one: &Fighter, other: &Fighter) -> bool {
    let units = [one, other].map(|fighter| &forces.units[fighter.unit]);
    let bare = |unit: &Unit| unit.item.is_none() && unit.commanders.is_empty();
    let told = |unit: &Unit| (unit.start, unit.points, unit.counts);
    let are_units_alike = units[0].profile.key == units[1].profile.key && told(units[0]) == told(units[1]);
    units.into_iter().all(bare) && are_units_alike && Fighter { unit: other.unit, ..one.clone() } == *other
}

/// L1360, L1368: to hit and not to be saved.
fn wounds(compiler: &Compiler, fighters: &[Fighter], target: &Fighter, protection: Protection) -> Pool {
    let units = &compiler.forces.units;
    let most = fighters.iter().filter(|fighter| fighter.side != target.side);
    let most = most.map(|fighter| most_attacks(&units[fighter.unit])).sum();
    let on = compiler::label(compiler, target.unit);
    let hits = protection.to_hit(Roll::named(format!("attacks on {on}"), "L1360"), most);
    let spared = |need: Need| Need::at_most(i32::from(need.face()) - 1);
    let unsaved = units[target.unit].saves[0].iter().flat_map(|saves| saves.test.stages()).map(spared);
    let stages = hits.test.stages().into_iter().chain(unsaved).collect();
    Pool::new(hits.roll, Test::All(stages), most)
}

impl Combat {
    /// Counts the dice against each target.
    pub(super) fn count_dice(&self, at_once: &AtOnce, battle: &Battle, state: &mut State) {
        let forces = &battle.forces;
        let engaged = self.engaged(forces, state);
        let everybody = engaged[0].union(engaged[1]);
        let mut against = vec![[0; 3]; self.fighters.len()];
        for a in everybody.iter() {
            self.dice_of(a, forces, state, |t, protection, dice| against[t][protection as usize] += dice);
        }
        for (target, against) in at_once.0.iter().zip(against) {
            for (attacks, dice) in target.attacks.iter().zip(against) {
                attacks.iter().for_each(|attacks| state.set(attacks.dice, dice));
            }
        }
        // Only the difference of the scores counts.
        let [first, second] = self.cells.scores;
        state.take(first, state.count(second) - u32::from(NO_SCORE));
        state.put(second, NO_SCORE);
        for t in everybody.iter() {
            self.forget_stands(t, forces, state);
        }
        for t in everybody.iter() {
            if self.is_forgotten(t, battle, state) {
                at_once.put_in_order(t, self, forces, state);
            }
        }
    }

    /// All attacks on the nth fighter.
    pub(super) fn attack_at_once<D: Dice>(
        &self,
        at_once: &AtOnce,
        nth: usize,
        battle: &Battle,
        state: &mut State,
        dice: &mut D,
    ) {
        let (forces, target) = (&battle.forces, &at_once.0[nth]);
        let mut wounds = 0;
        for attacks in target.attacks.iter().flatten() {
            let count = state.count(attacks.dice);
            if count > 0 {
                state.put(attacks.dice, 0);
                wounds += dice.successes(&attacks.wounds, count);
            }
        }
        if wounds > 0 {
            let lost = self.suffer(nth, wounds, forces, state, dice);
            let left = state[forces.units[self.fighters[nth].unit].stands];
            state.add(self.lost(nth, forces), lost - u32::from(lost > 0 && left == 0));
        }
        if self.is_forgotten(nth, battle, state) {
            state.put(forces.units[self.fighters[nth].unit].wounds, 0);
            at_once.put_in_order(nth, self, forces, state);
        }
    }
}

impl AtOnce {
    /// Of fighters that are alike the first are those with the fewest stands, wounds and dice against them.
    fn put_in_order(&self, t: usize, combat: &Combat, forces: &Forces, state: &mut State) {
        let unit = |fighter: usize| &forces.units[combat.fighters[fighter].unit];
        let told =
            |fighter: usize| [unit(fighter).status, unit(fighter).flanked, unit(fighter).shot, unit(fighter).fighting];
        let kept = |fighter: usize| {
            let dice = self.0[fighter].attacks.iter().flatten().map(|attacks| attacks.dice);
            [unit(fighter).stands, unit(fighter).wounds].into_iter().chain(dice)
        };
        for &before in &self.0[t].alike {
            let are_alike = told(before).into_iter().zip(told(t)).all(|(one, other)| state[one] == state[other]);
            if are_alike && kept(before).map(|cell| state[cell]).gt(kept(t).map(|cell| state[cell])) {
                for (one, other) in kept(before).zip(kept(t)) {
                    let numbers = [state[one], state[other]];
                    state.put(one, numbers[1]);
                    state.put(other, numbers[0]);
                }
            }
        }
    }
}
