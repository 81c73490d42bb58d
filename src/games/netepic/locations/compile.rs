//! Titans and their charts (§3.9).

use crate::abilities::Kind;
use crate::chapters::Step;
use crate::compiler::Compiler;
use crate::fire::written::{Facing, Fire, Location};
use crate::locations::sheet::Sheet;
use crate::locations::{MOST_ABDOMEN, has};
use crate::profile::written::Chart;
use crate::readings::HitLocations;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};

/// §3.9: the charts of all titans, only what the steps depend on.
pub fn sheets(compiler: &mut Compiler, at: &Span, steps: &[Marked<&Step>]) -> Result<(), Problem> {
    let reading = compiler.readings.hit_locations;
    let ends = steps.iter().any(|step| matches!(step.value, Step::EndPhase(_)));
    let fights = steps.iter().any(|step| matches!(step.value, Step::Assault(_)));
    let readers = Readers { ends, fights };
    for group in 0..compiler.forces.groups.len() {
        let Some(chart) = compiler.forces.groups[group].profile.locations else { continue };
        compiler.tell(reading);
        if reading == HitLocations::D6Chart {
            let sheet = sheet(compiler, group, chart, readers, at)?;
            compiler.forces.groups[group].sheet = Some(sheet);
        }
    }
    Ok(())
}

/// §3.9: which steps of the plan read the damages of titans.
#[derive(Clone, Copy)]
struct Readers {
    /// An end phase, in which they are repaired.
    ends: bool,
    /// An assault, in whose duels they count.
    fights: bool,
}

/// §3.9: the cells of a titan.
fn sheet(compiler: &mut Compiler, group: usize, chart: Chart, readers: Readers, at: &Span) -> Result<Sheet, Problem> {
    let Readers { ends, fights } = readers;
    let profile = &compiler.forces.groups[group].profile;
    let (lines, shields, regenerates) = (profile.weapons.len(), profile.shields > 0, profile.has(Kind::Regeneration));
    let imperial = chart == Chart::ImperialTitan;
    let name = compiler.name(compiler.forces.groups[group].formation);
    let roll = Roll::named(format!("order of {name}"), "3.9").in_words(text!("order of {name}", name));
    let order = Pool::new(roll, Test::once(Need::at_least(4)), 1);
    let mut cell =
        |needed: bool| -> Result<Cell, Problem> { if needed { compiler.layout.need(at) } else { Ok(NOTHING) } };
    let mut weapons = Vec::new();
    for _ in 0..lines {
        weapons.push([cell(true)?, cell(true)?]);
    }
    Ok(Sheet {
        chart,
        body: cell(true)?,
        legs: cell(true)?,
        head: cell(true)?,
        order,
        generator: cell(imperial)?,
        reactor: cell(imperial)?,
        abdomen: cell(!imperial)?,
        most_abdomen: if fights { MOST_ABDOMEN } else { 2 },
        weapons,
        off: cell(imperial && shields && ends)?,
        last: cell(ends)?,
        worse: cell(!imperial && regenerates)?,
        due: NOTHING,
    })
}

/// §3.9: refuses a location for a 6 that is not on the target's charts.
pub fn check(compiler: &Compiler, fire: &Fire, target: usize) -> Result<(), Problem> {
    let Some(locate) = &fire.locate else { return Ok(()) };
    let charts = || compiler.forces.of(target).iter().filter_map(|group| group.profile.locations);
    refuse_if(charts().next().is_none(), || {
        locate.problem(text!("`{target}` has no locations", target = compiler.name(target)))
    })?;
    refuse_if(!charts().any(|chart| has(chart, locate.value)), || {
        locate.problem(text!("the chart of `{target}` has no such location", target = compiler.name(target))).help(
            match charts().next() {
                Some(Chart::ImperialTitan) => {
                    text!("body, leg, weapon, head, shields, and from the rear the reactor (§3.9)")
                }
                _ => text!("body, leg, weapon, head and abdomen (§3.9)"),
            },
        )
    })?;
    refuse_if(locate.value == Location::Reactor && fire.facing != Facing::Rear, || {
        locate.problem(text!("the reactor is only hit from the rear")).help(text!("facing = \"rear\" (§3.9)"))
    })?;
    Ok(())
}
