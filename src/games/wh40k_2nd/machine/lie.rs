//! How a template lies on machines, or a psychic power touches them (§15.4.3, §17.7.3, §17.7.4): the location under its
//! hole is hit, and every other location that it touches on a 4 or more. The hole comes first, then the others as they
//! are listed.

use crate::forces::Forces;
use crate::machine::blow::Where;
use crate::machine::hard::{Hard, Stroke};
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// How it lies on one machine.
#[derive(Debug, Default)]
pub struct Lie {
    /// Locations that are hit without a roll.
    pub holes: Vec<Where>,
    /// Others, each hit on a 4 or more.
    pub touched: Vec<usize>,
}

/// The locations that it hits, until each has been resolved.
#[derive(Debug)]
pub struct Struck {
    /// 4+ for a location that it touches.
    pub touch: Pool,
    /// faq 1.36: how often each location is rolled for.
    pub times: u32,
    /// Locations waiting to be hit: each index plus 1, in order; 0 means none.
    pub waiting: Vec<Cell>,
}

impl Struck {
    /// It comes down on the nearest machine, as it lies on each of them; returns how many hits. Those on a wreck are
    /// counted too.
    pub fn come_down<D: Dice>(
        &self,
        lies: &[Lie],
        hard: &Hard,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> u32 {
        let nearest = hard.nearest(forces, state);
        let Some(lie) = lies.get(nearest.unwrap_or(0)) else { return 0 };
        let (mut hits, mut holes) = (0, 0u32);
        let mut hit = |state: &mut State, place: usize, count: u32| {
            for _ in 0..count {
                if nearest.is_some() {
                    state.set(self.waiting[hits], place as u32 + 1);
                }
                hits += 1;
            }
        };
        for hole in &lie.holes {
            let place = hole.find(dice);
            holes |= 1 << place;
            hit(state, place, self.times);
        }
        for &place in lie.touched.iter().filter(|&&place| holes & 1 << place == 0) {
            let count = dice.successes(&self.touch, self.times);
            hit(state, place, count);
        }
        hits as u32
    }

    /// Whether any location is still waiting.
    pub fn waits(&self, state: &State) -> bool {
        self.waiting.iter().any(|&cell| state[cell] > 0)
    }

    /// Hits the next location. A destroyed one absorbs the rest (§15.4.9).
    pub fn strike<D: Dice>(&self, strokes: &[Stroke], hard: &Hard, forces: &Forces, state: &mut State, dice: &mut D) {
        let Some(&next) = self.waiting.iter().find(|&&cell| state[cell] > 0) else { return };
        let place = usize::from(state[next]) - 1;
        state.put(next, 0);
        if !hard.strike_at(place, strokes, forces, state, dice) {
            self.waiting.iter().for_each(|&cell| state.put(cell, 0));
        }
    }
}
