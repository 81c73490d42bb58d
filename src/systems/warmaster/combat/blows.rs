//! L1322: who fights whom with how many dice.

use super::{Combat, Fighter, Places};
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;
use crate::systems::plan::state::State;
use crate::systems::warmaster::cover::Protection;
use crate::systems::warmaster::forces::{ARRIVED, CHARGING, CONFUSED, Forces, RECEIVING, Unit};
use crate::systems::warmaster::items::Item;
use crate::systems::warmaster::profile::{Ability, Kind};
use crate::systems::warmaster::readings::{CommanderAttacks, Terror};
use crate::systems::warmaster::volley::Luck;

impl Combat {
    /// Where the stands of a fighter are now. L1308, L1322: when the first line is gone, whoever is left of the side is in
    /// contact and fights.
    pub(super) fn places(&self, fighter: &Fighter, forces: &Forces, state: &State) -> Places {
        let places = self.in_line(fighter, forces, state);
        let fights = |friend: &Fighter| self.in_line(friend, forces, state).fighting > 0;
        if places.fighting > 0 || self.engaged(forces, state, fighter.side).any(|(_, friend)| fights(friend)) {
            return places;
        }
        let unit = &forces.units[fighter.unit];
        let fighting = state[unit.stands];
        Places { fighting, support: 0, flanked: state[unit.flanked].min(fighting) }
    }

    /// Where its stands are as long as the line holds. After the first round all that are left fight, but a second rank goes
    /// on supporting, and a unit caught in the flank does not turn (L1478).
    fn in_line(&self, fighter: &Fighter, forces: &Forces, state: &State) -> Places {
        let unit = &forces.units[fighter.unit];
        let stands = state[unit.stands];
        let flanked = state[unit.flanked];
        let first = unit.is(state, CHARGING | RECEIVING | ARRIVED);
        let asked = match (first, fighter.later) {
            (true, _) => fighter.places,
            (false, Some(later)) => later,
            (false, None) if fighter.places.fighting == 0 || flanked > 0 => fighter.places,
            (false, None) => Places { fighting: stands, support: 0, flanked: 0 },
        };
        let fighting = asked.fighting.min(stands);
        let support = asked.support.min(stands - fighting);
        let flanked = if first || fighter.later.is_none() { flanked } else { asked.flanked };
        Places { fighting, support, flanked: flanked.min(fighting) }
    }

    /// Dice of fighter `a` against fighter `t`, by the protection of the stands they strike. Stands are paired off with
    /// those of the enemy along the line.
    pub(super) fn dice_against(&self, a: usize, t: usize, forces: &Forces, state: &State) -> [u32; 3] {
        let attacker = &self.fighters[a];
        let mine = self.places(attacker, forces, state);
        let mut dice = [0; 3];
        let (mut before, mut all) = (0, 0);
        for (index, friend) in self.engaged(forces, state, attacker.side) {
            if index < a {
                before += u32::from(self.places(friend, forces, state).fighting);
            }
            all += u32::from(self.places(friend, forces, state).fighting);
        }
        let aim = self.aim(attacker, forces, state);
        let enemies = || {
            self.engaged(forces, state, 1 - attacker.side)
                .filter(|(_, enemy)| aim.is_none_or(|aim| aim == enemy.formation))
        };
        let standing = |enemy: &Fighter| u32::from(self.places(enemy, forces, state).fighting);
        let opposite: u32 = enemies().map(|(_, enemy)| standing(enemy)).sum();
        if opposite == 0 || mine.fighting == 0 {
            return dice;
        }
        let unit = &forces.units[attacker.unit];
        // A unit told to strike one formation spreads over it alone.
        let (before, all) = if aim.is_some() { (0, u32::from(mine.fighting)) } else { (before, all) };
        let mut total = 0;
        // The stand with the attacks of a commander and of swords, and with the die of the last effort (L1372).
        let mut bearer: Option<(i32, usize, Protection)> = None;
        for stand in 0..mine.fighting {
            let mut place = (before + u32::from(stand)) * opposite / all;
            for (index, enemy) in enemies() {
                let here = standing(enemy);
                if place >= here {
                    place -= here;
                    continue;
                }
                let protection = self.protection(enemy, place, forces, state);
                let flanked = stand >= mine.fighting - mine.flanked;
                let attacks = self.attacks(unit, &forces.units[enemy.unit], protection, flanked, state);
                let better = |(known, ..): (i32, usize, Protection)| self.in_total() && attacks > known;
                if bearer.is_none_or(better) {
                    bearer = Some((attacks, index, protection));
                }
                let attacks = attacks.max(0) as u32;
                total += attacks;
                if index == t {
                    dice[protection as usize] += attacks;
                }
                break;
            }
        }
        if let Some((attacks, _, protection)) = bearer.filter(|(_, index, _)| *index == t) {
            let extra = self.extra(attacker, forces, state);
            let extra = match self.in_total() {
                false => extra,
                true => ((attacks + extra as i32).max(0) - attacks.max(0)) as u32,
            };
            dice[protection as usize] += extra + u32::from(total + extra == 0);
        }
        dice
    }

    fn in_total(&self) -> bool {
        self.readings.commander_attacks == CommanderAttacks::InTotal
    }

    /// L1322: a stand strikes enemies that touch it: a formation that it is told to strike, as long as that is there.
    fn aim(&self, attacker: &Fighter, forces: &Forces, state: &State) -> Option<usize> {
        let there = |&aim: &usize| {
            self.engaged(forces, state, 1 - attacker.side)
                .any(|(_, enemy)| enemy.formation == aim && self.places(enemy, forces, state).fighting > 0)
        };
        attacker.at.filter(there)
    }

    /// L1360: how the nth fighting stand of a unit is protected: only while it is charged or advanced upon, and only
    /// infantry and artillery.
    fn protection(&self, fighter: &Fighter, nth: u32, forces: &Forces, state: &State) -> Protection {
        let unit = &forces.units[fighter.unit];
        if !unit.is(state, RECEIVING) || !unit.profile.kind.takes_cover() {
            return Protection::Open;
        }
        let left = fighter.cover.left(state.count(unit.stands));
        match nth {
            nth if nth < left[0] => Protection::Open,
            nth if nth < left[0] + left[1] => Protection::Defended,
            nth if nth < left[0] + left[1] + left[2] => Protection::Fortified,
            _ => Protection::Open,
        }
    }

    /// L1348: the attacks of one stand, with all modifiers: below 0 they are none.
    fn attacks(&self, unit: &Unit, enemy: &Unit, protection: Protection, flanked: bool, state: &State) -> i32 {
        let mut attacks = i32::from(unit.profile.attacks);
        if unit.is(state, CHARGING) && protection == Protection::Open {
            attacks += 1 + i32::from(matches!(unit.profile.kind, Kind::Monster | Kind::Chariot));
        }
        // L1679: the bonus is against those who have retreated in this combat.
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

    /// L2071, L2402, L2418: what a commander and swords add to one stand.
    fn extra(&self, fighter: &Fighter, forces: &Forces, state: &State) -> u32 {
        let unit = &forces.units[fighter.unit];
        let joined = unit.commanders.iter().map(|&commander| &forces.commanders[commander]);
        let best = joined.clone().map(|commander| u32::from(commander.profile.attacks)).max().unwrap_or(0);
        let own = unit.item.map(|item| (item, state[unit.used]));
        let theirs = joined.filter_map(|commander| Some((commander.profile.item?, state[commander.used])));
        let sword = |(item, used): (Item, u16)| match item {
            Item::SwordOfPower => 1,
            Item::SwordOfDestiny => u32::from(used == 1),
            _ => 0,
        };
        best.max(fighter.commander.into()) + own.into_iter().chain(theirs).map(sword).sum::<u32>()
    }

    /// L1326, L1360: one roll: an attack on a target, or the saves of a target against all of them. The place of the next;
    /// nothing when everybody has struck.
    pub(super) fn attack<D: Dice>(
        &self,
        nth: usize,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> Option<usize> {
        // Target by target, all who attack it and then its saves.
        let all = self.fighters.len();
        let mut place = nth;
        while let Some(target) = self.fighters.get(place / (all + 1)) {
            let (t, a) = (place / (all + 1), place % (all + 1));
            if !self.fights(target, forces, state) {
                place = (t + 1) * (all + 1);
                continue;
            }
            place += 1;
            let rolled = match self.fighters.get(a) {
                Some(attacker) if attacker.side == target.side || !self.fights(attacker, forces, state) => false,
                Some(_) => self.strike(a, t, forces, state, dice),
                None => self.save(t, forces, state, dice),
            };
            if rolled {
                return Some(place);
            }
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
        let roll = |dice: &mut D| {
            let mut hits = [0; 3];
            for (place, &count) in against.iter().enumerate().filter(|(_, count)| **count > 0) {
                if let Some(pool) = &self.pools[a][t][place] {
                    hits[place] = dice.successes(pool, count);
                }
            }
            hits
        };
        let mut hits = roll(dice);
        let chance = |place: usize| self.pools[a][t][place].as_ref().map_or(0.0, |pool| pool.chance());
        if unit.item == Some(Item::BannerOfLuck) && fighter.luck == Luck::Unlucky && state[unit.used] == 0 {
            let expected: f64 = (0..3).map(|place| f64::from(against[place]) * chance(place)).sum();
            if f64::from(hits.iter().sum::<u32>()) < expected {
                dice.note(|| "all its dice are rolled again (banner of luck, L2386)".into());
                state[unit.used] = 2;
                hits = roll(dice);
            }
        }
        if carries(forces, unit, Item::SwordOfMutilation) && self.is_first_target(a, t, forces, state) {
            let missed = (0..3).filter(|&place| hits[place] < against[place]);
            // The likeliest to hit.
            if let Some(place) = missed.min() {
                dice.note(|| "one missed attack is rolled again (sword of mutilation, L2412)".into());
                if let Some(pool) = &self.pools[a][t][place] {
                    hits[place] += dice.successes(pool, 1);
                }
            }
        }
        state.add(self.cells.hits, hits.iter().sum());
        true
    }

    /// Whether `t` is the first that `a` strikes.
    fn is_first_target(&self, a: usize, t: usize, forces: &Forces, state: &State) -> bool {
        let struck = |target: &usize| self.dice_against(a, *target, forces, state).iter().any(|&count| count > 0);
        (0..self.fighters.len()).filter(|&target| self.fighters[target].side != self.fighters[a].side).find(struck)
            == Some(t)
    }

    /// L1368, L2396: saves of a target; false when it has nothing to save.
    fn save<D: Dice>(&self, t: usize, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let unit = &forces.units[self.fighters[t].unit];
        let hits = state.count(self.cells.hits);
        if hits == 0 {
            return false;
        }
        state[self.cells.hits] = 0;
        let mut saved = unit.save(state, dice, hits);
        let destroys = |(a, fighter): (usize, &Fighter)| {
            let carried = carries(forces, &forces.units[fighter.unit], Item::SwordOfDestruction);
            carried && self.is_first_target(a, t, forces, state)
        };
        if saved > 0 && self.engaged(forces, state, 1 - self.fighters[t].side).any(destroys) {
            dice.note(|| "one save made is rolled again (sword of destruction, L2396)".into());
            saved -= 1;
            saved += unit.save(state, dice, 1);
        }
        let wounds = (hits - saved).min(unit.capacity(state));
        state.set(unit.taken, wounds);
        unit.pool(state).is_some()
    }
}

/// L1360: to hit, by attacker, target and protection; none between friends, nor at a protection that no stand has.
pub fn pools(forces: &Forces, fighters: &[Fighter], label: impl Fn(usize) -> String) -> Vec<Vec<[Option<Pool>; 3]>> {
    let against = |a: &Fighter, t: &Fighter| {
        Protection::ALL.map(|at| {
            let protects = at == Protection::Open || t.cover.stands[1..].iter().any(|&stands| stands > 0);
            let name = || format!("attacks of {} on {}", label(a.unit), label(t.unit));
            (a.side != t.side && protects).then(|| at.to_hit(&name(), "L1360", most_attacks(&forces.units[a.unit])))
        })
    };
    fighters.iter().map(|a| fighters.iter().map(|t| against(a, t)).collect()).collect()
}

/// L1348: more attacks than a unit ever has: bonuses of a charge, of a pursuit and of a banner for each stand, and what is
/// added to one of them.
fn most_attacks(unit: &Unit) -> u32 {
    u32::from(unit.start) * (u32::from(unit.profile.attacks) + 4) + 4
}

/// Whether a unit or a commander with it carries an item.
fn carries(forces: &Forces, unit: &Unit, item: Item) -> bool {
    let mut commanders = unit.commanders.iter().map(|&commander| forces.commanders[commander].profile.item);
    unit.item == Some(item) || commanders.any(|carried| carried == Some(item))
}
