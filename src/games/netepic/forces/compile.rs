//! Reading formations and their groups (§3.1).

use crate::abilities::Kind;
use crate::compiler::{Boarding, Compiler, NetEpic};
use crate::forces::written;
use crate::forces::written::Order;
use crate::forces::{Formation, Group, INSTINCT, Ledger, Needs};
use crate::profile::Profile;
use crate::profile::compile::Profiles;
use crate::readings::Allocation;
use crate::{cargo, wreck};
use battle_odds_plan::names::all_named;
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::typed::{Either, Marked, Named, Names};
use battle_odds_scenario::{Problem, ProblemKind, Span, refuse_if};

/// The table of formations.
pub fn formations(
    compiler: &mut Compiler,
    written: &Marked<Named<Marked<written::Formation>>>,
    profiles: &Profiles,
) -> Result<(), Problem> {
    for (key, formation) in &written.value {
        self::formation(compiler, key, formation, profiles)?;
    }
    refuse_if(compiler.forces.formations.is_empty(), || ProblemKind::NoFormations.at(&written.span))?;
    for (of, (_, formation)) in written.value.iter().enumerate() {
        neighbours(compiler, of, formation)?;
    }
    cargo::compile::load(compiler)
}

/// #14, §3.7: the friends whose aura reaches a formation, and the enemies in contact with it; contact is mutual.
fn neighbours(compiler: &mut Compiler, of: usize, written: &written::Formation) -> Result<(), Problem> {
    let others =
        |compiler: &mut Compiler, names: &Option<Names>, key: &str, friends: bool| -> Result<Vec<usize>, Problem> {
            let Some(names) = names else { return Ok(Vec::new()) };
            let found = all_named(&compiler.forces, names, &format!("`{key}`"))?;
            refuse_if(found.contains(&of), || {
                names.problem(text!("`{name}` is no other formation", name = compiler.name(of)))
            })?;
            for (name, &other) in names.iter().zip(&found) {
                compiler.relations.write(of, other, friends, &name.span);
            }
            Ok(found)
        };
    let near = others(compiler, &written.near, "near", true)?;
    let foes = others(compiler, &written.engaged_by, "engaged-by", false)?;
    compiler.forces.formations[of].near.extend(near);
    for foe in foes {
        for (one, other) in [(of, foe), (foe, of)] {
            let engaged = &mut compiler.forces.formations[one].engaged_by;
            if !engaged.contains(&other) {
                engaged.push(other);
            }
        }
    }
    Ok(())
}

fn formation(
    compiler: &mut Compiler,
    key: &Marked<String>,
    written: &Marked<written::Formation>,
    profiles: &Profiles,
) -> Result<(), Problem> {
    let index = compiler.forces.formations.len();
    compiler.remarks.read(key, &written.remarks, "");
    let first = compiler.forces.groups.len();
    for group in &written.units.value {
        self::group(compiler, group, key, profiles, written.layout.is_some())?;
    }
    let groups = first..compiler.forces.groups.len();
    refuse_if(groups.is_empty(), || ProblemKind::NoUnits(key.value.clone()).at(&written.units.span))?;
    let own = &compiler.forces.groups[groups.clone()];
    let bases: u32 = own.iter().map(|group| u32::from(group.start)).sum();
    let lost = written.lost.map_or(0, u32::from);
    let break_point = break_point(key, written, bases + lost)?;
    let order = written.order.as_ref().map_or(Order::default(), |order| order.value);
    let instinct = instinct(&mut compiler.own, key, written, own)?;
    let morale = morale(written, own);
    let points = written.points.map(u32::from).or_else(|| points(own));
    let layout = layout(written, bases)?;
    // A formation under instinct has no other order.
    let begins = if instinct { Order::None } else { order };
    let formation = Formation {
        name: key.value.clone(),
        side: 0,
        groups,
        points,
        lost,
        break_point,
        morale,
        near: vec![index],
        engaged_by: Vec::new(),
        altitude: written.altitude.as_ref().map_or_else(Default::default, |altitude| altitude.value),
        layout,
        given: order,
        ordered: Vec::new(),
        order: compiler.cell_with(begins as u16, &written.span)?,
        status: compiler.cell_with(if instinct { INSTINCT } else { 0 }, &written.span)?,
        ledger: Ledger::default(),
    };
    compiler.forces.formations.push(formation);
    compiler.told_sides.push(written.side.clone());
    Ok(())
}

/// §3.8: how many lost bases break a formation: half of all, rounded up.
fn break_point(key: &Marked<String>, written: &written::Formation, all: u32) -> Result<u32, Problem> {
    let Some(told) = &written.break_point else { return Ok(all.div_ceil(2)) };
    match u32::from(told.value) {
        told_point if told_point > all => {
            Err(told.problem(text!("`{key}` has {all} bases, and would never be broken", key = key.value, all)))
        }
        told_point => Ok(told_point),
    }
}

/// #6, #7: whether a formation begins under instinct.
fn instinct(
    remarks: &mut NetEpic,
    key: &Marked<String>,
    written: &written::Formation,
    groups: &[Group],
) -> Result<bool, Problem> {
    let Some(instinct) = &written.instinct else { return Ok(false) };
    refuse_if(instinct.value && !groups.iter().any(|group| group.profile.is_slave()), || {
        instinct
            .problem(text!("`{key}` has no slaves: it is never under instinct", key = key.value))
            .help(text!("abilities `slave-hunt`, `slave-devastation` and `slave-nest` (#6, #7)"))
    })?;
    if instinct.value && written.order.is_some() {
        remarks.remark(text!("{key}: under instinct, whatever its `order` (#6)", key = key.value));
    }
    Ok(instinct.value)
}

/// §3.8, #32: what morale tests of a formation need; nothing if it passes all.
fn morale(written: &written::Formation, groups: &[Group]) -> Option<Needs> {
    match written.morale.as_ref().filter(|_| !written.auto_morale) {
        Some(Either::First(number)) => Some(Needs::TwoDice((*number).into())),
        Some(Either::Second(face)) => Some(Needs::OneDie(face.0)),
        None => {
            let command = groups.iter().all(|group| group.profile.has(Kind::CommandUnit));
            (command && !written.auto_morale).then_some(Needs::TwoDice(3))
        }
    }
}

/// The points of all bases, if each has some.
fn points(groups: &[Group]) -> Option<u32> {
    groups.iter().map(|group| Some(group.profile.points? * u32::from(group.start))).sum()
}

/// Where the bases are, in cm.
fn layout(written: &written::Formation, bases: u32) -> Result<Option<Vec<[f64; 2]>>, Problem> {
    let Some(layout) = &written.layout else { return Ok(None) };
    if layout.value.len() != bases as usize {
        let told = layout.value.len();
        let problem = layout.problem(text!("the layout has {told} places for {bases} bases", told, bases));
        return Err(problem.help(text!("one place a base, in the order of the groups: [[0, 0], [5, 0]]")));
    }
    Ok(Some(layout.value.iter().map(|place| place.map(|at| at.get())).collect()))
}

/// One entry of a formation's `units`.
fn group(
    compiler: &mut Compiler,
    written: &Marked<written::Group>,
    name: &str,
    profiles: &Profiles,
    placed: bool,
) -> Result<(), Problem> {
    let profile = profiles.find(&written.unit, name)?.clone();
    cargo::compile::check(written)?;
    let count: u16 = written.count.as_ref().map_or(1, |count| count.value.into());
    let lost = match &written.wounds_lost {
        Some(lost) if lost.get() >= profile.wounds.into() => {
            let problem = lost.problem(text!(
                "`{key}` has {wounds} wounds, and lives",
                key = profile.key,
                wounds = profile.wounds
            ));
            return Err(problem.help(text!("a base that has lost all of them is gone: write a smaller `count`")));
        }
        Some(lost) => lost.value.into(),
        None => 0,
    };
    let down = match &written.shields_down {
        Some(down) if down.get() > profile.shields.into() => {
            return Err(down.problem(text!(
                "`{key}` has {shields} shields",
                key = profile.key,
                shields = profile.shields
            )));
        }
        Some(down) => u16::from(down.value),
        None => 0,
    };
    // Shields belong to one base; if dice are aimed at single bases, or bases have places, each base is a group by
    // itself.
    let alone = placed || profile.stands_alone() || compiler.readings.allocation == Allocation::Spread;
    let sizes = if alone { vec![1; count.into()] } else { vec![count] };
    let of = compiler.forces.groups.len();
    if let Some(transport) = &written.embarked_in {
        refuse_if(placed, || {
            transport.problem(text!(
                "a formation with a `layout` has no bases in transports: they would have no place in it"
            ))
        })?;
        let aboard = bases(compiler, &profile, written, of, Size::aboard(count))?;
        for size in sizes {
            bases(compiler, &profile, written, of + 1, Size::out(size))?;
        }
        let out = aboard + 1..compiler.forces.groups.len();
        let boarding = Boarding { aboard, out, transport: transport.clone(), loads: written.loads.clone() };
        compiler.own.boardings.push(boarding);
        return Ok(());
    }
    for (nth, most) in sizes.into_iter().enumerate() {
        let (lost, down) = if nth == 0 { (lost, down) } else { (0, 0) };
        let size = Size { start: most, most, lost, down, aboard: false };
        bases(compiler, &profile, written, of, size)?;
    }
    wreck::compile::neighbours(compiler, written, (of, count))
}

/// How many bases a group has, and what they have already lost.
#[derive(Clone, Copy)]
struct Size {
    start: u16,
    most: u16,
    /// Wounds lost by the first base.
    lost: u8,
    /// Its shields that are down.
    down: u16,
    aboard: bool,
}

impl Size {
    /// #30: this many bases aboard a transport.
    fn aboard(count: u16) -> Size {
        Size { start: count, most: count, lost: 0, down: 0, aboard: true }
    }

    /// #30: no base yet, but this many may get out of a transport.
    fn out(most: u16) -> Size {
        Size { start: 0, most, lost: 0, down: 0, aboard: false }
    }
}

/// Adds a group of equal bases to the formation that is being read, the first of its kind being `of`; returns its index.
fn bases(
    compiler: &mut Compiler,
    profile: &Profile,
    written: &Marked<written::Group>,
    of: usize,
    size: Size,
) -> Result<usize, Problem> {
    let at = &written.span;
    let left = wounds_left(compiler, profile, size.start, size.lost, at)?;
    let cell = |compiler: &mut Compiler, needed: bool, value: u16| -> Result<Cell, Problem> {
        if needed { compiler.cell_with(value, at) } else { Ok(NOTHING) }
    };
    let shields = if size.start > 0 { u16::from(profile.shields) - size.down } else { 0 };
    let shields = cell(compiler, profile.shields > 0 && !size.aboard, shields)?;
    let spent = cell(compiler, profile.has(Kind::CloseDefences) && !size.aboard, 0)?;
    let used = profile.weapons.iter().map(|weapon| cell(compiler, weapon.one_shot && !size.aboard, 0));
    let used = used.collect::<Result<_, _>>()?;
    compiler.forces.groups.push(Group {
        profile: profile.clone(),
        formation: compiler.forces.formations.len(),
        of,
        start: size.start,
        most: size.most,
        aboard: size.aboard,
        hold: None,
        cover: written.cover.unwrap_or_default().0,
        left,
        shields,
        sheet: None,
        spent,
        fought: Vec::new(),
        used,
        fallen: NOTHING,
        guarded: NOTHING,
    });
    Ok(compiler.forces.groups.len() - 1)
}

/// Bases by wounds left; the first base has already lost some.
fn wounds_left(
    compiler: &mut Compiler,
    profile: &Profile,
    size: u16,
    lost: u8,
    at: &Span,
) -> Result<Vec<Cell>, Problem> {
    let level = |level: u8| {
        let hurt = u16::from(lost > 0 && level == profile.wounds - lost);
        let whole = if level == profile.wounds { size - u16::from(lost > 0) } else { 0 };
        compiler.cell_with(hurt + whole, at)
    };
    (1..=profile.wounds).map(level).collect()
}

/// Takes the cells that last only one step.
pub fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
    for formation in 0..compiler.forces.formations.len() {
        let one_wound = compiler.forces.of(formation).iter().all(|group| group.left.len() == 1);
        let carried = compiler.forces.of(formation).iter().any(|group| group.aboard);
        let mut cell = || compiler.layout.need(at);
        let lost = cell()?;
        let [passengers_lost, passengers_tested] = if carried { [cell()?, cell()?] } else { [NOTHING; 2] };
        compiler.forces.formations[formation].ledger = Ledger {
            hits: cell()?,
            shields_lost: cell()?,
            wounds: if one_wound { lost } else { cell()? },
            lost,
            hq_lost: cell()?,
            rerolls: cell()?,
            fall_back: cell()?,
            instinct: cell()?,
            routed: cell()?,
            ran: cell()?,
            passed: cell()?,
            rallied: cell()?,
            passengers_lost,
            passengers_tested,
            passengers_wounds: if one_wound { passengers_tested } else { cell()? },
            activated: cell()?,
        };
    }
    cargo::compile::open_ledgers(compiler, at)?;
    wreck::compile::wrecks(compiler, at)?;
    for group in 0..compiler.forces.groups.len() {
        let profile = &compiler.forces.groups[group].profile;
        // bearers of an aura or Synapse count as they were when the action began.
        let (bears, hq) = (profile.has(Kind::MoraleAura) || profile.has(Kind::Synapse), profile.has(Kind::Hq));
        if bears {
            compiler.forces.groups[group].fallen = compiler.layout.need(at)?;
        }
        if hq {
            compiler.forces.groups[group].guarded = compiler.layout.need(at)?;
        }
    }
    Ok(())
}
