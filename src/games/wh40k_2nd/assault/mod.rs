//! §15.5, §16.12: close combat against targets that do not fight back: vehicles, buildings, doors. Every attack is a
//! hit on the chosen location, and in a round all bands attack once.

pub mod assaulting;
pub mod compile;
pub mod counted;

use crate::battle::Battle;
use crate::fire::volley::Volley;
use crate::forces::{BROKEN, Forces, OVERWATCH, SHAKEN};
use crate::machine::each::Each;
use crate::machine::hard::{Hard, Stroke};
use crate::psychology::{Dread, Meeting, Nerve};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To, one_by_one};
use battle_odds_plan::state::{Cell, MOST, State};

/// An assault on machines or walls of one formation.
#[derive(Debug)]
pub struct Assault {
    /// The attackers, group by group.
    pub bands: Vec<Band>,
    /// `contact`: the most models that attack from some of the bands.
    pub limits: Vec<(u32, Vec<usize>)>,
    /// What they attack.
    pub hard: Hard,
    /// Their formation.
    pub at: usize,
    /// Formations that may take a break test after a round.
    pub tested: Vec<usize>,
    /// §10.7: whether it begins with a charge.
    pub charge: bool,
    /// §14.1: formations that charge a target that causes fear or terror, each with a cell that is 1 if it dares not;
    /// empty if the target causes neither.
    pub chargers: Vec<(usize, Cell)>,
    /// §11.24.2: fire from overwatch at those who charge, one stage each.
    pub reactions: Vec<Volley>,
    /// What this fire of the attacked formation has done to them: hits, wounds, kills.
    pub returned: [Cell; 3],
    /// The number of rounds.
    pub rounds: usize,
    /// Rounds fought.
    pub fought: Cell,
    /// Attacks of a band that are not resolved yet.
    pub hits: Cell,
    /// 1 once the attacked formation is in close combat.
    pub charged: Cell,
}

/// A group that attacks.
#[derive(Debug)]
pub struct Band {
    /// The group.
    pub group: usize,
    /// What they strike with: the first whose weapon still works; the last one always does.
    pub with: Vec<With>,
    /// §20: models that may be run over as they charge.
    pub run_over: Option<Each>,
    /// Models that attack in this round.
    pub stand: Cell,
    /// What is counted of their formation.
    pub cells: Counters,
}

/// What a band strikes with.
#[derive(Debug)]
pub struct With {
    /// The weapon; nothing means bare hands.
    pub carrying: Option<Carrying>,
    /// Attacks of each model: if calm, and if frenzied (§14.5).
    pub attacks: [u32; 2],
    /// What an attack does.
    pub strokes: Vec<Stroke>,
}

/// A weapon in the hands of a band.
#[derive(Clone, Copy, Debug)]
pub struct Carrying {
    /// 1 once it is destroyed.
    pub lost: Cell,
    /// 1 while it recharges.
    pub recharging: Cell,
    /// Whether it must recharge.
    pub recharges: bool,
}

/// What is counted of a formation that attacks.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)] // Named like the metrics.
pub struct Counters {
    pub hits: Cell,
    pub wounds: Cell,
    pub kills: Cell,
    pub charged: Cell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Form,
    RunOver,
    Shock,
    Load,
    Strike,
    BreakTests,
}

/// A round: one group after another attacks. Break tests follow losses at once: a formation that breaks attacks no
/// more.
const ROUND: Sequence<Part> = Sequence(&[
    ("15.5", Part::Form),
    ("20", Part::RunOver),
    ("13.1", Part::Shock),
    ("15.5", Part::Load),
    ("15.5", Part::Strike),
    ("13.1", Part::BreakTests),
]);

/// The most pieces of one band's attacks that the clock has places for, and all its places.
const PIECES: (usize, usize) = (1 << 9, MOST as usize);

impl Play<Battle> for Assault {
    /// The number of its stages: nerve and fire from overwatch come before the attacks, if there are any.
    fn stages(&self) -> usize {
        if !self.chargers.is_empty() || !self.reactions.is_empty() { 2 + self.reactions.len() } else { 1 }
    }

    fn advance<D: Dice>(&self, stage: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        match stage {
            _ if stage + 1 == self.stages() => self.rounds(battle, state, dice),
            0 => one_by_one(state, self.chargers.len(), |nth, state| self.dare(battle, state, dice, nth)),
            _ => self.react(&self.reactions[stage - 1], battle, state, dice),
        }
    }
}

impl Assault {
    /// §14.4: whether a formation fires from overwatch in a stage, or is fired at; or attacks, or is attacked.
    pub fn meets(&self, forces: &Forces, stage: usize, formation: usize) -> bool {
        match stage {
            _ if stage + 1 == self.stages() => {
                let attacks = |band: &Band| forces.groups[band.group].formation == formation;
                formation == self.at || self.bands.iter().any(attacks)
            }
            0 => false,
            _ => self.reactions[stage - 1].meets(formation),
        }
    }

    /// §14.1, §14.2: the test of a formation that charges what it fears.
    fn dare<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D, nth: usize) {
        let Battle { forces, morale, .. } = battle;
        let (formation, stays) = self.chargers[nth];
        if !forces.can_charge(state, formation) {
            return;
        }
        let Some(dread) = forces.causes(state, std::iter::once(self.at)) else { return };
        let meeting = Meeting { dread, charging: true, outnumbered: false };
        let dreaded = forces.dreads(state, formation, dread).unwrap_or(dread);
        let rolls = if dreaded == Dread::Terror { &morale.terror } else { &morale.fear };
        let nerve = forces.dread_test(state, dice, formation, meeting, &rolls[formation]);
        // Space Marines are shaken, and do not advance (§13.4.1).
        let shaken = forces.formations[formation].is(state, SHAKEN);
        state.put(stays, (nerve == Nerve::Stays || nerve == Nerve::Fails && shaken).into());
    }

    /// §11.24.2: plays one piece of the fire of a formation on overwatch at those who charge; true when it is over.
    fn react<D: Dice>(&self, volley: &Volley, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        let comes = |formation: usize| {
            let stays = self.chargers.iter().any(|&(of, stays)| of == formation && state[stays] > 0);
            !stays && !forces.formations[formation].is(state, BROKEN | SHAKEN)
        };
        if !volley.at.iter().any(|&at| comes(at)) {
            return true;
        }
        let ledgers = || volley.at.iter().map(|&at| &forces.formations[at].ledger);
        let done = |state: &State| {
            let counts = ledgers().map(|of| [of.hits, of.wounds, of.kills].map(|cell| state.count(cell)));
            counts.fold([0; 3], |sums, of| [sums[0] + of[0], sums[1] + of[1], sums[2] + of[2]])
        };
        let before = done(state);
        let over = volley.advance(0, battle, state, dice);
        if volley.by == self.at {
            let after = done(state);
            (0..3).for_each(|nth| state.add(self.returned[nth], after[nth] - before[nth]));
        }
        // Hits on formations without locations are not reported.
        for of in volley.at.iter().filter(|&&at| !forces.is_hard(at)) {
            state.put(forces.formations[*of].ledger.hits, 0);
        }
        over
    }

    /// Plays one piece of the attacks; true when they are over.
    fn rounds<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        ROUND.play(state, |now, state| match now.part {
            Part::Form => match self.form(forces, state) {
                true => Flow::Pass(To::Next),
                false => Flow::Over,
            },
            Part::RunOver => {
                let mut all = self.bands.iter().filter_map(|band| band.run_over.as_ref());
                match all.find(|each| each.waits(state)) {
                    Some(each) => {
                        each.next(forces, state, dice);
                        Flow::Again(now.nth + 1)
                    }
                    None => Flow::Pass(To::Next),
                }
            }
            Part::Shock => match self.next_test(battle, state, dice, now.nth) {
                Some(nth) => Flow::Again(nth + 1),
                None => Flow::Pass(To::Next),
            },
            Part::Load => {
                self.dodged(state);
                Flow::Pass(To::Next)
            }
            Part::Strike => self.strike(forces, state, dice, now.nth),
            Part::BreakTests => match self.next_test(battle, state, dice, now.nth) {
                Some(nth) => Flow::Again(nth + 1),
                None if self.bands.iter().any(|band| state[band.stand] > 0) => Flow::Pass(To::Round(Part::Strike)),
                None => Flow::Pass(To::Round(Part::Form)),
            },
        })
    }

    /// §13.1: the next formation that must take a break test takes it; nothing when all have.
    fn next_test<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D, first: usize) -> Option<usize> {
        let Battle { forces, morale, .. } = battle;
        (first..self.tested.len()).find(|&nth| morale.after_step(forces, state, dice, self.tested[nth]))
    }

    /// Lines up the attackers for a round; false when there are none, nothing is left to attack, or all rounds are
    /// over.
    fn form(&self, forces: &Forces, state: &mut State) -> bool {
        let round = state.count(self.fought) as usize;
        for band in &self.bands {
            state.put(band.stand, 0);
        }
        if round == self.rounds || forces.is_destroyed(state, self.at) {
            return false;
        }
        for band in &self.bands {
            let formation = forces.groups[band.group].formation;
            let stays = self.chargers.iter().any(|&(of, stays)| of == formation && state[stays] > 0);
            let able = match (self.charge, round) {
                (true, 0) => !stays && forces.can_charge(state, formation),
                (charge, _) => {
                    let came = !charge || state[band.cells.charged] > 0;
                    came && !forces.formations[formation].is(state, BROKEN)
                }
            };
            if able {
                state.set(band.stand, forces.groups[band.group].models(state));
            }
        }
        for (most, bands) in &self.limits {
            let mut left = *most;
            for band in bands.iter().map(|&band| &self.bands[band]) {
                let stand = state.count(band.stand).min(left);
                state.set(band.stand, stand);
                left -= stand;
            }
        }
        if self.bands.iter().all(|band| state[band.stand] == 0) {
            return false;
        }
        state.add(self.fought, 1);
        state.put(self.charged, 1);
        for band in self.bands.iter().filter(|band| state[band.stand] > 0).collect::<Vec<_>>() {
            state.put(band.cells.charged, 1);
            // §11.24.1: a charging formation is no longer on overwatch.
            if self.charge {
                let formation = forces.groups[band.group].formation;
                state[forces.formations[formation].status] &= !OVERWATCH;
            }
            if let Some(each) = band.run_over.as_ref().filter(|_| round == 0) {
                state.put(each.dodged, 0);
                let stand = state.count(band.stand);
                each.befalls(forces, state, stand);
            }
        }
        true
    }

    /// §20: only models that were not run over attack.
    fn dodged(&self, state: &mut State) {
        if state[self.fought] == 1 {
            for band in &self.bands {
                if let Some(each) = &band.run_over {
                    state.put(band.stand, state[each.dodged]);
                    state.put(each.dodged, 0);
                }
            }
        }
    }

    /// The attacks of the next band that has not attacked, one piece each.
    fn strike<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, nth: usize) -> Flow<Part> {
        let pieces = PIECES.0.min(PIECES.1 / self.bands.len().max(1));
        let place = match nth {
            0 => self.bands.iter().position(|band| state[band.stand] > 0),
            _ => Some(nth / pieces),
        };
        let Some(place) = place else { return Flow::Pass(To::Next) };
        let band = &self.bands[place];
        let with = band.now(state);
        if nth == 0 {
            let group = &forces.groups[band.group];
            let each = with.attacks[usize::from(forces.is_frenzied(state, group))];
            let able = !forces.formations[group.formation].is(state, BROKEN);
            let attacks = if able { state.count(band.stand).min(group.models(state)) * each } else { 0 };
            state.put(band.stand, 0);
            state.set(self.hits, attacks);
            state.add(band.cells.hits, attacks);
            // faq 1.4.
            if let Some(carrying) = with.carrying.filter(|carrying| carrying.recharges && attacks > 0) {
                state.put(carrying.recharging, 1);
            }
        }
        let before = [forces.models(state, self.at), self.wounds(forces, state)];
        let mut over = self.hard.fall(&with.strokes, forces, state, dice, self.hits);
        // When the clock has no place left, the rest is one piece.
        while !over && nth % pieces == pieces - 1 {
            over = self.hard.fall(&with.strokes, forces, state, dice, self.hits);
        }
        state.add(band.cells.kills, before[0] - forces.models(state, self.at));
        state.add(band.cells.wounds, before[1] - self.wounds(forces, state));
        match over {
            true => Flow::Done(To::Next),
            false => Flow::Again(place * pieces + nth % pieces + 1),
        }
    }

    fn wounds(&self, forces: &Forces, state: &State) -> u32 {
        forces.of(self.at).iter().map(|group| group.wounds(state)).sum()
    }
}

impl Band {
    /// What they strike with now.
    fn now(&self, state: &State) -> &With {
        let left = |with: &&With| with.carrying.is_none_or(|carrying| state[carrying.lost] == 0);
        self.with.iter().find(left).unwrap_or(&self.with[0])
    }
}
