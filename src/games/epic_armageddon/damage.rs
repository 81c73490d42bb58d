//! §3.2: hits on a war engine, and what they do to it and to units near it: damage, critical hits, explosions.

use crate::allocation::Blow;
use crate::critical::{EndPhase, Harm};
use crate::forces::Forces;
use crate::losses::{Cause, Lost};
use crate::profile::Ability;
use crate::war_engine::{Near, WarEngine};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::sequence::{Flow, Sequence};
use battle_odds_plan::state::State;
use smallvec::SmallVec;

const CRITICAL_TABLE: Roll = Roll::new(mark!("critical hit"), "3.2.3");
const EXTRA_DAMAGE: Roll = Roll::new(mark!("damage of a critical hit, D3"), "3.2.3");
/// Critical hits that continue, one after the other.
const SMOULDER: Sequence<()> = Sequence(&[("3.2.3", ())]);

/// What a war engine has lost.
#[derive(Clone, Copy, Debug)]
pub struct Suffered {
    /// Points lost, including those left when a critical hit destroyed it (§3.2.4).
    pub points: u32,
    /// The units lost with it if it was destroyed.
    pub lost: Option<Lost>,
}

/// A hit on a war engine.
#[derive(Clone, Copy)]
pub struct Impact<'a> {
    /// Hits of one point, or one hit of several.
    pub blow: Blow,
    /// The save against a hit.
    pub save: Option<&'a Pool>,
    /// §3.2.5: whether it ignores shields, as close combat does.
    pub past_shields: bool,
    /// The cause, if it is destroyed, as it matters for passengers.
    pub cause: Cause,
}

/// Effects of critical hits that are not resolved yet.
#[derive(Default)]
struct Pending {
    points: u32,
    destroyed: bool,
    blasts: SmallVec<[usize; 2]>,
    shocks: u32,
}

impl Forces {
    /// §3.2.2 to §3.2.4: an engine loses points, each of which rolls for a critical hit. Shields and saves are already
    /// resolved. What an explosion does to others is done and counted here; the engine's own markers are left to the
    /// caller.
    pub fn damage<D: Dice>(
        &self,
        state: &mut State,
        dice: &mut D,
        group: usize,
        points: u32,
        cause: Cause,
    ) -> Suffered {
        self.suffer(state, dice, group, Pending { points, ..Pending::default() }, cause)
    }

    fn suffer<D: Dice>(
        &self,
        state: &mut State,
        dice: &mut D,
        group: usize,
        mut pending: Pending,
        cause: Cause,
    ) -> Suffered {
        let of = &self.groups[group];
        let Some(engine) = &of.engine else { return Suffered { points: 0, lost: None } };
        let before = state.count(engine.left);
        loop {
            let now = pending.points.min(state.count(engine.left));
            if now == 0 || pending.destroyed {
                break;
            }
            pending.points = 0;
            state.take(engine.left, now);
            dice.note(|| text!("{name} loses {now} point(s) of damage capacity (§3.2.2)", name = of.unit.words, now));
            // Where all ways are followed, those that change nothing more are not told apart.
            let most = match dice.puts_off() && engine.only_destroys {
                true => u32::from(state[engine.left] > 0),
                false => now,
            };
            // §3.2.4: the critical hit that destroys it is the last: it explodes once, whatever else has hit it.
            for _ in 0..dice.successes_up_to(&engine.is_critical, now, most) {
                if !pending.destroyed {
                    self.critical_hit(state, dice, engine, &mut pending);
                }
            }
        }
        if pending.destroyed {
            state.put(engine.left, 0);
        }
        let points = before - state.count(engine.left);
        let ledger = self.formations[of.formation].ledger;
        state.add(ledger.damage, points);
        let mut lost = None;
        if before > 0 && state[engine.left] == 0 {
            dice.note(|| text!("{name} is destroyed", name = of.unit.words));
            lost = Some(self.lose(state, dice, group, 1, cause));
            state.add(ledger.engines, 1);
        }
        if pending.shocks > 0 {
            self.shock(state, dice, engine, pending.shocks);
        }
        for blast in pending.blasts {
            self.explode(state, dice, group, blast);
        }
        if lost.is_some() {
            engine.forget_those_gone(state);
        }
        Suffered { points, lost }
    }

    /// One critical hit: the first, or a later one.
    fn critical_hit<D: Dice>(&self, state: &mut State, dice: &mut D, engine: &WarEngine, pending: &mut Pending) {
        dice.note(|| text!("a critical hit (§3.2.3)"));
        let first = engine.had.is_none_or(|had| std::mem::replace(&mut state[had], 1) == 0);
        let harms = if first { &engine.critical.first } else { &engine.critical.further };
        self.harm(state, dice, engine, harms, pending);
    }

    fn harm<D: Dice>(
        &self,
        state: &mut State,
        dice: &mut D,
        engine: &WarEngine,
        harms: &[Harm],
        pending: &mut Pending,
    ) {
        for harm in harms {
            match harm {
                Harm::Destroyed => pending.destroyed = true,
                Harm::Damage(points) => pending.points += points.sum(dice, &EXTRA_DAMAGE, 1),
                Harm::Explosion(explosion) => {
                    pending.blasts.extend(engine.blasts.iter().position(|blast| blast.explosion == *explosion));
                }
                Harm::Shock => pending.shocks += 1,
                Harm::ShieldLost | Harm::ShieldsLost => {
                    if let Some(shields) = engine.shields {
                        let lost = if *harm == Harm::ShieldLost { 1 } else { u32::MAX };
                        state.take(shields.generators, lost);
                        state.put(shields.up, state[shields.up].min(state[shields.generators]));
                    }
                }
                Harm::WeaponLost(name) => {
                    if let Some((cell, bit)) = engine.losable_weapon(name) {
                        state[cell] |= bit;
                    }
                }
                Harm::Slowed => {}
                Harm::Immobilised => {
                    if let Some(cell) = engine.immobilised {
                        state.put(cell, 1);
                    }
                }
                Harm::Roll(faces) => {
                    let face = dice.die(&CRITICAL_TABLE, 6);
                    self.harm(state, dice, engine, &faces[usize::from(face) - 1], pending);
                }
                Harm::EndPhase(_) | Harm::Spreads => {
                    if let Some(cell) = engine.smouldering {
                        state.add(cell, 1);
                    }
                }
                Harm::Repaired => {
                    if let Some(cell) = engine.smouldering {
                        state.take(cell, 1);
                    }
                }
            }
        }
    }

    /// Units near an exploding engine are hit on a roll, and save as usual; each loss costs its formation a marker.
    fn explode<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, blast: usize) {
        let Some(engine) = &self.groups[group].engine else { return };
        let blast = &engine.blasts[blast];
        dice.note(|| text!("{unit} explodes", unit = self.groups[group].unit.words));
        for (near, save) in engine.near.iter().zip(&blast.saves) {
            let of = &self.groups[near.group];
            if blast.explosion.only.is_some_and(|kinds| !kinds.include(of.unit.kind)) {
                continue;
            }
            let hits = dice.successes(&blast.to_hit, self.left_of(near, state));
            if hits == 0 {
                continue;
            }
            let before = state.count(of.alive);
            let cause = Cause::Hit(blast.explosion.effect, false);
            self.strike_down(state, dice, near.group, hits, save.as_ref(), cause);
            if let Some(gone) = near.gone {
                state.add(gone, before - state.count(of.alive));
            }
        }
    }

    /// §3.2.2 to §3.2.6: hits on a war engine: shields stop points, then each hit is saved as a whole, and the rest is
    /// damage. Returns the hits that got past the shields, and what it lost; only the markers for its passengers are
    /// counted, its own are left to the caller.
    pub fn batter<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, impact: Impact) -> (u32, Suffered) {
        let of = &self.groups[group];
        let Some(engine) = &of.engine else { return (0, Suffered { points: 0, lost: None }) };
        // §2.1.13: living metal turns a titan killer's hit into one of one point.
        let (hits, each) = match impact.blow {
            Blow::Points(points) if !of.unit.has(Ability::LivingMetal) => (1, points),
            Blow::Points(_) => (1, 1),
            Blow::Hits(hits) | Blow::Dead(hits) => (hits, 1),
        };
        let points = hits * each;
        let through = if impact.past_shields { points } else { engine.through_shields(state, dice, points) };
        // A hit of several points comes by itself.
        let hits = if each == 1 { through } else { u32::from(through > 0) };
        let saved = impact.save.map_or(0, |save| dice.successes(save, hits));
        let points = if each == 1 { through - saved } else { through * (1 - saved) };
        let suffered = self.damage(state, dice, group, points, impact.cause);
        if let Some(lost) = suffered.lost {
            let ledger = self.formations[of.formation].ledger;
            state.add(ledger.fallen, lost.units());
            state.add(ledger.due, lost.costly_passengers);
        }
        (hits, suffered)
    }

    /// Hits on units of a group outside any volley or assault, one each: saves, losses, markers.
    pub fn strike_down<D: Dice>(
        &self,
        state: &mut State,
        dice: &mut D,
        group: usize,
        hits: u32,
        save: Option<&Pool>,
        cause: Cause,
    ) {
        let of = &self.groups[group];
        let ledger = self.formations[of.formation].ledger;
        if of.engine.is_some() {
            let impact = Impact { blow: Blow::Hits(hits), save, past_shields: false, cause };
            let (_, suffered) = self.batter(state, dice, group, impact);
            state.add(ledger.due, of.costly(suffered.points));
            return;
        }
        let dead = hits - save.map_or(0, |save| dice.successes(save, hits));
        let lost = self.lose(state, dice, group, dead, cause);
        dice.note(|| text!("{units} destroyed", units = lost.words(&of.unit.words)));
        state.add(ledger.fallen, lost.units());
        state.add(ledger.due, lost.costly_passengers + of.costly(lost.own));
    }

    /// Every formation with units near gets a marker for each.
    fn shock<D: Dice>(&self, state: &mut State, dice: &mut D, engine: &WarEngine, markers: u32) {
        let mut shaken: SmallVec<[usize; 4]> = SmallVec::new();
        for near in &engine.near {
            let formation = self.groups[near.group].formation;
            if self.left_of(near, state) > 0 && !shaken.contains(&formation) {
                shaken.push(formation);
            }
        }
        for formation in shaken {
            let name = &self.formations[formation].name;
            dice.note(|| text!("{markers} blast marker(s) on {name} for the explosion", markers, name));
            state.add(self.formations[formation].ledger.due, markers);
        }
    }

    /// §3.2.5: in the end phase every engine raises one shield.
    pub fn repair_shields<D: Dice>(&self, state: &mut State, dice: &mut D) {
        for engine in self.groups.iter().filter_map(|group| group.engine.as_ref()) {
            if state[engine.left] > 0 && engine.raise_shields(state, 1) > 0 {
                dice.note(|| text!("a shield comes back (§3.2.5)"));
            }
        }
    }

    /// §3.2.3, §1.14 Q: critical hits that continue in the end phase: one roll for each, a piece by itself; true when
    /// all have rolled. In the `last` end phase it does not matter how many go on.
    pub fn smoulder<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, last: bool) -> bool {
        let Some(engine) = &self.groups[group].engine else { return true };
        SMOULDER.play(state, |now, state| {
            if now.nth == 0 {
                let burning = engine.smouldering.map_or(0, |cell| state.count(cell));
                state.set(engine.to_roll, burning);
            }
            if state[engine.to_roll] == 0 {
                return Flow::Over;
            }
            state.take(engine.to_roll, 1);
            self.roll_in_end_phase(state, dice, group, engine);
            if let Some(cell) = engine.smouldering.filter(|_| last) {
                state.put(cell, 0);
            }
            if state[engine.to_roll] == 0 { Flow::Over } else { Flow::Again(now.nth + 1) }
        })
    }

    fn roll_in_end_phase<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, engine: &WarEngine) {
        let Some(EndPhase { chart, faces }) = &engine.end_phase else { return };
        let of = &self.groups[group];
        // Where all ways are followed, faces that do the same are one way.
        let face = match dice.puts_off() {
            true => chart.faces_of(dice.answer_of(chart)).0,
            false => dice.die(&chart.roll, 6),
        };
        let mut pending = Pending::default();
        self.harm(state, dice, engine, &faces[usize::from(face) - 1], &mut pending);
        let suffered = self.suffer(state, dice, group, pending, Cause::HIT);
        let ledger = self.formations[of.formation].ledger;
        state.add(ledger.due, of.costly(suffered.points));
        if let Some(lost) = suffered.lost {
            state.add(ledger.fallen, lost.units());
            state.add(ledger.due, lost.costly_passengers);
        }
    }

    /// Units near an engine that are still there: those that an explosion has destroyed are not hit by the next, and no
    /// other units take their place.
    fn left_of(&self, near: &Near, state: &State) -> u32 {
        let gone = near.gone.map_or(0, |gone| state.count(gone));
        self.groups[near.group].present(state).min(near.units - gone)
    }
}
