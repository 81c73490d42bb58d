//! §3.2.3: critical hits, as given in the profiles of war engines.

pub mod compile;
pub mod written;

use crate::hit::{Effect, UnitKinds};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::chart::Chart;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Test};

/// §3.2.3: an effect of a critical hit on a war engine, or on the units around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Harm {
    /// It is destroyed.
    Destroyed,
    /// It loses more points; shields do not help, and each rolls for a critical hit of its own.
    Damage(Amount),
    /// Each unit near it is hit on a roll.
    Explosion(Explosion),
    /// Every formation near it gets a blast marker.
    Shock,
    /// A shield generator is lost for the rest of the battle.
    ShieldLost,
    /// All its shield generators are lost.
    ShieldsLost,
    /// A weapon is lost.
    WeaponLost(String),
    /// It moves more slowly: no effect on dice.
    Slowed,
    /// It can no longer move, nor withdraw (§1.13.3).
    Immobilised,
    /// A D6 at once: what happens on each face.
    Roll(Box<[Vec<Harm>; 6]>),
    /// A D6 in every end phase until it is repaired: what happens on each face.
    EndPhase(Box<[Vec<Harm>; 6]>),
    /// In an end phase: this one is over.
    Repaired,
    /// In an end phase: there is one more of them.
    Spreads,
}

/// An explosion: what it can hurt, and the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explosion {
    /// A hit on this face.
    pub value: u8,
    /// AP and AT explosions only hurt their own kind of targets.
    pub only: Option<UnitKinds>,
    /// What the hit does.
    pub effect: Effect,
}

impl Explosion {
    /// The roll for each unit near.
    pub fn to_hit(&self) -> Test {
        Test::once(Need::at_least(self.value.into()))
    }
}

/// §3.2.3: the critical hits of an engine: the first, and those after it if they differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Critical {
    /// The effects of the first, and of all others if `further` is empty.
    pub first: Vec<Harm>,
    /// The effects of the others.
    pub further: Vec<Harm>,
}

impl Critical {
    /// The roll for each point of damage: a 6 is a critical hit.
    pub fn test() -> Test {
        Test::once(Need::at_least(6))
    }

    /// Whether a critical hit destroys the engine and does nothing else.
    pub fn only_destroys(&self) -> bool {
        let does = |harms: &[Harm]| harms == [Harm::Destroyed];
        does(&self.first) && (self.further.is_empty() || does(&self.further))
    }

    /// All its effects, including those in tables.
    pub fn harms(&self) -> Vec<&Harm> {
        fn add<'a>(harms: &'a [Harm], all: &mut Vec<&'a Harm>) {
            for harm in harms {
                all.push(harm);
                if let Harm::Roll(faces) | Harm::EndPhase(faces) = harm {
                    faces.iter().for_each(|face| add(face, all));
                }
            }
        }
        let mut all = Vec::new();
        add(&self.first, &mut all);
        add(&self.further, &mut all);
        all
    }

    /// Whether there may be more than one explosion: several in one critical hit, or one that does not destroy the
    /// engine.
    pub fn may_explode_again(&self) -> bool {
        fn may(harms: &[Harm]) -> bool {
            let explosions = harms.iter().filter(|harm| matches!(harm, Harm::Explosion(_))).count();
            let tables = harms.iter().filter_map(|harm| match harm {
                Harm::Roll(faces) | Harm::EndPhase(faces) => Some(faces),
                _ => None,
            });
            explosions > usize::from(harms.contains(&Harm::Destroyed))
                || tables.flat_map(|faces| &**faces).any(|face| may(face))
        }
        may(&self.first) || may(&self.further)
    }

    /// The table rolled on in the end phase.
    pub fn end_phase(&self) -> Option<EndPhase> {
        let faces = self.harms().into_iter().find_map(|harm| match harm {
            Harm::EndPhase(faces) => Some(faces.clone()),
            _ => None,
        })?;
        let alike = faces.chunk_by(|one, other| one == other);
        let chart = Chart::new(END_PHASE, alike.map(|faces| (faces.len() as u8, "")));
        Some(EndPhase { chart, faces })
    }
}

const END_PHASE: Roll = Roll::new(mark!("critical hit in the end phase"), "3.2.3");

/// The roll of a critical hit that continues in the end phase.
#[derive(Debug)]
pub struct EndPhase {
    /// The die; faces side by side that do the same are one answer.
    pub chart: Chart,
    /// What each face does.
    pub faces: Box<[Vec<Harm>; 6]>,
}
