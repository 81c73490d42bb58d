//! What a fighter rolls in close combat, and what its hits do (§12.4–12.8).

use crate::assault::compile::strike_with;
use crate::combat::blows::Blows;
use crate::combat::choices;
use crate::combat::duel::{Fighter, ParryPolicy, Situation, attack_dice, halved};
use crate::combat::meeting::{Arms, CALM, FIRST, FLEES, HALF, Meeting, STATES};
use crate::compiler::{self, Compiler};
use crate::damage::Attack;
use crate::forces::{Carried, Group};
use crate::machine;
use crate::machine::blow::{Blow, Strike, Where};
use crate::profile::{Ability, Facing, Profile, WeaponAbility};
use battle_odds_plan::state::NOTHING;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, unknown};

/// The circumstances of a combat.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// §10.7: the first side charges.
    pub charge: bool,
    /// §15.6.1: bikes strike as they pass.
    pub slash: bool,
    /// §12.6: they charge across an obstacle.
    pub obstacle: bool,
    /// §12.6: the formation that stands higher.
    pub height: Option<usize>,
}

/// What is known about the fighters of a combat.
#[derive(Debug)]
pub struct Fighting {
    ways: Ways,
    /// What each group strikes with, by index among its weapons; nothing means bare hands.
    strikes: Vec<Option<usize>>,
    /// Whether the scenario says so.
    told: Vec<bool>,
    /// When each formation parries, if the scenario says so.
    policies: Vec<Option<ParryPolicy>>,
    /// §15.5.2: whether the enemies are walkers, so that grenades can be used.
    walkers: bool,
    /// §15.4.4: the side on which walkers are hit, and the location.
    facing: Facing,
    location: Option<Marked<String>>,
}

impl Fighting {
    /// Each group with its first weapon fit for close combat.
    pub fn new(compiler: &Compiler, ways: Ways) -> Fighting {
        let first = |group: &Group| group.weapons.iter().position(|carried| carried.weapon.strikes());
        let forces = &compiler.forces;
        Fighting {
            ways,
            strikes: forces.groups.iter().map(first).collect(),
            told: vec![false; forces.groups.len()],
            policies: vec![None; forces.formations.len()],
            walkers: false,
            facing: Facing::Front,
            location: None,
        }
    }

    /// §15.5.2: hits on walkers are on this location.
    pub fn at_walkers(&mut self, facing: Facing, location: &Marked<String>) {
        (self.walkers, self.facing, self.location) = (true, facing, Some(location.clone()));
    }

    /// `strike`: what a group strikes with.
    pub fn strike(&mut self, compiler: &Compiler, group: usize, name: &Marked<String>) -> Result<(), Problem> {
        let of = &compiler.forces.groups[group];
        let place = of.weapons.iter().position(|carried| carried.weapon.key == name.value);
        let names = of.weapons.iter().map(|carried| carried.weapon.key.as_str());
        let what = text!("weapon of `{profile}`", profile = of.profile.unit());
        let place = place.ok_or_else(|| unknown(&what, name, &name.span, names))?;
        // §15.5.2: grenades can be used against walkers.
        let grenade = self.walkers && of.weapons[place].weapon.has(WeaponAbility::Grenade);
        if !of.weapons[place].weapon.strikes() && !grenade {
            let fit = of.weapons.iter().filter(|carried| carried.weapon.strikes());
            let fit: Vec<&str> = fit.map(|carried| carried.weapon.key.as_str()).collect();
            let fit = if fit.is_empty() { text!("only its bare hands") } else { fit.join(", ") };
            let problem = name.problem(text!("`{name}` is not fit for close combat", name = name.value));
            return Err(problem.help(text!(
                "`{profile}` can fight with {fit} (§12.1)",
                profile = of.profile.unit(),
                fit
            )));
        }
        (self.strikes[group], self.told[group]) = (Some(place), true);
        Ok(())
    }

    /// `parry`: when a formation parries.
    pub fn parry(&mut self, formation: usize, policy: ParryPolicy) {
        self.policies[formation] = Some(policy);
    }

    /// What a group strikes with.
    pub fn weapon<'a>(&self, compiler: &'a Compiler, group: usize) -> Option<&'a Carried> {
        self.strikes[group].map(|place| &compiler.forces.groups[group].weapons[place])
    }

    /// Checks that all models of a formation can be wounded.
    pub fn check(compiler: &Compiler, formation: usize, at: &Span) -> Result<(), Problem> {
        let mut groups = compiler.forces.of(formation).iter();
        let Some(without) = groups.find(|group| group.profile.t.is_none() && group.card.is_none()) else {
            return Ok(());
        };
        let problem = Problem::new(text!("`{key}` has no toughness to be wounded against", key = without.profile.key));
        Err(problem.at(at).help(text!("write its `t`, such as t = 4 (§6.1)")))
    }

    /// §14.4: whether any model of a formation hates another formation.
    pub fn hates(compiler: &Compiler, formation: usize, foe: usize) -> bool {
        let foes = compiler.forces.formations[foe].groups.clone();
        compiler.forces.of(formation).iter().any(|group| group.hates.iter().any(|hated| foes.contains(hated)))
    }

    /// Reports what the scenario leaves open and is decided here.
    pub fn tell(&self, compiler: &mut Compiler, sides: [&[usize]; 2]) {
        let groups = |side: &[usize]| -> Vec<usize> {
            side.iter().flat_map(|&formation| compiler.forces.formations[formation].groups.clone()).collect()
        };
        let [one, other] = sides.map(groups);
        for &group in one.iter().chain(&other) {
            if let Some(place) = self.strikes[group] {
                choices::strike(compiler, group, place, self.told[group]);
                if self.location.is_some() {
                    choices::bonus_die(compiler, group, place);
                }
            }
        }
        let can_parry =
            |groups: &[usize]| groups.iter().any(|&group| parries(&compiler.forces.groups[group].profile) > 0);
        let both = can_parry(&one) && can_parry(&other);
        let own = |formation: usize| compiler.forces.formations[formation].groups.clone().collect::<Vec<_>>();
        let everybody = sides.into_iter().flatten().copied();
        let parrying: Vec<usize> = everybody.filter(|&formation| can_parry(&own(formation))).collect();
        for formation in parrying.into_iter().filter(|_| !self.ways.slash) {
            choices::parry(compiler, formation, self.policies[formation]);
        }
        if both && !self.ways.slash {
            compiler.tell(compiler.readings.both_parry);
        }
        let hating = |one: &[usize], other: &[usize]| {
            one.iter().any(|&formation| other.iter().any(|&foe| Fighting::hates(compiler, formation, foe)))
        };
        if !self.ways.charge && (hating(sides[0], sides[1]) || hating(sides[1], sides[0])) {
            compiler.choose(text!("hatred rolls attack dice again in the first round of a charge: without one the combat goes on from before (§14.4)"));
        }
    }

    /// Two kinds of fighters that meet; up to `most` models of each side can come.
    pub fn meeting(&self, compiler: &Compiler, groups: [usize; 2], most: [usize; 2]) -> Result<Meeting, Problem> {
        let fighter = |side: usize, state| self.fighter(compiler, side, groups[side], groups[1 - side], state);
        let pairs: [[Fighter; 2]; STATES] = std::array::from_fn(|state| {
            let two = [fighter(0, state), fighter(1, state)];
            if self.ways.slash { Fighter::slash_attack(two[0], two[1]) } else { two }
        });
        let fighters = [0, 1].map(|side| pairs.map(|pair| pair[side]));
        let names = groups.map(|group| compiler::label(compiler, group));
        let arms = [self.arms(compiler, groups[0], groups[1])?, self.arms(compiler, groups[1], groups[0])?];
        Ok(Meeting::new(names, fighters, compiler.readings.both_parry, most, arms))
    }

    /// §12.3–12.6: what a fighter of a group rolls against one of another group, in a state.
    fn fighter(&self, compiler: &Compiler, side: usize, group: usize, foe: usize, state: usize) -> Fighter {
        let of = &compiler.forces.groups[group];
        let profile = &of.profile;
        let is = |bit| state & bit != 0;
        let ws = if is(HALF) { halved(profile.ws) } else { profile.ws };
        let charge = is(FIRST) && side == 0;
        let heavy = of.weapons.iter().any(|carried| carried.weapon.has(WeaponAbility::Heavy));
        let situation = Situation {
            charge,
            higher: self.ways.height == Some(of.formation),
            encumbered: heavy || profile.has(Ability::Encumbered),
            obstacle: self.ways.obstacle,
            other: 0,
        };
        // §14.5: a broken formation is no longer frenzied, and a frenzied one feels nothing else.
        let frenzied = profile.has(Ability::Frenzied) && !is(CALM) && !is(FLEES);
        let fighter = Fighter {
            dice: attack_dice(profile.a, frenzied, self.two_weapons(of, group), profile.mount_attacks),
            score: situation.score(ws),
            initiative: profile.i,
            parries: if frenzied { 0 } else { parries(profile) },
            policy: self.policies[of.formation].unwrap_or_default(),
            hatred: is(FIRST) && !frenzied && of.hates.contains(&foe),
        };
        if is(FLEES) { fighter.fleeing(ws) } else { fighter }
    }

    /// §12.4: whether it has a weapon in each hand.
    fn two_weapons(&self, of: &Group, group: usize) -> bool {
        let two_handed = |place: usize| of.weapons[place].weapon.has(WeaponAbility::TwoHanded);
        let in_one_hand = |place: &usize| of.weapons[*place].weapon.strikes() && !two_handed(*place);
        let strikes_with_both = self.strikes[group].is_some_and(two_handed);
        !strikes_with_both && (0..of.weapons.len()).filter(in_one_hand).count() > 1
    }

    /// §12.7–12.8: what the hits of a group do to models of another, also without the weapon if that can be destroyed.
    fn arms(&self, compiler: &Compiler, group: usize, foe: usize) -> Result<Vec<Arms>, Problem> {
        let with = self.strikes[group];
        let can_be_lost = self.weapon(compiler, group).is_some_and(|carried| carried.lost != NOTHING);
        let all = std::iter::once(with).chain(can_be_lost.then_some(None));
        all.map(|place| self.with(compiler, group, place, foe)).collect()
    }

    fn with(&self, compiler: &Compiler, group: usize, place: Option<usize>, foe: usize) -> Result<Arms, Problem> {
        let own = compiler.forces.groups[group].profile.s;
        let weapon = place.map(|place| &compiler.forces.groups[group].weapons[place].weapon);
        let (attack, penetration) = strike_with(compiler, group, place);
        let attack = Attack { fear: weapon.is_some_and(|weapon| weapon.has(WeaponAbility::Fear)), ..attack };
        let struck = &compiler.forces.groups[foe];
        let harm = machine::compile::harm_of(compiler, &attack, foe, 1).no_weaker_than(own);
        let blows = |harm| Blows::new(harm, struck.profile.w.into());
        let (unshielded, blows) = (harm.unshielded().map(blows), blows(harm));
        let stroke = match (&struck.card, &self.location) {
            (Some(card), Some(location)) => {
                let strike = Strike { attack, penetration, still: false, facing: self.facing, linked: 1 };
                let place = Where::At(machine::compile::location_named(compiler, foe, location)?);
                Some(Blow::new(&strike, card, &compiler::label(compiler, foe), place, &compiler.readings))
            }
            _ => None,
        };
        Ok(Arms { blows, unshielded, stroke })
    }
}

/// §12.5.1, faq 9.5: one parry for each sword.
fn parries(profile: &Profile) -> u8 {
    profile.weapons.iter().filter(|weapon| weapon.has(WeaponAbility::Parry)).count() as u8
}
