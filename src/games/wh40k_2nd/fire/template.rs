//! Templates: blasts, thrown grenades and cones of flame (§10.9.5, §11.18–11.22): where one comes down, which models it
//! covers, and what it does to each of them.

use crate::fire::layout::Covered;
use crate::fire::mob::Mob;
use crate::fire::scatter::Landing;
use crate::fire::volley::{Blast, OnTarget, Reached, Salvo, Share, Volley};
use crate::forces::Forces;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::State;

impl Blast {
    /// The most models that it can cover.
    pub fn most(&self, forces: &Forces) -> u64 {
        self.reached.iter().map(|of| u64::from(forces.groups[of.group].start)).sum()
    }

    /// The next template: its roll to hit, and where it comes down.
    pub(super) fn shoot<D: Dice>(
        &self,
        volley: &Volley,
        salvo: &Salvo,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) {
        let ledger = &forces.formations[volley.by].ledger;
        state.take(volley.left, 1);
        state.add(ledger.fired, 1);
        state.set(volley.fired, 1);
        salvo.recharge(forces, state);
        let Some(scatter) = &self.scatter else {
            self.lie_on_target(volley, salvo, forces, state, dice);
            return;
        };
        let pool = salvo.to_hit[usize::from(volley.cover(forces, state).unsigned_abs())].as_ref();
        if pool.is_some_and(|pool| dice.successes(pool, 1) == 1) {
            self.lie_on_target(volley, salvo, forces, state, dice);
            return;
        }
        match (scatter.roll(dice), &self.on_target) {
            (Landing::Off(distance), OnTarget::Layout(mob)) => {
                mob.settle(forces, state);
                let covered = mob.off_target(state, dice, distance);
                self.cover_layout(volley, mob, covered, state);
            }
            (Landing::Off(distance), on) => {
                if let OnTarget::Machines(on) = on {
                    on.come_down(&on.scattered[distance], volley, forces, state, dice);
                }
                self.cover(forces, state, &self.scattered[distance], None);
            }
            (Landing::OnFirer, _) if !self.ground => {
                dice.note(|| {
                    text!("{name}: it explodes on the model that fires it", name = forces.formations[volley.by].name)
                });
                state.add(ledger.misfires, 1);
                state.set(volley.blown, 1);
                if self.backfire.is_none() {
                    state.add(ledger.weapons_lost, 1);
                    self.cover(forces, state, &self.beside, Some(salvo.group));
                }
            }
            // §11.21: a dud; and fired at the ground it does not explode on its firer either.
            (Landing::Dud | Landing::OnFirer, _) => {
                dice.note(|| text!("{name}: it does not explode", name = forces.formations[volley.by].name));
                state.add(ledger.misfires, 1);
            }
        }
    }

    /// §11.18: it comes down on target. The model aimed at is hit, even when no model is left.
    fn lie_on_target<D: Dice>(&self, volley: &Volley, salvo: &Salvo, forces: &Forces, state: &mut State, dice: &mut D) {
        let nobody = match &self.on_target {
            OnTarget::AsShot => {
                state.set(volley.hits, 1);
                volley.at.len() == 1
            }
            OnTarget::Counts { shares, nearest } => {
                let one = salvo.target.next_place(forces, state).filter(|_| *nearest);
                let of = one.map(|place| &self.reached[place]);
                self.cover(forces, state, shares, of.map(|of| of.group));
                if let Some(of) = of {
                    state.add(of.under, 1);
                }
                let told = shares.iter().any(|share| share.under + share.partly > 0);
                !self.ground
                    && (*nearest || told)
                    && self.reached.iter().all(|of| state[of.under] + state[of.partly] == 0)
            }
            OnTarget::Layout(mob) => {
                mob.settle(forces, state);
                let covered = mob.on_target(state);
                self.cover_layout(volley, mob, covered, state);
                covered.is_empty()
            }
            OnTarget::Machines(on) => {
                on.come_down(&on.on_target, volley, forces, state, dice);
                self.cover(forces, state, &on.beside, None);
                false
            }
        };
        dice.note(|| text!("the template lies on its target"));
        if nobody {
            let ledger = &forces.formations[volley.at[0]].ledger;
            state.add(ledger.hits, self.times() as u32);
        }
    }

    /// faq 1.36: how often each model is rolled for.
    fn times(&self) -> usize {
        if self.twice { 2 } else { 1 }
    }

    /// Covers given numbers of models of each group, if that many are left; one of a group is not among them.
    fn cover(&self, forces: &Forces, state: &mut State, shares: &[Share], but: Option<usize>) {
        for share in shares {
            let of = &self.reached[share.place];
            let left = forces.groups[of.group].models(state).saturating_sub(u32::from(but == Some(of.group)));
            let under = left.min(share.under.into());
            state.set(of.under, under);
            state.set(of.partly, (left - under).min(share.partly.into()));
        }
    }

    /// Covers models of a layout.
    fn cover_layout(&self, volley: &Volley, mob: &Mob, covered: &[Covered], state: &mut State) {
        let last = mob.last && state[volley.left] == 0;
        for (model, covered) in mob.models.iter().zip(covered) {
            let of = &self.reached[model.place];
            match (covered, last) {
                _ if state[model.wounds] == 0 => {}
                (Covered::No, _) => {}
                (Covered::Partly, true) => state.add(of.partly, 1),
                (Covered::Fully, true) => state.add(of.under, 1),
                (Covered::Partly, false) => state.set(model.covered, 1),
                (Covered::Fully, false) => state.set(model.covered, 2),
            }
        }
        if last {
            mob.forget(state);
        }
    }

    /// What it does to the next of the covered models; false when all have been rolled for.
    pub(super) fn go_off<D: Dice>(
        &self,
        volley: &Volley,
        salvo: &Salvo,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        if let (OnTarget::Machines(on), Some(hard)) = (&self.on_target, &volley.hard)
            && on.struck.waits(state)
        {
            on.struck.strike(&salvo.strokes, hard, forces, state, dice);
            return true;
        }
        if let Some(of) = self.reached.iter().find(|of| state[of.under] + state[of.partly] > 0) {
            self.go_off_on(of, forces, state, dice);
            return true;
        }
        if let OnTarget::Layout(mob) = &self.on_target
            && let Some(model) = mob.models.iter().find(|model| state[model.covered] > 0)
        {
            let of = &self.reached[model.place];
            let roll = if state[model.covered] == 2 { &of.under_roll } else { &of.partly_roll };
            let hits = self.hits(dice, roll.as_ref());
            state.put(model.covered, 0);
            self.score(of, forces, state, hits);
            for _ in 0..hits {
                let left = of.harm.strike_model(forces, state, dice, of.group, state[model.wounds].into());
                state.set(model.wounds, left as u32);
            }
            return true;
        }
        if state[volley.blown] == 1 {
            match &self.backfire {
                Some(backfire) => {
                    (state[volley.blown], state[volley.left]) = (0, 0);
                    backfire.goes_off(salvo.weapon, forces, state, dice);
                }
                None => self.blow_up(volley, salvo, forces, state, dice),
            }
            return true;
        }
        self.backfire.as_ref().is_some_and(|backfire| backfire.settle(forces, state, dice))
    }

    /// The hits on one model.
    fn hits<D: Dice>(&self, dice: &mut D, roll: Option<&Pool>) -> usize {
        roll.map_or(self.times(), |roll| dice.successes(roll, self.times() as u32) as usize)
    }

    fn score(&self, of: &Reached, forces: &Forces, state: &mut State, hits: usize) {
        let formation = forces.groups[of.group].formation;
        state.add(forces.formations[formation].ledger.hits, hits as u32);
    }

    /// All covered models of a group, one by one.
    fn go_off_on<D: Dice>(&self, of: &Reached, forces: &Forces, state: &mut State, dice: &mut D) {
        let covered = [(of.under, of.under_roll.as_ref()), (of.partly, of.partly_roll.as_ref())];
        let (mut once, mut twice) = (0, 0);
        for (cell, roll) in covered {
            let models = state.count(cell);
            state.put(cell, 0);
            match (self.twice, roll) {
                (false, roll) => once += roll.map_or(models, |roll| dice.successes(roll, models)),
                (true, None) => twice += models,
                (true, Some(_)) => (0..models).for_each(|_| match self.hits(dice, roll) {
                    2 => twice += 1,
                    hits => once += hits as u32,
                }),
            }
        }
        self.score(of, forces, state, (once + 2 * twice) as usize);
        of.harm.strike_each(forces, state, dice, of.group, twice, once);
    }

    /// §11.18: it explodes on its firer: the firer is hit, and its weapon is destroyed whether it survives or not.
    fn blow_up<D: Dice>(&self, volley: &Volley, salvo: &Salvo, forces: &Forces, state: &mut State, dice: &mut D) {
        state.put(volley.blown, 0);
        let group = &forces.groups[salvo.group];
        let of = self.reached.iter().find(|of| of.group == salvo.group);
        // The models next to it have been rolled for: it is one of the others.
        let level = group.left.iter().rposition(|&cell| state[cell] > 0).map(|place| place + 1);
        let (Some(of), Some(mut level)) = (of, level) else { return };
        self.score(of, forces, state, self.times());
        for _ in 0..self.times() {
            level = of.harm.strike_model(forces, state, dice, salvo.group, level);
        }
        let lost = group.weapons[salvo.weapon].lost;
        if level > 0 {
            state.add(lost, 1);
        }
        // A dead model or one without its weapon cannot shoot.
        let armed = group.models(state).saturating_sub(state.count(lost));
        state.set(volley.left, state.count(volley.left).min(armed));
    }
}
