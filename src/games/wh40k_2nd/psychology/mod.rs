//! §14: fear, terror, stupidity and frenzy.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::{BROKEN, Forces, Group, HATING, TERROR_TESTED};
use crate::profile::Ability;
use crate::readings::Stupidity;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::{Cell, State};

/// What a formation may be afraid of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dread {
    /// §14.1.
    Fear,
    /// §14.2.
    Terror,
}

/// How a formation meets an enemy that it is afraid of.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// What it is afraid of.
    pub dread: Dread,
    /// It charges; otherwise it is charged, or sees it near.
    pub charging: bool,
    /// The enemy that charges it is more numerous.
    pub outnumbered: bool,
}

/// The result of a test of fear or terror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nerve {
    /// It need not test.
    Fearless,
    /// It passed.
    Holds,
    /// It dares not charge.
    Stays,
    /// It fights its first round with half its WS, and does not fire from overwatch at those who charge.
    HalfWs,
    /// It breaks; Space Marines are shaken (faq 9.1).
    Fails,
}

impl Forces {
    /// What a formation tests for: §14.2.1: units that cause fear are only afraid of terror, and treat it as fear;
    /// units that cause terror are afraid of nothing. §14.2: after the one terror test of the game, terror counts as
    /// fear. Formations that are frenzied (§14.5) or immune (§14.6) test for neither.
    pub fn dreads(&self, state: &State, formation: usize, dread: Dread) -> Option<Dread> {
        let dauntless = |group: &Group| {
            let has = |ability| group.profile.has(ability);
            has(Ability::ImmunePsychology) || has(Ability::Terror) || self.is_frenzied(state, group)
        };
        let fearsome = |group: &Group| dauntless(group) || group.profile.has(Ability::Fear);
        let living = || self.of(formation).iter().filter(|group| group.fewest(state).is_some());
        let of = &self.formations[formation];
        let of_terror = dread == Dread::Terror && !of.is(state, TERROR_TESTED) && !living().all(fearsome);
        match () {
            () if of.is(state, BROKEN) || living().all(dauntless) => None,
            () if of_terror => Some(Dread::Terror),
            () if dread == Dread::Fear && living().all(fearsome) => None,
            () => Some(Dread::Fear),
        }
    }

    /// §14: 2D6 against the Ld, or by `less` below it: whether it is passed; nothing if a formation has no Ld.
    fn psychology_test<D: Dice>(
        &self,
        state: &mut State,
        dice: &mut D,
        formation: usize,
        roll: &Roll,
        less: u32,
    ) -> Option<bool> {
        let ld = self.ld(state, formation)?;
        let ledger = &self.formations[formation].ledger;
        let passed = dice.sum_of(roll, 2, 6) + less <= ld;
        state.set(ledger.tested, 1);
        if passed {
            state.set(ledger.passed, 1);
        }
        let formation = &self.formations[formation].name;
        dice.note(|| match passed {
            true => text!("{formation}: test passed (Ld {ld})", formation, ld),
            false => text!("{formation}: test failed (Ld {ld})", formation, ld),
        });
        Some(passed)
    }

    /// §14.1–14.2: a formation meets an enemy that it is afraid of.
    pub fn dread_test<D: Dice>(
        &self,
        state: &mut State,
        dice: &mut D,
        formation: usize,
        meeting: Meeting,
        roll: &Roll,
    ) -> Nerve {
        let Some(dread) = self.dreads(state, formation, meeting.dread) else { return Nerve::Fearless };
        let Some(passed) = self.psychology_test(state, dice, formation, roll, 0) else { return Nerve::Fearless };
        if dread == Dread::Terror {
            state[self.formations[formation].status] |= TERROR_TESTED;
        }
        match () {
            () if passed => Nerve::Holds,
            () if dread == Dread::Fear && meeting.charging => Nerve::Stays,
            () if dread == Dread::Fear && !meeting.outnumbered => Nerve::HalfWs,
            () => {
                self.fail(state, dice, formation);
                Nerve::Fails
            }
        }
    }
}

impl Forces {
    /// §14.4: the groups of a formation that hate: they are alive and not frenzied, because frenzied models feel
    /// nothing else (§14.5).
    fn haters(&self, state: &State, formation: usize) -> impl Iterator<Item = &Group> {
        let hates = |group: &&Group| !group.hates.is_empty() && group.fewest(state).is_some();
        self.of(formation).iter().filter(hates).filter(|group| !self.is_frenzied(state, group))
    }

    /// §14.4: whether a formation hates any of these enemies: one of its models hates one of their living models.
    fn hates(&self, state: &State, formation: usize, adversaries: impl Fn(&State, usize) -> bool) -> bool {
        let side = self.formations[formation].side;
        let is_met = |&foe: &usize| {
            let foe = &self.groups[foe];
            let is_enemy = self.formations[foe.formation].side != side;
            is_enemy && adversaries(state, foe.formation) && foe.fewest(state).is_some()
        };
        self.haters(state, formation).any(|group| group.hates.iter().any(is_met))
    }

    /// §14.4: a formation meets these enemies: remembers whether it hates them, as they are before anything is rolled.
    pub fn meet(&self, state: &mut State, formation: usize, adversaries: impl Fn(&State, usize) -> bool) {
        let hates = self.hates(state, formation, adversaries);
        let of = &self.formations[formation];
        state.put(of.status, state[of.status] & !HATING | if hates { HATING } else { 0 });
    }

    /// §14.4: whether a formation takes its break tests and rallies with Ld 10: it hated an enemy that it met, and
    /// models that hate are left.
    pub fn meets_hated(&self, state: &State, formation: usize) -> bool {
        self.formations[formation].is(state, HATING) && self.haters(state, formation).next().is_some()
    }
}

/// A psychology test of the scenario's own.
#[derive(Debug)]
pub struct Psychology {
    /// The formation that takes it.
    pub by: usize,
    /// The test.
    pub roll: Roll,
    /// Which it is.
    pub test: Test,
}

/// The tests.
#[derive(Debug)]
pub enum Test {
    /// §14.1, §14.2.
    Dread {
        /// What it is afraid of, and how it meets it.
        meeting: Meeting,
        /// 1 if it dares not charge.
        stays: Cell,
        /// 1 if it fights with half its WS.
        half_ws: Cell,
    },
    /// §14.3.
    Stupidity {
        /// Whether it must roll below its Ld.
        reading: Stupidity,
        /// What it does if it fails.
        then: Stupid,
    },
    /// §14.5: whether frenzied troops are held back.
    Frenzy {
        /// 1 if they must charge.
        charges: Cell,
    },
}

/// §14.3: what stupid models do.
#[derive(Debug)]
pub enum Stupid {
    /// In combat: each does not fight on 1–3.
    Fights {
        /// A die for each.
        idle: Pool,
        /// How many do not fight.
        count: Cell,
    },
    /// Otherwise: they wander off on 1–3.
    Wanders {
        /// A die for all.
        roll: Pool,
        /// 1 if they do.
        wanders: Cell,
        /// 1 if they stand idle.
        stands: Cell,
    },
}

impl Play<Battle> for Psychology {
    /// Takes the test; broken formations take none.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        if forces.is_out_of_action(state, self.by) {
            return true;
        }
        let immune = |ability| forces.all_have(state, self.by, ability);
        match &self.test {
            Test::Dread { meeting, stays, half_ws } => {
                match forces.dread_test(state, dice, self.by, *meeting, &self.roll) {
                    Nerve::Stays => state.set(*stays, 1),
                    Nerve::HalfWs => state.set(*half_ws, 1),
                    Nerve::Fearless | Nerve::Holds | Nerve::Fails => {}
                }
            }
            // §14.5, §14.6: immune to psychology.
            Test::Stupidity { .. } if immune(Ability::ImmunePsychology) || immune(Ability::Frenzied) => {}
            Test::Stupidity { reading, then } => {
                let less = u32::from(*reading == Stupidity::Below);
                if forces.psychology_test(state, dice, self.by, &self.roll, less) == Some(false) {
                    then.happen(forces, state, dice, self.by);
                }
            }
            Test::Frenzy { .. } if immune(Ability::ImmunePsychology) => {}
            Test::Frenzy { charges } => {
                if forces.psychology_test(state, dice, self.by, &self.roll, 0) == Some(false) {
                    state.set(*charges, 1);
                }
            }
        }
        true
    }
}

impl Stupid {
    fn happen<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
        match self {
            Stupid::Fights { idle, count } => {
                let idle = dice.successes(idle, forces.models(state, formation));
                state.set(*count, idle);
            }
            Stupid::Wanders { roll, wanders, stands } => {
                let wander = dice.successes(roll, 1);
                state.set(*wanders, wander);
                state.set(*stands, 1 - wander);
            }
        }
    }
}
