//! §3.5: which bases fire templates, and how many.

use crate::barrage::places::Places;
use crate::fire::salvo::{Salvo, Shot};
use crate::forces::written::Order;
use crate::forces::{Forces, INSTINCT};
use crate::readings::ReactionRerolls;
use battle_odds_plan::state::{Cell, State};

/// Equal templates of equal bases, fired one after the other; or the one template from the barrage points of all bases
/// with this weapon.
#[derive(Debug)]
pub struct Battery {
    /// The bases that fire, as salvos without effects: their dice are the templates, or the barrage points, of a base.
    pub crews: Vec<Salvo>,
    /// Whether it fires by barrage points.
    pub points: bool,
    /// §3.5: only First Fire lets it fire indirectly.
    pub indirect: bool,
    /// Templates not rolled for yet; with barrage points, 1 more than the row of the table.
    pub left: Cell,
    /// What a template does to each kind of base that it covers; with barrage points, for each row of the table.
    pub shots: Vec<Vec<Shot>>,
    /// Where it falls; nothing if the scenario counts the bases that it covers.
    pub places: Option<Places>,
}

/// §3.5: the table of barrage points: what is needed to hit, from the fewest points on.
pub const TABLE: [u8; 5] = [6, 5, 4, 3, 2];

/// §3.5: the row for these points.
pub fn row(points: u32) -> usize {
    (points.saturating_sub(1) / 2).min(4) as usize
}

impl Battery {
    /// The action begins: decides whether and how often it fires, even if bases die during the action.
    pub fn begin(&self, reaction: Option<ReactionRerolls>, forces: &Forces, state: &mut State) {
        let mut all = 0;
        for crew in &self.crews {
            crew.begin(reaction, forces, state);
            let of = forces.formation_of(crew.groups.start);
            if self.indirect && (!of.has_order(state, Order::FirstFire) || of.is(state, INSTINCT)) {
                state.put(crew.permit, 0);
            }
            all += crew.shots(forces, state);
        }
        state.set(self.left, if self.points && all > 0 { row(all) as u32 + 1 } else { all });
    }

    /// Whether misses may be rerolled with Elite dice (#5).
    pub fn is_elite(&self) -> bool {
        self.crews.iter().all(|crew| crew.is_elite)
    }

    /// Whether at most one template is left.
    pub fn is_last(&self, state: &State) -> bool {
        self.points || state[self.left] <= 1
    }

    /// What it does to bases of a kind.
    pub fn shot(&self, state: &State, kind: usize) -> &Shot {
        let row = if self.points { usize::from(state[self.left]) - 1 } else { 0 };
        &self.shots[row][kind]
    }

    /// §3.3, §3.4: whether ones are rerolled, and the penalty for contact: those of the first group that fires.
    pub fn permitted(&self, state: &State) -> (bool, usize) {
        let crew = self.crews.iter().find(|crew| crew.may_fire(state));
        crew.map_or((false, 0), |crew| crew.permitted(state))
    }

    /// Marks a template as rolled for.
    pub fn fired(&self, state: &mut State) {
        let left = state.count(self.left);
        state.set(self.left, if self.points { 0 } else { left.saturating_sub(1) });
    }

    /// The action is over.
    pub fn end(&self, state: &mut State) {
        state.put(self.left, 0);
        self.crews.iter().for_each(|crew| state.put(crew.permit, 0));
    }
}
