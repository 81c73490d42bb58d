//! What fire is made of: a volley, its salvos, and what their templates cover.

use super::super::damage::Harm;
use super::super::forces::Forces;
use super::super::machine::hard::{Hard, Stroke};
use super::super::machine::lie::{Lie, Struck};
use super::super::machine::scene::Scene;
use super::super::scatter::Scatter;
use super::super::sustained::{Jamming, SustainedDice};
use super::super::target::Target;
use super::super::to_hit::{Cover, MixedCover};
use super::mob::Mob;
use super::spray::Ways;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// Fire of one formation at another.
#[derive(Debug)]
pub struct Volley {
    /// Who shoots.
    pub by: usize,
    /// §11.24.2: whether it shoots from overwatch, which it must be on.
    pub reacts: bool,
    /// The formations fired at; two: into their combat (§11.16).
    pub at: Vec<usize>,
    /// Group by group of them: its cover, and how many of its models can be hit at most.
    pub groups: Vec<Aimed>,
    /// §11.14.
    pub mixed_cover: MixedCover,
    /// §15.4.3, §16.11: the machines and walls of the target.
    pub hard: Option<Hard>,
    /// What is fired, in order.
    pub salvos: Vec<Salvo>,
    /// What begins the volley jammed or recharging is silent in it: the places of such weapons.
    pub repairs: Vec<Repair>,
    /// §11.24.3: the tests of those on overwatch who are shot at, one for each of `at`.
    pub nerve: Vec<Roll>,
    /// Shots left of the salvo.
    pub left: Cell,
    /// Hits that have not fallen yet.
    pub hits: Cell,
    /// 1 once somebody has fired.
    pub fired: Cell,
    /// §11.18: 1 while a template has exploded on a firer who has not been struck by it yet.
    pub blown: Cell,
    /// §11.23: how heavy the cover may be of those on whom the hits of a burst fall, and 1 more.
    pub heaviest: Cell,
}

/// A group that is shot at.
#[derive(Clone, Copy, Debug)]
pub struct Aimed {
    /// The group.
    pub group: usize,
    /// Its cover.
    pub cover: Cover,
    /// Its models that can be hit at most.
    pub exposed: Option<u16>,
    /// How many of its models cannot be hit.
    pub sheltered: Cell,
}

/// A weapon that may jam or must recharge.
#[derive(Clone, Copy, Debug)]
pub struct Repair {
    /// The group that carries it.
    pub group: usize,
    /// Its place among the weapons of the group.
    pub weapon: usize,
    /// 1 if it is silent in this volley.
    pub silent: Cell,
}

/// Equal shots: those of one group with one weapon.
#[derive(Debug)]
pub struct Salvo {
    /// The group.
    pub group: usize,
    /// The place of the weapon among those of the group.
    pub weapon: usize,
    /// How many models fire at most.
    pub models: u16,
    /// §11.10.1: shots each.
    pub each: u8,
    /// Salvos of the same group that come first: it is fired only by those who cannot fire them.
    pub before: Vec<usize>,
    /// To hit, by what is taken off for cover: 0, 1, 2; nothing where nobody can.
    pub to_hit: [Option<Pool>; 3],
    /// §11.23: the dice after a hit, or before (§20).
    pub sustained: Option<Compound<SustainedDice>>,
    /// All that can come of a burst, by the place of the group that it hits, by what is taken off for cover, and by how many
    /// models it can hit.
    pub sprays: Vec<[Vec<Ways>; 3]>,
    /// §20: those dice come first, and each of their shots rolls to hit.
    pub dice_first: bool,
    /// §11.23.1.
    pub jamming: Jamming,
    /// §15.4.7: each hit strikes its model twice.
    pub pairs: bool,
    /// §11.18–11.22: what it does if it is of template weapons.
    pub blast: Option<Box<Blast>>,
    /// Whom the hits fall on.
    pub target: Target,
    /// What a hit does to machines and walls, one after another as they stand.
    pub strokes: Vec<Stroke>,
}

/// What a salvo of template weapons does.
#[derive(Debug)]
pub struct Blast {
    /// Where it goes when it misses; nothing for a cone, which needs no roll to hit (§11.22).
    pub scatter: Option<Scatter>,
    /// §11.21: fired at a point of the ground.
    pub ground: bool,
    /// faq 1.36: a linked pair is one template, and everybody is rolled for twice.
    pub twice: bool,
    /// The groups that it may cover.
    pub reached: Vec<Reached>,
    /// Whom it covers where it should come down.
    pub on_target: OnTarget,
    /// Whom it covers when it has scattered, by the distances of `scatter`.
    pub scattered: Vec<Vec<Share>>,
    /// §11.18: whom it covers beside the firer when it explodes on him.
    pub beside: Vec<Share>,
    /// §15.4.1: what it does instead when it explodes on a machine that fires it.
    pub backfire: Option<Backfire>,
}

/// Whom a template covers that comes down where it should.
#[derive(Debug)]
pub enum OnTarget {
    /// One model: whoever a shot hits.
    AsShot,
    /// So many models; where nobody is told to be fully covered, the nearest model is, and others partly.
    Counts {
        /// How many of each group.
        shares: Vec<Share>,
        /// Whether the nearest model is fully covered beside.
        nearest: bool,
    },
    /// Whoever is there.
    Layout(Mob),
    /// §15.4.3: certain locations of machines.
    Machines(Box<OnMachines>),
}

/// Models of a group that a template covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The group: its place among those reached.
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
    /// What hits a model that is fully covered; nothing where it is hit without a roll.
    pub under_roll: Option<Pool>,
    /// The same for one that is partly covered.
    pub partly_roll: Option<Pool>,
    /// Fully covered models that have not been rolled for yet.
    pub under: Cell,
    /// Partly covered ones.
    pub partly: Cell,
}

/// What a template strikes that is fired at machines.
#[derive(Debug)]
pub struct OnMachines {
    /// The locations that it hits.
    pub struck: Struck,
    /// Where it should come down: how it lies on each of the machines.
    pub on_target: Vec<Lie>,
    /// When it has scattered, by how far.
    pub scattered: Vec<Vec<Lie>>,
    /// Models that it covers beside them where it should come down.
    pub beside: Vec<Share>,
}

/// §15.4.1: a machine whose template weapon explodes on it.
#[derive(Debug)]
pub struct Backfire {
    /// It.
    pub scene: Scene,
    /// The location that carries the weapon.
    pub place: usize,
}

impl Volley {
    /// §14.4: whether a formation shoots, or is shot at.
    pub fn meets(&self, formation: usize) -> bool {
        self.by == formation || self.at.contains(&formation)
    }

    /// Whether the groups fired at have not all the same cover.
    pub fn covers_differ(&self) -> bool {
        self.groups.iter().any(|aimed| aimed.cover.modifier() != self.groups[0].cover.modifier())
    }

    /// §11.14: what is added for cover now; when nobody is left, as the last of them had it.
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

    /// §11.14: how many shots need the same, whatever the earlier ones kill: those at groups that fall in order.
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
        // Whoever is nearest falls first: what is left of the groups after so many kills.
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
