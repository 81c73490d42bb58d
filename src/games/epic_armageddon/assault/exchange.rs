//! §1.12.5, §1.12.6: attacks and their saves.

use crate::allocation::{Blow, Hits, Line, MOST_BLOWS, MOST_CLASSES, Slots, strike};
use crate::assault::{Assault, Attacks, Class, Exchange, Fighter, Place, Reach, Side, Source};
use crate::damage::Impact;
use crate::fire::SAVE_ROUNDS;
use crate::forces::{Forces, JINKED, MARCHED};
use crate::losses::Cause;
use crate::profile::Effect;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::sequence::round;
use battle_odds_plan::state::{Cell, State};
use smallvec::SmallVec;

const EXTRA_ATTACKS: Roll = Roll::new(mark!("extra attacks, D3"), "2.2.2");

impl Side {
    /// The first round of saves, from this one on, for which hits are waiting.
    fn round_due(&self, state: &State, from: usize) -> Option<usize> {
        let is_due = |round: &usize| {
            self.classes.iter().any(|class| class.round == SAVE_ROUNDS[*round] && state[class.pending] > 0)
        };
        (from..SAVE_ROUNDS.len()).find(is_due)
    }

    /// Whether it does not matter of which of two classes hits are: they have the same effect, and (§3.3.2) all units that
    /// they can hit are in contact, or none is. Passengers that get out of a wreck may be elsewhere.
    fn are_alike(&self, state: &State, one: usize, other: usize) -> bool {
        let classes = &self.classes[one.min(other)..=one.max(other)];
        let is_same = |class: &Class| (class.effect, class.close) == (classes[0].effect, classes[0].close);
        let nobody = |at: fn(&Fighter) -> Cell| self.fighters.iter().all(|fighter| state[at(fighter)] == 0);
        let carries_nobody = self.alike.count_ones() as usize == 2 * self.fighters.len();
        let is_alike = classes.iter().all(is_same) && carries_nobody;
        one == other || is_alike && (nobody(|fighter| fighter.in_contact) || nobody(|fighter| fighter.in_firefight))
    }
}

impl Assault {
    /// Units that make an attack.
    fn attackers(&self, forces: &Forces, state: &State, side: usize, place: Place) -> u32 {
        let fighter = |index: usize| &self.sides[side].fighters[index];
        let aloft = |index: usize| {
            fighter(index).aloft.map_or(0, |aloft| state.count(aloft).min(state.count(fighter(index).in_contact)))
        };
        // §4.2.3: aircraft that have jinked do not attack.
        if let Place::Contact(index) | Place::Firefight(index) = place {
            let formation = &forces.formations[forces.groups[fighter(index).group].formation];
            if formation.aircraft && state[formation.status] & JINKED != 0 {
                return 0;
            }
        }
        match place {
            Place::Contact(index) => state.count(fighter(index).in_contact) - aloft(index),
            Place::Firefight(index) => state.count(fighter(index).in_firefight) + aloft(index),
            // §1.12.6, §4.1.1: broken and marched formations give no support fire, nor do aircraft in flight.
            Place::Support(group, most) => {
                let most = most[usize::from(round(state) > 0)];
                let of = &forces.groups[group];
                let formation = &forces.formations[of.formation];
                let marched = state[formation.status] & MARCHED != 0;
                let able = forces.can_act(state, of.formation) && !marched && !formation.flies(state);
                if able { of.present(state).min(most) } else { 0 }
            }
        }
    }

    /// §1.12.5: attacks, pool by pool from this one on, up to the first for which dice are rolled. The next pool, if there is
    /// one.
    pub(super) fn attack<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (exchange, from): (Exchange, usize),
    ) -> Option<usize> {
        let attacks = &self.exchanges[exchange as usize];
        let rolled = (from..attacks.len()).find(|&nth| self.attack_with(forces, state, dice, &attacks[nth]))?;
        Some(rolled + 1).filter(|&next| next < attacks.len())
    }

    /// §1.12.5: one pool of attacks; false if nothing has been rolled, because its dice are put off.
    fn attack_with<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, attacks: &Attacks) -> bool {
        let hit = &self.sides[1 - attacks.side];
        let reach = hit.classes[attacks.class].reach;
        let (mut count, mut is_rolled) = (0, false);
        for source in &attacks.from {
            let units = self.attackers(forces, state, attacks.side, source.place);
            let lost = source.lost.is_some_and(|(weapons, bit)| state[weapons] & bit != 0);
            if units == 0 || lost {
                continue;
            }
            is_rolled |= source.dice.is_rolled();
            count += match source.dice.is_rolled() {
                false => units * Self::dice_of(source, reach, state, hit),
                true => source.dice.sum(dice, &EXTRA_ATTACKS, units),
            };
        }
        state.set(attacks.put_off, count);
        if !dice.puts_off() {
            self.roll_to_hit(state, dice, attacks);
            return true;
        }
        is_rolled
    }

    /// §1.12.5: rolls the dice that were put off, of the first pool on this side with any, from this one on, and of all with
    /// the same effect. What follows it in the list.
    fn roll_put_off<D: Dice>(
        &self,
        state: &mut State,
        dice: &mut D,
        (exchange, side): (Exchange, usize),
        from: usize,
    ) -> Option<usize> {
        let attacks = &self.exchanges[exchange as usize];
        let first = (from..attacks.len()).find(|&nth| attacks[nth].side != side && state[attacks[nth].put_off] > 0)?;
        let class = attacks[first].class;
        let is_alike = |pool: &&Attacks| pool.side != side && self.sides[side].are_alike(state, class, pool.class);
        let together: SmallVec<[&Attacks; 8]> = attacks[first..].iter().filter(is_alike).collect();
        let pools = together.iter().map(|pool| (state.count(pool.put_off), [&pool.to_hit]));
        let hits = dice.survivors(&pools.collect::<SmallVec<[_; 8]>>());
        together.iter().for_each(|pool| state.put(pool.put_off, 0));
        state.add(self.sides[side].classes[class].pending, hits);
        Some(first + 1)
    }

    /// §1.12.5: the dice of a pool: their number is known before any unit dies.
    fn roll_to_hit<D: Dice>(&self, state: &mut State, dice: &mut D, attacks: &Attacks) {
        let count = state.count(attacks.put_off);
        state.put(attacks.put_off, 0);
        let hits = dice.successes(&attacks.to_hit, count);
        state.add(self.sides[1 - attacks.side].classes[attacks.class].pending, hits);
    }

    /// §3.3.2: dice of a war engine: those assigned to enemies in contact, or to those not in contact; the others too
    /// when their kind of target is gone.
    fn dice_of(source: &Source, reach: Reach, state: &State, hit: &Side) -> u32 {
        let dice = source.dice.most();
        if reach == Reach::All {
            return dice;
        }
        let touching = hit.fighters.iter().any(|fighter| state[fighter.in_contact] > 0);
        let apart = hit.fighters.iter().any(|fighter| state[fighter.in_firefight] > 0);
        let (here, there) = if reach == Reach::Touching { (touching, apart) } else { (apart, touching) };
        match (here, there) {
            (false, _) => 0,
            (true, true) => dice,
            (true, false) => dice + source.over,
        }
    }

    /// §1.12.5, §1.9.6: hits are on units within 15 cm, those in contact first; ordinary hits are saved before macro
    /// ones. Where all ways are followed, dice that were put off come first, and each round on war engines is a piece by itself.
    /// `from` is where this piece begins: behind the pools of attacks the blows are counted, [`MOST_BLOWS`] for each round.
    /// Returns where the next one does.
    pub(super) fn save<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (exchange, side): (Exchange, usize),
        from: usize,
    ) -> Option<usize> {
        if let Some(next) = self.roll_put_off(state, dice, (exchange, side), from) {
            return Some(next);
        }
        let (side, pools) = (&self.sides[side], self.exchanges[exchange as usize].len());
        let mut at = from.saturating_sub(pools);
        loop {
            let round = side.round_due(state, at / MOST_BLOWS)?;
            at = at.max(round * MOST_BLOWS);
            if let Some(blow) = self.save_round(forces, state, dice, side, at) {
                return Some(pools + round * MOST_BLOWS + blow);
            }
            if dice.puts_off() && side.begun.may_be_pieces() {
                return side.round_due(state, round + 1).map(|round| pools + round * MOST_BLOWS);
            }
            at = (round + 1) * MOST_BLOWS;
        }
    }

    /// One round of saves from there on; the first blow of it in the next piece.
    fn save_round<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        side: &Side,
        at: usize,
    ) -> Option<usize> {
        let (round, from) = (SAVE_ROUNDS[at / MOST_BLOWS], at % MOST_BLOWS);
        // Slots: every fighter's units in contact, then every fighter's units in the firefight.
        let fighters = side.fighters.len();
        let (table, sizes) = side.begun.with(state, from, || {
            let on_overwatch = |formation: usize| forces.formations[formation].is_on_overwatch(state);
            let waiting = side.waiting.iter().enumerate().filter(|(_, formation)| on_overwatch(**formation));
            let contact = side.fighters.iter().map(|fighter| state.count(fighter.in_contact));
            let firefight = side.fighters.iter().map(|fighter| state.count(fighter.in_firefight));
            (waiting.map(|(bit, _)| 1 << bit).sum(), contact.chain(firefight).collect())
        });
        // §2.1.20: snipers, if their weapons are snipers in assaults too, choose their targets.
        let (order, in_turn) = match round.1 {
            true => (&side.sniper_order[..], &[][..]),
            false => (&side.order[..], &side.in_turn[..]),
        };
        let is_due = |class: &&Class| class.round == round && state[class.pending] > 0;
        let mut due: SmallVec<[&Class; MOST_CLASSES]> = side.classes.iter().filter(is_due).collect();
        due.sort_by_key(|class| class.effect.strength);
        let hits = due.iter().map(|class| {
            let touching: Slots = (1 << fighters) - 1;
            let slots = match class.reach {
                Reach::All => Slots::MAX,
                Reach::Touching => touching,
                Reach::Apart => !touching,
            };
            let saves = &class.saves[table];
            Hits { count: state.count(class.pending), slots, saves, damage: class.effect.damage }
        });
        let hits: SmallVec<[Hits; MOST_CLASSES]> = hits.collect();
        let line = Line { sizes: &sizes, engines: &side.engines, order, alike: side.alike, in_turn };
        let next = strike(dice, line, &hits, from, |dice, slot, class, blow| {
            let fighter = &side.fighters[slot % fighters];
            let Class { effect, close, .. } = *due[class];
            let units = match blow {
                Blow::Dead(units) => {
                    self.fall(forces, state, dice, fighter.group, units, effect);
                    units
                }
                Blow::Hits(_) | Blow::Points(_) => {
                    let save = hits[class].save(slot);
                    let impact = Impact { blow, save, past_shields: close, cause: Cause::Hit(effect, false) };
                    self.batter(forces, state, dice, fighter.group, impact)
                }
            };
            state.take(if slot < fighters { fighter.in_contact } else { fighter.in_firefight }, units);
            if units > 0 {
                step_out(forces, state, side, fighter.group);
            }
        });
        if next.is_none() {
            due.iter().for_each(|class| state.put(class.pending, 0));
        }
        side.begun.keep(state, (from, next), (table, &sizes));
        next
    }

    /// §3.2, §3.3: a war engine is hit: shields (not in close combat), saves, damage; 1 if it is destroyed.
    fn batter<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, group: usize, impact: Impact) -> u32 {
        let (_, suffered) = forces.batter(state, dice, group, impact);
        let of = &forces.groups[group];
        let due = forces.formations[of.formation].ledger.due;
        state.add(due, of.costly(suffered.points));
        u32::from(suffered.lost.is_some())
    }

    /// Units die in the fighting.
    fn fall<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        group: usize,
        units: u32,
        effect: Effect,
    ) {
        let lost = forces.fall(state, dice, group, units, Cause::Hit(effect, false));
        let of = &forces.groups[group];
        // §2.1.19: expendable units cost no marker, though they count as losses in the result.
        state.add(forces.formations[of.formation].ledger.due, of.costly(lost.own));
    }
}

/// §1.7.5: passengers that got out of a wreck are next to the enemy.
fn step_out(forces: &Forces, state: &mut State, side: &Side, group: usize) {
    let of = &forces.groups[group];
    for fighter in side.fighters.iter().filter(|fighter| of.carries.contains(&fighter.group)) {
        let out = forces.groups[fighter.group].present(state).saturating_sub(state.count(fighter.in_contact));
        state.set(fighter.in_firefight, out);
    }
}
