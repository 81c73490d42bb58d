//! From a scenario as written to a [`Battle`]: names to indices, attacks × targets to pools, players' choices to enums.
//! Errors are reported here at the latest.

use serde_json::{Value, json};

use crate::battle::Battle;
use crate::chapters::Step;
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read};
use crate::forces::compile::Profiles;
use crate::forces::{CONFUSED, Forces, Formation};
use crate::items::Item;
use crate::liveness::Needed;
use crate::measures::Reading;
use crate::metrics::METRICS;
use crate::profile::Profile;
use crate::profile::written::Unit;
use crate::readings::Readings;
use crate::sections::SECTIONS;
use crate::starts::STARTS;
use crate::{bounds, changes, counted, fire, forces, game_end, magic, profile, sides};
use battle_odds_engine::measure::Metric;
use battle_odds_plan as plan;
use battle_odds_plan::change::Change;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::rulebook::{FormationsOf, ReadPlanOf, Rulebook, Scene};
use battle_odds_plan::sides::Relations;
use battle_odds_plan::start::Starts;
use battle_odds_plan::state::State;
use battle_odds_plan::system::{CardKeys, Force, Section};
use battle_odds_plan::written::NoTables;
use battle_odds_scenario::typed::{Marked, Names};
use battle_odds_scenario::{NamingKeys, Problem, Scenario, Span};

/// The keys on the card of a unit.
const CARD: &[&str] =
    &["type", "attacks", "hits", "armour", "command", "range", "shots", "abilities", "item", "points"];

impl Rulebook for Warmaster {
    const KEY: &'static str = "warmaster";
    const TITLE: &'static str = "Warmaster Evolution";
    const SECTIONS: &'static [Section] = SECTIONS;
    const STARTS: Option<Starts> = Some(STARTS);
    const LIKE_INCHES: Option<u16> = Some(12);
    const METRICS: &'static [&'static Metric] = METRICS;
    const NAMING: &'static NamingKeys = &crate::NAMING;
    const CARD: CardKeys = CardKeys { columns: CARD, rolls: &["armour"] };

    type Game = Battle;
    type Forces = Forces;
    type Readings = Readings;
    type Tables = NoTables;
    type Unit = Unit;
    type Formation = forces::written::Formation;
    type Action = Step;
    type Counted = Counted;

    fn begin(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
        compiler.own.over = compiler.cell(at)?;
        Ok(())
    }

    fn profile(key: &Marked<String>, unit: Unit) -> Result<Profile, Problem> {
        profile::compile::unit(key, unit)
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

    fn sided(compiler: &mut Compiler, scene: &Scene<Self>, _sides: usize) -> Result<(), Problem> {
        sides::check(compiler, &scene.all)?;
        magic::compile::open_affected(compiler, &scene.all)?;
        forces::compile::check_items(compiler)
    }

    fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
        forces::compile::open_ledgers(compiler, at)
    }

    fn step(compiler: &mut Compiler, step: &Step, at: &Span, turn: usize) -> Result<Read, Problem> {
        compiler.own.turn = turn;
        compiler.own.calendar_before = compiler.own.calendar.clone();
        let read = step.compile(compiler, at)?;
        let own = &mut compiler.own;
        own.calendar.ordered().append(&mut own.instead.0);
        own.calendar.acted().append(&mut own.instead.1);
        Ok(read)
    }

    fn condition(compiler: &mut Compiler, when: Option<&Names>) {
        let texts = when.into_iter().flat_map(|when| when.iter());
        compiler.own.conditions = texts.flat_map(|text| text.split(" or ")).map(str::to_owned).collect();
    }

    fn otherwise(compiler: &mut Compiler) {
        let own = &mut compiler.own;
        own.instead = (own.calendar.ordered().clone(), own.calendar.acted().clone());
        own.calendar = own.calendar_before.clone();
    }

    fn after_steps(compiler: &mut Compiler, plan: &mut ReadPlanOf<Self>) {
        fire::phases::close(compiler, &mut plan.steps, &mut plan.counted);
    }

    fn measure_step(forces: &Forces, counted: &Counted, sides: &[String], sheet: &mut counted::Sheet) {
        counted::of_step(forces, counted, sides, sheet);
    }

    fn measure_end(forces: &Forces, _sides: &[String], sheet: &mut counted::Sheet) {
        counted::at_the_end(forces, sheet);
    }

    fn most(forces: &Forces, reading: &Reading) -> Option<u64> {
        forces.most_at_start(reading)
    }

    fn wish(forces: &Forces, counted: &Counted) -> Option<(u8, String)> {
        match counted {
            Counted::Combat { sides, .. } => Some((3, format!("{}.won", forces.name(sides[0][0])))),
            Counted::Target { formation, .. } => Some((2, format!("{}.destroyed", forces.name(*formation)))),
            Counted::Ordered(formation) => Some((1, format!("{}.orders >= 1", forces.name(*formation)))),
            _ => None,
        }
    }

    fn bounds(
        compiler: &Compiler,
        formations: &FormationsOf<Self>,
        steps: &[plan::play::Step<Battle>],
        at: &[&Span],
    ) -> Result<(), Problem> {
        bounds::check(&compiler.forces, formations, steps, at)
    }

    fn tell(compiler: &mut Compiler, scene: &Scene<Self>) {
        let readings = compiler.readings;
        compiler.choices.extend(readings.told());
        compiler.choices.extend(game_end::compile::partial_armies(scene));
    }

    fn as_understood(forces: &Forces, start: &State) -> Value {
        as_understood(forces, start)
    }

    fn taking_part(forces: &Forces) -> Vec<Force> {
        forces.formations.iter().map(|formation| taking_part(forces, formation)).collect()
    }

    fn game(compiler: Compiler, steps: &[plan::play::Step<Battle>]) -> Battle {
        let steps = steps.iter().enumerate();
        let forces = &compiler.forces;
        let uses = steps.flat_map(|(number, step)| step.actions().map(move |timed| timed.used(number, forces)));
        let needed = Needed::of(forces, uses);
        Battle { forces: compiler.forces, over: compiler.own.over, needed }
    }

    fn changes(scenario: &Scenario, formation: &str) -> Result<Vec<Change>, Problem> {
        changes::changes(scenario, formation)
    }
}

/// A formation as commands describe it: equal units together, then its commanders.
fn taking_part(forces: &Forces, formation: &Formation) -> Force {
    let mut kinds: Vec<(String, u32)> = Vec::new();
    for unit in &forces.units[formation.units.clone()] {
        let (name, stands) = (&unit.profile.name, unit.start);
        let name = match (stands < unit.profile.stands, unit.item.map(Item::name)) {
            (false, None) => name.clone(),
            (false, Some(item)) => text!("{name} with {item}", name, item),
            (true, None) => text!("{name} of {stands} stands", name, stands),
            (true, Some(item)) => text!("{name} of {stands} stands with {item}", name, stands, item),
        };
        match kinds.last_mut().filter(|(last, _)| *last == name) {
            Some((_, count)) => *count += 1,
            None => kinds.push((name, 1)),
        }
    }
    let commanders = formation.commanders.iter().map(|&commander| &forces.commanders[commander].profile);
    kinds.extend(commanders.map(|Profile { name, item, .. }| match item {
        None => (name.clone(), 1),
        Some(item) => (text!("{name} with {item}", name, item = item.name()), 1),
    }));
    let groups = kinds.into_iter().map(|(name, count)| format!("{count} {name}")).collect();
    Force { name: formation.name.clone(), side: formation.side, points: formation.price, groups }
}

/// The forces as the program understands them, for `run.json`.
fn as_understood(forces: &Forces, start: &State) -> Value {
    let formations = forces.formations.iter().map(|formation| {
        let units = forces.units[formation.units.clone()].iter().map(|unit| {
            json!({
                "unit": unit.profile.key,
                "name": unit.profile.name,
                "type": unit.profile.kind.word(),
                "stands": unit.start,
                "attacks": unit.profile.attacks,
                "shots": unit.profile.shots,
                "range": unit.profile.range,
                "hits": unit.profile.hits,
                "armour": unit.profile.armour,
                "points": unit.points,
                "item": unit.item.map(Item::name),
                "confused": start[unit.status] & CONFUSED != 0,
            })
        });
        let commanders = formation.commanders.iter().map(|&commander| {
            let commander = &forces.commanders[commander];
            json!({
                "unit": commander.profile.key,
                "name": commander.profile.name,
                "type": commander.profile.kind.word(),
                "command": commander.profile.command,
                "attacks": commander.profile.attacks,
                "points": commander.points,
                "item": commander.profile.item.map(Item::name),
            })
        });
        json!({
            "formation": formation.name,
            "side": formation.side,
            "units": units.collect::<Vec<_>>(),
            "commanders": commanders.collect::<Vec<_>>(),
        })
    });
    Value::Array(formations.collect())
}
