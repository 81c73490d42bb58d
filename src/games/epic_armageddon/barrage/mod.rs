//! §1.9.8: barrages — the points of all firing units are added up for one attack on every unit under the templates.
//! Flame templates (§6.1) attack in the same way with the weapon's own values, orbital bombardments (§4.3.3) with one
//! template.

pub mod compile;
pub mod table;

use crate::allocation::{Blow, Hits, Line, Slots, allocate, strike};
use crate::fire::shooters::{Firer, Source};
use crate::fire::under_fire::{Hit, UnderFire};
use crate::forces::Forces;
use crate::profile::Effect;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};
use smallvec::SmallVec;

pub use crate::barrage::table::{MOST_POINTS, Row, row};

const POINTS: Roll = Roll::new(mark!("barrage points"), "1.9.8");

/// How many different pairs of values the table has: 1, 2, and 3 or more points.
pub const VALUES: usize = 3;

fn values_index(points: u32) -> usize {
    (points.clamp(1, VALUES as u32) - 1) as usize
}

/// Where the values of the attacks come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// The table, with a limit of templates (§1.9.8; one in an orbital bombardment, §4.3.3).
    Table {
        /// The most templates.
        templates: u32,
    },
    /// §6.1: the weapon's own.
    Flame {
        /// Templates of all weapons.
        full: u32,
    },
}

/// What the units that still fire are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    /// Which of the values to hit.
    values: usize,
    /// Markers in addition to those for coming under fire and for losses.
    extra_markers: u32,
    /// Templates placed; at full strength, if the scenario counts the units under all of them together.
    templates: (u32, Option<u32>),
}

/// A barrage as compiled.
#[derive(Debug)]
pub struct Barrage {
    /// Barrage points or flames.
    pub values: Values,
    /// The weapons that add points: the points of one unit as dice, each with the kind of its effects: 0, 1, …
    pub weapons: Vec<(Source, usize)>,
    /// The points of this barrage, if some of them are rolled; 0 before that.
    pub rolled: Option<Cell>,
    /// §2.0: for each subset of kinds that fires together (one bit each), the abilities all of them have.
    pub effects: Vec<Effect>,
    /// What lies under the templates, the formation aimed at first.
    pub blasts: Vec<Blast>,
}

/// What a barrage does to one formation.
#[derive(Debug)]
pub struct Blast {
    /// The formation.
    pub formation: usize,
    /// Its units under the templates, front to back.
    pub slots: Vec<Under>,
    /// Dice by kind of target and cover.
    pub pools: Vec<BlastPool>,
}

/// Units of one group under the templates.
#[derive(Debug)]
pub struct Under {
    /// The group.
    pub group: usize,
    /// How many lie under one, two and three templates; for a war engine, the attacks it suffers (§3.2.1).
    pub units: [u32; 3],
}

/// Equal attacks on one formation.
#[derive(Debug)]
pub struct BlastPool {
    /// The slots attacked, when the formation is not on overwatch and when it is.
    pub slots: [Slots; 2],
    /// By the values of the table, with its penalty for cover and with cover ignored (§2.2.4).
    pub to_hit: [[Option<Pool>; VALUES]; 2],
    /// Hits waiting for their saves.
    pub pending: Cell,
    /// For each of [`Barrage::effects`], as [`crate::fire::Class::saves`].
    pub saves: Vec<[Vec<Option<Pool>>; 4]>,
}

impl Blast {
    fn engines(&self, forces: &Forces) -> SmallVec<[u8; 16]> {
        let dc = |under: &Under| forces.groups[under.group].engine.as_ref().map_or(0, |engine| engine.dc);
        self.slots.iter().map(dc).collect()
    }
}

impl Barrage {
    /// Whether any of its weapons fires.
    pub fn fires(&self, firers: &[Firer], state: &State) -> bool {
        self.weapons.iter().any(|(weapon, _)| weapon.firing(firers, state) > 0)
    }

    /// The points of all units that fire, or their flame templates.
    fn points(&self, firers: &[Firer], state: &State) -> u32 {
        let points = |weapon: &Source| weapon.firing(firers, state) * weapon.dice.most();
        match self.rolled {
            Some(rolled) => state.count(rolled),
            None => self.weapons.iter().map(|(weapon, _)| points(weapon)).sum(),
        }
    }

    /// Rolls the points that are rolled, once.
    fn roll_points<D: Dice>(&self, firers: &[Firer], state: &mut State, dice: &mut D) {
        if let Some(rolled) = self.rolled.filter(|rolled| state[*rolled] == 0) {
            let sum = |(weapon, _): &(Source, usize)| weapon.dice.sum(dice, &POINTS, weapon.firing(firers, state));
            let points: u32 = self.weapons.iter().map(sum).sum();
            state.set(rolled, points.min(MOST_POINTS));
        }
    }

    /// What the units that fire are worth; nothing if none fires.
    fn worth(&self, firers: &[Firer], state: &State) -> Option<Worth> {
        let points = self.points(firers, state).min(MOST_POINTS);
        match self.values {
            Values::Table { templates } => {
                let row = row(points)?;
                Some(Worth {
                    values: values_index(points),
                    extra_markers: row.extra_markers,
                    templates: (row.templates.min(templates), None),
                })
            }
            Values::Flame { full } => {
                (points > 0).then_some(Worth { values: 0, extra_markers: 0, templates: (points, Some(full)) })
            }
        }
    }

    /// §2.0: which kinds of weapons fire together; suppressed or spent weapons do not affect the shared abilities. An
    /// index in [`Barrage::effects`].
    fn firing_together(&self, firers: &[Firer], state: &State) -> usize {
        let firing = self.weapons.iter().filter(|(weapon, _)| weapon.firing(firers, state) > 0);
        firing.fold(0, |kinds, (_, kind)| kinds | 1 << kind)
    }

    /// The formations under the templates other than the target.
    pub fn others(&self) -> impl Iterator<Item = usize> {
        self.blasts.iter().skip(1).map(|blast| blast.formation)
    }

    /// Units of each slot that lie under the templates.
    fn sizes(&self, forces: &Forces, state: &State, blast: &Blast, worth: Worth) -> SmallVec<[u32; 16]> {
        let under = |slot: &Under| slot.under(worth).min(forces.groups[slot.group].present(state));
        blast.slots.iter().map(under).collect()
    }

    /// Attacks on a slot: one for each unit; on a war engine as many as the scenario says.
    fn attacks(&self, forces: &Forces, state: &State, slot: &Under, worth: Worth) -> u32 {
        let group = &forces.groups[slot.group];
        match group.engine {
            Some(_) => slot.under(worth) * group.present(state),
            None => slot.under(worth).min(group.present(state)),
        }
    }

    /// Rolls the `nth` pool of dice; returns the next, if there is one. Before the first, the markers of the table are
    /// counted and all other formations under the templates come under fire.
    pub fn roll_to_hit<D: Dice>(
        &self,
        nth: usize,
        firers: &[Firer],
        at: &UnderFire,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> Option<usize> {
        self.roll_points(firers, state, dice);
        let worth = self.worth(firers, state)?;
        if nth == 0 {
            self.come_down(firers, at, forces, state, dice, worth);
        }
        let mut pools =
            self.blasts.iter().flat_map(|blast| blast.pools.iter().map(move |pool| (blast, pool))).skip(nth);
        let (blast, pool) = pools.next()?;
        let on_overwatch = usize::from(forces.formations[blast.formation].is_on_overwatch(state));
        let attacked = blast.slots.iter().enumerate().filter(|(slot, _)| pool.slots[on_overwatch] >> slot & 1 == 1);
        let attacks = attacked.map(|(_, slot)| self.attacks(forces, state, slot, worth)).sum();
        let effect = self.effects[self.firing_together(firers, state)];
        if let Some(to_hit) = &pool.to_hit[usize::from(effect.ignore_cover)][worth.values] {
            let hits = dice.successes(to_hit, attacks);
            state.add(pool.pending, hits);
            state.add(forces.formations[blast.formation].ledger.hits, hits);
        }
        pools.next().map(|_| nth + 1)
    }

    /// The templates are placed: all formations under them come under fire.
    fn come_down<D: Dice>(
        &self,
        firers: &[Firer],
        at: &UnderFire,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        worth: Worth,
    ) {
        dice.note(|| match self.values {
            Values::Table { .. } => {
                let points = self.points(firers, state);
                text!(
                    "a barrage of {points} points: {templates} template(s) (§1.9.8)",
                    points,
                    templates = worth.templates.0
                )
            }
            Values::Flame { .. } => text!("{templates} flame template(s) (§6.1)", templates = worth.templates.0),
        });
        for blast in &self.blasts {
            if blast.formation != at.formation && forces.is_present(state, blast.formation) {
                let name = &forces.formations[blast.formation].name;
                dice.note(|| text!("1 blast marker on {name} for coming under fire (§1.9.8)", name));
                forces.place_markers(state, dice, blast.formation, 1);
            }
            state.add(forces.formations[blast.formation].ledger.due, worth.extra_markers);
        }
    }

    /// Allocates the hits to the units under the templates and rolls their saves.
    pub fn roll_saves<D: Dice>(
        &self,
        firers: &[Firer],
        at: &UnderFire,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) {
        let Some(worth) = self.worth(firers, state) else { return };
        let together = self.firing_together(firers, state);
        let effect = self.effects[together];
        for blast in &self.blasts {
            let variant = at.variant(forces, state, blast.formation);
            let sizes = self.sizes(forces, state, blast, worth);
            let order: SmallVec<[usize; 16]> = (0..sizes.len()).collect();
            let line = Line { sizes: &sizes, engines: &blast.engines(forces), order: &order, alike: 0, in_turn: &[] };
            let hits: SmallVec<[Hits; 4]> = blast
                .pools
                .iter()
                .map(|pool| Hits {
                    count: state.count(pool.pending),
                    slots: pool.slots[variant / 2],
                    saves: &pool.saves[together][variant],
                    damage: effect.damage,
                })
                .collect();
            for pool in &blast.pools {
                state.put(pool.pending, 0);
            }
            let due = forces.formations[blast.formation].ledger.due;
            if effect.disrupt {
                allocate(line, &hits, |slot, _, units| {
                    let group = &forces.groups[blast.slots[slot].group];
                    if !group.expendable && group.engine.is_none() {
                        state.add(due, units);
                    }
                });
            }
            // All in one piece: what the barrage is worth must not change between two, when an engine explodes among the shooters.
            let mut from = Some(0);
            while let Some(first) = from {
                from = strike(dice, line, &hits, first, |dice, slot, class, blow: Blow| {
                    let hit = Hit { effect, save: hits[class].save(slot) };
                    at.land(forces, state, dice, blast.slots[slot].group, blow, hit);
                });
            }
        }
        if let Some(rolled) = self.rolled {
            state.put(rolled, 0);
        }
    }
}

impl Under {
    /// How many units are under the templates placed.
    fn under(&self, worth: Worth) -> u32 {
        match worth.templates {
            (templates, None) => self.units[templates as usize - 1],
            (flames, Some(full)) => (self.units[0] * flames.min(full)).div_ceil(full),
        }
    }
}
