//! A player's orders for a formation's fire, for the compiler of volleys.

use crate::fire::written::WeaponOrder;
use crate::fire::{Aim, AirFire, Order};
use crate::forces::Forces;
use crate::terrain::Terrain;
use battle_odds_words::shown;
use std::collections::BTreeMap;

/// What the scenario says about a formation's fire.
#[derive(Clone, Default)]
pub struct Orders {
    /// The formation that shoots.
    pub by: usize,
    /// The target.
    pub at: usize,
    /// §3.1.3: formations that have just left their transport and shoot as one with it.
    pub with: Vec<usize>,
    /// cm, to every group of the target.
    pub range: Vec<(usize, u32)>,
    /// Units able to fire, by group.
    pub shooters: Vec<(usize, u32)>,
    /// Units able to be hit, by group.
    pub exposed: Vec<(usize, u32)>,
    /// Cover that replaces the groups' own.
    pub cover: Vec<(usize, Terrain)>,
    /// How each kind of shot treats mixed cover.
    pub aims: [Option<Aim>; 4],
    /// How weapons fire, by name.
    pub fire: BTreeMap<String, WeaponOrder>,
    /// §1.11.
    pub crossfire: Option<Option<usize>>,
    /// Groups that snipers hit first.
    pub sniper_at: Vec<usize>,
    /// §2.2.9.
    pub indirect: bool,
    /// Whether only barrage weapons fire, or none of them, or all weapons.
    pub barrage: BarrageUse,
    /// Units under the templates, template by template or all together; for war engines attacks (§3.2.1).
    pub under: Vec<Vec<(usize, u32)>>,
    /// Units under the flame templates (§6.1); for war engines attacks.
    pub flame_under: Vec<(usize, u32)>,
    /// §3.2.1: which shots are declared against war engines.
    pub at_war_engines: Option<AtWarEngines>,
    /// §2.1.2: groups of the target that have popped up.
    pub popped_up: Vec<usize>,
    /// §4.2: fire at aircraft.
    pub air: Option<AirFire>,
    /// §4.3.4: whether only war engines can be hit.
    pub engines_alone: bool,
    /// §1.6.1: whether it fires like this only if its action test fails and it holds.
    pub only_if_failed: bool,
}

/// The formation aimed at, and those with units under templates.
pub fn touched<'a>(forces: &Forces, at: usize, under: impl IntoIterator<Item = &'a (usize, u32)>) -> Vec<usize> {
    let mut formations = vec![at];
    for &(group, units) in under {
        let formation = forces.groups[group].formation;
        if units > 0 && !formations.contains(&formation) {
            formations.push(formation);
        }
    }
    formations
}

/// §3.2.1: which shots at a formation of war engines and other units are declared against the engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtWarEngines {
    /// All of them, or none.
    All(bool),
    /// Those of these weapons.
    Weapons(Vec<String>),
}

impl Orders {
    /// The formations that fire touches, the target first.
    pub fn touched(&self, forces: &Forces) -> Vec<usize> {
        touched(forces, self.at, self.under.iter().flatten().chain(&self.flame_under))
    }

    /// A step of fire in words; `test` says how the action begins.
    pub fn title(&self, forces: &Forces, order: Order, test: &str) -> String {
        let mut words = vec![shown(order.name).into_owned()];
        if let Some((_, range)) = self.range.first() {
            words.push(text!("{range} cm", range));
        }
        if self.indirect {
            words.push(text!("indirect"));
        }
        if self.crossfire.is_some() {
            words.push(text!("crossfire"));
        }
        let name = |formation: usize| &forces.formations[formation].name;
        let (by, at, how) = (name(self.by), name(self.at), format!("{}{test}", words.join(", ")));
        match self.barrage {
            BarrageUse::Alone => text!("{by} bombard {at} ({how})", by, at, how),
            _ => text!("{by} shoot at {at} ({how})", by, at, how),
        }
    }

    /// The cover of a target from these shooters.
    pub fn terrain(&self, forces: &Forces, group: usize) -> Terrain {
        let over = self.cover.iter().find(|(over, _)| *over == group);
        over.map_or(forces.groups[group].terrain, |(_, terrain)| *terrain)
    }
}

/// Which weapons fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BarrageUse {
    /// All but barrage weapons.
    #[default]
    None,
    /// All weapons.
    Too,
    /// Only barrage weapons.
    Alone,
    /// Only barrage weapons, from orbit: one larger template (§4.3.3).
    Orbital,
}

impl BarrageUse {
    /// Whether only barrage weapons fire.
    pub fn alone(self) -> bool {
        matches!(self, BarrageUse::Alone | BarrageUse::Orbital)
    }
}
