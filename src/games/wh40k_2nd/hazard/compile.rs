//! The step `hazard` (§15.3.4–15.3.6, §15.6, §16.4).

use crate::chapters::Action;
use crate::compiler::{self, Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::damage::{Attack, called};
use crate::fire::written::Counts;
use crate::hazard::written::{Hazard, HazardKeys};
use crate::hazard::{Danger, HazardKind, Runaway, Skids, Way, What};
use crate::machine;
use crate::machine::compile::{by_itself, counting};
use crate::machine::each::{Each, Toll};
use crate::machine::hazards::{self, Altitude, CRASH, Fall, Skid, SkidSpeed, Turn};
use crate::profile::{Ability, Kind};
use crate::values::{Speed, mm};
use crate::{metrics, names};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::measure::Metric;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_plan::state::Cell;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};
use battle_odds_words::shown;

/// The keys that each kind of hazard may have.
const KEYS: [(HazardKind, &str, &[&str]); 5] = [
    (HazardKind::Disembark, "disembark", &["speed", "bike", "models"]),
    (HazardKind::Fall, "fall", &["height", "models", "below"]),
    (HazardKind::Skid, "skid", &["speed", "near"]),
    (HazardKind::Bog, "bog", &[]),
    (HazardKind::OutOfControl, "out-of-control", &[]),
];

impl Chapter<Wh40k2nd> for Hazard {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.1.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let (keys, of) = (&self.0, &self.1);
        let by = one_named(&compiler.forces, &of.by)?;
        let kind = of.kind.value;
        check(keys, &of.kind)?;
        let name = compiler.name(by).to_owned();
        let (title, danger, mut counted) = match kind {
            HazardKind::Disembark => {
                let (danger, counted) = disembark(compiler, keys, by, &of.kind)?;
                (
                    compiler::acting(compiler, &[by], [mark!("{who} leaps off"), mark!("{who} leap off")]),
                    danger,
                    counted,
                )
            }
            HazardKind::Fall => (
                compiler::acting(compiler, &[by], [mark!("{who} falls"), mark!("{who} fall")]),
                fall(compiler, keys, by, &of.kind)?,
                Vec::new(),
            ),
            HazardKind::Skid => {
                let (danger, counted) = skid(compiler, keys, by, &of.kind)?;
                (compiler::acting(compiler, &[by], [mark!("{who} skids"), mark!("{who} skid")]), danger, counted)
            }
            HazardKind::Bog => (text!("{name} in a marsh", name), bog(compiler, by, &of.by)?, Vec::new()),
            HazardKind::OutOfControl => {
                let (danger, counted) = out_of_control(compiler, by, &of.by)?;
                (text!("{name} out of control", name), danger, counted)
            }
        };
        let mut struck = vec![Counted::Struck(by)];
        let all = danger.befalls.iter().flat_map(|(_, groups)| groups);
        let mut others: Vec<usize> = all.map(|each| compiler.forces.groups[each.group].formation).collect();
        others.dedup();
        struck.extend(others.into_iter().filter(|&other| other != by).map(Counted::Struck));
        struck.append(&mut counted);
        Ok(read(Action::Hazard(Box::new(danger)), title, struck))
    }
}

/// Refuses keys of another kind of hazard.
fn check(keys: &HazardKeys, kind: &Marked<HazardKind>) -> Result<(), Problem> {
    let told = [
        ("speed", keys.speed.as_ref().map(|key| &key.span)),
        ("bike", keys.bike.then_some(&kind.span)),
        ("models", keys.models.as_ref().map(|key| &key.span)),
        ("height", keys.height.as_ref().map(|key| &key.span)),
        ("below", keys.below.as_ref().map(|key| &key.span)),
        ("near", keys.near.as_ref().map(|key| &key.span)),
    ];
    let Some((_, word, known)) = KEYS.iter().find(|(known, ..)| *known == kind.value) else { return Ok(()) };
    for (key, span) in told {
        if let Some(span) = span.filter(|_| !known.contains(&key)) {
            let problem = Problem::new(text!("`{key}` says nothing of a hazard `{word}`", key, word)).at(span);
            return Err(match known.is_empty() {
                true => problem.help(text!("leave it out")),
                false => problem.help(text!("it has {known}", known = known.join(", "))),
            });
        }
    }
    Ok(())
}

/// The error for a missing key of a hazard.
fn missing(kind: &Marked<HazardKind>, key: &str, such_as: &str) -> Problem {
    let word = KEYS.iter().find(|(known, ..)| *known == kind.value).map_or("", |(_, word, _)| word);
    kind.problem(text!("a hazard `{word}` needs its `{key}`", word, key)).help(shown(such_as))
}

/// What happens to the first models of a formation, as many as given or all.
fn befalls(
    compiler: &mut Compiler,
    by: usize,
    models: u32,
    at: &Span,
    toll: impl Fn(&Compiler, usize) -> Option<Toll>,
) -> Result<Vec<(u32, Vec<Each>)>, Problem> {
    let mut all = Vec::new();
    for group in compiler.forces.formations[by].groups.clone() {
        refuse_if(compiler.forces.groups[group].is_hard(), || {
            Problem::new(text!("{group} is no man who leaps or falls", group = compiler::label(compiler, group)))
                .at(at)
                .help(text!("leaps and falls are only played for troops"))
        })?;
        if let Some(toll) = toll(compiler, group) {
            all.push(machine::compile::each(compiler, group, toll, at)?);
        }
    }
    Ok(vec![(models, all)])
}

/// `models`: no more than there are.
fn how_many(compiler: &Compiler, keys: &HazardKeys, by: usize) -> Result<Option<u32>, Problem> {
    let groups: Vec<usize> = compiler.forces.formations[by].groups.clone().collect();
    let there = names::start_of(&compiler.forces, &groups);
    keys.models.as_ref().map(|models| names::within(models, compiler.name(by), there)).transpose()
}

/// §15.6.1, §16.4: models cannot be below their own fall, or next to their own wreck: if some of a formation fall (the
/// first ones), only the others can be there.
fn others(compiler: &Compiler, counts: &Counts, by: usize, falling: u32) -> Result<(), Problem> {
    for (key, asked) in counts.iter().flat_map(|counts| &counts.value) {
        let named = machine::compile::models_named(compiler, key)?;
        let (mut left, mut there, mut hurt) = (falling, 0, false);
        for group in compiler.forces.formations[by].groups.clone() {
            let start = u32::from(compiler.forces.groups[group].start);
            let falls = left.min(start);
            left -= falls;
            if named.contains(&group) {
                there += start - falls;
                hurt |= falls > 0 && falls < start && compiler.forces.groups[group].left.len() > 1;
            }
        }
        let own = named.iter().any(|&group| compiler.forces.groups[group].formation == by);
        refuse_if(own && u32::from(asked.value) > there, || {
            asked
                .problem(text!(
                    "{asked} of `{key}` cannot be there: {there} are not those it happens to",
                    asked = asked.get(),
                    key = key.value,
                    there
                ))
                .help(text!("write as many as there are besides, or a formation of their own"))
        })?;
        refuse_if(hurt && asked.get() > 0, || {
            key.problem(text!("some of `{key}` fall: with several wounds each it matters who", key = key.value))
                .help(text!("write those who are there as a formation of their own"))
        })?;
    }
    Ok(())
}

fn own(compiler: &Compiler, by: usize, metric: &'static Metric, cell: Cell) -> Counted {
    Counted::Own(compiler.name(by).to_owned(), metric, cell)
}

/// §15.3.5, §15.6.1, §20.
fn disembark(
    compiler: &mut Compiler,
    keys: &HazardKeys,
    by: usize,
    kind: &Marked<HazardKind>,
) -> Result<(Danger, Vec<Counted>), Problem> {
    let Some(speed) = &keys.speed else {
        return Err(missing(kind, "speed", mark!("cm of the vehicle's move: speed = 35")));
    };
    let Speed::Of(speed) = speed.value else {
        return Err(speed
            .problem(text!("a hazard `disembark` needs the cm of the vehicle's move"))
            .help("speed = 35 (§15.3.5)"));
    };
    compiler.tell(compiler.readings.leaping);
    let models = how_many(compiler, keys, by)?.unwrap_or(u32::MAX);
    let dodged = compiler.cell(&kind.span)?;
    let leap = |compiler: &Compiler, group: usize| machine::compile::leap(compiler, group, speed, keys.bike);
    let mut befalls = befalls(compiler, by, models, &kind.span, leap)?;
    for (_, groups) in &mut befalls {
        *groups = std::mem::take(groups).into_iter().map(|each| counting(each, dodged)).collect();
    }
    let counted = vec![own(compiler, by, &metrics::DODGED, dodged)];
    Ok((Danger { by, what: What::Hurts, befalls }, counted))
}

/// §16.4.
fn fall(compiler: &mut Compiler, keys: &HazardKeys, by: usize, kind: &Marked<HazardKind>) -> Result<Danger, Problem> {
    let Some(height) = keys.height.as_ref() else {
        return Err(missing(kind, "height", mark!("in cm: height = 10 (§16.4)")));
    };
    let models = how_many(compiler, keys, by)?.unwrap_or(1);
    others(compiler, &keys.below, by, models)?;
    let fall = hazards::fall(mm(height.value));
    let of = |compiler: &Compiler, group: usize| {
        Some(match fall? {
            Fall::Hit(hit) => Toll::Hit(machine::compile::harm(
                compiler,
                &by_itself(hit, &format!("fall of {}", compiler::label(compiler, group))),
                group,
            )),
            Fall::Dead => {
                Toll::Death(machine::compile::rolls_on(compiler, mark!("fall of"), "16.4", Need::at_least(1), group))
            }
        })
    };
    let mut all = befalls(compiler, by, models, &kind.span, of)?;
    // A fall from so high that the model dies hits others as from 30 cm.
    let below = match fall {
        None => None,
        Some(Fall::Hit(hit)) => Some(hit),
        Some(Fall::Dead) => match hazards::fall(300) {
            Some(Fall::Hit(hit)) => Some(hit),
            _ => None,
        },
    };
    if let Some(hit) = below {
        let struck = |compiler: &Compiler, group: usize| {
            let name = compiler::label(compiler, group);
            let one = Attack { damage: Amount::fixed(1), ..by_itself(hit, &format!("fall on {name}")) };
            let roll = Roll::named(format!("hits of the fall on {name}"), "16.4")
                .in_words(text!("hits of the fall on {name}", name = called(&name)));
            let pool = machine::compile::rolls_on(compiler, mark!("under the fall:"), "16.4", Need::at_least(4), group);
            Toll::Fall(pool, hit.damage, roll, machine::compile::harm(compiler, &one, group))
        };
        all.extend(machine::compile::befalls(compiler, &keys.below, &kind.span, struck)?);
    }
    Ok(Danger { by, what: What::Hurts, befalls: all })
}

/// §15.6.1.
fn skid(
    compiler: &mut Compiler,
    keys: &HazardKeys,
    by: usize,
    kind: &Marked<HazardKind>,
) -> Result<(Danger, Vec<Counted>), Problem> {
    let speed = match keys.speed.as_ref().map(|speed| (speed.value, speed)) {
        Some((Speed::Combat, _)) => SkidSpeed::Combat,
        Some((Speed::Fast, _)) => SkidSpeed::Fast,
        Some((Speed::Of(_), speed)) => {
            return Err(speed
                .problem(text!("a skid is at `combat` or `fast` speed"))
                .help(text!("speed = \"fast\" (§15.6.1)")));
        }
        None => return Err(missing(kind, "speed", mark!("speed = \"combat\" or \"fast\" (§15.6.1)"))),
    };
    refuse_if(!compiler.forces.all_are(by, &[Kind::Bike]), || {
        kind.problem(text!("{by} are no bikes: they do not skid", by = compiler.name(by)))
    })?;
    let at = &kind.span;
    let mut groups = Vec::new();
    for group in compiler.forces.formations[by].groups.clone() {
        groups.push((group, compiler.cell(at)?));
    }
    let ends = [compiler.cell(at)?, compiler.cell(at)?, compiler.cell(at)?, compiler.cell(at)?];
    let wreck = |compiler: &Compiler, group: usize| {
        Toll::Hit(machine::compile::harm(
            compiler,
            &by_itself(CRASH.0, &format!("wreck beside {}", compiler::label(compiler, group))),
            group,
        ))
    };
    others(compiler, &keys.near, by, 1)?;
    let befalls = machine::compile::befalls(compiler, &keys.near, at, wreck)?;
    let results = Skid::results(speed, compiler.name(by));
    let told = [&metrics::CRASHED, &metrics::NO_FIRE, &metrics::PASSENGER_ONLY, &metrics::PERFECT];
    let counted = told.into_iter().zip(ends).map(|(metric, cell)| own(compiler, by, metric, cell)).collect();
    Ok((Danger { by, what: What::Skid(Skids { results, groups, ends }), befalls }, counted))
}

/// §15.3.4.
fn bog(compiler: &mut Compiler, by: usize, name: &Marked<String>) -> Result<Danger, Problem> {
    let groups = compiler.forces.formations[by].groups.clone();
    refuse_if(!groups.clone().all(|group| compiler.forces.groups[group].profile.is_machine()), || {
        name.problem(text!("`{name}` has models that are no machines: a marsh does not hold them", name = name.value))
    })?;
    let pool = |group: usize| {
        let roll = Roll::named(format!("marsh under {}", compiler::label(compiler, group)), "15.3.4")
            .in_words(text!("marsh under {group}", group = called(&compiler::label(compiler, group))));
        (group, Pool::new(roll, Test::once(hazards::bogged()), 1))
    };
    Ok(Danger { by, what: What::Bog(groups.map(pool).collect()), befalls: Vec::new() })
}

/// §15.3.6, §15.6.3.
fn out_of_control(
    compiler: &mut Compiler,
    by: usize,
    name: &Marked<String>,
) -> Result<(Danger, Vec<Counted>), Problem> {
    let groups = compiler.forces.formations[by].groups.clone();
    let group = groups.start;
    let profile = &compiler.forces.groups[group].profile;
    let Some(machine) = profile.machine.as_ref().filter(|_| groups.len() == 1) else {
        let problem = name.problem(text!("`{name}` is not one vehicle", name = name.value));
        return Err(problem.help(text!("one vehicle at a time is out of control: write it as a formation (§15.3.6)")));
    };
    // §15.6.2: walkers move like men, at most twice their move.
    let walks = (profile.kind == Kind::Walker).then_some(2 * profile.m);
    let Some(top_speed) = machine.speed.map(|[.., fast]| fast).or(walks) else {
        let problem = name.problem(text!("`{key}` needs its `speed`: it never goes faster", key = profile.key));
        return Err(problem.help(text!("speed = [15, 30, 60]: slow, combat and fast, in cm (§15.3.6)")));
    };
    let is_skimmer = profile.has(Ability::Skimmer);
    let label = compiler::label(compiler, group);
    let at = &name.span;
    let [first, last, distance] = [compiler.cell(at)?, compiler.cell(at)?, compiler.cell(at)?];
    let roll =
        Roll::named(format!("run of {label}"), "15.3.6").in_words(text!("run of {label}", label = called(&label)));
    let way = match is_skimmer {
        true => Way::Air(Altitude::results(&label), first),
        false => Way::Ground(Turn::results(&label), [first, last]),
    };
    let mut counted = match is_skimmer {
        true => vec![own(compiler, by, &metrics::CRASHED, first)],
        false => vec![own(compiler, by, &metrics::LEFT, first), own(compiler, by, &metrics::RIGHT, last)],
    };
    counted.push(own(compiler, by, &metrics::DISTANCE, distance));
    if is_skimmer {
        compiler.choose(text!("{label}: a skimmer that crashes is a wreck (§15.6.3)", label));
    }
    let runaway = Runaway { group, way, roll, top_speed, distance };
    Ok((Danger { by, what: What::OutOfControl(Box::new(runaway)), befalls: Vec::new() }, counted))
}
