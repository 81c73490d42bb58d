//! Reading formations: units, brigades, commanders.

use crate::compiler::Compiler;
use crate::forces::written;
use crate::forces::written::Group;
use crate::forces::{CONFUSED, Commander, Forces, Formation, Ledger, Unit};
use crate::items::Item;
use crate::profile::Profile;
use crate::profile::compile::item;
use crate::wounds::saves;
use battle_odds_plan as plan;
use battle_odds_plan::state::NOTHING;
use battle_odds_plan::written::NoTables;
use battle_odds_scenario::typed::{Marked, Named, word};
use battle_odds_scenario::{Problem, ProblemKind, Span, refuse_if, unknown};
use battle_odds_words::shown;

/// The profiles that a scenario can use.
pub type Profiles = plan::profiles::Profiles<Profile, NoTables>;

/// The table of formations.
pub fn formations(
    compiler: &mut Compiler,
    written: &Marked<Named<Marked<written::Formation>>>,
    profiles: &Profiles,
) -> Result<(), Problem> {
    for (key, formation) in &written.value {
        self::formation(compiler, key, formation, profiles)?;
    }
    Ok(())
}

/// L2344: each item is in an army once.
pub fn check_items(compiler: &Compiler) -> Result<(), Problem> {
    let items = &compiler.own.items;
    for (place, (item, formation, span)) in items.iter().enumerate() {
        let side = |formation: usize| compiler.forces.formations[formation].side;
        let twice = |(other, of, _): &(Item, usize, Span)| other == item && side(*of) == side(*formation);
        refuse_if(items[..place].iter().any(twice), || {
            Problem::new(text!("this army has a second {item}", item = item.name()))
                .at(span)
                .help(text!("each magic item is in an army once (Magic items)"))
        })?;
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
    let first = compiler.forces.units.len();
    let first_commander = compiler.forces.commanders.len();
    let mut joins = Vec::new();
    for group in &written.units.value {
        self::group(compiler, group, key, profiles, &mut joins)?;
    }
    let units = first..compiler.forces.units.len();
    let commanders: Vec<usize> = (first_commander..compiler.forces.commanders.len()).collect();
    refuse_if(units.is_empty() && commanders.is_empty(), || {
        ProblemKind::NoUnits(key.value.clone()).at(&written.units.span)
    })?;
    let carried = commanders.iter().filter_map(|&commander| compiler.forces.commanders[commander].profile.item);
    let carried: Vec<Item> = carried.collect();
    compiler.spending.read(&written.spend, index, |name, span| works_once(&carried, name, span))?;
    join(joins, units.clone(), &mut compiler.forces)?;
    let price = written.points.map(u32::from).or_else(|| price(written, key, profiles));
    if let Some(points) = written.points {
        share_out(points.into(), units.clone(), &commanders, &mut compiler.forces);
    }
    for unit in units.clone() {
        let of = &mut compiler.forces.units[unit];
        let name = if units.len() == 1 { key.value.clone() } else { format!("{}.{}", key.value, of.profile.key) };
        of.saves = saves(&of.profile, of.item, &name);
    }
    let (ordered, penalty) = (compiler.cell(&written.span)?, compiler.cell(&written.span)?);
    let (name, ledger) = (key.value.clone(), Ledger::default());
    compiler.forces.formations.push(Formation { name, side: 0, price, units, commanders, ordered, penalty, ledger });
    compiler.told_sides.push(written.side.clone());
    Ok(())
}

/// Commanders join the units of their formation that they name, otherwise the first.
fn join(joins: Joining, units: std::ops::Range<usize>, forces: &mut Forces) -> Result<(), Problem> {
    for (commander, unit) in joins {
        let among = || units.clone().map(|unit| forces.units[unit].profile.key.as_str());
        let joined = match unit {
            None => units.clone().next(),
            Some(name) => {
                let found = units.clone().find(|&unit| forces.units[unit].profile.key == name.value);
                Some(found.ok_or_else(|| unknown(mark!("unit of this formation"), name, &name.span, among()))?)
            }
        };
        forces.commanders[commander].joined = joined;
        if let Some(unit) = joined {
            forces.units[unit].commanders.push(commander);
        }
    }
    Ok(())
}

/// Refuses an item unless it is carried here and works once.
fn works_once(carried: &[Item], name: &str, span: &Span) -> Result<(), Problem> {
    let named = word::<Item>(name);
    if let Some(Err(help)) = named.map(Item::works_once) {
        return Err(Problem::new(text!("`{name}` is not spent with one use", name)).at(span).help(shown(help)));
    }
    match named.is_some_and(|item| carried.contains(&item)) {
        true => Ok(()),
        false => Err(unknown(mark!("item of this formation"), name, span, carried.iter().map(|item| item.name()))),
    }
}

/// The points of the units of a formation and of their items; none if a unit has no points.
fn price(written: &written::Formation, name: &str, profiles: &Profiles) -> Option<u32> {
    let of_group = |group: &Marked<Group>| {
        let each = profiles.find(&group.unit, name).ok()?.points?;
        let items = group.items.iter().flat_map(|items| items.iter()).map(|item| item.cost()).sum::<u32>();
        Some(each * group.count.map_or(1, u32::from) + items)
    };
    written.units.value.iter().map(of_group).sum()
}

/// Shares a formation's written points evenly among its units.
fn share_out(points: u32, units: std::ops::Range<usize>, commanders: &[usize], forces: &mut Forces) {
    let heads = (units.len() + commanders.len()) as u32;
    let mut left = points;
    let mut shares = (0..heads).map(|place| {
        let share = left / (heads - place);
        left -= share;
        share
    });
    for unit in units {
        forces.units[unit].points = shares.next().unwrap_or(0);
    }
    for &commander in commanders {
        forces.commanders[commander].points = shares.next().unwrap_or(0);
    }
}

/// Commanders, each with the unit that the scenario makes them join.
type Joining<'a> = Vec<(usize, Option<&'a Marked<String>>)>;

/// One entry of a formation's `units`: some units of a profile, or a commander.
fn group<'a>(
    compiler: &mut Compiler,
    written: &'a Marked<Group>,
    name: &str,
    profiles: &Profiles,
    joins: &mut Joining<'a>,
) -> Result<(), Problem> {
    let formation = compiler.forces.formations.len();
    let mut profile = profiles.find(&written.unit, name)?.clone();
    let count: u16 = written.count.map_or(1, u16::from);
    if let Some(items) = &written.items {
        profile.item = item(items, profile.kind)?.or(profile.item);
    }
    if let Some(item) = profile.item {
        let span = written.items.as_ref().map_or(&written.span, |items| &items.span);
        refuse_if(count > 1, || {
            Problem::new(text!("each magic item is in an army once (Magic items): give it to a group of one")).at(span)
        })?;
        compiler.own.items.push((item, formation, span.clone()));
    }
    if profile.kind.commands() {
        check_commander(written, count)?;
        joins.push((compiler.forces.commanders.len(), written.joins.as_ref()));
        return commander(compiler, profile, formation, &written.span);
    }
    if let Some(joins) = &written.joins {
        return Err(joins.problem(text!("`{name}` is no commander: it cannot join a unit", name = profile.key)));
    }
    let stands = match &written.stands {
        None => profile.stands,
        Some(stands) if stands.get() <= profile.stands.into() => stands.value.into(),
        Some(stands) => {
            let Profile { key, stands: most, .. } = &profile;
            let found = stands.get();
            return Err(stands.problem(text!(
                "`{name}` has 1 to {most} stands, found {found}",
                name = key,
                most,
                found
            )));
        }
    };
    let confused = written.confused.as_ref().is_some_and(|confused| confused.value);
    let counts = written.counts_for_break.as_ref().is_none_or(|counts| counts.value);
    for _ in 0..count {
        let stands_cell = compiler.cell_with(stands, &written.span)?;
        let mut cell = || compiler.cell(&written.span);
        let unit = Unit {
            formation,
            start: stands,
            stands: stands_cell,
            wounds: cell()?,
            status: cell()?,
            flanked: cell()?,
            bonus: cell()?,
            shot: cell()?,
            item: profile.item,
            used: cell()?,
            advances: false,
            affected: Vec::new(),
            commanders: Vec::new(),
            points: profile.points.unwrap_or(0),
            counts,
            saves: [None, None],
            fighting: NOTHING,
            profile: profile.clone(),
        };
        if confused {
            compiler.starts.push((unit.status, CONFUSED));
            compiler.own.confused.push(compiler.forces.units.len());
        }
        compiler.forces.units.push(unit);
    }
    Ok(())
}

/// Refuses keys of troops for a commander.
fn check_commander(written: &Group, count: u16) -> Result<(), Problem> {
    refuse_if(count > 1, || written.unit.problem(text!("commanders stand one by one")))?;
    let told = [
        ("stands", written.stands.as_ref().map(|stands| &stands.span)),
        ("confused", written.confused.as_ref().map(|confused| &confused.span)),
        ("counts-for-break", written.counts_for_break.as_ref().map(|counts| &counts.span)),
    ];
    match told.into_iter().find_map(|(key, span)| Some((key, span?))) {
        None => Ok(()),
        Some((key, span)) => {
            let problem = Problem::new(text!("`{name}` is a commander: no `{key}`", name = written.unit.value, key));
            let help =
                text!("leave it out; a commander dies with the unit that he joined (Commanders as playing pieces)");
            Err(problem.at(span).help(help))
        }
    }
}

fn commander(compiler: &mut Compiler, profile: Profile, formation: usize, span: &Span) -> Result<(), Problem> {
    let alive = compiler.cell_with(1, span)?;
    let mut cell = || compiler.cell(span);
    let commander = Commander {
        points: profile.points.unwrap_or(0),
        formation,
        joined: None,
        alive,
        used: cell()?,
        giving: cell()?,
        bound: cell()?,
        orders: NOTHING,
        blunder: NOTHING,
        cast: NOTHING,
        dispelled: NOTHING,
        profile,
    };
    compiler.forces.commanders.push(commander);
    Ok(())
}

/// Takes the cells that last only one step.
pub fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
    let mut cell = || compiler.layout.need(at);
    let forces = &mut compiler.forces;
    for formation in &mut forces.formations {
        formation.ledger = Ledger {
            hits: cell()?,
            wounds: cell()?,
            lost: cell()?,
            driven: cell()?,
            routed: cell()?,
            retreat: cell()?,
            result: cell()?,
            orders: cell()?,
        };
    }
    for unit in &mut forces.units {
        unit.fighting = cell()?;
    }
    for commander in &mut forces.commanders {
        commander.orders = cell()?;
        commander.blunder = cell()?;
        commander.cast = cell()?;
        commander.dispelled = cell()?;
    }
    Ok(())
}
