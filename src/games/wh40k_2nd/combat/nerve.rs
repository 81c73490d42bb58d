//! §14.1, §14.2: before a charge, first the charging formations test their nerve, then the charged ones.

use crate::battle::Battle;
use crate::combat::{Combat, Contender};
use crate::fire::volley::Volley;
use crate::forces::{BROKEN, Forces, Group, Ledger, SHAKEN};
use crate::profile::Ability;
use crate::psychology::{Dread, Meeting, Nerve};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::State;

/// Which side tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Chargers,
    Charged,
}

/// §14.1: formations that charge what they fear, then those that are charged by it.
const NERVE: Sequence<Part> = Sequence(&[("14.1", Part::Chargers), ("14.1", Part::Charged)]);

impl Combat {
    /// Plays one piece of the tests before a charge; true when they are over.
    pub fn nerve<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        NERVE.play(state, |now, state| {
            let side = now.part as usize;
            for (nth, of) in self.sides[side].contenders.iter().enumerate().skip(now.nth) {
                if self.face(battle, state, dice, side, of) {
                    return Flow::Again(nth + 1);
                }
            }
            match now.part {
                Part::Chargers => Flow::Pass(To::Next),
                Part::Charged => Flow::Over,
            }
        })
    }

    /// The test of one formation; whether it was tested.
    fn face<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D, side: usize, of: &Contender) -> bool {
        let Battle { forces, morale, .. } = battle;
        let is_coming =
            |of: &Contender, state: &State| state[of.cells.stays] == 0 && forces.can_charge(state, of.formation);
        let stands = |of: &Contender, state: &State| {
            !forces.is_destroyed(state, of.formation) && !forces.formations[of.formation].is(state, BROKEN)
        };
        let counts = |side: usize, of: &Contender, state: &State| match side {
            0 => is_coming(of, state),
            _ => stands(of, state),
        };
        if !counts(side, of, state) {
            return false;
        }
        // Kept as bits, because the tests change the state that they are read from. In a charge, broken enemies count
        // too.
        let others = &self.sides[1 - side].contenders;
        let present = |enemy: &Contender| match side {
            0 => !forces.is_destroyed(state, enemy.formation),
            _ => is_coming(enemy, state),
        };
        let bits: u64 = others.iter().enumerate().map(|(nth, enemy)| u64::from(present(enemy)) << nth).sum();
        let among = others.iter().enumerate().filter(move |(nth, _)| bits >> nth & 1 == 1);
        let enemies = among.map(|(_, enemy)| enemy.formation);
        let Some(dread) = forces.causes(state, enemies.clone()) else { return false };
        let outnumbered = forces.is_outnumbered(state, of.formation, enemies);
        let meeting = Meeting { dread, charging: side == 0, outnumbered };
        let dreaded = forces.dreads(state, of.formation, dread).unwrap_or(dread);
        let rolls = if dreaded == Dread::Terror { &morale.terror } else { &morale.fear };
        match forces.dread_test(state, dice, of.formation, meeting, &rolls[of.formation]) {
            Nerve::Fearless => return false,
            Nerve::Holds => {}
            Nerve::Stays => state.put(of.cells.stays, 1),
            Nerve::HalfWs => (state[of.cells.quiet], state[of.cells.half_ws]) = (1, 1),
            Nerve::Fails => {
                state.put(of.cells.quiet, 1);
                // Space Marines are shaken, and do not advance (§13.4.1, faq 9.1).
                state.put(of.cells.stays, u16::from(side == 0 && stands(of, state)));
            }
        }
        true
    }
}

impl Combat {
    /// §11.24.2: plays one piece of the fire of a formation on overwatch at those who charge; true when it is over. A
    /// formation that failed its test does not fire at what it fears (§14.1).
    pub fn react<D: Dice>(&self, volley: &Volley, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        let contender =
            |formation: usize, side: usize| self.sides[side].contenders.iter().find(|of| of.formation == formation);
        let comes = |&at: &usize| {
            let stays = contender(at, 0).is_some_and(|of| state[of.cells.stays] > 0);
            !stays && !forces.formations[at].is(state, BROKEN | SHAKEN)
        };
        let shooter = contender(volley.by, 1);
        if !volley.at.iter().any(comes) || shooter.is_some_and(|of| state[of.cells.quiet] > 0) {
            return true;
        }
        // What the fire does is also counted for the formation that shoots.
        let done = |state: &State| {
            let ledgers = self.sides[0].contenders.iter().map(|of| &forces.formations[of.formation].ledger);
            let counts = |ledger: &Ledger| [ledger.hits, ledger.wounds, ledger.kills].map(|cell| state.count(cell));
            ledgers.map(counts).fold([0; 3], |sums, of| [sums[0] + of[0], sums[1] + of[1], sums[2] + of[2]])
        };
        let before = done(state);
        let over = volley.advance(0, battle, state, dice);
        if let Some(of) = shooter {
            let after = done(state);
            state.add(of.cells.hits, after[0] - before[0]);
            state.add(of.cells.wounds, after[1] - before[1]);
            state.add(of.cells.kills, after[2] - before[2]);
        }
        // Hits on formations without locations are not reported.
        for of in self.sides[0].contenders.iter().filter(|of| !forces.is_hard(of.formation)) {
            state.put(forces.formations[of.formation].ledger.hits, 0);
        }
        over
    }
}

impl Forces {
    /// §14.1, §14.2: the worst of fear and terror that these formations cause.
    pub fn causes(&self, state: &State, others: impl Iterator<Item = usize> + Clone) -> Option<Dread> {
        let living = others.flat_map(|formation| self.of(formation)).filter(|group| group.fewest(state).is_some());
        let has = |ability| living.clone().any(|group| group.profile.has(ability));
        match () {
            () if has(Ability::Terror) => Some(Dread::Terror),
            () if has(Ability::Fear) => Some(Dread::Fear),
            () => None,
        }
    }

    /// §14.1: whether the models that cause fear among others outnumber a formation.
    pub fn is_outnumbered(&self, state: &State, formation: usize, others: impl Iterator<Item = usize>) -> bool {
        let feared = |group: &&Group| group.profile.has(Ability::Fear) || group.profile.has(Ability::Terror);
        let groups = others.flat_map(|formation| self.of(formation)).filter(feared);
        groups.map(|group| group.models(state)).sum::<u32>() > self.models(state, formation)
    }

    /// §10.7, §13.2, §13.4.1: whether a formation can charge.
    pub fn can_charge(&self, state: &State, formation: usize) -> bool {
        !self.is_destroyed(state, formation) && !self.formations[formation].is(state, BROKEN | SHAKEN)
    }
}
