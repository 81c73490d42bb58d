//! §17.7: what a power does to whom it strikes.

use super::super::damage::{Harm, Target};
use super::super::forces::Forces;
use super::ward::Ward;
use crate::engine::amount::Amount;
use crate::engine::dice::{Dice, Roll};
use crate::systems::plan::sequence::one_by_one;
use crate::systems::plan::state::{Cell, State};

/// What a power does to a formation, or to those under its template.
#[derive(Debug)]
pub struct Effect {
    /// Whose hits are counted.
    pub at: usize,
    /// How many hits.
    pub hits: (Amount, Roll),
    /// Hits still to fall.
    pub left: Cell,
    /// Whom it strikes.
    pub strikes: Strikes,
}

/// Whom a power strikes.
#[derive(Debug)]
pub enum Strikes {
    /// §17.7.4: a squad: hits fall as shots do.
    Squad(Blow<Target>),
    /// §17.7.2, §17.7.4: one model: of the first of these groups that is left, each with the roll that avoids the power.
    Model(Vec<(usize, Ward, Blow<Harm>)>),
    /// §17.7.4: models under a template: how many of which groups of which formations.
    Template(Vec<(usize, u32, Harm)>),
}

/// A hit, whose strength may be rolled for.
#[derive(Debug)]
pub enum Blow<T> {
    /// It is always the same, or its save modifier does not hang on its strength.
    One(T),
    /// §17.7.6: a strength that is rolled for each hit decides the save modifier: from the least on.
    ByStrength(Amount, Roll, Vec<T>),
}

impl<T> Blow<T> {
    /// Whether each hit is rolled for.
    fn is_rolled(&self) -> bool {
        matches!(self, Blow::ByStrength(..))
    }

    /// The next hit.
    fn next<D: Dice>(&self, dice: &mut D) -> &T {
        match self {
            Blow::One(blow) => blow,
            Blow::ByStrength(s, roll, all) => &all[(s.sum(dice, roll, 1) - s.least()) as usize],
        }
    }
}

impl Effect {
    /// How many hits there are.
    pub fn begin<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let hits = match &self.strikes {
            Strikes::Template(under) => {
                for &(group, models, _) in under {
                    let of = &forces.groups[group];
                    let hits = models.min(of.models(state));
                    state.add(forces.formations[of.formation].ledger.hits, hits);
                }
                return;
            }
            Strikes::Squad(_) => self.hits.0.sum(dice, &self.hits.1, 1),
            Strikes::Model(models) => match first(models, forces, state) {
                // Who avoids a power avoids all of it.
                Some((_, ward, _)) if ward.passed(state, dice, 1) == 0 => 0,
                Some(_) => self.hits.0.sum(dice, &self.hits.1, 1),
                None => 0,
            },
        };
        state.set(self.left, hits);
        state.add(forces.formations[self.at].ledger.hits, hits);
    }

    /// One piece: the next hits. True when none is left.
    pub fn strike<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if let Strikes::Template(under) = &self.strikes {
            return one_by_one(state, under.len(), |nth, state| {
                let (group, models, harm) = &under[nth];
                harm.strike_each(forces, state, dice, *group, 0, *models);
            });
        }
        let left = state.count(self.left);
        if left == 0 {
            return true;
        }
        match &self.strikes {
            Strikes::Squad(blow) => {
                // Hits of a rolled strength fall one at a time.
                let later = if blow.is_rolled() { left - 1 } else { 0 };
                state.set(self.left, left - later);
                let target = blow.next(dice);
                target.fall(forces, state, dice, self.left, &|_| true, false);
                let nobody = forces.is_destroyed(state, self.at);
                state.add(self.left, if nobody { 0 } else { later });
            }
            Strikes::Model(models) => {
                let Some((group, _, blow)) = first(models, forces, state) else { return true };
                let before = forces.groups[*group].models(state);
                blow.next(dice).strike_one(forces, state, dice, *group);
                let dead = forces.groups[*group].models(state) < before;
                state.set(self.left, if dead { 0 } else { left - 1 });
            }
            Strikes::Template(_) => {}
        }
        state[self.left] == 0
    }
}

/// The first group of which somebody is left.
fn first<'a, T>(models: &'a [(usize, Ward, T)], forces: &Forces, state: &State) -> Option<&'a (usize, Ward, T)> {
    models.iter().find(|(group, ..)| forces.groups[*group].fewest(state).is_some())
}
