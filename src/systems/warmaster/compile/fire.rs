//! Reading fire (L1088) and spells (L2320).

use super::super::battle::Action;
use super::super::cover::{Cover, FACES, PROTECTIONS, Protection};
use super::super::items::Item;
use super::super::magic::{Spell, need};
use super::super::profile::{Kind, Profile};
use super::super::volley::{FortifiedDriveBack, Luck, MakingWay, Salvo, Shooter, Target, Volley};
use super::calendar::{Actor, Phase};
use super::compiler::Compiler;
use super::names;
use super::once;
use super::steps::{Counted, Read, read};
use super::waits::waiting;
use crate::engine::dice::Roll;
use crate::engine::pool::{Need, Pool, Test};
use crate::scenario::{Fields, Node, Problem, Span, Value};
use crate::systems::plan::state::NOTHING;
use crate::systems::plan::values::{optional, value};

/// How the use of the banner of luck is written.
pub const LUCK: &[(&str, Luck)] = &[("unlucky", Luck::Unlucky), ("never", Luck::Never)];

/// A shooter of whom nothing is known yet.
const NOBODY: Shooter = Shooter { unit: 0, stands: 0, shots: 0, rides: false, waits: false, earlier: 0, once: false };

/// A step `shoot`.
pub fn shoot(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let by_node = fields.need("by")?;
    let by = names::formations(&compiler.forces, by_node, "the formations that shoot")?;
    let at = names::one_with_units(&compiler.forces, fields.need("at")?, "the target")?;
    let range = optional(fields.take("range"), |node| node.integer("a range in cm", 0..=300))?;
    let charging = optional(fields.take("charging"), |node| node.boolean("`charging`"))?.unwrap_or(false);
    let units = compiler.units_of(&by);
    let told = match fields.take("shooters") {
        None => Vec::new(),
        Some(node) => names::stands(&compiler.forces, node, "shooters", &units)?,
    };
    let luck = optional(fields.take("luck"), |node| node.choice("a use of the banner of luck", LUCK))?;
    let mut common = Vec::new();
    let mut lucky = Vec::new();
    let mut unmeasured = Vec::new();
    for &unit in &units {
        let of = &compiler.forces.units[unit];
        let stands = told.iter().find(|(told, _)| *told == unit).map_or(of.start, |(_, stands)| *stands);
        // L1096: who shoots has a range; where an army list tells shots alone, it is the scenario that says they reach.
        let reaches = |profile: &Profile| match profile.range {
            Some(reach) => range.is_none_or(|range| range <= reach.into()),
            None => profile.shots > 0,
        };
        if of.profile.range.is_none() && of.profile.shots > 0 {
            unmeasured.push(unit);
        }
        if reaches(&of.profile) {
            let shooter = Shooter { unit, stands, shots: of.profile.shots, ..NOBODY };
            if of.item == Some(Item::BannerOfLuck) { lucky.push(shooter) } else { common.push(shooter) }
        }
        // L2063: a commander who shoots does so from a stand of the unit he joined.
        for &commander in &of.commanders {
            let his = &compiler.forces.commanders[commander].profile;
            if his.shots > 0 && reaches(his) {
                common.push(Shooter { unit, stands: 1, shots: his.shots, rides: true, ..NOBODY });
            }
        }
    }
    if common.is_empty() && lucky.is_empty() {
        let problem = Problem::new(format!("nobody of {} can shoot so far", compiler.list(&by))).at(&by_node.span);
        return Err(problem.help("their profiles need `range` (cm), and it must be as much as the step's"));
    }
    for unit in unmeasured {
        let label = compiler.label(unit);
        compiler.choose(format!("{label} reaches: its profile has shots and no `range` (L1096)"));
    }
    let label = format!("shots of {} at {}", compiler.list(&by), compiler.name(at));
    let mut salvos = Vec::new();
    if !common.is_empty() {
        salvos.push(salvo(common, 0, &label, None));
    }
    for shooter in lucky {
        let unit = shooter.unit;
        if luck.is_none() {
            compiler.choose(format!(
                "{} rolls all attacks again when fewer hit than should (key `luck`)",
                compiler.label(unit)
            ));
        }
        let name = format!("shots of {} at {}", compiler.label(unit), compiler.name(at));
        salvos.push(salvo(vec![shooter], 0, &name, Some((unit, luck.unwrap_or(Luck::Unlucky)))));
    }
    let side = compiler.forces.formations[by[0]].side;
    let needs_order = fields.take("needs-order");
    let mut volley = volley(compiler, fields, at, salvos, charging)?;
    let mixed =
        volley.targets.iter().any(|target| target.cover.stands.iter().filter(|&&stands| stands > 0).count() > 1);
    let banner = volley.salvos.iter().find_map(|salvo| salvo.luck.filter(|(_, luck)| *luck == Luck::Unlucky));
    if let Some((unit, _)) = banner.filter(|_| mixed && !charging) {
        let label = compiler.label(unit);
        compiler.choose(format!("{label} rolls again its shots at one part of a mixed cover, the first at which it is unlucky: not those at others (L2386)"));
    }
    let mut who = by.clone();
    who.push(at);
    let command_phases = if charging {
        if let Some(node) = ["new-phase", "phase-goes-on"].into_iter().find_map(|key| fields.take(key)) {
            let problem = Problem::new("fire at a charge is part of no shooting phase (L1233)").at(&node.span);
            return Err(problem.help("leave it out, or `charging = true`"));
        }
        // L1233: fire at a charge comes in the command phase of those who charge.
        let (theirs, turn) = (compiler.forces.formations[at].side, compiler.own.turn);
        let command_phases = compiler.own.calendar.enter(theirs, Phase::Command, turn, &who, true);
        volley.waits = !waiting(compiler, needs_order, &[at], "charges, and is shot at as it does,")?.is_empty();
        command_phases
    } else {
        let actors: Vec<(Actor, u16)> =
            units.iter().map(|&unit| (Actor::Unit(unit), stands_of(&volley, unit))).collect();
        let command_phases = enter(compiler, (side, &who), fields, &actors, &by_node.span)?;
        let waiting = waiting(compiler, needs_order, &by, "shoots")?;
        for shooter in volley.salvos.iter_mut().flat_map(|salvo| &mut salvo.shooters) {
            shooter.waits = waiting.contains(&compiler.forces.units[shooter.unit].formation);
        }
        units.iter().for_each(|&unit| shoot_once(compiler, &mut volley, unit));
        command_phases
    };
    let extra = range.map_or(String::new(), |range| format!(" ({range} cm)"));
    let words = if charging { " as they charge" } else { "" };
    let title = format!("{} shoot at {}{words}{extra}", compiler.list(&by), compiler.name(at));
    let counted = vec![Counted::Target { formation: at, is_driven: false }];
    let mut read = read(command_phases, Action::Shoot(Box::new(volley)), title, counted);
    read.deed.fires_in = (!charging).then(|| compiler.own.calendar.shooting_phase(side));
    Ok(read)
}

/// L351: a step of a shooting phase, or of a new one: sides whose command phases have ended.
fn enter(
    compiler: &mut Compiler,
    (side, who): (usize, &[usize]),
    fields: &mut Fields,
    actors: &[(Actor, u16)],
    span: &Span,
) -> Result<Vec<usize>, Problem> {
    let new = optional(fields.take("new-phase"), |node| node.boolean("`new-phase`"))?;
    let goes_on = optional(fields.take("phase-goes-on"), |node| node.boolean("`phase-goes-on`"))?;
    let turn = compiler.own.turn;
    if new == Some(true) {
        compiler.own.calendar.end_shooting();
    } else if compiler.own.calendar.is_shooting(side, turn) {
        let told = new == Some(false) || compiler.own.calendar.told_to_go_on;
        once::begin_next(compiler, actors, told, span)?;
    }
    compiler.own.calendar.told_to_go_on = goes_on == Some(true);
    Ok(compiler.own.calendar.enter(side, Phase::Shooting, turn, who, goes_on.unwrap_or(true)))
}

/// L1092: stands of a unit that shoot in a volley; all of it where it is only a commander with them.
fn stands_of(volley: &Volley, unit: usize) -> u16 {
    let shooters = volley.salvos.iter().flat_map(|salvo| &salvo.shooters);
    shooters.filter(|shooter| shooter.unit == unit).map(|shooter| shooter.stands).max().unwrap_or(0)
}

/// L1092: the stands of a unit that have shot in this phase do not shoot again, nor does a commander with them (L2063).
fn shoot_once(compiler: &mut Compiler, volley: &mut Volley, unit: usize) {
    let stands = stands_of(volley, unit);
    if stands == 0 {
        return;
    }
    let once::Turn { earlier, once } = once::act(compiler, Actor::Unit(unit), stands);
    let shooters = volley.salvos.iter_mut().flat_map(|salvo| &mut salvo.shooters);
    for shooter in shooters.filter(|shooter| shooter.unit == unit) {
        shooter.once = once;
        match shooter.rides {
            true if earlier > 0 => shooter.stands = 0,
            true => {}
            false => shooter.earlier = earlier,
        }
    }
}

fn salvo(shooters: Vec<Shooter>, dice: u16, label: &str, luck: Option<(usize, Luck)>) -> Salvo {
    let most = shooters.iter().map(|shooter| u32::from(shooter.stands) * u32::from(shooter.shots)).sum::<u32>();
    let most = most + u32::from(dice);
    let pools = FACES.map(|face| Pool::new(Roll::named(label, "L1147"), Test::once(Need::at_least(face)), most));
    Salvo { shooters, dice, pools, luck }
}

/// What fire of a step and the effect of a spell have in common.
fn volley(
    compiler: &mut Compiler,
    fields: &mut Fields,
    at: usize,
    salvos: Vec<Salvo>,
    charging: bool,
) -> Result<Volley, Problem> {
    let span = fields.span().clone();
    let units = compiler.units_of(&[at]);
    let targets = cover(compiler, fields.take("cover"), &units)?;
    if !charging {
        tell_fortified(compiler, &targets);
    }
    let room = optional(fields.take("room"), |node| node.integer("a distance in cm", 0..=200))?;
    let mut way = Vec::new();
    if let Some(node) = fields.take("make-way") {
        for (key, value) in node.entries("friends that make way")? {
            let formation = names::formation(&compiler.forces, &key.name, &key.span)?;
            let at = value.integer("a distance in cm", 0..=200)? as u16;
            way.extend(compiler.units_of(&[formation]).into_iter().map(|unit| MakingWay { at, unit }));
        }
        way.sort_by_key(|friend| friend.at);
    }
    Ok(Volley {
        targets,
        salvos,
        charging,
        waits: false,
        room: room.map(|room| room as u16),
        way,
        aim: compiler.cell(&span)?,
        left: compiler.cell(&span)?,
        hits: compiler.cell(&span)?,
        sum: compiler.cell(&span)?,
        six: compiler.cell(&span)?,
    })
}

/// L1207: the wounds that do not drive the fortified back are told where somebody fortified is shot at.
fn tell_fortified(compiler: &mut Compiler, targets: &[Target]) {
    let fortified = |target: &Target| {
        let kind = compiler.forces.units[target.unit].profile.kind;
        target.cover.has(Protection::Fortified) && matches!(kind, Kind::Infantry | Kind::Artillery)
    };
    if targets.iter().any(fortified) {
        let words = match compiler.readings.fortified_drive_back {
            FortifiedDriveBack::TwoWounds => "the first two wounds do",
            FortifiedDriveBack::SecondWound => "the second wound alone does",
        };
        compiler.choose(format!("reading of L1207: {words} not drive the fortified back (fortified-drive-back)"));
    }
}

/// L1155: how stands are protected: one word for all, numbers of stands, or either by formation.
pub fn cover(compiler: &mut Compiler, node: Option<&Node>, units: &[usize]) -> Result<Vec<Target>, Problem> {
    let start = |compiler: &Compiler, unit: usize| compiler.forces.units[unit].start;
    let mut targets: Vec<Target> =
        units.iter().map(|&unit| Target { unit, cover: Cover::all(Protection::Open, start(compiler, unit)) }).collect();
    let Some(node) = node else { return Ok(targets) };
    let by_stands = |node: &Node| match &node.value {
        Value::Table(entries) => entries.iter().all(|(key, _)| PROTECTIONS.iter().any(|(name, _)| *name == key.name)),
        _ => true,
    };
    let told = match by_stands(node) {
        true => units.iter().map(|&unit| (unit, node)).collect(),
        false => names::told(&compiler.forces, node, units)?,
    };
    for (unit, node) in told {
        let stands = start(compiler, unit);
        let mut cover = Cover::default();
        if let Value::Table(entries) = &node.value {
            for (key, value) in entries {
                let known = PROTECTIONS.iter().find(|(name, _)| *name == key.name);
                let Some((_, protection)) = known else {
                    return Err(crate::scenario::unknown(
                        "protection",
                        &key.name,
                        &key.span,
                        PROTECTIONS.iter().map(|(name, _)| *name),
                    ));
                };
                cover.stands[*protection as usize] = value.integer("a number of stands", 0..=stands.into())? as u16;
            }
            let all: u16 = cover.stands.iter().sum();
            if all > stands {
                return Err(Problem::new(format!("{all} stands are more than the {stands} there are")).at(&node.span));
            }
            cover.stands[0] += stands - all;
        } else {
            cover = Cover::all(node.choice("a protection", PROTECTIONS)?, stands);
        }
        let kind = compiler.forces.units[unit].profile.kind;
        if cover.stands[0] < stands && !matches!(kind, Kind::Infantry | Kind::Artillery) {
            compiler.choose(format!(
                "{} is in the open all the same: only infantry and artillery are protected (L1155)",
                compiler.label(unit)
            ));
        }
        if let Some(target) = targets.iter_mut().find(|target| target.unit == unit) {
            target.cover = cover;
        }
    }
    Ok(targets)
}

/// A step `spell`.
pub fn spell(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let by_node = fields.need("by")?;
    let (by, name) = names::commander(&compiler.forces, by_node, "the wizard")?;
    let span = fields.span().clone();
    if compiler.forces.commanders[by].profile.kind != Kind::Wizard {
        return Err(Problem::new(format!("`{name}` is no wizard"))
            .at(&by_node.span)
            .help("only wizards cast spells (L2324)"));
    }
    let at_node = fields.need("at")?;
    let at = names::one_with_units(&compiler.forces, at_node, "the target")?;
    let difficulty = value(fields.need("difficulty")?, "a difficulty", 2)?;
    let modifier = optional(fields.take("modifier"), |node| node.integer("a modifier", -5..=5))?.unwrap_or(0);
    let shots = optional(fields.take("shots"), |node| node.integer("a number of dice", 0..=60))?.unwrap_or(0) as u16;
    let dispel = optional(fields.take("dispel"), |node| value(node, "a roll to undo it", 2))?;
    let dispel = dispel
        .map(|face| Pool::new(Roll::named(format!("dispel of {name}'s spell"), "L2472"), Test::once(need(face)), 1));
    let second = fields.take("second-at");
    let salvo_at = |target: &str| vec![salvo(Vec::new(), shots, &format!("spell of {name} on {target}: shots"), None)];
    let effect_of = |compiler: &mut Compiler, fields: &mut Fields, at: usize| {
        let salvos = salvo_at(compiler.name(at));
        volley(compiler, fields, at, salvos, false)
    };
    let effect = effect_of(compiler, fields, at)?;
    let mut counted = vec![Counted::Wizard(by, name.clone())];
    counted.push(Counted::Target { formation: at, is_driven: false });
    let mut who = vec![at];
    let second = match second {
        None => None,
        Some(node) => {
            let at = names::one_with_units(&compiler.forces, node, "the second target")?;
            if compiler.forces.commanders[by].profile.item != Some(Item::RodOfRepetition) {
                let problem = Problem::new(format!("{name} casts one spell only")).at(&node.span);
                return Err(problem.help("a second one needs the rod of repetition (L2484)"));
            }
            who.push(at);
            let effect = effect_of(compiler, fields, at)?;
            counted.push(Counted::Target { formation: at, is_driven: false });
            Some(effect)
        }
    };
    let formation = compiler.forces.commanders[by].formation;
    let side = compiler.forces.formations[formation].side;
    let scroll =
        compiler.may_spend(Item::AntiMagicScroll, |forces, other| forces.formations[other.formation].side != side);
    let item = compiler.forces.commanders[by].profile.item.filter(|item| match item {
        Item::RingOfSorcery | Item::WandOfPower => true,
        // L2484: for another spell, or for the same if it is undone.
        Item::RodOfRepetition => second.is_some() || dispel.is_some() || scroll,
        _ => false,
    });
    let own = item.is_some_and(|item| compiler.spending.may(formation, item.name()));
    let command_phases = enter(compiler, (side, &who), fields, &[(Actor::Wizard(by), 1)], &by_node.span)?;
    let once = once::act(compiler, Actor::Wizard(by), 1).once;
    let title = format!("{name} casts a spell ({difficulty}+) on {}", compiler.list(&who));
    let spell = Spell {
        by,
        difficulty,
        modifier: modifier as i8,
        dispel,
        effect,
        second,
        once,
        spends: [own, scroll],
        again: compiler.cell(&span)?,
        roll: Roll::named(format!("spell of {name}"), "L2328"),
        bind: Pool::new(Roll::new("staff of spellbinding", "L2452"), Test::once(Need::at_least(4)), 1),
        stage: compiler.cell(&span)?,
    };
    debug_assert!(spell.stage != NOTHING);
    let mut read = read(command_phases, Action::Spell(Box::new(spell)), title, counted);
    read.deed.fires_in = Some(compiler.own.calendar.shooting_phase(side));
    Ok(read)
}
