//! §3.5: who fires templates, and how many.

use super::super::fire::salvo::{Salvo, Shot};
use super::super::forces::{Forces, INSTINCT};
use super::super::readings::ReactionRerolls;
use super::super::written::formations::Order;
use super::places::Places;
use battle_odds_plan::state::{Cell, State};

/// Equal templates of equal bases, one after the other; or the barrage points of all who have this weapon, for one.
#[derive(Debug)]
pub struct Battery {
    /// Who fires, without what it does: templates of a base, or its points.
    pub crews: Vec<Salvo>,
    /// Whether they are points.
    pub points: bool,
    /// §3.5: indirect fire is for First Fire alone.
    pub indirect: bool,
    /// Templates that have not been rolled for yet; of points 1 more than the place in the table.
    pub left: Cell,
    /// What a template does, kind by kind of those whom it covers; of points for each row of the table.
    pub shots: Vec<Vec<Shot>>,
    /// Where it falls; nothing where the scenario counts whom it covers.
    pub places: Option<Places>,
}

/// §3.5: the table of barrage points: what so many need to hit, from the fewest on.
pub const TABLE: [u8; 5] = [6, 5, 4, 3, 2];

/// §3.5: the row of so many points.
pub fn row(points: u32) -> usize {
    (points.saturating_sub(1) / 2).min(4) as usize
}

impl Battery {
    /// The action begins: whether and how often it fires, whoever dies in it.
    pub fn begin(&self, reaction: Option<ReactionRerolls>, forces: &Forces, state: &mut State) {
        let mut all = 0;
        for crew in &self.crews {
            crew.begin(reaction, forces, state);
            let of = forces.formation_of(crew.groups.start);
            if self.indirect && (!of.has_order(state, Order::FirstFire) || of.is(state, INSTINCT)) {
                state[crew.permit] = 0;
            }
            all += crew.shots(forces, state);
        }
        state.set(self.left, if self.points && all > 0 { row(all) as u32 + 1 } else { all });
    }

    /// Whether the misses of those who fire may be rolled again (#5).
    pub fn is_elite(&self) -> bool {
        self.crews.iter().all(|crew| crew.is_elite)
    }

    /// Whether it has one template left at most.
    pub fn is_last(&self, state: &State) -> bool {
        self.points || state[self.left] <= 1
    }

    /// What it does to those of a kind.
    pub fn shot(&self, state: &State, kind: usize) -> &Shot {
        let row = if self.points { usize::from(state[self.left]) - 1 } else { 0 };
        &self.shots[row][kind]
    }

    /// §3.3, §3.4: whether its ones are rolled again, and what its contact adds: as of the first who fire.
    pub fn circumstances(&self, state: &State) -> (bool, usize) {
        let crew = self.crews.iter().find(|crew| crew.may_fire(state));
        crew.map_or((false, 0), |crew| crew.circumstances(state))
    }

    /// A template has been rolled for.
    pub fn fired(&self, state: &mut State) {
        let left = state.count(self.left);
        state.set(self.left, if self.points { 0 } else { left.saturating_sub(1) });
    }

    /// The action is over.
    pub fn end(&self, state: &mut State) {
        state[self.left] = 0;
        self.crews.iter().for_each(|crew| state[crew.permit] = 0);
    }
}
