//! §14.1, §14.2: who fears whom, and the tests of fear and terror that a charge brings.

use super::forces::{BROKEN, Forces, Group, SHAKEN, TERROR_TESTED};
use super::morale::Morale;
use super::profile::Ability;
use crate::engine::dice::Dice;
use crate::systems::plan::state::State;

/// What a model makes of those who cause fear or terror (§14.2.1, §14.5, §14.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Courage {
    /// It fears neither: it causes terror, is frenzied or immune.
    Fearless,
    /// It causes fear: terror is only fear to it.
    Bold,
    /// It fears both.
    Fears,
}

/// What a formation faces (§14.1, §14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dread {
    /// §14.1.
    Fear,
    /// §14.2.
    Terror,
}

/// How a test of fear or terror ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faced {
    /// It fears nothing there, or has no Ld.
    Untested,
    /// It passed.
    Passed,
    /// It failed a test of fear: what follows depends on the charge.
    Failed,
    /// It failed a test of terror, and is broken, or shaken (§13.4.1).
    Fled,
}

impl Forces {
    /// What the models of a group make of fear and terror.
    pub fn courage(&self, state: &State, group: &Group) -> Courage {
        let has = |ability| group.profile.has(ability);
        match () {
            () if has(Ability::Terror) || has(Ability::ImmunePsychology) || self.is_frenzied(state, group) => {
                Courage::Fearless
            }
            () if has(Ability::Fear) => Courage::Bold,
            () => Courage::Fears,
        }
    }

    /// What one of a formation's models at least dreads in others, the worst of it; nothing when nobody fears anything.
    pub fn dread(&self, state: &State, formation: usize, others: impl Iterator<Item = usize> + Clone) -> Option<Dread> {
        let living = |formation: usize| self.of(formation).iter().filter(|group| group.fewest(state).is_some());
        let causes = |ability| others.clone().flat_map(living).any(|group| group.profile.has(ability));
        let (fear, terror) = (causes(Ability::Fear), causes(Ability::Terror));
        let courage = living(formation).map(|group| self.courage(state, group)).max()?;
        let tested = self.formations[formation].is(state, TERROR_TESTED);
        match courage {
            Courage::Fears if terror && !tested => Some(Dread::Terror),
            Courage::Fears if fear || terror => Some(Dread::Fear),
            Courage::Bold if terror => Some(Dread::Fear),
            _ => None,
        }
    }

    /// §14.1: whether those who cause fear among others are more than a formation's models.
    pub fn is_outnumbered(&self, state: &State, formation: usize, others: impl Iterator<Item = usize>) -> bool {
        let feared = |group: &&Group| group.profile.has(Ability::Fear) || group.profile.has(Ability::Terror);
        let groups = others.flat_map(|formation| self.of(formation)).filter(feared);
        groups.map(|group| group.models(state)).sum::<u32>() > self.models(state, formation)
    }
}

impl Morale {
    /// §14.1, §14.2: a formation faces others in a charge. Terror is tested once a game, and stands for fear too.
    pub fn face<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        formation: usize,
        others: impl Iterator<Item = usize> + Clone,
    ) -> Faced {
        let of = &forces.formations[formation];
        let (Some(dread), Some(ld)) = (forces.dread(state, formation, others), forces.ld(state, formation)) else {
            return Faced::Untested;
        };
        let (rolls, word) = match dread {
            Dread::Fear => (&self.fear, "fear (§14.1)"),
            Dread::Terror => (&self.terror, "terror (§14.2)"),
        };
        if dread == Dread::Terror {
            state[of.status] |= TERROR_TESTED;
        }
        state.set(of.ledger.tested, 1);
        if dice.sum_of(&rolls[formation], 2, 6) <= ld {
            dice.note(|| format!("{} overcomes its {word}", of.name));
            state.set(of.ledger.passed, 1);
            return Faced::Passed;
        }
        dice.note(|| format!("{} fails its test of {word}", of.name));
        if dread == Dread::Fear {
            return Faced::Failed;
        }
        forces.fail(state, dice, formation);
        Faced::Fled
    }
}

impl Forces {
    /// §10.7, §13.2, §13.4.1: whether a formation can charge.
    pub fn can_charge(&self, state: &State, formation: usize) -> bool {
        !self.is_destroyed(state, formation) && !self.formations[formation].is(state, BROKEN | SHAKEN)
    }
}
