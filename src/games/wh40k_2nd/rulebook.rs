//! From a scenario as written to a [`Battle`]: names to indices, needs to pools, players' choices to enums. Errors are
//! reported here at the latest.

use battle_odds_plan::chapter::Chapter;
use serde_json::{Value, json};

use crate::alike::Alike;
use crate::battle::Battle;
use crate::chapters::{Action, Step};
use crate::compiler::{Compiler, Wh40k2nd};
use crate::counted::{Counted, Read};
use crate::forces::written::Formation;
use crate::forces::{self, Forces, OVERWATCH};
use crate::measures::Reading;
use crate::metrics::METRICS;
use crate::morale::Morale;
use crate::profile::compile::Profiles;
use crate::profile::written::Unit;
use crate::profile::{self, Profile};
use crate::readings::Readings;
use crate::sections::SECTIONS;
use crate::starts::STARTS;
use crate::tables::{AllTables, Tables};
use crate::{changes, fire, sides, turn};
use battle_odds_engine::measure::Metric;
use battle_odds_plan as plan;
use battle_odds_plan::change::Change;
use battle_odds_plan::rulebook::{FormationsOf, Rulebook};
use battle_odds_plan::sides::Relations;
use battle_odds_plan::start::Starts;
use battle_odds_plan::state::State;
use battle_odds_plan::system::{CardKeys, Force, Section};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{NamingKeys, Problem, Scenario, Span};

/// The keys on the card of a unit.
const CARD: &[&str] =
    &["type", "m", "ws", "bs", "s", "t", "w", "i", "a", "ld", "armour", "field", "weapons", "abilities"];

impl Rulebook for Wh40k2nd {
    const KEY: &'static str = "wh40k-2nd";
    const TITLE: &'static str = "Warhammer 40,000 2nd edition";
    const SECTIONS: &'static [Section] = SECTIONS;
    const STARTS: Option<Starts> = Some(STARTS);
    const LIKE_INCHES: Option<u16> = Some(24);
    const METRICS: &'static [&'static Metric] = METRICS;
    const NAMING: &'static NamingKeys = &crate::NAMING;
    const CARD: CardKeys = CardKeys { columns: CARD, rolls: &[] };
    const FRENCH_HEADINGS: bool = true;

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

    fn fill(profile: &mut Profile, tables: &AllTables, home: Option<usize>) -> Result<(), Problem> {
        profile::compile::fill(profile, tables, home)
    }

    fn formations(compiler: &mut Compiler, written: &FormationsOf<Self>, profiles: &Profiles) -> Result<(), Problem> {
        forces::compile::formations(compiler, written, profiles)
    }

    fn named<'a>(step: &'a Step, key: &str) -> Vec<&'a Marked<String>> {
        step.named(key)
    }

    fn relations(forces: &Forces, steps: &[Marked<&Step>], relations: &mut Relations) {
        sides::relations(forces, steps, relations);
    }

    fn sided(compiler: &mut Compiler, _scene: &plan::rulebook::Scene<Self>, _sides: usize) -> Result<(), Problem> {
        let on = |&formation: &usize| {
            let status = compiler.forces.formations[formation].status;
            compiler.start_of(status) & OVERWATCH != 0
        };
        compiler.own.overwatch = (0..compiler.forces.formations.len()).filter(on).collect();
        Ok(())
    }

    fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
        forces::compile::open_ledgers(compiler, at)
    }

    fn step(compiler: &mut Compiler, step: &Step, at: &Span, _turn: usize) -> Result<Read, Problem> {
        step.compile(compiler, at)
    }

    fn end_of_turn(_compiler: &mut Compiler, last: Option<&Step>) -> Option<Read> {
        (!matches!(last, Some(Step::EndTurn(_)))).then(turn::compile::end_of_turn)
    }

    fn after_steps(compiler: &mut Compiler, plan: &mut plan::rulebook::ReadPlanOf<Self>) {
        fire::blast::mark_last(compiler, plan.steps.iter_mut().flat_map(|step| step.actions_mut()));
    }

    fn measure_step(forces: &Forces, counted: &Counted, _sides: &[String], sheet: &mut crate::counted::Sheet) {
        crate::counted::of_step(forces, counted, sheet);
    }

    fn measure_end(forces: &Forces, sides: &[String], sheet: &mut crate::counted::Sheet) {
        crate::counted::at_the_end(forces, sides, sheet);
    }

    fn most(forces: &Forces, reading: &Reading) -> Option<u64> {
        forces.most(reading)
    }

    /// The measure to optimise: the last target destroyed.
    fn wish(forces: &Forces, counted: &Counted) -> Option<(u8, String)> {
        match counted {
            Counted::Struck(formation) => Some((0, format!("{}.destroyed", forces.formations[*formation].name))),
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
                let models: u32 = groups.iter().map(|&group| u32::from(forces.groups[group].start)).sum();
                format!("{models} {unit}")
            };
            let groups = forces.units(index).into_iter().map(group).collect();
            Force { name: of.name.clone(), side: of.side, points: of.points, groups }
        };
        (0..forces.formations.len()).map(force).collect()
    }

    fn changes(scenario: &Scenario, formation: &str) -> Result<Vec<Change>, Problem> {
        changes::changes(scenario, formation)
    }

    fn game(compiler: Compiler, steps: &[plan::play::Step<Battle>]) -> Battle {
        let morale = Morale::new(&compiler.forces);
        let alike = Alike::of(&compiler.forces, |formation| {
            let told_apart = |action: &Action| action.tells_apart(&compiler.forces, formation);
            steps.iter().rposition(|step| step.actions().any(told_apart))
        });
        Battle { forces: compiler.forces, morale, alike }
    }
}

/// The forces as the program understands them, for `run.json`.
fn as_understood(forces: &Forces) -> Value {
    let formations = forces.formations.iter().enumerate().map(|(index, formation)| {
        let groups = forces.of(index).iter().map(|group| {
            let profile = &group.profile;
            let weapons: Vec<&str> = profile.weapons.iter().map(|weapon| weapon.key.as_str()).collect();
            json!({
                "unit": profile.key,
                "name": profile.name,
                "type": profile.kind.word(),
                "models": group.start,
                "m": f64::from(profile.m) / 10.0,
                "ws": profile.ws,
                "bs": profile.bs,
                "s": profile.s,
                "t": profile.t,
                "w": profile.w,
                "i": profile.i,
                "a": profile.a,
                "ld": profile.ld,
                "armour": profile.armour.map(|save| save.to_string()),
                "field": profile.field.map(|save| save.to_string()),
                "weapons": weapons,
            })
        });
        json!({
            "formation": formation.name,
            "side": formation.side,
            "points": formation.points,
            "units": groups.collect::<Vec<_>>(),
        })
    });
    Value::Array(formations.collect())
}
