//! Models that may change places. A model whose weapon can jam, and a machine, is a group by itself, even where the scenario
//! does not tell it from others ([`Group::of`]). Once no step does either, it does not matter which of them has which jam
//! tokens: between steps those with most come first, so that trials that differ in nothing else become one.

use std::cmp::Ordering;

use crate::forces::{Forces, Group};
use battle_odds_plan::formations::Formations;
use battle_odds_plan::state::{Cell, NOTHING, State};

/// All models that may change places.
#[derive(Debug, Default)]
pub struct Alike(Vec<Models>);

/// Models of one entry of a formation, each a group by itself.
#[derive(Debug)]
struct Models {
    /// The last step that tells one of them from another, if any does.
    told_apart: Option<usize>,
    /// What is remembered of each.
    each: Vec<Vec<Cell>>,
}

impl Alike {
    /// Given the last step that tells models of a formation apart.
    pub fn of(forces: &Forces, told_apart: impl Fn(usize) -> Option<usize>) -> Alike {
        let mut all = Vec::new();
        // What falls on a machine or a building may fall on those inside.
        let open = |&formation: &usize| forces.formations[formation].inside.is_none();
        for formation in (0..forces.formations()).filter(open) {
            let groups = forces.formations[formation].groups.clone();
            for first in groups.clone().filter(|&group| forces.groups[group].of == group) {
                let entry = groups.clone().map(|group| &forces.groups[group]).filter(|group| group.of == first);
                let each: Vec<Vec<Cell>> = entry.map(remembered).collect();
                // A shield may be that of the whole squad.
                if each.len() > 1 && forces.groups[first].shield.is_none() {
                    all.push(Models { told_apart: told_apart(formation), each });
                }
            }
        }
        Alike(all)
    }

    /// Puts those that no step after this one tells apart in order.
    pub fn settle(&self, step: usize, state: &mut State) {
        for models in self.0.iter().filter(|models| models.told_apart.is_none_or(|last| last <= step)) {
            models.settle(state);
        }
    }
}

impl Models {
    fn settle(&self, state: &mut State) {
        for last in 1..self.each.len() {
            for place in (1..=last).rev() {
                let [one, other] = [&self.each[place - 1], &self.each[place]];
                if one.iter().map(|&cell| state[cell]).cmp(other.iter().map(|&cell| state[cell])) != Ordering::Less {
                    break;
                }
                for (&one, &other) in one.iter().zip(other) {
                    let of_one = state[one];
                    state.put(one, state[other]);
                    state.put(other, of_one);
                }
            }
        }
    }
}

/// The cells in which a group is remembered from step to step.
fn remembered(group: &Group) -> Vec<Cell> {
    let weapons = group.weapons.iter().flat_map(|of| [of.jams, of.recharging, of.lost, of.had_jam]);
    let machine = group.machine.iter().flat_map(|of| [of.locations, of.status, of.crew, of.shakes]);
    group.left.iter().copied().chain(weapons).chain(machine).filter(|cell| *cell != NOTHING).collect()
}
