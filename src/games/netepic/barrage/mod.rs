//! §3.5: templates. Each base under one is rolled for and takes its own hit; equal bases are rolled together.
//!
//! | file | what is in it |
//! |---|---|
//! | this one | an action, template by template |
//! | [`battery`] | which bases fire, and how many templates |
//! | [`field`] | which bases are under them |
//! | [`places`] | which bases a template covers where it falls, and where it may scatter |

pub mod aim;
pub mod battery;
pub mod compile;
pub mod field;
pub mod places;
pub mod scatter;
pub mod written;

use crate::battle::Battle;
use battle_odds_plan::chapter::Play;
use std::ops::Range;

use crate::barrage::battery::Battery;
use crate::barrage::field::{Field, Kind, Under};
use crate::damage::Target;
use crate::elite::Elite;
use crate::fire::salvo::{Circumstances, Salvo, Shot};
use crate::forces::{Base, Forces, REACTED};
use crate::readings::ReactionRerolls;
use crate::values::Hits;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::{Cell, State};

/// The templates of a formation.
#[derive(Debug)]
pub struct Barrage {
    /// The formation that fires.
    pub by: usize,
    /// The formation that is fired at.
    pub at: usize,
    /// §3.6: if it is a reaction, whether its ones are rerolled.
    pub reaction: Option<ReactionRerolls>,
    /// What is fired, in order.
    pub batteries: Vec<Battery>,
    /// The bases that may be under it.
    pub field: Field,
    /// How many bases are covered, if the scenario counts them.
    pub under: Option<Vec<Under>>,
    /// Whether no later action has templates for which positions matter.
    pub forgets: bool,
    /// #5: Elite dice of the formation that fires.
    pub elite: Elite,
    /// #5: Elite dice of the formations that are hit, by index.
    pub struck: Vec<Elite>,
    /// Hits on a base with shields or locations that are not resolved yet.
    pub hits: Cell,
}

/// The parts of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Ready,
    Fall,
    Strike,
}

/// §3.5: a round for each template.
const BARRAGE: Sequence<Part> = Sequence(&[("3.3", Part::Ready), ("3.5", Part::Fall), ("3.5", Part::Strike)]);

impl Play<Battle> for Barrage {
    /// Plays one piece; true when it is over.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        BARRAGE.play(state, |now, state| match (now.part, self.next(state)) {
            (Part::Ready, _) => match self.make_ready(forces, state, dice) {
                true => Flow::Pass(To::Next),
                false => Flow::Over,
            },
            (_, None) => {
                self.forget(state);
                Flow::Over
            }
            (Part::Fall, Some(battery)) => match self.fall(battery, forces, state, dice) {
                true => Flow::Done(To::Next),
                false => Flow::Pass(To::Next),
            },
            (Part::Strike, Some(battery)) => match self.strike(battery, forces, state, dice) {
                true => Flow::Again(now.nth + 1),
                false => {
                    if self.gathers(battery, state) {
                        self.field.gather(forces, state);
                    }
                    battery.fired(state);
                    Flow::Pass(To::Round(Part::Fall))
                }
            },
        })
    }
}

/// What strikes equal bases under a template.
#[derive(Clone, Copy)]
struct Strike<'a> {
    /// Who fires it.
    battery: &'a Battery,
    /// What it does to them.
    shot: &'a Shot,
    /// What they are.
    kind: &'a Kind,
    /// The wounds that they have left.
    level: usize,
}

impl Barrage {
    /// The battery whose template is next.
    fn next(&self, state: &State) -> Option<&Battery> {
        self.batteries.iter().find(|battery| state[battery.left] > 0)
    }

    /// §3.3: how many templates each battery fires, and which bases are there.
    fn make_ready<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let by = &forces.formations[self.by];
        self.batteries.iter().for_each(|battery| battery.begin(self.reaction, forces, state));
        let may = self.next(state).is_some();
        state.set(by.ledger.activated, may.into());
        if !may || forces.is_destroyed(state, self.at) {
            dice.note(|| text!("{name}: does not fire", name = by.name));
            self.forget(state);
            return false;
        }
        let crews = || self.batteries.iter().flat_map(|battery| &battery.crews);
        crews().for_each(|crew| crew.spend(forces, state));
        if self.reaction.is_some() {
            state[by.status] |= REACTED;
        }
        self.field.begin(forces, state, self.under.as_deref());
        let fires = |crew: &Salvo, state: &State, group| crew.groups.contains(&group) && crew.may_fire(state);
        self.elite.begin(forces, state, &|state, group| crews().any(|crew| fires(crew, state, group)));
        self.struck.iter().for_each(|elite| elite.begin(forces, state, &|_, _| true));
        true
    }

    /// Whether this is the last template of the action.
    fn is_last(&self, battery: &Battery, state: &State) -> bool {
        battery.is_last(state) && self.batteries.iter().filter(|other| state[other.left] > 0).count() == 1
    }

    /// #5: whether it matters which base rolls first.
    fn in_order(&self) -> bool {
        self.elite.announced > 0
    }

    /// Whether positions no longer matter once this template has fallen.
    fn gathers(&self, battery: &Battery, state: &State) -> bool {
        self.forgets && self.is_last(battery, state)
    }

    /// §3.5: a template falls; whether dice decided where.
    fn fall<D: Dice>(&self, battery: &Battery, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let last = self.is_last(battery, state);
        let Some(places) = &battery.places else {
            self.field.cover(state, 0..self.field.spots.len(), last);
            return false;
        };
        let covered = places.covered(&self.field, state, dice);
        dice.note(|| {
            text!(
                "{name}: {covered} base(s) under the template",
                name = forces.formations[self.by].name,
                covered = covered.len()
            )
        });
        self.field.cover(state, covered.iter().copied(), last);
        if self.gathers(battery, state) && !self.in_order() {
            self.field.gather(forces, state);
        }
        places.scatters.is_some()
    }

    /// §3.5: rolls for equal bases under the template; false when all are done.
    fn strike<D: Dice>(&self, battery: &Battery, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let Some((spot, level)) = self.field.next(state) else { return false };
        let place = self.field.spots[spot].kind;
        let kind = &self.field.kinds[place];
        let plain = forces.groups[kind.groups.start].is_plain();
        let lot =
            if plain && self.gathers(battery, state) && !self.in_order() { kind.spots.clone() } else { spot..spot + 1 };
        let strike = Strike { battery, shot: battery.shot(state, place), kind, level };
        match strike.shot.hits.0 {
            Hits::Of(1) if !forces.groups[kind.groups.start].profile.stands_alone() => {
                self.strike_lot(strike, lot, forces, state, dice);
            }
            _ => self.strike_base(strike, spot, forces, state, dice),
        }
        true
    }

    /// Of these bases under a template: how many are rolled for now, and how many of them are hit.
    fn roll<D: Dice>(
        &self,
        Strike { battery, shot, kind, .. }: Strike,
        bases: u32,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> (u32, u32) {
        let (ones, contact) = battery.permitted(state);
        let circumstances = Circumstances {
            ones,
            contact: contact + usize::from(state[kind.contact]),
            elite: battery.is_elite().then_some(&self.elite),
        };
        shot.roll(bases, circumstances, forces, state, dice)
    }

    /// Hits equal bases, once each.
    fn strike_lot<D: Dice>(&self, strike: Strike, lot: Range<usize>, forces: &Forces, state: &mut State, dice: &mut D) {
        let Strike { shot, kind, level, .. } = strike;
        let covered = |spot: usize| self.field.spots[spot].covered[level];
        let bases = lot.clone().map(|spot| state.count(covered(spot))).sum();
        let (mut rolled, hit) = self.roll(strike, bases, forces, state, dice);
        state.add(forces.formation_of(kind.groups.start).ledger.hits, hit);
        let elite = &self.struck[kind.struck];
        let mut wounds = if level > 0 { shot.harm.wounds(forces, state, dice, hit, elite) } else { 0 };
        for spot in lot {
            let here = rolled.min(state.count(covered(spot)));
            state.take(covered(spot), here);
            rolled -= here;
            for _ in 0..wounds.min(here) {
                self.lose(strike, spot, 1, forces, state, dice);
            }
            wounds -= wounds.min(here);
        }
    }

    /// Hits one base, possibly several times.
    fn strike_base<D: Dice>(&self, strike: Strike, spot: usize, forces: &Forces, state: &mut State, dice: &mut D) {
        let Strike { shot, kind, level, .. } = strike;
        let of = &self.field.spots[spot];
        state.take(of.covered[level], 1);
        let (_, hit) = self.roll(strike, 1, forces, state, dice);
        let hits = match &shot.hits {
            _ if hit == 0 => return,
            (Hits::Of(each), _) => u32::from(*each),
            (Hits::D3, roll) => dice.throw(roll, 3).into(),
        };
        state.add(forces.formation_of(of.group).ledger.hits, hits);
        let elite = &self.struck[kind.struck];
        if level == 0 {
            return;
        }
        if !forces.groups[of.group].profile.stands_alone() {
            let wounds = shot.harm.wounds(forces, state, dice, hits, elite) as usize;
            self.lose(strike, spot, wounds.min(level), forces, state, dice);
            return;
        }
        let target = Target { groups: of.group..of.group + 1, hits: self.hits, elite };
        state.set(self.hits, hits);
        while state[self.hits] > 0 {
            shot.harm.fall(forces, state, dice, &target);
        }
        let now = forces.groups[of.group].front(state).unwrap_or(0);
        self.field.moved(state, spot, level, now);
    }

    /// A base that is struck loses some wounds.
    fn lose<D: Dice>(
        &self,
        Strike { shot, level, .. }: Strike,
        spot: usize,
        wounds: usize,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) {
        let group = self.field.spots[spot].group;
        shot.harm.hurt(forces, state, dice, Base { group, level }, wounds);
        self.field.moved(state, spot, level, level - wounds);
    }

    /// Clears the cells of the action.
    fn forget(&self, state: &mut State) {
        self.batteries.iter().for_each(|battery| battery.end(state));
        self.field.end(state);
        self.elite.end(state);
        self.struck.iter().for_each(|elite| elite.end(state));
    }
}
