//! What every chapter shares: a hit on a base, from the shield to the wound (§3.4).
//!
//! Equal hits on a group of equal bases are rolled together; whoever has shields or locations takes them one by one.

use std::ops::Range;

use super::abilities::Kind;
use super::cargo;
use super::elite::Elite;
use super::forces::Forces;
use super::locations::{Regeneration, Strike};
use super::profile::Weapon;
use super::readings::Readings;
use super::save;
use super::written::fire::{Facing, Location};
use super::written::units::PowerKind;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, NOTHING, State};
use battle_odds_words::shown;

/// A kind of hit, whoever it falls on.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Whose it is and what with: "reapers: Missiles".
    pub label: String,
    /// §3.4: penetration.
    pub ap: u8,
    /// From where it comes.
    pub facing: Facing,
    /// §3.9: what it strikes on a 6 on the chart of a titan.
    pub locate: Location,
    /// §3.4, #19: it strips shields.
    pub strips: bool,
    /// #19: nothing but a Psychic Save stops it.
    pub ethereal: bool,
    /// Shields do not stop it.
    pub ignores_shields: bool,
    /// #23: no Regeneration against it.
    pub removes: bool,
    /// #20: whether others may die for HQ bases that fall to it.
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
    /// §3.4: the save, where it has one.
    pub save: Option<Pool>,
    /// #19: the save while a shield is up, against what shields do not stop.
    behind_shields: Option<Pool>,
    /// #23: Regeneration, where it has some.
    pub regeneration: Option<Regeneration>,
    /// §3.9: what it strikes on a titan.
    strike: Option<Strike>,
    guarded: bool,
    /// #5: whether those who are hit are Elite.
    is_elite: bool,
    /// §3.11: the face on which passengers leave a transport that falls to it.
    exit: u8,
}

impl Harm {
    /// A kind of hit on the bases of a group, which go by a name in rolls; at most so many are rolled at once.
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

    /// §3.4, #5, #23: how many of so many hits wound: those that neither the save, nor its Elite die, nor Regeneration stop.
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

    /// §3.4, #5: how many of so many hits neither the save stops, nor its Elite die.
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

    /// §3.9: wounds of a hit on a titan: none if it saves; else those of the location that is struck, less Regeneration.
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

    /// §3.5: the same of hits on bases without shields, one each or all on the same.
    pub fn unsaved<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (hits, elite): (u32, &Elite),
    ) -> u32 {
        self.wounds(forces, state, dice, (&self.save, hits, elite))
    }

    /// §3.5: a base of a group with so many wounds left loses some.
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

    /// §3.4: one piece of so many equal hits (`hits`) on groups that are one as written: what falls on the front base, until
    /// none is left.
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
        // Those behind it stop hits with shields of their own.
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

    /// #20, §3.11: so many bases of a group have fallen to such hits: others may die for them, passengers get out.
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
