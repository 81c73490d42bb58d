//! A hit on a machine: the location (§15.4.3), the armour (§15.4.4–15.4.6, §15.5), and the damage (§15.4.8–15.4.9).

use crate::damage::{Attack, Harm, called};
use crate::forces::Forces;
use crate::machine::card::{Card, Location, Part};
use crate::machine::penetration::{Against, Penetration};
use crate::machine::scene::Scene;
use crate::profile::Facing;
use crate::readings::Readings;
use battle_odds_engine::amount::Amount;
use battle_odds_engine::chart::Chart;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::state::State;

/// Where a hit falls on a machine.
#[derive(Clone, Debug)]
pub enum Where {
    /// On a location.
    At(usize),
    /// The location that the die shows, rerolled for locations that cannot be hit.
    Rolled(Chart),
}

/// One kind of hit on one machine.
#[derive(Debug)]
pub struct Blow {
    /// Where it falls.
    pub place: Where,
    /// §15.4.7: 2 for a pair, which hits one location.
    pub linked: u8,
    /// What it does at each location.
    pub parts: Vec<Landing>,
}

/// What a hit does at a location.
#[derive(Debug)]
pub enum Landing {
    /// It may penetrate the armour: as the target moves, and as it stands still, if that makes a difference.
    Armour(Box<Compound<Against>>, Option<Box<Compound<Against>>>),
    /// It may kill a crewman.
    Crew(Box<Harm>),
}

/// What a blow is made from.
#[derive(Clone, Debug)]
pub struct Strike {
    /// The attack, for a crewman at his post.
    pub attack: Attack,
    /// Its penetration roll.
    pub penetration: Penetration,
    /// §15.5: whether a D6 is added if the target has been immobilised.
    pub still: bool,
    /// §15.4.4.
    pub facing: Facing,
    /// §15.4.7.
    pub linked: u8,
}

impl Where {
    /// The location die of a card, rerolled for masked locations; nothing if all are masked.
    pub fn rolled(card: &Card, name: &str, masked: &[usize]) -> Where {
        let open = |place: usize| if masked.contains(&place) { 0 } else { card.locations[place].faces };
        let answers = card.locations.iter().enumerate().map(|(place, of)| (open(place), of.name.clone()));
        let roll = Roll::named(format!("location of {name}"), "15.4.3").in_words(text!("location of {name}", name));
        Where::Rolled(Chart::new(roll, answers))
    }

    /// The location.
    pub fn find<D: Dice>(&self, dice: &mut D) -> usize {
        match self {
            Where::At(place) => *place,
            Where::Rolled(chart) => dice.answer_of(chart),
        }
    }
}

impl Blow {
    /// A kind of hit on a machine, which rolls call by this name.
    pub fn new(strike: &Strike, card: &Card, name: &str, place: Where, readings: &Readings) -> Blow {
        let roll = Roll::named(format!("penetration of {}", strike.attack.label), "15.4.5")
            .in_words(text!("penetration of {weapon}", weapon = called(&strike.attack.label)));
        let pierces =
            |penetration: &Penetration, armour: u8| Box::new(penetration.clone().against(armour.into(), roll.clone()));
        let part = |location: &Location| match &location.part {
            Part::Crew(profile) => {
                let crew = format!("crew of {name}");
                Landing::Crew(Box::new(Harm::new(&strike.attack, profile, &crew, readings, 1)))
            }
            Part::Armour { .. } => {
                let armour = location.part.armour(strike.facing).unwrap_or(0);
                let more = strike.still.then(|| strike.penetration.clone().plus(Amount::rolled(1, 6)));
                Landing::Armour(pierces(&strike.penetration, armour), more.map(|still| pierces(&still, armour)))
            }
        };
        Blow { place, linked: strike.linked, parts: card.locations.iter().map(part).collect() }
    }

    /// Resolves a hit. Its effects around the machine are left to [`Scene::settle`].
    pub fn land<D: Dice>(&self, scene: &Scene, forces: &Forces, state: &mut State, dice: &mut D) {
        if !forces.stands(state, scene.group) {
            return;
        }
        let place = self.place.find(dice);
        for _ in 0..self.linked {
            self.strike(scene, forces, state, dice, place);
        }
    }

    /// Resolves a hit on a location. A destroyed location absorbs it (§15.4.9).
    pub fn strike<D: Dice>(&self, scene: &Scene, forces: &Forces, state: &mut State, dice: &mut D, place: usize) {
        let of = &forces.groups[scene.group];
        let Some(cells) = &of.machine else { return };
        if !forces.stands(state, scene.group) || cells.has_lost(state, place) {
            return;
        }
        match &self.parts[place] {
            Landing::Crew(harm) => {
                if state[cells.crew] > 0 && harm.unsaved(dice, 1) > 0 {
                    forces.kill_crew(state, scene.group, 1);
                }
            }
            Landing::Armour(moving, still) => {
                let still = still.as_ref().filter(|_| cells.is_immobilised(state));
                if dice.answer_to(still.unwrap_or(moving)) == 1 {
                    pierced(scene, forces, state, dice, place);
                }
            }
        }
    }
}

/// §15.4.8: the armour of a location is penetrated.
pub fn pierced<D: Dice>(scene: &Scene, forces: &Forces, state: &mut State, dice: &mut D, place: usize) {
    let of = &forces.groups[scene.group];
    let Some(card) = &of.card else { return };
    let location = &card.locations[place];
    state.add(forces.formations[of.formation].ledger.penetrations, 1);
    if let Part::Armour { damage, .. } = &location.part {
        dice.note(|| {
            text!("{formation}: {location} pierced", formation = forces.name_of(scene.group), location = location.name)
        });
        scene.damage(forces, state, dice, place, damage);
    }
}
