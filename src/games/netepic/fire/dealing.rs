//! §3.4: which targets dice are aimed at. They are dealt before any is rolled: first those that the scenario aims at a
//! unit, then the rest, base by base from the front, again and again; each weapon starts anew.

use std::ops::Range;

use crate::forces::Forces;
use battle_odds_plan::state::{Cell, State};

/// A target of dice: a group, or a single base.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Its groups, front to back.
    pub groups: Range<usize>,
    /// Bases there when the volley begins.
    pub there: Cell,
    /// §3.4: the penalty to hit them for contact, taken when the volley begins.
    pub contact: Cell,
}

/// Dice that the scenario aims.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// At which spots.
    pub spots: Vec<usize>,
    /// How many.
    pub dice: u16,
    /// How many of them are not dealt yet.
    pub left: Cell,
}

/// How dice are dealt.
#[derive(Clone, Debug)]
pub struct Dealing {
    /// The possible targets, front to back.
    pub spots: Vec<Spot>,
    /// What the scenario aims, in order.
    pub aimed: Vec<Aimed>,
    /// #5: whether it matters which dice were dealt first; then each round is a run.
    pub in_order: bool,
}

/// Whether dice of a salvo may go to a spot.
type Open<'a> = &'a dyn Fn(usize) -> bool;

impl Dealing {
    /// The volley begins.
    pub fn begin(&self, forces: &Forces, state: &mut State) {
        for spot in &self.spots {
            let bases = spot.groups.clone().map(|group| forces.groups[group].bases(state)).sum();
            state.set(spot.there, bases);
            state.set(spot.contact, forces.contact(state, spot.groups.start) as u32);
        }
        for aimed in &self.aimed {
            let alive = aimed.spots.iter().any(|&spot| state[self.spots[spot].there] > 0);
            state.set(aimed.left, if alive { aimed.dice.into() } else { 0 });
        }
    }

    /// Bases there that a salvo may be aimed at.
    fn there(&self, state: &State, open: Open, spot: usize) -> u32 {
        if open(spot) { state.count(self.spots[spot].there) } else { 0 }
    }

    /// Of the dice of a salvo that are not dealt yet (`left`), those of an entry of `aimed`; after the last entry, all
    /// of them.
    fn of_block(&self, state: &State, open: Open, block: usize, left: u32) -> u32 {
        let Some(aimed) = self.aimed.get(block) else { return left };
        let takes = aimed.spots.iter().any(|&spot| self.there(state, open, spot) > 0);
        if takes { left.min(state.count(aimed.left)) } else { 0 }
    }

    /// Whether a spot belongs to an entry.
    fn is_in(&self, block: usize, spot: usize) -> bool {
        self.aimed.get(block).is_none_or(|aimed| aimed.spots.contains(&spot))
    }

    /// The n-th run of the dice of a salvo: its spot, and how many go there; nothing after the last run.
    pub fn run(&self, state: &State, shots: u32, open: Open, nth: usize) -> Option<(usize, u32)> {
        let spots = self.spots.len();
        let (mut nth, mut left) = (nth, shots);
        for block in 0..=self.aimed.len() {
            let dice = self.of_block(state, open, block, left);
            left -= dice;
            let here = |spot: usize| if self.is_in(block, spot) { self.there(state, open, spot) } else { 0 };
            let all: u32 = (0..spots).map(here).sum();
            if all == 0 {
                continue;
            }
            let (laps, rest) = (dice / all, dice % all);
            let runs = if self.in_order { (laps as usize + 1) * spots } else { spots };
            if nth >= runs {
                nth -= runs;
                continue;
            }
            let (lap, spot) = ((nth / spots) as u32, nth % spots);
            let before: u32 = (0..spot).map(here).sum();
            let last = rest.saturating_sub(before).min(here(spot));
            let dealt = match self.in_order {
                false => laps * here(spot) + last,
                true if lap < laps => here(spot),
                true => last,
            };
            return Some((spot, dealt));
        }
        None
    }

    /// The dice of a salvo are dealt: the next salvo has fewer aimed dice.
    pub fn spend(&self, state: &mut State, shots: u32, open: Open) {
        let mut left = shots;
        for (block, aimed) in self.aimed.iter().enumerate() {
            let dice = self.of_block(state, open, block, left);
            left -= dice;
            state.take(aimed.left, dice);
        }
    }

    /// The volley is over.
    pub fn end(&self, state: &mut State) {
        let cells = self
            .spots
            .iter()
            .flat_map(|spot| [spot.there, spot.contact])
            .chain(self.aimed.iter().map(|aimed| aimed.left));
        cells.for_each(|cell| state.put(cell, 0));
    }
}
