//! Shared by all chapters: a hit on a model, through the roll to wound, dodge, field, armour, damage, Psychic Shield
//! and Doom (§11.11–11.13, §17.8).
//!
//! Equal hits on equal models of one wound are rolled together; otherwise hit by hit.

pub mod wound;

use crate::damage::wound::Save;
use crate::forces::{Forces, Group};
use crate::profile::{Ability, Profile};
use crate::psychic::shield::Shield;
use crate::psychic::ward::Ward;
use crate::readings::Readings;
use crate::values::{SaveModifier, Wounds};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::State;
use battle_odds_words::{filled, is_english};

/// The parts of roll keys that are not names from the player.
const MADE: &[&str] = &[
    mark!("crew of {name}"),
    mark!("explosion of {name}"),
    mark!("fall of {name}"),
    mark!("fall on {name}"),
    mark!("leap of {name}"),
    mark!("ram of {name}"),
    mark!("rubble"),
    mark!("wreck around {name}"),
    mark!("wreck beside {name}"),
    mark!("{name} underfoot"),
];

/// A part of a roll's key in words for players: unchanged in English; otherwise "crew of rhino" and "rhino: lascannon"
/// are translated except for their names.
pub fn called(key: &str) -> String {
    if is_english() {
        return key.to_owned();
    }
    match (made(key), key.split_once(": ")) {
        (Some((form, name)), _) => filled("", form, &[("name", &called(name))]),
        (None, Some((who, weapon))) => text!("{who}: {weapon}", who, weapon),
        (None, None) => key.to_owned(),
    }
}

/// The form of a part of a key that is not a name, and the name in it.
fn made(key: &str) -> Option<(&'static str, &str)> {
    MADE.iter().find_map(|&form| match form.split_once("{name}") {
        Some((before, after)) => Some((form, key.strip_prefix(before)?.strip_suffix(after)?)),
        None => (form == key).then_some((form, "")),
    })
}

/// A kind of hit, whatever its target.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Who fires and with what: "tacticals: boltgun".
    pub label: String,
    /// Its strength.
    pub s: Amount,
    /// The wounds that it causes.
    pub damage: Amount,
    /// §11.13.
    pub save: SaveModifier,
    /// A rule for wounding that replaces the table.
    pub wound: Option<Wounds>,
    /// §14.1: models hit are afraid of it.
    pub fear: bool,
}

impl Attack {
    /// §16.8: the same for an explosion in a confined space: +1 S, and a save modifier worse by one.
    #[must_use]
    pub fn confined(self) -> Attack {
        let save = match self.save {
            SaveModifier::By(modifier) => SaveModifier::By(modifier - 1),
            SaveModifier::None => SaveModifier::None,
        };
        Attack { s: self.s.plus(1), save, ..self }
    }
}

/// §11.11: the roll to wound.
#[derive(Clone, Debug)]
enum ToWound {
    Never,
    Always,
    On(Pool),
    /// The strength is rolled for each hit; what it needs is listed by strength, from 0.
    Rolled(Amount, Roll, Vec<Option<Pool>>),
}

/// A kind of hit on the models of one group.
#[derive(Clone, Debug)]
pub struct Harm {
    to_wound: ToWound,
    /// Dodge, field and armour, in this order, those that there are.
    saves: Vec<Pool>,
    damage: Amount,
    damage_roll: Roll,
    /// §17.8: Psychic Shield, against each wound, while it stands.
    shield: Option<(Pool, Shield)>,
    /// §17.8: Doom.
    doomed: bool,
    /// Whether models hit are afraid of it.
    fear: bool,
    /// §17.7.7, §17.8: what stops a psychic power.
    ward: Option<Ward>,
}

impl Harm {
    /// A kind of hit on models of a profile without a shield, which rolls call by this name; at most `most` are rolled
    /// at once.
    pub fn new(attack: &Attack, target: &Profile, name: &str, readings: &Readings, most: u32) -> Harm {
        let label = &attack.label;
        let (weapon, target_name) = (&called(label), &called(name));
        let pool = |roll: Roll, test| Pool::new(roll, test, most);
        let wounding = Roll::named(format!("{label} to wound {name}"), "11.11").in_words(text!(
            "{weapon} to wound {target}",
            weapon,
            target = target_name
        ));
        let by_table = |s: u32| {
            let need = wound::need(s.min(20) as u8, target.t.unwrap_or(1))?;
            Some(pool(wounding.clone(), Test::once(Need::at_least(need))))
        };
        let to_wound = match attack.wound {
            Some(Wounds::Always) => ToWound::Always,
            Some(Wounds::On(face)) => ToWound::On(pool(wounding.clone(), Test::once(Need::at_least(face.into())))),
            None if attack.s.is_rolled() => {
                let roll = Roll::named(format!("strength of {label}"), "11.11")
                    .in_words(text!("strength of {weapon}", weapon));
                ToWound::Rolled(attack.s, roll, (0..=attack.s.most()).map(by_table).collect())
            }
            None => by_table(attack.s.most()).map_or(ToWound::Never, ToWound::On),
        };
        let reading = readings.natural_one;
        let save = |what: &str, words: String, test: Option<Test>| {
            Some(pool(Roll::named(format!("{what} of {name}"), "11.12").in_words(words), test?))
        };
        let unmodified = |save: Save| save.unmodified(reading);
        // faq 1.12, 6.14: a field is a save, so it does nothing against hits that allow none; a model that dodges is
        // not hit at all.
        let dodge = target.dodge.and_then(|need| unmodified(Save { dice: 1, need }));
        let (field, armour) = match attack.save {
            SaveModifier::None => (None, None),
            SaveModifier::By(modifier) => {
                (target.field.and_then(unmodified), target.armour.and_then(|armour| armour.test(modifier, reading)))
            }
        };
        let saves = [
            save("dodge", text!("dodge of {target}", target = target_name), dodge),
            save("field", text!("field of {target}", target = target_name), field),
            save("save", text!("save of {target}", target = target_name), armour),
        ];
        let saves = saves.into_iter().flatten().collect();
        Harm {
            to_wound,
            saves,
            damage: attack.damage,
            damage_roll: Roll::named(format!("damage of {label}"), "11.11")
                .in_words(text!("damage of {weapon}", weapon)),
            shield: None,
            doomed: target.has(Ability::Doomed),
            fear: attack.fear,
            ward: None,
        }
    }

    /// §17.8: the same on models with this Psychic Shield.
    #[must_use]
    pub fn at_shield(self, shield: Shield, name: &str, most: u32) -> Harm {
        let roll = Roll::named(format!("Psychic Shield of {name}"), "17.8")
            .in_words(text!("Psychic Shield of {target}", target = called(name)));
        let pool = Pool::new(roll, Test::once(Need::at_least(wound::PSYCHIC_SHIELD.need.into())), most);
        Harm { shield: Some((pool, shield)), ..self }
    }

    /// The same once the shield is used up, if there is one.
    pub fn unshielded(&self) -> Option<Harm> {
        self.shield.as_ref().map(|_| Harm { shield: None, ..self.clone() })
    }

    /// The same, hit by a psychic power: with what stops it, and Psychic Shield against the power instead of its
    /// wounds.
    #[must_use]
    pub fn of_power(self, ward: Ward) -> Harm {
        Harm { shield: None, ward: Some(ward), ..self }
    }

    /// faq 6.14: the same for a power without strength, which affects mind and body: it cannot be dodged.
    #[must_use]
    pub fn of_the_mind(self) -> Harm {
        Harm { saves: Vec::new(), ..self }
    }

    /// How many of these hits of a psychic power are not stopped.
    pub(super) fn passed<D: Dice>(&self, state: &mut State, dice: &mut D, hits: u32) -> u32 {
        self.ward.as_ref().map_or(hits, |ward| ward.passed(state, dice, hits))
    }

    /// Whether equal hits on models of one wound can be rolled together.
    pub(super) fn is_plain(&self) -> bool {
        let one = self.damage.least() > 0 && (self.shield.is_none() || self.damage == Amount::fixed(1));
        one && !matches!(self.to_wound, ToWound::Rolled(..))
    }

    /// How many of these hits wound and are not saved.
    pub(super) fn unsaved<D: Dice + ?Sized>(&self, dice: &mut D, hits: u32) -> u32 {
        let mut left = match &self.to_wound {
            ToWound::Never => 0,
            ToWound::Always => hits,
            ToWound::On(pool) => dice.successes(pool, hits),
            ToWound::Rolled(amount, roll, pools) => {
                let wounds = |dice: &mut D| {
                    let s = amount.sum(dice, roll, 1) as usize;
                    pools[s].as_ref().map_or(0, |pool| dice.successes(pool, 1))
                };
                (0..hits).map(|_| wounds(dice)).sum()
            }
        };
        for save in &self.saves {
            if left > 0 {
                left -= dice.successes(save, left);
            }
        }
        left
    }

    /// The shield, while it stands.
    fn shield_now(&self, state: &State) -> Option<&(Pool, Shield)> {
        self.shield.as_ref().filter(|(_, shield)| shield.stands(state))
    }

    /// The wounds caused by one unsaved hit.
    pub(super) fn wounds<D: Dice + ?Sized>(&self, state: &State, dice: &mut D) -> u32 {
        self.wounds_at(self.shield_now(state), dice)
    }

    /// The same with this shield, or without one.
    fn wounds_at<D: Dice + ?Sized>(&self, shield: Option<&(Pool, Shield)>, dice: &mut D) -> u32 {
        let mut wounds = self.damage.sum(dice, &self.damage_roll, 1);
        if let Some((pool, _)) = shield.filter(|_| wounds > 0) {
            wounds -= dice.successes(pool, wounds);
        }
        if self.doomed { wounds * 2 } else { wounds }
    }

    /// The wounds that one hit causes on a model with enough of them, with its shield up if it has one.
    pub fn hit<D: Dice + ?Sized>(&self, dice: &mut D) -> u32 {
        if self.unsaved(dice, 1) > 0 { self.wounds_at(self.shield.as_ref(), dice) } else { 0 }
    }

    /// §12.7: the same by a fighter of this strength, if the rolled strength of its weapon is less.
    #[must_use]
    pub fn no_weaker_than(mut self, s: u8) -> Harm {
        if let ToWound::Rolled(_, _, pools) = &mut self.to_wound {
            let own = pools.get(usize::from(s)).cloned().flatten();
            pools.iter_mut().take(s.into()).for_each(|pool| pool.clone_from(&own));
        }
        self
    }

    /// Hits on models of one wound in a group, no more than it has: how many of them die.
    pub(super) fn kill_plain<D: Dice + ?Sized>(&self, state: &State, dice: &mut D, hits: u32) -> u32 {
        let mut dead = self.unsaved(dice, hits);
        match self.shield_now(state) {
            // §17.5.2: one by one, because the first death ends the shield.
            Some((pool, shield)) if shield.squad => {
                while dead > 0 && dice.successes(pool, 1) > 0 {
                    dead -= 1;
                }
            }
            Some((pool, _)) if dead > 0 => dead -= dice.successes(pool, dead),
            _ => (),
        }
        dead
    }

    /// Whether equal hits on equal models of one wound do nothing but kill, each with the same chance.
    pub(super) fn only_kills(&self) -> bool {
        self.is_plain() && !self.fear && self.ward.is_none() && self.shield.is_none()
    }

    /// The chance that such a hit kills.
    pub(super) fn deadly(&self) -> Deadly {
        let one = Compound::new(OneHit(self));
        Deadly(one.odds.chance(1))
    }

    /// §11.18: hits models of a group, each once or twice, from the one with the fewest wounds left on. Hits beyond the
    /// models that there are are lost.
    pub fn strike_each<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        group: usize,
        twice: u32,
        once: u32,
    ) {
        let of = &forces.groups[group];
        self.scare(forces, state, of.formation, twice + once);
        if twice == 0 && of.left.len() == 1 && self.is_plain() {
            let hits = self.passed(state, dice, once.min(of.models(state)));
            let dead = self.kill_plain(state, dice, hits);
            forces.kill(state, dice, group, 1, dead);
            return;
        }
        // From the fewest wounds up, so that no model is met again: a wounded model falls to a level that is already
        // done.
        let (mut twice, mut once) = (twice, once);
        for level in 1..=of.left.len() {
            let there = state.count(of.left[level - 1]);
            let both = twice.min(there);
            twice -= both;
            for _ in 0..both {
                match self.strike_model(forces, state, dice, group, level) {
                    0 => {}
                    left => _ = self.strike_model(forces, state, dice, group, left),
                }
            }
            let single = once.min(there - both);
            once -= single;
            let single = self.passed(state, dice, single);
            for _ in 0..self.unsaved(dice, single) {
                let wounds = self.wounds(state, dice);
                forces.hurt(state, dice, group, level, wounds);
            }
        }
    }

    /// One hit on a model of a group with this many wounds left; how many it has then.
    pub fn strike_model<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        group: usize,
        level: usize,
    ) -> usize {
        self.scare(forces, state, forces.groups[group].formation, 1);
        if level == 0 || self.passed(state, dice, 1) == 0 || self.unsaved(dice, 1) == 0 {
            return level;
        }
        let wounds = (self.wounds(state, dice) as usize).min(level);
        forces.hurt(state, dice, group, level, wounds as u32);
        level - wounds
    }

    /// §11.15: one hit on a group, its wounded model first.
    pub fn strike_one<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, group: usize) {
        let of = &forces.groups[group];
        self.scare(forces, state, of.formation, 1);
        let Some(level) = of.fewest(state) else { return };
        if self.passed(state, dice, 1) > 0 && self.unsaved(dice, 1) > 0 {
            let wounds = self.wounds(state, dice);
            forces.hurt(state, dice, group, level, wounds);
        }
    }

    /// §14.1: models hit by a weapon that causes fear are afraid of it.
    pub(super) fn scare(&self, forces: &Forces, state: &mut State, formation: usize, hits: u32) {
        if self.fear && hits > 0 {
            forces.frighten(state, formation);
        }
    }
}

/// One hit on a model of one wound; the answer is how many die.
struct OneHit<'a>(&'a Harm);

impl Throw for OneHit<'_> {
    fn answers(&self) -> usize {
        2
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        self.0.unsaved(dice, 1) as usize
    }
}

/// The chance that a hit kills.
pub(super) struct Deadly(f64);

impl Deadly {
    /// The distribution of the dead after these hits, from 0 on.
    pub(super) fn of(&self, hits: u32) -> Vec<f64> {
        let mut chances = vec![1.0];
        for _ in 0..hits {
            let mut next = vec![0.0; chances.len() + 1];
            for (dead, chance) in chances.iter().enumerate() {
                next[dead] += chance * (1.0 - self.0);
                next[dead + 1] += chance * self.0;
            }
            chances = next;
        }
        chances
    }
}

impl Forces {
    /// A model of a group with this many wounds left loses some; those beyond its wounds are lost.
    pub fn hurt<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, level: usize, wounds: u32) {
        if level > 0 && wounds >= level as u32 {
            self.kill(state, dice, group, level, 1);
        } else {
            self.wound(state, dice, group, level, wounds);
        }
    }

    /// The same of a model that is there, but what follows from its death is left for [`bury`](Forces::bury): whether it dies.
    pub fn wound<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, level: usize, wounds: u32) -> bool {
        let of = &self.groups[group];
        let lost = wounds.min(level as u32);
        if lost == 0 {
            return false;
        }
        if lost == level as u32 {
            self.fall(state, dice, group, level, 1);
            return true;
        }
        state.take(of.left[level - 1], 1);
        state.add(of.left[level - lost as usize - 1], 1);
        self.count_wounds(state, of, lost);
        dice.note(|| {
            text!(
                lost => "{formation}: {unit}, {lost} wound lost" | "{formation}: {unit}, {lost} wounds lost",
                formation = self.name_of(group),
                unit = of.profile.name,
                lost
            )
        });
        false
    }

    /// Models of a group with this many wounds left die.
    pub fn kill<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, level: usize, models: u32) {
        let dead = models.min(state.count(self.groups[group].left[level - 1]));
        if dead > 0 {
            self.fall(state, dice, group, level, dead);
            self.bury(state, group);
        }
    }

    /// So many models that are there die.
    fn fall<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, level: usize, dead: u32) {
        let of = &self.groups[group];
        let formation = &self.formations[of.formation];
        state.take(of.left[level - 1], dead);
        state.add(formation.lost, dead);
        state.add(formation.ledger.kills, dead);
        state.put(formation.ledger.hurt, 1);
        self.count_wounds(state, of, dead * level as u32);
        dice.note(|| match of.is_hard() {
            true => text!("{formation}: {unit} destroyed", formation = formation.name, unit = of.profile.name),
            false => {
                text!("{formation}: {unit}, {dead} dead", formation = formation.name, unit = of.profile.name, dead)
            }
        });
    }

    /// What follows when models of a group have died.
    pub fn bury(&self, state: &mut State, group: usize) {
        let of = &self.groups[group];
        // §11.18: the model whose template weapon is destroyed dies last.
        for carried in of.template_weapons() {
            let lost = state.count(carried.lost).min(of.models(state));
            state.set(carried.lost, lost);
        }
        if of.fewest(state).is_none() {
            let tokens = of.weapons.iter().flat_map(|carried| [carried.jams, carried.recharging]);
            tokens.for_each(|cell| state.put(cell, 0));
        }
        self.shield_after_death(state, of);
        if self.is_destroyed(state, of.formation) {
            state.put(self.formations[of.formation].status, 0);
        }
    }

    /// Counts wounds lost in the step; if all models have one wound, they equal the models killed.
    fn count_wounds(&self, state: &mut State, of: &Group, wounds: u32) {
        let ledger = &self.formations[of.formation].ledger;
        if ledger.wounds != ledger.kills {
            state.add(ledger.wounds, wounds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_keys_are_known_by_their_form() {
        let forms = ["crew of walls", "boyz underfoot", "rubble", "tacticals"].map(made);
        let form = |form, name| Some((form, name));
        assert_eq!(
            forms,
            [form("crew of {name}", "walls"), form("{name} underfoot", "boyz"), form("rubble", ""), None]
        );
        assert_eq!(called("crew of walls"), "crew of walls");
    }
}
