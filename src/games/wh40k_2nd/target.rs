//! §7.7, §11.15, §11.16: which models hits are on: the nearest group, or one of several models at random.

use crate::damage::{Harm, called};
use crate::forces::Forces;
use battle_odds_engine::chart::Chart;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::state::{Cell, State};

/// Which groups equal hits can be on, and what they do to each.
#[derive(Clone, Debug)]
pub struct Target {
    /// The formations: one, or two that are in combat with each other (§11.16).
    pub at: Vec<usize>,
    /// What a hit does to each of their groups, formation by formation; nothing for groups with locations or walls.
    pub harms: Vec<Option<Harm>>,
    /// How many models cannot be hit, group by group as `harms`; [`NOTHING`](battle_odds_plan::state::NOTHING) where all can.
    pub sheltered: Vec<Cell>,
    /// §7.7, §11.16: which model a hit is on.
    pub whom: Whom,
}

/// §7.7, §11.16: which of several models a hit is on.
#[derive(Clone, Debug)]
pub struct Whom {
    /// One die with a face for each model.
    roll: Roll,
    /// The same if ordinary men count as one and there is one formation: by how many of them there are, then by
    /// characters.
    charts: Vec<Vec<Option<Chart>>>,
}

impl Whom {
    /// For hits of one kind on formations.
    pub fn new(forces: &Forces, at: &[usize], label: &str) -> Whom {
        let roll = Roll::named(format!("which model {label} hits"), "7.7")
            .in_words(text!("which model {label} hits", label = called(label)));
        let groups = at.iter().flat_map(|&formation| forces.of(formation));
        let count = |characters: bool| -> u32 {
            groups.clone().filter(|group| group.is_character() == characters).map(|group| u32::from(group.start)).sum()
        };
        let (men, characters) = (count(false), count(true));
        let machines = groups.clone().any(|group| group.is_hard());
        if at.len() > 1 || characters == 0 || machines || men + characters > MOST_FACES {
            return Whom { roll, charts: Vec::new() };
        }
        let chart = |men: u32, characters: u32| {
            let ordinary = (men > 0).then(|| (men as u8, text!("an ordinary man")));
            let others = (1..=characters).map(|nth| (1, text!("character {nth}", nth)));
            let answers: Vec<(u8, String)> = ordinary.into_iter().chain(others).collect();
            (!answers.is_empty()).then(|| Chart::new(roll.clone(), answers))
        };
        let charts = (0..=men).map(|men| (0..=characters).map(|characters| chart(men, characters)).collect()).collect();
        Whom { roll, charts }
    }
}

/// A die has no more faces than this.
pub const MOST_FACES: u32 = 255;

impl Target {
    /// The groups there, each with its index in `harms`.
    fn groups<'a>(&'a self, forces: &'a Forces) -> impl Iterator<Item = (usize, usize)> + Clone + 'a {
        self.at.iter().flat_map(|&formation| forces.formations[formation].groups.clone()).enumerate()
    }

    /// Models of a group that can be hit.
    fn exposed(&self, forces: &Forces, state: &State, (place, group): (usize, usize)) -> u32 {
        forces.groups[group].models(state).saturating_sub(state.count(self.sheltered[place]))
    }

    /// §11.15: which group the next hit is on: the nearest as written, and in it the wounded model; `open` says which
    /// indices are allowed. Without `others` only ordinary men, not characters and machines.
    fn nearest(
        &self,
        forces: &Forces,
        state: &State,
        formation: Option<usize>,
        others: bool,
        open: &dyn Fn(usize) -> bool,
    ) -> Option<(usize, usize)> {
        let mut there = self.groups(forces).filter(|&(place, group)| {
            let of = &forces.groups[group];
            formation.is_none_or(|formation| of.formation == formation)
                && (others || !of.is_character() && !of.is_hard())
                && open(place)
                && self.exposed(forces, state, (place, group)) > 0
        });
        let first = there.next()?;
        let of = &forces.groups[first.1];
        if of.left.len() == 1 {
            return Some(first);
        }
        let same = there.take_while(|&(_, group)| forces.groups[group].of == of.of);
        std::iter::once(first).chain(same).min_by_key(|&(place, group)| (forces.groups[group].fewest(state), place))
    }

    /// The index of the group that the next hit is on, if it is not at random.
    pub fn next_place(&self, forces: &Forces, state: &State) -> Option<usize> {
        self.nearest(forces, state, None, true, &|_| true).map(|(place, _)| place)
    }

    /// The models that hits are on, if these are equal models of one wound and hits do nothing but kill: the index of
    /// their group, the group, what a hit does, and how many of them there are.
    pub fn crowd(&self, forces: &Forces, state: &State) -> Option<(usize, usize, &Harm, u32)> {
        if self.at.len() > 1 || self.falls_at_random(forces, state) {
            return None;
        }
        let (place, group) = self.nearest(forces, state, None, true, &|_| true)?;
        let harm = self.harms[place].as_ref()?;
        let crowd = (place, group, harm, self.exposed(forces, state, (place, group)));
        (forces.groups[group].left.len() == 1 && harm.only_kills()).then_some(crowd)
    }

    /// Plays one piece: of the equal hits in `hits` the next ones, on groups that are `open`. With `pairs` each hits
    /// its model twice. If the next one is on a machine, none is resolved: that machine's group is returned, and the
    /// caller handles it.
    pub fn fall<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        hits: Cell,
        open: &dyn Fn(usize) -> bool,
        pairs: bool,
    ) -> Option<usize> {
        let count = state.count(hits);
        let at_random = self.falls_at_random(forces, state);
        let at = match at_random {
            true => self.random(forces, state, dice),
            false => self.nearest(forces, state, None, true, open),
        };
        let Some((place, group)) = at.filter(|_| count > 0) else {
            state.put(hits, 0);
            return None;
        };
        let Some(harm) = &self.harms[place] else { return Some(group) };
        let of = &forces.groups[group];
        if self.at.len() > 1 {
            state.add(forces.formations[of.formation].ledger.hits, if pairs { 2 } else { 1 });
        }
        if at_random || pairs || of.left.len() > 1 || !harm.is_plain() {
            let before = of.models(state);
            harm.strike_one(forces, state, dice, group);
            if pairs && of.models(state) == before {
                harm.strike_one(forces, state, dice, group);
            }
            state.take(hits, 1);
        } else {
            // As many as cannot exceed the group.
            let batch = count.min(self.exposed(forces, state, (place, group)));
            harm.scare(forces, state, of.formation, batch);
            let through = harm.passed(state, dice, batch);
            let dead = harm.kill_plain(state, dice, through);
            forces.kill(state, dice, group, 1, dead);
            state.take(hits, batch);
        }
        None
    }

    /// §7.7, §11.16: whether hits are on random models: into a combat, and when a character is among others.
    pub fn falls_at_random(&self, forces: &Forces, state: &State) -> bool {
        let (mut models, mut characters) = (0, 0);
        for at in self.groups(forces) {
            let here = self.exposed(forces, state, at);
            models += here;
            characters += if forces.groups[at.1].is_character() { here } else { 0 };
        }
        models > 1 && (self.at.len() > 1 || characters > 0)
    }

    /// §7.7, §11.16: one living model at random; in place of an ordinary man the nearest one is hit.
    fn random<D: Dice>(&self, forces: &Forces, state: &State, dice: &mut D) -> Option<(usize, usize)> {
        let count = |characters: bool| -> u32 {
            let of = self.groups(forces).filter(|at| forces.groups[at.1].is_character() == characters);
            of.map(|at| self.exposed(forces, state, at)).sum()
        };
        let (men, characters) = (count(false), count(true));
        if let Some(row) = self.whom.charts.get(men as usize) {
            let answer = dice.answer_of(row[characters as usize].as_ref()?);
            let Some(nth) = answer.checked_sub(usize::from(men > 0)) else {
                return self.nearest(forces, state, None, false, &|_| true);
            };
            let mut heroes = self.groups(forces).filter(|at| forces.groups[at.1].is_character());
            let mut left = nth as u32;
            return heroes.find(|&at| {
                let here = self.exposed(forces, state, at);
                let found = left < here;
                left = left.saturating_sub(here);
                found
            });
        }
        let mut nth = u32::from(dice.die(&self.whom.roll, (men + characters) as u8));
        for at in self.groups(forces) {
            let here = self.exposed(forces, state, at);
            if nth <= here {
                let group = &forces.groups[at.1];
                return match group.is_character() || group.is_hard() {
                    true => Some(at),
                    false => self.nearest(forces, state, Some(group.formation), false, &|_| true),
                };
            }
            nth -= here;
        }
        None
    }
}
