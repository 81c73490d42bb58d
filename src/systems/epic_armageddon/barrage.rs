//! §1.9.8: barrages — the points of all firing units added up, one attack on every unit under the templates.

use smallvec::SmallVec;

use super::allocation::{Hits, Slots, allocate, strike};
use super::forces::Forces;
use super::profile::{Amount, Effect};
use super::state::{CURSOR, Cell, State};
use super::volley::{Source, Volley};
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;

/// A line of the table of barrages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Templates in all.
    pub templates: u32,
    /// Markers on each formation touched, besides the one for coming under fire.
    pub extra_markers: u32,
    /// To hit infantry.
    pub ap: u8,
    /// To hit vehicles.
    pub at: u8,
}

/// Points beyond which the book's table ends.
pub const MOST_POINTS: u32 = 18;

/// The table of barrages; nothing for 0 points and above 18.
pub fn row(points: u32) -> Option<Row> {
    let row = |templates, extra_markers, ap, at| Some(Row { templates, extra_markers, ap, at });
    match points {
        1 => row(1, 0, 6, 6),
        2 => row(1, 0, 5, 6),
        3 => row(1, 0, 4, 5),
        4..=5 => row(2, 0, 4, 5),
        6..=7 => row(2, 1, 4, 5),
        8..=9 => row(3, 1, 4, 5),
        10..=12 => row(3, 2, 4, 5),
        13..=15 => row(3, 3, 4, 5),
        16..=18 => row(3, 4, 4, 5),
        _ => None,
    }
}

/// How many different pairs of values the table has: 1, 2, and 3 or more points.
pub const VALUES: usize = 3;

fn values_index(points: u32) -> usize {
    (points.clamp(1, VALUES as u32) - 1) as usize
}

/// A barrage as compiled.
#[derive(Debug)]
pub struct Barrage {
    /// The weapons that add points, the points of one unit as dice, each with the kind of its effects: 0, 1, …
    pub weapons: Vec<(Source, usize)>,
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
    /// How many lie under one, two and three templates.
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
    /// For each of [`Barrage::effects`], as [`super::volley::Class::saves`].
    pub saves: Vec<[Vec<Option<Pool>>; 4]>,
}

impl Barrage {
    /// The points of all units that fire.
    pub fn points(&self, volley: &Volley, state: &State) -> u32 {
        let points = |weapon: &Source| match weapon.dice {
            Amount::Fixed(points) | Amount::D3(points) => volley.firing(state, weapon) * u32::from(points),
        };
        self.weapons.iter().map(|(weapon, _)| points(weapon)).sum::<u32>().min(MOST_POINTS)
    }

    /// §2.0: which kinds of weapons fire together; those suppressed or spent spoil nothing. An index in
    /// [`Barrage::effects`].
    fn firing_together(&self, volley: &Volley, state: &State) -> usize {
        let firing = self.weapons.iter().filter(|(weapon, _)| volley.firing(state, weapon) > 0);
        firing.fold(0, |kinds, (_, kind)| kinds | 1 << kind)
    }

    /// The formations besides the target that lie under the templates.
    pub fn others(&self) -> impl Iterator<Item = usize> {
        self.blasts.iter().skip(1).map(|blast| blast.formation)
    }

    fn sizes(&self, forces: &Forces, state: &State, blast: &Blast, templates: u32) -> SmallVec<[u32; 16]> {
        let under = |slot: &Under| slot.units[templates as usize - 1].min(forces.groups[slot.group].present(state));
        blast.slots.iter().map(under).collect()
    }

    /// Rolls one pool of dice; true when all are rolled. Before the first, the markers of the table are noted and all
    /// other formations touched come under fire.
    pub fn roll_to_hit<D: Dice>(&self, volley: &Volley, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let points = self.points(volley, state);
        let Some(row) = row(points) else { return true };
        if state[CURSOR] == 0 {
            dice.note(|| {
                format!(
                    "a barrage of {points} points: {} template(s), AP{}+, AT{}+ (§1.9.8)",
                    row.templates, row.ap, row.at
                )
            });
            for blast in &self.blasts {
                if blast.formation != volley.at {
                    let name = &forces.formations[blast.formation].name;
                    dice.note(|| format!("1 blast marker on {name} for coming under fire (§1.9.8)"));
                    forces.place_markers(state, dice, blast.formation, 1);
                }
                state.add(forces.formations[blast.formation].ledger.due, row.extra_markers);
            }
        }
        let pools = self.blasts.iter().flat_map(|blast| blast.pools.iter().map(move |pool| (blast, pool)));
        let Some((blast, pool)) = pools.clone().nth(usize::from(state[CURSOR])) else { return true };
        let on_overwatch = usize::from(forces.formations[blast.formation].is_on_overwatch(state));
        let sizes = self.sizes(forces, state, blast, row.templates);
        let attacks = sizes.iter().enumerate().filter(|(slot, _)| pool.slots[on_overwatch] >> slot & 1 == 1);
        let attacks = attacks.map(|(_, units)| units).sum();
        let effect = self.effects[self.firing_together(volley, state)];
        if let Some(to_hit) = &pool.to_hit[usize::from(effect.ignore_cover)][values_index(points)] {
            let hits = dice.successes(to_hit, attacks);
            state.add(pool.pending, hits);
            state.add(forces.formations[blast.formation].ledger.hits, hits);
        }
        state[CURSOR] += 1;
        if usize::from(state[CURSOR]) < pools.count() {
            return false;
        }
        state[CURSOR] = 0;
        true
    }

    /// Allocates the hits to the units under the templates and rolls their saves.
    pub fn roll_saves<D: Dice>(&self, volley: &Volley, forces: &Forces, state: &mut State, dice: &mut D) {
        let Some(row) = row(self.points(volley, state)) else { return };
        let together = self.firing_together(volley, state);
        let effect = self.effects[together];
        for blast in &self.blasts {
            let variant = volley.variant(forces, state, blast.formation);
            let sizes = self.sizes(forces, state, blast, row.templates);
            let order: SmallVec<[usize; 16]> = (0..sizes.len()).collect();
            let hits: SmallVec<[Hits; 4]> = blast
                .pools
                .iter()
                .map(|pool| Hits {
                    count: state.count(pool.pending),
                    slots: pool.slots[variant / 2],
                    saves: &pool.saves[together][variant],
                })
                .collect();
            for pool in &blast.pools {
                state[pool.pending] = 0;
            }
            let due = forces.formations[blast.formation].ledger.due;
            if effect.disrupt {
                allocate(&sizes, &order, &hits, |slot, _, units| {
                    if !forces.groups[blast.slots[slot].group].expendable {
                        state.add(due, units);
                    }
                });
            }
            strike(dice, &sizes, &order, &hits, |dice, slot, _, units| {
                volley.fall(forces, state, dice, blast.slots[slot].group, units, effect);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g18_section_1_9_8_the_table() {
        let points = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 16, 18];
        let rows: Vec<Row> = points.iter().filter_map(|&points| row(points)).collect();
        let column = |of: fn(&Row) -> u32| rows.iter().map(of).collect::<Vec<_>>();
        assert_eq!(column(|row| row.templates), [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
        assert_eq!(column(|row| row.extra_markers), [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(column(|row| row.ap.into()), [6, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
        assert_eq!(column(|row| row.at.into()), [6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
        assert_eq!((row(0), row(19)), (None, None));
    }
}
