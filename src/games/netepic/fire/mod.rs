//! §3.4: fire of one formation at another. First dice are dealt to the groups of the target; then, weapon by weapon,
//! equal dice at equal bases are rolled together, and their hits are resolved.
//!
//! | file | what is in it |
//! |---|---|
//! | this one | a volley, part by part |
//! | [`salvo`] | equal dice: those of one group with one weapon |
//! | [`dealing`] | which targets they are aimed at |

pub mod compile;
pub mod dealing;
pub mod reaction;
pub mod salvo;
pub mod shots;
pub mod to_hit;
pub mod written;

use crate::battle::Battle;
use crate::contact::Way;
use crate::damage::Target;
use crate::elite::Elite;
use crate::fire::dealing::Dealing;
use crate::fire::salvo::{Circumstances, Salvo, Shot};
use crate::forces::{Forces, REACTED};
use crate::readings::ReactionRerolls;
use crate::values::Hits;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To, round};
use battle_odds_plan::state::{Cell, NOTHING, State};

/// Fire of one formation at another.
#[derive(Debug)]
pub struct Volley {
    /// The formation that shoots.
    pub by: usize,
    /// The formation that is shot at.
    pub at: usize,
    /// §3.6: if it is a reaction, whether its ones are rerolled.
    pub reaction: Option<ReactionRerolls>,
    /// Which targets dice are aimed at.
    pub dealing: Dealing,
    /// What is fired, in order.
    pub salvos: Vec<Salvo>,
    /// #5: Elite dice of the shooters, and of the targets.
    pub elite: [Elite; 2],
    /// #4: close defences that may still be spent; [`NOTHING`] if all may.
    pub defences: Cell,
    /// Their number when the volley begins.
    pub most_defences: u16,
    /// The next run of dice of the salvo.
    pub run: Cell,
    /// Where the dice of this run are aimed.
    pub spot: Cell,
    /// Dice of this run that are not rolled yet.
    pub dice: Cell,
    /// Dice that hit, but whose number of hits is not rolled yet (#1).
    pub scored: Cell,
    /// Hits that are not resolved yet.
    pub hits: Cell,
}

/// The parts of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Ready,
    Shots,
    Spent,
}

/// §3.4: a round for each salvo.
const VOLLEY: Sequence<Part> = Sequence(&[("3.3", Part::Ready), ("3.4", Part::Shots), ("3.4", Part::Spent)]);

impl Play<Battle> for Volley {
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        VOLLEY.play(state, |now, state| match now.part {
            Part::Ready => match self.make_ready(forces, state, dice) {
                true => Flow::Pass(To::Next),
                false => Flow::Over,
            },
            Part::Shots => match self.salvos.get(round(state)) {
                None => {
                    self.forget(state);
                    Flow::Over
                }
                Some(salvo) => match self.shoot(salvo, forces, state, dice) {
                    true => Flow::Again(now.nth + 1),
                    false => Flow::Pass(To::Next),
                },
            },
            Part::Spent => {
                self.spent(&self.salvos[round(state)], forces, state);
                Flow::Pass(To::Round(Part::Shots))
            }
        })
    }
}

impl Volley {
    /// §3.3: whether there is any base to shoot, and any to shoot at.
    fn make_ready<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let by = &forces.formations[self.by];
        if self.defences != NOTHING {
            state.set(self.defences, self.most_defences.into());
        }
        self.salvos.iter().for_each(|salvo| salvo.begin(self.reaction, forces, state));
        let can = forces.is_out(state, self.at) && self.salvos.iter().any(|salvo| salvo.shots(forces, state) > 0);
        if !can {
            dice.note(|| text!("{name}: does not shoot", name = by.name));
            self.forget(state);
            return false;
        }
        state.set(by.ledger.activated, 1);
        let more = |salvo: &Salvo| salvo.with.way() != Way::CloseDefences && salvo.shots(forces, state) > 0;
        if self.reaction.is_some() && self.salvos.iter().any(more) {
            state[by.status] |= REACTED;
        }
        self.dealing.begin(forces, state);
        let fires = |state: &State, group: usize| {
            self.salvos.iter().any(|salvo| salvo.groups.contains(&group) && salvo.may_fire(state))
        };
        self.elite[0].begin(forces, state, &fires);
        self.elite[1].begin(forces, state, &|_, _| true);
        true
    }

    /// One roll, or the resolution of hits; false when the salvo is over.
    fn shoot<D: Dice>(&self, salvo: &Salvo, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if state[self.hits] == 0
            && state[self.scored] == 0
            && state[self.dice] == 0
            && !self.next_run(salvo, forces, state)
        {
            return false;
        }
        let spot = usize::from(state[self.spot]);
        let Some(shot) = &salvo.shots[spot] else { return false };
        if state[self.dice] > 0 && state[self.scored] == 0 && state[self.hits] == 0 {
            self.roll(salvo, shot, forces, state, dice);
        }
        if state[self.scored] > 0 {
            self.multiply(shot, forces, state, dice);
        }
        if state[self.scored] == 0 && state[self.hits] > 0 {
            let groups = self.dealing.spots[spot].groups.clone();
            let target = Target { groups, hits: self.hits, elite: &self.elite[1] };
            shot.harm.fall(forces, state, dice, &target);
        }
        true
    }

    /// §3.4: the next run of dice of a salvo; whether there is one.
    fn next_run(&self, salvo: &Salvo, forces: &Forces, state: &mut State) -> bool {
        let shots = salvo.shots(forces, state);
        let open = |spot: usize| salvo.shots[spot].is_some();
        while let Some((spot, dice)) = self.dealing.run(state, shots, &open, usize::from(state[self.run])) {
            state.add(self.run, 1);
            if dice > 0 {
                state.set(self.spot, spot as u32);
                state.set(self.dice, dice);
                return true;
            }
        }
        false
    }

    /// §3.4: dice of the run roll to hit; against titans with charts one by one, each with its hit (§3.9).
    fn roll<D: Dice>(&self, salvo: &Salvo, shot: &Shot, forces: &Forces, state: &mut State, dice: &mut D) {
        let (ones, contact) = salvo.permitted(state);
        let spot = &self.dealing.spots[usize::from(state[self.spot])];
        let circumstances = Circumstances {
            ones,
            contact: contact + usize::from(state[spot.contact]),
            elite: salvo.is_elite.then_some(&self.elite[0]),
        };
        let located = forces.groups[spot.groups.clone()].iter().any(|of| of.sheet.is_some() && of.is_alive(state));
        let count = if located { 1 } else { state.count(self.dice) };
        let (rolled, scored) = shot.roll(count, circumstances, forces, state, dice);
        state.take(self.dice, rolled);
        state.set(self.scored, scored);
    }

    /// #1: how many hits the dice that hit score; D3 hits are rolled one by one.
    fn multiply<D: Dice>(&self, shot: &Shot, forces: &Forces, state: &mut State, dice: &mut D) {
        let (dice_taken, hits) = match &shot.hits {
            (Hits::Of(each), _) => (state.count(self.scored), state.count(self.scored) * u32::from(*each)),
            (Hits::D3, roll) => (1, u32::from(dice.throw(roll, 3))),
        };
        state.take(self.scored, dice_taken);
        state.add(self.hits, hits);
        state.add(forces.formations[self.at].ledger.hits, hits);
    }

    /// A salvo is over: weapons that fire once have fired, and its aimed dice are dealt.
    fn spent(&self, salvo: &Salvo, forces: &Forces, state: &mut State) {
        let shots = salvo.shots(forces, state);
        let open = |spot: usize| salvo.shots[spot].is_some();
        self.dealing.spend(state, shots, &open);
        salvo.spend(forces, state);
        for cell in [self.run, self.spot] {
            state.put(cell, 0);
        }
    }

    /// Clears the cells of the volley.
    fn forget(&self, state: &mut State) {
        self.dealing.end(state);
        self.elite.iter().for_each(|elite| elite.end(state));
        self.salvos.iter().for_each(|salvo| state.put(salvo.permit, 0));
        for cell in [self.defences, self.run, self.spot, self.dice, self.scored, self.hits] {
            state.put(cell, 0);
        }
    }
}

/// The roll of D3 hits.
pub fn d3(label: &str) -> Roll {
    Roll::named(format!("D3 hits of {label}"), "#1").in_words(text!("D3 hits of {label}", label))
}
