//! From a scenario as written to a [`Battle`]: names to indices, weapons × targets to pools, players' choices to enums.
//! Errors are reported here at the latest.

pub mod aboard;
pub mod air;
pub mod asked_later;
pub mod assault_choices;
mod assaults;
pub mod barrages;
pub mod beginning;
pub mod bounds;
pub mod charge;
pub mod compiler;
pub mod coordinated;
pub mod counted;
pub mod criticals;
pub mod engines;
pub mod fire;
pub mod fire_orders;
pub mod formations;
pub mod names;
pub mod orbit;
pub mod orders;
pub mod placing;
pub mod reactions;
pub mod save_pools;
pub mod sharing;
pub mod sides;
pub mod steps;
pub mod support;
pub mod turn_order;
pub mod units;
pub mod volleys;
pub mod withdrawal;

use serde_json::{Value, json};

use super::activation::Side;
use super::battle::Battle;
use super::changes;
use super::forces::{BROKEN, Forces, Formation, Group, OVERWATCH};
use super::measures::Reading;
use super::metrics::{BLAST_MARKERS, METRICS};
use super::profile::Profile;
use super::readings::Readings;
use super::sections::SECTIONS;
use super::starts::STARTS;
use super::terrain::Terrain;
use super::written;
use battle_odds_engine::measure::Metric;
use battle_odds_plan::change::Change;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::play::Step;
use battle_odds_plan::rulebook::{FormationsOf, ReadPlanOf, Rulebook, Scene};
use battle_odds_plan::sides::Relations;
use battle_odds_plan::start::Starts;
use battle_odds_plan::state::State;
use battle_odds_plan::system::{Force, Section};
use battle_odds_plan::written::NoTables;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{NamingKeys, Problem, Scenario, Span};
use compiler::{Compiler, EpicArmageddon};
use counted::{Counted, Read};
use formations::Profiles;

impl Rulebook for EpicArmageddon {
    const KEY: &'static str = "epic-armageddon";
    const TITLE: &'static str = "Epic Armageddon";
    const SECTIONS: &'static [Section] = SECTIONS;
    const STARTS: Option<Starts> = Some(STARTS);
    const METRICS: &'static [&'static Metric] = METRICS;
    const NAMING: &'static NamingKeys = &super::NAMING;
    const CHANCES_TOLD: usize = 2;

    type Game = Battle;
    type Forces = Forces;
    type Readings = Readings;
    type Tables = NoTables;
    type Unit = written::Unit;
    type Formation = written::Formation;
    type Action = written::Step;
    type Counted = Counted;

    fn profile(key: &Marked<String>, unit: written::Unit) -> Result<Profile, Problem> {
        units::unit(key, unit)
    }

    fn formations(compiler: &mut Compiler, written: &FormationsOf<Self>, profiles: &Profiles) -> Result<(), Problem> {
        formations::formations(compiler, written, profiles)
    }

    fn named<'a>(step: &'a written::Step, key: &str) -> Vec<&'a Marked<String>> {
        step.1.named(key)
    }

    fn relations(forces: &Forces, steps: &[Marked<&written::Step>], relations: &mut Relations) {
        sides::relations(forces, steps, relations);
    }

    fn sided(compiler: &mut Compiler, scene: &Scene<Self>, sides: usize) -> Result<(), Problem> {
        let mut cell = || compiler.layout.need(&scene.formations.span);
        for _ in 0..sides {
            compiler.own.sides.push(Side { lost_initiative: cell()?, rerolls: cell()? });
        }
        Ok(())
    }

    fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
        formations::open_ledgers(compiler, at)
    }

    fn before_steps(compiler: &mut Compiler, scene: &Scene<Self>) -> Result<(), Problem> {
        compiler.own.waiting = compiler::waiting(compiler, &scene.played);
        for (formation, node) in compiler.own.layouts.iter().enumerate() {
            let ground = node.as_ref().map(|node| placing::ground(&compiler.forces, formation, node));
            compiler.own.grounds.push(ground.transpose()?);
        }
        deploy_on_overwatch(compiler, &scene.played);
        air::already_there(compiler, &scene.played);
        compiler.own.always_aloft = air::always_aloft(compiler, &scene.played);
        Ok(())
    }

    fn step(compiler: &mut Compiler, step: &written::Step, at: &Span, _turn: usize) -> Result<Read, Problem> {
        steps::step(compiler, step, at)
    }

    fn end_of_turn(compiler: &mut Compiler, last: Option<&written::Step>) -> Option<Read> {
        steps::end_of_turn(compiler, last)
    }

    fn measure_step(forces: &Forces, counted: &Counted, _sides: &[String], sheet: &mut counted::Sheet) {
        counted::of_step(forces, counted, sheet);
    }

    fn measure_end(forces: &Forces, sides: &[String], sheet: &mut counted::Sheet) {
        counted::at_the_end(forces, sides, sheet);
    }

    fn most(forces: &Forces, reading: &Reading) -> Option<u64> {
        forces.most_at_start(reading)
    }

    fn wish(forces: &Forces, counted: &Counted) -> Option<(u8, String)> {
        match counted {
            Counted::Assault { sides, .. } => Some((2, format!("{}.won", forces.name(sides[0][0])))),
            Counted::Fire { by, touched } if !by.is_empty() => Some((1, format!("{}.broken", forces.name(touched[0])))),
            _ => None,
        }
    }

    fn bounds(
        compiler: &Compiler,
        _formations: &FormationsOf<Self>,
        steps: &[Step<Battle>],
        at: &[&Span],
    ) -> Result<(), Problem> {
        bounds::check(compiler, steps, at)
    }

    fn against_the_order(compiler: &Compiler, plan: &ReadPlanOf<Self>) -> Vec<String> {
        turn_order::remarks(&compiler.forces, plan)
    }

    fn as_understood(forces: &Forces, start: &State) -> Value {
        as_understood(forces, start)
    }

    fn taking_part(forces: &Forces) -> Vec<Force> {
        forces.formations.iter().map(|formation| force(forces, formation)).collect()
    }

    fn after_steps(compiler: &mut Compiler, plan: &mut ReadPlanOf<Self>) {
        asked_later::find(&compiler.forces, compiler.own.sides.len(), &mut plan.steps);
    }

    fn game(compiler: Compiler, _steps: &[Step<Battle>]) -> Battle {
        let own = compiler.own;
        Battle { forces: compiler.forces, sides: own.sides, magazines: own.loaded.into_values().collect() }
    }

    fn changes(scenario: &Scenario, formation: &str) -> Result<Vec<Change>, Problem> {
        changes::changes(scenario, formation)
    }
}

/// Formations that fire from overwatch without a step that puts them on it have been on it from the start.
fn deploy_on_overwatch(compiler: &mut Compiler, steps: &[Marked<&written::Step>]) {
    let goes = |formation: usize| {
        let name = compiler.forces.formations[formation].name.as_str();
        let is_by = |step: &Marked<&written::Step>| step.1.by().iter().any(|by| by.as_str() == name);
        let goes_on_it = |step: &Marked<&written::Step>| matches!(step.1, written::Action::Overwatch(_)) && is_by(step);
        let fires = |step: &Marked<&written::Step>| {
            step.1.is_overwatch() && is_by(step) && !goes_on_it(step)
                || step.1.reacting().iter().any(|by| by.as_str() == name)
        };
        let first = steps.iter().position(fires).unwrap_or(steps.len());
        steps[..first].iter().any(goes_on_it)
    };
    let mut chosen = Vec::new();
    for (index, formation) in compiler.forces.formations.iter().enumerate() {
        let start = compiler.starts.iter_mut().find(|(cell, _)| *cell == formation.status);
        let Some((_, status)) = start else { continue };
        if compiler.own.waiting[index] && *status & (OVERWATCH | BROKEN) == 0 && !goes(index) {
            *status |= OVERWATCH;
            chosen.push(text!("{name} begins on overwatch (key `state`)", name = formation.name));
        }
    }
    chosen.into_iter().for_each(|line| compiler.choose(line));
}

/// A formation with its groups, characters with the unit they have joined.
fn force(forces: &Forces, formation: &Formation) -> Force {
    let group = |group: &Group| {
        let cover = match group.terrain {
            Terrain::Open => String::new(),
            cover => format!(", {}", cover.words()),
        };
        let embarked = if group.aboard.is_some() { text!(", embarked") } else { String::new() };
        format!("{} {}{cover}{embarked}", group.start, group.unit.words)
    };
    Force {
        name: formation.name.clone(),
        side: formation.side,
        points: formation.points,
        groups: forces.groups[formation.groups.clone()].iter().map(group).collect(),
    }
}

/// The forces as the program understands them, for `run.json`.
fn as_understood(forces: &Forces, start: &State) -> Value {
    let formations = forces.formations.iter().enumerate().map(|(number, formation)| {
        // This many markers break it without losses; fewer do after losses.
        let bears = forces.breaks_at(number, formation.strength) + u32::from(forces.is_stubborn(start, number));
        let can_break = !formation.aircraft && !formation.is_broken(start);
        let breaks = can_break.then(|| json!({ "metric": BLAST_MARKERS.name, "value": bears }));
        let groups = forces.groups[formation.groups.clone()].iter().map(|group| {
            json!({
                "unit": group.unit.key,
                "name": group.unit.name,
                "count": group.start,
                "dc": group.engine.as_ref().map(|engine| engine.dc),
                "shields": group.engine.as_ref().map(|_| group.unit.shields),
                "armour": group.unit.armour,
                "cc": group.unit.cc,
                "ff": group.unit.ff,
                "cover": group.terrain,
                "embarked": group.aboard.is_some(),
            })
        });
        json!({
            "formation": formation.name,
            "side": formation.side,
            "initiative": formation.initiative,
            "points": formation.points,
            "units": formation.start,
            "blast-markers": start[formation.markers],
            "broken": formation.is_broken(start),
            "breaks": breaks,
            "groups": groups.collect::<Vec<_>>(),
        })
    });
    Value::Array(formations.collect())
}

/// The letters of a shot as in the reader's language.
fn letters_shown(letters: &str) -> String {
    match letters {
        "AT" => text!("of a shot": "AT"),
        "MW" => text!("of a shot": "MW"),
        others => others.to_owned(),
    }
}
