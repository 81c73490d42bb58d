//! Upper bounds for a plan, added up before any die is rolled: numbers that a cell could not count are refused, with
//! the place.

use crate::assault::{Assault, Place};
use crate::battle::Battle;
use crate::chapters::Stage;
use crate::compiler::Compiler;
use crate::critical::Harm;
use crate::fire::{Source, Volley};
use crate::forces::{Forces, Group};
use battle_odds_plan::play::Step;
use battle_odds_plan::state::fits;
use battle_odds_scenario::{Problem, Span};

/// §1.9.8: the most markers of a barrage in addition to those for losses.
const OF_THE_TABLE: u64 = 4;

/// What one step can do to one formation.
#[derive(Clone, Copy, Default)]
struct Suffered {
    /// Dice that can hit it.
    hits: u64,
    /// Markers that are placed whatever the dice.
    markers: u64,
    /// Units it can have suppressed, fire by fire (§1.9.2).
    suppressed: u64,
}

/// Refuses a plan in which something could be more than a cell can count. `at` is where each step is written.
///
/// # Errors
/// For the first such number.
pub fn check(compiler: &Compiler, steps: &[Step<Battle>], at: &[&Span]) -> Result<(), Problem> {
    let forces = &compiler.forces;
    let shocks = shocks(forces, steps, at)?;
    let begins: Vec<u32> = forces.formations.iter().map(|of| compiler.start_of(of.markers).into()).collect();
    let mut in_the_air: Vec<u64> = begins.iter().map(|&markers| markers.into()).collect();
    for (step, span) in steps.iter().zip(at) {
        for action in step.actions() {
            let mut suffered = vec![Suffered::default(); forces.formations.len()];
            for stage in &action.stages {
                match stage {
                    Stage::Shoot(volley) => fire(forces, volley, &mut suffered),
                    Stage::Assault(assault) => {
                        fits(of_assault(forces, assault), &text!("the dice of this assault"), span)?
                    }
                    _ => {}
                }
            }
            fits(action.stages.len() as u64 + 2, &text!("what happens in this step"), span)?;
            for (index, suffered) in suffered.into_iter().enumerate() {
                let of = &forces.formations[index];
                fits(suffered.hits, &text!("hits on `{name}`", name = of.name), span)?;
                fits(suffered.suppressed, &text!("suppressed units of `{name}`", name = of.name), span)?;
                let gained = suffered.hits + suffered.markers + 2 * u64::from(of.strength) + shocks + 2;
                // A formation on the ground breaks before that; the markers of aircraft add up until their next test.
                in_the_air[index] += gained;
                let all = match of.aircraft {
                    true => in_the_air[index],
                    false => gained + u64::from(begins[index].max(forces.breaks_at(index, of.strength) + 1)),
                };
                fits(all, &text!("blast markers on `{name}`", name = of.name), span)?;
            }
        }
    }
    Ok(())
}

/// Dice of a volley, by the formations that they can hit.
fn fire(forces: &Forces, volley: &Volley, suffered: &mut [Suffered]) {
    let units = |source: &Source| {
        let firer = &volley.firers[source.firer];
        u64::from(firer.able.min(forces.groups[firer.group].start.into()))
    };
    let sources = volley.shots.iter().flat_map(|shots| &shots.from);
    let at = &mut suffered[volley.at.formation];
    at.hits += sources.map(|source| units(source) * u64::from(source.dice.most())).sum::<u64>();
    at.markers += 2;
    for blast in volley.templates.iter().flat_map(|barrage| &barrage.blasts) {
        let under = blast.slots.iter().map(|slot| u64::from(slot.units.into_iter().max().unwrap_or(0)));
        suffered[blast.formation].hits += under.sum::<u64>();
        suffered[blast.formation].markers += OF_THE_TABLE + 1;
    }
    let shooters = std::iter::once(&volley.by).chain(&volley.with);
    suffered[volley.by].suppressed +=
        shooters.map(|&formation| u64::from(forces.formations[formation].start)).sum::<u64>();
}

/// The largest sum in an assault: the attacks of a round (§1.12.5), or the lead of its result (§1.12.7).
fn of_assault(forces: &Forces, assault: &Assault) -> u64 {
    let units = |side: usize, place: Place| match place {
        Place::Contact(index) | Place::Firefight(index) => {
            u64::from(forces.groups[assault.sides[side].fighters[index].group].start)
        }
        Place::Support(_, [first, later]) => u64::from(first.max(later)),
    };
    let attacks = assault.exchanges.iter().flatten();
    let sources = attacks.flat_map(|attacks| attacks.from.iter().map(|source| (attacks.side, source)));
    let dice = sources.map(|(side, source)| units(side, source.place) * u64::from(source.dice.most() + source.over));
    let formations = assault.sides.iter().flat_map(|side| &side.formations);
    let strength: u64 = formations.map(|&formation| u64::from(forces.formations[formation].strength)).sum();
    dice.sum::<u64>().max(strength + 16)
}

/// §3.2.3: the most markers that exploding engines can cost a formation in one step: one for every critical hit that
/// does so. There is at most one for each point of damage; if those that continue in the end phase spread, they can
/// double in each end phase.
fn shocks(forces: &Forces, steps: &[Step<Battle>], at: &[&Span]) -> Result<u64, Problem> {
    let mut shocks = 0;
    for (index, group) in forces.groups.iter().enumerate() {
        let Some(engine) = &group.engine else { continue };
        let harms = engine.critical.harms();
        let count = |wanted: fn(&Harm) -> bool| harms.iter().filter(|harm| wanted(harm)).count() as u64;
        let spreads = count(|harm| *harm == Harm::Spreads) > 0;
        let criticals = u64::from(engine.dc) * count(|harm| matches!(harm, Harm::EndPhase(_))).max(1);
        let mut burning = criticals;
        for (_, span) in steps.iter().zip(at).filter(|(step, _)| spreads && burns(step, index)) {
            burning *= 2;
            fits(burning, &text!("critical hits on `{group}` that go on", group = name(forces, group)), span)?;
        }
        shocks += count(|harm| *harm == Harm::Shock) * (criticals + burning);
    }
    Ok(shocks)
}

fn name(forces: &Forces, group: &Group) -> String {
    format!("{}.{}", forces.formations[group.formation].name, group.unit.key)
}

/// Whether critical hits of a group continue in this step.
fn burns(step: &Step<Battle>, group: usize) -> bool {
    let stages = step.actions().take(1).flat_map(|action| &action.stages);
    stages.into_iter().any(|stage| matches!(stage, Stage::Smoulder(burning) if burning.group == group))
}
