//! Reading formations (§1.2): groups front to back, characters, war engines, their state at the start.

use crate::army_rules::ArmyRules;
use crate::compiler::Compiler;
use crate::counts::Counts;
use crate::forces::aboard::Boarding;
use crate::forces::written::State;
use crate::forces::{BROKEN, Formation, Group, LANDED, Ledger, MARCHED, Magazine, OVERWATCH, PATROL, aboard, written};
use crate::profile::{Ability, Profile, Supply, UnitType};
use crate::terrain::Terrain;
use crate::war_engine;
use battle_odds_plan::state::NOTHING;
use battle_odds_plan::written::NoTables;
use battle_odds_scenario::typed::{Marked, Named};
use battle_odds_scenario::{Problem, ProblemKind, Span, refuse_if, unknown};

/// The profiles that a scenario can use.
pub type Profiles = battle_odds_plan::profiles::Profiles<Profile, NoTables>;

/// How a formation begins.
fn status(state: State) -> u16 {
    match state {
        State::Ready | State::Moved => 0,
        State::Marched => MARCHED,
        State::Overwatch => OVERWATCH,
        State::Landed => LANDED,
        State::Patrol => PATROL,
    }
}

/// What is connected once all formations are known.
#[derive(Default)]
pub struct Loose<'a> {
    /// Groups aboard transports.
    pub boarding: Vec<Boarding<'a>>,
    /// War engines, and the units near them.
    pub near: Vec<(usize, &'a Marked<Counts>)>,
}

/// The table of formations.
pub fn formations(
    compiler: &mut Compiler,
    written: &Marked<Named<Marked<written::Formation>>>,
    units: &Profiles,
) -> Result<(), Problem> {
    let mut loose = Loose::default();
    for (key, formation) in &written.value {
        self::formation(compiler, key, formation, units, &mut loose)?;
    }
    aboard::embark(&mut compiler.forces, &loose.boarding, &mut compiler.layout)?;
    war_engine::compile::neighbours(&mut compiler.forces, &loose.near, &mut compiler.layout)
}

/// Gives every formation the cells of its ledger.
pub fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
    for index in 0..compiler.forces.formations.len() {
        let engines = compiler.forces.groups_of(index).iter().any(|group| group.engine.is_some());
        let formation = &mut compiler.forces.formations[index];
        let halves = formation.rules.halves_markers;
        let mut cell = |needed: bool| if needed { compiler.layout.need(at) } else { Ok(NOTHING) };
        formation.ledger = Ledger {
            activated: cell(true)?,
            suppressed: cell(true)?,
            hits: cell(true)?,
            fallen: cell(true)?,
            losses: cell(true)?,
            gained: cell(true)?,
            removed: cell(true)?,
            broke: cell(true)?,
            rallied: cell(true)?,
            due: cell(true)?,
            damage: cell(engines)?,
            engines: cell(engines)?,
            half: cell(halves)?,
        };
    }
    for place in compiler.own.outcome.iter_mut().chain(&mut compiler.own.defender) {
        *place = compiler.layout.need(at)?;
    }
    Ok(())
}

fn formation<'a>(
    compiler: &mut Compiler,
    key: &Marked<String>,
    written: &'a Marked<written::Formation>,
    units: &Profiles,
    loose: &mut Loose<'a>,
) -> Result<(), Problem> {
    let index = compiler.forces.formations.len();
    let initiative = written.initiative.ok_or_else(|| untold_initiative(key, written))?;
    compiler.remarks.read(key, &written.remarks, "initiative");
    let markers = written.blast_markers.map_or(0, u16::from);
    let broken = written.broken == Some(true);
    let state = written.state.as_ref().map_or(0, |state| status(state.value));
    refuse_if(broken && (markers > 0 || state & !LANDED != 0), || {
        written
            .problem(text!("`{key}` is broken: it has no markers and no other state", key = key.value))
            .help(text!("a broken formation counts as many markers as units (§1.13.4)"))
    })?;
    let first = compiler.forces.groups.len();
    for entry in &written.units.value {
        group(compiler, entry, key, units, loose)?;
    }
    let marker_cell = compiler.cell_with(markers, &written.span)?;
    let status_cell = compiler.cell_with(if broken { BROKEN | state } else { state }, &written.span)?;
    let of = &compiler.forces.groups[first..];
    refuse_if(of.is_empty(), || ProblemKind::NoUnits(key.value.clone()).at(&written.units.span))?;
    compiler.spending.read(&written.spend, index, |name, span| one_shot(of, name, span))?;
    let rules = army_rules(written);
    let formation = Formation {
        name: key.value.clone(),
        side: 0,
        initiative: initiative.0,
        points: written.points.map(u32::from),
        groups: first..compiler.forces.groups.len(),
        start: of.iter().map(|group| u32::from(group.start)).sum(),
        strength: of.iter().map(|group| u32::from(group.start) * group.weight()).sum(),
        aircraft: are_aircraft(key, written, of)?,
        marches: state & MARCHED != 0,
        rules,
        markers: marker_cell,
        status: status_cell,
        ledger: Ledger::default(),
    };
    let stubborn = of.iter().all(|group| group.unit.has(Ability::Stubborn));
    let bears = rules.break_at(formation.strength) + u32::from(stubborn);
    refuse_if(u32::from(markers) >= bears && !formation.aircraft, || {
        written
            .problem(text!("`{key}` cannot have {markers} markers and not be broken", key = key.value, markers))
            .help(text!("write `broken = true`"))
    })?;
    compiler.forces.formations.push(formation);
    compiler.told_sides.push(written.side.clone());
    compiler.own.layouts.push(written.layout.clone());
    Ok(())
}

/// What its army list changes for a formation.
fn army_rules(written: &written::Formation) -> ArmyRules {
    let mut rules = written.rules.iter().fold(ArmyRules::default(), |rules, &rule| rules.with(rule));
    if let Some(share) = written.break_at {
        rules.break_at = share.hundredths() as u32;
    }
    if let Some(share) = written.extra_hits {
        rules.extra_hits = share.hundredths() as u32;
    }
    rules.initiative = written.initiative_modifier.map_or(0, i32::from);
    rules
}

/// §4.1: whether a formation is one of aircraft.
fn are_aircraft(key: &Marked<String>, written: &written::Formation, of: &[Group]) -> Result<bool, Problem> {
    let aircraft = of.iter().all(|group| group.unit.aircraft.is_some());
    refuse_if(!aircraft && of.iter().any(|group| group.unit.aircraft.is_some()), || {
        written
            .units
            .problem(text!("`{key}` mixes aircraft with others", key = key.value))
            .help(text!("troops aboard an aircraft are a formation of their own: embarked-in = \"formation.unit\""))
    })?;
    match &written.state {
        Some(state) if !aircraft && matches!(state.value, State::Landed | State::Patrol) => {
            Err(state.problem(text!("`{key}` are no aircraft", key = key.value)))
        }
        _ => Ok(aircraft),
    }
}

/// §2.2.10: whether a weapon of a formation is spent after one shot.
fn one_shot(groups: &[Group], name: &str, span: &Span) -> Result<(), Problem> {
    let weapons = || groups.iter().flat_map(|group| &group.unit.weapons);
    let mut named = weapons().filter(|weapon| weapon.name == name).peekable();
    refuse_if(named.peek().is_none(), || {
        unknown(mark!("weapon of this formation"), name, span, weapons().map(|weapon| weapon.name.as_str()))
    })?;
    match named.any(|weapon| weapon.supply() == Supply::OneShot) {
        true => Ok(()),
        false => Err(Problem::new(text!("`{name}` is no one-shot weapon (§2.2.10)", name))
            .at(span)
            .help(text!("hold others back in a step: fire = {example}", example = "{ \"Name\" = \"hold\" }"))),
    }
}

/// The error for a missing initiative: what a roster may give instead, and what to write.
fn untold_initiative(key: &Marked<String>, written: &Marked<written::Formation>) -> Problem {
    let problem = written.problem(text!("a formation needs `initiative`"));
    let Some(told) = written.remarks.get("initiative") else { return problem };
    let problem = told.iter().fold(problem, Problem::help);
    problem.help(text!(
        "write the right one into the scenario: [formations.{key}], and below it initiative = \"2+\"",
        key = key.value
    ))
}

/// One entry of a formation's `units`; a character makes the unit it joins a group by itself (§2.1.15), after the
/// others, and every war engine is a group by itself (§3).
fn group<'a>(
    compiler: &mut Compiler,
    written: &'a Marked<written::Group>,
    name: &str,
    units: &Profiles,
    loose: &mut Loose<'a>,
) -> Result<(), Problem> {
    let unit = units.find(&written.unit, name)?;
    refuse_if(unit.kind == UnitType::Character, || {
        written
            .problem(text!("`{key}` is a character: it joins a unit", key = unit.key))
            .help(text!("write `character = \"{key}\"` in the group it joins", key = unit.key))
    })?;
    let character = written.character.as_ref().map(|character| units.find(character, name)).transpose()?;
    if let (Some(character), Some(named)) = (character, &written.character)
        && character.kind != UnitType::Character
    {
        return Err(named.problem(text!("`{key}` is not a character", key = character.key)));
    }
    let names = || unit.weapons.iter().map(|weapon| weapon.name.as_str());
    for spent in written.spent.iter().flatten() {
        refuse_if(!names().any(|weapon| weapon == spent.value), || {
            unknown(mark!("weapon of this unit"), spent, &spent.span, names())
        })?;
    }
    let mut add = |unit: Profile, character: Option<&Profile>, count: u16| {
        add_group(compiler, written, unit, character, count, loose)
    };
    let count = written.count.map_or(1, u16::from);
    let joined = character.map(|character| unit.joined_by(character));
    let plain = count - u16::from(joined.is_some());
    if unit.kind == UnitType::WarEngine {
        for _ in 0..plain {
            add(unit.clone(), None, 1)?;
        }
    } else if plain > 0 {
        add(unit.clone(), None, plain)?;
    }
    match joined {
        Some(joined) => add(joined, character, 1),
        None => Ok(()),
    }
}

/// Adds equal units to the formation that is being read.
fn add_group<'a>(
    compiler: &mut Compiler,
    written: &'a Marked<written::Group>,
    unit: Profile,
    character: Option<&Profile>,
    count: u16,
    loose: &mut Loose<'a>,
) -> Result<(), Problem> {
    let index = compiler.forces.groups.len();
    loose.boarding.extend(written.embarked_in.as_ref().map(|carrier| Boarding { passengers: index, carrier }));
    loose.near.extend(written.near.as_ref().map(|near| (index, near)));
    magazines(compiler, &unit, index, count, written)?;
    let alive = compiler.cell_with(count, &written.span)?;
    let engine = war_engine::compile::engine(compiler, &unit, written)?;
    compiler.forces.groups.push(Group {
        fearless: unit.has(Ability::Fearless),
        expendable: unit.has(Ability::Expendable),
        unit,
        character: character.map(|character| character.key.clone()),
        formation: compiler.forces.formations.len(),
        start: count,
        alive,
        engine: engine.map(Box::new),
        terrain: written.cover.unwrap_or(Terrain::Open),
        aboard: None,
        carries: Vec::new(),
    });
    Ok(())
}

/// §2.2.8, §2.2.10: the weapons of a group that cannot fire in every turn.
fn magazines(
    compiler: &mut Compiler,
    unit: &Profile,
    index: usize,
    count: u16,
    written: &Marked<written::Group>,
) -> Result<(), Problem> {
    let at = &written.span;
    for weapon in unit.weapons.iter().filter(|weapon| weapon.supply() != Supply::Ample) {
        if compiler.own.loaded.contains_key(&(index, weapon.name.clone())) {
            continue;
        }
        let spent = written.spent.iter().flatten().any(|spent| spent.value == weapon.name);
        let loaded = compiler.cell_with(if spent { 0 } else { count }, at)?;
        let slow = match weapon.supply() {
            Supply::EveryOtherTurn => {
                // A weapon that is spent at the start fired in the turn before.
                Some((compiler.cell(at)?, compiler.cell_with(if spent { count } else { 0 }, at)?))
            }
            _ => None,
        };
        compiler.own.loaded.insert((index, weapon.name.clone()), Magazine { loaded, slow });
    }
    Ok(())
}
