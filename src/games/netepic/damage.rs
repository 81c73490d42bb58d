//! Shared by all chapters: a hit on a base, from the shield to the wound (§3.4).
//!
//! Equal hits on a group of equal bases are rolled together; bases with shields or locations take them one by one.

use std::ops::Range;

use crate::abilities::Kind;
use crate::elite::Elite;
use crate::fire::written::{Facing, Location};
use crate::forces::Forces;
use crate::locations::{Regeneration, Strike};
use crate::profile::Weapon;
use crate::profile::written::PowerKind;
use crate::readings::Readings;
use crate::{cargo, save};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, NOTHING, State};
use battle_odds_words::shown;

/// A kind of hit, whatever its target.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Who fires and with what: "reapers: Missiles".
    pub label: String,
    /// §3.4: penetration.
    pub ap: u8,
    /// The side of the target that it comes from.
    pub facing: Facing,
    /// §3.9: the location that a 6 on a titan's chart hits.
    pub locate: Location,
    /// §3.4, #19: it strips shields.
    pub strips: bool,
    /// #19: only a Psychic Save stops it.
    pub ethereal: bool,
    /// Shields do not stop it.
    pub ignores_shields: bool,
    /// #23: no Regeneration against it.
    pub removes: bool,
    /// #20: whether other bases may die in place of HQ bases lost to it.
    pub guarded: bool,
}

impl Attack {
    /// The hits of a weapon.
    pub fn of(weapon: &Weapon, label: String, facing: Facing, guarded: bool) -> Attack {
        let ethereal = weapon.psychic == Some(PowerKind::Ethereal);
        Attack {
            label,
            ap: weapon.ap,
            facing,
            locate: Location::default(),
            strips: weapon.ap > 0 || weapon.psychic == Some(PowerKind::Physical),
            ethereal,
            ignores_shields: weapon.ignores_shields || ethereal,
            removes: weapon.removes || ethereal,
            guarded: guarded && !ethereal,
        }
    }
}

/// A kind of hit on the bases of a group.
#[derive(Clone, Debug)]
pub struct Harm {
    /// §3.4: whether it strips shields.
    strips: bool,
    ignores_shields: bool,
    /// §3.4: the save, if there is one.
    pub save: Option<Pool>,
    /// #19: the save while a shield is up, against hits that shields do not stop.
    behind_shields: Option<Pool>,
    /// #23: Regeneration, if there is any.
    pub regeneration: Option<Regeneration>,
    /// §3.9: how it is located on a titan.
    strike: Option<Strike>,
    guarded: bool,
    /// #5: whether the bases hit are Elite.
    is_elite: bool,
    /// §3.11: the face on which passengers leave a transport that is lost to it.
    exit: u8,
}

impl Harm {
    /// A kind of hit on the bases of a group, which rolls call by this name; at most `most` are rolled at once.
    pub fn new(forces: &Forces, attack: &Attack, group: usize, name: &str, (readings, most): (&Readings, u32)) -> Harm {
        let profile = &forces.groups[group].profile;
        let class = forces.class(group);
        let penetration = save::penetration(attack.ap, attack.facing, profile, class, readings.flank);
        let pool = |what: &str, section, need: u8| {
            let roll = Roll::named(format!("{what} of {name}"), section).in_words(text!(
                "{what} of {name}",
                what = shown(what),
                name
            ));
            Pool::new(roll, Test::once(Need::at_least(need.into())), most)
        };
        let regeneration = profile.value(Kind::Regeneration);
        let roll =
            Roll::named(format!("regeneration of {name}"), "#23").in_words(text!("regeneration of {name}", name));
        let choice = (!attack.ethereal).then_some(attack.locate);
        let save = match attack.ethereal {
            true => save::psychic(profile, false),
            false => save::need(profile.save, penetration, readings),
        };
        let behind_shields = if attack.ethereal { save::psychic(profile, true) } else { save };
        Harm {
            strips: attack.strips,
            ignores_shields: attack.ignores_shields,
            save: save.map(|need| pool(mark!("save"), "3.4", need)),
            behind_shields: behind_shields.map(|need| pool(mark!("save"), "3.4", need)),
            regeneration: Regeneration::new(&roll, regeneration, most).filter(|_| !attack.removes),
            strike: profile.locations.map(|chart| Strike::new(chart, name, attack.facing, choice)),
            guarded: attack.guarded,
            is_elite: profile.has(Kind::Elite),
            exit: cargo::exit(attack.ap, attack.removes && !attack.ethereal, readings.exit),
        }
    }

    /// §3.4, #5, #23: how many of these hits wound: those not stopped by the save, its Elite die, or Regeneration.
    pub fn wounds<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (save, hits, elite): (&Option<Pool>, u32, &Elite),
    ) -> u32 {
        let failed = self.failed(forces, state, dice, (save, hits, elite));
        failed - self.regeneration.as_ref().map_or(0, |regeneration| regeneration.keeps(dice, failed, 0))
    }

    /// §3.4, #5: how many of these hits are stopped neither by the save nor by its Elite die.
    fn failed<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (save, hits, elite): (&Option<Pool>, u32, &Elite),
    ) -> u32 {
        let Some(save) = save else { return hits };
        let failed = hits - dice.successes(save, hits);
        match self.is_elite {
            true => failed - elite.again(forces, state, dice, std::slice::from_ref(save), failed),
            false => failed,
        }
    }

    /// §3.9: wounds of a hit on a titan: none if it saves; otherwise those of the location, less Regeneration.
    fn located<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (group, strike): (usize, &Strike),
        (save, elite): (&Option<Pool>, &Elite),
    ) -> u32 {
        if self.failed(forces, state, dice, (save, 1, elite)) == 0 {
            return 0;
        }
        let wounds = forces.struck(state, dice, group, strike);
        let worse = forces.groups[group].regenerates_worse(state);
        wounds - self.regeneration.as_ref().map_or(0, |regeneration| regeneration.keeps(dice, wounds, worse))
    }

    /// §3.5: wounds of hits on bases without shields, one hit each or all on the same base.
    pub fn unsaved<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (hits, elite): (u32, &Elite),
    ) -> u32 {
        self.wounds(forces, state, dice, (&self.save, hits, elite))
    }

    /// §3.5: a base of a group with this many wounds left loses some.
    pub fn hurt<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (group, level, wounds): (usize, usize, usize),
    ) {
        if forces.hurt(state, dice, group, level, wounds) {
            self.killed(forces, state, group, 1);
        }
    }

    /// §3.4: resolves one piece of the equal hits in `hits` on groups that the scenario does not distinguish: those on
    /// the front base, until no base is left.
    pub fn fall<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (groups, hits): (&Range<usize>, Cell),
        elite: &Elite,
    ) {
        let count = state.count(hits);
        let alive = |state: &State, group: &usize| forces.groups[*group].is_alive(state);
        let Some(front) = groups.clone().find(|group| alive(state, group)) else {
            state[hits] = 0;
            return;
        };
        let of = &forces.groups[front];
        if state[of.shields] > 0 && !self.ignores_shields {
            let stopped = if self.strips { count.min(state.count(of.shields)) } else { count };
            state.take(hits, stopped);
            if self.strips {
                let formation = forces.formation_of(front);
                state.take(of.shields, stopped);
                state.add(formation.ledger.shields_lost, stopped);
                dice.note(|| {
                    text!(
                        "{name}: {stopped} shield(s) of {profile} down",
                        name = formation.name,
                        stopped,
                        profile = of.profile.name
                    )
                });
            }
            return;
        }
        // The bases behind it have their own shields.
        let alone = of.profile.stands_alone();
        let last = !(front + 1..groups.end).any(|group| alive(state, &group));
        let strike = self.strike.as_ref().filter(|_| of.sheet.is_some());
        let batch = if strike.is_none() && (last || !alone) { count } else { 1 };
        state.take(hits, batch);
        let save = if state[of.shields] > 0 { &self.behind_shields } else { &self.save };
        let wounds = match strike {
            Some(strike) => self.located(forces, state, dice, (front, strike), (save, elite)),
            None => self.wounds(forces, state, dice, (save, batch, elite)),
        };
        (front..if alone { front + 1 } else { groups.end }).fold(wounds, |wounds, group| {
            let there = forces.groups[group].wounds(state);
            let dead = forces.wound(state, dice, group, wounds);
            self.killed(forces, state, group, dead);
            wounds.saturating_sub(there)
        });
    }

    /// #20, §3.11: bases of a group are lost to such hits: others may die in their place, passengers get out.
    pub fn killed(&self, forces: &Forces, state: &mut State, group: usize, dead: u32) {
        let of = &forces.groups[group];
        if self.guarded && of.guarded != NOTHING {
            state.add(of.guarded, dead);
        }
        if let Some(hold) = of.hold {
            forces.holds[hold].shot(state, self.exit, dead);
        }
    }
}
