//! Reading break tests, flight, rallying and psychology (§13, §14).

use super::super::action::Action;
use super::super::damage::called;
use super::super::metrics;
use super::super::psychology::{Dread, Meeting, Psychology, Stupid, Test};
use super::super::rally::{Flee, Rally};
use super::super::written::steps::{self as written, PsychologyTest};
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use crate::compile::compiler;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::measure::Metric;
use battle_odds_engine::pool::{Need, Pool, Test as DieTest};
use battle_odds_plan::names::one_named;
use battle_odds_plan::state::Cell;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};
use battle_odds_words::shown;

/// A formation that takes tests; reports it if it has no Ld.
fn tested(compiler: &mut Compiler, by: &Marked<String>) -> Result<usize, Problem> {
    let formation = one_named(&compiler.forces, by)?;
    if compiler.forces.of(formation).iter().all(|group| group.profile.ld.is_none()) {
        compiler.choose(text!("{by} has no Ld: it never tests", by = by.value));
    }
    Ok(formation)
}

/// §14.4: reports hatred of enemies that are here, if a step does not say whether they are the adversaries.
pub fn hatred(compiler: &mut Compiler, formation: usize, told: Option<bool>) {
    let forces = &compiler.forces;
    let side = forces.formations[formation].side;
    let hated = forces.of(formation).iter().flat_map(|group| &group.hates).map(|&group| forces.groups[group].formation);
    let mut foes: Vec<usize> = hated.filter(|&foe| forces.formations[foe].side != side).collect();
    foes.sort_unstable();
    foes.dedup();
    if told.is_none() && !foes.is_empty() {
        let (name, foes) = (compiler.name(formation).to_owned(), compiler.list(&foes));
        compiler.choose(text!(
            "{name}: Ld 10 while any are left whom they hate, {foes} (key `hated`, §14.4)",
            name,
            foes
        ));
    }
}

/// A cell of a step with the metric that it counts of a formation.
fn counts(
    compiler: &mut Compiler,
    counted: &mut Vec<Counted>,
    (formation, metric): (usize, &'static Metric),
    at: &Span,
) -> Result<Cell, Problem> {
    let cell = compiler.cell(at)?;
    counted.push(Counted::Own(compiler.name(formation).to_owned(), metric, cell));
    Ok(cell)
}
/// §13.2.
pub fn flee(compiler: &mut Compiler, written: &written::Flee, at: &Span) -> Result<Read, Problem> {
    let by = one_named(&compiler.forces, &written.by)?;
    let mut counted = Vec::new();
    let fled = counts(compiler, &mut counted, (by, &metrics::FLED), at)?;
    let name = compiler.name(by);
    let roll =
        Roll::named(format!("flight of {name}"), "13.2").in_words(text!("flight of {name}", name = called(name)));
    let title = compiler::acting(compiler, &[by], [mark!("{who} flees"), mark!("{who} flee")]);
    Ok(read(Action::Flee(Flee { by, roll, fled }), title, counted))
}

/// §13.4.
pub fn rally(compiler: &mut Compiler, written: &written::Rally, at: &Span) -> Result<Read, Problem> {
    let by = tested(compiler, &written.by)?;
    compiler.forces.formations[by].rallies = true;
    hatred(compiler, by, written.hated);
    let mut counted = vec![Counted::Tested(by)];
    let [rallied, acts, dispersed, removed] =
        [&metrics::RALLIED, &metrics::ACTS, &metrics::DISPERSED, &metrics::REMOVED]
            .map(|metric| counts(compiler, &mut counted, (by, metric), at));
    let name = compiler.name(by);
    let rally = Rally {
        by,
        barred: !written.cover.unwrap_or(true) || written.fled || written.nearest_broken,
        hated: written.hated,
        roll: Roll::named(format!("rally of {name}"), "13.4").in_words(text!("rally of {name}", name = called(name))),
        rallied: rallied?,
        acts: acts?,
        dispersed: dispersed?,
        removed: removed?,
    };
    let title = compiler::acting(compiler, &[by], [mark!("{who} tries to rally"), mark!("{who} try to rally")]);
    Ok(read(Action::Rally(rally), title, counted))
}

/// §14.
pub fn psychology(compiler: &mut Compiler, written: &written::Psychology, at: &Span) -> Result<Read, Problem> {
    let by = tested(compiler, &written.by)?;
    let mut counted = vec![Counted::Tested(by)];
    let name = compiler.name(by).to_owned();
    let word = match written.test {
        PsychologyTest::Fear => mark!("fear"),
        PsychologyTest::Terror => mark!("terror"),
        PsychologyTest::Stupidity => mark!("stupidity"),
        PsychologyTest::Frenzy => mark!("frenzy"),
    };
    let dread = matches!(written.test, PsychologyTest::Fear | PsychologyTest::Terror);
    let idle = [
        ("charging", written.charging && !dread),
        ("outnumbered", written.outnumbered && written.test != PsychologyTest::Fear),
        ("in-combat", written.in_combat && written.test != PsychologyTest::Stupidity),
    ];
    for (key, _) in idle.into_iter().filter(|(_, idle)| *idle) {
        compiler.own.remark(text!("{name}: `{key}` says nothing of a {word} test", name, key, word = shown(word)));
    }
    let meeting = Meeting { charging: written.charging, outnumbered: written.outnumbered };
    let on_three = |what: &str, most| {
        let roll = Roll::named(format!("{what} of {name}"), "14.3").in_words(text!(
            "{what} of {name}",
            what = shown(what),
            name = called(&name)
        ));
        Pool::new(roll, DieTest::once(Need::at_most(3)), most)
    };
    let mut cell = |metric| counts(compiler, &mut counted, (by, metric), at);
    let (section, test) = match written.test {
        PsychologyTest::Fear | PsychologyTest::Terror => {
            let is_fear = written.test == PsychologyTest::Fear;
            let dread = if is_fear { Dread::Fear } else { Dread::Terror };
            let (stays, half_ws) = (cell(&metrics::STAYS)?, cell(&metrics::HALF_WS)?);
            (if is_fear { "14.1" } else { "14.2" }, Test::Dread { dread, meeting, stays, half_ws })
        }
        PsychologyTest::Stupidity => {
            let then = if written.in_combat {
                Stupid::Fights { idle: on_three(mark!("idle creatures"), 20), count: cell(&metrics::IDLE)? }
            } else {
                let [wanders, stands] = [&metrics::WANDERS, &metrics::STANDS].map(&mut cell);
                Stupid::Wanders { roll: on_three(mark!("stupid behaviour"), 1), wanders: wanders?, stands: stands? }
            };
            let reading = compiler.readings.stupidity;
            compiler.tell(reading);
            ("14.3", Test::Stupidity { reading, then })
        }
        PsychologyTest::Frenzy => ("14.5", Test::Frenzy { charges: cell(&metrics::CHARGES)? }),
    };
    let roll = Roll::named(format!("{word} test of {name}"), section).in_words(text!(
        "{word} test of {name}",
        word = shown(word),
        name = called(&name)
    ));
    let title = text!("{word} test of {name}", word = shown(word), name);
    Ok(read(Action::Psychology(Psychology { by, roll, test }), title, counted))
}
