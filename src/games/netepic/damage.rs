//! Shared by all chapters: a hit on a base, from the shield to the wound (§3.4).
//!
//! Equal hits on a group of equal bases are rolled together; bases with shields or locations take them one by one.

use std::ops::Range;

use crate::abilities::Kind;
use crate::elite::Elite;
use crate::fire::written::{Facing, Location};
use crate::forces::{Base, Forces};
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
    /// §3.4: the save.
    save: SaveRoll,
    /// #19: the save while a shield is up, against hits that shields do not stop.
    behind_shields: SaveRoll,
    /// #23: Regeneration, if there is any.
    pub regeneration: Option<Regeneration>,
    /// §3.9: how it is located on a titan.
    strike: Option<Strike>,
    guarded: bool,
    /// §3.11: the face on which passengers leave a transport that is lost to it.
    exit: u8,
}

/// §3.4: the dice of a save.
#[derive(Clone, Debug)]
struct SaveRoll {
    /// Nothing if no die saves.
    pool: Option<Pool>,
    /// #5: whether the bases are Elite, so that failed saves may be rerolled.
    is_elite: bool,
}

impl SaveRoll {
    /// §3.4, #5: how many of these hits are stopped neither by the save nor by its Elite dice.
    fn failed<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, hits: u32, elite: &Elite) -> u32 {
        let Some(pool) = &self.pool else { return hits };
        let failed = hits - dice.successes(pool, hits);
        match self.is_elite {
            true => failed - elite.again(forces, state, dice, std::slice::from_ref(pool), failed),
            false => failed,
        }
    }
}

/// Bases that the scenario does not distinguish, with the hits on them that are not resolved yet.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// Their groups, front to back.
    pub groups: Range<usize>,
    /// The hits.
    pub hits: Cell,
    /// #5: the Elite dice of their formation.
    pub elite: &'a Elite,
}

impl Harm {
    /// A kind of hit on the bases of a group; at most `most` are rolled at once.
    pub fn new(forces: &Forces, readings: &Readings, attack: &Attack, group: usize, name: &str, most: u32) -> Harm {
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
        let save_roll = |need: Option<u8>| SaveRoll {
            pool: need.map(|need| pool(mark!("save"), "3.4", need)),
            is_elite: profile.has(Kind::Elite),
        };
        Harm {
            strips: attack.strips,
            ignores_shields: attack.ignores_shields,
            save: save_roll(save),
            behind_shields: save_roll(behind_shields),
            regeneration: Regeneration::new(&roll, regeneration, most).filter(|_| !attack.removes),
            strike: profile.locations.map(|chart| Strike::new(chart, name, attack.facing, choice)),
            guarded: attack.guarded,
            exit: cargo::exit(attack.ap, attack.removes && !attack.ethereal, readings.exit),
        }
    }

    /// §3.5, #23: wounds of hits on bases without shields, one hit each or all on the same base: those stopped neither
    /// by the save nor by Regeneration.
    pub fn wounds<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, hits: u32, elite: &Elite) -> u32 {
        let failed = self.save.failed(forces, state, dice, hits, elite);
        self.not_regenerated(dice, failed, 0)
    }

    /// #23: of these wounds, those that are not regenerated if damage has made Regeneration this much worse (§3.9).
    fn not_regenerated<D: Dice>(&self, dice: &mut D, wounds: u32, worse: usize) -> u32 {
        wounds - self.regeneration.as_ref().map_or(0, |regeneration| regeneration.keeps(dice, wounds, worse))
    }

    /// §3.5: a base loses some wounds.
    pub fn hurt<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, base: Base, wounds: usize) {
        if forces.hurt(state, dice, base, wounds) {
            self.killed(forces, state, base.group, 1);
        }
    }

    /// §3.4: resolves one piece of the equal hits on a target: those on the front base, until no base is left.
    pub fn fall<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, target: &Target) {
        let (groups, hits) = (&target.groups, target.hits);
        let count = state.count(hits);
        let alive = |state: &State, group: &usize| forces.groups[*group].is_alive(state);
        let Some(front) = groups.clone().find(|group| alive(state, group)) else {
            state.put(hits, 0);
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
        let failed = save.failed(forces, state, dice, batch, target.elite);
        let wounds = match strike {
            // §3.9: the location decides what an unsaved hit on a titan does.
            Some(strike) if failed > 0 => forces.struck(state, dice, front, strike),
            _ => failed,
        };
        let wounds = self.not_regenerated(dice, wounds, of.regenerates_worse(state));
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
