//! From a scenario as written to a [`Battle`]: names to indices, weapons × targets to pools, players' choices to enums.
//! Errors are reported here at the latest.

use crate::activation;
use crate::activation::Side;
use crate::battle::Battle;
use crate::bounds;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted;
use crate::counted::{Counted, Read};
use crate::forces::compile::Profiles;
use crate::forces::{Forces, Formation, Group};
use crate::measures::Reading;
use crate::metrics::{BLAST_MARKERS, METRICS};
use crate::placement;
use crate::profile::Profile;
use crate::readings::Readings;
use crate::sections::SECTIONS;
use crate::sides;
use crate::sky;
use crate::starts::STARTS;
use crate::terrain::Terrain;
use crate::turn_order;
use crate::withdrawal::written::Withdrawing;
use crate::{changes, chapters, end_phase, forces, overwatch, profile, withdrawal};
use battle_odds_engine::measure::Metric;
use battle_odds_plan::change::Change;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::play::Step;
use battle_odds_plan::rulebook::{FormationsOf, ReadPlanOf, Rulebook, Scene};
use battle_odds_plan::sides::Relations;
use battle_odds_plan::start::Starts;
use battle_odds_plan::state::State;
use battle_odds_plan::system::{CardKeys, Force, Section};
use battle_odds_plan::written::NoTables;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{NamingKeys, Problem, Scenario, Span};
use serde_json::{Value, json};

/// The keys on the card of a unit.
const CARD: &[&str] =
    &["type", "speed", "armour", "cc", "ff", "dc", "shields", "weapons", "abilities", "cover", "embarked"];

impl Rulebook for EpicArmageddon {
    const KEY: &'static str = "epic-armageddon";
    const TITLE: &'static str = "Epic Armageddon";
    const SECTIONS: &'static [Section] = SECTIONS;
    const STARTS: Option<Starts> = Some(STARTS);
    const METRICS: &'static [&'static Metric] = METRICS;
    const NAMING: &'static NamingKeys = &crate::NAMING;
    const CARD: CardKeys = CardKeys { columns: CARD, rolls: &["armour", "cc", "ff", "initiative"] };
    const CHANCES_TOLD: usize = 2;

    type Game = Battle;
    type Forces = Forces;
    type Readings = Readings;
    type Tables = NoTables;
    type Unit = profile::written::Unit;
    type Formation = forces::written::Formation;
    type Action = chapters::Written;
    type Counted = Counted;

    fn profile(key: &Marked<String>, unit: profile::written::Unit) -> Result<Profile, Problem> {
        profile::compile::unit(key, unit)
    }

    fn formations(compiler: &mut Compiler, written: &FormationsOf<Self>, profiles: &Profiles) -> Result<(), Problem> {
        forces::compile::formations(compiler, written, profiles)
    }

    fn named<'a>(step: &'a chapters::Written, key: &str) -> Vec<&'a Marked<String>> {
        step.1.named(key)
    }

    fn relations(forces: &Forces, steps: &[Marked<&chapters::Written>], relations: &mut Relations) {
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
        forces::compile::open_ledgers(compiler, at)
    }

    fn before_steps(compiler: &mut Compiler, scene: &Scene<Self>) -> Result<(), Problem> {
        compiler.own.waiting = overwatch::waiting::waiting(compiler, &scene.played);
        for (formation, node) in compiler.own.layouts.iter().enumerate() {
            let ground = node.as_ref().map(|node| placement::compile::ground(&compiler.forces, formation, node));
            compiler.own.grounds.push(ground.transpose()?);
        }
        overwatch::waiting::deploy_on_overwatch(compiler, &scene.played);
        sky::beforehand::already_there(compiler, &scene.played);
        compiler.own.always_aloft = sky::beforehand::always_aloft(compiler, &scene.played);
        Ok(())
    }

    fn step(compiler: &mut Compiler, step: &chapters::Written, at: &Span, _turn: usize) -> Result<Read, Problem> {
        let InTwo(withdrawing, step) = step;
        compiler.own.withdrawing = Some(withdrawing.clone());
        let mut read = step.compile(compiler, at)?;
        if let Some(Withdrawing { caught }) = compiler.own.withdrawing.take() {
            withdrawal::compile::at_the_end(compiler, caught.as_ref(), &mut read)?;
        }
        Ok(read)
    }

    fn end_of_turn(compiler: &mut Compiler, last: Option<&chapters::Written>) -> Option<Read> {
        end_phase::compile::end_of_turn(compiler, last)
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
        end_phase::compile::mark_last(&mut plan.steps);
        activation::asked_later::find(&compiler.forces, compiler.own.sides.len(), &mut plan.steps);
    }

    fn game(mut compiler: Compiler, steps: &[Step<Battle>]) -> Battle {
        end_phase::compile::forget_what_goes_out(&mut compiler.forces, steps.iter().flat_map(Step::actions));
        let own = compiler.own;
        Battle { forces: compiler.forces, sides: own.sides, magazines: own.loaded.into_values().collect() }
    }

    fn changes(scenario: &Scenario, formation: &str) -> Result<Vec<Change>, Problem> {
        changes::changes(scenario, formation)
    }
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
