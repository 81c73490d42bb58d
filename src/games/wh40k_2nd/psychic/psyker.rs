//! §7.2, §17.5: the psykers of a formation, and their levels.

use crate::forces::{Forces, Group};
use crate::profile::Ability;
use crate::psychic::dice::{Levels, daemon_pack_level, squad_level};
use battle_odds_plan::state::State;

/// The psykers of a formation.
#[derive(Clone, Debug)]
pub struct Psykers {
    formation: usize,
    all: Vec<Psyker>,
}

/// A psyker that can use its powers.
#[derive(Clone, Copy, Debug)]
pub struct Caster {
    /// Its level.
    pub level: u8,
    /// Its group.
    pub group: usize,
}

/// Psykers of one kind.
#[derive(Clone, Debug)]
struct Psyker {
    /// Their groups.
    groups: Vec<usize>,
    level: Level,
}

/// How their level is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Each model has this level.
    Each(u8),
    /// §17.5.2: the squad has this level, but at most as many as it has models.
    Squad(u8),
    /// §17.5.1: the pack's level depends on its number.
    Pack,
}

impl Psykers {
    /// The psykers of a formation.
    pub fn of(forces: &Forces, formation: usize) -> Psykers {
        let level = |group: &Group| match () {
            () if group.profile.has(Ability::DaemonPack) => Some(Level::Pack),
            () if group.profile.psychic == 0 => None,
            () if group.profile.has(Ability::PsychicSquad) => Some(Level::Squad(group.profile.psychic)),
            () => Some(Level::Each(group.profile.psychic)),
        };
        let mut all: Vec<Psyker> = Vec::new();
        for group in forces.formations[formation].groups.clone() {
            let Some(level) = level(&forces.groups[group]) else { continue };
            match all.iter_mut().find(|known| known.level == level && !matches!(level, Level::Each(_))) {
                Some(squad) => squad.groups.push(group),
                None => all.push(Psyker { groups: vec![group], level }),
            }
        }
        Psykers { formation, all }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those that can use their powers, by level (§13.2: broken ones cannot).
    pub fn levels(&self, forces: &Forces, state: &State) -> Levels {
        if forces.is_out_of_action(state, self.formation) {
            return Levels::default();
        }
        self.all.iter().fold(Levels::default(), |levels, of| {
            let models = of.models(forces, state);
            levels.with(of.level_of(models), if matches!(of.level, Level::Each(_)) { models } else { 1 })
        })
    }

    /// The psyker of the highest level that can use its powers.
    pub fn highest(&self, forces: &Forces, state: &State) -> Option<Caster> {
        if forces.is_out_of_action(state, self.formation) {
            return None;
        }
        let alive = self.all.iter().filter_map(|of| {
            let level = of.level_of(of.models(forces, state));
            let group = of.groups.iter().copied().find(|&group| forces.groups[group].fewest(state).is_some());
            Some(Caster { level, group: group? })
        });
        let above = |best: Option<Caster>, one: &Caster| best.is_none_or(|best| one.level > best.level);
        alive.fold(None, |best, one| if above(best, &one) { Some(one) } else { best })
    }
}

impl Psyker {
    fn models(&self, forces: &Forces, state: &State) -> u32 {
        self.groups.iter().map(|&group| forces.groups[group].models(state)).sum()
    }

    fn level_of(&self, models: u32) -> u8 {
        match self.level {
            Level::Each(level) => {
                if models > 0 {
                    level
                } else {
                    0
                }
            }
            Level::Squad(level) => squad_level(level, models),
            Level::Pack => daemon_pack_level(models),
        }
    }
}
