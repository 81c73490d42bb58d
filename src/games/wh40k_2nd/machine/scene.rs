//! What damage does to a machine (§15.4.8), and to the models in it and around it (§15.5.1, §20).

use crate::forces::{DAMAGED, Forces, IMMOBILISED, MachineCells, OUT_OF_CONTROL};
use crate::machine::card::{Effect, Table};
use crate::machine::each::Each;
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::State;

/// A machine that may be hit in a step, with all models that its damage may reach.
#[derive(Debug)]
pub struct Scene {
    /// The machine's group.
    pub group: usize,
    /// §15.3.6: whether it moved in its last turn; otherwise it cannot get out of control.
    pub moved: bool,
    /// The models that each explosion of its card reaches.
    pub blasts: Vec<Blast>,
    /// Its passengers, for each face that kills them, from 2; the first entry is for "all".
    pub passengers: Vec<(u8, Vec<Each>)>,
    /// The dice for how many of the crew are dead.
    pub crew: CrewRolls,
}

/// The dice of results for the crew.
#[derive(Debug)]
pub struct CrewRolls {
    /// How many die.
    pub count: Roll,
    /// Each dies on 2+, 3+ and so on.
    pub on: Vec<Pool>,
}

/// The models that an explosion reaches.
#[derive(Debug)]
pub struct Blast {
    /// Models near it, as given in the step: that many of each list of groups.
    pub near: Vec<(u32, Vec<Each>)>,
    /// §15.5.1: models that attack it in close combat: that many of each group.
    pub attackers: Vec<(u32, Each)>,
    /// The D6 roll to get away.
    pub away: Option<Pool>,
}

impl CrewRolls {
    /// The dice for a machine with this crew.
    pub fn new(name: &str, crew: u16) -> CrewRolls {
        let roll = Roll::named(format!("crew of {name}"), "15.4.8").in_words(text!("crew of {name}", name));
        let on = |face| {
            use battle_odds_engine::pool::{Need, Test};
            Pool::new(roll.clone(), Test::once(Need::at_least(face)), crew.into())
        };
        CrewRolls { on: (2..=6).map(on).collect(), count: roll }
    }

    fn dead<D: Dice>(&self, dice: &mut D, effect: &Effect, crew: u32) -> u32 {
        match effect {
            Effect::Crew(amount) => Amount::sum(*amount, dice, &self.count, 1).min(crew),
            Effect::CrewOn(face) => dice.successes(&self.on[usize::from(*face) - 2], crew),
            _ => crew,
        }
    }
}

impl Scene {
    /// §15.4.8: a roll on the damage table of a location.
    pub fn damage<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, place: usize, table: &Table) {
        let answer = dice.answer_of(&table.chart);
        for effect in &table.results[answer] {
            match effect {
                Effect::Roll(further) => self.damage(forces, state, dice, place, further),
                _ => self.effect(forces, state, dice, place, effect),
            }
        }
    }

    fn effect<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, place: usize, effect: &Effect) {
        let Some(cells) = &forces.groups[self.group].machine else { return };
        let ledger = &forces.formations[forces.groups[self.group].formation].ledger;
        // Models next to it are reached by its explosion even if it is already destroyed.
        if let Effect::Explosion(nth) = effect {
            self.explode(forces, state, dice, *nth);
        } else if let Effect::Passengers(face) = effect {
            self.befall_passengers(forces, state, *face);
        }
        if !forces.stands(state, self.group) {
            return;
        }
        match effect {
            Effect::LocationDestroyed if state[cells.locations] & 1 << place == 0 => {
                state[cells.locations] |= 1 << place;
                state.add(ledger.locations_lost, 1);
                state[cells.status] |= DAMAGED;
            }
            Effect::Destroyed => forces.wreck(state, dice, self.group),
            Effect::Immobilised if state[cells.status] & IMMOBILISED == 0 => {
                state[cells.status] |= IMMOBILISED | DAMAGED;
                state.add(ledger.immobilised, 1);
            }
            Effect::OutOfControl if self.moved && state[cells.status] & OUT_OF_CONTROL == 0 => {
                state[cells.status] |= OUT_OF_CONTROL | DAMAGED;
                state.add(ledger.out_of_control, 1);
            }
            Effect::Crew(_) | Effect::CrewOn(_) | Effect::CrewAll => {
                let dead = self.crew.dead(dice, effect, state.count(cells.crew));
                forces.kill_crew(state, self.group, dead);
            }
            Effect::Weapon(places) => forces.destroy_weapon(state, self.group, places),
            _ => (),
        }
    }

    /// §15.5.1: models near it are hit, and of those in contact the ones that do not get away.
    fn explode<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, nth: usize) {
        let blast = &self.blasts[nth];
        dice.note(|| text!("{formation} explodes (§15.5.1)", formation = forces.name_of(self.group)));
        for (models, groups) in &blast.near {
            befall(groups, forces, state, *models);
        }
        for (models, each) in &blast.attackers {
            let there = forces.groups[each.group].models(state).min(*models);
            let away = blast.away.as_ref().map_or(0, |pool| dice.successes(pool, there));
            each.befalls(forces, state, there - away);
        }
    }

    fn befall_passengers(&self, forces: &Forces, state: &mut State, face: u8) {
        for (_, groups) in self.passengers.iter().filter(|(known, _)| *known == face) {
            befall(groups, forces, state, u32::MAX);
        }
    }

    /// All models that something may still happen to.
    fn waiting(&self) -> impl Iterator<Item = &Each> {
        let near = self.blasts.iter().flat_map(|blast| &blast.near).flat_map(|(_, groups)| groups);
        let attackers = self.blasts.iter().flat_map(|blast| &blast.attackers).map(|(_, each)| each);
        near.chain(attackers).chain(self.passengers.iter().flat_map(|(_, groups)| groups))
    }

    /// Whether everything around it is settled.
    pub fn is_settled(&self, state: &State) -> bool {
        !self.waiting().any(|each| each.waits(state))
    }

    /// Plays one piece of what happens to the models in it and around it; true when everything is settled.
    pub fn settle<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if let Some(each) = self.waiting().find(|each| each.waits(state)) {
            each.next(forces, state, dice);
        }
        self.is_settled(state)
    }

    /// Formations other than the machine's that its damage may reach.
    pub fn reached(&self, forces: &Forces) -> Vec<usize> {
        let mut all: Vec<usize> = self.waiting().map(|each| forces.groups[each.group].formation).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Applies it to `models` models, in the order of the groups.
pub fn befall(groups: &[Each], forces: &Forces, state: &mut State, models: u32) -> u32 {
    let mut left = models;
    for each in groups {
        left -= each.befalls(forces, state, left);
    }
    models - left
}

impl MachineCells {
    /// §15.4.9: whether a location is destroyed.
    pub fn has_lost(&self, state: &State, place: usize) -> bool {
        state[self.locations] & 1 << place != 0
    }

    /// §15.5: whether it can no longer move.
    pub fn is_immobilised(&self, state: &State) -> bool {
        state[self.status] & IMMOBILISED != 0
    }
}

impl Forces {
    /// Whether a machine or a building still stands.
    pub fn stands(&self, state: &State, group: usize) -> bool {
        self.groups[group].fewest(state).is_some()
    }

    /// Destroys a machine or a building.
    pub fn wreck<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize) {
        let of = &self.groups[group];
        for level in 1..=of.left.len() {
            self.kill(state, dice, group, level, 1);
        }
        state.add(self.formations[of.formation].ledger.destroyed, 1);
        // All wrecks are the same state.
        if let Some(cells) = &of.machine {
            [cells.locations, cells.status, cells.crew, cells.shakes].into_iter().for_each(|cell| state.put(cell, 0));
        }
        of.weapons.iter().for_each(|carried| state.put(carried.lost, 0));
    }

    /// This many of a machine's crew die.
    pub fn kill_crew(&self, state: &mut State, group: usize, dead: u32) {
        let of = &self.groups[group];
        let Some(cells) = of.machine.as_ref().filter(|_| dead > 0) else { return };
        let dead = dead.min(state.count(cells.crew));
        state.take(cells.crew, dead);
        state[cells.status] |= DAMAGED;
        state.add(self.formations[of.formation].ledger.crew_killed, dead);
    }

    /// Destroys the first of these weapons of a machine that still works.
    pub fn destroy_weapon(&self, state: &mut State, group: usize, places: &[usize]) {
        let of = &self.groups[group];
        let weapons = places.iter().map(|&place| &of.weapons[place]);
        let Some(carried) = weapons.into_iter().find(|carried| state[carried.lost] == 0) else { return };
        state.put(carried.lost, 1);
        state.put(carried.jams, 0);
        state.put(carried.recharging, 0);
        if let Some(cells) = &of.machine {
            state[cells.status] |= DAMAGED;
        }
        state.add(self.formations[of.formation].ledger.weapons_lost, 1);
    }
}
