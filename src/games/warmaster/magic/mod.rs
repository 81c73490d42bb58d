//! L2320: spells: casting, dispelling, and the items that help.

pub mod compile;
pub mod same_spell;
pub mod written;

use crate::battle::Battle;
use crate::fire::Volley;
use crate::forces::{CAST, Forces};
use crate::items::Item;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To, round};
use battle_odds_plan::state::State;

/// One spell, or two with the rod of repetition.
#[derive(Debug)]
pub struct Spell {
    /// The wizard.
    pub by: usize,
    /// The face that the roll must show.
    pub difficulty: u8,
    /// The modifier of the roll.
    pub modifier: i8,
    /// The enemy's roll to dispel it.
    pub dispel: Option<Pool>,
    /// What it does.
    pub effect: Volley,
    /// L2484: what the second spell does.
    pub second: Option<Volley>,
    /// L2328: whether he casts only if he has not cast in the phase; other steps may let him cast, too.
    pub once: bool,
    /// Whether the wizard may spend his item on it, and the enemy a scroll.
    pub spends: [bool; 2],
    /// "spell of …".
    pub roll: Roll,
    /// "staff of spellbinding", 4+.
    pub bind: Pool,
}

/// L2484: whether an item helps a wizard to cast, given whether there may be a second spell after the first.
pub fn helps(item: Item, second: bool) -> bool {
    matches!(item, Item::RingOfSorcery | Item::WandOfPower) || (item == Item::RodOfRepetition && second)
}

/// L2452: an enemy wizard that fails is bound on a 4+.
pub fn binding() -> Pool {
    Pool::new(Roll::new(mark!("staff of spellbinding"), "L2452"), Test::once(Need::at_least(4)), 1)
}

/// The parts of a spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Target,
    Cast,
    Undo,
    Effect,
    Shots,
}

/// L2320: a spell; with the rod of repetition the second is another round.
const SPELL: Sequence<Part> = Sequence(&[
    ("L2328", Part::Target),
    ("L2328", Part::Cast),
    ("L2328", Part::Undo),
    ("L2328", Part::Effect),
    ("L1155", Part::Shots),
]);

impl Play<Battle> for Spell {
    /// Plays one piece; true when everything is over.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        let wizard = &forces.commanders[self.by];
        SPELL.play(state, |now, state| {
            if !forces.is_there(state, wizard) {
                return Flow::Over;
            }
            let effect = self.second.as_ref().filter(|_| round(state) == 1).unwrap_or(&self.effect);
            match now.part {
                // L2328: he names his target first: without one he casts nothing, and spends nothing.
                Part::Target if effect.take_aim(forces, state, dice) => Flow::Pass(To::Next),
                Part::Target => Flow::Over,
                Part::Cast if round(state) == 0 && !self.may_cast(forces, state) => Flow::Over,
                Part::Cast => match self.cast(forces, state, dice) {
                    true => Flow::Done(To::Next),
                    false => Flow::Over,
                },
                Part::Undo => match self.undone(forces, state, dice) {
                    true => self.repeat(round(state), true, forces, state, dice),
                    false => Flow::Done(To::Next),
                },
                Part::Effect => {
                    effect.affect(state);
                    effect.load(&effect.salvos[0], forces, state);
                    Flow::Pass(To::Next)
                }
                Part::Shots => match effect.shoot(&effect.salvos[0], forces, state, dice) {
                    true => Flow::Again(now.nth + 1),
                    false => self.repeat(round(state), false, forces, state, dice),
                },
            }
        })
    }
}

impl Spell {
    /// What it does, and what the second spell does.
    pub fn volleys(&self) -> impl Iterator<Item = &Volley> {
        std::iter::once(&self.effect).chain(&self.second)
    }

    /// The units at which it is cast.
    pub fn units(&self) -> Vec<usize> {
        self.volleys().flat_map(Volley::units).collect()
    }

    /// L2328: whether he has not cast yet in this phase, if that matters; marks that he does now.
    fn may_cast(&self, forces: &Forces, state: &mut State) -> bool {
        let wizard = &forces.commanders[self.by];
        let has_cast = state[wizard.giving] & CAST != 0;
        if self.once {
            state[wizard.giving] |= CAST;
        }
        !(self.once && has_cast)
    }

    /// L2484: the rod of repetition: a second spell after a successful one, dispelled or not. The same spell affects
    /// the same target again only if it was dispelled (L2328): otherwise the rod is kept, as it is without a target.
    fn repeat<D: Dice>(
        &self,
        round: usize,
        undone: bool,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> Flow<Part> {
        let wizard = &forces.commanders[self.by];
        let rod = wizard.profile.item == Some(Item::RodOfRepetition) && state[wizard.used] == 0 && self.spends[0];
        let next = self.second.as_ref().or(undone.then_some(&self.effect));
        if !rod || round == 1 || next.is_none_or(|next| next.target(forces, state).is_none()) {
            return Flow::Over;
        }
        dice.note(|| text!("a second spell (rod of repetition)"));
        state.put(wizard.used, 2);
        Flow::Done(To::Round(Part::Target))
    }

    /// L2328: a die with its modifiers reaches the difficulty; a 1 never does, a 6 always.
    fn cast<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let wizard = &forces.commanders[self.by];
        let item = wizard.profile.item.filter(|_| state[wizard.used] == 0 && self.spends[0]);
        if item == Some(Item::RingOfSorcery) {
            dice.note(|| text!("cast without a roll (ring of sorcery)"));
            state.put(wizard.used, 2);
            state.add(wizard.cast, 1);
            return true;
        }
        let wand = i8::from(item == Some(Item::WandOfPower));
        if wand == 1 {
            dice.note(|| text!("+1 (wand of power)"));
            state.put(wizard.used, 2);
        }
        let face = dice.die(&self.roll, 6);
        let reached = face as i8 + wand + self.modifier - state[wizard.bound] as i8 >= self.difficulty as i8;
        if face == 6 || (face > 1 && reached) {
            state.add(wizard.cast, 1);
            return true;
        }
        let enemies = forces.formations[wizard.formation].side ^ 1;
        if let Some(staff) = forces.with_item(state, enemies, Item::StaffOfSpellbinding)
            && dice.successes(&self.bind, 1) == 1
        {
            let name = &wizard.profile.name;
            dice.note(|| text!("{name} is bound: -1 from now on (staff of spellbinding)", name));
            state.put(staff.used, 2);
            state.put(wizard.bound, 1);
        }
        false
    }

    /// Whether the enemy dispels it.
    fn undone<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let undone = self.dispels(forces, state, dice);
        state.add(forces.commanders[self.by].dispelled, undone.into());
        undone
    }

    /// By a roll, if the enemy has one, otherwise with a scroll (L2472).
    fn dispels<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if self.dispel.as_ref().is_some_and(|pool| dice.successes(pool, 1) == 1) {
            return true;
        }
        if !self.spends[1] {
            return false;
        }
        let enemies = forces.formations[forces.commanders[self.by].formation].side ^ 1;
        let Some(scroll) = forces.with_item(state, enemies, Item::AntiMagicScroll) else { return false };
        dice.note(|| text!("undone (anti-magic scroll)"));
        state.put(scroll.used, 2);
        true
    }
}
