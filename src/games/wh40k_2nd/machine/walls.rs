//! §16.11–16.12: hits on buildings and doors.

use crate::damage::called;
use crate::forces::Forces;
use crate::machine::each::Each;
use crate::machine::hazards::{BuildingDamage, Results};
use crate::machine::penetration::{Against, Penetration, Total};
use crate::machine::scene::befall;
use crate::profile::Kind;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::state::State;

/// A building or a door that may be hit in a step.
#[derive(Debug)]
pub struct Walls {
    /// Its group.
    pub group: usize,
    /// Its armour value.
    pub armour: i32,
    /// The building whose damage is rolled for: itself, or for a door the building that it belongs to.
    pub building: usize,
    /// The damage roll, by what earlier damage adds, from 0.
    pub damage: Vec<Results<BuildingDamage>>,
    /// §16.11: the models inside, which a collapse buries.
    pub inside: Vec<Each>,
}

/// One kind of hit on a building or a door.
#[derive(Debug)]
pub struct Ramming {
    /// The penetration roll against its armour value.
    pub roll: Compound<Against>,
    /// §16.11: for a door, the whole roll: twice the armour value tears out its frame.
    pub total: Option<Compound<Total>>,
    /// §16.12: whether it only makes a hole, as in close combat.
    pub breaches: bool,
    /// §15.4.7: 2 for a pair.
    pub linked: u8,
}

/// The damage rolls of a building, by what earlier damage adds.
pub fn damage(name: &str) -> Vec<Results<BuildingDamage>> {
    (0..=5).map(|bonus| BuildingDamage::results(bonus, name)).collect()
}

impl Ramming {
    /// A kind of hit on a building or a door of an armour value.
    pub fn new(penetration: &Penetration, label: &str, kind: Kind, armour: u8) -> Ramming {
        let roll = Roll::named(format!("penetration of {label}"), "16.11")
            .in_words(text!("penetration of {weapon}", weapon = called(label)));
        let total = (kind == Kind::Door).then(|| penetration.clone().total(roll.clone()));
        Ramming { roll: penetration.clone().against(armour.into(), roll), total, breaches: false, linked: 1 }
    }

    /// Resolves a hit. What a collapse does to the models inside is left to [`Walls::settle`].
    pub fn land<D: Dice>(&self, walls: &Walls, forces: &Forces, state: &mut State, dice: &mut D) {
        (0..self.linked).for_each(|_| self.strike(walls, forces, state, dice));
    }

    fn strike<D: Dice>(&self, walls: &Walls, forces: &Forces, state: &mut State, dice: &mut D) {
        if !forces.stands(state, walls.group) {
            return;
        }
        let ledger = &forces.formations[forces.groups[walls.group].formation].ledger;
        if let Some(total) = &self.total {
            let answer = dice.answer_to(total);
            walls.breach(forces, state, dice, total.throw.total(answer));
        } else if dice.answer_to(&self.roll) == 1 {
            state.add(ledger.penetrations, 1);
            match self.breaches {
                true => state.add(ledger.breaches, 1),
                false => walls.shake(forces, state, dice),
            }
        }
    }
}

impl Walls {
    /// §16.11–16.12: a roll of the armour value makes a hole in the walls; a door is destroyed, and twice as much tears
    /// out its frame.
    pub fn breach<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, roll: i32) {
        if roll < self.armour {
            return;
        }
        let of = &forces.groups[self.group];
        let ledger = &forces.formations[of.formation].ledger;
        state.add(ledger.penetrations, 1);
        state.add(ledger.breaches, 1);
        if of.profile.kind == Kind::Door {
            forces.wreck(state, dice, self.group);
            if roll >= 2 * self.armour {
                self.shake(forces, state, dice);
            }
        }
    }

    /// §16.11: the damage roll of the building.
    pub fn shake<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let of = &forces.groups[self.building];
        let Some(cells) = &of.machine else { return };
        // A door without a building counts as one by itself.
        let alone = of.profile.kind == Kind::Door;
        if !alone && !forces.stands(state, self.building) {
            return;
        }
        let ledger = &forces.formations[of.formation].ledger;
        let results = &self.damage[usize::from(state[cells.shakes]).min(self.damage.len() - 1)];
        let damage = results.roll(dice);
        match damage {
            BuildingDamage::Shaken => state.add(ledger.shaken, 1),
            BuildingDamage::BadlyShaken => state.add(ledger.badly_shaken, 1),
            BuildingDamage::Collapses if alone => (),
            BuildingDamage::Collapses => {
                let building = forces.name_of(self.building);
                dice.note(|| text!("{building} collapses (§16.11)", building));
                forces.wreck(state, dice, self.building);
                befall(&self.inside, forces, state, u32::MAX);
            }
        }
        if !alone && forces.stands(state, self.building) {
            // More than 5 makes no difference to a roll of a D6 (§16.11).
            let shakes = state.count(cells.shakes) + u32::from(damage.bonus());
            state.set(cells.shakes, shakes.min(5));
        }
    }

    /// Formations other than its own that a hit may affect.
    pub fn reached(&self, forces: &Forces) -> Vec<usize> {
        let inside = self.inside.iter().map(|each| each.group);
        let other = (self.building != self.group).then_some(self.building);
        inside.chain(other).map(|group| forces.groups[group].formation).collect()
    }

    /// Whether no model is waiting to be buried.
    pub fn is_settled(&self, state: &State) -> bool {
        !self.inside.iter().any(|each| each.waits(state))
    }

    /// Plays one piece of what a collapse does to the models inside; true when everything is settled.
    pub fn settle<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if let Some(each) = self.inside.iter().find(|each| each.waits(state)) {
            each.next(forces, state, dice);
        }
        self.is_settled(state)
    }
}
