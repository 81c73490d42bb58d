//! A target whose models stand where its `layout` says: which of them a template covers, wherever it comes down
//! (§11.18).
//!
//! Groups only count their models, but a template hits the ones that it covers. So each model of a layout keeps its own
//! wounds, while another template may follow. Losses through other steps are taken from the nearest, the wounded first,
//! as always (§11.15).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::fire::layout::{Covered, Model, off_target, on_target};
use crate::fire::scatter::Distance;
use crate::forces::Forces;
use battle_odds_engine::circle::direction;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::spinner::Spinner;
use battle_odds_plan::state::{Cell, State};

/// The models of a layout under the templates of one salvo.
#[derive(Debug)]
pub struct Mob {
    /// Its models, near to far.
    pub models: Vec<Placed>,
    /// Their positions.
    pub at: Vec<Model>,
    /// The radius of the template in cm.
    pub radius: f64,
    /// The model aimed at; if it is dead, the nearest living one.
    pub aim: usize,
    /// How far the template may scatter.
    pub distances: Vec<Distance>,
    /// The roll of a direction.
    pub roll: Roll,
    /// Whether no template follows the last of this salvo, so that positions no longer matter.
    pub last: bool,
    /// The number of this salvo among those at a layout of this formation, over all steps.
    pub nth: usize,
    /// Which models it covers, by the model aimed at.
    pub aims: Vec<OnceLock<Aim>>,
}

/// A model of a layout.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Its group, by index among those reached.
    pub place: usize,
    /// The group itself.
    pub group: usize,
    /// The wounds that it has left.
    pub wounds: Cell,
    /// Whether it is under the template, wholly (2) or in part (1), and has not been rolled for yet.
    pub covered: Cell,
}

/// Which models a template covers that is aimed at one of the models.
#[derive(Debug)]
pub struct Aim {
    on_target: Vec<Covered>,
    /// For each distance: the direction, and which models each arc covers.
    scattered: Vec<(Spinner, Vec<Vec<Covered>>)>,
}

impl Mob {
    /// Takes losses of the groups since then from their models: from the wounded, then the nearest.
    pub fn settle(&self, forces: &Forces, state: &mut State) {
        let mut models = &self.models[..];
        while let Some(first) = models.first() {
            let size = models.iter().take_while(|model| model.group == first.group).count();
            let (here, rest) = models.split_at(size);
            models = rest;
            let left = &forces.groups[first.group].left;
            let living: u32 = left.iter().map(|&cell| state.count(cell)).sum();
            // Of the models sorted by wounds left, the lowest are the dead, then those with one wound, and so on.
            let (mut level, mut free) = (0, (size as u32).saturating_sub(living));
            for wounds in 0..=left.len() {
                for model in here {
                    if usize::from(state[model.wounds]) != wounds {
                        continue;
                    }
                    while free == 0 && level < left.len() {
                        level += 1;
                        free = state.count(left[level - 1]);
                    }
                    state.set(model.wounds, level as u32);
                    free = free.saturating_sub(1);
                }
            }
        }
    }

    /// Which models it covers on its target; none when no model is left.
    pub fn on_target(&self, state: &State) -> &[Covered] {
        self.aim(state).map_or(&[], |aim| &aim.on_target)
    }

    /// Which models it covers this far off its target, in a random direction.
    pub fn off_target<D: Dice>(&self, state: &State, dice: &mut D, distance: usize) -> &[Covered] {
        let Some(aim) = self.aim(state) else { return &[] };
        let (spinner, arcs) = &aim.scattered[distance];
        &arcs[dice.arc_of(spinner)]
    }

    fn aim(&self, state: &State) -> Option<&Aim> {
        let lives = |&model: &usize| state[self.models[model].wounds] > 0;
        let aim = Some(self.aim).filter(lives).or_else(|| (0..self.models.len()).find(lives))?;
        Some(self.aims[aim].get_or_init(|| Aim {
            on_target: on_target(&self.at, aim, self.radius),
            scattered: self.distances.iter().map(|distance| self.arcs(aim, *distance)).collect(),
        }))
    }

    fn arcs(&self, aim: usize, distance: Distance) -> (Spinner, Vec<Vec<Covered>>) {
        let ways: BTreeMap<Vec<Covered>, f64> =
            off_target(&self.at, aim, distance.cm(), self.radius, |covered| covered.to_vec());
        direction(self.roll.clone(), ways, |covered| {
            let count = |wanted| covered.iter().filter(|covered| **covered == wanted).count();
            text!("{fully} under it, {partly} in part", fully = count(Covered::Fully), partly = count(Covered::Partly))
        })
    }

    /// Clears the positions, which no longer matter.
    pub fn forget(&self, state: &mut State) {
        for model in &self.models {
            state.put(model.wounds, 0);
        }
    }
}
