//! From a scenario as written to a [`Battle`]: names to indices, needs to pools, players' choices to enums. Errors are
//! reported here at the latest.

use serde_json::{Value, json};

use crate::battle::Battle;
use crate::chapters::{Action, Step};
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Counted, Read, read};
use crate::forces::Forces;
use crate::forces::written::Formation;
use crate::measures::Reading;
use crate::metrics::{LOSSES, METRICS};
use crate::morale::Morale;
use crate::profile::Profile;
use crate::profile::compile::Profiles;
use crate::profile::written::Unit;
use crate::readings::Readings;
use crate::sections::SECTIONS;
use crate::starts::STARTS;
use crate::tables::Tables;
use crate::turn::NewTurn;
use crate::{assault, barrage, changes, counted, elite, end_phase, forces, idle, locations, orders, profile, wreck};
use battle_odds_engine::measure::Metric;
use battle_odds_plan as plan;
use battle_odds_plan::change::Change;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::rulebook::{FormationsOf, Rulebook};
use battle_odds_plan::start::Starts;
use battle_odds_plan::state::State;
use battle_odds_plan::system::{CardKeys, Force, Section};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{NamingKeys, Problem, Scenario, Span};

/// The keys on the card of a unit.
const CARD: &[&str] = &["class", "move", "save", "caf", "wounds", "shields", "weapons", "abilities", "cover"];

impl Rulebook for NetEpic {
    const KEY: &'static str = "netepic";
    const TITLE: &'static str = mark!("NetEpic (abilities of the French Palladium branch, core rules reconstructed)");
    const SECTIONS: &'static [Section] = SECTIONS;
    const STARTS: Option<Starts> = Some(STARTS);
    const METRICS: &'static [&'static Metric] = METRICS;
    const NAMING: &'static NamingKeys = &crate::NAMING;
    const CARD: CardKeys = CardKeys { columns: CARD, rolls: &[] };

    type Game = Battle;
    type Forces = Forces;
    type Readings = Readings;
    type Tables = Tables;
    type Unit = Unit;
    type Formation = Formation;
    type Action = Step;
    type Counted = Counted;

    fn profile(key: &Marked<String>, unit: Unit) -> Result<Profile, Problem> {
        profile::compile::unit(key, unit)
    }

    fn formations(compiler: &mut Compiler, written: &FormationsOf<Self>, profiles: &Profiles) -> Result<(), Problem> {
        compiler.own.tables = profiles.tables.own.clone();
        forces::compile::formations(compiler, written, profiles)
    }

    fn named<'a>(step: &'a Step, key: &str) -> Vec<&'a Marked<String>> {
        step.named(key)
    }

    fn sided(compiler: &mut Compiler, scene: &plan::rulebook::Scene<Self>, sides: usize) -> Result<(), Problem> {
        orders::compile::ordered(compiler, &scene.played)?;
        locations::compile::sheets(compiler, &scene.formations.span, &scene.played)?;
        assault::memory::memories(compiler, &scene.played, &scene.formations.span)?;
        elite::compile::pools(compiler, &scene.formations.span, sides)
    }

    fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
        forces::compile::open_ledgers(compiler, at)
    }

    fn step(compiler: &mut Compiler, step: &Step, at: &Span, _turn: usize) -> Result<Read, Problem> {
        let mut read = step.compile(compiler, at)?;
        wreck::compile::count(compiler, &mut read);
        idle::tell(compiler, &read);
        Ok(read)
    }

    fn after_steps(compiler: &mut Compiler, plan: &mut plan::rulebook::ReadPlanOf<Self>) {
        if !wreck::compile::ask_for_places(compiler) {
            barrage::compile::mark_last(plan.steps.iter_mut().map(|step| step.actions_mut().collect()));
        }
        end_phase::compile::mark_followed(plan.steps.iter_mut().map(|step| step.actions_mut().collect()));
    }

    fn end_of_turn(_compiler: &mut Compiler, _last: Option<&Step>) -> Option<Read> {
        Some(read(Action::NewTurn(Box::new(NewTurn)), text!("end of the turn"), Vec::new()))
    }

    fn measure_step(forces: &Forces, counted: &Counted, _sides: &[String], sheet: &mut counted::Sheet) {
        counted::of_step(forces, counted, sheet);
    }

    fn measure_end(forces: &Forces, sides: &[String], sheet: &mut counted::Sheet) {
        counted::at_the_end(forces, sides, sheet);
    }

    fn most(forces: &Forces, reading: &Reading) -> Option<u64> {
        forces.most(reading)
    }

    /// The measure to optimise: the last target destroyed.
    fn wish(forces: &Forces, counted: &Counted) -> Option<(u8, String)> {
        match counted {
            Counted::Struck(formation) => Some((0, format!("{}.destroyed", forces.formations[*formation].name))),
            Counted::Fought(formation, true) => Some((1, format!("{}.won", forces.formations[*formation].name))),
            _ => None,
        }
    }

    fn against_the_order(compiler: &Compiler, _plan: &plan::rulebook::ReadPlanOf<Self>) -> Vec<String> {
        compiler.own.remarks.clone()
    }

    fn as_understood(forces: &Forces, _start: &State) -> Value {
        as_understood(forces)
    }

    fn taking_part(forces: &Forces) -> Vec<Force> {
        let force = |index: usize| {
            let of = &forces.formations[index];
            let group = |(unit, groups): (&str, Vec<usize>)| {
                let bases: u32 = groups.iter().map(|&group| u32::from(forces.groups[group].start)).sum();
                format!("{bases} {unit}")
            };
            let groups = forces.units(index).into_iter().map(group).collect();
            Force { name: of.name.clone(), side: of.side, points: of.points, groups }
        };
        (0..forces.formations.len()).map(force).collect()
    }

    fn changes(scenario: &Scenario, formation: &str) -> Result<Vec<Change>, Problem> {
        changes::changes(scenario, formation)
    }

    fn game(compiler: Compiler, _steps: &[plan::play::Step<Battle>]) -> Battle {
        let morale = Morale::new(&compiler.forces, compiler.readings);
        Battle { forces: compiler.forces, morale, wrecks: compiler.own.wrecks }
    }
}

/// The forces as the program understands them, for `run.json`.
fn as_understood(forces: &Forces) -> Value {
    let formations = forces.formations.iter().enumerate().map(|(index, formation)| {
        let groups = forces.of(index).iter().filter(|group| group.start > 0).map(|group| {
            let profile = &group.profile;
            let weapons: Vec<&str> = profile.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
            json!({
                "unit": profile.key,
                "name": profile.name,
                "class": profile.class,
                "bases": group.start,
                "save": profile.save.to_string(),
                "caf": profile.caf,
                "wounds": profile.wounds,
                "shields": profile.shields,
                "cover": group.cover,
                "weapons": weapons,
            })
        });
        json!({
            "formation": formation.name,
            "side": formation.side,
            "points": formation.points,
            "break-point": formation.break_point,
            "breaks": { "metric": LOSSES.name, "value": formation.break_point.saturating_sub(formation.lost) },
            "units": groups.collect::<Vec<_>>(),
        })
    });
    Value::Array(formations.collect())
}
