//! Machines and walls of a formation that can be hit, near to far.

use crate::forces::Forces;
use crate::machine::blow::Blow;
use crate::machine::scene::Scene;
use crate::machine::walls::{Ramming, Walls};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::{Cell, State};

/// Machines and walls that may be hit in a step, near to far.
#[derive(Debug)]
pub struct Hard {
    /// The machines and walls.
    pub places: Vec<Place>,
}

/// One of them.
#[derive(Debug)]
pub enum Place {
    /// A machine.
    Machine(Box<Scene>),
    /// A building or a door.
    Walls(Box<Walls>),
}

/// One kind of hit on one of them.
#[derive(Debug)]
pub enum Stroke {
    /// On a machine.
    Machine(Blow),
    /// On walls.
    Walls(Ramming),
}

impl Place {
    /// Its group.
    pub fn group(&self) -> usize {
        match self {
            Place::Machine(scene) => scene.group,
            Place::Walls(walls) => walls.group,
        }
    }

    fn is_settled(&self, state: &State) -> bool {
        match self {
            Place::Machine(scene) => scene.is_settled(state),
            Place::Walls(walls) => walls.is_settled(state),
        }
    }
}

impl Hard {
    /// Whether all effects of hits are settled.
    pub fn is_settled(&self, state: &State) -> bool {
        self.places.iter().all(|place| place.is_settled(state))
    }

    /// Plays one piece of the effects of hits; true when everything is settled.
    pub fn settle<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        match self.places.iter().find(|place| !place.is_settled(state)) {
            Some(Place::Machine(scene)) => scene.settle(forces, state, dice),
            Some(Place::Walls(walls)) => walls.settle(forces, state, dice),
            None => true,
        };
        self.is_settled(state)
    }

    /// §8.5.1: the nearest one that still stands.
    pub fn nearest(&self, forces: &Forces, state: &State) -> Option<usize> {
        self.places.iter().position(|place| forces.stands(state, place.group()))
    }

    /// Plays one piece of these equal `hits`: one of them on the nearest, or an effect of an earlier one. Hits without
    /// a target are lost. True when no hit is left and everything is settled.
    pub fn fall<D: Dice>(
        &self,
        strokes: &[Stroke],
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        hits: Cell,
    ) -> bool {
        if !self.is_settled(state) {
            self.settle(forces, state, dice);
        } else if state[hits] > 0 {
            match self.nearest(forces, state) {
                Some(nth) => {
                    state.take(hits, 1);
                    self.strike(nth, &strokes[nth], forces, state, dice);
                }
                None => state.put(hits, 0),
            }
        }
        state[hits] == 0 && self.is_settled(state)
    }

    /// A hit on one of them, by its group.
    pub fn strike_group<D: Dice>(
        &self,
        group: usize,
        strokes: &[Stroke],
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) {
        if let Some(nth) = self.places.iter().position(|place| place.group() == group) {
            self.strike(nth, &strokes[nth], forces, state, dice);
        }
    }

    /// A hit on a location of the nearest, if it is a machine; whether that still stands.
    pub fn strike_at<D: Dice>(
        &self,
        place: usize,
        strokes: &[Stroke],
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        let Some(nth) = self.nearest(forces, state) else { return false };
        if let (Place::Machine(scene), Stroke::Machine(blow)) = (&self.places[nth], &strokes[nth]) {
            let card = forces.groups[scene.group].card.as_ref();
            let name = card.map_or("", |card| &card.locations[place].name);
            dice.note(|| {
                text!("{formation}: {location} is hit", formation = forces.name_of(scene.group), location = name)
            });
            blow.strike(scene, forces, state, dice, place);
        }
        forces.stands(state, self.places[nth].group())
    }

    fn strike<D: Dice>(&self, nth: usize, stroke: &Stroke, forces: &Forces, state: &mut State, dice: &mut D) {
        match (&self.places[nth], stroke) {
            (Place::Machine(scene), Stroke::Machine(blow)) => blow.land(scene, forces, state, dice),
            (Place::Walls(walls), Stroke::Walls(ramming)) => ramming.land(walls, forces, state, dice),
            // Each stroke was made for the kind of its place.
            (Place::Machine(_), Stroke::Walls(_)) | (Place::Walls(_), Stroke::Machine(_)) => (),
        }
    }

    /// All formations that damage to them may reach.
    pub fn reached(&self, forces: &Forces) -> Vec<usize> {
        let of = |place: &Place| match place {
            Place::Machine(scene) => scene.reached(forces),
            Place::Walls(walls) => walls.reached(forces),
        };
        let mut all: Vec<usize> = self.places.iter().flat_map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
