//! What fire consists of: a volley, its salvos, and what their templates cover.

use crate::damage::Harm;
use crate::fire::mob::Mob;
use crate::fire::scatter::Scatter;
use crate::fire::spray::Ways;
use crate::fire::sustained::{Jamming, SustainedDice};
use crate::fire::to_hit::{Cover, MixedCover};
use crate::forces::Forces;
use crate::machine::hard::{Hard, Stroke};
use crate::machine::lie::{Lie, Struck};
use crate::machine::scene::Scene;
use crate::target::Target;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// Fire of one formation at another.
#[derive(Debug)]
pub struct Volley {
    /// The formation that shoots.
    pub by: usize,
    /// §11.24.2: whether it shoots from overwatch, which it must be on.
    pub reacts: bool,
    /// The formations fired at; two means into their combat (§11.16).
    pub at: Vec<usize>,
    /// For each of their groups: its cover, and the most of its models that can be hit.
    pub groups: Vec<Aimed>,
    /// §11.14.
    pub mixed_cover: MixedCover,
    /// §15.4.3, §16.11: the machines and walls of the target.
    pub hard: Option<Hard>,
    /// What is fired, in order.
    pub salvos: Vec<Salvo>,
    /// Weapons that are jammed or recharging when the volley begins and do not fire in it.
    pub repairs: Vec<Repair>,
    /// §11.24.3: the tests of formations on overwatch that are shot at, one for each of `at`.
    pub nerve: Vec<Roll>,
    /// Shots left of the salvo.
    pub left: Cell,
    /// Hits that are not resolved yet.
    pub hits: Cell,
    /// 1 once any model has fired.
    pub fired: Cell,
    /// §11.18: 1 while a template has exploded on a firer that has not been hit by it yet.
    pub blown: Cell,
    /// §11.23: the heaviest cover that later hits of a burst can reach, plus 1.
    pub heaviest: Cell,
}

/// A group that is shot at.
#[derive(Clone, Copy, Debug)]
pub struct Aimed {
    /// The group.
    pub group: usize,
    /// Its cover.
    pub cover: Cover,
    /// The most of its models that can be hit.
    pub exposed: Option<u16>,
    /// How many of its models cannot be hit.
    pub sheltered: Cell,
}

/// A weapon that may jam or must recharge.
#[derive(Clone, Copy, Debug)]
pub struct Repair {
    /// The group that carries it.
    pub group: usize,
    /// Its index among the weapons of the group.
    pub weapon: usize,
    /// 1 if it does not fire in this volley.
    pub silent: Cell,
}

/// Equal shots: those of one group with one weapon.
#[derive(Debug)]
pub struct Salvo {
    /// The group.
    pub group: usize,
    /// The weapon's index among those of the group.
    pub weapon: usize,
    /// The most models that fire.
    pub models: u16,
    /// §11.10.1: shots of each model.
    pub each: u8,
    /// Salvos of the same group that come first: this one is fired only by models that cannot fire those.
    pub before: Vec<usize>,
    /// The roll to hit, by cover penalty: 0, 1, 2; nothing if it cannot hit.
    pub to_hit: [Option<Pool>; 3],
    /// §11.23: the dice after a hit, or before (§20).
    pub sustained: Option<Compound<SustainedDice>>,
    /// All outcomes of a burst, by the index of the group that it hits, by cover penalty, and by how many models it can
    /// hit.
    pub sprays: Vec<[Vec<Ways>; 3]>,
    /// §20: whether those dice are rolled first, and each of their shots rolls to hit.
    pub dice_first: bool,
    /// §11.23.1.
    pub jamming: Jamming,
    /// §15.4.7: each hit strikes its model twice.
    pub pairs: bool,
    /// §11.18–11.22: what it does if its weapons use templates.
    pub blast: Option<Box<Blast>>,
    /// Which models are hit.
    pub target: Target,
    /// What a hit does to each of the machines and walls, in their order.
    pub strokes: Vec<Stroke>,
}

/// What a salvo of template weapons does.
#[derive(Debug)]
pub struct Blast {
    /// Where it goes when it misses; nothing for a cone, which needs no roll to hit (§11.22).
    pub scatter: Option<Scatter>,
    /// §11.21: whether it is fired at a point on the ground.
    pub ground: bool,
    /// faq 1.36: a linked pair is one template, and each model is rolled for twice.
    pub twice: bool,
    /// The groups that it may cover.
    pub reached: Vec<Reached>,
    /// Which models it covers on target.
    pub on_target: OnTarget,
    /// Which models it covers when it has scattered, by the distances of `scatter`.
    pub scattered: Vec<Vec<Share>>,
    /// §11.18: which models it covers in addition to the firer when it explodes on the firer.
    pub beside: Vec<Share>,
    /// §15.4.1: what happens instead when it explodes on a machine that fires it.
    pub backfire: Option<Backfire>,
}

/// Which models a template covers that comes down on target.
#[derive(Debug)]
pub enum OnTarget {
    /// One model: the one that a shot hits.
    AsShot,
    /// Given numbers of models. If none is given as fully covered, the nearest one is.
    Counts {
        /// How many of each group.
        shares: Vec<Share>,
        /// Whether the nearest model is fully covered in addition.
        nearest: bool,
    },
    /// The models that stand there.
    Layout(Mob),
    /// §15.4.3: certain locations of machines.
    Machines(Box<OnMachines>),
}

/// Models of a group that a template covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The group, by index among those reached.
    pub place: usize,
    /// Fully covered.
    pub under: u16,
    /// Partly covered.
    pub partly: u16,
}

/// A group that a template may cover.
#[derive(Debug)]
pub struct Reached {
    /// The group.
    pub group: usize,
    /// What a hit does to its models.
    pub harm: Harm,
    /// The roll to hit a model that is fully covered; nothing if it is hit without a roll.
    pub under_roll: Option<Pool>,
    /// The same for one that is partly covered.
    pub partly_roll: Option<Pool>,
    /// Fully covered models that have not been rolled for yet.
    pub under: Cell,
    /// Partly covered ones.
    pub partly: Cell,
}

/// What a template hits that is fired at machines.
#[derive(Debug)]
pub struct OnMachines {
    /// The locations that it hits.
    pub struck: Struck,
    /// How it lies on each of the machines when it comes down on target.
    pub on_target: Vec<Lie>,
    /// The same when it has scattered, by distance.
    pub scattered: Vec<Vec<Lie>>,
    /// Models that it covers in addition when it comes down on target.
    pub beside: Vec<Share>,
}

/// §15.4.1: a machine whose template weapon explodes on it.
#[derive(Debug)]
pub struct Backfire {
    /// The machine.
    pub scene: Scene,
    /// The index of the location that carries the weapon.
    pub place: usize,
}

impl Volley {
    /// §14.4: whether a formation shoots, or is shot at.
    pub fn meets(&self, formation: usize) -> bool {
        self.by == formation || self.at.contains(&formation)
    }

    /// Whether it may tell models of a formation apart that the scenario does not: it hits some of them, a weapon may
    /// explode on one of them, or they do not all fire alike.
    pub fn tells_apart(&self, forces: &Forces, formation: usize) -> bool {
        let by = self.by == formation;
        let covers = |blast: &Blast| {
            by || blast.reached.iter().any(|reached| forces.groups[reached.group].formation == formation)
        };
        let of = |group: usize| {
            let salvos = self.salvos.iter().filter(move |salvo| salvo.group == group);
            salvos.map(|salvo| (salvo.weapon, salvo.models))
        };
        self.at.contains(&formation)
            || self.salvos.iter().filter_map(|salvo| salvo.blast.as_deref()).any(covers)
            || by && forces.formations[formation].groups.clone().any(|group| !of(group).eq(of(forces.groups[group].of)))
    }

    /// Whether the groups fired at differ in cover.
    pub fn covers_differ(&self) -> bool {
        self.groups.iter().any(|aimed| aimed.cover.modifier() != self.groups[0].cover.modifier())
    }

    /// §11.14: the cover modifier now; when no model is left, that of the last group.
    pub fn cover(&self, forces: &Forces, state: &State) -> i8 {
        let models = |aimed: &Aimed| {
            let sheltered = if aimed.exposed.is_some() { state.count(aimed.sheltered) } else { 0 };
            forces.groups[aimed.group].models(state).saturating_sub(sheltered)
        };
        if !self.covers_differ() || self.groups.iter().all(|aimed| models(aimed) == 0) {
            return self.groups.last().map_or(0, |aimed| aimed.cover.modifier());
        }
        self.mixed_cover.modifier(self.groups.iter().map(|aimed| (models(aimed), aimed.cover)))
    }

    /// §11.14: how many shots need the same to hit, whatever the earlier ones kill: those at groups that lose models in
    /// order.
    pub fn steady(&self, salvo: &Salvo, forces: &Forces, state: &State) -> u32 {
        let left = state.count(self.left);
        if !self.covers_differ() {
            return left;
        }
        if salvo.sustained.is_some() || self.at.len() > 1 || salvo.target.falls_at_random(forces, state) {
            return 1;
        }
        let models = |aimed: &Aimed| {
            let sheltered = if aimed.exposed.is_some() { state.count(aimed.sheltered) } else { 0 };
            forces.groups[aimed.group].models(state).saturating_sub(sheltered)
        };
        // The nearest models die first: what is left of the groups after this many kills.
        let after = |kills: u32| {
            let mut kills = kills;
            self.groups.iter().map(move |aimed| {
                let here = models(aimed);
                let dead = here.min(kills);
                kills -= dead;
                (here - dead, aimed.cover)
            })
        };
        let now = self.cover(forces, state);
        let all: u32 = self.groups.iter().map(models).sum();
        let same = |kills: &u32| self.mixed_cover.modifier(after(*kills)) == now;
        (1..left).take_while(|kills| *kills < all && same(kills)).count() as u32 + 1
    }
}
