//! §17.7: what a power does to its targets.

use crate::damage::Harm;
use crate::forces::Forces;
use crate::machine::hard::{Hard, Stroke};
use crate::machine::lie::{Lie, Struck};
use crate::psychic::ward::Ward;
use crate::target::Target;
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::sequence::one_by_one;
use battle_odds_plan::state::{Cell, State};

/// What a power does to a formation, or to the models under its template.
#[derive(Debug)]
pub struct Effect {
    /// The formation whose hits are counted.
    pub at: usize,
    /// How many hits.
    pub hits: (Amount, Roll),
    /// Hits that are not resolved yet.
    pub left: Cell,
    /// What it hits.
    pub strikes: Strikes,
}

/// What a power hits.
#[derive(Debug)]
pub enum Strikes {
    /// §17.7.4: a squad: models are hit as by shots.
    Squad(Blow<Target>),
    /// §17.7.2, §17.7.4: one model: of the first of these groups that is left, each with the roll that avoids the
    /// power.
    Model(Vec<(usize, Ward, Blow<Harm>)>),
    /// §17.7.4: models under a template: how many of each group, of any formation.
    Template(Vec<(usize, u32, Harm)>),
    /// §17.7.13: a machine, and models near it that the power covers.
    Machines(Box<Machines>),
    /// A squad of men and machines: they are hit as by shots.
    Mixed(Box<Mixed>),
}

/// Men and machines of one formation.
#[derive(Debug)]
pub struct Mixed {
    /// Its machines.
    pub hard: Hard,
    /// What each of them rolls to avoid a hit, if it has the characteristic.
    pub wards: Vec<Option<Ward>>,
    /// What a hit does to its men, and to its machines; nothing to these if the power has no strength.
    pub blow: Blow<(Target, Vec<Stroke>)>,
}

/// §17.7.13: machines that a power hits.
#[derive(Debug)]
pub struct Machines {
    /// The machines.
    pub hard: Hard,
    /// What a hit does to each of them; nothing if the power has no strength, and so no effect on machines.
    pub blow: Option<Blow<Vec<Stroke>>>,
    /// The locations that a line or a template hits, on each of them; otherwise they are hit as by shots.
    pub lies: Option<(Struck, Vec<Lie>)>,
    /// §17.7.7: what each rolls to avoid it, if it has the characteristic.
    pub wards: Vec<Option<Ward>>,
    /// Models under a template: how many of each group.
    pub under: Vec<(usize, u32, Harm)>,
    /// How many of those groups have been hit.
    pub next: Cell,
}

/// A hit, whose strength may be rolled.
#[derive(Debug)]
pub enum Blow<T> {
    /// It is always the same, or its save modifier does not depend on its strength.
    One(T),
    /// §17.7.6: a strength rolled for each hit decides the save modifier: one entry for each strength, from the least
    /// on.
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
    /// Determines how many hits there are.
    pub fn begin<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let hits = match &self.strikes {
            Strikes::Template(under) => {
                cover(under, forces, state);
                return;
            }
            Strikes::Machines(of) => {
                cover(&of.under, forces, state);
                match (&of.blow, &of.lies) {
                    (None, _) => 0,
                    _ if of.is_avoided(forces, state, dice) => 0,
                    (_, None) => self.hits.0.sum(dice, &self.hits.1, 1),
                    (_, Some((struck, lies))) => {
                        let hits = struck.come_down(lies, &of.hard, forces, state, dice);
                        state.add(forces.formations[self.at].ledger.hits, hits);
                        0
                    }
                }
            }
            Strikes::Squad(_) | Strikes::Mixed(_) => self.hits.0.sum(dice, &self.hits.1, 1),
            Strikes::Model(models) => match first(models, forces, state) {
                // A model that avoids a power avoids all of it.
                Some((_, ward, _)) if ward.passed(state, dice, 1) == 0 => 0,
                Some(_) => self.hits.0.sum(dice, &self.hits.1, 1),
                None => 0,
            },
        };
        state.set(self.left, hits);
        state.add(forces.formations[self.at].ledger.hits, hits);
    }

    /// Plays one piece: the next hits. True when none is left.
    pub fn strike<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if let Strikes::Template(under) = &self.strikes {
            return one_by_one(state, under.len(), |nth, state| {
                let (group, models, harm) = &under[nth];
                harm.strike_each(forces, state, dice, *group, 0, *models);
            });
        }
        let left = state.count(self.left);
        match &self.strikes {
            Strikes::Machines(of) => return of.strike(forces, state, dice, self.left),
            Strikes::Mixed(of) if !of.hard.is_settled(state) => {
                of.hard.settle(forces, state, dice);
                return state[self.left] == 0 && of.hard.is_settled(state);
            }
            _ => (),
        }
        if left == 0 {
            return true;
        }
        match &self.strikes {
            Strikes::Squad(blow) => {
                // Hits of a rolled strength are resolved one at a time.
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
            Strikes::Mixed(of) => {
                state.set(self.left, 1);
                of.strike(forces, state, dice, self.left);
                let nobody = forces.is_destroyed(state, self.at);
                state.set(self.left, if nobody { 0 } else { left - 1 });
                return state[self.left] == 0 && of.hard.is_settled(state);
            }
            Strikes::Template(_) | Strikes::Machines(_) => {}
        }
        state[self.left] == 0
    }
}

impl Mixed {
    /// The next hit, on a man or on a machine.
    fn strike<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, left: Cell) {
        let (target, strokes) = self.blow.next(dice);
        let Some(group) = target.fall(forces, state, dice, left, &|_| true, false) else { return };
        let nth = self.hard.places.iter().position(|place| place.group() == group);
        let ward = nth.and_then(|nth| self.wards[nth].as_ref());
        if !strokes.is_empty() && ward.is_none_or(|ward| ward.passed(state, dice, 1) > 0) {
            self.hard.strike_group(group, strokes, forces, state, dice);
        }
    }
}

impl Machines {
    /// Plays one piece: a location, the next hit, or an effect of an earlier one; true when everything is settled, and
    /// the models under the power have been hit.
    fn strike<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, left: Cell) -> bool {
        if !self.hard.is_settled(state) {
            self.hard.settle(forces, state, dice);
            return false;
        }
        if let (Some(blow), Some((struck, _))) = (&self.blow, &self.lies)
            && struck.waits(state)
        {
            struck.strike(blow.next(dice), &self.hard, forces, state, dice);
            return false;
        }
        if let Some(blow) = self.blow.as_ref().filter(|_| state[left] > 0) {
            self.hard.fall(blow.next(dice), forces, state, dice, left);
            return false;
        }
        let nth = state.count(self.next) as usize;
        let Some((group, models, harm)) = self.under.get(nth) else {
            state.put(self.next, 0);
            return true;
        };
        state.set(self.next, nth as u32 + 1);
        harm.strike_each(forces, state, dice, *group, 0, *models);
        false
    }

    /// §17.7.7: whether the nearest machine avoids the power.
    fn is_avoided<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let nearest = self.hard.nearest(forces, state);
        let ward = nearest.and_then(|nth| self.wards[nth].as_ref());
        ward.is_some_and(|ward| ward.passed(state, dice, 1) == 0)
    }
}

/// Hits the models that a power covers.
fn cover(under: &[(usize, u32, Harm)], forces: &Forces, state: &mut State) {
    for &(group, models, _) in under {
        let of = &forces.groups[group];
        let hits = models.min(of.models(state));
        state.add(forces.formations[of.formation].ledger.hits, hits);
    }
}

/// The first group of which any model is left.
fn first<'a, T>(models: &'a [(usize, Ward, T)], forces: &Forces, state: &State) -> Option<&'a (usize, Ward, T)> {
    models.iter().find(|(group, ..)| forces.groups[*group].fewest(state).is_some())
}
