//! L1322: which stands fight which enemies, with how many dice.

use crate::battle::Battle;
use crate::combat::fighter_set::FighterSet;
use crate::combat::{Combat, Fighter, Pools};
use crate::cover::Protection;
use crate::fire::Luck;
use crate::forces::{ARRIVED, CHARGING, CONFUSED, Forces, RECEIVING, Unit};
use crate::items::Item;
use crate::profile::{Ability, Kind};
use crate::readings::{CommanderAttacks, Terror};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::sequence::step;
use battle_odds_plan::state::State;

impl Combat {
    /// Dice of fighter `a` against fighter `t`, by the protection of the stands that they attack.
    fn dice_against(&self, a: usize, t: usize, forces: &Forces, state: &State) -> [u32; 3] {
        let mut dice = [0; 3];
        self.dice_of(a, forces, state, |index, protection, attacks| {
            if index == t {
                dice[protection as usize] += attacks;
            }
        });
        dice
    }

    /// The dice of fighter `a` against each enemy and protection. Stands are paired off with those of the enemy along the
    /// line.
    pub(super) fn dice_of(
        &self,
        a: usize,
        forces: &Forces,
        state: &State,
        mut against: impl FnMut(usize, Protection, u32),
    ) {
        let attacker = &self.fighters[a];
        let engaged = self.engaged(forces, state);
        let mine = self.places(a, forces, state);
        let standing = |index: usize| u32::from(self.places(index, forces, state).fighting);
        let enemies = engaged[1 - attacker.side];
        let aimed_at = enemies.those(|enemy| attacker.at == Some(self.fighters[enemy].formation));
        // L1322: a stand attacks enemies that touch it; if the scenario names a formation for it, that one while it is
        // there.
        let aims = aimed_at.iter().any(|enemy| standing(enemy) > 0);
        let enemies = if aims { aimed_at } else { enemies };
        // Friendly stands in the line before its own, and all; a unit with a named formation faces that one alone.
        let beside = |friends: FighterSet| friends.iter().map(standing).sum::<u32>();
        let friends = engaged[attacker.side];
        let (before, all) = if aims {
            (0, u32::from(mine.fighting))
        } else {
            (beside(friends.those(|friend| friend < a)), beside(friends))
        };
        let opposite: u32 = enemies.iter().map(standing).sum();
        if opposite == 0 || mine.fighting == 0 {
            return;
        }
        let unit = &forces.units[attacker.unit];
        let mut total = 0;
        // The stand that has the attacks of a commander and of swords, and the last-gasp die (L1372).
        let mut bearer: Option<(i32, usize, Protection)> = None;
        // The enemies along the line: where the stands of each begin, and where they end.
        let mut line = enemies.iter().scan(0, |end, index| {
            let begin = *end;
            *end += standing(index);
            Some((index, begin, *end))
        });
        let mut facing = line.next();
        for stand in 0..mine.fighting {
            let place = (before + u32::from(stand)) * opposite / all;
            while facing.is_some_and(|(_, _, end)| place >= end) {
                facing = line.next();
            }
            let Some((index, begin, _)) = facing else { break };
            let enemy = &self.fighters[index];
            let protection = self.protection(enemy, place - begin, forces, state);
            let flanked = stand >= mine.fighting - mine.flanked;
            let attacks = self.attacks(unit, &forces.units[enemy.unit], protection, flanked, state);
            let better = |(known, ..): (i32, usize, Protection)| self.in_total() && attacks > known;
            if bearer.is_none_or(better) {
                bearer = Some((attacks, index, protection));
            }
            let attacks = attacks.max(0) as u32;
            total += attacks;
            against(index, protection, attacks);
        }
        if let Some((attacks, index, protection)) = bearer {
            let extra = self.extra(attacker, forces, state);
            let extra = match self.in_total() {
                false => extra,
                true => ((attacks + extra as i32).max(0) - attacks.max(0)) as u32,
            };
            against(index, protection, extra + u32::from(total + extra == 0));
        }
    }

    fn in_total(&self) -> bool {
        self.readings.commander_attacks == CommanderAttacks::InTotal
    }

    /// L1360: how the nth fighting stand of a unit is protected: only while it is charged or advanced upon, and only
    /// infantry and artillery.
    fn protection(&self, fighter: &Fighter, nth: u32, forces: &Forces, state: &State) -> Protection {
        let unit = &forces.units[fighter.unit];
        if !unit.is(state, RECEIVING) || !unit.profile.kind.takes_cover() {
            return Protection::Open;
        }
        let left = fighter.cover.left(unit.in_the_round(state).into());
        match nth {
            nth if nth < left[0] => Protection::Open,
            nth if nth < left[0] + left[1] => Protection::Defended,
            nth if nth < left[0] + left[1] + left[2] => Protection::Fortified,
            _ => Protection::Open,
        }
    }

    /// L1348: the attacks of one stand, with all modifiers; it can be negative.
    fn attacks(&self, unit: &Unit, enemy: &Unit, protection: Protection, flanked: bool, state: &State) -> i32 {
        let mut attacks = i32::from(unit.profile.attacks);
        if unit.is(state, CHARGING) && protection == Protection::Open {
            attacks += 1 + i32::from(matches!(unit.profile.kind, Kind::Monster | Kind::Chariot));
        }
        // L1679: the bonus is against enemies that have retreated in this combat.
        if !enemy.is(state, CHARGING | RECEIVING | ARRIVED) {
            attacks += i32::from(state[unit.bonus]);
        }
        if unit.item == Some(Item::BannerOfBattle) && state[unit.used] == 1 {
            attacks += 1;
        }
        let fearless = self.readings.terror == Terror::TerrifyingImmune && unit.profile.has(Ability::Terrifying);
        attacks -= i32::from(enemy.profile.has(Ability::Terrifying) && !fearless);
        attacks -= i32::from(flanked);
        attacks -= i32::from(unit.is(state, CONFUSED));
        attacks
    }

    /// L2071, L2402, L2418: what a commander, his mount and swords add to one stand.
    fn extra(&self, fighter: &Fighter, forces: &Forces, state: &State) -> u32 {
        let unit = &forces.units[fighter.unit];
        let joined = || forces.commanders_with(state, fighter.unit);
        let best = joined().map(|commander| u32::from(commander.profile.attacks)).max();
        // L2071: what the step adds comes on top, unless its commanders are no longer there.
        let told = if best.is_some() || unit.commanders.is_empty() { fighter.commander } else { 0 };
        let own = unit.item.map(|item| (item, state[unit.used]));
        let theirs = joined().filter_map(|commander| Some((commander.profile.item?, state[commander.used])));
        let sword = |(item, used): (Item, u16)| match item {
            Item::SwordOfPower => 1,
            Item::SwordOfDestiny => u32::from(used == 1),
            _ => 0,
        };
        best.unwrap_or(0) + u32::from(told) + own.into_iter().chain(theirs).map(sword).sum::<u32>()
    }

    /// L1326, L1360: one roll: an attack on a target, or the saves of a target against all of them. Returns the place
    /// of the next; nothing when all have attacked. Where all ways are followed it goes on to the next place where
    /// something is rolled.
    pub(super) fn attack<D: Dice>(
        &self,
        nth: usize,
        battle: &Battle,
        state: &mut State,
        dice: &mut D,
    ) -> Option<usize> {
        let forces = &battle.forces;
        // Target by target: all attacks on it, then its saves.
        let rolls = self.fighters.len() + 1;
        let (mut done, mut is_rolled) = (nth % rolls, false);
        for (t, target) in self.fighters.iter().enumerate().skip(nth / rolls) {
            if self.fights(target, forces, state) {
                for (a, attacker) in self.fighters.iter().enumerate().skip(done) {
                    let may_strike = attacker.side != target.side && self.fights(attacker, forces, state);
                    if may_strike && is_rolled {
                        if self.dice_against(a, t, forces, state) != [0; 3] {
                            return Some(t * rolls + a);
                        }
                    } else if may_strike && self.strike(a, t, forces, state, dice) {
                        if !dice.puts_off() {
                            return Some(t * rolls + a + 1);
                        }
                        is_rolled = true;
                    }
                }
                if is_rolled && state[self.cells.hits] > 0 {
                    return Some((t + 1) * rolls - 1);
                }
                is_rolled |= self.save(t, forces, state, dice);
                if dice.puts_off() && self.is_forgotten(t, battle, state) {
                    state.put(forces.units[target.unit].wounds, 0);
                }
                if is_rolled && !dice.puts_off() {
                    return Some((t + 1) * rolls);
                }
            }
            done = 0;
        }
        None
    }

    /// L1360, L2386, L2412: hits of one unit on another; false when it has no dice against it.
    fn strike<D: Dice>(&self, a: usize, t: usize, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let against = self.dice_against(a, t, forces, state);
        if against == [0; 3] {
            return false;
        }
        let fighter = &self.fighters[a];
        let unit = &forces.units[fighter.unit];
        let roll = |pools: &[Option<Pool>; 3], dice: &mut D| {
            let mut passed = [0; 3];
            for (place, &count) in against.iter().enumerate().filter(|(_, count)| **count > 0) {
                if let Some(pool) = &pools[place] {
                    passed[place] = dice.successes(pool, count);
                }
            }
            passed
        };
        let mut hits = roll(&self.pools[a][t], dice);
        let chance = |place: usize| self.pools[a][t][place].as_ref().map_or(0.0, |pool| pool.chance());
        if unit.item == Some(Item::BannerOfLuck) && fighter.luck == Luck::Unlucky && state[unit.used] == 0 {
            let expected: f64 = (0..3).map(|place| f64::from(against[place]) * chance(place)).sum();
            if f64::from(hits.iter().sum::<u32>()) < expected {
                dice.note(|| text!("all its dice are rolled again (banner of luck)"));
                state.put(unit.used, 2);
                hits = roll(&self.pools[a][t], dice);
            }
        }
        if carries(forces, state, fighter.unit, Item::SwordOfMutilation) && self.is_first_target(a, t, forces, state) {
            let missed = (0..3).filter(|&place| hits[place] < against[place]);
            // The missed attack that is most likely to hit.
            if let Some(place) = missed.min() {
                dice.note(|| text!("one missed attack is rolled again (sword of mutilation)"));
                if let Some(pool) = &self.pools[a][t][place] {
                    hits[place] += dice.successes(pool, 1);
                }
            }
        }
        state.add(self.cells.hits, hits.iter().sum());
        true
    }

    /// Whether `t` is the first target of `a`.
    fn is_first_target(&self, a: usize, t: usize, forces: &Forces, state: &State) -> bool {
        let struck = |target: &usize| self.dice_against(a, *target, forces, state).iter().any(|&count| count > 0);
        (0..self.fighters.len()).filter(|&target| self.fighters[target].side != self.fighters[a].side).find(struck)
            == Some(t)
    }

    /// L1368, L2396: saves of a target, and its wounds; false if nothing was rolled.
    fn save<D: Dice>(&self, t: usize, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let unit = &forces.units[self.fighters[t].unit];
        let hits = state.count(self.cells.hits);
        if hits == 0 {
            return false;
        }
        state.put(self.cells.hits, 0);
        let mut saved = unit.save(state, dice, hits);
        let destroys = |(a, fighter): (usize, &Fighter)| {
            let carried = carries(forces, state, fighter.unit, Item::SwordOfDestruction);
            let strikes = fighter.side != self.fighters[t].side && carried && self.fights(fighter, forces, state);
            strikes && self.is_first_target(a, t, forces, state)
        };
        if saved > 0 && self.fighters.iter().enumerate().any(destroys) {
            dice.note(|| text!("one save made is rolled again (sword of destruction)"));
            saved -= 1;
            saved += unit.save(state, dice, 1);
        }
        self.suffer(t, hits - saved, forces, state, dice);
        unit.pool(state).is_some()
    }

    /// L1380: wounds of a target count for the score of its enemies. Stands that they cost fight on until the end of the
    /// round (L1418).
    /// Returns how many it costs.
    pub(super) fn suffer<D: Dice>(&self, t: usize, wounds: u32, forces: &Forces, state: &mut State, dice: &D) -> u32 {
        let unit = &forces.units[self.fighters[t].unit];
        let wounds = wounds.min(unit.capacity(state));
        let lost = forces.count_wounds(state, self.fighters[t].unit, wounds);
        let [first, second] = self.cells.scores;
        match self.fighters[t].side {
            // Where all ways are followed, only the difference of the scores is kept.
            0 if dice.puts_off() => state.take(first, wounds),
            0 => state.add(second, wounds),
            _ => state.add(first, wounds),
        }
        state.take(unit.stands, lost);
        lost
    }

    /// Whether no later round or step needs more of a target than its stands: its wounds need not keep states apart, nor which
    /// of several units alike it is.
    pub(super) fn is_forgotten(&self, t: usize, battle: &Battle, state: &State) -> bool {
        self.is_last_round(state) && !battle.needed.needs_later(step(state), self.fighters[t].unit)
    }
}

/// L1360: to hit.
pub fn pools(forces: &Forces, fighters: &[Fighter], label: impl Fn(usize) -> String) -> Pools {
    let against = |a: &Fighter, t: &Fighter| {
        Protection::ALL.map(|at| {
            let protects = at == Protection::Open || t.cover.stands[1..].iter().any(|&stands| stands > 0);
            (a.side != t.side && protects).then(|| {
                let (by, on) = (label(a.unit), label(t.unit));
                let roll = Roll::named(format!("attacks of {by} on {on}"), "L1360");
                at.to_hit(roll.in_words(text!("attacks of {by} on {on}", by, on)), most_attacks(&forces.units[a.unit]))
            })
        })
    };
    fighters.iter().map(|a| fighters.iter().map(|t| against(a, t)).collect()).collect()
}

/// L1348: an upper bound for the attacks of a unit: bonuses of a charge, of a pursuit and of a banner for each stand,
/// and what is added to one of them.
pub(super) fn most_attacks(unit: &Unit) -> u32 {
    u32::from(unit.start) * (u32::from(unit.profile.attacks) + 4) + 4
}

/// Whether a unit or a commander with it carries an item.
fn carries(forces: &Forces, state: &State, unit: usize, item: Item) -> bool {
    let carried = |of: Option<Item>| of == Some(item);
    carried(forces.units[unit].item)
        || forces.commanders_with(state, unit).any(|commander| carried(commander.profile.item))
}
