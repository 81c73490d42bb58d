//! Terror, which may keep two sides apart, and Fear, which makes bases fight worse (#18, #28).

use crate::abilities::Kind;
use crate::assault::line::{Fighters, Line, Party};
use crate::assault::{AT, Assault, BY};
use crate::battle::Battle;
use crate::forces::Forces;
use crate::forces::written::Order;
use crate::readings::{FearAfterTerror, FearAndFallBack};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::State;
use battle_odds_scenario::typed::spelled;

/// #28: which side tests before contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Approach {
    Attackers,
    Attacked,
}

/// #28: Terror, both ways.
const APPROACH: Sequence<Approach> = Sequence(&[("#28", Approach::Attackers), ("#28", Approach::Attacked)]);

impl Assault {
    /// #28, A-12: a formation that charges an enemy with Terror tests at -1; if it fails, it stops. One that is charged
    /// by Terror tests at -1; if it fails, it falls back and does not shoot.
    pub(super) fn approach<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let Battle { forces, morale, .. } = battle;
        if !self.charge {
            return true;
        }
        APPROACH.play(state, |now, state| {
            let side = if now.part == Approach::Attackers { BY } else { AT };
            let Some(party) = self.lines[side].parties.get(now.nth) else {
                return if side == BY { Flow::Pass(To::Next) } else { Flow::Over };
            };
            let formation = party.formation;
            let of = &forces.formations[formation];
            let charges = of.may_charge(state);
            if side == BY && of.has_order(state, Order::FallBack) {
                dice.note(|| text!("{name}: falls back, and does not charge", name = of.name));
                state.put(party.shaken, 1);
            } else if side == BY && !charges {
                dice.note(|| match of.order(state) {
                    Order::None => text!("{name}: has no order, and does not charge", name = of.name),
                    order => text!(
                        "{name}: has the order `{order}`, and does not charge",
                        name = of.name,
                        order = spelled(&order)
                    ),
                });
                state.put(party.shaken, 1);
            } else if self.meets(side, party, Kind::Terror, forces, state) {
                let passed = match side {
                    BY => morale.passes(forces, state, dice, formation, -1),
                    _ => morale.test(forces, state, dice, formation, -1),
                };
                if !passed {
                    dice.note(|| text!("{name}: failed against Terror (#28)", name = of.name));
                    state.put(party.shaken, 1);
                }
            }
            Flow::Again(now.nth + 1)
        })
    }

    /// #18, #28, A-18: whether a formation meets Fear or Terror that affects some of its bases.
    fn meets(&self, side: usize, party: &Party, what: Kind, forces: &Forces, state: &State) -> bool {
        let (own, foes) = (&self.lines[side], &self.lines[1 - side]);
        // Before contact all living bases count for Terror; Fear counts the bases that fight.
        let is_there = |line: &Line, kind: usize| match what {
            Kind::Fear => line.stood(state, kind),
            _ => line.lives(forces, state, kind),
        };
        let comes = |kind: usize| {
            let stops = side == AT && state[foes.parties[foes.fighters[kind].party].shaken] > 0;
            !stops && is_there(foes, kind)
        };
        let minds = |(kind, fighters): (usize, &Fighters)| {
            let minded = if what == Kind::Fear { &fighters.fears } else { &fighters.terrors };
            own.parties[fighters.party].formation == party.formation
                && minded.iter().any(|&foe| comes(foe))
                && is_there(own, kind)
        };
        own.fighters.iter().enumerate().any(minds)
    }

    /// #18, A-18, A-19: a formation that meets Fear tests.
    pub(super) fn fear<D: Dice>(&self, side: usize, party: &Party, battle: &Battle, state: &mut State, dice: &mut D) {
        let Battle { forces, morale, .. } = battle;
        let spared = state[party.shaken] > 0 && self.readings.fear_after_terror == FearAfterTerror::No;
        let meets = state[party.here] > 0 && self.meets(side, party, Kind::Fear, forces, state);
        if meets && !spared && !morale.passes(forces, state, dice, party.formation, 0) {
            dice.note(|| text!("{name}: afraid (#18)", name = forces.formations[party.formation].name));
            state.put(party.afraid, 1);
        }
    }

    /// §3.3, #18, A-10: the penalty to the assault factor of bases: 2 while they fall back, 2 while they are afraid.
    pub(super) fn worse(&self, side: usize, kind: usize, forces: &Forces, state: &State) -> i32 {
        let fighters = &self.lines[side].fighters[kind];
        let party = &self.lines[side].parties[fighters.party];
        let back = forces.formations[party.formation].has_order(state, Order::FallBack);
        let foes = &self.lines[1 - side];
        let afraid = state[party.afraid] > 0 && fighters.fears.iter().any(|&foe| foes.stood(state, foe));
        match (back, afraid) {
            (true, true) if self.readings.fear_and_fall_back == FearAndFallBack::Both => 4,
            (false, false) => 0,
            _ => 2,
        }
    }
}
