//! All formations on the table, their groups of models, and what is remembered of each from step to step.
//!
//! Equal models without weapons that need repair are one group, counted by wounds left. A model whose weapon can jam or
//! must recharge, and a machine, is a group by itself: [`Group::of`] links the groups that the scenario does not
//! distinguish.

pub mod compile;
pub mod written;

use std::ops::Range;

use crate::fire::to_hit::Cover;
use crate::forces::written::{CountsAs, Hidden};
use crate::machine::card::Card;
use crate::profile::{Ability, Kind, Profile, Weapon};
use crate::psychic::shield::Shield;
use battle_odds_plan as plan;
use battle_odds_plan::state::{Cell, NOTHING, State};

/// §13.2.
pub const BROKEN: u16 = 1;
/// §13.4.1.
pub const SHAKEN: u16 = 2;
/// §11.24.
pub const OVERWATCH: u16 = 4;
/// §13.1: has taken its break test in this turn.
pub const TESTED: u16 = 8;
/// §14.2: has taken the one terror test of the game.
pub const TERROR_TESTED: u16 = 16;
/// §7.4.2: has rerolled a break test in this turn.
pub const BANNER_USED: u16 = 32;
/// §14.1: hit by a feared weapon in this step.
pub const FRIGHTENED: u16 = 64;
/// §14.5: broken in close combat: its frenzy is over for good.
pub const CALMED: u16 = 128;
/// §13.4: has fled in this turn.
pub const FLED: u16 = 256;
/// §14.4: hates the enemies that it meets in this part of the step, as they were when it began.
pub const HATING: u16 = 512;

/// A weapon that a group carries.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The weapon.
    pub weapon: Weapon,
    /// §11.23.1: its jam tokens; [`NOTHING`] if it cannot jam.
    pub jams: Cell,
    /// §11.17: 1 while it recharges; [`NOTHING`] if it need not.
    pub recharging: Cell,
    /// §15.4.8: 1 once it is destroyed; [`NOTHING`] if it cannot be.
    pub lost: Cell,
    /// §19: 1 once it has had the first jam, which does not count; [`NOTHING`] if its first jam counts.
    pub had_jam: Cell,
}

/// Equal models.
#[derive(Debug)]
pub struct Group {
    /// Their profile, with what the group adds.
    pub profile: Profile,
    /// Their formation.
    pub formation: usize,
    /// The first of the groups that the scenario does not distinguish.
    pub of: usize,
    /// Models when the trial begins.
    pub start: u16,
    /// §11.4.
    pub cover: Cover,
    /// How many models have one wound left, two, and so on up to their W.
    pub left: Vec<Cell>,
    /// Their weapons, in order.
    pub weapons: Vec<Carried>,
    /// What is remembered of a machine or a building.
    pub machine: Option<MachineCells>,
    /// §15.1: a machine's card, if it is known.
    pub card: Option<Card>,
    /// §14.4: the groups that its models hate.
    pub hates: Vec<usize>,
    /// §17.8: Psychic Shield.
    pub shield: Option<Shield>,
}

/// What is remembered of a machine, or of a building.
#[derive(Clone, Debug)]
pub struct MachineCells {
    /// §15.4.9: its destroyed locations, one bit each in the order written.
    pub locations: Cell,
    /// [`IMMOBILISED`] and the other flags.
    pub status: Cell,
    /// Crew left.
    pub crew: Cell,
    /// §16.11: what earlier damage adds to later damage rolls.
    pub shakes: Cell,
}

/// §15.4.8: it moves no more.
pub const IMMOBILISED: u16 = 1;
/// §15.3.6: it is out of control.
pub const OUT_OF_CONTROL: u16 = 2;
/// §4.3: it has taken real damage.
pub const DAMAGED: u16 = 4;

/// What is counted of a formation in a step.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)] // Named like the metrics.
pub struct Ledger {
    pub hits: Cell,
    pub wounds: Cell,
    pub kills: Cell,
    /// 1 once it has lost a model.
    pub hurt: Cell,
    pub tested: Cell,
    pub passed: Cell,
    pub broke: Cell,
    pub shook: Cell,
    pub overwatch_lost: Cell,
    pub fired: Cell,
    pub jams: Cell,
    pub misfires: Cell,
    pub weapons_lost: Cell,
    pub penetrations: Cell,
    pub destroyed: Cell,
    pub immobilised: Cell,
    pub out_of_control: Cell,
    pub locations_lost: Cell,
    pub crew_killed: Cell,
    pub shaken: Cell,
    pub badly_shaken: Cell,
    pub breaches: Cell,
}

impl Ledger {
    /// Cells that are only counted: no play depends on them.
    fn counters(&self) -> [Cell; 14] {
        [
            self.hits,
            self.wounds,
            self.kills,
            self.fired,
            self.jams,
            self.misfires,
            self.weapons_lost,
            self.penetrations,
            self.immobilised,
            self.out_of_control,
            self.locations_lost,
            self.crew_killed,
            self.badly_shaken,
            self.breaches,
        ]
    }
}

/// A squad, a character, a vehicle, a squadron or a battery.
#[derive(Debug)]
pub struct Formation {
    /// Its key.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// Its groups, near to far.
    pub groups: Range<usize>,
    /// Its points.
    pub points: Option<u32>,
    /// §4.
    pub counts_as: CountsAs,
    /// §7.4.1: the Ld of the army's commander.
    pub commander: Option<u8>,
    /// §7.4.2.
    pub banner: bool,
    /// Whether a step lets it rally.
    pub rallies: bool,
    /// §10.9.
    pub hidden: Hidden,
    /// §13.4: models that it began the game with.
    pub strength: u32,
    /// The formation that is its building or transport.
    pub inside: Option<usize>,
    /// Where its models are, in mm.
    pub layout: Option<Vec<[i32; 2]>>,
    /// The wounds left of each model of a layout, while they are known model by model.
    pub places: Vec<Cell>,
    /// [`BROKEN`] and the other flags.
    pub status: Cell,
    /// §13.1: models lost in this turn.
    pub lost: Cell,
    /// What is counted of it in a step.
    pub ledger: Ledger,
}

/// All formations.
#[derive(Debug, Default)]
pub struct Forces {
    /// Formations.
    pub formations: Vec<Formation>,
    /// Their groups.
    pub groups: Vec<Group>,
    /// §14.4: formations in which any model hates any enemy here.
    pub haters: Vec<usize>,
}

impl plan::formations::Formations for Forces {
    type Profile = Profile;

    battle_odds_plan::listed!(formations);

    fn is_priced(&self, formation: usize) -> bool {
        self.formations[formation].points.is_some()
    }

    fn called(&self, formation: usize) -> Vec<&str> {
        self.of(formation).iter().map(|group| group.profile.unit()).collect()
    }

    fn profiles(&self) -> impl Iterator<Item = &Profile> {
        self.groups.iter().map(|group| &group.profile)
    }
}

impl Group {
    /// Models left.
    #[inline]
    pub fn models(&self, state: &State) -> u32 {
        self.left.iter().map(|&cell| state.count(cell)).sum()
    }

    /// Wounds left of all of them.
    pub fn wounds(&self, state: &State) -> u32 {
        self.left.iter().zip(1..).map(|(&cell, wounds)| state.count(cell) * wounds).sum()
    }

    /// The wounds left of the model that has the fewest, if there is a model.
    #[inline]
    pub fn fewest(&self, state: &State) -> Option<usize> {
        self.left.iter().position(|&cell| state[cell] > 0).map(|place| place + 1)
    }

    /// Whether it is a character (§7).
    pub fn is_character(&self) -> bool {
        self.profile.has(Ability::Character)
    }

    /// Its template weapons, of which a destroyed one stays with the last model (§11.18).
    pub fn template_weapons(&self) -> impl Iterator<Item = &Carried> {
        self.weapons.iter().filter(|carried| carried.weapon.template.is_some() && !self.is_hard())
    }

    /// Whether it matters at once who is left: a death may bring a shield down, leave a destroyed weapon to another model, or
    /// end what is remembered of weapons.
    pub fn is_tied(&self) -> bool {
        let remembers = |carried: &Carried| [carried.jams, carried.recharging].iter().any(|&cell| cell != NOTHING);
        self.shield.is_some() || self.template_weapons().next().is_some() || self.weapons.iter().any(remembers)
    }

    /// Whether it has locations or walls: then shots do not wound it.
    pub fn is_hard(&self) -> bool {
        self.profile.is_machine() || self.profile.kind.is_built()
    }
}

impl Formation {
    /// Whether it has a status.
    #[inline]
    pub fn is(&self, state: &State, status: u16) -> bool {
        state[self.status] & status != 0
    }
}

impl Forces {
    /// The groups of a formation.
    pub fn of(&self, formation: usize) -> &[Group] {
        &self.groups[self.formations[formation].groups.clone()]
    }

    /// The name of a group's formation.
    pub fn name_of(&self, group: usize) -> &str {
        &self.formations[self.groups[group].formation].name
    }

    /// The cells of a step that are only counted.
    pub fn only_counted(&self) -> impl Iterator<Item = Cell> {
        self.formations.iter().flat_map(|of| of.ledger.counters()).filter(|cell| *cell != NOTHING)
    }

    /// Models left of a formation.
    #[inline]
    pub fn models(&self, state: &State, formation: usize) -> u32 {
        self.of(formation).iter().map(|group| group.models(state)).sum()
    }

    /// Whether no model of it is left.
    #[inline]
    pub fn is_destroyed(&self, state: &State, formation: usize) -> bool {
        self.of(formation).iter().all(|group| group.left.iter().all(|&cell| state[cell] == 0))
    }

    /// The units of a formation: each key of a profile with its groups.
    pub fn units(&self, formation: usize) -> Vec<(&str, Vec<usize>)> {
        let mut units: Vec<(&str, Vec<usize>)> = Vec::new();
        for group in self.formations[formation].groups.clone() {
            let key = self.groups[group].profile.unit();
            match units.iter_mut().find(|(known, _)| *known == key) {
                Some((_, groups)) => groups.push(group),
                None => units.push((key, vec![group])),
            }
        }
        units
    }

    /// §14.5: whether a group is frenzied now.
    pub fn is_frenzied(&self, state: &State, group: &Group) -> bool {
        group.profile.has(Ability::Frenzied) && !self.formations[group.formation].is(state, CALMED)
    }

    /// Whether a formation consists of machines or buildings.
    pub fn is_hard(&self, formation: usize) -> bool {
        self.of(formation).iter().any(Group::is_hard)
    }

    /// Whether all groups of a formation are of these types.
    pub fn all_are(&self, formation: usize, kinds: &[Kind]) -> bool {
        self.of(formation).iter().all(|group| kinds.contains(&group.profile.kind))
    }
}
