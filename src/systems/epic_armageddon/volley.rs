//! §1.9: a formation shoots. The same procedure serves overwatch (§1.10), crossfire (§1.11) and, with
//! [`super::barrage`], artillery.
//!
//! 1. a marker for coming under fire, as soon as one unit may shoot (§1.9.4);
//! 2. dice to hit (§1.9.5), suppressed units silent (§1.9.2);
//! 3. hits allocated and saved: sniper shots, ordinary, macro, titan killers (§1.9.6);
//! 4. markers for losses, and only then the check whether the target breaks (§1.9.7).

use smallvec::SmallVec;

use super::allocation::{Hits, MOST_CLASSES, Slots, strike};
use super::barrage::Barrage;
use super::forces::{Cause, Forces, MARCHED, Magazine, OVERWATCH};
use super::profile::{Amount, Effect, Strength};
use super::state::{CURSOR, Cell, PIECE, State};
use crate::engine::dice::{Dice, Roll};
use crate::engine::pool::{Need, Pool, Test};

/// What a shot is aimed at (§1.1.3, §2.2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Infantry and light vehicles.
    Ap,
    /// Vehicles of all kinds.
    At,
    /// Anybody.
    Mw,
}

/// §1.8.2, §1.9.5: how one kind of shot treats a target of which some units are in cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// At all units; −1 as soon as one of them is in cover.
    All,
    /// At those in the open alone, without penalty.
    Open,
    /// Reading `covered-only-at-minus-one`: at those in cover alone, at −1.
    Covered,
}

/// A volley as compiled.
#[derive(Debug)]
pub struct Volley {
    /// The formation that shoots.
    pub by: usize,
    /// The formation aimed at.
    pub at: usize,
    /// §1.10: fires only from overwatch, and ends it.
    pub from_overwatch: bool,
    /// Firing groups, front to back.
    pub firers: Vec<Firer>,
    /// Dice with one test.
    pub shots: Vec<Shots>,
    /// Kinds of hits.
    pub classes: Vec<Class>,
    /// The target's slots, front to back.
    pub targets: Vec<Target>,
    /// Slots in the order snipers choose them (§2.1.20).
    pub sniper_order: Vec<usize>,
    /// For AP, AT and MW: how they treat mixed cover.
    pub aims: [Aim; 3],
    /// Which slots each kind can hit.
    pub open_to: [Slots; 3],
    /// §1.11.
    pub crossfire: Option<Crossfire>,
    /// §1.9.8.
    pub barrage: Option<Barrage>,
    /// Bits of kinds whose targets were mixed when firing began, shot at in the open alone.
    pub aimed: Cell,
    /// 1: the first loss to crossfire has been paid for.
    pub crossed: Cell,
}

/// §1.11: who holds the other end of the line.
#[derive(Clone, Copy, Debug)]
pub struct Crossfire {
    /// A formation that must be neither broken nor marched, where the scenario names it.
    pub with: Option<usize>,
}

/// A group that fires.
#[derive(Debug)]
pub struct Firer {
    /// The group.
    pub group: usize,
    /// So many of its units at most are able to fire.
    pub able: u32,
    /// §1.9.2: slots in range of any of its weapons but those for close combat; with one of them there, it takes its turn
    /// at being suppressed.
    pub in_range: Slots,
    /// Units that fire: those able and not suppressed when fire is opened.
    pub active: Cell,
    /// §2.2.8, §2.2.10: its weapons that cannot fire in every turn.
    pub magazines: Vec<Magazine>,
}

/// Equal dice.
#[derive(Debug)]
pub struct Shots {
    /// What they are aimed at.
    pub kind: Kind,
    /// The class of their hits.
    pub class: usize,
    /// §2.2.4: −1 for cover never applies.
    pub ignore_cover: bool,
    /// To hit a target in the open, and one in cover; nothing when the value is 10+ or worse.
    pub to_hit: [Option<Pool>; 2],
    /// Where the dice come from.
    pub from: Vec<Source>,
}

/// One weapon line of one firer.
#[derive(Debug)]
pub struct Source {
    /// Index of the firer.
    pub firer: usize,
    /// Dice a unit.
    pub dice: Amount,
    /// Slots within its range.
    pub reach: Slots,
    /// Index in [`Firer::magazines`] for weapons that cannot fire in every turn.
    pub once: Option<usize>,
    /// §1.1.3: a weapon with two values uses this one while the other has nothing to hit.
    pub instead_of: Option<Kind>,
}

/// Hits of one kind with one effect.
#[derive(Debug)]
pub struct Class {
    /// What they can hit.
    pub kind: Kind,
    /// What they do.
    pub effect: Effect,
    /// Slots within range.
    pub reach: Slots,
    /// Hits waiting for their saves.
    pub pending: Cell,
    /// Saves by slot, for each [`Volley::variant`]; those that cannot come about are empty.
    pub saves: [Vec<Option<Pool>>; 4],
}

/// One slot of the target.
#[derive(Debug)]
pub struct Target {
    /// The group.
    pub group: usize,
    /// §1.8.2: in cover from these shooters.
    pub covered: bool,
    /// §1.8.4: in cover while on overwatch and not having fired.
    pub covered_on_overwatch: bool,
    /// So many of its units at most can be hit; the cell counts those left of them.
    pub exposed: Option<(u32, Cell)>,
}

/// Pieces of a volley in the order they are played.
const OPEN_FIRE: u8 = 0;
const TO_HIT: u8 = 1;
const SAVES: u8 = 2;
const BARRAGE: u8 = SAVES + SAVE_ROUNDS.len() as u8;
const BARRAGE_SAVES: u8 = BARRAGE + 1;
const RECKONING: u8 = BARRAGE + 2;

/// The rounds of saves (§1.9.6, §2.2.6): snipers roll separately and first, then ordinary hits, then macro, then
/// titan killers.
const SAVE_ROUNDS: [(Strength, bool); 6] = [
    (Strength::Normal, true),
    (Strength::Normal, false),
    (Strength::Macro, true),
    (Strength::Macro, false),
    (Strength::TitanKiller, true),
    (Strength::TitanKiller, false),
];

/// Shots that come as D3s.
const NUMBER_OF_SHOTS: Roll = Roll::new("number of shots, D3", "1.1.3");

impl Volley {
    /// Plays one piece; true when the volley is over.
    pub fn advance<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        match state[PIECE] {
            OPEN_FIRE => {
                if !self.open_fire(forces, state, dice) {
                    return true;
                }
                state[PIECE] = TO_HIT;
            }
            TO_HIT => {
                if usize::from(state[CURSOR]) < self.shots.len() {
                    self.roll_to_hit(forces, state, dice);
                    state[CURSOR] += 1;
                }
                if usize::from(state[CURSOR]) == self.shots.len() {
                    state[CURSOR] = 0;
                    state[PIECE] = self.next_saves(state, SAVES);
                }
            }
            round @ SAVES..BARRAGE => {
                self.roll_saves(forces, state, dice, SAVE_ROUNDS[usize::from(round - SAVES)]);
                state[PIECE] = self.next_saves(state, round + 1);
            }
            BARRAGE => {
                let over = match &self.barrage {
                    Some(barrage) => barrage.roll_to_hit(self, forces, state, dice),
                    None => true,
                };
                if over {
                    state[PIECE] = if self.barrage.is_some() { BARRAGE_SAVES } else { RECKONING };
                }
            }
            BARRAGE_SAVES => {
                if let Some(barrage) = &self.barrage {
                    barrage.roll_saves(self, forces, state, dice);
                }
                state[PIECE] = RECKONING;
            }
            _ => {
                self.reckon(forces, state, dice);
                return true;
            }
        }
        false
    }

    /// §1.9.2, §1.9.4: who fires; the target comes under fire as soon as one unit may shoot. False: nobody does.
    fn open_fire<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let shooters = &forces.formations[self.by];
        if !forces.can_act(state, self.by)
            || forces.units(state, self.at) == 0
            || (self.from_overwatch && !shooters.is_on_overwatch(state))
        {
            return false;
        }
        for target in &self.targets {
            if let Some((most, left)) = target.exposed {
                state[left] = most.min(forces.groups[target.group].present(state)) as u8;
            }
        }
        self.suppress(forces, state);
        let fires = self.may_fire(forces, state);
        if self.from_overwatch {
            state[shooters.ledger.activated] = u8::from(fires);
        }
        // §1.10: once it has fired it is on overwatch no more; acting otherwise ends it too.
        if fires || !self.from_overwatch {
            state[shooters.status] &= !OVERWATCH;
        }
        if !fires {
            self.cease_fire(state);
            return false;
        }
        let suppressed = state.count(shooters.ledger.suppressed);
        if suppressed > 0 {
            dice.note(|| format!("{suppressed} unit(s) of {} suppressed (§1.9.2)", shooters.name));
        }
        dice.note(|| format!("1 blast marker on {} for coming under fire (§1.9.4)", forces.formations[self.at].name));
        forces.place_markers(state, dice, self.at, 1);
        for kind in [Kind::Ap, Kind::At, Kind::Mw] {
            let (open, covered) = self.mixed(forces, state, self.open_to[kind as usize]);
            if open && covered && self.aims[kind as usize] == Aim::Open {
                state[self.aimed] |= 1 << kind as u8;
            }
        }
        true
    }

    /// §1.9.2: one unit is suppressed for each marker, rear to front, of those that have a weapon in range of somebody.
    fn suppress(&self, forces: &Forces, state: &mut State) {
        let shooters = &forces.formations[self.by];
        let mut markers = state.count(shooters.markers);
        for firer in self.firers.iter().rev() {
            let able = forces.groups[firer.group].present(state).min(firer.able);
            let absorbs = self.anybody(forces, state, firer.in_range);
            let suppressed = if absorbs { able.min(markers) } else { 0 };
            markers -= suppressed;
            state.add(shooters.ledger.suppressed, suppressed);
            state[firer.active] = (able - suppressed) as u8;
        }
    }

    /// Whether one unit may shoot at all, be it at somebody it cannot hurt (§1.9.4 Q).
    fn may_fire(&self, forces: &Forces, state: &State) -> bool {
        let shoots = |source: &Source| self.firing(state, source) > 0 && self.anybody(forces, state, source.reach);
        self.shots.iter().flat_map(|shots| &shots.from).any(shoots)
            || self.barrage.as_ref().is_some_and(|barrage| barrage.points(self, state) > 0)
    }

    /// Units that fire a weapon line.
    pub fn firing(&self, state: &State, source: &Source) -> u32 {
        let firer = &self.firers[source.firer];
        let active = state.count(firer.active);
        source.once.map_or(active, |weapon| active.min(state.count(firer.magazines[weapon].loaded)))
    }

    /// Whether somebody who can be hit stands in one of these slots.
    fn anybody(&self, forces: &Forces, state: &State, slots: Slots) -> bool {
        (0..self.targets.len()).any(|slot| slots >> slot & 1 == 1 && self.size(forces, state, slot) > 0)
    }

    /// Units in a slot that can be hit.
    fn size(&self, forces: &Forces, state: &State, slot: usize) -> u32 {
        let target = &self.targets[slot];
        let present = forces.groups[target.group].present(state);
        target.exposed.map_or(present, |(_, left)| present.min(state.count(left)))
    }

    fn covered(&self, forces: &Forces, state: &State, slot: usize) -> bool {
        let target = &self.targets[slot];
        target.covered || (target.covered_on_overwatch && forces.formations[self.at].is_on_overwatch(state))
    }

    /// Whether some of these slots hold units in the open, and some hold units in cover.
    fn mixed(&self, forces: &Forces, state: &State, slots: Slots) -> (bool, bool) {
        let (mut open, mut covered) = (false, false);
        for slot in (0..self.targets.len()).filter(|slot| slots >> slot & 1 == 1) {
            if self.size(forces, state, slot) > 0 {
                *if self.covered(forces, state, slot) { &mut covered } else { &mut open } = true;
            }
        }
        (open, covered)
    }

    /// §1.9.5: one pool of dice to hit.
    fn roll_to_hit<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let shots = &self.shots[usize::from(state[CURSOR])];
        let slots = self.open_to[shots.kind as usize] & self.classes[shots.class].reach;
        let (open, covered) = self.mixed(forces, state, slots);
        if !open && !covered {
            return;
        }
        let in_the_open = shots.ignore_cover || !covered || self.spares_the_covered(state, shots.kind);
        let Some(to_hit) = &shots.to_hit[usize::from(!in_the_open)] else { return };
        let mut count = 0;
        for source in &shots.from {
            let other = source.instead_of.map(|other| self.open_to[other as usize] & source.reach);
            if other.is_some_and(|slots| self.anybody(forces, state, slots)) {
                continue;
            }
            let firing = self.firing(state, source);
            count += match source.dice {
                Amount::Fixed(dice) => firing * u32::from(dice),
                Amount::D3(each) => dice.sum_of_d3(&NUMBER_OF_SHOTS, firing * u32::from(each)),
            };
        }
        let hits = dice.successes(to_hit, count);
        state.add(self.classes[shots.class].pending, hits);
        state.add(forces.formations[self.at].ledger.hits, hits);
    }

    fn spares_the_covered(&self, state: &State, kind: Kind) -> bool {
        state[self.aimed] >> kind as u8 & 1 == 1
    }

    /// §1.9.6: the slots a class of hits may be allocated to.
    fn slots(&self, forces: &Forces, state: &State, class: &Class) -> Slots {
        let slots = class.reach & self.open_to[class.kind as usize];
        if class.effect.ignore_cover {
            return slots;
        }
        let only = |keep: bool| {
            let kept = (0..self.targets.len()).filter(|&slot| self.covered(forces, state, slot) == keep);
            kept.fold(0, |slots, slot| slots | 1 << slot)
        };
        if self.spares_the_covered(state, class.kind) {
            return slots & only(false);
        }
        let covered = slots & only(true);
        if self.aims[class.kind as usize] == Aim::Covered && covered != 0 { covered } else { slots }
    }

    fn next_saves(&self, state: &State, from: u8) -> u8 {
        (from..BARRAGE)
            .find(|round| {
                let (strength, sniper) = SAVE_ROUNDS[usize::from(round - SAVES)];
                let due = |class: &&Class| (class.effect.strength, class.effect.sniper) == (strength, sniper);
                self.classes.iter().filter(due).any(|class| state[class.pending] > 0)
            })
            .unwrap_or(if self.barrage.is_some() { BARRAGE } else { RECKONING })
    }

    /// §1.9.6: allocates one round of hits and rolls their saves.
    fn roll_saves<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, round: (Strength, bool)) {
        let variant = self.variant(forces, state, self.at);
        let sizes: SmallVec<[u32; 16]> = (0..self.targets.len()).map(|slot| self.size(forces, state, slot)).collect();
        let mut hits: SmallVec<[Hits; MOST_CLASSES]> = SmallVec::new();
        let mut which: SmallVec<[usize; MOST_CLASSES]> = SmallVec::new();
        for (index, class) in self.classes.iter().enumerate() {
            if (class.effect.strength, class.effect.sniper) == round && state[class.pending] > 0 {
                let slots = self.slots(forces, state, class);
                hits.push(Hits { count: state.count(class.pending), slots, saves: &class.saves[variant] });
                which.push(index);
                state[class.pending] = 0;
            }
        }
        let front_to_back: SmallVec<[usize; 16]> = (0..self.targets.len()).collect();
        let order = if round.1 { &self.sniper_order[..] } else { &front_to_back[..] };
        // §2.2.7: hits with disrupt place a marker each, saved or not, but none on those who cost no markers.
        if hits.iter().zip(&which).any(|(_, &class)| self.classes[class].effect.disrupt) {
            self.disrupt(forces, state, &sizes, order, &hits, &which);
        }
        strike(dice, &sizes, order, &hits, |dice, slot, class, units| {
            let effect = self.classes[which[class]].effect;
            if let Some((_, left)) = self.targets[slot].exposed {
                state.take(left, units);
            }
            self.fall(forces, state, dice, self.targets[slot].group, units, effect);
        });
    }

    /// §2.2.7: a marker for every hit of disrupting weapons that falls on a unit that costs markers.
    fn disrupt(
        &self,
        forces: &Forces,
        state: &mut State,
        sizes: &[u32],
        order: &[usize],
        hits: &[Hits],
        which: &[usize],
    ) {
        super::allocation::allocate(sizes, order, hits, |slot, class, units| {
            let group = &forces.groups[self.targets[slot].group];
            if self.classes[which[class]].effect.disrupt && !group.expendable {
                state.add(forces.formations[group.formation].ledger.due, units);
            }
        });
    }

    /// Units die of hits: counted, and their markers noted. §2.1.19: expendable units cost none; §2.2.7: nor do those
    /// who die of disrupting hits; their passengers do. §1.11: the first unit lost to crossfire costs one more.
    pub fn fall<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        group: usize,
        units: u32,
        effect: Effect,
    ) {
        let of = &forces.groups[group];
        let formation = &forces.formations[of.formation];
        let crossfire = of.formation == self.at && self.in_crossfire(forces, state);
        let lost = forces.lose(state, dice, group, units, Cause::Hit(effect, crossfire));
        dice.note(|| format!("{} of {} destroyed", lost.words(&of.unit.name), formation.name));
        state.add(formation.ledger.fallen, lost.units());
        let own = if of.expendable { 0 } else { lost.own };
        let markers = lost.costly_passengers + if effect.disrupt { 0 } else { own };
        state.add(formation.ledger.due, markers);
        let costly = own + lost.costly_passengers > 0;
        if costly && crossfire && state[self.crossed] == 0 {
            state[self.crossed] = 1;
            state.add(formation.ledger.due, 1);
            dice.note(|| "the first unit lost to crossfire costs one more blast marker (§1.11)".into());
        }
    }

    /// Which saves a formation hit has: 1 more in crossfire (§1.11), 2 more on overwatch (§1.8.4).
    pub fn variant(&self, forces: &Forces, state: &State, formation: usize) -> usize {
        let crossfire = formation == self.at && self.in_crossfire(forces, state);
        usize::from(crossfire) + 2 * usize::from(forces.formations[formation].is_on_overwatch(state))
    }

    /// §1.11: the other end of the line must be neither broken nor marched.
    fn in_crossfire(&self, forces: &Forces, state: &State) -> bool {
        self.crossfire.is_some_and(|crossfire| {
            crossfire
                .with
                .is_none_or(|with| forces.can_act(state, with) && state[forces.formations[with].status] & MARCHED == 0)
        })
    }

    /// §1.9.4, §1.9.7: markers for the losses, then the check whether a formation breaks.
    fn reckon<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        for firer in &self.firers {
            for magazine in &firer.magazines {
                let active = state.count(firer.active);
                magazine.fire(state, active);
            }
        }
        let others = self.barrage.iter().flat_map(|barrage| barrage.others());
        for formation in std::iter::once(self.at).chain(others) {
            let ledger = forces.formations[formation].ledger;
            let due = state.count(ledger.due);
            state[ledger.due] = 0;
            if due > 0 {
                dice.note(|| format!("{due} blast marker(s) more for {} (§1.9.4)", forces.formations[formation].name));
                forces.place_markers(state, dice, formation, due);
            }
            forces.check_broken(state, dice, formation);
        }
        self.cease_fire(state);
    }

    /// What served the volley alone matters no more.
    fn cease_fire(&self, state: &mut State) {
        state[self.aimed] = 0;
        state[self.crossed] = 0;
        for left in self.targets.iter().filter_map(|target| target.exposed) {
            state[left.1] = 0;
        }
        for firer in &self.firers {
            state[firer.active] = 0;
        }
    }
}

/// §1.9.5: the dice to hit for a value and its modifiers. A natural 1 always misses; a 7+ is a 6, then a 4+, and so on
/// to 9+; 10+ is impossible.
pub fn to_hit(value: u8, modifier: i32) -> Option<Test> {
    let need = i32::from(value) - modifier;
    let six = Need::at_least(6);
    match need {
        ..=6 => Some(Test::once(Need::at_least(need.max(2)))),
        7 => Some(Test::All(vec![six, Need::at_least(4)])),
        8 => Some(Test::All(vec![six, Need::at_least(5)])),
        9 => Some(Test::All(vec![six, six])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(value: u8, modifier: i32) -> Vec<u8> {
        to_hit(value, modifier).map_or(vec![], |test| test.stages().iter().map(|need| need.face()).collect())
    }

    #[test]
    fn g9_and_g11_section_1_9_5_values_and_modifiers() {
        assert_eq!(needs(5, 0), [5]);
        assert_eq!(needs(5, 1), [4]);
        assert_eq!(needs(6, -1), [6, 4]);
        assert_eq!(needs(6, -2), [6, 5]);
        assert_eq!(needs(6, -3), [6, 6]);
        assert_eq!(needs(6, -4), [] as [u8; 0]);
        // A natural 1 misses whatever the modifiers make of it.
        assert_eq!(needs(2, 1), [2]);
        assert_eq!(needs(1, 0), [2]);
    }
}
