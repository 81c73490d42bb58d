//! §3.7: an assault: the charge and what comes with it, the duels, the result. The losers' morale tests follow, as
//! after every action.
//!
//! | file | what is in it |
//! |---|---|
//! | this one | an assault, stage by stage |
//! | [`fear`] | Terror and Fear |
//! | [`duel`] | one base against another |
//! | [`line`](mod@line) | the two sides when the duels begin |

pub mod compile;
pub mod duel;
pub mod fear;
pub mod line;
pub mod memory;
pub mod written;

use crate::aftermath;
use crate::assault::duel::Duels;
use crate::assault::line::{Base, Line, Party};
use crate::battle::Battle;
use crate::fire::Volley;
use crate::forces::written::Order;
use crate::forces::{self, CHARGED, Forces};
use crate::readings::{AssaultResult, DuelWounds, Readings, Tie};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Now, Sequence, To, round};
use battle_odds_plan::state::{Cell, State};

/// The attackers and the attacked, as indices.
const BY: usize = 0;
const AT: usize = 1;

/// An assault.
#[derive(Debug)]
pub struct Assault {
    /// The attackers, and the attacked.
    pub lines: [Line; 2],
    /// Whether it is the first round, with the effects of a charge.
    pub charge: bool,
    /// #13: whether it is in the air; bases without an opponent stay out of it.
    pub interception: bool,
    /// §3.6: fire at those who charge.
    pub fire: Vec<CounterCharge>,
    /// The duels of each attacking kind of base with each attacked kind, row by row.
    pub duels: Vec<Duels>,
    /// The readings of the rules.
    pub readings: Readings,
    /// Wounds left of the base that fights several, during its duels.
    pub wounds_left: Cell,
    /// Duels fought.
    pub fought: Cell,
    /// By how many wounds it is decided.
    pub margin: Cell,
}

/// §3.6: fire of a formation at one that charges.
#[derive(Debug)]
pub struct CounterCharge {
    /// The formation that shoots and the one that charges, by index within their sides.
    pub parties: [usize; 2],
    /// The fire.
    pub volley: Volley,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Contact,
    Fear,
    Duels,
    Result,
}

/// §3.7: from contact to the result; one round for each base of the smaller side.
const COMBAT: Sequence<Part> =
    Sequence(&[("3.7", Part::Contact), ("#18", Part::Fear), ("3.7", Part::Duels), ("3.7", Part::Result)]);

impl Play<Battle> for Assault {
    /// The number of its stages: the approach, the fire of each formation and what ends it, the combat.
    fn stages(&self) -> usize {
        2 + self.fire.len() + usize::from(!self.fire.is_empty())
    }

    fn advance<D: Dice>(&self, stage: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        match stage {
            0 => self.approach(battle, state, dice),
            nth if nth <= self.fire.len() => {
                let fire = &self.fire[nth - 1];
                !self.shoots(fire, &battle.forces, state) || fire.volley.advance(0, battle, state, dice)
            }
            nth if nth + 1 < self.stages() => aftermath::advance(battle, state, dice, &|_, _| Some(0)),
            _ => self.combat(battle, state, dice),
        }
    }
}

impl Assault {
    /// §3.7, A-27: the modifier of a formation's morale test after the assault; nothing if it takes none.
    pub fn nerve(&self, state: &State, formation: usize) -> Option<i32> {
        let mut parties = self.lines.iter().flat_map(|line| &line.parties);
        match parties.find(|party| party.formation == formation) {
            Some(party) if self.readings.assault_result == AssaultResult::MoreWoundsLost => {
                (state[party.won] == 0).then(|| -i32::from(state[self.margin] / 2))
            }
            _ => Some(0),
        }
    }

    /// §3.6, #28: whether a formation shoots at one that charges: if it has not failed against Terror, and that one is
    /// the first to come.
    fn shoots(&self, fire: &CounterCharge, forces: &Forces, state: &State) -> bool {
        let [by, at] = fire.parties;
        let comes = |party: &Party| state[party.shaken] == 0 && forces.is_out(state, party.formation);
        state[self.lines[AT].parties[by].shaken] == 0 && self.lines[BY].parties.iter().position(comes) == Some(at)
    }

    /// §3.7: contact, Fear, duels, the result.
    fn combat<D: Dice>(&self, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let forces = &battle.forces;
        COMBAT.play(state, |now, state| match now.part {
            Part::Contact => match self.contact(forces, state, dice) {
                true => Flow::Pass(To::Next),
                false => Flow::Over,
            },
            Part::Fear => {
                let parties =
                    || (0..2).flat_map(|side| self.lines[side].parties.iter().map(move |party| (side, party)));
                match parties().nth(now.nth).filter(|_| self.charge) {
                    None => Flow::Pass(To::Next),
                    Some((side, party)) => {
                        self.fear(side, party, battle, state, dice);
                        Flow::Again(now.nth + 1)
                    }
                }
            }
            Part::Duels => self.duel(forces, state, dice, now),
            Part::Result => {
                self.result(forces, state, dice);
                Flow::Over
            }
        })
    }

    /// §3.7: which formations come into contact, and how their bases line up; whether any do.
    fn contact<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        for party in &self.lines[BY].parties {
            let of = &forces.formations[party.formation];
            // §3.8: losses to fire have already been tested for.
            state.set(party.lost_to_fire, state.count(of.ledger.lost));
            let failed = self.charge && (of.has_order(state, Order::FallBack) || state[of.ledger.instinct] > 0);
            let comes = !failed && state[party.shaken] == 0 && forces.is_out(state, party.formation);
            state.put(party.here, comes.into());
            state.put(of.ledger.lost, 0);
            state.put(of.ledger.wounds, 0);
        }
        for ledger in forces.formations.iter().map(|of| &of.ledger) {
            state.put(ledger.passengers_tested, 0);
            state.put(ledger.passengers_wounds, 0);
        }
        let alive = |party: &&Party, state: &State| forces.is_out(state, party.formation);
        let anybody = self.lines[AT].parties.iter().any(|party| alive(&party, state));
        if !anybody || !self.lines[BY].is_here(state) {
            dice.note(|| text!("no contact"));
            self.lines.iter().flat_map(|line| &line.parties).for_each(|party| {
                state.put(party.shaken, 0);
                state.put(party.here, 0);
            });
            return false;
        }
        for party in &self.lines[AT].parties {
            state.put(party.here, alive(&party, state).into());
        }
        if self.charge {
            for party in &self.lines[BY].parties {
                let charged = if state[party.here] > 0 { CHARGED } else { 0 };
                state[forces.formations[party.formation].status] |= charged;
            }
        }
        self.lines[BY].stand(forces, state, u32::MAX);
        let most = if self.interception { self.lines[BY].bases(state) } else { u32::MAX };
        self.lines[AT].stand(forces, state, most);
        true
    }

    /// §3.7: one duel: the bases of the larger side are dealt to those of the smaller one from the front, one each in
    /// turn; a base meets its foes in that order while it lives.
    fn duel<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, now: Now<Part>) -> Flow<Part> {
        let bases = [0, 1].map(|side| self.lines[side].bases(state));
        let few = if bases[AT] <= bases[BY] { AT } else { BY };
        let (many, place, nth) = (1 - few, round(state) as u32, now.nth as u32);
        let Some(one) = self.lines[few].base(forces, state, place) else { return Flow::Pass(To::Next) };
        if nth == 0 {
            state.set(self.wounds_left, one.level as u32);
        }
        let alive = state[self.wounds_left] > 0;
        let foe = self.lines[many].base(forces, state, place + nth * bases[few]).filter(|_| alive);
        let Some(foe) = foe else {
            self.lines[few].remember(state, one, nth, alive);
            state.put(self.wounds_left, 0);
            return Flow::Pass(To::Round(Part::Duels));
        };
        let one = Base { level: state.count(self.wounds_left) as usize, fought: one.fought + nth, ..one };
        let lost = match few {
            BY => self.fight([one, foe], forces, state, dice),
            _ => self.fight([foe, one], forces, state, dice),
        };
        state.take(self.wounds_left, lost[few]);
        self.lines[many].remember(state, foe, 1, (lost[many] as usize) < foe.level);
        Flow::Again(now.nth + 1)
    }

    /// §3.7: two bases fight: the wounds lost by each.
    fn fight<D: Dice>(&self, bases: [Base; 2], forces: &Forces, state: &mut State, dice: &mut D) -> [u32; 2] {
        let fighters = [0, 1].map(|side| &self.lines[side].fighters[bases[side].fighters]);
        let parties = [0, 1].map(|side| &self.lines[side].parties[fighters[side].party]);
        // §3.9: damage of titans.
        let hurt = [0, 1].map(|side| forces.groups[bases[side].group].hampered(state));
        let factor = |side: usize| {
            let worse = self.worse(side, bases[side].fighters, forces, state) + hurt[side].factor;
            fighters[side].factor - worse
        };
        let factors = [0, 1].map(factor);
        let elite = [0, 1].map(|side| fighters[side].elite && parties[side].elite.may(forces, state));
        let rolled = [2 + bases[AT].fought - hurt[BY].dice, 2 + bases[BY].fought - hurt[AT].dice];
        let kind = bases[BY].fighters * self.lines[AT].fighters.len() + bases[AT].fighters;
        let table = self.duels[kind].get(rolled, factors[0] - factors[1], elite);
        let answer = dice.answer_to(table);
        let outcome = table.throw.outcome(answer);
        state.add(self.fought, 1);
        for (party, _) in parties.iter().zip(outcome.again).filter(|(_, again)| *again) {
            party.elite.take(forces, state, 1);
        }
        let winner = match outcome.difference {
            0 if self.readings.tie == Tie::Nobody => return [0, 0],
            0 => return [0, 1].map(|side| self.lose(side, bases[side], 1, forces, state, dice)),
            difference if difference > 0 => BY,
            _ => AT,
        };
        state.add(parties[winner].duels_won, 1);
        let wounds = match self.readings.duel_wounds {
            DuelWounds::One => 1,
            DuelWounds::Margin => outcome.difference.unsigned_abs(),
        };
        let wounds = wounds + fighters[winner].damage;
        let mut lost = [0; 2];
        lost[1 - winner] = self.lose(1 - winner, bases[1 - winner], wounds, forces, state, dice);
        lost
    }

    /// §3.7, #23: a base loses wounds: it gets no save, but Regeneration. Returns how many are lost.
    fn lose<D: Dice>(
        &self,
        side: usize,
        base: Base,
        wounds: u32,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> u32 {
        let fighters = &self.lines[side].fighters[base.fighters];
        // §3.9: a titan suffers the effect on its chart too.
        let extra = fighters.strike.as_ref().map_or(0, |strike| forces.struck(state, dice, base.group, strike) - 1);
        let (wounds, worse) = (wounds + extra, forces.groups[base.group].regenerates_worse(state));
        let kept = fighters.regeneration.as_ref().map_or(0, |regeneration| regeneration.keeps(dice, wounds, worse));
        let one = forces::Base { group: base.group, level: base.level };
        forces.hurt(state, dice, one, (wounds - kept) as usize);
        wounds - kept
    }

    /// §3.7, A-27: the side that is wiped out loses; otherwise the one that has lost more wounds; if both have lost as
    /// many, the attacker wins.
    fn result<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let lost = [0, 1].map(|side| self.lines[side].wounds_lost(forces, state));
        let wiped_out = [0, 1].map(|side| self.lines[side].is_wiped_out(forces, state));
        state.set(self.margin, lost[0].abs_diff(lost[1]));
        let winner = match wiped_out {
            [false, true] => BY,
            [true, false] => AT,
            _ if lost[BY] > lost[AT] => AT,
            _ => BY,
        };
        if self.readings.assault_result == AssaultResult::MoreWoundsLost {
            for party in &self.lines[winner].parties {
                state.put(party.won, state[party.here]);
            }
            let names =
                || self.lines[winner].parties.iter().map(|party| forces.formations[party.formation].name.as_str());
            dice.note(|| {
                let names = names().collect::<Vec<_>>().join(&text!(" and "));
                text!("{names}: won, {caused} wounds to {lost}", names, caused = lost[1 - winner], lost = lost[winner])
            });
        }
        for line in &self.lines {
            line.end(forces, state);
            line.parties.iter().for_each(|party| state.put(party.shaken, 0));
        }
        for party in self.lines[AT].parties.iter().chain(self.lines[BY].parties.iter().filter(|_| !self.charge)) {
            state.put(party.here, 0);
        }
    }
}
